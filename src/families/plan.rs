//! What an exact answer would take, told before the work begins: from the game itself if that is quick, else from smaller
//! games of its family.

mod count;
mod ladder;
mod peak;

use crate::family::{Datum, Report, Shown, Table, Within, counted};
use crate::model::{Error, Run};
pub(crate) use count::Count;
pub use ladder::Ladder;
pub(crate) use peak::Peak;
use serde_json::Value;
use std::time::Duration;

/// The program that plans, as far as it is asked: it has limits, and a clock.
pub trait Planner: Sync {
    /// Returns how the engine is to work.
    fn run(&self) -> Run<'_>;

    /// Returns `true` if the work is to end, because of a limit or a signal.
    fn is_stopped(&self) -> bool;

    /// Returns the time since some moment.
    fn now(&self) -> Duration;

    /// Returns the most bytes that the program may hold.
    fn most_bytes(&self) -> u64;

    /// Returns the bytes that the whole program holds while its work holds so many, and needs for it.
    fn whole(&self, bytes: f64) -> f64;

    /// Returns a look, as often as one likes, at whether the program has come to hold nearly all that it may.
    fn growth(&self) -> Box<dyn Fn() -> bool + Sync + '_>;
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
    /// How time and memory are known, or why they are not.
    pub(crate) how: String,
    /// By what games grow.
    pub(crate) size: &'static str,
    /// Games that were worked out: how large, the seconds and the bytes.
    pub(crate) samples: Vec<(u64, f64, f64)>,
    /// Advice for the case that the memory does not suffice. Empty if there is none.
    pub instead: String,
}

impl Forecast {
    /// How time and memory of a game are known that was worked out.
    pub(crate) fn measured() -> String {
        "measured: the game was worked out".to_owned()
    }

    /// How they are known if games up to this one were worked out.
    pub(crate) fn fitted(from: &str) -> String {
        format!("a fit: what {from} took, growing as the work does")
    }

    /// Returns the estimate for the computer on which it was made.
    pub fn report(mut self, planner: &dyn Planner) -> Report {
        // A limit is one of the whole program.
        self.bytes = self.bytes.map(|bytes| planner.whole(bytes));
        let title =
            format!("{}: what exact odds take on {}", self.game, counted(planner.run().threads, "thread"));
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
        report.add("machines", machines.map_or(Datum::Nothing, Datum::Double));
        let row = |&(large, seconds, bytes): &(u64, f64, f64)| {
            vec![Datum::Whole(large), Datum::Double(seconds), Datum::Double(bytes)]
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
            report.tell(word, value).only(Shown::Listed);
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
