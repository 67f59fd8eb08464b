//! A game of a query, created from the description of its family.

use crate::evaluate::checkpoint::fingerprint;
use crate::family::csv_cells::parameter_cells;
use crate::family::{CommandError, Family, GameArguments, NamedText, Playable, Query, Refusal, StartValues};
use crate::model::Job;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

/// A game of a family, with its parameters.
pub struct DescribedGame {
    /// The family.
    pub family: &'static dyn Family,
    /// The parameters.
    pub given: GameArguments,
    /// The game.
    pub game: Box<dyn Playable>,
}

impl DescribedGame {
    /// Creates the game with these parameters.
    ///
    /// # Errors
    /// If there is no game with these parameters.
    pub fn of(family: &'static dyn Family, given: &GameArguments) -> Result<Self, Refusal> {
        Ok(Self { family, given: given.clone(), game: family.game(given)? })
    }

    /// Creates all games of a query. Impossible games are refused before any work.
    pub(super) fn all(query: &Query<'_>) -> Result<Vec<Self>, Refusal> {
        query.games.iter().map(|given| Self::of(query.family, given)).collect()
    }

    /// Returns the parameters as answers repeat them.
    pub fn parameters(&self) -> Value {
        self.game.parameters.clone().unwrap_or_else(|| self.given.echo())
    }

    /// Returns the base name of files about the game, without an extension.
    pub fn stem(&self) -> String {
        self.game.stem.clone().unwrap_or_else(|| self.given.stem(self.family.name()))
    }

    /// Returns the title of the game, or its family and parameters if it has no title.
    pub fn title(&self) -> String {
        if !self.game.title.is_empty() {
            return self.game.title.clone();
        }
        let (names, cells) = parameter_cells(&self.parameters());
        let given = names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let given: Vec<String> =
            given.map(|(name, cell)| format!("{} {cell}", name.replace('_', " "))).collect();
        match given.is_empty() {
            true => self.family.about().to_owned(),
            false => format!("{}, {}", self.family.name(), given.join(", ")),
        }
    }

    /// Returns a value that distinguishes the work of a command on this game from other work.
    pub(super) fn identity(&self, command: &str) -> Value {
        let work = json!({ command: self.family.name(), "game": self.parameters() });
        with_files(work, self.given.files())
    }

    /// Returns the values of a game that needs no graph. Returns `None` for other games.
    pub(super) fn evaluated(&self, job: &Job<'_>) -> Result<Option<StartValues>, CommandError> {
        Ok(job.phase("evaluate", || self.game.evaluate(&job.unsaved()))?)
    }
}

/// Adds the contents of files to the value that distinguishes a work, since a file name does not identify its contents.
pub fn with_files<'a>(mut work: Value, files: impl Iterator<Item = &'a NamedText>) -> Value {
    let mut known = HashSet::new();
    let texts: Vec<Value> =
        files.filter(|file| known.insert(Arc::as_ptr(file))).map(|file| file.1.clone().into()).collect();
    if !texts.is_empty() {
        // JSON keeps the ends of the texts.
        work["files"] = fingerprint(&Value::from(texts).to_string()).into();
    }
    work
}
