//! The errors of exploration and evaluation.

use crate::Progress;
use crate::game::{MAX_POINTS, MAX_SEATS, Points, Seat};
use std::io::{self, ErrorKind};
use thiserror::Error;

/// The reason a query has no answer.
///
/// The errors of the rules, of limits and of saved work have types of their own, which `?` converts. The other variants describe
/// games that keep the contract but that an evaluator does not support. Strings are states in their `Debug` form, unless the
/// documentation of a variant says otherwise.
///
/// ```
/// use chancetree_model::game::{Choices, Game, NoAction};
/// use chancetree_model::{Error, Stop};
///
/// /// A walk that never ends.
/// #[derive(Clone)]
/// struct Walk;
///
/// impl Game for Walk {
///     type State = u64;
///     type Action = NoAction;
///     type Event = &'static str;
///
///     fn start(&self) -> u64 {
///         0
///     }
///     fn expand(&self, &place: &u64, choices: &mut Choices<Self>) {
///         choices.chance().event(1, "step", || place + 1);
///     }
/// }
///
/// let stopped = Walk.explore().max_states(100).run().expect_err("there are more states");
/// assert!(matches!(stopped, Error::Stop(Stop::TooManyStates { limit: 100, .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules of the game are inconsistent.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A limit or a monitor ended the work.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// Work could not be saved, or saved work could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The points of a seat, or in most evaluators the points of all seats together, may exceed [`MAX_POINTS`], or half as many if
    /// points can be negative.
    #[error("more than {MAX_POINTS} points in one game, or than {} if points can be negative", MAX_POINTS / 2)]
    PointsOverflow,
    /// A seat may have fewer points than allowed. The value is the minimum, [`least_points`](crate::game::least_points) of the
    /// number of seats.
    #[error("a seat may have fewer than {0} points")]
    PointsUnderflow(Points),
    /// An event scores negative points, but the evaluator can only add up points that are not negative.
    #[error("an event scores negative points, which this evaluator cannot add up")]
    NegativePoints,
    /// The payoff of a simulated game, or a payoff over the common denominator of all payoffs, does not fit an `i64`.
    #[error("the payoff of one game exceeds 64 bits")]
    PayoffOverflow,
    /// The graph is cut off in this state, but the evaluator needs the states beyond it.
    #[error("the graph is cut off in {0}, where play goes on")]
    Cut(String),
    /// The threshold below which probabilities are dropped is not from 0 to 1. The string is the threshold.
    #[error("a threshold of {0}, but it must be from 0 to 1")]
    Threshold(String),
    /// A player decides in this state, but the evaluator can only follow chance.
    #[error("a player decides in {0}; this evaluator supports only chance")]
    Decision(String),
    /// Play can come back to this state, but the evaluator can only follow games without cycles.
    #[error("play can return to {0}")]
    Cycle(String),
    /// An event in this state stays in its layer, but the evaluator can only follow steps to later layers.
    #[error("an event in {0} stays in its layer, which this evaluator cannot follow")]
    StaysInLayer(String),
    /// Play may continue forever from this state: no end can be reached, or players who maximize never choose an action
    /// that leads to one.
    #[error("play may never end from {0}")]
    NeverEnds(String),
    /// Another player decides in this state, but bounds on the value of a player need opponents whose interests are opposite.
    #[error(
        "another player decides in {0}; bounds need chance alone, one deciding player, or two players whose payoffs \
         have a constant sum"
    )]
    NoOppositeInterests(String),
    /// Doubles are not precise enough to bound the value of this state.
    #[error("doubles are not precise enough to bound the value of {0}")]
    NoFiniteBounds(String),
    /// No stable policy was found for the decisions in the cycle of this state.
    #[error("no stable policy was found for the cycle of {0}")]
    NoStablePolicy(String),
    /// Another process failed or is lost, or the threads cannot be started. The string is the whole message.
    #[error("{0}")]
    Process(String),
}

/// Converts an error of saving work or of reading saved work.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Store(match error.kind() {
            // Input that ends too early does not fit the game, either.
            ErrorKind::InvalidData | ErrorKind::UnexpectedEof => StoreError::Unfit,
            _ => StoreError::Io(error.to_string()),
        })
    }
}

/// Rules that are inconsistent: a game breaks a promise of [`Game`](crate::game::Game).
///
/// Strings are states in their `Debug` form.
///
/// ```
/// use chancetree_model::{Error, GameError};
///
/// let error = Error::from(GameError::EmptyChoice("(3, 1)".to_owned()));
/// assert_eq!(error.to_string(), "a choice in (3, 1) has no event of positive weight");
/// assert!(!error.is_stop());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The number of seats is 0 or exceeds [`MAX_SEATS`].
    #[error("{0} seats, but a game has 1 to {MAX_SEATS}")]
    Seats(Seat),
    /// A choice of this state has no event of positive weight.
    #[error("a choice in {0} has no event of positive weight")]
    EmptyChoice(String),
    /// Chance moves in this state, but the state has another choice.
    #[error("{0} has a choice of chance beside another choice")]
    ChanceBesideChoice(String),
    /// Two choices of this state have the same action.
    #[error("two choices of {0} have the same action")]
    SameAction(String),
    /// An event leads to a lower layer, which [`Game::layer`](crate::game::Game::layer) forbids.
    #[error("the layer falls from state {from} to state {to}")]
    LayerFalls {
        /// The state in which the event happens.
        from: String,
        /// The state that follows.
        to: String,
    },
    /// Two states of a layer have the same rank, which [`Game::rank`](crate::game::Game::rank) forbids.
    #[error("{one} and {other} have the same rank")]
    SameRank {
        /// The lesser state.
        one: String,
        /// The greater state.
        other: String,
    },
    /// The rank of this state is missing, or its place is not less than the number of places in its layer.
    #[error("the rank of {0} is not a rank of its layer")]
    NoRank(String),
    /// The sum of the weights of a choice of this state exceeds what [`Weight`](crate::game::Weight) can hold.
    #[error("the weights in {0} add up to more than 64 bits")]
    WeightOverflow(String),
    /// Some events have a multiplicity and others have none. This state has an event that differs from the others.
    #[error("some events of {0} have a multiplicity, and others have none")]
    MixedMultiplicity(String),
}

/// The limit or the monitor that ended the work.
///
/// ```
/// use chancetree_model::{Error, LimitKind, Stop};
///
/// let error = Error::from(Stop::TooManyStates { limit: 5, layer: 2 });
/// assert_eq!(error.limit(), Some(LimitKind::States));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stop {
    /// More states were found than the limit allows.
    #[error("more than {limit} states (in layer {layer})")]
    TooManyStates {
        /// The greatest number of states.
        limit: u64,
        /// The layer in which the limit was passed.
        layer: u32,
    },
    /// More steps between states were found than can be numbered.
    #[error("more than {limit} transitions (in layer {layer})")]
    TooManySteps {
        /// The greatest number of steps.
        limit: u64,
        /// The layer in which the limit was passed; 0 in a model made from another.
        layer: u32,
    },
    /// More memory is needed than the limit allows.
    #[error("more than {limit} bytes are needed (in layer {}, after {} states)", progress.layer, progress.states)]
    TooMuchMemory {
        /// The greatest number of bytes.
        limit: u64,
        /// The progress when the limit was passed.
        progress: Progress,
    },
    /// The monitor stopped the work at this progress, because of a time limit or an interrupt by the user.
    #[error("stopped in layer {}, after {} states", .0.layer, .0.states)]
    ByMonitor(Progress),
    /// A limit or a signal ended the work of another process. The string is the whole message.
    #[error("{0}")]
    InProcess(String),
}

/// A failure of the storage of unfinished work; see [`Store`](crate::Store).
///
/// ```
/// use chancetree_model::{Error, StoreError};
///
/// assert_eq!(Error::from(StoreError::Unfit).to_string(), "the saved work does not fit the game");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Work could not be saved, or saved work could not be read: its file is damaged, of other work, or of another version. The
    /// string is the whole message.
    #[error("{0}")]
    Io(String),
    /// Saved work does not fit the game.
    #[error("the saved work does not fit the game")]
    Unfit,
}

/// A limit that ended the work.
///
/// ```
/// use chancetree_model::LimitKind;
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let error = Coins { tosses: 3 }.explore().max_states(2).run().expect_err("there are four states");
/// assert_eq!(error.limit(), Some(LimitKind::States));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The number of states, transitions or nodes.
    States,
    /// The memory.
    Memory,
    /// The time, or another reason of the monitor.
    Time,
    /// A fixed limit of the program: the same work always ends in the same way.
    Program,
    /// A limit of another process.
    Elsewhere,
}

impl Stop {
    /// Returns the kind of the limit.
    pub fn limit(&self) -> LimitKind {
        match self {
            Self::TooManyStates { .. } | Self::TooManySteps { .. } => LimitKind::States,
            Self::TooMuchMemory { .. } => LimitKind::Memory,
            Self::ByMonitor(_) => LimitKind::Time,
            Self::InProcess(_) => LimitKind::Elsewhere,
        }
    }
}

impl Error {
    /// Returns the limit that ended the work, if one did.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    /// use chancetree_model::LimitKind;
    ///
    /// let stopped = Coins { tosses: 3 }.explore().max_states(2).run().map(drop).unwrap_err();
    /// assert!(stopped.is_stop());
    /// assert_eq!(stopped.limit(), Some(LimitKind::States));
    /// ```
    pub fn limit(&self) -> Option<LimitKind> {
        match self {
            Self::Stop(stop) => Some(stop.limit()),
            _ => None,
        }
    }

    /// Returns whether a limit or a monitor ended the work.
    pub fn is_stop(&self) -> bool {
        matches!(self, Self::Stop(_))
    }
}
