//! The backward evaluator: the joint distribution of the points still to come from a state, for games without decisions.
//!
//! Seats are counted from the mover: seat 0 moves, seat 1 moves next. One sweep evaluates games of several sizes, which share
//! states.

use crate::evaluate::distribution::Distribution;
use crate::evaluate::rows::ScoreRows;
use crate::evaluate::sweep::Sweep;
use crate::game::{Points, Seat};
use crate::model::{Error, Job, Model, of_width};

/// Returns, for each of the `wanted` nodes, the joint distribution of the points that each seat will score from there
/// on, the mover's seat first.
///
/// `graph` is the graph of the game without scores. The work can be saved.
///
/// Cost: one multiplication for every edge and every score vector that can follow it. The row of a node is dropped with its last
/// use.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, all seats together can score more points than
/// [`MAX_POINTS`](crate::game::MAX_POINTS), the game counts arrangements for some events only, the graph is
/// [`cut`](Model::cut) off, a limit of `job` is passed, or work cannot be saved or read.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::distributions;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let found = distributions(&graph, &[2], &Job::default())?;
/// assert_eq!(found[0].expected(), [ratio(1, 2), ratio(0, 1)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn distributions(graph: &Model, wanted: &[usize], job: &Job<'_>) -> Result<Vec<Distribution>, Error> {
    graph.require_uncut()?;
    graph.require_chance_without_cycles()?;
    graph.counts_arrangements()?;
    let parameters: Vec<u64> = wanted.iter().map(|&node| node as u64).collect();
    of_width!(graph.seats(), K => {
        let mut sweep = Sweep::<ScoreRows<'_, K>>::backward(graph, wanted, None, job)?;
        sweep.run_saved(b"backward", &parameters, ((), &|_, _, _| ()))?;
        let distribution = |&node| {
            Ok(Distribution::of_row(&*sweep.row(node)?, graph.seats(), sweep.recurrence.offset))
        };
        wanted.iter().map(distribution).collect()
    })
}

/// Converts points that are listed from the seat `mover` on to points that are listed from the first player on.
///
/// # Panics
/// If there are no points.
///
/// ```
/// use chancetree_engine::evaluate::from_first_player;
///
/// // The second of three players moves and has 5 points.
/// assert_eq!(from_first_player(&[5, 6, 4], 1), [4, 5, 6]);
/// ```
pub fn from_first_player(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
