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

    /// Goes a step on; one that fails has changed nothing.
    fn step(&mut self) -> Result<(), Error>;

    /// Writes how far the work has come.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads how far it had come. The store has checked the bytes.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Does work to its end, going on where it was saved before, and saving it whenever it is due and when it is stopped.
pub(crate) fn finish(work: &mut impl Resumable, job: &Job<'_>) -> Result<(), Error> {
    let store = job.store;
    let question = store.map(|_| work.question()).unwrap_or_default();
    let saved = store.map_or(Ok(None), Store::saved).map_err(|error| failed(&error))?;
    if let Some(mut saved) = saved {
        restore(work, &question, &mut *saved).map_err(|error| failed(&error))?;
    }
    let later = store.filter(|place| place.later().is_some());
    let (mut done, all) = work.done();
    while done < all {
        let went = work.step();
        done = work.done().0;
        let mut write = |out: &mut dyn Write| {
            save_value(out, &question)?;
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

/// Reads what was saved of work, to the end.
fn restore(work: &mut impl Resumable, question: &[u64], saved: &mut dyn Read) -> io::Result<()> {
    sound(read_value::<Vec<u64>>(saved)? == question)?;
    work.read(saved)?;
    over(saved)
}
