//! Answers to the last byte, as people and programs are told them: what once was right stays as it is. Which lines there are,
//! what stands in them, and where a list ends is seen here; the numbers are held to oracles and to print elsewhere.

use super::run::{run, told};
use std::fs;
use std::path::Path;

/// Asks every question of a file again; an answer stands below its question.
fn answers_stay(family: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/answers");
    let path = root.join(format!("{family}.txt"));
    let read = || fs::read_to_string(&path).expect("the questions");
    let mut made = String::new();
    for question in read().lines().filter_map(|line| line.strip_prefix("$ chancetree ")) {
        let answer = match told(question) {
            Ok(answer) => answer,
            // What is printed as it is, or drawn as well, is asked of the program alone.
            Err(why) if why.what == "this is of the program alone" => run(question).ok(),
            Err(why) => {
                let help = why.help.map_or_else(String::new, |help| format!("help: {help}\n"));
                format!("{:?}: {}\n{help}", why.reason, why.what)
            }
        };
        made.push_str(&format!("$ chancetree {question}\n{answer}\n"));
    }
    if std::env::var_os("CHANCETREE_BLESS").is_some() {
        fs::write(&path, &made).expect("it can be written");
    }
    let before = read();
    let different = made.lines().zip(before.lines()).find(|(now, then)| now != then);
    assert!(
        made == before,
        "{family}.txt is no longer what is answered; CHANCETREE_BLESS=1 accepts the change: {different:?}"
    );
}

#[test]
fn refusals_stay_as_they_are() {
    answers_stay("refused");
}

#[test]
fn answers_about_memory_stay_as_they_are() {
    answers_stay("memory");
}

#[test]
fn answers_about_solitaire_stay_as_they_are() {
    answers_stay("solitaire");
}

#[test]
fn answers_about_mines_stay_as_they_are() {
    answers_stay("mines");
}

#[test]
fn answers_about_guessed_numbers_stay_as_they_are() {
    answers_stay("guess");
}
