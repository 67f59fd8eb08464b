//! The counts of games at random, as words: they are saved, and counting goes on.

use crate::cli::checkpoint::{Checkpoint, unsaved};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::evaluate::checkpoint::{Checkpointer as _, nonsense, over, put, take};
use std::io;

/// The counts of games that were played.
pub(super) trait Counts<T> {
    /// Adds a game.
    fn add(&mut self, ended: &T);

    /// The counts as words, as many whatever was counted.
    fn words(&self) -> Vec<u64>;

    /// Takes the counts of so many games from their words; `None` if they cannot be those.
    fn resume(&mut self, games: u64, words: &[u64]) -> Option<()>;
}

/// Takes the counts that were saved, if any were, of no more than so many games, and returns of how many.
pub(super) fn resumed<T>(
    checkpoint: &Checkpoint,
    counts: &mut impl Counts<T>,
    most: u64,
    watch: &Watch,
) -> Result<u64, Fail> {
    let mut read = || -> io::Result<u64> {
        let Some(mut input) = checkpoint.saved()? else { return Ok(0) };
        let words = take(&mut *input, 1 + counts.words().len() as u64)?;
        over(&mut *input)?;
        let fits = words[0] <= most && counts.resume(words[0], &words[1..]).is_some();
        if fits { Ok(words[0]) } else { Err(nonsense()) }
    };
    read().map_err(|error| unsaved(&error, watch))
}

/// Saves the counts of so many games.
pub(super) fn save<T>(checkpoint: &Checkpoint, games: u64, counts: &impl Counts<T>) -> io::Result<()> {
    let words = counts.words();
    checkpoint.save(&mut |out| {
        put(out, &[games])?;
        put(out, &words)
    })
}
