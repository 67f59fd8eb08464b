//! Resumable work: steps, between which the state can be saved.

use crate::model::{Error, Job};
use std::io::{self, Read, Write};
use std::time::Instant;

pub use crate::model::checkpoint::{
    decode, doubles, encode, ensure, ensure_end, fingerprint, integer, integers, invalid_data, read_value,
    save_value, words,
};

/// Work in steps, which can be saved between two steps.
pub(crate) trait Resumable {
    /// Returns the fingerprint of the work, which must match on resume.
    fn fingerprint(&self) -> Vec<u64>;

    /// Returns the number of units done, and the total number of units, which may become less.
    fn done(&self) -> (u64, u64);

    /// Returns whether work remains after the last step that takes long, so that the result is worth saving. Defaults to `true`.
    fn is_result_saved(&self) -> bool {
        true
    }

    /// Does a step. After an error, the state can still be saved.
    fn step(&mut self) -> Result<(), Error>;

    /// Writes the state of the work.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads the state of the work.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Completes work. It resumes from its saved state, and is saved whenever a save is due and before a stop.
pub(crate) fn finish(work: &mut dyn Resumable, job: &Job<'_>) -> Result<(), Error> {
    let fingerprint = resume(work, job)?;
    complete(work, &fingerprint, job)
}

/// Reads the saved state of work, if there is one. Returns the fingerprint of the work, or nothing if `job` has no store.
pub(crate) fn resume(work: &mut dyn Resumable, job: &Job<'_>) -> Result<Vec<u64>, Error> {
    let Some(store) = job.store else { return Ok(Vec::new()) };
    let fingerprint = work.fingerprint();
    let saved = store.load()?;
    let restore = |mut saved: Box<dyn Read + '_>| {
        ensure(read_value::<Vec<u64>>(&mut *saved)? == fingerprint)?;
        work.read(&mut *saved)?;
        ensure_end(&mut *saved)
    };
    saved.map_or(Ok(()), restore)?;
    Ok(fingerprint)
}

/// Completes work after [`resume`], and saves it as [`finish`] does.
pub(crate) fn complete(work: &mut dyn Resumable, fingerprint: &[u64], job: &Job<'_>) -> Result<(), Error> {
    let began = Instant::now();
    let (mut done, mut all) = work.done();
    while done < all {
        let step = work.step();
        (done, all) = work.done();
        if let Some(store) = job.store {
            let mut write = |out: &mut dyn Write| {
                save_value(out, fingerprint)?;
                work.write(out)
            };
            store.save_step(&step, &mut write)?;
            if done == all && work.is_result_saved() {
                store.save_result(began, &mut write);
            }
        }
        step?;
        job.monitor.part_done(done, all);
    }
    Ok(())
}
