//! Explored games, behind an interface that does not name the types of their states.

use super::{Held, Instance};
use crate::depict::Depict;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::Solution;
use crate::exact::Rational;
use crate::model::{Error, Model, Run};
use crate::payoff::Worths;
use chancetree_export::decided::{About, Decided, Decision, Drawn, standing};
use std::sync::Arc;

/// An explored game: its model, with the words for its numbers.
pub trait Explored: Sync {
    /// Returns the model.
    fn model(&self) -> &Arc<Model>;

    /// Finds play that is best for one of the [`worths`](super::Playable::worths), given by its index. Without decisions this
    /// is just its expected value.
    ///
    /// # Errors
    /// If play may never end in some cycle, no policy is stable in one, or a limit of `run` is passed.
    ///
    /// # Panics
    /// If there is no worth at that index.
    fn solve(&self, worth: usize, run: &Run<'_>) -> Result<Solution, Error> {
        self.solve_resumed(worth, None, run)
    }

    /// Like [`solve`](Self::solve), but goes on from work that was saved before, and saves its work whenever that is due
    /// and when it is stopped.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and if work cannot be saved when it is stopped, or saved work cannot be read.
    ///
    /// # Panics
    /// If there is no worth at that index.
    fn solve_resumed(
        &self,
        worth: usize,
        checkpointer: Option<&dyn Checkpointer>,
        run: &Run<'_>,
    ) -> Result<Solution, Error>;

    /// Returns the worths of events and ends by one of the [`worths`](super::Playable::worths), given by its index.
    ///
    /// # Panics
    /// If there is no worth at that index.
    fn payoff(&self, worth: usize) -> Worths;

    /// Returns the game in which everybody plays by the solution `by`, so that only chance is left.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    fn induced<'a>(&'a self, by: &Solution, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Returns the values of a node as they are told, the mover's first.
    fn value(&self, solution: &Solution, node: usize) -> Vec<Rational>;

    /// Returns the values of each choice of a node as they are told, the mover's first.
    fn choices(&self, solution: &Solution, node: usize) -> Vec<Vec<Rational>>;

    /// Returns the state of a node, in words.
    fn words(&self, node: usize) -> String;

    /// Returns the name of the event of an edge.
    fn event(&self, edge: usize) -> String;

    /// Returns the names of the actions of a node, one list for each choice in ascending order: every action that the
    /// engine treats as the same is in one list. The list of a choice that chance makes is empty.
    fn actions(&self, node: usize) -> Vec<Vec<String>>;

    /// Returns the document of the graph, with the numbers of `solution`, for writing files.
    ///
    /// # Errors
    /// If play may never end under the policy, or a limit of `run` is passed.
    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: About,
        run: &Run<'_>,
    ) -> Result<Box<dyn Drawn + 'a>, Error>;
}

/// A game and its graph.
pub(super) struct Whole<'a, G: Depict> {
    pub(super) instance: &'a Instance<G>,
    pub(super) graph: Held<G>,
}

impl<G: Depict> Explored for Whole<'_, G> {
    fn model(&self) -> &Arc<Model> {
        self.graph.model()
    }

    fn solve_resumed(
        &self,
        worth: usize,
        checkpointer: Option<&dyn Checkpointer>,
        run: &Run<'_>,
    ) -> Result<Solution, Error> {
        self.graph.solve(&self.instance.game, &*self.instance.payoffs[worth], checkpointer, run)
    }

    fn payoff(&self, worth: usize) -> Worths {
        self.graph.worths(&self.instance.game, &*self.instance.payoffs[worth])
    }

    fn induced<'a>(&'a self, by: &Solution, run: &Run<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let graph = self.graph.restricted(&|node| by.taken(node), run)?;
        Ok(Box::new(Whole { instance: self.instance, graph }))
    }

    fn value(&self, solution: &Solution, node: usize) -> Vec<Rational> {
        self.instance.in_unit(solution.value(node))
    }

    fn choices(&self, solution: &Solution, node: usize) -> Vec<Vec<Rational>> {
        solution.choices(node).into_iter().map(|values| self.instance.in_unit(values)).collect()
    }

    fn words(&self, node: usize) -> String {
        let mut text = String::new();
        self.instance.game.words(self.graph.state(node), &mut text);
        if let Held::Scored(graph) = &self.graph {
            text.push_str(&standing(graph, node));
        }
        text
    }

    fn event(&self, edge: usize) -> String {
        self.graph.edge(edge).2.event.to_string()
    }

    fn actions(&self, node: usize) -> Vec<Vec<String>> {
        let graph = &self.graph;
        let state = graph.state(node);
        let names = |action| {
            let alike = self.instance.game.alike(state, action);
            alike.iter().map(ToString::to_string).collect()
        };
        let choice = |edges: std::ops::Range<usize>| graph.edge(edges.start).2.action;
        graph.choices(node).map(|edges| choice(edges).map_or_else(Vec::new, names)).collect()
    }

    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: About,
        run: &Run<'_>,
    ) -> Result<Box<dyn Drawn + 'a>, Error> {
        let decision = |node| {
            let Decision { values, actions, taken } = Decision::of(solution, &self.graph, node);
            let told = |(action, values)| (action, self.instance.in_unit(values));
            let actions = actions.into_iter().map(told).collect();
            Decision { values: self.instance.in_unit(values), actions, taken }
        };
        let game = &self.instance.game;
        Ok(Box::new(match &self.graph {
            Held::Plain(graph) => Decided::new(game, graph, decision, about, run)?,
            Held::Scored(graph) => Decided::with_scores(game, graph, decision, about, run)?,
        }))
    }
}
