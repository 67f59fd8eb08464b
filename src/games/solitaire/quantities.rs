//! The quantities of solitaire Memory as points of one game, for evaluators that run forward.
//!
//! Before the deal, chance draws a quantity, and with it the seat that plays. The points of this seat are the
//! value of the quantity plus one, so that the seat is known even if the value is 0.

use super::decisions::Rule;
use super::{ImpossibleSolitaire, Solitaire, SolitaireTurn, Tableau};
use crate::exact;
use crate::game::{Choices, Game, MAX_POINTS, NoAction, Points, Seat};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// A quantity of a game.
///
/// ```
/// use chancetree::games::solitaire::quantities::Quantity;
///
/// assert_eq!(Quantity::ALL[0], Quantity::Turns);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quantity {
    /// The number of turns.
    Turns,
    /// The number of lucky turns.
    Lucky,
    /// The largest number of turned cards that lie face down at the end of a turn.
    Remembered,
    /// The score, in steps of [`Quantities::step`] from [`Quantities::base`].
    Score,
}

impl Quantity {
    /// All quantities, in the order of their seats.
    pub const ALL: [Self; 4] = [Self::Turns, Self::Lucky, Self::Remembered, Self::Score];

    fn seat(self) -> Seat {
        self as Seat
    }
}

/// The state: the tableau, the quantity, and the most cards to remember so far.
///
/// ```
/// use chancetree::games::solitaire::quantities::Quantities;
/// use chancetree::prelude::*;
///
/// // The first event draws a quantity.
/// let start = Quantities::new(2, None)?.start();
/// assert_eq!((start.quantity, start.table.pairs, start.most), (None, 2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct QuantityState {
    /// The drawn quantity; `None` before the draw.
    pub quantity: Option<Quantity>,
    /// The tableau.
    pub table: Tableau,
    /// The most cards to remember so far; 0 for other quantities.
    pub most: u16,
}

/// The events of this game.
///
/// ```
/// use chancetree::games::solitaire::SolitaireTurn;
/// use chancetree::games::solitaire::quantities::QuantityEvent;
///
/// assert_eq!(QuantityEvent::Turn(SolitaireTurn::Lucky, 1).to_string(), "lucky (1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuantityEvent {
    /// The draw of a quantity.
    Drawn(Quantity),
    /// A turn, with its points.
    Turn(SolitaireTurn, Points),
}

impl Display for QuantityEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn(quantity) => write!(f, "{quantity:?}"),
            Self::Turn(turn, points) => write!(f, "{turn} ({points})"),
        }
    }
}

/// Solitaire Memory, played with the fewest expected turns, with all its quantities.
///
/// There are about N² states per quantity, and N times as many for [`Quantity::Remembered`].
///
/// ```
/// use chancetree::games::solitaire::quantities::{Quantities, Quantity};
///
/// let game = Quantities::new(2, None)?;
/// assert_eq!((game.base(), game.step()), (0, 1));
/// // The first seat has three points: two turns.
/// assert_eq!(game.value(&[3, 0, 0]), (Quantity::Turns, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantities {
    game: Solitaire,
    rewards: Option<Rule>,
}

impl Quantities {
    /// Creates a game on a board of `pairs` pairs, all face down. Includes the score if `rewards` is given.
    ///
    /// # Errors
    /// Returns an error if the number of pairs is not allowed, or a score exceeds [`MAX_POINTS`].
    pub fn new(pairs: u16, rewards: Option<Rule>) -> Result<Self, ImpossibleSolitaire> {
        let game = Solitaire::new(pairs)?;
        let all = Self { game, rewards };
        let (lucky, miss) = all.factors();
        let steps = lucky.unsigned_abs().saturating_add(miss.unsigned_abs()).saturating_mul(pairs.into());
        if steps >= MAX_POINTS.unsigned_abs().into() {
            return Err(ImpossibleSolitaire::Scores { pairs, steps });
        }
        Ok(all)
    }

    /// Returns the unit of the score.
    pub fn step(&self) -> i64 {
        let Some(Rule { pair, lucky, miss, .. }) = self.rewards else { return 1 };
        exact::gcd((lucky - pair).unsigned_abs(), miss.unsigned_abs()).max(1).cast_signed()
    }

    /// Returns a lower bound of the score.
    pub fn base(&self) -> i64 {
        let (pairs, (lucky, miss)) = (i64::from(self.game.pairs()), self.factors());
        let pair = self.rewards.map_or(0, |rewards| rewards.pair);
        pairs * (pair + (lucky.min(0) + miss.min(0)) * self.step())
    }

    /// Returns, in units of [`step`](Self::step), the extra score of a lucky turn over another pair, and the
    /// score of a turn without a pair.
    fn factors(&self) -> (i64, i64) {
        let step = self.step();
        self.rewards.map_or((0, 0), |Rule { pair, lucky, miss, .. }| ((lucky - pair) / step, miss / step))
    }

    /// Returns the points of a turn in the score. A negative factor counts the complementary events: of N
    /// pairs, the pairs that are not lucky, and instead of turns without a pair, lucky turns and turns with
    /// two new cards. The latter number N minus the turns without a pair.
    fn scored(&self, turn: SolitaireTurn) -> i64 {
        let (lucky, miss) = self.factors();
        let counts = |factor: i64, gain: bool, opposite: bool| match factor {
            0.. => factor * i64::from(gain),
            _ => -factor * i64::from(opposite),
        };
        let is_lucky = turn == SolitaireTurn::Lucky;
        counts(lucky, is_lucky, turn.collects() && !is_lucky)
            + counts(miss, !turn.collects(), is_lucky || turn == SolitaireTurn::New)
    }

    /// Returns the state after `turn` and the points of the turn.
    fn after(
        &self,
        quantity: Quantity,
        before: &QuantityState,
        turn: SolitaireTurn,
    ) -> (QuantityState, Points) {
        let table = Solitaire::after(before.table, turn);
        let most = if quantity == Quantity::Remembered { before.most.max(table.turned) } else { 0 };
        let points = match quantity {
            Quantity::Turns => 1,
            Quantity::Lucky => Points::from(turn == SolitaireTurn::Lucky),
            Quantity::Remembered => Points::from(most - before.most),
            Quantity::Score => self.scored(turn) as Points,
        };
        // The last turn scores the extra point. It fits, because `new` checks that all turns together score
        // less than [`MAX_POINTS`], and a board has fewer cards than that.
        (QuantityState { quantity: Some(quantity), table, most }, points + Points::from(table.pairs == 0))
    }

    /// Returns the quantity and its value for the final points of the seats.
    ///
    /// # Panics
    /// Panics if `points` are not the final points of such a game.
    pub fn value(&self, points: &[Points]) -> (Quantity, i64) {
        let seat = points.iter().position(|&points| points > 0).expect("the last turn scores");
        let (quantity, value) = (Quantity::ALL[seat], i64::from(points[seat]) - 1);
        (quantity, if quantity == Quantity::Score { self.base() + self.step() * value } else { value })
    }
}

impl Game for Quantities {
    type State = QuantityState;
    type Action = NoAction;
    type Event = QuantityEvent;

    fn start(&self) -> QuantityState {
        QuantityState { quantity: None, table: self.game.start(), most: 0 }
    }

    fn expand(&self, before: &QuantityState, choices: &mut Choices<Self>) {
        let Some(quantity) = before.quantity else {
            let counted = |quantity: &Quantity| *quantity != Quantity::Score || self.rewards.is_some();
            Quantity::ALL.into_iter().filter(counted).fold(choices.chance(), |events, quantity| {
                let next = || QuantityState { quantity: Some(quantity), ..*before };
                events.event(1, QuantityEvent::Drawn(quantity), next).pass_by(quantity.seat())
            });
            return;
        };
        let mut turns = Choices::default();
        turns.fill(&self.game, &before.table);
        for choice in turns.iter() {
            choice.events.iter().fold(choices.chance(), |events, turn| {
                let (next, points) = self.after(quantity, before, turn.event);
                events.event(turn.weight, QuantityEvent::Turn(turn.event, points), || next).points(points)
            });
        }
    }

    fn layer(&self, state: &QuantityState) -> u32 {
        self.game.layer(&state.table) + u32::from(state.quantity.is_some())
    }

    fn seats(&self) -> Seat {
        Quantity::ALL.len() as Seat
    }

    fn multiplicity(&self, before: &QuantityState, event: QuantityEvent) -> Option<u64> {
        match event {
            QuantityEvent::Drawn(_) => Some(1),
            QuantityEvent::Turn(turn, _) => self.game.multiplicity(&before.table, turn),
        }
    }

    explored_here!(saved);
}
