//! Work in several parts, sequential or parallel. A stop keeps the finished parts.
//!
//! | function | work on each item |
//! | --- | --- |
//! | [`run_each`] | one result, one item after the other |
//! | [`run_parts`] | several results, one item after the other |
//! | [`run_blocks`] | several results for a block of items, if a block takes hardly longer than its largest item |
//! | [`run_parallel`] | one result, in parallel |
//! | [`each`] | one result, in parallel, without a name for progress and without stops |
//! | [`range`](super::range), [`SavedParts`](super::SavedParts) | as [`run_parts`], and finished items are saved |

use crate::model::Job;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// An error that may be a stop, by a limit or a signal.
pub trait StopError: Sized {
    /// Returns whether a limit or a signal stopped the work before its end.
    fn is_stop(&self) -> bool;

    /// Returns whether the same work would fail again.
    fn is_final(&self) -> bool;

    /// Adds the name of the part in which the work was stopped.
    fn at(self, part: &str) -> Self;
}

/// The results of several parts. After a stop, the results of the finished parts.
#[derive(Debug)]
pub struct Partial<T, E> {
    /// The results, in the order of the parts.
    pub done: Vec<T>,
    /// The reason why other parts are unfinished. `None` if all parts are finished.
    pub stop: Option<E>,
}

impl<T, E> Partial<T, E> {
    /// Creates the results of all parts.
    pub fn whole(done: impl IntoIterator<Item = T>) -> Self {
        Self::until(done, None)
    }

    /// Creates the results of the parts before a stop. `stop` is `None` if all parts are finished.
    pub fn until(done: impl IntoIterator<Item = T>, stop: Option<E>) -> Self {
        Self { done: done.into_iter().collect(), stop }
    }

    /// Returns whether all parts are finished.
    pub fn is_whole(&self) -> bool {
        self.stop.is_none()
    }

    /// Replaces the reason for the stop, if there was one.
    pub fn map_stop<F>(self, change: impl FnOnce(E) -> F) -> Partial<T, F> {
        Partial { done: self.done, stop: self.stop.map(change) }
    }

    /// Applies `change` to each result.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Partial<U, E> {
        Partial { done: self.done.into_iter().map(change).collect(), stop: self.stop }
    }
}

/// The cost of the first `n` boards of a range is assumed to grow as `n` to this power, which fits games of two
/// players.
const GROWTH: i32 = 4;

/// Returns the share of the work that `done` of `all` parts take.
fn share(done: usize, all: usize) -> f64 {
    (done as f64 / all.max(1) as f64).powi(GROWTH)
}

/// Works on `items` one after the other. A stop keeps the earlier results, if there are any. `what` is the name of an
/// item. The last items are expected to take longest, as the boards of a range do.
///
/// # Errors
/// The errors of `work` that are not stops, or any error if nothing is finished.
pub fn run_each<T, R, E: StopError>(
    job: &Job<'_>,
    what: &str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    mut work: impl FnMut(T) -> Result<R, E>,
) -> Result<Partial<R, E>, E> {
    run_parts(job, what, items, |item| Ok(Partial::whole([work(item)?])))
}

/// Works on `items` one after the other. Each item has several results.
///
/// # Errors
/// As [`run_each`].
pub fn run_parts<T, R, E: StopError>(
    job: &Job<'_>,
    what: &str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    mut work: impl FnMut(T) -> Result<Partial<R, E>, E>,
) -> Result<Partial<R, E>, E> {
    let mut items = items.into_iter();
    let all = items.len();
    let ends: Vec<usize> = (1..=all).collect();
    let next = &mut || work(items.next().expect("an item for each end"));
    in_order(job, &ends, &|number| format!("{what} {number} of {all}"), next)
}

/// Works on `items`, which ascend by `size`, in blocks. The work on a block takes hardly longer than the work on its
/// largest item alone. The largest size of each block is `times` that of the previous one, so a stop leaves some
/// results, and the smaller blocks cost little.
///
/// # Errors
/// As [`run_each`].
pub fn run_blocks<T, R, E: StopError>(
    job: &Job<'_>,
    what: &str,
    (items, times): (Vec<T>, u16),
    size: impl Fn(&T) -> u16,
    mut work: impl FnMut(Vec<T>) -> Result<Partial<R, E>, E>,
) -> Result<Partial<R, E>, E> {
    let all = items.len();
    let blocks = growing(items, size, times);
    let mut end = 0;
    let ends: Vec<usize> = blocks
        .iter()
        .map(|block| {
            end += block.len();
            end
        })
        .collect();
    let name = |end: usize| {
        let before = ends.iter().take_while(|other| **other < end).last().copied().unwrap_or(0);
        match end - before {
            1 => format!("{what} {end} of {all}"),
            _ => format!("{what}s {} to {end} of {all}", before + 1),
        }
    };
    let mut blocks = blocks.into_iter();
    in_order(job, &ends, &name, &mut || work(blocks.next().expect("a block for each end")))
}

/// Works on items one after the other. `ends` has the number of parts that are finished with each item. `work` works on the next
/// item. This function is compiled once for all types of items.
fn in_order<R, E: StopError>(
    job: &Job<'_>,
    ends: &[usize],
    name: &dyn Fn(usize) -> String,
    work: &mut dyn FnMut() -> Result<Partial<R, E>, E>,
) -> Result<Partial<R, E>, E> {
    let mut done = Vec::new();
    let mut next = || {
        let found = work()?;
        done.extend(found.done);
        Ok((done.len(), found.stop))
    };
    let stop = run_in_order(job, ends, name, &mut next)?;
    Ok(Partial { done, stop })
}

/// Calls `next` once for each entry of `ends`, as in [`in_order`]. `next` returns the number of results so far, and the reason why its
/// item is unfinished, if it is.
fn run_in_order<E: StopError>(
    job: &Job<'_>,
    ends: &[usize],
    name: &dyn Fn(usize) -> String,
    next: &mut dyn FnMut() -> Result<(usize, Option<E>), E>,
) -> Result<Option<E>, E> {
    let all = ends.last().copied().unwrap_or_default();
    let (mut done, mut before) = (0, 0);
    for &number in ends {
        // Nested parts have no name of their own.
        let named = job.monitor.pace().filter(|_| all > 1).filter(|pace| pace.begin_part(|| name(number)));
        if named.is_some() {
            job.monitor.status(&String::new);
        }
        // A part that was stopped leaves the progress where it is.
        let found = job.pass(share(before, all), share(number, all), || match next() {
            Ok((found, None)) => Ok(found),
            stopped => Err(stopped),
        });
        let found = found.map(|found| (found, None)).or_else(|stopped| stopped);
        named.iter().for_each(|pace| pace.end_part());
        before = number;
        match found {
            Ok((found, None)) => done = found,
            Ok((_, stop)) => return Ok(stop),
            Err(error) if error.is_stop() && done > 0 => {
                return Ok(Some(if named.is_some() { error.at(&name(number)) } else { error }));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Works on all `items` in parallel, on the threads of the job. A stop keeps the finished results, if there are any.
/// Results have the order of the items.
///
/// # Errors
/// As [`run_each`].
pub fn run_parallel<T: Send, R: Send, E: StopError + Send>(
    job: &Job<'_>,
    what: &str,
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Send + Sync,
) -> Result<Partial<R, E>, E> {
    if job.threads == 1 {
        return run_each(job, what, items, work);
    }
    let (all, ready) = (items.len(), AtomicUsize::new(0));
    let one = |item: T| {
        let found = work(item);
        let ready = ready.fetch_add(1, Relaxed) + 1;
        job.monitor.pace().iter().for_each(|pace| pace.share(share(ready, all)));
        job.monitor.status(&|| format!("{ready} of {all} {what}s"));
        found
    };
    let (mut done, mut stop) = (Vec::new(), None);
    for found in each(job, items, one) {
        match found {
            Ok(found) => done.push(found),
            Err(error) if error.is_stop() => stop = stop.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    match stop {
        Some(stop) if done.is_empty() => Err(stop),
        stop => Ok(Partial { done, stop }),
    }
}

/// Calls `work` with each of `items` in parallel, on the threads of the job. The threads begin the items in order, and the results have
/// the order of the items.
///
/// This function is compiled for each type of item, but the code that distributes items among threads is compiled only once.
pub fn each<T: Send, R: Send>(
    job: &Job<'_>,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    // Both cases call the same code.
    let work: &(dyn Fn(T) -> R + Sync) = &work;
    if job.threads == 1 {
        return items.into_iter().map(work).collect();
    }
    let slots: Vec<Mutex<(Option<T>, Option<R>)>> =
        items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    in_turn(slots.len(), &|number| {
        let slot = || slots[number].lock().expect("no thread panics while it holds a slot");
        let item = slot().0.take().expect("each item is taken once");
        let result = work(item);
        slot().1 = Some(result);
    });
    let slots = slots.into_iter().map(|slot| slot.into_inner().expect("no thread holds a slot"));
    slots.map(|(_, result)| result.expect("work on every item is done")).collect()
}

/// Calls `work` with each number below `count` once, in ascending order, whenever a thread is free.
fn in_turn(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = &AtomicUsize::new(0);
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(count) {
            scope.spawn(move |_| {
                loop {
                    match next.fetch_add(1, Relaxed) {
                        number if number < count => work(number),
                        _ => break,
                    }
                }
            });
        }
    });
}

/// Splits `items`, which ascend by `size`, into blocks. The last block ends with the last item. The sizes in a block are at
/// most `times` the largest size of the previous one.
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
