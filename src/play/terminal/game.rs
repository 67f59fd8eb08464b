//! A game of any family, with its board.

use super::screen::{Board, Screen};
use super::{Ended, Left, Program, guess, memory, mines, show, solitaire};
use crate::Session;
use crate::guess::Guess;
use crate::memory::Memory;
use crate::mines::Mines;
use crate::solitaire::Solitaire;
use std::time::Duration;

/// A game of any family as it lies on the screen.
pub struct Game(pub(super) Box<dyn Board>);

impl Game {
    /// The cards of Memory; robots wait for `pause` before each.
    pub fn memory(game: Memory, pause: Duration) -> Self {
        Self(Box::new(memory::Table::new(game, pause)))
    }

    /// The cards of Memory for one player.
    pub fn solitaire(game: Solitaire) -> Self {
        Self(Box::new(solitaire::Table::new(game)))
    }

    /// The cells of Minesweeper.
    pub fn mines(game: Mines) -> Self {
        Self(Box::new(mines::Minefield::new(game)))
    }

    /// The numbers that can be guessed; robots wait for `pause` before each.
    pub fn guess(game: Guess, pause: Duration) -> Self {
        Self(Box::new(guess::Numbers::new(game, pause)))
    }

    /// The game itself.
    pub fn session(&self) -> &dyn Session {
        self.0.session()
    }

    /// The title: what is played, and by whom.
    pub fn title(&self) -> String {
        self.0.title()
    }

    /// Describes how the game ended.
    pub fn result(&self) -> String {
        self.0.result()
    }

    /// Plays until the game is left; `again` says whether another one can follow it.
    ///
    /// # Errors
    /// If the screen went away that nobody has left.
    pub fn play(&mut self, again: bool, program: &dyn Program) -> Result<Left, Ended> {
        show(&mut Screen::new(&mut *self.0), again, program)
    }
}
