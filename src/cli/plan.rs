//! `plan`: what an exact answer would take, told before the work begins.

use super::fail::Fail;
use super::print::{self, Format, SCHEMA};
use super::range::whole;
use super::watch::Watch;
use chancetree::engine::counts::count;
use chancetree::engine::meeting::odds;
use chancetree::engine::{Observer, Progress, Run};
use chancetree::exact::Natural;
use chancetree::extrapolate::{Polynomial, Power};
use chancetree::game::{MOST_SEATS, Seat};
use chancetree::games::memory::{Impossible, MOST_PAIRS, Memory};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What exact odds would take: states, memory and time, before the work begins.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree plan memory --pairs 1000\n  chancetree plan memory --help"
)]
pub(crate) struct Plan {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory between robots with perfect memory (Bondarenko 2021)
    ///
    /// Smaller boards are counted and played on this machine, with as many
    /// threads as the work would have. States and transitions follow a
    /// polynomial in the pairs, found by their differences and confirmed on
    /// further boards; time and memory are a fit, and called one.
    #[command(after_help = "\
Examples:
  chancetree plan memory --pairs 1000
  chancetree plan memory --pairs 100 --players 4 --format json")]
    Memory {
        /// Pairs of the board
        #[arg(long, value_name = "N", value_parser = whole(1, MOST_PAIRS), allow_negative_numbers = true)]
        pairs: u16,
        /// Players, 1 to 16
        #[arg(long, value_name = "P", default_value_t = 2, allow_negative_numbers = true,
            value_parser = whole(1, MOST_SEATS))]
        players: Seat,
        /// How to print the result
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

/// Boards that must confirm a polynomial.
const CONFIRMED: usize = 3;

/// A board that takes as long as this is large enough to tell from.
const LONG_ENOUGH: Duration = Duration::from_millis(250);

/// How long boards are counted in search of a polynomial.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a count is, and how it is known.
struct Count {
    number: String,
    /// The same, rounded.
    value: f64,
    how: String,
}

impl Count {
    fn exact(number: String, how: String) -> Self {
        Self { value: number.parse().unwrap_or(f64::INFINITY), number, how }
    }
}

/// About the limbs of a number midway, on a board of so many pairs: half of those of (2n - 1)!!, the number of deals.
fn limbs(pairs: u16) -> f64 {
    (1..=pairs).map(|pair| f64::from(2 * u32::from(pair) - 1).log2()).sum::<f64>() / 2.0 / 64.0
}

/// Limbs that can be multiplied in the time that everything else about a transition takes.
const APART: f64 = 6.0;

/// What one board took.
#[derive(Clone, Copy)]
struct Sample {
    pairs: u16,
    transitions: f64,
    seconds: f64,
    bytes: f64,
}

struct Planned {
    states: Count,
    transitions: Count,
    /// Boards that were played, each larger than the one before.
    samples: Vec<Sample>,
    pairs: u16,
}

/// Remembers the most bytes that were held.
struct Peak<'a> {
    watch: &'a Watch,
    bytes: AtomicU64,
}

impl Observer for Peak<'_> {
    fn step(&self, progress: Progress) -> ControlFlow<()> {
        self.bytes.fetch_max(progress.bytes, Relaxed);
        self.watch.step(progress)
    }
}

impl Plan {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Memory { pairs, players, format } = self.family;
        let planned = watch.phase("plan", || Planned::of(pairs, players, watch))?;
        watch.clear();
        match format {
            Format::Text => print::print(&planned.text(players, watch)),
            Format::Json => print::json(&planned.json(players, watch)),
            Format::Csv => Err(Fail::usage("a plan is text or JSON").help("--format json")),
        }
    }
}

fn board(pairs: u16, players: Seat) -> Result<Memory, Fail> {
    Memory::new(pairs, players).map_err(|error: Impossible| Fail::usage(error.to_string()))
}

impl Planned {
    fn of(pairs: u16, players: Seat, watch: &Watch) -> Result<Self, Fail> {
        let [states, transitions] = counts(pairs, players, watch)?;
        let mut samples: Vec<Sample> = Vec::new();
        let mut size = 4;
        loop {
            let size_now = size.min(pairs);
            let game = board(size_now, players)?;
            let peak = Peak { watch, bytes: AtomicU64::new(1) };
            let begun = Instant::now();
            let run = Run { observer: &peak, ..watch.run() };
            let found = odds(&game, &[], &run).map_err(|error| watch.explain(error))?;
            let took = begun.elapsed();
            samples.push(Sample {
                pairs: size_now,
                transitions: found.transitions as f64,
                seconds: took.as_secs_f64(),
                bytes: peak.bytes.into_inner() as f64,
            });
            if size_now == pairs || took >= LONG_ENOUGH {
                break;
            }
            size = size_now.saturating_mul(3) / 2;
        }
        Ok(Self { states, transitions, samples, pairs })
    }

    /// The largest board that was played.
    fn last(&self) -> Sample {
        self.samples[self.samples.len() - 1]
    }

    /// Whether the board itself was played on the way.
    fn is_measured(&self) -> bool {
        self.last().pairs == self.pairs
    }

    /// As the largest board that was played, times the growth of transitions and limbs.
    fn seconds(&self) -> f64 {
        let last = self.last();
        let work = |pairs, transitions: f64| transitions * (limbs(pairs) + APART);
        last.seconds * work(self.pairs, self.transitions.value) / work(last.pairs, last.transitions)
    }

    /// As the largest board that was played, times the growth of a layer, which has a pair less to choose, and limbs.
    fn bytes(&self) -> f64 {
        let last = self.last();
        let work = |pairs, transitions: f64| transitions / f64::from(pairs) * (limbs(pairs) + 1.0);
        last.bytes * work(self.pairs, self.transitions.value) / work(last.pairs, last.transitions)
    }

    fn text(&self, players: Seat, watch: &Watch) -> String {
        let how = if self.is_measured() {
            "measured: the board was played".to_owned()
        } else {
            format!(
                "a fit: what {} pairs took, growing as the numbers and their length do",
                self.last().pairs
            )
        };
        let rows = [
            ["states", &self.states.number, &self.states.how],
            ["transitions", &self.transitions.number, &self.transitions.how],
            ["time", &duration(self.seconds()), &how],
            ["memory", &size(self.bytes()), &how],
        ];
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|[name, value, how]| vec![format!("  {name}"), (*value).into(), (*how).into()])
            .collect();
        let limit = watch.max_bytes() as f64;
        let fits = if self.bytes() <= limit {
            format!("It fits into the memory limit of {}.", size(limit))
        } else {
            format!(
                "It does not fit into the memory limit of {}; about {} machines like this one would hold it. \
                 Without fractions: odds memory --pairs {} --players {players} --approximate.",
                size(limit),
                (self.bytes() / limit).ceil(),
                self.pairs,
            )
        };
        format!(
            "Memory, {} pairs, {players} robots with perfect memory: what exact odds take on {} threads\n\n{}\n{fits}\n",
            self.pairs,
            watch.threads(),
            print::aligned(&rows),
        )
    }

    fn json(&self, players: Seat, watch: &Watch) -> Value {
        let count = |count: &Count| json!({ "number": count.number, "how": count.how });
        let samples = self.samples.iter();
        let fit = |value: f64| json!({ "approximate": value, "measured": self.is_measured() });
        json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": { "pairs": self.pairs, "players": players, "threads": watch.threads() },
            "states": count(&self.states),
            "transitions": count(&self.transitions),
            "seconds": fit(self.seconds()),
            "bytes": fit(self.bytes()),
            "limit_bytes": watch.max_bytes(),
            "samples": samples
                .map(|sample| json!({ "pairs": sample.pairs, "seconds": sample.seconds, "bytes": sample.bytes }))
                .collect::<Value>(),
        })
    }
}

/// States and transitions of a board, counted or by a polynomial.
fn counts(pairs: u16, players: Seat, watch: &Watch) -> Result<[Count; 2], Fail> {
    let begun = Instant::now();
    // Odd and even boards follow two polynomials.
    let mut counted: Vec<[Natural; 2]> = Vec::new();
    let mut last = (0, 0);
    for size in (2 - pairs % 2..=pairs).step_by(2) {
        let game = board(size, players)?;
        let (found, _) = count(&game, &[], &watch.run()).map_err(|error| watch.explain(error))?;
        counted.push([found.states.into(), found.transitions.into()]);
        last = (size, counted.len() - 1);
        let found = [0, 1].map(|which| polynomial(&counted, which));
        if found.iter().all(Option::is_some) || begun.elapsed() > PATIENCE {
            break;
        }
    }
    let place = usize::from(pairs - (2 - pairs % 2)) / 2;
    let count = |which: usize| {
        if last.0 == pairs {
            return Count::exact(counted[place][which].to_string(), "counted".into());
        }
        let polynomial = polynomial(&counted, which);
        if let Some((degree, number)) =
            polynomial.and_then(|found| Some((found.degree(), found.at(place)?.to_string())))
        {
            let how = format!(
                "a polynomial of degree {degree} through {} counted boards, {CONFIRMED} of them to confirm it",
                counted.len(),
            );
            return Count::exact(number, how);
        }
        let value = |place: usize| counted[place][which].to_string().parse().unwrap_or(f64::NAN);
        let (half, end) = (last.1 / 2, last.1);
        let size = |place: usize| (2 * place + usize::from(2 - pairs % 2)) as f64;
        let power = Power::through((size(half), value(half)), (size(end), value(end)));
        let how = format!("a fit: growing as pairs^{:.1} from {} pairs on", power.power, last.0);
        let value = power.at(pairs.into());
        Count { number: format!("about {value:.1e}"), value, how }
    };
    Ok([count(0), count(1)])
}

fn polynomial(counted: &[[Natural; 2]], which: usize) -> Option<Polynomial> {
    let values: Vec<Natural> = counted.iter().map(|both| both[which].clone()).collect();
    Polynomial::through(&values, CONFIRMED)
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
fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        ..1e9 => format!("{:.0} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}
