//! The program as a library for an embedding program: takes the arguments of the command line, and returns the output.
//!
//! The signals, the standard streams, the threads and the exit of the embedding program are never touched. Each request has
//! its own threads, limits and output, so several requests can run at the same time.

mod session;

pub use session::{EmbedSession, SessionError, session};

use super::context::{Context, Limits};
use super::fail::{Fail, LimitKind, Status};
use super::input::Embedded;
use super::program::Program;
use super::usage;
use super::{ParsedLine, Work, parse};
use chancetree_engine::usable_memory;
use chancetree_export::GraphTables;
use chancetree_families::family::{ArgumentError, Spelling};
use clap::Command;
use clap::error::ErrorKind;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

/// A request: the arguments of a command.
///
/// ```
/// use chancetree::cli::embed::{Control, Request, ask};
/// use std::sync::Arc;
///
/// let words = ["odds", "memory", "--pairs", "2", "--format", "json"].map(Into::into).to_vec();
/// let request = Request { words, ..Request::default() };
/// let response = ask(request, &Arc::new(Control::default())).expect("a game");
/// let answer: serde_json::Value = serde_json::from_slice(&response.printed)?;
/// assert_eq!(answer["family"], "memory");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The arguments after the name of the program.
    pub words: Vec<OsString>,
    /// The contents of the file `-`, and its name in errors.
    pub input: Option<(String, Vec<u8>)>,
    /// `true` if a graph is returned as tables instead of printed.
    pub tables: bool,
}

/// The response to a request.
///
/// ```
/// use chancetree::cli::embed::{Control, Request, ask};
/// use std::sync::Arc;
///
/// let words = ["graph", "memory", "--pairs", "2"].map(Into::into).to_vec();
/// let request = Request { words, tables: true, ..Request::default() };
/// let response = ask(request, &Arc::new(Control::default())).expect("a graph");
/// assert!(response.printed.is_empty() && response.tables.is_some());
/// ```
#[derive(Debug, Default)]
pub struct Response {
    /// The bytes that the command prints.
    pub printed: Vec<u8>,
    /// The tables of a graph, if they were requested.
    pub tables: Option<GraphTables>,
}

/// The kind of an error.
///
/// ```
/// use chancetree::cli::embed::{Control, Reason, Request, ask};
/// use std::sync::Arc;
///
/// let reason = |line: &str| {
///     let words = line.split(' ').map(Into::into).collect();
///     let answer = ask(Request { words, ..Request::default() }, &Arc::new(Control::default()));
///     answer.map(drop).map_err(|error| error.reason)
/// };
/// assert_eq!(reason("odds memory --pair 2"), Err(Reason::Unknown));
/// assert_eq!(reason("odds memory --pairs 0"), Err(Reason::Usage));
/// assert_eq!(reason("odds memory --pairs 20 --max-states 10"), Err(Reason::States));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A check failed, or a file could not be written.
    Failed,
    /// A parameter does not exist.
    Unknown,
    /// A required parameter is missing.
    Missing,
    /// Any other usage error.
    Usage,
    /// The work exceeds a limit of the program itself.
    Beyond,
    /// The work has more states than the limit.
    States,
    /// The work needs more memory than the limit.
    Memory,
    /// The work takes more time than the limit.
    Time,
    /// The embedding program stopped the work.
    Interrupted,
}

/// An error of a request.
///
/// ```
/// use chancetree::cli::embed::{Control, Request, ask};
/// use chancetree::family::Spelling;
/// use std::sync::Arc;
///
/// let words = ["odds", "memory", "--pairs", "0"].map(Into::into).to_vec();
/// let request = Request { words, ..Request::default() };
/// let error = ask(request, &Arc::new(Control::default())).unwrap_err();
/// assert!(error.message(Spelling::Python).0.starts_with("pairs=0"));
/// assert_eq!(error.argument().map(|argument| &*argument.names[0]), Some("pairs"));
/// ```
#[derive(Debug)]
pub struct EmbedError {
    /// The kind.
    pub reason: Reason,
    /// The finished part of the answer.
    pub so_far: Response,
    fail: Fail,
}

impl EmbedError {
    fn new(fail: Fail, so_far: Response) -> Self {
        let reason = match fail.status() {
            Status::Failed => Reason::Failed,
            Status::Usage => Reason::Usage,
            Status::Interrupted => Reason::Interrupted,
            Status::Limit(LimitKind::States) => Reason::States,
            Status::Limit(LimitKind::Memory) => Reason::Memory,
            Status::Limit(LimitKind::Time) => Reason::Time,
            Status::Limit(LimitKind::Program | LimitKind::Elsewhere) => Reason::Beyond,
        };
        Self { reason, so_far, fail }
    }

    /// Returns the message and the help line, if there is one. Arguments that the error has as data are spelled by
    /// `spelling`.
    pub fn message(&self, spelling: Spelling) -> (String, Option<String>) {
        self.fail.spelled("chancetree", spelling)
    }

    /// Returns whether a game has more points, or fewer, than the evaluators can add up.
    pub fn exceeds_points(&self) -> bool {
        self.fail.exceeds_points()
    }

    /// Returns the arguments that the message is about, if they are known.
    pub fn argument(&self) -> Option<&ArgumentError> {
        self.fail.argument_error()
    }
}

/// Controls the work on a request, from any thread.
///
/// ```
/// use chancetree::cli::embed::{Control, Reason, Request, ask};
/// use std::sync::Arc;
///
/// // Stopped before the work begins.
/// let control = Arc::new(Control::default());
/// control.stop();
/// let words = ["odds", "memory", "--pairs", "20"].map(Into::into).to_vec();
/// let error = ask(Request { words, ..Request::default() }, &control).unwrap_err();
/// assert_eq!(error.reason, Reason::Interrupted);
/// // No work is going on.
/// assert!(control.share() == 0.0 && control.overdue().is_none());
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    /// The time at which the limit of time began, if it was before the work.
    begun: Option<Instant>,
    limits: Mutex<Weak<Limits>>,
}

impl Control {
    /// Creates the control of work whose limit of time began at `begun`, because the work is a part of a longer call.
    ///
    /// ```
    /// use chancetree::cli::embed::{Control, Reason, Request, ask};
    /// use std::sync::Arc;
    /// use std::time::{Duration, Instant};
    ///
    /// let words = ["odds", "memory", "--pairs=3", "--timeout=1ms"].map(Into::into).into();
    /// let begun = Instant::now();
    /// std::thread::sleep(Duration::from_millis(50));
    /// let control = Arc::new(Control::since(begun));
    /// let refused = ask(Request { words, input: None, tables: false }, &control).unwrap_err();
    /// assert_eq!(refused.reason, Reason::Time);
    /// ```
    pub fn since(begun: Instant) -> Self {
        Self { begun: Some(begun), ..Self::default() }
    }

    /// Returns the time at which the limit of time began, if it was before the work.
    pub(super) fn begun(&self) -> Option<Instant> {
        self.begun
    }

    /// Stops the work at its next check.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Returns the finished share of the work, from 0 to 1; 0 if it is unknown.
    pub fn share(&self) -> f64 {
        self.limits().map_or(0.0, |limits| limits.share())
    }

    /// Returns the error of work that has exceeded its time or memory and has not stopped yet.
    pub fn overdue(&self) -> Option<EmbedError> {
        let fail = self.limits()?.overdue()?;
        Some(EmbedError::new(fail, Response::default()))
    }

    fn limits(&self) -> Option<Arc<Limits>> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    pub(super) fn watch(&self, limits: &Arc<Limits>) {
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(limits);
    }
}

/// Answers a request under `control`.
///
/// # Errors
/// Every error of the program, with the finished part of the answer.
pub fn ask(request: Request, control: &Arc<Control>) -> Result<Response, Box<EmbedError>> {
    let Request { mut words, input, tables } = request;
    words.insert(0, "chancetree".into());
    words.push("--quiet".into());
    let ParsedLine { command, work, output_file } = parse_request(&words)?;
    if output_file.map_err(refused)?.is_some() {
        return Err(refused(Fail::usage("results are returned, not written to files")));
    }
    let ((), answer) = run_embedded(&work, control, input, tables, |context| command.run::<true>(context))?;
    Ok(answer)
}

/// Parses arguments. The first word is the name of the program.
fn parse_request(words: &[OsString]) -> Result<ParsedLine, Box<EmbedError>> {
    parse(Program::chancetree(), words).map_err(|error| {
        let mut refusal = refused(usage::explain(Program::chancetree(), &error, words));
        match error.kind() {
            ErrorKind::UnknownArgument => refusal.reason = Reason::Unknown,
            ErrorKind::MissingRequiredArgument => refusal.reason = Reason::Missing,
            _ => {}
        }
        refusal
    })
}

/// Returns an error before any work.
fn refused(fail: Fail) -> Box<EmbedError> {
    Box::new(EmbedError::new(fail, Response::default()))
}

/// Runs the work of a request on its own threads.
fn run_embedded<T: Send>(
    options: &Work,
    control: &Arc<Control>,
    input: Option<(String, Vec<u8>)>,
    wants_tables: bool,
    work: impl FnOnce(&Context) -> Result<T, Fail> + Send,
) -> Result<(T, Response), Box<EmbedError>> {
    let threads = usable_memory::threads_with_room(options.wanted_threads(), 0);
    // A pool per request, because a process that forks must not wait for threads of its parent. Without a pool this thread
    // does the work.
    let pool = (threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build().ok())
        .flatten();
    let threads = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
    let input = input.map(|(name, bytes)| Embedded { name, bytes });
    let work = move || {
        let context = Context::embedded(options, threads, control, input, wants_tables);
        let done = work(&context);
        let response = context.response();
        match done {
            Ok(result) => Ok((result, response)),
            Err(fail) => Err(Box::new(EmbedError::new(fail, response))),
        }
    };
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// The stack size of a thread in bytes: the usual size of a main thread.
const STACK_BYTES: usize = 8 << 20;

/// Checks arguments without any work. Required arguments may be missing.
///
/// # Errors
/// Every usage error of the program.
///
/// ```
/// use chancetree::cli::embed::check;
///
/// assert!(check(&["odds", "memory", "--pairs", "2"].map(Into::into)).is_ok());
/// assert!(check(&["odds", "memory", "--pairs", "0"].map(Into::into)).is_err());
/// ```
pub fn check(words: &[OsString]) -> Result<(), Box<EmbedError>> {
    let words: Vec<_> = std::iter::once("chancetree".into()).chain(words.iter().cloned()).collect();
    match parse_request(&words) {
        Err(refusal) if refusal.reason != Reason::Missing => Err(refusal),
        Err(_) => Ok(()),
        Ok(line) => line.output_file.map(drop).map_err(refused),
    }
}

/// Returns the commands, their families and the parameters, with the texts of the help pages.
///
/// ```
/// use chancetree::cli::embed::describe;
///
/// let commands = describe();
/// let odds = commands.as_array().and_then(|all| all.iter().find(|command| command["name"] == "odds"));
/// assert_eq!(odds.map(|command| &command["families"][0]["name"]), Some(&"memory".into()));
/// ```
pub fn describe() -> Value {
    let mut command = super::command(Program::chancetree());
    command.build();
    let styled = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
    let argument = |arg: &clap::Arg| {
        let values: Vec<Value> = arg
            .get_possible_values()
            .iter()
            .filter(|value| !arg.is_hide_possible_values_set() && !value.is_hide_set())
            .map(|value| json!({ "name": value.get_name(), "help": styled(value.get_help()) }))
            .collect();
        json!({
            "name": arg.get_long().unwrap_or_else(|| arg.get_id().as_str()),
            "positional": arg.get_long().is_none(),
            "flag": !arg.get_action().takes_values(),
            "value": arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string),
            "values": values,
            "required": arg.is_required_set(),
            "heading": arg.get_help_heading(),
            "help": styled(arg.get_help()),
            "more": styled(arg.get_long_help()),
        })
    };
    let family = |command: &Command| {
        let all = command.get_arguments().filter(|arg| !arg.is_hide_set());
        json!({
            "name": command.get_name(),
            "about": styled(command.get_about()),
            "more": styled(command.get_long_about()),
            "parameters": all.map(argument).collect::<Value>(),
        })
    };
    let command_name = |command: &Command| {
        json!({
            "name": command.get_name(),
            "about": styled(command.get_about()),
            "families": command.get_subcommands().map(family).collect::<Value>(),
        })
    };
    command.get_subcommands().map(command_name).collect()
}
