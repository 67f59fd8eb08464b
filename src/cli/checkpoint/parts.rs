//! Work in parts: finished parts are saved, and a resumed command takes them as they were.

use super::SavedWork;
use crate::cli::context::{Context, Several};
use crate::cli::fail::Fail;
use crate::cli::print::{self, Answered};
use crate::evaluate::checkpoint::{ensure_end, failed, read_value, save_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

/// A work in parts, each of which is saved by itself.
#[derive(Clone, Copy)]
pub(crate) struct Division<'a> {
    /// The name of a part.
    pub(crate) what: &'a str,
    /// The number of parts, where that is known.
    pub(crate) parts: Option<usize>,
}

/// Finished parts of a work by their places; without a checkpoint, none are kept.
pub(crate) struct Parts<T> {
    /// The place of the work.
    saved: SavedWork,
    /// The place of the finished parts.
    answers: SavedWork,
    done: Mutex<Done<T>>,
}

struct Done<T> {
    parts: BTreeMap<u64, T>,
    /// The number of parts that are saved.
    saved: usize,
}

const UNPOISONED: &str = "no thread panics while it looks at the parts";

impl SavedWork {
    /// Returns the parts of this work that were finished before.
    pub(crate) fn in_parts<T: Serialize + DeserializeOwned + Clone>(
        &self,
        whole: Division<'_>,
        context: &Context,
    ) -> Result<Parts<T>, Fail> {
        let done = Mutex::new(Done { parts: BTreeMap::new(), saved: 0 });
        let parts = Parts { saved: self.clone(), answers: self.section("answers"), done };
        let saved = parts.read().map_err(|error| parts.answers.explain(failed(&error), context))?;
        if saved > 0 {
            let all = whole.parts.map(|all| format!(" of {}", print::count(all, whole.what)));
            let all = all.unwrap_or_else(|| format!(" {}s", whole.what));
            context.note(&format!("note: {saved}{all} are done"));
        }
        Ok(parts)
    }

    /// Works on one of `games` after the other, as [`Context::parts`] does. The answers of a range are saved. `work` also gets
    /// the place where the work on its game is saved.
    pub(crate) fn range<T>(
        &self,
        what: &str,
        games: Vec<T>,
        context: &Context,
        mut work: impl FnMut(T, &Self) -> Result<Several<Answered>, Fail>,
    ) -> Result<Several<Answered>, Fail> {
        if !self.is_given() || games.len() == 1 {
            return context.parts(what, games, |game| work(game, self));
        }
        let whole = Division { what, parts: Some(games.len()) };
        let done = self.in_parts::<Vec<Answered>>(whole, context)?;
        let found =
            context.parts(what, (0..games.len() as u64).zip(games).collect::<Vec<_>>(), |(place, game)| {
                if let Some(answers) = done.get(place) {
                    return Ok(Several::whole(answers));
                }
                let found = work(game, &self.section(place))?;
                if found.is_whole() {
                    done.put(place, &found.done)?;
                }
                Ok(found)
            });
        done.end(found, context)
    }
}

impl<T: Serialize + DeserializeOwned + Clone> Parts<T> {
    /// Reads the saved parts, and returns their number.
    fn read(&self) -> io::Result<usize> {
        let Some(store) = self.answers.store() else { return Ok(0) };
        let Some(mut input) = store.load()? else { return Ok(0) };
        let mut done = self.done.lock().expect(UNPOISONED);
        done.parts = read_value(&mut *input)?;
        ensure_end(&mut *input)?;
        done.saved = done.parts.len();
        Ok(done.saved)
    }

    /// Returns whether a part is done.
    pub(crate) fn has(&self, place: u64) -> bool {
        self.done.lock().expect(UNPOISONED).parts.contains_key(&place)
    }

    /// Returns a part that is done.
    pub(crate) fn get(&self, place: u64) -> Option<T> {
        self.done.lock().expect(UNPOISONED).parts.get(&place).cloned()
    }

    /// Keeps a part that is done. The parts are saved if that is due, or if the work on this part was saved, which is not
    /// needed then.
    pub(crate) fn put(&self, place: u64, part: &T) -> Result<(), Fail> {
        let Some(store) = self.answers.store() else { return Ok(()) };
        let section = self.saved.section(place);
        let mut done = self.done.lock().expect(UNPOISONED);
        done.parts.insert(place, part.clone());
        let has_saved = section.has_saved();
        if (has_saved || store.is_due()) && store.save(&mut |out| done.write(out)) {
            done.saved = done.parts.len();
            if has_saved {
                return section.remove();
            }
        }
        Ok(())
    }

    /// Returns a part, which is computed if it is not done. `work` gets the place where the work on the part is saved.
    pub(crate) fn part(
        &self,
        place: u64,
        work: impl FnOnce(&SavedWork) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        if let Some(part) = self.get(place) {
            return Ok(part);
        }
        let part = work(&self.saved.section(place))?;
        self.put(place, &part)?;
        Ok(part)
    }

    /// Ends the work: at a stop, the finished parts are saved.
    pub(crate) fn end<R>(
        &self,
        found: Result<Several<R>, Fail>,
        context: &Context,
    ) -> Result<Several<R>, Fail> {
        match found {
            Ok(found) => Ok(found.stopped(|stop| self.stopped(stop, context))),
            Err(fail) => Err(self.stopped(fail, context)),
        }
    }

    fn stopped(&self, stop: Fail, context: &Context) -> Fail {
        let done = self.done.lock().expect(UNPOISONED);
        let store = self.answers.store().filter(|_| done.parts.len() > done.saved && !stop.is_final());
        match store.map_or(Ok(()), |store| store.save_stopped(&mut |out| done.write(out))) {
            Ok(()) => stop,
            Err(error) => self.answers.explain(error, context),
        }
    }
}

impl<T: Serialize> Done<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.parts)
    }
}
