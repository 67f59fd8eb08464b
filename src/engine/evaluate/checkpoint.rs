//! Checkpoints of work that is done step by step: what is known between two steps is written as data, to be read again by
//! a later run.

use crate::model::{Error, Job};
use std::io::{self, Read, Write};

pub use crate::model::checkpoint::{
    Store, failed, fingerprint, integer, integers, nonsense, over, read_value, read_words, save_value,
    save_words, sound, words,
};
pub(crate) use crate::model::checkpoint::{attempt, right, save};

/// Work that is done step by step, and can be saved between two of them.
pub(crate) trait Resumable {
    /// The question, in words: none of it may differ where work goes on.
    fn question(&self) -> Vec<u64>;

    /// The work done, and the whole.
    fn done(&self) -> (u64, u64);

    /// Goes a step on; one that fails leaves what can be saved.
    fn step(&mut self) -> Result<(), Error>;

    /// Writes how far the work has come.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads how far it had come. The store has checked the bytes.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Does work to its end, going on where it was saved before, and saving it whenever it is due and when it is stopped.
pub(crate) fn finish(work: &mut impl Resumable, job: &Job<'_>) -> Result<(), Error> {
    let question = resume(work, job)?;
    go_on(work, &question, job)
}

/// Reads what was saved of work, if anything was. Returns its question, if it is to be saved.
pub(crate) fn resume(work: &mut impl Resumable, job: &Job<'_>) -> Result<Vec<u64>, Error> {
    let Some(store) = job.store else { return Ok(Vec::new()) };
    let question = work.question();
    let saved = store.saved().map_err(|error| failed(&error))?;
    let restore = |mut saved: Box<dyn Read + '_>| {
        sound(read_value::<Vec<u64>>(&mut *saved)? == question)?;
        work.read(&mut *saved)?;
        over(&mut *saved)
    };
    saved.map_or(Ok(()), restore).map_err(|error| failed(&error))?;
    Ok(question)
}

/// Does the rest of work that was [resumed](resume), and saves it as [`finish`] does.
pub(crate) fn go_on(work: &mut impl Resumable, question: &[u64], job: &Job<'_>) -> Result<(), Error> {
    let store = job.store;
    let later = store.filter(|place| place.later().is_some());
    let (mut done, all) = work.done();
    while done < all {
        let went = work.step();
        done = work.done().0;
        let mut write = |out: &mut dyn Write| {
            save_value(out, question)?;
            work.write(out)
        };
        match later.filter(|_| done == all) {
            // Who is stopped in what follows does not come here again.
            Some(place) => attempt(place, false, &mut write).map(|_| ())?,
            None => save(store, &went, write)?,
        }
        went?;
        job.monitor.done(done, all);
    }
    Ok(())
}
