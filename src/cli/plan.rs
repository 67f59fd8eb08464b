//! `plan`: what an exact answer would take, told before the work begins.

mod predict;

use super::fail::Fail;
use super::print::{self, Format, SCHEMA};
use super::range::whole;
use super::watch::{Foresight, Watch};
use crate::game::{MOST_SEATS, Seat};
use crate::games::memory::MOST_PAIRS;
use clap::{Args, Subcommand};
use predict::{Count, Planned, THOROUGH};
use serde_json::{Value, json};

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
    /// further boards; time and memory are a fit, and called one. On the boards
    /// that were tried what is said of memory was 35 % too little at
    /// worst, with six players, and 1 % too much.
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

/// A fresh board of robots with perfect memory, of which more is known than that it is too large; or the largest of several.
pub(crate) struct Robots {
    pub(crate) pairs: u16,
    pub(crate) players: Seat,
    /// Whether there is no other board.
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

impl Plan {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Memory { pairs, players, format } = self.family;
        let planned = watch.phase("plan", || Planned::of(pairs, players, THOROUGH, watch))?;
        watch.clear();
        match format {
            Format::Text => print::print(&planned.text(players, watch)),
            Format::Json => print::json(&planned.json(players, watch)),
            Format::Table(style) => print::table(style, &planned.csv(players, watch)),
        }
    }
}

impl Planned {
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
                self.machines(watch),
                self.pairs,
            )
        };
        format!(
            "Memory, {} pairs, {players} robots with perfect memory: what exact odds take on {}\n\n{}\n{fits}\n",
            self.pairs,
            print::count(watch.threads(), "thread"),
            print::aligned(&rows),
        )
    }

    /// Machines with as much memory as this one may use that would hold it together.
    fn machines(&self, watch: &Watch) -> f64 {
        (self.bytes() / watch.max_bytes() as f64).ceil()
    }

    fn parameters(&self, players: Seat, watch: &Watch) -> Value {
        json!({ "pairs": self.pairs, "players": players, "threads": watch.threads() })
    }

    fn csv(&self, players: Seat, watch: &Watch) -> String {
        let (mut header, mut row) = print::question(&self.parameters(players, watch));
        let cells = [
            ("states", self.states.number.clone()),
            ("transitions", self.transitions.number.clone()),
            ("seconds", self.seconds().to_string()),
            ("bytes", format!("{:.0}", self.bytes())),
            ("measured", self.is_measured().to_string()),
            ("limit_bytes", watch.max_bytes().to_string()),
            ("machines", self.machines(watch).to_string()),
        ];
        for (name, cell) in cells {
            header.push(name.to_owned());
            row.push(cell);
        }
        print::csv(&header) + &print::csv(&row)
    }

    fn json(&self, players: Seat, watch: &Watch) -> Value {
        let count = |count: &Count| json!({ "number": count.number, "how": count.how });
        let samples = self.samples.iter();
        let fit = |value: f64| json!({ "approximate": value, "measured": self.is_measured() });
        json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.parameters(players, watch),
            "states": count(&self.states),
            "transitions": count(&self.transitions),
            "seconds": fit(self.seconds()),
            "bytes": fit(self.bytes()),
            "limit_bytes": watch.max_bytes(),
            "machines": self.machines(watch),
            "samples": samples
                .map(|sample| json!({ "pairs": sample.pairs, "seconds": sample.seconds, "bytes": sample.bytes }))
                .collect::<Value>(),
        })
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
