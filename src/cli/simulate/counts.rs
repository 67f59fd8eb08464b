//! Rounds of games at random, of which the counts are saved, so that counting goes on.

use crate::cli::checkpoint::{Checkpoint, Saved, unsaved};
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::cli::watch::Watch;
use crate::evaluate::checkpoint::Store as _;
use crate::family::counted;
use crate::family::sampled::{Ledger, resumed, save};
use crate::model::{Job, Monitor, Progress};
use std::ops::ControlFlow;

/// Games that are played together, between two looks at the limits.
const CHUNK: u64 = 64;

/// Bytes of what is told that are held, at most, until counts are saved.
const MOST_HELD: usize = 1 << 24;

/// Asks the watch whether to stop, and tells nothing: a moment of a simulated game is no progress.
struct Silent<'a>(&'a Watch);

impl Monitor for Silent<'_> {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        self.0.go_on()
    }
}

/// So many games, in rounds of some at the same time.
#[derive(Clone, Copy)]
pub(super) struct Rounds(pub(super) u64);

impl Rounds {
    /// Plays games at the same time and adds what came of them in order, until all are played or it is stopped: those
    /// that were played are always the first ones. Goes on from counts of this work that were saved; what is told of games is
    /// then printed right before their counts are saved. Returns how many games were played now, and why not all were.
    pub(super) fn play<T: Send, E: Send>(
        self,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
        one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
        explain: impl Fn(u64, E) -> Fail,
        counts: &mut impl Ledger<T>,
    ) -> Result<(u64, Option<Fail>), Fail> {
        let checkpoint = checkpoints.checkpoint(work, watch)?;
        let before = match &checkpoint {
            Some(checkpoint) => {
                resumed(checkpoint, counts, self.0).map_err(|error| unsaved(checkpoint, &error, watch))?
            }
            None => 0,
        };
        let mut played = before;
        let stop = self.on(&mut played, checkpoint.as_ref(), watch, one, explain, counts);
        // Of no games nothing is saved, so that nothing of them is to be told but by the next run.
        let tells = checkpoint.is_none() || played > 0;
        let stop = if tells { print::print(&counts.told()).err().or(stop) } else { stop };
        let stop = match (checkpoint, stop) {
            (Some(checkpoint), None) => checkpoint.forget().map(|()| None)?,
            (Some(checkpoint), Some(stop)) if played > 0 && stop.is_stop() => {
                Some(checkpoint.stopped(stop, watch, || save(&checkpoint, played, counts)))
            }
            (_, stop) => stop,
        };
        Ok((played - before, stop))
    }

    /// Plays games after those that are `played`, and returns why not all were.
    fn on<T: Send, E: Send>(
        self,
        played: &mut u64,
        checkpoint: Option<&Checkpoint>,
        watch: &Watch,
        one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
        explain: impl Fn(u64, E) -> Fail,
        counts: &mut impl Ledger<T>,
    ) -> Option<Fail> {
        let silent = Silent(watch);
        let job = Job { threads: 1, monitor: &silent, ..watch.job() };
        while *played < self.0 {
            let so_far = |played: u64| format!("{played} of {}", counted(self.0, "game"));
            let ended = |played: u64| watch.ended(&format!("after {}", so_far(played)));
            let mut stop = watch.stopped().then(|| ended(*played));
            if stop.is_none() {
                watch.done(*played, self.0);
                watch.tell(|| so_far(*played));
                let numbers = *played + 1..=(*played + CHUNK).min(self.0);
                for result in watch.each(numbers, |number| one(number, &job)) {
                    match result {
                        Ok(found) => counts.add(&found),
                        Err(_) if watch.stopped() => stop = Some(ended(*played)),
                        Err(error) => stop = Some(explain(*played + 1, error)),
                    }
                    if stop.is_some() {
                        break;
                    }
                    *played += 1;
                }
            }
            if stop.is_some() {
                return stop;
            }
            let saves = checkpoint.filter(|checkpoint| checkpoint.is_due() || counts.held() > MOST_HELD);
            // What is told and counts that are saved go together: after a kill, those games are played again, and told then.
            if (saves.is_some() || checkpoint.is_none())
                && let Err(fail) = print::print(&counts.told())
            {
                return Some(fail);
            }
            if let Some(checkpoint) = saves
                && let Err(error) = save(checkpoint, *played, counts)
            {
                checkpoint.missed(&error);
            }
        }
        None
    }
}
