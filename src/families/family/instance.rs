//! A game of a family, with its payoffs and the evaluators that only this family has.

mod evaluation;

use super::sampled::Sampler;
use super::{GameInfo, GraphAppearance, PayoffKind, Playable, PlayerNames};
use crate::depict::Depict;
use crate::exact::{self, Rational};
use crate::game::{NoAction, Points};
use crate::payoff::Payoff;
#[cfg(feature = "distributed")]
use evaluation::Shared;
use evaluation::Solver;
pub use evaluation::{Evaluator, GraphCheck, ReductionCheck, Work};
use std::any::TypeId;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A game of a family, with its title and its payoffs. It dereferences to its [`GameInfo`], whose fields can be set.
///
/// ```
/// use chancetree::family::{Instance, PayoffKind, PlayerNames};
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Guess::new(9, 2)?;
/// let mut game = Instance::new(game, PayoffKind::Wins { no_winner: None }, Gain).titled("Guess a number");
/// game.names = PlayerNames(Some(vec!["Anna".to_owned(), "Ben".to_owned()]));
/// assert_eq!(game.payoffs[0].words(&game.names, 1, 2), "P(Ben wins)");
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

impl<G: Depict> DerefMut for Instance<G> {
    fn deref_mut(&mut self) -> &mut GameInfo {
        &mut self.facts
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
        self.facts.scores = Some(scores);
        Self { is_won: true, ..self }
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
