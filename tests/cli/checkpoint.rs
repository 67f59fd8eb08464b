//! What a checkpoint leaves, says and refuses; that every command goes on to the same bytes is tested in `resume.rs`.

use super::run::{command, files, folder, race, run, run_in};
#[cfg(target_os = "linux")]
use super::run::{wait, with_room};
#[cfg(target_os = "linux")]
use super::watched::{signal, spawn, until};
use chancetree::export::save::FileStore;
use chancetree::model::Store as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const BOARD: &str = "odds memory --pairs 75 --players 3 --format json";
const FILE: &str = "kept/chancetree.checkpoint";
const ANSWERS: &str = "chancetree.checkpoint.answers";

/// Stops the work once it has saved enough for a middle to be in the midst of numbers.
fn begin(folder: &Path, board: &str) {
    begin_to(50_000, folder, board);
}

/// Stops the work once it has saved so many bytes of what is computed, not of the explored game or of answers.
pub(super) fn begin_to(bytes: u64, folder: &Path, board: &str) {
    let is_work = |name: &str| !name.ends_with("explored") && !name.ends_with("answers");
    begin_if(is_work, bytes, folder, board);
}

/// Stops the work once it has saved so many bytes in a file.
fn begin_with(file: &str, bytes: u64, folder: &Path, board: &str) {
    begin_if(|name| name == file, bytes, folder, board);
}

/// Stops the work once it has saved so many bytes in a file with such a name. On a machine that is busy with others it may be
/// done before anybody looks, and begins again.
fn begin_if(is_file: impl Fn(&str) -> bool, bytes: u64, folder: &Path, board: &str) {
    let words = format!("{board} --checkpoint kept --checkpoint-every 1ms");
    let start = || command(folder, &words).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let has_saved = || {
        let files = fs::read_dir(folder.join("kept")).into_iter().flatten().flatten();
        let mut files = files.filter(|file| {
            file.file_name().to_str().is_some_and(|name| name.starts_with("chancetree") && is_file(name))
        });
        files.any(|file| file.metadata().is_ok_and(|file| file.len() >= bytes))
    };
    for _ in 0..5 {
        let mut child = start().expect("it starts");
        while child.try_wait().expect("a child").is_none() {
            if has_saved() {
                child.kill().expect("it is killed");
                child.wait().expect("it is gone");
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    panic!("{words}: it was done before it saved anything");
}

/// What a kill has left in the folder goes with the next work in it; what others have there stays.
#[test]
fn files_in_the_making_that_were_left_go_away() {
    let folder = folder();
    begin(folder.path(), BOARD);
    for name in files(&folder.path().join("kept")) {
        // A kill leaves partial files, never under the name that counts.
        let known = ["chancetree.checkpoint", ".chancetree.lock"].contains(&&*name);
        assert!(known || name.ends_with(".part"), "{name}");
    }
    fs::write(folder.path().join("kept/.chancetree-checkpoint-left.part"), "left").expect("a file");
    fs::write(folder.path().join("kept/of-mine.part"), "mine").expect("a file");
    let last = run_in(folder.path(), &format!("{BOARD} --checkpoint kept --quiet"));
    assert_eq!(last.ok(), run(BOARD).ok());
    assert_eq!(files(&folder.path().join("kept")), ["of-mine.part"], "done work leaves nothing behind");
}

/// Games at random that were stopped are printed, with what to do now.
#[test]
fn games_before_a_stop_are_printed() {
    let folder = folder();
    let words = "simulate guess --numbers 50 --games 2000000 --format json --checkpoint kept";
    // Where a machine is busy, nothing is played in the shortest time, or even explored.
    let is_played = |time: &u32| {
        let stopped = run_in(folder.path(), &format!("{words} --timeout {time}ms"));
        assert_eq!(stopped.status, Some(3), "{}", stopped.err);
        let is_saved = stopped.err.contains("help: run the same command again to resume from kept");
        assert_eq!(is_saved, stopped.out.contains("games"), "what was played is printed: {}", stopped.out);
        is_saved
    };
    assert!([30, 120, 500].iter().any(is_played), "no game was played");
}

/// Parts of the work of one question are no parts of another.
#[test]
fn parts_of_other_work_are_refused() {
    for (words, other) in [
        (
            "fair memory --pairs 2..=14 --compare robots,safe",
            "fair memory --pairs 2..=14 --compare safe,robots",
        ),
        (
            "odds solitaire --pairs 9..=12 --recall 3/4,1/8,4/5",
            "odds solitaire --pairs 9..=12 --recall 3/4,0,4/5",
        ),
        (
            "simulate guess --numbers 20..=30 --games 8000",
            "simulate guess --numbers 20..=30 --games 8000 --seed 2",
        ),
    ] {
        let folder = folder();
        begin_with(ANSWERS, 1, folder.path(), words);
        run_in(folder.path(), &format!("{other} --checkpoint kept")).failed(2, "belongs to other work");
    }
}

/// A document of which the first bytes are kept is written anew if they have changed, or if it is to be another.
#[test]
fn a_document_goes_on_behind_its_own_bytes_alone() {
    let graph = "graph memory --pairs 40 --as csv --precision decimal -o graph.csv";
    let whole = folder();
    run_in(whole.path(), &format!("{graph} --quiet")).ok();
    let table = |folder: &Path, name: &str| fs::read(folder.join(name)).expect("a table");
    for change in [
        |_: &mut Vec<u8>| {},
        |bytes: &mut Vec<u8>| bytes[1000] ^= 1,
        |bytes: &mut Vec<u8>| bytes.truncate(1000),
    ] {
        let folder = folder();
        let document = "chancetree.document.1";
        begin_with(document, 500_000, folder.path(), graph);
        let mut bytes = fs::read(folder.path().join("kept").join(document)).expect("what is written");
        change(&mut bytes);
        fs::write(folder.path().join("kept").join(document), bytes).expect("a file");
        let ran = run_in(folder.path(), &format!("{graph} --checkpoint kept --quiet"));
        assert_eq!((ran.status, &*ran.err), (Some(0), ""));
        for name in ["graph.nodes.csv", "graph.edges.csv"] {
            assert!(table(folder.path(), name) == table(whole.path(), name), "{name}");
        }
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "done work leaves nothing behind");
        begin_with(document, 500_000, folder.path(), &format!("{graph} --force"));
        let ran =
            run_in(folder.path(), &format!("{} --checkpoint kept --quiet", graph.replace("csv", "drn")));
        assert_eq!((ran.status, &*ran.err), (Some(0), ""));
        assert!(table(folder.path(), "graph.drn").starts_with(b"//"), "another format begins anew");
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "done work leaves nothing behind");
    }
}

/// The numbers of a graph are saved when its document is stopped, and read by the next run.
#[cfg(target_os = "linux")]
#[test]
fn numbers_of_a_document_are_saved_when_it_is_stopped() {
    const ROUNDED: &str = "chancetree.checkpoint.rounded";
    let graph = "graph memory --pairs 80 --format csv --precision decimal --force -o graph.csv";
    let whole = folder();
    run_in(whole.path(), &format!("{graph} --quiet")).ok();
    let words = format!("{graph} --checkpoint kept --threads 1");
    for is_damaged in [false, true] {
        let folder = folder();
        let kept = folder.path().join("kept");
        let child = spawn(folder.path(), &words);
        let document = kept.join("chancetree.document.0");
        until("the first bytes", || document.metadata().is_ok_and(|file| file.len() > 100_000));
        signal(&child, "INT");
        wait(child, &words).failed(130, "interrupted while a graph of");
        assert!(kept.join(ROUNDED).exists() && !kept.join("chancetree.checkpoint.doubles").exists());
        if is_damaged {
            let bytes = fs::read(kept.join(ROUNDED)).expect("numbers");
            fs::write(kept.join(ROUNDED), &bytes[..bytes.len() - 1]).expect("a file");
            let why = format!("the checkpoint kept/{ROUNDED} is damaged");
            run_in(folder.path(), &words).failed(1, &why);
            continue;
        }
        let ran = run_in(folder.path(), &words);
        assert!(ran.status == Some(0) && ran.err.contains("resuming from kept"), "{}", ran.err);
        for name in ["graph.nodes.csv", "graph.edges.csv"] {
            let table = |folder: &Path| fs::read(folder.join(name)).expect("a table");
            assert!(table(folder.path()) == table(whole.path()), "{name}");
        }
        assert_eq!(files(&kept), [""; 0], "done work leaves nothing behind");
    }
}

/// A log goes on behind the games that are printed.
#[test]
fn logs_go_on_behind_what_is_printed() {
    let words = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 30000 --seed 2";
    let folder = folder();
    let stopped = run_in(folder.path(), &format!("{words} --checkpoint kept --timeout 100ms"));
    let advice = "help: run the same command again to resume from kept";
    assert!(stopped.status == Some(3) && stopped.err.contains(advice), "{}", stopped.err);
    run_in(folder.path(), &format!("{words} --format json --checkpoint kept"))
        .failed(2, "belongs to other work");
    let ran = run_in(folder.path(), &format!("{words} --checkpoint kept --threads 2"));
    assert!(ran.status == Some(0) && ran.err.contains("resuming from"), "{}", ran.err);
    assert!(stopped.out + &ran.out == run(words).ok(), "one log, in two parts");
    assert_eq!(files(&folder.path().join("kept")), [""; 0], "done work leaves nothing behind");
}

/// A game that is stopped while it is explored is not explored from its beginning again, nor is one that is stopped later.
#[test]
fn exploring_goes_on_where_it_was_stopped() {
    for board in [
        "odds mines --rows 3 --cols 4 --mines 3",
        "count mines --rows 3 --cols 4 --mines 3",
        "best solitaire --pairs 16",
        "odds memory --pairs 18 --memory 3,4",
        "best memory --pairs 30",
    ] {
        let folder = folder();
        let mut limit = 200;
        let done = loop {
            let ran = run_in(folder.path(), &format!("{board} --checkpoint kept --max-states {limit}"));
            let resumed = ran.err.contains("note: resuming from kept (");
            assert_eq!(resumed, limit > 200, "{}", ran.err);
            if ran.status == Some(0) {
                break ran.out;
            }
            let advice = "help: run the same command again to resume from kept";
            assert!(ran.status == Some(3) && ran.err.contains(advice), "{}", ran.err);
            limit *= 2;
        };
        assert!(limit > 800, "stopped thrice at least: {limit}");
        assert_eq!(done, run(board).ok());
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "done work leaves nothing behind");
    }
}

/// What is done is taken as it was saved: of another range, or of other options, it is refused.
#[test]
fn answers_about_another_range_are_refused() {
    let folder = folder();
    let range = "odds memory --pairs 60..=75 --scores 3,1";
    let stop = |limit: u32| format!("{range} --checkpoint kept --max-states {limit}");
    let stopped = run_in(folder.path(), &stop(200_000));
    let advice = "help: run the same command again to resume from kept";
    assert!(stopped.status == Some(3) && stopped.err.contains(advice), "{}", stopped.err);
    for other in ["--pairs 60..=76 --scores 3,1", "--pairs 60..=75 --scores 3,2"] {
        run_in(folder.path(), &format!("odds memory {other} --checkpoint kept"))
            .failed(2, "belongs to other work");
    }
    for other in ["--distribution", "--approximate"] {
        run_in(folder.path(), &format!("{range} {other} --checkpoint kept"))
            .failed(2, "belongs to other work");
    }
    let ran = run_in(folder.path(), &format!("{range} --checkpoint kept"));
    assert!(ran.err.starts_with("note: ") && ran.err.contains(" of 16 boards are done"), "{}", ran.err);
    assert_eq!((ran.status, ran.out), (Some(0), run(range).ok()));
}

/// What is done before a stop is saved, and the command that goes on finds no file in its way.
#[test]
fn a_file_is_there_once_it_is_whole() {
    let folder = folder();
    let range = "odds memory --pairs 60..=75 --scores 3,1";
    let words = format!("{range} --checkpoint kept -o a.csv");
    run_in(folder.path(), &format!("{words} --max-states 200000")).failed(3, "more than 200000 states");
    assert_eq!(files(folder.path()), ["kept"]);
    assert_eq!(run_in(folder.path(), &words).status, Some(0));
    let file = fs::read_to_string(folder.path().join("a.csv")).expect("a file");
    assert_eq!(file, run(&format!("{range} --format csv")).ok());
    let log = "simulate solitaire --pairs 3 --recall 1/2,1/2,1/2 --games 9 --checkpoint kept -o a.json";
    run_in(folder.path(), log).failed(2, "resumes a log behind the printed games");
}

#[test]
fn stopped_by_time_it_says_how_to_go_on() {
    let folder = folder();
    let words = format!("{BOARD} --checkpoint kept");
    let (mut milliseconds, mut stops) = (300, 0);
    let done = loop {
        let ran = run_in(folder.path(), &format!("{words} --timeout {milliseconds}ms --quiet"));
        if ran.status == Some(0) {
            break ran.ok();
        }
        ran.failed(3, "ran out");
        // To begin again takes a while, longer on a machine that is busy.
        (milliseconds, stops) = (milliseconds + milliseconds / 10, stops + 1);
        assert!(stops < 100, "it never comes to an end");
    };
    assert_eq!(done, run(BOARD).ok());
    let folder = self::folder();
    let stopped = run_in(folder.path(), &format!("{words} --timeout 0"));
    stopped.failed(3, "the time of 0 s ran out");
    assert!(!stopped.err.contains("to resume from"), "{}", stopped.err);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let file = folder.path().join(FILE);
    let good = fs::read(&file).expect("a checkpoint");
    let words = format!("{BOARD} --checkpoint kept");
    let mut wrong: Vec<Vec<u8>> =
        [0, 1, 10, good.len() / 2, good.len() - 1].iter().map(|&length| good[..length].to_vec()).collect();
    let head = good.iter().position(|&byte| byte == b'\n').expect("a first line");
    for at in [head + 30, head.midpoint(good.len()), good.len() - 3, good.len() - 6] {
        let mut flipped = good.clone();
        flipped[at] ^= 1;
        wrong.push(flipped);
    }
    wrong.push([&good[..], b"more"].concat());
    for bytes in wrong {
        fs::write(&file, &bytes).expect("a file");
        run_in(folder.path(), &words).failed(1, "is damaged");
    }
}

#[test]
fn a_checkpoint_of_other_work_is_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    for board in ["--pairs 76 --players 3", "--pairs 75 --players 2", "--pairs 75 --players 3 --scores 1,0,0"]
    {
        run_in(folder.path(), &format!("odds memory {board} --checkpoint kept"))
            .failed(2, "belongs to other work");
    }
    let file = folder.path().join(FILE);
    let good = fs::read(&file).expect("a checkpoint");
    let good = String::from_utf8_lossy(&good);
    let (head, rest) = good.split_once("\"version\":").expect("a version");
    let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    fs::write(&file, format!("{head}\"version\":99{rest}")).expect("a file");
    run_in(folder.path(), &format!("{BOARD} --checkpoint kept")).failed(2, "has version 99");
}

/// The same board, another question.
#[test]
fn a_checkpoint_of_another_verb_is_refused() {
    let folder = folder();
    begin(folder.path(), "count memory --pairs 300 --players 3");
    for verb in ["odds", "best"] {
        let words = format!("{verb} memory --pairs 300 --checkpoint kept");
        run_in(folder.path(), &words).failed(2, "belongs to other work");
    }
}

#[test]
fn a_checkpoint_that_is_no_folder_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").expect("a file");
    run_in(folder.path(), &format!("{BOARD} --checkpoint file")).failed(2, "is not a folder");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_checkpoint_before_and_the_work_goes_on() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let words = format!("{BOARD} --checkpoint kept --checkpoint-every 1ms");
    let ran = with_room(folder.path(), &words, 0);
    assert_eq!((ran.status, ran.out), (Some(0), run(BOARD).ok()), "{}", ran.err);
    let missed = format!("note: cannot save the work now, trying again later: {FILE}: file too large");
    assert_eq!(ran.err.lines().filter(|line| *line == missed).count(), 1, "{}", ran.err);
    assert_eq!(files(&folder.path().join("kept")), [""; 0]);
}

/// The lock of a process that was ended before it could take it away goes with the next work that is done.
#[test]
fn a_lock_that_was_left_goes_away() {
    let folder = folder();
    let kept = folder.path().join("kept");
    fs::create_dir(&kept).expect("a folder");
    fs::write(kept.join(".chancetree.lock.1-of-3"), "").expect("a file");
    fs::write(kept.join("mine"), "").expect("a file");
    run_in(folder.path(), "odds memory --pairs 3 --checkpoint kept").ok();
    assert_eq!(files(&kept), ["mine"]);
}

/// Two works that differ in nothing but the scores, so that all they save has the same shape.
#[test]
fn two_works_never_take_each_other_s_numbers() {
    race("odds memory --pairs 40", 60, Duration::from_millis(2), |_| [""; 2]);
}

/// Whoever reads what was saved must read what was checked, whatever is put in its place meanwhile.
#[test]
fn a_head_and_a_body_of_different_works_are_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let file = folder.path().join(FILE);
    let good = fs::read(&file).expect("a checkpoint");
    let end = good.iter().position(|&byte| byte == b'\n').expect("a first line");
    let head = String::from_utf8(good[..end].to_vec()).expect("text");
    let other = head.replace("\"distribution\":false", "\"distribution\":true");
    assert_ne!(head, other, "the head says what is asked");
    fs::write(&file, [other.as_bytes(), &good[end..]].concat()).expect("a file");
    let words = format!("{BOARD} --distribution --checkpoint kept");
    run_in(folder.path(), &words).failed(1, "is damaged: its checksum does not match its contents");
}

/// A column that no table has is refused once the work is done, and the command that is mended has the work.
#[test]
fn a_refusal_after_the_work_keeps_it() {
    let folder = folder();
    let words = "odds memory --pairs 40 --format csv --checkpoint kept --checkpoint-every 1ms";
    run_in(folder.path(), &format!("{words} --columns nonsense")).failed(2, "no column \"nonsense\"");
    let ran = run_in(folder.path(), &format!("{words} --columns win_1"));
    assert!(ran.err.contains("resuming from kept"), "{}", ran.err);
    assert_eq!(
        (ran.status, ran.out),
        (Some(0), run("odds memory --pairs 40 --columns win_1 --format csv").ok())
    );
    assert_eq!(files(&folder.path().join("kept")), [""; 0]);
}

#[test]
fn nothing_is_kept_of_work_that_would_end_in_the_same_way() {
    let folder = folder();
    for (pairs, tail) in [("3", "0.000000030050"), ("1..3", "0.000000001268, at boards up to 3 of 3")] {
        let words = format!("odds solitaire --pairs {pairs} --recall 1/100,1/100,1/2 --checkpoint kept");
        let ran = run_in(folder.path(), &words);
        let err = format!(
            "error: after 2000 turns the tail is still {tail}\nhelp: a longer tail: --tail 1/1000000\n"
        );
        assert_eq!((ran.status, ran.err), (Some(3), err), "{words}");
        assert!(files(&folder.path().join("kept")).is_empty(), "{words}");
    }
}

/// Changes the work in the file without a key, under a checksum that is right.
fn change(folder: &Path, change: impl Fn(&mut Vec<u8>)) {
    let saved = fs::read(folder.join(FILE)).expect("a checkpoint");
    let head = saved.split(|&byte| byte == b'\n').next().expect("a first line");
    let head: serde_json::Value = serde_json::from_slice(head).expect("JSON");
    let store = FileStore::open(&folder.join("kept"), &head["question"], Duration::ZERO).expect("whole");
    let mut work = Vec::new();
    store.load("").expect("a file").expect("work").read_to_end(&mut work).expect("all of it");
    change(&mut work);
    store.save("", &mut |out| out.write_all(&work)).expect("a file");
}

/// Work that ends too early under a right checksum is damaged as any other: the file is named, and what to do.
#[test]
fn saved_work_that_ends_too_early_is_damaged() {
    for (board, states) in [
        ("odds memory --pairs 60", 10_000),
        ("odds memory --pairs 16 --players 5", 1000),
        ("best mines --rows 4 --cols 5 --mines 5", 4095),
    ] {
        let folder = folder();
        let words = format!("{board} --checkpoint kept --threads 1");
        assert_eq!(
            run_in(folder.path(), &format!("{words} --max-states {states}")).status,
            Some(3),
            "{board}"
        );
        change(folder.path(), |work| work.truncate(work.len() - 8));
        let ran = run_in(folder.path(), &words);
        ran.failed(1, &format!("the checkpoint {FILE} is damaged: what was saved does not fit the game"));
        assert!(
            ran.err.ends_with(&format!("help: delete the file to start again: rm {FILE}\n")),
            "{}",
            ran.err
        );
    }
}
