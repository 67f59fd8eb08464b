//! Memory among players of whom each has a memory of his own (what Sjölund & Åstrand leave to further work).
//!
//! Everybody knows what each remembers. The mover turns a card that he does not remember; the second card of a safe
//! turn is one that everybody remembers, or else one of his own. When the turn passes, everybody takes in the cards
//! that were new to him and forgets among his own old ones, independently of the others.

mod depict;
mod desk;
mod turn;

pub use turn::UnturnedCard;

use super::forgetting::{Forgetful, Manner, Strategy, Turned};
use super::{ImpossibleMemory, check, for_all_or_each};
use crate::exact::gcd;
use crate::game::{Choices, Game, MOST_SEATS, Points, Seat, Weight};
use crate::{pack, unpack};
use desk::{Desk, Picked, Proportion, forget, share};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The set of seats that remember a card: bit `i` is seat `i`.
pub type Knowers = u16;

/// The kind of a pair, as two sorted cards, or of a single: the seats that remember each card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKind {
    /// The seats that remember the card; of a pair, the smaller of the two sets, compared as numbers.
    pub first: Knowers,
    /// The seats that remember its mate; `None` for a single.
    pub second: Option<Knowers>,
}

/// The table, as each player remembers it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minds {
    /// The number of pairs or singles of each kind, in ascending order of kinds.
    pub kinds: Vec<(PairKind, u16)>,
    /// The seat to move.
    pub mover: Seat,
}

impl Minds {
    /// The pairs left.
    pub fn pairs(&self) -> u16 {
        self.kinds.iter().filter(|(kind, _)| kind.second.is_some()).map(|(_, count)| count).sum()
    }

    /// The cards that `seat` remembers.
    pub fn remembered(&self, seat: Seat) -> u32 {
        let cards = |kind: &PairKind| {
            let bit = |knowers: Knowers| u32::from(knowers >> seat & 1);
            bit(kind.first) + kind.second.map_or(0, bit)
        };
        self.kinds.iter().map(|(kind, count)| cards(kind) * u32::from(*count)).sum()
    }

    /// A pair of which `seat` remembers both cards.
    fn pair_of(&self, seat: Seat) -> Option<PairKind> {
        let bit: Knowers = 1 << seat;
        self.kinds
            .iter()
            .map(|(kind, _)| *kind)
            .find(|kind| kind.first & bit > 0 && kind.second.is_some_and(|second| second & bit > 0))
    }
}

/// An event of a turn. Turns that differ only in the cards forgotten lead to different tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeparateTurn {
    /// The cards that are turned up, as the mover sees them.
    pub turned: Turned,
    /// The number of cards that are forgotten, all players together.
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
/// Everybody who takes part knows what the others remember. A finite memory makes play come back to where it was; a
/// table has at most one state for each way to share out its cards among what the players remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separate {
    start: Minds,
    /// The most cards each seat remembers; `None` without a limit.
    memories: Vec<Option<u16>>,
    plays: Vec<Manner>,
}

impl Separate {
    /// A game in which one card of each of `half` pairs and `singles` singles are remembered by everybody, and
    /// `unknown` pairs and `unseen_singles` singles by nobody; one memory for each player.
    ///
    /// # Errors
    /// If there are no pairs or players, too many, more cards are remembered than a memory holds, or the layers of the game
    /// are more than 32 bits number, which takes 9,400 pairs with 16 players.
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
        let all = Knowers::MAX >> (usize::from(MOST_SEATS) - memories.len());
        let kind = |first, second| PairKind { first, second };
        let kinds = [
            (kind(0, None), unseen_singles),
            (kind(0, Some(0)), unknown),
            (kind(0, Some(all)), half),
            (kind(all, None), singles),
        ];
        let start = Minds { kinds: kinds.into_iter().filter(|(_, count)| *count > 0).collect(), mover: 0 };
        let game = Self { start, memories, plays: vec![Manner::Best] };
        let most = (pairs + 1) * u64::from(game.layers_of_a_pair());
        if most > u64::from(u32::MAX) {
            return Err(ImpossibleMemory::TooManyLayers { pairs, players: game.seats() });
        }
        Ok(game)
    }

    /// Returns the number of layers between one pair taken and the next: more than all players together can remember.
    fn layers_of_a_pair(&self) -> u32 {
        let pairs_and_singles: u32 = self.start.kinds.iter().map(|(_, count)| u32::from(*count)).sum();
        (2 * u32::from(self.start.pairs()) + pairs_and_singles) * u32::from(self.seats()) + 1
    }

    /// Sets how the seats play: one entry for all, or one for each seat.
    ///
    /// # Errors
    /// If there is neither one entry nor one for each seat.
    pub fn plays(self, plays: Vec<Manner>) -> Result<Self, ImpossibleMemory> {
        Ok(Self { plays: for_all_or_each(plays, self.seats())?, ..self })
    }

    fn everybody(&self) -> Knowers {
        Knowers::MAX >> (usize::from(MOST_SEATS) - self.memories.len())
    }

    /// Returns whether a table can follow from the start, as far as its cards and who there is tell.
    fn fits(&self, table: &Minds) -> bool {
        let cards = |table: &Minds, of_pairs: bool| {
            let counts = table.kinds.iter().filter(|(kind, _)| kind.second.is_some() == of_pairs);
            counts.map(|(_, count)| u64::from(*count)).sum::<u64>()
        };
        let known = |kind: &PairKind| {
            let second = kind.second.unwrap_or(0);
            (kind.first | second) & !self.everybody() == 0 && (kind.second.is_none() || kind.first <= second)
        };
        table.mover < self.seats()
            && cards(table, true) <= cards(&self.start, true)
            && cards(table, false) == cards(&self.start, false)
            && table.kinds.is_sorted_by(|one, other| one.0 < other.0)
            && table.kinds.iter().all(|(kind, count)| *count > 0 && known(kind))
    }

    fn play(&self, table: &Minds) -> Manner {
        self.plays[usize::from(table.mover) % self.plays.len()]
    }

    /// All that can come of an attempt.
    fn turns(&self, table: &Minds, strategy: Strategy) -> Vec<(Weight, SeparateTurn, Minds)> {
        let bit: Knowers = 1 << table.mover;
        let desk = Desk::of(table);
        let mut found = Found { game: self, mover: table.mover, ways: Vec::new() };
        let unseen = desk.cards(|card| card.known & bit == 0);
        let firsts = share(unseen.iter().map(|(ways, _)| *ways).sum());
        for (ways, first) in unseen {
            found.attempt(table, &desk, first, firsts.times(ways), strategy);
        }
        found.weighed()
    }
}

/// The events and tables that were found to come of an attempt.
struct Found<'g> {
    game: &'g Separate,
    mover: Seat,
    ways: Vec<(Proportion, SeparateTurn, Minds)>,
}

impl Found<'_> {
    /// All that can come of an attempt that begins with `first`.
    fn attempt(&mut self, table: &Minds, desk: &Desk, first: Picked, chance: Proportion, strategy: Strategy) {
        let bit: Knowers = 1 << table.mover;
        let rest = desk.without(first);
        if first.mate.is_some_and(|mate| mate.known & bit > 0) {
            return self.taken(Turned::B, chance, &rest);
        }
        let lone = first.mate.is_none();
        if table.remembered(table.mover) > 0 && (lone || strategy == Strategy::Safe) {
            let turned = if lone { Turned::T } else { Turned::F };
            return self.old_second(turned, chance, desk, first, bit);
        }
        // The mate of the first card is none of the others', so it counts beside them.
        let others = rest.cards(|card| card.known & bit == 0);
        let seconds =
            share(others.iter().map(|(ways, _)| *ways).sum::<u128>() + u128::from(first.mate.is_some()));
        if first.mate.is_some() {
            self.taken(Turned::C, chance.times_share(seconds), &rest);
        }
        for (ways, second) in others {
            let turned = match (lone, second.mate) {
                (false, Some(mate)) if mate.known & bit > 0 => Turned::D,
                (false, Some(_)) => Turned::E,
                (false, None) => Turned::S,
                (true, Some(_)) => Turned::T,
                (true, None) => Turned::U,
            };
            let desk = rest.without(second).with(first.shown()).with(second.shown());
            self.passed(turned, chance.times_share(seconds).times(ways), desk);
        }
    }

    /// A pair was taken; `rest` is left.
    fn taken(&mut self, turned: Turned, chance: Proportion, rest: &Desk) {
        let next = rest.table(self.game.everybody(), self.mover);
        self.ways.push((chance, SeparateTurn { turned, forgotten: 0 }, next));
    }

    /// A new card and then one that the mover remembers: of those that everybody does, or else of his own.
    fn old_second(&mut self, turned: Turned, chance: Proportion, desk: &Desk, first: Picked, own: Knowers) {
        let everybody = self.game.everybody();
        let rest = desk.without(first);
        if !desk.cards(|card| card.known & everybody == everybody).is_empty() {
            return self.passed(turned, chance, rest.with(first.shown()));
        }
        // It may be the first card's own mate only if the mover remembered that, and then the pair was taken.
        let seconds = rest.cards(|card| card.known & own > 0);
        let total = share(seconds.iter().map(|(ways, _)| *ways).sum());
        for (ways, second) in seconds {
            let desk = rest.without(second).with(first.shown()).with(second.shown());
            self.passed(turned, chance.times_share(total).times(ways), desk);
        }
    }

    /// The turn passes on, and everybody forgets what is too much for him.
    fn passed(&mut self, turned: Turned, chance: Proportion, desk: Desk) {
        let mut all = vec![(chance, 0, desk)];
        for (seat, memory) in self.game.memories.iter().enumerate() {
            if let Some(memory) = memory {
                let bit = 1 << seat;
                all = all
                    .into_iter()
                    .flat_map(|(chance, gone, desk)| {
                        let forgets = forget(&desk, bit, u128::from(*memory));
                        forgets
                            .into_iter()
                            .map(move |(share, cards, desk)| (chance.times_share(share), gone + cards, desk))
                    })
                    .collect();
            }
        }
        let mover = (self.mover + 1) % self.game.seats();
        for (chance, forgotten, desk) in all {
            let next = desk.table(self.game.everybody(), mover);
            self.ways.push((chance, SeparateTurn { turned, forgotten }, next));
        }
    }

    /// Equal events with equal tables merged, and whole-number weights.
    fn weighed(self) -> Vec<(Weight, SeparateTurn, Minds)> {
        let total = self
            .ways
            .iter()
            .fold(1u128, |all, (chance, ..)| (all / gcd(all, chance.total)).saturating_mul(chance.total));
        let mut merged: BTreeMap<(SeparateTurn, Minds), u128> = BTreeMap::new();
        for (chance, event, next) in self.ways {
            let weight = (total / chance.total).saturating_mul(chance.ways);
            let sum = merged.entry((event, next)).or_default();
            *sum = sum.saturating_add(weight);
        }
        let shared = merged.values().fold(0, |all, weight| gcd(all, *weight)).max(1);
        let weigh = |weight: u128| Weight::try_from(weight / shared).unwrap_or(Weight::MAX);
        merged.into_iter().map(|((event, next), weight)| (weigh(weight), event, next)).collect()
    }
}

impl Game for Separate {
    type State = Minds;
    type Action = Strategy;
    type Event = SeparateTurn;

    fn start(&self) -> Minds {
        self.start.clone()
    }

    fn expand(&self, table: &Minds, choices: &mut Choices<Self>) {
        if table.pairs() == 0 {
            return;
        }
        if let Some(pair) = table.pair_of(table.mover) {
            let picked = Picked::of(pair.first, pair.second);
            let next = || Desk::of(table).without(picked).table(self.everybody(), table.mover);
            choices.chance().event(1, SeparateTurn { turned: Turned::A, forgotten: 0 }, next);
            return;
        }
        let offered = self.play(table).offered(self.decides(table));
        for &strategy in offered {
            let events = if offered.len() > 1 { choices.action(strategy) } else { choices.chance() };
            self.turns(table, strategy)
                .into_iter()
                .fold(events, |events, (weight, event, next)| events.event(weight, event, || next));
        }
    }

    /// Pairs taken, then cards remembered: nobody remembers fewer when the turn has passed on.
    fn layer(&self, table: &Minds) -> u32 {
        let taken = u32::from(self.start.pairs() - table.pairs());
        let remembered: u32 = (0..self.seats()).map(|seat| table.remembered(seat)).sum();
        taken * self.layers_of_a_pair() + remembered
    }

    fn seats(&self) -> Seat {
        self.memories.len() as Seat
    }

    fn passes(&self, event: SeparateTurn) -> Seat {
        Seat::from(self.points(event) == 0)
    }

    fn points(&self, event: SeparateTurn) -> Points {
        Points::from(matches!(event.turned, Turned::A | Turned::B | Turned::C))
    }

    explored_here!(saved);
}

impl crate::game::Travel for Separate {
    fn pack(&self, table: &Minds, bytes: &mut Vec<u8>) {
        bytes.push(table.mover);
        for &(PairKind { first, second }, count) in &table.kinds {
            pack([first, second.unwrap_or(0), second.is_some().into(), count], bytes);
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Minds> {
        let (&mover, numbers) = bytes.split_first()?;
        let numbers = unpack(numbers)?;
        let (kinds, rest) = numbers.as_chunks();
        let kind = |&[first, second, is_pair, count]: &[u16; 4]| {
            (PairKind { first, second: (is_pair > 0).then_some(second) }, count)
        };
        let table = Minds { kinds: kinds.iter().map(kind).collect(), mover };
        (rest.is_empty() && self.fits(&table)).then_some(table)
    }
}

impl Forgetful for Separate {
    fn decides(&self, table: &Minds) -> bool {
        table.pairs() > 0 && table.pair_of(table.mover).is_none() && table.remembered(table.mover) > 0
    }
}
