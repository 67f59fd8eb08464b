//! Rounds of games at random, of which the counts are saved, so that counting goes on.

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::evaluate::checkpoint::failed;
use crate::family::sampled::{Ledger, resumed, write};
use crate::family::{StopError as _, counted, each};
use crate::model::{Job, Monitor, Progress, StoreSection};
use std::ops::ControlFlow;

/// Games that are played together, between two looks at the limits.
const CHUNK: u64 = 64;

/// Bytes of what is told that are held, at most, until counts are saved.
const MOST_HELD: usize = 1 << 24;

/// Asks the context whether to stop, and tells nothing: a moment of a simulated game is no progress.
struct Silent<'a>(&'a Context);

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
        job: &Job<'_>,
        context: &Context,
        one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
        explain: impl Fn(u64, E) -> Fail,
        counts: &mut impl Ledger<T>,
    ) -> Result<(u64, Option<Fail>), Fail> {
        let store = job.store;
        let before = store.map_or(Ok(0), |store| resumed(&store, counts, self.0));
        let before = before.map_err(|error| context.explain(failed(&error)))?;
        let mut played = before;
        let stop = self.on(&mut played, store, context, one, explain, counts);
        // Of no games nothing is saved, so that nothing of them is to be told but by the next run.
        let tells = store.is_none() || played > 0;
        let stop = if tells { context.output().print(&counts.told()).err().or(stop) } else { stop };
        if let (Some(store), Some(_)) = (store, stop.as_ref().filter(|stop| played > 0 && stop.is_stop())) {
            let stopped = store.save_stopped(&mut |out| write(out, played, counts));
            stopped.map_err(|error| context.explain(error))?;
        }
        Ok((played - before, stop))
    }

    /// Plays games after those that are `played`, and returns why not all were.
    fn on<T: Send, E: Send>(
        self,
        played: &mut u64,
        store: Option<StoreSection<'_>>,
        context: &Context,
        one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
        explain: impl Fn(u64, E) -> Fail,
        counts: &mut impl Ledger<T>,
    ) -> Option<Fail> {
        let silent = Silent(context);
        let job = Job { threads: 1, monitor: &silent, ..context.job() };
        while *played < self.0 {
            let so_far = |played: u64| format!("{played} of {}", counted(self.0, "game"));
            let ended = |played: u64| context.ended(&format!("after {}", so_far(played)));
            let mut stop = context.stopped().then(|| ended(*played));
            if stop.is_none() {
                context.done(*played, self.0);
                context.tell(|| so_far(*played));
                let numbers = *played + 1..=(*played + CHUNK).min(self.0);
                for result in each(&context.job(), numbers, |number| one(number, &job)) {
                    match result {
                        Ok(found) => counts.add(&found),
                        Err(_) if context.stopped() => stop = Some(ended(*played)),
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
            let saves = store.filter(|store| store.is_due() || counts.held() > MOST_HELD);
            // What is told and counts that are saved go together: after a kill, those games are played again, and told then.
            if (saves.is_some() || store.is_none())
                && let Err(fail) = context.output().print(&counts.told())
            {
                return Some(fail);
            }
            if let Some(store) = saves {
                store.save(&mut |out| write(out, *played, counts));
            }
        }
        None
    }
}
