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

/// The result of passing for ever, for players who want to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// A win of the player who leads.
    Score,
}
