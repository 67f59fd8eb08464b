//! Commands that are refused: every message is recorded, and every hint can be typed.

use super::run::{Ran, files, folder, run_args, split};
use oracles::snapshot::assert_snapshot;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Boards and models that commands read.
const INPUTS: [&str; 11] = [
    "docs/mines/contradiction.txt",
    "docs/mines/symbols.txt",
    "docs/mines/wrong.txt",
    "tests/models/die.pm",
    "tests/models/gambler.pm",
    "tests/models/patrol_game.prism",
    "tests/models/weather.pm",
    "tests/snapshots/answers/gap.txt",
    "tests/snapshots/answers/none.txt",
    "tests/snapshots/answers/sixteen.txt",
    "tests/models/die.props",
];

/// Options with two names.
const OTHER_NAMES: [(&str, &str); 2] = [("-o", "--output"), ("--as", "--format")];

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
        let name = command[at].split('=').next().unwrap_or_default();
        if name != command[at] && same(&name.to_owned()) {
            at += 1;
        } else if same(&command[at]) {
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
        return Some(split(whole));
    }
    if let Some(options) = choice.split_once("leave out ").map(|(_, options)| options) {
        let options = options.split(" and ").flat_map(|option| option.split(", "));
        return Some(options.fold(typed.to_vec(), |typed, option| without(&typed, option.trim())));
    }
    let all = split(choice);
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
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    for file in INPUTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect(file);
    }
    folder
}

/// Returns the hint of a refused command, if it can be typed.
fn hint(ran: &Ran) -> Option<&str> {
    let hint = ran.err.lines().find_map(|line| line.strip_prefix("help: "))?;
    (!hint.starts_with("mkdir ") && !hint.starts_with("cargo ")).then_some(hint)
}

/// Returns the commands after each choice in the hint of a refused command.
fn hinted(typed: &[String], ran: &Ran) -> Vec<Vec<String>> {
    let Some(hint) = hint(ran) else { return Vec::new() };
    // A misspelt option keeps its value.
    let misspelt = |word: &String| ran.err.contains(&format!("unexpected argument {word:?}"));
    if let (true, Some(at)) = (is_option(hint) && !hint.contains(' '), typed.iter().position(misspelt)) {
        let mut next = typed.to_vec();
        hint.clone_into(&mut next[at]);
        return vec![next];
    }
    // A hint replaces an unknown option without a value, and a size of a board replaces the columns of a table.
    let replaced = |word: &&String| !misspelt(word) || !word.starts_with("--");
    let mut typed: Vec<String> = typed.iter().filter(replaced).cloned().collect();
    if ran.err.contains("did you mean --cols?") {
        typed = without(&typed, "--columns");
    }
    let apply = |choice: String| {
        let next =
            apply_hint(&typed, &choice).unwrap_or_else(|| panic!("{}: nothing to type in {hint}", ran.args));
        without(&next, "--timeout")
    };
    choices(hint).into_iter().map(apply).collect()
}

/// Returns `true` if a hint repeats an option without a value that was typed, and would be refused as given twice.
fn repeats_flag(typed: &[String], hint: &str) -> bool {
    let words = split(hint);
    let is_flag = |place: usize| words.get(place + 1).is_none_or(|next| is_option(next) || next == "or");
    let is_added =
        !hint.contains("chancetree ") && !hint.contains("leave out ") && !hint.contains(" instead");
    is_added && (0..words.len()).any(|at| is_option(&words[at]) && is_flag(at) && typed.contains(&words[at]))
}

/// Returns the words of a command with its options in alphabetical order. A hint puts options behind others.
fn sorted(command: &[String]) -> Vec<String> {
    const GAMES: [&str; 5] = ["memory", "solitaire", "mines", "guess", "model"];
    let game = command.iter().position(|word| GAMES.contains(&&**word)).unwrap_or(0);
    let mut words = command.to_vec();
    words.sort();
    // A command and its game may have changed places.
    words.push(format!("{game}"));
    words
}

/// Runs refused commands, before the work or during it, and compares their errors with the snapshot of the game. Every choice in a
/// hint works: the command succeeds, is one of `long` and starts, or has another error, whose hint is followed in turn.
fn assert_refusals(game: &str, commands: &str, long: &[&str]) {
    let (mut errors, mut wrong) = (String::new(), Vec::new());
    let (mut started, mut typed_hints) = (BTreeSet::new(), BTreeSet::new());
    for line in commands.lines() {
        let typed = split(line);
        let folder = folder_with_files();
        let before = files(folder.path());
        let first = run_args(folder.path(), "", &typed);
        match first.status {
            Some(2) => {
                first.failed(2, "");
                assert_eq!(files(folder.path()), before, "{line}");
            }
            Some(3) => {
                assert!(first.err.starts_with("error: "), "{line}: {}", first.err);
                // Not even the default folder of output is left.
                assert!(!folder.path().join("output").exists(), "{line}");
            }
            status => wrong.push(format!("{line}: {status:?} {}", first.err)),
        }
        // The time decides how far the work came.
        if !line.contains("--timeout") && !line.contains("--max-memory") {
            // Pictures need a feature.
            let err = first.err.replace(", .png, .pdf", "").replace(", png, pdf", "");
            errors.push_str(&format!("$ chancetree {line}\n{err}\n"));
        }
        if hint(&first).is_some_and(|hint| hint.contains(' ') && repeats_flag(&typed, hint)) {
            wrong.push(format!("{line}: an option in the hint is typed already: {}", first.err));
        }
        let mut left: Vec<_> =
            hinted(&typed, &first).into_iter().map(|next| (next, vec![sorted(&typed)])).collect();
        while let Some((mut next, mut chain)) = left.pop() {
            let command = next.join(" ");
            if chain.contains(&sorted(&next)) {
                wrong.push(format!("{line}\n    {command}: the hints lead in a circle"));
                continue;
            }
            if !typed_hints.insert(command.clone()) {
                continue;
            }
            chain.push(sorted(&next));
            let is_long = long.contains(&&*command);
            if is_long {
                started.insert(command);
                next.extend(["--timeout".to_owned(), "20ms".to_owned()]);
            } else if next[0] == "simulate" && !next.iter().any(|arg| arg == "--games") {
                next.extend(["--games".to_owned(), "2".to_owned()]);
            }
            let folder = folder_with_files();
            let again = run_args(folder.path(), "", &next);
            let is_right = match is_long {
                true => again.status == Some(3) && again.err.contains("the time of 0.02 s ran out"),
                // A game needs a terminal.
                false => again.status == Some(0) || again.err.contains("needs a terminal"),
            };
            let more = if is_right || chain.len() > 4 { Vec::new() } else { hinted(&next, &again) };
            if !is_right && more.is_empty() {
                wrong.push(format!("{line}\n    {}: {}", again.args, again.err));
            }
            left.extend(more.into_iter().map(|next| (next, chain.clone())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(started, long.iter().map(|&command| command.to_owned()).collect(), "long commands in hints");
    assert_snapshot(&format!("refusals/{game}.txt"), errors);
}

#[test]
fn refusals_of_memory() {
    let long = [
        "graph memory --pairs 200 --format csv",
        "graph memory --pairs 200 --as graphml --max-states 5411411",
        "graph memory --pairs 70 --format csv",
        "graph memory --pairs 70 --as html --max-states 237801",
    ];
    assert_refusals("memory", include_str!("refusals/memory.txt"), &long);
}

#[test]
fn refusals_of_solitaire() {
    let long = [
        "count solitaire --pairs 3000",
        "information solitaire --pairs 1..=60 --recall 3/4,1/8,4/5",
        "odds solitaire --pairs 400",
        "odds solitaire --pairs 500",
        "odds solitaire --recall 3/4,1/8,4/5 --pairs 60",
        "odds solitaire --symbolic --pairs 12",
        "simulate solitaire --pairs 900 --recall 3/4,1/8,4/5 --seed 1 --games 100000",
    ];
    assert_refusals("solitaire", include_str!("refusals/solitaire.txt"), &long);
}

#[test]
fn refusals_of_mines() {
    let long = [
        "best mines --rows 6 --cols 6 --mines 6",
        "count mines --rows 5 --cols 5 --mines 5",
        "odds mines --rows 5 --cols 5 --mines 5",
    ];
    assert_refusals("mines", include_str!("refusals/mines.txt"), &long);
}

#[test]
fn refusals_of_guess() {
    assert_refusals("guess", include_str!("refusals/guess.txt"), &[]);
}

#[test]
fn refusals_of_models() {
    assert_refusals("model", include_str!("refusals/model.txt"), &[]);
}

#[test]
fn refusals_of_the_program() {
    let long = ["plot card-of-memory --pairs 20 -o a.svg", "plot first-mover --pairs 1..400 -o a.svg"];
    assert_refusals("program", include_str!("refusals/program.txt"), &long);
}
