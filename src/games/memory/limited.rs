//! Memory with limited memory and with singles (Sjölund & Åstrand).

use super::{Impossible, MOST_PAIRS};
use crate::depict::{Board, Depict, Tile};
use crate::exact;
use crate::game::{Choices, Game, MOST_SEATS, Points, Seat, Weight};
use std::fmt::{self, Display};

/// What the mover decides before a turn, in the order in which one is taken of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// After a new card whose mate is not remembered, another new card.
    Bold,
    /// After such a card, one that is remembered.
    Safe,
}

impl Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bold => "bold",
            Self::Safe => "safe",
        })
    }
}

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// As well as possible.
    Best,
    /// Always so, where it can be.
    Always(Strategy),
}

/// The table as all players remember it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Recalled {
    /// Pairs of which both cards are remembered, 0 or 1; it is taken next.
    pub known: u16,
    /// Pairs of which one card is remembered.
    pub half: u16,
    /// Pairs of which no card is remembered: j.
    pub unknown: u16,
    /// Singles that are remembered: k - f.
    pub singles: u16,
    /// Singles that are not: f.
    pub unseen_singles: u16,
    /// Who moves, where the seats play differently; else 0.
    pub mover: Seat,
}

impl Recalled {
    /// The pairs left.
    #[must_use]
    pub fn pairs(self) -> u16 {
        self.known + self.half + self.unknown
    }

    /// The cards in memory.
    #[must_use]
    pub fn remembered(self) -> u16 {
        2 * self.known + self.half + self.singles
    }

    /// The cards that nobody remembers.
    fn unseen(self) -> u64 {
        u64::from(self.half) + 2 * u64::from(self.unknown) + u64::from(self.unseen_singles)
    }
}

/// What is turned up. The letters A to F are those of the other games of Memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turned {
    /// The remembered pair is taken.
    A,
    /// A new card whose mate is remembered: taken.
    B,
    /// Two new cards that match: taken.
    C,
    /// Two new cards; the mate of the second is remembered.
    D,
    /// Two new cards whose mates are not.
    E,
    /// A new card whose mate is not, and a remembered one.
    F,
    /// Such a new card, then a single.
    S,
    /// A single, then a remembered card, or else such a new card.
    T,
    /// Two singles.
    U,
}

/// What happens in a turn: what is turned up, and what is forgotten when the turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event {
    /// What is turned up.
    pub turned: Turned,
    /// Old cards of pairs that are forgotten.
    pub halves: u8,
    /// Old singles that are forgotten.
    pub singles: u8,
    /// Whether the old mate of the second card is, after D.
    pub mate: bool,
    /// New cards that are: the first is bit 0, the second bit 1.
    pub new: u8,
}

impl Display for Event {
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

/// Memory among players who remember together, and not more than so many cards.
///
/// What is forgotten when the turn passes is drawn at random among the old cards, so that play can come back to where
/// it was: games with finite memory have cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limited {
    start: Recalled,
    seats: Seat,
    /// The most cards in memory; `None` without a limit.
    memory: Option<u16>,
    plays: Vec<Play>,
    /// Where everybody plays one strategy.
    fixed: Option<(Recalled, Strategy)>,
}

impl Limited {
    /// A game from `start`, everybody playing best.
    ///
    /// # Errors
    /// If there are no pairs or players, too many, or more in memory than fits.
    pub fn new(start: Recalled, players: Seat, memory: Option<u16>) -> Result<Self, Impossible> {
        let pairs = u64::from(start.known) + u64::from(start.half) + u64::from(start.unknown);
        if pairs == 0 {
            return Err(Impossible::NoPairs);
        }
        if pairs > u64::from(MOST_PAIRS) || start.singles > MOST_PAIRS || start.unseen_singles > MOST_PAIRS {
            return Err(Impossible::TooManyPairs(pairs));
        }
        if players == 0 || players > MOST_SEATS {
            return Err(Impossible::Players(u64::from(players)));
        }
        if start.known > 1 {
            return Err(Impossible::Known(start.known));
        }
        let remembered = u32::from(start.half) + u32::from(start.singles) + 2 * u32::from(start.known);
        if let Some(memory) = memory.filter(|&memory| u32::from(memory) < remembered) {
            return Err(Impossible::Memory { remembered, memory });
        }
        let start = Recalled { mover: start.mover % players, ..start };
        Ok(Self { start, seats: players, memory, plays: vec![Play::Best], fixed: None })
    }

    /// How the seats play; one way for all, or one for each.
    ///
    /// # Errors
    /// If there are several, but not as many as seats.
    pub fn plays(mut self, mut plays: Vec<Play>) -> Result<Self, Impossible> {
        if plays.len() != 1 && plays.len() != usize::from(self.seats) {
            return Err(Impossible::Plays { plays: plays.len(), players: self.seats });
        }
        if plays.iter().all(|play| *play == plays[0]) {
            plays.truncate(1);
        }
        self.plays = plays;
        Ok(self)
    }

    /// Whoever comes to `table` plays `strategy` there, now and whenever play comes back.
    #[must_use]
    pub fn fixed(mut self, table: Recalled, strategy: Strategy) -> Self {
        self.fixed = Some((Recalled { mover: 0, ..table }, strategy));
        self
    }

    /// How the mover plays at `table`.
    fn play(&self, table: &Recalled) -> Play {
        match self.fixed {
            Some((fixed, strategy)) if fixed == (Recalled { mover: 0, ..*table }) => Play::Always(strategy),
            _ => self.plays[usize::from(table.mover) % self.plays.len()],
        }
    }

    /// Whether the mover has a choice of strategies in `table`: something is remembered, and no pair has to be taken.
    #[must_use]
    pub fn decides(&self, table: &Recalled) -> bool {
        table.pairs() > 0 && table.known == 0 && table.remembered() > 0
    }

    /// The surplus over the memory once `new` cards come to `old` ones.
    fn surplus(&self, old: u16, new: u16) -> u16 {
        self.memory.map_or(0, |memory| (old + new).saturating_sub(memory))
    }

    /// The equally likely ways to forget the surplus.
    fn ways(&self, old: u16, new: u16) -> Weight {
        let surplus = self.surplus(old, new);
        if surplus <= old { choose(old, surplus) } else { choose(new, surplus - old) }
    }

    /// Every way to forget when the turn passes: how likely in [`ways`](Self::ways), and what. Of the old cards
    /// `halves` are of pairs (`mate` one more, the mate of a new card) and `singles` are singles.
    fn forget(
        &self,
        turned: Turned,
        halves: u16,
        singles: u16,
        mate: bool,
        new: u16,
    ) -> Vec<(Weight, Event)> {
        let old = halves + singles + u16::from(mate);
        let surplus = self.surplus(old, new);
        let event = |halves: u16, singles: u16, mate: bool, new: u8| Event {
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
                        choose(halves, rest) * choose(singles, gone),
                        event(rest, gone, mates == 1, 0),
                    ));
                }
            }
        }
        all
    }
}

/// A weight; what is too large for one makes the sum too large, which the engine names.
fn product<const N: usize>(factors: [u64; N]) -> Weight {
    let product: u128 = factors.into_iter().map(u128::from).product();
    product.try_into().unwrap_or(Weight::MAX)
}

/// How many subsets of `few` cards there are; never more than two are forgotten.
fn choose(cards: u16, few: u16) -> Weight {
    let cards = Weight::from(cards);
    match few {
        0 => 1,
        1 => cards,
        2 => cards * cards.saturating_sub(1) / 2,
        _ => unreachable!("two new cards push out at most two old ones"),
    }
}

/// The table after `event`.
fn after(table: &Recalled, event: Event) -> Recalled {
    let Event { turned, halves, singles, mate, new } = event;
    let mut next = *table;
    let first = u16::from(new & 1 == 0);
    let second = u16::from(new & 2 == 0);
    match turned {
        Turned::A => next.known -= 1,
        Turned::B => next.half -= 1,
        Turned::C => next.unknown -= 1,
        Turned::D => {
            next.unknown -= first;
            next.half += first;
            match (mate, second == 1) {
                // The two make a pair that the next player takes.
                (false, true) => (next.half, next.known) = (next.half - 1, 1),
                // The one or the other is left.
                (false, false) | (true, true) => {}
                (true, false) => (next.half, next.unknown) = (next.half - 1, next.unknown + 1),
            }
        }
        Turned::E => {
            next.unknown -= first + second;
            next.half += first + second;
        }
        Turned::F => {
            next.unknown -= first;
            next.half += first;
        }
        Turned::S => {
            next.unknown -= first;
            next.half += first;
            next.unseen_singles -= second;
            next.singles += second;
        }
        Turned::T => {
            next.unseen_singles -= first;
            next.singles += first;
            // With nothing in memory the second card is a new one, too.
            if table.remembered() == 0 {
                next.unknown -= second;
                next.half += second;
            }
        }
        Turned::U => {
            next.unseen_singles -= first + second;
            next.singles += first + second;
        }
    }
    let (halves, singles) = (u16::from(halves), u16::from(singles));
    next.half -= halves;
    next.unknown += halves;
    next.singles -= singles;
    next.unseen_singles += singles;
    next
}

impl Game for Limited {
    type State = Recalled;
    type Action = Strategy;
    type Event = Event;

    fn start(&self) -> Recalled {
        self.start
    }

    fn expand(&self, table: &Recalled, choices: &mut Choices<Self>) {
        if table.pairs() == 0 {
            return;
        }
        let sure = |turned| Event { turned, halves: 0, singles: 0, mate: false, new: 0 };
        let to = |event: Event| {
            let mut next = after(table, event);
            if self.plays.len() > 1 && self.passes(event) == 1 {
                next.mover = (table.mover + 1) % self.seats;
            }
            next
        };
        if table.known > 0 {
            choices.chance().event(1, sure(Turned::A), || to(sure(Turned::A)));
            return;
        }
        let (mates, fresh) = (u64::from(table.half), 2 * u64::from(table.unknown));
        let (lone, others) = (u64::from(table.unseen_singles), (table.unseen() - 1).max(1));
        let old = table.remembered();
        // The ways to forget after one new card and after two divide the total.
        let (one, two) = (self.ways(old, 1), self.ways(old, 2));
        let shared = exact::gcd(one, two);
        let (one, two, both) = (one / shared, two / shared, one / shared * two);
        let all = |turned: Turned, weight: u64, new: u16, each: u64| {
            let mate = turned == Turned::D;
            let halves = table.half - u16::from(mate && table.half > 0);
            let ways =
                if weight == 0 { Vec::new() } else { self.forget(turned, halves, table.singles, mate, new) };
            ways.into_iter().map(move |(ways, event)| (product([weight, ways, each]), event))
        };
        for strategy in [Strategy::Bold, Strategy::Safe] {
            let play = self.play(table);
            let forced = !self.decides(table);
            let offered = match (play, forced) {
                (_, true) => strategy == Strategy::Bold,
                (Play::Best, false) => true,
                (Play::Always(always), false) => strategy == always,
            };
            if !offered {
                continue;
            }
            let decided = play == Play::Best && !forced;
            let mut events = if decided { choices.action(strategy) } else { choices.chance() };
            let second = if strategy == Strategy::Bold { others } else { 1 };
            let mut turns: Vec<(Weight, Event)> = vec![(product([mates, second, both]), sure(Turned::B))];
            match strategy {
                Strategy::Bold => {
                    turns.push((product([fresh, both]), sure(Turned::C)));
                    turns.extend(all(Turned::D, fresh * mates, 2, one));
                    turns.extend(all(Turned::E, fresh * fresh.saturating_sub(2), 2, one));
                    turns.extend(all(Turned::S, fresh * lone, 2, one));
                }
                Strategy::Safe => turns.extend(all(Turned::F, fresh, 1, two)),
            }
            if old > 0 {
                turns.extend(all(Turned::T, lone * second, 1, two));
            } else {
                turns.extend(all(Turned::T, lone * fresh, 2, one));
                turns.extend(all(Turned::U, lone * lone.saturating_sub(1), 2, one));
            }
            for (weight, event) in turns {
                events = events.event(weight, event, || to(event));
            }
        }
    }

    /// Pairs taken; without a limit of memory also cards seen, which then are never forgotten.
    fn layer(&self, table: &Recalled) -> u32 {
        let taken = u32::from(self.start.pairs() - table.pairs());
        match self.memory {
            Some(_) => taken,
            None => 4 * taken + u32::from(table.half) + 2 * u32::from(table.known) + u32::from(table.singles),
        }
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    fn passes(&self, event: Event) -> Seat {
        Seat::from(self.points(event) == 0)
    }

    fn points(&self, event: Event) -> Points {
        Points::from(matches!(event.turned, Turned::A | Turned::B | Turned::C))
    }

    /// Where nothing is forgotten the unseen cards lie in u! / (2^j j! f!) arrangements (u unseen cards, j unknown
    /// pairs and f unseen singles whose names do not matter), and an event takes `ways` of them to each one of what is
    /// left.
    fn ways(&self, table: &Recalled, event: Event) -> Option<u64> {
        self.memory.is_none().then(|| match event.turned {
            Turned::B | Turned::D => u64::from(table.half),
            _ => 1,
        })
    }
}

impl Depict for Limited {
    fn measures(&self) -> &'static [&'static str] {
        &["known_pairs", "half_known_pairs", "unknown_pairs", "known_singles", "unseen_singles"]
    }

    fn measure(&self, table: &Recalled, numbers: &mut Vec<i32>) {
        let Recalled { known, half, unknown, singles, unseen_singles, .. } = *table;
        numbers.extend([known, half, unknown, singles, unseen_singles].map(i32::from));
    }

    /// The paper's (n, j), or (n, j, f) with singles; then who moves.
    fn words(&self, table: &Recalled, text: &mut String) {
        let Recalled { known, unknown, singles, unseen_singles, mover, .. } = *table;
        let all = self.start.singles + self.start.unseen_singles;
        text.push_str(&format!("({}, {unknown}", table.pairs()));
        if all > 0 {
            text.push_str(&format!(", {unseen_singles}"));
        }
        debug_assert_eq!(singles + unseen_singles, all, "singles stay on the table");
        text.push(')');
        if known > 0 {
            text.push_str(" pair");
        }
        if self.plays.len() > 1 {
            text.push_str(&format!(" player={}", mover + 1));
        }
    }

    fn board(&self, table: &Recalled, scores: &[Points]) -> Board {
        let taken = scores.iter().enumerate().flat_map(|(seat, &points)| {
            std::iter::repeat_n([Tile::Taken(seat as Seat), Tile::Taken(seat as Seat)], usize::from(points))
        });
        let single = |tile: Tile| [tile, Tile::Open("·".to_owned())];
        let left = [
            (table.known, [Tile::Known, Tile::Known]),
            (table.half, [Tile::Known, Tile::Hidden]),
            (table.unknown, [Tile::Hidden, Tile::Hidden]),
            (table.singles, single(Tile::Known)),
            (table.unseen_singles, single(Tile::Hidden)),
        ];
        let left = left.into_iter().flat_map(|(count, tiles)| std::iter::repeat_n(tiles, usize::from(count)));
        let (upper, lower) = taken.chain(left).map(|[upper, lower]| (upper, lower)).unzip();
        Board { rows: vec![upper, lower] }
    }

    /// What a memory can lose at once is little, but depends on it: every event that some state has.
    fn events(&self) -> Vec<Event> {
        let turned = [
            Turned::A,
            Turned::B,
            Turned::C,
            Turned::D,
            Turned::E,
            Turned::F,
            Turned::S,
            Turned::T,
            Turned::U,
        ];
        let mut all = Vec::new();
        for turned in turned {
            for (halves, singles, mate, new) in (0..3u8)
                .flat_map(|halves| (0..3u8).map(move |singles| (halves, singles)))
                .flat_map(|(halves, singles)| {
                    [false, true]
                        .into_iter()
                        .flat_map(move |mate| (0..4u8).map(move |new| (halves, singles, mate, new)))
                })
            {
                all.push(Event { turned, halves, singles, mate, new });
            }
        }
        all
    }
}
