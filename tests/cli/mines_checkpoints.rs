//! Checkpoints of Minesweeper save only the table of the solver; the table of another command is refused.

use super::checkpoint::begin_to;
use super::run::{folder, run_in};
use std::fs;

const FILE: &str = "kept/chancetree.checkpoint";

/// A position in which the visible numbers leave something undecided.
const POSITION: &str = "mines 6\n.....\n..2..\n.....\n.....\n.....\n";

/// Commands for the solver: with one table, with two tables (an opening keeps more cells free), and for a position.
const COMMANDS: [&str; 3] = [
    "best mines --rows 4 --cols 6 --mines 5 --lowest --format json",
    "odds mines --rows 4 --cols 7 --mines 6 --first-click opening --play best --format csv",
    "best mines --board position.txt --lowest --format text",
];

/// A table belongs to one board and one objective.
#[test]
fn tables_of_another_command_are_refused() {
    let folder = folder();
    fs::write(folder.path().join("position.txt"), POSITION).expect("a file");
    let [command, .., position] = COMMANDS;
    for (started, others) in [
        (
            command,
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
        begin_to(1, folder.path(), started);
        for other in others {
            run_in(folder.path(), &format!("{other} --checkpoint kept")).failed(2, "belongs to other work");
        }
        fs::remove_file(folder.path().join(FILE)).expect("a checkpoint");
    }
}

/// A run that is stopped before it has a table saves nothing, and a saved table is kept.
#[test]
fn a_table_is_saved_once_it_exists() {
    let folder = folder();
    let args = format!("{} --checkpoint kept", COMMANDS[0]);
    let stopped = run_in(folder.path(), &format!("{args} --timeout 0"));
    stopped.failed(3, "the time of 0 s ran out");
    assert!(!stopped.err.contains("to resume from") && !folder.path().join(FILE).exists(), "{}", stopped.err);
    begin_to(1000, folder.path(), COMMANDS[0]);
    let size = || fs::metadata(folder.path().join(FILE)).expect("a checkpoint").len();
    let before = size();
    let stopped = run_in(folder.path(), &format!("{args} --timeout 0"));
    assert!(stopped.status == Some(3) && stopped.err.contains("to resume from"), "{}", stopped.err);
    // The table still has its entries; another order may compress a little better.
    assert!(size() >= before / 10 * 9, "{} bytes after {before}", size());
}
