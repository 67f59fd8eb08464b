//! Memory (Concentration, Pairs): robots that remember every card ever turned (Bondarenko 2021).

#[macro_use]
mod depict;

pub mod decisions;
pub mod forgetting;
pub mod limited;
pub mod policy;
pub mod separate;
pub mod tactic;

use crate::counted;
use crate::exact::{self, Natural};
use crate::game::{Choices, Game, MAX_SEATS, NoAction, Points, Rank, Seat};
use depict::board;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use tactic::Tactic;
use thiserror::Error;

/// The largest number of pairs a board may have; the limit keeps points within 16 bits.
pub const MAX_PAIRS: u16 = 30_000;

/// A board as counts of pairs, grouped by the number of known cards. Players with perfect memory cannot
/// distinguish boards with equal counts.
///
/// ```
/// use chancetree::games::memory::{PairCounts, TurnEvent};
///
/// // Two pairs of which nothing is known, and one pair of which a card is known.
/// let board = PairCounts { half: 1, unknown: 2, ..PairCounts::default() };
/// assert_eq!((board.pairs(), board.unseen()), (3, 5));
/// assert_eq!(board.arrangements(), 15u8.into());
///
/// // The mover turns the mate of the known card, and takes the pair.
/// assert_eq!(board.after(TurnEvent::B), PairCounts { unknown: 2, ..PairCounts::default() });
/// assert_eq!("6,1,0".parse(), Ok(board));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PairCounts {
    /// The number of pairs with both cards known: c.
    pub known: u16,
    /// The number of pairs with one card known: d.
    pub half: u16,
    /// The number of pairs with no card known: e.
    pub unknown: u16,
}

/// Parses a board in the letters of Gerez (1983): `k,B,P`, the cards on the table, the known cards, and the known
/// cards whose mates are known.
impl FromStr for PairCounts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<u32> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect::<Option<_>>()
            .unwrap_or_default();
        let [cards, known, mated] = numbers[..] else {
            return Err("write three whole numbers k,B,P, such as 16,3,2".to_owned());
        };
        let most = 2 * u32::from(MAX_PAIRS);
        if cards == 0 || cards > most || cards % 2 == 1 {
            return Err(format!("k, the cards on the table, is even and from 2 to {most}"));
        }
        if mated % 2 == 1 || mated > cards {
            return Err(format!("P, the cards known with their mates, is even and at most k = {cards}"));
        }
        let highest = cards.midpoint(mated);
        if known < mated || known > highest {
            return Err(format!("B, the known cards, is from P = {mated} to (k + P) / 2 = {highest}"));
        }
        let (known, half) = (mated / 2, known - mated);
        let unknown = cards / 2 - known - half;
        let narrow = |number: u32| u16::try_from(number).expect("no more than MAX_PAIRS");
        Ok(Self { known: narrow(known), half: narrow(half), unknown: narrow(unknown) })
    }
}

impl PairCounts {
    /// Returns the number of pairs left on the board.
    pub fn pairs(self) -> u16 {
        self.known + self.half + self.unknown
    }

    /// Returns the number of cards that no one has seen.
    pub fn unseen(self) -> u64 {
        u64::from(self.half) + 2 * u64::from(self.unknown)
    }

    /// Returns the number of arrangements of the unseen cards.
    pub fn arrangements(self) -> Natural {
        exact::arrangements(self.half, self.unknown)
    }

    /// Returns the board after `turn`, which must be possible.
    pub fn after(self, turn: TurnEvent) -> Self {
        let Self { known, half, unknown } = self;
        let (known, half, unknown) = match turn {
            TurnEvent::A => (known - 1, half, unknown),
            TurnEvent::B | TurnEvent::J => (known, half - 1, unknown),
            TurnEvent::C => (known, half, unknown - 1),
            TurnEvent::D | TurnEvent::I => (known + 1, half, unknown - 1),
            TurnEvent::E => (known, half + 2, unknown - 2),
            TurnEvent::F => (known, half + 1, unknown - 1),
            TurnEvent::G | TurnEvent::K => (known + 1, half - 1, unknown),
            TurnEvent::H => (known + 2, half - 2, unknown),
            TurnEvent::P => (known, half, unknown),
        };
        Self { known, half, unknown }
    }
}

named_enum! {
    /// An event of a turn between players with perfect memory. A to E are the letters of Bondarenko (2021),
    /// and the only events of robots.
    ///
    /// ```
    /// use chancetree::games::memory::TurnEvent;
    ///
    /// assert!(TurnEvent::ROBOTS.contains(&TurnEvent::D) && !TurnEvent::ROBOTS.contains(&TurnEvent::P));
    /// assert_eq!(TurnEvent::D.meaning(), "no match; the second card completes a known pair");
    /// assert_eq!(TurnEvent::named("D").map(TurnEvent::takes), Some(false));
    /// ```
    pub enum TurnEvent {
        A: "A", "takes the known pair";
        B: "B", "turns a card whose mate is known, takes the pair";
        C: "C", "turns two unknown cards that match, takes the pair";
        D: "D", "no match; the second card completes a known pair";
        E: "E", "no match; two more cards are known";
        F: "F", "no match; one more card is known";
        G: "G", "turns a card whose mate is known, leaves the pair";
        H: "H", "turns two cards whose mates are known, leaves both pairs";
        I: "I", "turns a card whose mate is known and another one, leaves the pair";
        J: "J", "turns a known single and its mate, takes the pair";
        K: "K", "turns a known single and the mate of another, leaves that pair";
        P: "P", "passes the turn on";
    }
}

impl TurnEvent {
    /// The events that can occur in a game of robots.
    pub const ROBOTS: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// Returns `true` if a pair is taken.
    pub fn takes(self) -> bool {
        matches!(self, Self::A | Self::B | Self::C | Self::J)
    }

    /// Returns the pairs that the mover takes.
    fn points(self) -> Points {
        self.takes().into()
    }
}

/// The game of Memory played by robots with perfect memory.
///
/// ```
/// use chancetree::games::memory::Memory;
/// use chancetree::prelude::*;
///
/// // With two pairs, the player who begins usually loses.
/// let graph = Memory::new(2, 2)?.explore().run()?;
/// assert_eq!(graph.node_count(), 5);
/// assert_eq!(fraction(graph.odds()?.win(0)), "1/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    start: PairCounts,
    seats: Seat,
    is_one_flip: bool,
}

/// The reason a game of Memory cannot be set up.
///
/// ```
/// use chancetree::games::memory::{ImpossibleMemory, Memory};
///
/// let refused = Memory::new(0, 2).unwrap_err();
/// assert_eq!(refused, ImpossibleMemory::NoPairs);
/// assert_eq!(refused.to_string(), "0 pairs, but a board has 1 to 30000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleMemory {
    /// The board has no pairs.
    #[error("0 pairs, but a board has 1 to {MAX_PAIRS}")]
    NoPairs,
    /// The board has more pairs than [`MAX_PAIRS`].
    #[error("{0} pairs, but a board has at most {MAX_PAIRS}")]
    TooManyPairs(u64),
    /// The board has more singles than [`MAX_PAIRS`], known or unknown.
    #[error("{0} singles, but a board has at most {MAX_PAIRS}")]
    TooManySingles(u16),
    /// The layers of a game with separate memories do not fit 32 bits.
    #[error("{pairs} pairs are too many for {players} players with separate memories")]
    TooManyLayers {
        /// The number of pairs of the board.
        pairs: u64,
        /// The number of players.
        players: Seat,
    },
    /// There are no players, or more than [`MAX_SEATS`].
    #[error("{0} players, but a game has 1 to {MAX_SEATS}")]
    Players(u64),
    /// The list of strategies has neither one entry nor one for each player.
    #[error("{plays} strategies for {players} players; give one for all, or one for each")]
    Plays {
        /// The number of entries.
        plays: usize,
        /// The number of players.
        players: Seat,
    },
    /// More than one pair is wholly known at the start of a game with limited memory.
    #[error("{0} pairs are fully known, but with limited memory at most one can be")]
    Known(u16),
    /// More cards are remembered at the start than the memory holds.
    #[error("{remembered} cards are remembered, but the memory holds {memory}")]
    Memory {
        /// The number of cards remembered.
        remembered: u32,
        /// The capacity of the memory, in cards.
        memory: u16,
    },
    /// Passing is allowed, but the number of players is not 2.
    #[error("{}, but passing is only defined for 2, who share the remaining pairs", counted(.0, "player"))]
    Passing(Seat),
    /// Players play to win, but their number is not 2.
    #[error("{}, but playing to win is only defined for 2", counted(.0, "player"))]
    Winning(Seat),
}

impl Memory {
    /// Creates a game of `players` robots on a fresh board of `pairs` pairs.
    ///
    /// # Errors
    /// Returns an error if there are no pairs or more than [`MAX_PAIRS`], or no players or more than [`MAX_SEATS`].
    pub fn new(pairs: u16, players: Seat) -> Result<Self, ImpossibleMemory> {
        Self::from(PairCounts { unknown: pairs, ..PairCounts::default() }, players)
    }

    /// Creates a game that starts from the board `start`, possibly in mid-play.
    ///
    /// # Errors
    /// Returns an error if there are no pairs or more than [`MAX_PAIRS`], or no players or more than [`MAX_SEATS`].
    ///
    /// ```
    /// use chancetree::games::memory::{Memory, PairCounts};
    /// use chancetree::prelude::*;
    ///
    /// // One of the two pairs has a known card.
    /// let board = PairCounts { half: 1, unknown: 1, ..PairCounts::default() };
    /// let odds = Memory::from(board, 2)?.explore().run()?.odds()?;
    /// assert_eq!(fraction(odds.win(0)), "2/3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from(start: PairCounts, players: Seat) -> Result<Self, ImpossibleMemory> {
        let pairs = u64::from(start.known) + u64::from(start.half) + u64::from(start.unknown);
        check(pairs, 0, players.into())?;
        Ok(Self { start, seats: players, is_one_flip: false })
    }

    /// Sets whether one flip ends every turn, also the turn of a player who takes a pair.
    #[must_use]
    pub fn one_flip(self, is_one_flip: bool) -> Self {
        Self { is_one_flip, ..self }
    }

    /// Returns `true` if a player who takes a pair does not move again.
    pub fn is_one_flip(&self) -> bool {
        self.is_one_flip
    }

    /// Returns the number of seats by which the turn moves on.
    fn turn_offset(&self, turn: TurnEvent) -> Seat {
        (self.is_one_flip || !turn.takes()).into()
    }
}

/// Returns an error if a board has no pairs, too many pairs or too many singles, or if the number of players
/// is not allowed.
fn check(pairs: u64, singles: u16, players: usize) -> Result<(), ImpossibleMemory> {
    if pairs == 0 {
        return Err(ImpossibleMemory::NoPairs);
    }
    if pairs > u64::from(MAX_PAIRS) {
        return Err(ImpossibleMemory::TooManyPairs(pairs));
    }
    if singles > MAX_PAIRS {
        return Err(ImpossibleMemory::TooManySingles(singles));
    }
    if players == 0 || players > usize::from(MAX_SEATS) {
        return Err(ImpossibleMemory::Players(players as u64));
    }
    Ok(())
}

/// Returns a single entry if all entries of `plays` are equal. Otherwise there must be one entry for each
/// player.
fn for_all_or_each<P: PartialEq>(mut plays: Vec<P>, players: Seat) -> Result<Vec<P>, ImpossibleMemory> {
    if plays.len() != 1 && plays.len() != usize::from(players) {
        return Err(ImpossibleMemory::Plays { plays: plays.len(), players });
    }
    if plays.iter().all(|play| *play == plays[0]) {
        plays.truncate(1);
    }
    Ok(plays)
}

/// Returns two digits of the [`Rank`] of a table within its layer, in which at most `known` pairs are known.
///
/// The layer is the sum of 4 for each taken pair, 2 for each known pair and 1 for each half-known pair. `left` is
/// the difference between the layer and 4 for each pair of the board: 2 for each known pair, 3 for each half-known
/// pair and 4 for each unknown pair. So the layer and `left` bound the numbers of known and half-known pairs. Taken
/// pairs add multiples of 4, so the layer and the number of known pairs determine the number of half-known pairs
/// modulo 4, and the digit is its quotient by 4. `left` then determines the number of unknown pairs.
fn digits(table: PairCounts, pairs: u16, known: u16) -> [(u64, u64); 2] {
    let left = 2 * u64::from(table.known) + 3 * u64::from(table.half) + 4 * u64::from(table.unknown);
    let layer = 4 * u64::from(pairs) - left;
    let most = u64::from(known).min(left.min(layer) / 2);
    let half = (left / 3).min(layer);
    [(table.known.into(), most + 1), (u64::from(table.half) / 4, half / 4 + 1)]
}

impl Game for Memory {
    type State = PairCounts;
    type Action = NoAction;
    type Event = TurnEvent;

    fn start(&self) -> PairCounts {
        self.start
    }

    fn expand(&self, &table: &PairCounts, choices: &mut Choices<Self>) {
        let tactic = if table.known > 0 { Tactic::T1 } else { Tactic::T6 };
        if table.pairs() > 0 {
            tactic.turns(table).iter().fold(choices.chance(), |turns, &(weight, turn)| {
                turns
                    .event(weight, turn, || table.after(turn))
                    .points(turn.points())
                    .pass_by(self.turn_offset(turn))
            });
        }
    }

    /// Counts cards turned up for the first time and cards taken; every event adds 2 to 4.
    fn layer(&self, table: &PairCounts) -> u32 {
        let weight =
            |t: &PairCounts| 2 * u32::from(t.known) + 3 * u32::from(t.half) + 4 * u32::from(t.unknown);
        4 * u32::from(self.start.pairs()) - weight(table)
    }

    /// Bounds the known pairs. Robots never leave more than one known pair in addition to the known pairs of the
    /// start.
    fn rank(&self, table: &PairCounts) -> Option<Rank> {
        Some(Rank::of(digits(*table, self.start.pairs(), self.start.known.max(1))))
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    /// The unseen cards have u! / (2^e e!) arrangements, with u unseen cards and e unknown pairs, which are
    /// interchangeable. Returns the number of arrangements of `table` that lead to each arrangement of the next state.
    fn multiplicity(&self, table: &PairCounts, turn: TurnEvent) -> Option<u64> {
        Some(if matches!(turn, TurnEvent::B | TurnEvent::D) { table.half.into() } else { 1 })
    }

    explored_here!();
}
