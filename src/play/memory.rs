//! Memory on real cards: a session that knows how they lie, and odds that know only what everybody could remember.

mod entry;
mod hints;
mod own;
mod prospects;
mod seats;
mod session;
mod setup;

pub use super::cards::CardState;
pub use entry::{PICTURE, check_pictures, is_picture};
pub use hints::Hint;
pub use prospects::Prospects;
pub(crate) use prospects::no_tactic;
pub use seats::{Effort, MOST_PAIRS, MOST_SEATS, Open, Policies, Seats};
pub use setup::{HUMAN, Moment, Own, Setup, Ways, shuffled};

use super::cards::{Cards, table};
use super::turn::{self, Begin, FirstCard, Second};
use super::{Course, Session as _, Wrong};
use crate::exact::Rational;
use crate::game::{Points, Seat};
use crate::games::memory::separate::{Beliefs, SeatSet, UnturnedCard};
use crate::model::Job;
use crate::random::Random;
use serde_json::json;
use std::mem::take;

/// A session of Memory: a game in play.
#[derive(Clone, Debug)]
pub struct MemorySession {
    setup: Setup,
    prospects: Prospects,
    /// As everybody could know them, or the mover, where each remembers for himself.
    cards: Cards,
    /// The players who remember each card, if each remembers for himself.
    knowers: Vec<SeatSet>,
    /// The moment at which the turn began.
    moment: Moment,
    odds: Vec<Rational>,
    course: Course,
    forgetting: Random,
    robots: Random,
}

impl MemorySession {
    /// A game with all cards face down.
    ///
    /// # Errors
    /// A limit.
    ///
    /// # Panics
    /// If the deal is none, or the setup seats nobody, or more than can sit.
    pub fn new(setup: Setup, job: &Job<'_>) -> Result<Self, Wrong> {
        let seats = usize::from(setup.seats());
        let mut moment =
            Moment { table: setup.table(), scores: vec![0; seats], mover: 0, passes: 0, own: None };
        if let Ways::Own(..) = setup.ways {
            let pairs = (0..setup.pairs()).map(|_| UnturnedCard { card: 0, mate: 0 });
            moment.own = Some(Own::new(Beliefs::of(pairs, 0)));
        }
        let mut prospects = Prospects::new(setup.clone());
        let odds = prospects.between(&moment, job)?;
        Ok(Self {
            cards: Cards::new(setup.deal.len()),
            knowers: vec![0; setup.deal.len()],
            prospects,
            moment,
            course: Course::new(odds.len()),
            odds,
            forgetting: Random::new(setup.seed, 1),
            robots: Random::new(setup.seed, 2),
            setup,
        })
    }

    /// The setup: the seats, and the order of the cards.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The cards, as everybody could know them.
    pub fn cards(&self) -> &[CardState] {
        &self.cards.all
    }

    /// The card at `place` if it lies face up: it was turned in this turn, or in the one that just ended, but for the last
    /// of all: it has been taken, and nobody turns another.
    pub fn face(&self, place: usize) -> Option<String> {
        let is_shown = self.cards.shown.contains(&place) && !self.moment.is_over();
        (is_shown || self.cards.is_open(place)).then(|| self.picture(place))
    }

    /// The picture that everybody could remember at `place`.
    pub fn remembered(&self, place: usize) -> Option<String> {
        (self.cards.all[place] == CardState::Known).then(|| self.picture(place))
    }

    /// The moment at which this turn began: the cards, the scores, the mover.
    pub fn moment(&self) -> &Moment {
        &self.moment
    }

    /// The seat to move.
    pub fn mover(&self) -> Seat {
        self.moment.mover
    }

    /// The pairs of each seat.
    pub fn scores(&self) -> &[Points] {
        &self.moment.scores
    }

    /// The odds now: P(win) of every seat, P(draw), and the expected pairs of every seat.
    pub fn values(&self) -> &[Rational] {
        &self.odds
    }

    /// Turns the card at `place`, from 0.
    ///
    /// # Errors
    /// If it cannot be turned, or a limit is met.
    pub fn turn(&mut self, place: usize, job: &Job<'_>) -> Result<(), Wrong> {
        if self.is_over() {
            return Err(Wrong::refused("the game is over"));
        }
        self.cards.check(place, "this pair is taken")?;
        let mover = self.mover();
        match self.cards.open {
            None => self.first(place, job)?,
            Some((open, first)) => self.second(open, first, place, job)?,
        }
        let symbol = self.setup.deal[place];
        self.course.steps.push(json!({ "seat": mover + 1, "place": place + 1, "symbol": symbol }));
        Ok(())
    }

    /// The picture on the card at `place`.
    pub(super) fn picture(&self, place: usize) -> String {
        self.setup.picture(self.setup.deal[place])
    }

    /// The place of the card's mate.
    fn mate(&self, place: usize) -> usize {
        turn::mate(&self.setup.deal, place)
    }

    fn forgets(&self) -> bool {
        !matches!(self.setup.ways, Ways::Perfect(_))
    }

    fn first(&mut self, place: usize, job: &Job<'_>) -> Result<(), Wrong> {
        let (begin, first) = self.cards.first(&self.setup.deal, place);
        if self.forgets() {
            if self.moment.table.known > 0 && begin != Begin::Paired {
                return Err(Wrong::refused("a pair is remembered and has to be taken"));
            }
            if begin == Begin::Single {
                return Err(Wrong::refused("the first card is one that is not remembered"));
            }
        }
        let opened = self.moment.opened_with(self.seen(place));
        let chosen = match begin {
            // It is known which pair is taken.
            Begin::Paired => self.prospects.opened(&opened, first, job)?,
            Begin::New | Begin::Single => self.prospects.begun(&self.moment, begin, job)?,
        };
        let after = self.prospects.opened(&opened, first, job)?;
        self.course.meter.step(&self.odds, &chosen, &after);
        self.odds = after;
        self.cards.begin(place, first);
        let what = match first {
            FirstCard::Mated => "its mate is known",
            FirstCard::Unmated => "a new card",
            FirstCard::Paired => "of a known pair",
            FirstCard::Single => "a known card",
        };
        self.course.told = format!("player {} turns {}: {what}", self.mover() + 1, self.picture(place));
        Ok(())
    }

    fn second(&mut self, open: usize, first: FirstCard, place: usize, job: &Job<'_>) -> Result<(), Wrong> {
        let mover = self.mover();
        let (second, pair) = self.cards.second(&self.setup.deal, open, place);
        let mut opened = self.moment.opened_with(self.seen(open));
        if let Some(own) = opened.own.as_mut().filter(|_| second == Second::Old && self.setup.is_human(mover))
        {
            own.second = Some(self.seen(place));
        }
        if self.prospects.moments(&opened, first, second).is_empty() {
            let why = match self.forgets() && first == FirstCard::Mated {
                true => "the mate is remembered and has to be taken",
                false if self.forgets() => "a pair is remembered and has to be taken",
                false => "two cards that everybody knows and that are no pair: that would be a pass",
            };
            return Err(Wrong::refused(why));
        }
        let chosen = self.prospects.chosen(&opened, first, second, job)?;
        let (mut game, mut knowers) = (self.cards.all.clone(), self.knowers.clone());
        let new: Vec<usize> = [open, place].into_iter().filter(|&at| game[at] == CardState::New).collect();
        let mut next = self.moment.clone();
        let mut random = self.forgetting.clone();
        if pair {
            [open, place].into_iter().for_each(|at| game[at] = CardState::Taken(mover));
            next.take();
        } else {
            next.mover = (mover + 1) % self.setup.seats();
            match next.own {
                Some(_) => self.forget_alone(&mut knowers, [open, place], &mut random),
                None => self.forget(&mut game, &new, &mut random),
            }
        }
        if let Some(own) = &mut next.own {
            *own = Own::new(self.minds(&mut game, &knowers, next.mover));
        }
        next.table = table(&self.setup.deal, &game);
        // Nothing else leaves the cards as they were, where nothing is forgotten.
        let passed = self.setup.passing && next.table == self.moment.table;
        next.passes = if passed { self.moment.passes + 1 } else { 0 };
        let after = self.prospects.between(&next, job)?;
        self.course.meter.step(&self.odds, &chosen, &after);
        self.odds = after;
        self.cards = Cards { all: game, open: None, shown: vec![open, place] };
        (self.knowers, self.moment, self.forgetting) = (knowers, next, random);
        let what = match (pair, self.moment.passes) {
            (true, _) => "a pair",
            (false, 0) => "no pair",
            (false, 1) => "a pass",
            (false, _) => "a pass too, and what is left is shared",
        };
        self.course.told = format!("player {} turns {}: {what}", mover + 1, self.picture(place));
        Ok(())
    }

    /// The turn passes: the `new` cards are known, and what is too much is forgotten, old cards first.
    fn forget(&self, cards: &mut [CardState], new: &[usize], random: &mut Random) {
        let old: Vec<usize> = (0..cards.len()).filter(|&at| cards[at] == CardState::Known).collect();
        new.iter().for_each(|&at| cards[at] = CardState::Known);
        for gone in self.surplus(0, old, new.to_vec(), random) {
            cards[gone] = CardState::New;
        }
    }

    /// Forgets as much for each seat, if each remembers for himself; the cards of `turned` are new to some.
    fn forget_alone(&self, knowers: &mut [SeatSet], turned: [usize; 2], random: &mut Random) {
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

    /// The cards that `seat` forgets at random, because they are too much for him: old ones first.
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

    /// Returns what each remembers; `cards` become what the mover does.
    fn minds(&self, cards: &mut [CardState], knowers: &[SeatSet], mover: Seat) -> Beliefs {
        let left: Vec<usize> =
            (0..cards.len()).filter(|&at| !matches!(cards[at], CardState::Taken(_))).collect();
        for &at in &left {
            cards[at] = if knowers[at] >> mover & 1 > 0 { CardState::Known } else { CardState::New };
        }
        let pairs = left.iter().map(|&at| (at, self.mate(at))).filter(|(at, mate)| at < mate);
        Beliefs::of(pairs.map(|(at, mate)| UnturnedCard { card: knowers[at], mate: knowers[mate] }), mover)
    }

    /// A card, as it is remembered.
    fn seen(&self, place: usize) -> UnturnedCard {
        UnturnedCard { card: self.knowers[place], mate: self.knowers[self.mate(place)] }
    }

    /// The place that the mover turns next who plays as the odds suppose; new cards are drawn at random.
    ///
    /// # Errors
    /// A limit, or that the game is over.
    pub fn robot(&mut self, job: &Job<'_>) -> Result<usize, Wrong> {
        let over = || Wrong::refused("the game is over");
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
            None => match self.prospects.plan_first(&self.moment, job)?.ok_or_else(over)? {
                Begin::New => new,
                Begin::Paired => vec![self.pair_to_take(&paired)],
                Begin::Single => single[..1].to_vec(),
            },
            Some((place, first)) => {
                match self.prospects.plan_second(&self.moment, first, job)?.ok_or_else(over)? {
                    Second::New => new,
                    Second::Mate => vec![self.mate(place)],
                    Second::Old => self.to_show(old),
                }
            }
        };
        Ok(self.robots.one_of(&candidates))
    }

    /// The card of a known pair that is taken first: of those which the fewest remember, as the odds suppose.
    fn pair_to_take(&self, paired: &[usize]) -> usize {
        let order = |at: &usize| {
            let UnturnedCard { card, mate } = self.seen(*at);
            (card.min(mate), card.max(mate), *at)
        };
        paired.iter().copied().min_by_key(order).expect("a pair is known")
    }

    /// The known cards of which one is shown that says least.
    fn to_show(&self, old: Vec<usize>) -> Vec<usize> {
        if self.moment.own.is_none() {
            return old[..1].to_vec();
        }
        let everybody = SeatSet::MAX >> (SeatSet::BITS - u32::from(self.setup.seats()));
        let shared: Vec<usize> = old.iter().copied().filter(|&at| self.knowers[at] == everybody).collect();
        if shared.is_empty() { old } else { shared }
    }

    /// Returns the mover's options, best first, supposing that he plays best from now on and the others as they are
    /// supposed to. Empty once the game is over.
    ///
    /// # Errors
    /// A limit.
    pub fn hints(&self, job: &Job<'_>) -> Result<Vec<Hint>, Wrong> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let opened = self.cards.open.map(|(place, _)| self.moment.opened_with(self.seen(place)));
        let moment = opened.as_ref().unwrap_or(&self.moment);
        self.prospects.hints(moment, self.cards.open.map(|(_, first)| first), job)
    }

    /// Returns a copy of the game as it stands, without its steps and without cached results: enough for a replay to
    /// show the moment.
    pub fn snapshot(&mut self) -> Self {
        let (steps, found) = (take(&mut self.course.steps), take(&mut self.prospects.found));
        let snapshot = self.clone();
        (self.course.steps, self.prospects.found) = (steps, found);
        snapshot
    }
}
