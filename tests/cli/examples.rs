//! A shell runs the examples of all help pages.

use super::pages::{examples, pages};
use super::run::folder;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Examples that take long in a test build, each with the test that checks its answer. Here a limit stops them after their start.
pub(crate) const LONG: [(&str, &str); 3] = [
    ("chancetree reproduce", "tests/cli/reproduce.rs reads the numbers of every study"),
    ("chancetree reproduce alfthan", "tests/cli/reproduce.rs reads its numbers on fewer pairs"),
    ("chancetree reproduce zwick-paterson", "tests/cli/reproduce.rs reads its numbers on fewer pairs"),
];

/// Files that examples read.
const FILES: [(&str, &str); 9] = [
    ("die.pm", include_str!("../models/die.pm")),
    ("gambler.nm", include_str!("../models/gambler_bold.nm")),
    ("gambler.props", include_str!("../models/gambler_bold.props")),
    ("position.txt", "mines 10\n1...\n....\n....\n....\n"),
    ("many.txt", "mines 2\n1..\n...\n\nmines 1\n1..\n...\n"),
    ("games.csv", "game,turn,first,second\n1,1,1a,2a\n1,2,1b,1a\n1,3,2b,2a\n"),
    (
        "games.json",
        "{\"game\":1,\"turn\":1,\"first\":\"1a\",\"second\":\"2a\"}\n\
         {\"game\":1,\"turn\":2,\"first\":\"1b\",\"second\":\"1a\"}\n\
         {\"game\":1,\"turn\":3,\"first\":\"2b\",\"second\":\"2a\"}\n",
    ),
    (
        "game.jsonl",
        "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"mines\",\"parameters\":\
         {\"rows\":4,\"cols\":4,\"mines\":2,\"first_click\":\"any\",\"seed\":1}}\n{\"flag\":[1,1]}\n",
    ),
    (
        "games.jsonl",
        "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"guess\",\"parameters\":\
         {\"numbers\":3,\"seats\":[\"human\",\"best\"],\"secret\":1}}\n\
         {\"chancetree\":\"play\",\"schema\":1,\"family\":\"guess\",\"parameters\":\
         {\"numbers\":3,\"seats\":[\"human\",\"best\"],\"secret\":2}}\n",
    ),
];

/// Programs to which examples pipe their output; in the tests, `cat` replaces them.
const OTHERS: [&str; 2] = ["dot", "man"];

/// A shell in a folder with the files that examples need.
pub(crate) struct Shell(TempDir);

impl Shell {
    /// Creates a shell that passes `options` to the program before all other arguments.
    pub(crate) fn new(options: &str) -> Self {
        let shell = Self(folder());
        let folder = shell.0.path();
        fs::create_dir_all(folder.join(".config/fish/completions")).expect("a folder");
        fs::create_dir(folder.join("man1")).expect("a folder");
        fs::create_dir(folder.join("programs")).expect("a folder");
        for (name, text) in FILES {
            fs::write(folder.join(name), text).expect("a file");
        }
        let program = |name: &str, script: &str| {
            let path = folder.join("programs").join(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a program");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be run");
        };
        OTHERS.iter().for_each(|name| program(name, "exec cat"));
        let own = env!("CARGO_BIN_EXE_chancetree");
        program("chancetree", &format!("exec {own} {options} \"$@\""));
        shell
    }

    /// Runs a command line.
    pub(crate) fn run(&self, line: &str) -> Output {
        let folder = self.0.path();
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
        shell.env("PATH", format!("{}:/usr/bin:/bin", folder.join("programs").display())).env("HOME", folder);
        shell.output().expect("a shell")
    }
}

/// How an example ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// The example completes.
    Complete,
    /// The example is refused, because a game needs a terminal.
    NeedsTerminal,
    /// The example is refused, because this build lacks a feature.
    NotBuilt,
    /// The example is long, and a limit stops it.
    Stopped,
}

impl End {
    /// Returns how an example should end.
    fn expected(example: &str) -> Self {
        // A model is played in plain lines.
        let is_in_lines = example.starts_with("chancetree play model ") || example.ends_with(" --help");
        let is_played = example.starts_with("chancetree play ") && !is_in_lines;
        let is_painted = [".png", ".pdf"].iter().any(|end| example.contains(end));
        match LONG.iter().any(|(long, _)| *long == example) {
            true => Self::Stopped,
            false if is_played => Self::NeedsTerminal,
            false if is_painted && !cfg!(feature = "pictures") => Self::NotBuilt,
            false => Self::Complete,
        }
    }

    /// Returns how an example ended, or `None` if it failed.
    fn of(ran: &Output) -> Option<Self> {
        let err = String::from_utf8_lossy(&ran.stderr);
        match ran.status.code() {
            Some(0) => Some(Self::Complete),
            Some(2) if err.contains("needs a terminal") => Some(Self::NeedsTerminal),
            Some(2) if err.contains("support is not built in") => Some(Self::NotBuilt),
            Some(3) if err.contains("the time of 0.02 s ran out") => Some(Self::Stopped),
            _ => None,
        }
    }
}

#[test]
fn every_example_of_every_page_runs() {
    let examples: Vec<(String, String)> = pages()
        .into_iter()
        .flat_map(|(page, help)| examples(&help).into_iter().map(move |example| (page.clone(), example)))
        .collect();
    for (long, _) in LONG {
        assert!(examples.iter().any(|(_, example)| example == long), "no page shows {long}");
    }
    let wrong = |(page, example): &(String, String)| {
        let wanted = End::expected(example);
        let options = if wanted == End::Stopped { "--timeout 20ms" } else { "" };
        let ran = Shell::new(options).run(&example.replace("/usr/local/share/man/man1", "man1"));
        let err = String::from_utf8_lossy(&ran.stderr);
        let end = End::of(&ran);
        (end.as_ref() != Some(&wanted)).then(|| format!("{page}: {example}: {end:?}, not {wanted:?}: {err}"))
    };
    let wrong: Vec<String> = examples.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
