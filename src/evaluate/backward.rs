//! The backward evaluator: what each state is worth, from the ends to the start.
//!
//! [`distributions`] gives the joint distribution of the points still to come from any state, where nobody decides; states of all board
//! sizes share it. [`solve`](crate::evaluate::solve::solve()) gives optimal values, with decisions and cycles. Both see seats from the mover: seat 0
//! moves, seat 1 moves next.

use crate::evaluate::checkpoint::{self, Checkpointer, Steps};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::MOST_WORDS;
use crate::evaluate::sweep::{Rows, Sweep};
use crate::game::{Points, Seat};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Run};
use std::io::{self, Read, Write};

/// The joint distribution of the points that each seat will score from each of the `wanted` nodes on, the mover's seat first.
///
/// `graph` is that of the game without scores. Cost: a multiplication for every edge and every score vector that can
/// follow it; the rows of a node live until the last node before it is done.
///
/// # Errors
/// A decision, a cycle, or a limit.
pub fn distributions(graph: &Model, wanted: &[usize], run: &Run<'_>) -> Result<Vec<Distribution>, Error> {
    distributions_resumed(graph, wanted, None, run)
}

/// The same, going on where work was saved before, and saving it whenever it is due and when it is stopped.
///
/// # Errors
/// As [`distributions`], and if work cannot be saved, or what was saved cannot be read.
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

/// The points of a distribution as seen from the first player's seat, when `mover` was to move in the state it is of.
#[must_use]
pub fn seated(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
