//! The players of a board: their ways to play, their objective and their memory.

use super::decisions::Objective;
use super::family::{ForgetfulFamilyGame, LimitedMemory, PlaySettings, ScoredBoard, merged};
use crate::family::{GameArguments, Refusal};
use serde_json::Value;
use std::sync::Arc;

/// The players of a board.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The ways to play, and the objective.
    pub decide: Arc<PlaySettings>,
    /// Their memory, and the singles of the board.
    pub limited: LimitedMemory,
}

impl Lineup {
    /// Reads the players from parameters. The default way to play is `play`.
    ///
    /// # Errors
    /// If there is no such memory.
    pub fn read(given: &GameArguments, play: &str) -> Result<Self, Refusal> {
        Ok(Self::new(PlaySettings::read(given, play), LimitedMemory::read(given)?))
    }

    /// Creates players from their ways to play and their memory.
    pub fn new(decide: PlaySettings, limited: LimitedMemory) -> Self {
        Self { decide: Arc::new(decide), limited }
    }

    /// Returns a copy with this objective as the default.
    #[must_use]
    pub fn with_default_objective(&self, objective: Objective) -> Self {
        Self::new(self.decide.with_default_objective(objective), self.limited.clone())
    }

    /// Returns a copy in which all players play `name`.
    #[must_use]
    pub fn playing(&self, name: &str) -> Self {
        Self::new(self.decide.with_play(name), self.limited.clone())
    }

    /// Returns `true` if all players are robots with perfect memory.
    pub fn are_robots(&self) -> bool {
        self.decide.is_robots() && !self.limited.is_limited()
    }

    /// Returns the game of players who forget.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game<G: ForgetfulFamilyGame>(&self, position: &ScoredBoard) -> Result<G, Refusal> {
        self.decide.check_number(position.scores.len())?;
        G::build(&self.limited, position, self.decide.strategies()?)
    }

    /// Returns all parameters of a board that JSON repeats. Limits and singles are included if memory is limited.
    pub fn parameters(&self, position: &ScoredBoard) -> Value {
        let known = merged(position.parameters(), self.decide.parameters());
        if self.limited.is_limited() { merged(known, self.limited.parameters()) } else { known }
    }
}
