//! The forward evaluator, for games in which nobody decides: follows play from the start, layer by layer.
//!
//! A node is a state and the seat to move. It carries a row: for every vector of points that play can have led to, a
//! whole number that stands for its probability. The cost is one multiplication of a fixed-width number for every edge of
//! the scored graph.

use crate::evaluate::bidirectional::distribution;
use crate::evaluate::checkpoint::fingerprint;
use crate::evaluate::counts::{Counts, counts};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Plans, Row};
use crate::evaluate::rows::Rows;
use crate::evaluate::stream::{Stream, Streamed};
use crate::game::{Game, Points, Seat};
use crate::model::explore::Following;
use crate::model::{Error, Job, Model, of_width, seats};
use std::borrow::Cow;
use std::sync::Arc;

/// The results of the forward evaluator.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The joint distribution of the final scores.
    pub distribution: Distribution,
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of ends among the states.
    pub ends: u64,
    /// The number of states in each layer, as pairs of layer and number, in ascending order of layers.
    pub layers: Vec<(u32, u64)>,
}

/// Follows `game` from its start, where the seats have `scores`, the first player's first. Missing scores are 0.
///
/// Only what lies between two layers is held, but for a game with events that stay in their layer, which is explored as a
/// whole. The work can be saved, and goes on as [`approximate`](super::approximate::approximate) does.
///
/// Cost: one expansion of each state, and one multiplication of a fixed-width number for every edge of the scored graph.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game breaks a promise of its contract or counts ways
/// for some events only, all seats together can have more points than [`Points`] can hold, there are more than 2^31 - 1
/// states, scores aside, or 2^32 - 1 steps out of one layer (in all, of a game that is explored as a whole), a limit of
/// `job` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
///
/// # Panics
/// If there are more scores than seats.
pub fn forward<G: Game>(game: &G, scores: &[Points], job: &Job<'_>) -> Result<Forward, Error> {
    match ahead((&|visit| game.follow(job, visit), fingerprint(&game.start())), seats(game)?, scores, job) {
        // Until that is known it is followed each time, so what is saved of that stays where it is.
        Err(Error::StaysInLayer(_)) => {
            let job = job.section("held");
            held(game.graph(&job)?.model(), scores, &job)
        }
        followed => followed,
    }
}

/// Follows a game of so many seats, given with the fingerprint of its start.
fn ahead(
    game: (Following<'_>, u64),
    seats: Seat,
    scores: &[Points],
    job: &Job<'_>,
) -> Result<Forward, Error> {
    of_width!(seats, K => {
        let rows = Rows::<'static, K>::forward(seats, scores);
        Ok(Stream::run(game, rows, (seats, scores), job)?.forward())
    })
}

/// The same of a game that is held as a whole.
fn held(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<Forward, Error> {
    let distribution = distribution(graph, scores, job)?.distribution;
    let counts = counts(graph, &[graph.start()], scores, job)?.swap_remove(0);
    let Counts { states, transitions, ends, layers } = counts;
    Ok(Forward { distribution, states, transitions, ends, layers })
}

impl<const K: usize> Streamed<Row<K>, Arc<Plans<K>>> for Rows<'_, K> {
    fn context(&self) -> &Arc<Plans<K>> {
        &self.plans
    }

    fn fingerprint(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"followed")]
    }
}

impl<const K: usize> Stream<'_, Rows<'static, K>, Row<K>, Arc<Plans<K>>> {
    /// Returns the distribution at all ends together, with the counts.
    fn forward(self) -> Forward {
        let Self { recurrence, mut scales, ends, remaining, counts, .. } = self;
        let rows = ends.iter().enumerate().map(|(end, step)| {
            (step.from.value(), step.from.denominator, remaining.get(&end).map(Cow::Borrowed))
        });
        let distribution = recurrence.distribution(&mut scales, rows, self.seats);
        let Counts { states, transitions, ends, layers } = counts;
        Forward { distribution, states, transitions, ends, layers }
    }
}
