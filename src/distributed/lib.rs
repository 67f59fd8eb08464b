//! The engine's work shared out among processes, on one machine or several.
//!
//! Each state belongs to one process, by a hash of its bytes. Forward, each process runs the engine's stream for its own
//! states: before every layer all processes agree on the layer, and send what leads to a state to its owner. Backward, all
//! processes discover the states in the same way, then send values back from the last layer to the first; see [`solved`].
//! Timely dataflow (McSherry and others 2013) moves the messages.
//!
//! A step may stay in its layer: then the layer has several rounds. Probability is additive, so a state may be worked on in
//! several rounds with a part each.
//!
//! The digits are those of [`forward`](chancetree_engine::evaluate::forward), whatever the number of processes and threads.

pub mod children;
pub mod cluster;
mod coordinator;
pub mod hosts;
mod layers;
mod mailbox;
mod snapshots;
mod solver;

pub use crate::snapshots::{Alternates, StoreSections};

use crate::cluster::Cluster;
use crate::coordinator::{Coordinator, SharedMonitor};
use crate::layers::{Layers, Purpose};
use crate::snapshots::Snapshots;
use crate::solver::Solver;
use chancetree_engine::model::explore::{Visit, follow_together};
use chancetree_engine::{evaluate, exact, game, model, payoff};
use evaluate::{Forward, forward_together};
use exact::Rational;
use game::{Game, Points, Travel};
use model::{Error, Job, seats};
use payoff::Payoff;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// The amount of data that processes sent each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanged {
    /// The number of states, each counted as often as it was sent.
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
/// payoff and transition. With `sections` the values are saved now and then, as by [`distributed`].
///
/// # Errors
/// If play can come back to a state, the game breaks a promise of its contract, a limit of `job` is passed or a process
/// is lost, in whichever process that happens; or if work cannot be saved or read.
pub fn solved<G: Travel>(
    game: &G,
    question: &Question<'_, G>,
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
) -> Result<Option<(Optimum, Exchanged)>, Error> {
    seats(game)?;
    together(cluster, sections, job, |mut coordinator| {
        let mut layers = Layers::new(game, &mut coordinator, Purpose::Discovery);
        let solver = Solver::discover(game, question, &mut layers)?;
        let answer = solver.solve(&mut coordinator)?;
        Ok(answer.map(|answer| (answer, coordinator.exchanged)))
    })
}

/// Follows `game` from its start with all processes of the cluster. The seats have `scores` at the start, the first
/// player's first; missing scores are 0. Returns the answer in process 0, and `None` in the others.
///
/// With `sections` the work is saved now and then, and goes on from the saved work that the cluster has agreed on.
/// When the work is stopped, it first waits until all processes have saved, before the next layer.
///
/// Cost: that of [`forward`](chancetree_engine::evaluate::forward()), shared out, and for each state a row from every other
/// process that leads to it, serialized, sent and read.
///
/// # Errors
/// As [`forward`](chancetree_engine::evaluate::forward), in whichever process it happens; and if a process is lost, work
/// cannot be saved, or what was saved or sent cannot be read.
pub fn distributed<G: Travel>(
    game: &G,
    scores: &[Points],
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
) -> Result<Option<(Forward, Exchanged)>, Error> {
    let seats = seats(game)?;
    together(cluster, sections, job, |mut coordinator| {
        coordinator.defer_stops();
        let job = coordinator.job;
        let layers = RefCell::new(Layers::new(game, &mut coordinator, Purpose::Values));
        let follow = |visit: &mut dyn Visit| follow_together(game, job, visit, &mut *layers.borrow_mut());
        let found = forward_together(&follow, seats, scores, job)?;
        if coordinator.process() > 0 {
            return Ok(None);
        }
        let found = found.ok_or_else(lost_digits)?;
        Ok(Some((found, coordinator.exchanged)))
    })
}

/// Does the work of this process, coordinated with the others.
fn together<T>(
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
    work: impl FnOnce(Coordinator<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let (agreed, place) = (cluster.agreed(), (cluster.process(), cluster.processes()));
    let monitor = SharedMonitor::new(job.monitor);
    let shared = Job { monitor: &monitor, store: None, ..*job };
    cluster.work(&shared, |mailbox, names| {
        let snapshots = Snapshots::new(sections, agreed, place)?;
        work(Coordinator::new(mailbox, names, (&shared, &monitor), snapshots))
    })
}

fn lost_digits() -> Error {
    cluster::elsewhere("the numbers of all processes do not add up to one".to_owned())
}
