//! A game of a family, with its payoffs and the evaluators that only this family has.

mod evaluation;

use super::sampled::Sampler;
use super::{GameInfo, GraphAppearance, Nested, PayoffKind, Playable, PlayerNames, Refusal};
use crate::depict::Depict;
use crate::exact::{self, Rational};
use crate::game::{NoAction, Points};
use crate::payoff::Payoff;
#[cfg(feature = "distributed")]
use evaluation::Shared;
use evaluation::Solver;
pub use evaluation::{Evaluator, GraphCheck, ReductionCheck, Work};
use serde_json::Value;
use std::any::TypeId;
use std::ops::Deref;
use std::sync::Arc;

/// A game of a family, with its title and its payoffs.
///
/// ```
/// use chancetree::family::{Instance, PayoffKind};
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Instance::new(Guess::new(9, 2)?, PayoffKind::Wins { no_winner: None }, Gain).titled("Guess a number");
/// let playable: &dyn chancetree::family::Playable = &game;
/// let job = Job::default();
/// let explored = playable.explore(&job)?;
/// let solution = explored.solve(0, None, &job)?;
/// assert_eq!(solution.value(explored.model().start())[0], ratio(5, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Instance<G: Depict> {
    pub(super) game: G,
    facts: GameInfo,
    /// `true` if two players play to win: the player with more points at the end wins.
    pub(super) is_won: bool,
    pub(super) payoffs: Vec<Box<dyn Payoff<G>>>,
    /// The same game with fewer choices.
    pub(super) reduced: Option<Box<Self>>,
    /// Returns whether the solution of the reduced game has the values of the full game.
    pub(super) holds: Option<ReductionCheck<G>>,
    pub(super) check: Option<GraphCheck<G>>,
    pub(super) work: Option<Work<G>>,
    pub(super) evaluator: Option<Evaluator<G>>,
    pub(super) sampler: Option<Arc<Sampler<G>>>,
    pub(super) solver: Option<Box<Solver<G>>>,
    #[cfg(feature = "distributed")]
    pub(super) shared: Option<Shared<G>>,
}

impl<G: Depict> Deref for Instance<G> {
    type Target = GameInfo;

    fn deref(&self) -> &GameInfo {
        &self.facts
    }
}

impl<G: Depict> Instance<G> {
    /// Creates a game in which all players maximise their expected `payoff`. `kind` describes the meaning of its values.
    pub fn new(game: G, kind: PayoffKind, payoff: impl Payoff<G> + 'static) -> Self {
        Self {
            facts: GameInfo {
                title: String::new(),
                parameters: None,
                stem: None,
                scores: Some(Vec::new()),
                seats: game.seats(),
                names: PlayerNames::default(),
                payoffs: vec![kind],
                unit: exact::one(),
                decides: TypeId::of::<G::Action>() != TypeId::of::<NoAction>(),
                appearance: GraphAppearance::default(),
                instead: String::new(),
                beyond: None,
                cost: None,
                nested: None,
            },
            game,
            is_won: false,
            payoffs: vec![Box::new(payoff)],
            reduced: None,
            holds: None,
            check: None,
            work: None,
            evaluator: None,
            sampler: None,
            solver: None,
            #[cfg(feature = "distributed")]
            shared: None,
        }
    }

    /// Adds another payoff. Its expected value is reported while all players maximise the first one.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// /// Heads count 1 for the player who tosses.
    /// struct Heads;
    ///
    /// impl Payoff<Coins> for Heads {
    ///     fn event(&self, _: &Coins, side: &'static str, _: Points) -> i64 {
    ///         (side == "heads").into()
    ///     }
    /// }
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.and(PayoffKind::Expected("heads"), Heads);
    /// assert_eq!(game.payoffs[1].key(), "expected_heads");
    /// ```
    pub fn and(mut self, kind: PayoffKind, payoff: impl Payoff<G> + 'static) -> Self {
        self.facts.payoffs.push(kind);
        self.payoffs.push(Box::new(payoff));
        self
    }

    /// Sets the title: a description of the game, in one line.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.facts.title = title.into();
        self
    }

    /// Sets the names of the players in answers for people. Defaults to numbers.
    ///
    /// ```
    /// use chancetree::family::{Instance, PlayerNames, PayoffKind};
    /// use chancetree::games::guess::Guess;
    /// use chancetree::prelude::*;
    ///
    /// let names = PlayerNames(Some(vec!["Anna".to_owned(), "Ben".to_owned()]));
    /// let game = Instance::new(Guess::new(9, 2)?, PayoffKind::Wins { no_winner: None }, Gain).named(names);
    /// assert_eq!(game.payoffs[0].words(&game.names, 1, 2), "P(Ben wins)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named(mut self, names: PlayerNames) -> Self {
        self.facts.names = names;
        self
    }

    /// Sets the parameters that answers repeat, and the base name of files about the game, without an extension. Both
    /// default to the typed parameters.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    /// use serde_json::json;
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.with_parameters(json!({ "tosses": 3 }), "coins-3");
    /// assert_eq!(game.stem.as_deref(), Some("coins-3"));
    /// ```
    pub fn with_parameters(mut self, parameters: Value, stem: impl Into<String>) -> Self {
        (self.facts.parameters, self.facts.stem) = (Some(parameters), Some(stem.into()));
        self
    }

    /// Sets the unit of reports: all values are multiplied by `factor`.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// // Half a euro for each point.
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("euros"), Gain).in_units(ratio(1, 2));
    /// assert_eq!(game.unit, ratio(1, 2));
    /// ```
    pub fn in_units(mut self, factor: Rational) -> Self {
        self.facts.unit = factor;
        self
    }

    /// Excludes points from the states when states are counted.
    pub fn unscored(mut self) -> Self {
        self.facts.scores = None;
        self
    }

    /// Sets the points of each seat at the start. Defaults to 0 for every seat.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// // The second player is a point ahead.
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain).scored(vec![0, 1]);
    /// assert_eq!(game.scores, Some(vec![0, 1]));
    /// assert_eq!(game.unscored().scores, None);
    /// ```
    pub fn scored(mut self, scores: Vec<Points>) -> Self {
        self.facts.scores = Some(scores);
        self
    }

    /// Makes two players play to win: the player with more points at the end wins. They start with `scores`. Points
    /// become part of the state, and the first payoff becomes 1 for a win, -1 for a loss and 0 for a draw.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Playable, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let coins = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = coins.for_winning(vec![0, 0]).boxed();
    /// let job = Job::default();
    /// let explored = game.explore(&job)?;
    /// let solution = explored.solve(0, None, &job)?;
    /// // The first player wins with probability 1/2 and loses with probability 1/4.
    /// assert_eq!(solution.value(explored.model().start()), [ratio(1, 4), ratio(-1, 4)]);
    /// # Ok::<(), chancetree::model::Error>(())
    /// ```
    pub fn for_winning(mut self, scores: Vec<Points>) -> Self {
        self.facts.payoffs[0] = PayoffKind::Edge;
        self.facts.appearance.ends = true;
        Self { is_won: true, ..self.scored(scores) }
    }

    /// Sets whether the game has decisions. Defaults to whether the game has actions.
    ///
    /// ```
    /// use chancetree::example::{Coins, Throws};
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let coins = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let throws = Instance::new(Throws { throws: 2 }, PayoffKind::Expected("points"), Gain);
    /// assert_eq!([coins.decides, throws.decides], [false, true]);
    /// // A robot that always throws decides nothing.
    /// assert!(!throws.deciding(false).decides);
    /// ```
    pub fn deciding(mut self, decides: bool) -> Self {
        self.facts.decides = decides;
        self
    }

    /// Sets the presentation of graphs of the game.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, GraphAppearance, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let appearance = GraphAppearance { ends: true, ..GraphAppearance::default() };
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain).with_appearance(appearance);
    /// assert!(game.appearance.ends);
    /// ```
    pub fn with_appearance(mut self, appearance: GraphAppearance) -> Self {
        self.facts.appearance = appearance;
        self
    }

    /// Sets the reason why `odds` refuses this game, if it does.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Refusal, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.beyond(Some(Refusal::new("at most 2 tosses")));
    /// assert_eq!(game.beyond.as_ref().map(|refusal| &*refusal.what), Some("at most 2 tosses"));
    /// ```
    pub fn beyond(mut self, refusal: Option<Refusal>) -> Self {
        self.facts.beyond = refusal;
        self
    }

    /// Declares that the game contains all smaller games with the same `rules`; see [`Nested`].
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, PayoffKind};
    /// use chancetree::prelude::*;
    /// use serde_json::json;
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// assert_eq!(game.nested(json!({}), 3).nested.as_ref().map(|nested| nested.size), Some(3));
    /// ```
    pub fn nested(mut self, rules: Value, size: u16) -> Self {
        self.facts.nested = Some(Nested { rules, size });
        self
    }

    /// Converts values into the unit of reports.
    pub(super) fn in_unit(&self, mut values: Vec<Rational>) -> Vec<Rational> {
        if self.unit != exact::one() {
            values.iter_mut().for_each(|value| *value = &*value * &self.unit);
        }
        values
    }

    /// Returns the game in a box, as [`Family::game`](super::Family::game) returns it.
    pub fn boxed<'a>(self) -> Box<dyn Playable + 'a>
    where
        G: 'a,
    {
        Box::new(self)
    }
}
