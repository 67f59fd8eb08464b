//! Games of a family, behind an interface that does not name the types of their states.

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
use crate::game::Travel;
use crate::game::{NoAction, Points, Seat};
use crate::model::{Error, Graph, Job};
use crate::payoff::Payoff;
use crate::plan::Foreseen;
use serde_json::Value;
use std::any::{Any, TypeId};
use std::ops::Deref;
use std::sync::Arc;

/// A game of a family, with its title and the payoffs that are asked of it.
///
/// ```
/// use chancetree::family::{Instance, Worth};
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Instance::new(Guess::new(9, 2)?, Worth::Wins { nobody: None }, Gain).titled("Guess a number");
/// let asked: &dyn chancetree::family::Playable = &game;
/// let job = Job::default();
/// let explored = asked.explore(&job)?;
/// let solution = explored.solve(0, &job)?;
/// assert_eq!(solution.value(explored.model().start())[0], ratio(5, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Instance<G: Depict> {
    pub(super) game: G,
    facts: Facts,
    /// `true` if both players want to win: whoever has more points in the end.
    is_won: bool,
    pub(super) payoffs: Vec<Box<dyn Payoff<G>>>,
    /// The same game with fewer choices.
    reduced: Option<Box<Self>>,
    /// Tells whether such a game, solved, has the values of the one with all choices.
    pub(super) holds: Option<Holds<G>>,
    pub(super) check: Option<Check<G>>,
    work: Option<Work<G>>,
    evaluator: Option<Evaluator<G>>,
    pub(super) sampler: Option<Arc<Sampler<G>>>,
    #[cfg(feature = "distributed")]
    shared: Option<Shared<G>>,
}

/// The facts about a game that need not be explored for them.
pub struct Facts {
    /// The title: the game in words, in one line. Empty if none was set.
    pub title: String,
    /// The parameters as answers repeat them. `None` if that is what was typed.
    pub parameters: Option<Value>,
    /// The name of files about the game, without its extension. `None` if it follows from what was typed.
    pub stem: Option<String>,
    /// The points that each seat begins with, no points if that is none. `None` if points are no part of where the game
    /// stands.
    pub scores: Option<Vec<Points>>,
    /// The number of seats.
    pub seats: Seat,
    /// The meanings of the payoffs: first the one that the players maximise, then the others of interest.
    pub worths: Vec<Worth>,
    /// The factor by which values of the payoffs are told.
    pub unit: Rational,
    /// `false` if nobody ever decides anything.
    pub decides: bool,
    /// The looks of its graphs.
    pub looks: Looks,
    /// A question that can be answered where the work of `odds` is too much, as it would be typed. Empty if there is none.
    pub instead: String,
    /// The reason why `odds` does not answer, where the game itself can be had: it is too large for that.
    pub beyond: Option<Refusal>,
    /// The estimate of that work beforehand, if it is better than what smaller games tell.
    pub foreseen: Option<Arc<dyn Foreseen>>,
    /// The place of the game among games that contain one another, if it is one of such games.
    pub nested: Option<Nested>,
}

/// The place of a game among games of which each larger one contains the smaller ones: play of the larger game can come to
/// the state in which the smaller game begins, and goes on from there by the same rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// All that tells these games from others, such as the number of players and the rules.
    pub rules: Value,
    /// The size of the game, which is different for each of them.
    pub size: u16,
}

impl<G: Depict> Deref for Instance<G> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// Tells of a game with fewer choices, solved, whether it has the values of the one with all choices.
pub type Holds<G> = fn(&Graph<G>, &Solution) -> bool;

/// Refuses an explored game that cannot be played.
pub type Check<G> = fn(&Graph<G>) -> Result<(), Refusal>;

/// Work that answers `odds`, and returns the states and transitions that it met, if it meets all there are.
pub type Work<G> = fn(&G, &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

/// Finds the values of a game without its graph; returns `None` for games that need the graph.
pub type Evaluator<G> = fn(&G, &Job<'_>) -> Result<Option<StartValues>, Error>;

/// The values of the start of a game in its only worth, as the solver of its graph finds them.
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

/// The way in which several processes work a game out.
#[cfg(feature = "distributed")]
type Shared<G> = fn(&Instance<G>, Cluster, &StoreSections<'_>, &Job<'_>) -> Result<Answer, Error>;

/// The answer of several processes together. It is `Some` in process 0, which prints it, and `None` in the others.
#[cfg(feature = "distributed")]
pub type Answer = Option<(Optimum, Exchanged)>;

impl<G: Depict> Instance<G> {
    /// Creates a game in which every player maximises his expected `payoff`; `worth` tells what its numbers mean.
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
                foreseen: None,
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

    /// Adds another payoff of interest: its expected value is found while everybody plays for the first.
    pub fn and(mut self, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        self.facts.worths.push(worth);
        self.payoffs.push(Box::new(payoff));
        self
    }

    /// Sets the title: the game in words, in one line.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.facts.title = title.into();
        self
    }

    /// Sets the parameters as answers repeat them, and the name of files about the game, without its extension. They
    /// default to what was typed.
    pub fn told(mut self, parameters: Value, stem: impl Into<String>) -> Self {
        (self.facts.parameters, self.facts.stem) = (Some(parameters), Some(stem.into()));
        self
    }

    /// Sets the unit in which values of the payoffs are told: all are told times `factor`.
    pub fn in_units(mut self, factor: Rational) -> Self {
        self.facts.unit = factor;
        self
    }

    /// Says that points are no part of where a game stands, when its states are counted.
    pub fn unscored(mut self) -> Self {
        self.facts.scores = None;
        self
    }

    /// Sets the points that each seat begins with; nobody has any if nothing is said.
    pub fn scored(mut self, scores: Vec<Points>) -> Self {
        self.facts.scores = Some(scores);
        self
    }

    /// Makes it a game between two who want to win, which whoever has more points in the end does; they begin with
    /// `scores`. The points are a part of where the game stands, and the first payoff is that of winning: 1, -1 or 0.
    pub fn for_winning(mut self, scores: Vec<Points>) -> Self {
        self.facts.worths[0] = Worth::Edge;
        self.facts.looks.ends = true;
        Self { is_won: true, ..self.scored(scores) }
    }

    /// Sets whether anybody decides anything. Defaults to whether the game has actions.
    pub fn deciding(mut self, decides: bool) -> Self {
        self.facts.decides = decides;
        self
    }

    /// Sets how graphs of the game look.
    pub fn looking(mut self, looks: Looks) -> Self {
        self.facts.looks = looks;
        self
    }

    /// Sets the same game with fewer choices, which is solved first: if `holds` says of its solution that it has the values
    /// of the game with all choices, that one is not solved at all.
    pub fn reduced_to(self, mut reduced: Self, holds: Holds<G>) -> Self {
        reduced.holds = Some(holds);
        Self { reduced: Some(Box::new(reduced)), ..self }
    }

    /// Sets what refuses the game, once it is explored, if it cannot be played to its end.
    pub fn checked(mut self, check: Check<G>) -> Self {
        if let Some(reduced) = &mut self.reduced {
            reduced.check = Some(check);
        }
        Self { check: Some(check), ..self }
    }

    /// Sets what makes a sample of the game for `simulate`, where who wins is no worth of it, or more is told.
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

    /// Sets the work that `odds` of the game takes, where the family answers that by code of its own: it returns the
    /// states and transitions, or `None` if it does not visit them all. `instead` is the question about a game that is too large for it, as it would be typed, or
    /// empty.
    pub fn working(mut self, work: Work<G>, instead: impl Into<String>) -> Self {
        self.facts.instead = instead.into();
        Self { work: Some(work), ..self }
    }

    /// Sets what finds the values of the start without the graph of the game. It must find what the solver finds.
    pub fn evaluated_by(self, evaluator: Evaluator<G>) -> Self {
        Self { evaluator: Some(evaluator), ..self }
    }

    /// Sets why `odds` does not answer, if it does not.
    pub fn beyond(mut self, refusal: Option<Refusal>) -> Self {
        self.facts.beyond = refusal;
        self
    }

    /// Sets what is known beforehand of the work that `odds` of the game takes.
    pub fn foreseen(mut self, foreseen: impl Foreseen + 'static) -> Self {
        self.facts.foreseen = Some(Arc::new(foreseen));
        self
    }

    /// Says that the game contains all smaller games with the same `rules`; see [`Nested`].
    pub fn nested(mut self, rules: Value, size: u16) -> Self {
        self.facts.nested = Some(Nested { rules, size });
        self
    }

    /// Allows several processes to work the game out together.
    #[cfg(feature = "distributed")]
    pub fn travelling(self) -> Self
    where
        G: Travel,
    {
        let shared: Shared<G> = |instance, cluster, sections, job| {
            let payoffs: Vec<&dyn Payoff<G>> = instance.payoffs.iter().map(|payoff| &**payoff).collect();
            let query = SolveQuery { payoffs: &payoffs, counts: &|_, _| false };
            solved(&instance.game, &query, cluster, sections, job)
        };
        Self { shared: Some(shared), ..self }
    }

    /// Values as they are told.
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

/// The looks of graphs of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// `true` if every position has its board drawn; `false`, the default, if only where that is asked for.
    pub boards: bool,
    /// `true` if values tell how play ends; `false`, the default, if they count what is still to come.
    pub ends: bool,
    /// The meaning of a layer's number, in words; empty, the default, if it says nothing to people.
    pub layers: &'static str,
}

/// A game that can be asked without knowing the types of its states. An [`Instance`] is one of any game.
pub trait Playable: Deref<Target = Facts> + Sync {
    /// Does the work that `odds` takes, and returns the numbers of states and transitions, if it visits them all.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or the game cannot be solved.
    fn work(&self, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error>;

    /// Finds the values of the start without the graph of the game. Returns `None` if the game needs the graph.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    fn evaluate(&self, job: &Job<'_>) -> Result<Option<StartValues>, Error>;

    /// Returns the same game with fewer choices, if it has one: to be solved first, for it may have the same
    /// [values](Explored::holds).
    fn reduced(&self) -> Option<&dyn Playable>;

    /// Returns the state in which the game begins, as it is explored, and the layer of that state.
    fn start(&self) -> (Box<dyn Any>, u32);

    /// Explores the game. The work can be saved, if the game is one that [can](crate::game::Game::graph).
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, a limit of `job` is passed, or work cannot be saved or read.
    fn explore<'a>(&'a self, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Works the game out together with the other processes of `cluster`. Returns `None` if the game cannot be worked
    /// out by several processes.
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

    /// Returns whether several processes can work the game out together.
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
            Ok((explored.holds(&solution), sizes))
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
