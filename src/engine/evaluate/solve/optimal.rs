//! Optimal play of a game, with the states and actions of its nodes.

use crate::evaluate::solve::Solution;
use crate::exact::Rational;
use crate::game::Game;
use crate::model::{Error, Graph, Job};
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Optimal play of an explored game: the graph of the game and its solution.
///
/// It dereferences to the [`Solution`]. Two values are equal if their solutions are equal. Compare only values of equal models.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::payoff::Gain;
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// assert_eq!(best.action(best.graph().start()), Some("throw"));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub struct OptimalPlay<G: Game> {
    graph: Graph<G>,
    solution: Solution,
    /// The node of each state, computed at the first look-up.
    nodes: OnceLock<HashMap<G::State, usize>>,
}

/// An action and its value.
///
/// ```
/// use chancetree_engine::evaluate::{ActionValue, Analysis};
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::payoff::Gain;
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// let start = best.actions(best.graph().start());
/// assert_eq!(start, [ActionValue { action: Some("throw"), values: vec![ratio(17, 4)] }]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionValue<A> {
    /// The action, or `None` where chance moves.
    pub action: Option<A>,
    /// The expected payoff of each seat after the action, the mover's first.
    pub values: Vec<Rational>,
}

impl<G: Game> Debug for OptimalPlay<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.solution, f)
    }
}

impl<G: Game> PartialEq for OptimalPlay<G> {
    fn eq(&self, other: &Self) -> bool {
        self.solution == other.solution
    }
}

impl<G: Game> Deref for OptimalPlay<G> {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

impl<G: Game> OptimalPlay<G> {
    /// Combines a graph and its solution.
    ///
    /// # Panics
    /// If the solution belongs to another graph.
    ///
    /// ```
    /// use chancetree_engine::evaluate::{OptimalPlay, solve_model};
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::model::Job;
    /// use chancetree_engine::payoff::{Gain, PayoffTable};
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// let solution = solve_model(graph.model(), PayoffTable::of(&graph, &Gain), &Job::default())?;
    /// let best = OptimalPlay::new(graph, solution);
    /// assert_eq!(best.action(best.graph().start()), Some("throw"));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn new(graph: Graph<G>, solution: Solution) -> Self {
        assert!(Arc::ptr_eq(graph.model(), &solution.model), "the solution belongs to the graph");
        Self { graph, solution, nodes: OnceLock::new() }
    }

    /// Returns the graph of the game.
    pub fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// Returns the values and the policy.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::exact::fraction;
    /// use chancetree_engine::{example::Throws, game::Game, payoff::Gain};
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let values = best.solution().value(best.graph().start());
    /// assert_eq!(fraction(&values[0]), "17/4");
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the node of a state, if the state is reachable. The first look-up is linear in nodes.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.node(&(2, 0)), Some(best.graph().start()));
    /// assert_eq!(best.node(&(9, 9)), None);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn node(&self, state: &G::State) -> Option<usize> {
        let state = self.graph.game().canonical(state.clone());
        self.nodes.get_or_init(|| self.graph.nodes()).get(&state).copied()
    }

    /// Returns the action of the policy in `node`: the first best action in ascending order, or any best action within a cycle.
    /// Returns `None` for chance and at an end.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 4)).expect("it can be reached");
    /// assert_eq!(best.action(node), Some("stop"));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn action(&self, node: usize) -> Option<G::Action> {
        self.graph.actions(node).nth(self.policy[node])?
    }

    /// Returns every action of `node` with its value, in ascending order of actions. A chance node has one entry without an
    /// action, an end has none.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 4)).expect("it can be reached");
    /// let [stop, throw] = &best.actions(node)[..] else { unreachable!("two actions") };
    /// assert_eq!((&stop.values[0], &throw.values[0]), (&ratio(4, 1), &ratio(7, 2)));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn actions(&self, node: usize) -> Vec<ActionValue<G::Action>> {
        let valued = |(action, values)| ActionValue { action, values };
        self.graph.actions(node).zip(self.choices(node)).map(valued).collect()
    }

    /// Returns all best actions of `node`, in ascending order.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 3)).expect("it can be reached");
    /// assert_eq!(best.optimal(node), ["throw"]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn optimal(&self, node: usize) -> Vec<G::Action> {
        let mut all = self.actions(node);
        let most = all.iter().map(|valued| valued.values[0].clone()).max();
        all.retain(|valued| Some(&valued.values[0]) == most.as_ref());
        all.into_iter().filter_map(|valued| valued.action).collect()
    }

    /// Returns the policy: the action in every state with a decision.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.actions_taken()[&(1, 5)], "stop");
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn actions_taken(&self) -> HashMap<G::State, G::Action> {
        let taken = |node| Some((self.graph.state(node).clone(), self.action(node)?));
        (0..self.graph.node_count()).filter_map(taken).collect()
    }

    /// Returns the graph in which all players follow the policy, so that only chance is left. Linear in nodes and edges.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let chance = best.induced(&Default::default())?;
    /// assert_eq!(chance.odds()?.expected, [ratio(17, 4)]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn induced(&self, job: &Job<'_>) -> Result<Graph<G>, Error> {
        self.graph.restricted(&|node| self.taken(node), job)
    }
}
