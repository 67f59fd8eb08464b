//! `odds`: who wins, who is favoured, what to expect.

mod answer;
mod approximate;
pub(super) mod decided;
pub(super) mod limited;
mod mines;
mod robots;
mod solitaire;

use super::checkpoint::Checkpoints;
use super::decide::Decide;
use super::fail::Fail;
use super::limited_memory::LimitedMemory;
use super::machines::Machines;
use super::memory::Board;
use super::print::{Format, Print};
use super::watch::{Several, Watch};
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
pub(super) use answer::Answer;
use answer::Told;
use clap::{Args, Subcommand};
pub(super) use robots::boards;
use robots::{answers, shared};

/// Exact odds: who wins, who is favoured, what to expect.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree odds memory --pairs 8 --players 2\n  chancetree odds memory --help"
)]
pub(crate) struct Odds {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "one is made for a command")]
enum Family {
    /// Memory between robots with perfect memory (Bondarenko 2021), or between
    /// players who decide (Gerez 1983)
    ///
    /// P(each player wins), P(draw) and the expected pairs, as fractions. A
    /// player wins with strictly more pairs than every other; every tie for the
    /// most is a draw. Players who decide for pairs need --distribution for
    /// anything but expected pairs.
    #[command(after_help = "\
Examples:
  chancetree odds memory --pairs 8 --players 2
  chancetree odds memory --pairs 1..=40 --format csv
  chancetree odds memory --pairs 12 --scores 3,1 --unknown 5 --distribution
  chancetree odds memory --pairs 18 --play best,robots --rules tactical
  chancetree odds memory --pairs 18 --memory 6 --play best,bold
  chancetree odds memory --pairs 5000 --approximate")]
    Memory {
        #[command(flatten)]
        board: Board,
        #[command(flatten)]
        decide: Decide,
        #[command(flatten)]
        limited: LimitedMemory,
        /// The joint distribution of the final scores, too
        #[arg(long, help_heading = "Output")]
        distribution: bool,
        /// Floating-point odds of robots on larger boards
        ///
        /// For boards too large for fractions: each number has a proven bound on
        /// its error; play less likely than T is dropped.
        #[arg(long, value_name = "T", num_args = 0..=1, require_equals = true,
            default_missing_value = "1e-24", value_parser = approximate::threshold,
            conflicts_with = "distribution", help_heading = "Output")]
        approximate: Option<f64>,
        #[command(flatten)]
        checkpoints: Checkpoints,
        #[command(flatten)]
        machines: Box<Machines>,
        #[command(flatten)]
        print: Print,
    },
    /// Memory for one player who forgets nothing (Lardjane 2024)
    ///
    /// The exact distributions, over all (2N - 1)!! deals, of the turns until all pairs
    /// are collected, the lucky turns, the place and the turn of the first
    /// pair, the cards to remember, and the score.
    #[command(after_help = "\
Examples:
  chancetree odds solitaire --pairs 8
  chancetree odds solitaire --pairs 1..=40 --format csv
  chancetree odds solitaire --pairs 8 --score 3,1,-2 --failed B
  chancetree odds solitaire --pairs 5000 --means
  chancetree odds solitaire --pairs 1..=20 --format bfile --sequence turns-numerator
  chancetree odds solitaire --pairs 8 --recall 3/4,1/8,4/5 --tail 1e-6
  chancetree odds solitaire --pairs 2 --symbolic")]
    Solitaire(Box<solitaire::SolitaireOdds>),
    /// Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play
    ///
    /// P(every mine is identified before one is opened), and where nobody
    /// decides the distribution of the mines left in a game that was lost.
    #[command(after_help = "\
Examples:
  chancetree odds mines --rows 4 --cols 4 --mines 3 --start corner
  chancetree odds mines --rows 4 --cols 4 --mines 3 --ties best --start 1,1
  chancetree odds mines --rows 3 --cols 3 --mines 2 --play best --start chosen")]
    Mines(Box<mines::MinesOdds>),
}

impl Odds {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let (board, decide, limited, distribution, threshold, checkpoints, machines, print) =
            match self.family {
                Family::Memory {
                    board,
                    decide,
                    limited,
                    distribution,
                    approximate,
                    checkpoints,
                    machines,
                    print,
                } => (board, decide, limited, distribution, approximate, checkpoints, machines, print),
                Family::Solitaire(solitaire) => return solitaire.run(watch),
                Family::Mines(mines) => return mines.run(watch),
            };
        if distribution && matches!(print.format, Format::Table(_)) && board.is_range() {
            return Err(Fail::usage("a table of distributions is of one board, not of a range").help(
                format!("--pairs {} --players {}, or --format json", board.pairs().last(), board.players()),
            ));
        }
        let positions = board.positions()?;
        if threshold.is_some() && (limited.is_given() || !decide.is_robots()) {
            return Err(Fail::usage("approximate odds are those of robots that forget nothing")
                .help("leave out --approximate"));
        }
        let not_robots = limited.is_given() || !decide.is_robots();
        let why_not = if threshold.is_some() {
            Some("shared out are exact odds")
        } else if limited.is_given() {
            Some("who forgets may see the same cards again and again: what is shared out has no cycles")
        } else if positions.len() > 1 {
            Some("shared out is one board, not a range")
        } else if distribution && !decide.is_robots() {
            Some("the distribution of the scores takes the whole policy, and each process has a share of it")
        } else {
            None
        };
        machines.check(why_not)?;
        let alone = !machines.is_given();
        let each_anew = positions.len() > 1 && (not_robots || !board.is_fresh());
        if checkpoints.is_given()
            && alone
            && (threshold.is_some() || each_anew || board.by_players().len() > 1)
        {
            return Err(Fail::usage(
                "a checkpoint is of the exact odds of one board, or of robots on fresh ones",
            )
            .help("leave out --checkpoint"));
        }
        let is_range = board.is_range();
        let told = |about| Told { about, is_range, distribution, print };
        if limited.is_given() {
            let answers = match limited.is_own() {
                true => limited::answers::<Separate>,
                false => limited::answers::<Limited>,
            };
            let several = answers(positions, &decide, &limited, (distribution, &checkpoints), watch)?;
            let about = format!("Memory, {}; {}", board.who("player"), limited.title());
            return told(&about).show(several, watch);
        }
        if !decide.is_robots() {
            let several =
                decided::answers(positions, &decide, distribution, (&checkpoints, &machines), watch)?;
            return told(&format!("Memory, {}", board.who("player"))).show(several, watch);
        }
        decide.check_robots()?;
        board.plan(watch);
        let about = format!("Memory, {} with perfect memory", board.who("robot"));
        if let Some(threshold) = threshold {
            let (all, whole) = approximate::answers(&positions, threshold, watch)?.apart();
            watch.clear();
            told(&about).print(&all)?;
            return whole.end();
        }
        let several = if machines.is_given() {
            Several::whole(shared(positions, &checkpoints, &machines, watch)?)
        } else {
            let of = |board: Board| answers(&board, distribution, &checkpoints, watch);
            watch.parts("number of players", board.by_players(), of)?
        };
        told(&about).show(several, watch)
    }
}
