//! Answers for people and programs, compared byte for byte. These snapshots show the lines, their layout and the ends of lists;
//! other tests check the numbers against oracles and published values.

mod commands;

use super::run::{embedded, run};
use chancetree::family::Spelling;
use oracles::snapshot::assert_snapshot;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Runs all commands again and compares the output with the file of the game. Each answer follows its command.
fn assert_answers(family: &str, commands: &[&str]) {
    let mut made = String::new();
    for command in commands {
        let answer = match embedded(command) {
            Ok(answer) => answer,
            Err(why) => {
                let (what, help) = why.message(Spelling::CommandLine);
                let help = help.map_or_else(String::new, |help| format!("help: {help}\n"));
                // Only the program itself runs commands that print a page or draw a picture.
                match what == "only the program chancetree runs this command" {
                    true => run(command).ok(),
                    false => format!("{:?}: {what}\n{help}", why.reason),
                }
            }
        };
        made.push_str(&format!("$ chancetree {command}\n{answer}\n"));
    }
    assert_snapshot(&format!("answers/{family}.txt"), made);
}

#[test]
fn answers_about_memory_match_the_snapshots() {
    assert_answers("memory", &commands::MEMORY);
}

#[test]
fn answers_about_solitaire_match_the_snapshots() {
    assert_answers("solitaire", &commands::SOLITAIRE);
}

#[test]
fn answers_about_mines_match_the_snapshots() {
    assert_answers("mines", &commands::MINES);
}

#[test]
fn answers_about_guess_match_the_snapshots() {
    assert_answers("guess", &commands::GUESS);
}

#[test]
fn answers_about_models_match_the_snapshots() {
    assert_answers("model", &commands::MODEL);
}

/// A command has its output in one place only: in a snapshot, on a page of the documentation, or among the frozen numbers.
#[test]
fn an_answer_is_recorded_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).expect("text");
    let pages = fs::read_dir(root.join("docs")).expect("a folder").map(|file| file.expect("a file").path());
    let pages =
        pages.chain([root.join("README.md")]).filter(|path| path.extension().is_some_and(|end| end == "md"));
    let texts: Vec<String> = pages.map(|page| read(&page)).collect();
    let shown =
        texts.iter().flat_map(|page| page.lines()).filter_map(|line| line.strip_prefix("$ chancetree "));
    let frozen = read(&root.join("tests/frozen/commands.txt"));
    let groups =
        [&commands::MEMORY[..], &commands::SOLITAIRE, &commands::MINES, &commands::GUESS, &commands::MODEL];
    // Options in any order.
    let normal = |command: &str| {
        let (command, mut options) = (command.replace("..=", ".."), Vec::new());
        for word in command.split(' ') {
            match options.last_mut() {
                Some(option) if !word.starts_with('-') => *option = format!("{option} {word}"),
                _ => options.push(word.to_owned()),
            }
        }
        options.sort_unstable();
        options
    };
    let mut recorded = HashSet::new();
    let distinct: HashSet<_> = shown.map(normal).collect();
    for command in groups.concat().into_iter().chain(frozen.lines().filter(|line| !line.starts_with('#'))) {
        let command_words = normal(command);
        assert!(!distinct.contains(&command_words), "{command} is in the documentation, too");
        assert!(command.is_empty() || recorded.insert(command_words), "{command} is recorded twice");
    }
}
