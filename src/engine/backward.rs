//! The backward evaluator: what each state is worth, from the ends to the start.
//!
//! [`laws`] gives the joint law of the points still to come from any state, where nobody decides; states of all board
//! sizes share it. [`solve`](solve()) gives optimal values, with decisions and cycles. Both see seats from the mover: seat 0
//! moves, seat 1 moves next.

use super::graph::Graph;
use super::law::Law;
use super::row::{MOST_WORDS, Row, Score, Term};
use super::scale::{Common, Scale, Scales, Step};
pub use super::solve::{Solution, Valued, solve};
use super::{Error, Progress, Run};
use crate::game::{Game, Points, Seat};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The joint law of the points that each seat will score from each of the `wanted` nodes on, the mover's seat first.
///
/// `graph` is that of the game without scores. Cost: a multiplication for every edge and every score vector that can
/// follow it; the rows of a node live until the last node before it is done.
///
/// # Errors
/// A decision, a cycle, or a limit.
pub fn laws<G: Game>(game: &G, graph: &Graph<G>, wanted: &[usize], run: &Run<'_>) -> Result<Vec<Law>, Error> {
    graph.only_chance()?;
    graph.counts_ways(game)?;
    match game.seats() {
        0..=4 => Laws::<G, 1>::new(game, graph, run).all(wanted),
        5..=8 => Laws::<G, 2>::new(game, graph, run).all(wanted),
        _ => Laws::<G, MOST_WORDS>::new(game, graph, run).all(wanted),
    }
}

struct Laws<'a, G: Game, const K: usize> {
    game: &'a G,
    graph: &'a Graph<G>,
    run: &'a Run<'a>,
    rows: Vec<Option<Arc<Row<K>>>>,
    scale: Vec<Scale>,
    scales: Scales,
    /// Edges into each node that still wait for its row.
    waiting: Vec<usize>,
    /// Numbers met so far, and bytes held now.
    progress: Progress,
}

impl<'a, G: Game, const K: usize> Laws<'a, G, K> {
    fn new(game: &'a G, graph: &'a Graph<G>, run: &'a Run<'a>) -> Self {
        let nodes = graph.node_count();
        let mut waiting = vec![0; nodes];
        for edge in 0..graph.edge_count() {
            waiting[graph.edge(edge).1] += 1;
        }
        Self {
            game,
            graph,
            run,
            rows: vec![None; nodes],
            scale: vec![0; nodes],
            scales: Scales::new(),
            waiting,
            progress: Progress::default(),
        }
    }

    fn all(mut self, wanted: &[usize]) -> Result<Vec<Law>, Error> {
        for &node in wanted {
            self.waiting[node] += 1;
        }
        for round in self.graph.rounds().iter().rev() {
            self.round(round)?;
        }
        let row = |&node: &usize| self.rows[node].as_ref().expect("wanted rows are kept");
        Ok(wanted.iter().map(|node| Law::new(row(node), self.game.seats())).collect())
    }

    fn round(&mut self, nodes: &[usize]) -> Result<(), Error> {
        let edges = nodes.iter().flat_map(|&node| self.graph.edges_of(node));
        let steps: Vec<Step> = edges.map(|edge| self.step(edge)).collect();
        let common = self.scales.common(steps.iter().copied());
        let built = AtomicU64::new(0);
        let build = |&node: &usize| {
            let (row, scale) = self.build(node, &common)?;
            // Rows may be long, so the limits are looked at within a round, too.
            let bytes = built.fetch_add(row.bytes(), Relaxed) + row.bytes();
            self.run.step(Progress { bytes: self.progress.bytes + bytes, ..self.progress })?;
            Ok((row, scale))
        };
        let rows: Vec<(Row<K>, Scale)> = if self.run.shares(nodes.len()) {
            nodes.par_iter().map(build).collect::<Result<_, _>>()?
        } else {
            nodes.iter().map(build).collect::<Result<_, _>>()?
        };
        for (&node, (row, scale)) in nodes.iter().zip(rows) {
            self.progress.states += row.len() as u64;
            self.progress.bytes += row.bytes();
            self.rows[node] = Some(Arc::new(row));
            self.scale[node] = scale;
            for edge in self.graph.edges_of(node) {
                let next = self.graph.edge(edge).1;
                self.waiting[next] -= 1;
                if self.waiting[next] == 0 {
                    let row = self.rows[next].take().expect("a row lives until its last edge is done");
                    self.progress.bytes -= row.bytes();
                }
            }
        }
        self.progress.layer = nodes.first().map_or(0, |&node| self.graph.ply(node));
        self.run.step(self.progress)
    }

    fn step(&self, edge: usize) -> Step {
        let (_, next, _) = self.graph.edge(edge);
        let (weight, total) = self.graph.share(self.game, edge);
        Step { weight, total, scale: self.scale[next] }
    }

    fn build(&self, node: usize, common: &Common) -> Result<(Row<K>, Scale), Error> {
        if self.graph.edges_of(node).is_empty() {
            let unit = Row::unit(Score::ZERO, self.game.seats(), 0);
            let hidden = self.game.hidden(self.graph.state(node));
            return Ok((hidden.map_or_else(|| unit.clone(), |hidden| unit.times(&hidden)), 0));
        }
        let mut parts = Vec::new();
        for edge in self.graph.edges_of(node) {
            let (_, next, label) = self.graph.edge(edge);
            let row = self.rows[next].as_ref().expect("later rounds are done");
            let points = self.game.points(label.event);
            row.most_after(points).ok_or(Error::PointsOverflow)?;
            let passes = self.game.passes(label.event) % self.game.seats();
            let row = if passes == 0 { Arc::clone(row) } else { Arc::new(row.rotated(passes)) };
            parts.push((row, points, common.factor(self.step(edge))));
        }
        let terms: Vec<Term<'_, K>> = parts
            .iter()
            .map(|(row, points, factor)| Term {
                row,
                shift: Score::one(0, *points),
                points: *points,
                factor: factor.clone(),
            })
            .collect();
        Ok((Row::sum(&terms), common.scale))
    }
}

/// The points of a law as seen from the first player's seat, when `mover` was to move in the state it is of.
#[must_use]
pub fn seated(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
