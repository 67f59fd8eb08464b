//! Answers to the last byte, as people and programs are told them: what once was right stays as it is. Which lines there are,
//! what stands in them, and where a list ends is seen here; the numbers are held to oracles and to print elsewhere.

mod questions;

use super::run::{run, told};
use chancetree::family::Spelling;
use oracles::snapshot::assert_snapshot;

/// Answers all `questions` again and compares the text with the file of the family; an answer stands below its question.
fn answers_stay(family: &str, questions: &[&str]) {
    let mut made = String::new();
    for question in questions {
        let answer = match told(question) {
            Ok(answer) => answer,
            Err(why) => {
                let (what, help) = why.message(Spelling::CommandLine);
                let help = help.map_or_else(String::new, |help| format!("help: {help}\n"));
                // What is printed as it is, or drawn as well, is asked of the program alone.
                match what == "only the program chancetree runs this command" {
                    true => run(question).ok(),
                    false => format!("{:?}: {what}\n{help}", why.reason),
                }
            }
        };
        made.push_str(&format!("$ chancetree {question}\n{answer}\n"));
    }
    assert_snapshot(&format!("answers/{family}.txt"), made);
}

#[test]
fn refusals_stay_as_they_are() {
    answers_stay("refused", &questions::REFUSED);
}

#[test]
fn answers_about_memory_stay_as_they_are() {
    answers_stay("memory", &questions::MEMORY);
}

#[test]
fn answers_about_solitaire_stay_as_they_are() {
    answers_stay("solitaire", &questions::SOLITAIRE);
}

#[test]
fn answers_about_mines_stay_as_they_are() {
    answers_stay("mines", &questions::MINES);
}

#[test]
fn answers_about_guessed_numbers_stay_as_they_are() {
    answers_stay("guess", &questions::GUESS);
}

#[test]
fn answers_about_models_stay_as_they_are() {
    answers_stay("model", &questions::MODEL);
}
