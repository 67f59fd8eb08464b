//! The parts that all games of forgetting share: bold and safe play, the cards turned up, and the choice of a strategy
//! (Sjölund & Åstrand).

use crate::depict::EventKind;
use crate::game::Game;
use std::fmt::{self, Display};

/// The strategy that the mover chooses before a turn. Of strategies with equal values the first in this order is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// After a new card whose mate is not remembered, another new card.
    Bold,
    /// After such a card, one that is remembered.
    Safe,
}

impl Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bold => "bold",
            Self::Safe => "safe",
        })
    }
}

/// The way in which a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Chooses the best strategy in every position.
    Best,
    /// Always uses this strategy, wherever it is possible.
    Always(Strategy),
}

impl Play {
    /// The strategy that is always played; `None` for the best.
    pub fn always(self) -> Option<Strategy> {
        match self {
            Self::Best => None,
            Self::Always(strategy) => Some(strategy),
        }
    }
}

/// The cards that are turned up in a turn. The letters A to F are those of the other games of Memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turned {
    /// The remembered pair is taken.
    A,
    /// A new card whose mate is remembered: taken.
    B,
    /// Two new cards that match: taken.
    C,
    /// Two new cards; the mate of the second is remembered.
    D,
    /// Two new cards whose mates are not.
    E,
    /// A new card whose mate is not, and a remembered one.
    F,
    /// Such a new card, then a single.
    S,
    /// A single, then a remembered card, or else such a new card.
    T,
    /// Two singles.
    U,
}

impl Turned {
    /// Describes the event in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::A => "takes the remembered pair",
            Self::B => "turns a card whose mate is remembered, takes the pair",
            Self::C => "turns two new cards that match, takes the pair",
            Self::D => "no match; the mate of the second card is remembered",
            Self::E => "no match; two new cards of pairs",
            Self::F => "no match; one new card of a pair and a remembered card",
            Self::S => "no match; a new card of a pair, then a new single",
            Self::T => "a new single, then a remembered card (or, if there is none, a new card of a pair)",
            Self::U => "two new singles",
        }
    }

    /// The kind of event, for legends.
    pub fn kind(self) -> EventKind {
        EventKind::new(format!("{self:?}"), self.meaning(), self.look())
    }

    /// The look of its lines, a place in the palette; A to F look as in the other games of Memory.
    pub fn look(self) -> usize {
        match self {
            Self::S => 12,
            Self::T => 13,
            Self::U => 14,
            shared => shared as usize,
        }
    }
}

impl Strategy {
    /// Describes the strategy in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Bold => "a new card, and unless its mate is remembered another new card",
            Self::Safe => "a new card, and unless its mate is remembered a remembered card",
        }
    }
}

/// A game in which the mover decides before a turn whether to be bold or safe.
pub trait Forgetful: Game<Action = Strategy> {
    /// Returns `true` if the mover has a choice of strategies in `table`: something is remembered, and no pair has to
    /// be taken.
    fn decides(&self, table: &Self::State) -> bool;
}
