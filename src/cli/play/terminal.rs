//! Runs a game on the screen: its limits, its signals, its log, and its failures.

use super::saved;
use crate::cli::context::{Context, Limits, is_interrupted};
use crate::cli::fail::{Fail, Status};
use chancetree_export::save::remove_unfinished;
use chancetree_play::terminal::{self, ExitKind, GameView, ScreenError};
use chancetree_play::{AnySession, PlayError};
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Weak};
use std::time::Duration;

pub(in crate::cli) use terminal::has_captured_terminal as has_terminal;

/// Checks that stdin and stdout are a terminal with a cursor. `instead` is the advice otherwise.
pub(in crate::cli) fn check(instead: &str) -> Result<(), Fail> {
    let none = |what: &str| {
        Fail::usage(format!("a game needs a terminal, but {what} is not a terminal")).help(instead)
    };
    let page = "-o game.html writes a page to play in a browser";
    match (io::stdin().is_terminal(), io::stdout().is_terminal()) {
        (false, _) => Err(none("stdin")),
        (_, false) => Err(none("stdout")),
        _ if !terminal::has_cursor() => {
            let term = std::env::var("TERM").unwrap_or_default();
            let what = if term.is_empty() { "TERM is not set".to_owned() } else { format!("TERM is {term}") };
            Err(Fail::usage(format!("a game needs a screen with a cursor, but {what}")).help(page))
        }
        _ => terminal::foreign_locale().map_or(Ok(()), |locale| {
            Err(Fail::usage(format!("a game needs a screen that shows UTF-8, but the locale is {locale}"))
                .help(page))
        }),
    }
}

/// Saves the game and restores the terminal before the program exits.
pub(in crate::cli) fn leave(limits: &Limits) {
    saved::save(limits);
    remove_unfinished();
    terminal::restore_terminal();
}

/// Plays a game until the player leaves it. `can_repeat` is `true` if another game can follow.
pub(super) fn play(game: &mut GameView, can_repeat: bool, context: &Context) -> Result<ExitKind, Fail> {
    let poll = |session: &AnySession| {
        saved::update(session, context.limits());
        context.is_stopped()
    };
    show(|| game.play(can_repeat, &context.job(), &poll), context)
}

/// Shows a logged game until the user leaves it.
pub(in crate::cli) fn replay(views: &mut [GameView], context: &Context) -> Result<(), Fail> {
    show(|| terminal::replay(views, &context.job(), &|_| context.is_stopped()), context)
}

fn show<T>(run: impl FnOnce() -> Result<T, ScreenError>, context: &Context) -> Result<T, Fail> {
    let alive = Arc::new(());
    end_with_signals(Arc::downgrade(&alive), Arc::clone(context.limits()));
    run().map_err(|error| fail(error, context))
}

/// The time between two checks of the signals.
const SIGNAL_POLL_TIME: Duration = Duration::from_millis(100);

/// The number of checks after a signal before the program ends.
const MAX_CHECKS: u32 = 20;

/// Starts a thread that ends the program soon after a signal while `alive` exists. The game itself may never notice the
/// signal, because reading keys from a closed terminal does not return.
fn end_with_signals(alive: Weak<()>, limits: Arc<Limits>) {
    std::thread::spawn(move || {
        let mut waited = 0;
        while alive.strong_count() > 0 && waited < MAX_CHECKS {
            std::thread::sleep(SIGNAL_POLL_TIME);
            waited += u32::from(is_interrupted());
        }
        if alive.strong_count() > 0 && has_terminal() {
            leave(&limits);
            std::process::exit(Status::Interrupted.code().into());
        }
    });
}

/// Converts an error of the screen to a failure.
fn fail(error: ScreenError, context: &Context) -> Fail {
    match error {
        ScreenError::Interrupted => Fail::left_game(),
        ScreenError::Stopped if is_interrupted() => Fail::left_game(),
        ScreenError::Stopped => context.stop_failure("while playing"),
        ScreenError::Terminal(error) => terminal_failure(&error),
        // Only a policy file can lack a tactic.
        ScreenError::Play(PlayError::Refused(why)) => {
            Fail::usage(why).help("chancetree best memory --pairs 8 --save FILE")
        }
        ScreenError::Play(error) => context.failure(error.into()),
    }
}

/// Converts an error of the terminal to a failure. A closed terminal usually sends a signal at about the same time.
fn terminal_failure(error: &io::Error) -> Fail {
    for _ in 0..5 {
        if is_interrupted() {
            return Fail::left_game();
        }
        std::thread::sleep(SIGNAL_POLL_TIME);
    }
    Fail::io("the terminal", error)
}
