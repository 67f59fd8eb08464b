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

/// Gives an enumeration the words that are typed for its values, in their order, each with its meaning.
macro_rules! typed {
    ($name:ident: $($value:ident, $word:literal, $meaning:literal;)+) => {
        impl $name {
            /// The words that are typed for the values, each with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[$(($word, $meaning)),+];

            /// All values, in the order of their words.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Returns the value of a word.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == word)
            }

            /// Returns the word that is typed.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word),+
                }
            }
        }
    };
}

typed! { Rules:
    NoPass, "no-pass", "Never";
    Tactical, "tactical", "With two known cards that do not match (T2)";
    FreePass, "free-pass", "Always";
}

typed! { Objective:
    Pairs, "pairs", "As many pairs as possible";
    Win, "win", "To win";
}

typed! { Stalemate:
    Draw, "draw", "Nobody wins";
    Score, "score", "Who leads wins";
}
