//! The setup of a game of Memory (its seats, memories and deal), and the states between turns.

use crate::exact::{Rational, ratio};
use crate::family::PlayerNames;
use crate::game::{Points, Seat};
use crate::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use crate::games::memory::forgetting;
use crate::games::memory::limited::{RecalledTable, SharedMemory};
use crate::games::memory::policy::Play;
use crate::games::memory::separate::{Beliefs, SeparateMemory, UnturnedCard};
use crate::games::memory::{Memory, PairCounts};
use crate::payoff::Outcome;
use crate::random::Random;

/// The memories of the players and the play that the odds assume for each seat.
///
/// ```
/// use chancetree::games::memory::policy::{Play, Policy};
/// use chancetree::play::memory::SeatPlays;
///
/// // The first seat plays optimally, and the second seat by parity.
/// let plays = SeatPlays::Perfect(vec![Play::Best, Play::By(Policy::Parity)]);
/// assert!(matches!(plays, SeatPlays::Perfect(plays) if plays.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatPlays {
    /// All players have perfect memory.
    Perfect(Vec<Play>),
    /// All players share a memory of this many cards, or an unlimited memory if `None`.
    Forgetful(Vec<forgetting::SeatStrategy>, Option<u16>),
    /// Each player has a separate memory of this many cards, unlimited if `None`. All players know what the
    /// others remember.
    Separate(Vec<forgetting::SeatStrategy>, Vec<Option<u16>>),
}

/// The description of a game before it begins.
///
/// ```
/// use chancetree::family::PlayerNames;
/// use chancetree::games::memory::decisions::Objective;
/// use chancetree::games::memory::policy::Play;
/// use chancetree::play::memory::{HUMAN, SeatPlays, Setup, shuffled};
///
/// let setup = Setup {
///     deal: shuffled(3, 1),
///     names: vec![HUMAN.to_owned(), "best".to_owned()],
///     people: "best".to_owned(),
///     players: PlayerNames::default(),
///     plays: SeatPlays::Perfect(vec![Play::Best; 2]),
///     objective: Objective::Win,
///     passing: false,
///     seed: 1,
///     pictures: None,
/// };
/// assert_eq!((setup.seats(), setup.pairs(), setup.memory(0)), (2, 3, None));
/// assert!(setup.is_human(0) && !setup.is_human(1));
/// assert_eq!(setup.picture(2), "2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The symbols of the cards, counted from 1, in the order of the table; each occurs twice.
    pub deal: Vec<u16>,
    /// The names of the seats in logs: `human`, or the name of the program's play.
    pub names: Vec<String>,
    /// The name of the play that the odds assume for people.
    pub people: String,
    /// The names of the players, of all seats or of none.
    pub players: PlayerNames,
    /// The play of each seat, with the assumed play for people.
    pub plays: SeatPlays,
    /// The objective of optimal play.
    pub objective: Objective,
    /// Whether a player may pass by showing two known cards that are not a pair. Only for two players who
    /// play for pairs with perfect memory. Two consecutive passes end the game, and the remaining pairs are
    /// shared evenly.
    pub passing: bool,
    /// The seed of the random numbers of robots and of forgetting.
    pub seed: u64,
    /// The pictures of cards on an actual table, in the order in which they were first seen, or `None` if the
    /// program deals. The order of unseen cards in `deal` is arbitrary, and nothing depends on it.
    pub pictures: Option<Vec<String>>,
}

const CHECKED: &str = "the setup was checked, and pairs are left";

/// The name of a seat at which a person plays.
pub const HUMAN: &str = "human";

impl Setup {
    /// Returns the number of seats.
    pub fn seats(&self) -> Seat {
        self.names.len() as Seat
    }

    /// Returns the name of a symbol: its number, or the picture that was entered.
    pub fn picture(&self, symbol: u16) -> String {
        let entered = self.pictures.as_ref().and_then(|pictures| pictures.get(usize::from(symbol) - 1));
        entered.map_or_else(|| symbol.to_string(), Clone::clone)
    }

    /// Returns the number of pairs of the board.
    pub fn pairs(&self) -> u16 {
        (self.deal.len() / 2) as u16
    }

    /// Returns the table at the beginning.
    pub(crate) fn table(&self) -> PairCounts {
        PairCounts { unknown: self.pairs(), ..PairCounts::default() }
    }

    /// Returns `true` if a person plays at `seat`.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.names[usize::from(seat)] == HUMAN
    }

    /// Returns the capacity of the memory of `seat`, in cards, whether separate or shared; `None` if
    /// unlimited.
    pub fn memory(&self, seat: Seat) -> Option<u16> {
        match &self.plays {
            SeatPlays::Perfect(_) => None,
            SeatPlays::Forgetful(_, memory) => *memory,
            SeatPlays::Separate(_, memories) => memories[usize::from(seat)],
        }
    }

    pub(super) fn plays_best(&self, seat: Seat) -> bool {
        let seat = usize::from(seat);
        match &self.plays {
            SeatPlays::Perfect(plays) => plays[seat] == Play::Best,
            SeatPlays::Forgetful(plays, _) | SeatPlays::Separate(plays, _) => {
                plays[seat] == forgetting::SeatStrategy::Best
            }
        }
    }

    /// Returns the setup with `seat` playing optimally.
    pub(crate) fn with_best(&self, seat: Seat) -> Self {
        let mut setup = self.clone();
        match &mut setup.plays {
            SeatPlays::Perfect(plays) => plays[usize::from(seat)] = Play::Best,
            SeatPlays::Forgetful(plays, _) | SeatPlays::Separate(plays, _) => {
                plays[usize::from(seat)] = forgetting::SeatStrategy::Best;
            }
        }
        setup
    }

    /// Returns the game of players with perfect memory from a table on, after `passes` passes, with the mover
    /// ahead by `lead`.
    pub(crate) fn decisions(&self, table: PairCounts, plays: &[Play], passes: u8, lead: i32) -> Decisions {
        let rules = if self.passing { Rules::Tactical } else { Rules::NoPass };
        Memory::from(table, plays.len() as Seat)
            .and_then(|memory| Decisions::new(memory).plays(plays.to_vec()))
            .and_then(|game| game.passed(passes).rules(rules))
            .and_then(|game| game.with_objective(self.objective, Stalemate::Draw, lead))
            .expect(CHECKED)
    }

    /// Returns the game of players with a shared memory, from a table on.
    pub(crate) fn limited(&self, table: PairCounts, plays: Vec<forgetting::SeatStrategy>) -> SharedMemory {
        let PairCounts { known, half, unknown } = table;
        let table = RecalledTable { known, half, unknown, ..RecalledTable::default() };
        let game = SharedMemory::new(table, plays.len() as Seat, self.memory(0));
        game.and_then(|game| game.plays(plays)).expect(CHECKED)
    }

    /// Returns the game of players with separate memories, from a table on.
    pub(crate) fn separate(&self, beliefs: Beliefs, plays: &[forgetting::SeatStrategy]) -> SeparateMemory {
        let memories = (0..self.seats()).map(|seat| self.memory(seat)).collect();
        SeparateMemory::from(beliefs, memories).plays(plays.to_vec()).expect(CHECKED)
    }

    /// Returns the value of `odds` for `seat`: pairs, or P(win) - P(loss).
    pub(super) fn worth(&self, odds: &[Rational], seat: Seat) -> Rational {
        let (seats, seat) = (self.names.len(), usize::from(seat));
        match self.objective {
            Objective::Pairs => odds[seats + 1 + seat].clone(),
            Objective::Win => &odds[seat] - &odds[1 - seat],
        }
    }
}

/// Returns the shuffled cards of `pairs` pairs. All arrangements are equally likely.
///
/// ```
/// use chancetree::play::memory::shuffled;
///
/// let deal = shuffled(3, 1);
/// assert_eq!(deal.iter().filter(|&&symbol| symbol == 2).count(), 2);
/// // A seed always gives the same deal.
/// assert_eq!(deal, shuffled(3, 1));
/// ```
pub fn shuffled(pairs: u16, seed: u64) -> Vec<u16> {
    let mut cards: Vec<u16> = (1..=pairs).flat_map(|symbol| [symbol, symbol]).collect();
    let mut random = Random::new(seed, 0);
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last as u64 + 1) as usize);
    }
    cards
}

/// The state between two turns on which the odds depend.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::memory::TurnState;
///
/// let table = PairCounts { half: 2, unknown: 1, ..PairCounts::default() };
/// let state = TurnState { table, scores: vec![0, 1], mover: 0, passes: 0, own: None };
/// assert!(!state.is_over());
/// assert!(TurnState { table: PairCounts::default(), ..state }.is_over());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The cards as all players could know them, or as the mover could if memories are separate.
    pub table: PairCounts,
    /// The pairs of each seat.
    pub scores: Vec<Points>,
    /// The seat to move.
    pub mover: Seat,
    /// The number of consecutive passes just made; the second one ends the game.
    pub passes: u8,
    /// The separate memories; `None` if memories are not separate.
    pub own: Option<SeparateMemories>,
}

/// The separate memories of the players.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::games::memory::separate::{Beliefs, UnturnedCard};
/// use chancetree::play::memory::SeparateMemories;
///
/// // Only the first player, who moves, remembers a card.
/// let beliefs = Beliefs::of([UnturnedCard { card: 0b01, mate: 0 }].into_iter(), 0);
/// let half = PairCounts { half: 1, ..PairCounts::default() };
/// assert_eq!(SeparateMemories::new(beliefs).table(), half);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeparateMemories {
    /// The cards before the turn.
    pub beliefs: Beliefs,
    /// The first card of the turn, once it is open.
    pub first: Option<UnturnedCard>,
    /// The second card of the turn, if the mover remembers it and has chosen it.
    pub second: Option<UnturnedCard>,
}

impl SeparateMemories {
    /// Creates the memories between two turns.
    pub fn new(beliefs: Beliefs) -> Self {
        Self { beliefs, first: None, second: None }
    }

    /// Returns the cards as the mover remembers them.
    pub fn table(&self) -> PairCounts {
        let bit = 1 << self.beliefs.mover;
        let mut numbers = [0; 3];
        for (kind, count) in &self.beliefs.kinds {
            let known = [Some(kind.first), kind.second].into_iter().flatten();
            numbers[known.filter(|knowers| knowers & bit > 0).count()] += count;
        }
        let [unknown, half, known] = numbers;
        PairCounts { known, half, unknown }
    }
}

impl TurnState {
    /// Returns `true` if the game is over.
    pub fn is_over(&self) -> bool {
        self.table.pairs() == 0 || self.passes == 2
    }

    /// Adds a pair to the mover's score.
    pub(super) fn take(&mut self) {
        let score = &mut self.scores[usize::from(self.mover)];
        *score = score.checked_add(1).expect("no more pairs than the board has");
    }

    /// Returns the pairs of each seat, beginning with the mover.
    pub(super) fn scores_from_mover(&self) -> Vec<Points> {
        let mut scores = self.scores.clone();
        scores.rotate_left(usize::from(self.mover));
        scores
    }

    /// Returns the pairs that the mover has taken.
    pub(super) fn taken(&self) -> Rational {
        ratio(self.scores[usize::from(self.mover)], 1)
    }

    /// Returns the state before the turn.
    pub(super) fn settled(&self) -> Self {
        let own = self.own.as_ref().map(|own| SeparateMemories::new(own.beliefs.clone()));
        Self { own, ..self.clone() }
    }

    /// Returns the state after the first card of the turn is open.
    pub(super) fn opened_with(&self, first: UnturnedCard) -> Self {
        let own = self.own.as_ref().map(|own| SeparateMemories { first: Some(first), ..own.clone() });
        Self { own, ..self.clone() }
    }

    /// Returns the final odds of a game that is over: P(win) of every seat, P(draw), and the pairs of every
    /// seat.
    pub(super) fn result(&self) -> Vec<Rational> {
        let Self { scores, table, .. } = self;
        let outcome = Outcome::of(scores).index(scores.len() as Seat);
        let wins = (0..=scores.len()).map(|place| ratio(u8::from(place == outcome), 1));
        let shared = ratio(table.pairs(), scores.len() as u64);
        wins.chain(scores.iter().map(|&pairs| ratio(pairs, 1) + &shared)).collect()
    }
}
