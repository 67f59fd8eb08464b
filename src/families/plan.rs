//! The cost of an exact answer, estimated before the work begins: from the game itself if that is quick, otherwise by
//! extrapolation from smaller games of its family.

mod extrapolation;

use crate::exact::Natural;
use crate::family::{FormatScope, Report, ReportValue, Table, TextVisibility, counted};
use crate::model::memory_usage::MemoryUsage;
use crate::model::{Error, Job, Monitor, Progress, Stop};
use chancetree_engine::extrapolate::{Polynomial, PowerLaw};
pub use extrapolation::Extrapolation;
use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The cost of exact odds of a game, for a family that estimates it better than an extrapolation from smaller games.
pub trait CostModel: Send + Sync {
    /// Returns the parameters that the cost depends on, as answers repeat them.
    fn parameters(&self) -> Value;

    /// Returns the cost of exact odds.
    ///
    /// # Errors
    /// If a limit is exceeded, or the work is stopped.
    fn forecast(&self, job: &Job<'_>) -> Result<Forecast, Error>;

    /// Returns the number of states, if it can be found quickly.
    fn states(&self, job: &Job<'_>) -> Option<String>;

    /// Returns an estimate of the required memory in bytes, if it can be found quickly.
    fn bytes(&self, job: &Job<'_>) -> Option<f64>;
}

/// An estimate of the cost of an exact answer.
pub struct Forecast {
    /// A description of the game.
    pub(crate) game: String,
    pub(crate) states: Count,
    pub(crate) transitions: Count,
    /// The time of the work, in seconds. `None` if too few games were solved for an extrapolation.
    pub(crate) seconds: Option<f64>,
    /// The memory of the work, in bytes. `None` if too few games were solved for an extrapolation.
    pub(crate) bytes: Option<f64>,
    /// `true` if the game itself was solved. Otherwise time and memory are a fit.
    pub(crate) is_measured: bool,
    /// The source of time and memory, or the reason why they are unknown.
    pub(crate) how: String,
    /// The name of the size of a game.
    pub(crate) size: &'static str,
    /// The solved games: size, seconds, and bytes.
    pub(crate) samples: Vec<(u64, f64, f64)>,
    /// Advice if the memory does not suffice. Empty if there is none.
    pub instead: String,
}

impl Forecast {
    /// Creates a forecast without time and memory. `how` is the reason why they are unknown.
    pub(crate) fn of(
        game: String,
        [states, transitions]: [Count; 2],
        how: String,
        size: &'static str,
    ) -> Self {
        let (seconds, bytes, is_measured) = (None, None, false);
        let (samples, instead) = (Vec::new(), String::new());
        Self { game, states, transitions, seconds, bytes, is_measured, how, size, samples, instead }
    }

    /// Describes the source of time and memory if the game itself was solved.
    pub(crate) fn measured() -> String {
        "measured: the game was computed".to_owned()
    }

    /// Describes the source of time and memory if games up to `from` were solved.
    pub(crate) fn fitted(from: &str) -> String {
        format!("an estimate: the cost of {from}, scaled by the growth of the work")
    }

    /// Returns the report on the estimate, which applies to this computer and the threads and the memory limit of `job`.
    pub fn report(mut self, job: &Job<'_>) -> Report {
        // Limits apply to the whole program.
        self.bytes = self.bytes.map(|bytes| whole_program(bytes, job));
        let title = format!("{}: the cost of exact odds on {}", self.game, counted(job.threads, "thread"));
        let mut report = Report::new(title);
        let how = &self.how;
        let unknown = || "unknown".to_owned();
        let [time, memory] =
            [self.seconds.map(duration), self.bytes.map(size)].map(|it| it.unwrap_or_else(unknown));
        let row = |name: &str, value: &str, how: &str| [name, value, how].map(ReportValue::from);
        report.tables.push(Table::shown(
            [""; 3],
            [
                row("states", &self.states.number, &self.states.how),
                row("transitions", &self.transitions.number, &self.transitions.how),
                row("time", &time, how),
                row("memory", &memory, how),
            ],
        ));
        for (key, count) in [("states", &self.states), ("transitions", &self.transitions)] {
            let words = |text: &str| ReportValue::Words(text.to_owned());
            let both = ReportValue::Parts(vec![("number", words(&count.number)), ("how", words(&count.how))]);
            report.add_json(key, both);
            report.put(key, Vec::new(), words(&count.number), FormatScope::Tables);
        }
        let fit = |value: Option<f64>| {
            value.map_or(ReportValue::Nothing, |value| ReportValue::Fit {
                value,
                is_measured: self.is_measured,
            })
        };
        report.add("seconds", fit(self.seconds));
        report.add("bytes", fit(self.bytes.map(f64::round)));
        report.put("measured", Vec::new(), ReportValue::Flag(self.is_measured), FormatScope::Tables);
        let limit = job.most_bytes;
        // The number of machines with the memory limit of this one that could hold the work together.
        let machines = self.bytes.map(|bytes| (bytes / limit as f64).ceil().max(1.0));
        report.add("limit_bytes", limit);
        report.add("machines", machines);
        let row = |&(large, seconds, bytes): &(u64, f64, f64)| {
            vec![ReportValue::Whole(large), seconds.into(), bytes.into()]
        };
        report.tables.push(Table::new(
            "samples",
            [(self.size, None), ("seconds", None), ("bytes", None)],
            self.samples.iter().map(row),
        ));
        let is_enough = self.bytes.is_some_and(|bytes| bytes <= limit as f64);
        let fits = match machines {
            None => unknown(),
            Some(_) if is_enough => "yes".to_owned(),
            Some(machines) => format!("no: {} machines", whole(machines)),
        };
        let limit = size(limit as f64);
        report.note = match machines {
            None => format!("Whether it fits into the memory limit of {limit} is unknown: {how}."),
            Some(_) if is_enough => format!("It fits into the memory limit of {limit}."),
            Some(machines) => format!(
                "It does not fit into the memory limit of {limit}; about {} machines like this one would be \
                 needed.{}",
                whole(machines),
                self.instead,
            ),
        };
        let brief = [self.states.number, time, memory, fits];
        for (word, value) in ["states", "time", "memory", "fits"].into_iter().zip(brief) {
            report.add_text(word, value).only(TextVisibility::Listed);
        }
        report
    }
}

/// Returns the memory of the whole program while its work needs `bytes` bytes.
pub(crate) fn whole_program(bytes: f64, job: &Job<'_>) -> f64 {
    job.monitor.memory().outside_work as f64 + bytes
}

/// Formats a time for people.
fn duration(seconds: f64) -> String {
    match seconds {
        ..0.001 => "less than 1 ms".to_owned(),
        ..1.0 => format!("{:.0} ms", 1000.0 * seconds),
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{} days", whole(seconds / 86_400.0)),
    }
}

/// Formats a number of bytes for people.
pub fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e9 => format!("{:.0} MB", bytes / 1e6),
        ..1e15 => format!("{:.1} GB", bytes / 1e9),
        _ => format!("{} GB", whole(bytes / 1e9)),
    }
}

/// Formats a large number for people. Estimates above a million have two significant digits.
fn whole(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// The number of games that must confirm a polynomial.
const CONFIRMED: usize = 3;

/// A count, and its source.
#[derive(Clone)]
pub(crate) struct Count {
    pub(crate) number: String,
    /// The number, rounded.
    pub(crate) value: f64,
    pub(crate) how: String,
    pub(crate) is_exact: bool,
}

impl Count {
    pub(crate) fn exact(number: String, how: String) -> Self {
        Self { value: number.parse().unwrap_or(f64::INFINITY), number, how, is_exact: true }
    }

    /// Extrapolates the count of a game of size `size` by the polynomial of games whose sizes differ from it by
    /// multiples of `step`. Returns `None` if there is no such polynomial.
    pub(crate) fn polynomial(counts: impl Iterator<Item = (u64, u64)>, size: u64, step: u64) -> Option<Self> {
        let alike: Vec<(u64, u64)> = counts.filter(|(at, _)| (size - at).is_multiple_of(step)).collect();
        let values: Vec<Natural> = alike.iter().map(|&(_, number)| number.into()).collect();
        let found = Polynomial::through(&values, CONFIRMED)?;
        let number = found.at(((size - alike.first()?.0) / step) as usize)?;
        let (degree, games) = (found.degree(), alike.len());
        let how = format!(
            "a polynomial of degree {degree} through {games} counted games, {CONFIRMED} of them to confirm it"
        );
        Some(Self::exact(number.to_string(), how))
    }

    /// Creates the count of a game if too few games were counted for an extrapolation.
    pub(crate) fn unknown(how: String) -> Self {
        Self { number: "unknown".to_owned(), value: f64::NAN, how, is_exact: false }
    }

    /// Creates the count of a game that was not counted to the end. `number` were counted.
    pub(crate) fn more_than(number: u64, how: String) -> Self {
        if number == 0 {
            return Self::unknown(how);
        }
        Self { number: format!("more than {number}"), value: number as f64, how, is_exact: false }
    }

    /// Creates the count of a game by a power law in the size. `from` is the largest counted game.
    pub(crate) fn fitted(power: PowerLaw, size: f64, from: &str) -> Self {
        let how = format!("an estimate: growth with the power {:.1} from {from} on", power.power);
        let value = power.at(size);
        Self { number: format!("about {value:.1e}"), value, how, is_exact: false }
    }
}

/// The maximum memory of games for an extrapolation, in bytes.
const ROOM: u64 = 1 << 30;

/// Returns the memory that the program may still allocate, in bytes. Its own code counts as allocated.
fn left(memory: MemoryUsage, job: &Job<'_>) -> u64 {
    job.most_bytes.saturating_sub(memory.resident)
}

/// Returns the memory limit of a sample game that is not needed, if `limit` is the limit of the estimate.
fn sample_limit(limit: u64) -> u64 {
    limit / 8 * 7
}

/// Returns the memory limit of an estimate whose sample games may use `most` bytes.
pub fn estimate_limit(most: u64) -> u64 {
    (most / 7).saturating_mul(8)
}

/// Measures the memory of a sample game, and ends the game at its limits.
pub(crate) struct PeakMemory<'a> {
    /// The job of the estimate.
    job: &'a Job<'a>,
    until: Option<Duration>,
    /// `true` if no estimate is possible without this game. Then only its own time and memory end it.
    is_needed: bool,
    /// The memory of the program before the game, in bytes.
    before: u64,
    /// The peak memory of the program since the game began, in bytes.
    most: AtomicU64,
    /// The peak memory of the values of the game, in bytes.
    values: AtomicU64,
    /// The growth of memory that the game may cause, in bytes. It is half of the remaining memory, so that a sample
    /// game cannot exhaust it.
    room: u64,
    /// `true` once the memory of the program was nearly exhausted. Earlier games may still hold memory.
    is_full: AtomicBool,
}

impl<'a> PeakMemory<'a> {
    /// Begins a sample game. `is_needed` is `true` if no estimate is possible without it. `before` is the memory of the
    /// program before the game, in bytes.
    pub(crate) fn new(until: Option<Duration>, is_needed: bool, before: u64, job: &'a Job<'a>) -> Self {
        let [most, values] = [before, 0].map(AtomicU64::new);
        let memory = job.monitor.memory();
        let grown = memory.allocated.unwrap_or(0).saturating_sub(before);
        let room = (left(memory, job).saturating_add(grown) / 2).min(ROOM);
        let is_full = AtomicBool::new(false);
        Self { job, until, is_needed, before, most, values, room, is_full }
    }

    /// Returns the job of the game. A game that is not needed ends at seven eighths of the memory, before the program itself
    /// is stopped.
    pub(crate) fn job(&self) -> Job<'_> {
        let limit = self.job.most_bytes;
        let most_bytes = if self.is_needed || limit == u64::MAX { limit } else { sample_limit(limit) };
        Job { monitor: self, most_bytes, ..*self.job }
    }

    /// Returns the result of the game, or `None` if it exceeded its time or memory.
    pub(crate) fn found<T>(&self, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::Stop(Stop::TooMuchMemory { .. })) if self.until.is_some() && self.may_continue() => {
                Ok(None)
            }
            Err(Error::Stop(Stop::ByMonitor(_))) if self.is_exceeded() && self.may_continue() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if the limits of the estimate allow more work.
    fn may_continue(&self) -> bool {
        self.job.monitor.check().is_continue()
    }

    /// Returns `true` if the game has exceeded its time or memory.
    fn is_exceeded(&self) -> bool {
        self.until.is_some_and(|until| self.now() > until || self.is_large())
    }

    /// Returns `true` if the game has exceeded its memory, or if the memory of the program is nearly exhausted and the
    /// game is not needed.
    fn is_large(&self) -> bool {
        let growth = self.most.load(Relaxed) - self.before;
        growth > self.room || !self.is_needed && self.is_full.load(Relaxed)
    }

    fn measure(&self) {
        let memory = self.memory();
        self.most.fetch_max(memory.allocated.unwrap_or(0), Relaxed);
        let is_full = left(memory, self.job) < self.job.most_bytes / 8;
        self.is_full.fetch_or(is_full, Relaxed);
    }

    /// Returns the peak growth of memory of the program, in bytes.
    pub(crate) fn growth(&self) -> f64 {
        self.measure();
        (self.most.load(Relaxed) - self.before) as f64
    }

    /// Returns the peak memory of the values of the game, in bytes. Unlike [`growth`](Self::growth) it depends neither
    /// on the system nor on other work of the program.
    pub(crate) fn values(&self) -> f64 {
        self.values.load(Relaxed) as f64
    }
}

impl Monitor for PeakMemory<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.measure();
        if self.is_exceeded() { ControlFlow::Break(()) } else { self.job.monitor.tick(progress) }
    }

    fn now(&self) -> Duration {
        self.job.monitor.now()
    }

    fn memory(&self) -> MemoryUsage {
        self.job.monitor.memory()
    }

    fn exceeds_memory(&self, limit: u64, more: u64) -> bool {
        self.job.monitor.exceeds_memory(limit, more)
    }

    fn value_bytes(&self, bytes: u64) {
        self.values.fetch_max(bytes, Relaxed);
    }
}
