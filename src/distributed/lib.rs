//! Distributed evaluation: the engine's work on several processes, on one machine or several.
//!
//! Each state belongs to one process, its owner, which is chosen by a hash of the bytes of the state. Forward,
//! each process evaluates its own states: before every layer all processes agree on the layer, and send
//! contributions to a state to its owner. Backward, all processes discover the states in the same way, then
//! send values back from the last layer to the first; see [`solved`]. Timely dataflow (McSherry and others
//! 2013) transfers the messages.
//!
//! If a step stays within a layer, the layer has several rounds. Probability is additive, so a state can be
//! processed in several rounds, each with a part of its probability.
//!
//! The answers are identical to the answers of [`forward`](chancetree_engine::evaluate::forward), for any number of
//! processes and threads.

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
use chancetree_engine::model::explore::{LayerVisitor, follow_together};
use chancetree_engine::{evaluate, exact, game, model, payoff};
use evaluate::checkpoint::save_value;
use evaluate::{ForwardResult, forward_together};
use exact::Rational;
use game::{Game, Points, StateCodec};
use model::{Error, Job, seats};
use payoff::Payoff;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// The amount of data that the processes have sent to each other.
///
/// ```
/// use chancetree_distributed::Exchanged;
///
/// // A process that works alone sends nothing.
/// assert_eq!(Exchanged::default(), Exchanged { states: 0, bytes: 0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchanged {
    /// The number of states that were sent; a state is counted each time.
    pub states: u64,
    /// The number of bytes of these states.
    pub bytes: u64,
}

/// A condition that selects states to count. The second argument is `None` at an end, `Some(None)` if chance
/// moves, and otherwise the chosen action.
pub type Condition<'a, G> =
    dyn Fn(&<G as Game>::State, Option<Option<<G as Game>::Action>>) -> bool + Sync + 'a;

/// A query about a game in which every mover maximizes their own expected payoff.
///
/// ```
/// use chancetree_distributed::SolveQuery;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::payoff::{Gain, Payoff};
///
/// // Counts the states in which the mover stops.
/// let payoffs: [&dyn Payoff<Throws>; 1] = [&Gain];
/// let query = SolveQuery { payoffs: &payoffs, counts: &|_, action| action == Some(Some("stop")) };
/// assert_eq!(query.payoffs.len(), 1);
/// ```
pub struct SolveQuery<'a, G: Game> {
    /// The payoffs, at least one. Every mover maximizes the first payoff; the others are evaluated under the
    /// same play.
    pub payoffs: &'a [&'a dyn Payoff<G>],
    /// The condition that selects the states to count.
    pub counts: &'a Condition<'a, G>,
}

/// The result of a game under optimal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// For each payoff, the expected payoff of each seat from the start, the mover first.
    pub values: Vec<Vec<Rational>>,
    /// The number of states, ends included.
    pub states: u64,
    /// The number of transitions between states.
    pub transitions: u64,
    /// The number of states with several best actions for the mover. The first best action in ascending order is
    /// chosen.
    pub ties: u64,
    /// The number of states for which the condition of the query holds.
    pub counted: u64,
}

/// Solves a game without cycles with all processes of the cluster. Returns the answer in process 0, and
/// `None` in the others.
///
/// All states and values stay in memory, each in the process that owns it. The cost is one rational operation
/// per seat, payoff and transition. With `sections`, values are saved at intervals, as in [`forward_on_cluster`].
///
/// # Errors
/// Returns an error if play can return to a state, the game breaks its contract, a limit of `job` is exceeded
/// or a process is lost, in any process; or if work cannot be saved or read.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::payoff::{Gain, Payoff};
/// use chancetree_distributed::cluster::Cluster;
/// use chancetree_distributed::{SolveQuery, StoreSections, solved};
///
/// let payoffs: [&dyn Payoff<Guess>; 1] = [&Gain];
/// let query = SolveQuery { payoffs: &payoffs, counts: &|_, _| false };
/// let (game, sections) = (Guess::new(9, 2)?, StoreSections::default());
/// let answer = solved(&game, &query, Cluster::alone(), &sections, &Job::default())?;
/// let (optimum, exchanged) = answer.expect("this is process 0");
/// assert_eq!(optimum.values[0], [ratio(5, 9), ratio(4, 9)]);
/// assert_eq!((optimum.states, exchanged.states), (10, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solved<G: StateCodec>(
    game: &G,
    query: &SolveQuery<'_, G>,
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
) -> Result<Option<(Optimum, Exchanged)>, Error> {
    seats(game)?;
    together(cluster, sections, job, |mut coordinator| {
        let mut layers = Layers::new(game, &mut coordinator, Purpose::Discovery);
        let solver = Solver::discover(game, query, &mut layers)?;
        let answer = solver.solve(&mut coordinator)?;
        Ok(answer.map(|answer| (answer, coordinator.exchanged)))
    })
}

/// Evaluates `game` forward from its start with all processes of the cluster. The seats have `scores` at the
/// start, in seat order; missing scores are 0. Returns the answer in process 0, and `None` in the others.
///
/// With `sections`, work is saved at intervals, and resumes from the saved work that the cluster has agreed
/// on. A stop waits until all processes have saved before the next layer.
///
/// The cost is that of [`forward`](chancetree_engine::evaluate::forward()), distributed among the processes.
/// In addition, for each state and each other process that leads to it, one row is serialized, sent and read.
///
/// # Errors
/// Returns an error as [`forward`](chancetree_engine::evaluate::forward) does, in any process; or if a
/// process is lost, work cannot be saved, or saved or received data cannot be read.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::memory::Memory;
/// use chancetree::model::Job;
/// use chancetree_distributed::cluster::Cluster;
/// use chancetree_distributed::{StoreSections, forward_on_cluster};
///
/// let (game, sections) = (Memory::new(2, 2)?, StoreSections::default());
/// let answer = forward_on_cluster(&game, &[], Cluster::alone(), &sections, &Job::default())?;
/// let (found, _) = answer.expect("this is process 0");
/// // The second player takes both pairs in two of three games.
/// assert_eq!(found.distribution.iter().next().map(|(_, share)| share), Some(ratio(2, 3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward_on_cluster<G: StateCodec>(
    game: &G,
    scores: &[Points],
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
) -> Result<Option<(ForwardResult, Exchanged)>, Error> {
    let seats = seats(game)?;
    together(cluster, sections, job, |mut coordinator| {
        coordinator.defer_stops();
        let job = coordinator.job;
        let layers = RefCell::new(Layers::new(game, &mut coordinator, Purpose::Values));
        let follow =
            |visit: &mut dyn LayerVisitor| follow_together(game, job, visit, &mut *layers.borrow_mut());
        let found = forward_together(&follow, seats, scores, job)?;
        if coordinator.process() > 0 {
            return Ok(None);
        }
        let found = found.ok_or_else(incomplete_results)?;
        Ok(Some((found, coordinator.exchanged)))
    })
}

/// Runs `work` in this process, coordinated with the other processes.
fn together<T>(
    cluster: Cluster,
    sections: &StoreSections<'_>,
    job: &Job<'_>,
    work: impl FnOnce(Coordinator<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let (agreed, index) = (cluster.agreed(), (cluster.process(), cluster.processes()));
    let monitor = SharedMonitor::new(job.monitor);
    let shared = Job { monitor: &monitor, store: None, ..*job };
    cluster.work(&shared, |mailbox, names| {
        let snapshots = Snapshots::new(sections, agreed, index)?;
        work(Coordinator::new(mailbox, names, (&shared, &monitor), snapshots))
    })
}

fn incomplete_results() -> Error {
    Error::Process("the results of the processes are incomplete".to_owned())
}

/// Serializes a value for another process or a snapshot.
fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    save_value(&mut bytes, value)?;
    Ok(bytes)
}
