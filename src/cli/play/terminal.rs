//! The screen of a game in this program: its limits and signals, its log, and what it says if it ends early.

use super::saved;
use crate::cli::context::{Context, Limits, is_interrupted};
use crate::cli::fail::{Fail, Status};
use crate::export::save::remove_unfinished;
use crate::play::terminal::{self, ExitKind, GameView, ScreenError};
use crate::play::{AnySession, PlayError};
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Weak};
use std::time::Duration;

pub(in crate::cli) use terminal::is_taken as has_terminal;

/// Refuses to play where nobody can see it; `instead` can be asked anywhere.
pub(in crate::cli) fn check(instead: &str) -> Result<(), Fail> {
    let none = |what: &str| {
        Fail::usage(format!("a game is played in a terminal, and {what} is not one")).help(instead)
    };
    match (io::stdin().is_terminal(), io::stdout().is_terminal()) {
        (false, _) => Err(none("stdin")),
        (_, false) => Err(none("stdout")),
        _ if !terminal::has_cursor() => {
            let term = std::env::var("TERM").unwrap_or_default();
            let what = if term.is_empty() { "TERM is not set".to_owned() } else { format!("TERM is {term}") };
            Err(Fail::usage(format!("a game is played on a screen with a cursor, but {what}"))
                .help("-o game.html writes a page that is the game"))
        }
        _ => Ok(()),
    }
}

/// Saves the game and gives the terminal back, because the program ends at once.
pub(in crate::cli) fn leave(limits: &Limits) {
    saved::save(limits);
    remove_unfinished();
    terminal::give_back();
}

/// Plays a game until it is left; `again` says whether another one can follow it.
pub(super) fn play(game: &mut GameView, again: bool, context: &Context) -> Result<ExitKind, Fail> {
    let poll = |session: &AnySession| {
        saved::note(session, context.limits());
        context.is_stopped()
    };
    shown(|| game.play(again, &context.job(), &poll), context)
}

/// Shows a game that was logged until it is left.
pub(in crate::cli) fn replay(moments: &mut [GameView], context: &Context) -> Result<(), Fail> {
    shown(|| terminal::replay(moments, &context.job(), &|_| context.is_stopped()), context)
}

fn shown<T>(show: impl FnOnce() -> Result<T, ScreenError>, context: &Context) -> Result<T, Fail> {
    let shown = Arc::new(());
    end_with_signals(Arc::downgrade(&shown), Arc::clone(context.limits()));
    show().map_err(|ended| fail(ended, context))
}

/// The time between two looks at the signals.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of pauses that a signal gives the game to notice it.
const PATIENCE: u32 = 20;

/// Ends the program soon after a signal, even if the game waits for a key that never comes: a terminal that was closed
/// sends a signal and then nothing, over and over, and the wait for its keys does not come back.
fn end_with_signals(shown: Weak<()>, limits: Arc<Limits>) {
    std::thread::spawn(move || {
        let mut waited = 0;
        while shown.strong_count() > 0 && waited < PATIENCE {
            std::thread::sleep(PAUSE);
            waited += u32::from(is_interrupted());
        }
        if shown.strong_count() > 0 && has_terminal() {
            leave(&limits);
            std::process::exit(Status::Interrupted.code().into());
        }
    });
}

/// The end that nobody wanted, as the end of the program.
fn fail(ended: ScreenError, context: &Context) -> Fail {
    match ended {
        ScreenError::Stopped => context.stop_failure("while playing"),
        ScreenError::Interrupted => Fail::new(Status::Interrupted, ended.to_string()),
        ScreenError::Terminal(error) => gone(&error, context),
        // Only a policy from a file can lack a tactic.
        ScreenError::Play(PlayError::Refused(why)) => {
            Fail::usage(why).help("chancetree best memory --pairs 8 --save FILE")
        }
        ScreenError::Play(error) => super::fail(error, context),
    }
}

/// Explains that the terminal fails: as a rule it has gone away, and a signal says so, or will do so soon.
fn gone(error: &io::Error, context: &Context) -> Fail {
    for _ in 0..5 {
        if is_interrupted() {
            return context.stop_failure("while playing");
        }
        std::thread::sleep(PAUSE);
    }
    Fail::io("the terminal", error)
}
