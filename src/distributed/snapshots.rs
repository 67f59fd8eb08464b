//! Checkpoints of several processes: each process saves its part, and the parts of a snapshot belong to the
//! same step.
//!
//! Parts contain states, so that a different number of processes can resume from them.
//!
//! A process keeps its last two parts. No process continues before all have saved their parts of a snapshot.
//! If a process dies, the others therefore still have the parts that match its last one.

use crate::evaluate::checkpoint::{ensure_end, read_value, save_value};
use crate::model::{Error, StoreSection};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::io;
use std::mem;

/// The two sections in which a process alternately saves its parts.
pub type Alternates<'a> = [StoreSection<'a>; 2];

/// The sections where a process saves its parts, and where it finds the parts of earlier runs.
///
/// ```
/// use chancetree_distributed::StoreSections;
///
/// // Nothing is saved.
/// assert!(StoreSections::default().saved()?.is_empty());
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Default)]
pub struct StoreSections<'a> {
    /// The sections of this process, or `None` to save nothing.
    pub own: Option<Alternates<'a>>,
    /// The sections of earlier runs with other numbers of processes: for each run, the sections of all its
    /// processes, in order.
    pub others: Vec<Vec<Alternates<'a>>>,
}

/// The header of a part: its identifier, and the step before which it was saved.
type Head = [u64; 2];

/// The part of a snapshot that one process saves.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// The states with their values.
    pub(crate) batches: Vec<ByteBuf>,
    #[serde(with = "serde_bytes")]
    pub(crate) results: Vec<u8>,
}

/// The snapshots of a process: those to resume from, and those that it saves.
pub(crate) struct Snapshots<'a> {
    sections: Option<Alternates<'a>>,
    /// The index of the section for the next part.
    next: usize,
    resumes: bool,
    found: Vec<Snapshot>,
}

impl StoreSections<'_> {
    /// Returns the identifiers of the saved work from which this process can resume, the latest last:
    /// snapshots of which it has its own part, or all parts of an earlier run. All parts of a snapshot have
    /// the same identifier.
    ///
    /// # Errors
    /// Returns an error if a part cannot be read.
    pub fn saved(&self) -> Result<Vec<u64>, Error> {
        let mut found = Vec::new();
        if let Some(places) = &self.own {
            found.extend(heads(places)?);
        }
        for run in &self.others {
            let mut heads = run.iter().map(heads).collect::<Result<Vec<_>, _>>()?;
            let first = heads.pop().unwrap_or_default();
            let is_whole = |[own, _]: &Head| heads.iter().all(|heads| heads.iter().any(|[id, _]| id == own));
            found.extend(first.into_iter().filter(is_whole));
        }
        found.sort_unstable_by_key(|&[_, step]| step);
        Ok(found.into_iter().map(|[id, _]| id).collect())
    }
}

/// Returns the headers of the parts in two sections.
fn heads(places: &Alternates<'_>) -> Result<Vec<Head>, Error> {
    let read = |store: &StoreSection<'_>| store.load()?.map(|mut input| read_value(&mut input)).transpose();
    let heads: io::Result<Vec<Option<Head>>> = places.iter().map(read).collect();
    Ok(heads?.into_iter().flatten().collect())
}

/// Returns the part `id` with the index of its section.
fn part(places: &Alternates<'_>, id: u64) -> Result<Option<(usize, Snapshot)>, Error> {
    let read = |store: &StoreSection<'_>| {
        let Some(mut input) = store.load()? else { return Ok::<_, Error>(None) };
        let [own, _]: Head = read_value(&mut input)?;
        if own != id {
            return Ok(None);
        }
        let snapshot = read_value(&mut input)?;
        ensure_end(&mut input)?;
        Ok(Some(snapshot))
    };
    for (at, store) in places.iter().enumerate() {
        if let Some(snapshot) = read(store)? {
            return Ok(Some((at, snapshot)));
        }
    }
    Ok(None)
}

impl<'a> Snapshots<'a> {
    /// Reads the snapshots to resume from: the own part of the work that all processes have `agreed` on, or a
    /// share of the parts of a run with another number of processes.
    pub(crate) fn new(
        sections: &StoreSections<'a>,
        agreed: Option<u64>,
        (process, processes): (usize, usize),
    ) -> Result<Self, Error> {
        let (mut next, mut found) = (0, Vec::new());
        if let Some(id) = agreed {
            let own = sections.own.map_or(Ok(None), |places| part(&places, id))?;
            if let Some((at, snapshot)) = own {
                // The next part goes to the other section.
                (next, found) = (1 - at, vec![snapshot]);
            } else {
                for run in &sections.others {
                    for places in run.iter().skip(process).step_by(processes) {
                        found.extend(part(places, id)?.map(|(_, snapshot)| snapshot));
                    }
                }
            }
        }
        Ok(Self { sections: sections.own, next, resumes: agreed.is_some(), found })
    }

    /// Returns `true` if work is saved.
    pub(crate) fn keeps(&self) -> bool {
        self.sections.is_some()
    }

    /// Returns `true` if the work resumes from snapshots.
    pub(crate) fn resumes(&self) -> bool {
        self.resumes
    }

    /// Returns `true` if it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        // The sections alternate, so both must be due.
        self.sections.is_some_and(|sections| sections.iter().all(StoreSection::is_due))
    }

    /// Returns the snapshots to resume from, and removes them.
    pub(crate) fn take(&mut self) -> Vec<Snapshot> {
        mem::take(&mut self.found)
    }

    /// Saves a snapshot. A failure is an error only if the work stops.
    pub(crate) fn save(&mut self, id: u64, step: u64, snapshot: &Snapshot, stops: bool) -> Result<(), Error> {
        let Some(sections) = &self.sections else { return Ok(()) };
        let mut write = |out: &mut dyn io::Write| {
            save_value(out, &[id, step])?;
            save_value(out, snapshot)
        };
        let store = &sections[self.next];
        let saved =
            if stops { store.save_stopped(&mut write).map(|()| true)? } else { store.save(&mut write) };
        if saved {
            self.next = 1 - self.next;
        }
        Ok(())
    }
}
