//! Family-specific commands: a handler reads a query and returns a plan, whose work answers the query.
//!
//! One handler serves the command line, Python and embedding programs. It reads parsed values and returns reports; it
//! performs no output. The program adds ranges, formats, limits and saved work.

use super::partial::{Partial, StopError};
use super::saved_parts::range;
use super::{Family, Given, Refusal, Report, saved};
#[cfg(feature = "distributed")]
use crate::distributed::{Exchanged, StoreSections, cluster::Cluster, distributed};
use crate::evaluate::Forward;
use crate::game::{Points, Travel};
use crate::model::{Error, Job};
use crate::plan::Foreseen;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error as ThisError;

/// Reads a query and returns the plan of its answer.
pub type Handler = fn(&Query<'_>) -> Result<AnswerPlan, Refusal>;

/// A command with its parsed options.
pub struct Query<'a> {
    /// The family.
    pub family: &'static dyn Family,
    /// The games, at least one, in their order.
    pub games: &'a [Given],
    /// The options that belong only to the command.
    pub own: &'a Given,
    /// The parameters that were typed with several values, each with its last value as typed.
    pub ranges: &'a [(&'static str, String)],
    /// The name of the output format.
    pub format: &'a str,
    /// `true` if the result is written to a file.
    pub has_file: bool,
    /// `true` if unfinished work is saved.
    pub is_saved: bool,
    /// `true` if several processes do the work together.
    pub is_shared: bool,
    /// `true` if columns of a table were chosen.
    pub has_columns: bool,
}

impl Query<'_> {
    /// Returns the last game, which is the largest of a range.
    pub fn last(&self) -> &Given {
        self.games.last().expect("a query has at least one game")
    }

    /// Returns the only game.
    ///
    /// # Errors
    /// If a parameter was typed with several values.
    pub fn one(&self) -> Result<&Given, Refusal> {
        self.same_but(&[], "this is of one game, not of a range")?;
        Ok(self.last())
    }

    /// Returns whether a parameter was typed with several values. A range that contains one value counts.
    pub fn is_range(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Returns whether one of these parameters was typed with several values.
    pub fn varies(&self, names: &[&str]) -> bool {
        self.ranges.iter().any(|(name, _)| names.contains(name))
    }

    /// Checks that only the parameters `names` were typed with several values.
    ///
    /// # Errors
    /// If another parameter was; the message is `why`.
    pub fn same_but(&self, names: &[&str], why: &str) -> Result<(), Refusal> {
        match self.ranges.iter().find(|(name, _)| !names.contains(name)) {
            Some((name, last)) => Err(Refusal::new(why).help(format!("--{name} {last}"))),
            None => Ok(()),
        }
    }

    /// Returns whether the output is a picture.
    pub fn is_picture(&self) -> bool {
        ["svg", "png", "pdf"].contains(&self.format)
    }

    /// Returns whether people read the output: text, Markdown or LaTeX.
    pub fn is_for_people(&self) -> bool {
        !["json", "csv"].contains(&self.format)
    }
}

/// The answer about one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameAnswer {
    /// The parameters, which JSON and the first columns of a table repeat.
    #[serde(with = "saved::json")]
    pub parameters: Value,
    /// The report.
    pub report: Report,
    /// The answer as a picture or another document, if the format is one.
    #[serde(skip)]
    pub document: Option<AnswerDocument>,
    /// The contents of the file that the plan requested.
    #[serde(skip)]
    pub file: Option<FileContents>,
}

impl GameAnswer {
    /// Creates an answer that is a report.
    pub fn new(parameters: Value, report: Report) -> Self {
        Self { parameters, report, document: None, file: None }
    }
}

/// An answer in a format that does not print the report.
#[derive(Clone, Debug)]
pub enum AnswerDocument {
    /// A picture.
    Picture {
        /// The picture as SVG.
        svg: String,
        /// The title, for formats that have one.
        title: String,
    },
    /// The text of a drawing or a graph.
    Text(String),
    /// A table of data, such as a b-file.
    Table(String),
}

/// The plan of an answer: the games, the layout of their reports, and the work.
pub struct AnswerPlan {
    /// The subject of a query about several games, in one line without a full stop.
    pub about: String,
    /// The title and the parameters of each game, in their order.
    pub games: Vec<(String, Value)>,
    /// A value that distinguishes the saved work from the work of other queries, beside the parameters of the games.
    pub identity: Value,
    /// The layout of the reports.
    pub layout: AnswerLayout,
    /// An estimate of the cost, for the message of a limit that stops the work.
    pub cost: Option<Arc<dyn Foreseen>>,
    /// A file that is written beside the result.
    pub file: Option<FileRequest>,
    /// The work.
    pub work: Box<PlannedWork>,
    /// The work for several processes, or the reason why only one process can do it.
    pub shared: Result<SharedPlan, &'static str>,
    /// `true` if the command answers from the description of the family instead.
    pub is_described: bool,
    /// Returns a summary of several answers.
    pub summary: Option<Box<SummaryText>>,
}

/// Returns a summary of several answers.
pub type SummaryText = dyn FnOnce(&[GameAnswer]) -> String;

/// Does the work of a plan under the limits of a job. Unfinished work may be saved in sections of the job. The function
/// passes each answer to the sink as soon as it is ready, and returns all answers.
pub type PlannedWork =
    dyn FnOnce(&Job<'_>, &dyn Sink) -> Result<Partial<GameAnswer, CommandError>, CommandError>;

/// Work that several processes do together.
pub struct SharedPlan {
    /// A value that distinguishes the work from the work of other queries.
    pub identity: Value,
    /// The work of a process.
    #[cfg(feature = "distributed")]
    pub work: Box<SharedWork>,
}

/// Does the work of one process. Process 0 returns the answer of all processes, and the others return `None`.
#[cfg(feature = "distributed")]
pub type SharedWork =
    dyn FnOnce(Cluster, &StoreSections<'_>, &Job<'_>) -> Result<Option<SharedAnswer>, Error>;

/// The answer of several processes.
#[cfg(feature = "distributed")]
#[derive(Debug)]
pub struct SharedAnswer {
    /// The answer, or the reason why there is none.
    pub answer: Result<GameAnswer, Refusal>,
    /// The number of states.
    pub states: u64,
    /// The data that the processes exchanged.
    pub exchanged: Exchanged,
}

impl SharedPlan {
    /// Creates a plan in which several processes follow a game forward. `answer` makes the answer from their results.
    #[cfg_attr(not(feature = "distributed"), expect(unused_variables, reason = "one process works alone"))]
    pub fn follow<G: Travel + 'static>(
        identity: Value,
        game: G,
        scores: Vec<Points>,
        answer: impl FnOnce(Forward) -> GameAnswer + 'static,
    ) -> Self {
        Self {
            identity,
            #[cfg(feature = "distributed")]
            work: Box::new(move |cluster, sections, job| {
                let found = distributed(&game, &scores, cluster, sections, job)?;
                Ok(found.map(|(found, exchanged)| {
                    let states = found.states;
                    SharedAnswer { answer: Ok(answer(found)), states, exchanged }
                }))
            }),
        }
    }
}

/// A receiver of results, in order. It can print each result before the work is done.
pub trait Sink {
    /// Takes the answer about the next game.
    ///
    /// # Errors
    /// If the answer cannot be written.
    fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError>;

    /// Takes the next part of a log. Its command prints nothing else.
    ///
    /// # Errors
    /// If the log cannot be written.
    fn log(&self, text: &str) -> Result<(), CommandError>;
}

/// The layout of reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerLayout {
    /// The digits in the lines of several games, unless others were typed.
    pub line_digits: Option<u32>,
    /// The digits for people, unless others were typed.
    pub digits_for_people: Option<u32>,
    /// `true` if people see the whole report of each game instead of one line.
    pub is_whole: bool,
    /// `true` if people see the main table of each game, and machine-readable tables contain the main tables of all
    /// games.
    pub lists_tables: bool,
    /// `true` if text is laid out at the end, when all answers are known: the answers come quickly, or the columns
    /// contain words.
    pub is_aligned: bool,
    /// The relation between answers and games.
    pub grouping: Grouping,
}

/// The relation between answers and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// One answer for each game, printed as soon as it is ready.
    #[default]
    PerGame,
    /// One answer for each game, all printed together.
    Together,
    /// One answer about all games.
    One,
}

/// A file that an option writes beside the result.
#[derive(Clone, Debug)]
pub struct FileRequest {
    /// The path that was typed.
    pub path: PathBuf,
    /// `true` if an existing file is replaced.
    pub replaces: bool,
    /// The option and an example of its value.
    pub option: [&'static str; 2],
}

/// The contents of a file beside the result.
#[derive(Clone, Debug)]
pub struct FileContents {
    /// The text.
    pub text: String,
    /// A note about the contents.
    pub note: String,
}

/// A game, and the work that answers the query about it.
pub struct Task {
    title: String,
    /// The parameters of the game, as the lines of several games show them.
    parameters: Value,
    /// The parameters of the answer.
    echo: Value,
    answer: Box<AnswerTask>,
}

type AnswerTask = dyn Fn(&Job<'_>) -> Result<(Report, Option<FileContents>), CommandError> + Send + Sync;

impl Task {
    /// Creates a task.
    ///
    /// `title` is the title of the report. `answer` works under the limits of a job and may save unfinished work in
    /// sections of the job. It must return the same report each time.
    pub fn new(
        title: impl Into<String>,
        parameters: Value,
        answer: impl Fn(&Job<'_>) -> Result<Report, CommandError> + Send + Sync + 'static,
    ) -> Self {
        Self::with_file(title, parameters, move |job| Ok((answer(job)?, None)))
    }

    /// Creates a task that may also return the contents of the file that the plan requested.
    pub fn with_file(
        title: impl Into<String>,
        parameters: Value,
        answer: impl Fn(&Job<'_>) -> Result<(Report, Option<FileContents>), CommandError> + Send + Sync + 'static,
    ) -> Self {
        Self { title: title.into(), echo: parameters.clone(), parameters, answer: Box::new(answer) }
    }

    /// Sets the parameters that the answer repeats. They default to the parameters of the game.
    #[must_use]
    pub fn answering_with(self, echo: Value) -> Self {
        Self { echo, ..self }
    }
}

impl AnswerPlan {
    /// Creates a plan. `games` has the title and the parameters of each game.
    pub fn new(
        about: impl Into<String>,
        games: Vec<(String, Value)>,
        work: impl FnOnce(&Job<'_>, &dyn Sink) -> Result<Partial<GameAnswer, CommandError>, CommandError>
        + 'static,
    ) -> Self {
        let (about, layout) = (about.into(), AnswerLayout::default());
        let shared = Err("this work is for one process");
        Self {
            about,
            games,
            identity: Value::Null,
            layout,
            cost: None,
            file: None,
            work: Box::new(work),
            shared,
            is_described: false,
            summary: None,
        }
    }

    /// Creates a plan that does one task after the other. `what` names a task in messages, such as "board".
    pub fn of(about: impl Into<String>, what: &'static str, tasks: Vec<Task>) -> Self {
        let games: Vec<(String, Value)> =
            tasks.iter().map(|task| (task.title.clone(), task.parameters.clone())).collect();
        let parameters = |game: Option<&(String, Value)>| game.map(|(_, parameters)| parameters.clone());
        let identity = json!({ "first": parameters(games.first()), "last": parameters(games.last()) });
        let work = move |job: &Job<'_>, sink: &dyn Sink| {
            range(job, what, tasks, |task: Task, job: &Job<'_>| {
                let (report, file) = (task.answer)(job)?;
                let answer = GameAnswer { file, ..GameAnswer::new(task.echo, report) };
                sink.answer(&answer)?;
                Ok(Partial::whole([answer]))
            })
        };
        Self { identity, ..Self::new(about, games, work) }
    }

    /// Creates a plan that leaves the answer to the description of the family.
    pub fn described() -> Self {
        let plan = Self::new("", Vec::new(), |_, _| Ok(Partial::whole([])));
        Self { is_described: true, ..plan }
    }

    /// Creates a plan with one answer for any number of games.
    pub fn one(
        title: impl Into<String>,
        parameters: Value,
        work: impl FnOnce(&Job<'_>) -> Result<Partial<GameAnswer, CommandError>, CommandError> + 'static,
    ) -> Self {
        let layout = AnswerLayout { grouping: Grouping::One, ..AnswerLayout::default() };
        let plan = Self::new("", vec![(title.into(), parameters)], |job, _| work(job));
        Self { layout, ..plan }
    }

    /// Sets a value that distinguishes the saved work from the work of other queries, beside the parameters of the
    /// games.
    #[must_use]
    pub fn identified(self, identity: Value) -> Self {
        Self { identity, ..self }
    }

    /// Sets the work for several processes, or the reason why only one process can do it.
    #[must_use]
    pub fn shared(self, shared: Result<SharedPlan, &'static str>) -> Self {
        Self { shared, ..self }
    }

    /// Sets the layout.
    #[must_use]
    pub fn laid_out(self, layout: AnswerLayout) -> Self {
        Self { layout, ..self }
    }

    /// Sets whether the answers come quickly. Text then shows all answers at the end, in aligned columns.
    #[must_use]
    pub fn quick(mut self, is_quick: bool) -> Self {
        self.layout.is_aligned = is_quick;
        self
    }
}

impl fmt::Debug for AnswerPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerPlan")
            .field("about", &self.about)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("title", &self.title).finish_non_exhaustive()
    }
}

/// An error of a command.
#[derive(Debug, ThisError)]
pub enum CommandError {
    /// The query makes no sense for this game.
    #[error("{}", .0.what)]
    Refused(Refusal),
    /// The work exceeds a limit of the program itself. The same work would fail again.
    #[error("{}", .0.what)]
    Beyond(Refusal),
    /// A limit of the job was passed, the work was stopped, or the game violates its contract.
    #[error(transparent)]
    Engine(#[from] Error),
    /// A limit ended the work at this place: "before the row of a board was whole".
    #[error("{error}, {place}")]
    Stopped {
        /// The limit.
        error: Error,
        /// The place.
        place: String,
    },
    /// The work on several parts was stopped in this part.
    #[error("{0}, at {1}")]
    At(Box<Self>, String),
    /// The reader of the answers has gone away. Further answers would be lost.
    #[error("the reader has gone away")]
    ReaderGone,
    /// The answer cannot be written. The program that writes the answer has the reason.
    #[error("the answer cannot be written")]
    Output,
}

impl CommandError {
    /// Returns the error of work whose progress means little to people. `place` describes where a limit ended the work.
    pub fn of(error: Error, place: impl Into<String>) -> Self {
        match error {
            Error::Stopped(_) | Error::TooMuchMemory { .. } => Self::Stopped { error, place: place.into() },
            error => Self::Engine(error),
        }
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl StopError for CommandError {
    fn is_stop(&self) -> bool {
        match self {
            Self::Refused(_) | Self::Output => false,
            Self::Beyond(_) | Self::Stopped { .. } | Self::At(..) | Self::ReaderGone => true,
            Self::Engine(error) => error.is_stop(),
        }
    }

    fn is_final(&self) -> bool {
        matches!(self, Self::Beyond(_))
    }

    fn at(self, part: &str) -> Self {
        Self::At(Box::new(self), part.to_owned())
    }
}
