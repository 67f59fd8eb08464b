//! Each game played in a terminal.

use super::screen::{ENTER, RIGHT, Screen};
use crate::run::run_args;
use std::fs;
use std::path::Path;

pub(super) const SIZE: (u16, u16) = (24, 80);

pub(super) fn start(args: &str) -> Screen {
    Screen::start(&args.split(' ').collect::<Vec<_>>(), SIZE, false)
}

/// Returns the output of the program without a terminal.
pub(super) fn printed(args: &[&str]) -> String {
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
pub(super) fn assert_replay(log: &str, over: &str) {
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
    // A number after a letter by mistake begins anew.
    screen.types("z");
    screen.shows("! z is not a cell");
    screen.types("5");
    screen.shows("5_");
    // Letters that are keys remain keys.
    screen.types("f");
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
