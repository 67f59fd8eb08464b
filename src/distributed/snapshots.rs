//! Unfinished work of several processes: each process saves its part, and all parts belong to one moment.
//!
//! Parts hold nodes, not workers: another number of processes or workers can resume from them.
//!
//! A process keeps its last two parts. No process goes on before all have saved their parts of the same moment. So
//! whichever process dies, the others still have the parts that fit its last one.

use crate::cluster::Cluster;
use crate::evaluate::checkpoint::{self, read_value, save_value};
use crate::mailbox::Save;
use crate::model::checkpoint::failed;
use crate::model::{Error, StoreSection};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::io;
use std::sync::Mutex;

/// The two places in which a process saves its parts of the work, which alternate.
pub type Alternates<'a> = [StoreSection<'a>; 2];

/// The places where a process saves its parts of the work, and where it finds the parts of earlier runs.
#[derive(Default)]
pub struct Checkpointers<'a> {
    /// The places of this process, or `None` to save nothing.
    pub own: Option<Alternates<'a>>,
    /// The places of earlier runs with other numbers of processes: for each run the places of all its processes, in their
    /// order.
    pub others: Vec<Vec<Alternates<'a>>>,
}

/// The head of a part: its name, and the stage before which it was saved.
type Head = [u64; 2];

/// The state of a worker between two stages: batches by their stages, and its tally.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) batches: Vec<(u64, ByteBuf)>,
    #[serde(with = "serde_bytes")]
    pub(crate) tally: Vec<u8>,
}

/// The snapshots of a process: those to resume from, and those that its workers save.
pub(crate) struct Snapshots<'a> {
    pub(crate) cluster: &'a Cluster,
    checkpointers: Option<Alternates<'a>>,
    /// The place for the next part, and its snapshots so far.
    waiting: Mutex<(usize, Vec<Snapshot>)>,
    /// The snapshots to resume from.
    found: Mutex<Vec<Snapshot>>,
}

impl Checkpointers<'_> {
    /// Returns the names of the saved work that this process can resume from, the latest last: work of which it has its
    /// own part, or all parts of an earlier run. All parts of one moment have the same name.
    ///
    /// # Errors
    /// If a part cannot be read.
    pub fn saved(&self) -> Result<Vec<u64>, Error> {
        let mut found = Vec::new();
        if let Some(places) = &self.own {
            found.extend(heads(places)?);
        }
        for run in &self.others {
            let mut heads = run.iter().map(heads).collect::<Result<Vec<_>, _>>()?;
            let first = heads.pop().unwrap_or_default();
            let whole = |[own, _]: &Head| heads.iter().all(|heads| heads.iter().any(|[id, _]| id == own));
            found.extend(first.into_iter().filter(whole));
        }
        found.sort_unstable_by_key(|&[_, stage]| stage);
        Ok(found.into_iter().map(|[id, _]| id).collect())
    }
}

/// Returns the heads of the parts in two places.
fn heads(places: &Alternates<'_>) -> Result<Vec<Head>, Error> {
    let read = |store: &StoreSection<'_>| store.load()?.map(|mut input| read_value(&mut input)).transpose();
    let heads: io::Result<Vec<Option<Head>>> = places.iter().map(read).collect();
    Ok(heads.map_err(|error| failed(&error))?.into_iter().flatten().collect())
}

/// Returns the place of the part `id`, and its snapshots.
fn part(places: &Alternates<'_>, id: u64) -> Result<Option<(usize, Vec<Snapshot>)>, Error> {
    let read = |store: &StoreSection<'_>| {
        let Some(mut input) = store.load()? else { return Ok(None) };
        let [own, _]: Head = read_value(&mut input)?;
        if own != id {
            return Ok(None);
        }
        let snapshots = read_value(&mut input)?;
        checkpoint::over(&mut input)?;
        Ok(Some(snapshots))
    };
    for (at, store) in places.iter().enumerate() {
        if let Some(snapshots) = read(store).map_err(|error| failed(&error))? {
            return Ok(Some((at, snapshots)));
        }
    }
    Ok(None)
}

impl<'a> Snapshots<'a> {
    /// Reads the snapshots to resume from: the own part of the work that all processes have agreed on, or a share of the
    /// parts of another number of processes.
    pub(crate) fn new(cluster: &'a Cluster, checkpointers: &Checkpointers<'a>) -> Result<Self, Error> {
        let (mut place, mut found) = (0, Vec::new());
        if let Some(id) = cluster.agreed() {
            let own = checkpointers.own.map_or(Ok(None), |places| part(&places, id))?;
            if let Some((at, snapshots)) = own {
                // The next part goes where this one is not.
                (place, found) = (1 - at, snapshots);
            } else {
                for run in &checkpointers.others {
                    for places in run.iter().skip(cluster.process()).step_by(cluster.processes()) {
                        found.extend(part(places, id)?.into_iter().flat_map(|(_, snapshots)| snapshots));
                    }
                }
            }
        }
        let checkpointers = checkpointers.own;
        Ok(Self {
            cluster,
            checkpointers,
            waiting: Mutex::new((place, Vec::new())),
            found: Mutex::new(found),
        })
    }

    /// Returns whether work is saved at all.
    pub(crate) fn keeps(&self) -> bool {
        self.checkpointers.is_some()
    }

    /// Returns whether it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        // The places take turns.
        self.checkpointers
            .as_ref()
            .is_some_and(|checkpointers| checkpointers.iter().all(StoreSection::is_due))
    }

    /// Returns the next snapshot to resume from; `None` when all are taken.
    pub(crate) fn found(&self) -> Option<Snapshot> {
        self.found.lock().expect(UNPOISONED).pop()
    }

    /// Adds the snapshot of a worker to the part of this process. The last worker saves the part. That it cannot be saved
    /// is an error only where the work stops.
    pub(crate) fn save(&self, Save { id, stops }: Save, stage: u64, snapshot: Snapshot) -> Result<(), Error> {
        let Some(checkpointers) = &self.checkpointers else { return Ok(()) };
        let mut waiting = self.waiting.lock().expect(UNPOISONED);
        let (place, snapshots) = &mut *waiting;
        snapshots.push(snapshot);
        if snapshots.len() < self.cluster.threads() {
            return Ok(());
        }
        let mut write = |out: &mut dyn io::Write| {
            save_value(out, &[id, stage])?;
            save_value(out, snapshots)
        };
        let store = &checkpointers[*place];
        let saved =
            if stops { store.save_stopped(&mut write).map(|()| true)? } else { store.save(&mut write) };
        snapshots.clear();
        if saved {
            *place = 1 - *place;
        }
        Ok(())
    }
}

const UNPOISONED: &str = "no worker panics while it saves";
