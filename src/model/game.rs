//! The contract between a game and the engine: a state offers choices, and a choice is a distribution over events.
//!
//! A state without choices is an end. A state with one choice is left to chance, or to a robot that does not decide. In
//! a state with several choices the player to move decides. Everything the engine answers follows from these three
//! cases.

use crate::exact::Natural;
use crate::explore::{LayerVisitor, follow};
use crate::{Error, Exploration, Graph, Job};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::Range;

/// A place at the table, counted from 0. The methods of [`Game`] count seats from the mover; results count them from
/// the first player.
///
/// ```
/// use chancetree_model::game::Seat;
///
/// /// Converts a seat counted from the mover into a seat counted from the first player.
/// fn from_first(seat: Seat, mover: Seat, seats: Seat) -> Seat {
///     (mover + seat) % seats
/// }
/// assert_eq!(from_first(1, 2, 3), 0);
/// ```
pub type Seat = u8;

/// The greatest number of seats that a game may have.
pub const MOST_SEATS: Seat = 16;

/// The whole-number weight of an event. The probability of the event is its weight divided by the total of its choice.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::{Choices, Weight};
///
/// // Heads have probability 2/3.
/// let mut choices: Choices<Coins> = Choices::default();
/// choices.chance().event(2, "heads", || 1).event(1, "tails", || 1);
/// let total: Weight = choices.iter().map(|choice| choice.total).sum();
/// assert_eq!((choices.events()[0].weight, total), (2, 3));
/// ```
pub type Weight = u64;

/// Points that one event scores, or that one seat has. They may be negative.
///
/// An event scores at most [`MOST_POINTS`] and at least -[`MOST_POINTS`]. The points of all seats together are at most
/// [`MOST_POINTS`]. In a game with negative points they are at most 32,767, and no seat has fewer than [`least_points`].
///
/// ```
/// use chancetree_model::game::{MOST_POINTS, Points};
///
/// // The cards of a deck are worth 120 points in all.
/// let deck: Points = 4 * (11 + 10 + 4 + 3 + 2);
/// assert!(deck <= MOST_POINTS);
/// ```
pub type Points = i32;

/// The greatest sum of the points of all seats.
pub const MOST_POINTS: Points = 65_535;

/// Returns the fewest points that a seat may have in a game for this number of seats: -32,767 divided by the number of seats.
///
/// ```
/// use chancetree_model::game::least_points;
///
/// assert_eq!([least_points(1), least_points(2), least_points(16)], [-32_767, -16_383, -2_047]);
/// ```
pub const fn least_points(seats: Seat) -> Points {
    -(MOST_POINTS / (2 * seats as Points))
}

/// The rules of a game, as the engine needs them.
///
/// A game only returns whole-number weights and the following states. The engine adds probabilities, divides and
/// merges.
///
/// Every player sees the whole state, and chance is the only unknown. Games with hidden information, such as cards in
/// a hand, are not supported. The engine cannot detect hidden information in a state, and assumes that all players
/// see it. For Kuhn poker with both cards in the state it computes the value 0; in the real game the first player
/// loses 1/18 (Kuhn 1950).
///
/// All methods must be deterministic: the same arguments always give the same result. A graph contains a clone of its
/// game.
///
/// ```
/// use chancetree_model::game::{Choices, Game, Seat};
///
/// /// Two players take one or two matches in turn. The last match scores a point.
/// #[derive(Clone)]
/// struct Matches(u8);
///
/// impl Game for Matches {
///     type State = u8; // matches that are left
///     type Action = u8; // matches that are taken
///     type Event = u8;
///
///     fn start(&self) -> u8 {
///         self.0
///     }
///     fn seats(&self) -> Seat {
///         2
///     }
///     fn expand(&self, &left: &u8, choices: &mut Choices<Self>) {
///         for taken in 1..=left.min(2) {
///             let points = (taken == left).into();
///             choices.action(taken).event(1, taken, || left - taken).points(points).pass();
///         }
///     }
///     fn layer(&self, &left: &u8) -> u32 {
///         (self.0 - left).into()
///     }
/// }
///
/// let graph = Matches(5).explore().run()?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (6, 9));
/// # Ok::<(), chancetree_model::Error>(())
/// ```
pub trait Game: Clone + Send + Sync {
    /// Everything that the future of play depends on, and nothing else. Two situations with the same future should be
    /// equal values, or be made equal by [`canonical`](Self::canonical): otherwise they are not merged.
    type State: Clone + Ord + Hash + Debug + Send + Sync + 'static;
    /// An action: something a player may decide. Use [`NoAction`] for a game without decisions.
    type Action: Copy + Ord + Hash + Display + Debug + Send + Sync + 'static;
    /// An event: something that may happen once an action is chosen, or by chance alone.
    type Event: Copy + Ord + Hash + Display + Debug + Send + Sync + 'static;

    /// Returns the state in which play begins.
    fn start(&self) -> Self::State;

    /// Writes the choices of `state` into `choices`, which is empty. For an end, writes none.
    fn expand(&self, state: &Self::State, choices: &mut Choices<Self>);

    /// Returns the layer of `state`: a quantity that never falls along an event. Defaults to 0: all states are in one layer,
    /// which is always right, but takes more memory and prevents evaluators that forget finished layers.
    ///
    /// States are discovered, merged and dropped layer by layer, and cycles can only lie within one layer. Use
    /// something that the rules cannot undo, such as the number of cards turned up. Do not use the number of moves
    /// made: it would keep transpositions apart.
    fn layer(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Returns the number of seats, 1 to [`MOST_SEATS`]. Defaults to 1.
    fn seats(&self) -> Seat {
        1
    }

    /// Returns the representative of all states that play exactly like `state`, for a game with symmetries. The engine
    /// passes every state through this method. Defaults to `state` itself.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Returns the place of `state` among the states that its layer can have, for a game that can number them. The
    /// engine then merges whole layers in tables, without hashing. Defaults to `None`: no ranks.
    ///
    /// No two states of a layer may share a place, every place must be less than the number of places, and that number
    /// must be the same for all states of a layer. The engine reports a state whose place is missing, taken or too
    /// great. Places that ascend with the states save a sort, and numberings with few unused places save memory. Where
    /// there are far more places than states, the engine merges as it does without ranks.
    fn rank(&self, _state: &Self::State) -> Option<Rank> {
        None
    }

    /// Returns the multiplicity of `event` in `state`: the number of ways in which it can happen, for a game whose chances are counts of
    /// equally likely arrangements: a whole number `m`, at least 1, such that the probability of the event is `m *
    /// F(next) / F(state)`, where `F` is the number of arrangements of what a state still hides. Defaults to `None`.
    ///
    /// With these numbers the engine counts arrangements and never divides; otherwise it keeps one common denominator
    /// for each layer. The results are the same, but counting halves the number of digits. A game must return a
    /// number for all of its events or for none.
    fn multiplicity(&self, _state: &Self::State, _event: Self::Event) -> Option<u64> {
        None
    }

    /// Returns the number of arrangements of the information that the end `state` still hides, for a game that counts
    /// [multiplicities](Self::multiplicity). Defaults to `None`: nothing is hidden.
    fn remaining_arrangements(&self, _state: &Self::State) -> Option<Natural> {
        None
    }

    /// Returns a builder that explores all states of the game.
    fn explore(&self) -> Exploration<'_, Self> {
        Exploration::new(self)
    }

    /// Explores all states with the limits of a job; see [`Graph::of`].
    ///
    /// A game that is used in many crates should override this method with the same body, because exploring is compiled in
    /// each crate that calls it, or once where it is overridden. A game that implements [`StateCodec`] should override it with
    /// [`Graph::saved`], so that explored states are saved in the store of `job`.
    ///
    /// # Errors
    /// If the game breaks a promise of this contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, a limit of
    /// `job` is passed, or work cannot be saved or read.
    fn graph(&self, job: &Job<'_>) -> Result<Graph<Self>, Error> {
        Graph::of(self, job)
    }

    /// Explores the game layer by layer, and passes each layer to `visit`. Finished layers are dropped.
    ///
    /// # Errors
    /// As [`graph`](Self::graph), and the errors of `visit`.
    fn follow(&self, job: &Job<'_>, visit: &mut dyn LayerVisitor) -> Result<(), Error> {
        follow(self, job, visit)
    }
}

/// The place of a state among those that its layer can have; see [`Game::rank`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The place, counted from 0; less than `places`.
    pub place: u64,
    /// The number of places of the layer.
    pub places: u64,
}

impl Rank {
    /// Returns the rank written with these digits in a mixed-radix system, the most significant digit first. Each digit
    /// is a pair of its value and its radix.
    ///
    /// Both fields saturate at `u64::MAX`.
    ///
    /// ```
    /// use chancetree_model::game::Rank;
    ///
    /// // Row 2 of 3 and column 1 of 4.
    /// assert_eq!(Rank::of([(2, 3), (1, 4)]), Rank { place: 9, places: 12 });
    /// ```
    pub fn of<const N: usize>(digits: [(u64, u64); N]) -> Self {
        digits.iter().fold(Self { place: 0, places: 1 }, |rank, &(digit, of)| Self {
            place: rank.place.saturating_mul(of).saturating_add(digit),
            places: rank.places.saturating_mul(of),
        })
    }
}

/// One event of a choice: its weight, its name, and the state that follows.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Coins { tosses: 3 }, &3);
/// let tails = &choices.events()[1];
/// assert_eq!((tails.weight, tails.event, tails.turn_offset, tails.next), (1, "tails", 1, 2));
/// ```
pub struct Event<G: Game> {
    /// The weight, at least 1.
    pub weight: Weight,
    /// The event itself.
    pub event: G::Event,
    /// The points that the mover scores.
    pub points: Points,
    /// The number of seats by which the turn moves on; 0 if the mover moves again.
    pub turn_offset: Seat,
    /// The state that follows, in its [canonical](Game::canonical) form.
    pub next: G::State,
}

/// One choice of a state: a move of chance or an action of the mover, with its events.
///
/// ```
/// use chancetree_model::example::Throws;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Throws { throws: 2 }, &(1, 4));
/// let found: Vec<_> = choices.iter().map(|choice| (choice.action, choice.total, choice.events.len())).collect();
/// assert_eq!(found, [(Some("throw"), 6, 6), (Some("stop"), 1, 1)]);
/// ```
pub struct Choice<'a, G: Game> {
    /// The action, or `None` where chance moves.
    pub action: Option<G::Action>,
    /// The sum of the weights of `events`.
    pub total: Weight,
    /// The events of positive weight, in the order in which the game added them.
    pub events: &'a [Event<G>],
}

/// The choices of one state: a reusable buffer that the engine passes to [`Game::expand`].
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Choices;
///
/// let mut choices = Choices::default();
/// choices.fill(&Coins { tosses: 3 }, &2);
/// assert_eq!(choices.len(), 1);
/// let [heads, tails] = choices.events() else { unreachable!("a coin has two sides") };
/// assert_eq!((heads.points, tails.turn_offset), (1, 1));
/// ```
pub struct Choices<G: Game> {
    heads: Vec<(Option<G::Action>, Weight, Range<usize>)>,
    events: Vec<Event<G>>,
    overflow: bool,
    too_many_points: bool,
}

impl<G: Game> Default for Choices<G> {
    fn default() -> Self {
        Self { heads: Vec::new(), events: Vec::new(), overflow: false, too_many_points: false }
    }
}

impl<G: Game> Choices<G> {
    /// Adds a choice without a decision: a move of chance, or of a robot. Its events are added to the returned value.
    pub fn chance(&mut self) -> Events<'_, G> {
        self.choice(None)
    }

    /// Adds the choice of `action` by the mover. Its events are added to the returned value.
    pub fn action(&mut self, action: G::Action) -> Events<'_, G> {
        self.choice(Some(action))
    }

    fn choice(&mut self, action: Option<G::Action>) -> Events<'_, G> {
        let end = self.events.len();
        self.heads.push((action, 0, end..end));
        Events { choices: self, is_possible: false }
    }

    /// Returns the number of choices, which is 0 at an end.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns `true` if there is no choice, that is, if the game is over.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns an iterator over the choices, in the order in which the game added them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Choice<'_, G>> {
        self.heads.iter().map(|(action, total, range)| Choice {
            action: *action,
            total: *total,
            events: &self.events[range.clone()],
        })
    }

    /// Returns the events of all choices, choice after choice.
    pub fn events(&self) -> &[Event<G>] {
        &self.events
    }

    /// Returns `true` if the weights of a choice do not fit a [`Weight`].
    pub fn overflowed(&self) -> bool {
        self.overflow
    }

    /// Returns `true` if an event scores more than [`MOST_POINTS`], or fewer than -[`MOST_POINTS`].
    pub fn points_overflowed(&self) -> bool {
        self.too_many_points
    }

    /// Replaces the contents of this buffer with the choices of `state`. The states that follow are made canonical.
    pub fn fill(&mut self, game: &G, state: &G::State) {
        self.heads.clear();
        self.events.clear();
        (self.overflow, self.too_many_points) = (false, false);
        game.expand(state, self);
        // The engine makes states canonical, so that games need not. Collecting reuses the allocation of the list.
        let canonical = |event: Event<G>| Event { next: game.canonical(event.next), ..event };
        self.events = std::mem::take(&mut self.events).into_iter().map(canonical).collect();
    }

    /// Removes the events of all choices, in their order, each with the action of its choice.
    pub(crate) fn take_events(&mut self) -> impl Iterator<Item = (Option<G::Action>, Event<G>)> {
        let actions = self.heads.iter().flat_map(|(action, _, range)| range.clone().map(move |_| *action));
        actions.zip(self.events.drain(..))
    }
}

/// A choice to which events can be added.
///
/// An event scores no points and leaves the turn with the mover, unless [`points`](Self::points) and [`pass`](Self::pass)
/// follow it:
///
/// ```
/// use chancetree_model::game::{Choices, Game, NoAction, Seat};
///
/// /// Two players toss a coin in turn. Heads score a point and the player tosses again; after tails the turn passes on.
/// #[derive(Clone)]
/// struct Coin;
///
/// impl Game for Coin {
///     type State = u8; // tosses that are left
///     type Action = NoAction;
///     type Event = &'static str;
///
///     fn start(&self) -> u8 {
///         3
///     }
///     fn expand(&self, &left: &u8, choices: &mut Choices<Self>) {
///         if left > 0 {
///             let toss = choices.chance();
///             toss.event(1, "heads", || left - 1).points(1).event(1, "tails", || left - 1).pass();
///         }
///     }
///     fn seats(&self) -> Seat {
///         2
///     }
/// }
/// ```
pub struct Events<'a, G: Game> {
    choices: &'a mut Choices<G>,
    /// `false` before the first event, and after an event that was left out.
    is_possible: bool,
}

impl<G: Game> Events<'_, G> {
    /// Adds an event and returns the choice for the next one. A weight of 0 means that the event is impossible: it is
    /// left out, and `next` is never called.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(2, "heads", || 1).event(0, "tails", || unreachable!("a weight of 0"));
    /// assert_eq!(choices.events().len(), 1);
    /// ```
    pub fn event(mut self, weight: Weight, event: G::Event, next: impl FnOnce() -> G::State) -> Self {
        self.is_possible = weight > 0;
        if self.is_possible {
            self.choices.events.push(Event { weight, event, points: 0, turn_offset: 0, next: next() });
            let end = self.choices.events.len();
            let (_, total, range) = self.choices.heads.last_mut().expect("a choice was begun");
            match total.checked_add(weight) {
                Some(sum) => *total = sum,
                None => self.choices.overflow = true,
            }
            range.end = end;
        }
        self
    }

    /// Sets the points that the mover scores with the event that was added last. They may be negative.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "heads", || 1).points(-2);
    /// assert_eq!(choices.events()[0].points, -2);
    /// ```
    pub fn points(mut self, points: Points) -> Self {
        if let Some(event) = self.last() {
            event.points = points;
            if points.unsigned_abs() > MOST_POINTS.unsigned_abs() {
                self.choices.too_many_points = true;
            }
        }
        self
    }

    /// Passes the turn to the next seat after the event that was added last.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "tails", || 1).pass();
    /// assert_eq!(choices.events()[0].turn_offset, 1);
    /// ```
    pub fn pass(self) -> Self {
        self.pass_by(1)
    }

    /// Passes the turn on by this number of seats after the event that was added last. 0 leaves it with the mover.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Choices;
    ///
    /// let mut choices: Choices<Coins> = Choices::default();
    /// choices.chance().event(1, "heads", || 1).event(1, "tails", || 1).pass_by(2);
    /// assert_eq!([0, 1].map(|event| choices.events()[event].turn_offset), [0, 2]);
    /// ```
    pub fn pass_by(mut self, seats: Seat) -> Self {
        if let Some(event) = self.last() {
            event.turn_offset = seats;
        }
        self
    }

    /// Returns the event that was added last, unless it is impossible.
    fn last(&mut self) -> Option<&mut Event<G>> {
        self.choices.events.last_mut().filter(|_| self.is_possible)
    }
}

/// The action type of a game without decisions. It has no values.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::{Choices, Game, NoAction};
///
/// /// Returns whether chance alone moves in a state.
/// fn is_chance<G: Game<Action = NoAction>>(game: &G, state: &G::State) -> bool {
///     let mut choices = Choices::default();
///     choices.fill(game, state);
///     choices.iter().all(|choice| choice.action.is_none())
/// }
/// assert!(is_chance(&Coins { tosses: 3 }, &2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoAction {}

impl Display for NoAction {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// A game whose states can be sent from one process to another, or saved.
///
/// ```
/// use chancetree_model::game::{Choices, Game, NoAction, StateCodec};
/// use chancetree_model::{Error, Graph, Job};
///
/// /// A die is thrown until it shows a six.
/// #[derive(Clone)]
/// struct Die;
///
/// impl Game for Die {
///     type State = bool; // whether a six was thrown
///     type Action = NoAction;
///     type Event = &'static str;
///
///     fn start(&self) -> bool {
///         false
///     }
///     fn expand(&self, &over: &bool, choices: &mut Choices<Self>) {
///         if !over {
///             choices.chance().event(1, "six", || true).event(5, "other", || false);
///         }
///     }
///     /// Explored states are saved in the store of the job.
///     fn graph(&self, job: &Job<'_>) -> Result<Graph<Self>, Error> {
///         Graph::saved(self, job)
///     }
/// }
///
/// impl StateCodec for Die {
///     fn pack(&self, &over: &bool, bytes: &mut Vec<u8>) {
///         bytes.push(over.into());
///     }
///     fn unpack(&self, bytes: &[u8]) -> Option<bool> {
///         match bytes {
///             [0] => Some(false),
///             [1] => Some(true),
///             _ => None,
///         }
///     }
/// }
///
/// let mut bytes = Vec::new();
/// Die.pack(&true, &mut bytes);
/// assert_eq!(Die.unpack(&bytes), Some(true));
/// assert_eq!(Die.graph(&Job::default())?.node_count(), 2);
/// # Ok::<(), Error>(())
/// ```
pub trait StateCodec: Game {
    /// Appends `state` to `bytes`. Equal states must give the same bytes on every machine.
    fn pack(&self, state: &Self::State, bytes: &mut Vec<u8>);

    /// Returns the state that [`pack`](Self::pack) wrote as all of `bytes`, or `None` if there is no such state.
    fn unpack(&self, bytes: &[u8]) -> Option<Self::State>;
}
