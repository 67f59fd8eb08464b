//! The table of a solver is all that it saves: that of another question is refused.

use super::checkpoint::begin_to;
use super::run::{folder, run_in};
use std::fs;

const FILE: &str = "kept/chancetree.checkpoint";

/// A position that is not decided by what is seen.
const POSITION: &str = "mines 6\n.....\n..2..\n.....\n.....\n.....\n";

/// Questions to the solver of Minesweeper: of one table or two, where first cells keep more free, and of a position.
const QUESTIONS: [&str; 3] = [
    "best mines --rows 4 --cols 6 --mines 5 --lowest --format json",
    "odds mines --rows 4 --cols 7 --mines 6 --first-click opening --play best --format csv",
    "best mines --board position.txt --lowest --format text",
];

/// What a table knows is of one field: that of another, or of another question about it, is refused.
#[test]
fn tables_of_other_questions_are_refused() {
    let folder = folder();
    fs::write(folder.path().join("position.txt"), POSITION).expect("a file");
    let [question, .., position] = QUESTIONS;
    for (begun, others) in [
        (
            question,
            [
                "best mines --rows 4 --cols 6 --mines 4 --lowest",
                "best mines --rows 6 --cols 4 --mines 5 --lowest",
                "best mines --rows 4 --cols 6 --mines 5",
                "best mines --rows 4 --cols 6 --mines 5 --lowest --first-click any",
            ]
            .as_slice(),
        ),
        (position, &["best mines --board position.txt", "best mines --board other.txt --lowest"]),
    ] {
        fs::write(folder.path().join("other.txt"), POSITION.replace('2', "3")).expect("a file");
        begin_to(1, folder.path(), begun);
        for other in others {
            run_in(folder.path(), &format!("{other} --checkpoint kept")).failed(2, "belongs to other work");
        }
        fs::remove_file(folder.path().join(FILE)).expect("a checkpoint");
    }
}

/// A stop before there is a table saves nothing, and a table that is there stays.
#[test]
fn tables_are_saved_where_there_are_any() {
    let folder = folder();
    let words = format!("{} --checkpoint kept", QUESTIONS[0]);
    let stopped = run_in(folder.path(), &format!("{words} --timeout 0"));
    stopped.failed(3, "the time of 0 s ran out");
    assert!(!stopped.err.contains("to resume from") && !folder.path().join(FILE).exists(), "{}", stopped.err);
    begin_to(1000, folder.path(), QUESTIONS[0]);
    let size = || fs::metadata(folder.path().join(FILE)).expect("a checkpoint").len();
    let before = size();
    let stopped = run_in(folder.path(), &format!("{words} --timeout 0"));
    assert!(stopped.status == Some(3) && stopped.err.contains("to resume from"), "{}", stopped.err);
    // What was known before is known afterwards; compression may have its way with another order.
    assert!(size() >= before / 10 * 9, "{} bytes after {before}", size());
}
