//! The plan of an answer: the games, the layout of their reports, and the work.

use super::partial::Partial;
use super::saved_parts::range;
use super::{AnswerLayout, CommandError, FileContents, GameAnswer, Grouping, Report, SharedPlan, Sink};
use crate::model::{Job, StopRecord};
use crate::plan::CostModel;
use serde_json::{Value, json};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The plan of an answer: the games, the layout of their reports, and the work.
///
/// ```
/// use chancetree::family::{AnswerPlan, CommandError, ReportValue, GameAnswer, Report, Sink, Task};
/// use chancetree::prelude::*;
/// use serde_json::json;
///
/// /// Prints the title of each answer.
/// struct Titles;
///
/// impl Sink for Titles {
///     fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError> {
///         println!("{}", answer.report.title);
///         Ok(())
///     }
///     fn log(&self, _: &str) -> Result<(), CommandError> {
///         Ok(())
///     }
/// }
///
/// let die = |sides: u64| {
///     Task::new("A die", json!({ "sides": sides }), move |_| {
///         let mut report = Report::new("A die");
///         report.show("mean", "expected eyes", ratio(sides + 1, 2));
///         Ok(report)
///     })
/// };
/// let plan = AnswerPlan::of("The mean of dice", "die", vec![die(6), die(20)]);
/// let answers = (plan.work)(&Job::default(), &Titles)?;
/// assert!(answers.is_whole());
/// assert_eq!(answers.done[1].report.numbers[0].value, ReportValue::Exact(ratio(21, 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnswerPlan {
    /// The subject of a query about several games, in one line without a full stop.
    pub about: String,
    /// The title and the parameters of each game, in their order.
    pub games: Vec<(String, Value)>,
    /// A value that distinguishes the saved work from the work of other queries, in addition to the parameters of the games.
    pub identity: Value,
    /// The layout of the reports.
    pub layout: AnswerLayout,
    /// An estimate of the cost, for the message of a limit that stops the work.
    pub cost: Option<Arc<dyn CostModel>>,
    /// A file that is written in addition to the result.
    pub file: Option<FileRequest>,
    /// The work.
    pub work: Box<PlannedWork>,
    /// The work for several processes, or the reason why only one process can do it.
    pub shared: Result<SharedPlan, &'static str>,
    /// Returns a summary of several answers.
    pub summary: Option<Box<SummaryText>>,
}

/// Returns a summary of several answers.
pub type SummaryText = dyn FnOnce(&[GameAnswer]) -> String;

/// Does the work of a plan under the limits of a job. Unfinished work may be saved in sections of the job. The function
/// passes each answer to the sink as soon as it is ready, and returns all answers.
pub type PlannedWork =
    dyn FnOnce(&Job<'_>, &dyn Sink) -> Result<Partial<GameAnswer, CommandError>, CommandError>;

/// A file that an option writes in addition to the result.
#[derive(Clone, Debug)]
pub struct FileRequest {
    /// The path that was typed.
    pub path: PathBuf,
    /// `true` if an existing file is replaced.
    pub replaces: bool,
    /// The option and an example of its value.
    pub option: [&'static str; 2],
}

/// A game, and the work that answers the query about it.
///
/// ```
/// use chancetree::family::{AnswerPlan, Report, Task};
/// use serde_json::json;
///
/// let task = Task::new("A die", json!({ "sides": 6 }), |_| Ok(Report::new("A die")));
/// let task = task.answering_with(json!({ "sides": 6, "loaded": false }));
/// let plan = AnswerPlan::of("Dice", "die", vec![task]);
/// assert_eq!(plan.games, [("A die".to_owned(), json!({ "sides": 6 }))]);
/// ```
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
    ///
    /// ```
    /// use chancetree::family::{Report, Task};
    /// use serde_json::json;
    ///
    /// // The plan requested no file.
    /// let task = Task::with_file("A die", json!({ "sides": 6 }), |_| Ok((Report::new("A die"), None)));
    /// assert!(format!("{task:?}").contains("A die"));
    /// ```
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

/// Returns the answer of `work`, and the error of the limit if one ended the work before the bounds were close.
///
/// # Errors
/// The errors of `work`.
pub(super) fn bounds_so_far(
    job: &Job<'_>,
    work: impl FnOnce(&Job<'_>) -> Result<GameAnswer, CommandError>,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let record = StopRecord::default();
    let answer = work(&job.recording(&record))?;
    let stop = record.stop().cloned();
    Ok(Partial::until([answer], stop.map(|error| CommandError::of(error, "before the bounds were close"))))
}

impl AnswerPlan {
    /// Creates a plan. `games` has the title and the parameters of each game.
    pub fn new(
        about: impl Into<String>,
        games: Vec<(String, Value)>,
        work: impl FnOnce(&Job<'_>, &dyn Sink) -> Result<Partial<GameAnswer, CommandError>, CommandError>
        + 'static,
    ) -> Self {
        Self::boxed(about.into(), games, Box::new(work))
    }

    /// Creates a plan. Compiled once for all types of work.
    fn boxed(about: String, games: Vec<(String, Value)>, work: Box<PlannedWork>) -> Self {
        Self {
            about,
            games,
            identity: Value::Null,
            layout: AnswerLayout::default(),
            cost: None,
            file: None,
            work,
            shared: Err("this work cannot be shared among several processes"),
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
                let answer = |job: &Job<'_>| {
                    let (report, file) = (task.answer)(job)?;
                    let answer = GameAnswer { file, ..GameAnswer::new(task.echo, report) };
                    sink.answer(&answer).map(|()| answer)
                };
                bounds_so_far(job, answer)
            })
        };
        Self { identity, ..Self::new(about, games, work) }
    }

    /// Creates a plan with one answer for any number of games.
    pub fn one(
        title: impl Into<String>,
        parameters: Value,
        work: impl FnOnce(&Job<'_>) -> Result<Partial<GameAnswer, CommandError>, CommandError> + 'static,
    ) -> Self {
        let layout = AnswerLayout { grouping: Grouping::One, ..AnswerLayout::default() };
        Self::new("", vec![(title.into(), parameters)], |job, _| work(job)).laid_out(layout)
    }

    /// Creates a plan whose work prints its answer itself: a log or a dialog, for a page with [`Page::logging`](super::Page::logging).
    ///
    /// ```
    /// use chancetree::family::AnswerPlan;
    ///
    /// let plan = AnswerPlan::dialog(|_, sink| match sink.ask("Eyes? ")? {
    ///     Some(eyes) => sink.log(&format!("You threw {}.\n", eyes.trim())),
    ///     None => sink.log("No throw.\n"),
    /// });
    /// assert!(plan.games.is_empty());
    /// ```
    pub fn dialog(work: impl FnOnce(&Job<'_>, &dyn Sink) -> Result<(), CommandError> + 'static) -> Self {
        Self::new("", Vec::new(), |job, sink| work(job, sink).map(|()| Partial::whole([])))
    }

    /// Sets a value that distinguishes the saved work from the work of other queries, in addition to the parameters of
    /// the games.
    ///
    /// ```
    /// use chancetree::family::AnswerPlan;
    /// use serde_json::json;
    ///
    /// let plan = AnswerPlan::of("Dice", "die", Vec::new()).identified(json!({ "loaded": false })).quick(true);
    /// assert_eq!(plan.identity["loaded"], false);
    /// assert!(plan.layout.is_aligned);
    /// ```
    #[must_use]
    pub fn identified(self, identity: Value) -> Self {
        Self { identity, ..self }
    }

    /// Sets the work for several processes, or the reason why only one process can do it.
    ///
    /// ```
    /// use chancetree::family::AnswerPlan;
    ///
    /// let plan = AnswerPlan::of("Dice", "die", Vec::new()).shared(Err("a die needs one process"));
    /// assert_eq!(plan.shared.err(), Some("a die needs one process"));
    /// ```
    #[must_use]
    pub fn shared(self, shared: Result<SharedPlan, &'static str>) -> Self {
        Self { shared, ..self }
    }

    /// Sets the layout.
    ///
    /// ```
    /// use chancetree::family::{AnswerLayout, AnswerPlan};
    ///
    /// let layout = AnswerLayout { is_aligned: true, ..AnswerLayout::default() };
    /// assert!(AnswerPlan::of("Dice", "die", Vec::new()).laid_out(layout).layout.is_aligned);
    /// ```
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
