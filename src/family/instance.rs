//! A game of a family, asked through an interface that names no type of its states.

use super::Worth;
use crate::depict::Depict;
#[cfg(feature = "distributed")]
use crate::distributed::{Checkpointers, Exchanged, Question, Solved, cluster::Cluster, solved};
use crate::evaluate::solve::{Solution, solve};
use crate::export::decided::{About, Decided, Decision, Drawn};
use crate::game::Seat;
#[cfg(feature = "distributed")]
use crate::game::Travel;
use crate::model::{Error, Graph, Model, Run};
use crate::payoff::{Payoff, Worths};
use std::sync::Arc;

/// A game of a family, with its title and what is asked of it.
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
    game: G,
    title: String,
    worths: Vec<Worth>,
    payoffs: Vec<Box<dyn Payoff<G>>>,
    #[cfg(feature = "distributed")]
    shared: Option<Shared<G>>,
}

/// How a game is worked out by several processes.
#[cfg(feature = "distributed")]
type Shared<G> = fn(&Instance<G>, Cluster, &Checkpointers<'_>, &Run<'_>) -> Result<Answer, Error>;

/// What the process has that prints the answer.
#[cfg(feature = "distributed")]
pub type Answer = Option<(Solved, Exchanged)>;

impl<G: Depict> Instance<G> {
    /// A game in which every player wants as much as possible of `payoff`; `worth` says what that is.
    pub fn new(game: G, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        Self {
            game,
            title: String::new(),
            worths: vec![worth],
            payoffs: vec![Box::new(payoff)],
            #[cfg(feature = "distributed")]
            shared: None,
        }
    }

    /// The same with another number that is of interest: what is expected of it while everybody plays for the first.
    #[must_use]
    pub fn and(mut self, worth: Worth, payoff: impl Payoff<G> + 'static) -> Self {
        self.worths.push(worth);
        self.payoffs.push(Box::new(payoff));
        self
    }

    /// The same with a title: the game in words, in one line.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The same, and several processes may work it out together.
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

    /// The game of a family.
    #[must_use]
    pub fn boxed<'a>(self) -> Box<dyn Playable + 'a>
    where
        G: 'a,
    {
        Box::new(self)
    }
}

/// What is explored of a game: all of it or a part, merged or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Events after which the game is cut; `None`, the default, where it is not.
    pub depth: Option<u32>,
    /// Whether every history stands by itself.
    pub is_tree: bool,
}

/// A game that can be asked without its types being known. [`Instance`] makes one of any game.
pub trait Playable: Sync {
    /// The game in words, in one line; empty, if it was not said.
    fn title(&self) -> &str;

    /// The number of seats.
    fn seats(&self) -> Seat;

    /// What is asked of it: first what the players want, then what else is of interest.
    fn worths(&self) -> &[Worth];

    /// Explores it.
    ///
    /// # Errors
    /// A broken promise of the game, or a limit.
    fn explore<'a>(&'a self, shape: Shape, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// What the first of several processes finds together with the others; `None` where the game cannot travel.
    #[cfg(feature = "distributed")]
    fn share(
        &self,
        cluster: Cluster,
        checkpointers: &Checkpointers<'_>,
        run: &Run<'_>,
    ) -> Option<Result<Answer, Error>>;

    /// Whether several processes can work it out together.
    #[cfg(feature = "distributed")]
    fn travels(&self) -> bool;
}

/// A game, explored: its model, and the words for what the numbers stand for.
pub trait Explored: Sync {
    /// The model.
    fn model(&self) -> &Arc<Model>;

    /// Play that is best for one of the [`worths`](Playable::worths), by its place among them; without decisions, what
    /// is expected of it.
    ///
    /// # Errors
    /// A cycle that never ends or in which no policy is stable, or a limit.
    fn solve(&self, worth: usize, run: &Run<'_>) -> Result<Solution, Error>;

    /// What events and ends are worth, of one of the [`worths`](Playable::worths).
    fn payoff(&self, worth: usize) -> Worths;

    /// The game in which everybody plays by a solution: only chance is left.
    ///
    /// # Errors
    /// A limit.
    fn induced<'a>(&'a self, by: &Solution, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// The state of a node, in words.
    fn words(&self, node: usize) -> String;

    /// What an event is called, by one of its edges.
    fn event(&self, edge: usize) -> String;

    /// What the choices of a node are called, in ascending order: every action that counts as the same stands in one
    /// list. An empty list where nobody decides.
    fn actions(&self, node: usize) -> Vec<Vec<String>>;

    /// The document of its graph, with what a solution says of it.
    ///
    /// # Errors
    /// A policy under which play never ends, or a limit.
    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: About,
        run: &Run<'_>,
    ) -> Result<Box<dyn Drawn + 'a>, Error>;
}

impl<G: Depict> Playable for Instance<G> {
    fn title(&self) -> &str {
        &self.title
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn worths(&self) -> &[Worth] {
        &self.worths
    }

    fn explore<'a>(&'a self, shape: Shape, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let graph = match shape.depth {
            None => Graph::of(&self.game, run),
            Some(depth) => Graph::to_depth(&self.game, depth, run),
        }?;
        let graph = if shape.is_tree { graph.unfolded(shape.depth, run)? } else { graph };
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

/// A game and its graph.
struct Whole<'a, G: Depict> {
    instance: &'a Instance<G>,
    graph: Graph<G>,
}

impl<G: Depict> Explored for Whole<'_, G> {
    fn model(&self) -> &Arc<Model> {
        self.graph.model()
    }

    fn solve(&self, worth: usize, run: &Run<'_>) -> Result<Solution, Error> {
        solve(&self.instance.game, &self.graph, &*self.instance.payoffs[worth], run)
    }

    fn payoff(&self, worth: usize) -> Worths {
        Worths::of(&self.instance.game, &self.graph, &*self.instance.payoffs[worth])
    }

    fn induced<'a>(&'a self, by: &Solution, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        Ok(Box::new(Whole { instance: self.instance, graph: by.induced(&self.graph, run)? }))
    }

    fn words(&self, node: usize) -> String {
        let mut text = String::new();
        self.instance.game.words(self.graph.state(node), &mut text);
        text
    }

    fn event(&self, edge: usize) -> String {
        self.graph.edge(edge).2.event.to_string()
    }

    fn actions(&self, node: usize) -> Vec<Vec<String>> {
        let state = self.graph.state(node);
        let names = |action| {
            let alike = self.instance.game.alike(state, action);
            alike.iter().map(ToString::to_string).collect()
        };
        let choice = |edges: std::ops::Range<usize>| self.graph.edge(edges.start).2.action;
        self.graph.choices(node).map(|edges| choice(edges).map_or_else(Vec::new, names)).collect()
    }

    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: About,
        run: &Run<'_>,
    ) -> Result<Box<dyn Drawn + 'a>, Error> {
        let decision = |node| Decision::of(solution, &self.graph, node);
        Ok(Box::new(Decided::new(&self.instance.game, &self.graph, decision, about, run)?))
    }
}
