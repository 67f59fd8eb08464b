//! Invalid arguments and their hints.

use super::run::{folder, run, run_args};
use std::path::Path;

/// `-q` hides progress and notes only; the hint belongs to the error.
#[test]
fn quiet_errors_have_hints() {
    for args in ["odds memory --scores 1", "odds memory --pairs x", "graph memory --pairs 3 --as csv -o -"] {
        let ran = run(args);
        assert!(ran.err.lines().any(|line| line.starts_with("help: ")), "{args}: {}", ran.err);
        assert_eq!(run(&format!("{args} -q")).err, ran.err, "{args}");
    }
}

/// `help` ignores options for its own help.
#[test]
fn help_of_help_is_help() {
    for (args, help) in [
        ("help -h", "-h"),
        ("help --help", "help"),
        ("help help", "help"),
        ("help odds -h", "odds -h"),
        ("help plot turns --help", "help plot turns"),
    ] {
        assert_eq!(run(args).ok(), run(help).ok(), "{args}");
    }
    assert!(run("help").ok().contains("\n  odds "));
}

/// The hint about an option in the wrong place works when it is typed.
#[test]
fn misplaced_options_are_moved() {
    for (args, error, right) in [
        ("odds -n 3 memory", "-n must follow memory", "odds memory -n 3"),
        ("odds --pairs 3 memory", "--pairs must follow memory", "odds memory --pairs 3"),
        ("odds memory -- 3", "unexpected argument \"3\"; did you mean --pairs?", "odds memory --pairs 3"),
        ("memory --pairs 3 odds", "memory is a game: write the command before it", "odds memory --pairs 3"),
        ("guess -n 4 best", "guess is a game: write the command before it", "best guess -n 4"),
        // The value of an option may have the name of a command.
        (
            "--pairs 4 --play best odds memory",
            "--pairs must follow memory",
            "odds memory --pairs 4 --play best",
        ),
        ("memory --pairs 3 --play best", "memory is a game", "odds memory --pairs 3 --play best"),
        (
            "best solitaire --recall 3/4,1/8,4/5",
            "--recall is an option of odds",
            "odds solitaire --recall 3/4,1/8,4/5",
        ),
    ] {
        let ran = run(args);
        ran.failed(2, error);
        assert!(ran.err.ends_with(&format!("help: chancetree {right}\n")), "{args}: {}", ran.err);
        run(right).ok();
    }
}

/// A hint quotes its words for a shell.
#[test]
fn words_of_hints_are_quoted() {
    let words = ["best", "model", "die.pm", "prop=P=? [ F z ]"];
    let ran = run_args(Path::new("."), "", &words);
    ran.failed(2, "did you mean --prop?");
    assert!(ran.err.ends_with("help: chancetree best model die.pm --prop 'P=? [ F z ]'\n"), "{}", ran.err);
}

/// A long list is shortened between two of its names.
#[test]
fn lists_of_names_are_shortened_at_a_comma() {
    let ran = run("fair memory --columns zzz");
    ran.failed(2, "no column \"zzz\"; the columns are pairs, ");
    assert!(ran.err.contains(", share_2, …, safe_lead, "), "{}", ran.err);
}

/// An incomplete command prints its help, and is no error.
#[test]
fn an_incomplete_command_prints_its_help() {
    for (args, what) in [("", "\n  odds "), ("odds", "\n  solitaire "), ("play", "\n  mines ")] {
        let text = run(args).ok();
        assert!(text.contains(what) && text.contains("Usage: chancetree"), "{args}: {text}");
    }
}

#[test]
fn long_arguments_are_shortened_in_errors() {
    let long = "x".repeat(5000);
    let spaced = "\x1b a".repeat(2000);
    for args in [
        ["odds", "memory", "--pairs", &long],
        ["odds", "memory", "--pairs", &spaced],
        ["odds", "memory", "--play", &long],
        ["risk", "mines", "--board", &long],
        ["graph", "memory", "--as", &long],
        ["odds", &long, "--pairs", "3"],
    ] {
        let ran = run_args(Path::new("."), "", &args);
        ran.failed(2, "");
        assert!(ran.err.lines().all(|line| line.chars().count() < 1100), "{}", ran.err);
    }
}

/// Games have aliases, which answers, files and completions do not use.
#[test]
fn games_are_known_by_other_names() {
    for (name, game, args) in [
        ("minesweeper", "mines", "odds {} --rows 3 --cols 3 --mines 2 --format json"),
        ("concentration", "memory", "odds {} --pairs 3 --format json"),
        ("pairs", "memory", "best {} --pairs 3"),
        ("pairs", "memory", "count {} --pairs 3"),
        ("minesweeper", "mines", "graph {} --rows 2 --cols 2 --mines 1 -o -"),
        ("concentration", "memory", "man fair {}"),
        ("concentration", "memory", "play {} --help"),
        ("minesweeper", "mines", "risk {} --help"),
    ] {
        assert_eq!(run(&args.replace("{}", name)).ok(), run(&args.replace("{}", game)).ok(), "{args}");
    }
    let folder = folder();
    super::run::run_in(folder.path(), "graph pairs --pairs 2 -q").ok();
    assert_eq!(super::run::files(&folder.path().join("output")), ["memory-pairs2-players2-dag.dot"]);
    assert!(run("games").ok().contains("\n  Other names: concentration, pairs\n"));
    assert!(run("odds mines --help").ok().contains("Other names of the game: minesweeper."));
    for args in ["odds mines -h", "odds -h"] {
        assert!(!run(args).ok().contains("minesweeper"), "{args}");
    }
}

#[test]
fn an_error_stays_on_one_line() {
    let ran = run_args(Path::new("."), "odds memory --pairs", &["3\n\u{1b}[31m4"]);
    ran.failed(2, "3\\n\\u{1b}[31m4");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_unicode_are_errors() {
    use std::os::unix::ffi::OsStrExt as _;
    let byte = std::ffi::OsStr::from_bytes(b"\xff");
    run_args(Path::new("."), "odds memory --pairs", &[byte]).failed(2, "UTF-8");
}

#[cfg(not(feature = "distributed"))]
#[test]
fn several_processes_need_a_feature() {
    for family in
        ["memory --pairs 4", "guess --numbers 4", "solitaire --pairs 4", "mines --rows 3 --cols 3 --mines 2"]
    {
        for options in ["--processes 2", "--hosts hosts --process 0"] {
            let ran = run(&format!("odds {family} {options}"));
            ran.failed(2, "need a program that was built with the feature distributed");
            assert!(ran.err.contains("help: cargo build --release --features distributed"), "{}", ran.err);
        }
    }
}

#[test]
fn a_game_without_options_uses_the_default_board() {
    for (short, long) in [
        ("odds memory", "odds memory --pairs 8"),
        ("count memory --players 3", "count memory --pairs 8 --players 3"),
        ("best memory --position 6,3,2", "best memory --pairs 3 --unknown 1 --known-pairs 1"),
        ("odds memory --timeout 1h30m15s", "odds memory --pairs 8"),
        ("odds memory --cards 6", "odds memory --pairs 3"),
        ("count solitaire", "count solitaire --pairs 8"),
        ("best guess", "best guess --numbers 9"),
        ("simulate guess --players 1", "simulate guess --numbers 9 --players 1"),
        (
            "simulate solitaire --pairs 2 --recall 1/2,0,1",
            "simulate solitaire --pairs 2 --recall 1/2,0,1 --seed 1",
        ),
        ("odds memory --format JSON", "odds memory --format json"),
    ] {
        assert_eq!(run(short).ok(), run(long).ok(), "{short}");
    }
}

/// A page hides the options of a start in the middle of a game if its command refuses them.
#[test]
fn pages_hide_options_that_are_refused() {
    let help = run("fair memory --help").ok();
    for (option, value) in
        [("unknown", "1"), ("known-pairs", "1"), ("scores", "1,0"), ("position", "4,1,0"), ("lead", "1")]
    {
        run(&format!("fair memory --{option} {value}")).failed(2, "");
        assert!(!help.contains(&format!("--{option} ")), "fair lists --{option}");
    }
    assert!(help.contains("win between two, else pairs"), "{help}");
}

/// A page has the range of its command, and the smaller ranges of its options.
#[test]
fn pages_have_the_ranges_of_their_commands() {
    for (args, range) in [
        ("information solitaire", "Number of pairs, 1 to 60 "),
        ("simulate solitaire", "Number of pairs, 1 to 1000 "),
        ("odds solitaire", "Distributions: up to 500. With --recall: up to 60."),
        ("odds mines", "at most 64 cells in all, 1 to 64\n"),
        ("simulate mines", "Columns of the board, 1 to 255\n"),
    ] {
        let help = run(&format!("{args} --help")).ok();
        assert!(help.contains(range), "{args}: {help}");
    }
}

/// The heading `Options:` is for options of every command; other options have their own headings. Options of a missing feature are
/// hidden, and refused in one line.
#[test]
fn options_are_below_the_right_heading() {
    for (page, heading, option) in [
        ("play memory", "Board:", "--pairs <N>"),
        ("play solitaire", "Board:", "--pairs <N>"),
        ("play mines", "Board:", "--rows <R>"),
        ("play guess", "Game:", "--numbers <N>"),
        ("simulate solitaire", "Games:", "--seed <S>"),
        ("simulate mines", "Games:", "--seed <S>"),
    ] {
        let help = run(&format!("{page} -h")).ok();
        let block = help.split("\n\n").find(|block| block.starts_with(heading)).expect("a heading");
        assert!(block.contains(option), "{page}: {help}");
    }
    assert!(run("reproduce -h").ok().contains("Examples:\n  chancetree reproduce\n"));
    let paints = cfg!(feature = "pictures");
    for page in
        ["graph memory", "graph guess", "deal solitaire", "risk mines", "best memory", "plot first-mover"]
    {
        for length in ["-h", "--help"] {
            let help = run(&format!("{page} {length}")).ok();
            assert_eq!(
                help.contains("png") || help.contains("pdf") || help.contains(".png"),
                paints,
                "{page}: {help}"
            );
        }
    }
    if !paints {
        for args in [
            "graph memory --pairs 2 --as png",
            "plot turns -o x.pdf",
            "deal solitaire --pairs 3 --seed 1 --as png",
        ] {
            let ran = run(args);
            ran.failed(2, "support is not built in");
            assert!(ran.err.contains("help: cargo install "), "{}", ran.err);
        }
    }
}

/// The list of games is as wide as help.
#[test]
fn the_list_of_games_is_as_wide_as_help() {
    let list = run("games").ok();
    let wide: Vec<&str> = list.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

/// The command `help`, which clap adds, is described in the words of the other pages.
#[test]
fn help_is_described_as_a_command() {
    for args in ["--help", "-h", "help"] {
        let page = run(args).ok();
        assert!(page.contains("Print this message or the help of a command"), "{args}");
        assert!(!page.contains("subcommand"), "{args}");
    }
}
