//! The parts that all games of forgetting share: bold and safe play, the cards turned up, and the choice of a strategy
//! (Sjölund & Åstrand).

use crate::depict::EventKind;
use crate::game::Game;

worded! {
    /// The strategy that the mover chooses before a turn. Of strategies with equal values the first in this order is taken.
    pub enum Strategy {
        Bold: "bold", "a new card, and unless its mate is remembered another new card";
        Safe: "safe", "a new card, and unless its mate is remembered a remembered card";
    }
}

/// The manner in which a seat plays where cards are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Chooses the best strategy in every position.
    Best,
    /// Always uses this strategy, wherever it is possible.
    Always(Strategy),
}

impl Manner {
    /// The strategy that is always played; `None` for the best.
    pub fn always(self) -> Option<Strategy> {
        match self {
            Self::Best => None,
            Self::Always(strategy) => Some(strategy),
        }
    }

    /// The strategies that are open to a mover who has a choice of them or not; one, if nothing is decided.
    pub(super) fn offered(self, decides: bool) -> &'static [Strategy] {
        match self {
            Self::Best if decides => &[Strategy::Bold, Strategy::Safe],
            Self::Always(Strategy::Safe) if decides => &[Strategy::Safe],
            _ => &[Strategy::Bold],
        }
    }
}

worded! {
    /// The cards that are turned up in a turn. The letters A to F are those of the other games of Memory.
    pub enum Turned {
        A: "A", "takes the remembered pair";
        B: "B", "turns a card whose mate is remembered, takes the pair";
        C: "C", "turns two new cards that match, takes the pair";
        D: "D", "no match; the mate of the second card is remembered";
        E: "E", "no match; two new cards of pairs";
        F: "F", "no match; one new card of a pair and a remembered card";
        S: "S", "no match; a new card of a pair, then a new single";
        T: "T", "a new single, then a remembered card (or, if there is none, a new card of a pair)";
        U: "U", "two new singles";
    }
}

impl Turned {
    /// The kind of event, for legends; A to F look as in the other games of Memory.
    pub fn kind(self) -> EventKind {
        let place = self as usize;
        EventKind::new(self.name(), self.meaning(), if self < Self::S { place } else { place + 6 })
    }
}

/// A game in which the mover decides before a turn whether to be bold or safe.
pub trait Forgetful: Game<Action = Strategy> {
    /// Returns `true` if the mover has a choice of strategies in `table`: something is remembered, and no pair has to
    /// be taken.
    fn decides(&self, table: &Self::State) -> bool;
}
