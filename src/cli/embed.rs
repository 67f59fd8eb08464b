//! The program embedded in another program: it takes arguments as the command line does, and returns the output.
//!
//! The signals, the standard streams, the threads and the exit of the host program are never touched. Each request has its
//! own threads, limits and output, so several requests can run at the same time.

mod session;

pub use session::{EmbedSession, Stop, session};

use super::context::{Context, Limits};
use super::fail::{Fail, LimitKind, Status};
use super::input::Embedded;
use super::program::Program;
use super::usage;
use super::{Typed, Work, parse};
use crate::export::Sheets;
use crate::room;
use clap::Command;
use clap::error::ErrorKind;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A request, as the command line takes it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The words that are typed after the name of the program.
    pub words: Vec<OsString>,
    /// The text that is read for the file `-`, and how errors call it.
    pub input: Option<(String, Vec<u8>)>,
    /// True if a graph is wanted as tables, instead of as a file.
    pub tables: bool,
}

/// The response to a request.
#[derive(Debug, Default)]
pub struct Response {
    /// The bytes that would have been printed.
    pub printed: Vec<u8>,
    /// The tables of a graph, if they were requested.
    pub tables: Option<Sheets>,
}

/// The reason there is no answer, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A check failed, or a file could not be written.
    Failed,
    /// A parameter that there is not.
    Unknown,
    /// A parameter that is needed, and was not given.
    Missing,
    /// Any other usage error.
    Usage,
    /// Beyond a limit of the program itself.
    Beyond,
    /// More states than the limit.
    States,
    /// More memory than the limit.
    Memory,
    /// More time than the limit.
    Time,
    /// Stopped from outside.
    Interrupted,
}

/// An error, as the program reports it.
#[derive(Debug)]
pub struct EmbedError {
    /// The kind.
    pub reason: Reason,
    /// One line.
    pub what: String,
    /// A line of help.
    pub help: Option<String>,
    /// The part of the answer that was done.
    pub so_far: Response,
}

impl EmbedError {
    fn new(fail: Fail, so_far: Response) -> Self {
        let (status, what, help) = fail.into_parts("chancetree");
        let reason = match status {
            Status::Failed => Reason::Failed,
            Status::Usage => Reason::Usage,
            Status::Interrupted => Reason::Interrupted,
            Status::Limit(LimitKind::States) => Reason::States,
            Status::Limit(LimitKind::Memory) => Reason::Memory,
            Status::Limit(LimitKind::Time) => Reason::Time,
            Status::Limit(LimitKind::Program | LimitKind::Elsewhere) => Reason::Beyond,
        };
        Self { reason, what, help, so_far }
    }
}

/// Holds the work on a question from outside, from any thread.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    limits: Mutex<Weak<Limits>>,
}

impl Control {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// The share of the work that is done, from 0 to 1, where that is known.
    pub fn share(&self) -> f64 {
        self.limits().map_or(0.0, |limits| limits.share())
    }

    /// Returns why the work must not go on, if its time or memory has run out; it notices by itself, but maybe late.
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

/// Answers a question; the work is held by `control`.
///
/// # Errors
/// Everything that the program would report, with the part of the answer that was done.
pub fn ask(question: Request, control: &Arc<Control>) -> Result<Response, Box<EmbedError>> {
    let Request { mut words, input, tables } = question;
    words.insert(0, "chancetree".into());
    words.push("--quiet".into());
    let Typed { command, work, sent } = understood(&words)?;
    if sent.map_err(refused)?.is_some() {
        return Err(refused(Fail::usage("a result is handed over, not written into a file")));
    }
    let ((), answer) = hosted(&work, control, input, tables, |context| command.run::<true>(context))?;
    Ok(answer)
}

/// Parses words, the name of the program first.
fn understood(words: &[OsString]) -> Result<Typed, Box<EmbedError>> {
    parse(Program::chancetree(), words).map_err(|error| {
        let mut refusal = refused(usage::mistake(Program::chancetree(), &error, words));
        match error.kind() {
            ErrorKind::UnknownArgument => refusal.reason = Reason::Unknown,
            ErrorKind::MissingRequiredArgument => refusal.reason = Reason::Missing,
            _ => {}
        }
        refusal
    })
}

/// A refusal before anything was done.
fn refused(fail: Fail) -> Box<EmbedError> {
    Box::new(EmbedError::new(fail, Response::default()))
}

/// Works for another program, on threads of its own.
fn hosted<T: Send>(
    terms: &Work,
    control: &Arc<Control>,
    input: Option<(String, Vec<u8>)>,
    wants_tables: bool,
    work: impl FnOnce(&Context) -> Result<T, Fail> + Send,
) -> Result<(T, Response), Box<EmbedError>> {
    let threads = room::threads_with_room(terms.wanted_threads(), 0);
    // A program that forks must not wait for the threads of another. Without a pool this thread does the work.
    let pool = (threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().ok())
        .flatten();
    let threads = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
    let input = input.map(|(name, bytes)| Embedded { name, bytes });
    let work = move || {
        let context = Context::embedded(terms, threads, control, input, wants_tables);
        let done = work(&context);
        let response = context.response();
        match done {
            Ok(found) => Ok((found, response)),
            Err(fail) => Err(Box::new(EmbedError::new(fail, response))),
        }
    };
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Bytes of a stack, as a program has them.
const STACK: usize = 8 << 20;

/// Checks that arguments are understood, without any work. Required arguments may be missing.
///
/// # Errors
/// Everything that the program would report.
pub fn check(words: &[OsString]) -> Result<(), Box<EmbedError>> {
    let words: Vec<_> = std::iter::once("chancetree".into()).chain(words.iter().cloned()).collect();
    match understood(&words) {
        Err(refusal) if refusal.reason != Reason::Missing => Err(refusal),
        _ => Ok(()),
    }
}

/// The verbs, the families that each knows, and their parameters: what the help says, as data.
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
    let verb = |command: &Command| {
        json!({
            "name": command.get_name(),
            "about": styled(command.get_about()),
            "families": command.get_subcommands().map(family).collect::<Value>(),
        })
    };
    command.get_subcommands().map(verb).collect()
}
