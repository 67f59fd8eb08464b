//! Work in several parts: which one is at work, and what is done when the work is stopped.

use super::Watch;
use crate::cli::fail::Fail;

/// What was done of several parts, the first ones.
pub(crate) struct Several<T> {
    pub(crate) done: Vec<T>,
    stop: Option<Fail>,
}

impl<T> Several<T> {
    /// All parts, done at once.
    pub(crate) fn whole(done: Vec<T>) -> Self {
        Self { done, stop: None }
    }

    /// All parts, or why some are not done.
    pub(crate) fn all(self) -> Result<Vec<T>, Fail> {
        match self.stop {
            None => Ok(self.done),
            Some(stop) => Err(stop),
        }
    }

    /// Why the other parts are not done, if there are any, once those that are have been printed.
    pub(crate) fn end(self) -> Result<(), Fail> {
        self.stop.map_or(Ok(()), Err)
    }
}

/// The power of their number by which the boards of a range grow, all up to one added up: about that of two players.
const GROWTH: i32 = 4;

impl<T> Several<Option<T>> {
    /// Without the parts of which others have the result.
    pub(crate) fn flatten(self) -> Several<T> {
        Several { done: self.done.into_iter().flatten().collect(), stop: self.stop }
    }
}

impl Watch {
    /// Works on one of `items` after the other; a stop leaves those that are done, if there are any. `what` is what an
    /// item is called. The last of them are thought to take longest, as boards of a range do.
    pub(crate) fn several<T, R>(
        &self,
        what: &str,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        mut work: impl FnMut(T) -> Result<R, Fail>,
    ) -> Result<Several<R>, Fail> {
        let items = items.into_iter();
        let (all, mut done) = (items.len(), Vec::new());
        let place = |number: usize| (number as f64 / all as f64).powi(GROWTH);
        for (number, item) in (1..).zip(items) {
            if all > 1 {
                self.part(format!("{what} {number} of {all}"));
            }
            match self.pass(place(number - 1), place(number), || work(item)) {
                Ok(result) => done.push(result),
                Err(fail) if fail.is_stop() && !done.is_empty() => {
                    return Ok(Several { done, stop: Some(fail) });
                }
                Err(fail) => return Err(fail),
            }
        }
        Ok(Several { done, stop: None })
    }
}
