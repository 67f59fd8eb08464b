//! The contract between a game and the engine: a state offers choices, and a choice is a distribution over events.
//!
//! A state without choices is an end. A state with one choice is left to chance, or to a robot that does not decide. In
//! a state with several choices the player to move decides. Everything the engine answers follows from these three
//! cases.

mod choices;

pub use choices::{Choice, Choices, Event, Events};

use crate::exact::Natural;
use crate::explore::{LayerVisitor, follow};
use crate::{Error, Exploration, Graph, Job};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

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
pub const MAX_SEATS: Seat = 16;

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
/// An event scores at most [`MAX_POINTS`] and at least -[`MAX_POINTS`]. The points of all seats together are at most
/// [`MAX_POINTS`]. In a game with negative points, the points of all seats together are at most 32,767, and no seat has fewer
/// than [`least_points`].
///
/// ```
/// use chancetree_model::game::{MAX_POINTS, Points};
///
/// // The cards of a deck are worth 120 points in all.
/// let deck: Points = 4 * (11 + 10 + 4 + 3 + 2);
/// assert!(deck <= MAX_POINTS);
/// ```
pub type Points = i32;

/// The greatest sum of the points of all seats.
pub const MAX_POINTS: Points = 65_535;

/// Returns the fewest points that a seat may have in a game for this number of seats: -32,767 divided by the number of seats.
///
/// ```
/// use chancetree_model::game::least_points;
///
/// assert_eq!([least_points(1), least_points(2), least_points(16)], [-32_767, -16_383, -2_047]);
/// ```
pub const fn least_points(seats: Seat) -> Points {
    -(MAX_POINTS / (2 * seats as Points))
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

    /// Returns the layer of `state`: a number that never decreases when an event happens. Defaults to 0, so that all states are
    /// in one layer. This is always correct, but takes more memory, and evaluators that drop finished layers cannot be used.
    ///
    /// States are discovered, merged and dropped layer by layer, and cycles can only lie within one layer. Use
    /// something that the rules cannot undo, such as the number of cards turned up. Do not use the number of moves
    /// made: it would keep transpositions apart.
    fn layer(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Returns the number of seats, 1 to [`MAX_SEATS`]. Defaults to 1.
    fn seats(&self) -> Seat {
        1
    }

    /// Returns one representative for all states that are equivalent to `state`, for a game with symmetries. The engine
    /// calls this method with every state and continues with the result. Defaults to `state` itself.
    ///
    /// ```
    /// use chancetree_model::game::{Choices, Game, NoAction};
    ///
    /// /// Two lamps that look alike are switched on, one after the other.
    /// #[derive(Clone)]
    /// struct Lamps;
    ///
    /// impl Game for Lamps {
    ///     type State = [bool; 2];
    ///     type Action = NoAction;
    ///     type Event = u8;
    ///
    ///     fn start(&self) -> [bool; 2] {
    ///         [false; 2]
    ///     }
    ///     fn expand(&self, &lamps: &[bool; 2], choices: &mut Choices<Self>) {
    ///         let off = [0, 1].into_iter().filter(|&lamp| !lamps[lamp]).collect::<Vec<_>>();
    ///         if !off.is_empty() {
    ///             off.into_iter().fold(choices.chance(), |events, lamp| {
    ///                 events.event(1, lamp as u8, || {
    ///                     let mut next = lamps;
    ///                     next[lamp] = true;
    ///                     next
    ///                 })
    ///             });
    ///         }
    ///     }
    ///     fn canonical(&self, mut lamps: [bool; 2]) -> [bool; 2] {
    ///         lamps.sort_unstable();
    ///         lamps
    ///     }
    /// }
    ///
    /// // States with no lamp, one lamp and two lamps.
    /// assert_eq!(Lamps.explore().run()?.node_count(), 3);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Returns the place of `state` among the states that its layer can have, for a game that can number them. The
    /// engine then merges whole layers in tables, without hashing. Defaults to `None`: no ranks.
    ///
    /// No two states of a layer may share a place, every place must be less than the number of places, and that number
    /// must be the same for all states of a layer. The engine returns an error for a state whose place is used twice or too
    /// great, and for a state without a place in a layer whose first state has one. Places in the order of the states
    /// save a sort, and few unused places save memory. If there are far more places than states, the engine merges the
    /// layer as it does without ranks.
    fn rank(&self, _state: &Self::State) -> Option<Rank> {
        None
    }

    /// Returns the multiplicity of `event` in `state`: the number of ways in which the event can happen, at least 1. Defaults to
    /// `None`.
    ///
    /// The multiplicity is defined for games of equally likely hidden arrangements, such as orders of cards. Let `F(state)` be
    /// the number of arrangements of what a state still hides. The probability of an event with multiplicity `m` is
    /// `m * F(next) / F(state)`.
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
    /// A game that is used in many crates should override this method with the same body: exploring is then compiled once,
    /// and not in each crate that calls it. A game with [`StateCodec`] should override it with [`Graph::saved`], so
    /// that explored states are saved in the store of `job`.
    ///
    /// # Errors
    /// If the game breaks a promise of this contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, a limit of
    /// `job` is passed, or work cannot be saved or read.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    /// use chancetree_model::Job;
    ///
    /// let graph = Coins { tosses: 3 }.graph(&Job { threads: 2, ..Job::default() })?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    fn graph(&self, job: &Job<'_>) -> Result<Graph<Self>, Error> {
        Graph::of(self, job)
    }

    /// Explores all states that can be reached from any of `starts`; see [`Graph::from_any`]. A game that overrides
    /// [`graph`](Self::graph) should override this method too, with the same body.
    ///
    /// # Errors
    /// As [`Graph::from_any`].
    ///
    /// # Panics
    /// If `starts` is empty.
    fn graph_from(&self, starts: Vec<Self::State>, job: &Job<'_>) -> Result<Graph<Self>, Error> {
        Graph::from_any(self, starts, job)
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
///
/// ```
/// use chancetree_model::game::Rank;
///
/// // A layer with one bit for each of three lamps.
/// let rank = Rank { place: 0b101, places: 8 };
/// assert_eq!(rank, Rank::of([(1, 2), (0, 2), (1, 2)]));
/// ```
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

/// A game whose states can be sent from one process to another, or saved: every game whose states implement serde's
/// `Serialize` and `Deserialize`. Equal states must give the same bytes on every machine.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::StateCodec as _;
///
/// let (coins, mut bytes) = (Coins { tosses: 3 }, Vec::new());
/// coins.pack(&2, &mut bytes);
/// assert_eq!(coins.unpack(&bytes), Some(2));
/// assert_eq!(coins.unpack(&[]), None);
/// ```
pub trait StateCodec: Game<State: Serialize + DeserializeOwned> {
    /// Appends `state` to `bytes`.
    ///
    /// # Panics
    /// If the state cannot be serialized.
    fn pack(&self, state: &Self::State, bytes: &mut Vec<u8>) {
        postcard::to_io(state, bytes).expect("a vector takes all, and states can be serialized");
    }

    /// Returns the state that [`pack`](Self::pack) wrote as all of `bytes`, or `None` if there is no such state.
    fn unpack(&self, bytes: &[u8]) -> Option<Self::State> {
        postcard::take_from_bytes(bytes).ok().filter(|(_, rest)| rest.is_empty()).map(|(state, _)| state)
    }
}

impl<G: Game<State: Serialize + DeserializeOwned>> StateCodec for G {}
