//! Each game played in a terminal.

use super::screen::{ENTER, RIGHT, Screen};
use crate::run::run_args;
use oracles::snapshot::assert_snapshot;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const SIZE: (u16, u16) = (24, 80);

fn start(args: &str) -> Screen {
    Screen::start(&args.split(' ').collect::<Vec<_>>(), SIZE, false)
}

/// Returns the output of the program without a terminal.
fn printed(args: &[&str]) -> String {
    run_args(Path::new("."), "", args).ok()
}

#[test]
fn several_people_take_turns_and_the_game_is_logged_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let mut screen = Screen::start(
        &["play", "memory", "--pairs", "1", "--seats", "human,human", "--log", log],
        SIZE,
        false,
    );
    screen.shows("▸1 person");
    // Two cards, two clicks.
    screen.clicks(2, 1);
    screen.shows("player 1 turns 1");
    screen.clicks(2, 8);
    let text = screen.shows("player 1 (person) wins 1 : 0");
    assert!(text.contains("1.0000"), "{text}");
    screen.types("q");
    let (status, remaining) = screen.finish();
    assert!(status == 0 && remaining.contains("player 1 (person) wins 1 : 0"), "{remaining}");
    assert_eq!(fs::read_to_string(&path).expect("a log").lines().count(), 3);

    let mut screen = Screen::start(&["replay", log], SIZE, false);
    screen.shows("the beginning of 2 steps");
    screen.types(RIGHT);
    screen.shows("step 1 of 2: player 1 turns 1");
    screen.types("\x1b[F");
    screen.shows("step 2 of 2: player 1 turns 1: a pair");
    screen.types("q");
    assert_eq!(screen.finish().0, 0);
    assert!(printed(&["replay", log, "--print"]).contains("over, scores 1 : 0"));
    assert!(printed(&["replay", log, "--as", "dot"]).contains("\"n1\" -> \"n2\""));
}

#[test]
fn solitaire_writes_a_log_that_fit_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let args = ["play", "solitaire", "--pairs", "2", "--seed", "3", "--log", log];
    let mut screen = Screen::start(&args, SIZE, false);
    // With two pairs the game takes two or three turns, and 8/3 on average.
    let text = screen.shows("turns of the game");
    assert!(text.contains("2.6667"), "{text}");
    screen.types("x");
    screen.shows("8/3");
    screen.types("h");
    screen.shows("hint: a card that was never turned");
    screen.types(&format!("x{ENTER}{RIGHT}{ENTER}"));
    screen.shows("turn 1: ");
    // Tries every two cards until no pair is left.
    'game: for _ in 0..4 {
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let keys = |place: usize| format!("\x1b[H{}{ENTER}", RIGHT.repeat(place));
            screen.types(&format!("{}{}", keys(first), keys(second)));
            std::thread::sleep(std::time::Duration::from_millis(150));
            if screen.text().contains("all pairs collected in") {
                break 'game;
            }
        }
    }
    screen.shows("all pairs collected in");
    screen.types("q");
    let (status, left) = screen.finish();
    assert!(status == 0 && left.contains("all pairs collected in"), "{left}");
    assert!(printed(&["fit", "solitaire", log]).contains("of 1 game"));
    assert_replay(log, "over after");
}

/// Checks the replay of a log on a screen from the first to the last step, as text that contains `over`, and as a graph.
fn assert_replay(log: &str, over: &str) {
    let steps = fs::read_to_string(log).expect("a log").lines().count() - 1;
    let mut screen = Screen::start(&["replay", log], SIZE, false);
    screen.shows(&format!("the beginning of {steps} steps"));
    screen.types(RIGHT);
    screen.shows(&format!("step 1 of {steps}: "));
    screen.types("\x1b[F");
    screen.shows(&format!("step {steps} of {steps}: "));
    screen.types("kofq");
    assert_eq!(screen.finish().0, 0);
    assert!(printed(&["replay", log, "--print"]).contains(over));
    let graph = printed(&["replay", log, "--as", "dot"]);
    assert_eq!(graph.matches(" -> ").count(), steps, "{graph}");
}

#[test]
fn mines_show_the_risk_of_every_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let args =
        ["play", "mines", "--preset", "beginner", "--seed", "7", "--first-click", "opening", "--log", log];
    let mut screen = Screen::start(&args, SIZE, false);
    screen.shows("open a cell");
    screen.clicks(3, 7);
    let text = screen.shows("row 2, column 2: safe");
    // Probabilities are hidden until a key shows them.
    assert!(!text.contains('✓') && !text.contains("15"), "{text}");
    screen.types("o");
    let text = screen.shows("✗");
    assert!(text.contains('✓') && text.contains("15% 15%"), "{text}");
    screen.types("h");
    screen.shows("10 cells are safe; ");
    // A cell with a flag is not opened.
    screen.types("f");
    screen.shows("Mines left                       9");
    screen.types(ENTER);
    screen.shows("! the cell carries a flag");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
    assert_replay(log, "row 2, column 2");
}

#[test]
fn positions_of_other_programs_are_entered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.txt");
    fs::write(&path, "mines 2\n...\n...\n...\n").expect("a file");
    let args = ["play", "mines", "--board", path.to_str().expect("a path")];
    let mut screen = Screen::start(&args, SIZE, false);
    screen.shows("enter what the other program shows");
    screen.shows("22% 22% 22%");
    screen.types("2");
    screen.shows("Placements                       3");
    screen.types(&format!("{RIGHT}0"));
    // The screen reports a contradiction, and the player corrects it.
    screen.shows("2 numbers contradict each other");
    screen.types(".");
    screen.shows("Placements                       3");
    screen.types("8");
    screen.shows("! 8 mines around it, but only");
    screen.types("q");
    assert_eq!(screen.finish().0, 0);
}

/// Reads the cells of a board on the screen: the number of an open cell, or the risk of a hidden cell.
fn cells(text: &str, rows: usize, columns: usize, width: usize) -> Vec<(Option<u32>, Option<f64>)> {
    let mut cells = Vec::new();
    // The title and the numbers of columns are above the cells, and the numbers of rows beside them.
    for line in text.lines().skip(2).take(rows) {
        let letters = line.chars().chain(std::iter::repeat(' ')).skip(3);
        let letters: Vec<char> = letters.take(columns * width).collect();
        for cell in letters.chunks(width) {
            let cell: String = cell.iter().collect();
            let cell = cell.trim();
            let risk = cell.strip_suffix('%').map(|risk| (risk, 100.0));
            let risk = risk.or_else(|| cell.strip_prefix('.').map(|risk| (risk, 10.0)));
            let risk = risk.map(|(risk, scale)| risk.parse::<f64>().expect("a risk is a number") / scale);
            let risk = risk.or(match cell {
                "✓" => Some(0.0),
                "✗" => Some(1.0),
                _ => None,
            });
            let number = if cell == "·" { Some(0) } else { cell.parse().ok() };
            assert!(number.is_some() != risk.is_some(), "{cell:?} is one of both\n{text}");
            cells.push((number, risk));
        }
    }
    cells
}

/// A risk differs from the number of an open cell, on wide and narrow boards, with and without colours: the cells read from the
/// screen are the position and its risks.
#[test]
fn a_risk_never_looks_like_a_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = |columns: usize| {
        let mut rows = vec![".".repeat(columns); 9];
        rows[2].replace_range(2..3, "1");
        rows[6].replace_range(6..7, "2");
        rows[4].replace_range(0..2, "00");
        rows
    };
    for (columns, width) in [(9, 4), (13, 3), (34, 2)] {
        let rows = position(columns);
        let path = folder.path().join(format!("{columns}.txt"));
        fs::write(&path, format!("{}\n", rows.join("\n"))).expect("a file");
        let file = path.to_str().expect("a path");
        let risks: serde_json::Value =
            serde_json::from_str(&printed(&["risk", "mines", file, "--mines", "7", "--format", "json"]))
                .expect("JSON");
        for colour in [true, false] {
            let screen = Screen::start(&["play", "mines", "--board", file, "--mines", "7"], SIZE, colour);
            screen.shows("q leave");
            let text = screen.settles();
            for (place, (number, risk)) in cells(&text, 9, columns, width).into_iter().enumerate() {
                let (row, column) = (place / columns, place % columns);
                let entered = rows[row].as_bytes()[column];
                let exact = risks["cells"][row][column]["decimal"].as_str().map(str::parse::<f64>);
                match (exact, entered) {
                    (None, digit) => assert_eq!(number, Some(u32::from(digit - b'0')), "{text}"),
                    (Some(exact), _) => {
                        let (risk, exact) = (risk.expect(&text), exact.expect("a number"));
                        let step = if width > 2 { 0.01 } else { 0.1 };
                        // A risk below 1 % is not rounded to 0.
                        assert!(
                            (risk - exact).abs() <= step / 2.0 || risk < step * 1.01 && exact < step,
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn guesses_are_valued_before_and_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let args = ["play", "guess", "--numbers", "9", "--seed", "4", "--pause", "0", "--log", log];
    let mut screen = Screen::start(&args, SIZE, false);
    // The values of `odds guess --numbers 9`.
    let text = screen.shows("it is from 1 to 9");
    assert!(text.contains("▸1 you") && text.contains("0.5556") && text.contains("0.4444"), "{text}");
    screen.types("h");
    let text = screen.shows("Hint: if you guess");
    assert!(text.contains("0.5556"), "{text}");
    // Guesses the next number until the game ends.
    for _ in 0..9 {
        let text = screen.until("a turn", |text| text.contains("▸1 you") || text.contains("wins: it was"));
        if text.contains("wins: it was") {
            break;
        }
        screen.types(&format!("{RIGHT}{ENTER}"));
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    screen.shows("wins: it was");
    screen.types("q");
    let (status, left) = screen.finish();
    assert!(status == 0 && left.contains("wins: it was"), "{left}");
    assert_replay(log, "over");
}

/// A typed cell or card is the one that is played; what names none is refused and plays nothing.
#[test]
fn typed_places_are_played_or_refused() {
    let mut screen = start("play mines --preset beginner --seed 7 --first-click opening");
    screen.shows("open a cell");
    // Rows and columns are numbered.
    let text = screen.text();
    assert!(
        text.contains(" 1   2   3   4   5   6   7   8   9")
            && text.lines().any(|line| line.starts_with(" 9 ")),
        "{text}"
    );
    screen.types("5");
    screen.shows("5_");
    screen.types(",12\r");
    screen.shows("! 5,12 is not a cell: type a row up to 9 and a column up to 9, such as 1,1");
    screen.types("5\r");
    screen.shows("! 5 is not complete");
    // A word is refused, also with letters that are keys, and plays nothing.
    screen.types("abcf");
    let text = screen.shows("! abcf is not a cell: type a row up to 9");
    assert!(text.contains("Mines left                      10"), "{text}");
    screen.types("\r");
    let text = screen.settles();
    assert!(text.contains("! abcf is not a cell") && !text.contains(": safe"), "{text}");
    // Letters that are keys remain keys.
    screen.types("5f");
    screen.shows("Mines left                       9");
    screen.types("f");
    screen.shows("Mines left                      10");
    screen.types("5,6\x7f5\r");
    screen.shows("row 5, column 5: ");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);

    for (args, played) in
        [("play memory --pairs 4 --seed 7", "you turn "), ("play solitaire --pairs 4 --seed 7", "a new card")]
    {
        let mut screen = start(args);
        screen.shows("turn a card");
        screen.types("99");
        screen.shows("! 99 is not a card from 1 to 8");
        screen.types("\r");
        let text = screen.settles();
        assert!(text.contains("! 99 is not a card from 1 to 8") && !text.contains(played), "{text}");
        screen.types("abc");
        screen.shows("! abc is not a card from 1 to 8");
        screen.types("\r");
        let text = screen.settles();
        assert!(text.contains("! abc is not a card from 1 to 8") && !text.contains(played), "{text}");
        screen.types("7\r");
        screen.shows(played);
        screen.types("qq");
        assert_eq!(screen.finish().0, 0);
    }
}

/// The line of a hint fits in 80 columns.
#[test]
fn hints_of_mines_fit_a_line() {
    let mut screen = start("play mines --rows 9 --cols 9 --mines 10 --seed 5");
    screen.shows("open a cell");
    screen.types("5,5\r");
    screen.shows("row 5, column 5: ");
    screen.types("h");
    screen.shows("best (estimate): 1,1, risk 11.1 %; reveals a safe cell with probability 62 %");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
}

/// People are addressed as on the page: the only person is `you`, and the only robot `the robot`.
#[test]
fn the_only_person_is_you() {
    let mut screen = start("play memory --pairs 1 --seats human,robots --seed 5 --pause 0");
    screen.shows("▸1 you");
    screen.types("1\r");
    screen.shows("you turn 1: a new card");
    screen.types("2\r");
    screen.shows("you turn 1: a pair; you win 1 : 0");
    screen.types("q");
    let (status, left) = screen.finish();
    assert!(status == 0 && left.contains("you win 1 : 0"), "{left}");

    let mut screen = start("play guess --numbers 1 --seats best,human --seed 5 --pause 0");
    screen.shows("the best robot wins: it was 1");
    screen.types("q");
    assert_eq!(screen.finish().0, 0);
}

/// After the end a new game starts with the next seed, unless the game is logged.
#[test]
fn another_game_starts_without_leaving() {
    let mut screen = start("play memory --pairs 1 --seats human,human --seed 5");
    for _ in 0..2 {
        screen.shows("▸1 person");
        screen.clicks(2, 1);
        screen.shows("player 1 turns 1");
        screen.clicks(2, 8);
        let text = screen.shows("player 1 (person) wins 1 : 0. n plays again, q leaves");
        // The last pair is removed like every other.
        assert!(!text.contains("╔════╗"), "{text}");
        screen.types("n");
    }
    screen.shows("turn a card");
    screen.types("q");
    let (status, left) = screen.finish();
    assert!(
        status == 0 && left.contains("seed 5") && left.contains("seed 6") && left.contains("seed 7"),
        "{left}"
    );
    assert_eq!(left.matches("player 1 (person) wins 1 : 0").count(), 2, "{left}");
    assert_eq!(left.matches("left before the end").count(), 1, "{left}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let args = ["play", "memory", "--pairs", "1", "--seats", "human,human", "--log", log];
    let mut screen = Screen::start(&args, SIZE, false);
    screen.shows("▸1 person");
    screen.clicks(2, 1);
    screen.shows("player 1 turns 1");
    screen.clicks(2, 8);
    screen.shows("wins 1 : 0. q leaves");
    screen.types("n");
    screen.types("q");
    assert_eq!(screen.finish().0, 0);
    assert_eq!(fs::read_to_string(&path).expect("a log").lines().count(), 3);
}

/// Compares whole screens without colours after these keys; `CHANCETREE_BLESS=1` accepts a change.
#[test]
fn screens_match_the_snapshots() {
    let risk = "play mines --board docs/mines/lindgren.txt";
    let screens = [
        (
            "memory",
            "play memory --pairs 8 --seed 7 --pause 0",
            SIZE,
            "k\r\x1b[C\r",
            "the robot turns 8: no pair",
        ),
        ("memory-hint", "play memory --pairs 6 --seats human,best --memory 3 --seed 7", SIZE, "\rh", "less"),
        ("memory-three", "play memory --pairs 20 --seats human,human,T5 --seed 2", (30, 100), "\rx", "turns"),
        ("memory-small", "play memory --pairs 50 --seed 7", (20, 72), "\r", "you turn"),
        ("solitaire", "play solitaire --pairs 10 --seed 5", SIZE, "k\r\x1b[C\r", "turn 1"),
        (
            "mines",
            "play mines --seed 7 --first-click opening",
            SIZE,
            "\x1b[B\x1b[C\rox",
            "row 2, column 2: safe",
        ),
        ("mines-expert", "play mines --preset expert --seed 7", SIZE, "o\r", "row 1, column 1: safe"),
        ("mines-entered", risk, SIZE, "h", "best: 1,3"),
        ("guess", "play guess --numbers 30 --seats human,human --seed 3", SIZE, "12\rh", "Hint"),
        ("replay", "replay docs/play/memory.jsonl", SIZE, "\x1b[C\x1b[C\x1b[C", "step 3 of 10"),
    ];
    let compare = |(name, args, size, keys, shows): (&str, &str, _, &str, &str)| {
        let mut screen = Screen::start(&args.split(' ').collect::<Vec<_>>(), size, false);
        screen.shows("q leave");
        screen.types(keys);
        screen.shows(shows);
        let text = screen.settles();
        assert_snapshot(&format!("play-{name}.txt"), text);
    };
    // In parallel, because each screen waits until it stays unchanged.
    std::thread::scope(|scope| {
        for screen in screens {
            scope.spawn(move || compare(screen));
        }
    });
}

/// Returns the text without spaces at line ends.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// If the screen has not changed for this long, the key had no effect, even on a busy machine.
const UNCHANGED: Duration = Duration::from_secs(3);

/// Plays a game by keys. Returns the lines of the screen that each key changes, and the text after the end.
fn record(args: &str, keys: &[&str]) -> String {
    let mut screen = start(args);
    screen.shows("q leave");
    let mut before = screen.settles();
    let mut record = format!("{args}\n{before}");
    for key in keys {
        screen.types(key);
        let started = Instant::now();
        while trimmed(&screen.text()) == before && started.elapsed() < UNCHANGED {
            std::thread::sleep(Duration::from_millis(5));
        }
        let after = screen.settles();
        record.push_str(&format!("--- {key:?}\n"));
        let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        for row in (0..old.len().max(new.len())).filter(|row| old.get(*row) != new.get(*row)) {
            record.push_str(&format!("{row:2} {}\n", new.get(row).unwrap_or(&"")));
        }
        before = after;
    }
    screen.types("qq");
    let (status, left) = screen.finish();
    record.push_str(&format!("--- ends with {status}\n{}", trimmed(&left)));
    record
}

/// Records hints, refusals, undo, typed text, clicks and a new game, key by key; `CHANCETREE_BLESS=1` accepts a change.
#[test]
fn keys_match_the_recorded_screens() {
    let click = |button: u8, row: u16, column: u16| format!("\x1b[<{button};{column};{row}M");
    let (card, edge, mine, other, flagged) =
        (click(0, 4, 3), click(0, 3, 2), click(0, 5, 13), click(0, 5, 8), click(2, 5, 14));
    let (right, down, left, end) = (RIGHT, "\x1b[B", "\x1b[D", "\x1b[F");
    let games: [(&str, &str, Vec<&str>); 7] = [
        (
            "memory",
            "play memory --pairs 2 --seats human,human --seed 3",
            vec![
                "?", " ", "h", "h", ENTER, "h", ENTER, right, ENTER, "k", "o", "x", "o", down, ENTER, right,
                ENTER, "h", end, ENTER, left, ENTER, &card, "q", "z",
            ],
        ),
        (
            "memory-robots",
            "play memory --pairs 3 --seats human,best --memory 2,unlimited --seed 7 --pause 0",
            vec!["h", ENTER, "h", right, ENTER, "k", "h", down, ENTER, right, ENTER],
        ),
        (
            "memory-entered",
            "play memory --pairs 2 --entry",
            vec![
                ENTER, "catty", "\x7f", "\x1b", ENTER, "cat", ENTER, "u", "u", ENTER, "cat\r", right, ENTER,
                "sun\r", right, ENTER, "moon\r", ENTER, "sun\r", "h", "u", &edge,
            ],
        ),
        (
            "solitaire",
            "play solitaire --pairs 2 --seed 3",
            vec![
                "?", " ", "h", ENTER, "h", ENTER, "k", right, ENTER, "h", "x", "o", "o", left, ENTER, right,
                right, ENTER, right, ENTER, left, ENTER,
            ],
        ),
        (
            "mines",
            "play mines --rows 4 --cols 5 --mines 4 --first-click opening --seed 3",
            vec!["h", ENTER, "o", "x", "h", "f", ENTER, "f", &flagged, &mine, &other, "h", "?", " "],
        ),
        (
            "mines-entered",
            "play mines --board docs/mines/lindgren.txt",
            vec!["h", ENTER, "2", "f", "f", ".", "8", down, "*", "o", "?", " "],
        ),
        (
            "guess",
            "play guess --numbers 9 --seats human,best,human --guesses 4 --seed 4 --pause 0",
            vec![
                "h", "x", "o", "o", "9", "1", ENTER, "h", "s", ENTER, "1", ENTER, right, ENTER, "7", ENTER,
                "?", " ",
            ],
        ),
    ];
    let compare = |(name, args, keys): (&str, &str, Vec<&str>)| {
        let text = record(args, &keys);
        assert_snapshot(&format!("sessions/keys-{name}.txt"), text);
    };
    std::thread::scope(|scope| {
        for game in games {
            scope.spawn(move || compare(game));
        }
    });
}

/// Each column of the table of luck and choices adds up from the start to now, in the last digit, and the odds of the players are
/// those in its last row.
#[test]
fn luck_and_choices_add_up() {
    let games = [
        ("play guess --numbers 97 --seats human,human,human --seed 3", "50\r20\r31\r", 3),
        (
            "play guess --numbers 50 --seats human,human,human --weights W --guesses 9 --seed 5",
            "25\r7\r12\r",
            3,
        ),
        ("play memory --pairs 7 --seats human,human,human --seed 2", "1\r4\r2\r6\r3\r9\r", 3),
    ];
    let weights: Vec<String> = (1..=50).map(|weight| (weight % 7 + 1).to_string()).collect();
    let whole = |cell: &str| cell.replace(['.', '+'], "").parse::<i64>().expect("a decimal");
    for (args, keys, columns) in games {
        let args = args.replace('W', &weights.join(","));
        let mut screen = Screen::start(&args.split(' ').collect::<Vec<_>>(), (40, 120), false);
        screen.shows("q leave");
        screen.types(keys);
        let text = screen.settles();
        let cells = |line: &str| -> Vec<i64> {
            let all: Vec<&str> = line.split_whitespace().collect();
            all[all.len() - columns..].iter().map(|cell| whole(cell)).collect()
        };
        let mut sums: Option<Vec<i64>> = None;
        let (mut tables, mut changes) = (0, 0);
        for line in text.lines() {
            if line.contains(" at start ") {
                sums = Some(cells(line));
            } else if line.contains(" now ") {
                assert_eq!(sums.take(), Some(cells(line)), "{args}: {text}");
                tables += 1;
            } else if line.contains(" luck ") || line.contains(" choice ") {
                changes += 1;
                let sums = sums.as_mut().unwrap_or_else(|| panic!("{text}"));
                sums.iter_mut().zip(cells(line)).for_each(|(sum, change)| *sum += change);
            }
        }
        assert!(tables > 0 && changes >= 6, "{args}: {text}");
        screen.types("qq");
        screen.finish();
    }
}
