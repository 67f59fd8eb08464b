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

/// Arguments, and a part of the error line.
const WRONG: &[(&str, &str)] = &[
    ("nope", "\"nope\" is unknown; a command is needed: odds, best, count, graph"),
    ("ods memory --pairs 3", "\"ods\" is unknown"),
    ("-z", "unexpected argument \"-z\""),
    ("--pairs 3", "unexpected argument \"--pairs\"; first a command is needed"),
    ("reproduce nope", "a study is needed: bondarenko, gerez, zwick-paterson, alfthan, lardjane"),
    ("reproduce alfthan --pairs 19", "--pairs 19: a whole number from 20 to 30000 is needed"),
    ("reproduce zwick-paterson --pairs 119", "--pairs 119: a whole number from 120 to 30000 is needed"),
    ("odds chess", "\"chess\" is unknown; a game is needed: memory"),
    ("odds --pairs 3", "first a game is needed: memory"),
    ("odds --pairs 3 memory", "--pairs must follow memory"),
    ("odds memory -pairs 3", "unexpected argument \"-pairs\"; did you mean --pairs?"),
    ("odds memory pairs=3", "unexpected argument \"pairs=3\"; did you mean --pairs?"),
    ("odds memory --approximate=2", "error: --approximate 2: the probability"),
    ("fair memory --names Ann,Ann", "the name \"Ann\" is used twice"),
    ("fair memory --names Ann,", "a name is empty"),
    ("deal solitaire --seed 1", "--pairs <N> is missing"),
    ("odds memory --pairs", "--pairs needs a value"),
    ("odds memory --pairs --players 2", "--pairs needs a value"),
    ("odds memory --pears 3", "unexpected argument \"--pears\""),
    ("odds memory --pairs 3 extra", "unexpected argument \"extra\""),
    ("odds memory --pairs 3 --pairs 4", "--pairs is given twice"),
    ("odds memory --pairs 0", "a whole number from 1 to 30000 is needed"),
    ("odds memory --pairs 99999999999999999999", "a whole number from 1 to 30000 is needed"),
    ("odds memory --pairs -3", "--pairs -3: a whole number from 1 to 30000 is needed"),
    ("odds memory --pairs 3.5", "\"3.5\" is not a whole number"),
    ("odds memory --pairs x", "\"x\" is not a whole number"),
    ("odds memory --pairs=", "error: --pairs: a number is missing: write 8, 1..40 or 2,4,8"),
    ("odds memory --pairs 5..=2", "the range is reversed: did you mean 2..5?"),
    ("odds memory --pairs 0..=3", "a whole number from 1 to 30000 is needed"),
    ("odds memory --pairs 1..=30001", "a whole number from 1 to 30000 is needed"),
    ("odds memory --pairs 1..=", "a number is missing"),
    ("odds memory --pairs ..", "a number is missing"),
    ("odds memory --pairs 3 --players 17", "a whole number from 1 to 16 is needed"),
    (
        "odds memory --pairs 4 --scores 5,0",
        "the scores add up to 5, but at most 3 is possible on a board of 4",
    ),
    (
        "odds memory --pairs 4 --scores 2,2",
        "the scores add up to 4, but at most 3 is possible on a board of 4",
    ),
    (
        "odds memory --pairs 1..=3 --scores 1,0",
        "the scores add up to 1, but at most 0 is possible on a board of 1",
    ),
    ("odds memory --pairs 4 --scores 30000,30000", "the scores add up to 60000"),
    ("odds memory --pairs 4 --scores 1", "1 score for 2 players; one for each player is needed"),
    ("odds memory --pairs 4 --scores 65536,1", "--scores 65536,1: a whole number from 0 to 30000 is needed"),
    ("odds memory --pairs 4 --scores a,b", "--scores a,b: a whole number from 0 to 30000 is needed"),
    ("odds memory --pairs 4 --scores 1,", "a whole number from 0 to 30000 is needed"),
    ("odds memory --pairs 4 --unknown 5", "5 unknown and 0 known pairs are more than the 4 left"),
    ("odds memory --pairs 4 --known-pairs 5", "are more than the 4 left; their sum is at most 4"),
    ("odds memory --pairs 9 --known-pairs 30000 --unknown 30000", "are more than the 9 left"),
    ("odds memory --pairs 4 --format xml", "--format xml: one of text, json, csv, md, tex, bfile is needed"),
    ("odds memory --pairs 4 --format", "--format needs one of text, json, csv"),
    ("odds memory --pairs 4 --digits 50001", "a whole number from 0 to 50000 is needed"),
    ("odds memory --pairs 1..=3 --distribution --format csv", "shows one board, not a range"),
    ("odds memory --pairs 4 --threads 0", "a whole number from 1 to 1024 is needed"),
    ("odds memory --pairs 4 --threads 1025", "a whole number from 1 to 1024 is needed"),
    ("odds memory --pairs 4 --max-states 0", "a whole number from 1 to"),
    ("odds memory --pairs 4 --max-memory 0", "the size must be from 1 byte to 16 EiB"),
    ("odds memory --pairs 4 --max-memory abc", "a size is needed, such as 500M or 4G"),
    ("odds memory --pairs 4 --max-memory 4X", "\"X\" is not a unit of size; write 500M or 4G"),
    ("odds memory --pairs 4 --max-memory 99999999999G", "the size must be from 1 byte to 16 EiB"),
    ("odds memory --pairs 4 --timeout abc", "a time is needed, such as 30, 90s, 5m or 1h"),
    ("odds memory --pairs 4 --timeout 1m30", "a time is needed, such as 30, 90s, 5m or 1h"),
    ("odds memory --pairs 4 --timeout 1m-30s", "a time is needed"),
    ("odds memory --pairs 4 --timeout 1m30x", "\"x\" is not a unit of time"),
    ("odds memory --pairs 4 --timeout -1", "a time cannot be negative"),
    ("odds memory --pairs 4 --timeout 1e30", "write 30, 90s, 5m or 1h"),
    ("graph memory --pairs 1..=3", "this command works on one game, not on a range"),
    (
        "odds mines --board missing --start corner --first-click opening --rows 3",
        "--board cannot be combined with --",
    ),
    (
        "deal solitaire --pairs 3 --seed x",
        "--seed x: a whole number from 0 to 18446744073709551615 is needed",
    ),
    ("risk mines --mines x", "--mines x: a number of mines, a range such as 10..15 or a density"),
    ("graph mines --rows 2..3 --cols 3 --mines 2", "this command works on one game, not on a range"),
    ("graph memory --pairs 2 --as gif", "one of dot, graphml, gexf, json, csv, drn, efg, html, svg"),
    ("graph memory --pairs 2 --as csv -o -", "csv writes two tables to files, not to stdout"),
    ("graph memory --pairs 2 --shape ring", "one of dag, tree is needed"),
    ("graph memory --pairs 2 --label none", "one of counts, board, odds is needed"),
    ("graph memory --pairs 2 --lable odds", "unexpected argument \"--lable\""),
    (
        "play guess --seats human,bset",
        "unknown seat \"bset\"; use human or best; did you mean best?",
    ),
    ("games chess", "unexpected argument \"chess\""),
    ("games --format xml", "one of text, json, csv, md, tex is needed"),
    ("completions", "<SHELL> is missing"),
    ("completions ksh", "one of bash, elvish, fish, powershell, zsh is needed"),
    (
        "odds solitaire --pairs 3 --score 3,-9223372036854775808,1",
        "three whole numbers from -1000000 to 1000000",
    ),
    ("man chess", "there is no page \"chess\"; use one of odds, best, "),
    ("man odds chess", "there is no page \"chess\"; use one of memory, "),
    ("man odds memory 8", "there is no page \"8\" of memory"),
    ("man odds -o pages", "cannot be combined with"),
];

#[test]
fn an_error_is_one_line_with_the_allowed_values() {
    for (args, what) in WRONG {
        run(args).failed(2, what);
    }
}

#[test]
fn the_help_line_can_be_typed() {
    for (args, help) in [
        ("odds memory --pears 3", "--pairs"),
        ("--threads 2 deal solitaire --seed 1", "chancetree deal solitaire --help"),
        ("odds --pairs 3 memory", "chancetree odds memory --pairs 3"),
        ("--pairs 3 odds memory --format json", "chancetree odds memory --pairs 3 --format json"),
        ("odds memory -pairs 3", "chancetree odds memory --pairs 3"),
        ("odds memory pairs 3", "chancetree odds memory --pairs 3"),
        ("odds memory pairs=3", "chancetree odds memory --pairs 3"),
        ("ODDS MEMORY --pairs 3", "chancetree odds memory --pairs 3"),
        ("odd memry --pairs 3", "chancetree odds memory --pairs 3"),
        ("MEMORY ODDS --pairs 3", "chancetree odds memory --pairs 3"),
        ("--verison", "--version"),
        ("version", "chancetree --version"),
        ("odds memory 8", "chancetree odds memory --pairs 8"),
        ("odds memory --pairs 8 3", "chancetree odds memory --help"),
        ("odds memory --players 3 3", "chancetree odds memory --players 3 --pairs 3"),
        ("odds memory --one-flip --memory 3", "leave out --memory"),
        ("odds mines --rows 3 --cols 3 --mines 2 --preset beginner", "leave out --preset"),
        ("graph memory --pairs 250 --slide --format svg -o -", "--depth 4"),
        ("odds --pairs 3 concentration", "chancetree odds memory --pairs 3"),
        ("odds memory --approximate=2", "chancetree odds memory --help"),
        ("odds memory --columns win", "--columns win_1"),
        ("graph memory --pairs 1..=3", "--pairs 3"),
        ("graph memory --pairs 2 --as csv -o -", "-o memory-pairs2-players2.csv"),
    ] {
        let err = run(args).err;
        assert_eq!(err.lines().nth(1), Some(&*format!("help: {help}")), "{args}");
    }
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

/// The hint for wrong arguments is an option of the command, or a command that works.
#[test]
fn hints_are_valid_options_or_commands() {
    let commands = [
        "odds memory --pairs 4",
        "odds guess --numbers 4",
        "odds solitaire --pairs 4",
        "odds mines --rows 3 --cols 3 --mines 2",
        "best memory --pairs 4",
        "best guess --numbers 4",
        "best solitaire --pairs 4",
        "count memory --pairs 4",
        "count mines --rows 3 --cols 3 --mines 2",
        "graph memory --pairs 2",
        "graph guess --numbers 4",
        "fair memory --pairs 4",
        "plan memory --pairs 4",
        "best memory --memory 3 --pairs 4",
        "simulate mines --preset beginner --seed 1",
        "information solitaire --pairs 4 --recall 3/4,1/8,4/5",
        "deal solitaire --pairs 4 --seed 1",
        "plot first-mover -o a.svg",
        "reproduce bondarenko",
        "games",
    ];
    let wrong = [
        "--cards 16",
        "--pears 3",
        "--play best",
        "--plays best",
        "--players 3",
        "--player 3",
        "--preset beginner",
        "--memory 3",
        "--format svg",
        "--formt csv",
        "--digit 3",
        "--thread 2",
        "--max-state 9",
        "--seed 3",
        "--rankdir LR",
        "--numbers exact",
        "--PAIRS 3",
        "--objective win",
        "--output x",
        "--nonsense",
        "extra",
    ];
    // The intended option, where a command has it.
    let meant = [
        ("--pears 3", "--pairs"),
        ("--plays best", "--play"),
        ("--player 3", "--players"),
        ("--formt csv", "--format"),
        ("--digit 3", "--digits"),
        ("--thread 2", "--threads"),
        ("--max-state 9", "--max-states"),
        ("--PAIRS 3", "--pairs"),
    ];
    for base in commands {
        let page = base.split(" -").next().expect("a command");
        let help = run(&format!("{page} --help")).ok();
        for args in wrong {
            let ran = run(&format!("{base} {args} --quit-before-work"));
            let Some(hint) = ran.err.lines().find_map(|line| line.strip_prefix("help: ")) else {
                panic!("{base} {args}: {}", ran.err);
            };
            let option = hint.split(' ').next().expect("a word");
            let has =
                |option: &str| help.lines().any(|line| line.split([' ', ',']).any(|word| word == option));
            let is_listed = |(typed, right): &&(&str, &str)| *typed == args && has(right);
            if let Some((_, right)) = meant.iter().find(is_listed) {
                assert_eq!(option, *right, "{base} {args}: {hint}");
            }
            if let Some(command) = hint.strip_prefix("chancetree ") {
                run(command).ok();
            } else {
                assert!(has(option), "{base} {args}: {hint}");
            }
        }
    }
}

/// A hint never names an option for another quantity or a distant name; the case of a value is no error.
#[test]
fn hints_name_similar_options_only() {
    for args in [
        "plan memory --pairs 4 --save best.json",
        "odds guess --numbers 4 --cards 16",
        "odds solitaire --pairs 3 --players 2",
        "graph memory --pairs 3 --nonsense",
    ] {
        let command = args.split(" -").next().expect("a command");
        let help = format!("help: chancetree {command} --help");
        assert_eq!(run(args).err.lines().nth(1), Some(&*help), "{args}");
    }
    for (args, right) in [
        ("odds memory --pairs 3 --play T5,Bset", "--play T5,best"),
        ("play memory --seats human,bset,T5", "--seats human,best,T5"),
        ("play memory --seats human,best --people sfae", "--people safe"),
        ("odds memory --pairs 0", "chancetree odds memory --help"),
        ("odds memory --memory x", "chancetree odds memory --help"),
    ] {
        assert_eq!(run(args).err.lines().nth(1), Some(&*format!("help: {right}")), "{args}");
    }
    assert!(run("reproduce Bondarenko").err.contains("help: chancetree reproduce bondarenko"));
    assert_eq!(
        run("odds memory --pairs 3 --format JSON").ok(),
        run("odds memory --pairs 3 --format json").ok()
    );
}

/// If an unknown name is similar to a known one, the error asks for it and the hint has the corrected command.
#[test]
fn a_similar_name_is_suggested() {
    for (args, meant, help) in [
        ("ods guess", "odds", "chancetree odds guess"),
        ("table guess", "best", "chancetree best guess"),
        ("odds memroy --pairs 3", "memory", "chancetree odds memory --pairs 3"),
        ("odds memory --pair 8", "--pairs", "--pairs"),
        ("play mines --columns 3", "--cols", "--cols"),
        ("odds mines --rows 3 --columns 3", "--cols", "--cols 3"),
        ("odds memory --format jsn", "json", "--format json"),
        ("simulate mines --preset expret", "expert", "--preset expert"),
        ("graph memory --show bset", "best", "--show best"),
        ("odds mines --start midle", "middle", "--start middle"),
        ("odds memory --memory unlimted", "unlimited", "--memory unlimited"),
        ("odds memory --play bset", "best", "--play best"),
        ("completions bsh", "bash", "chancetree completions bash"),
        ("plot first-mver -o a.svg", "first-mover", "chancetree plot first-mover -o a.svg"),
        ("reproduce gerz", "gerez", "chancetree reproduce gerez"),
        ("man odds memoy", "memory", "chancetree man odds memory"),
        ("odds guess --columns gueses", "guesses", "--columns guesses"),
        ("help od", "odds", "chancetree help odds"),
        ("help odds memry", "memory", "chancetree help odds memory"),
        ("memry --pairs 3", "memory", "chancetree odds memory --pairs 3"),
        ("solitair fit", "solitaire", "chancetree fit solitaire"),
        ("graph memory --format dt", "dot", "--format dot"),
        ("odds memory -o x.jsn", ".json", "-o x.json"),
        ("graph memory -o x.gexff", ".gexf", "-o x.gexf"),
        // Other values of a list stay.
        ("best memory --tactics T1,bol", "T1,bold", "--tactics T1,bold"),
        ("simulate mines --compare strong,randm", "strong,random", "--compare strong,random"),
        ("simulate mines --compare=strong,randm", "strong,random", "--compare strong,random"),
        ("play memory --seats humn,best", "human", "--seats human,best"),
        ("fair memory --compare bset,safe", "best", "--compare best,safe"),
        ("odds Memory --pairs 3", "memory", "chancetree odds memory --pairs 3"),
        ("help version", "--version", "chancetree --version"),
        ("odds memory --csv", "--format csv", "--format csv"),
        ("odds memory –pairs 3", "--pairs", "chancetree odds memory --pairs 3"),
    ] {
        let ran = run(args);
        ran.failed(2, &format!("; did you mean {meant}?"));
        assert_eq!(ran.err.lines().nth(1), Some(&*format!("help: {help}")), "{args}");
    }
    for args in ["odds chess", "odds memory --rankdir LR", "odds memory --format xml", "man chess"] {
        let ran = run(args);
        ran.failed(2, "");
        assert!(!ran.err.contains("did you mean"), "{}", ran.err);
    }
}

/// If the game comes before the command, the hint has both in the right order, with all other arguments.
#[test]
fn a_game_before_the_command_is_put_after_it() {
    for (args, game, help) in [
        (&["memory", "odds"][..], "memory", "odds memory"),
        (&["memory", "odds", "--pairs", "3", "-q"], "memory", "odds memory --pairs 3 -q"),
        (&["--threads", "2", "mines", "play", "--rows", "3"], "mines", "--threads 2 play mines --rows 3"),
        (&["memory", "fair", "--names", "Ann B,it's"], "memory", "fair memory --names 'Ann B,it'\\''s'"),
        (&["memory"], "memory", "odds memory"),
        (&["Memory", "--play", "best"], "Memory", "odds memory --play best"),
    ] {
        let ran = run_args(Path::new("."), "", args);
        ran.failed(2, &format!("{game} is a game: write the command before it"));
        assert_eq!(ran.err.lines().nth(1), Some(&*format!("help: chancetree {help}")), "{}", ran.args);
    }
    let ran = run("memory risk");
    ran.failed(2, "risk does not support memory");
    assert_eq!(ran.err.lines().nth(1), Some("help: chancetree games --commands"));
    let ran = run("--threads 2 ods memory");
    assert_eq!(ran.err.lines().nth(1), Some("help: chancetree --threads 2 odds memory"));
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
    for (args, help) in [
        ("odds minesweper --rows 3", "chancetree odds minesweeper --rows 3"),
        ("concentration odds --pairs 3", "chancetree odds memory --pairs 3"),
    ] {
        assert_eq!(run(args).err.lines().nth(1), Some(&*format!("help: {help}")), "{args}");
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

/// Counts are whole numbers, so their title promises no fractions.
#[test]
fn titles_of_counts_promise_no_fractions() {
    let first = |args: &str| run(args).ok().lines().next().map(str::to_owned).expect("a line");
    for args in ["count memory --pairs 1..3", "count guess --numbers 3..4"] {
        let line = first(args);
        assert!(line.ends_with(" games") && !line.contains("fractions"), "{line}");
    }
    for args in ["odds memory --pairs 1..3", "odds guess --numbers 3..4"] {
        let line = first(args);
        assert!(line.ends_with("--format json and csv have the fractions"), "{line}");
    }
}

/// The list of games is as wide as help.
#[test]
fn the_list_of_games_is_as_wide_as_help() {
    let list = run("games").ok();
    let wide: Vec<&str> = list.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.is_empty(), "{wide:?}");
}
