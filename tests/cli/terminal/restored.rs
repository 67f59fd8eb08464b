//! The terminal during and after a game: small, resized, without colours, and restored at every end.

use super::screen::{self, Screen};
use std::io::Write as _;
use std::process::Command;

fn memory(size: (u16, u16), colour: bool) -> Screen {
    Screen::start(&["play", "memory", "--pairs", "4", "--seed", "1"], size, colour)
}

/// Returns `true` if the terminal has its usual screen, a cursor and no mouse.
pub(super) fn is_restored(screen: &Screen) -> bool {
    screen.inspect(|screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    })
}

#[test]
fn a_small_terminal_shows_one_line_until_it_is_larger() {
    let screen = memory((10, 60), false);
    let text = screen.shows("too small: 48 x 20 needed, 60 x 10 here");
    assert_eq!(text.trim().lines().count(), 1);
    screen.resize(30, 100);
    screen.shows("turn a card");
    screen.resize(5, 40);
    screen.shows("too small");
    // The smallest and a very large terminal.
    screen.resize(1, 1);
    screen.until("one letter", |text| text.trim() == "t");
    screen.resize(120, 300);
    screen.shows("turn a card");
    screen.resize(24, 80);
    let text = screen.until("all of it", |text| text.contains("turn a card") && text.contains("q leave"));
    assert!(text.lines().count() <= 24, "{text}");
}

#[test]
fn a_narrow_terminal_shows_the_odds_below_the_board() {
    for (size, is_below) in [((24, 60), true), ((24, 80), false)] {
        let text =
            memory(size, false).until("all of it", |text| text.contains("draw") && text.contains("leave"));
        let rows = |word: &str| text.lines().position(|line| line.contains(word)).expect("a row");
        assert_eq!(rows("Odds") > rows("╰"), is_below, "{text}");
    }
}

#[test]
fn ctrl_c_restores_the_terminal() {
    let mut screen = memory((24, 80), false);
    screen.shows("turn a card");
    assert!(!is_restored(&screen));
    #[cfg(unix)]
    assert!(!screen.echoes());
    screen.types("\x03");
    screen.until("the usual screen", |_| is_restored(&screen));
    let (status, left) = screen.finish();
    assert_eq!(
        (status, left.contains("left before the end"), left.contains("error")),
        (130, true, false),
        "{left}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_z_suspends_the_game_and_fg_resumes_it() {
    let script = "set -m; \"$0\" play memory --pairs 4 --seed 1; echo stopped $?; sleep 1; fg";
    let mut screen = Screen::shell(script, (24, 80));
    screen.shows("turn a card");
    screen.types("\x1a");
    screen.shows("stopped 1");
    assert!(is_restored(&screen));
    let text = screen.shows("turn a card");
    assert!(!is_restored(&screen) && text.contains("q leave"), "{text}");
    screen.types("q");
    screen.until("the usual screen", |_| is_restored(&screen));
    assert_eq!(screen.finish().0, 0);
}

#[cfg(unix)]
#[test]
fn a_signal_restores_the_terminal() {
    // One signal, and repeated ones.
    for (signal, times) in [("-INT", 1), ("-TERM", 1), ("-TERM", 3)] {
        let screen = memory((24, 80), false);
        screen.shows("turn a card");
        for _ in 0..times {
            let kill = Command::new("kill").args([signal, &screen.process().to_string()]).output();
            assert!(times > 1 || kill.expect("kill is there").status.success());
        }
        screen.until("the usual screen", |_| is_restored(&screen));
        let (status, left) = screen.finish();
        let is_left = left.contains("left before the end");
        assert_eq!((status, is_left, left.contains("error")), (130, true, false), "{signal} {left}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_terminal_ends_the_game() {
    let (mut child, terminal) = screen::start_unread(&["play", "memory", "--pairs", "8", "--seed", "7"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(child.try_wait().expect("a child").is_none(), "the game ended too early");
    drop(terminal);
    let started = std::time::Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < screen::PATIENCE, "the game continues without a terminal");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn a_closed_terminal_saves_the_game() {
    // With and without pending keys, in parallel because the tests mostly wait.
    std::thread::scope(|scope| {
        for (family, keys) in [
            ("memory", ""),
            ("memory", "hohohohohoho"),
            ("solitaire", "hohohohohoho"),
            ("mines", ""),
            ("mines", "hphphphphphp"),
            ("guess", "hohohohohoho"),
        ] {
            scope.spawn(move || assert_saved_on_hangup(family, keys));
        }
    });
}

#[cfg(unix)]
fn assert_saved_on_hangup(family: &str, keys: &str) {
    use std::time::{Duration, Instant};
    let folder = crate::run::folder();
    let log = folder.path().join("game.jsonl");
    let args = ["play", family, "--seed", "7", "--log", log.to_str().expect("a path")];
    let (mut child, terminal) = screen::start_unread(&args);
    let mut typed = terminal.take_writer().expect("keys can be typed");
    let started = Instant::now();
    let waited = |what: &str| {
        assert!(started.elapsed() < screen::PATIENCE, "timeout: {what}");
        std::thread::sleep(Duration::from_millis(20));
    };
    while screen::echoes(&*terminal) {
        waited("the game");
    }
    // In solitaire, two cards are one step.
    typed.write_all(b"\r\x1b[C\r").expect("keys are read");
    std::thread::sleep(Duration::from_secs(2));
    typed.write_all(keys.as_bytes()).expect("keys are read");
    drop((typed, terminal));
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status.exit_code();
        }
        waited("an end");
    };
    let what = format!("{family} {keys:?}");
    assert_eq!(status, 130, "{what}");
    assert_eq!(crate::run::files(folder.path()), ["game.jsonl"], "{what}");
    let saved = std::fs::read_to_string(&log).expect("a log");
    assert!(saved.lines().count() >= 2, "{what}: {saved}");
}

#[test]
fn a_time_limit_restores_the_terminal() {
    let screen = Screen::start(&["play", "solitaire", "--timeout", "1"], (24, 80), false);
    screen.shows("turn a card");
    let (status, left) = screen.finish();
    assert!(status == 3 && left.contains("ran out while playing"), "{left}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_on_the_usual_screen() {
    let mut screen = Screen::start(&["play", "guess", "--seed", "1", "--log", "/dev/full"], (24, 80), false);
    screen.shows("q leave");
    screen.types("q");
    screen.until("the usual screen", |_| is_restored(&screen));
    let (status, left) = screen.finish();
    let error = "error: /dev/full: no space left on device\nhelp: write to another folder: --log full";
    assert_eq!((status, left.trim()), (1, error));
}

/// Returns `true` if a character on the screen has a colour.
pub(super) fn is_coloured(screen: &Screen) -> bool {
    screen.inspect(|screen| {
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .any(|cell| cell.fgcolor() != vt100::Color::Default)
    })
}

#[test]
fn colours_follow_no_color() {
    for colour in [true, false] {
        let screen = memory((24, 80), colour);
        screen.shows("q leave");
        assert_eq!(is_coloured(&screen), colour);
    }
}

#[test]
fn without_a_terminal_games_are_refused() {
    let odds = [
        "memory --pairs 8 --players 2",
        "solitaire --pairs 8",
        "mines --rows 4 --cols 4 --mines 3 --start corner",
        "guess --numbers 9",
    ];
    for (family, odds) in ["memory", "solitaire", "mines", "guess"].into_iter().zip(odds) {
        let ran = crate::run::run(&format!("play {family}"));
        ran.failed(2, "a game needs a terminal, but stdin is not a terminal");
        assert!(ran.err.ends_with(&format!("help: chancetree odds {odds}\n")), "{}", ran.err);
    }
}
