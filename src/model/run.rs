//! How the work is done: on how many threads, within which limits, watched by whom; and why there may be no answer.
//!
//! The library knows no terminal, no clock and no file: what it must tell and what must stop it goes through an
//! [`Observer`].

use crate::game::{Choices, Game, Overflow};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use thiserror::Error;

/// Where the work stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The layer at work.
    pub layer: u32,
    /// States met so far.
    pub states: u64,
    /// Bytes held for states, edges and numbers, estimated.
    pub bytes: u64,
}

/// Watches the work, and may stop it. Called between layers and every few thousand states, from any thread.
pub trait Observer: Sync {
    /// Reports progress; `Break` stops the work with [`Error::Stopped`].
    fn step(&self, progress: Progress) -> ControlFlow<()>;

    /// Hears how much of the pass at work is done, where that is known.
    fn done(&self, _done: u64, _of: u64) {}
}

/// Nobody watches.
impl Observer for () {
    fn step(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How the engine works: on how many threads, within which limits, watched by whom.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Threads; 1 is sequential code. More than 1 means the current rayon pool.
    pub threads: usize,
    /// The most states.
    pub most_states: u64,
    /// The most bytes for states, edges and numbers.
    pub most_bytes: u64,
    /// Who watches.
    pub observer: &'a dyn Observer,
}

impl Default for Run<'_> {
    /// One thread, no limits, nobody watching.
    fn default() -> Self {
        Self { threads: 1, most_states: u64::MAX, most_bytes: u64::MAX, observer: &() }
    }
}

impl Run<'_> {
    /// Reports progress and checks the limits, for work that the engine does not do itself.
    ///
    /// # Errors
    /// A limit that was passed, or that the observer stops the work.
    pub fn look(&self, progress: Progress) -> Result<(), Error> {
        self.step(progress)
    }

    /// Reports progress and checks the limits.
    pub(crate) fn step(&self, progress: Progress) -> Result<(), Error> {
        if progress.states > self.most_states {
            return Err(Error::TooManyStates { limit: self.most_states, layer: progress.layer });
        }
        if progress.bytes > self.most_bytes {
            return Err(Error::TooMuchMemory { limit: self.most_bytes, progress });
        }
        match self.observer.step(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Stopped(progress)),
        }
    }

    /// Whether `items` are worth sharing out among threads.
    pub(crate) fn shares(&self, items: usize) -> bool {
        self.threads > 1 && items > 1
    }
}

/// Bytes that several threads build between two looks at the limits; many rows, or one that is very long.
const LOOK: u64 = 1 << 20;

/// What several threads have built together since the last progress.
pub(crate) struct Building<'a> {
    run: &'a Run<'a>,
    progress: Progress,
    bytes: AtomicU64,
}

impl<'a> Building<'a> {
    /// Begins where the work stands, and looks at the limits.
    pub(crate) fn begin(run: &'a Run<'a>, progress: Progress) -> Result<Self, Error> {
        run.step(progress)?;
        Ok(Self { run, progress, bytes: AtomicU64::new(progress.bytes) })
    }

    /// So many bytes more; looks at the limits now and then.
    pub(crate) fn add(&self, bytes: u64) -> Result<(), Error> {
        let before = self.bytes.fetch_add(bytes, Relaxed);
        if before / LOOK == (before + bytes) / LOOK {
            return Ok(());
        }
        self.run.step(Progress { bytes: before + bytes, ..self.progress })
    }
}

/// Bytes of rows to be added up from which on a second thread pays: some tenths of a millisecond of work.
pub(crate) const WORTH_SHARING: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A game offers a choice in which nothing can happen.
    #[error("a choice in {0} has no event")]
    EmptyChoice(String),
    /// Two choices of a state have the same action, or two are left to chance.
    #[error("two choices of {0} have the same action")]
    SameAction(String),
    /// A game breaks the promise of its layers.
    #[error("the layer falls from {from} to {to}")]
    LayerFalls {
        /// The state before.
        from: String,
        /// The state after.
        to: String,
    },
    /// A game breaks the promise of its ranks: two states have one.
    #[error("{one} and {other} have the same rank")]
    SameRank {
        /// The lesser state.
        one: String,
        /// The greater state.
        other: String,
    },
    /// A game breaks the promise of its ranks: one is too great, or missing.
    #[error("the rank of {0} is not among those of its layer")]
    NoRank(String),
    /// The weights of a choice do not fit.
    #[error("the weights in {0} add up to more than 64 bits hold")]
    WeightOverflow(String),
    /// Points do not fit.
    #[error("more than {} points in one game", crate::game::Points::MAX)]
    PointsOverflow,
    /// A game counts ways for some events and not for others.
    #[error("some events of {0} have a number of ways, and others have none")]
    MixedWays(String),
    /// A decision where only chance can be followed.
    #[error("{0} leaves a decision, which this evaluator cannot take")]
    Decision(String),
    /// A cycle where only games without cycles can be followed.
    #[error("play can come back to {0}")]
    Cycle(String),
    /// An event that stays in its layer, where only steps to later layers can be followed.
    #[error("an event in {0} stays in its layer, which this evaluator cannot follow")]
    StaysInLayer(String),
    /// No end can be reached.
    #[error("play may never end from {0}")]
    NeverEnds(String),
    /// Decisions in a cycle for which no stable policy was found.
    #[error("no stable policy was found for the cycle of {0}")]
    NoStablePolicy(String),
    /// Too many states.
    #[error("more than {limit} states (in layer {layer})")]
    TooManyStates {
        /// The limit.
        limit: u64,
        /// The layer in which it was passed.
        layer: u32,
    },
    /// Too many steps between states.
    #[error("more than {limit} transitions (in layer {layer})")]
    TooManySteps {
        /// The limit.
        limit: u64,
        /// The layer in which it was passed.
        layer: u32,
    },
    /// Too much memory.
    #[error("more than {limit} bytes are needed (in layer {}, after {} states)", progress.layer, progress.states)]
    TooMuchMemory {
        /// The limit.
        limit: u64,
        /// Where the work stood.
        progress: Progress,
    },
    /// Work could not be saved, or what was saved could not be read.
    #[error("{0}")]
    NotSaved(String),
    /// Another process ended the work, or is lost.
    #[error("{what}")]
    Elsewhere {
        /// Which one, and why.
        what: String,
        /// Whether a limit or a hand stopped it there.
        stopped: bool,
    },
    /// The observer stopped the work.
    #[error("stopped in layer {}, after {} states", .0.layer, .0.states)]
    Stopped(Progress),
}

/// Expands `state` and checks what the game wrote.
pub(crate) fn expand<G: Game>(game: &G, state: &G::State, choices: &mut Choices<G>) -> Result<(), Error> {
    choices.fill(game, state);
    match choices.overflowed() {
        None => {}
        Some(Overflow::Weights) => return Err(Error::WeightOverflow(name(state))),
        Some(Overflow::Points) => return Err(Error::PointsOverflow),
    }
    if choices.iter().any(|choice| choice.events.is_empty()) {
        return Err(Error::EmptyChoice(name(state)));
    }
    // Few choices, all of them different: comparing each with each is cheaper than any set.
    let actions = || choices.iter().map(|choice| choice.action);
    if actions().enumerate().any(|(index, action)| actions().take(index).any(|earlier| earlier == action)) {
        return Err(Error::SameAction(name(state)));
    }
    let layer = game.layer(state);
    if let Some(event) = choices.events().iter().find(|event| game.layer(&event.next) < layer) {
        return Err(Error::LayerFalls { from: name(state), to: name(&event.next) });
    }
    Ok(())
}

/// A state as an error names it.
pub(crate) fn name(state: &impl Debug) -> String {
    format!("{state:?}")
}
