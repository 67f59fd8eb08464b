//! The parts of unfinished work that processes keep in a folder, also those of another number of processes.

use super::super::checkpoint::{Checkpoint, Checkpoints};
use super::super::fail::Fail;
use super::super::watch::Watch;
use super::MAX_PROCESSES;
use crate::distributed::{Alternates, Stores};
use crate::export::save::Lock;
use serde_json::Value;

/// The two places of one process.
type Two = [Checkpoint; 2];

/// The checkpoints in the folder for such work.
pub(super) struct FolderParts {
    me: usize,
    processes: usize,
    own: Option<Two>,
    /// Of each earlier run with another number of processes, the places of all of them.
    others: Vec<Vec<Two>>,
    /// Nobody else saves here meanwhile.
    _locks: Option<[Lock; 2]>,
}

fn places(two: &Two) -> Alternates<'_> {
    let [one, other] = two;
    [one, other]
}

impl FolderParts {
    /// The parts for process `me` of `processes`.
    ///
    /// # Errors
    /// A part that is damaged or of other work; or some parts of another number of processes, but not all.
    pub(super) fn of(
        work: &Value,
        checkpoints: &Checkpoints,
        (me, processes): (usize, usize),
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let _locks = checkpoints.locks(work, me, processes)?;
        let own = checkpoints.parts(work, (me, processes), watch)?;
        let is_other = |&count: &usize| count != processes && count <= usize::from(MAX_PROCESSES);
        let mut others = Vec::new();
        for count in checkpoints.runs()?.into_iter().filter(is_other) {
            let parts: Result<Option<Vec<Two>>, Fail> =
                (0..count).map(|other| checkpoints.parts(work, (other, count), watch)).collect();
            let parts = parts?.unwrap_or_default();
            let is_there = |two: &Two| two.iter().any(Checkpoint::is_there);
            if let Some(missing) = parts.iter().position(|two| !is_there(two)) {
                let folder = checkpoints.folder().unwrap_or_default();
                let what = format!(
                    "{folder} has parts of {count} processes, but none of process {missing}; {processes} go on \
                     where all parts are in one folder"
                );
                return Err(Fail::usage(what).help(format!(
                    "as many processes as before, {count}, or --checkpoint with another folder"
                )));
            }
            others.push(parts);
        }
        Ok(Self { me, processes, own, others, _locks })
    }

    /// As the engine uses them.
    pub(super) fn stores(&self) -> Stores<'_> {
        let others = self.others.iter().map(|parts| parts.iter().map(places).collect());
        Stores { own: self.own.as_ref().map(places), others: others.collect() }
    }

    /// Removes them, because the work is done: its own, and its share of others.
    pub(super) fn forget(&self) -> Result<(), Fail> {
        let others =
            self.others.iter().flat_map(|parts| parts.iter().skip(self.me).step_by(self.processes)).flatten();
        self.own.iter().flatten().chain(others).try_for_each(Checkpoint::forget)
    }
}
