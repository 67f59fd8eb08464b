//! The forward evaluator, for games without decisions: computes rows of scores while the game is explored, layer by layer.
//!
//! A place is a state and the seat to move. Its value is a row: for every possible score vector a whole number, the numerator
//! of its probability. The cost is one multiplication of fixed-width numbers for every edge of the scored graph.

use crate::evaluate::bidirectional::{check, score_parameters};
use crate::evaluate::checkpoint::fingerprint;
use crate::evaluate::counts::Counts;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Lane, Row, Score};
use crate::evaluate::rows::ScoreRows;
use crate::evaluate::stream::{LayerStream, StreamRecurrence, run_shared};
use crate::evaluate::sweep::Sweep;
use crate::game::{Game, Points, Seat};
use crate::model::explore::ExploreFn;
use crate::model::score::signed_offset;
use crate::model::{Error, Job, Model, of_width, seats};
use foldhash::fast::RandomState;
use std::collections::HashSet;

/// The results of the forward evaluator.
#[derive(Clone, Debug)]
pub struct ForwardResult {
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

impl ForwardResult {
    fn new(distribution: Distribution, counts: Counts) -> Self {
        let Counts { states, transitions, ends, layers } = counts;
        Self { distribution, states, transitions, ends, layers }
    }
}

/// Computes the distribution of the final scores of `game`. The seats have `scores` at the start, the first player's first.
/// Missing scores are 0.
///
/// The layers are explored one by one, and each is dropped after its last use. A game with events that stay in their layer is
/// explored as a whole. A game is explored again from its start if an event scores negative points. The work can be saved, and
/// resumes like [`approximate`](super::approximate::approximate).
///
/// Cost: one expansion of each state, and one multiplication of fixed-width numbers for every edge of the scored graph.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game violates its contract or counts arrangements for
/// some events only, all seats together can have more points than [`MAX_POINTS`](crate::game::MAX_POINTS), there are more
/// than 2^31 - 1 states without their scores, or 2^32 - 1 steps out of one layer (in total if the game is explored as a whole), a limit of `job`
/// is passed, work cannot be saved when it is stopped, or saved work cannot be read.
///
/// # Panics
/// If there are more scores than seats.
///
/// ```
/// use chancetree_engine::evaluate::forward;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::model::Job;
///
/// let found = forward(&Coins { tosses: 3 }, &[], &Job::default())?;
/// assert_eq!(found.distribution.outcomes(), [ratio(1, 2), ratio(1, 4), ratio(1, 4)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn forward<G: Game>(game: &G, scores: &[Points], job: &Job<'_>) -> Result<ForwardResult, Error> {
    let (seats, start) = (seats(game)?, fingerprint(&game.start()));
    let stream = |offset, job: &Job<'_>| {
        stream((&|visit| game.follow(job, visit), start), (seats, scores, offset), job)
    };
    // A resumed stream fails here again, so the saved work of the stream is not touched.
    match with_offset(seats, scores, job, stream) {
        Err(Error::StaysInLayer(_)) => {
            let job = job.section("held");
            distribution(game.graph(&job)?.model(), scores, &job)
        }
        result => result,
    }
}

/// Streams a game with the offset of its score vectors, which is 0 unless points are negative. If an event with negative points
/// is found, `stream` starts again with another offset.
pub(super) fn with_offset<T>(
    seats: Seat,
    scores: &[Points],
    job: &Job<'_>,
    stream: impl Fn(Lane, &Job<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    if scores.iter().all(|&points| points >= 0) {
        match stream(0, job) {
            Err(Error::NegativePoints) => {}
            result => return result,
        }
    }
    stream(signed_offset(seats), &job.section("signed"))
}

/// Streams a game, given with the fingerprint of its start.
fn stream(
    game: (ExploreFn<'_>, u64),
    (seats, scores, offset): (Seat, &[Points], Lane),
    job: &Job<'_>,
) -> Result<ForwardResult, Error> {
    of_width!(seats, K => {
        let rows = ScoreRows::<'static, K>::forward(seats, scores, offset);
        Ok(LayerStream::run(game, rows, (seats, scores, offset), job)?.forward())
    })
}

/// Computes the results of [`forward`] in several processes. Each process calls `game` with a visitor that exchanges the
/// contributions to states. Returns the sum of all processes in the process that received the results of the others, and
/// `None` in the other processes. The work is not saved by `job`.
///
/// # Errors
/// As [`forward`], if probabilities do not add up to one, or if an event scores negative points.
pub fn forward_together(
    game: ExploreFn<'_>,
    seats: Seat,
    scores: &[Points],
    job: &Job<'_>,
) -> Result<Option<ForwardResult>, Error> {
    let job = job.unsaved();
    of_width!(seats, K => {
        let rows = ScoreRows::<'static, K>::forward(seats, scores, 0);
        let mut stream = run_shared(game, rows, (seats, scores, 0), &job)?;
        if stream.ends.is_empty() {
            return Ok(None);
        }
        stream.pack_ends(true);
        let sum = &stream.ends[0].from;
        // Numbers over the denominator 1 are counts of arrangements, whose sum is not checked.
        let is_whole = sum.denominator == 0 || sum.value().total() == *stream.denominators.get(sum.denominator);
        if !is_whole {
            let what = "the numbers of all processes do not add up to one".to_owned();
            return Err(Error::Process(what));
        }
        Ok(Some(stream.forward()))
    })
}

/// Computes the distribution of the final scores by a forward sweep of a graph. The work can be saved.
///
/// Cost: one multiplication for every edge and every possible score vector at its source.
///
/// # Errors
/// As [`odds`](super::odds).
///
/// # Panics
/// As [`odds`](super::odds).
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::distribution;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let found = distribution(&graph, &[], &Job::default())?;
/// assert_eq!(found.distribution.expected(), [ratio(1, 1), ratio(1, 2)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn distribution(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<ForwardResult, Error> {
    check(graph, scores)?;
    let parameters: Vec<u64> = score_parameters(graph, scores).collect();
    of_width!(graph.seats(), K => {
        let mut sweep = Sweep::<ScoreRows<'_, K>>::forward(graph, graph.start(), scores, job)?;
        sweep.run_saved(b"forward ", &parameters, ((), &|_, _, _| ()))?;
        let counts = sweep.counts.clone().of_reached_layers();
        Ok(ForwardResult::new(sweep.distribution_at_ends(), counts))
    })
}

impl<const K: usize> StreamRecurrence for ScoreRows<'_, K> {
    fn fingerprint(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"followed")]
    }

    fn support(&self, row: &Row<K>) -> Option<Row<K>> {
        Some(row.without_numbers())
    }

    fn new_states(&self, row: &Row<K>, earlier: &[Row<K>]) -> u64 {
        let known: HashSet<Score<K>, RandomState> = earlier.iter().flat_map(Row::keys).collect();
        row.keys().filter(|score| !known.contains(score)).count() as u64
    }
}

impl<const K: usize> LayerStream<'_, ScoreRows<'static, K>> {
    /// Returns the distribution at all ends, with the counts.
    fn forward(self) -> ForwardResult {
        let Self { recurrence, mut denominators, ends, remaining, counts, .. } = self;
        let rows = Self::values_at_ends(&ends, &remaining);
        ForwardResult::new(recurrence.distribution(&mut denominators, rows, self.seats), counts)
    }
}
