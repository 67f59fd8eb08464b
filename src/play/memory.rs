//! Memory with actual cards: a session that contains the deal, and odds that depend only on cards that
//! players could remember.

mod entry;
mod hints;
mod odds;
mod rules;
mod seats;
mod separate;
mod setup;

pub use super::cards::CardState;
#[cfg(feature = "terminal")]
pub(crate) use entry::PICTURE;
pub use entry::is_picture;
pub use hints::Hint;
pub use odds::OddsCache;
pub(crate) use odds::no_tactic;
#[cfg(feature = "terminal")]
pub(crate) use seats::{Effort, played_by};
pub use seats::{MAX_PAIRS, MAX_SEATS, Policies, PolicyReader, Seats, first_seats, named_seats, usual_seats};
pub use setup::{HUMAN, SeatPlays, SeparateMemories, Setup, TurnState, shuffled};

use super::cards::{Cards, logged_deal, table};
use super::turn::{self, FirstCard, FirstChoice, SecondChoice};
use super::{PlayError, PlayedGame as _, Session};
use crate::exact::Rational;
use crate::game::{Points, Seat};
use crate::games::memory::separate::{Beliefs, SeatSet, UnturnedCard};
use crate::model::Job;
use crate::random::Random;
use serde_json::Value;
use std::mem::replace;

/// The odds before a card, after the choice of its kind, and after it is seen; and a description of the card.
type CardOutcome = ([Vec<Rational>; 3], &'static str);

/// A session of Memory.
pub type MemorySession = Session<MemoryGame>;

/// A game of Memory with actual cards.
///
/// ```
/// use chancetree::exact::fraction;
/// use chancetree::model::Job;
/// use chancetree::play::memory::{MemorySession, Seats};
/// use serde_json::json;
/// use std::collections::BTreeMap;
///
/// // Two pairs; a person, whom the odds assume to play like a robot, against a robot.
/// let seats = json!({"seats": ["human", "robots"], "people": "robots", "objective": "pairs"});
/// let seats: Seats = serde_json::from_value(seats)?;
/// let setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
/// let job = Job::default();
/// let mut game = MemorySession::new(setup, &job)?;
/// assert_eq!((fraction(&game.values[0]), game.mover(), game.scores()), ("1/3".to_owned(), 0, &[0, 0][..]));
///
/// // The first two cards are no pair: the other player wins.
/// game.play(0, &job)?;
/// game.play(1, &job)?;
/// assert_eq!((fraction(&game.values[1]), game.mover()), ("1/1".to_owned(), 1));
/// assert_eq!((game.face(1), game.remembered(0)), (Some("2".to_owned()), Some("1".to_owned())));
/// assert!(game.hints(&job)?.len() > 1);
/// # Ok::<(), chancetree::family::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryGame {
    /// The setup: the seats and the order of the cards.
    pub setup: Setup,
    odds_cache: OddsCache,
    /// The cards as all players could know them, or as the mover knows them if memories are separate.
    cards: Cards,
    /// The players who remember each card, if memories are separate.
    knowers: Vec<SeatSet>,
    /// The state at the beginning of this turn: the cards, the scores and the mover.
    pub state: TurnState,
    /// P(win) of every seat, P(draw), and the expected pairs of every seat.
    pub values: Vec<Rational>,
    forgetting: Random,
    robots: Random,
}

impl MemorySession {
    /// Creates a game with all cards face down.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    ///
    /// # Panics
    /// Panics if the deal is invalid, or the number of seats is not allowed.
    pub fn new(setup: Setup, job: &Job<'_>) -> Result<Self, PlayError> {
        let seats = usize::from(setup.seats());
        let mut state =
            TurnState { table: setup.table(), scores: vec![0; seats], mover: 0, passes: 0, own: None };
        if let SeatPlays::Separate(..) = setup.plays {
            let pairs = (0..setup.pairs()).map(|_| UnturnedCard { card: 0, mate: 0 });
            state.own = Some(SeparateMemories::new(Beliefs::of(pairs, 0)));
        }
        let mut odds_cache = OddsCache::new(setup.clone());
        let values = odds_cache.between(&state, job)?;
        Ok(Self::of(MemoryGame {
            cards: Cards::new(setup.deal.len()),
            knowers: vec![0; setup.deal.len()],
            odds_cache,
            state,
            values,
            forgetting: Random::new(setup.seed, 1),
            robots: Random::new(setup.seed, 2),
            setup,
        }))
    }

    /// Creates a game from the parameters of a log. `open` reads policy files.
    ///
    /// # Errors
    /// Returns an error if a parameter is missing or invalid, or a limit is exceeded.
    pub fn begin(parameters: &Value, open: &PolicyReader<'_>, job: &Job<'_>) -> Result<Self, PlayError> {
        let seats = Seats::read(parameters).map_err(PlayError::Refused)?;
        let deal = logged_deal(parameters)?;
        let seed = parameters["seed"].as_u64();
        let seed = seed.ok_or_else(|| PlayError::refused("seed is not a whole number"))?;
        let setup = seats.setup_without_limit(deal, seed, open);
        let setup = setup.map_err(|refusal| PlayError::Refused(refusal.what))?;
        let pictures = entry::logged_pictures(parameters, setup.pairs())?;
        Self::new(Setup { pictures, ..setup }, job)
    }

    /// Returns the place of the card that the mover turns next when playing as the odds assume. New cards are
    /// drawn at random.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded or the game is over.
    ///
    /// ```
    /// use chancetree::model::Job;
    /// use chancetree::play::PlayedGame as _;
    /// use chancetree::play::memory::{MemorySession, Seats};
    /// use serde_json::json;
    /// use std::collections::BTreeMap;
    ///
    /// let seats = json!({"seats": ["robots", "robots"], "people": "robots", "objective": "pairs"});
    /// let seats: Seats = serde_json::from_value(seats)?;
    /// let setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
    /// let job = Job::default();
    /// let mut game = MemorySession::new(setup, &job)?;
    /// while !game.is_over() {
    ///     let place = game.robot(&job)?;
    ///     game.play(place, &job)?;
    /// }
    /// assert_eq!(game.scores().iter().sum::<i32>(), 2);
    /// # Ok::<(), chancetree::family::Refusal>(())
    /// ```
    pub fn robot(&mut self, job: &Job<'_>) -> Result<usize, PlayError> {
        self.game.robot(job)
    }
}

impl MemoryGame {
    /// Returns the cards as all players could know them.
    pub fn cards(&self) -> &[CardState] {
        &self.cards.all
    }

    /// Returns the picture of the card at `place` if it lies face up: it was turned in this turn or in the
    /// previous one. The cards of the last turn of a game are taken and no longer shown.
    pub fn face(&self, place: usize) -> Option<String> {
        let is_shown = self.cards.shown.contains(&place) && !self.state.is_over();
        (is_shown || self.cards.is_open(place)).then(|| self.picture(place))
    }

    /// Returns the picture at `place` if all players could remember it.
    pub fn remembered(&self, place: usize) -> Option<String> {
        (self.cards.all[place] == CardState::Known).then(|| self.picture(place))
    }

    /// Returns the seat to move.
    pub fn mover(&self) -> Seat {
        self.state.mover
    }

    /// Returns the pairs of each seat.
    pub fn scores(&self) -> &[Points] {
        &self.state.scores
    }

    /// Returns the picture of the card at `place`.
    pub(super) fn picture(&self, place: usize) -> String {
        self.setup.picture(self.setup.deal[place])
    }

    /// Returns the place of the mate of a card.
    fn mate(&self, place: usize) -> usize {
        turn::mate(&self.setup.deal, place)
    }

    fn forgets(&self) -> bool {
        !matches!(self.setup.plays, SeatPlays::Perfect(_))
    }

    fn first(&mut self, place: usize, job: &Job<'_>) -> Result<CardOutcome, PlayError> {
        let (begin, first) = self.cards.first(&self.setup.deal, place);
        if self.forgets() {
            let takes = self.state.table.known == 0 || begin == FirstChoice::Paired;
            ensure!(takes, "a pair is remembered and has to be taken");
            ensure!(begin != FirstChoice::Single, "the first card is one that is not remembered");
        }
        let opened = self.state.opened_with(self.seen(place));
        let chosen = match begin {
            // The choice determines which pair is taken.
            FirstChoice::Paired => self.odds_cache.after_first_card(&opened, first, job)?,
            FirstChoice::New | FirstChoice::Single => {
                self.odds_cache.after_first_choice(&self.state, begin, job)?
            }
        };
        let after = self.odds_cache.after_first_card(&opened, first, job)?;
        let before = replace(&mut self.values, after.clone());
        self.cards.begin(place, first);
        let what = match first {
            FirstCard::Mated => "its mate is known",
            FirstCard::Unmated => "a new card",
            FirstCard::Paired => "a card of a known pair",
            FirstCard::Single => "a known card",
        };
        Ok(([before, chosen, after], what))
    }

    fn second(
        &mut self,
        open: usize,
        first: FirstCard,
        place: usize,
        job: &Job<'_>,
    ) -> Result<CardOutcome, PlayError> {
        let mover = self.mover();
        let (second, pair) = self.cards.second(&self.setup.deal, open, place);
        let mut opened = self.state.opened_with(self.seen(open));
        if let Some(own) =
            opened.own.as_mut().filter(|_| second == SecondChoice::Old && self.setup.is_human(mover))
        {
            own.second = Some(self.seen(place));
        }
        if self.odds_cache.successors(&opened, first, second).is_empty() {
            let why = match self.forgets() && first == FirstCard::Mated {
                true => "the mate is remembered and has to be taken",
                false if self.forgets() => "a pair is remembered and has to be taken",
                false => "two known cards that do not match would be a pass",
            };
            return Err(PlayError::refused(why));
        }
        let chosen = self.odds_cache.after_second_choice(&opened, first, second, job)?;
        let (mut game, mut knowers) = (self.cards.all.clone(), self.knowers.clone());
        let new: Vec<usize> = [open, place].into_iter().filter(|&at| game[at] == CardState::New).collect();
        let mut next = self.state.clone();
        let mut random = self.forgetting.clone();
        if pair {
            [open, place].into_iter().for_each(|at| game[at] = CardState::Taken(mover));
            next.take();
        } else {
            next.mover = (mover + 1) % self.setup.seats();
            match next.own {
                Some(_) => self.forget_separately(&mut knowers, [open, place], &mut random),
                None => self.forget(&mut game, &new, &mut random),
            }
        }
        if let Some(own) = &mut next.own {
            *own = SeparateMemories::new(self.beliefs(&mut game, &knowers, next.mover));
        }
        next.table = table(&self.setup.deal, &game);
        // Without forgetting, only a pass leaves the cards unchanged.
        let passed = self.setup.passing && next.table == self.state.table;
        next.passes = if passed { self.state.passes + 1 } else { 0 };
        let after = self.odds_cache.between(&next, job)?;
        let before = replace(&mut self.values, after.clone());
        self.cards = Cards { all: game, open: None, shown: vec![open, place] };
        (self.knowers, self.state, self.forgetting) = (knowers, next, random);
        let what = match (pair, self.state.passes) {
            (true, _) => "a pair",
            (false, 0) => "no pair",
            (false, 1) => "a pass",
            (false, _) => "another pass; the players share the remaining pairs",
        };
        Ok(([before, chosen, after], what))
    }

    /// Passes the turn with a shared memory: the `new` cards become known, and the cards that exceed the memory are
    /// forgotten, old ones first.
    fn forget(&self, cards: &mut [CardState], new: &[usize], random: &mut Random) {
        let old: Vec<usize> = (0..cards.len()).filter(|&at| cards[at] == CardState::Known).collect();
        new.iter().for_each(|&at| cards[at] = CardState::Known);
        for gone in self.surplus(0, old, new.to_vec(), random) {
            cards[gone] = CardState::New;
        }
    }

    /// Passes the turn with separate memories: every seat memorizes the `turned` cards, and then forgets the cards
    /// that exceed its memory.
    fn forget_separately(&self, knowers: &mut [SeatSet], turned: [usize; 2], random: &mut Random) {
        for seat in 0..self.setup.seats() {
            let bit: SeatSet = 1 << seat;
            let left = |at: &usize| !matches!(self.cards.all[*at], CardState::Taken(_));
            let old = (0..knowers.len()).filter(left).filter(|&at| knowers[at] & bit > 0).collect();
            let new: Vec<usize> = turned.into_iter().filter(|&at| knowers[at] & bit == 0).collect();
            new.iter().for_each(|&at| knowers[at] |= bit);
            for gone in self.surplus(seat, old, new, random) {
                knowers[gone] &= !bit;
            }
        }
    }

    /// Returns the cards that `seat` forgets at random because they exceed its memory: old cards first.
    fn surplus(&self, seat: Seat, old: Vec<usize>, new: Vec<usize>, random: &mut Random) -> Vec<usize> {
        let memory = self.setup.memory(seat).map_or(usize::MAX, usize::from);
        let mut surplus = (old.len() + new.len()).saturating_sub(memory);
        let mut forgotten = Vec::new();
        for mut candidates in [old, new] {
            while surplus > 0 && !candidates.is_empty() {
                forgotten.push(candidates.swap_remove(random.below(candidates.len() as u64) as usize));
                surplus -= 1;
            }
        }
        forgotten
    }

    /// Returns the cards that each player remembers. Sets `cards` to those that the mover remembers.
    fn beliefs(&self, cards: &mut [CardState], knowers: &[SeatSet], mover: Seat) -> Beliefs {
        let left: Vec<usize> =
            (0..cards.len()).filter(|&at| !matches!(cards[at], CardState::Taken(_))).collect();
        for &at in &left {
            cards[at] = if knowers[at] >> mover & 1 > 0 { CardState::Known } else { CardState::New };
        }
        let pairs = left.iter().map(|&at| (at, self.mate(at))).filter(|(at, mate)| at < mate);
        Beliefs::of(pairs.map(|(at, mate)| UnturnedCard { card: knowers[at], mate: knowers[mate] }), mover)
    }

    /// Returns the players who remember a card and its mate.
    fn seen(&self, place: usize) -> UnturnedCard {
        UnturnedCard { card: self.knowers[place], mate: self.knowers[self.mate(place)] }
    }

    /// Returns the place of the card that the mover turns next, as [`MemorySession::robot`] does.
    fn robot(&mut self, job: &Job<'_>) -> Result<usize, PlayError> {
        let over = || PlayError::refused("the game is over");
        let of = |wanted: &dyn Fn(usize) -> bool| {
            (0..self.cards.all.len()).filter(|&at| wanted(at)).collect::<Vec<_>>()
        };
        let new = of(&|at| self.cards.all[at] == CardState::New && !self.cards.is_open(at));
        let known = |at: usize| self.cards.all[at] == CardState::Known;
        let paired = of(&|at| known(at) && known(self.mate(at)));
        let single = of(&|at| known(at) && !known(self.mate(at)));
        let open = self.cards.open.map(|(place, _)| place);
        let mate = open.map(|place| self.mate(place));
        let old = of(&|at| known(at) && Some(at) != open && Some(at) != mate);
        let candidates = match self.cards.open {
            None => match self.odds_cache.plan_first(&self.state, job)?.ok_or_else(over)? {
                FirstChoice::New => new,
                FirstChoice::Paired => vec![self.pair_to_take(&paired)],
                FirstChoice::Single => single[..1].to_vec(),
            },
            Some((place, first)) => {
                match self.odds_cache.plan_second(&self.state, first, job)?.ok_or_else(over)? {
                    SecondChoice::New => new,
                    SecondChoice::Mate => vec![self.mate(place)],
                    SecondChoice::Old => self.to_show(old),
                }
            }
        };
        Ok(self.robots.one_of(&candidates))
    }

    /// Returns the known pair to take first: a pair that the fewest players remember, as the odds assume.
    fn pair_to_take(&self, paired: &[usize]) -> usize {
        let order = |at: &usize| {
            let UnturnedCard { card, mate } = self.seen(*at);
            (card.min(mate), card.max(mate), *at)
        };
        paired.iter().copied().min_by_key(order).expect("a pair is known")
    }

    /// Returns the known cards that a player can show with the least information for the others.
    fn to_show(&self, old: Vec<usize>) -> Vec<usize> {
        if self.state.own.is_none() {
            return old[..1].to_vec();
        }
        let everybody = SeatSet::MAX >> (SeatSet::BITS - u32::from(self.setup.seats()));
        let shared: Vec<usize> = old.iter().copied().filter(|&at| self.knowers[at] == everybody).collect();
        if shared.is_empty() { old } else { shared }
    }

    /// Returns the mover's options, best first. The mover is assumed to play optimally from now on, and the
    /// other players as configured. Returns no options once the game is over.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn hints(&self, job: &Job<'_>) -> Result<Vec<Hint>, PlayError> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let opened = self.cards.open.map(|(place, _)| self.state.opened_with(self.seen(place)));
        let state = opened.as_ref().unwrap_or(&self.state);
        self.odds_cache.hints(state, self.cards.open.map(|(_, first)| first), job)
    }
}
