//! Memory between players who each have their own memory (left to further work by Sjölund & Åstrand).
//!
//! Every player knows what the others remember. The mover turns a card that the mover does not remember. The
//! second card of a safe turn is one that all players remember, or else one that the mover remembers. When
//! the turn passes, every player memorizes the new cards and forgets old ones at random, independently of the
//! other players.

mod depict;
mod turn;
mod turn_table;

pub use turn::UnturnedCard;

use super::forgetting::{ForgetfulGame, SeatStrategy, Strategy, TurnedCards};
use super::{ImpossibleMemory, check, for_all_or_each};
use crate::exact::gcd;
use crate::game::{Choices, Game, MAX_SEATS, Seat, Weight};
use crate::model::order::merge_by_key;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use turn_table::{PairInTurn, Proportion, TurnTable, forget, share};

/// A set of seats, such as the seats that remember a card: bit `i` is seat `i`.
pub type SeatSet = u16;

/// The kind of a pair or of a single: the seats that remember each card.
///
/// ```
/// use chancetree::games::memory::separate::PairKind;
///
/// // Seat 0 remembers one card of the pair, and seats 0 and 1 remember the other card.
/// let pair = PairKind { first: 0b01, second: Some(0b11) };
/// assert!(pair < PairKind { first: 0b11, second: Some(0b11) });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PairKind {
    /// The seats that remember the card. For a pair, the smaller of the two sets, compared as numbers.
    pub first: SeatSet,
    /// The seats that remember the mate; `None` for a single.
    pub second: Option<SeatSet>,
}

/// The table as each player remembers it.
///
/// ```
/// use chancetree::games::memory::separate::{Beliefs, UnturnedCard};
///
/// // Seat 0 remembers one card of the first pair. No one remembers a card of the second pair.
/// let pairs = [UnturnedCard { card: 0b01, mate: 0 }, UnturnedCard { card: 0, mate: 0 }];
/// let table = Beliefs::of(pairs.into_iter(), 1);
/// assert_eq!((table.pairs(), table.mover), (2, 1));
/// assert_eq!([table.remembered(0), table.remembered(1)], [1, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Beliefs {
    /// The number of pairs or singles of each kind, in ascending order of kinds.
    pub kinds: Vec<(PairKind, u16)>,
    /// The seat to move.
    pub mover: Seat,
}

impl Beliefs {
    /// Returns the number of pairs left.
    pub fn pairs(&self) -> u16 {
        self.kinds.iter().filter(|(kind, _)| kind.second.is_some()).map(|(_, count)| count).sum()
    }

    /// Returns the number of cards that `seat` remembers.
    pub fn remembered(&self, seat: Seat) -> u32 {
        let cards = |kind: &PairKind| {
            let bit = |knowers: SeatSet| u32::from(knowers >> seat & 1);
            bit(kind.first) + kind.second.map_or(0, bit)
        };
        self.kinds.iter().map(|(kind, count)| cards(kind) * u32::from(*count)).sum()
    }

    /// Returns a pair of which `seat` remembers both cards.
    fn pair_of(&self, seat: Seat) -> Option<PairKind> {
        let bit: SeatSet = 1 << seat;
        self.kinds
            .iter()
            .map(|(kind, _)| *kind)
            .find(|kind| kind.first & bit > 0 && kind.second.is_some_and(|second| second & bit > 0))
    }
}

/// An event of a turn. Turns that differ only in the forgotten cards lead to different tables.
///
/// ```
/// use chancetree::games::memory::forgetting::TurnedCards;
/// use chancetree::games::memory::separate::SeparateTurn;
///
/// let turn = SeparateTurn { turned: TurnedCards::E, forgotten: 3 };
/// assert_eq!(turn.to_string(), "E forgets 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeparateTurn {
    /// The cards that are turned up, as the mover sees them.
    pub turned: TurnedCards,
    /// The number of cards that are forgotten by all players together.
    pub forgotten: u8,
}

impl Display for SeparateTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.forgotten {
            0 => write!(f, "{:?}", self.turned),
            cards => write!(f, "{:?} forgets {cards}", self.turned),
        }
    }
}

/// Memory in which each player remembers a limited number of cards.
///
/// Every player knows what the others remember. With finite memories play can return to an earlier table. The
/// number of states is at most the number of ways to distribute the cards of a table among the players' memories.
///
/// ```
/// use chancetree::games::memory::separate::SeparateMemory;
/// use chancetree::prelude::*;
///
/// // Three pairs; the first player remembers two cards, and the second player all.
/// let game = SeparateMemory::new(0, 3, 0, 0, vec![Some(2), None])?;
/// let best = game.explore().run()?.maximize(&Gain)?;
/// assert_eq!(best.value(best.graph().start()), [ratio(47, 45), ratio(88, 45)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparateMemory {
    start: Beliefs,
    /// The capacity of each seat's memory, in cards; `None` without a limit.
    memories: Vec<Option<u16>>,
    plays: Vec<SeatStrategy>,
}

impl SeparateMemory {
    /// Creates a game with one memory per player. All players remember one card of each of `half` pairs and
    /// each of `singles` singles. No one remembers a card of the `unknown` pairs or one of the
    /// `unseen_singles`.
    ///
    /// # Errors
    /// Returns an error if the number of pairs or players is not allowed, a memory is too small for the
    /// remembered cards, or the layers do not fit 32 bits (about 9,400 pairs with 16 players).
    pub fn new(
        half: u16,
        unknown: u16,
        singles: u16,
        unseen_singles: u16,
        memories: Vec<Option<u16>>,
    ) -> Result<Self, ImpossibleMemory> {
        let pairs = u64::from(half) + u64::from(unknown);
        check(pairs, singles.max(unseen_singles), memories.len())?;
        let remembered = u32::from(half) + u32::from(singles);
        if let Some(memory) =
            memories.iter().flatten().copied().find(|&memory| u32::from(memory) < remembered)
        {
            return Err(ImpossibleMemory::Memory { remembered, memory });
        }
        let all = SeatSet::MAX >> (usize::from(MAX_SEATS) - memories.len());
        let kind = |first, second| PairKind { first, second };
        let kinds = [
            (kind(0, None), unseen_singles),
            (kind(0, Some(0)), unknown),
            (kind(0, Some(all)), half),
            (kind(all, None), singles),
        ];
        let start = Beliefs { kinds: kinds.into_iter().filter(|(_, count)| *count > 0).collect(), mover: 0 };
        let game = Self { start, memories, plays: vec![SeatStrategy::Best] };
        let most = (pairs + 1) * u64::from(game.layers_of_a_pair());
        if most > u64::from(u32::MAX) {
            return Err(ImpossibleMemory::TooManyLayers { pairs, players: game.seats() });
        }
        Ok(game)
    }

    /// Returns the number of layers per pair taken, which exceeds the number of cards that all players
    /// together can remember.
    fn layers_of_a_pair(&self) -> u32 {
        let pairs_and_singles: u32 = self.start.kinds.iter().map(|(_, count)| u32::from(*count)).sum();
        (2 * u32::from(self.start.pairs()) + pairs_and_singles) * u32::from(self.seats()) + 1
    }

    /// Sets how the seats play: one entry for all, or one for each seat.
    ///
    /// # Errors
    /// Returns an error if there is neither one entry nor one for each seat.
    pub fn plays(self, plays: Vec<SeatStrategy>) -> Result<Self, ImpossibleMemory> {
        Ok(Self { plays: for_all_or_each(plays, self.seats())?, ..self })
    }

    fn everybody(&self) -> SeatSet {
        SeatSet::MAX >> (usize::from(MAX_SEATS) - self.memories.len())
    }

    fn play(&self, table: &Beliefs) -> SeatStrategy {
        self.plays[usize::from(table.mover) % self.plays.len()]
    }

    /// Returns all results of a turn by `strategy`, with weights.
    fn turns(&self, table: &Beliefs, strategy: Strategy) -> Vec<(Weight, SeparateTurn, Beliefs)> {
        let bit: SeatSet = 1 << table.mover;
        let turn_table = TurnTable::of(table);
        let mut results = TurnResults { game: self, mover: table.mover, results: Vec::new() };
        let unseen = turn_table.cards(|card| card.known & bit == 0);
        let firsts = share(unseen.iter().map(|(ways, _)| *ways).sum());
        for (ways, first) in unseen {
            results.attempt(table, &turn_table, first, firsts.times(ways), strategy);
        }
        results.merged()
    }
}

/// Collects the weighted results of a turn.
struct TurnResults<'g> {
    game: &'g SeparateMemory,
    mover: Seat,
    results: Vec<(Proportion, SeparateTurn, Beliefs)>,
}

impl TurnResults<'_> {
    /// Adds all results of a turn that begins with `first`, which has probability `chance`.
    fn attempt(
        &mut self,
        table: &Beliefs,
        turn_table: &TurnTable,
        first: PairInTurn,
        chance: Proportion,
        strategy: Strategy,
    ) {
        let bit: SeatSet = 1 << table.mover;
        let rest = turn_table.without(first);
        if first.mate.is_some_and(|mate| mate.known & bit > 0) {
            return self.taken(TurnedCards::B, chance, &rest);
        }
        let lone = first.mate.is_none();
        if table.remembered(table.mover) > 0 && (lone || strategy == Strategy::Safe) {
            let turned = if lone { TurnedCards::T } else { TurnedCards::F };
            return self.old_second(turned, chance, turn_table, first, bit);
        }
        // `rest` excludes the mate of the first card, so it is counted separately.
        let others = rest.cards(|card| card.known & bit == 0);
        let seconds =
            share(others.iter().map(|(ways, _)| *ways).sum::<u128>() + u128::from(first.mate.is_some()));
        if first.mate.is_some() {
            self.taken(TurnedCards::C, chance.times_share(seconds), &rest);
        }
        for (ways, second) in others {
            let turned = match (lone, second.mate) {
                (false, Some(mate)) if mate.known & bit > 0 => TurnedCards::D,
                (false, Some(_)) => TurnedCards::E,
                (false, None) => TurnedCards::S,
                (true, Some(_)) => TurnedCards::T,
                (true, None) => TurnedCards::U,
            };
            let turn_table = rest.without(second).with(first.shown()).with(second.shown());
            self.passed(turned, chance.times_share(seconds).times(ways), turn_table);
        }
    }

    /// Adds the result in which a pair is taken and `rest` is left.
    fn taken(&mut self, turned: TurnedCards, chance: Proportion, rest: &TurnTable) {
        let next = rest.table(self.game.everybody(), self.mover);
        self.results.push((chance, SeparateTurn { turned, forgotten: 0 }, next));
    }

    /// Adds the results of a new card followed by a remembered one: a card that all players remember, or else
    /// one that the mover remembers.
    fn old_second(
        &mut self,
        turned: TurnedCards,
        chance: Proportion,
        turn_table: &TurnTable,
        first: PairInTurn,
        own: SeatSet,
    ) {
        let everybody = self.game.everybody();
        let rest = turn_table.without(first);
        if !turn_table.cards(|card| card.known & everybody == everybody).is_empty() {
            return self.passed(turned, chance, rest.with(first.shown()));
        }
        // The second card is never the mate of the first: if the mover remembered the mate, the pair was
        // taken.
        let seconds = rest.cards(|card| card.known & own > 0);
        let total = share(seconds.iter().map(|(ways, _)| *ways).sum());
        for (ways, second) in seconds {
            let turn_table = rest.without(second).with(first.shown()).with(second.shown());
            self.passed(turned, chance.times_share(total).times(ways), turn_table);
        }
    }

    /// Adds the results of passing the turn, after every player has forgotten the surplus cards.
    fn passed(&mut self, turned: TurnedCards, chance: Proportion, turn_table: TurnTable) {
        let mut all = vec![(chance, 0, turn_table)];
        for (seat, memory) in self.game.memories.iter().enumerate() {
            if let Some(memory) = memory {
                let bit = 1 << seat;
                all = all
                    .into_iter()
                    .flat_map(|(chance, gone, turn_table)| {
                        let forgets = forget(&turn_table, bit, u128::from(*memory));
                        forgets.into_iter().map(move |(share, cards, turn_table)| {
                            (chance.times_share(share), gone + cards, turn_table)
                        })
                    })
                    .collect();
            }
        }
        let mover = (self.mover + 1) % self.game.seats();
        for (chance, forgotten, turn_table) in all {
            let next = turn_table.table(self.game.everybody(), mover);
            self.results.push((chance, SeparateTurn { turned, forgotten }, next));
        }
    }

    /// Merges equal results and converts their probabilities to whole-number weights.
    fn merged(self) -> Vec<(Weight, SeparateTurn, Beliefs)> {
        let total = self
            .results
            .iter()
            .fold(1u128, |all, (chance, ..)| (all / gcd(all, chance.total)).saturating_mul(chance.total));
        let weighed = |(chance, event, next): (Proportion, _, _)| {
            ((event, next), (total / chance.total).saturating_mul(chance.ways))
        };
        let mut merged: Vec<((SeparateTurn, Beliefs), u128)> =
            self.results.into_iter().map(weighed).collect();
        merge_by_key(&mut merged, |sum, more| *sum = sum.saturating_add(*more));
        let shared = merged.iter().fold(0, |all, (_, weight)| gcd(all, *weight)).max(1);
        let weigh = |weight: u128| Weight::try_from(weight / shared).unwrap_or(Weight::MAX);
        merged.into_iter().map(|((event, next), weight)| (weigh(weight), event, next)).collect()
    }
}

impl Game for SeparateMemory {
    type State = Beliefs;
    type Action = Strategy;
    type Event = SeparateTurn;

    fn start(&self) -> Beliefs {
        self.start.clone()
    }

    fn expand(&self, table: &Beliefs, choices: &mut Choices<Self>) {
        if table.pairs() == 0 {
            return;
        }
        if let Some(pair) = table.pair_of(table.mover) {
            let picked = PairInTurn::of(pair.first, pair.second);
            let next = || TurnTable::of(table).without(picked).table(self.everybody(), table.mover);
            choices.chance().event(1, SeparateTurn { turned: TurnedCards::A, forgotten: 0 }, next).points(1);
            return;
        }
        let offered = self.play(table).offered(self.decides(table));
        for &strategy in offered {
            let events = if offered.len() > 1 { choices.action(strategy) } else { choices.chance() };
            self.turns(table, strategy).into_iter().fold(events, |events, (weight, event, next)| {
                let turned = event.turned;
                events.event(weight, event, || next).points(turned.points()).pass_by(turned.turn_offset())
            });
        }
    }

    /// Counts pairs taken, then cards remembered: a turn that passes never reduces the total number of
    /// remembered cards.
    fn layer(&self, table: &Beliefs) -> u32 {
        let taken = u32::from(self.start.pairs() - table.pairs());
        let remembered: u32 = (0..self.seats()).map(|seat| table.remembered(seat)).sum();
        taken * self.layers_of_a_pair() + remembered
    }

    fn seats(&self) -> Seat {
        self.memories.len() as Seat
    }

    explored_here!(saved);
}

impl ForgetfulGame for SeparateMemory {
    fn decides(&self, table: &Beliefs) -> bool {
        table.pairs() > 0 && table.pair_of(table.mover).is_none() && table.remembered(table.mover) > 0
    }
}
