//! Whole screens of the games, compared with snapshots.

use super::games::{SIZE, start};
use super::screen::{ENTER, RIGHT, Screen};
use oracles::snapshot::assert_snapshot;
use std::time::{Duration, Instant};

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
