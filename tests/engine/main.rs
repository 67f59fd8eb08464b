//! The engine: on games small enough to know the answer beforehand, against oracles that share no line with it, and
//! against itself.

mod agreement;
mod approximate;
mod carried;
mod cycles;
mod decisions;
mod derived;
mod distributions;
mod ends;
mod errors;
#[allow(unreachable_pub, reason = "a module of a test")]
mod lattice;
mod layers;
mod oracle;
mod pace;
mod packed;
mod places;
mod random;
mod ranks;
mod residues;
mod resume;
mod resume_explored;
mod resume_nodes;
mod scores;
mod threads;
mod told;

use chancetree::evaluate::solve::{Solution, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::model::{Graph, Run};
use chancetree::payoff::Gain;

use oracles::toy::Toy;

fn graph(toy: &Toy) -> Graph<Toy> {
    Graph::of(toy, &Run::default()).unwrap()
}

/// The optimal points, and the graph that they are on.
fn solved(toy: &Toy) -> (Graph<Toy>, Solution) {
    let graph = graph(toy);
    let solution = solve(toy, &graph, &Gain, &Run::default()).unwrap();
    (graph, solution)
}

/// Returns what each seat may expect from the start.
fn worth(toy: &Toy) -> Vec<Rational> {
    let (graph, solution) = solved(toy);
    solution.value(graph.start())
}

/// The node of a state.
fn node(graph: &Graph<Toy>, state: usize) -> usize {
    (0..graph.node_count()).find(|&node| *graph.state(node) == state).expect("play can come to it")
}

fn whole(value: i64) -> Rational {
    ratio(value, 1)
}
