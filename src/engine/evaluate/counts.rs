//! Counts: the number of states, each counted with its scores, and the size of the tree without merged states.
//!
//! [`count`] counts a single start, and [`counts`] counts several starts in one sweep.

use crate::evaluate::bidirectional::score_parameters;
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence};
use crate::evaluate::row::Factor;
use crate::evaluate::rows::ScoreRows;
use crate::evaluate::state_counter::count_states;
use crate::evaluate::storage::{Arena, Limbs};
use crate::evaluate::sweep::{Sweep, SweepDirection};
use crate::evaluate::values::fold;
use crate::exact::{Natural, limbs};
use crate::game::Points;
use crate::model::score::{offset, sum_of_lanes};
use crate::model::{Error, Job, Model, Progress, of_width, order};
use serde::{Deserialize, Serialize};

/// The counts of the states of a game.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
///
/// let (counts, _) = Coins { tosses: 3 }.explore().run()?.count()?;
/// assert_eq!((counts.states, counts.transitions, counts.ends), (14, 14, 7));
/// assert_eq!(counts.layers, [(0, 1), (1, 2), (2, 4), (3, 7)]);
/// // Two histories lead to the same end.
/// assert_eq!(counts.merged(), 1);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of ends among the states.
    pub ends: u64,
    /// The number of states in each layer, as pairs of layer and number, in ascending order of layers.
    pub layers: Vec<(u32, u64)>,
}

impl Counts {
    /// Returns the number of merges: for each state, all transitions to it except the first.
    pub fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }

    /// Creates counts of 0, with an entry for each layer of a model.
    pub(crate) fn by_layer(model: &Model) -> Self {
        Self { layers: model.layers().iter().map(|(layer, _)| (*layer, 0)).collect(), ..Self::default() }
    }

    /// Adds the `states` of a node of the layer at index `layer`.
    pub(crate) fn add(&mut self, model: &Model, node: usize, layer: usize, states: u64) {
        self.states += states;
        self.transitions += states * model.edges_of(node).len() as u64;
        self.ends += if model.is_end(node) { states } else { 0 };
        self.layers[layer].1 += states;
    }

    /// Returns the counts without layers that have no states.
    pub(crate) fn of_reached_layers(mut self) -> Self {
        self.layers.retain(|&(_, states)| states > 0);
        self
    }
}

/// The size of the tree of a game, in which no states are merged.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::Natural;
/// use chancetree_engine::game::Game;
///
/// let (_, tree) = Coins { tosses: 100 }.explore().run()?.count()?;
/// assert_eq!(tree.leaves, Natural::from(2u32).pow(100));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// The number of its nodes: the histories from the start, including the empty one.
    pub nodes: Natural,
    /// The number of its leaves: the histories that lead to an end.
    pub leaves: Natural,
}

/// Counts the states of a game in which the seats have `scores` at the start, and the nodes of its tree, the histories
/// from the start. Missing scores are 0. Where a player decides, all actions are counted. The work can be saved.
///
/// Cost: for every node and mover a list of the possible scores, which equal lists share; for the tree, one addition of whole
/// numbers of any size for each edge.
///
/// # Errors
/// If play can come back to a state, all seats together can have more points than [`MAX_POINTS`](crate::game::MAX_POINTS), a limit of
/// `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If there are more scores than seats.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::count;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let (counts, tree) = count(&graph, &[], &Job::default())?;
/// assert_eq!((counts.states, tree.nodes), (14, 15u32.into()));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn count(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<(Counts, Tree), Error> {
    check(graph, scores)?;
    let parameters: Vec<u64> = score_parameters(graph, scores).collect();
    let states = |job: &Job<'_>| -> Result<Counts, Error> {
        of_width!(graph.seats(), K => {
            let mut sweep = Sweep::<ScoreRows<'_, K>>::forward(graph, graph.start(), scores, job)?;
            sweep.only_support();
            sweep.run_saved(b"counting", &parameters, ((), &|_, _, _| ()))?;
            Ok(sweep.counts.of_reached_layers())
        })
    };
    let counts = job.pass(0.0, 0.5, || states(&job.section("states")))?;
    let mut sizes = job.pass(0.5, 1.0, || tree_sizes(graph, &[graph.start()], &job.section("tree")))?;
    job.tick(Progress { states: counts.states, ..Progress::default() })?;
    Ok((counts, sizes.swap_remove(0)))
}

/// The recurrence of the nodes and leaves of the tree below a node.
struct TreeSizes<'a>(&'a Model);

impl Recurrence for TreeSizes<'_> {
    type Value = Limbs;
    type Storage = Arena;
    type Factor = ();

    fn boundary(&self, node: usize) -> Limbs {
        Limbs::of(&[1u32.into(), u32::from(self.0.is_end(node)).into()])
    }

    fn factor(&self, _: ModelEdge) {}

    fn each(&self) -> usize {
        2
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Limbs, Error> {
        let most = terms.iter().map(|term| term.value.bits()).max().unwrap_or(0);
        let mut sum = Limbs::zeros(2, limbs::bits_of_sum(most, terms.len() + 1));
        sum.add_product(0, &Factor::Word(1), &[1]);
        terms.iter().for_each(|term| sum.add(term.value));
        sum.tighten();
        Ok(sum)
    }
}

/// Counts the states that can follow each of `starts`, nodes of `graph` at which the seats have `scores`, the mover's first.
/// Missing scores are 0. The results are in the order of `starts`. The work can be saved.
///
/// Cost: one look-up for each node and each start from which it can be reached, in a table of all sets of possible scores. A set
/// that is not in the table is computed once.
///
/// # Errors
/// If play can come back to a state, all seats together can have more points than [`MAX_POINTS`](crate::game::MAX_POINTS), a limit
/// of `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If there are more scores than seats.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let counts = evaluate::counts(&graph, &[0, 1], &[], &Job::default())?;
/// assert_eq!([counts[0].states, counts[1].states], [14, 7]);
///
/// // After a toss, play is that of two tosses.
/// let two = Coins { tosses: 2 }.explore().run()?;
/// assert_eq!(evaluate::counts(&two, &[0], &[], &Job::default())?[0].states, 7);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn counts(
    graph: &Model,
    starts: &[usize],
    scores: &[Points],
    job: &Job<'_>,
) -> Result<Vec<Counts>, Error> {
    check(graph, scores)?;
    count_states(graph, starts, scores, job)
}

/// Returns the size of the tree below each of `starts`, nodes of `graph`, in the order of `starts`. The work can be saved.
///
/// Cost: one addition of whole numbers of any size for each edge, independent of the number of starts. A number is dropped after
/// its last use.
///
/// # Errors
/// If play can come back to a state, a limit of `job` is passed, or work cannot be saved or read.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::trees;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let trees = trees(&graph, &[0, 3], &Job::default())?;
/// assert_eq!([&trees[0].leaves, &trees[1].leaves], [&8u32.into(), &1u32.into()]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn trees(graph: &Model, starts: &[usize], job: &Job<'_>) -> Result<Vec<Tree>, Error> {
    graph.no_cycles(false)?;
    tree_sizes(graph, starts, job)
}

/// Computes the sizes of [`trees`] in a graph without cycles. The work can be saved.
fn tree_sizes(graph: &Model, starts: &[usize], job: &Job<'_>) -> Result<Vec<Tree>, Error> {
    let mut is_start = vec![false; graph.node_count()];
    starts.iter().for_each(|&start| is_start[start] = true);
    let visit = |trees: &mut Vec<(u32, Tree)>, sweep: &Sweep<'_, TreeSizes<'_>>, node: usize| {
        if is_start[node] {
            let numbers = sweep.values.numbers(node);
            let [nodes, leaves] = [0, 1].map(|place| limbs::natural(numbers.number(place)));
            trees.push((node as u32, Tree { nodes, leaves }));
        }
    };
    let sizes = (SweepDirection::Backward, TreeSizes(graph));
    let mut found = fold(graph, sizes, (Vec::new(), &visit), job)?;
    order::sort(&mut found, |one, other| one.0.cmp(&other.0));
    let tree = |&start: &usize| {
        let place = found.binary_search_by_key(&(start as u32), |(node, _)| *node);
        found[place.expect("every start is visited")].1.clone()
    };
    Ok(starts.iter().map(tree).collect())
}

/// Returns an error if the graph has a cycle or the scores are too high.
fn check(graph: &Model, scores: &[Points]) -> Result<(), Error> {
    sum_of_lanes(scores, graph.seats(), offset(graph, scores))?;
    graph.no_cycles(false)
}
