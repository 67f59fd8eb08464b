//! Games without the optional methods, the builder that explores a game, and the evaluators as methods.

use crate::graph;
use chancetree::depict::Depict;
use chancetree::evaluate::solve;
use chancetree::game::{Choices, Game, NoAction, Points, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Graph, Job, Stop};
use chancetree::payoff::Gain;
use chancetree::prelude::{Analysis, SaveGraph};
use oracles::random::{Shape, cases, toys};
use oracles::ranked::hand_on;
use oracles::toy::{Move, Toy, event};
use proptest::prelude::*;

/// A game without layers.
#[derive(Clone)]
struct Flat(Toy);

impl Game for Flat {
    type State = usize;
    type Action = char;
    type Event = Move;

    fn start(&self) -> usize {
        Game::start(&self.0)
    }

    fn expand(&self, state: &usize, choices: &mut Choices<Self>) {
        hand_on(&self.0, state, choices);
    }

    fn seats(&self) -> Seat {
        Game::seats(&self.0)
    }

    fn canonical(&self, state: usize) -> usize {
        self.0.canonical(state)
    }
}

fn of_flat(toy: &Toy) -> Graph<Flat> {
    Flat(toy.clone()).explore().run().expect("finite")
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn odds_do_not_depend_on_layers(
        toy in toys(Shape { seats: 3, states: 9, decides: false, cycles: false, heavy: false, least: 0 }),
    ) {
        let (with, without) = (graph(&toy).odds(), of_flat(&toy).odds());
        prop_assert_eq!(with.expect("it ends").outcomes, without.expect("it ends").outcomes);
    }

    #[test]
    fn optimal_values_do_not_depend_on_layers(
        toy in toys(Shape { seats: 1, states: 7, decides: true, cycles: true, heavy: false, least: 0 }),
    ) {
        let with = graph(&toy).maximize(&Gain).expect("values");
        let without = of_flat(&toy).maximize(&Gain).expect("values");
        prop_assert_eq!(with.value(with.graph().start()), without.value(without.graph().start()));
    }
}

/// A toss with an impossible event.
#[derive(Clone)]
struct Toss;

impl Game for Toss {
    type State = u8;
    type Action = NoAction;
    type Event = u8;

    fn start(&self) -> u8 {
        0
    }

    fn expand(&self, &state: &u8, choices: &mut Choices<Self>) {
        if state == 0 {
            let toss = choices.chance().event(1, 1, || 1).points(4).pass_by(2);
            toss.event(0, 2, || unreachable!("an impossible event")).points(7).pass().event(2, 3, || 2);
        }
    }

    fn seats(&self) -> Seat {
        3
    }
}

impl Depict for Toss {}

#[test]
fn points_and_turns_belong_to_the_event_before_them() {
    let graph = Toss.explore().run().expect("finite");
    let kinds: Vec<(u8, Points, Seat)> = graph
        .edges_of(graph.start())
        .map(|edge| {
            (graph.edge(edge).2.event, graph.edge_kind(edge).points, graph.edge_kind(edge).turn_offset)
        })
        .collect();
    assert_eq!(kinds, [(1, 4, 2), (3, 0, 0)]);
}

#[test]
fn the_builder_has_limits_and_threads() {
    let memory = Memory::new(6, 2).expect("a board");
    let (one, two) = (memory.explore().run().expect("finite"), memory.explore().threads(2).run());
    let two = two.expect("finite");
    assert_eq!((one.node_count(), one.edge_count()), (two.node_count(), two.edge_count()));
    let limited = memory.explore().max_states(3).run();
    assert!(matches!(limited, Err(Error::Stop(Stop::TooManyStates { limit: 3, .. }))));
    let limited = memory.explore().max_memory(0).run();
    assert!(matches!(limited, Err(Error::Stop(Stop::TooMuchMemory { .. }))), "{limited:?}");
    let cut = memory.explore().max_depth(1).run().expect("finite");
    assert!(!cut.cut().is_empty() && cut.node_count() < one.node_count());
}

#[test]
fn methods_agree_with_functions() {
    let memory = Memory::new(4, 2).expect("a board").explore().run().expect("finite");
    let odds = memory.odds().expect("it ends");
    assert_eq!(odds, chancetree::evaluate::odds(&memory, &[0, 0], &Job::default()).expect("it ends"));
    assert_eq!(
        [odds.win(0), odds.win(1), odds.draw()],
        [&odds.outcomes[0], &odds.outcomes[1], &odds.outcomes[2]]
    );
    assert_eq!(odds.expected_points(1), &odds.expected[1]);
    let (counts, tree) = memory.count().expect("it ends");
    let expected = chancetree::evaluate::count(&memory, &[], &Job::default()).expect("it ends");
    assert_eq!(
        (counts.states, tree.nodes, tree.leaves),
        (expected.0.states, expected.1.nodes, expected.1.leaves)
    );

    let toy = Toy::new(1).decides(0, &[('a', &[event(1, 'x', 1)]), ('b', &[event(1, 'y', 2)])]).end(1).end(2);
    let graph = graph(&toy);
    let best = graph.maximize(&Gain).expect("it ends");
    assert_eq!(best, solve(&graph, &Gain, &Job::default()).expect("it ends"));
    assert_eq!(best.odds().expect("no decision is left").states, 2);
}

#[test]
fn graphs_are_saved_by_their_extension() {
    let folder = tempfile::tempdir().expect("a folder");
    let graph = Toss.explore().run().expect("finite");
    let begins = [
        ("a.dot", "digraph"),
        ("a.GV", "digraph"),
        ("a.drn", "//"),
        ("a.gexf", "<?xml"),
        ("a.graphml", "<?xml"),
        ("a.json", "{"),
        ("a.svg", "<svg"),
    ];
    for (name, begin) in begins {
        let path = folder.path().join(name);
        graph.save(&path).expect("it can be written");
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(text.starts_with(begin), "{name}: {}", text.lines().next().unwrap_or_default());
    }
    let error = graph.save(folder.path().join("a.xlsx")).expect_err("no format");
    assert!(error.to_string().starts_with("unknown file extension"), "{error}");
    graph.save(folder.path().join("none/a.dot")).expect_err("no folder");
}
