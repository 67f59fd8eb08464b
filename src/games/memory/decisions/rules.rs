//! The rules of passing, and the players' objectives.

worded! {
    /// The rules of passing: when a player may pass.
    #[derive(Default)]
    pub enum Rules {
        #[default]
        NoPass: "no-pass", "Never";
        Tactical: "tactical", "With two known cards that do not match (T2)";
        FreePass: "free-pass", "Always";
    }
}

worded! {
    /// The players' objective: what they want.
    #[derive(Default)]
    pub enum Objective {
        #[default]
        Pairs: "pairs", "As many pairs as possible";
        Win: "win", "To win";
    }
}

worded! {
    /// The result of passing for ever, for players who want to win.
    #[derive(Default)]
    pub enum Stalemate {
        #[default]
        Draw: "draw", "Nobody wins";
        Score: "score", "Who leads wins";
    }
}
