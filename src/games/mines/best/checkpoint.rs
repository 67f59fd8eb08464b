//! Checkpoints: the table of the current solver and the results of earlier ones.
//!
//! Everything else in a solver follows from the parameters. With the table, a solver returns to its position
//! without solving a set twice.

use super::key::Key;
use super::{AllowedCells, OptimalSolver};
use crate::mines::field::Field;
use crate::model::checkpoint::{ensure_end, read_value, save_value};
use crate::model::{Error, Job, POLL_INTERVAL, Stop, StoreSection};
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// The checkpoint of a solver.
pub(super) struct SolverCheckpoint<'a> {
    store: StoreSection<'a>,
    /// The wins found by earlier solvers.
    found: &'a [Vec<u64>],
    /// Locked by the thread that saves.
    alone: Mutex<()>,
}

/// The rules for choosing cells that are solved one after another. Each rule allows no more than the one
/// before.
pub(super) fn rules(lowest: bool) -> &'static [AllowedCells] {
    if lowest { &[AllowedCells::All, AllowedCells::Lowest] } else { &[AllowedCells::All] }
}

/// Returns the `wins` that the solver of each rule finds. The work can be saved.
pub(super) fn each(
    (field, job): (&Field, &Job<'_>),
    rules: &[AllowedCells],
    wins: impl Fn(&OptimalSolver<'_>) -> Result<Vec<u64>, Error>,
) -> Result<Vec<Vec<u64>>, Error> {
    let store = job.store;
    let mut saved = store.map_or(Ok(None), |store| store.load())?;
    let before = saved.as_mut().map(|input| read_value(&mut **input));
    let mut found: Vec<Vec<u64>> = before.transpose()?.unwrap_or_default();
    for &among in &rules[found.len()..] {
        let mut best = OptimalSolver::new(field, among, job);
        if let Some(mut input) = saved.take() {
            best.read(&mut *input)?;
        }
        best.checkpoint = store.map(|store| SolverCheckpoint::new(store, &found));
        let wins = wins(&best).or_else(|error| best.stopped(error))?;
        found.push(wins);
    }
    Ok(found)
}

impl<'a> SolverCheckpoint<'a> {
    fn new(store: StoreSection<'a>, found: &'a [Vec<u64>]) -> Self {
        Self { store, found, alone: Mutex::new(()) }
    }
}

impl OptimalSolver<'_> {
    /// Saves the table if a save is due.
    pub(super) fn save(&self) -> Result<(), Error> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        // Other threads continue while one saves.
        let Ok(_alone) = checkpoint.alone.try_lock() else { return Ok(()) };
        if checkpoint.store.is_due() {
            checkpoint.store.save(&mut |out| self.write(checkpoint.found, out));
        }
        Ok(())
    }

    /// Saves the table after a limit has stopped the work, and returns the error.
    fn stopped<T>(&self, error: Error) -> Result<T, Error> {
        let is_stop = matches!(
            error,
            Error::Stop(Stop::ByMonitor(_))
                | Error::Stop(Stop::TooManyStates { .. })
                | Error::Stop(Stop::TooMuchMemory { .. })
        );
        let is_begun =
            |checkpoint: &&SolverCheckpoint<'_>| !checkpoint.found.is_empty() || !self.losses.is_empty();
        if let Some(checkpoint) = self.checkpoint.as_ref().filter(|_| is_stop).filter(is_begun) {
            checkpoint.store.save_stopped(&mut |out| self.write(checkpoint.found, out))?;
        }
        Err(error)
    }

    /// Writes the earlier results, then the entries of the table.
    fn write(&self, found: &[Vec<u64>], out: &mut dyn Write) -> io::Result<()> {
        save_value(out, found)?;
        // Other threads insert and improve entries during the save. Each entry is valid on its own, so any
        // subset may be saved.
        self.losses.iter().try_for_each(|entry| save_value(out, &Some((entry.key(), *entry.value()))))?;
        save_value(out, &None::<(Key, u32)>)
    }

    /// Reads a table.
    fn read(&self, input: &mut dyn Read) -> Result<(), Error> {
        while let Some((key, entry)) = read_value(input)? {
            self.losses.insert(key, entry);
            // Stops reading once the table exceeds the memory limit.
            if self.meter.count().is_multiple_of(POLL_INTERVAL as u64) {
                self.check_limits()?;
            }
        }
        ensure_end(input).map_err(Error::from)
    }
}
