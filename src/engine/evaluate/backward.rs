//! The backward evaluator: the worth of each state, from the ends to the start.
//!
//! [`distributions`] gives the joint distribution of the points still to come from any state, where nobody decides;
//! states of all board sizes share it. [`solve`](crate::evaluate::solve::solve()) gives optimal values, with decisions
//! and cycles. Both count seats from the mover: seat 0 moves, seat 1 moves next.

use crate::evaluate::checkpoint::{self, Checkpointer, Steps};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::MOST_WORDS;
use crate::evaluate::sweep::{Rows, Sweep};
use crate::game::{Points, Seat};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Run};
use std::io::{self, Read, Write};

/// Returns, for each of the `wanted` nodes, the joint distribution of the points that each seat will score from there
/// on, the mover's seat first.
///
/// `graph` is that of the game without scores. Costs a multiplication for every edge and every score vector that can
/// follow it. The rows of a node live until the last node before it is done.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, all seats together can score more points than
/// [`Points`] can hold, the game counts ways for some events only, or a limit of `run` is passed.
pub fn distributions(graph: &Model, wanted: &[usize], run: &Run<'_>) -> Result<Vec<Distribution>, Error> {
    distributions_resumed(graph, wanted, None, run)
}

/// Like [`distributions`], but goes on from work that was saved before, and saves its work whenever that is due and
/// when it is stopped.
///
/// # Errors
/// As [`distributions`], and if work cannot be saved when it is stopped, or saved work cannot be read.
pub fn distributions_resumed(
    graph: &Model,
    wanted: &[usize],
    checkpointer: Option<&dyn Checkpointer>,
    run: &Run<'_>,
) -> Result<Vec<Distribution>, Error> {
    graph.only_chance()?;
    graph.counts_ways()?;
    match graph.seats() {
        0..=4 => Backward::<1>::of(graph, wanted, checkpointer, run),
        5..=8 => Backward::<2>::of(graph, wanted, checkpointer, run),
        _ => Backward::<MOST_WORDS>::of(graph, wanted, checkpointer, run),
    }
}

/// A sweep from the ends on.
struct Backward<'a, const K: usize> {
    sweep: Sweep<'a, Rows<K>>,
    wanted: &'a [usize],
    rounds: Lists,
    /// Rounds that are not done yet.
    left: usize,
}

impl<'a, const K: usize> Backward<'a, K> {
    fn of(
        graph: &'a Model,
        wanted: &'a [usize],
        checkpointer: Option<&dyn Checkpointer>,
        run: &'a Run<'a>,
    ) -> Result<Vec<Distribution>, Error> {
        let (sweep, rounds) = (Sweep::back(graph, wanted, None, run)?, graph.by_ply());
        let mut work = Self { sweep, wanted, left: rounds.len(), rounds };
        checkpoint::finish(&mut work, checkpointer, run)?;
        let distribution = |&node: &usize| Ok(Distribution::new(&*work.sweep.row(node)?, graph.seats()));
        wanted.iter().map(distribution).collect()
    }

    /// The nodes that are done.
    fn nodes(&self) -> &[u32] {
        self.rounds.span(self.left..self.rounds.len())
    }
}

impl<const K: usize> Steps for Backward<'_, K> {
    fn question(&self) -> Vec<u64> {
        let graph = self.sweep.graph;
        let sizes = [graph.node_count(), graph.edge_count(), self.rounds.len(), self.wanted.len()];
        sizes.iter().chain(self.wanted).map(|&word| word as u64).collect()
    }

    fn done(&self) -> (u64, u64) {
        (self.nodes().len() as u64, self.sweep.graph.node_count() as u64)
    }

    fn step(&mut self) -> Result<(), Error> {
        self.sweep.round(self.rounds.get(self.left - 1), 0)?;
        self.left -= 1;
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.left as u64])?;
        self.sweep.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [left] = checkpoint::some(input)?.map(|left| left as usize);
        if left > self.rounds.len() {
            return Err(checkpoint::nonsense());
        }
        self.left = left;
        self.sweep.read(input, self.rounds.span(left..self.rounds.len()))
    }

    fn verify(&self) -> Result<(), Error> {
        self.sweep.verify(self.nodes())
    }
}

/// Turns points that are listed from the mover's seat into points listed from the first player's, where `mover` is the
/// seat to move.
///
/// # Panics
/// If there are no points.
#[must_use]
pub fn seated(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
