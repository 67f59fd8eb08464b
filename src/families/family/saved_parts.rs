//! Work in parts. Finished parts are saved, and a resumed command reads them.

use super::counted;
use super::partial::{Partial, StopError, run_parts};
use crate::evaluate::checkpoint::{ensure_end, read_value, save_value};
use crate::model::{Error, Job, StoreSection};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

/// Finished parts of a work, by number. Without a store, no part is kept.
///
/// Parts are kept as they are saved, in bytes, so that the code that reads and saves them is compiled once for all types of parts.
pub struct SavedParts<'a> {
    /// The job of the work. Each part is saved in a section of its store while it is in progress.
    job: &'a Job<'a>,
    done: Mutex<Done>,
}

#[derive(Debug)]
struct Done {
    parts: BTreeMap<u64, ByteBuf>,
    /// The number of parts that are saved.
    saved: usize,
}

/// The name of the section of finished parts.
const FINISHED: &str = "answers";

const UNPOISONED: &str = "no thread panics while it looks at the parts";

impl<'a> SavedParts<'a> {
    /// Reads the finished parts of a work. `what` is the name of a part, and `all` the number of parts, if it is known.
    ///
    /// # Errors
    /// If saved parts cannot be read.
    pub fn open(job: &'a Job<'a>, what: &str, all: Option<usize>) -> Result<Self, Error> {
        let parts = match job.store {
            Some(store) => Self::read(&store.section(FINISHED))?,
            None => BTreeMap::new(),
        };
        let saved = parts.len();
        if saved > 0 {
            let all = all.map_or_else(|| format!(" {what}s"), |all| format!(" of {}", counted(all, what)));
            job.monitor.note(&format!("note: {saved}{all} are done"));
        }
        Ok(Self { job, done: Mutex::new(Done { parts, saved }) })
    }

    fn read(store: &StoreSection<'_>) -> io::Result<BTreeMap<u64, ByteBuf>> {
        let Some(mut input) = store.load()? else { return Ok(BTreeMap::new()) };
        let parts = read_value(&mut *input)?;
        ensure_end(&mut *input)?;
        Ok(parts)
    }

    /// Returns whether all of these parts are done.
    pub fn has_all(&self, numbers: impl IntoIterator<Item = u64>) -> bool {
        let done = self.done.lock().expect(UNPOISONED);
        numbers.into_iter().all(|number| done.parts.contains_key(&number))
    }

    /// Returns a finished part.
    fn get<T: DeserializeOwned>(&self, number: u64) -> Result<Option<T>, Error> {
        let bytes = self.done.lock().expect(UNPOISONED).parts.get(&number).cloned();
        bytes.map(|bytes| read_value(&mut &bytes[..])).transpose().map_err(Error::from)
    }

    /// Keeps a finished part, if there is a store.
    fn put(&self, number: u64, part: &impl Serialize) -> Result<(), Error> {
        let Some(store) = self.job.store else { return Ok(()) };
        let mut bytes = Vec::new();
        save_value(&mut bytes, part)?;
        self.put_bytes(number, bytes, &store)
    }

    /// Keeps a finished part. Saves the parts if a save is due, or if unfinished work on this part was saved, which is
    /// then removed.
    fn put_bytes(&self, number: u64, bytes: Vec<u8>, store: &StoreSection<'_>) -> Result<(), Error> {
        let name = number.to_string();
        let (unfinished, finished) = (store.section(&name), store.section(FINISHED));
        let mut done = self.done.lock().expect(UNPOISONED);
        done.parts.insert(number, ByteBuf::from(bytes));
        let has_saved = unfinished.has();
        if (has_saved || finished.is_due()) && finished.save(&mut |out| done.write(out)) {
            done.saved = done.parts.len();
            if has_saved {
                return unfinished.remove();
            }
        }
        Ok(())
    }

    /// Returns a part. `work` computes it unless it is finished.
    ///
    /// # Errors
    /// The errors of `work`, or if saved work cannot be read or removed.
    pub fn part<T: Serialize + DeserializeOwned, E: From<Error>>(
        &self,
        number: u64,
        work: impl FnOnce(&Job<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(part) = self.get(number)? {
            return Ok(part);
        }
        let part = work(&self.job.section(&number.to_string()))?;
        self.put(number, &part)?;
        Ok(part)
    }

    /// Ends the work. Saves the finished parts after a stop.
    ///
    /// # Errors
    /// The error of the work, or if the parts cannot be saved.
    pub fn end<R, E: StopError + From<Error>>(
        &self,
        found: Result<Partial<R, E>, E>,
    ) -> Result<Partial<R, E>, E> {
        match found {
            Ok(found) => Ok(found.map_stop(|stop| self.stopped(stop))),
            Err(error) => Err(self.stopped(error)),
        }
    }

    fn stopped<E: StopError + From<Error>>(&self, stop: E) -> E {
        let done = self.done.lock().expect(UNPOISONED);
        let Some(store) = self.job.store.filter(|_| done.parts.len() > done.saved && !stop.is_final()) else {
            return stop;
        };
        match store.section(FINISHED).save_stopped(&mut |out| done.write(out)) {
            Ok(()) => stop,
            Err(error) => error.into(),
        }
    }
}

impl Done {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.parts)
    }
}

/// Works on `games` one after the other, as [`run_parts`] does. The results of several games are saved. `work` receives the
/// job of its game.
///
/// # Errors
/// As [`run_parts`], or if saved results cannot be read or saved.
pub fn range<G, T: Serialize + DeserializeOwned, E: StopError + From<Error>>(
    job: &Job<'_>,
    what: &str,
    games: Vec<G>,
    mut work: impl FnMut(G, &Job<'_>) -> Result<Partial<T, E>, E>,
) -> Result<Partial<T, E>, E> {
    if job.store.is_none() || games.len() == 1 {
        return run_parts(job, what, games, |game| work(game, job));
    }
    let done = SavedParts::open(job, what, Some(games.len()))?;
    let numbered: Vec<(u64, G)> = (0..).zip(games).collect();
    let found = run_parts(job, what, numbered, |(number, game)| {
        if let Some(results) = done.get::<Vec<T>>(number)? {
            return Ok(Partial::whole(results));
        }
        let found = work(game, &job.section(&number.to_string()))?;
        if found.is_whole() {
            done.put(number, &found.done)?;
        }
        Ok(found)
    });
    done.end(found)
}
