//! Watches long work: time, memory, Ctrl-C, and progress on a terminal.

use super::Work;
use super::fail::{Fail, Status};
use super::{play, print, room};
use chancetree::engine::{Error, Observer, Progress, Run};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::iter::{IntoParallelIterator, ParallelIterator as _};
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Set by Ctrl-C; a handler lives as long as the program, and so must what it sets.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a signal has asked for the end.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Asks for the end as a signal does.
#[cfg(feature = "distributed")]
pub(crate) fn interrupt() {
    INTERRUPTED.store(true, Relaxed);
}

/// Makes a write past the greatest size of a file an error as any other, not the end of the program.
fn writes_past_a_limit_fail() {
    // Whether it ever came does not matter: the write says so.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Ends the program at once, because it was asked to twice.
pub(crate) fn leave() {
    play::leave();
    let _ = writeln!(std::io::stderr(), "error: interrupted");
    std::process::exit(Status::Interrupted as i32);
}

/// The watch over one command.
pub(crate) struct Watch {
    begun: Instant,
    timeout: Option<Duration>,
    threads: usize,
    /// Whether somebody asked for just as many.
    #[cfg(feature = "distributed")]
    threads_given: bool,
    max_states: Option<u64>,
    max_bytes: u64,
    /// Bytes that the program held before any work.
    idle: u64,
    growth: Growth,
    timing: bool,
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// Starts watching: takes Ctrl-C over and makes the threads.
    pub(crate) fn start(work: &Work) -> Result<Self, Fail> {
        // A second handler cannot be set; the first is this one.
        let _ = ctrlc::set_handler(|| {
            // The second time it does not wait for the work to notice.
            if INTERRUPTED.swap(true, Relaxed) {
                leave();
            }
        });
        writes_past_a_limit_fail();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = work.threads.map_or(cores, usize::from);
        if threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
            pool.map_err(|error| Fail::new(Status::Failed, format!("{threads} threads: {error}")))?;
        }
        let bar = (!work.quiet && std::io::stderr().is_terminal()).then(|| {
            let style =
                ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("the template is right");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            bar.with_style(style)
        });
        let given = work.max_memory.map(|bytes| bytes.min(room::allowed().unwrap_or(u64::MAX)));
        let max_bytes = given.or_else(room::to_take).unwrap_or(u64::MAX);
        Ok(Self {
            begun: Instant::now(),
            timeout: work.timeout,
            threads,
            #[cfg(feature = "distributed")]
            threads_given: work.threads.is_some(),
            max_states: work.max_states,
            max_bytes,
            idle: resident().unwrap_or(0),
            growth: Growth::beyond(max_bytes, Duration::from_millis(20)),
            timing: work.timing,
            quiet: work.quiet,
            bar,
        })
    }

    /// How the engine is to work under this watch.
    pub(crate) fn run(&self) -> Run<'_> {
        Run {
            threads: self.threads,
            most_states: self.max_states.unwrap_or(u64::MAX),
            // Allocators hold some more than what they are asked for.
            most_bytes: self.max_bytes.saturating_sub(self.idle) / 8 * 7,
            observer: self,
        }
    }

    /// The limit that was asked for.
    pub(crate) fn max_states(&self) -> Option<u64> {
        self.max_states
    }

    /// The most memory that the program may hold.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The threads of each of several processes on this machine: as many as were asked for, or a fair share.
    #[cfg(feature = "distributed")]
    pub(crate) fn threads_of(&self, processes: usize) -> usize {
        if self.threads_given { self.threads } else { (self.threads / processes).max(1) }
    }

    /// What an error of the engine means for the one who asked.
    pub(crate) fn explain(&self, error: Error) -> Fail {
        match error {
            Error::TooMuchMemory { progress, .. } => self.too_large(&so_far(progress)),
            Error::Stopped(progress) => self.ended(&so_far(progress)),
            other => other.into(),
        }
    }

    /// Why the work was stopped, and where it stood.
    pub(crate) fn ended(&self, so_far: &str) -> Fail {
        if INTERRUPTED.load(Relaxed) {
            Fail::new(Status::Interrupted, format!("interrupted {so_far}"))
        } else if self.growth.has_come() {
            self.too_large(so_far)
        } else {
            let seconds = self.timeout.unwrap_or_default().as_secs_f64();
            let more = (seconds * 10.0).ceil().max(60.0);
            Fail::new(Status::Limit, format!("the time of {seconds} s ran out {so_far}"))
                .help(format!("a smaller board, or more time: --timeout {more}"))
        }
    }

    fn too_large(&self, so_far: &str) -> Fail {
        let limit = spell(self.max_bytes);
        Fail::new(Status::Limit, format!("more than {limit} of memory is needed, {so_far}")).help(format!(
            "a smaller board, or a higher limit: --max-memory {}",
            spell(self.max_bytes.saturating_mul(2))
        ))
    }

    /// Whether the work is to stop, for parts of it that the engine does not do.
    pub(crate) fn stopped(&self) -> bool {
        let late = self.timeout.is_some_and(|timeout| self.begun.elapsed() > timeout);
        late || INTERRUPTED.load(Relaxed) || self.growth.look()
    }

    /// Tells what is being done.
    pub(crate) fn tell(&self, what: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(what());
            bar.tick();
        }
    }

    /// Says something on stderr.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.clear();
            let _ = writeln!(std::io::stderr(), "{}", print::harmless(text));
        }
    }

    /// Whether nothing but errors is to be said.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Takes the progress line away.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Does the same work for each of `items`, shared out among the threads; the results stay in order.
    pub(crate) fn each<T, R: Send>(
        &self,
        items: impl IntoParallelIterator<Item = T> + IntoIterator<Item = T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        match self.threads {
            1 => items.into_iter().map(work).collect(),
            _ => items.into_par_iter().map(work).collect(),
        }
    }

    /// Says a line about the work, if asked to.
    pub(crate) fn timing(&self, line: &str) {
        if self.timing {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Runs a phase of the work and tells how long it took, if asked to.
    pub(crate) fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        let seconds = begun.elapsed().as_secs_f64();
        self.timing(&format!("{{\"phase\":\"{name}\",\"seconds\":{seconds:.6}}}"));
        result
    }
}

/// Whether the system says that the program has come to hold more than so many bytes; asked now and then.
pub(crate) struct Growth {
    most: u64,
    every: Duration,
    begun: Instant,
    /// When it was last asked, in milliseconds.
    looked: AtomicU64,
    come: AtomicBool,
}

impl Growth {
    pub(crate) fn beyond(most: u64, every: Duration) -> Self {
        Self { most, every, begun: Instant::now(), looked: AtomicU64::new(0), come: AtomicBool::new(false) }
    }

    /// Whether it is so, once it is time to ask again.
    pub(crate) fn look(&self) -> bool {
        let (now, last) = (self.begun.elapsed().as_millis() as u64, self.looked.load(Relaxed));
        if now >= last + self.every.as_millis() as u64 {
            self.looked.store(now, Relaxed);
            if resident().is_some_and(|bytes| bytes > self.most) {
                self.come.store(true, Relaxed);
            }
        }
        self.has_come()
    }

    /// Whether it was so when last asked, or before.
    fn has_come(&self) -> bool {
        self.come.load(Relaxed)
    }
}

impl Observer for Watch {
    fn step(&self, progress: Progress) -> ControlFlow<()> {
        self.tell(|| format!("layer {}, {} states", progress.layer, progress.states));
        if self.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Where the work stood.
fn so_far(progress: Progress) -> String {
    let states = if progress.states == 1 { "state" } else { "states" };
    format!("in layer {}, after {} {states}", progress.layer, progress.states)
}

/// What the system says this program holds, where it says so in the way of Linux.
fn resident() -> Option<u64> {
    room::kilobytes("/proc/self/status", "VmRSS:")
}

/// The most that this program has held so far, where the system says so.
pub(crate) fn most_resident() -> Option<u64> {
    room::kilobytes("/proc/self/status", "VmHWM:")
}

/// A size as [`size`] reads it, exact.
fn spell(bytes: u64) -> String {
    match [(30, "G"), (20, "M"), (10, "K")].into_iter().find(|(power, _)| bytes.trailing_zeros() >= *power) {
        Some((power, unit)) => format!("{}{unit}", bytes >> power),
        None => format!("{bytes}B"),
    }
}

/// Reads a size: `500M`, `4G`, `1000000`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let unit: u64 = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return Err(format!("{unit:?} is not a unit of size; write 500M or 4G")),
    };
    let number: u64 = digits.parse().map_err(|_| "a size is needed, such as 500M or 4G".to_owned())?;
    number
        .checked_mul(unit)
        .filter(|&size| size > 0)
        .ok_or_else(|| "the size must be from 1 byte to 16 EiB".to_owned())
}

/// Reads a time: `30`, `90s`, `5m`, `1h`, `1.5`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("{unit:?} is not a unit of time; write 30, 90s, 5m or 1h")),
    };
    let number: f64 = digits.parse().map_err(|_| "a time is needed, such as 30, 90s, 5m or 1h".to_owned())?;
    if number.is_nan() || number < 0.0 {
        return Err("a time is 0 or more; write 30, 90s, 5m or 1h".to_owned());
    }
    Duration::try_from_secs_f64(number * unit)
        .map_err(|_| "so long a time cannot be measured; write 30, 90s, 5m or 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_sizes_and_times() {
        assert_eq!(size("500M"), Ok(500 << 20));
        assert_eq!(size("4GiB"), Ok(4 << 30));
        assert_eq!(size("12"), Ok(12));
        for wrong in ["", "M", "1X", "-1", "0", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("5m"), Ok(Duration::from_secs(300)));
        for wrong in ["", "s", "5x", "-1", "1e400"] {
            assert!(time(wrong).is_err(), "{wrong:?}");
        }
    }
}
