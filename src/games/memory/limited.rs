//! Memory with limited memory and with singles (Sjölund & Åstrand).

mod depict;

pub use super::forgetting::{ForgetfulGame, SeatStrategy, Strategy, TurnedCards};

use super::{ImpossibleMemory, check, for_all_or_each};
use crate::exact;
use crate::game::{Choices, Game, Rank, Seat, Weight};
use std::fmt::{self, Display};

/// The table as the players' shared memory holds it.
///
/// ```
/// use chancetree::games::memory::limited::RecalledTable;
///
/// let table = RecalledTable { known: 1, half: 2, unknown: 3, ..RecalledTable::default() };
/// assert_eq!((table.pairs(), table.remembered()), (6, 4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecalledTable {
    /// The number of pairs with both cards remembered, 0 or 1; such a pair is taken next.
    pub known: u16,
    /// The number of pairs with one card remembered.
    pub half: u16,
    /// The number of pairs with no card remembered: j.
    pub unknown: u16,
    /// The number of singles remembered: k - f.
    pub singles: u16,
    /// The number of singles not remembered: f.
    pub unseen_singles: u16,
    /// The seat to move if the seats play differently; otherwise 0.
    pub mover: Seat,
}

impl RecalledTable {
    /// Returns the number of pairs left.
    pub fn pairs(self) -> u16 {
        self.known + self.half + self.unknown
    }

    /// Returns the number of cards remembered.
    pub fn remembered(self) -> u16 {
        2 * self.known + self.half + self.singles
    }

    /// Returns the number of cards that no one remembers.
    fn unseen(self) -> u64 {
        u64::from(self.half) + 2 * u64::from(self.unknown) + u64::from(self.unseen_singles)
    }
}

/// An event of a turn: the cards that are turned up and the cards that are forgotten when the turn passes.
///
/// ```
/// use chancetree::games::memory::limited::{LimitedTurn, TurnedCards};
///
/// let turn = LimitedTurn { turned: TurnedCards::E, halves: 1, singles: 0, mate: false, new: 0b10 };
/// assert_eq!(turn.to_string(), "E forgets 1 half+1 new");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimitedTurn {
    /// The cards that are turned up.
    pub turned: TurnedCards,
    /// The number of old cards of pairs that are forgotten.
    pub halves: u8,
    /// The number of old singles that are forgotten.
    pub singles: u8,
    /// Whether the remembered mate of the second card is forgotten, after D.
    pub mate: bool,
    /// The new cards that are forgotten: bit 0 is the first, bit 1 the second.
    pub new: u8,
}

impl Display for LimitedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turned, halves, singles, mate, new } = *self;
        write!(f, "{turned:?}")?;
        let forgotten = u32::from(halves) + u32::from(singles) + u32::from(mate) + new.count_ones();
        if forgotten > 0 {
            write!(f, " forgets")?;
        }
        let parts = [
            ("half", halves),
            ("single", singles),
            ("mate", u8::from(mate)),
            ("new", new.count_ones() as u8),
        ];
        let mut before = " ";
        for (name, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
            write!(f, "{before}{count} {name}")?;
            before = "+";
        }
        Ok(())
    }
}

fn after(table: &RecalledTable, event: LimitedTurn) -> RecalledTable {
    let LimitedTurn { turned, halves, singles, mate, new } = event;
    let mut next = *table;
    let (first, second) = (u16::from(new & 1 == 0), u16::from(new & 2 == 0));
    // The numbers of new cards that stay in memory: cards of pairs with an unremembered mate, and singles.
    let (seen, alone) = match turned {
        TurnedCards::A | TurnedCards::B | TurnedCards::C => (0, 0),
        TurnedCards::D | TurnedCards::F => (first, 0),
        TurnedCards::E => (first + second, 0),
        TurnedCards::S => (first, second),
        // With an empty memory the second card is new, too.
        TurnedCards::T => (if table.remembered() == 0 { second } else { 0 }, first),
        TurnedCards::U => (0, first + second),
    };
    match turned {
        TurnedCards::A => next.known -= 1,
        TurnedCards::B => next.half -= 1,
        TurnedCards::C => next.unknown -= 1,
        // Either both cards of the pair stay in memory and the next player takes it, or one card or neither
        // stays.
        TurnedCards::D if !mate && second == 1 => (next.half, next.known) = (next.half - 1, 1),
        TurnedCards::D if mate && second == 0 => {
            (next.half, next.unknown) = (next.half - 1, next.unknown + 1);
        }
        _ => {}
    }
    let (halves, singles) = (u16::from(halves), u16::from(singles));
    next.half = next.half + seen - halves;
    next.unknown = next.unknown + halves - seen;
    next.singles = next.singles + alone - singles;
    next.unseen_singles = next.unseen_singles + singles - alone;
    next
}

/// Memory between players who share a memory of a limited number of cards.
///
/// When the turn passes, the forgotten cards are drawn at random among the old ones. Play can therefore
/// return to an earlier table: games with limited memory have cycles.
///
/// ```
/// use chancetree::games::memory::limited::{RecalledTable, SharedMemory};
/// use chancetree::prelude::*;
///
/// // Three pairs; both players remember the same two cards.
/// let fresh = RecalledTable { unknown: 3, ..RecalledTable::default() };
/// let best = SharedMemory::new(fresh, 2, Some(2))?.explore().run()?.maximize(&Gain)?;
/// assert_eq!(best.value(best.graph().start()), [ratio(17, 15), ratio(28, 15)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedMemory {
    start: RecalledTable,
    seats: Seat,
    /// The capacity of the memory, in cards; `None` without a limit.
    memory: Option<u16>,
    plays: Vec<SeatStrategy>,
}

impl SharedMemory {
    /// Creates a game from `start` in which all players play optimally and share a memory of `memory` cards,
    /// or an unlimited memory if `None`.
    ///
    /// # Errors
    /// Returns an error if the number of pairs or players is not allowed, more than one pair is fully known,
    /// or more than `memory` cards are remembered.
    pub fn new(start: RecalledTable, players: Seat, memory: Option<u16>) -> Result<Self, ImpossibleMemory> {
        let pairs = u64::from(start.known) + u64::from(start.half) + u64::from(start.unknown);
        check(pairs, start.singles.max(start.unseen_singles), players.into())?;
        if start.known > 1 {
            return Err(ImpossibleMemory::Known(start.known));
        }
        let remembered = u32::from(start.half) + u32::from(start.singles) + 2 * u32::from(start.known);
        if let Some(memory) = memory.filter(|&memory| u32::from(memory) < remembered) {
            return Err(ImpossibleMemory::Memory { remembered, memory });
        }
        let start = RecalledTable { mover: start.mover % players, ..start };
        Ok(Self { start, seats: players, memory, plays: vec![SeatStrategy::Best] })
    }

    /// Sets how the seats play: one entry for all, or one for each seat.
    ///
    /// # Errors
    /// Returns an error if there is neither one entry nor one for each seat.
    ///
    /// ```
    /// use chancetree::games::memory::limited::{SeatStrategy, RecalledTable, SharedMemory, Strategy};
    /// use chancetree::prelude::*;
    ///
    /// let fresh = RecalledTable { unknown: 3, ..RecalledTable::default() };
    /// let safe = SharedMemory::new(fresh, 2, Some(2))?.plays(vec![SeatStrategy::Always(Strategy::Safe)])?;
    /// let values = safe.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(values.value(values.graph().start()), [ratio(67, 45), ratio(68, 45)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(self, plays: Vec<SeatStrategy>) -> Result<Self, ImpossibleMemory> {
        Ok(Self { plays: for_all_or_each(plays, self.seats)?, ..self })
    }

    fn play(&self, table: &RecalledTable) -> SeatStrategy {
        self.plays[usize::from(table.mover) % self.plays.len()]
    }

    /// Returns the number of cards by which `old + new` cards exceed the memory.
    fn surplus(&self, old: u16, new: u16) -> u16 {
        self.memory.map_or(0, |memory| (old + new).saturating_sub(memory))
    }

    /// Returns the number of equally likely ways to forget the surplus.
    fn forget_ways(&self, old: u16, new: u16) -> Weight {
        let surplus = self.surplus(old, new);
        if surplus <= old { subsets(old, surplus) } else { subsets(new, surplus - old) }
    }

    /// Returns every way to forget when the turn passes, with its weight out of
    /// [`forget_ways`](Self::forget_ways). The old cards are `halves` cards of pairs, `singles` singles and,
    /// if `mate`, the mate of a new card.
    fn forget(
        &self,
        turned: TurnedCards,
        halves: u16,
        singles: u16,
        mate: bool,
        new: u16,
    ) -> Vec<(Weight, LimitedTurn)> {
        let old = halves + singles + u16::from(mate);
        let surplus = self.surplus(old, new);
        let event = |halves: u16, singles: u16, mate: bool, new: u8| LimitedTurn {
            turned,
            halves: halves.try_into().expect("at most two cards are forgotten"),
            singles: singles.try_into().expect("at most two cards are forgotten"),
            mate,
            new,
        };
        if surplus > old {
            let masks = (0..1u8 << new).filter(|mask| mask.count_ones() == u32::from(surplus - old));
            return masks.map(|mask| (1, event(halves, singles, mate, mask))).collect();
        }
        let mut all = Vec::new();
        for mates in 0..=u16::from(mate).min(surplus) {
            for gone in 0..=singles.min(surplus - mates) {
                let rest = surplus - mates - gone;
                if rest <= halves {
                    all.push((
                        subsets(halves, rest) * subsets(singles, gone),
                        event(rest, gone, mates == 1, 0),
                    ));
                }
            }
        }
        all
    }
}

/// Returns the product, saturated at [`Weight::MAX`]: the engine then reports that the sum of the weights
/// overflows.
fn product<const N: usize>(factors: [u64; N]) -> Weight {
    let product: u128 = factors.into_iter().map(u128::from).product();
    product.try_into().unwrap_or(Weight::MAX)
}

/// Returns the number of ways to choose `few` of `cards` cards. At most two cards are forgotten at once.
fn subsets(cards: u16, few: u16) -> Weight {
    let cards = Weight::from(cards);
    match few {
        0 => 1,
        1 => cards,
        2 => cards * cards.saturating_sub(1) / 2,
        _ => unreachable!("two new cards push out at most two old ones"),
    }
}

impl Game for SharedMemory {
    type State = RecalledTable;
    type Action = Strategy;
    type Event = LimitedTurn;

    fn start(&self) -> RecalledTable {
        self.start
    }

    fn expand(&self, table: &RecalledTable, choices: &mut Choices<Self>) {
        if table.pairs() == 0 {
            return;
        }
        let sure = |turned| LimitedTurn { turned, halves: 0, singles: 0, mate: false, new: 0 };
        let to = |event: LimitedTurn| {
            let mut next = after(table, event);
            if self.plays.len() > 1 && event.turned.turn_offset() == 1 {
                next.mover = (table.mover + 1) % self.seats;
            }
            next
        };
        if table.known > 0 {
            choices.chance().event(1, sure(TurnedCards::A), || to(sure(TurnedCards::A))).points(1);
            return;
        }
        let (mates, fresh) = (u64::from(table.half), 2 * u64::from(table.unknown));
        let (lone, others) = (u64::from(table.unseen_singles), (table.unseen() - 1).max(1));
        let old = table.remembered();
        // The common denominator is the least common multiple of the numbers of ways to forget after one and
        // after two new cards.
        let (one, two) = (self.forget_ways(old, 1), self.forget_ways(old, 2));
        let shared = exact::gcd(one, two);
        let (one, two, both) = (one / shared, two / shared, one / shared * two);
        let all = |turned: TurnedCards, weight: u64, new: u16, each: u64| {
            let mate = turned == TurnedCards::D;
            let halves = table.half - u16::from(mate && table.half > 0);
            let ways =
                if weight == 0 { Vec::new() } else { self.forget(turned, halves, table.singles, mate, new) };
            ways.into_iter().map(move |(ways, event)| (product([weight, ways, each]), event))
        };
        let offered = self.play(table).offered(self.decides(table));
        for &strategy in offered {
            let mut events = if offered.len() > 1 { choices.action(strategy) } else { choices.chance() };
            let second = if strategy == Strategy::Bold { others } else { 1 };
            let mut turns: Vec<(Weight, LimitedTurn)> =
                vec![(product([mates, second, both]), sure(TurnedCards::B))];
            match strategy {
                Strategy::Bold => {
                    turns.push((product([fresh, both]), sure(TurnedCards::C)));
                    turns.extend(all(TurnedCards::D, fresh * mates, 2, one));
                    turns.extend(all(TurnedCards::E, fresh * fresh.saturating_sub(2), 2, one));
                    turns.extend(all(TurnedCards::S, fresh * lone, 2, one));
                }
                Strategy::Safe => turns.extend(all(TurnedCards::F, fresh, 1, two)),
            }
            if old > 0 {
                turns.extend(all(TurnedCards::T, lone * second, 1, two));
            } else {
                turns.extend(all(TurnedCards::T, lone * fresh, 2, one));
                turns.extend(all(TurnedCards::U, lone * lone.saturating_sub(1), 2, one));
            }
            for (weight, event) in turns {
                let turned = event.turned;
                events = events
                    .event(weight, event, || to(event))
                    .points(turned.points())
                    .pass_by(turned.turn_offset());
            }
        }
    }

    /// Counts the pairs taken and, if the memory is unlimited, the cards seen, which are never forgotten.
    fn layer(&self, table: &RecalledTable) -> u32 {
        let taken = u32::from(self.start.pairs() - table.pairs());
        match self.memory {
            Some(_) => taken,
            None => 4 * taken + u32::from(table.half) + 2 * u32::from(table.known) + u32::from(table.singles),
        }
    }

    /// With limited memory, the remembered cards determine the rest of the table within a layer.
    fn rank(&self, table: &RecalledTable) -> Option<Rank> {
        let memory = self.memory?;
        let singles = self.start.singles + self.start.unseen_singles;
        let movers = if self.plays.len() > 1 || self.start.mover > 0 { self.seats } else { 1 };
        Some(Rank::of([
            (table.known.into(), 2),
            (table.half.into(), u64::from(memory.min(table.pairs())) + 1),
            (table.singles.into(), u64::from(memory.min(singles)) + 1),
            (table.mover.into(), movers.into()),
        ]))
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    /// Counts arrangements if nothing is forgotten. The unseen cards have u! / (2^j j! f!) arrangements, with
    /// u unseen cards, j interchangeable unknown pairs and f interchangeable unseen singles. Returns the number
    /// of arrangements of `table` that lead to each arrangement of the next state.
    fn multiplicity(&self, table: &RecalledTable, event: LimitedTurn) -> Option<u64> {
        self.memory.is_none().then(|| match event.turned {
            TurnedCards::B | TurnedCards::D => u64::from(table.half),
            _ => 1,
        })
    }

    explored_here!();
}

impl ForgetfulGame for SharedMemory {
    fn decides(&self, table: &RecalledTable) -> bool {
        table.pairs() > 0 && table.known == 0 && table.remembered() > 0
    }
}
