//! Hints can be typed: each hint is applied to its command, and the new command works.

use super::run::{Ran, folder, run_args};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Commands that are refused, before the work or during it.
const REFUSALS: &str = include_str!("hints.txt");

/// Options with two names.
const OTHER_NAMES: [(&str, &str); 2] = [("-o", "--output"), ("--as", "--format")];

/// Splits a command line into arguments.
fn args(line: &str) -> Vec<String> {
    let mut args = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => args.push(String::new()),
            letter => args.last_mut().expect("one at least").push(letter),
        }
    }
    args.into_iter().filter(|word| !word.is_empty()).collect()
}

fn is_option(word: &str) -> bool {
    word.starts_with("--") || word == "-o"
}

/// Returns the command without an option and its value.
fn without(command: &[String], option: &str) -> Vec<String> {
    let same = |word: &String| {
        word == option
            || OTHER_NAMES.iter().any(|(a, b)| (word == a && option == *b) || (word == b && option == *a))
    };
    let mut remaining = Vec::new();
    let mut at = 0;
    while at < command.len() {
        if same(&command[at]) {
            let has_value = command.get(at + 1).is_some_and(|next| !is_option(next));
            at += 1 + usize::from(has_value);
        } else {
            remaining.push(command[at].clone());
            at += 1;
        }
    }
    remaining
}

/// Returns the command after one of the choices in a hint.
fn apply_hint(typed: &[String], choice: &str) -> Option<Vec<String>> {
    if let Some((_, whole)) = choice.split_once("chancetree ").filter(|(before, _)| !before.contains("--")) {
        return Some(args(whole));
    }
    if let Some(options) = choice.split_once("leave out ").map(|(_, options)| options) {
        let options = options.split(" and ").flat_map(|option| option.split(", "));
        return Some(options.fold(typed.to_vec(), |typed, option| without(&typed, option.trim())));
    }
    let all = args(choice);
    let begin = all.iter().position(|word| is_option(word))?;
    let mut command = typed.to_vec();
    let mut at = begin;
    while at < all.len() && is_option(&all[at]) {
        let values = all[at + 1..].iter().take_while(|word| !is_option(word)).count().min(1);
        // A word of explanation is no value.
        let value =
            all.get(at + 1).filter(|_| values == 1 && !["overwrites", "instead"].contains(&&*all[at + 1]));
        if let Some(instead) = all.iter().position(|word| word == "instead") {
            command = without(&command, all.get(instead + 2)?);
        }
        command = without(&command, &all[at]);
        command.push(all[at].clone());
        command.extend(value.cloned());
        at += 1 + usize::from(value.is_some());
    }
    Some(command)
}

/// Returns the choices that a hint offers.
fn choices(hint: &str) -> Vec<String> {
    if hint.contains("leave out ") || hint.starts_with("chancetree ") || hint.contains(": chancetree ") {
        return hint.split(", or ").map(str::to_owned).collect();
    }
    let text = hint.replace(", --", " or --");
    text.split(" or ")
        .map(|choice| choice.trim_end_matches(',').to_owned())
        .filter(|choice| choice.contains('-'))
        .collect()
}

fn folder_with_files() -> TempDir {
    let folder = folder();
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    for (name, text) in [
        ("there.dot", ""),
        ("there.svg", ""),
        ("there.csv", ""),
        ("bad.csv", "x\n"),
        ("board.txt", "1...\n....\n....\n....\n"),
        ("apart.txt", "...\n.1*\n...\n"),
        (
            "large.txt",
            ".........\n.........\n....1....\n.........\n.........\n.........\n.........\n.........\n.........\n",
        ),
        ("wrong.txt", "mines 1\n8..\n...\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn ran(folder: &Path, args: &[String]) -> Ran {
    run_args(folder, "", args)
}

/// Commands of hints that take long; only their beginning is run.
const LONG: [&str; 13] = [
    "best mines --rows 6 --cols 6 --mines 6",
    "count mines --rows 5 --cols 5 --mines 5",
    "count solitaire --pairs 3000",
    "graph memory --pairs 200 --format csv",
    "graph memory --pairs 200 --as graphml --max-states 5411411",
    "graph memory --pairs 70 --format csv",
    "graph memory --pairs 70 --as html --max-states 237801",
    "odds mines --rows 5 --cols 5 --mines 5",
    "odds solitaire --pairs 400",
    "odds solitaire --recall 3/4,1/8,4/5 --pairs 60",
    "plot card-of-memory --pairs 20 -o a.svg",
    "plot first-mover --pairs 1..400 -o a.svg",
    "simulate solitaire --pairs 900 --recall 3/4,1/8,4/5 --seed 1 --games 100000",
];

/// Every refusal has a hint, and every choice in it works: the command succeeds, or is a long one and starts.
#[test]
fn every_hint_can_be_typed() {
    let lines = REFUSALS.lines().filter(|line| !line.is_empty());
    let (mut started, mut wrong) = (BTreeSet::new(), Vec::new());
    for line in lines {
        let typed = args(line);
        let folder = folder_with_files();
        let first = ran(folder.path(), &typed);
        let hint = first.err.lines().find_map(|line| line.strip_prefix("help: "));
        let Some(hint) = hint.filter(|_| matches!(first.status, Some(2 | 3))) else {
            wrong.push(format!("{line}: {:?} {}", first.status, first.err));
            continue;
        };
        if hint.starts_with("mkdir ") || hint.starts_with("cargo ") {
            continue;
        }
        for choice in choices(hint) {
            let folder = folder_with_files();
            let Some(mut next) = apply_hint(&typed, &choice) else {
                wrong.push(format!("{line}: nothing to type in {hint}"));
                continue;
            };
            next = without(&next, "--timeout");
            let command = next.join(" ");
            let is_long = LONG.contains(&&*command);
            if is_long {
                started.insert(command);
                next.extend(["--timeout".to_owned(), "20ms".to_owned()]);
            }
            let again = ran(folder.path(), &next);
            let is_right = match is_long {
                true => again.status == Some(3) && again.err.contains("the time of 0.02 s ran out"),
                // A game needs a terminal.
                false => again.status == Some(0) || again.err.contains("needs a terminal"),
            };
            if !is_right {
                wrong.push(format!("{line}\n    help: {hint}\n    {}: {}", again.args, again.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(started, LONG.map(str::to_owned).into(), "long commands in hints");
}
