//! The events of a turn between players who decide.

use std::fmt::{self, Display};

/// The events of a turn. A to E are the letters of Bondarenko (2021).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// A known pair is taken.
    A,
    /// The mate of a new card is known, and the pair is taken.
    B,
    /// Two new cards match, and the pair is taken.
    C,
    /// Two new cards do not match; the mate of the second was known.
    D,
    /// Two new cards do not match, and neither mate is known.
    E,
    /// One new card is turned, whose mate is unknown.
    F,
    /// One new card is turned, whose mate is known; the pair is left.
    G,
    /// Two new cards are turned whose mates are both known; the pairs are left.
    H,
    /// Two new cards are turned; the mate of the first was known, and the pair is left.
    I,
    /// The new card is the mate of the known single shown before it, and the pair is taken.
    J,
    /// The new card is the mate of a known single other than the one shown.
    K,
    /// The turn is passed.
    P,
}

impl Turn {
    /// Describes the event in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::A => "takes the known pair",
            Self::B => "turns a card whose mate is known, takes the pair",
            Self::C => "turns two unknown cards that match, takes the pair",
            Self::D => "no match; the second card completes a known pair",
            Self::E => "no match; two more cards are known",
            Self::F => "no match; one more card is known",
            Self::G => "turns a card whose mate is known, leaves the pair",
            Self::H => "turns two cards whose mates are known, leaves both pairs",
            Self::I => "turns a card whose mate is known and another one, leaves the pair",
            Self::J => "turns a known single and its mate, takes the pair",
            Self::K => "turns a known single and the mate of another, leaves that pair",
            Self::P => "passes the turn on",
        }
    }

    /// Returns `true` if a pair is taken, so that the mover moves again.
    pub fn takes(self) -> bool {
        matches!(self, Self::A | Self::B | Self::C | Self::J)
    }
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
