//! When players may pass, and what they want.

/// When a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rules {
    /// Never.
    #[default]
    NoPass,
    /// Where T2 can be played: two known cards that do not match.
    Tactical,
    /// Always.
    FreePass,
}

/// What the players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Objective {
    /// As many pairs as possible.
    #[default]
    Pairs,
    /// To win: 1 for a win, -1 for a loss, 0 for a draw.
    Win,
}

/// What passing for ever means to players who want to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stalemate {
    /// Nobody wins.
    #[default]
    Draw,
    /// Who leads has won.
    Score,
}
