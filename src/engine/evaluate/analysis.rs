//! The evaluators as methods of an explored game.

use crate::evaluate::{Counts, Odds, OptimalPlay, Tree, ValueBounds, bounds, count, odds, solve};
use crate::exact::Rational;
use crate::game::{Game, Seat};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Payoff, PayoffTable};

/// The evaluators as methods of an explored game.
///
/// They use one thread, have no limits and begin with scores of 0. The functions of the same names take scores and a [`Job`].
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::exact::fraction;
/// use chancetree_engine::game::{Choices, Game};
/// use chancetree_engine::payoff::Gain;
///
/// /// A player throws a die once or twice, and scores the last throw.
/// #[derive(Clone)]
/// struct TwoThrows;
///
/// impl Game for TwoThrows {
///     type State = (u8, u8); // throws that are left, and the last throw
///     type Action = &'static str;
///     type Event = u8;
///
///     fn start(&self) -> (u8, u8) {
///         (2, 0)
///     }
///     fn expand(&self, &(left, last): &(u8, u8), choices: &mut Choices<Self>) {
///         if left > 0 {
///             (1..=6).fold(choices.action("throw"), |throw, eyes| throw.event(1, eyes, || (left - 1, eyes)));
///         }
///         if last > 0 {
///             choices.action("stop").event(1, 0, || (0, 0)).points(last.into());
///         }
///     }
/// }
///
/// let best = TwoThrows.explore().run()?.maximize(&Gain)?;
/// assert_eq!(fraction(&best.value(best.graph().start())[0]), "17/4");
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub trait Analysis<G: Game> {
    /// Returns optimal play: every mover maximises their own expected payoff; see [`solve`].
    ///
    /// # Errors
    /// As [`solve`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.value(best.graph().start()), [ratio(17, 4)]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    fn maximize(&self, payoff: &impl Payoff<G>) -> Result<OptimalPlay<G>, Error>;

    /// Returns bounds on the expected payoff of `seat` at optimal play, at most `width` apart if doubles allow it; see
    /// [`bounds`]. Cycles may be large.
    ///
    /// # Errors
    /// As [`bounds`].
    ///
    /// # Panics
    /// As [`bounds`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let value = Throws { throws: 2 }.explore().run()?.bounds(&Gain, 0, 1e-9)?;
    /// assert!(value.lower <= 4.25 && 4.25 <= value.upper && value.width() <= 1e-9);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    fn bounds(&self, payoff: &impl Payoff<G>, seat: Seat, width: f64) -> Result<ValueBounds, Error>;

    /// Returns the odds of a game without decisions; see [`odds`].
    ///
    /// # Errors
    /// As [`odds`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.odds()?.win(0), &ratio(1, 2));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    fn odds(&self) -> Result<Odds, Error>;

    /// Returns the number of states, each with its scores, and the size of the tree of histories; see [`count`].
    ///
    /// # Errors
    /// As [`count`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let (counts, tree) = graph.count()?;
    /// assert_eq!((counts.ends, tree.leaves), (7, 8u32.into()));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    fn count(&self) -> Result<(Counts, Tree), Error>;
}

impl<G: Game> Analysis<G> for Graph<G> {
    fn maximize(&self, payoff: &impl Payoff<G>) -> Result<OptimalPlay<G>, Error> {
        solve(self, payoff, &Job::default())
    }

    fn bounds(&self, payoff: &impl Payoff<G>, seat: Seat, width: f64) -> Result<ValueBounds, Error> {
        bounds(self.model(), &PayoffTable::of(self, payoff), seat, width, &Job::default())
    }

    fn odds(&self) -> Result<Odds, Error> {
        odds(self, &[], &Job::default())
    }

    fn count(&self) -> Result<(Counts, Tree), Error> {
        count(self, &[], &Job::default())
    }
}

impl<G: Game> OptimalPlay<G> {
    /// Returns the odds when all players follow the policy; see [`odds`].
    ///
    /// # Errors
    /// As [`odds`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.odds()?.expected, [ratio(17, 4)]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn odds(&self) -> Result<Odds, Error> {
        let job = Job::default();
        odds(self.induced(&job)?.model(), &[], &job)
    }
}

impl Odds {
    /// Returns the probability that `seat` alone has the most points at the end.
    ///
    /// # Panics
    /// If the game has no such seat.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.odds()?.win(1), &ratio(1, 4));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn win(&self, seat: Seat) -> &Rational {
        assert!(usize::from(seat) < self.expected.len(), "the game has {} seats", self.expected.len());
        &self.outcomes[usize::from(seat)]
    }

    /// Returns the probability that several seats share the most points at the end.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.odds()?.draw(), &ratio(1, 4));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn draw(&self) -> &Rational {
        self.outcomes.last().expect("a draw is the last outcome")
    }

    /// Returns the expected points of `seat` at the end.
    ///
    /// # Panics
    /// If the game has no such seat.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.odds()?.expected_points(1), &ratio(1, 2));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn expected_points(&self, seat: Seat) -> &Rational {
        &self.expected[usize::from(seat)]
    }
}
