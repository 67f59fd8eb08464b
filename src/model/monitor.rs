//! A monitor of the work, which receives its progress and may stop it.

use crate::memory_usage::{self, MemoryUsage};
use crate::overall_progress::OverallProgress;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The progress of the work.
///
/// ```
/// use chancetree_model::{Error, Job, Progress, Stop};
///
/// let job = Job { most_states: 1000, ..Job::default() };
/// assert!(job.tick(Progress { layer: 3, states: 1000 }).is_ok());
/// let stopped = job.tick(Progress { layer: 4, states: 1001 });
/// assert_eq!(stopped, Err(Error::Stop(Stop::TooManyStates { limit: 1000, layer: 4 })));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The current layer. Evaluators that proceed by plies report the ply, and evaluators without either report 0.
    pub layer: u32,
    /// The number of states found or evaluated so far.
    pub states: u64,
}

/// A monitor of the work, which may stop it.
///
/// It is called between layers, and repeatedly within a layer, from any thread.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::{Error, Graph, Job, Monitor, Progress, Stop};
/// use std::ops::ControlFlow;
///
/// /// Stops the work after some states.
/// struct After(u64);
///
/// impl Monitor for After {
///     fn tick(&self, progress: Progress) -> ControlFlow<()> {
///         if progress.states < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
///     }
/// }
///
/// let job = Job { monitor: &After(2), ..Job::default() };
/// let stopped = Graph::of(&Coins { tosses: 3 }, &job).expect_err("there are more states");
/// assert!(matches!(stopped, Error::Stop(Stop::ByMonitor(_))));
/// ```
pub trait Monitor: Sync {
    /// Receives the progress. Returning `Break` stops the work with [`Stop::ByMonitor`](crate::Stop::ByMonitor).
    fn tick(&self, progress: Progress) -> ControlFlow<()>;

    /// Returns `Break` to stop work that has no progress to report. Defaults to [`tick`](Self::tick).
    fn check(&self) -> ControlFlow<()> {
        self.tick(Progress::default())
    }

    /// Receives the completed part of the current pass, where it is known: `_done` of `_of` units. Does nothing by default.
    fn part_done(&self, _done: u64, _of: u64) {}

    /// Returns the scale on which the work reports its progress. Defaults to none.
    fn pace(&self) -> Option<&OverallProgress> {
        None
    }

    /// Shows the current activity. Does nothing by default.
    fn status(&self, _text: &dyn Fn() -> String) {}

    /// Prints a note for the user. Does nothing by default.
    fn note(&self, _text: &str) {}

    /// Receives the time that a phase of the work took. Does nothing by default.
    fn phase(&self, _name: &str, _time: Duration) {}

    /// Returns the time since a fixed moment. Defaults to the clock of the system.
    fn now(&self) -> Duration {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        FIRST.get_or_init(Instant::now).elapsed()
    }

    /// Returns the memory usage of the program. Defaults to a measurement that is at most 5 milliseconds old.
    fn memory(&self) -> MemoryUsage {
        MemoryUsage::recent()
    }

    /// Returns whether the program would use more than `limit` bytes after allocating `more` bytes. Defaults to a measurement.
    fn exceeds_memory(&self, limit: u64, more: u64) -> bool {
        memory_usage::exceeds(limit, more)
    }

    /// Receives an estimate of the bytes that the values of a sweep take at present. Plans extrapolate it to larger games.
    /// Does nothing by default.
    fn value_bytes(&self, _bytes: u64) {}
}

/// No monitor: the work is never stopped.
impl Monitor for () {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
