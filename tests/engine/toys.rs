//! Small games with answers known in closed form: cycles, passed turns, decisions, ties, and games that break their
//! promises.

use crate::common::toy::{Move, Toy, event, pass, score};
use chancetree::evaluate::backward::distributions;
use chancetree::evaluate::bidirectional::odds;
use chancetree::evaluate::forward::{Measure, forward};
use chancetree::evaluate::solve::{Solution, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::game::{Choices, Game, NoAction, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::explore::discover;
use chancetree::model::{Error, Graph, Observer, Progress, Run};
use chancetree::payoff::Gain;
use std::ops::ControlFlow;

const ALONE: Run<'static> = Run { threads: 1, most_states: u64::MAX, most_bytes: u64::MAX, observer: &() };

fn graph(game: &Toy) -> Graph<Toy> {
    Graph::of(game, &ALONE).expect("a graph")
}

fn solved(game: &Toy) -> Result<Solution, Error> {
    solve(game, &graph(game), &Gain, &ALONE)
}

/// What the start is worth to each seat, the mover first.
fn value(game: &Toy) -> Vec<Rational> {
    let graph = graph(game);
    solve(game, &graph, &Gain, &ALONE).expect("values").value(graph.start())
}

/// Whoever throws heads first gets a point: of N players the k-th after the mover does with 2^(N-1-k) / (2^N - 1).
#[test]
fn first_heads_round_the_table() {
    for seats in 1..=6u8 {
        let toy = Toy::new(seats).chance(0, vec![score(1, 'H', 1, 1), pass(1, 'T', 0)]).end(1);
        let shares: Vec<_> =
            (0..seats).map(|k| ratio(1u64 << (seats - 1 - k), (1u64 << seats) - 1)).collect();
        assert_eq!(value(&toy), shares, "{seats}");
    }
}

/// A throw repeated until it succeeds with p = 2/7 pays 1 a failure: (1 - p) / p = 5/2 on average.
#[test]
fn a_loop_of_one_state() {
    let toy = Toy::new(1).chance(0, vec![event(2, 's', 1), score(5, 'f', 0, 1)]).end(1);
    assert_eq!(value(&toy), [ratio(5, 2)]);
}

/// Gambler's ruin on 0..=m: from i the top is reached with (1 - r^i) / (1 - r^m), r = q/p, and i/m when fair (Feller
/// 1968, XIV.2).
#[test]
fn gamblers_ruin() {
    for (up, down) in [(1u64, 1u64), (2, 1), (3, 5)] {
        let top = 12usize;
        for from in 1..top {
            // State 0 is the stake to begin with; stakes 1..top follow, then ruin and the top.
            let place = |stake: usize| {
                if stake == 0 {
                    top
                } else if stake == top {
                    top + 1
                } else {
                    stake
                }
            };
            let step = |stake: usize| {
                let higher = place(stake + 1);
                let win = if higher == top + 1 { score(up, 'u', higher, 1) } else { event(up, 'u', higher) };
                vec![win, event(down, 'd', place(stake - 1))]
            };
            let mut toy = Toy::new(1).chance(0, vec![event(1, '.', from)]);
            for stake in 1..top {
                toy = toy.chance(0, step(stake));
            }
            let toy = toy.end(1).end(1);
            let r = ratio(down, up);
            let expected = if up == down {
                ratio(from as u64, top as u64)
            } else {
                (ratio(1, 1) - r.pow(from as i32)) / (ratio(1, 1) - r.pow(top as i32))
            };
            assert_eq!(value(&toy), [expected], "{up}:{down} from {from}");
        }
    }
}

/// Each turn of two players is passed on with 1/3; taking ends it. v = 2/3 + w/3 with w what the other leaves: the
/// mover gets 2/3 (1 + 1/9 + ...) = 3/4. Through two states in turn, so that the component has two.
#[test]
fn a_turn_passed_through_two_states() {
    let toy = Toy::new(2)
        .chance(0, vec![score(2, 't', 2, 1), pass(1, 'p', 1)])
        .chance(0, vec![score(2, 't', 2, 1), pass(1, 'p', 0)])
        .end(1);
    assert_eq!(value(&toy), [ratio(3, 4), ratio(1, 4)]);
}

/// Stop with 3 points, or throw: half of the time 10 points, else nothing. 5 is more than 3.
#[test]
fn a_decision_takes_the_better() {
    let stop = |points| vec![score(1, 's', 1, points)];
    let throw = vec![score(1, 'w', 1, 10), event(1, 'l', 1)];
    for (points, best, policy) in [(3, ratio(5, 1), 1), (6, ratio(6, 1), 0)] {
        let toy = Toy::new(1).decision(0, vec![('a', stop(points)), ('b', throw.clone())]).end(1);
        let solution = solved(&toy).expect("values");
        assert_eq!((&solution.value(0)[0], solution.policy[0], solution.ties), (&best, policy, 0));
    }
}

/// In a cycle: 'a' leaves with 1/2 for 1 point; 'b' leaves with 1/4 for 3 points; else play comes back, and each try
/// of 'a' also pays 1. a: v = 1/2 (1 + 1) + 1/2 (1 + v) = 3; b: v = 3/4 v + 3/4 = 3. Made unequal by one more point.
#[test]
fn a_decision_in_a_cycle() {
    let toy = |bonus: u16| {
        Toy::new(1)
            .decision(
                0,
                vec![
                    ('a', vec![score(1, 'x', 1, 2), score(1, 'r', 0, 1)]),
                    ('b', vec![score(1, 'y', 1, 3 + bonus), event(3, 'z', 0)]),
                ],
            )
            .end(1)
    };
    let tie = solved(&toy(0)).expect("values");
    assert_eq!((&tie.value(0)[0], tie.ties), (&ratio(3, 1), 1));
    let better = solved(&toy(1)).expect("values");
    assert_eq!((&better.value(0)[0], better.policy[0], better.ties), (&ratio(4, 1), 1, 0));
}

/// Three seats: the mover is indifferent, the others are not. The first action is taken, and the tie counted.
#[test]
fn a_tie_among_three_seats_takes_the_first_action() {
    let then = |gain: u16| vec![score(1, '.', 3, gain)];
    let toy = Toy::new(3)
        .decision(
            0,
            vec![
                ('a', vec![(1, Move { name: 'p', passes: 1, points: 1 }, 1)]),
                ('b', vec![(1, Move { name: 'q', passes: 2, points: 1 }, 2)]),
            ],
        )
        .chance(1, then(5))
        .chance(1, then(7))
        .end(2);
    let solution = solved(&toy).expect("values");
    assert_eq!(solution.value(0), [ratio(1, 1), ratio(5, 1), ratio(0, 1)]);
    assert_eq!((solution.policy[0], solution.ties), (0, 1));
}

/// Nim with one heap, one or two matches a turn, a point for the last match: a heap of a multiple of 3 is lost.
#[test]
fn nim_is_lost_on_multiples_of_three() {
    let heap = 20usize;
    let mut toy = Toy::new(2);
    for taken in 0..heap {
        let left = heap - taken;
        let take = |count: usize| {
            let last = u16::from(count == left);
            vec![(1, Move { name: '-', passes: 1, points: last }, taken + count)]
        };
        let choices =
            (1..=left.min(2)).map(|count| (if count == 1 { '1' } else { '2' }, take(count))).collect();
        toy = toy.decision(taken as u32, choices);
    }
    let toy = toy.end(heap as u32);
    let graph = graph(&toy);
    let solution = solve(&toy, &graph, &Gain, &ALONE).expect("values");
    for taken in 0..heap {
        let wins = i64::from(!(heap - taken).is_multiple_of(3));
        assert_eq!(solution.value(taken), [ratio(wins, 1), ratio(1 - wins, 1)], "{} left", heap - taken);
    }
}

#[test]
fn what_never_ends_is_named() {
    let toy = Toy::new(1)
        .chance(0, vec![event(1, 'a', 1)])
        .chance(1, vec![event(1, 'b', 2)])
        .chance(1, vec![event(1, 'c', 1)]);
    assert_eq!(solved(&toy), Err(Error::NeverEnds("1".to_owned())));
}

/// One may pass for ever or take a point and end; passing cannot be better, and the solver must not stay in it.
#[test]
fn a_way_out_is_taken_where_staying_pays_nothing() {
    let toy =
        Toy::new(1).decision(0, vec![('a', vec![event(1, 'p', 0)]), ('b', vec![score(1, 't', 1, 1)])]).end(1);
    assert_eq!(value(&toy), [ratio(1, 1)]);
}

/// Staying pays a point each time: no policy that ends is best.
#[test]
fn a_cycle_that_pays_for_ever_is_refused() {
    let toy = Toy::new(1)
        .decision(0, vec![('a', vec![score(1, 'p', 0, 1)]), ('b', vec![score(1, 't', 1, 1)])])
        .end(1);
    assert_eq!(solved(&toy), Err(Error::NeverEnds("0".to_owned())));
}

#[test]
fn broken_promises_are_named() {
    let followed = |toy: &Toy| forward(toy, &[], Measure::Probability, &ALONE).map(|_| ());
    let found = |toy: &Toy| discover(toy, &ALONE).map(|_| ());
    for check in [followed, found] {
        let empty = Toy::new(1).chance(0, vec![event(1, 'a', 1)]).chance(1, vec![]);
        assert_eq!(check(&empty), Err(Error::EmptyChoice("1".to_owned())));
        let falls = Toy::new(1).chance(2, vec![event(1, 'a', 1)]).end(1);
        let named = Error::LayerFalls { from: "0".to_owned(), to: "1".to_owned() };
        assert_eq!(check(&falls), Err(named));
        let heavy = Toy::new(1).chance(0, vec![event(u64::MAX, 'a', 1), event(1, 'b', 1)]).end(1);
        assert_eq!(check(&heavy), Err(Error::WeightOverflow("0".to_owned())));
    }
    let decides =
        Toy::new(1).decision(0, vec![('a', vec![event(1, 'a', 1)]), ('b', vec![event(1, 'b', 1)])]).end(1);
    assert_eq!(followed(&decides), Err(Error::Decision("0".to_owned())));
    assert_eq!(
        distributions(&graph(&decides), &[0], &ALONE).map(|_| ()),
        Err(Error::Decision("0".to_owned()))
    );
    let rich =
        Toy::new(1).chance(0, vec![score(1, 'a', 1, u16::MAX)]).chance(1, vec![score(1, 'b', 2, 1)]).end(2);
    assert_eq!(followed(&rich), Err(Error::PointsOverflow));
    assert_eq!(distributions(&graph(&rich), &[0], &ALONE).map(|_| ()), Err(Error::PointsOverflow));
    assert_eq!(odds(&graph(&rich), &[], &ALONE).map(|_| ()), Err(Error::PointsOverflow));
    let cyclic = Toy::new(1)
        .chance(0, vec![event(1, 'a', 1)])
        .chance(1, vec![event(1, 'b', 1), event(1, 'c', 2)])
        .end(2);
    let cycle = Error::Cycle("1".to_owned());
    assert_eq!(followed(&cyclic), Err(cycle.clone()));
    assert_eq!(odds(&graph(&cyclic), &[], &ALONE).map(|_| ()), Err(cycle.clone()));
    assert_eq!(distributions(&graph(&cyclic), &[0], &ALONE).map(|_| ()), Err(cycle.clone()));
    let worth = |_| vec![1u32.into()];
    assert_eq!(graph(&cyclic).evaluate(1, worth, &ALONE).map(|_| ()), Err(cycle));
}

#[test]
fn limits_and_observers_stop_the_work() {
    struct Enough;
    impl Observer for Enough {
        fn step(&self, _: Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let game = Memory::new(20, 2).expect("a board");
    let stops = |run: &Run<'_>| {
        [forward(&game, &[], Measure::Probability, run).map(|_| ()), discover(&game, run).map(|_| ())]
            .map(|answer| answer.expect_err("a limit"))
    };
    for error in stops(&Run { most_states: 50, ..ALONE }) {
        assert!(matches!(error, Error::TooManyStates { limit: 50, .. }), "{error}");
    }
    for error in stops(&Run { most_bytes: 1000, ..ALONE }) {
        assert!(matches!(error, Error::TooMuchMemory { limit: 1000, .. }), "{error}");
    }
    for error in stops(&Run { observer: &Enough, ..ALONE }) {
        assert!(matches!(error, Error::Stopped(_)), "{error}");
    }
}

/// A walk of steps to the right, all in one layer but for its end: transpositions inside a layer are merged.
#[test]
fn steps_inside_a_layer() {
    let length = 30usize;
    let mut toy = Toy::new(2);
    for at in 0..length {
        let next = |by: usize| (at + by).min(length);
        toy = toy.chance(7, vec![score(1, 'a', next(1), 1), pass(2, 'b', next(2)), pass(1, 'c', next(3))]);
    }
    let toy = toy.end(9);
    let found = forward(&toy, &[], Measure::Probability, &ALONE).expect("odds");
    for threads in [1, 2] {
        let run = Run { threads, ..ALONE };
        let graph = Graph::of(&toy, &run).expect("a graph");
        assert_eq!(graph.node_count(), length + 1);
        assert_eq!(
            distributions(&graph, &[graph.start()], &run).expect("distributions")[0],
            found.distribution
        );
        let values = solve(&toy, &graph, &Gain, &run).expect("values");
        assert_eq!(values.value(graph.start()), found.distribution.expected());
    }
}

/// A board of two equal halves: canonical form merges mirror images and changes no answer.
#[test]
fn canonical_form_changes_no_answer() {
    struct Halves(bool);
    impl Game for Halves {
        type State = (u8, u8);
        type Action = NoAction;
        type Event = u8;
        fn start(&self) -> (u8, u8) {
            (5, 5)
        }
        fn expand(&self, &(left, right): &(u8, u8), choices: &mut Choices<Self>) {
            if left + right > 0 {
                choices
                    .chance()
                    .event(left.into(), 0, || (left - 1, right))
                    .event(right.into(), 1, || (left, right - 1));
            }
        }
        fn layer(&self, &(left, right): &(u8, u8)) -> u32 {
            u32::from(10 - left - right)
        }
        fn seats(&self) -> Seat {
            2
        }
        fn passes(&self, _: u8) -> Seat {
            1
        }
        fn points(&self, _: u8) -> u16 {
            1
        }
        fn canonical(&self, (left, right): (u8, u8)) -> (u8, u8) {
            if self.0 { (left.min(right), left.max(right)) } else { (left, right) }
        }
    }
    let answer = |game: &Halves| {
        let found = forward(game, &[], Measure::Probability, &ALONE).expect("odds");
        (found.distribution, discover(game, &ALONE).expect("a graph").states.len())
    };
    let (plain, many) = answer(&Halves(false));
    let (merged, few) = answer(&Halves(true));
    assert_eq!(plain, merged);
    assert_eq!((many, few), (36, 21));
}

/// Whatever is impossible is never computed.
#[test]
fn an_impossible_event_is_never_followed() {
    struct Careful;
    impl Game for Careful {
        type State = bool;
        type Action = NoAction;
        type Event = char;
        fn start(&self) -> bool {
            false
        }
        fn expand(&self, over: &bool, choices: &mut Choices<Self>) {
            if !over {
                choices.chance().event(0, 'x', || panic!("impossible")).event(1, 'y', || true);
            }
        }
        fn layer(&self, over: &bool) -> u32 {
            u32::from(*over)
        }
    }
    assert_eq!(discover(&Careful, &ALONE).expect("a graph").links.len(), 1);
}

/// A game that counts some events and not others is refused, not half believed.
#[test]
fn mixed_ways_are_refused() {
    struct Mixed;
    impl Game for Mixed {
        type State = u8;
        type Action = NoAction;
        type Event = char;
        fn start(&self) -> u8 {
            0
        }
        fn expand(&self, state: &u8, choices: &mut Choices<Self>) {
            if *state == 0 {
                choices.chance().event(1, 'x', || 1).event(1, 'y', || 2);
            }
        }
        fn layer(&self, state: &u8) -> u32 {
            u32::from(*state)
        }
        fn ways(&self, _: &u8, event: char) -> Option<u64> {
            (event == 'x').then_some(1)
        }
    }
    let error = Error::MixedWays("0".to_owned());
    assert_eq!(forward(&Mixed, &[], Measure::Probability, &ALONE).map(|_| ()), Err(error.clone()));
    let graph = Graph::of(&Mixed, &ALONE).expect("a graph");
    assert_eq!(distributions(&graph, &[0], &ALONE).map(|_| ()), Err(error.clone()));
    assert_eq!(graph.evaluate(1, |_| vec![1u32.into()], &ALONE).map(|_| ()), Err(error));
}
