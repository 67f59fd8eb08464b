//! The context of a command: its limits, threads, progress, input and output.

mod guard;
mod limits;
mod needed;
mod render;
mod signals;
mod units;

use super::embed::{Control, Response};
use super::fail::{Fail, Status};
use super::input::Embedded;
use super::output::Output;
use super::program::Program;
use super::{Work, print};
use crate::family::{CommandError, Partial, StopError as _};
use crate::model::pace::OverallProgress;
use crate::model::resident::{MemoryLimit, MemoryUsage};
use crate::model::{Error, Job, Monitor, Progress};
use crate::play::terminal::has_cursor;
use crate::room;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub(crate) use guard::{Activity, ActivityGuard, ActivityKind};
pub(in crate::cli) use limits::Limits;
use limits::StopReason;
pub(crate) use render::{Rendering, is_rendering_stopped, rendered};
#[cfg(feature = "distributed")]
pub(crate) use signals::interrupt;
pub(crate) use signals::is_interrupted;
use signals::{count_signals, is_interrupted_twice, writes_past_a_limit_fail};
pub(crate) use units::{size, time};

/// Threads beside the work: the guard of the limits, and the one that waits for signals.
const BESIDE: u64 = 2;

/// The bytes that the program gets beside its work after the start: its code, which is read when it runs, and the stacks
/// of threads.
const LATER_BYTES: u64 = 4 << 20;

/// Returns the number of threads for the work of the program, and of all threads that start with it. It is read before any
/// thread is started, which takes address space.
fn threads(work: &Work) -> (usize, u64) {
    // More threads than cores only take time to start.
    match room::threads_with_room(work.wanted_threads(), BESIDE) {
        1 => (1, BESIDE),
        threads => (threads, BESIDE + threads as u64),
    }
}

/// Returns the most bytes that the program may hold; `starting` threads are not running yet.
fn most_bytes(work: &Work, starting: u64) -> u64 {
    let given = work.max_memory.map(|bytes| bytes.min(room::allowed_memory(starting).unwrap_or(u64::MAX)));
    given.or_else(|| room::usable_memory(starting)).unwrap_or(u64::MAX)
}

/// The context of a command: its limits, threads, progress, input and output. Commands in one process share only what the
/// process has once: the signals, the terminal, the list of unfinished files and the measured resident size.
pub(crate) struct Context {
    limits: Arc<Limits>,
    threads: usize,
    /// The number of threads of the option `--threads`.
    #[cfg(feature = "distributed")]
    requested_threads: Option<usize>,
    max_states: Option<u64>,
    /// Bytes that the program held before any work.
    idle: u64,
    timing: bool,
    /// The contents of the file `-`, if another program gives them.
    input: Option<Arc<Embedded>>,
}

impl Context {
    /// Starts the work of the program itself: handles signals, starts the threads and the guard of the limits.
    pub(crate) fn start(work: &Work, program: Program) -> Self {
        let (mut threads, starting) = threads(work);
        let max_bytes = most_bytes(work, starting);
        count_signals();
        writes_past_a_limit_fail();
        if threads > 1 {
            // The system may have no more threads for this user.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
            threads = if pool.is_ok() { threads } else { 1 };
        }
        let context = Self::new((work, program), (threads, max_bytes), Output::stdout, None);
        guard::guard(&context.limits);
        context
    }

    /// Starts the work for another program, on its threads and under its control.
    pub(crate) fn embedded(
        work: &Work,
        threads: usize,
        control: &Arc<Control>,
        input: Option<Embedded>,
        wants_tables: bool,
    ) -> Self {
        let output = |activity| Output::memory(wants_tables, activity);
        let terms = (threads, most_bytes(work, 0));
        let mut context = Self::new((work, Program::chancetree()), terms, output, Some(Arc::clone(control)));
        context.input = Some(Arc::new(input.unwrap_or_default()));
        control.watch(&context.limits);
        context
    }

    fn new(
        (work, program): (&Work, Program),
        (threads, max_bytes): (usize, u64),
        output: impl FnOnce(Arc<Activity>) -> Output,
        host: Option<Arc<Control>>,
    ) -> Self {
        let has_bar = !work.quiet && std::io::stderr().is_terminal() && has_cursor();
        let bar = has_bar.then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
                .expect("the template is right");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            bar.with_style(style)
        });
        let activity = Arc::<Activity>::default();
        let limits = Arc::new(Limits {
            begun: Instant::now(),
            timeout: work.timeout,
            max_bytes,
            memory: MemoryLimit::new(max_bytes),
            noticed: AtomicBool::new(false),
            quiet: work.quiet,
            bar,
            pace: OverallProgress::new(),
            plan: Mutex::default(),
            bar_gone: AtomicBool::new(false),
            host,
            program,
            output: output(Arc::clone(&activity)),
            activity,
            last_word: Mutex::default(),
            log: Mutex::default(),
        });
        Self {
            limits,
            threads,
            #[cfg(feature = "distributed")]
            requested_threads: work.threads.map(usize::from),
            max_states: work.max_states,
            idle: room::idle_memory(),
            timing: work.timing,
            input: None,
        }
    }

    /// Returns the program.
    pub(crate) fn program(&self) -> Program {
        self.limits.program
    }

    /// Returns the output of the command.
    pub(crate) fn output(&self) -> &Output {
        &self.limits.output
    }

    /// Returns the input that another program gives, if this command works for one.
    pub(super) fn embedded_input(&self) -> Option<&Arc<Embedded>> {
        self.input.as_ref()
    }

    /// Returns the activities in progress.
    pub(crate) fn activity(&self) -> &Arc<Activity> {
        &self.limits.activity
    }

    /// Begins an activity that matters for when the program may be ended.
    pub(crate) fn begin(&self, kind: ActivityKind) -> ActivityGuard {
        self.limits.activity.begin(kind)
    }

    /// Returns the limits, to be checked while results are rendered, and by a game in the terminal.
    pub(super) fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// Returns what another program gets of the work so far.
    pub(super) fn response(&self) -> Response {
        self.output().take_response()
    }

    /// Gives the file of the result its name if `is_result`, and prints a note about it.
    pub(super) fn deliver(&self, is_result: bool) -> Result<(), Fail> {
        if let Some(note) = self.output().deliver(is_result)? {
            self.note(&note);
        }
        Ok(())
    }

    /// Prints why the command failed, unless another thread ends the program.
    pub(super) fn report(&self, fail: &Fail) -> ExitCode {
        self.limits.take_last_word();
        self.limits.clear_for_ever();
        fail.report(self.program().name)
    }

    /// Returns how the engine is to work under this context.
    pub(crate) fn job(&self) -> Job<'_> {
        Job {
            threads: self.threads,
            most_states: self.max_states.unwrap_or(u64::MAX),
            most_bytes: self.max_bytes(),
            monitor: self,
            store: None,
        }
    }

    /// The limit that was asked for.
    pub(crate) fn max_states(&self) -> Option<u64> {
        self.max_states
    }

    /// The most memory that the program may hold.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.limits.max_bytes
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the number of threads of each of `processes` on this machine: the requested number, or a fair share.
    #[cfg(feature = "distributed")]
    pub(crate) fn threads_of(&self, processes: usize) -> usize {
        self.requested_threads.unwrap_or((self.threads / processes).max(1))
    }

    /// Explains an error of the engine to the one who asked.
    pub(crate) fn explain(&self, error: Error) -> Fail {
        match error {
            Error::TooMuchMemory { progress, .. } => self.beyond_memory(&so_far(progress)),
            Error::Stopped(progress) => self.ended(&so_far(progress)),
            Error::TooManyStates { .. } => Fail::from(error).help(self.states_needed()),
            other => other.into(),
        }
    }

    /// Explains an error of the engine in work whose progress says little: if a limit ended it, it stood at `place`.
    pub(crate) fn explain_at(&self, error: Error, place: &str) -> Fail {
        match error {
            Error::Stopped(_) => self.ended(place),
            Error::TooMuchMemory { .. } => self.beyond_memory(place),
            error => self.explain(error),
        }
    }

    /// Explains the error of a command.
    pub(crate) fn failure(&self, error: CommandError) -> Fail {
        match error {
            CommandError::Refused(refusal) => refusal.into(),
            CommandError::Beyond(refusal) => Fail::beyond_program(refusal),
            CommandError::Engine(error) => self.explain(error),
            CommandError::Stopped { error, place } => self.explain_at(error, &place),
            CommandError::At(error, part) => self.failure(*error).at(&part),
            CommandError::ReaderGone => {
                Fail::new(Status::Interrupted, "the reader of the answers has gone away")
            }
            CommandError::Output { .. } => unreachable!("the program that writes the answer has the reason"),
        }
    }

    /// Returns why the work was stopped, and where it stood.
    pub(crate) fn ended(&self, so_far: &str) -> Fail {
        match self.limits.stop_reason() {
            Some(StopReason::Memory) => self.beyond_memory(so_far),
            _ => self.limits.ended(so_far),
        }
    }

    /// Returns `true` if the limit leaves room for so many bytes more.
    #[cfg(feature = "pictures")]
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        !crate::model::resident::exceeds(self.max_bytes(), bytes)
    }

    /// Returns the error that the limit leaves no room for what comes next, and where the work stood.
    #[cfg(feature = "pictures")]
    pub(crate) fn too_large(&self, so_far: &str) -> Fail {
        self.limits.too_large(so_far, None)
    }

    /// Returns `true` if the work is to stop, for parts of it that the engine does not do.
    pub(crate) fn stopped(&self) -> bool {
        self.limits.stop()
    }

    /// Tells what is being done.
    pub(crate) fn tell(&self, what: impl FnOnce() -> String) {
        self.limits.tell(what);
    }

    /// Says something on stderr.
    pub(crate) fn note(&self, text: &str) {
        if !self.limits.quiet {
            self.clear();
            let _ = writeln!(std::io::stderr(), "{}", print::harmless(text));
        }
    }

    /// Returns `true` if nothing but errors is to be said.
    pub(crate) fn is_quiet(&self) -> bool {
        self.limits.quiet
    }

    /// Returns a function that ends the program with a failure, from any thread.
    #[cfg(feature = "distributed")]
    pub(crate) fn ender(&self) -> impl Fn(&Fail) + Send + use<> {
        let limits = Arc::clone(&self.limits);
        move |fail| limits.end(fail)
    }

    /// Takes the progress line away.
    pub(crate) fn clear(&self) {
        self.limits.clear();
    }

    /// Prints something while the progress line is away.
    pub(crate) fn suspend_progress<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.limits.bar.as_ref().filter(|bar| !bar.is_finished()) {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Says a line about the work, if asked to.
    pub(crate) fn timing(&self, line: &str) {
        if self.timing {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Returns the scale of the progress.
    pub(crate) fn pace(&self) -> &OverallProgress {
        &self.limits.pace
    }

    /// Prints the results that are done, and whether these are all; then returns why the others are not done. Prints nothing
    /// if nothing is done: another process has the answer.
    pub(crate) fn show<T>(
        &self,
        found: Partial<T, Fail>,
        print: impl FnOnce(&[T], bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let Partial { done, stop } = found;
        let printed = match done.is_empty() {
            true => Ok(()),
            false => {
                // After a stop the results that are done may still be printed.
                let _held = stop.is_some().then(|| self.begin(ActivityKind::Held));
                self.clear();
                print(&done, stop.is_none())
            }
        };
        end_printed(stop, printed)
    }

    /// Runs a phase of the work and tells how long it took, if asked to.
    pub(crate) fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        self.job().phase(name, work)
    }

    /// Runs a phase of the engine's work, and explains its error to the one who asked.
    pub(crate) fn tried<T>(&self, name: &str, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Fail> {
        self.phase(name, work).map_err(|error| self.explain(error))
    }
}

impl Monitor for Context {
    fn done(&self, done: u64, of: u64) {
        self.pace().share(done as f64 / of.max(1) as f64);
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pace(&self) -> Option<&OverallProgress> {
        Some(&self.limits.pace)
    }

    fn memory(&self) -> MemoryUsage {
        MemoryUsage { beside_work: self.idle + LATER_BYTES, ..MemoryUsage::recent() }
    }

    fn status(&self, text: &dyn Fn() -> String) {
        self.tell(text);
    }

    fn note(&self, text: &str) {
        self.note(text);
    }

    fn phase(&self, name: &str, time: Duration) {
        self.timing(&format!("{{\"phase\":\"{name}\",\"seconds\":{:.6}}}", time.as_secs_f64()));
    }

    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.limits.pace.at_layer(progress.layer);
        self.tell(|| format!("layer {}, {} states", progress.layer, progress.states));
        self.go_on()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.limits.clear_for_ever();
    }
}

/// Returns why other results are not done, or why those that are done are not printed.
pub(crate) fn end_printed(stop: Option<Fail>, printed: Result<(), Fail>) -> Result<(), Fail> {
    match (stop, printed) {
        (Some(stop), Err(fail)) if fail.is_stop() => Err(stop.but("some results are not printed")),
        (stop, printed) => printed.and(stop.map_or(Ok(()), Err)),
    }
}

/// Returns where the work stood.
fn so_far(progress: Progress) -> String {
    format!("in layer {}, after {}", progress.layer, print::count(progress.states, "state"))
}
