//! The README is run as written, and its pictures are those of the program.

use std::path::Path;
use std::process::Command;

#[test]
fn its_commands_answer_as_printed() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

#[test]
fn its_pictures_are_of_this_program() {
    for pairs in ["2", "3"] {
        for shape in ["dag", "tree"] {
            let made = Command::new(env!("CARGO_BIN_EXE_chancetree"))
                .args(["graph", "memory", "--pairs", pairs, "--shape", shape, "--as", "svg"])
                .args(["-o", "-"])
                .output()
                .expect("the program runs");
            assert!(made.status.success());
            let name = format!("output/memory-pairs{pairs}-{shape}.svg");
            let kept = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)).expect(&name);
            assert!(
                made.stdout == kept,
                "{name} is out of date; make it anew with the command of the README"
            );
        }
    }
    let table = Command::new(env!("CARGO_BIN_EXE_chancetree"))
        .args(["best", "memory", "--pairs", "1..=20", "--format", "svg"])
        .output()
        .expect("the program runs");
    let kept = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("output/memory-tactics20.svg"));
    assert!(table.stdout == kept.expect("the table"), "output/memory-tactics20.svg is out of date");
}
