//! Explored games, behind an interface that hides the types of their states.

use super::sampled::{Sample, SampleValues};
use super::solved::{best, payoff_table};
use super::{Instance, Refusal};
use crate::depict::Depict;
use crate::evaluate::Solution;
use crate::exact::{self, Rational};
use crate::model::{Error, Graph, Job, Model, order};
use crate::payoff::PayoffTable;
use chancetree_export::{Decision, DocumentInfo, GraphDocument, standing};
use std::any::Any;
use std::sync::Arc;

/// An explored game: its model, and the words for its states, actions and values.
pub trait Explored: Sync {
    /// Returns the model.
    fn model(&self) -> &Arc<Model>;

    /// Finds optimal play for the [payoff](super::GameInfo::payoffs) with index `payoff_index`: in fractions, which can be saved, or in
    /// doubles whose bounds are at most `width` apart if doubles allow it; see [`solve_rounded`](crate::evaluate::solve_rounded).
    /// In a game without decisions the solution contains the expected values.
    ///
    /// # Errors
    /// If play may never end in some cycle, no policy is stable in a cycle, a limit of `job` is exceeded, or work cannot
    /// be saved or read. In doubles, as [`solve_rounded`](crate::evaluate::solve_rounded).
    ///
    /// # Panics
    /// If there is no payoff with that index.
    fn solve(&self, payoff_index: usize, width: Option<f64>, job: &Job<'_>) -> Result<Solution, Error>;

    /// Refuses the game if it cannot be played to its end.
    ///
    /// # Errors
    /// If it cannot be played to its end.
    fn check(&self) -> Result<(), Refusal>;

    /// Returns `true` if `solution`, for the first payoff, has the values of the game with all choices. Returns `false`
    /// if this is a [reduced](super::Playable::reduced) game with other values.
    fn has_values_of_full_game(&self, solution: &Solution) -> bool;

    /// Returns the amounts of events and ends for the [payoff](super::GameInfo::payoffs) with index `payoff_index`.
    ///
    /// # Panics
    /// If there is no payoff with that index.
    fn payoff(&self, payoff_index: usize) -> PayoffTable;

    /// Returns the tree of all histories of at most `depth` events. The tree accepts solutions of this game and shows
    /// their values.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded. An unlimited tree of a game with cycles always exceeds one.
    fn unfolded<'a>(&'a self, depth: Option<u32>, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Returns the game in which all players follow the solution `by`, so that only chance is left.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    fn induced<'a>(&'a self, by: &Solution, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error>;

    /// Returns a sampler for `simulate`, in which all players follow a policy. Returns `None` if the family does not
    /// define the end of a sampled game.
    ///
    /// # Errors
    /// The inner result is an error if a limit of `job` is exceeded.
    fn sample<'a>(&'a self, with: SampleValues<'_>, job: &Job<'_>) -> Option<Result<Sample<'a>, Error>>;

    /// Returns `true` if values are costs: the players want small ones.
    fn is_cost(&self) -> bool;

    /// Returns a bound on the error of each value in the [unit](super::GameInfo::unit) of reports, or `None` if values are exact.
    fn error(&self, solution: &Solution) -> Option<f64>;

    /// Returns the values of a node in the [unit](super::GameInfo::unit) of reports, the mover's value first.
    fn value(&self, solution: &Solution, node: usize) -> Vec<Rational>;

    /// Returns the values of each choice of a node in the [unit](super::GameInfo::unit) of reports, the mover's value
    /// first.
    fn choices(&self, solution: &Solution, node: usize) -> Vec<Vec<Rational>>;

    /// Returns the state of a node, in words.
    fn words(&self, node: usize) -> String;

    /// Returns the nodes of states of the game. Returns `None` if a state is not reachable. Linear in the nodes.
    fn nodes(&self, states: &[Box<dyn Any>]) -> Option<Vec<usize>>;

    /// Returns the name of the event of an edge.
    fn event(&self, edge: usize) -> String;

    /// Returns the names of the actions of a node: one list for each choice, in ascending order. Actions that the
    /// engine treats as equivalent share a list. The list of a chance event is empty.
    fn actions(&self, node: usize) -> Vec<Vec<String>>;

    /// Returns the document of the graph for export, with the values of `solution`.
    ///
    /// # Errors
    /// If play may never end under the policy, or a limit of `job` is exceeded.
    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: DocumentInfo,
        job: &Job<'_>,
    ) -> Result<GraphDocument<'a>, Error>;
}

/// A game and its graph, or the tree of its histories.
pub(super) struct GraphOrTree<'a, G: Depict> {
    pub(super) instance: &'a Instance<G>,
    pub(super) graph: Graph<G>,
    /// For a tree: the solved graph, and the node of the graph for each node of the tree.
    pub(super) tree_of: Option<(&'a Graph<G>, Arc<[u32]>)>,
}

impl<'a, G: Depict> GraphOrTree<'a, G> {
    pub(super) fn new(instance: &'a Instance<G>, graph: Graph<G>) -> Self {
        Self { instance, graph, tree_of: None }
    }

    /// Returns the solved graph.
    fn solved(&self) -> &Graph<G> {
        self.tree_of.as_ref().map_or(&self.graph, |(graph, _)| graph)
    }

    /// Returns the node of the solved graph for a node of this graph or tree.
    fn of(&self, node: usize) -> usize {
        self.tree_of.as_ref().map_or(node, |(_, nodes)| nodes[node] as usize)
    }
}

impl<G: Depict> Explored for GraphOrTree<'_, G> {
    fn model(&self) -> &Arc<Model> {
        self.graph.model()
    }

    fn solve(&self, payoff_index: usize, width: Option<f64>, job: &Job<'_>) -> Result<Solution, Error> {
        let payoff = &*self.instance.payoffs[payoff_index];
        match &self.instance.solver {
            Some(solver) if payoff_index == 0 => {
                let in_fractions = |job| solver(self.solved(), payoff_table(self.solved(), payoff), job);
                match width.map(|_| best(self.solved(), payoff, width, job)) {
                    None => in_fractions(job),
                    // The solver knows how play ends.
                    Some(Err(Error::NeverEnds(_))) => {
                        in_fractions(&job.section("fractions")).map(Solution::rounded)
                    }
                    Some(solved) => solved,
                }
            }
            _ => best(self.solved(), payoff, width, job),
        }
    }

    fn error(&self, solution: &Solution) -> Option<f64> {
        let unit = exact::double(&self.instance.unit).abs();
        solution
            .error()
            .map(|error| if unit == 1.0 { error } else { (error * unit * (1.0 + 1e-15)).next_up() })
    }

    fn check(&self) -> Result<(), Refusal> {
        self.instance.check.map_or(Ok(()), |check| check(self.solved()))
    }

    fn has_values_of_full_game(&self, solution: &Solution) -> bool {
        self.instance.holds.is_none_or(|holds| holds(self.solved(), solution))
    }

    fn payoff(&self, payoff_index: usize) -> PayoffTable {
        payoff_table(&self.graph, &*self.instance.payoffs[payoff_index])
    }

    fn unfolded<'a>(&'a self, depth: Option<u32>, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let (graph, nodes) = self.solved().unfolded(depth, job)?;
        Ok(Box::new(GraphOrTree { instance: self.instance, graph, tree_of: Some((self.solved(), nodes)) }))
    }

    fn induced<'a>(&'a self, by: &Solution, job: &Job<'_>) -> Result<Box<dyn Explored + 'a>, Error> {
        let graph = self.solved().restricted(&|node| by.taken(node), job)?;
        Ok(Box::new(GraphOrTree::new(self.instance, graph)))
    }

    fn sample<'a>(&'a self, with: SampleValues<'_>, job: &Job<'_>) -> Option<Result<Sample<'a>, Error>> {
        let sampler = self.instance.sampler.as_ref()?;
        Some(sampler(self.solved(), with, job))
    }

    fn is_cost(&self) -> bool {
        self.instance.unit < exact::zero()
    }

    fn value(&self, solution: &Solution, node: usize) -> Vec<Rational> {
        self.instance.in_unit(solution.value(self.of(node)))
    }

    fn choices(&self, solution: &Solution, node: usize) -> Vec<Vec<Rational>> {
        let values = solution.choices(self.of(node)).into_iter();
        values.map(|values| self.instance.in_unit(values)).collect()
    }

    fn words(&self, node: usize) -> String {
        let mut text = String::new();
        self.instance.game.words(self.graph.state(node), &mut text);
        text.push_str(&standing(&self.graph, node));
        text
    }

    fn nodes(&self, states: &[Box<dyn Any>]) -> Option<Vec<usize>> {
        let states: Vec<&G::State> =
            states.iter().map(|state| state.downcast_ref()).collect::<Option<_>>()?;
        let sorted = order::places(states.len(), &|one, other| states[one].cmp(states[other]));
        let mut nodes = vec![None; states.len()];
        for node in 0..self.graph.node_count() {
            let state = self.graph.state(node);
            if let Ok(place) = sorted.binary_search_by(|&place| states[place as usize].cmp(state)) {
                nodes[sorted[place] as usize] = Some(node);
            }
        }
        nodes.into_iter().collect()
    }

    fn event(&self, edge: usize) -> String {
        self.graph.edge(edge).2.event.to_string()
    }

    fn actions(&self, node: usize) -> Vec<Vec<String>> {
        let (graph, node) = (self.solved(), self.of(node));
        let state = graph.state(node);
        let names = |action| {
            let alike = self.instance.game.equivalent_actions(state, action);
            alike.iter().map(ToString::to_string).collect()
        };
        graph.actions(node).map(|action| action.map_or_else(Vec::new, names)).collect()
    }

    fn document<'a>(
        &'a self,
        solution: &Solution,
        about: DocumentInfo,
        job: &Job<'_>,
    ) -> Result<GraphDocument<'a>, Error> {
        let decision = |node| {
            let Decision { values, actions, taken } = Decision::of(self.solved(), solution, self.of(node));
            let convert = |(action, values)| (action, self.instance.in_unit(values));
            let actions = actions.into_iter().map(convert).collect();
            Decision { values: self.instance.in_unit(values), actions, taken }
        };
        GraphDocument::new(&self.graph, decision, about, job)
    }
}
