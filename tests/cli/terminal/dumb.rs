//! Terminals that cannot move a cursor: lines without colours, and no screen.

use super::restored::is_coloured;
use super::screen::{Screen, start_unread};
use std::io::Read as _;

#[test]
fn a_terminal_without_a_cursor_has_no_colours() {
    for (term, has_colours) in
        [(Some("xterm"), true), (Some("dumb"), false), (Some(""), false), (None, false)]
    {
        let screen = Screen::with_term(term, &["risk", "mines", "docs/mines/lindgren.txt"]);
        screen.shows("Minesweeper, 4 x 4, 3 mines");
        screen.settles();
        assert_eq!(is_coloured(&screen), has_colours, "{term:?}");
    }
}

#[test]
fn a_terminal_without_a_cursor_has_no_screen() {
    for (term, why) in
        [(Some("dumb"), "TERM is dumb"), (Some(""), "TERM is not set"), (None, "TERM is not set")]
    {
        for game in ["memory", "solitaire", "mines", "guess"] {
            let (status, text) = Screen::with_term(term, &["play", game]).finish();
            let error = format!("error: a game needs a screen with a cursor, but {why}\n");
            let help = "help: -o game.html writes a page to play in a browser";
            assert_eq!((status, text.trim_end()), (2, &*(error + help)), "{term:?} {game}");
        }
    }
}

/// A locale with another encoding than UTF-8 cannot show frames.
#[test]
fn a_terminal_of_another_encoding_has_no_screen() {
    let (status, text) = Screen::shell("LC_ALL=de_DE.ISO-8859-1 $0 play memory", (24, 80)).finish();
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("shows UTF-8, but the locale is de_DE.ISO-8859-1"), "{text}");
}

/// Work that finishes at once prints only its answer.
#[test]
fn short_work_shows_no_progress() {
    let (mut child, master) = start_unread(&["odds", "memory", "--pairs", "8"]);
    let mut output = master.try_clone_reader().expect("the terminal can be read");
    child.wait().expect("it ends");
    let mut text = vec![0; 1 << 16];
    let count = output.read(&mut text).expect("an answer");
    let text = String::from_utf8_lossy(&text[..count]);
    assert!(text.contains("185527/405405"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
}
