//! `plan`: what an exact answer would take, told before the work begins.

mod count;
mod ladder;
mod predict;

use super::described::Question;
use super::fail::Fail;
use super::memory;
use super::print::{self, Answers, Print};
use super::watch::{Foresight, Watch};
use crate::family::{Datum, Report, Shown, Table, Within};
use crate::game::Seat;
use count::Count;
pub(super) use ladder::Ladder;
use predict::{Peak, Planned, THOROUGH};
use serde_json::json;

/// A fresh board of robots with perfect memory, of which more is known than that it is too large; or the largest of several.
pub(crate) struct Robots {
    pub(crate) pairs: u16,
    pub(crate) players: Seat,
    /// `true` if there is no other board.
    pub(crate) alone: bool,
}

impl Foresight for Robots {
    fn states(&self, watch: &Watch) -> Option<String> {
        self.alone.then(|| predict::states(self.pairs, self.players, watch)).flatten()
    }

    fn bytes(&self, watch: &Watch) -> Option<f64> {
        self.alone.then(|| predict::bytes(self.pairs, self.players, watch)).flatten()
    }
}

/// The plan of Memory.
pub(super) fn memory(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (board, decide, limited) = memory::asked(question)?;
    if limited.is_given() || !decide.is_robots() || !board.is_fresh() {
        return question.described(watch);
    }
    decide.check_robots()?;
    let several = watch.several("board", board.positions()?, |position| {
        let (pairs, players) = (position.pairs, position.scores.len());
        let seats = players as Seat;
        let planned = watch.phase("plan", || Planned::of(pairs, seats, THOROUGH, watch))?;
        let parameters = json!({ "pairs": pairs, "players": players, "threads": watch.threads() });
        Ok(print::Answer { parameters, report: planned.forecast(seats).report(watch) })
    })?;
    let about = about("memory", watch);
    several.show(watch, |all| Answers::new("memory", &about, board.is_range(), all).print(print))
}

/// Returns the title of the plans of a range of games.
pub(super) fn about(family: &str, watch: &Watch) -> String {
    format!("What exact odds of {family} take on {}", print::count(watch.threads(), "thread"))
}

impl Planned {
    fn forecast(&self, players: Seat) -> Forecast {
        let samples = self.samples.iter();
        Forecast {
            game: format!(
                "Memory, {}, {} with perfect memory",
                print::count(self.pairs, "pair"),
                print::count(players, "robot")
            ),
            states: self.states.clone(),
            transitions: self.transitions.clone(),
            seconds: self.seconds(),
            bytes: self.bytes(),
            is_measured: self.is_measured(),
            told_from: format!("{} pairs", self.last().pairs),
            size: "pairs",
            samples: samples.map(|sample| (sample.pairs.into(), sample.seconds, sample.bytes)).collect(),
            instead: format!(
                " Without fractions: odds memory --pairs {} --players {players} --approximate.",
                self.pairs
            ),
        }
    }
}

/// An estimate of what an exact answer takes, as far as it is known beforehand.
pub(super) struct Forecast {
    /// The game in words.
    game: String,
    states: Count,
    transitions: Count,
    seconds: f64,
    bytes: f64,
    /// `true` if the game itself was worked out; else time and memory are a fit.
    is_measured: bool,
    /// The largest game that was worked out.
    told_from: String,
    /// By what games grow.
    size: &'static str,
    /// Games that were worked out: how large, the seconds and the bytes.
    samples: Vec<(u64, f64, f64)>,
    /// Advice for the case that the memory does not suffice.
    pub(super) instead: String,
}

impl Forecast {
    pub(super) fn report(self, watch: &Watch) -> Report {
        let title =
            format!("{}: what exact odds take on {}", self.game, print::count(watch.threads(), "thread"));
        let mut report = Report::new(title);
        let how = match self.is_measured {
            true => "measured: the game was worked out".to_owned(),
            false => format!("a fit: what {} took, growing as the work does", self.told_from),
        };
        let row = |name: &str, value: &str, how: &str| [name, value, how].map(Datum::from);
        report.tables.push(Table::shown(
            [""; 3],
            [
                row("states", &self.states.number, &self.states.how),
                row("transitions", &self.transitions.number, &self.transitions.how),
                row("time", &duration(self.seconds), &how),
                row("memory", &size(self.bytes), &how),
            ],
        ));
        for (key, count) in [("states", &self.states), ("transitions", &self.transitions)] {
            let words = |text: &str| Datum::Words(text.to_owned());
            let both = Datum::Parts(vec![("number", words(&count.number)), ("how", words(&count.how))]);
            report.add_json(key, both);
            report.put(key, Vec::new(), words(&count.number), Within::Tables);
        }
        report.add("seconds", Datum::Fit { value: self.seconds, is_measured: self.is_measured });
        report.add("bytes", Datum::Fit { value: self.bytes.round(), is_measured: self.is_measured });
        report.put("measured", Vec::new(), Datum::Flag(self.is_measured), Within::Tables);
        let limit = watch.max_bytes();
        // Machines with as much memory as this one may use that would hold it together.
        let machines = (self.bytes / limit as f64).ceil().max(1.0);
        report.add("limit_bytes", limit);
        report.add("machines", machines);
        let row = |&(large, seconds, bytes): &(u64, f64, f64)| {
            vec![Datum::Whole(large), Datum::Double(seconds), Datum::Double(bytes)]
        };
        report.tables.push(Table::new(
            "samples",
            [(self.size, None), ("seconds", None), ("bytes", None)],
            self.samples.iter().map(row),
        ));
        let fits = match self.bytes <= limit as f64 {
            true => "yes".to_owned(),
            false => format!("no: {machines} machines"),
        };
        let brief = [self.states.number, duration(self.seconds), size(self.bytes), fits];
        for (word, value) in ["states", "time", "memory", "fits"].into_iter().zip(brief) {
            report.tell(word, value).only(Shown::Listed);
        }
        report.note = match self.bytes <= limit as f64 {
            true => format!("It fits into the memory limit of {}.", size(limit as f64)),
            false => format!(
                "It does not fit into the memory limit of {}; about {machines} machines like this one would hold it.{}",
                size(limit as f64),
                self.instead,
            ),
        };
        report
    }
}

/// A time for people.
fn duration(seconds: f64) -> String {
    match seconds {
        ..0.001 => "less than 1 ms".to_owned(),
        ..1.0 => format!("{:.0} ms", 1000.0 * seconds),
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// A size for people.
pub(crate) fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e9 => format!("{:.0} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}
