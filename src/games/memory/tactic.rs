//! The tactics of a turn, in nine classes of equal expected gain.
//!
//! Gerez (1983) lists nineteen of the twenty tactics. His list lacks `<onb,bzn:bzn>`: a new card, then a known single that is not
//! its mate. It pays among three or more players, and against a player with a fixed way to play. Between two players who both play
//! best it changes no value of the boards in `tests/frozen`.

use super::{PairCounts, TurnEvent};
use crate::game::Weight;

named_enum! {
    /// A class of tactics with equal expected gain. The order of the classes breaks ties: the first tactic of
    /// equal value is chosen. T1, T2 and T3 are the names of the paper; the other names are ours.
    ///
    /// ```
    /// use chancetree::games::memory::PairCounts;
    /// use chancetree::games::memory::tactic::Tactic;
    ///
    /// let [two_new, pass] = [Tactic::T6, Tactic::T2];
    /// assert_eq!((two_new.number(), Tactic::of(6), Tactic::of(10)), (6, Some(two_new), None));
    /// assert_eq!((two_new.members(), two_new.condition()), (&["<onb,nek:onb>"][..], "u>=1"));
    /// assert_eq!(pass.meaning(), "pass");
    ///
    /// // A pass shows two known cards that do not match.
    /// let fresh = PairCounts { unknown: 3, ..PairCounts::default() };
    /// assert_eq!([two_new.fits(fresh), pass.fits(fresh)], [true, false]);
    /// ```
    pub enum Tactic {
        T1: "T1", "take a known pair";
        /// Turns a new card, then its mate if the mate is known, else a card that shows nothing new:
        T5: "T5", "one new card";
        /// Turns a new card, then its mate if the mate is known, else a second new card:
        T6: "T6", "two new cards";
        /// Shows two known cards that do not match:
        T2: "T2", "pass";
        /// Turns a new card and a known one, and never takes the new card's mate:
        T3: "T3", "one new card, never taking";
        /// Turns a known single and a new card, in either order:
        T4: "T4", "a known single and a new card";
        /// Turns a new card, then a known card other than its mate if the mate is known, else a second new card:
        T7: "T7", "refuse a known mate, else two new cards";
        /// Turns a new card, then a second new card if the first one's mate is known, else a known card:
        T8: "T8", "two new cards where the first one's mate is known, else one";
        /// Turns two new cards, whatever the first one shows:
        T9: "T9", "two new cards, never taking a known mate";
    }
}

impl Tactic {
    /// Returns the order in which ties between tactics of equal value are resolved.
    ///
    /// ```
    /// use chancetree::games::memory::tactic::Tactic;
    ///
    /// assert_eq!(Tactic::tie_rule(), "T1 T5 T6 T2 T3 T4 T7 T8 T9");
    /// ```
    pub fn tie_rule() -> String {
        Self::WORDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
    }

    /// Returns the number of the tactic: 1 for T1, and so on.
    pub fn number(self) -> u8 {
        self.name().as_bytes()[1] - b'0'
    }

    /// Returns the class with the given number, or `None` if it is not 1 to 9.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|tactic| tactic.number() == number)
    }

    /// Returns the tactics of the class in the paper's notation: first card, second card. `p:q` is p if the
    /// mate of the first card is known, else q. Only `p:q` is chosen after the first card was seen. bmn is a known card with a known mate, bzn a known single,
    /// onb a new card, nek the mate of the first card.
    pub fn members(self) -> &'static [&'static str] {
        match self {
            Self::T1 => &["<bmn,nek>"],
            Self::T2 => &["<bmn,bmn>", "<bmn,bzn>", "<bzn,bmn>", "<bzn,bzn>"],
            Self::T3 => &["<bmn,onb>", "<onb,bmn>", "<onb,bmn:bzn>", "<onb,bzn:bmn>", "<onb,bzn:bzn>"],
            Self::T4 => &["<bzn,onb>", "<onb,bzn>"],
            Self::T5 => &["<onb,nek:bmn>", "<onb,nek:bzn>"],
            Self::T6 => &["<onb,nek:onb>"],
            Self::T7 => &["<onb,bmn:onb>", "<onb,bzn:onb>"],
            Self::T8 => &["<onb,onb:bmn>", "<onb,onb:bzn>"],
            Self::T9 => &["<onb,onb>"],
        }
    }

    /// Returns the condition under which the tactic can be played, in the paper's letters: k cards, B known
    /// cards, P known cards with a known mate, u new cards.
    pub fn condition(self) -> &'static str {
        match self {
            Self::T1 => "P>=2",
            Self::T2 => "B>=3, or B=2 and P=0",
            Self::T3 => "u>=1 and (P>=2 or B-P>=2)",
            Self::T4 => "B>=P+1, u>=1",
            Self::T5 => "u>=1, B>=1",
            Self::T6 => "u>=1",
            Self::T7 => "u>=1 and (B=P or P>=2 or B-P>=2)",
            Self::T8 => "u>=2, B>=1",
            Self::T9 => "u>=2",
        }
    }

    /// Returns the events of the tactic on a table that allows it, with weights. Impossible events have
    /// weight 0.
    pub(super) fn turns(self, table: PairCounts) -> [(Weight, TurnEvent); 5] {
        let (mates, fresh) = (u64::from(table.half), 2 * u64::from(table.unknown));
        // Tactics that do not draw the second card from `others` need a factor of 1: with one half-known pair
        // left, the mate is certain.
        let others = table.unseen().saturating_sub(1).max(1);
        let one = |factor: u64| (fresh * factor, TurnEvent::F);
        let refuse = |factor: u64| (mates * factor, TurnEvent::G);
        let take = |factor: u64| (mates * factor, TurnEvent::B);
        let match_ = (fresh, TurnEvent::C);
        let complete = (fresh * mates, TurnEvent::D);
        let two = (fresh * fresh.saturating_sub(2), TurnEvent::E);
        let both = (mates * mates.saturating_sub(1), TurnEvent::H);
        let first = (mates * fresh, TurnEvent::I);
        let no = (0, TurnEvent::P);
        match self {
            Self::T1 => [(1, TurnEvent::A), no, no, no, no],
            Self::T2 => [(1, TurnEvent::P), no, no, no, no],
            Self::T3 => [one(1), refuse(1), no, no, no],
            Self::T4 => [one(1), (1, TurnEvent::J), (mates.saturating_sub(1), TurnEvent::K), no, no],
            Self::T5 => [take(1), one(1), no, no, no],
            Self::T6 => [take(others), match_, complete, two, no],
            Self::T7 => [match_, complete, two, refuse(others), no],
            Self::T8 => [one(others), both, first, no, no],
            Self::T9 => [match_, complete, two, both, first],
        }
    }

    /// Returns `true` if the cards on the table allow the tactic. A pass also needs rules that allow it.
    pub fn fits(self, table: PairCounts) -> bool {
        let (known, half, unseen) = (table.known, table.half, table.unseen());
        let pair = known >= 1;
        match self {
            Self::T1 => pair,
            Self::T2 => 2 * u32::from(known) + u32::from(half) >= 3 || (known, half) == (0, 2),
            Self::T3 => unseen >= 1 && (pair || half >= 2),
            Self::T4 => half >= 1,
            Self::T5 => unseen >= 1 && (pair || half >= 1),
            Self::T6 => unseen >= 1,
            Self::T7 => unseen >= 1 && (half == 0 || pair || half >= 2),
            Self::T8 => unseen >= 2 && (pair || half >= 1),
            Self::T9 => unseen >= 2,
        }
    }
}
