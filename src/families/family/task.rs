//! Answers of a family's own: a question becomes a task for each game.

use super::{Given, Refusal, Report};
use crate::model::{Error, Job};
use serde_json::Value;
use std::fmt;
use thiserror::Error as ThisError;

/// Reads the games of a question and the options that are of the command alone, and returns the tasks that answer it.
pub type Answering = fn(&[Given], &Given) -> Result<Tasks, Refusal>;

/// The tasks that answer a question.
#[derive(Debug)]
pub struct Tasks {
    /// The subject of a question about several games, in one line without a full stop.
    pub about: String,
    /// A task for each game, in the order of the games.
    pub all: Vec<Task>,
    /// `true` if the answers come so quickly that text shows all of them at once, in columns that fit.
    pub is_quick: bool,
}

/// A game, and the work that answers the question about it.
pub struct Task {
    title: String,
    parameters: Value,
    answer: Box<AnswerTask>,
}

type AnswerTask = dyn Fn(&Job<'_>) -> Result<Report, TaskError> + Send + Sync;

/// The reason why a task has no answer.
#[derive(Debug, ThisError)]
pub enum TaskError {
    /// The question makes no sense for this game.
    #[error("{}", .0.what)]
    Refused(Refusal),
    /// A limit of the job was passed, the work was stopped, or the game breaks its contract.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl From<Refusal> for TaskError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Task {
    /// Creates a task.
    ///
    /// The title is that of the report, and `parameters` are repeated by JSON and by the first columns of a table. `answer`
    /// works under the limits of a job, and may save unfinished work in its sections; it must return the same report each
    /// time.
    pub fn new(
        title: impl Into<String>,
        parameters: Value,
        answer: impl Fn(&Job<'_>) -> Result<Report, TaskError> + Send + Sync + 'static,
    ) -> Self {
        Self { title: title.into(), parameters, answer: Box::new(answer) }
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the parameters as JSON repeats them.
    pub fn parameters(&self) -> &Value {
        &self.parameters
    }

    /// Does the work.
    ///
    /// # Errors
    /// If there is no answer: see [`TaskError`].
    pub fn answer(&self, job: &Job<'_>) -> Result<Report, TaskError> {
        (self.answer)(job)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("title", &self.title).finish_non_exhaustive()
    }
}
