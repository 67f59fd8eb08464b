//! Random games in rounds. The counts are saved, so that a resumed command continues to count.

use super::partial::{StopError as _, each};
use super::sampled::{Ledger, resumed, write};
use super::{CommandError, Parameter, counted};
use crate::model::{Error, Job, Monitor, Progress, StoreSection};
use serde::Deserialize;
use serde_json::Value;
use std::ops::ControlFlow;

/// The number of random games and their seed, as options of a command.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Sampling {
    /// The number of games.
    pub games: u64,
    /// The seed. The same seed gives the same games.
    pub seed: u64,
}

impl Sampling {
    /// The options.
    pub const OPTIONS: [Parameter; 2] = [
        Parameter::number("games", "Games", 1, 10_000_000)
            .default_value("1000")
            .with_placeholder("G")
            .heading("Games"),
        Parameter::number(
            "seed",
            "Seed of the random numbers; the same seed gives the same games",
            0,
            u64::MAX,
        )
        .default_value("1")
        .with_placeholder("S")
        .heading("Games"),
    ];

    /// The digits for people: a few more than the error justifies.
    pub const DIGITS: u32 = 5;

    /// Adds the options to the parameters that an answer repeats.
    pub fn enter(self, parameters: &mut Value) {
        (parameters["games"], parameters["seed"]) = (self.games.into(), self.seed.into());
    }
}

/// The number of games that are played in parallel between two checks of the limits.
const CHUNK: u64 = 64;

/// The maximum size of the unprinted log, in bytes. A longer log is printed, and the counts are saved.
const MAX_LOG_BYTES: usize = 1 << 24;

/// A monitor that checks the limits and reports no progress, since a simulated game has none.
struct Silent<'a>(&'a dyn Monitor);

impl Monitor for Silent<'_> {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        self.0.check()
    }
}

/// Plays `games` games in parallel rounds, and adds their results to `counts` in order. After a stop, the played games
/// are the first ones. Resumed work continues from saved counts. `print` receives the log of the games right before
/// their counts are saved. `explain` creates the error of a game from its number.
///
/// Returns the number of games that this call played, and the reason for the stop, if there was one.
///
/// # Errors
/// If saved counts cannot be read, or counts cannot be saved.
pub fn play_rounds<T: Send, E: Send>(
    job: &Job<'_>,
    games: u64,
    one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
    explain: impl Fn(u64, E) -> CommandError,
    counts: &mut impl Ledger<T>,
    print: impl Fn(&str) -> Result<(), CommandError>,
) -> Result<(u64, Option<CommandError>), CommandError> {
    let before = job.store.map_or(Ok(0), |store| resumed(&store, counts, games));
    let before = before.map_err(Error::from)?;
    let mut played = before;
    let stop = play(job, (games, &mut played), one, explain, counts, &print);
    // Counts of zero games are not saved, so the next run prints their log.
    let prints = job.store.is_none() || played > 0;
    let stop = if prints { print(&counts.take_log()).err().or(stop) } else { stop };
    if let (Some(store), Some(_)) = (job.store, stop.as_ref().filter(|stop| played > 0 && stop.is_stop())) {
        store.save_stopped(&mut |out| write(out, played, counts))?;
    }
    Ok((played - before, stop))
}

/// Plays the games after the first `played` ones. Returns the reason for the stop, if there was one.
fn play<T: Send, E: Send>(
    job: &Job<'_>,
    (games, played): (u64, &mut u64),
    one: impl Fn(u64, &Job<'_>) -> Result<T, E> + Sync,
    explain: impl Fn(u64, E) -> CommandError,
    counts: &mut impl Ledger<T>,
    print: &impl Fn(&str) -> Result<(), CommandError>,
) -> Option<CommandError> {
    let silent = Silent(job.monitor);
    let each_job = Job { threads: 1, monitor: &silent, store: None, ..*job };
    let so_far = |played: u64| format!("{played} of {}", counted(games, "game"));
    let stopped = |played: u64| {
        let stop = job.check().err()?;
        Some(CommandError::of(stop, format!("after {}", so_far(played))))
    };
    while *played < games {
        if let Some(stop) = stopped(*played) {
            return Some(stop);
        }
        job.monitor.part_done(*played, games);
        job.monitor.status(&|| so_far(*played));
        let numbers = *played + 1..=(*played + CHUNK).min(games);
        for result in each(job, numbers, |number| one(number, &each_job)) {
            match result {
                Ok(found) => counts.add(&found),
                Err(error) => return Some(stopped(*played).unwrap_or_else(|| explain(*played + 1, error))),
            }
            *played += 1;
        }
        let saves: Option<StoreSection<'_>> =
            job.store.filter(|store| store.is_due() || counts.log_bytes() > MAX_LOG_BYTES);
        // The log must match the saved counts. After a kill, the games since the last save are played again.
        if (saves.is_some() || job.store.is_none())
            && let Err(error) = print(&counts.take_log())
        {
            return Some(error);
        }
        if let Some(store) = saves {
            store.save(&mut |out| write(out, *played, counts));
        }
    }
    None
}
