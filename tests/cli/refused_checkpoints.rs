//! Checkpoints that are refused: of other work, of another version, or damaged.

use super::checkpoint::{BOARD, FILE, begin, begin_with};
use super::run::{folder, run, run_in};
use chancetree::export::save::FileStore;
use chancetree::model::Store as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

const ANSWERS: &str = "chancetree.checkpoint.answers";

/// Saved work belongs to one command: its game, options and objective.
#[test]
fn saved_work_of_another_command_is_refused() {
    const WORK: &str = "chancetree.checkpoint";
    let forgetful = "odds solitaire --pairs 14 --recall 3/4,1/8,4/5";
    let part = format!("{WORK}.{}", 14 * 8);
    let mines = "best mines --rows 4 --cols 6 --mines 5 --lowest";
    // A command, a file in which it has saved its work, and commands that refuse the file.
    for (args, file, others) in [
        (
            BOARD,
            WORK,
            &[
                "odds memory --pairs 76 --players 3",
                "odds memory --pairs 75 --players 2",
                "odds memory --pairs 75 --players 3 --scores 1,0,0",
            ][..],
        ),
        (
            "count memory --pairs 300 --players 3",
            "chancetree.checkpoint.states",
            &["odds memory --pairs 300", "best memory --pairs 300"],
        ),
        (
            "fair memory --pairs 2..=14 --compare robots,safe",
            ANSWERS,
            &["fair memory --pairs 2..=14 --compare safe,robots"],
        ),
        (
            "odds memory --pairs 60..=75 --scores 3,1",
            ANSWERS,
            &[
                "odds memory --pairs 60..=76 --scores 3,1",
                "odds memory --pairs 60..=75 --scores 3,2",
                "odds memory --pairs 60..=75 --scores 3,1 --distribution",
                "odds memory --pairs 60..=75 --scores 3,1 --approximate",
            ],
        ),
        (
            "odds solitaire --pairs 9..=12 --recall 3/4,1/8,4/5",
            ANSWERS,
            &["odds solitaire --pairs 9..=12 --recall 3/4,0,4/5"],
        ),
        (
            forgetful,
            &part,
            &[
                "odds solitaire --pairs 14 --recall 3/4,1/9,4/5",
                "odds solitaire --pairs 14 --recall 3/4,1/8,4/5 --tail 1e-5",
                "odds solitaire --pairs 14 --recall 3/4,1/8,4/5 --score 1,2,-3",
                "odds solitaire --pairs 14 --recall 3/4,1/8,4/5 --model L",
            ],
        ),
        (
            "simulate guess --numbers 20..=30 --games 8000",
            ANSWERS,
            &["simulate guess --numbers 20..=30 --games 8000 --seed 2"],
        ),
        (
            mines,
            WORK,
            &[
                "best mines --rows 4 --cols 6 --mines 4 --lowest",
                "best mines --rows 6 --cols 4 --mines 5 --lowest",
                "best mines --rows 4 --cols 6 --mines 5",
                "best mines --rows 4 --cols 6 --mines 5 --lowest --first-click any",
            ],
        ),
        (
            "best mines --board position.txt --lowest",
            WORK,
            &["best mines --board position.txt", "best mines --board other.txt --lowest"],
        ),
    ] {
        let folder = folder();
        for (name, number) in [("position.txt", 2), ("other.txt", 3)] {
            let board = format!("mines 6\n.....\n..{number}..\n.....\n.....\n.....\n");
            fs::write(folder.path().join(name), board).expect("a file");
        }
        begin_with(file, 1, folder.path(), args);
        for other in others {
            let refused = run_in(folder.path(), &format!("{other} --checkpoint kept"));
            refused.failed(2, "belongs to other work");
            // The work is described by options of its command.
            let described = refused.err.lines().next().and_then(|line| line.split("other work: ").nth(1));
            let mut parts = described.expect("a description").split(", ");
            let help = run(&format!("{} --help", parts.next().expect("a command"))).ok();
            for part in parts {
                let name = part.split(' ').next().expect("a name");
                assert!(
                    help.contains(&format!("--{name} <")) || help.contains(&format!("--{name}\n")),
                    "{part}"
                );
            }
        }
    }
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let file = folder.path().join(FILE);
    let saved = fs::read(&file).expect("a checkpoint");
    let args = format!("{BOARD} --checkpoint kept");
    let mut damaged: Vec<Vec<u8>> =
        [0, 1, 10, saved.len() / 2, saved.len() - 1].iter().map(|&length| saved[..length].to_vec()).collect();
    let head = saved.iter().position(|&byte| byte == b'\n').expect("a first line");
    for at in [head + 30, head.midpoint(saved.len()), saved.len() - 3, saved.len() - 6] {
        let mut flipped = saved.clone();
        flipped[at] ^= 1;
        damaged.push(flipped);
    }
    damaged.push([&saved[..], b"more"].concat());
    for bytes in damaged {
        fs::write(&file, &bytes).expect("a file");
        run_in(folder.path(), &args).failed(1, "is damaged");
    }
}

#[test]
fn a_checkpoint_of_another_version_is_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let file = folder.path().join(FILE);
    let saved = fs::read(&file).expect("a checkpoint");
    let saved = String::from_utf8_lossy(&saved);
    let own = format!("\"version\":\"{}+", env!("CARGO_PKG_VERSION"));
    let (head, rest) = saved.split_once(&own).expect("the version of the program");
    // Before the program had a version, the version of a checkpoint was a number.
    for (version, read) in [("\"version\":\"0.0.9+", "0.0.9+"), ("\"version\":14,\"was\":\"", "14,")] {
        fs::write(&file, format!("{head}{version}{rest}")).expect("a file");
        run_in(folder.path(), &format!("{BOARD} --checkpoint kept"))
            .failed(2, &format!("has version {read}"));
    }
}

#[test]
fn a_checkpoint_that_is_not_a_folder_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").expect("a file");
    run_in(folder.path(), &format!("{BOARD} --checkpoint file")).failed(2, "is not a folder");
    fs::create_dir_all(folder.path().join(FILE)).expect("a folder");
    let ran = run_in(folder.path(), &format!("{BOARD} --checkpoint kept"));
    ran.failed(1, &format!("the checkpoint {FILE} is damaged: it is not a plain file"));
    assert!(ran.err.ends_with(&format!("rm -r {FILE}\n")), "{}", ran.err);
}

/// The checksum covers the head and the body, so parts of two checkpoints cannot be combined.
#[test]
fn a_head_and_a_body_of_different_runs_are_refused() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let file = folder.path().join(FILE);
    let saved = fs::read(&file).expect("a checkpoint");
    let end = saved.iter().position(|&byte| byte == b'\n').expect("a first line");
    let head = String::from_utf8(saved[..end].to_vec()).expect("text");
    let other = head.replace("\"distribution\":false", "\"distribution\":true");
    assert_ne!(head, other, "the head names the options");
    fs::write(&file, [other.as_bytes(), &saved[end..]].concat()).expect("a file");
    let args = format!("{BOARD} --distribution --checkpoint kept");
    run_in(folder.path(), &args).failed(1, "is damaged: its checksum does not match its contents");
}

/// Changes the saved work in the file without a key, under a correct checksum.
fn change(folder: &Path, change: impl Fn(&mut Vec<u8>)) {
    let saved = fs::read(folder.join(FILE)).expect("a checkpoint");
    let head = saved.split(|&byte| byte == b'\n').next().expect("a first line");
    let head: serde_json::Value = serde_json::from_slice(head).expect("JSON");
    let store = FileStore::open(&folder.join("kept"), &head["fingerprint"], Duration::ZERO).expect("whole");
    let mut work = Vec::new();
    store.load("").expect("a file").expect("work").read_to_end(&mut work).expect("all of it");
    change(&mut work);
    store.save("", &mut |out| out.write_all(&work)).expect("a file");
}

/// Truncated work with a correct checksum is reported as damaged, with the file and a hint.
#[test]
fn truncated_work_is_reported_as_damaged() {
    for (board, states) in [
        ("odds memory --pairs 60", 10_000),
        ("odds memory --pairs 16 --players 5", 1000),
        ("best mines --rows 4 --cols 5 --mines 5", 4095),
    ] {
        let folder = folder();
        let args = format!("{board} --checkpoint kept --threads 1");
        assert_eq!(
            run_in(folder.path(), &format!("{args} --max-states {states}")).status,
            Some(3),
            "{board}"
        );
        change(folder.path(), |work| work.truncate(work.len() - 8));
        let ran = run_in(folder.path(), &args);
        ran.failed(1, &format!("the checkpoint {FILE} is damaged: the saved work does not fit the game"));
        assert!(
            ran.err.ends_with(&format!("help: delete the file to start again: rm {FILE}\n")),
            "{}",
            ran.err
        );
    }
}
