//! The graph of the engine: the algorithms of petgraph give the same results as on a copy in petgraph's own type, rounded
//! numbers match exact ones, and every part of the work can be stopped.

use crate::test_store::{TestStore, job_in};
use chancetree_engine::evaluate::{evaluate, evaluate_rounded};
use std::cell::Cell;
use std::collections::BTreeSet;

use petgraph::algo::dominators::simple_fast;
use petgraph::algo::{has_path_connecting, is_cyclic_directed, kosaraju_scc, tarjan_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::IntoNeighborsDirected as _;
use proptest::prelude::*;

use chancetree::evaluate::{OptimalPlay, solve};
use chancetree::exact::double;
use chancetree::game::Game;
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Graph, Job, Progress, Stop};
use chancetree::payoff::Gain;
use chancetree_export::{Decision, Document as _, DocumentInfo, GraphDocument, ShownActions, layout};

use oracles::board::{graph, won};
use oracles::ledger::Ledger;
use oracles::monitors::StopAfter;
use oracles::random::{Shape, cases, toys};
use oracles::toy::{Toy, event};

const ALONE: Job<'static> = Job::new();

/// Copies the graph to petgraph's own type.
fn copied<G: Game>(graph: &Graph<G>) -> DiGraph<(), ()> {
    let mut copy = DiGraph::new();
    for _ in 0..graph.node_count() {
        copy.add_node(());
    }
    for edge in 0..graph.edge_count() {
        let (source, target, _) = graph.edge(edge);
        copy.add_edge(NodeIndex::new(source), NodeIndex::new(target), ());
    }
    copy
}

fn sets(components: impl IntoIterator<Item = impl IntoIterator<Item = usize>>) -> BTreeSet<BTreeSet<usize>> {
    components.into_iter().map(|component| component.into_iter().collect()).collect()
}

fn assert_view<G: Game>(graph: &Graph<G>) {
    let (copy, back) = (copied(graph), graph.reverse_edges());
    let (ahead, both) = (graph.view(), graph.view().with(&back));
    let components = kosaraju_scc(both);
    assert_eq!(
        sets(components.clone()),
        sets(kosaraju_scc(&copy).into_iter().map(|component| component.into_iter().map(NodeIndex::index)))
    );
    assert_eq!(sets(tarjan_scc(ahead)), sets(components.clone()));
    // Each component comes after all components that it leads to.
    let mut done = BTreeSet::new();
    for component in &components {
        done.extend(component.iter().copied());
        let next = component.iter().flat_map(|&node| graph.edges_of(node)).map(|edge| graph.edge(edge).1);
        assert!(next.into_iter().all(|next| done.contains(&next)));
    }
    assert_eq!(is_cyclic_directed(ahead), is_cyclic_directed(&copy));
    assert_eq!(graph.is_acyclic(), !is_cyclic_directed(&copy));
    assert_eq!(toposort(both, None).is_ok(), graph.is_acyclic());
    let (own, other) = (simple_fast(ahead, graph.start()), simple_fast(&copy, NodeIndex::new(graph.start())));
    for node in 0..graph.node_count() {
        let dominator = other.immediate_dominator(NodeIndex::new(node)).map(NodeIndex::index);
        assert_eq!(own.immediate_dominator(node), dominator);
        let reaches = has_path_connecting(&copy, NodeIndex::new(node), NodeIndex::new(graph.start()), None);
        assert_eq!(has_path_connecting(ahead, node, graph.start(), None), reaches);
        let mut into: Vec<usize> = both.neighbors_directed(node, petgraph::Incoming).collect();
        into.sort_unstable();
        let mut expected: Vec<usize> =
            copy.neighbors_directed(NodeIndex::new(node), petgraph::Incoming).map(NodeIndex::index).collect();
        expected.sort_unstable();
        assert_eq!(into, expected);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn petgraph_algorithms_agree_on_a_copy(
        toy in toys(Shape { seats: 2, states: 9, decides: true, cycles: true, heavy: false, least: 0 }),
    ) {
        assert_view(&graph(&toy));
    }

    #[test]
    fn rounded_numbers_match_fractions(
        toy in toys(Shape { seats: 4, states: 9, decides: false, cycles: false, heavy: true, least: 0 }),
    ) {
        let ledger = Ledger::new(toy, &[]);
        assert_rounded(&ledger, &graph(&ledger), &ALONE);
    }
}

/// Checks that rounded numbers match the fractions to the last bit.
fn assert_rounded<G: Game<State: Copy>>(ledger: &Ledger<G>, graph: &Graph<Ledger<G>>, job: &Job<'_>) {
    let outcomes = usize::from(ledger.seats()) + 1;
    let worth = |node: usize| won(ledger, graph.state(node));
    let exact = evaluate(graph, outcomes, worth, &ALONE).expect("only chance");
    let rounded = evaluate_rounded(graph, outcomes, worth, job).expect("only chance");
    assert_eq!(rounded.odds_at_start(), exact.odds(graph.start()));
    for node in 0..graph.node_count() {
        assert_eq!(rounded.reach(node).to_bits(), double(&exact.reach(node)).to_bits(), "{node}");
        let odds: Vec<f64> = exact.odds(node).iter().map(double).collect();
        assert_eq!(rounded.odds(node), odds, "{node}");
    }
}

#[test]
fn rounded_numbers_of_memory_match_fractions() {
    for (pairs, players) in [(1, 1), (14, 2), (9, 3), (5, 5)] {
        let ledger = Ledger::new(Memory::new(pairs, players).expect("a board"), &[1]);
        assert_rounded(&ledger, &graph(&ledger), &Job { threads: 2, ..ALONE });
    }
}

/// Rounds are computed piece by piece, each piece by several threads.
#[test]
fn wide_rounds_have_all_their_numbers() {
    const WIDE: usize = 40_000;
    let (end, other) = (1 + WIDE, 2 + WIDE);
    let weight = |state: usize| 1 + state as u64 % 5;
    let falls: Vec<_> = (1..=WIDE).map(|state| event(state as u64, 'f', state)).collect();
    let mut game = Toy::new(1).chance(0, falls);
    for state in 1..=WIDE {
        game = game.chance(1, [event(weight(state), 'a', end), event(1, 'b', other)]);
    }
    let graph = Graph::of(&game.end(2).end(2), &ALONE).expect("finite");
    let worth =
        |node: usize| [end, other].map(|which| u32::from(*graph.state(node) == which).into()).to_vec();
    let rounded = evaluate_rounded(&graph, 2, worth, &Job { threads: 2, ..ALONE }).expect("only chance");
    let exact = evaluate(&graph, 2, worth, &ALONE).expect("only chance");
    let all = (WIDE * (WIDE + 1) / 2) as f64;
    for node in (0..graph.node_count()).filter(|&node| (1..=WIDE).contains(graph.state(node))) {
        let (state, weight) = (*graph.state(node) as f64, weight(*graph.state(node)) as f64);
        assert_eq!(
            (rounded.odds(node), rounded.reach(node)),
            (&[weight / (weight + 1.0), 1.0 / (weight + 1.0)][..], state / all),
            "{state}"
        );
        assert_eq!(double(&exact.odds(node)[0]), weight / (weight + 1.0), "{state}");
    }
}

#[test]
fn petgraph_algorithms_agree_on_a_copy_of_memory() {
    assert_view(&graph(&Memory::new(6, 2).expect("a board")));
}

/// Stops the work at every tick until it is done. Returns the number of ticks.
fn stop_at_every_tick<T>(work: impl Fn(&Job<'_>) -> Result<T, Error>) -> usize {
    for ticks in 0.. {
        let monitor = StopAfter::new(ticks);
        let job = Job { monitor: &monitor, ..ALONE };
        match work(&job) {
            Err(Error::Stop(Stop::ByMonitor(_))) => {
                assert_eq!(monitor.ticks(), ticks + 1, "no work after the stop");
            }
            Err(error) => panic!("{error}"),
            Ok(_) => return ticks,
        }
    }
    unreachable!("some work ends")
}

#[test]
fn every_part_of_a_graph_can_be_stopped() {
    let ledger = Ledger::new(Memory::new(11, 2).expect("a board"), &[]);
    let graph = graph(&ledger);
    let worth = |node: usize| won(&ledger, graph.state(node));
    assert!(stop_at_every_tick(|job| Graph::of(&ledger, job)) > 10);
    assert!(stop_at_every_tick(|job| Graph::to_depth(&ledger, 7, job)) > 7);
    assert!(stop_at_every_tick(|job| evaluate(&graph, 3, worth, job)) > 20);
    assert!(stop_at_every_tick(|job| evaluate_rounded(&graph, 3, worth, job)) > 20);
}

/// Returns the decision in a node.
fn decision(solution: &OptimalPlay<Guess>, node: usize) -> Decision<<Guess as Game>::Action> {
    Decision {
        values: solution.value(node),
        actions: solution
            .actions(node)
            .into_iter()
            .filter_map(|valued| Some((valued.action?, valued.values)))
            .collect(),
        taken: solution.action(node),
    }
}

#[test]
fn a_document_and_a_layout_can_be_stopped() {
    let game = Guess::new(120, 2).expect("numbers");
    let graph = graph(&game);
    let solution = solve(&graph, &Gain, &ALONE).expect("finite");
    let decide = |node| decision(&solution, node);
    let about = DocumentInfo { shown: ShownActions::All, counts: true, ..DocumentInfo::default() };
    let document = |job: &Job<'_>| GraphDocument::new(&graph, decide, about.clone(), job);
    assert!(stop_at_every_tick(document) > 10);
    let small = Job { most_bytes: 1, ..ALONE };
    assert!(matches!(document(&small), Err(Error::Stop(Stop::TooMuchMemory { .. }))));

    let drawn = document(&ALONE).expect("no limit");
    assert!(drawn.node_count() > 3000);
    let plies = drawn.plies();
    let place = |job: &Job<'_>| {
        let progress = Progress { layer: 0, states: plies.len() as u64 };
        layout::layered_while(&plies, drawn.steps(), &|bytes| job.reserve(bytes, progress))
    };
    assert!(stop_at_every_tick(place) > 1);
    assert_eq!(place(&ALONE), Ok(layout::layered(&plies, drawn.steps())));
}

#[test]
fn saved_decisions_are_not_computed_again() {
    let graph = graph(&Guess::new(240, 2).expect("numbers"));
    let solution = solve(&graph, &Gain, &ALONE).expect("finite");
    let about = DocumentInfo { shown: ShownActions::All, ..DocumentInfo::default() };
    let calls = Cell::new(0);
    let counted = |node: usize| {
        calls.set(calls.get() + 1);
        decision(&solution, node)
    };
    let plies = |job: &Job<'_>| {
        let document = GraphDocument::new(&graph, counted, about.clone(), job)?;
        Ok(document.plies().to_vec())
    };
    let whole = plies(&ALONE);
    let once = calls.get();
    let stores = (1..).map(|ticks| {
        let store = TestStore::default();
        calls.set(0);
        let stopped = plies(&Job { monitor: &StopAfter::new(ticks), ..job_in(&store) });
        assert!(matches!(stopped, Err(Error::Stop(Stop::ByMonitor(_)))));
        store
    });
    let store = { stores }.find(|_| calls.get() > 0).expect("a stop among the decisions");
    assert!(calls.get() < once);
    assert_eq!(plies(&job_in(&store)), whole);
    assert_eq!(calls.get(), once);
}
