//! The rules of passing, and the players' objectives.

/// The rules of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rules {
    /// A player may never pass.
    #[default]
    NoPass,
    /// A player may pass by showing two known cards that do not match, which is tactic T2.
    Tactical,
    /// A player may always pass.
    FreePass,
}

/// The players' objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Objective {
    /// Collects as many pairs as possible.
    #[default]
    Pairs,
    /// Wins: 1 for a win, -1 for a loss, 0 for a draw.
    Win,
}

impl Objective {
    /// The words that are typed for them, each with its meaning.
    pub const WORDS: &'static [(&'static str, &'static str)] =
        &[("pairs", "As many pairs as possible"), ("win", "To win")];

    /// Returns the objective of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        [Self::Pairs, Self::Win].into_iter().find(|objective| objective.name() == word)
    }

    /// Returns the word that is typed for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::WORDS[self as usize].0
    }

    /// Returns what it is.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        Self::WORDS[self as usize].1
    }
}

/// The result of passing for ever, for players who want to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// A win of the player who leads.
    Score,
}
