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

/// The plots and their numbers, by the commands that stand above them.
#[test]
fn its_plots_are_of_this_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/plots.md")).expect("the page");
    let commands = text.lines().filter_map(|line| line.strip_prefix("chancetree plot "));
    let commands: Vec<&str> = commands.filter(|command| command.contains("-o output/")).collect();
    assert_eq!(commands.len(), text.matches("](../output/plot-").count(), "a command for each picture");
    for command in commands {
        let folder = tempfile::tempdir().expect("a folder");
        let words = command.split(' ').chain(["--quiet"]);
        let made = Command::new(env!("CARGO_BIN_EXE_chancetree"))
            .arg("plot")
            .args(words)
            .current_dir(folder.path())
            .status()
            .expect("the program runs");
        assert!(made.success(), "{command}");
        let picture = command.split(' ').next_back().expect("the name of a picture");
        for name in [picture.to_owned(), picture.replace(".svg", ".csv")] {
            let [made, kept] = [folder.path(), root].map(|folder| std::fs::read(folder.join(&name)));
            assert!(made.expect(&name) == kept.expect(&name), "{name} is out of date: {command}");
        }
    }
}
