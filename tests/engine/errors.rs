//! Errors: why there is no result, and where.

use chancetree_engine::evaluate::evaluate;
use std::ops::ControlFlow;

use chancetree::game::{Choices, MAX_POINTS, MAX_SEATS, Points, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, GameError, Graph, Job, Monitor, Progress, Stop};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{
    Analysis, OptimalPlay, absorption_probabilities, approximate, count, distribution, distributions,
    forward, odds, solve,
};
#[cfg(target_os = "linux")]
use chancetree_engine::model::memory_usage::resident_bytes;

use super::graph;
use super::lattice::Lattice;
use oracles::toy::{Move, Toy, passes, stays};

/// Returns the error of every way to explore a game; all errors must be equal.
fn refused(toy: &Toy) -> Error {
    let job = Job::default();
    let error = Graph::of(toy, &job).unwrap_err();
    assert_eq!(Graph::to_depth(toy, 9, &job).unwrap_err(), error);
    assert_eq!(Graph::of(toy, &Job { threads: 2, ..job }).unwrap_err(), error);
    assert_eq!(forward(toy, &[], &job).unwrap_err(), error);
    error
}

/// Returns the error of the evaluators of a graph without decisions and cycles; all errors must be equal.
fn not_evaluated(toy: &Toy) -> Error {
    let (graph, job) = (graph(toy), Job::default());
    let error = distributions(&graph, &[graph.start()], &job).unwrap_err();
    assert_eq!(evaluate(&graph, 1, |_| vec![1u32.into()], &job).unwrap_err(), error);
    assert_eq!(odds(&graph, &[], &job).unwrap_err(), error);
    assert_eq!(forward(toy, &[], &job).unwrap_err(), error);
    error
}

#[test]
fn a_choice_without_a_possible_event_is_reported() {
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).chance(1, [(0, stays('b', 0), 0)]);
    assert_eq!(refused(&toy), Error::Game(GameError::EmptyChoice("1".into())));
    // One empty choice among several is enough.
    let fine = [(1, stays('b', 0), 2)];
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).decides(1, &[('a', &fine), ('b', &[])]).end(2);
    assert_eq!(refused(&toy), Error::Game(GameError::EmptyChoice("1".into())));
}

#[test]
fn one_action_for_two_choices_is_reported() {
    let fine = [(1, stays('b', 0), 2)];
    let toy = Toy::new(1)
        .chance(0, [(1, stays('a', 0), 1)])
        .decides(1, &[('a', &fine), ('b', &fine), ('a', &fine)])
        .end(2);
    assert_eq!(refused(&toy), Error::Game(GameError::SameAction("1".into())));
    // Different actions may come in any order.
    let toy = |actions: &str| {
        let choices: Vec<_> = actions.chars().map(|action| (action, &fine[..])).collect();
        Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).decides(1, &choices).end(2)
    };
    assert_eq!(graph(&toy("zyxwvutsrqponmlkjihgfedcba")).edge_count(), 27);
    assert_eq!(refused(&toy("zyxwvutsrqponmlkjihgfedcbz")), Error::Game(GameError::SameAction("1".into())));
}

#[test]
fn chance_beside_another_choice_is_reported() {
    let fine = vec![(1, stays('b', 0), 1)];
    for other in [None, Some('a')] {
        let mut toy = Toy::new(1).chance(0, fine.clone()).end(1);
        toy.states[0].1.push((other, fine.clone()));
        assert_eq!(refused(&toy), Error::Game(GameError::ChanceBesideChoice("0".into())));
    }
}

#[test]
#[should_panic(expected = "points and passes follow their event")]
fn points_before_the_first_event_panic() {
    Choices::<Toy>::default().chance().points(5).event(1, stays('a', 0), || 0);
}

#[test]
#[should_panic(expected = "the width of bounds is not a number")]
fn bounds_of_no_width_panic() {
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).end(1);
    let _ = graph(&toy).bounds(&Gain, 0, f64::NAN);
}

/// The error names both limits.
#[test]
fn the_limit_of_points_is_lower_beside_negative_points() {
    let steps = [(1, stays('a', 20_000), 1)];
    let toy = Toy::new(2).chance(0, steps).chance(1, [(1, stays('b', 20_000), 2)]);
    let toy = toy.chance(2, [(1, stays('c', -1), 3)]).end(3);
    let error = odds(&graph(&toy), &[], &Job::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "more than 65535 points in one game, or than 32767 if points can be negative"
    );
}

#[test]
fn a_threshold_that_is_not_a_probability_is_refused() {
    let toy = Toy::new(1).end(0);
    let found = |threshold| approximate(&toy, &[], 0, threshold, &Job::default()).map(|found| found.kept);
    for (threshold, name) in
        [(f64::NAN, "NaN"), (-1e-9, "-0.000000001"), (1.5, "1.5"), (f64::INFINITY, "inf")]
    {
        assert_eq!(found(threshold), Err(Error::Threshold(name.to_owned())));
    }
    assert_eq!((found(0.0), found(1.0)), (Ok(1), Ok(1)));
}

#[test]
fn a_falling_layer_is_reported_with_both_states() {
    let toy = Toy::new(1)
        .chance(0, [(1, stays('a', 0), 1)])
        .chance(5, [(1, stays('b', 0), 3), (1, stays('c', 0), 2)])
        .end(4)
        .end(5);
    assert_eq!(refused(&toy), Error::Game(GameError::LayerFalls { from: "1".into(), to: "2".into() }));
}

#[test]
fn weights_that_overflow_are_reported() {
    let steps = |most| [(most, stays('a', 0), 2), (1, stays('b', 0), 2)];
    let toy = |most| Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).chance(1, steps(most)).end(2);
    assert_eq!(refused(&toy(u64::MAX)), Error::Game(GameError::WeightOverflow("1".into())));
    // A sum of exactly 64 bits is allowed.
    let full = forward(&toy(u64::MAX - 1), &[], &Job::default()).unwrap();
    assert_eq!(full.states, 3);
}

#[test]
fn multiplicities_of_some_events_only_are_reported() {
    let steps = [(1, stays('a', 0), 2), (1, stays('b', 0), 2)];
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).chance(1, steps).end(2);
    let toy = toy.multiplicities(&[(0, 'a', 1), (1, 'a', 1)]);
    assert_eq!(not_evaluated(&toy), Error::Game(GameError::MixedMultiplicity("1".into())));
}

#[test]
fn points_beyond_the_limit_are_refused() {
    let scores = |points: &[Points]| {
        let chain = points.iter().enumerate();
        let toy = chain.fold(Toy::new(2), |toy, (at, &points)| {
            toy.chance(at as u32, [(1, passes('p', points), at + 1)])
        });
        toy.end(points.len() as u32)
    };
    let job = Job::default();
    // The sum over all seats must fit.
    let toy = scores(&[40_000, 20_000, 5_535]);
    let found = forward(&toy, &[], &job).unwrap();
    assert_eq!(
        found.distribution.iter().map(|(points, _)| points.to_vec()).collect::<Vec<_>>(),
        [[45_535, 20_000]]
    );
    assert_eq!(forward(&toy, &[0, 1], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(forward(&toy, &[40_000, 40_000], &job).unwrap_err(), Error::PointsOverflow);
    let whole = graph(&toy);
    assert_eq!(odds(&whole, &[0, 1], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(distribution(&whole, &[0, 1], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(count(&whole, &[0, 1], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(distributions(&graph(&toy), &[0], &job).unwrap(), [found.distribution]);

    let toy = scores(&[40_000, 20_000, 5_536]);
    assert_eq!(forward(&toy, &[], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(distributions(&graph(&toy), &[0], &job).unwrap_err(), Error::PointsOverflow);
    assert_eq!(odds(&graph(&toy), &[], &job).unwrap_err(), Error::PointsOverflow);
    // Points so far and points still to come fit separately, but not together.
    let halves = graph(&scores(&[40_000, 40_000]));
    assert_eq!(odds(&halves, &[], &job).unwrap_err(), Error::PointsOverflow);
    let rounded =
        |scores: &[Points]| approximate(&toy, scores, MAX_POINTS, 0.0, &job).map(|found| found.kept);
    assert_eq!(rounded(&[]), Err(Error::PointsOverflow));
    assert_eq!(rounded(&[40_000, 40_000]), Err(Error::PointsOverflow));
    assert_eq!(
        approximate(&scores(&[40_000, 25_535]), &[], MAX_POINTS, 0.0, &job).map(|found| found.kept),
        Ok(3)
    );
}

/// The states beyond a cut are unknown, so evaluators that need them return an error.
#[test]
fn evaluators_that_need_ends_refuse_a_cut_graph() {
    let job = Job::default();
    let game = Memory::new(3, 2).expect("a board");
    let part = Graph::to_depth(&game, 1, &job).expect("a small part");
    let &first = part.cut().first().expect("play goes on");
    let cut = || Error::Cut(part.name(first));
    assert_eq!(odds(&part, &[], &job).unwrap_err(), cut());
    assert_eq!(distribution(&part, &[], &job).unwrap_err(), cut());
    assert_eq!(distributions(&part, &[part.start()], &job).unwrap_err(), cut());
    assert_eq!(absorption_probabilities(&part, &job).unwrap_err(), cut());
    assert_eq!(solve(&part, &Gain, &job).map(drop).unwrap_err(), cut());
    assert!(count(&part, &[], &job).is_ok(), "the known part is counted");
}

#[test]
fn more_scores_than_seats_panic() {
    let job = Job::default();
    let (game, scores) = (Memory::new(3, 2).expect("a board"), [1, 2, 0]);
    let whole = Graph::of(&game, &job).expect("no limit");
    let panics = |work: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err();
    assert!(panics(&|| drop(forward(&game, &scores, &job))));
    assert!(panics(&|| drop(approximate(&game, &scores, 9, 0.0, &job))));
    assert!(panics(&|| drop(odds(&whole, &scores, &job))));
    assert!(panics(&|| drop(distribution(&whole, &scores, &job))));
    assert!(panics(&|| drop(count(&whole, &scores, &job))));
    assert!(panics(&|| drop(whole.with_scores(&scores, None, &job))));
    assert!(!panics(&|| drop(odds(&whole, &scores[..2], &job))));
}

#[test]
fn decisions_are_refused_by_evaluators_of_chance() {
    let one: &[_] = &[(1, stays('a', 0), 2)];
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]).decides(1, &[('a', one), ('b', one)]).end(2);
    assert_eq!(not_evaluated(&toy), Error::Decision("1".into()));
    // An action without an alternative is not a decision.
    let toy = Toy::new(1).decides(0, &[('h', &[(1, stays('a', 3), 1)])]).end(1);
    assert_eq!(forward(&toy, &[], &Job::default()).unwrap().states, 2);
    assert_eq!(distributions(&graph(&toy), &[0], &Job::default()).unwrap()[0].len(), 1);
}

#[test]
fn a_cycle_is_reported_by_its_least_state() {
    // A self-loop, and a cycle of two states that is entered at the greater one.
    let toy = Toy::new(1).chance(0, [(1, stays('a', 0), 1)]);
    let alone = toy.chance(1, [(1, stays('s', 0), 1), (1, stays('e', 0), 2)]).end(2);
    assert_eq!(not_evaluated(&alone), Error::Cycle("1".into()));
    let two = Toy::new(1)
        .chance(0, [(1, stays('a', 0), 2)])
        .chance(1, [(1, stays('b', 0), 2), (1, stays('e', 0), 3)])
        .chance(1, [(1, stays('c', 0), 1)])
        .end(2);
    assert_eq!(not_evaluated(&two), Error::Cycle("1".into()));
}

#[test]
fn endless_play_is_reported() {
    let never = |toy: &Toy| solve(&graph(toy), &Gain, &Job::default()).unwrap_err();
    // Chance leads to a state without exit.
    let toy = Toy::new(1)
        .chance(0, [(1, stays('a', 0), 1), (1, stays('e', 0), 3)])
        .chance(1, [(1, stays('b', 0), 2)])
        .chance(1, [(1, stays('c', 0), 1)])
        .end(2);
    assert_eq!(never(&toy), Error::NeverEnds("1".into()));
    // A decision that may collect points for ever has no finite value.
    let toy =
        Toy::new(1).decides(0, &[('a', &[(1, stays('e', 0), 1)]), ('b', &[(1, stays('r', 1), 0)])]).end(1);
    assert_eq!(never(&toy), Error::NeverEnds("0".into()));
}

#[test]
fn more_states_than_allowed_are_too_many() {
    let lattice = Lattice { side: 30, thick: 1 };
    let job = Job { most_states: 1000, ..Job::default() };
    let limit = |result: Result<(), Error>| match result.unwrap_err() {
        Error::Stop(Stop::TooManyStates { limit: 1000, layer }) => layer,
        other => panic!("{other}"),
    };
    // The corner up to diagonal d has (d+1)(d+2)(d+3)/6 points: 969 up to 16, and the steps from there exceed 1000.
    assert_eq!(limit(Graph::of(&lattice, &job).map(drop)), 16);
    limit(Graph::of(&lattice, &Job { threads: 2, ..job }).map(drop));
    limit(Graph::to_depth(&lattice, 90, &job).map(drop));
    limit(forward(&lattice, &[], &job).map(drop));
    assert!(Graph::of(&Lattice { side: 9, thick: 1 }, &job).is_ok(), "1000 are allowed");
}

#[test]
fn more_bytes_than_allowed_are_too_much() {
    let lattice = Lattice { side: 20, thick: 1 };
    let graph = Graph::of(&lattice, &Job::default()).unwrap();
    let job = Job { most_bytes: 100_000, ..Job::default() };
    let refused = |result: Result<(), Error>| {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Stop(Stop::TooMuchMemory { limit: 100_000, .. })), "{error}");
    };
    refused(Graph::of(&lattice, &job).map(drop));
    refused(Graph::to_depth(&lattice, 60, &job).map(drop));
    refused(forward(&lattice, &[], &job).map(drop));
    refused(distributions(&graph, &[graph.start()], &job).map(drop));
    refused(evaluate(&graph, 1, |_| vec![1u32.into()], &job).map(drop));
}

/// Work ends soon after the program exceeds the memory limit, long before the work would be done.
#[cfg(target_os = "linux")]
#[test]
fn work_ends_beyond_the_memory_limit() {
    let held = || resident_bytes().expect("Linux reports it");
    let most_bytes = held() + (32 << 20);
    // A graph of 8 million states takes hundreds of megabytes.
    let lattice = Lattice { side: 200, thick: 1 };
    let Err(Error::Stop(Stop::TooMuchMemory { limit, progress })) =
        Graph::of(&lattice, &Job { most_bytes, ..Job::default() })
    else {
        panic!("the memory limit does not stop the work")
    };
    assert_eq!(limit, most_bytes);
    assert!(progress.states < 4_000_000, "{progress:?}");
}

/// A game has from 1 to `MAX_SEATS` seats.
#[test]
fn impossible_numbers_of_seats_are_refused() {
    for seats in [0, MAX_SEATS + 1, Seat::MAX] {
        let toy = Toy::new(seats).chance(0, [passes_on()]).end(1);
        assert_eq!(refused(&toy), Error::Game(GameError::Seats(seats)));
        assert_eq!(
            approximate(&toy, &[], 1, 0.0, &Job::default()).err(),
            Some(Error::Game(GameError::Seats(seats)))
        );
    }
    let most = Toy::new(MAX_SEATS).chance(0, [passes_on()]).end(1);
    assert!(forward(&most, &[], &Job::default()).is_ok());
}

fn passes_on() -> (u64, Move, usize) {
    (1, passes('a', 1), 1)
}

/// Stops the work at a layer.
struct Until(u32);

impl Monitor for Until {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        if progress.layer >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_monitor_stops_the_work() {
    let lattice = Lattice { side: 12, thick: 1 };
    let graph = Graph::of(&lattice, &Job::default()).unwrap();
    let stopped = |layer, result: Result<(), Error>| match result.unwrap_err() {
        Error::Stop(Stop::ByMonitor(progress)) => assert_eq!(progress.layer, layer),
        other => panic!("{other}"),
    };
    for threads in [1, 2] {
        let job = Job { threads, monitor: &Until(9), ..Job::default() };
        stopped(9, Graph::of(&lattice, &job).map(drop));
        stopped(9, forward(&lattice, &[], &job).map(drop));
        // The evaluators of the graph begin at its end.
        stopped(36, distributions(&graph, &[graph.start()], &job).map(drop));
        stopped(36, evaluate(&graph, 1, |_| vec![1u32.into()], &job).map(drop));
    }
    let job = Job { monitor: &Until(0), ..Job::default() };
    stopped(0, Graph::to_depth(&lattice, 9, &job).map(drop));
    assert!(matches!(solve(&graph, &Gain, &job), Err(Error::Stop(Stop::ByMonitor(_)))));
}

/// A solution belongs to the graph that was solved, and not to an equal graph.
#[test]
#[should_panic(expected = "the solution belongs to the graph")]
fn a_solution_of_another_graph_is_refused() {
    let toy = Toy::new(1).chance(0, [(1, stays('a', 1), 1)]).end(0);
    let best = solve(&graph(&toy), &Gain, &Job::default()).expect("it ends");
    OptimalPlay::new(graph(&toy), best.solution().clone());
}
