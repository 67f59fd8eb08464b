//! A game that panics in a pseudo-terminal, started by running this test program again.

use super::restored::is_restored;
use super::screen::{ENTER, Screen};
use chancetree::model::Job;
use chancetree::play::AnySession;
use chancetree::play::mines::MinesSession;
use chancetree_play::terminal::GameView;

/// Not a test: the test below runs this function in a pseudo-terminal.
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
fn a_panic_restores_the_terminal() {
    let own = module_path!().split_once("::").expect("a crate and its modules").1;
    let mut screen = Screen::test(&format!("{own}::play"), (24, 80));
    screen.shows("open a cell");
    assert!(!is_restored(&screen) && !screen.echoes());
    screen.types(ENTER);
    screen.until("the panic, on the usual screen", |text| {
        !screen.inspect(vt100::Screen::alternate_screen) && text.contains("the game is broken")
    });
    screen.until("a cursor, and no mouse", |_| is_restored(&screen));
    screen.until("keys that are seen", |_| screen.echoes());
    assert_ne!(screen.finish().0, 0);
}
