//! One who plays alone, and may forget.

use super::imperfect::symbolic::MOST_SYMBOLIC;
use super::imperfect::{Imperfect, Model, Recall};
use super::{model, recall, refusal};
use crate::family::{Given, Refusal};

/// What is typed of one who forgets.
const FORGETS: &str = "--recall 3/4,1/8,4/5";

/// A player who may forget.
#[derive(Debug, Clone, Default)]
pub struct Player {
    /// How well he remembers, if he forgets.
    pub recall: Option<Recall>,
    /// Which card he turns first.
    pub model: Model,
    /// `true` if that was said.
    is_said: bool,
}

impl Player {
    /// Returns the player of a game.
    ///
    /// # Errors
    /// If nobody can remember so.
    pub fn of(given: &Given) -> Result<Self, Refusal> {
        Ok(Self { recall: recall(given)?, model: model(given), is_said: given.is_given("model") })
    }

    /// Returns how well he remembers, and refuses one who forgets nothing.
    ///
    /// # Errors
    /// If he forgets nothing.
    pub fn forgetful(&self) -> Result<&Recall, Refusal> {
        let refusal = || Refusal::new("this is of one who forgets: --recall is needed").help(FORGETS);
        self.recall.as_ref().ok_or_else(refusal)
    }

    /// Returns the game on a board of so many pairs of one who forgets.
    ///
    /// # Errors
    /// If he forgets nothing, or there is no such game.
    pub fn game(&self, pairs: u16) -> Result<Imperfect, Refusal> {
        Imperfect::new(pairs, self.model, self.forgetful()?.clone()).map_err(|why| refusal(&why))
    }

    /// Refuses a model for one who forgets nothing.
    ///
    /// # Errors
    /// If there is one.
    pub fn perfect(&self) -> Result<(), Refusal> {
        match self.is_said {
            false => Ok(()),
            true => Err(Refusal::new("--model is of players who forget").help(FORGETS)),
        }
    }
}

/// What is worked out of one who plays alone. Larger boards than are allowed would take hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Distributions of one who forgets nothing.
    Distributions,
    /// Distributions of one who forgets.
    Forgetful,
    /// Rational functions of p, p' and p''.
    Functions,
    /// What a game tells about one who forgets.
    Information,
    /// Random games of one who forgets.
    Games,
}

impl Sought {
    /// Returns the most pairs of a board of which it is worked out.
    pub const fn most(self) -> u16 {
        match self {
            Self::Distributions => 500,
            Self::Forgetful | Self::Information => 60,
            Self::Functions => MOST_SYMBOLIC,
            Self::Games => 1000,
        }
    }

    /// Refuses boards of which it is not worked out.
    ///
    /// # Errors
    /// If there are too many pairs.
    pub fn check(self, pairs: u16) -> Result<(), Refusal> {
        let most = self.most();
        let why = match self {
            Self::Distributions => format!("distributions are of boards of up to {most}"),
            Self::Forgetful => format!("distributions of a player who forgets are of up to {most}"),
            Self::Functions => format!("functions are of up to {most}"),
            Self::Information => format!("a board has at most {most} here"),
            Self::Games => format!("a simulated board has at most {most}"),
        };
        let help = match self {
            Self::Distributions => format!("--pairs {pairs} --means"),
            _ => format!("--pairs {most}"),
        };
        match pairs <= most {
            true => Ok(()),
            false => Err(Refusal::new(format!("{pairs} pairs, but {why}")).help(help)),
        }
    }
}
