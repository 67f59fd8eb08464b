//! The agreement of all processes before each step: which step is next, whether to save, and whether to stop.

use crate::cluster::Names;
use crate::evaluate::checkpoint::read_value;
use crate::mailbox::{Abort, Batch, Mailbox};
use crate::model::{Error, Job, Monitor, Progress, Stop};
use crate::snapshots::{Snapshot, Snapshots};
use crate::{Exchanged, to_bytes};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The monitor of a process. It adds the states of the other processes to the progress, and can defer a stop
/// until all processes have saved.
pub(crate) struct SharedMonitor<'a> {
    monitor: &'a dyn Monitor,
    states_elsewhere: AtomicU64,
    defers_stop: AtomicBool,
    stopped: Mutex<Option<Progress>>,
}

impl<'a> SharedMonitor<'a> {
    pub(crate) fn new(monitor: &'a dyn Monitor) -> Self {
        Self {
            monitor,
            states_elsewhere: AtomicU64::new(0),
            defers_stop: AtomicBool::new(false),
            stopped: Mutex::new(None),
        }
    }

    /// Returns the deferred stop.
    fn stop(&self) -> Option<Error> {
        self.stopped.lock().expect("no monitor panics").map(|progress| Error::Stop(Stop::ByMonitor(progress)))
    }
}

impl Monitor for SharedMonitor<'_> {
    fn tick(&self, mut progress: Progress) -> ControlFlow<()> {
        progress.states += self.states_elsewhere.load(Relaxed);
        let flow = self.monitor.tick(progress);
        if flow.is_break() && self.defers_stop.load(Relaxed) {
            self.stopped.lock().expect("no monitor panics").get_or_insert(progress);
            return ControlFlow::Continue(());
        }
        flow
    }

    fn part_done(&self, done: u64, of: u64) {
        self.monitor.part_done(done, of);
    }
}

/// The proposal of a process for the next step.
#[derive(Serialize, Deserialize)]
struct Proposal {
    /// The first step for which the process has work.
    step: Option<u64>,
    /// The number of states of the process so far.
    states: u64,
    /// The number of states of the process with a value.
    solved: u64,
    /// A random identifier of a snapshot, if it is time to save.
    save: Option<u64>,
    /// The reason to stop after all processes have saved.
    stop: Option<Abort>,
}

/// The agreement of all processes.
pub(crate) struct Agreement {
    pub(crate) step: u64,
    /// The number of states with a value in all processes.
    pub(crate) solved: u64,
    save: Option<u64>,
    stop: Option<Error>,
}

/// Coordinates the work of this process with the others.
pub(crate) struct Coordinator<'a> {
    mailbox: &'a mut Mailbox,
    names: &'a Names,
    /// The job, with the shared monitor.
    pub(crate) job: &'a Job<'a>,
    monitor: &'a SharedMonitor<'a>,
    pub(crate) snapshots: Snapshots<'a>,
    pub(crate) exchanged: Exchanged,
    /// Whether a snapshot was saved because memory is short.
    has_saved_early: bool,
}

impl<'a> Coordinator<'a> {
    pub(crate) fn new(
        mailbox: &'a mut Mailbox,
        names: &'a Names,
        (job, monitor): (&'a Job<'a>, &'a SharedMonitor<'a>),
        snapshots: Snapshots<'a>,
    ) -> Self {
        let exchanged = Exchanged::default();
        Self { mailbox, names, job, monitor, snapshots, exchanged, has_saved_early: false }
    }

    /// Returns the number of this process.
    pub(crate) fn process(&self) -> usize {
        self.mailbox.process()
    }

    /// Defers stops from now on until all processes have saved, if work is saved.
    pub(crate) fn defer_stops(&self) {
        self.monitor.defers_stop.store(self.snapshots.keeps(), Relaxed);
    }

    /// Agrees on the next step and exchanges batches. The next step is the least step for which any process
    /// has work.
    ///
    /// Returns the agreement, which is `None` if all processes are done, and the batches for this process.
    /// `solved` is the number of states of this process that have a value.
    pub(crate) fn agree(
        &mut self,
        step: Option<u64>,
        progress: Progress,
        solved: u64,
        batches: Vec<Batch>,
    ) -> Result<(Option<Agreement>, Vec<Batch>), Error> {
        self.exchanged.bytes += batches.iter().map(|(_, batch)| batch.len() as u64).sum::<u64>();
        self.job.tick(progress)?;
        let stop = self.monitor.stop();
        let is_tight = !self.has_saved_early && self.job.is_tight();
        let is_due = self.snapshots.keeps() && (stop.is_some() || is_tight || self.snapshots.is_due());
        let own = Proposal {
            step,
            states: progress.states,
            solved,
            save: is_due.then(|| RandomState::new().hash_one(step)),
            stop: stop.as_ref().map(|error| self.names.abort(error)),
        };
        let job = self.job;
        let (all, batches) = self.mailbox.exchange(&to_bytes(&own)?, batches, &mut || job.tick(progress))?;
        let all: Result<Vec<Proposal>, _> = all.iter().map(|bytes| read_value(&mut &bytes[..])).collect();
        let all = all?;
        let states: u64 = all.iter().map(|other| other.states).sum();
        self.monitor.states_elsewhere.store(states - progress.states, Relaxed);
        if states > job.most_states {
            return Err(Error::Stop(Stop::TooManyStates { limit: job.most_states, layer: progress.layer }));
        }
        self.has_saved_early |= is_tight;
        let agreement = all.iter().filter_map(|other| other.step).min().map(|step| Agreement {
            step,
            solved: all.iter().map(|other| other.solved).sum(),
            save: all.iter().filter_map(|other| other.save).min(),
            stop: stop.or_else(|| all.iter().find_map(|other| other.stop.clone()).map(Abort::error)),
        });
        Ok((agreement, batches))
    }

    /// Saves the result of `snapshot` if the processes have agreed to save.
    ///
    /// # Errors
    /// Returns an error if the processes have agreed to stop, or if work cannot be saved before a stop.
    pub(crate) fn save(
        &mut self,
        Agreement { step, save, stop, .. }: Agreement,
        snapshot: impl FnOnce(&Exchanged) -> Result<Snapshot, Error>,
    ) -> Result<(), Error> {
        if let Some(id) = save {
            let snapshot = snapshot(&self.exchanged)?;
            self.snapshots.save(id, step, &snapshot, stop.is_some())?;
        }
        stop.map_or(Ok(()), Err)
    }

    /// Sends results to process 0. Returns the results of the other processes in process 0, and `None` in the
    /// others.
    pub(crate) fn collect(
        &mut self,
        results: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let batches = if self.process() == 0 { Vec::new() } else { vec![(0, results()?)] };
        let job = self.job;
        let (_, received) = self.mailbox.exchange(&[], batches, &mut || job.tick(Progress::default()))?;
        Ok((self.process() == 0).then(|| received.into_iter().map(|(_, results)| results).collect()))
    }

    /// Returns the process that owns a state, given its encoded bytes. The owner is the same in every process
    /// and on every machine.
    pub(crate) fn owner(&self, state: &[u8]) -> usize {
        owner(state, self.mailbox.processes())
    }
}

fn owner(state: &[u8], processes: usize) -> usize {
    // FNV-1a (Fowler, Noll, Vo 1991). The bits are mixed once more because the last bits select the process.
    let hash = state.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    ((hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) % processes as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::owner;

    /// Neighbouring states are distributed evenly.
    #[test]
    fn every_process_owns_its_share() {
        for processes in [2, 3, 4, 7] {
            let mut owned = vec![0u32; processes];
            for number in 0..10_000u32 {
                owned[owner(&number.to_le_bytes(), processes)] += 1;
            }
            let fair = 10_000 / processes as u32;
            assert!(owned.iter().all(|&count| count.abs_diff(fair) < fair / 5), "{owned:?}");
        }
    }
}
