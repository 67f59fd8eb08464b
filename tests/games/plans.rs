//! Cost estimates extrapolated from smaller games, with a clock that only tests advance.

use chancetree::family::{Report, ReportValue};
use chancetree::game::{Game as _, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Job, Monitor, Progress, Stop};
use chancetree_engine::evaluate::{counts, odds};
use chancetree_engine::model::memory_usage::MemoryUsage;
use chancetree_families::memory::family::Start;
use chancetree_families::memory::plan::RobotCostModel;
use chancetree_families::plan::{CostModel as _, Extrapolation, size};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The environment of an estimate: a clock in milliseconds, the held memory, and the memory limit.
struct TestMonitor {
    clock: AtomicU64,
    is_stopped: AtomicBool,
    held: AtomicU64,
    most_bytes: u64,
    idle: u64,
}

impl TestMonitor {
    fn new() -> Self {
        let (is_stopped, held) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { clock: AtomicU64::new(7000), is_stopped, held, most_bytes: u64::MAX, idle: 0 }
    }

    /// Checks the limits of `job` while the program holds `bytes`.
    fn tick(&self, job: &Job<'_>, bytes: u64) -> Result<(), Error> {
        self.held.store(bytes, Relaxed);
        job.tick(Progress::default())
    }

    fn pass(&self, milliseconds: u64) {
        self.clock.fetch_add(milliseconds, Relaxed);
    }

    fn job(&self) -> Job<'_> {
        Job { monitor: self, most_bytes: self.most_bytes, ..Job::default() }
    }

    /// Returns the report on the last of `sizes`.
    fn extrapolate(
        &self,
        sizes: impl IntoIterator<Item = u64>,
        work: impl Fn(u64, &Job<'_>) -> Result<Option<Option<[u64; 2]>>, Error>,
        count: impl Fn(u64, &Job<'_>) -> Result<Option<[u64; 2]>, Error>,
    ) -> Result<Report, Error> {
        let (sizes, job) = (sizes.into_iter().collect(), &self.job());
        let extrapolation = Extrapolation { game: "A game".to_owned(), size: "numbers", sizes, job };
        extrapolation.forecast(work, count).map(|forecast| forecast.report(job))
    }
}

impl Monitor for TestMonitor {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        if self.is_stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.clock.load(Relaxed))
    }

    fn memory(&self) -> MemoryUsage {
        let held = self.held.load(Relaxed);
        MemoryUsage { outside_work: self.idle, resident: held, allocated: Some(held) }
    }

    fn exceeds_memory(&self, limit: u64, more: u64) -> bool {
        self.held.load(Relaxed).saturating_add(more) > limit
    }
}

/// Returns a number of a report by its key.
fn number<'a>(report: &'a Report, key: &str) -> &'a ReportValue {
    let found = report.numbers.iter().rfind(|number| number.key == key);
    &found.unwrap_or_else(|| panic!("{key} is missing")).value
}

fn double(report: &Report, key: &str) -> f64 {
    let ReportValue::Fit { value, .. } = *number(report, key) else { panic!("{key} is a fit") };
    value
}

/// Returns the number of states or transitions, and the method of the estimate.
fn count(report: &Report, key: &str) -> [String; 2] {
    let rows = report.tables[0].rows.iter().map(|row| {
        row.iter().map(|datum| match datum {
            ReportValue::Words(words) => words.clone(),
            _ => panic!("words"),
        })
    });
    let mut rows = rows.map(Iterator::collect::<Vec<_>>);
    let row = rows.find(|row| row[0] == key).unwrap_or_else(|| panic!("{key} has a row"));
    [row[1].clone(), row[2].clone()]
}

/// Returns the size, the seconds and the bytes of each computed game.
fn samples(report: &Report) -> Vec<(u64, f64, f64)> {
    let table = report.tables.iter().find(|table| table.key == "samples").expect("samples");
    let sample = |row: &Vec<ReportValue>| match row[..] {
        [ReportValue::Whole(size), ReportValue::Double(seconds, _), ReportValue::Double(bytes, _)] => {
            (size, seconds, bytes)
        }
        _ => panic!("{row:?}"),
    };
    table.rows.iter().map(sample).collect()
}

/// Milliseconds and megabytes of games of 1 to 13 numbers; the first twelve take two seconds in total.
const TOOK: [(u64, u64); 13] = [
    (50, 100),
    (70, 110),
    (90, 130),
    (110, 150),
    (130, 170),
    (150, 200),
    (170, 230),
    (190, 270),
    (210, 310),
    (240, 360),
    (280, 410),
    (310, 500),
    (1, 1),
];

const MEGABYTE: u64 = 1 << 20;

/// Extrapolates the power law through games of 6 and 12 numbers to 20 numbers.
fn at_20(six: f64, twelve: f64) -> f64 {
    twelve * (20.0f64 / 12.0).powf((twelve / six).log2())
}

/// Games are computed for two seconds; a game that is unfinished by then is not used. Counts follow one polynomial, or two for
/// alternate sizes. Time and memory continue the growth from half of the largest game to the largest game.
#[test]
fn large_games_are_forecast_from_smaller_ones() {
    let monitor = TestMonitor { most_bytes: 1 << 34, ..TestMonitor::new() };
    let sizes = || (1..=13).chain([20]);
    let work = |size: u64, job: &Job<'_>| {
        assert!(size <= 13, "a game of 13 numbers was too large");
        let (took, megabytes) = TOOK[size as usize - 1];
        monitor.tick(job, MEGABYTE * megabytes)?;
        monitor.tick(job, MEGABYTE * megabytes / 2)?;
        monitor.pass(took);
        monitor.tick(job, MEGABYTE * megabytes - 1)?;
        Ok(Some(Some([size * size + 1, 3 * size + size % 2])))
    };
    let report = monitor
        .extrapolate(sizes(), work, |_, _| unreachable!("all are visited"))
        .expect("no limit is exceeded");
    assert_eq!(report.title, "A game: the cost of exact odds on 1 thread");
    assert_eq!(
        count(&report, "states"),
        ["401", "a polynomial of degree 2 through 12 counted games, 3 of them to confirm it"]
    );
    assert_eq!(
        count(&report, "transitions"),
        ["60", "a polynomial of degree 1 through 6 counted games, 3 of them to confirm it"]
    );
    let expected = TOOK[..12].iter().zip(1..);
    let held = |megabytes: u64| (MEGABYTE * megabytes) as f64;
    let expected = expected.map(|(&(took, megabytes), size)| (size, took as f64 / 1000.0, held(megabytes)));
    assert_eq!(samples(&report), expected.collect::<Vec<_>>());
    let (seconds, bytes) = (double(&report, "seconds"), double(&report, "bytes"));
    assert!((seconds / at_20(0.15, 0.31) - 1.0).abs() < 1e-9, "{seconds}");
    assert_eq!(bytes, at_20(held(200), held(500)).round());
    assert_eq!(number(&report, "measured"), &ReportValue::Flag(false));
    assert_eq!(
        count(&report, "time")[1],
        "an estimate: the cost of 12 numbers, scaled by the growth of the work"
    );
    // A missing size between others rules out polynomials; missing sizes before the first game do not.
    for (missing, expected) in [(1, "401"), (3, "about 4.0e2")] {
        let monitor = TestMonitor::new();
        let work = |size: u64, job: &Job<'_>| {
            if size == 13 {
                monitor.pass(2001);
            }
            monitor.tick(job, 1)?;
            let numbers = [if expected == "401" { size * size + 1 } else { size * size }, 1];
            Ok((size != missing).then_some(Some(numbers)))
        };
        let report = monitor
            .extrapolate(sizes(), work, |_, _| unreachable!("all are visited"))
            .expect("no limit is exceeded");
        let [number, how] = count(&report, "states");
        assert_eq!(number, expected);
        assert_eq!(
            how.starts_with("an estimate: growth with the power 2.0 from 12 numbers on"),
            missing == 3,
            "{how}"
        );
    }
}

/// A game that is fast enough is measured, and nothing is fitted.
#[test]
fn computed_games_are_reported_as_measured() {
    let monitor = TestMonitor { most_bytes: 3000, ..TestMonitor::new() };
    let work = |size: u64, job: &Job<'_>| {
        // The first two games may take four seconds.
        monitor.pass(2000);
        monitor.tick(job, 500 * size)?;
        Ok(Some(None))
    };
    // The solver does not visit all states; they are counted afterwards, for two seconds.
    let counts = |size: u64, job: &Job<'_>| {
        monitor.pass(1000);
        monitor.tick(job, 1)?;
        Ok(Some([10 * size, 7 * size * size]))
    };
    let report = monitor.extrapolate([1, 2], work, counts).expect("no limit is exceeded");
    let how = "counted; the solver of best play visits fewer";
    assert_eq!(count(&report, "states"), ["20", how]);
    assert_eq!(count(&report, "transitions"), ["28", how]);
    assert_eq!(samples(&report), [(1, 2.0, 500.0), (2, 2.0, 1000.0)]);
    assert_eq!((double(&report, "seconds"), double(&report, "bytes")), (2.0, 1000.0));
    assert_eq!(number(&report, "measured"), &ReportValue::Flag(true));
    assert_eq!(count(&report, "time"), ["2.0 s", "measured: the game was computed"]);
    assert_eq!(report.note, "It fits into the memory limit of 3 kB.");
    // The third game is not counted within two seconds: its counts are extrapolated.
    let monitor = TestMonitor::new();
    let work = |size: u64, job: &Job<'_>| {
        monitor.pass(10 * size);
        monitor.tick(job, 500 * size)?;
        Ok(Some(None))
    };
    let counts = |size: u64, job: &Job<'_>| {
        monitor.pass(if size == 1 { 1000 } else { 500 * size });
        monitor.tick(job, 1)?;
        Ok(Some([100 * size, 7 * size * size]))
    };
    let report = monitor.extrapolate([1, 2, 3], work, counts).expect("no limit is exceeded");
    assert_eq!(
        count(&report, "states"),
        ["about 3.0e2", "an estimate: growth with the power 1.0 from 2 numbers on"]
    );
    assert_eq!(count(&report, "transitions")[0], "about 6.3e1");
    assert_eq!(number(&report, "measured"), &ReportValue::Flag(true));
    // Without counts of the second game, nothing is extrapolated from the first.
    let monitor = TestMonitor::new();
    let counts = |size: u64, job: &Job<'_>| {
        monitor.pass(2001);
        monitor.tick(job, 1)?;
        Ok(Some([100 * size, size]))
    };
    let report = monitor.extrapolate([1, 2], |_, _| Ok(Some(None)), counts).expect("no limit is exceeded");
    let how = "only the states of 1 number were counted in time";
    assert_eq!(count(&report, "states"), ["unknown", how]);
    assert_eq!(count(&report, "transitions"), ["unknown", how]);
    assert_eq!(number(&report, "measured"), &ReportValue::Flag(true));
    // Without counts of the first game, which may take longer, the counts are unknown.
    for (passes, number) in [(4000, "100"), (4001, "unknown")] {
        let monitor = TestMonitor::new();
        let counts = |size: u64, job: &Job<'_>| {
            monitor.pass(passes);
            monitor.tick(job, 1)?;
            Ok(Some([100 * size, size]))
        };
        let report = monitor.extrapolate([1], |_, _| Ok(Some(None)), counts).expect("no limit is exceeded");
        let [states, how] = count(&report, "states");
        assert_eq!(states, number);
        assert_eq!(
            how == "not even the states of 1 number were counted in time",
            number == "unknown",
            "{how}"
        );
    }
    // Games whose states are all visited need no separate count.
    let monitor = TestMonitor::new();
    let work = |size, _: &Job<'_>| Ok(Some(Some([size, 2 * size])));
    let report = monitor.extrapolate([1, 2, 3], work, |_, _| unreachable!("all are visited"));
    assert_eq!(count(&report.expect("no limit is exceeded"), "transitions"), ["6", "counted"]);
}

/// One game gives no growth and no game gives no estimate; the report has the measurements and the reason.
#[test]
fn too_few_games_give_no_estimate() {
    let report_of = |sizes: &[u64], took: u64, bytes: u64| {
        let monitor = TestMonitor { most_bytes: 4000, ..TestMonitor::new() };
        let work = |size: u64, job: &Job<'_>| {
            monitor.pass(if size == 1 { 1000 } else { took });
            monitor.tick(job, if size == 1 { 700 } else { bytes })?;
            Ok(Some(Some([10 * size, 20 * size])))
        };
        let none = |_: u64, _: &Job<'_>| -> Result<_, Error> { unreachable!("all are visited") };
        monitor.extrapolate(sizes.iter().copied(), work, none).expect("no limit is exceeded")
    };
    // The second game may take the remaining three seconds and half of the memory.
    for (took, bytes, known) in [(3000, 2000, true), (3001, 2000, false), (3000, 2001, false)] {
        let report = report_of(&[1, 2, 9], took, bytes);
        let how = "only a game of 1 number was computed in time";
        let what = format!("{took} ms, {bytes} bytes");
        assert_eq!(count(&report, "time")[1] == how, !known, "{what}");
        assert_eq!(*number(&report, "seconds") == ReportValue::Nothing, !known, "{what}");
        assert_eq!(*number(&report, "machines") == ReportValue::Nothing, !known, "{what}");
        assert_eq!(samples(&report)[0], (1, 1.0, 700.0), "{what}");
        if !known {
            assert_eq!(
                count(&report, "states"),
                ["unknown", "only the states of 1 number were counted in time"]
            );
            assert_eq!(["time", "memory"].map(|key| count(&report, key)[0].clone()), ["unknown"; 2]);
            assert_eq!(
                report.note,
                format!("Whether it fits into the memory limit of 4 kB is unknown: {how}.")
            );
            assert_eq!(number(&report, "measured"), &ReportValue::Flag(false));
        }
    }
    for (sizes, how) in [
        ([2, 9].as_slice(), "not even a game of 2 numbers was computed in time"),
        (&[2], "the game itself was not computed in time"),
    ] {
        for (took, bytes) in [(4001, 1), (1, 2001)] {
            let report = report_of(sizes, took, bytes);
            for key in ["states", "transitions", "time", "memory"] {
                assert_eq!(count(&report, key), ["unknown", how]);
            }
            assert_eq!(samples(&report), []);
            assert_eq!(
                report.note,
                format!("Whether it fits into the memory limit of 4 kB is unknown: {how}.")
            );
            let brief = report.numbers.iter().find(|number| number.labels == ["fits"]).expect("the number");
            assert_eq!(brief.value, ReportValue::Words("unknown".to_owned()));
        }
    }
}

/// Sample games may take half of the memory, at most a gigabyte. A sample may end for memory or time; a stop of the program
/// ends the estimate. Other memory of the program does not end the first two samples.
#[test]
fn sample_games_are_small() {
    let none = |_: u64, _: &Job<'_>| -> Result<_, Error> { unreachable!("all are visited") };
    for (limit, before, room) in [
        (5000, 0, 2500),
        (5000, 1000, 2000),
        (3 << 30, 0, 1 << 30),
        (2 << 30, 0, 1 << 30),
        (1 << 30, 0, 1 << 29),
    ] {
        for more in [0, 1] {
            let monitor = TestMonitor { most_bytes: limit, ..TestMonitor::new() };
            monitor.held.store(before, Relaxed);
            let work = |size: u64, job: &Job<'_>| {
                monitor.tick(job, before + room + if size == 2 { more } else { 0 })?;
                Ok(Some(Some([1, 1])))
            };
            let report = monitor.extrapolate([1, 2], work, none).expect("no limit is exceeded");
            let samples = samples(&report);
            assert_eq!(samples.len() as u64, 2 - more, "{limit}, {before}");
            assert_eq!(samples[0].2, room as f64, "what the program held before does not count");
        }
    }
    let filled = |last: u64, full: u64| {
        let monitor = TestMonitor { most_bytes: 2000, ..TestMonitor::new() };
        monitor.held.store(1600, Relaxed);
        let work = |size: u64, job: &Job<'_>| {
            let held = if size >= full { 1751 } else { 1750 };
            monitor.tick(job, if size == last { 1801 } else { held })?;
            Ok(Some(Some([1, 1])))
        };
        monitor.extrapolate(1..=4, work, none).map(|report| samples(&report).len())
    };
    assert_eq!(filled(0, 9), Ok(4));
    assert_eq!(filled(3, 9), Ok(2));
    assert_eq!(filled(4, 9), Ok(3));
    assert_eq!(filled(2, 9), Ok(1));
    assert_eq!(filled(1, 9), Ok(0));
    // The program holds nearly all memory: the third game is the last, but the first two are required.
    assert_eq!(filled(0, 1), Ok(2));
    assert_eq!(filled(0, 4), Ok(3));
    let stopped = |at: u64| {
        let monitor = TestMonitor::new();
        let work = |size: u64, job: &Job<'_>| {
            monitor.is_stopped.store(size == at, Relaxed);
            monitor.pass(2000);
            monitor.tick(job, 1)?;
            Ok(Some(Some([1, 1])))
        };
        monitor.extrapolate(1..=4, work, none).map(|report| samples(&report).len())
    };
    assert_eq!(stopped(9), Ok(2));
    assert_eq!(stopped(2), Err(Error::Stop(Stop::ByMonitor(Progress::default()))));
    // Both stopped and too late: the stop counts.
    assert_eq!(stopped(3), Err(Error::Stop(Stop::ByMonitor(Progress::default()))));
}

/// Checks the units of times and sizes, and the number of machines.
#[test]
fn forecasts_have_readable_units() {
    let report_of = |seconds: f64, bytes: u64, most_bytes: u64| {
        let monitor = TestMonitor { most_bytes, ..TestMonitor::new() };
        let work = |_, job: &Job<'_>| {
            monitor.pass((1000.0 * seconds) as u64);
            let _ = monitor.tick(job, bytes);
            Ok(Some(Some([1, 1])))
        };
        monitor.extrapolate([1], work, |_, _| unreachable!("all are visited")).expect("no limit is exceeded")
    };
    for (seconds, words) in [
        (0.0, "less than 1 ms"),
        (0.001, "1 ms"),
        (0.999, "999 ms"),
        (1.0, "1.0 s"),
        (119.9, "119.9 s"),
        (120.0, "2 min"),
        (7190.0, "120 min"),
        (7200.0, "2 h"),
        (172_790.0, "48 h"),
        (172_800.0, "2 days"),
    ] {
        assert_eq!(count(&report_of(seconds, 1, 1), "time")[0], words);
    }
    for (bytes, words) in [
        (0.0, "0 kB"),
        (1500.0, "2 kB"),
        (999_499.0, "999 kB"),
        (1e6, "1 MB"),
        (999_499_999.0, "999 MB"),
        (1e9, "1.0 GB"),
        (2.26e12, "2260.0 GB"),
    ] {
        assert_eq!(size(bytes), words);
    }
    for (bytes, limit, machines, fits) in [
        (0, 1000, 1.0, "yes"),
        (1000, 1000, 1.0, "yes"),
        (1001, 1000, 2.0, "no: 2 machines"),
        (2000, 1000, 2.0, "no: 2 machines"),
        (2001, 1000, 3.0, "no: 3 machines"),
    ] {
        let report = report_of(0.0, bytes, limit);
        assert_eq!(number(&report, "machines"), &ReportValue::from(machines), "{bytes}");
        assert_eq!(number(&report, "limit_bytes"), &ReportValue::Whole(limit));
        let brief = report.numbers.iter().find(|number| number.labels == ["fits"]).expect("the number");
        assert_eq!(brief.value, ReportValue::Words(fits.to_owned()), "{bytes}");
        assert_eq!(report.note.starts_with("It fits into the memory limit of 1 kB."), fits == "yes");
    }
}

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
