//! Random games in rounds. The counts are saved, so that a resumed command goes on counting.

use super::partial::{StopError as _, each};
use super::sampled::{Ledger, resumed, write};
use super::{CommandError, Given, Parameter, counted};
use crate::evaluate::checkpoint::failed;
use crate::model::{Job, Monitor, Progress, StoreSection};
use serde_json::Value;
use std::ops::ControlFlow;

/// The number of random games and their seed, as options of a command.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of games.
    pub games: u64,
    /// The seed. The same seed gives the same games.
    pub seed: u64,
}

impl Sampling {
    /// The options.
    pub const OPTIONS: [Parameter; 2] = [
        Parameter::number("games", "Games", 1, 10_000_000).or("1000").shown_as("G").under("Games"),
        Parameter::number("seed", "The seed of the random numbers: the same games each time", 0, u64::MAX)
            .or("1")
            .shown_as("S")
            .under("Games"),
    ];

    /// The digits for people: more than the error allows, but not many more.
    pub const DIGITS: u32 = 5;

    /// Reads the options.
    pub fn of(own: &Given) -> Self {
        Self { games: own.whole("games"), seed: own.whole("seed") }
    }

    /// Adds the options to the parameters that an answer repeats.
    pub fn enter(self, parameters: &mut Value) {
        (parameters["games"], parameters["seed"]) = (self.games.into(), self.seed.into());
    }
}

/// Games that are played at the same time, between two checks of the limits.
const CHUNK: u64 = 64;

/// The most bytes of a log that are held until counts are saved.
const MOST_HELD: usize = 1 << 24;

/// A monitor that checks the limits and reports no progress: a simulated game has none.
struct Silent<'a>(&'a dyn Monitor);

impl Monitor for Silent<'_> {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        self.0.go_on()
    }
}

/// Plays `games` games, a round of them at the same time, and adds their results to `counts` in order. After a stop, the games
/// that were played are the first ones. Resumed work goes on from saved counts. `print` gets the log of the games, right
/// before their counts are saved. `explain` makes the error of a game, by its number.
///
/// Returns the number of games that were played now, and the reason for which others were not.
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
    let before = before.map_err(|error| failed(&error))?;
    let mut played = before;
    let stop = play(job, (games, &mut played), one, explain, counts, &print);
    // Counts of no game are not saved, so the next run prints its log.
    let prints = job.store.is_none() || played > 0;
    let stop = if prints { print(&counts.told()).err().or(stop) } else { stop };
    if let (Some(store), Some(_)) = (job.store, stop.as_ref().filter(|stop| played > 0 && stop.is_stop())) {
        store.save_stopped(&mut |out| write(out, played, counts))?;
    }
    Ok((played - before, stop))
}

/// Plays games after those that are `played`, and returns the reason for which not all were.
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
        job.monitor.done(*played, games);
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
            job.store.filter(|store| store.is_due() || counts.held() > MOST_HELD);
        // A log and the counts that are saved belong together: after a kill, the other games are played again.
        if (saves.is_some() || job.store.is_none())
            && let Err(error) = print(&counts.told())
        {
            return Some(error);
        }
        if let Some(store) = saves {
            store.save(&mut |out| write(out, *played, counts));
        }
    }
    None
}
