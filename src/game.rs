//! The contract that a game signs: a state has choices, a choice is a distribution over events.
//!
//! No choice: the game is over. One choice: chance, or a robot that does not decide. Several choices: the
//! player to move decides. Everything the engine answers follows from this one sentence.

use crate::exact::Natural;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::Range;

/// A place at the table, counted from 0. The contract counts seats from the mover, results from the first player.
pub type Seat = u8;

/// The most seats a game may have.
pub const MOST_SEATS: Seat = 16;

/// A whole-number weight of an event; its probability is this over the total of its choice.
pub type Weight = u64;

/// Points scored by one event.
pub type Points = u16;

/// The rules of a game, as the engine needs them.
///
/// A game gives whole-number weights and follow-up states; it never adds probabilities up, divides or merges.
pub trait Game: Sync + Sized {
    /// All that the future depends on, and nothing else. Two situations with one future must be equal values.
    type State: Clone + Ord + Hash + Debug + Send + Sync + 'static;
    /// What a player may decide.
    type Action: Copy + Ord + Hash + Display + Debug + Send + Sync + 'static;
    /// What chance may answer.
    type Event: Copy + Ord + Hash + Display + Debug + Send + Sync + 'static;

    /// The state in which play begins.
    fn start(&self) -> Self::State;

    /// Writes the choices of `state` into `choices`; an end writes none.
    fn expand(&self, state: &Self::State, choices: &mut Choices<Self>);

    /// A quantity that never falls along an event. States are discovered, merged and dropped layer by layer, and
    /// cycles can only lie within one layer. Take what the rules cannot undo (cards turned up), not a count of moves:
    /// that would keep transpositions apart.
    fn layer(&self, state: &Self::State) -> u32;

    /// The number of seats, 1 to [`MOST_SEATS`].
    fn seats(&self) -> Seat {
        1
    }

    /// How many seats the turn moves on after `event`; 0 when the mover moves again.
    fn passes(&self, _event: Self::Event) -> Seat {
        0
    }

    /// The points that `event` gives to the mover.
    fn points(&self, _event: Self::Event) -> Points {
        0
    }

    /// The representative of all states that play exactly alike. Every state passes through here once.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// The place of `state` among the states that its layer can have, for a game that can number them: whole layers
    /// are then merged in tables, without hashing. `None`, the default, where it cannot.
    ///
    /// No two states of a layer may have one place, nor may a place be as great as the number of places, which must be
    /// the same for all of them: the engine names a state that breaks this. Places that ascend with the states save
    /// sorting them, and few places without a state save memory; where there are far more places than states, the
    /// engine merges as it does without ranks.
    fn rank(&self, _state: &Self::State) -> Option<Rank> {
        None
    }

    /// The number of ways in which `event` can happen in `state`, for a game whose chances are counts of equally
    /// likely arrangements: a whole number `m` such that the probability of the event is
    /// `m * F(next) / F(state)`, with `F` the number of arrangements of what a state still hides.
    ///
    /// With it the engine counts arrangements and never divides; without it (`None`, the default) it keeps one
    /// common denominator for a layer. The answers are the same; counting halves the digits. All events of a game
    /// have it, or none.
    fn ways(&self, _state: &Self::State, _event: Self::Event) -> Option<u64> {
        None
    }

    /// The number of arrangements of what the end `state` still hides, for a game that counts ways; `None`, the
    /// default, where nothing is left to hide.
    fn hidden(&self, _state: &Self::State) -> Option<Natural> {
        None
    }
}

/// A place among the states of a layer; see [`Game::rank`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The place, counted from 0.
    pub place: u64,
    /// The number of places.
    pub places: u64,
}

impl Rank {
    /// The place that is written with these digits, the most significant first: each a number and how many numbers it
    /// can be. More places than 64 bits hold are that many.
    #[must_use]
    pub fn of<const N: usize>(digits: [(u64, u64); N]) -> Self {
        digits.iter().fold(Self { place: 0, places: 1 }, |rank, &(digit, of)| Self {
            place: rank.place.saturating_mul(of).saturating_add(digit),
            places: rank.places.saturating_mul(of),
        })
    }
}

/// One event of a choice: what happens, how heavily it weighs, and the state that follows.
pub struct Event<G: Game> {
    /// The weight, at least 1.
    pub weight: Weight,
    /// The name of the event.
    pub event: G::Event,
    /// The state that follows, canonical.
    pub next: G::State,
}

/// One thing that may be done in a state: a move of chance, or an action of the mover, with its events.
pub struct Choice<'a, G: Game> {
    /// The action; `None` for chance.
    pub action: Option<G::Action>,
    /// The sum of the weights.
    pub total: Weight,
    /// The events of positive weight, in the game's order.
    pub events: &'a [Event<G>],
}

/// What is too much to be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// The weights of a choice, in a [`Weight`].
    Weights,
    /// The points of a seat, in [`Points`].
    Points,
}

/// The choices of one state. A buffer that the engine fills through [`Game::expand`] and uses again.
pub struct Choices<G: Game> {
    heads: Vec<(Option<G::Action>, Weight, Range<usize>)>,
    events: Vec<Event<G>>,
    overflow: Option<Overflow>,
}

impl<G: Game> Default for Choices<G> {
    fn default() -> Self {
        Self { heads: Vec::new(), events: Vec::new(), overflow: None }
    }
}

impl<G: Game> Choices<G> {
    /// Adds a choice that nobody makes: chance, or a player without a will of his own.
    pub fn chance(&mut self) -> Events<'_, G> {
        self.choice(None)
    }

    /// Adds a choice of the mover.
    pub fn action(&mut self, action: G::Action) -> Events<'_, G> {
        self.choice(Some(action))
    }

    fn choice(&mut self, action: Option<G::Action>) -> Events<'_, G> {
        let end = self.events.len();
        self.heads.push((action, 0, end..end));
        Events { choices: self }
    }

    /// The number of choices; 0 at an end.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is no choice, that is, whether the game is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The choices in the order the game gave them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Choice<'_, G>> {
        self.heads.iter().map(|(action, total, range)| Choice {
            action: *action,
            total: *total,
            events: &self.events[range.clone()],
        })
    }

    /// All events of all choices.
    #[must_use]
    pub fn events(&self) -> &[Event<G>] {
        &self.events
    }

    /// What added up to more than can be held, if anything did.
    #[must_use]
    pub fn overflowed(&self) -> Option<Overflow> {
        self.overflow
    }

    /// Notes that a seat would have more points than [`Points`] can hold: whoever expands gets an error.
    pub(crate) fn too_many_points(&mut self) {
        self.overflow = Some(Overflow::Points);
    }

    /// Expands `state` of `game` into this buffer, replacing what was there.
    pub fn fill(&mut self, game: &G, state: &G::State) {
        self.heads.clear();
        self.events.clear();
        self.overflow = None;
        game.expand(state, self);
        for event in &mut self.events {
            // Canonical form is the engine's business: a game that overrides `canonical` need not call it itself.
            let next = event.next.clone();
            event.next = game.canonical(next);
        }
    }
}

/// Adds events to the choice just begun.
pub struct Events<'a, G: Game> {
    choices: &'a mut Choices<G>,
}

impl<G: Game> Events<'_, G> {
    /// Adds an event. Weight 0 means impossible: it is left out, and `next` is never called.
    pub fn event(self, weight: Weight, event: G::Event, next: impl FnOnce() -> G::State) -> Self {
        if weight > 0 {
            self.choices.events.push(Event { weight, event, next: next() });
            let end = self.choices.events.len();
            let (_, total, range) = self.choices.heads.last_mut().expect("a choice was begun");
            match total.checked_add(weight) {
                Some(sum) => *total = sum,
                None => self.choices.overflow = Some(Overflow::Weights),
            }
            range.end = end;
        }
        self
    }
}

/// For a game in which nobody decides: an action of which there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoAction {}

impl Display for NoAction {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// A game whose states can travel from one process to another.
#[cfg(feature = "distributed")]
pub trait Travel: Game {
    /// Appends `state` to `bytes`: the same bytes for equal states, on every machine.
    fn pack(&self, state: &Self::State, bytes: &mut Vec<u8>);

    /// The state that [`Travel::pack`] wrote as all of `bytes`; `None` if there is no such state.
    fn unpack(&self, bytes: &[u8]) -> Option<Self::State>;
}
