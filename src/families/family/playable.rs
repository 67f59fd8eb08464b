//! The interface of a game that hides the types of its states.

use super::explored::{Explored, GraphOrTree};
use super::solved::explored;
use super::{GameInfo, Instance};
use crate::depict::Depict;
#[cfg(feature = "distributed")]
use crate::distributed::{Exchanged, Optimum, StoreSections, cluster::Cluster};
use crate::evaluate::reduced_first;
use crate::exact::Rational;
use crate::model::{Error, Job};
use std::any::Any;
use std::ops::Deref;

/// A game whose interface hides the types of its states. Every [`Instance`] is one.
///
/// ```
/// use chancetree::example::Coins;
/// use chancetree::family::{Instance, Playable, PayoffKind};
/// use chancetree::prelude::*;
///
/// let coins = Instance::new(Coins { tosses: 3 }, PayoffKind::Expected("points"), Gain).titled("Three tosses");
/// let game: Box<dyn Playable> = coins.boxed();
/// assert_eq!((game.title.as_str(), game.seats, game.decides), ("Three tosses", 2, false));
/// // Four states and six transitions.
/// assert_eq!(game.work(&Job::default())?, Some([4, 6]));
/// # Ok::<(), chancetree::model::Error>(())
/// ```
pub trait Playable: Deref<Target = GameInfo> + Sync {
    /// Does the work of `odds`. Returns the numbers of states and transitions, or `None` if the work does not visit all
    /// states.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or the game cannot be solved.
    fn work(&self, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

    /// Computes the values of the start without the graph of the game. Returns `None` if the game needs the graph.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    fn evaluate(&self, job: &Job<'_>) -> Result<Option<StartValues>, Error>;

    /// Returns the same game with fewer choices, if there is one. It is solved first, because it may have the same
    /// [values](Explored::has_values_of_full_game).
    fn reduced(&self) -> Option<&dyn Playable>;

    /// Returns the state at the start of the exploration, and its layer.
    fn start(&self) -> (Box<dyn Any>, u32);

    /// Explores the game. The work can be saved if the states of the game [can](crate::game::Game::graph).
    ///
    /// # Errors
    /// If the game violates its contract, a limit of `job` is exceeded, or work cannot be saved or read.
    fn explore<'a>(&'a self, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Evaluates the game together with the other processes of `cluster`. Returns `None` if several processes cannot
    /// evaluate this game.
    ///
    /// # Errors
    /// The inner result is an error if a limit of `job` is exceeded, a process is lost, or work cannot be saved or read.
    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        sections: &StoreSections<'_>,
        job: &Job<'_>,
    ) -> Option<Result<Answer, Error>>;

    /// Returns whether several processes can evaluate the game together.
    #[cfg(feature = "distributed")]
    fn is_shareable(&self) -> bool;
}

/// The values of the start of a game with a single payoff, equal to the values that the solver of its graph computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartValues {
    /// The value of each seat, the first player first.
    pub values: Vec<Rational>,
    /// The number of states.
    pub states: u64,
    /// The number of transitions.
    pub transitions: u64,
    /// The number of states in which several actions are best.
    pub ties: u64,
}

/// The answer of several processes. It is `Some` in process 0, which prints it, and `None` in the others.
#[cfg(feature = "distributed")]
pub type Answer = Option<(Optimum, Exchanged)>;

impl<G: Depict> Playable for Instance<G> {
    fn work(&self, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error> {
        if let Some(work) = self.work {
            return work(&self.game, job);
        }
        if let Some(StartValues { states, transitions, .. }) = self.evaluate(job)? {
            return Ok(Some([states, transitions]));
        }
        let solve = |game: &'_ Self| {
            let explored = game.explore(job)?;
            let solution = explored.solve(0, None, job)?;
            let sizes = [explored.model().node_count() as u64, explored.model().edge_count() as u64];
            Ok::<_, Error>((explored.has_values_of_full_game(&solution), sizes))
        };
        let reduced = self.reduced.as_deref().map(|game| || solve(game));
        let (_, sizes) = reduced_first(reduced, |(holds, _)| *holds, || solve(self))?;
        Ok(Some(sizes))
    }

    fn evaluate(&self, job: &Job<'_>) -> Result<Option<StartValues>, Error> {
        self.evaluator.map_or(Ok(None), |evaluator| evaluator(&self.game, job))
    }

    fn reduced(&self) -> Option<&dyn Playable> {
        self.reduced.as_deref().map(|reduced| reduced as &dyn Playable)
    }

    fn start(&self) -> (Box<dyn Any>, u32) {
        let start = self.game.canonical(self.game.start());
        let layer = self.game.layer(&start);
        (Box::new(start), layer)
    }

    fn explore<'a>(&'a self, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let scores = self.scores.as_deref().filter(|_| self.is_won);
        Ok(Box::new(GraphOrTree::new(self, explored(&self.game, scores, job)?)))
    }

    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        sections: &StoreSections<'_>,
        job: &Job<'_>,
    ) -> Option<Result<Answer, Error>> {
        self.shared.map(|shared| shared(self, cluster, sections, job))
    }

    #[cfg(feature = "distributed")]
    fn is_shareable(&self) -> bool {
        self.shared.is_some()
    }
}
