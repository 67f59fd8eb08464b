//! Counts: the number of states, where different scores are different states, and the size of the tree without merged states.
//!
//! A single start is counted by a sweep, which can be saved. Several starts are counted by a [`StateCounter`].

use crate::evaluate::bidirectional::score_parameters;
use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::limb_sums::LimbSums;
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::all_points;
use crate::evaluate::rows::Rows;
use crate::evaluate::state_counter::StateCounter;
use crate::evaluate::storage::{Arena, MemorySize, Slots};
use crate::evaluate::sweep::{Pass, Rounds, Sweep, SweepCounts, SweepDirection, run_passes};
use crate::evaluate::values::fold;
use crate::exact::{Natural, limbs};
use crate::game::Points;
use crate::model::{Error, Job, Model, Progress, of_width};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::iter;

/// The counts of the states of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Returns the number of merges: the transitions to a state other than the first transition to this state.
    pub fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }
}

/// The size of the tree of a game, in which no states are merged.
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
/// If play can come back to a state, all seats together can have more points than [`Points`] can hold, a limit of
/// `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If there are more scores than seats.
pub fn count(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<(Counts, Tree), Error> {
    check(graph, scores)?;
    // Both sweeps have the same rounds, so one sweep checks the limits.
    let unlimited = Job { most_bytes: u64::MAX, most_states: u64::MAX, monitor: &(), store: None, ..*job };
    of_width!(graph.seats(), K => {
        let support = support::<K>(graph, graph.start(), scores, job)?;
        let adjacency = support.adjacency.uncontracted();
        let ends = (graph.start(), iter::empty());
        let histories = Sweep::new(adjacency, LimbSums::paths(false), 1, ends, &unlimited)?;
        let mut counting = CountPass { support, histories, tree: Tree::default() };
        run_passes(counting_pass(graph, scores), &mut counting, job)?;
        Ok((checked_counts(&counting.support)?, counting.tree))
    })
}

/// A sweep of the possible score vectors, without numbers.
type Support<'a, const K: usize> = Sweep<'a, Rows<'a, K>>;

/// Creates a sweep of the states that can follow `start`.
fn support<'a, const K: usize>(
    graph: &'a Model,
    start: usize,
    scores: &[Points],
    job: &'a Job<'a>,
) -> Result<Support<'a, K>, Error> {
    let mut support = Support::forward(graph, start, scores, job)?;
    support.only_support();
    Ok(support)
}

/// Returns the pass of a sweep that counts states.
fn counting_pass<'a>(model: &'a Model, scores: &[Points]) -> Pass<'a> {
    let parameters = score_parameters(model, scores).collect();
    Pass { name: b"counting", model, directions: &[SweepDirection::Forward], parameters }
}

/// Returns the counts of a sweep after all rounds.
///
/// # Errors
/// If a limit is passed.
fn checked_counts<const K: usize>(support: &Support<'_, K>) -> Result<Counts, Error> {
    let SweepCounts { states, transitions, ends, ref layers, .. } = *support.counts();
    support.job.tick(Progress { states, ..Progress::default() })?;
    let layers = support.model.layers().iter().zip(layers).map(|((layer, _), &states)| (*layer, states));
    Ok(Counts { states, transitions, ends, layers: layers.filter(|&(_, states)| states > 0).collect() })
}

/// Two sweeps side by side: the states of a game, and the histories of its tree.
struct CountPass<'a, const K: usize> {
    support: Support<'a, K>,
    /// The number of histories that lead to each node.
    histories: Sweep<'a, LimbSums<'a>>,
    tree: Tree,
}

impl<const K: usize> Rounds for CountPass<'_, K> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { support, histories, tree } = self;
        let model = support.model;
        if !support.advance(nodes, &mut |_, _| ())? {
            return Ok(false);
        }
        let mut visit = |histories: &Sweep<'_, LimbSums<'_>>, nodes: &[u32]| {
            let nodes = nodes.iter().map(|&node| node as usize);
            tree.leaves += sum(&histories.values, nodes.clone().filter(|&node| model.is_end(node)));
            tree.nodes += sum(&histories.values, nodes);
        };
        histories.round(nodes, &mut visit)?;
        Ok(true)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.tree)?;
        self.histories.write(out)?;
        self.support.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        self.tree = read_value(input)?;
        self.histories.read(input, done)?;
        self.support.read(input, done)
    }
}

/// Returns the sum of the numbers of nodes.
fn sum(arena: &Arena, nodes: impl Iterator<Item = usize> + Clone) -> Natural {
    let numbers = nodes.map(|node| arena.numbers(node).number(0));
    let mut sum = vec![0; 1 + numbers.clone().map(<[u64]>::len).max().unwrap_or(0)];
    numbers.for_each(|number| limbs::add(&mut sum, number));
    limbs::natural(&sum)
}

/// The recurrence of the nodes and leaves of the tree below a node.
struct Trees<'a>(&'a Model);

impl Recurrence for Trees<'_> {
    type Value = Tree;
    type Storage = Slots<Tree>;
    type Factor = ();

    fn boundary(&self, node: usize) -> Tree {
        Tree { nodes: Natural::from(1u32), leaves: Natural::from(u32::from(self.0.is_end(node))) }
    }

    fn factor(&self, _: ModelEdge) {}

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Tree, Error> {
        let mut sum = Tree { nodes: Natural::from(1u32), leaves: Natural::default() };
        for term in terms {
            sum.nodes += &term.value.nodes;
            sum.leaves += &term.value.leaves;
        }
        Ok(sum)
    }

    fn size(tree: &Tree) -> ValueSize {
        ValueSize::of(tree)
    }
}

impl MemorySize for Tree {
    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.leaves.bytes()
    }
}

/// Counts the states that can follow a node.
pub type Counter<'a> = Box<dyn FnMut(usize) -> Result<Counts, Error> + 'a>;

/// Returns a function that counts the states that can follow a node of `graph` in which the seats have `scores`, the mover's
/// first. Missing scores are 0. The function fails if a limit of `job` is passed, or a seat can have more points than
/// [`Points`] can hold.
///
/// Cost of a call: one look-up for each node that follows, in a table that all calls share. A call that meets a new set of
/// possible scores computes the set once.
///
/// # Errors
/// If play can come back to a state, or all seats together have more points than [`Points`] can hold.
///
/// # Panics
/// If there are more scores than seats.
pub fn counter<'a>(graph: &'a Model, scores: &[Points], job: &'a Job<'a>) -> Result<Counter<'a>, Error> {
    check(graph, scores)?;
    of_width!(graph.seats(), K => {
        let mut supports = StateCounter::<K>::new(graph, scores, job);
        Ok(Box::new(move |start| supports.count(start)))
    })
}

/// Counts the states that can follow each of `starts`: a single start by a sweep, several starts by a [`counter`]. The
/// results are in the order of `starts`.
///
/// # Errors
/// As [`counter`] and the function that it returns.
///
/// # Panics
/// If there are more scores than seats.
pub fn counts(
    graph: &Model,
    starts: &[usize],
    scores: &[Points],
    job: &Job<'_>,
) -> Result<Vec<Counts>, Error> {
    let job = job.unsaved();
    if let &[start] = starts {
        check(graph, scores)?;
        let counts = of_width!(graph.seats(), K => {
            let mut support = support::<K>(graph, start, scores, &job)?;
            run_passes(counting_pass(graph, scores), &mut support, &job)?;
            checked_counts(&support)?
        });
        return Ok(vec![counts]);
    }
    let mut count = counter(graph, scores, &job)?;
    starts.iter().map(|&start| count(start)).collect()
}

/// Returns the size of the tree below each of `starts`, nodes of `graph`, in the order of `starts`.
///
/// Cost: one addition of whole numbers of any size for each edge, whatever the number of starts. A number is dropped with its
/// last use.
///
/// # Errors
/// If play can come back to a state, or a limit of `job` is passed.
pub fn trees(graph: &Model, starts: &[usize], job: &Job<'_>) -> Result<Vec<Tree>, Error> {
    graph.no_cycles(false)?;
    let mut is_start = vec![false; graph.node_count()];
    starts.iter().for_each(|&start| is_start[start] = true);
    let visit = |found: &mut BTreeMap<u32, Tree>, node: usize, tree: &Tree| {
        if is_start[node] {
            found.insert(node as u32, tree.clone());
        }
    };
    let found = fold(graph, SweepDirection::Backward, Trees(graph), BTreeMap::new(), &visit, &job.unsaved())?;
    Ok(starts.iter().map(|&start| found[&(start as u32)].clone()).collect())
}

/// Returns an error if the graph has a cycle or the scores are too high.
fn check(graph: &Model, scores: &[Points]) -> Result<(), Error> {
    all_points(scores, graph.seats())?;
    graph.no_cycles(false)
}
