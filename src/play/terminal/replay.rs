//! A logged game on the screen, step by step, in the look of its family.

use super::screen::Shown;
use super::{Ended, Game, Keys, Look, Program, Scene, panel, show};
use crate::model::Run;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;

/// The screen of a replay.
struct Replay<'a> {
    games: &'a mut [Game],
    at: usize,
    shown: Shown,
}

const KEYS: [(&str, &str); 5] =
    [("←/→", "a step"), ("home/end", "begin, end"), ("k", "known cards"), ("o", "odds"), ("x", "fractions")];

/// Shows a game that was logged, moment by moment, until it is left.
///
/// # Errors
/// If the screen went away that nobody has left.
///
/// # Panics
/// If there is no moment.
pub fn replay(moments: &mut [Game], program: &dyn Program) -> Result<(), Ended> {
    assert!(!moments.is_empty(), "a game has a beginning");
    let shown = Shown { known: true, odds: true, fractions: false, cursor: None };
    show(&mut Replay { games: moments, at: 0, shown }, false, program).map(|_| ())
}

impl Scene for Replay<'_> {
    fn least(&self) -> Size {
        self.games[0].0.least()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let parts = self.shown.draw(&mut *self.games[self.at].0, look, frame);
        let last = self.games.len() - 1;
        let told = match self.at {
            0 => format!("the beginning of {last} steps"),
            at => format!("step {at} of {last}: {}", self.games[at].session().told()),
        };
        panel::message(&told, false, look, parts.message, frame);
        panel::keys(&KEYS, false, look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, _: &Run<'_>) -> Result<bool, Ended> {
        let last = self.games.len() - 1;
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => {
                self.at = (self.at + 1).min(last);
            }
            KeyCode::Left | KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            key => _ = self.shown.key(key),
        }
        Ok(true)
    }

    fn click(&mut self, _: Position, other: bool, _: &Run<'_>) -> Result<(), Ended> {
        let last = self.games.len() - 1;
        self.at = if other { self.at.saturating_sub(1) } else { (self.at + 1).min(last) };
        Ok(())
    }

    fn help(&self) -> &'static Keys {
        &[
            ("arrows", "one step back or forth"),
            ("home, end", "the beginning, or the end"),
            ("k", "the cards that everybody could remember, in dotted frames"),
            ("o", "the odds, or none"),
            ("x", "fractions beside the decimals"),
            ("q, esc", "leave"),
        ]
    }
}
