//! Limits, time-outs and signals: a stopped command reports its progress and leaves no partial file.

use super::run::{Ran, files, folder, run, run_after, run_in};

#[test]
fn a_limit_of_states_stops_the_work() {
    run("odds memory --pairs 8 --max-states 1").failed(3, "more than 1 state (in layer");
    run("odds memory --pairs 8 --max-states 402").failed(3, "more than 402 states");
    run("odds memory --pairs 8 --max-states 403").ok();
    run("count memory --pairs 60 --max-states 1000").failed(3, "more than 1000 states");
    run("odds memory --pairs 40..=60 --max-states 1000").failed(3, "more than 1000 states");
    run("graph memory --pairs 8 --max-states 402")
        .failed(3, "the graph has 403 nodes, but --max-states is 402");
    run("odds solitaire --pairs 8 --recall 3/4,1/8,4/5 --max-states 100").failed(3, "more than 100 states");
    run("information solitaire --pairs 8 --recall 3/4,1/8,4/5 --max-states 100")
        .failed(3, "more than 100 states");
    run("graph memory --pairs 40 --depth 30 --max-states 100").failed(3, "more than 100 states");
}

#[test]
fn limits_of_formats_name_the_number_of_nodes() {
    let folder = folder();
    for (args, what) in [
        ("--pairs 40 --as dot", "the graph has 45491 nodes, but dot is limited to 2000"),
        ("--pairs 40 --as svg", "the graph has 45491 nodes, but svg is limited to 2000"),
        ("--pairs 70 --as html", "the graph has 237801 nodes, but html is limited to 200000"),
        ("--pairs 20 --as dot --depth 25", "nodes, but dot is limited to 2000"),
        ("--pairs 200 --as graphml", "the graph has 5411411 nodes, but graphml is limited to 1000000"),
        ("--pairs 200 --as gexf", "the graph has 5411411 nodes, but gexf is limited to 1000000"),
        ("--pairs 200 --as json", "the graph has 5411411 nodes, but json is limited to 1000000"),
        ("--pairs 12 --as gexf --shape tree", "the graph has 14241863 nodes, but gexf is limited to"),
        (
            "--pairs 40 --as csv --shape tree",
            "the graph has 482920261719556651048813267 nodes, but at most 50000000 are supported",
        ),
        (
            "--pairs 40 --as drn --shape tree",
            "the graph has 482920261719556651048813267 nodes, but at most 50000000 are supported",
        ),
        ("--pairs 150 --players 4 --as csv --max-memory 2G", "the graph has more than 50000000 nodes"),
    ] {
        run_in(folder.path(), &format!("graph memory {args} -o here")).failed(3, what);
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_time_limit_stops_the_work() {
    let folder = folder();
    for args in [
        "odds memory --pairs 300 --players 3",
        "odds memory --pairs 200..=300 --players 3",
        "count memory --pairs 300 --players 3",
        "graph memory --pairs 300 --players 3 --as csv -o here",
        "graph memory --pairs 100 --as csv -o here --threads 1",
        "graph memory --pairs 60 --players 3 --depth 40 --as csv -o here",
        "graph guess --numbers 1500 --show all --as csv -o here",
        "graph memory --pairs 14 --memory 3,4 --play best --as csv -o here",
    ] {
        run_in(folder.path(), &format!("{args} --timeout 20ms")).failed(3, "the time of 0.02 s ran out");
    }
    run("odds memory --pairs 3 --timeout 0").failed(3, "the time of 0 s ran out");
    run("odds memory --pairs 3 --timeout 1h").ok();
    assert_eq!(files(folder.path()), [""; 0]);
}

/// A stopped range does not present its rows as the whole range.
#[test]
fn a_stopped_range_reports_its_progress() {
    let stopped = run("best guess --numbers 3..=40 --max-states 30");
    assert_eq!(stopped.status, Some(3));
    assert!(stopped.err.contains("more than 30 states (in layer 0), at game 28 of 38\n"), "{}", stopped.err);
    assert!(stopped.out.contains(": 38 games; "), "{}", stopped.out);
    assert!(stopped.out.ends_with("\nStopped after 27 of 38 games.\n"), "{}", stopped.out);
    let whole = run("best guess --numbers 3..=29").ok();
    assert!(whole.contains(": 27 games; "), "{whole}");
    let blocks = run("odds memory --pairs 2..=40 --max-states 2000");
    assert!(blocks.err.contains(", at boards 10 to 19 of 39\n"), "{}", blocks.err);
    assert!(blocks.out.ends_with("\nStopped after 9 of 39 games.\n"), "{}", blocks.out);
    // Tables whose columns depend on the number of players are printed at the end.
    let whole = run("odds memory --pairs 2..=40 --players 2..3 --max-states 2000");
    assert!(whole.out.contains(": 9 games before the work was stopped"), "{}", whole.out);
}

#[cfg(target_os = "linux")]
mod linux {
    use super::super::measured_runs::{LATE, ends_by, signal, spawn, stays_within, until};
    use super::super::run::{files, folder, run_in, wait};
    use serde_json::Value;
    use std::fs;
    use std::io::Read as _;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    #[test]
    fn memory_stays_below_its_limit() {
        let folder = folder();
        for (args, limit) in [
            ("odds memory --pairs 300 --players 3 --threads 1", 40),
            ("odds memory --pairs 300 --players 3 --threads 4", 40),
            ("odds memory --pairs 1000 --players 16", 40),
            ("odds memory --pairs 200..=300 --players 3", 40),
            ("odds memory --pairs 60 --players 8 --approximate", 40),
            ("count memory --pairs 1000 --players 16", 60),
            ("count memory --pairs 600 --players 3", 50),
            ("graph memory --pairs 200 --as csv -o here", 60),
            ("graph memory --pairs 1000 --players 16 --as csv -o here", 40),
            ("graph memory --pairs 11 --shape tree --as csv -o here", 60),
            ("graph memory --pairs 100 --depth 150 --as csv -o here", 40),
            ("graph memory --pairs 40 --as svg --max-states 50000 -o here", 60),
            #[cfg(feature = "pictures")]
            ("graph memory --pairs 12 --as pdf -o here", 60),
            ("graph guess --numbers 1500 --show all --as csv -o here", 40),
            ("graph memory --pairs 200 --play best --show all --as gexf -o here --max-states 1000000", 40),
        ] {
            let needed = format!("more than {limit}M of memory is needed");
            stays_within(folder.path(), args, limit).failed(3, &needed);
        }
        assert_eq!(files(folder.path()), [""; 0]);
    }

    #[test]
    fn signals_stop_the_work() {
        let folder = folder();
        for args in [
            "odds memory --pairs 300 --players 3",
            "odds memory --pairs 60 --players 8",
            "odds memory --pairs 200..=300 --players 3",
            "count memory --pairs 300 --players 3",
            "graph memory --pairs 400 --as csv -o here",
        ] {
            for name in ["INT", "TERM"] {
                ends_by(name, spawn(folder.path(), args), args);
            }
        }
        assert_eq!(files(folder.path()), [""; 0]);
    }

    /// While files are written, none has its final name, and a signal leaves no file.
    #[test]
    fn signals_stop_the_writing() {
        let folder = folder();
        let args = "graph memory --pairs 80 --as csv --numbers exact --threads 1 -o here";
        let child = spawn(folder.path(), args);
        let written = || {
            let sizes = fs::read_dir(folder.path()).expect("a folder").flatten();
            sizes.filter_map(|entry| entry.metadata().ok()).any(|data| data.len() > 100_000)
        };
        until("the first bytes", written);
        assert!(files(folder.path()).iter().all(|name| name.ends_with(".part")));
        signal(&child, "INT");
        wait(child, args).failed(130, "interrupted");
        assert_eq!(files(folder.path()), [""; 0]);
    }

    /// The pipe has no reader, so the work never handles the first signal.
    #[test]
    fn a_second_signal_ends_the_program_at_once() {
        let folder = folder();
        let args = "graph memory --pairs 30 --as graphml -o -";
        let mut child = spawn(folder.path(), args);
        // After the first byte the work is done, and the rest of the output waits for a reader.
        child.stdout.as_mut().expect("a pipe").read_exact(&mut [0]).expect("the first byte");
        sleep(Duration::from_millis(300));
        signal(&child, "INT");
        sleep(Duration::from_millis(50));
        signal(&child, "INT");
        let started = Instant::now();
        let ran = {
            let mut child = child;
            until("the end", || child.try_wait().expect("a child can be waited for").is_some());
            wait(child, args)
        };
        assert!(started.elapsed() < LATE);
        assert_eq!((ran.status, &*ran.err), (Some(130), "error: interrupted\n"));
    }

    /// A truncated list is valid JSON, whether the work or the guard thread stops the program.
    #[test]
    fn a_truncated_list_is_valid_json() {
        let folder = folder();
        let mut lists = 0;
        for args in ["odds solitaire --pairs 1..500", "odds mines --rows 2..8 --cols 5 --mines 5"] {
            for limit in ["--max-memory 45M", "--max-memory 60M", "--max-memory 75M", "--timeout 300ms"] {
                let ran = run_in(folder.path(), &format!("{args} --format json {limit}"));
                assert_eq!(ran.status, Some(3), "{limit}: {}", ran.err);
                if !ran.out.is_empty() {
                    let all: Value = serde_json::from_str(&ran.out).expect("whole JSON");
                    lists += usize::from(all.as_array().is_some_and(|all| !all.is_empty()));
                }
            }
        }
        assert!(lists >= 4, "{lists} lists were printed");
    }

    /// The second signal may come at any row of the list: no row follows the end of the list, and the list ends once.
    #[test]
    fn a_list_truncated_by_two_signals_is_valid_json() {
        let folder = folder();
        let args = "count memory --pairs 1..3000 --format json";
        let mut lists = 0;
        for wait_before in (0..24).map(|step| Duration::from_millis(7 * step)) {
            let mut child = spawn(folder.path(), args);
            let (mut text, mut out) = (vec![0; 1000], child.stdout.take().expect("a pipe"));
            out.read_exact(&mut text).expect("the first rows");
            sleep(wait_before);
            signal(&child, "INT");
            sleep(Duration::from_millis(25));
            signal(&child, "INT");
            out.read_to_end(&mut text).expect("the rest");
            let ran = wait(child, args);
            assert_eq!(ran.status, Some(130), "{}", ran.err);
            lists += usize::from(ran.err == "error: interrupted\n");
            let text = String::from_utf8(text).expect("text");
            let all: Result<Value, _> = serde_json::from_str(&text);
            assert!(all.is_ok_and(|all| all.is_array()), "…{}", &text[text.len() - 80..]);
        }
        assert!(lists > 0, "no second signal ended a list");
    }

    /// `timeout` signals both its child and the group at the same time, and the work still ends in order.
    #[test]
    fn a_duplicate_signal_counts_once() {
        let folder = folder();
        let args = "odds memory --pairs 300 --players 3 --checkpoint here";
        let child = spawn(folder.path(), args);
        sleep(Duration::from_millis(400));
        let both = format!("kill -INT {0}; kill -INT {0}", child.id());
        assert!(std::process::Command::new("sh").args(["-c", &both]).status().expect("a shell").success());
        wait(child, args).failed(130, "interrupted in layer");
    }

    /// A signal ends a long table after a complete row.
    #[test]
    fn a_signal_ends_a_long_table() {
        let folder = folder();
        for format in ["json", "text", "csv", "md"] {
            let args = format!("deal solitaire --pairs 7 --all --format {format}");
            let mut child = spawn(folder.path(), &args);
            // The pipe holds only a part of the table.
            let mut text = vec![0; 1 << 16];
            let mut out = child.stdout.take().expect("a pipe");
            out.read_exact(&mut text).expect("the first rows");
            signal(&child, "INT");
            out.read_to_end(&mut text).expect("the rest");
            wait(child, &args).failed(130, "interrupted before the end of the table");
            let text = String::from_utf8(text).expect("text");
            assert!(text.len() < 4_000_000 && text.ends_with('\n'), "{args}: {}", text.len());
            if format == "json" {
                let all: Value = serde_json::from_str(&text).expect("whole JSON");
                assert!(!all["deals"].as_array().expect("a list").is_empty());
            }
        }
    }

    #[test]
    fn two_signals_leave_no_file() {
        let folder = folder();
        let args = "graph memory --pairs 150 --as csv -o here";
        for _ in 0..3 {
            let child = spawn(folder.path(), args);
            until("opening the files", || files(folder.path()).len() == 2);
            signal(&child, "INT");
            signal(&child, "INT");
            let ran = wait(child, args);
            assert_eq!(ran.status, Some(130), "{}", ran.err);
            assert_eq!(files(folder.path()), [""; 0]);
        }
    }
}

/// Runs the program in a shell that limits its address space.
#[cfg(target_os = "linux")]
fn with_address_space(folder: &std::path::Path, args: &str, kilobytes: u64) -> Ran {
    let ran = run_after(folder, &format!("ulimit -v {kilobytes}"), args);
    Ran { args: format!("{args}, of {kilobytes} kB"), ..ran }
}

/// A limit of the shell on the address space is an ordinary limit, and not a crash.
#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_of_the_shell_is_a_limit() {
    let folder = folder();
    for kilobytes in [400_000, 320_000, 250_000] {
        for args in ["odds memory --pairs 3000", "odds memory --pairs 3000 --max-memory 100G"] {
            let args = format!("{args} --threads 1");
            with_address_space(folder.path(), &args, kilobytes).failed(3, "of memory is needed");
        }
    }
}

/// The allocator reserves 64 MB for each thread if it can; whatever memory remains, the work stops in order.
#[cfg(target_os = "linux")]
#[test]
fn no_limit_of_the_shell_aborts_the_work() {
    let folder = folder();
    for (work, step) in [
        ("odds memory --pairs 100 --players 8 --threads 1", 2_000),
        ("odds memory --pairs 100 --players 8 --threads 2", 10_000),
        ("count memory --pairs 100 --players 16 --threads 1", 5_000),
        ("graph memory --pairs 200 --as graphml -o here --max-states 9999999 --threads 2", 20_000),
    ] {
        for kilobytes in (100_000..=360_000).step_by(step) {
            with_address_space(folder.path(), work, kilobytes).failed(3, "of memory is needed");
        }
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn work_stopped_by_a_shell_limit_is_saved() {
    let folder = folder();
    for threads in [1, 2] {
        let args =
            format!("odds memory --pairs 100 --players 8 --threads {threads} --checkpoint kept{threads}");
        for kilobytes in [250_000, 300_000] {
            let ran = with_address_space(folder.path(), &args, kilobytes);
            let help = format!("help: run the same command again to resume from kept{threads}\n");
            assert!(ran.status == Some(3) && ran.err.ends_with(&help), "{}: {}", ran.args, ran.err);
        }
        assert_eq!(files(&folder.path().join(format!("kept{threads}"))), ["chancetree.checkpoint"]);
    }
}
