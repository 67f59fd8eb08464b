//! Counts: the number of states, each with its scores, and the size of the tree in which none of them are merged.
//!
//! One start is counted by a sweep, which can be saved; several starts by [`Supports`], which finds equal sets once.

use crate::evaluate::bidirectional::of_scores;
use crate::evaluate::carry::fold;
use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::all_points;
use crate::evaluate::rows::Rows;
use crate::evaluate::storage::{MemorySize, Slots};
use crate::evaluate::supports::Supports;
use crate::evaluate::sweep::{Pass, Rounds, Sweep, SweepCounts, SweepDirection, run_passes};
use crate::exact::Natural;
use crate::game::Points;
use crate::model::{Error, Job, Model, Progress, of_width};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

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
    /// Returns the number of transitions that lead to a state met before: all but the first into every state.
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
/// from the start. Missing scores are 0. Where a player decides, all of his actions are counted. The work can be saved.
///
/// Cost: for every node and mover a list of the scores that are possible, shared by all nodes that are alike; and for the tree
/// one addition of whole numbers of any size for each edge.
///
/// # Errors
/// If play can come back to a state, all seats together can have more points than [`Points`] can hold, a limit of
/// `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If there are more scores than seats.
pub fn count(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<(Counts, Tree), Error> {
    check(graph, scores)?;
    // Both sweeps have the same rounds; one of the two checks the limits.
    let unlimited = Job { most_bytes: u64::MAX, most_states: u64::MAX, monitor: &(), store: None, ..*job };
    of_width!(graph.seats(), K => {
        let mut counting = Counting::<K>::new(graph, graph.start(), scores, job)?;
        let slots = (Slots::<Natural>::empty_bytes(graph, 1), || Slots::new(graph));
        let adjacency = counting.sweep.adjacency.uncontracted();
        let ends = (graph.start(), std::iter::empty());
        counting.histories = Some(Sweep::new(adjacency, Histories, slots, ends, &unlimited)?);
        counting.run()
    })
}

/// The recurrence of the number of histories that lead to a node.
struct Histories;

impl Recurrence for Histories {
    type Value = Natural;
    type Storage = Slots<Natural>;
    type Factor = ();

    fn boundary(&self, _: usize) -> Natural {
        Natural::from(1u32)
    }

    fn factor(&self, _: ModelEdge) {}

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Natural, Error> {
        Ok(terms.iter().map(|term| term.value).sum())
    }

    fn size(histories: &Natural) -> ValueSize {
        ValueSize::of(histories)
    }
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

/// Returns what counts the states that can follow nodes of `graph` in which the seats have `scores`, the mover's first.
/// Missing scores are 0. It fails if a limit of `job` is passed, or a seat can have more points than [`Points`] can hold.
///
/// Only which scores are possible is worked out. Equal sets of scores are worked out once for all nodes together; then a
/// node costs for each edge to a node that follows a word of a key, and one look into a table for each node that follows.
///
/// # Errors
/// If play can come back to a state, or all seats together have more points than [`Points`] can hold.
///
/// # Panics
/// If there are more scores than seats.
pub fn counter<'a>(graph: &'a Model, scores: &[Points], job: &'a Job<'a>) -> Result<Counter<'a>, Error> {
    check(graph, scores)?;
    of_width!(graph.seats(), K => {
        let mut supports = Supports::<K>::new(graph, scores, job);
        Ok(Box::new(move |start| supports.count(start)))
    })
}

/// Counts the states that can follow each of `starts`: one by a sweep, which holds as many lists of scores at a time as the
/// odds hold rows of numbers, and several as a [`counter`] does. The results are in the order of `starts`.
///
/// # Errors
/// As [`counter`] and what it returns.
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
        let (counts, _) =
            of_width!(graph.seats(), K => Counting::<K>::new(graph, start, scores, &job)?.run()?);
        return Ok(vec![counts]);
    }
    let mut count = counter(graph, scores, &job)?;
    starts.iter().map(|&start| count(start)).collect()
}

/// Returns the size of the tree below each of `starts`, nodes of `graph`, in the order of `starts`.
///
/// Cost: for all starts together one addition of whole numbers of any size for each edge. A number is dropped once all nodes
/// before it are done.
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

/// Refuses what has no end, and scores that are too high.
fn check(graph: &Model, scores: &[Points]) -> Result<(), Error> {
    all_points(scores, graph.seats())?;
    graph.no_cycles(false)
}

/// Counts in the making: play is followed from a start on.
struct Counting<'a, const K: usize> {
    sweep: Sweep<'a, Rows<'a, K>>,
    scores: &'a [Points],
    /// By node, `true` if play comes there.
    met: Vec<bool>,
    ends: u64,
    layers: BTreeMap<u32, u64>,
    /// The histories that lead to each node, if the size of the tree is wanted.
    histories: Option<Sweep<'a, Histories>>,
    tree: Tree,
}

impl<'a, const K: usize> Counting<'a, K> {
    fn new(graph: &'a Model, start: usize, scores: &'a [Points], job: &'a Job<'a>) -> Result<Self, Error> {
        let mut sweep = Sweep::<Rows<'_, K>>::forward(graph, start, scores, job)?;
        sweep.only_support();
        let mut met = vec![false; graph.node_count()];
        met[start] = true;
        let (layers, tree) = (BTreeMap::new(), Tree::default());
        Ok(Self { sweep, scores, met, ends: 0, layers, histories: None, tree })
    }

    fn run(mut self) -> Result<(Counts, Tree), Error> {
        let (graph, job) = (self.sweep.model, self.sweep.job);
        let parameters = of_scores(graph, self.scores).collect();
        let pass =
            Pass { name: b"counting", model: graph, directions: &[SweepDirection::Forward], parameters };
        run_passes(pass, &mut self, job)?;
        let SweepCounts { states, transitions, .. } = self.sweep.counts();
        job.tick(Progress { states, bytes: graph.bytes() + self.sweep.bytes(), ..Progress::default() })?;
        let layers = self.layers.into_iter().collect();
        Ok((Counts { states, transitions, ends: self.ends, layers }, self.tree))
    }

    /// Those of `nodes` to which play comes.
    fn met(&self, nodes: &[u32]) -> Vec<u32> {
        nodes.iter().copied().filter(|&node| self.met[node as usize]).collect()
    }

    /// Takes note of where play goes from a node to which it comes.
    fn meet(&mut self, node: u32) {
        let graph = self.sweep.model;
        graph.edges_of(node as usize).for_each(|edge| self.met[graph.target(edge)] = true);
    }
}

impl<const K: usize> Rounds for Counting<'_, K> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let round = self.met(nodes);
        if round.is_empty() {
            return Ok(true);
        }
        let graph = self.sweep.model;
        let bytes = graph.bytes() + self.histories.as_ref().map_or(0, Sweep::bytes);
        if !self.sweep.advance(&round, bytes, &mut |_, _| 0)? {
            return Ok(false);
        }
        let Self { histories, tree, .. } = self;
        if let Some(histories) = histories {
            histories.round(&round, 0, &mut |sweep, nodes| {
                for node in nodes.iter().map(|&node| node as usize) {
                    let histories = sweep.get((node, 0)).expect("play comes to the node");
                    tree.nodes += histories;
                    if graph.is_end(node) {
                        tree.leaves += histories;
                    }
                }
                0
            })?;
            histories.values.drop_unused(&round);
        }
        for node in round {
            self.meet(node);
            let node = node as usize;
            let states = self.sweep.size(node).states;
            *self.layers.entry(graph.layer(node)).or_default() += states;
            self.ends += if graph.is_end(node) { states } else { 0 };
        }
        Ok(true)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.ends, &self.layers, &self.tree))?;
        if let Some(histories) = &self.histories {
            histories.write(out)?;
        }
        self.sweep.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        (self.ends, self.layers, self.tree) = read_value(input)?;
        if let Some(histories) = &mut self.histories {
            histories.read(input, done)?;
        }
        for &node in done {
            if self.met[node as usize] {
                self.meet(node);
            }
        }
        let done = self.met(done);
        self.sweep.read(input, &done)
    }
}
