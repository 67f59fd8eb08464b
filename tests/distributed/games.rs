//! The forward evaluator shared out among workers and processes: the digits of the single machine, or a clear error.

use crate::common::random::{Shape, toys};
use crate::common::toy::{Toy, event, pass, score};
use chancetree::cluster::{Cluster, Gathering};
use chancetree::engine::distributed::distributed;
use chancetree::engine::forward::{Forward, Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::engine::{Error, Run, backward::solve, discovery::discover, meeting};
use chancetree::game::{Points, Travel};
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::payoff::Gain;
use chancetree::transform::fixed::Fixed;
use proptest::prelude::*;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

impl Travel for Toy {
    fn pack(&self, state: &usize, bytes: &mut Vec<u8>) {
        bytes.extend((*state as u64).to_le_bytes());
    }

    fn unpack(&self, bytes: &[u8]) -> Option<usize> {
        let state = u64::from_le_bytes(bytes.try_into().ok()?) as usize;
        (state < self.states.len()).then_some(state)
    }
}

/// What this process finds with so many workers.
fn alone<G: Travel>(game: &G, scores: &[Points], threads: usize) -> Result<Forward, Error> {
    let found = distributed(game, scores, Cluster::alone(threads), None, &Run::default())?;
    Ok(found.expect("process 0 has the answer").0)
}

/// Listeners on free ports, and where they listen.
fn listeners(count: usize) -> (Vec<TcpListener>, Vec<(String, SocketAddr)>) {
    let listeners: Vec<_> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let hosts = listeners.iter().map(|listener| listener.local_addr().expect("an address"));
    let hosts = hosts.map(|address| (address.to_string(), address)).collect();
    (listeners, hosts)
}

/// What several clusters in this process find together, each with a line to every other.
fn several<G: Travel>(
    game: &G,
    scores: &[Points],
    processes: usize,
    threads: usize,
) -> Vec<Result<Option<Forward>, Error>> {
    let (listeners, hosts) = listeners(processes);
    let one = |(me, listener)| {
        let gathering = Gathering {
            me,
            hosts: hosts.clone(),
            listener,
            threads,
            patience: Duration::from_secs(60),
            work: "a game".to_owned(),
            saved: Vec::new(),
        };
        let run = Run::default();
        let cluster = gathering.gather(&run)?;
        let found = distributed(game, scores, cluster, None, &run)?;
        Ok(found.map(|(found, exchanged)| {
            assert!(exchanged.states > 0 && exchanged.bytes > exchanged.states);
            found
        }))
    };
    std::thread::scope(|scope| {
        let one = &one;
        let all: Vec<_> =
            listeners.into_iter().enumerate().map(|own| scope.spawn(move || one(own))).collect();
        all.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

fn same(one: &Forward, other: &Forward) {
    let law =
        |found: &Forward| found.law.iter().map(|(score, share)| (score.to_vec(), share)).collect::<Vec<_>>();
    assert_eq!(law(one), law(other));
    assert_eq!((one.states, one.transitions, one.ends), (other.states, other.transitions, other.ends));
    assert_eq!(one.layers, other.layers);
}

#[test]
fn workers_of_one_process_find_what_one_finds() {
    for (pairs, players, scores) in
        [(1, 2, [0, 0].as_slice()), (8, 2, &[1, 0]), (9, 3, &[0, 0, 0]), (6, 6, &[0; 6]), (4, 9, &[0; 9])]
    {
        let game = Memory::new(pairs, players).expect("a board");
        let single = forward(&game, scores, Measure::Probability, &Run::default()).expect("odds");
        let odds = meeting::odds(&game, scores, &Run::default()).expect("odds");
        for threads in [1, 2, 3] {
            let found = alone(&game, scores, threads).expect("odds");
            same(&found, &single);
            assert_eq!(
                (found.law.outcomes(), found.law.expected()),
                (odds.outcomes.clone(), odds.expected.clone())
            );
        }
    }
}

#[test]
fn processes_find_what_one_finds() {
    for (pairs, players) in [(12, 2), (8, 3), (6, 4)] {
        let game = Memory::new(pairs, players).expect("a board");
        let scores = vec![0; usize::from(players)];
        let single = forward(&game, &scores, Measure::Probability, &Run::default()).expect("odds");
        for (processes, threads) in [(2, 1), (3, 1), (2, 2)] {
            let mut found = several(&game, &scores, processes, threads).into_iter();
            same(&found.next().expect("process 0").expect("odds").expect("the answer"), &single);
            assert!(found.all(|other| matches!(other, Ok(None))));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Steps inside layers, denominators, long weights.
    #[test]
    fn random_games_agree(
        toy in toys(Shape { seats: 3, states: 12, decides: false, cycles: false, heavy: true }),
        threads in 1usize..4,
    ) {
        let scores = vec![0; usize::from(toy.seats)];
        let single = forward(&toy, &scores, Measure::Probability, &Run::default()).expect("odds");
        same(&alone(&toy, &scores, threads).expect("odds"), &single);
    }
}

#[test]
fn a_number_is_guessed_under_a_policy() {
    for (numbers, players) in [(9, 2), (12, 3)] {
        let game = Guess::new(numbers, players).expect("a game");
        let run = Run::default();
        let graph = Graph::from(discover(&game, &run).expect("a sound game"));
        let solution = solve(&game, &graph, &Gain, &run).expect("a value");
        let fixed = Fixed::new(&game, solution.actions_taken(&graph));
        let scores = vec![0; usize::from(players)];
        let single = forward(&fixed, &scores, Measure::Probability, &run).expect("odds");
        same(&alone(&fixed, &scores, 2).expect("odds"), &single);
        let found = several(&fixed, &scores, 2, 1).swap_remove(0);
        same(&found.expect("odds").expect("the answer"), &single);
    }
}

#[test]
fn a_deep_layer_is_followed_and_a_cycle_is_named() {
    let mut deep = Toy::new(2);
    for state in 0..70 {
        deep = deep.chance(0, vec![score(1, 'a', state + 1, 1), pass(2, 'b', state + 1)]);
    }
    let deep = deep.end(0);
    let single = forward(&deep, &[0, 0], Measure::Probability, &Run::default()).expect("odds");
    for threads in [1, 2] {
        same(&alone(&deep, &[0, 0], threads).expect("odds"), &single);
    }
    let cyclic = Toy::new(1)
        .chance(0, vec![event(1, 'a', 1), event(1, 'b', 4)])
        .chance(1, vec![event(1, 'a', 2)])
        .chance(1, vec![event(1, 'a', 3)])
        .chance(1, vec![event(1, 'a', 2), event(1, 'b', 4)])
        .end(2);
    let cycle = Error::Cycle("2".to_owned());
    assert_eq!(forward(&cyclic, &[0], Measure::Probability, &Run::default()).expect_err("a cycle"), cycle);
    for threads in [1, 3] {
        assert_eq!(alone(&cyclic, &[0], threads).expect_err("a cycle"), cycle);
    }
    for found in several(&cyclic, &[0], 3, 1) {
        match found.expect_err("a cycle") {
            Error::Elsewhere { what, stopped: false } => assert!(what.ends_with("play can come back to 2")),
            other => assert_eq!(other, cycle),
        }
    }
}

#[test]
fn decisions_limits_and_too_many_points_are_refused() {
    let decided =
        Toy::new(1).decision(0, vec![('x', vec![event(1, 'a', 1)]), ('y', vec![event(1, 'a', 1)])]).end(1);
    assert_eq!(alone(&decided, &[0], 2).expect_err("a decision"), Error::Decision("0".to_owned()));
    let game = Memory::new(8, 2).expect("a board");
    assert_eq!(alone(&game, &[Points::MAX, 1], 2).expect_err("points"), Error::PointsOverflow);
    let few = Run { most_states: 402, ..Run::default() };
    let limited = |run: &Run<'_>| distributed(&game, &[0, 0], Cluster::alone(2), None, run);
    assert!(matches!(limited(&few), Err(Error::TooManyStates { limit: 402, .. })));
    assert!(limited(&Run { most_states: 403, ..Run::default() }).is_ok());
    assert!(matches!(limited(&Run { most_bytes: 1, ..Run::default() }), Err(Error::TooMuchMemory { .. })));
}
