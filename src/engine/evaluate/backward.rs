//! The backward evaluator: the worth of each state, from the ends to the start.
//!
//! [`distributions`] gives the joint distribution of the points still to come from any state, where nobody decides;
//! states of all board sizes share it. [`solve`](crate::evaluate::solve::solve()) gives optimal values, with decisions
//! and cycles. Both count seats from the mover: seat 0 moves, seat 1 moves next.

use crate::evaluate::distribution::Distribution;
use crate::evaluate::rows::Rows;
use crate::evaluate::sweep::{Pass, Sweep, SweepDirection, run_passes};
use crate::game::{Points, Seat};
use crate::model::{Error, Job, Model, of_width};

/// Returns, for each of the `wanted` nodes, the joint distribution of the points that each seat will score from there
/// on, the mover's seat first.
///
/// `graph` is that of the game without scores. Costs a multiplication for every edge and every score vector that can
/// follow it. The rows of a node live until the last node before it is done. The work can be saved.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, all seats together can score more points than
/// [`Points`] can hold, the game counts ways for some events only, the graph is [`cut`](Model::cut) off, a limit of `job` is
/// passed, or work cannot be saved or read.
pub fn distributions(graph: &Model, wanted: &[usize], job: &Job<'_>) -> Result<Vec<Distribution>, Error> {
    graph.only_whole()?;
    graph.only_chance()?;
    graph.counts_ways()?;
    let parameters = wanted.iter().map(|&node| node as u64).collect();
    let pass = Pass { name: b"backward", model: graph, directions: &[SweepDirection::Backward], parameters };
    of_width!(graph.seats(), K => {
        let mut sweep = Sweep::<Rows<'_, K>>::backward(graph, wanted, None, job)?;
        run_passes(pass, &mut sweep, job)?;
        wanted.iter().map(|&node| Ok(Distribution::of_row(&*sweep.row(node)?, graph.seats()))).collect()
    })
}

/// Turns points that are listed from the mover's seat into points listed from the first player's, where `mover` is the
/// seat to move.
///
/// # Panics
/// If there are no points.
pub fn seated(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
