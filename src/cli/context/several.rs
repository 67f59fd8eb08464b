//! Work in several parts: which one is at work, how far it is, and what is done when the work is stopped.

use super::Context;
use super::{ActivityGuard, ActivityKind};
use crate::cli::fail::Fail;
use crate::pace::Pace;
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The results of several parts; after a stop, of some of them.
pub(crate) struct Several<T> {
    pub(crate) done: Vec<T>,
    stop: Option<Incomplete>,
}

/// The reason for which not all parts are done. While it lives, those that are can be put into words and written.
struct Incomplete {
    why: Fail,
    _held: ActivityGuard,
}

impl Incomplete {
    fn new(why: Fail, context: &Context) -> Self {
        Self { why, _held: context.begin(ActivityKind::Held) }
    }
}

impl<T> Several<T> {
    /// All parts, done at once.
    pub(crate) fn whole(done: impl IntoIterator<Item = T>) -> Self {
        Self { done: done.into_iter().collect(), stop: None }
    }

    /// Returns what was done before a stop, if there was one.
    pub(crate) fn until(done: impl IntoIterator<Item = T>, stop: Option<Fail>, context: &Context) -> Self {
        Self { done: done.into_iter().collect(), stop: stop.map(|why| Incomplete::new(why, context)) }
    }

    /// Returns `true` if all parts are done.
    pub(crate) fn is_whole(&self) -> bool {
        self.stop.is_none()
    }

    /// The same parts, with more said of the stop.
    pub(crate) fn stopped(self, more: impl FnOnce(Fail) -> Fail) -> Self {
        let stop = self.stop.map(|stop| Incomplete { why: more(stop.why), ..stop });
        Self { stop, ..self }
    }

    /// The same parts, each replaced by what `make` makes of it.
    pub(crate) fn map<U>(self, make: impl FnMut(T) -> U) -> Several<U> {
        Several { done: self.done.into_iter().map(make).collect(), stop: self.stop }
    }

    /// Returns why the other parts are not done, if there are any, once those that are have been printed.
    pub(crate) fn end(self) -> Result<(), Fail> {
        self.stop.map_or(Ok(()), |stop| Err(stop.why))
    }

    /// Prints what is done, and whether that is all, and then says why the rest is not. Prints nothing if nothing is done:
    /// another process has the answer.
    pub(crate) fn show(
        self,
        context: &Context,
        print: impl FnOnce(&[T], bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if self.done.is_empty() {
            return self.end();
        }
        context.clear();
        let printed = print(&self.done, self.is_whole());
        self.end_printed(printed)
    }

    /// Returns why the other parts are not done, or why those that are done are not printed.
    pub(crate) fn end_printed(self, printed: Result<(), Fail>) -> Result<(), Fail> {
        match (self.stop, printed) {
            (Some(stop), Err(fail)) if fail.is_stop() => Err(stop.why.but("some results are not printed")),
            (stop, printed) => printed.and(stop.map_or(Ok(()), |stop| Err(stop.why))),
        }
    }

    /// The parts that are done, and why the others are not, to be said at the [`Several::end`].
    pub(crate) fn apart(self) -> (Vec<T>, Several<()>) {
        (self.done, Several { done: Vec::new(), stop: self.stop })
    }
}

/// The power of their number by which the boards of a range grow, all up to one added up: about that of two players.
const GROWTH: i32 = 4;

/// The share of the work that is done with so many of all parts.
fn place(done: usize, all: usize) -> f64 {
    (done as f64 / all.max(1) as f64).powi(GROWTH)
}

impl Context {
    /// Returns what knows how far the work is.
    pub(crate) fn pace(&self) -> &Pace {
        &self.limits.pace
    }

    /// Tells which part of several is at work, unless it is a part of a part.
    fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        let is_named = self.pace().begin_part(name);
        if is_named {
            self.tell(String::new);
        }
        is_named
    }

    /// Works on one of `items` after the other; a stop leaves those that are done, if there are any. `what` is what an
    /// item is called. The last of them are thought to take longest, as boards of a range do.
    pub(crate) fn several<T, R>(
        &self,
        what: &str,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        mut work: impl FnMut(T) -> Result<R, Fail>,
    ) -> Result<Several<R>, Fail> {
        self.parts(what, items, |item| Ok(Several::whole([work(item)?])))
    }

    /// Works on them in this way if each item has several results, some of which a stop may leave, too.
    pub(crate) fn parts<T, R>(
        &self,
        what: &str,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        work: impl FnMut(T) -> Result<Several<R>, Fail>,
    ) -> Result<Several<R>, Fail> {
        let items = items.into_iter();
        let all = items.len();
        let items = items.enumerate().map(|(number, item)| (number + 1, item));
        self.in_order(items, all, |number| format!("{what} {number} of {all}"), work)
    }

    /// Works on all of `items`, which grow with their `size`, in blocks: what is done at once for a block takes hardly longer
    /// than its largest item alone. Each block goes twice as far as the one before, so that a stop leaves something and
    /// the smaller blocks cost little.
    pub(crate) fn blocks<T, R>(
        &self,
        what: &str,
        items: Vec<T>,
        size: impl Fn(&T) -> u16,
        work: impl FnMut(Vec<T>) -> Result<Several<R>, Fail>,
    ) -> Result<Several<R>, Fail> {
        self.growing_blocks(what, items, size, 2, work)
    }

    /// Works on them in such blocks, where each goes `times` as far as the one before.
    pub(crate) fn growing_blocks<T, R>(
        &self,
        what: &str,
        items: Vec<T>,
        size: impl Fn(&T) -> u16,
        times: u16,
        work: impl FnMut(Vec<T>) -> Result<Several<R>, Fail>,
    ) -> Result<Several<R>, Fail> {
        let all = items.len();
        let mut end = 0;
        let blocks: Vec<(usize, Vec<T>)> = growing(items, size, times)
            .into_iter()
            .map(|block| {
                end += block.len();
                (end, block)
            })
            .collect();
        self.in_order(blocks.into_iter(), all, |end| format!("{what}s up to {end} of {all}"), work)
    }

    /// Works on one of `items` after the other; each comes with how many of `all` are done with it.
    fn in_order<T, R>(
        &self,
        items: impl Iterator<Item = (usize, T)>,
        all: usize,
        name: impl Fn(usize) -> String,
        mut work: impl FnMut(T) -> Result<Several<R>, Fail>,
    ) -> Result<Several<R>, Fail> {
        let (mut done, mut before) = (Vec::new(), 0);
        for (number, item) in items {
            // Parts of a part go without a name of their own.
            let named = all > 1 && self.begin_part(|| name(number));
            let found = self.pace().pass(place(before, all), place(number, all), || work(item));
            if named {
                self.pace().end_part();
            }
            before = number;
            match found {
                Ok(Several { done: more, stop }) => {
                    done.extend(more);
                    if stop.is_some() {
                        return Ok(Several { done, stop });
                    }
                }
                Err(fail) if fail.is_stop() && !done.is_empty() => {
                    let fail = if named { fail.at(&name(number)) } else { fail };
                    return Ok(Several::until(done, Some(fail), self));
                }
                Err(fail) => return Err(fail),
            }
        }
        Ok(Several { done, stop: None })
    }

    /// Works on all of `items` at once, shared out among the threads in their order; a stop leaves those that are done, if
    /// there are any.
    pub(crate) fn at_once<T: Send, R: Send>(
        &self,
        what: &str,
        items: Vec<T>,
        work: impl Fn(T) -> Result<R, Fail> + Send + Sync,
    ) -> Result<Several<R>, Fail> {
        if self.threads() == 1 {
            return self.several(what, items, work);
        }
        let (all, ready) = (items.len(), AtomicUsize::new(0));
        let one = |(number, item): (usize, T)| {
            let found = work(item);
            let ready = ready.fetch_add(1, Relaxed) + 1;
            self.pace().share(place(ready, all));
            self.tell(|| format!("{ready} of {all} {what}s"));
            (number, found)
        };
        let mut found: Vec<_> = items.into_iter().enumerate().par_bridge().map(one).collect();
        found.sort_unstable_by_key(|(number, _)| *number);
        let (mut done, mut stop) = (Vec::new(), None);
        for (_, found) in found {
            match found {
                Ok(found) => done.push(found),
                Err(fail) if fail.is_stop() => stop = stop.or(Some(fail)),
                Err(fail) => return Err(fail),
            }
        }
        match stop {
            Some(stop) if done.is_empty() => Err(stop),
            stop => Ok(Several::until(done, stop, self)),
        }
    }
}

/// Blocks of `items`, which ascend by `size`: the last goes to the end, and each `times` as far as the one before it.
fn growing<T>(mut items: Vec<T>, size: impl Fn(&T) -> u16, times: u16) -> Vec<Vec<T>> {
    let mut blocks = Vec::new();
    while let Some(last) = items.last() {
        let before = size(last) / times;
        let block = items.split_off(items.partition_point(|item| size(item) <= before));
        blocks.push(block);
    }
    blocks.reverse();
    blocks
}
