//! The setup of a game of Memory: its seats, what they remember, and the order of the cards; and the moments that the
//! game comes to.

use crate::exact::{Rational, ratio};
use crate::game::{Points, Seat};
use crate::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use crate::games::memory::forgetting;
use crate::games::memory::limited::{Limited, Recalled};
use crate::games::memory::policy::Play;
use crate::games::memory::separate::{Beliefs, Separate, UnturnedCard};
use crate::games::memory::{Memory, PairCounts};
use crate::payoff::Outcome;
use crate::random::Random;

/// The ways in which the odds suppose that the seats play, with one entry for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// All players remember everything.
    Perfect(Vec<Play>),
    /// All players share one memory of so many cards, unlimited if `None`.
    Forgetful(Vec<forgetting::Manner>, Option<u16>),
    /// Each player has a memory of so many cards, unlimited if `None`, and all know what the others remember.
    Own(Vec<forgetting::Manner>, Vec<Option<u16>>),
}

/// The description of a game before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The symbols of the cards, counted from 1, in the order of the table; each occurs twice.
    pub deal: Vec<u16>,
    /// The names of the seats in logs: `human`, or the way in which the program plays there.
    pub names: Vec<String>,
    /// The name of the way in which the odds suppose that people play.
    pub people: String,
    /// The way in which each seat plays, people as they are supposed to.
    pub ways: Ways,
    /// The objective of those who play best.
    pub objective: Objective,
    /// True if a player may pass by showing two known cards that are no pair; only for two players who play for pairs
    /// and forget nothing. Two passes in a row end the game, and the pairs left are shared evenly.
    pub passing: bool,
    /// The seed of the random numbers for robots and for forgetting.
    pub seed: u64,
    /// The pictures of cards that lie on a real table, in the order in which they were first seen; `None` where the
    /// program deals. What was not seen yet lies in `deal` in some order or other, which nothing depends on.
    pub pictures: Option<Vec<String>>,
}

const CHECKED: &str = "the setup was checked, and pairs are left";

/// The name of a seat at which a person sits.
pub const HUMAN: &str = "human";

impl Setup {
    /// The number of seats.
    pub fn seats(&self) -> Seat {
        self.names.len() as Seat
    }

    /// The name of a symbol: its number, or the picture that people entered.
    pub fn picture(&self, symbol: u16) -> String {
        let entered = self.pictures.as_ref().and_then(|pictures| pictures.get(usize::from(symbol) - 1));
        entered.map_or_else(|| symbol.to_string(), Clone::clone)
    }

    /// The number of pairs on the board.
    pub fn pairs(&self) -> u16 {
        (self.deal.len() / 2) as u16
    }

    /// The table of the beginning.
    pub(crate) fn table(&self) -> PairCounts {
        PairCounts { unknown: self.pairs(), ..PairCounts::default() }
    }

    /// Returns `true` if a person sits at `seat`.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.names[usize::from(seat)] == HUMAN
    }

    /// The capacity in cards of the memory of `seat`, its own or shared; `None` if unlimited.
    pub fn memory(&self, seat: Seat) -> Option<u16> {
        match &self.ways {
            Ways::Perfect(_) => None,
            Ways::Forgetful(_, memory) => *memory,
            Ways::Own(_, memories) => memories[usize::from(seat)],
        }
    }

    pub(super) fn plays_best(&self, seat: Seat) -> bool {
        let seat = usize::from(seat);
        match &self.ways {
            Ways::Perfect(plays) => plays[seat] == Play::Best,
            Ways::Forgetful(plays, _) | Ways::Own(plays, _) => plays[seat] == forgetting::Manner::Best,
        }
    }

    /// Returns the same game, but with `seat` playing best.
    pub(crate) fn with_best(&self, seat: Seat) -> Self {
        let mut setup = self.clone();
        match &mut setup.ways {
            Ways::Perfect(plays) => plays[usize::from(seat)] = Play::Best,
            Ways::Forgetful(plays, _) | Ways::Own(plays, _) => {
                plays[usize::from(seat)] = forgetting::Manner::Best;
            }
        }
        setup
    }

    /// The game in which players decide who remember everything, from a table on after so many passes, the mover being ahead
    /// by `lead`.
    pub(crate) fn decisions(&self, table: PairCounts, plays: &[Play], passes: u8, lead: i32) -> Decisions {
        let rules = if self.passing { Rules::Tactical } else { Rules::NoPass };
        Memory::from(table, plays.len() as Seat)
            .and_then(|memory| Decisions::new(memory).plays(plays.to_vec()))
            .and_then(|game| game.passed(passes).rules(rules))
            .and_then(|game| game.objective(self.objective, Stalemate::Draw, lead))
            .expect(CHECKED)
    }

    /// The game of players who forget together, from a table on.
    pub(crate) fn limited(&self, table: PairCounts, plays: Vec<forgetting::Manner>) -> Limited {
        let PairCounts { known, half, unknown } = table;
        let table = Recalled { known, half, unknown, ..Recalled::default() };
        let game = Limited::new(table, plays.len() as Seat, self.memory(0));
        game.and_then(|game| game.plays(plays)).expect(CHECKED)
    }

    /// The game of players of whom each remembers for himself, from here on.
    pub(crate) fn separate(&self, minds: Beliefs, plays: &[forgetting::Manner]) -> Separate {
        let memories = (0..self.seats()).map(|seat| self.memory(seat)).collect();
        Separate::from(minds, memories).plays(plays.to_vec()).expect(CHECKED)
    }

    /// Returns what `odds` are worth to `seat`: pairs, or P(win) - P(loss).
    pub(super) fn worth(&self, odds: &[Rational], seat: Seat) -> Rational {
        let (seats, seat) = (self.names.len(), usize::from(seat));
        match self.objective {
            Objective::Pairs => odds[seats + 1 + seat].clone(),
            Objective::Win => &odds[seat] - &odds[1 - seat],
        }
    }
}

/// The cards of `pairs` pairs, shuffled: every arrangement is as likely as any other.
pub fn shuffled(pairs: u16, seed: u64) -> Vec<u16> {
    let mut cards: Vec<u16> = (1..=pairs).flat_map(|symbol| [symbol, symbol]).collect();
    let mut random = Random::new(seed, 0);
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
    cards
}

/// The state on which the odds depend between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The cards, as everybody could know them; as the mover could, where each remembers for himself.
    pub table: PairCounts,
    /// The pairs of each seat.
    pub scores: Vec<Points>,
    /// The seat to move.
    pub mover: Seat,
    /// Passes just before; with the second one the game is over.
    pub passes: u8,
    /// The players' separate memories; `None` if they do not each have one.
    pub own: Option<Own>,
}

/// The players' separate memories.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Own {
    /// The cards before the turn.
    pub minds: Beliefs,
    /// The first card of the turn, once it lies open.
    pub first: Option<UnturnedCard>,
    /// The second card of the turn, if it is one that the mover remembers and has been named.
    pub second: Option<UnturnedCard>,
}

impl Own {
    /// Returns the memories between two turns.
    pub fn new(minds: Beliefs) -> Self {
        Self { minds, first: None, second: None }
    }

    /// The cards as the mover remembers them.
    pub fn table(&self) -> PairCounts {
        let bit = 1 << self.minds.mover;
        let mut numbers = [0; 3];
        for (kind, count) in &self.minds.kinds {
            let known = [Some(kind.first), kind.second].into_iter().flatten();
            numbers[known.filter(|knowers| knowers & bit > 0).count()] += count;
        }
        let [unknown, half, known] = numbers;
        PairCounts { known, half, unknown }
    }
}

impl Moment {
    /// Returns `true` if the game is over.
    pub fn is_over(&self) -> bool {
        self.table.pairs() == 0 || self.passes == 2
    }

    /// Gives the mover the pair that he has taken.
    pub(super) fn take(&mut self) {
        let score = &mut self.scores[usize::from(self.mover)];
        *score = score.checked_add(1).expect("no more pairs than the board has");
    }

    /// The pairs of each seat, those of the mover first.
    pub(super) fn scores_from_mover(&self) -> Vec<Points> {
        let mut scores = self.scores.clone();
        scores.rotate_left(usize::from(self.mover));
        scores
    }

    /// The pairs that the mover has taken.
    pub(super) fn taken(&self) -> Rational {
        ratio(self.scores[usize::from(self.mover)], 1)
    }

    /// Returns the moment before the turn.
    pub(super) fn settled(&self) -> Self {
        let own = self.own.as_ref().map(|own| Own::new(own.minds.clone()));
        Self { own, ..self.clone() }
    }

    /// Returns the moment with a first card, as it is remembered.
    pub(super) fn opened_with(&self, first: UnturnedCard) -> Self {
        let own = self.own.as_ref().map(|own| Own { first: Some(first), ..own.clone() });
        Self { own, ..self.clone() }
    }

    /// Chances to win of every seat, of a draw, and the expected pairs of every seat, in this order, where nothing is
    /// left.
    pub(super) fn result(&self) -> Vec<Rational> {
        let Self { scores, table, .. } = self;
        let outcome = Outcome::of(scores).index(scores.len() as Seat);
        let wins = (0..=scores.len()).map(|place| ratio(u8::from(place == outcome), 1));
        let shared = ratio(table.pairs(), scores.len() as u64);
        wins.chain(scores.iter().map(|&pairs| ratio(pairs, 1) + &shared)).collect()
    }
}
