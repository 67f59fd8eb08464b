//! The forward evaluator beyond one machine: the same layer step, with its states shared out among processes.
//!
//! Each state belongs to one worker, by a hash of its bytes. The contributions to a state are added up by each worker
//! that leads to it, sent once its layer is due, and added up again by its owner, which expands the state. Timely dataflow
//! (McSherry and others 2013) moves the batches and knows when a layer has arrived everywhere. A step that stays in its
//! layer goes to the next round of it: probability is additive, so a state may be worked on in several rounds with a
//! part each.
//!
//! When players decide, values go the same way back: see [`solved`].
//!
//! The digits are those of [`forward`](chancetree_engine::evaluate::forward), whatever the number of processes and
//! workers.

mod batch;
pub mod children;
pub mod cluster;
mod cycle;
mod halt;
pub mod hosts;
mod layers;
mod mailbox;
mod snapshots;
mod solver;
mod step;
mod superstep;
mod tally;

pub use crate::snapshots::{Alternates, Checkpointers};

use crate::cluster::{ABORT_TIMEOUT, CLOSE_TIMEOUT, Cluster, elsewhere};
use crate::layers::Worker;
use crate::mailbox::Mailbox;
use crate::snapshots::Snapshots;
use crate::solver::Solver;
use chancetree_engine::model::of_width;
use chancetree_engine::{evaluate, exact, game, model, payoff};
use evaluate::Forward;
use exact::Rational;
use game::{Game, Points, Travel};
use model::{Error, Job, seats};
use payoff::Payoff;
use std::any::Any;
use std::panic::resume_unwind;
use timely::communication::AllocatorBuilder;

/// The amount of data that processes sent each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The number of states with their scores, each counted as often as it was sent.
    pub states: u64,
    /// The number of bytes of these states.
    pub bytes: u64,
}

/// The condition on which a state is counted. Its second argument is `None` at an end,
/// `Some(None)` where chance moves, and otherwise the chosen action.
pub type Condition<'a, G> =
    dyn Fn(&<G as Game>::State, Option<Option<<G as Game>::Action>>) -> bool + Sync + 'a;

/// A question about a game in which every mover maximises their own expected payoff.
pub struct Question<'a, G: Game> {
    /// The payoffs, at least one: first the one that every mover maximises, then others that are worked out under the
    /// same play.
    pub payoffs: &'a [&'a dyn Payoff<G>],
    /// The condition on which a state is counted.
    pub counts: &'a Condition<'a, G>,
}

/// The result of a game under optimal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// For each payoff, the expected payoff of each seat from the start on, the mover first.
    pub values: Vec<Vec<Rational>>,
    /// The number of states, ends included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of states in which another action is worth as much to the mover. The first in ascending order is
    /// taken.
    pub ties: u64,
    /// The number of states that meet the condition of the question.
    pub counted: u64,
}

/// Solves a game without cycles with all processes of the cluster. Returns the answer in process 0, and `None` in the
/// others.
///
/// All states and values are kept, each by its owner. Costs one rational operation for each seat,
/// payoff and transition. With `checkpointers` the values are saved now and then, as by [`distributed`].
///
/// # Errors
/// If play can come back to a state, the game breaks a promise of its contract, a limit of `job` is passed or a process
/// is lost, in whichever process that happens; or if work cannot be saved or read.
pub fn solved<G: Travel>(
    game: &G,
    question: &Question<'_, G>,
    cluster: Cluster,
    checkpointers: &Checkpointers<'_>,
    job: &Job<'_>,
) -> Result<Option<(Optimum, Exchanged)>, Error> {
    seats(game)?;
    together(cluster, checkpointers, |mailbox, snapshots| {
        superstep::work(Solver::new(game, question, job, snapshots, mailbox))
    })
}

/// Follows `game` from its start with all processes of the cluster. The seats have `scores` at the start, the first
/// player's first; missing scores are 0. Returns the answer in process 0, and `None` in the others.
///
/// With `checkpointers` the work is saved now and then, and goes on from the saved work that the cluster has agreed on.
/// When the work is stopped, it first waits until all processes have saved, before the next layer.
///
/// Cost: that of [`forward`](chancetree_engine::evaluate::forward()), shared out, and for each state a row from every other worker
/// that leads to it, packed, sent and unpacked.
///
/// # Errors
/// As [`forward`](chancetree_engine::evaluate::forward), in whichever process it happens; and if a process is lost, work
/// cannot be saved, or what was saved or sent cannot be read.
pub fn distributed<G: Travel>(
    game: &G,
    scores: &[Points],
    cluster: Cluster,
    checkpointers: &Checkpointers<'_>,
    job: &Job<'_>,
) -> Result<Option<(Forward, Exchanged)>, Error> {
    let seats = seats(game)?;
    together(
        cluster,
        checkpointers,
        |mailbox, snapshots| of_width!(seats, K => superstep::work(Worker::<G, K>::new(game, scores, job, snapshots, mailbox))),
    )
}

/// Runs `work` in each worker of this process, each with its mailbox, and returns what they find.
fn together<T: Send>(
    mut cluster: Cluster,
    checkpointers: &Checkpointers<'_>,
    work: impl Fn(Mailbox, &Snapshots<'_>) -> Result<Option<T>, Error> + Sync,
) -> Result<Option<T>, Error> {
    let (builders, connections) = cluster.workers()?;
    let snapshots = Snapshots::new(&cluster, checkpointers);
    let one = |builder: AllocatorBuilder| {
        let mut mailbox = Mailbox::new(cluster::worker(builder));
        match &snapshots {
            Ok(snapshots) => work(mailbox, snapshots),
            Err(error) => {
                mailbox.abort(cluster.abort(error));
                Err(error.clone())
            }
        }
    };
    // Scoped threads borrow the game and the limits, which `timely::execute` does not allow.
    let answers: Vec<_> = std::thread::scope(|scope| {
        let one = &one;
        let workers: Vec<_> = builders.into_iter().map(|builder| scope.spawn(move || one(builder))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(poisoned)).collect()
    });
    cluster::end_loss_reports();
    let found = first(answers);
    cluster::close(connections, if found.is_ok() { CLOSE_TIMEOUT } else { ABORT_TIMEOUT });
    found
}

/// The error of a worker that timely has ended because a connection broke; any other panic goes on.
fn poisoned<T>(panic: Box<dyn Any + Send>) -> Result<T, Error> {
    match panic.downcast_ref::<&str>() {
        Some(&"MergeQueue poisoned.") => Err(elsewhere("the connection to another process broke".to_owned())),
        _ => resume_unwind(panic),
    }
}

/// Returns the answer of the workers of a process, or the first error; an error of another process only if there is no
/// other.
fn first<T>(answers: Vec<Result<Option<T>, Error>>) -> Result<Option<T>, Error> {
    let mut found = Ok(None);
    for answer in answers {
        match (&found, answer) {
            (Ok(_) | Err(Error::Elsewhere { .. }), Err(error)) => found = Err(error),
            (Ok(_), Ok(Some(answer))) => found = Ok(Some(answer)),
            _ => {}
        }
    }
    found
}

fn lost_digits() -> Error {
    elsewhere("the numbers of all processes do not add up to one".to_owned())
}
