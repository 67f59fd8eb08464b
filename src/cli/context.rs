//! The context of a command: its limits, threads, progress, input and output.

mod cost_advice;
mod failures;
mod guard;
mod limits;
mod monitor;
mod render;
mod signals;
mod units;

use super::Work;
use super::embed::{Control, Response};
use super::fail::Fail;
use super::input::Embedded;
use super::output::Output;
use super::program::Program;
use chancetree_engine::model::Job;
use chancetree_engine::usable_memory;
use chancetree_play::terminal::has_cursor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) use failures::end_printed;
pub(crate) use guard::{Activity, ActivityGuard, ActivityKind};
pub(in crate::cli) use limits::Limits;
pub(crate) use render::{Rendering, is_rendering_stopped, rendered};
#[cfg(feature = "distributed")]
pub(crate) use signals::interrupt;
pub(crate) use signals::is_interrupted;
use signals::{count_signals, ignore_file_size_signal, is_interrupted_twice};
pub(crate) use units::{size, time};

/// The number of threads that do no work: the guard of the limits and the signal handler.
const HELPER_THREADS: u64 = 2;

/// The bytes that the program needs besides its work after the start: its code, which is loaded on demand, and the stacks of
/// threads.
const STARTUP_BYTES: u64 = 4 << 20;

/// Returns the number of threads for the work, and the number of threads that start in total. Must be called before any thread
/// starts, because threads take address space.
fn threads(work: &Work) -> (usize, u64) {
    // More threads than cores cost time and gain nothing.
    match usable_memory::threads_with_room(work.wanted_threads(), HELPER_THREADS) {
        1 => (1, HELPER_THREADS),
        threads => (threads, HELPER_THREADS + threads as u64),
    }
}

/// Returns the memory limit of the program in bytes. The stacks of `starting` further threads count towards it.
fn memory_limit(work: &Work, starting: u64) -> u64 {
    let requested =
        work.max_memory.map(|bytes| bytes.min(usable_memory::allowed_memory(starting).unwrap_or(u64::MAX)));
    requested.or_else(|| usable_memory::usable_memory(starting)).unwrap_or(u64::MAX)
}

/// The context of a command: its limits, threads, progress, input and output. Commands in one process share the signals, the
/// terminal, the list of unfinished files and the measured resident size.
pub(crate) struct Context {
    limits: Arc<Limits>,
    threads: usize,
    /// The number of threads of the option `--threads`.
    #[cfg(feature = "distributed")]
    requested_threads: Option<usize>,
    max_states: Option<u64>,
    prints_timing: bool,
    /// The contents of the file `-`, if the embedding program provides them.
    input: Option<Arc<Embedded>>,
}

impl Context {
    /// Creates the context of the program itself. Installs the signal handler, and starts the thread pool and the guard of the
    /// limits.
    pub(crate) fn start(work: &Work, program: Program) -> Self {
        let (mut threads, starting) = threads(work);
        let max_bytes = memory_limit(work, starting);
        count_signals();
        ignore_file_size_signal();
        if threads > 1 {
            // The system may refuse more threads to this user.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
            threads = if pool.is_ok() { threads } else { 1 };
        }
        let context = Self::new((work, program), (threads, max_bytes), Output::stdout, None);
        guard::guard(&context.limits);
        context
    }

    /// Creates the context of a request of an embedding program, which runs on the current thread pool.
    pub(crate) fn embedded(
        work: &Work,
        threads: usize,
        control: &Arc<Control>,
        input: Option<Embedded>,
        wants_tables: bool,
    ) -> Self {
        let output = |activity| Output::memory(wants_tables, activity);
        let threads_and_bytes = (threads, memory_limit(work, 0));
        let mut context =
            Self::new((work, Program::chancetree()), threads_and_bytes, output, Some(Arc::clone(control)));
        context.input = Some(Arc::new(input.unwrap_or_default()));
        control.watch(&context.limits);
        context
    }

    fn new(
        (work, program): (&Work, Program),
        (threads, max_bytes): (usize, u64),
        output: impl FnOnce(Arc<Activity>) -> Output,
        control: Option<Arc<Control>>,
    ) -> Self {
        let has_bar = !work.quiet && std::io::stderr().is_terminal() && has_cursor();
        let bar = has_bar.then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is valid");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            bar.with_style(style)
        });
        let activity = Arc::<Activity>::default();
        let output = output(Arc::clone(&activity));
        let limits = Limits::new(max_bytes, (program, control), output, activity);
        Self {
            limits: Arc::new(Limits { timeout: work.timeout, quiet: work.quiet, bar, ..limits }),
            threads,
            #[cfg(feature = "distributed")]
            requested_threads: work.threads.map(usize::from),
            max_states: work.max_states,
            prints_timing: work.timing,
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

    /// Returns the input that the embedding program provides, if there is one.
    pub(super) fn embedded_input(&self) -> Option<&Arc<Embedded>> {
        self.input.as_ref()
    }

    /// Returns the activities in progress.
    pub(crate) fn activity(&self) -> &Arc<Activity> {
        &self.limits.activity
    }

    /// Begins an activity. Its kind decides when the guard may end the program.
    pub(crate) fn begin(&self, kind: ActivityKind) -> ActivityGuard {
        self.limits.activity.begin(kind)
    }

    /// Returns the limits, which the rendering of results and a game in the terminal check.
    pub(super) fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// Takes the response to the embedding program: the output so far.
    pub(super) fn response(&self) -> Response {
        self.output().take_response()
    }

    /// Renames the result file to its final name if `is_result`, and prints a note about it.
    pub(super) fn deliver(&self, is_result: bool) -> Result<(), Fail> {
        if let Some(note) = self.output().deliver(is_result)? {
            self.note(&note);
        }
        Ok(())
    }

    /// Prints why the command failed, unless another thread ends the program.
    pub(super) fn report(&self, fail: &Fail) -> ExitCode {
        self.limits.lock_exit();
        self.limits.remove_progress_line();
        fail.report(self.program().name)
    }

    /// Returns the job that the engine works on under this context.
    pub(crate) fn job(&self) -> Job<'_> {
        Job {
            threads: self.threads,
            most_states: self.max_states.unwrap_or(u64::MAX),
            most_bytes: self.max_bytes(),
            monitor: self,
            store: None,
            stop_record: None,
        }
    }

    /// Returns the value of `--max-states`.
    pub(crate) fn max_states(&self) -> Option<u64> {
        self.max_states
    }

    /// Returns the memory limit of the program in bytes.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.limits.max_bytes
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the number of threads of each of `processes` on this machine: the requested number, or an equal share.
    #[cfg(feature = "distributed")]
    pub(crate) fn threads_of(&self, processes: usize) -> usize {
        self.requested_threads.unwrap_or((self.threads / processes).max(1))
    }

    /// Returns `true` if a limit or a signal stops the work. Parts of the work outside the engine poll this.
    pub(crate) fn is_stopped(&self) -> bool {
        self.limits.check_stop()
    }

    /// Returns `true` if only errors are printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.limits.quiet
    }

    /// Returns a function that exits the program with a failure, from any thread.
    #[cfg(feature = "distributed")]
    pub(crate) fn exit_handler(&self) -> impl Fn(&Fail) + Send + use<> {
        let limits = Arc::clone(&self.limits);
        move |fail| limits.end(fail)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.limits.remove_progress_line();
    }
}
