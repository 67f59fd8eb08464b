//! How many states there are, each with its scores, and how large the tree would be in which none of them are merged.

use crate::evaluate::row::MOST_WORDS;
use crate::evaluate::sweep::{Rows, Sweep};
use crate::exact::Natural;
use crate::game::Points;
use crate::model::{Error, Model, Progress, Run};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// States, each with its scores and mover, ends included.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Ends among the states.
    pub ends: u64,
    /// The states of each layer.
    pub layers: Vec<(u32, u64)>,
}

impl Counts {
    /// Transitions that lead to a state met before: all but the first into every state.
    #[must_use]
    pub fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }
}

/// The states of a game, where the seats have `scores` at its start, and its tree. Where somebody decides, all that he
/// may choose is counted.
///
/// # Errors
/// A cycle, too many points, or a limit.
pub fn count(graph: &Model, scores: &[Points], run: &Run<'_>) -> Result<(Counts, Tree), Error> {
    let found = counts(graph, &[graph.start()], scores, run)?;
    Ok((found.into_iter().next().expect("as many as starts"), tree(graph, run)?))
}

/// The states that can follow each of `starts`, nodes of `graph`, where the first to move has the `scores` (none: 0 each).
///
/// Nothing but which scores are possible is worked out. Cost: for each start a list of them, shared by all nodes that are
/// alike, for every node and mover.
///
/// # Errors
/// A cycle, too many points, or a limit.
pub fn counts(
    graph: &Model,
    starts: &[usize],
    scores: &[Points],
    run: &Run<'_>,
) -> Result<Vec<Counts>, Error> {
    if scores.iter().map(|&points| u32::from(points)).sum::<u32>() > u32::from(Points::MAX) {
        return Err(Error::PointsOverflow);
    }
    graph.no_cycles()?;
    let count = |&start: &usize| match graph.seats() {
        0..=4 => of::<1>(graph, start, scores, run),
        5..=8 => of::<2>(graph, start, scores, run),
        _ => of::<MOST_WORDS>(graph, start, scores, run),
    };
    if run.shares(starts.len()) {
        starts.par_iter().map(count).collect()
    } else {
        starts.iter().map(count).collect()
    }
}

fn of<const K: usize>(
    graph: &Model,
    start: usize,
    scores: &[Points],
    run: &Run<'_>,
) -> Result<Counts, Error> {
    let mut sweep = Sweep::<Rows<K>>::ahead(graph, start, scores, run)?;
    sweep.only_support();
    let mut scored = vec![0; graph.node_count()];
    let mut met = vec![false; graph.node_count()];
    met[start] = true;
    let (mut done, all) = (0, graph.node_count() as u64);
    for round in graph.by_ply().iter() {
        done += round.len() as u64;
        run.observer.done(done, all);
        let round: Vec<u32> = round.iter().copied().filter(|&node| met[node as usize]).collect();
        if round.is_empty() {
            continue;
        }
        sweep.round(&round, graph.bytes())?;
        for node in round.into_iter().map(|node| node as usize) {
            scored[node] = sweep.states(node);
            graph.edges_of(node).for_each(|edge| met[graph.target(edge)] = true);
        }
    }
    let found = sweep.found();
    let progress =
        Progress { states: found.states, bytes: graph.bytes() + sweep.bytes(), ..Progress::default() };
    run.step(progress)?;
    let (mut ends, mut layers) = (0, BTreeMap::new());
    for &(layer, ref nodes) in graph.layers() {
        for node in nodes.clone().filter(|&node| scored[node] > 0) {
            *layers.entry(layer).or_default() += scored[node];
            ends += if graph.is_end(node) { scored[node] } else { 0 };
        }
    }
    let layers = layers.into_iter().collect();
    Ok(Counts { states: found.states, transitions: found.transitions, ends, layers })
}

/// The tree without merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Its nodes: the ways in which play can go on from its start, that being one of them.
    pub nodes: Natural,
    /// Its leaves: the ways to an end.
    pub leaves: Natural,
}

/// The tree of all ways from the start of `graph`. Cost: an addition for every edge.
///
/// # Errors
/// A cycle, or a limit.
pub fn tree(graph: &Model, run: &Run<'_>) -> Result<Tree, Error> {
    graph.no_cycles()?;
    let mut ways = vec![Natural::default(); graph.node_count()];
    ways[graph.start()] = Natural::from(1u32);
    let mut tree = Tree { nodes: Natural::default(), leaves: Natural::default() };
    for round in graph.by_ply().iter() {
        run.step(Progress { layer: graph.layer(round[0] as usize), ..Progress::default() })?;
        for node in round.iter().map(|&node| node as usize) {
            let own = std::mem::take(&mut ways[node]);
            tree.nodes += &own;
            if graph.is_end(node) {
                tree.leaves += &own;
            }
            graph.edges_of(node).for_each(|edge| ways[graph.target(edge)] += &own);
        }
    }
    Ok(tree)
}
