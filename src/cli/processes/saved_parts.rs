//! The saved parts of unfinished work of several processes. Another number of processes can resume them.

use super::MAX_PROCESSES;
use crate::cli::checkpoint::{Checkpoints, CommandStore};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::distributed::{Alternates, StoreSections};
use chancetree_engine::model::StoreSection;
use serde_json::Value;
use std::collections::BTreeSet;

/// The keys of the two sections of one process.
type Keys = [String; 2];

fn sections<'a>(store: &'a CommandStore, [one, other]: &'a Keys) -> Alternates<'a> {
    [StoreSection::new(store, one), StoreSection::new(store, other)]
}

/// The saved parts in a checkpoint folder.
pub(super) struct FolderParts {
    store: Option<CommandStore>,
    own: Keys,
    /// The keys of the parts of each earlier run with another number of processes.
    others: Vec<Vec<Keys>>,
    /// The keys that this process removes once the work is done: its own, and its share of the others.
    removed: Vec<String>,
}

fn keys(process: usize, processes: usize) -> Keys {
    ["a", "b"].map(|letter| format!("{process}-of-{processes}/{letter}"))
}

impl FolderParts {
    /// Opens the parts for process `process` of `processes`.
    ///
    /// # Errors
    /// If a part is damaged or belongs to other work, or if parts of another number of processes are missing.
    pub(super) fn open(
        work: &Value,
        checkpoints: &Checkpoints,
        (process, processes): (usize, usize),
        context: &Context,
    ) -> Result<Self, Fail> {
        let own = keys(process, processes);
        let Some(store) = checkpoints.open_shared(work, (process, processes), context)? else {
            return Ok(Self { store: None, own, others: Vec::new(), removed: Vec::new() });
        };
        let (files, saved_keys) = (&store.files, store.files.keys()?);
        own.iter().try_for_each(|key| files.check(key))?;
        let mut others = Vec::new();
        for count in process_counts(&saved_keys).into_iter().filter(|&count| count != processes) {
            let run: Vec<Keys> = (0..count).map(|other| keys(other, count)).collect();
            let is_missing = |keys: &Keys| keys.iter().all(|key| !saved_keys.contains(key));
            if let Some(missing) = run.iter().position(is_missing) {
                let folder = files.folder().display();
                let what = format!(
                    "{folder} has saved work of {count} processes, but not of process {missing}; to resume \
                     with {processes} processes, put all parts into one folder"
                );
                return Err(Fail::usage(what)
                    .help(format!("use {count} processes again, or another folder for --checkpoint")));
            }
            run.iter().flatten().try_for_each(|key| files.check(key))?;
            others.push(run);
        }
        let share = others.iter().flat_map(|run: &Vec<Keys>| run.iter().skip(process).step_by(processes));
        let removed = own.iter().chain(share.flatten()).cloned().collect();
        Ok(Self { store: Some(store), own, others, removed })
    }

    /// Returns the sections for the engine.
    pub(super) fn sections(&self) -> StoreSections<'_> {
        let Some(store) = &self.store else { return StoreSections::default() };
        let others = self.others.iter().map(|run| run.iter().map(|keys| sections(store, keys)).collect());
        StoreSections { own: Some(sections(store, &self.own)), others: others.collect() }
    }

    /// Removes the parts, because the work is done.
    pub(super) fn remove(&self) -> Result<(), Fail> {
        let Some(store) = &self.store else { return Ok(()) };
        self.removed.iter().try_for_each(|key| store.files.remove(key)).map_err(Fail::from)
    }
}

/// Returns the numbers of processes of the saved parts, ascending.
fn process_counts(keys: &[String]) -> BTreeSet<usize> {
    let count = |key: &String| key.split_once("-of-")?.1.split('/').next()?.parse().ok();
    keys.iter().filter_map(count).filter(|&count| count <= usize::from(MAX_PROCESSES)).collect()
}
