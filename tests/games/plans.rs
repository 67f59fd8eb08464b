//! Cost estimates extrapolated from smaller games, with a clock that only tests advance.

use super::plan_monitor::{TestMonitor, count, double, number, samples};
use chancetree::family::ReportValue;
use chancetree::model::{Error, Job, Progress, Stop};
use chancetree_families::plan::size;
use std::sync::atomic::Ordering::Relaxed;

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
