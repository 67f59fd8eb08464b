//! Work in parts, of which those that are done are saved, and taken as they were by a run that goes on.

use super::{Checkpoint, Checkpoints, Saved as Named, explained};
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::print::{self, Answered};
use crate::cli::watch::{Several, Watch};
use crate::evaluate::checkpoint::{Store, failed, over, read_value, save_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

/// The file of the parts.
const FILE: &str = "chancetree.answers";

/// A work in parts, each of which is saved by itself.
#[derive(Clone, Copy)]
pub(crate) struct Division<'a> {
    /// The name of a part.
    pub(crate) what: &'a str,
    /// The number of parts, where that is known.
    pub(crate) parts: Option<usize>,
}

/// Parts of a work by their places, in no order; without a checkpoint, none are kept.
pub(crate) struct Parts<T> {
    checkpoint: Option<Checkpoint>,
    done: Mutex<Done<T>>,
}

struct Done<T> {
    parts: BTreeMap<u64, T>,
    /// The number of them that were saved before.
    saved: usize,
}

const UNPOISONED: &str = "no thread panics while it looks at the parts";

impl Checkpoints {
    /// The parts of a work on all games of a question that are done, and those that will be; `asked` tells it from others of
    /// the same question.
    pub(crate) fn in_parts<T: Serialize + DeserializeOwned + Clone>(
        &self,
        whole: Division<'_>,
        (question, asked): (&Inquiry, &Value),
        watch: &Watch,
    ) -> Result<Parts<T>, Fail> {
        if !self.is_given() {
            return Ok(Parts::new(None));
        }
        let checkpoint = self.opened(FILE, &question.range(asked)?, watch)?.expect("a folder was given");
        let parts = Parts::new(Some(checkpoint));
        let saved =
            parts.read().map_err(|error| explained(parts.checkpoint.as_ref(), failed(&error), watch))?;
        if saved > 0 {
            let all = whole.parts.map(|all| format!(" of {}", print::count(all, whole.what)));
            let all = all.unwrap_or_else(|| format!(" {}s", whole.what));
            watch.note(&format!("note: {saved}{all} are done"));
        }
        Ok(parts)
    }

    /// The same checkpoints for a part, whose own work has a file of its own.
    pub(crate) fn of_part(&self, place: u64) -> Self {
        Self { part: Some(place), ..self.clone() }
    }

    /// Works on one of `games` after the other, as [`Watch::parts`] does. Of a range the answers about those that are done
    /// are saved; `asked` tells it from others of the same question. `work` is told where its own work is saved.
    pub(crate) fn range<T>(
        &self,
        (question, asked): (&Inquiry, &Value),
        what: &str,
        games: Vec<T>,
        watch: &Watch,
        mut work: impl FnMut(T, &Self) -> Result<Several<Answered>, Fail>,
    ) -> Result<Several<Answered>, Fail> {
        if !self.is_given() || games.len() == 1 {
            return watch.parts(what, games, |game| work(game, self));
        }
        let whole = Division { what, parts: Some(games.len()) };
        let done = self.in_parts::<Vec<Answered>>(whole, (question, asked), watch)?;
        let found =
            watch.parts(what, (0..games.len() as u64).zip(games).collect::<Vec<_>>(), |(place, game)| {
                if let Some(answers) = done.get(place) {
                    return Ok(Several::whole(answers));
                }
                let found = work(game, &self.of_part(place))?;
                if found.is_whole() {
                    done.put(place, &found.done);
                }
                Ok(found)
            });
        done.end(found, watch)
    }
}

impl<T: Serialize + DeserializeOwned + Clone> Parts<T> {
    fn new(checkpoint: Option<Checkpoint>) -> Self {
        Self { checkpoint, done: Mutex::new(Done { parts: BTreeMap::new(), saved: 0 }) }
    }

    /// Reads what was saved of parts, if anything was.
    fn read(&self) -> io::Result<usize> {
        let Some(mut input) = self.checkpoint.as_ref().map_or(Ok(None), Checkpoint::saved)? else {
            return Ok(0);
        };
        let mut done = self.done.lock().expect(UNPOISONED);
        done.parts = read_value(&mut *input)?;
        over(&mut *input)?;
        done.saved = done.parts.len();
        Ok(done.saved)
    }

    /// Returns `true` if a part is done.
    pub(crate) fn has(&self, place: u64) -> bool {
        self.done.lock().expect(UNPOISONED).parts.contains_key(&place)
    }

    /// A part that is done.
    pub(crate) fn get(&self, place: u64) -> Option<T> {
        self.done.lock().expect(UNPOISONED).parts.get(&place).cloned()
    }

    /// Keeps a part that is done, and saves it if that is due.
    pub(crate) fn put(&self, place: u64, part: &T) {
        self.put_by(place, part, false);
    }

    /// Keeps a part that is done, and saves it if that is due or it must be saved `now`. Returns `false` if it could not be
    /// saved.
    fn put_by(&self, place: u64, part: &T, now: bool) -> bool {
        let Some(checkpoint) = &self.checkpoint else { return true };
        let mut done = self.done.lock().expect(UNPOISONED);
        done.parts.insert(place, part.clone());
        if (now || checkpoint.is_due())
            && let Err(error) = done.save(checkpoint)
        {
            checkpoint.missed(&error);
            return false;
        }
        true
    }

    /// Returns a part, which is worked out if it is not done.
    pub(crate) fn part(&self, place: u64, work: impl FnOnce() -> Result<T, Fail>) -> Result<T, Fail> {
        if let Some(part) = self.get(place) {
            return Ok(part);
        }
        let part = work()?;
        self.put(place, &part);
        Ok(part)
    }

    /// Returns a part as [`part`](Self::part) does, by work of that name which is saved, too: in a file of its own, until what
    /// came of it is.
    pub(crate) fn worked(
        &self,
        place: u64,
        (checkpoints, name): Named<'_>,
        watch: &Watch,
        work: impl FnOnce(Option<&dyn Store>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        let own = checkpoints.of_part(place);
        if let Some(part) = self.get(place) {
            own.forget();
            return Ok(part);
        }
        let own = own.checkpoint(name, watch)?;
        let part = work(own.as_ref().map(|own| own as &dyn Store));
        let part = part.map_err(|fail| match &own {
            Some(own) => own.stopped(fail, watch, || Ok(())),
            None => fail,
        })?;
        match own {
            Some(own) if self.put_by(place, &part, own.is_there()) => own.forget()?,
            _ => {}
        }
        Ok(part)
    }

    /// Ends the work: what is done is forgotten with the whole of it, and saved at a stop, which says how to go on.
    pub(crate) fn end<R>(&self, found: Result<Several<R>, Fail>, watch: &Watch) -> Result<Several<R>, Fail> {
        match (found, &self.checkpoint) {
            (Ok(found), Some(checkpoint)) if found.is_whole() => checkpoint.forget().map(|()| found),
            (Ok(found), Some(checkpoint)) => Ok(found.stopped(|stop| self.stopped(checkpoint, stop, watch))),
            (Err(fail), Some(checkpoint)) => Err(self.stopped(checkpoint, fail, watch)),
            (found, None) => found,
        }
    }

    fn stopped(&self, checkpoint: &Checkpoint, stop: Fail, watch: &Watch) -> Fail {
        let mut done = self.done.lock().expect(UNPOISONED);
        checkpoint.stopped(stop, watch, || match done.parts.len() > done.saved {
            true => done.save(checkpoint),
            false => Ok(()),
        })
    }
}

impl<T: Serialize> Done<T> {
    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        checkpoint.save(&mut |out| save_value(out, &self.parts))?;
        self.saved = self.parts.len();
        Ok(())
    }
}
