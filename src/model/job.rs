//! The terms on which work is done: threads, limits, a monitor, and where work is saved; and the errors that leave a
//! question without an answer.
//!
//! This crate knows no terminal and names no file. It reports and is stopped through an [`Monitor`]. A clock is asked
//! only how long states take, to share work out, and whether exploring took long enough to be worth saving; what is
//! found does not depend on it.

use crate::game::{Choices, Game, MOST_SEATS, Seat};
use crate::pace::Pace;
use crate::resident;
use crate::store::{Store, StoreSection};
use rayon::prelude::*;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The progress of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The layer at work. Evaluators that go by plies report the ply instead, and those that go by neither report 0.
    pub layer: u32,
    /// The number of states met or done so far.
    pub states: u64,
}

/// A monitor of the work, which may stop it.
///
/// It is called between layers and every now and then within one, from any thread.
pub trait Monitor: Sync {
    /// Takes note of the progress. Returning `Break` stops the work with [`Error::Stopped`].
    fn tick(&self, progress: Progress) -> ControlFlow<()>;

    /// Returns whether the work is to go on, without progress to report. Defaults to [`tick`](Self::tick).
    fn go_on(&self) -> ControlFlow<()> {
        self.tick(Progress::default())
    }

    /// Takes note of how much of the pass at work is done, where that is known: `_done` units of `_of`. Does nothing by
    /// default.
    fn done(&self, _done: u64, _of: u64) {}

    /// Returns the scale on which the work reports its progress. Defaults to none.
    fn pace(&self) -> Option<&Pace> {
        None
    }

    /// Shows what is being done. Does nothing by default.
    fn status(&self, _text: &dyn Fn() -> String) {}

    /// Prints a note for the user. Does nothing by default.
    fn note(&self, _text: &str) {}

    /// Takes note of the time that a phase of the work took. Does nothing by default.
    fn phase(&self, _name: &str, _time: Duration) {}

    /// Takes note of the bytes that the values of a sweep take now, an estimate from which plans tell those of larger
    /// games. Does nothing by default.
    fn value_bytes(&self, _bytes: u64) {}
}

/// No monitor: the work is never stopped.
impl Monitor for () {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The terms of one work: threads, limits, a monitor, and where unfinished work is saved.
///
/// With a `store`, work that takes long is saved whenever that is due and when it is stopped, and continues from what
/// was saved before. What cannot be saved when it is stopped, and saved work that cannot be read or does not fit, ends in
/// [`Error::NotSaved`]. Each work needs a [section](Self::section) of its own.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The number of threads. With 1 the code is sequential; with more it runs in the current rayon pool. Answers do
    /// not depend on it.
    pub threads: usize,
    /// The greatest number of states; with more the work ends in [`Error::TooManyStates`].
    pub most_states: u64,
    /// The greatest resident size of the whole program in bytes, whatever holds the memory; with more the work ends in
    /// [`Error::TooMuchMemory`]. To leave the work so many bytes more than the program holds now, add
    /// [`resident_bytes`](resident::resident_bytes). Where the system reports no resident size, only a single array
    /// that is larger than the limit ends the work.
    pub most_bytes: u64,
    /// The monitor, which may stop the work.
    pub monitor: &'a dyn Monitor,
    /// The section of a store in which the work is saved, if it is saved.
    pub store: Option<StoreSection<'a>>,
}

impl Default for Job<'_> {
    /// Returns terms of one thread, with no limits and no monitor, which save nothing.
    fn default() -> Self {
        Self { threads: 1, most_states: u64::MAX, most_bytes: u64::MAX, monitor: &(), store: None }
    }
}

impl<'a> Job<'a> {
    /// Reports progress and checks the limits.
    ///
    /// # Errors
    /// If a limit is passed, or the monitor stops the work.
    pub fn tick(&self, progress: Progress) -> Result<(), Error> {
        if progress.states > self.most_states {
            return Err(Error::TooManyStates { limit: self.most_states, layer: progress.layer });
        }
        self.check_memory(0, progress)?;
        match self.monitor.tick(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Stopped(progress)),
        }
    }

    /// Checks the limits in work that has no progress to report.
    ///
    /// # Errors
    /// As [`Self::tick`].
    pub fn check(&self) -> Result<(), Error> {
        let progress = Progress::default();
        self.check_memory(0, progress)?;
        match self.monitor.go_on() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Stopped(progress)),
        }
    }

    /// Runs a phase of the work, and reports the time that it took.
    pub fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        self.monitor.phase(name, begun.elapsed());
        result
    }

    /// Does a pass of the work that takes it from one share of the pass in progress to another.
    pub fn pass<T>(&self, from: f64, to: f64, work: impl FnOnce() -> T) -> T {
        match self.monitor.pace() {
            Some(pace) => pace.pass(from, to, work),
            None => work(),
        }
    }

    /// Does a pass of the work that goes from layer to layer up to the `last`, so that its layers show the progress.
    pub fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        match self.monitor.pace() {
            Some(pace) => pace.upward(last, work),
            None => work(),
        }
    }

    /// Reports progress and checks the limits, before an array of `bytes` is allocated that may be large.
    ///
    /// # Errors
    /// As [`Self::tick`], and if the array would pass the limit of memory.
    pub fn reserve(&self, bytes: u64, progress: Progress) -> Result<(), Error> {
        self.check_memory(bytes, progress)?;
        self.tick(progress)
    }

    /// Returns whether seven eighths of the memory that the program may hold are taken.
    #[doc(hidden)]
    pub fn is_tight(&self) -> bool {
        self.most_bytes < u64::MAX && resident::is_beyond(self.most_bytes / 8 * 7, 0)
    }

    /// Fails if the program holds more memory than it may, or would with `more` bytes.
    fn check_memory(&self, more: u64, progress: Progress) -> Result<(), Error> {
        let limit = self.most_bytes;
        // Without a limit nothing is measured.
        match limit < u64::MAX && resident::is_beyond(limit, more) {
            true => Err(Error::TooMuchMemory { limit, progress }),
            false => Ok(()),
        }
    }

    /// Returns the same terms with a store, in which the work is saved under an empty key.
    pub fn saved_in(self, store: &'a dyn Store) -> Self {
        Self { store: Some(StoreSection::new(store, "")), ..self }
    }

    /// Returns the same terms for work that is not saved.
    pub fn unsaved(self) -> Self {
        Self { store: None, ..self }
    }

    /// Returns the same terms for a part of the work, which is saved in a section of its own.
    pub fn section<'b>(&'b self, name: &'b str) -> Job<'b> {
        Job { store: self.store.as_ref().map(|store| store.section(name)), ..*self }
    }

    /// Returns whether `items` are worth sharing out among threads.
    #[doc(hidden)]
    pub fn shares(&self, items: usize) -> bool {
        self.threads > 1 && items > 1
    }
}

/// Bytes that several threads build between two checks of the limits; many rows, or one that is very long.
const LOOK: u64 = 1 << 20;

/// The bytes that several threads have built together since they began.
pub struct Building<'a> {
    job: &'a Job<'a>,
    progress: Progress,
    bytes: AtomicU64,
}

impl<'a> Building<'a> {
    /// Begins where the work stands, and checks the limits.
    ///
    /// # Errors
    /// If a limit is passed already, or the work is stopped.
    pub fn begin(job: &'a Job<'a>, progress: Progress) -> Result<Self, Error> {
        job.tick(progress)?;
        Ok(Self { job, progress, bytes: AtomicU64::new(0) })
    }

    /// Adds bytes that were built, and checks the limits now and then.
    ///
    /// # Errors
    /// If a limit is passed, or the work is stopped.
    pub fn add(&self, bytes: u64) -> Result<(), Error> {
        let before = self.bytes.fetch_add(bytes, Relaxed);
        if before / LOOK == (before + bytes) / LOOK {
            return Ok(());
        }
        self.job.tick(self.progress)
    }
}

/// Does `work` on each of `items`, by several threads if it is `shared`; the answers are in the order of the items.
///
/// Only this much of it is compiled for each kind of work: threads are shared out by `share`. Each item costs a place
/// of its answer more.
///
/// # Errors
/// That of an item. By one thread it is the first that has one.
pub fn each<I: Sync, T: Send + Sync>(
    shared: bool,
    items: &[I],
    work: impl Fn(&I) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    if !shared {
        return items.iter().map(work).collect();
    }
    let made: Vec<OnceLock<Result<T, Error>>> = items.iter().map(|_| OnceLock::new()).collect();
    let failed = AtomicBool::new(false);
    share(items.len(), &|at| {
        if !failed.load(Relaxed) {
            let answer = made[at].get_or_init(|| work(&items[at]));
            failed.fetch_or(answer.is_err(), Relaxed);
        }
    });
    // Work that was not done any more has no answer, but then an error is among the others.
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Does the work of every place below `count`, in no order.
fn share(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Bytes of rows to be added up from which on a second thread pays: some tenths of a millisecond of work.
pub const WORTH_SHARING: u64 = 1 << 20;

/// The reasons for which there is no answer.
///
/// Strings are states in their `Debug` form, unless a variant says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has so many seats.
    #[error("{0} seats, but a game has 1 to {MOST_SEATS}")]
    Seats(Seat),
    /// A choice of this state has no event of positive weight.
    #[error("a choice in {0} has no event")]
    EmptyChoice(String),
    /// Two choices of this state have the same action, or two are left to chance.
    #[error("two choices of {0} have the same action")]
    SameAction(String),
    /// An event leads to a lower layer, which [`Game::layer`] forbids.
    #[error("the layer falls from {from} to {to}")]
    LayerFalls {
        /// The state in which the event happens.
        from: String,
        /// The state that follows.
        to: String,
    },
    /// Two states of a layer have the same rank, which [`Game::rank`] forbids.
    #[error("{one} and {other} have the same rank")]
    SameRank {
        /// The lesser state.
        one: String,
        /// The greater state.
        other: String,
    },
    /// The rank of this state is missing, or its place is not less than the number of places in its layer.
    #[error("the rank of {0} is not among those of its layer")]
    NoRank(String),
    /// The weights of a choice of this state add up to more than [`Weight`](crate::game::Weight) can hold.
    #[error("the weights in {0} add up to more than 64 bits hold")]
    WeightOverflow(String),
    /// The points of a seat, or in most evaluators those of all seats together, can be more than
    /// [`Points`](crate::game::Points) can hold.
    #[error("more than {} points in one game", crate::game::Points::MAX)]
    PointsOverflow,
    /// The worth of a game that was played is more, or less, than an `i64` holds.
    #[error("the worth of one game is more than 64 bits hold")]
    WorthOverflow,
    /// The game counts ways for some events and not for others; this state has an event that breaks the rule.
    #[error("some events of {0} have a number of ways, and others have none")]
    MixedWays(String),
    /// The graph is cut off in this state, but the evaluator needs to know what lies beyond.
    #[error("the graph is cut off in {0}, where play goes on")]
    Cut(String),
    /// The threshold below which probabilities are dropped is not from 0 to 1. The string is the threshold.
    #[error("a threshold of {0}, but it must be from 0 to 1")]
    Threshold(String),
    /// A player decides in this state, but the evaluator can only follow chance.
    #[error("{0} leaves a decision, which this evaluator cannot take")]
    Decision(String),
    /// Play can come back to this state, but the evaluator can only follow games without cycles.
    #[error("play can come back to {0}")]
    Cycle(String),
    /// An event in this state stays in its layer, but the evaluator can only follow steps to later layers.
    #[error("an event in {0} stays in its layer, which this evaluator cannot follow")]
    StaysInLayer(String),
    /// Play may go on for ever from this state: nothing leads to an end, or players who want the most never choose what
    /// does.
    #[error("play may never end from {0}")]
    NeverEnds(String),
    /// No stable policy was found for the decisions in the cycle of this state.
    #[error("no stable policy was found for the cycle of {0}")]
    NoStablePolicy(String),
    /// More states were met than the limit allows.
    #[error("more than {limit} states (in layer {layer})")]
    TooManyStates {
        /// The greatest number of states.
        limit: u64,
        /// The layer in which the limit was passed.
        layer: u32,
    },
    /// More steps between states were found than can be numbered.
    #[error("more than {limit} transitions (in layer {layer})")]
    TooManySteps {
        /// The greatest number of steps.
        limit: u64,
        /// The layer in which the limit was passed; 0 in a model made from another.
        layer: u32,
    },
    /// More memory is needed than the limit allows.
    #[error("more than {limit} bytes are needed (in layer {}, after {} states)", progress.layer, progress.states)]
    TooMuchMemory {
        /// The greatest number of bytes.
        limit: u64,
        /// The progress when the limit was passed.
        progress: Progress,
    },
    /// Work could not be saved, or saved work could not be read. The string is the whole message.
    #[error("{0}")]
    NotSaved(String),
    /// Saved work that does not fit the game.
    #[error("what was saved does not fit the game")]
    UnfitSave,
    /// Another process ended the work, or is lost.
    #[error("{what}")]
    Elsewhere {
        /// The whole message: what went wrong, and in which process if it is known.
        what: String,
        /// `true` if the work was stopped there by a limit or by hand.
        stopped: bool,
    },
    /// The monitor stopped the work, which had got as far as this.
    #[error("stopped in layer {}, after {} states", .0.layer, .0.states)]
    Stopped(Progress),
}

impl Error {
    /// Returns whether a limit or a monitor ended the work.
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            Self::Stopped(_)
                | Self::TooManyStates { .. }
                | Self::TooManySteps { .. }
                | Self::TooMuchMemory { .. }
                | Self::Elsewhere { stopped: true, .. }
        )
    }
}

/// Expands `state` and checks what the game wrote.
///
/// # Errors
/// If the game breaks a promise: weights add up to too much, a choice has no event, two have the same action, or an event
/// leads to a lower layer.
pub fn expand<G: Game>(game: &G, state: &G::State, choices: &mut Choices<G>) -> Result<(), Error> {
    choices.fill(game, state);
    if choices.overflowed() {
        return Err(Error::WeightOverflow(name(state)));
    }
    if choices.iter().any(|choice| choice.events.is_empty()) {
        return Err(Error::EmptyChoice(name(state)));
    }
    if names_an_action_twice(choices) {
        return Err(Error::SameAction(name(state)));
    }
    let layer = game.layer(state);
    if let Some(event) = choices.events().iter().find(|event| game.layer(&event.next) < layer) {
        return Err(Error::LayerFalls { from: name(state), to: name(&event.next) });
    }
    Ok(())
}

/// Returns whether two choices have the same action. Costs a comparison for each choice if actions ascend, as in most
/// games, and else a sort.
fn names_an_action_twice<G: Game>(choices: &Choices<G>) -> bool {
    let actions = || choices.iter().map(|choice| choice.action);
    if actions().is_sorted_by(|one, next| one < next) {
        return false;
    }
    let mut sorted: Vec<Option<G::Action>> = actions().collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The seats of a game, if there can be so many.
///
/// # Errors
/// If there are none, or too many.
pub fn seats<G: Game>(game: &G) -> Result<Seat, Error> {
    match game.seats() {
        seats @ 1..=MOST_SEATS => Ok(seats),
        other => Err(Error::Seats(other)),
    }
}

/// A state as an error names it.
pub fn name(state: &impl Debug) -> String {
    format!("{state:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_the_order_of_their_items() {
        let items: Vec<u32> = (0..1000).collect();
        for shared in [false, true] {
            let squares = each(shared, &items, |item| Ok(item * item)).expect("no errors");
            assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
            assert_eq!(each(shared, &[], |item: &u32| Ok(*item)), Ok(Vec::new()));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let items: Vec<u32> = (0..1000).collect();
        for shared in [false, true] {
            let work = |&item: &u32| if item % 300 == 299 { Err(Error::PointsOverflow) } else { Ok(item) };
            assert_eq!(each(shared, &items, work), Err(Error::PointsOverflow));
        }
    }
}
