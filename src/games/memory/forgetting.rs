//! The parts that all games with limited memory share: bold and safe play, the cards turned up, and the
//! choice of a strategy (Sjölund & Åstrand).

use crate::depict::EventKind;
use crate::game::{Game, Points, Seat};

named_enum! {
    /// The strategy that the mover chooses before a turn. If strategies have equal values, the first one in
    /// this order is chosen.
    ///
    /// ```
    /// use chancetree::games::memory::forgetting::Strategy;
    ///
    /// assert_eq!(Strategy::ALL.map(Strategy::name), ["bold", "safe"]);
    /// ```
    pub enum Strategy {
        Bold: "bold", "a new card, and unless its mate is remembered another new card";
        Safe: "safe", "a new card, and unless its mate is remembered a remembered card";
    }
}

/// The way a seat plays in a game with limited memory.
///
/// ```
/// use chancetree::games::memory::forgetting::{SeatStrategy, Strategy};
///
/// assert_eq!(SeatStrategy::Always(Strategy::Safe).always(), Some(Strategy::Safe));
/// assert_eq!(SeatStrategy::Best.always(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatStrategy {
    /// Chooses the best strategy in every position.
    Best,
    /// Uses this strategy wherever it is possible.
    Always(Strategy),
}

impl SeatStrategy {
    /// Returns the fixed strategy, or `None` for the best one.
    pub fn always(self) -> Option<Strategy> {
        match self {
            Self::Best => None,
            Self::Always(strategy) => Some(strategy),
        }
    }

    /// Returns the strategies available to the mover. The list has one entry if there is nothing to decide.
    pub(super) fn offered(self, decides: bool) -> &'static [Strategy] {
        match self {
            Self::Best if decides => &[Strategy::Bold, Strategy::Safe],
            Self::Always(Strategy::Safe) if decides => &[Strategy::Safe],
            _ => &[Strategy::Bold],
        }
    }
}

named_enum! {
    /// The cards that are turned up in a turn. The letters A to F have the same meaning as in the other games of
    /// Memory.
    ///
    /// ```
    /// use chancetree::games::memory::forgetting::TurnedCards;
    ///
    /// let [taken, left] = [TurnedCards::C, TurnedCards::U];
    /// assert_eq!([taken.takes(), left.takes()], [true, false]);
    /// assert_eq!(left.meaning(), "two new singles");
    /// ```
    pub enum TurnedCards {
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

impl TurnedCards {
    /// Returns whether the mover takes a pair.
    pub fn takes(self) -> bool {
        matches!(self, Self::A | Self::B | Self::C)
    }

    /// Returns the pairs that the mover takes.
    pub(super) fn points(self) -> Points {
        self.takes().into()
    }

    /// Returns the number of seats by which the turn moves on: a player who takes a pair moves again.
    pub(super) fn turn_offset(self) -> Seat {
        (!self.takes()).into()
    }

    /// Returns the kind of the event, for legends. A to F have the same style in the other games of Memory.
    pub fn kind(self) -> EventKind {
        let place = self as usize;
        EventKind::new(self.name(), self.meaning(), if self < Self::S { place } else { place + 6 })
    }
}

/// A game in which the mover chooses between bold and safe play before a turn.
///
/// ```
/// use chancetree::games::memory::limited::{ForgetfulGame as _, RecalledTable, SharedMemory};
///
/// let fresh = RecalledTable { unknown: 3, ..RecalledTable::default() };
/// let game = SharedMemory::new(fresh, 2, Some(2))?;
/// assert!(!game.decides(&fresh));
/// assert!(game.decides(&RecalledTable { half: 1, unknown: 2, ..RecalledTable::default() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ForgetfulGame: Game<Action = Strategy> {
    /// Returns `true` if the mover has a choice of strategies in `table`: at least one card is remembered,
    /// and no pair must be taken.
    fn decides(&self, table: &Self::State) -> bool;
}
