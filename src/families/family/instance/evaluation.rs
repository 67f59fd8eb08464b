//! How a game of a family is evaluated: the functions that replace or complement those for any game.

use super::Instance;
use crate::depict::Depict;
#[cfg(feature = "distributed")]
use crate::distributed::{SolveQuery, StoreSections, cluster::Cluster, solved};
use crate::evaluate::Solution;
#[cfg(feature = "distributed")]
use crate::family::Answer;
use crate::family::sampled::{Sample, SampleValues, Sampler};
use crate::family::{Refusal, StartValues};
#[cfg(feature = "distributed")]
use crate::game::StateCodec;
use crate::model::{Error, Graph, Job};
#[cfg(feature = "distributed")]
use crate::payoff::Payoff;
use crate::payoff::PayoffTable;
use std::sync::Arc;

/// Returns whether the solution of a game with fewer choices has the values of the game with all choices.
pub type ReductionCheck<G> = fn(&Graph<G>, &Solution) -> bool;

/// Refuses an explored game that cannot be played to its end.
pub type GraphCheck<G> = fn(&Graph<G>) -> Result<(), Refusal>;

/// Does the work of `odds`. Returns the numbers of states and transitions, or `None` if the work does not visit all
/// states.
pub type Work<G> = fn(&G, &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

/// Computes the values of a game without its graph. Returns `None` for games that need the graph.
pub type Evaluator<G> = fn(&G, &Job<'_>) -> Result<Option<StartValues>, Error>;

/// Finds optimal play in fractions.
pub(in crate::family) type Solver<G> =
    dyn Fn(&Graph<G>, PayoffTable, &Job<'_>) -> Result<Solution, Error> + Send + Sync;

/// Evaluates a game together with other processes.
#[cfg(feature = "distributed")]
pub(in crate::family) type Shared<G> =
    fn(&Instance<G>, Cluster, &StoreSections<'_>, &Job<'_>) -> Result<Answer, Error>;

impl<G: Depict> Instance<G> {
    /// Sets the same game with fewer choices, which is solved first. If `holds` confirms its solution, the game with
    /// all choices is not solved.
    ///
    /// ```
    /// use chancetree::example::Throws;
    /// use chancetree::family::{Instance, Playable, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let game = |throws| Instance::new(Throws { throws }, PayoffKind::Expected("points"), Gain);
    /// let reduced = game(3).reduced_to(game(2), |_, _| false);
    /// assert!(reduced.boxed().reduced().is_some());
    /// ```
    pub fn reduced_to(self, mut reduced: Self, holds: ReductionCheck<G>) -> Self {
        reduced.holds = Some(holds);
        Self { reduced: Some(Box::new(reduced)), ..self }
    }

    /// Sets a function that refuses the explored game if it cannot be played to its end.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Playable, Refusal, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.checked(|graph| match graph.node_count() {
    ///     0..10 => Ok(()),
    ///     _ => Err(Refusal::new("this coin is tossed too often")),
    /// });
    /// assert_eq!(game.boxed().seats, 2);
    /// ```
    pub fn checked(mut self, check: GraphCheck<G>) -> Self {
        if let Some(reduced) = &mut self.reduced {
            reduced.check = Some(check);
        }
        Self { check: Some(check), ..self }
    }

    /// Sets the sampler for `simulate`, for games whose payoffs do not name a winner or that report more.
    pub fn sampled(
        mut self,
        sampler: impl for<'a> Fn(&'a Graph<G>, SampleValues<'_>, &Job<'_>) -> Result<Sample<'a>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let sampler: Arc<Sampler<G>> = Arc::new(sampler);
        if let Some(reduced) = &mut self.reduced {
            reduced.sampler = Some(Arc::clone(&sampler));
        }
        Self { sampler: Some(sampler), ..self }
    }

    /// Sets the work of `odds`, for families with an evaluator of their own. The work returns the numbers of states and
    /// transitions, or `None` if it does not visit all states. `instead` is a command and options for a game that is
    /// too large, as typed, or empty.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Playable, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// // There are as many states as tosses, and an end; each toss has two results.
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.working(|game, _| Ok(Some([1, 2].map(|each| each * u64::from(game.tosses)))), "");
    /// assert_eq!(game.work(&Job::default())?, Some([3, 6]));
    /// # Ok::<(), chancetree::model::Error>(())
    /// ```
    pub fn working(mut self, work: Work<G>, instead: impl Into<String>) -> Self {
        self.facts.instead = instead.into();
        Self { work: Some(work), ..self }
    }

    /// Sets a function that computes the values of the start without the graph of the game. Its values must equal the
    /// values of the solver.
    ///
    /// ```
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Playable, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// // The game needs its graph.
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// assert!(game.evaluated_by(|_, _| Ok(None)).evaluate(&Job::default())?.is_none());
    /// # Ok::<(), chancetree::model::Error>(())
    /// ```
    pub fn evaluated_by(self, evaluator: Evaluator<G>) -> Self {
        Self { evaluator: Some(evaluator), ..self }
    }

    /// Sets a function that finds optimal play in fractions for the first payoff.
    ///
    /// ```
    /// use chancetree::evaluate::solve_model;
    /// use chancetree::example::Coins;
    /// use chancetree::family::{Instance, Playable, PayoffKind};
    /// use chancetree::prelude::*;
    ///
    /// let game = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain);
    /// let game = game.solved_by(|graph, payoff_table, job| solve_model(graph.model(), payoff_table, job)).boxed();
    /// let explored = game.explore(&Job::default())?;
    /// let solution = explored.solve(0, None, &Job::default())?;
    /// assert_eq!(solution.value(explored.model().start())[0], ratio(1, 1));
    /// # Ok::<(), chancetree::model::Error>(())
    /// ```
    pub fn solved_by(
        self,
        solver: impl Fn(&Graph<G>, PayoffTable, &Job<'_>) -> Result<Solution, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { solver: Some(Box::new(solver)), ..self }
    }

    /// Allows several processes to evaluate the game together.
    #[cfg(feature = "distributed")]
    pub fn shareable(self) -> Self
    where
        G: StateCodec,
    {
        let shared: Shared<G> = |instance, cluster, sections, job| {
            let payoffs: Vec<&dyn Payoff<G>> = instance.payoffs.iter().map(|payoff| &**payoff).collect();
            let query = SolveQuery { payoffs: &payoffs, counts: &|_, _| false };
            solved(&instance.game, &query, cluster, sections, job)
        };
        Self { shared: Some(shared), ..self }
    }
}
