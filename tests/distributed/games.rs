//! The forward evaluator shared out among workers and processes: the digits of the single machine, or a clear error.

use crate::common::random::{Shape, toys};
use crate::common::toy::{Toy, event, pass, score};
use chancetree::cluster::{Cluster, Gathering};
use chancetree::engine::distributed::distributed;
use chancetree::engine::forward::{Forward, Measure, forward};
use chancetree::engine::{Error, Run, meeting};
use chancetree::game::{Points, Travel};
use chancetree::games::memory::Memory;
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
