//! A command prints the same bytes on any number of threads: every command, every game, every format.

use super::pages::pages;
use super::run::{command, files, folder};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Help pages, and arguments for each; `FORMATS` and `GRAPHS` are replaced by each format.
const CASES: &[(&str, &[&str])] = &[
    (
        "odds memory",
        &[
            "--pairs 30 --distribution FORMATS",
            "--pairs 1..=14 --players 3 FORMATS",
            "--pairs 1..=14 --players 3 --one-flip FORMATS",
            "--pairs 10 --play best,T6 FORMATS",
            "--pairs 8 --play best --one-flip FORMATS",
            "--pairs 5 --memory 3 --play best --objective win FORMATS",
            "--pairs 120 --approximate FORMATS",
            "--pairs 4 --players 3 --memory 3,2,4 --approximate FORMATS",
        ],
    ),
    ("odds guess", &["--numbers 12 --players 3 FORMATS"]),
    (
        "odds solitaire",
        &["--pairs 7 FORMATS", "--pairs 1..=7 --blind FORMATS", "--pairs 5 --recall 3/4,1/8,4/5 FORMATS"],
    ),
    ("odds mines", &["--rows 3 --cols 4 --mines 3 FORMATS"]),
    (
        "best memory",
        &[
            "--pairs 7 FORMATS",
            "--pairs 5 --objective win --rules tactical FORMATS",
            "--pairs 5 --memory 2",
            "--pairs 6 --unknown 4 --memory 3 --approximate FORMATS",
            "--memory 3 --pairs 1..4 FORMATS",
        ],
    ),
    ("best guess", &["--numbers 9 FORMATS", "--numbers 5 --weights 1,3,2,9,4 --approximate FORMATS"]),
    ("best solitaire", &["--pairs 6 FORMATS", "--pairs 6 --blind FORMATS"]),
    ("best mines", &["--rows 4 --cols 4 --mines 3 FORMATS"]),
    ("count memory", &["--pairs 30 --players 3 FORMATS", "--pairs 60"]),
    ("count solitaire", &["--pairs 9 FORMATS"]),
    ("count guess", &["--numbers 12 FORMATS"]),
    ("count mines", &["--rows 3 --cols 3 --mines 2 FORMATS"]),
    (
        "graph memory",
        &[
            "--pairs 12 GRAPHS",
            "--pairs 5 --shape tree GRAPHS",
            "--pairs 8 --depth 6 GRAPHS",
            "--pairs 4 --players 3 GRAPHS",
            "--pairs 4 --play best --show all GRAPHS",
            "--pairs 24 --as csv -o out",
            "--pairs 6 --shape tree --as csv -o out",
        ],
    ),
    ("graph guess", &["--numbers 7 --players 3 --show all GRAPHS"]),
    ("graph solitaire", &["--pairs 6 GRAPHS", "--pairs 2 --recall 3/4,1/8,4/5 GRAPHS"]),
    ("graph mines", &["--rows 2 --cols 3 --mines 2 GRAPHS"]),
    ("fair memory", &["--pairs 1..=8 FORMATS"]),
    ("fair guess", &["--numbers 3..=12 FORMATS"]),
    ("risk mines", &["board.txt FORMATS"]),
    ("plot first-mover", &["--pairs 2..=12 -o out.svg"]),
    ("plot outcomes", &["--pairs 2..=12 -o out.svg"]),
    ("plot card-of-memory", &["--pairs 4 -o out.svg"]),
    ("plot turns", &["--pairs 8 -o out.svg"]),
    ("plot first-click", &["--rows 3 --cols 4 --mines 2 --first-click any -o out.svg"]),
    ("plot convergence", &["--pairs 4 --recall 3/4,1/8,4/5 --games 500 --seed 1 -o out.svg"]),
    (
        "simulate memory",
        &[
            "--pairs 5 --play best --games 4000 --seed 3 FORMATS",
            "--pairs 4 --memory 1,3 --games 4000 --seed 3",
        ],
    ),
    ("graph model", &["gambler.nm --const N=8 --show all GRAPHS"]),
    ("simulate model", &["gambler.nm --const N=8 --prop Pmax=?[F(x=N)] --games 600 FORMATS"]),
    ("simulate guess", &["--numbers 9 --players 3 --games 4000 --seed 3 FORMATS"]),
    ("simulate solitaire", &["--pairs 6 --recall 3/5,3/10,4/5 --games 600 --seed 5"]),
    (
        "simulate mines",
        &[
            "--rows 6 --cols 7 --mines 8 --games 150 --seed 5 --start corner --compare random,corner-edge-random,strong FORMATS",
        ],
    ),
    ("fit solitaire", &["games.csv FORMATS"]),
    ("information solitaire", &["--pairs 4 --recall 3/4,1/8,4/5 FORMATS"]),
    ("deal solitaire", &["--pairs 6 --seed 1"]),
    ("reproduce", &["alfthan --pairs 24 FORMATS"]),
];

/// Pages whose work uses one thread, and pages without work, which print fixed text, wait for a player or estimate the cost of
/// work.
const UNTESTED: [&str; 17] = [
    "best model",
    "count model",
    "odds model",
    "plan model",
    "plan guess",
    "plan memory",
    "plan mines",
    "plan solitaire",
    "play memory",
    "play solitaire",
    "play mines",
    "play guess",
    "play model",
    "replay",
    "games",
    "completions",
    "man",
];

/// Returns the commands of an entry, one for each format.
fn expand(page: &str, args: &str) -> Vec<String> {
    let base = args.trim_end_matches("FORMATS").trim_end_matches("GRAPHS");
    let ends: Vec<String> = match () {
        () if args.ends_with("FORMATS") => {
            ["text", "json", "csv"].map(|form| format!("--format {form}")).to_vec()
        }
        () if args.ends_with("GRAPHS") => ["dot", "graphml", "gexf", "json", "drn", "html", "svg"]
            .map(|form| format!("--as {form} -o -"))
            .to_vec(),
        () => vec![String::new()],
    };
    ends.into_iter().map(|end| format!("{page} {base}{end} -q")).collect()
}

/// Returns the output of a command, and the files that it writes.
fn run_with_threads(args: &str, threads: usize) -> (Output, Vec<(String, Vec<u8>)>) {
    let folder = folder();
    write_inputs(folder.path());
    let before = files(folder.path());
    let output =
        command(folder.path(), &format!("{args} --threads {threads}")).output().expect("the program starts");
    let mut written = files(folder.path());
    written.retain(|name| !before.contains(name));
    let read = |name: String| (name.clone(), fs::read(folder.path().join(name)).expect("a file"));
    (output, written.into_iter().map(read).collect())
}

fn write_inputs(folder: &Path) {
    fs::write(folder.join("board.txt"), "mines 3\n1...\n....\n..2.\n....\n").expect("a file");
    fs::write(folder.join("gambler.nm"), include_str!("../models/gambler_bold.nm")).expect("a file");
    let log = "game,turn,first,second\n1,1,1a,2a\n1,2,1b,1a\n1,3,2b,2a\n";
    fs::write(folder.join("games.csv"), log).expect("a file");
}

#[test]
fn every_page_with_threads_is_tested() {
    let pages = pages();
    let has_more = |page: &str| pages.iter().any(|(other, _)| other.starts_with(&format!("{page} ")));
    let studies = |page: &str| page.starts_with("reproduce ");
    let mut found: Vec<String> = pages
        .iter()
        .filter(|(page, help)| help.contains("--threads") && !page.is_empty() && !studies(page))
        .filter(|(page, _)| !has_more(page) || page == "reproduce")
        .map(|(page, _)| page.clone())
        .collect();
    let listed = CASES.iter().map(|(page, _)| (*page).to_owned()).chain(UNTESTED.map(str::to_owned));
    let mut listed: Vec<String> = listed.collect();
    found.sort();
    listed.sort();
    assert_eq!(listed, found);
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let all = CASES.iter().flat_map(|(page, all)| all.iter().flat_map(move |args| expand(page, args)));
    for (number, args) in all.enumerate() {
        let (alone, files) = run_with_threads(&args, 1);
        assert_eq!((alone.status.code(), &*alone.stderr), (Some(0), &b""[..]), "{args}: {alone:?}");
        assert!(!alone.stdout.is_empty() || !files.is_empty(), "{args}: there is no output");
        let many = [2, 3, 5][number % 3];
        let (together, others) = run_with_threads(&args, many);
        assert!(together == alone && others == files, "{args}: another output on {many} threads");
    }
}
