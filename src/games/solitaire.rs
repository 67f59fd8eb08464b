//! Memory for one player who forgets nothing (Foerster & Wattenhofer 2013, Velleman & Warrington 2013, after Lardjane
//! 2024): how many turns does it take to collect all pairs?
//!
//! A turn is two flips; fresh cards are taken in the order of the table, so that all (2N - 1)!! matchings of the 2N
//! places are equally likely. The strategy that ends soonest: a known pair is collected (T1); else a fresh card is
//! turned, with its mate if that is known (T2a), or else with a second fresh card (T2b), which may be its mate: a lucky
//! turn.

pub mod asymptotics;
pub mod deal;
pub mod decisions;
pub mod imperfect;
pub mod means;
pub mod quantities;

use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::{Choices, Game, NoAction, Points, Rank, Weight};
use thiserror::Error;

/// The most pairs there may be.
pub const MOST_PAIRS: u16 = 30_000;

/// The tableau between two turns, as the source writes it: (n, k, p).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tableau {
    /// The pairs that are not collected, n.
    pub pairs: u16,
    /// The cards that were turned and are not collected, k.
    pub turned: u16,
    /// The pairs among them: both cards known, not collected, p.
    pub known: u16,
}

impl Tableau {
    /// Turned cards whose mate is still fresh.
    pub fn singles(self) -> u16 {
        self.turned - 2 * self.known
    }

    /// Pairs of which no card was turned.
    pub fn unseen(self) -> u16 {
        self.pairs - self.known - self.singles()
    }

    /// Cards that were never turned.
    pub fn fresh(self) -> u16 {
        2 * self.pairs - self.turned
    }
}

worded! {
    /// The outcome of a turn.
    pub enum Turn {
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
    }
}

impl Turn {
    /// Returns `true` if a pair is collected.
    pub fn collects(self) -> bool {
        matches!(self, Self::Known | Self::Mate | Self::Lucky)
    }
}

/// The turns that score a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// Nothing.
    #[default]
    Nothing,
    /// Every turn.
    Turns,
    /// Every lucky turn.
    Lucky,
}

/// Solitaire Memory, played by the strategy that ends soonest.
///
/// States between turns; at most one pair is known at a time. For N pairs there are about N² of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Solitaire {
    start: Tableau,
    counted: Counted,
}

/// The reason a game of solitaire cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleSolitaire {
    /// No pair, or too many.
    #[error("{0} pairs, but there are 1 to {MOST_PAIRS}")]
    Pairs(u16),
    /// A player who never finds a mate never ends.
    #[error("with p = 0 and more than one pair, play may never end")]
    NeverEnds,
    /// Weights are machine words.
    #[error("the common denominator {denominator} of p, p', p'' is too large for {pairs} pairs")]
    TooFine {
        /// The least common denominator of the three probabilities.
        denominator: Weight,
        /// The pairs.
        pairs: u16,
    },
    /// The scores are too far apart.
    #[error("{pairs} pairs can score {steps} different values, and a seat has up to {} points", Points::MAX)]
    Scores {
        /// The pairs.
        pairs: u16,
        /// The values from the least score to the greatest.
        steps: u64,
    },
}

/// Refuses boards without pairs, or with too many.
fn check(pairs: u16) -> Result<(), ImpossibleSolitaire> {
    if (1..=MOST_PAIRS).contains(&pairs) { Ok(()) } else { Err(ImpossibleSolitaire::Pairs(pairs)) }
}

impl Solitaire {
    /// A board of `pairs` pairs, all face down.
    ///
    /// # Errors
    /// Without pairs, or with more than [`MOST_PAIRS`].
    pub fn new(pairs: u16) -> Result<Self, ImpossibleSolitaire> {
        Self::from(Tableau { pairs, turned: 0, known: 0 })
    }

    /// A game that begins in the middle, at `start`.
    ///
    /// # Errors
    /// Without pairs, or with more than [`MOST_PAIRS`].
    pub fn from(start: Tableau) -> Result<Self, ImpossibleSolitaire> {
        check(start.pairs)?;
        Ok(Self { start, counted: Counted::default() })
    }

    /// Scores a point for each of what is counted.
    pub fn counting(self, counted: Counted) -> Self {
        Self { counted, ..self }
    }

    /// The pairs of the board.
    pub fn pairs(self) -> u16 {
        self.start.pairs
    }

    /// The game in words, in one line.
    pub fn title(self) -> String {
        format!("{}, perfect memory", titled(self.pairs()))
    }

    /// The state after `turn` in `table`.
    pub fn after(table: Tableau, turn: Turn) -> Tableau {
        let Tableau { pairs, turned, known } = table;
        match turn {
            Turn::Known => Tableau { pairs: pairs - 1, turned: turned - 2, known: known - 1 },
            Turn::Mate => Tableau { pairs: pairs - 1, turned: turned - 1, known },
            Turn::Lucky => Tableau { pairs: pairs - 1, turned, known },
            Turn::Found => Tableau { pairs, turned: turned + 2, known: known + 1 },
            Turn::New => Tableau { pairs, turned: turned + 2, known },
        }
    }
}

/// A board of `pairs` pairs in words.
fn titled(pairs: u16) -> String {
    format!("Solitaire Memory, {}", crate::counted(pairs, "pair"))
}

/// Cards of `table` that were ever turned, and pairs collected.
fn layer(table: Tableau, pairs: u16) -> u32 {
    u32::from(table.turned) + 3 * u32::from(pairs - table.pairs)
}

/// The rank of `table` in its layer, where at most `known` pairs are known: the layer and the pairs left tell how many
/// cards are turned, at most two for each of these pairs.
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
    type Event = Turn;

    fn start(&self) -> Tableau {
        self.start
    }

    fn expand(&self, table: &Tableau, choices: &mut Choices<Self>) {
        if table.pairs == 0 {
            return;
        }
        let next = |turn| move || Self::after(*table, turn);
        if table.known > 0 {
            choices.chance().event(1, Turn::Known, next(Turn::Known));
            return;
        }
        let [singles, unseen, fresh] = [table.singles(), table.unseen(), table.fresh()].map(Weight::from);
        if unseen == 0 {
            choices.chance().event(1, Turn::Mate, next(Turn::Mate));
            return;
        }
        choices
            .chance()
            .event(singles * (fresh - 1), Turn::Mate, next(Turn::Mate))
            .event(2 * unseen, Turn::Lucky, next(Turn::Lucky))
            .event(2 * unseen * singles, Turn::Found, next(Turn::Found))
            .event(4 * unseen * (unseen - 1), Turn::New, next(Turn::New));
    }

    /// Cards that were ever turned, and pairs collected.
    fn layer(&self, table: &Tableau) -> u32 {
        layer(*table, self.start.pairs)
    }

    /// No more than one known pair is found before it is collected.
    fn rank(&self, table: &Tableau) -> Option<Rank> {
        Some(rank(*table, self.start.pairs, self.start.known.max(1)))
    }

    fn points(&self, turn: Turn) -> Points {
        Points::from(match self.counted {
            Counted::Nothing => false,
            Counted::Turns => true,
            Counted::Lucky => turn == Turn::Lucky,
        })
    }

    /// Each turned card has its mate somewhere among the fresh ones; the rest of them are matched at will.
    fn ways(&self, table: &Tableau, turn: Turn) -> Option<u64> {
        Some(match turn {
            Turn::Known | Turn::Lucky | Turn::New => 1,
            Turn::Mate | Turn::Found => u64::from(table.singles()),
        })
    }

    explored_here!();
}

/// The meaning of (n, k, p).
const NKP: &str = "pairs left, cards of theirs that were turned before, pairs with both cards turned";

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

    /// Returns what is left on the table: turned cards, then fresh ones.
    fn board(&self, table: &Tableau, _: &[Points]) -> Board {
        let known = std::iter::repeat_n(Tile::Known, usize::from(table.turned));
        let hidden = std::iter::repeat_n(Tile::Hidden, usize::from(table.fresh()));
        Board { rows: vec![known.chain(hidden).collect()] }
    }

    fn kind(&self, turn: Turn) -> EventKind {
        EventKind::new(turn.name(), turn.meaning(), turn as usize)
    }

    fn codes(&self) -> Vec<Code> {
        vec![Code::new("(n,k,p)", NKP)]
    }

    fn unit(&self) -> Option<&'static str> {
        (self.counted == Counted::Turns).then_some("turns")
    }
}
