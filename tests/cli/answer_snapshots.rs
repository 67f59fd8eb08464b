//! Answers for people and programs, compared byte for byte. These snapshots show the lines, their layout and the ends of lists;
//! other tests check the numbers against oracles and published values.

mod commands;

use super::run::{embedded, run};
use chancetree::family::Spelling;
use oracles::snapshot::assert_snapshot;

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
