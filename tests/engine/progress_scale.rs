//! Progress of work on one scale, with passes and parts; and the memory that work may use.

use chancetree::model::{Error, Job, Progress, Stop};
use chancetree_engine::model::memory_usage::{MemoryLimit, pause};
#[cfg(target_os = "linux")]
use chancetree_engine::model::memory_usage::{MemoryUsage, resident_bytes};
use chancetree_engine::model::overall_progress::OverallProgress;
#[cfg(target_os = "linux")]
use chancetree_engine::usable_memory::{allowed_memory, idle_memory, usable_memory};
use std::time::{Duration, Instant};

/// A pass covers a range of the enclosing pass, and progress never decreases.
#[test]
fn passes_are_nested() {
    let pace = OverallProgress::new();
    let done = |expected: f64| assert!((pace.done() - expected).abs() < 1e-12, "{} {expected}", pace.done());
    done(0.0);
    pace.share(0.25);
    done(0.25);
    pace.share(0.125);
    done(0.25);
    let pass = |from, to, work: &dyn Fn()| {
        pace.pass(from, to, || {
            work();
            Ok::<_, Error>(())
        })
        .expect("it succeeds");
    };
    pass(0.5, 0.75, &|| {
        // The pass begins at the start of its range, whatever was done before.
        done(0.5);
        pace.share(0.5);
        done(0.625);
        pass(0.5, 1.0, &|| {
            done(0.625);
            pace.share(0.5);
            done(0.6875);
        });
        done(0.75);
        pace.share(2.0);
        done(0.75);
    });
    done(0.75);
    // After the pass, shares from 0 to 1 are of the whole work again.
    pace.share(0.875);
    done(0.875);
    pace.share(-1.0);
    done(0.875);
    pace.share(7.0);
    done(1.0);
    assert_eq!(pace.pass(0.0, 0.5, || Ok::<_, Error>(3)), Ok(3));
}

/// The end of a pass moves progress to the end of its range, even without reports.
#[test]
fn a_pass_ends_at_the_end_of_its_range() {
    let pace = OverallProgress::default();
    pace.pass(0.25, 0.5, || Ok::<_, Error>(())).expect("it succeeds");
    assert_eq!(pace.done(), 0.5);
    pace.up_to(0.75);
    pace.share(1.0);
    assert_eq!(pace.done(), 0.75);
    pace.begin_rest();
    assert_eq!(pace.done(), 0.75);
    pace.share(0.5);
    assert_eq!(pace.done(), 0.875);
    let started = OverallProgress::new();
    started.up_to(0.5);
    started.begin_rest();
    assert_eq!(started.done(), 0.5, "the rest begins at the end of the current work");
}

/// Layers give the progress of a pass up to the last layer, and nothing otherwise.
#[test]
fn layers_give_the_progress_of_a_pass() {
    let pace = OverallProgress::new();
    pace.at_layer(3);
    assert_eq!(pace.done(), 0.0);
    let pass = || {
        let layer = pace.upward(4, || {
            pace.at_layer(3);
            assert_eq!(pace.done(), 0.375);
            3
        });
        assert_eq!(layer, 3);
        pace.at_layer(4);
        assert_eq!(pace.done(), 0.375, "the pass is over");
        Ok::<_, Error>(())
    };
    pace.pass(0.0, 0.5, pass).expect("it succeeds");
    let pace = OverallProgress::new();
    pace.upward(0, || pace.at_layer(0));
    assert_eq!(pace.done(), 0.0);
    pace.upward(0, || pace.at_layer(1));
    assert_eq!(pace.done(), 1.0);
}

/// The line has a bar of twenty characters, the percentage, the remaining time, the part and the activity; without progress,
/// only the words.
#[test]
fn the_line_has_all_known_parts() {
    let pace = OverallProgress::new();
    assert_eq!((pace.line("solving").1, pace.line("").1), ("solving".to_owned(), String::new()));
    assert!(pace.begin_part(|| "board 2 of 3".to_owned()));
    assert!(!pace.begin_part(|| panic!("a part of a part has no name")));
    assert_eq!(pace.line("solving").1, "board 2 of 3, solving");
    pace.share(0.000_999);
    assert_eq!(pace.line("").1, "board 2 of 3");
    assert_eq!(pace.whole(), None);
    pace.share(0.26);
    assert_eq!(pace.line("solving").1, "[#####...............] 26 %, 1 s left, board 2 of 3, solving");
    assert!(pace.whole().is_some_and(|seconds| seconds > 0.0 && seconds < 30.0));
    pace.end_part();
    assert!(pace.begin_part(|| "another".to_owned()));
    pace.end_part();
    pace.share(1.0);
    assert_eq!(pace.line("").1, "[####################] 100 %, 0 s left");
    assert_eq!(pace.whole(), None, "the work is over");
    let started = OverallProgress::new();
    started.share(0.005);
    assert!(started.whole().is_some());
    // A fifth of the work has taken a tenth of a second: the whole takes half a second, and the rest less than a second.
    let start = Instant::now();
    let slow = OverallProgress::new();
    std::thread::sleep(Duration::from_millis(100));
    slow.share(0.2);
    let fifth = start.elapsed();
    assert!(slow.whole().is_some_and(|seconds| (0.5..30.0).contains(&seconds)), "{:?}", slow.whole());
    // The same time again brings little progress: the total is unknown.
    std::thread::sleep(fifth.mul_f64(1.2));
    slow.share(0.21);
    assert_eq!(slow.whole(), None, "the work becomes slower");
    // A thousandth leaves a hundred seconds, reported in minutes.
    slow.share(0.0);
    let little = OverallProgress::new();
    std::thread::sleep(Duration::from_millis(110));
    little.share(0.001);
    let line = little.line("").1;
    let left =
        line.strip_prefix("[....................] 0 %, ").and_then(|line| line.strip_suffix(" min left"));
    let left: u32 = left.unwrap_or_else(|| panic!("{line}")).parse().expect("a whole number");
    assert!((2..100).contains(&left), "{line}");
}

/// Measurements are as far apart as memory needs to exceed the limit by a small part, from 1 to 20 milliseconds.
#[test]
fn the_interval_of_measurements_follows_the_growth_of_memory() {
    const GIB: u64 = 1 << 30;
    let milliseconds = Duration::from_millis;
    assert_eq!(pause(0, 0), milliseconds(1));
    assert_eq!(pause(40 << 20, 0), milliseconds(20));
    assert_eq!(pause(40 << 20, 40 << 20), milliseconds(1), "a small limit");
    assert_eq!(pause(64_000_000, 60_000_000), milliseconds(2));
    assert_eq!(pause(GIB, GIB), pause(GIB, GIB - GIB / 64), "an excess of a small part is allowed");
    assert!(pause(GIB, GIB) > milliseconds(8) && pause(GIB, GIB) < milliseconds(9));
    assert_eq!(pause(u64::MAX, GIB), milliseconds(20));
    assert!(!MemoryLimit::new(u64::MAX).is_passed());
}

#[cfg(target_os = "linux")]
#[test]
fn an_exceeded_limit_stays_exceeded() {
    let limit = MemoryLimit::new(resident_bytes().expect("Linux reports it") + (48 << 20));
    assert!(!limit.is_passed());
    let filled = vec![1u8; 64 << 20];
    assert!(filled.iter().map(|&byte| u64::from(byte)).sum::<u64>() == 64 << 20);
    std::thread::sleep(Duration::from_millis(21));
    assert!(limit.is_passed());
    drop(filled);
    std::thread::sleep(Duration::from_millis(21));
    assert!(limit.is_passed());
}

/// Memory that the program fills counts as used by the program.
#[cfg(target_os = "linux")]
#[test]
fn filled_memory_is_counted() {
    let now = resident_bytes().expect("Linux reports it");
    assert!(now > 1 << 20, "{now}");
    let filled = vec![1u8; 64 << 20];
    assert!(filled.iter().map(|&byte| u64::from(byte)).sum::<u64>() == 64 << 20);
    assert!(resident_bytes().expect("Linux reports it") >= 64 << 20);
    std::thread::sleep(Duration::from_millis(6));
    assert!(MemoryUsage::recent().allocated.expect("Linux reports it") >= 64 << 20);
    assert!(idle_memory() >= 64 << 20);
    assert!(MemoryLimit::new(32 << 20).is_passed(), "the program holds more");
    let job = |most_bytes| Job { most_bytes, ..Job::default() };
    let progress = Progress { layer: 3, states: 5 };
    for ended in [job(32 << 20).tick(progress), job(32 << 20).reserve(0, progress)] {
        assert_eq!(ended, Err(Error::Stop(Stop::TooMuchMemory { limit: 32 << 20, progress })));
    }
    drop(filled);
    // An array is refused before it is allocated.
    let job = job(resident_bytes().expect("Linux reports it") + (256 << 20));
    assert_eq!(job.tick(progress), Ok(()));
    assert_eq!(job.reserve(1 << 20, progress), Ok(()));
    let refused = job.reserve(512 << 20, progress);
    assert!(
        matches!(refused, Err(Error::Stop(Stop::TooMuchMemory { limit, .. })) if limit == job.most_bytes),
        "{refused:?}"
    );
}

/// A single array that is larger than the limit is refused, whatever the system reports.
#[test]
fn an_array_beyond_the_limit_is_refused() {
    let job = Job { most_bytes: 1 << 40, ..Job::default() };
    assert_eq!(job.reserve(1 << 20, Progress::default()), Ok(()));
    assert!(matches!(
        job.reserve(1 << 41, Progress::default()),
        Err(Error::Stop(Stop::TooMuchMemory { .. }))
    ));
    assert_eq!(Job::default().reserve(u64::MAX, Progress::default()), Ok(()), "there is no limit");
}

/// A program may use three quarters of the free memory, in whole megabytes, unless another limit is lower.
#[cfg(target_os = "linux")]
#[test]
fn usable_memory_is_most_of_the_free_memory() {
    let free = || {
        let text = std::fs::read_to_string("/proc/meminfo").expect("Linux has it");
        let line = text.lines().find(|line| line.starts_with("MemAvailable:")).expect("Linux reports it");
        let kilobytes: u64 = line.split_whitespace().nth(1).expect("a number").parse().expect("a number");
        kilobytes * 1024
    };
    let (before, bytes, after) = (free(), usable_memory(0).expect("Linux reports it"), free());
    assert!(bytes > 1 << 20 && bytes.is_multiple_of(1 << 20), "{bytes}");
    // Other programs take and free memory, too.
    assert!(bytes <= before.max(after) / 10 * 8, "{before} {bytes} {after}");
    match allowed_memory(0) {
        None => assert!(bytes >= before.min(after) / 10 * 7, "{before} {bytes} {after}"),
        Some(allowed) => assert!(bytes <= allowed && allowed > 1 << 20, "{bytes} {allowed}"),
    }
}
