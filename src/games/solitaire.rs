//! Memory for one player with perfect memory: the number of turns it takes to collect all pairs (Foerster &
//! Wattenhofer 2013, Velleman & Warrington 2013, after Lardjane 2024).
//!
//! A turn is two flips. Fresh cards are taken in the order of the table, so that all (2N - 1)!! matchings of
//! the 2N places are equally likely. The strategy with the fewest expected turns collects a known pair (T1).
//! Otherwise it turns a fresh card, and takes its mate if the mate is known (T2a). Otherwise it turns a
//! second fresh card (T2b), which may be the mate: a lucky turn.
//!
//! In the variation with blind turns, the player names both cards before either is turned. The strategy with the
//! fewest expected turns collects a known pair, otherwise turns two fresh cards. If only two fresh cards are left and
//! both mates are known, it turns one fresh card and one of the mates. N pairs then take 2N - 1 expected turns: with s
//! known cards whose mates are fresh and e unseen pairs, (s + 2e - 1)/2 - e/(s + 2e) turns without a pair are expected,
//! by induction over the turns.

pub mod asymptotics;
pub mod deal;
pub mod decisions;
pub mod imperfect;
pub mod means;
pub mod quantities;

use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::{Choices, Game, MAX_POINTS, NoAction, Points, Rank, Weight};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest number of pairs of a board.
pub const MAX_PAIRS: u16 = 30_000;

/// The tableau between two turns, in the notation of the source: (n, k, p).
///
/// ```
/// use chancetree::games::solitaire::Tableau;
///
/// // Five pairs are left. Four of their cards were turned, of which two are a pair.
/// let table = Tableau { pairs: 5, turned: 4, known: 1 };
/// assert_eq!((table.singles(), table.unseen(), table.fresh()), (2, 2, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tableau {
    /// The number of pairs that are not collected: n.
    pub pairs: u16,
    /// The number of cards that were turned and are not collected: k.
    pub turned: u16,
    /// The number of pairs that are known and not collected: p.
    pub known: u16,
}

impl Tableau {
    /// Returns the number of turned cards with a fresh mate.
    pub fn singles(self) -> u16 {
        self.turned - 2 * self.known
    }

    /// Returns the number of pairs without a turned card.
    pub fn unseen(self) -> u16 {
        self.pairs - self.known - self.singles()
    }

    /// Shows one column per pair: collected, known, half-known and unseen pairs. `pairs` is the number of pairs at the start.
    fn board(self, pairs: u16) -> Board {
        let columns = [
            (pairs - self.pairs, [Tile::Taken(0), Tile::Taken(0)]),
            (self.known, [Tile::Known, Tile::Known]),
            (self.singles(), [Tile::Known, Tile::Hidden]),
            (self.unseen(), [Tile::Hidden, Tile::Hidden]),
        ];
        Board::of_columns(columns.into_iter())
    }

    /// Returns the number of cards that were never turned.
    pub fn fresh(self) -> u16 {
        2 * self.pairs - self.turned
    }
}

named_enum! {
    /// The outcome of a turn.
    ///
    /// ```
    /// use chancetree::games::solitaire::SolitaireTurn;
    ///
    /// assert!(SolitaireTurn::Lucky.collects() && !SolitaireTurn::New.collects());
    /// assert_eq!(SolitaireTurn::named("lucky"), Some(SolitaireTurn::Lucky));
    /// assert_eq!(SolitaireTurn::New.meaning(), "two fresh cards whose mates are not known");
    /// ```
    pub enum SolitaireTurn {
        /// T1:
        Known: "known pair", "the pair that is known is collected";
        /// T2a:
        Mate: "mate known", "the first card's mate is known: the pair is collected";
        /// T2c:
        Lucky: "lucky", "two fresh cards match: the pair is collected";
        /// T2d:
        Found: "second known", "two fresh cards; the mate of the second is known";
        /// T2d:
        New: "two new", "two fresh cards whose mates are not known";
        /// Only if the turn is blind:
        Both: "both known", "two fresh cards; the mates of both are known";
        /// Only if the turn is blind:
        Missed: "missed", "a known card and a fresh card whose mate is another known card";
    }
}

impl SolitaireTurn {
    /// Returns `true` if the turn collects a pair.
    pub fn collects(self) -> bool {
        matches!(self, Self::Known | Self::Mate | Self::Lucky)
    }
}

/// The turns that score a point.
///
/// ```
/// use chancetree::games::solitaire::{ScoredTurns, Solitaire};
/// use chancetree::prelude::*;
///
/// // The expected number of lucky turns with two pairs.
/// let game = Solitaire::new(2)?.counting(ScoredTurns::Lucky);
/// assert_eq!(game.explore().run()?.odds()?.expected, [ratio(2, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoredTurns {
    /// No turn.
    #[default]
    Nothing,
    /// Every turn.
    Turns,
    /// Every lucky turn.
    Lucky,
}

impl ScoredTurns {
    /// Returns the points of a turn.
    fn points(self, turn: SolitaireTurn) -> Points {
        Points::from(match self {
            Self::Nothing => false,
            Self::Turns => true,
            Self::Lucky => turn == SolitaireTurn::Lucky,
        })
    }
}

/// Solitaire Memory, played with the fewest expected turns.
///
/// A state is a tableau between turns. At most one pair is known at a time. N pairs have about N² states.
///
/// ```
/// use chancetree::games::solitaire::{ScoredTurns, Solitaire};
/// use chancetree::prelude::*;
///
/// let game = Solitaire::new(2)?.counting(ScoredTurns::Turns);
/// assert_eq!((game.pairs(), game.title()), (2, "Solitaire Memory, 2 pairs, perfect memory".to_owned()));
/// assert_eq!(game.explore().run()?.odds()?.expected, [ratio(8, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Solitaire {
    start: Tableau,
    counted: ScoredTurns,
    is_blind: bool,
}

/// The reason a game of solitaire cannot be set up.
///
/// ```
/// use chancetree::games::solitaire::{ImpossibleSolitaire, Solitaire};
///
/// let refused = Solitaire::new(0).unwrap_err();
/// assert_eq!(refused, ImpossibleSolitaire::Pairs(0));
/// assert_eq!(refused.to_string(), "0 pairs, but there are 1 to 30000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleSolitaire {
    /// The board has no pairs, or too many.
    #[error("{0} pairs, but there are 1 to {MAX_PAIRS}")]
    Pairs(u16),
    /// The player never finds a mate, so play may never end.
    #[error("with p = 0 and more than one pair, play may never end")]
    NeverEnds,
    /// The weights do not fit machine words.
    #[error("the common denominator {denominator} of p, p', p'' is too large for {pairs} pairs")]
    TooFine {
        /// The least common denominator of the three probabilities.
        denominator: Weight,
        /// The number of pairs.
        pairs: u16,
    },
    /// The range of scores is too large.
    #[error("{pairs} pairs can score {steps} different values, and a seat has up to {MAX_POINTS} points")]
    Scores {
        /// The number of pairs.
        pairs: u16,
        /// The number of values from the least score to the greatest.
        steps: u64,
    },
}

/// Returns an error if a board has no pairs, or too many.
fn check(pairs: u16) -> Result<(), ImpossibleSolitaire> {
    if (1..=MAX_PAIRS).contains(&pairs) { Ok(()) } else { Err(ImpossibleSolitaire::Pairs(pairs)) }
}

impl Solitaire {
    /// Creates a game on a board of `pairs` pairs, all face down.
    ///
    /// # Errors
    /// Returns an error if `pairs` is 0 or more than [`MAX_PAIRS`].
    pub fn new(pairs: u16) -> Result<Self, ImpossibleSolitaire> {
        Self::from(Tableau { pairs, turned: 0, known: 0 })
    }

    /// Creates a game that starts from `start`.
    ///
    /// # Errors
    /// Returns an error if `start` has no pairs or more than [`MAX_PAIRS`].
    ///
    /// ```
    /// use chancetree::games::solitaire::{ScoredTurns, Solitaire, Tableau};
    /// use chancetree::prelude::*;
    ///
    /// // A card of each of two pairs was turned: two turns take both pairs.
    /// let start = Tableau { pairs: 2, turned: 2, known: 0 };
    /// let game = Solitaire::from(start)?.counting(ScoredTurns::Turns);
    /// assert_eq!(game.explore().run()?.odds()?.expected, [ratio(2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from(start: Tableau) -> Result<Self, ImpossibleSolitaire> {
        check(start.pairs)?;
        Ok(Self { start, counted: ScoredTurns::default(), is_blind: false })
    }

    /// Sets the turns that score a point.
    pub fn counting(self, counted: ScoredTurns) -> Self {
        Self { counted, ..self }
    }

    /// Sets whether the player names both cards of a turn before either is turned.
    pub fn blind(self, is_blind: bool) -> Self {
        Self { is_blind, ..self }
    }

    /// Returns `true` if the player names both cards of a turn before either is turned.
    pub fn is_blind(self) -> bool {
        self.is_blind
    }

    /// Returns the number of pairs of the board.
    pub fn pairs(self) -> u16 {
        self.start.pairs
    }

    /// Returns the variation of the rules as the end of a title. Empty for the usual rules.
    pub fn variation(self) -> &'static str {
        if self.is_blind { "; both cards blind" } else { "" }
    }

    /// Describes the game in one line.
    pub fn title(self) -> String {
        format!("{}, perfect memory{}", titled(self.pairs()), self.variation())
    }

    /// Returns the tableau after `turn`.
    ///
    /// ```
    /// use chancetree::games::solitaire::{Solitaire, SolitaireTurn, Tableau};
    ///
    /// let fresh = Tableau { pairs: 3, turned: 0, known: 0 };
    /// let next = Solitaire::after(fresh, SolitaireTurn::New);
    /// assert_eq!(next, Tableau { pairs: 3, turned: 2, known: 0 });
    /// ```
    pub fn after(table: Tableau, turn: SolitaireTurn) -> Tableau {
        let Tableau { pairs, turned, known } = table;
        match turn {
            SolitaireTurn::Known => Tableau { pairs: pairs - 1, turned: turned - 2, known: known - 1 },
            SolitaireTurn::Mate => Tableau { pairs: pairs - 1, turned: turned - 1, known },
            SolitaireTurn::Lucky => Tableau { pairs: pairs - 1, turned, known },
            SolitaireTurn::Found => Tableau { pairs, turned: turned + 2, known: known + 1 },
            SolitaireTurn::Both => Tableau { pairs, turned: turned + 2, known: known + 2 },
            SolitaireTurn::Missed => Tableau { pairs, turned: turned + 1, known: known + 1 },
            SolitaireTurn::New => Tableau { pairs, turned: turned + 2, known },
        }
    }
}

/// Describes a board of `pairs` pairs.
fn titled(pairs: u16) -> String {
    format!("Solitaire Memory, {}", crate::counted(pairs, "pair"))
}

/// Counts the cards of `table` that were turned, and 3 for each collected pair.
fn layer(table: Tableau, pairs: u16) -> u32 {
    u32::from(table.turned) + 3 * u32::from(pairs - table.pairs)
}

/// Returns the rank of `table` in its layer, in which at most `known` pairs are known. The layer and the
/// remaining pairs determine the number of turned cards, which is at most two per remaining pair.
fn rank(table: Tableau, pairs: u16, known: u16) -> Rank {
    let layer = u64::from(layer(table, pairs));
    let pairs = u64::from(pairs);
    let least = pairs - pairs.min(layer / 3);
    let most = pairs.min(3 * pairs - layer);
    let turned = layer - 3 * (pairs - most);
    Rank::of([
        (u64::from(table.pairs) - least, most - least + 1),
        (table.known.into(), u64::from(known).min(turned / 2) + 1),
    ])
}

impl Game for Solitaire {
    type State = Tableau;
    type Action = NoAction;
    type Event = SolitaireTurn;

    fn start(&self) -> Tableau {
        self.start
    }

    fn expand(&self, table: &Tableau, choices: &mut Choices<Self>) {
        if table.pairs == 0 {
            return;
        }
        let [singles, unseen, fresh] = [table.singles(), table.unseen(), table.fresh()].map(Weight::from);
        let turns: &[(Weight, SolitaireTurn)] = if table.known > 0 {
            &[(1, SolitaireTurn::Known)]
        } else if self.is_blind && unseen == 0 && singles <= 2 {
            &[(1, SolitaireTurn::Mate), (singles - 1, SolitaireTurn::Missed)]
        } else if self.is_blind {
            &[
                (2 * unseen, SolitaireTurn::Lucky),
                (4 * unseen * singles, SolitaireTurn::Found),
                (4 * unseen * unseen.saturating_sub(1), SolitaireTurn::New),
                (singles * singles.saturating_sub(1), SolitaireTurn::Both),
            ]
        } else if unseen == 0 {
            &[(1, SolitaireTurn::Mate)]
        } else {
            &[
                (singles * (fresh - 1), SolitaireTurn::Mate),
                (2 * unseen, SolitaireTurn::Lucky),
                (2 * unseen * singles, SolitaireTurn::Found),
                (4 * unseen * (unseen - 1), SolitaireTurn::New),
            ]
        };
        turns.iter().fold(choices.chance(), |turns, &(weight, turn)| {
            turns.event(weight, turn, || Self::after(*table, turn)).points(self.counted.points(turn))
        });
    }

    /// Counts the cards that were turned and the pairs that were collected.
    fn layer(&self, table: &Tableau) -> u32 {
        layer(*table, self.start.pairs)
    }

    /// Bounds the known pairs: they are collected before others can be found. A blind turn finds up to two.
    fn rank(&self, table: &Tableau) -> Option<Rank> {
        Some(rank(*table, self.start.pairs, self.start.known.max(1 + u16::from(self.is_blind))))
    }

    /// Counts arrangements: each turned card of an unknown pair has its mate among the fresh cards, and the
    /// other fresh cards are matched in any way.
    fn multiplicity(&self, table: &Tableau, turn: SolitaireTurn) -> Option<u64> {
        let singles = u64::from(table.singles());
        Some(match turn {
            SolitaireTurn::Known | SolitaireTurn::Lucky | SolitaireTurn::New | SolitaireTurn::Missed => 1,
            // A blind turn names one of two known cards and one fresh card.
            SolitaireTurn::Mate if self.is_blind => 1,
            // Of two fresh cards named blindly, either can be the one whose mate is known.
            SolitaireTurn::Found if self.is_blind => 2 * singles,
            SolitaireTurn::Mate | SolitaireTurn::Found => singles,
            SolitaireTurn::Both => singles * (singles - 1),
        })
    }

    explored_here!();
}

/// The explanation of (n, k, p).
const NKP: &str = "pairs left, turned cards on the table, pairs with both cards turned";

impl Depict for Solitaire {
    fn measures(&self) -> &'static [&'static str] {
        &["pairs", "turned", "known_pairs", "singles", "unseen_pairs"]
    }

    fn measure(&self, table: &Tableau, numbers: &mut Vec<i32>) {
        let Tableau { pairs, turned, known } = *table;
        numbers.extend([pairs, turned, known, table.singles(), table.unseen()].map(i32::from));
    }

    fn words(&self, table: &Tableau, text: &mut String) {
        let Tableau { pairs, turned, known } = table;
        text.push_str(&format!("({pairs},{turned},{known})"));
        if *pairs == 0 {
            text.push_str(" over");
        }
    }

    fn board(&self, table: &Tableau, _: &[Points]) -> Board {
        table.board(self.start.pairs)
    }

    fn kind(&self, turn: SolitaireTurn) -> EventKind {
        EventKind::new(turn.name(), turn.meaning(), turn as usize)
    }

    fn codes(&self) -> Vec<Code> {
        vec![Code::new("(n,k,p)", NKP)]
    }

    fn unit(&self) -> Option<&'static str> {
        (self.counted == ScoredTurns::Turns).then_some("turns")
    }
}
