//! The cost of an exact answer, told before the work begins: from the game itself if that is quick, else from smaller
//! games of its family.

mod ladder;

use crate::exact::Natural;
use crate::family::{Datum, Report, Table, Whereabouts, Within, counted};
use crate::model::{Error, Job, Monitor, Progress};
use chancetree_engine::extrapolate::{Polynomial, Power};
pub use ladder::Ladder;
use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The program that plans, as far as it is asked: it has limits, and a clock.
pub trait Planner: Sync {
    /// Returns how the engine is to work.
    fn job(&self) -> Job<'_>;

    /// Returns `true` if the work is to end, because of a limit or a signal.
    fn is_stopped(&self) -> bool;

    /// Returns the time since some moment.
    fn now(&self) -> Duration;

    /// Returns the most bytes that the program may hold.
    fn most_bytes(&self) -> u64;

    /// Returns the bytes that the whole program holds while its work holds `bytes`.
    fn whole(&self, bytes: f64) -> f64;

    /// Returns the bytes that the program has allocated and written to, if the system reports them. A call is cheap.
    fn held(&self) -> Option<u64>;

    /// Returns the bytes that the program may hold beside those that it holds now, its own text among them.
    fn left(&self) -> u64;
}

/// A game of which the family knows beforehand what exact odds take, better than its smaller games tell.
pub trait Foreseen: Send + Sync {
    /// Returns the parameters that it depends on, as answers repeat them.
    fn parameters(&self) -> Value;

    /// Returns what exact odds take.
    ///
    /// # Errors
    /// If a limit is passed, or the work is stopped.
    fn forecast(&self, planner: &dyn Planner) -> Result<Forecast, Error>;

    /// Returns the number of states, where that is known soon.
    fn states(&self, planner: &dyn Planner) -> Option<String>;

    /// Returns about the bytes that are needed, where that is known soon.
    fn bytes(&self, planner: &dyn Planner) -> Option<f64>;
}

/// An estimate of what an exact answer takes, as far as it is known beforehand.
pub struct Forecast {
    /// The game in words.
    pub(crate) game: String,
    pub(crate) states: Count,
    pub(crate) transitions: Count,
    /// `None` if too few games were worked out to tell it from.
    pub(crate) seconds: Option<f64>,
    /// The bytes that the work holds; `None` like the seconds.
    pub(crate) bytes: Option<f64>,
    /// `true` if the game itself was worked out; else time and memory are a fit.
    pub(crate) is_measured: bool,
    /// The way in which time and memory are known, or why they are not.
    pub(crate) how: String,
    /// By what games grow.
    pub(crate) size: &'static str,
    /// Games that were worked out: how large, the seconds and the bytes.
    pub(crate) samples: Vec<(u64, f64, f64)>,
    /// Advice for the case that the memory does not suffice. Empty if there is none.
    pub instead: String,
}

impl Forecast {
    /// Without time and memory, and why there are none.
    fn of(game: String, [states, transitions]: [Count; 2], how: String, size: &'static str) -> Self {
        let (seconds, bytes, is_measured) = (None, None, false);
        let (samples, instead) = (Vec::new(), String::new());
        Self { game, states, transitions, seconds, bytes, is_measured, how, size, samples, instead }
    }

    /// Says how time and memory of a game are known that was worked out.
    pub(crate) fn measured() -> String {
        "measured: the game was worked out".to_owned()
    }

    /// Says how they are known if games up to this one were worked out.
    pub(crate) fn fitted(from: &str) -> String {
        format!("a fit: what {from} took, growing as the work does")
    }

    /// Returns the estimate for the computer on which it was made.
    pub fn report(mut self, planner: &dyn Planner) -> Report {
        // A limit is one of the whole program.
        self.bytes = self.bytes.map(|bytes| planner.whole(bytes));
        let title =
            format!("{}: what exact odds take on {}", self.game, counted(planner.job().threads, "thread"));
        let mut report = Report::new(title);
        let how = &self.how;
        let unknown = || "unknown".to_owned();
        let [time, memory] =
            [self.seconds.map(duration), self.bytes.map(size)].map(|it| it.unwrap_or_else(unknown));
        let row = |name: &str, value: &str, how: &str| [name, value, how].map(Datum::from);
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
            let words = |text: &str| Datum::Words(text.to_owned());
            let both = Datum::Parts(vec![("number", words(&count.number)), ("how", words(&count.how))]);
            report.add_json(key, both);
            report.put(key, Vec::new(), words(&count.number), Within::Tables);
        }
        let fit = |value: Option<f64>| {
            value.map_or(Datum::Nothing, |value| Datum::Fit { value, is_measured: self.is_measured })
        };
        report.add("seconds", fit(self.seconds));
        report.add("bytes", fit(self.bytes.map(f64::round)));
        report.put("measured", Vec::new(), Datum::Flag(self.is_measured), Within::Tables);
        let limit = planner.most_bytes();
        // Machines with as much memory as this one may use that would hold it together.
        let machines = self.bytes.map(|bytes| (bytes / limit as f64).ceil().max(1.0));
        report.add("limit_bytes", limit);
        report.add("machines", machines);
        let row = |&(large, seconds, bytes): &(u64, f64, f64)| {
            vec![Datum::Whole(large), seconds.into(), bytes.into()]
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
                "It does not fit into the memory limit of {limit}; about {} machines like this one would hold it.{}",
                whole(machines),
                self.instead,
            ),
        };
        let brief = [self.states.number, time, memory, fits];
        for (word, value) in ["states", "time", "memory", "fits"].into_iter().zip(brief) {
            report.tell(word, value).only(Whereabouts::Listed);
        }
        report
    }
}

/// Returns a time for people.
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

/// Returns a number of bytes for people.
pub fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e9 => format!("{:.0} MB", bytes / 1e6),
        ..1e15 => format!("{:.1} GB", bytes / 1e9),
        _ => format!("{} GB", whole(bytes / 1e9)),
    }
}

/// Returns a large number for people: of what is estimated no more digits than mean something.
fn whole(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Games that must confirm a polynomial.
const CONFIRMED: usize = 3;

/// A count, and how it is known.
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

    /// The count of a game of some size, by the polynomial of those of other sizes that are whole steps from it, if there is
    /// one.
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

    /// Of a game where too few were counted to tell it from.
    pub(crate) fn unknown(how: String) -> Self {
        Self { number: "unknown".to_owned(), value: f64::NAN, how, is_exact: false }
    }

    /// As a power of the size, from the largest game on that was counted.
    pub(crate) fn fitted(power: Power, size: f64, from: &str) -> Self {
        let how = format!("a fit: growing as the power {:.1} from {from} on", power.power);
        let value = power.at(size);
        Self { number: format!("about {value:.1e}"), value, how, is_exact: false }
    }
}

/// The most bytes that games to tell from may take.
const ROOM: u64 = 1 << 30;

/// Measures the memory of a game that is played to estimate larger games, and ends it in time.
pub(crate) struct Peak<'a> {
    planner: &'a dyn Planner,
    until: Option<Duration>,
    /// `true` if nothing could be told without this game: only its own time and memory end it.
    is_needed: bool,
    /// The bytes that the program held before.
    before: u64,
    /// The most bytes that the program held since the game began.
    most: AtomicU64,
    /// The most bytes that the values of the game took.
    values: AtomicU64,
    /// The bytes by which the program may grow: half of what is left, so that no game to tell from is the end of the plan.
    room: u64,
    /// `true` once the program held nearly all that it may: it keeps room that games before have taken.
    is_full: AtomicBool,
}

impl<'a> Peak<'a> {
    /// Begins a game, which may be `needed` to tell from. The program held `before` bytes before.
    pub(crate) fn new(
        until: Option<Duration>,
        is_needed: bool,
        before: u64,
        planner: &'a dyn Planner,
    ) -> Self {
        let [most, values] = [before, 0].map(AtomicU64::new);
        let grown = planner.held().unwrap_or(0).saturating_sub(before);
        let room = (planner.left().saturating_add(grown) / 2).min(ROOM);
        let is_full = AtomicBool::new(false);
        Self { planner, until, is_needed, before, most, values, room, is_full }
    }

    /// Returns the job of the game.
    pub(crate) fn job(&self) -> Job<'_> {
        Job { monitor: self, ..self.planner.job() }
    }

    /// Returns what was found, or nothing if it took too long or too much.
    pub(crate) fn found<T>(&self, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::TooMuchMemory { .. }) if self.until.is_some() && !self.planner.is_stopped() => {
                Ok(None)
            }
            Err(Error::Stopped(_)) if self.is_over() && !self.planner.is_stopped() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if this game is not to be played on.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| self.planner.now() > until || self.is_large())
    }

    /// Returns `true` if the game takes too much, or the program has no room for a game that is not needed.
    fn is_large(&self) -> bool {
        let growth = self.most.load(Relaxed) - self.before;
        growth > self.room || !self.is_needed && self.is_full.load(Relaxed)
    }

    fn measure(&self) {
        self.most.fetch_max(self.planner.held().unwrap_or(0), Relaxed);
        let is_full = self.planner.left() < self.planner.most_bytes() / 8;
        self.is_full.fetch_or(is_full, Relaxed);
    }

    /// Returns the most bytes by which the program grew.
    pub(crate) fn growth(&self) -> f64 {
        self.measure();
        (self.most.load(Relaxed) - self.before) as f64
    }

    /// Returns the most bytes that the values of the game took. Unlike [`growth`](Self::growth) it depends neither on the
    /// system nor on other work of the program.
    pub(crate) fn values(&self) -> f64 {
        self.values.load(Relaxed) as f64
    }
}

impl Monitor for Peak<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.measure();
        if self.is_over() { ControlFlow::Break(()) } else { self.planner.job().monitor.tick(progress) }
    }

    fn value_bytes(&self, bytes: u64) {
        self.values.fetch_max(bytes, Relaxed);
    }
}
