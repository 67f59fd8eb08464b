//! Games of a family, behind an interface that does not name the types of their states.

use super::explored::{Explored, Whole};
use super::{Held, Worth};
use crate::depict::Depict;
#[cfg(feature = "distributed")]
use crate::distributed::{Checkpointers, Exchanged, Question, Solved, cluster::Cluster, solved};
use crate::exact::{self, Rational};
#[cfg(feature = "distributed")]
use crate::game::Travel;
use crate::game::{NoAction, Points, Seat};
use crate::model::{Error, Run};
use crate::payoff::Payoff;
use serde_json::Value;
use std::any::TypeId;

/// A game of a family, with its title and the payoffs that are asked of it.
///
/// ```
/// use chancetree::family::{Instance, Shape, Worth};
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Instance::new(Guess::new(9, 2)?, Worth::Wins { nobody: None }, Gain).titled("Guess a number");
/// let asked: &dyn chancetree::family::Playable = &game;
/// let run = Run::default();
/// let explored = asked.explore(Shape::default(), &run)?;
/// let solution = explored.solve(0, &run)?;
/// assert_eq!(solution.value(explored.model().start())[0], ratio(5, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Instance<G: Depict> {
    pub(super) game: G,
    title: String,
    /// The parameters as answers repeat them, and the name of files about the game.
    told: Option<(Value, String)>,
    /// The factor by which values of the payoffs are told.
    unit: Rational,
    /// The points that each seat begins with, where points are a part of where a game stands.
    scores: Option<Vec<Points>>,
    /// `true` if both players want to win: whoever has more points in the end.
    is_won: bool,
    decides: bool,
    looks: Looks,
    worths: Vec<Worth>,
    pub(super) payoffs: Vec<Box<dyn Payoff<G>>>,
    work: Option<Work<G>>,
    instead: String,
    #[cfg(feature = "distributed")]
    shared: Option<Shared<G>>,
}

/// Work that answers `odds`, and returns the states and transitions that it met, if it meets all there are.
pub type Work<G> = fn(&G, &Run<'_>) -> Result<Option<[u64; 2]>, Error>;

/// The way in which several processes work a game out.
#[cfg(feature = "distributed")]
type Shared<G> = fn(&Instance<G>, Cluster, &Checkpointers<'_>, &Run<'_>) -> Result<Answer, Error>;

/// The answer of several processes together. It is `Some` in process 0, which prints it, and `None` in the others.
#[cfg(feature = "distributed")]
pub type Answer = Option<(Solved, Exchanged)>;

impl<G: Depict> Instance<G> {
    /// Creates a game in which every player maximises his expected `payoff`; `worth` tells what its numbers mean.
    pub fn new(game: G, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        Self {
            game,
            title: String::new(),
            told: None,
            unit: exact::one(),
            scores: Some(Vec::new()),
            is_won: false,
            decides: TypeId::of::<G::Action>() != TypeId::of::<NoAction>(),
            looks: Looks::default(),
            worths: vec![worth],
            payoffs: vec![Box::new(payoff)],
            work: None,
            instead: String::new(),
            #[cfg(feature = "distributed")]
            shared: None,
        }
    }

    /// Adds another payoff of interest: its expected value is found while everybody plays for the first.
    #[must_use]
    pub fn and(mut self, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        self.worths.push(worth);
        self.payoffs.push(Box::new(payoff));
        self
    }

    /// Sets the title: the game in words, in one line.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Sets the parameters as answers repeat them, and the name of files about the game, without its extension. They
    /// default to what was typed.
    #[must_use]
    pub fn told(self, parameters: Value, stem: impl Into<String>) -> Self {
        Self { told: Some((parameters, stem.into())), ..self }
    }

    /// Sets the unit in which values of the payoffs are told: all are told times `factor`.
    #[must_use]
    pub fn in_units(self, factor: Rational) -> Self {
        Self { unit: factor, ..self }
    }

    /// Says that points are no part of where a game stands, when its states are counted.
    #[must_use]
    pub fn unscored(self) -> Self {
        Self { scores: None, ..self }
    }

    /// Sets the points that each seat begins with; nobody has any if nothing is said.
    #[must_use]
    pub fn scored(self, scores: Vec<Points>) -> Self {
        Self { scores: Some(scores), ..self }
    }

    /// Makes it a game between two who want to win, which whoever has more points in the end does; they begin with
    /// `scores`. The points are a part of where the game stands, and the first payoff is that of winning: 1, -1 or 0.
    #[must_use]
    pub fn for_winning(mut self, scores: Vec<Points>) -> Self {
        self.worths[0] = Worth::Edge;
        self.looks.ends = true;
        Self { scores: Some(scores), is_won: true, ..self }
    }

    /// Sets whether anybody decides anything. Defaults to whether the game has actions.
    #[must_use]
    pub fn deciding(self, decides: bool) -> Self {
        Self { decides, ..self }
    }

    /// Sets how graphs of the game look.
    #[must_use]
    pub fn looking(self, looks: Looks) -> Self {
        Self { looks, ..self }
    }

    /// Sets the work that `odds` of the game takes, where the family answers that by code of its own: it returns the
    /// states and transitions, or `None` if it does not visit them all. `instead` is the question about a game that is too large for it, as it would be typed, or
    /// empty.
    #[must_use]
    pub fn working(self, work: Work<G>, instead: impl Into<String>) -> Self {
        Self { work: Some(work), instead: instead.into(), ..self }
    }

    /// Allows several processes to work the game out together.
    #[cfg(feature = "distributed")]
    #[must_use]
    pub fn travelling(self) -> Self
    where
        G: Travel,
    {
        let shared: Shared<G> = |instance, cluster, checkpointers, run| {
            let payoffs: Vec<&dyn Payoff<G>> = instance.payoffs.iter().map(|payoff| &**payoff).collect();
            let question = Question { payoffs: &payoffs, counts: &|_, _| false };
            solved(&instance.game, &question, cluster, checkpointers, run)
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
    #[must_use]
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
    /// What numbers a layer, in words; empty, the default, if that says nothing to people.
    pub layers: &'static str,
}

/// The part of a game to explore, and whether its states are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The number of events after which the game is cut, or `None`, the default, to explore all of it.
    pub depth: Option<u32>,
    /// `true` if every history is a node of its own; `false`, the default, if histories that lead to the same state are
    /// merged.
    pub is_tree: bool,
}

/// A game that can be asked without knowing the types of its states. An [`Instance`] is one of any game.
pub trait Playable: Sync {
    /// Returns the title: the game in words, in one line. Empty if none was set.
    fn title(&self) -> &str;

    /// Returns the parameters as answers repeat them. `None` if that is what was typed.
    fn parameters(&self) -> Option<&Value>;

    /// Returns the name of files about the game, without its extension. `None` if it follows from what was typed.
    fn stem(&self) -> Option<&str>;

    /// Returns the points that each seat begins with, no points if that is none. `None` if points are no part of where
    /// the game stands.
    fn scores(&self) -> Option<&[Points]>;

    /// Returns the number of seats.
    fn seats(&self) -> Seat;

    /// Returns the meanings of the payoffs: first the one that the players maximise, then the others of interest.
    fn worths(&self) -> &[Worth];

    /// Returns `false` if nobody ever decides anything.
    fn decides(&self) -> bool;

    /// Returns how graphs of the game look.
    fn looks(&self) -> Looks;

    /// Does the work that `odds` takes, and returns the numbers of states and transitions, if it visits them all.
    ///
    /// # Errors
    /// If a limit of `run` is passed, or the game cannot be solved.
    fn work(&self, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error>;

    /// Returns a question that can be answered where that work is too much, as it would be typed. Empty if there is none.
    fn instead(&self) -> &str;

    /// Explores the game.
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, or a limit of `run` is passed.
    fn explore<'a>(&'a self, shape: Shape, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Works the game out together with the other processes of `cluster`. Returns `None` if the game cannot be worked
    /// out by several processes.
    ///
    /// # Errors
    /// The inner result is an error if a limit of `run` is passed, a process is lost, or work cannot be saved or read.
    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        checkpointers: &Checkpointers<'_>,
        run: &Run<'_>,
    ) -> Option<Result<Answer, Error>>;

    /// Returns whether several processes can work the game out together.
    #[cfg(feature = "distributed")]
    fn travels(&self) -> bool;
}

impl<G: Depict> Playable for Instance<G> {
    fn title(&self) -> &str {
        &self.title
    }

    fn parameters(&self) -> Option<&Value> {
        self.told.as_ref().map(|(parameters, _)| parameters)
    }

    fn stem(&self) -> Option<&str> {
        self.told.as_ref().map(|(_, stem)| stem.as_str())
    }

    fn scores(&self) -> Option<&[Points]> {
        self.scores.as_deref()
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn worths(&self) -> &[Worth] {
        &self.worths
    }

    fn decides(&self) -> bool {
        self.decides
    }

    fn looks(&self) -> Looks {
        self.looks
    }

    fn work(&self, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
        if let Some(work) = self.work {
            return work(&self.game, run);
        }
        let explored = self.explore(Shape::default(), run)?;
        explored.solve(0, run)?;
        Ok(Some([explored.model().node_count() as u64, explored.model().edge_count() as u64]))
    }

    fn instead(&self) -> &str {
        &self.instead
    }

    fn explore<'a>(&'a self, shape: Shape, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let graph = match shape.depth {
            None => self.game.graph(run),
            Some(depth) => self.game.graph_to(depth, run),
        }?;
        let graph = match &self.scores {
            Some(scores) if self.is_won => {
                let graph = graph.with_scores(scores, shape.depth, run)?;
                Held::Scored(if shape.is_tree { graph.unfolded(shape.depth, run)? } else { graph })
            }
            _ => Held::Plain(if shape.is_tree { graph.unfolded(shape.depth, run)? } else { graph }),
        };
        Ok(Box::new(Whole { instance: self, graph }))
    }

    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        checkpointers: &Checkpointers<'_>,
        run: &Run<'_>,
    ) -> Option<Result<Answer, Error>> {
        self.shared.map(|shared| shared(self, cluster, checkpointers, run))
    }

    #[cfg(feature = "distributed")]
    fn travels(&self) -> bool {
        self.shared.is_some()
    }
}
