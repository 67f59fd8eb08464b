//! A game that panics, in a terminal with nobody in front of it: these tests run themselves there.

use super::restored::is_given_back;
use super::screen::{ENTER, Screen};
use chancetree::model::Job;
use chancetree::play::AnySession;
use chancetree::play::mines::MinesSession;
use chancetree::play::terminal::GameView;

/// Not a test by itself: what is played in the terminal of the one below.
#[test]
#[ignore = "needs a terminal of its own"]
fn play() {
    let game = MinesSession::seeded((9, 9), 10, Default::default(), 1, &Job::default()).expect("a board");
    let poll = |session: &AnySession| {
        assert!(session.steps().is_empty(), "the game is broken");
        false
    };
    let _ = GameView::from(game).play(false, &Job::default(), &poll);
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let own = module_path!().split_once("::").expect("a crate and its modules").1;
    let mut screen = Screen::test(&format!("{own}::play"), (24, 80));
    screen.says("open a cell");
    assert!(!is_given_back(&screen) && !screen.echoes());
    screen.types(ENTER);
    screen.until("the panic, on the usual screen", |text| {
        !screen.ask(vt100::Screen::alternate_screen) && text.contains("the game is broken")
    });
    screen.until("a cursor, and no mouse", |_| is_given_back(&screen));
    screen.until("keys that are seen", |_| screen.echoes());
    assert_ne!(screen.ends().0, 0);
}
