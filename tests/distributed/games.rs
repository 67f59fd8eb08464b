//! Forward evaluation and solving by several threads and processes: the result of one process, or a clear error.

use chancetree::distributed::cluster::{Cluster, ClusterConfig};
use chancetree::distributed::{Exchanged, Optimum, SolveQuery, StoreSections, forward_on_cluster, solved};
use chancetree::game::{MAX_POINTS, Points, StateCodec};
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Graph, Job, Stop};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{self, ForwardResult, forward, solve};
use oracles::fixed::Fixed;
use oracles::random::{Shape, toys};
use oracles::toy::{Toy, event, pass, score};
use proptest::prelude::*;
use std::net::{SocketAddr, TcpListener};
use std::sync::Barrier;
use std::time::Duration;

/// Returns listeners on free ports, and their addresses.
fn listeners(count: usize) -> (Vec<TcpListener>, Vec<(String, SocketAddr)>) {
    let listeners: Vec<_> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let hosts = listeners.iter().map(|listener| listener.local_addr().expect("an address"));
    let hosts = hosts.map(|address| (address.to_string(), address)).collect();
    (listeners, hosts)
}

/// Returns the configuration of one cluster member in this process.
fn config(
    process: usize,
    listener: TcpListener,
    hosts: &[(String, SocketAddr)],
    fingerprint: &str,
) -> ClusterConfig {
    ClusterConfig {
        process,
        hosts: hosts.to_vec(),
        listener,
        connect_timeout: Duration::from_secs(60),
        fingerprint: fingerprint.to_owned(),
        saved: Vec::new(),
        lost: None,
    }
}

/// Returns the results of several cluster members in this process, each connected to all others.
fn run_all<T: Send>(
    processes: usize,
    find: impl Fn(Cluster) -> Result<Option<T>, Error> + Sync,
) -> Vec<Result<Option<T>, Error>> {
    if processes == 1 {
        return vec![find(Cluster::alone())];
    }
    let (listeners, hosts) = listeners(processes);
    let one =
        |(process, listener)| find(config(process, listener, &hosts, "a game").connect(&Job::default())?);
    std::thread::scope(|scope| {
        let one = &one;
        let all: Vec<_> =
            listeners.into_iter().enumerate().map(|own| scope.spawn(move || one(own))).collect();
        all.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

/// Returns the answer of process 0, or the first error that is not about another process. Other processes have no answer.
fn combine<T: std::fmt::Debug>(all: Vec<Result<Option<T>, Error>>) -> Result<T, Error> {
    let mut all = all.into_iter();
    let mut first = all.next().expect("process 0");
    for other in all {
        match (&first, other) {
            (_, Ok(other)) => assert!(other.is_none(), "{other:?}"),
            (Err(Error::Process(_) | Error::Stop(Stop::InProcess(_))), Err(error)) => first = Err(error),
            (found, Err(_)) => assert!(found.is_err(), "{found:?}"),
        }
    }
    first.map(|found| found.expect("process 0 has the answer"))
}

/// Evaluates a game forward with several processes. Returns the result of each process.
fn forward_each<G: StateCodec>(
    game: &G,
    scores: &[Points],
    processes: usize,
    threads: usize,
) -> Vec<Result<Option<(ForwardResult, Exchanged)>, Error>> {
    let job = Job { threads, ..Job::default() };
    run_all(processes, |cluster| forward_on_cluster(game, scores, cluster, &StoreSections::default(), &job))
}

/// Returns the result of several processes with one thread each.
fn forward_on<G: StateCodec>(game: &G, scores: &[Points], processes: usize) -> Result<ForwardResult, Error> {
    combine(forward_each(game, scores, processes, 1)).map(|(found, _)| found)
}

fn assert_same(one: &ForwardResult, other: &ForwardResult) {
    let distribution = |found: &ForwardResult| {
        found.distribution.iter().map(|(score, share)| (score.to_vec(), share)).collect::<Vec<_>>()
    };
    assert_eq!(distribution(one), distribution(other));
    assert_eq!((one.states, one.transitions, one.ends), (other.states, other.transitions, other.ends));
    assert_eq!(one.layers, other.layers);
}

#[test]
fn several_processes_have_the_odds_of_one() {
    for (pairs, players, scores) in
        [(1, 2, [0, 0].as_slice()), (8, 2, &[1, 0]), (9, 3, &[0, 0, 0]), (6, 6, &[0; 6]), (4, 9, &[0; 9])]
    {
        let game = Memory::new(pairs, players).expect("a board");
        let single = forward(&game, scores, &Job::default()).expect("odds");
        let odds =
            evaluate::odds(&Graph::of(&game, &Job::default()).expect("a graph"), scores, &Job::default())
                .expect("odds");
        for processes in [1, 2, 3] {
            let found = forward_on(&game, scores, processes).expect("odds");
            assert_same(&found, &single);
            assert_eq!(
                (found.distribution.outcomes(), found.distribution.expected()),
                (odds.outcomes.clone(), odds.expected.clone())
            );
        }
    }
}

#[test]
fn processes_with_threads_have_the_odds_of_one() {
    for (pairs, players) in [(12, 2), (8, 3), (6, 4)] {
        let game = Memory::new(pairs, players).expect("a board");
        let scores = vec![0; usize::from(players)];
        let single = forward(&game, &scores, &Job::default()).expect("odds");
        for (processes, threads) in [(2, 1), (3, 1), (2, 2)] {
            let (found, exchanged) = combine(forward_each(&game, &scores, processes, threads)).expect("odds");
            assert_same(&found, &single);
            assert!(exchanged.states > 0 && exchanged.bytes > exchanged.states);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Games with steps inside layers, denominators and long weights.
    #[test]
    fn random_games_agree(
        toy in toys(Shape { seats: 3, states: 12, decides: false, cycles: false, heavy: true, least: 0 }),
        processes in 1usize..4,
    ) {
        let scores = vec![0; usize::from(toy.seats)];
        let single = forward(&toy, &scores, &Job::default()).expect("odds");
        assert_same(&forward_on(&toy, &scores, processes).expect("odds"), &single);
    }
}

#[test]
fn a_policy_for_guess_is_followed() {
    for (numbers, players) in [(9, 2), (12, 3)] {
        let game = Guess::new(numbers, players).expect("a game");
        let job = Job::default();
        let graph = Graph::of(&game, &job).expect("a sound game");
        let solution = solve(&graph, &Gain, &job).expect("a value");
        let fixed = Fixed::new(&game, solution.actions_taken());
        let scores = vec![0; usize::from(players)];
        let single = forward(&fixed, &scores, &job).expect("odds");
        assert_same(&forward_on(&fixed, &scores, 2).expect("odds"), &single);
    }
}

#[test]
fn a_deep_layer_is_evaluated_and_a_cycle_is_an_error() {
    let mut deep = Toy::new(2);
    for state in 0..70 {
        deep = deep.chance(0, vec![score(1, 'a', state + 1, 1), pass(2, 'b', state + 1)]);
    }
    let deep = deep.end(0);
    let single = forward(&deep, &[0, 0], &Job::default()).expect("odds");
    for processes in [1, 2] {
        assert_same(&forward_on(&deep, &[0, 0], processes).expect("odds"), &single);
    }
    let cyclic = Toy::new(1)
        .chance(0, vec![event(1, 'a', 1), event(1, 'b', 4)])
        .chance(1, vec![event(1, 'a', 2)])
        .chance(1, vec![event(1, 'a', 3)])
        .chance(1, vec![event(1, 'a', 2), event(1, 'b', 4)])
        .end(2);
    let cycle = Error::Cycle("2".to_owned());
    assert_eq!(forward(&cyclic, &[0], &Job::default()).expect_err("a cycle"), cycle);
    assert_eq!(forward_on(&cyclic, &[0], 1).expect_err("a cycle"), cycle);
    for found in forward_each(&cyclic, &[0], 3, 1) {
        match found.expect_err("a cycle") {
            Error::Process(what) => assert!(what.ends_with("play can return to 2")),
            other => assert_eq!(other, cycle),
        }
    }
}

#[test]
fn decisions_limits_and_too_many_points_are_refused() {
    let decided =
        Toy::new(1).decision(0, vec![('x', vec![event(1, 'a', 1)]), ('y', vec![event(1, 'a', 1)])]).end(1);
    assert_eq!(forward_on(&decided, &[0], 2).expect_err("a decision"), Error::Decision("0".to_owned()));
    let game = Memory::new(8, 2).expect("a board");
    assert_eq!(forward_on(&game, &[MAX_POINTS, 1], 2).expect_err("points"), Error::PointsOverflow);
    let few = Job { most_states: 402, ..Job::default() };
    let limited = |job: &Job<'_>| {
        combine(run_all(2, |cluster| {
            forward_on_cluster(&game, &[0, 0], cluster, &StoreSections::default(), job)
        }))
    };
    assert!(matches!(limited(&few), Err(Error::Stop(Stop::TooManyStates { limit: 402, .. }))));
    assert!(limited(&Job { most_states: 403, ..Job::default() }).is_ok());
    assert!(matches!(
        limited(&Job { most_bytes: 1, ..Job::default() }),
        Err(Error::Stop(Stop::TooMuchMemory { .. }))
    ));
}

/// Returns the value of optimal play computed by one process.
fn solve_alone<G: StateCodec>(game: &G) -> Result<Optimum, Error> {
    let job = Job::default();
    let graph = Graph::of(game, &job)?;
    let solution = solve(&graph, &Gain, &job)?;
    Ok(Optimum {
        values: vec![solution.value(graph.start())],
        states: graph.node_count() as u64,
        transitions: graph.edge_count() as u64,
        ties: solution.ties,
        counted: (0..graph.node_count()).filter(|&node| graph.is_end(node)).count() as u64,
    })
}

/// Solves a game on one cluster member, and counts ends.
fn solve_with<G: StateCodec>(game: &G, cluster: Cluster) -> Result<Option<(Optimum, Exchanged)>, Error> {
    let query = SolveQuery { payoffs: &[&Gain], counts: &|_, taken| taken.is_none() };
    solved(game, &query, cluster, &StoreSections::default(), &Job::default())
}

/// Solves a game with several processes.
fn solve_cluster<G: StateCodec>(game: &G, processes: usize) -> Result<(Optimum, Exchanged), Error> {
    combine(run_all(processes, |cluster| solve_with(game, cluster)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Games with steps inside layers, ties and several seats.
    #[test]
    fn random_games_of_decisions_agree(
        toy in toys(Shape { seats: 3, states: 12, decides: true, cycles: false, heavy: true, least: 0 }),
        processes in 1usize..4,
    ) {
        prop_assert_eq!(solve_cluster(&toy, processes).expect("a value").0, solve_alone(&toy).expect("a value"));
    }
}

#[test]
fn several_processes_solve_as_one() {
    let guess = |numbers, players| Guess::new(numbers, players).expect("a game");
    let weighted = guess(6, 2).weights(&[1, 2, 0, 4, 5, 6]).expect("weights").guesses(3).expect("a guess");
    for game in [guess(1, 1), guess(20, 2), guess(13, 3), weighted] {
        let expected = solve_alone(&game).expect("a value");
        for processes in [1, 2, 3] {
            let (found, exchanged) = solve_cluster(&game, processes).expect("a value");
            assert_eq!(found, expected);
            assert!(exchanged.states > 0 || processes == 1 || expected.states <= 5);
        }
    }
}

#[test]
fn a_cycle_with_decisions_is_an_error() {
    let decision = |toy: Toy, layer, next: [usize; 2]| {
        toy.decision(layer, vec![('x', vec![event(1, 'a', next[0])]), ('y', vec![event(1, 'a', next[1])])])
    };
    let mut deep = Toy::new(2);
    for state in 0..70 {
        deep = decision(deep, 0, [state + 1, state + 1]);
    }
    let deep = deep.end(0);
    // State 0 leads to the cycle of 1 and 2, but is not on it.
    let cyclic = decision(decision(decision(Toy::new(1), 0, [1, 3]), 1, [2, 3]), 1, [1, 3]).end(2);
    for processes in [1, 2, 3] {
        let (found, _) = solve_cluster(&deep, processes).expect("a value");
        assert_eq!((found.clone(), found.ties), (solve_alone(&deep).expect("a value"), 70));
        assert_eq!(solve_cluster(&cyclic, processes).expect_err("a cycle"), Error::Cycle("1".to_owned()));
    }
}

/// Runs one closure on each of two cluster members with these fingerprints.
fn run_pair<T: Send>(
    fingerprints: [&str; 2],
    find: [&(dyn Fn(Result<Cluster, Error>) -> T + Sync); 2],
) -> [T; 2] {
    let (listeners, hosts) = listeners(2);
    std::thread::scope(|scope| {
        let mut processes = listeners.into_iter().zip(fingerprints).zip(find).enumerate();
        let mut start = || {
            let (process, ((listener, fingerprint), find)) = processes.next()?;
            let config = config(process, listener, &hosts, fingerprint);
            Some(scope.spawn(move || find(config.connect(&Job::default()))))
        };
        let all = [start(), start()];
        all.map(|process| process.expect("two").join().expect("no panic"))
    })
}

/// The fingerprint is longer than a network packet, a buffer of the `timely` crate, and any command line.
#[test]
fn fingerprints_of_any_length_are_compared() {
    let long = "which? ".repeat(1_000_000);
    // No process leaves before the other process is connected.
    let connected = Barrier::new(2);
    let connect = |cluster: Result<Cluster, Error>| {
        connected.wait();
        cluster.map(|cluster| cluster.processes())
    };
    for found in run_pair([&long, &long], [&connect, &connect]) {
        assert_eq!(found, Ok(2));
    }
    let other = format!("{long}!");
    for found in run_pair([&long, &other], [&connect, &connect]) {
        match found.expect_err("other work") {
            Error::Process(what) => {
                assert!(what.contains("has other work: which? "), "{what}");
                assert!(what.len() < 1_000, "{} bytes", what.len());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_process_that_leaves_stops_the_work() {
    let game = Memory::new(6, 2).expect("a board");
    let connected = Barrier::new(2);
    let work = |cluster: Result<Cluster, Error>| {
        connected.wait();
        forward_on_cluster(&game, &[0, 0], cluster?, &StoreSections::default(), &Job::default()).map(drop)
    };
    let leave = |cluster: Result<Cluster, Error>| {
        connected.wait();
        cluster.map(drop)
    };
    let [worked, left] = run_pair(["a game"; 2], [&work, &leave]);
    assert_eq!(left, Ok(()));
    match worked {
        Err(Error::Process(what)) => {
            assert!(what.ends_with("it ended before the work was done"), "{what}");
        }
        other => panic!("{other:?}"),
    }
}
