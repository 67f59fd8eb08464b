//! Optimal play of a game, with the states and actions of its nodes.

use crate::evaluate::solve::Solution;
use crate::exact::Rational;
use crate::game::Game;
use crate::model::{Error, Graph, Job};
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Optimal play of an explored game: its solution, and the graph that is solved, so that neither is asked for again.
///
/// It dereferences to the [`Solution`], and is equal to another one if that is. Compare only those of equal models.
pub struct Optimal<G: Game> {
    graph: Graph<G>,
    solution: Solution,
    /// The node of each state, once one was asked for.
    nodes: OnceLock<HashMap<G::State, usize>>,
}

/// An action and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued<A> {
    /// The action, or `None` where chance moves.
    pub action: Option<A>,
    /// The expected payoff of each seat after the action, the mover first.
    pub values: Vec<Rational>,
}

impl<G: Game> Debug for Optimal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.solution, f)
    }
}

impl<G: Game> PartialEq for Optimal<G> {
    fn eq(&self, other: &Self) -> bool {
        self.solution == other.solution
    }
}

impl<G: Game> Deref for Optimal<G> {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

impl<G: Game> Optimal<G> {
    /// Returns the solution of a graph together with it.
    ///
    /// # Panics
    /// If it is that of another graph.
    pub fn new(graph: Graph<G>, solution: Solution) -> Self {
        assert!(Arc::ptr_eq(graph.model(), &solution.model), "a solution is of the graph that was solved");
        Self { graph, solution, nodes: OnceLock::new() }
    }

    /// Returns the graph that is solved.
    pub fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// Returns the values of its nodes, and what is chosen there.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the node of a state, if play can come to it. The first look-up is linear in nodes.
    pub fn node(&self, state: &G::State) -> Option<usize> {
        let state = self.graph.game().canonical(state.clone());
        self.nodes.get_or_init(|| self.graph.nodes()).get(&state).copied()
    }

    /// Returns the action that is taken in `node`: of several that are best the first, in ascending order, or any of them
    /// within a cycle. `None` where chance moves or play is over.
    pub fn action(&self, node: usize) -> Option<G::Action> {
        self.graph.actions(node).nth(self.policy[node])?
    }

    /// Returns every action of `node` with its value, in ascending order of the actions. Where chance moves there is one
    /// entry without an action, at an end there is none.
    pub fn actions(&self, node: usize) -> Vec<Valued<G::Action>> {
        let valued = |(action, values)| Valued { action, values };
        self.graph.actions(node).zip(self.choices(node)).map(valued).collect()
    }

    /// Returns all actions that are best in `node`, in ascending order.
    pub fn optimal(&self, node: usize) -> Vec<G::Action> {
        let mut all = self.actions(node);
        let most = all.iter().map(|valued| valued.values[0].clone()).max();
        all.retain(|valued| Some(&valued.values[0]) == most.as_ref());
        all.into_iter().filter_map(|valued| valued.action).collect()
    }

    /// Returns the whole policy: the action in every state in which the mover has one.
    pub fn actions_taken(&self) -> HashMap<G::State, G::Action> {
        let taken = |node| Some((self.graph.state(node).clone(), self.action(node)?));
        (0..self.graph.node_count()).filter_map(taken).collect()
    }

    /// Returns the graph in which everybody plays by the policy, so that only chance is left. Linear in nodes and edges.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub fn induced(&self, job: &Job<'_>) -> Result<Graph<G>, Error> {
        self.graph.restricted(&|node| self.taken(node), job)
    }
}
