//! Cost estimates of Memory, extrapolated from smaller boards.

use super::plan_monitor::{TestMonitor, count, double, number, samples};
use chancetree::family::ReportValue;
use chancetree::game::{Game as _, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::{Job, Monitor, Progress};
use chancetree_engine::evaluate::{counts, odds};
use chancetree_engine::model::memory_usage::MemoryUsage;
use chancetree_families::memory::family::Start;
use chancetree_families::memory::plan::RobotCostModel;
use chancetree_families::plan::CostModel as _;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// An environment whose clock advances by some milliseconds with each report of progress.
struct Slow(TestMonitor, u64);

impl Slow {
    fn job(&self) -> Job<'_> {
        Job { monitor: self, ..self.0.job() }
    }
}

impl Monitor for Slow {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.0.pass(self.1);
        Monitor::tick(&self.0, progress)
    }

    fn check(&self) -> ControlFlow<()> {
        self.0.check()
    }

    fn now(&self) -> Duration {
        self.0.now()
    }

    fn memory(&self) -> MemoryUsage {
        self.0.memory()
    }

    fn exceeds_memory(&self, limit: u64, more: u64) -> bool {
        self.0.exceeds_memory(limit, more)
    }
}

/// Records the most bytes that values take.
struct PeakValueBytes(AtomicU64);

impl PeakValueBytes {
    fn of(work: impl FnOnce(&Job<'_>)) -> f64 {
        let most = Self(AtomicU64::new(0));
        work(&Job { monitor: &most, ..Job::default() });
        most.0.load(Relaxed) as f64
    }
}

impl Monitor for PeakValueBytes {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn value_bytes(&self, bytes: u64) {
        self.0.fetch_max(bytes, Relaxed);
    }
}

/// The ratio of allocated bytes to planned bytes.
const ALLOCATED: f64 = 1.25;

/// Returns the states and transitions of a board, the bytes of its graph, and the most bytes of lists during the count.
fn counted(pairs: u16, players: u8) -> ([u64; 2], f64, f64) {
    let (mut numbers, mut bytes) = ([0; 2], 0.0);
    let most = PeakValueBytes::of(|job| {
        let graph = Memory::new(pairs, players).expect("a board").graph(job).expect("it is small");
        let found = counts(&graph, &[graph.start()], &[], job).expect("it is small").swap_remove(0);
        (numbers, bytes) = ([found.states, found.transitions], graph.bytes() as f64);
    });
    (numbers, bytes, most)
}

/// Extrapolates the power law through two boards to a third.
fn grown([(a, at_a), (b, at_b)]: [(u16, f64); 2], at: u16) -> f64 {
    let [a, b, at] = [a, b, at].map(f64::from);
    at_b * (at / b).powf((at_b / at_a).log(b / a))
}

fn is_near(one: f64, other: f64) -> bool {
    (one / other - 1.0).abs() < 1e-9
}

/// Returns half the number of limbs of the number of deals, (2n)! / (n! 2^n).
fn limbs(pairs: u16) -> f64 {
    let odd: f64 = (0..pairs).map(|pair| f64::from(2 * pair + 1).ln()).sum();
    odd / std::f64::consts::LN_2 / 128.0
}

/// Returns the planned growth of time: for each transition, the multiplied limbs and six more.
fn grown_time(board: (u16, f64), of: (u16, f64)) -> f64 {
    let work = |(pairs, transitions): (u16, f64)| (limbs(pairs) + 6.0) * transitions;
    work(board) / work(of)
}

/// Returns robots at a fresh board.
fn robots(pairs: u16, players: Seat) -> RobotCostModel {
    RobotCostModel(Start { players, ..Start::default() }.position(pairs).expect("a board"))
}

/// Boards of Memory are played, each half as large again as the last, until one takes two seconds; the estimate uses these
/// samples. Boards of every second size are counted for another two seconds.
#[test]
fn boards_of_memory_are_forecast_from_smaller_ones() {
    let sizes = [4, 6, 9, 13, 19, 28, 42];
    for (pairs, tick, played, last) in
        [(24, 10, &sizes[..4], 6), (24, 100, &sizes[..1], 4), (25, 40, &sizes[..1], 3), (60, 3, &sizes, 20)]
    {
        let slow = Slow(TestMonitor::new(), tick);
        let report =
            robots(pairs, 2).forecast(&slow.job()).expect("no limit is exceeded").report(&slow.job());
        let samples = samples(&report);
        let what = format!("{pairs} pairs, {tick} ms: {samples:?}");
        assert_eq!(samples.iter().map(|sample| sample.0).collect::<Vec<_>>(), played, "{what}");
        let (largest, seconds, held) = samples[samples.len() - 1];
        assert!(samples.iter().all(|sample| (sample.1 > 2.0) == (sample.0 == largest)), "{what}");
        let known = [last - 2, last].map(|pairs| (pairs, counted(pairs, 2).0));
        let of = |which: usize| known.map(|(pairs, numbers)| (pairs, numbers[which] as f64));
        // The board itself may be counted in time without being played.
        let itself = (last == 20).then(|| counted(pairs, 2).0);
        for (which, key) in ["states", "transitions"].into_iter().enumerate() {
            let [number, how] = count(&report, key);
            if let Some(numbers) = itself {
                assert_eq!(number, numbers[which].to_string(), "{what}");
                assert_eq!(how, "counted", "{what}");
            } else {
                assert_eq!(number, format!("about {:.1e}", grown(of(which), pairs)), "{what}");
                assert!(how.ends_with(&format!("from {last} pairs on")), "{how}: {what}");
            }
        }
        let transitions = itself.map_or_else(|| grown(of(1), pairs), |numbers| numbers[1] as f64);
        let played = counted(largest as u16, 2).0[1] as f64;
        let factor = grown_time((pairs, transitions), (largest as u16, played));
        assert!(is_near(double(&report, "seconds"), seconds * factor), "{what}");
        // Bytes are those that the engine held, and the planned increase.
        if itself.is_some() {
            let graph_and_lists = |pairs: u16| {
                let (_, graph, lists) = counted(pairs, 2);
                graph + lists
            };
            let of_a_layer =
                |(pairs, transitions): (u16, f64)| transitions / f64::from(pairs) * (limbs(pairs) + 1.0);
            let growth = of_a_layer((pairs, transitions)) / of_a_layer((largest as u16, played));
            let numbers = (held - graph_and_lists(largest as u16)).max(held / 8.0);
            let more = graph_and_lists(pairs) - graph_and_lists(largest as u16) + numbers * (growth - 1.0);
            let bytes = double(&report, "bytes");
            assert!((bytes - ALLOCATED * (held + more)).abs() < 1.0, "{what}: {bytes}, {held}, {more}");
        }
    }
}

/// A small board is played and counted in time, and nothing is fitted.
#[test]
fn small_boards_of_memory_are_measured() {
    for (pairs, players, how) in [(9, 2, "counted"), (12, 4, "counted"), (1, 1, "counted")] {
        let slow = Slow(TestMonitor::new(), 0);
        let report =
            robots(pairs, players).forecast(&slow.job()).expect("no limit is exceeded").report(&slow.job());
        let numbers = counted(pairs, players).0.map(|number| [number.to_string(), how.to_owned()]);
        assert_eq!(["states", "transitions"].map(|key| count(&report, key)), numbers);
        assert_eq!(number(&report, "measured"), &ReportValue::Flag(true));
        assert_eq!(double(&report, "seconds"), 0.0);
        assert_eq!(robots(pairs, players).states(&slow.job()), Some(numbers[0][0].clone()));
        // An estimate needs other boards.
        assert_eq!(robots(pairs, players).bytes(&slow.job()), None);
    }
    let slow = Slow(TestMonitor::new(), 100);
    assert_eq!(robots(24, 2).states(&slow.job()), None, "a fit is not a result");
}

/// The estimate of bytes adds up the bytes that the engine held on the largest board played, the bytes of numbers times the
/// growth of the rows of a layer, and the growth of everything else.
#[test]
fn memory_of_large_boards_is_forecast_quickly() {
    for (pairs, players, known) in [(110, 2, 20), (111, 2, 19)] {
        let slow = |idle: u64| Slow(TestMonitor { idle, ..TestMonitor::new() }, 0);
        let bytes_with = |idle: u64| robots(pairs, players).bytes(&slow(idle).job()).expect("an estimate");
        let bytes = bytes_with(0);
        assert!((bytes_with(5_000_000) - bytes - 5e6).abs() < 1e-3);
        let [before, played, whole] =
            [63, 94, pairs].map(|pairs| (pairs, counted(pairs, players).0[1] as f64));
        // A board with this many products is large enough for an estimate.
        let products = |(pairs, transitions): (u16, f64)| transitions * (limbs(pairs) + 6.0);
        assert!(products(before) < 4e6 && products(played) >= 4e6);
        let mut graph_bytes = 0.0;
        let values = PeakValueBytes::of(|job| {
            let graph = Memory::new(played.0, players).expect("a board").graph(job).expect("it is small");
            odds(&graph, &[], job).expect("it is small");
            graph_bytes = graph.bytes() as f64;
        });
        let held = graph_bytes + values;
        let [(_, graph, lists), (_, later, longer)] = [known - 2, known].map(|pairs| counted(pairs, players));
        let graph_and_lists = |pairs: u16| {
            let grown = |one: f64, other: f64| grown([(known - 2, one), (known, other)], pairs);
            grown(graph, later) + grown(lists, longer).min((1u64 << 28) as f64)
        };
        let of_a_layer =
            |(pairs, transitions): (u16, f64)| transitions / f64::from(pairs) * (limbs(pairs) + 1.0);
        let growth = of_a_layer(whole) / of_a_layer(played);
        let numbers = (held - graph_and_lists(played.0)).max(held / 8.0);
        let expected = ALLOCATED
            * (held + graph_and_lists(pairs) - graph_and_lists(played.0) + numbers * (growth - 1.0));
        assert!(is_near(bytes, expected), "{pairs}, {players}: {bytes} is not {expected}");
    }
    // Too few boards are counted in time, or the board itself is played.
    assert_eq!(robots(90, 3).bytes(&Slow(TestMonitor::new(), 0).job()), None);
    assert_eq!(robots(60, 2).bytes(&Slow(TestMonitor::new(), 0).job()), None);
}
