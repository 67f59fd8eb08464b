//! Tests of the engine: small games with known results, comparisons with independent oracles, and comparisons of its evaluators
//! with each other.

mod agreement;
mod approximate;
mod clones;
mod cycles;
mod decisions;
mod defaults;
mod derived;
mod distributions;
mod ends;
mod errors;
mod fractions;
#[allow(unreachable_pub, reason = "a module of a test")]
mod lattice;
mod layers;
mod oracle;
mod petgraph_and_stops;
mod places;
mod progress;
mod progress_scale;
mod random;
mod ranks;
mod refused_work;
mod residues;
mod resume;
mod resume_commands;
mod resume_explored;
mod resume_nodes;
mod scores;
mod sweeps;
mod test_store;
mod third_moment;
mod threads;

use chancetree::evaluate::{OptimalPlay, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::game::Game;
use chancetree::model::{EdgeKind, Graph, Job, Label};
use chancetree::payoff::Gain;

use oracles::toy::Toy;

fn graph(toy: &Toy) -> Graph<Toy> {
    Graph::of(toy, &Job::default()).unwrap()
}

/// Returns the states of a graph.
fn states<G: Game>(graph: &Graph<G>) -> impl ExactSizeIterator<Item = &G::State> {
    (0..graph.node_count()).map(|node| graph.state(node))
}

/// The endpoints, the label, the kind and the weight of a step.
type Step<'a, A, E> = (usize, usize, &'a Label<A, E>, &'a EdgeKind, (u64, u64));

/// Returns the steps of a graph.
fn steps<G: Game>(graph: &Graph<G>) -> impl Iterator<Item = Step<'_, G::Action, G::Event>> {
    let step = |edge| {
        let (source, target, label) = graph.edge(edge);
        (source, target, label, graph.edge_kind(edge), graph.weight(edge))
    };
    (0..graph.edge_count()).map(step)
}

/// Asserts that two graphs have the same nodes and edges, with the same numbers.
fn assert_same<G, H>(one: &Graph<G>, other: &Graph<H>, what: &str)
where
    G: Game,
    H: Game<State = G::State, Action = G::Action, Event = G::Event>,
{
    assert!(states(one).eq(states(other)), "states: {what}");
    assert!(steps(one).eq(steps(other)), "steps: {what}");
    assert_eq!(
        (one.layers(), one.start(), one.cut()),
        (other.layers(), other.start(), other.cut()),
        "{what}"
    );
    assert!(
        (0..one.node_count())
            .all(|node| one.remaining_arrangements(node) == other.remaining_arrangements(node)),
        "arrangements: {what}"
    );
}

/// Returns optimal play for points, and its graph.
fn solved(toy: &Toy) -> (Graph<Toy>, OptimalPlay<Toy>) {
    let graph = graph(toy);
    let solution = solve(&graph, &Gain, &Job::default()).unwrap();
    (graph, solution)
}

/// Returns the expected value of each seat at the start.
fn worth(toy: &Toy) -> Vec<Rational> {
    let (graph, solution) = solved(toy);
    solution.value(graph.start())
}

/// Returns the node of a state.
fn node(graph: &Graph<Toy>, state: usize) -> usize {
    (0..graph.node_count()).find(|&node| *graph.state(node) == state).expect("play can come to it")
}

fn whole(value: i64) -> Rational {
    ratio(value, 1)
}
