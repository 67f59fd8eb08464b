//! Information about a game that is known without exploring it.

use super::{PlayerNames, Refusal};
use crate::exact::Rational;
use crate::game::{Points, Seat};
use crate::plan::CostModel;
use serde_json::Value;
use std::sync::Arc;

/// Information about a game that is known without exploring it.
pub struct GameInfo {
    /// The title: a description of the game, in one line. Empty if none was set.
    pub title: String,
    /// The parameters that answers repeat. `None` to repeat the typed parameters.
    pub parameters: Option<Value>,
    /// The base name of files about the game, without an extension. `None` to derive it from the typed parameters.
    pub stem: Option<String>,
    /// The points of each seat at the start. Empty means 0 for every seat. `None` if points are no part of a state.
    pub scores: Option<Vec<Points>>,
    /// The number of seats.
    pub seats: Seat,
    /// The names of the players in answers for people.
    pub names: PlayerNames,
    /// The meanings of the payoffs. The players maximise the first one.
    pub payoffs: Vec<PayoffKind>,
    /// The factor by which reports multiply values of the payoffs.
    pub unit: Rational,
    /// `false` if the game has no decisions.
    pub decides: bool,
    /// The presentation of its graphs.
    pub appearance: GraphAppearance,
    /// A command and options that still work if the work of `odds` is too expensive, as typed. Empty if there are none.
    pub instead: String,
    /// The reason why `odds` refuses this game: it is too large for `odds` but not for other commands.
    pub beyond: Option<Refusal>,
    /// An estimate of the cost of `odds`, if it is better than an extrapolation from smaller games.
    pub cost: Option<Arc<dyn CostModel>>,
    /// The position of the game among nested games, if it is one.
    pub nested: Option<Nested>,
}

/// The position of a game among nested games. Play of a larger game can reach the start of a smaller one, and continues
/// by the same rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// A value that distinguishes this set of nested games from others, such as the number of players and the rules.
    pub rules: Value,
    /// The size of the game, unique among the nested games.
    pub size: u16,
}

/// The presentation of graphs of a game.
///
/// ```
/// use chancetree::example::Coins;
/// use chancetree::family::{Instance, GraphAppearance, PayoffKind};
/// use chancetree::prelude::*;
///
/// let appearance = GraphAppearance { layers: "the number of tosses", ..GraphAppearance::default() };
/// let mut game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
/// game.appearance = appearance;
/// assert_eq!(game.appearance.layers, "the number of tosses");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphAppearance {
    /// `true` to draw the board of every position. Defaults to `false`: only on request.
    pub boards: bool,
    /// `true` if events of one kind with the same weight between the same two states are images of one another by symmetry.
    /// Drawings show them as one line. Defaults to `false`.
    pub is_mirrored: bool,
    /// `true` if values describe how play ends. Defaults to `false`: values count the remaining payoff.
    pub ends: bool,
    /// The meaning of the number of a layer, in words. Empty, the default, if it means nothing to people.
    pub layers: &'static str,
}

/// The meaning of the values of a payoff.
///
/// ```
/// use chancetree::family::{PlayerNames, PayoffKind};
///
/// let points = PayoffKind::Expected("points");
/// assert_eq!(points.key(), "expected_points");
/// let unnamed = PlayerNames::default();
/// assert_eq!(points.words(&unnamed, 0, 2), "expected points of player 1");
/// assert_eq!(PayoffKind::Wins { no_winner: None }.words(&unnamed, 1, 2), "P(player 2 wins)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayoffKind {
    /// The probability that each seat wins.
    Wins {
        /// The name of the outcome without a winner, such as `no one wins`. It has the remaining probability.
        /// `None` if a seat always wins.
        no_winner: Option<&'static str>,
    },
    /// The expected amount of something countable, for each seat. The text names the unit in one plural word: `moves`.
    Expected(&'static str),
    /// The probability that a seat wins minus the probability that it loses.
    Edge,
    /// The probability that a property of a model describes.
    Property {
        /// The property, as it is written.
        text: String,
        /// The seat whose value is the probability. The other seat of two has the remaining probability.
        seat: Seat,
    },
}
