//! The examples of all pages of help, found by walking them: each is run as a shell runs it.

use super::pages::{examples, pages};
use super::run::folder;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The longest that a command may take; what takes longer ends by its limit.
const LONGEST: &str = "60ms";

/// Files that examples read.
const FILES: [(&str, &str); 5] = [
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
];

/// Programs that examples hand on to: what comes in goes out.
const OTHERS: [&str; 2] = ["dot", "man"];

/// A folder in which examples find what they take for granted, and a shell that runs them there.
pub(crate) struct Shell(TempDir);

impl Shell {
    /// Creates a shell in which anything that takes longer than `longest` ends by its limit.
    pub(crate) fn new(longest: &str) -> Self {
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
        program("chancetree", &format!("exec {own} --timeout {longest} \"$@\""));
        shell
    }

    /// Runs a line.
    pub(crate) fn run(&self, line: &str) -> Output {
        let folder = self.0.path();
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
        shell.env("PATH", format!("{}:/usr/bin:/bin", folder.join("programs").display())).env("HOME", folder);
        shell.output().expect("a shell")
    }
}

#[test]
fn every_example_of_every_page_runs() {
    let examples: Vec<(String, String)> = pages()
        .into_iter()
        .flat_map(|(page, help)| examples(&help).into_iter().map(move |example| (page.clone(), example)))
        .collect();
    let (mut whole, mut stopped, mut wrong) = (0, Vec::new(), Vec::new());
    for (page, example) in &examples {
        let line = example.replace("/usr/local/share/man/man1", "man1");
        let ran = Shell::new(LONGEST).run(&line);
        let err = String::from_utf8_lossy(&ran.stderr);
        // Nobody plays here, and pictures may be left out of the program.
        let here = ["is played in a terminal", "this program was built without"];
        let not_here = ran.status.code() == Some(2) && here.iter().any(|why| err.contains(why));
        match ran.status.code() {
            Some(0) => whole += 1,
            Some(3) if err.contains("ran out") => stopped.push(example),
            _ if not_here => {}
            status => wrong.push(format!("{page}: {example}: {status:?} {err}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        examples.len() > 120 && whole > 20,
        "{} examples, {whole} to the end: {stopped:?}",
        examples.len()
    );
}
