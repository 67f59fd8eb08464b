//! Tests the reports of running work: its progress, the size of results, and scores that are too large.

use chancetree_engine::evaluate::{evaluate, evaluate_rounded};
use std::ops::ControlFlow;
use std::sync::Mutex;

use chancetree::game::{Points, Seat};
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Decisions, Objective};
use chancetree::model::{Error, Graph, Job, Monitor, Progress, Stop};
use chancetree::payoff::{Gain, Payoff, PayoffTable};
use chancetree::random::Random;
use chancetree_engine::evaluate::{
    RandomGame, approximate, count, distribution, distributions, forward, odds, play, solve,
};

use super::graph;
use oracles::monitors::StopAfter;
use oracles::toy::{Move, Toy, event};

/// Records every report to the monitor.
#[derive(Default)]
pub(super) struct Recorder(pub(super) Mutex<Vec<Progress>>, Mutex<Vec<(u64, u64)>>);

impl Monitor for Recorder {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.0.lock().expect("no panic").push(progress);
        ControlFlow::Continue(())
    }

    fn part_done(&self, done: u64, of: u64) {
        self.1.lock().expect("no panic").push((done, of));
    }
}

/// The number of checks of the limits, the most states in a report, and the number of passes that report their parts.
type Reports = (usize, u64, usize);

/// Returns the reports of the work to its monitor.
fn reports<T>(work: impl FnOnce(&Job<'_>) -> Result<T, Error>) -> Reports {
    let recorder = Recorder::default();
    work(&Job { monitor: &recorder, ..Job::default() }).expect("an answer");
    // The reported parts of a pass never decrease, and the pass ends at the total.
    let parts = recorder.1.into_inner().expect("no panic");
    let is_same_pass = |&(done, of): &(u64, u64), other: &(u64, u64)| done < of && (done, of) <= *other;
    let passes: Vec<_> = parts.chunk_by(is_same_pass).collect();
    let is_complete = |parts: &&[(u64, u64)]| parts.last().is_some_and(|(done, of)| done == of);
    assert!(passes.iter().all(is_complete), "{parts:?}");
    let all = recorder.0.into_inner().expect("no panic");
    (all.len(), all.iter().map(|progress| progress.states).max().unwrap_or_default(), passes.len())
}

#[test]
fn work_reports_its_checks_and_states() {
    let memory = Memory::new(40, 2).expect("a board");
    let guess = Guess::new(40, 2).expect("a game");
    let own = |job: &Job<'_>| Graph::of(&memory, job);
    let (board, numbers) =
        (own(&Job::default()).expect("a board"), Graph::of(&guess, &Job::default()).expect("a game"));
    let (alone, three) = (Memory::new(60, 1).expect("a board"), Memory::new(20, 3).expect("a board"));
    let decisions = Decisions::new(memory.clone());
    let decided = Graph::of(&decisions, &Job::default()).expect("a game");
    let wide = (1..5_000).fold(
        Toy::new(2).chance(0, (1..5_000).map(|state| event(1, 'a', state)).collect::<Vec<_>>()),
        |toy, state| toy.chance(1, [event(1, 'b', 5_000), event(state, 'c', 5_001)]),
    );
    let wide = wide.end(2).end(2);
    let weighted =
        Guess::new(40, 2).and_then(|game| game.weights(&(1..=40).collect::<Vec<_>>())).expect("a game");
    let intervals = Graph::of(&weighted, &Job::default()).expect("a game");
    let first = |node: usize| (node.is_multiple_of(2) && !intervals.is_end(node)).then_some(0);
    // The checks and the states of each kind of work.
    let all = [
        ("explore", reports(own), (318, 1_601, 0)),
        ("forward", reports(|job| forward(&memory, &[0, 0], job)), (314, 45_413, 0)),
        ("approximate", reports(|job| approximate(&memory, &[0, 0], 40, 0.0, job)), (314, 45_413, 0)),
        ("odds", reports(|job| odds(board.model(), &[0, 0], job)), (401, 45_491, 1)),
        ("distribution", reports(|job| distribution(board.model(), &[0, 0], job)), (80, 45_413, 1)),
        ("backward", reports(|job| distributions(board.model(), &[board.start()], job)), (81, 22_136, 1)),
        ("count", reports(|job| count(board.model(), &[0, 0], job)), (162, 45_491, 2)),
        ("evaluate", reports(|job| evaluate(board.model(), 1, |_| vec![1u32.into()], job)), (161, 1_600, 2)),
        (
            "rounded",
            reports(|job| evaluate_rounded(board.model(), 1, |_| vec![1u32.into()], job)),
            (161, 1_600, 2),
        ),
        ("forward of one", reports(|job| forward(&alone, &[0], job)), (474, 3_600, 0)),
        (
            "approximate of three",
            reports(|job| approximate(&three, &[0, 0, 0], 20, 0.0, job)),
            (154, 49_870, 0),
        ),
        ("solve memory", reports(|job| solve(&decided, &Objective::Pairs, job)), (124, 12_339, 1)),
        ("solve", reports(|job| solve(&numbers, &Gain, job)), (43, 41, 1)),
        ("explore many", reports(|job| Graph::of(&wide, job)), (14, 5_002, 0)),
        ("explore intervals", reports(|job| Graph::of(&weighted, job)), (86, 821, 0)),
        ("explore many to depth", reports(|job| Graph::to_depth(&wide, 2, job)), (11, 5_002, 0)),
        ("explore intervals to depth", reports(|job| Graph::to_depth(&weighted, 3, job)), (8, 821, 0)),
        ("unfold", reports(|job| intervals.unfolded(Some(3), job)), (61, 117_275, 0)),
        ("restrict", reports(|job| intervals.restricted(&first, job)), (4, 744, 0)),
        ("score", reports(|job| board.with_scores(&[0, 0], None, job)), (43, 45_491, 0)),
    ];
    let is_near = |(checks, states, passes): Reports, (some_checks, all_states, all_passes): Reports| {
        checks.abs_diff(some_checks) <= some_checks / 10 && (states, passes) == (all_states, all_passes)
    };
    let others: Vec<_> = all.iter().filter(|(_, reports, known)| !is_near(*reports, *known)).collect();
    assert!(others.is_empty(), "{others:?}");
    let states = (intervals.node_count() * size_of_val(intervals.state(0))) as u64;
    assert_eq!(intervals.bytes(), states + intervals.model().bytes());
    assert_eq!(format!("{intervals:?}"), format!("{:?}", intervals.model()));
}

/// An endless game is played until the monitor stops it.
#[test]
fn a_game_without_end_can_be_stopped() {
    let game = Toy::new(1).chance(0, [event(1, 'a', 0), event(1, 'b', 0)]);
    let graph = graph(&game);
    let job = Job { monitor: &StopAfter::new(1), ..Job::default() };
    let played = play(graph.model(), &[], &mut Random::seeded(1), &job);
    assert!(matches!(played, Err(Error::Stop(Stop::ByMonitor(_)))), "{played:?}");
}

/// Values beyond `i64` are refused in a game that reaches them, at an event and at an end.
#[test]
fn values_beyond_i64_are_refused() {
    struct Worth(i64, i64);
    impl Payoff<Toy> for Worth {
        fn event(&self, _: &Toy, _: Move, _: Points) -> i64 {
            self.0
        }
        fn end(&self, _: &Toy, _: &usize, _: Seat) -> i64 {
            self.1
        }
    }
    let game = Toy::new(1).chance(0, [event(1, 'a', 1)]).chance(1, [event(1, 'b', 2)]).end(2);
    let graph = graph(&game);
    let played = |worth: Worth| {
        let payoff_tables = [PayoffTable::of(&graph, &worth)];
        play(graph.model(), &payoff_tables, &mut Random::seeded(1), &Job::default())
            .map(|played| played.payoffs[0][0])
    };
    let half = i64::MAX / 2;
    assert_eq!(played(Worth(half, 1)), Ok(i64::MAX));
    assert_eq!(played(Worth(-half, -2)), Ok(i64::MIN));
    for worth in [Worth(half, 2), Worth(half + 1, 0), Worth(-half, -3), Worth(i64::MIN, 0)] {
        assert_eq!(played(worth), Err(Error::PayoffOverflow));
    }
}

/// Four certain events among three seats, with scores, turns, and a value of the end for each seat.
#[test]
fn a_certain_game_is_played_to_its_end() {
    struct Worth;
    impl Payoff<Toy> for Worth {
        fn event(&self, _: &Toy, event: Move, _: Points) -> i64 {
            10 * i64::from(event.points)
        }
        fn end(&self, _: &Toy, _: &usize, seat: Seat) -> i64 {
            i64::from(seat) + 1
        }
    }
    let step = |passes, points, target| [(1, Move { name: 'x', passes, points }, target)];
    // The turn passes from seat 0 to 2, to 2 again, to 0, to 1.
    let game = Toy::new(3)
        .chance(0, step(2, 5, 1))
        .chance(1, step(0, 3, 2))
        .chance(2, step(1, 4, 3))
        .chance(3, step(1, 7, 4))
        .end(4);
    let graph = graph(&game);
    let payoff_tables = [PayoffTable::of(&graph, &Gain), PayoffTable::of(&graph, &Worth)];
    let played =
        play(graph.model(), &payoff_tables, &mut Random::seeded(1), &Job::default()).expect("a game");
    let end = (0..graph.node_count()).find(|&node| graph.is_end(node)).expect("an end");
    // Seat 1 would move at the end, so seat 1 receives 1 for the end, seat 2 receives 2, and seat 0 receives 3.
    let worth = vec![vec![12, 0, 7], vec![123, 1, 72]];
    assert_eq!(played, RandomGame { points: vec![12, 0, 7], payoffs: worth, end, mover: 1, events: 4 });
}
