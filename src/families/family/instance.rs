//! Games of a family, behind an interface that hides the types of their states.

use super::explored::{Explored, GraphOrTree};
use super::sampled::{Sample, Sampler};
use super::solved::explored;
use super::{Refusal, Worth};
use crate::depict::Depict;
#[cfg(feature = "distributed")]
use crate::distributed::{Exchanged, Optimum, SolveQuery, StoreSections, cluster::Cluster, solved};
use crate::evaluate::{Solution, reduced_first};
use crate::exact::{self, Rational};
#[cfg(feature = "distributed")]
use crate::game::StateCodec;
use crate::game::{NoAction, Points, Seat};
use crate::model::{Error, Graph, Job};
use crate::payoff::Payoff;
use crate::plan::CostModel;
use serde_json::Value;
use std::any::{Any, TypeId};
use std::ops::Deref;
use std::sync::Arc;

/// A game of a family, with its title and its payoffs.
///
/// ```
/// use chancetree::family::{Instance, Worth};
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Instance::new(Guess::new(9, 2)?, Worth::Wins { nobody: None }, Gain).titled("Guess a number");
/// let playable: &dyn chancetree::family::Playable = &game;
/// let job = Job::default();
/// let explored = playable.explore(&job)?;
/// let solution = explored.solve(0, &job)?;
/// assert_eq!(solution.value(explored.model().start())[0], ratio(5, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Instance<G: Depict> {
    pub(super) game: G,
    facts: Facts,
    /// `true` if two players play to win: the player with more points at the end wins.
    is_won: bool,
    pub(super) payoffs: Vec<Box<dyn Payoff<G>>>,
    /// The same game with fewer choices.
    reduced: Option<Box<Self>>,
    /// Returns whether the solution of the reduced game has the values of the full game.
    pub(super) holds: Option<Holds<G>>,
    pub(super) check: Option<Check<G>>,
    work: Option<Work<G>>,
    evaluator: Option<Evaluator<G>>,
    pub(super) sampler: Option<Arc<Sampler<G>>>,
    #[cfg(feature = "distributed")]
    shared: Option<Shared<G>>,
}

/// Facts about a game that are known without exploring it.
pub struct Facts {
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
    /// The meanings of the payoffs. The players maximise the first one.
    pub worths: Vec<Worth>,
    /// The factor by which reports multiply values of the payoffs.
    pub unit: Rational,
    /// `false` if the game has no decisions.
    pub decides: bool,
    /// The presentation of its graphs.
    pub looks: Looks,
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

impl<G: Depict> Deref for Instance<G> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// Returns whether the solution of a game with fewer choices has the values of the game with all choices.
pub type Holds<G> = fn(&Graph<G>, &Solution) -> bool;

/// Refuses an explored game that cannot be played to its end.
pub type Check<G> = fn(&Graph<G>) -> Result<(), Refusal>;

/// Does the work of `odds`. Returns the numbers of states and transitions, or `None` if the work does not visit all
/// states.
pub type Work<G> = fn(&G, &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

/// Finds the values of a game without its graph. Returns `None` for games that need the graph.
pub type Evaluator<G> = fn(&G, &Job<'_>) -> Result<Option<StartValues>, Error>;

/// The values of the start of a game in its only worth, equal to the values that the solver of its graph finds.
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

/// Evaluates a game together with other processes.
#[cfg(feature = "distributed")]
type Shared<G> = fn(&Instance<G>, Cluster, &StoreSections<'_>, &Job<'_>) -> Result<Answer, Error>;

/// The answer of several processes. It is `Some` in process 0, which prints it, and `None` in the others.
#[cfg(feature = "distributed")]
pub type Answer = Option<(Optimum, Exchanged)>;

impl<G: Depict> Instance<G> {
    /// Creates a game in which all players maximise their expected `payoff`. `worth` is the meaning of its values.
    pub fn new(game: G, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        Self {
            facts: Facts {
                title: String::new(),
                parameters: None,
                stem: None,
                scores: Some(Vec::new()),
                seats: game.seats(),
                worths: vec![worth],
                unit: exact::one(),
                decides: TypeId::of::<G::Action>() != TypeId::of::<NoAction>(),
                looks: Looks::default(),
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
            #[cfg(feature = "distributed")]
            shared: None,
        }
    }

    /// Adds another payoff. Its expected value is reported while all players maximise the first one.
    pub fn and(mut self, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        self.facts.worths.push(worth);
        self.payoffs.push(Box::new(payoff));
        self
    }

    /// Sets the title: a description of the game, in one line.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.facts.title = title.into();
        self
    }

    /// Sets the parameters that answers repeat, and the base name of files about the game, without an extension. Both
    /// default to the typed parameters.
    pub fn with_parameters(mut self, parameters: Value, stem: impl Into<String>) -> Self {
        (self.facts.parameters, self.facts.stem) = (Some(parameters), Some(stem.into()));
        self
    }

    /// Sets the unit of reports: all values are multiplied by `factor`.
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
    pub fn scored(mut self, scores: Vec<Points>) -> Self {
        self.facts.scores = Some(scores);
        self
    }

    /// Makes two players play to win: the player with more points at the end wins. They start with `scores`. Points
    /// become part of the state, and the first payoff becomes 1 for a win, -1 for a loss and 0 for a draw.
    pub fn for_winning(mut self, scores: Vec<Points>) -> Self {
        self.facts.worths[0] = Worth::Edge;
        self.facts.looks.ends = true;
        Self { is_won: true, ..self.scored(scores) }
    }

    /// Sets whether the game has decisions. Defaults to whether the game has actions.
    pub fn deciding(mut self, decides: bool) -> Self {
        self.facts.decides = decides;
        self
    }

    /// Sets the presentation of graphs of the game.
    pub fn looking(mut self, looks: Looks) -> Self {
        self.facts.looks = looks;
        self
    }

    /// Sets the same game with fewer choices, which is solved first. If `holds` confirms its solution, the game with
    /// all choices is not solved.
    pub fn reduced_to(self, mut reduced: Self, holds: Holds<G>) -> Self {
        reduced.holds = Some(holds);
        Self { reduced: Some(Box::new(reduced)), ..self }
    }

    /// Sets a function that refuses the explored game if it cannot be played to its end.
    pub fn checked(mut self, check: Check<G>) -> Self {
        if let Some(reduced) = &mut self.reduced {
            reduced.check = Some(check);
        }
        Self { check: Some(check), ..self }
    }

    /// Sets the sampler for `simulate`, for games whose worths do not name a winner or that report more.
    pub fn sampled(
        mut self,
        sampler: impl for<'a> Fn(&'a Graph<G>, &[Rational], &Job<'_>) -> Result<Sample<'a>, Error>
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
    pub fn working(mut self, work: Work<G>, instead: impl Into<String>) -> Self {
        self.facts.instead = instead.into();
        Self { work: Some(work), ..self }
    }

    /// Sets a function that finds the values of the start without the graph of the game. Its values must equal the
    /// values of the solver.
    pub fn evaluated_by(self, evaluator: Evaluator<G>) -> Self {
        Self { evaluator: Some(evaluator), ..self }
    }

    /// Sets the reason why `odds` refuses this game, if it does.
    pub fn beyond(mut self, refusal: Option<Refusal>) -> Self {
        self.facts.beyond = refusal;
        self
    }

    /// Sets the estimate of the cost of `odds`.
    pub fn costing(mut self, cost: impl CostModel + 'static) -> Self {
        self.facts.cost = Some(Arc::new(cost));
        self
    }

    /// Declares that the game contains all smaller games with the same `rules`; see [`Nested`].
    pub fn nested(mut self, rules: Value, size: u16) -> Self {
        self.facts.nested = Some(Nested { rules, size });
        self
    }

    /// Allows several processes to evaluate the game together.
    #[cfg(feature = "distributed")]
    pub fn travelling(self) -> Self
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

/// The presentation of graphs of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// `true` to draw the board of every position. Defaults to `false`: only on request.
    pub boards: bool,
    /// `true` if values describe how play ends. Defaults to `false`: values count the remaining payoff.
    pub ends: bool,
    /// The meaning of the number of a layer, in words. Empty, the default, if it means nothing to people.
    pub layers: &'static str,
}

/// A game whose interface hides the types of its states. Every [`Instance`] is one.
pub trait Playable: Deref<Target = Facts> + Sync {
    /// Does the work of `odds`. Returns the numbers of states and transitions, or `None` if the work does not visit all
    /// states.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or the game cannot be solved.
    fn work(&self, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

    /// Finds the values of the start without the graph of the game. Returns `None` if the game needs the graph.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    fn evaluate(&self, job: &Job<'_>) -> Result<Option<StartValues>, Error>;

    /// Returns the same game with fewer choices, if there is one. It is solved first, because it may have the same
    /// [values](Explored::holds).
    fn reduced(&self) -> Option<&dyn Playable>;

    /// Returns the state at the start of the exploration, and its layer.
    fn start(&self) -> (Box<dyn Any>, u32);

    /// Explores the game. The work can be saved if the states of the game [can](crate::game::Game::graph).
    ///
    /// # Errors
    /// If the game violates its contract, a limit of `job` is passed, or work cannot be saved or read.
    fn explore<'a>(&'a self, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Evaluates the game together with the other processes of `cluster`. Returns `None` if several processes cannot
    /// evaluate this game.
    ///
    /// # Errors
    /// The inner result is an error if a limit of `job` is passed, a process is lost, or work cannot be saved or read.
    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        sections: &StoreSections<'_>,
        job: &Job<'_>,
    ) -> Option<Result<Answer, Error>>;

    /// Returns whether several processes can evaluate the game together.
    #[cfg(feature = "distributed")]
    fn travels(&self) -> bool;
}

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
            let solution = explored.solve(0, job)?;
            let sizes = [explored.model().node_count() as u64, explored.model().edge_count() as u64];
            Ok::<_, Error>((explored.holds(&solution), sizes))
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
    fn travels(&self) -> bool {
        self.shared.is_some()
    }
}
