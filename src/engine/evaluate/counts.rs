//! Counts: the number of states, each with its scores, and the size of the tree in which none of them are merged.

use crate::evaluate::row::MOST_WORDS;
use crate::evaluate::sweep::{Rows, Sweep};
use crate::exact::Natural;
use crate::game::Points;
use crate::model::{Error, Model, Progress, Run, each};
use std::collections::BTreeMap;

/// The counts of the states of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    #[must_use]
    pub fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }
}

/// Counts the states of a game in which the seats have `scores` at the start, and the nodes of its tree. Missing scores
/// are 0. Where a player decides, all of his actions are counted.
///
/// # Errors
/// If play can come back to a state, all seats together can have more points than [`Points`] can hold, or a limit of
/// `run` is passed.
pub fn count(graph: &Model, scores: &[Points], run: &Run<'_>) -> Result<(Counts, Tree), Error> {
    let found = counts(graph, &[graph.start()], scores, run)?;
    Ok((found.into_iter().next().expect("as many as starts"), tree(graph, run)?))
}

/// Counts the states that can follow each of `starts`, nodes of `graph` in which the seats have `scores`, the mover's
/// first. Missing scores are 0. The results are in the order of `starts`.
///
/// Only which scores are possible is worked out. For each start this costs a list of them, shared by all nodes that are
/// alike, for every node and mover.
///
/// # Errors
/// If play can come back to a state, all seats together can have more points than [`Points`] can hold, or a limit of
/// `run` is passed.
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
    each(run.shares(starts.len()), starts, count)
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

/// The size of the tree of a game, in which no states are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The number of its nodes: the histories from the start, including the empty one.
    pub nodes: Natural,
    /// The number of its leaves: the histories that lead to an end.
    pub leaves: Natural,
}

/// Counts the nodes of the tree of all histories from the start of `graph`. Costs an addition for every edge.
///
/// # Errors
/// If play can come back to a state, or a limit of `run` is passed.
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
