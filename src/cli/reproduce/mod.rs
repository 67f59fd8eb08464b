//! `reproduce`: every number that a published study prints: the study's value, ours, the verdict.

mod print;
mod summary;

use super::fail::{Fail, Status};
use super::print::{Format, Print};
use super::range::whole;
use super::watch::Watch;
use crate::games::memory::MOST_PAIRS;
use crate::studies::{Checked, Study};
use clap::{Args, Subcommand};

/// Check every number that a published study prints.
///
/// Without a study: a summary of all of them, in which each number that is
/// refuted has the exact value beside it.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "STUDY",
    subcommand_help_heading = "Studies",
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Reproduce {
    #[command(subcommand)]
    study: Option<Name>,
    /// How to print the summary of all studies
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Name {
    /// What the studies of tactics leave open, answered
    ///
    /// Winning instead of gaining, where the two differ, what it is worth to
    /// begin on wide boards, and what a robot loses against the best.
    #[command(after_help = "\
Examples:
  chancetree reproduce beyond
  chancetree reproduce beyond --format json > beyond.json")]
    Beyond {
        #[command(flatten)]
        print: Print,
    },
    /// Bondarenko 2021: Memory between robots with perfect memory
    ///
    /// What the paper prints, and MathOverflow 290393 on who is ahead, beside
    /// what follows from the rules. confirmed: it is so. refuted: it is not.
    /// slip: a mistake in writing. answered: announced or left out there, and
    /// computed here. The exit status is 1 if any verdict is not the known one.
    ///
    /// In text, wide tables have the digits that fit a line, and very long
    /// fractions are left out; JSON and CSV have it all.
    #[command(after_help = "\
Examples:
  chancetree reproduce bondarenko
  chancetree reproduce bondarenko --format csv > bondarenko.csv")]
    Bondarenko {
        #[command(flatten)]
        print: Print,
    },
    /// Gerez 1983: Memory between two who choose their tactics
    ///
    /// Every tactic is played card by card, and held against the formulas of
    /// the paper and against the game that is solved here; then the values of
    /// small boards and what the paper says of the best tactics.
    #[command(after_help = "\
Examples:
  chancetree reproduce gerez
  chancetree reproduce gerez --format json > gerez.json")]
    Gerez {
        #[command(flatten)]
        print: Print,
    },
    /// Zwick & Paterson 1993: a rule for Memory with passing
    ///
    /// Their rule is held against the solved game in every position, and the
    /// first player's lead against what it is said to tend to.
    #[command(after_help = "\
Examples:
  chancetree reproduce zwick-paterson
  chancetree reproduce zwick-paterson --pairs 120")]
    ZwickPaterson {
        /// The widest board
        #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true,
            value_parser = whole(120, MOST_PAIRS))]
        pairs: u16,
        #[command(flatten)]
        print: Print,
    },
    /// Alfthan 2007: Memory with one new card or two
    ///
    /// The rule by parity is held against the solved game in every position,
    /// and the best play meets those that always turn up one card, or two.
    #[command(after_help = "\
Examples:
  chancetree reproduce alfthan
  chancetree reproduce alfthan --pairs 20")]
    Alfthan {
        /// The widest board
        #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true,
            value_parser = whole(20, MOST_PAIRS))]
        pairs: u16,
        #[command(flatten)]
        print: Print,
    },
    /// Lardjane 2024: Memory for one player, after Foerster & Wattenhofer and
    /// Velleman & Warrington 2013
    ///
    /// The example, the theorems and the formulas of the slides, held against
    /// all deals, the distributions and the solved game; the slips found there; and
    /// what they leave open on perfect memory.
    #[command(after_help = "\
Examples:
  chancetree reproduce lardjane
  chancetree reproduce lardjane --format json > lardjane.json")]
    Lardjane {
        #[command(flatten)]
        print: Print,
    },
    /// Sjölund & Åstrand 2013: Memory that forgets, singles, interval halving
    ///
    /// Every cell of their tables of bold and safe, the worked examples and the
    /// theorem on halving, beside the solved games; then what they leave open.
    /// In text, cells and guesses that are as printed are only counted.
    #[command(after_help = "\
Examples:
  chancetree reproduce sjolund-astrand
  chancetree reproduce sjolund-astrand --format csv > cells.csv")]
    SjolundAstrand {
        #[command(flatten)]
        print: Print,
    },
    /// Lindgren 2000: Minesweeper, its mine probabilities and simulated games
    ///
    /// The worked examples and every cell of the game that is played through,
    /// by the paper's elimination and by islands; the exact values of what the
    /// paper simulated, and its statistics done again. In text, cells that are
    /// as printed are only counted.
    #[command(after_help = "\
Examples:
  chancetree reproduce lindgren
  chancetree reproduce lindgren --format csv > lindgren.csv")]
    Lindgren {
        #[command(flatten)]
        print: Print,
    },
}

impl Name {
    fn study(&self) -> (&'static str, u16, Print) {
        match *self {
            Self::Alfthan { pairs, print } => ("alfthan", pairs, print),
            Self::Beyond { print } => ("beyond", 0, print),
            Self::Bondarenko { print } => ("bondarenko", 0, print),
            Self::Gerez { print } => ("gerez", 0, print),
            Self::Lindgren { print } => ("lindgren", 0, print),
            Self::Lardjane { print } => ("lardjane", 0, print),
            Self::SjolundAstrand { print } => ("sjolund-astrand", 0, print),
            Self::ZwickPaterson { pairs, print } => ("zwick-paterson", pairs, print),
        }
    }
}

impl Reproduce {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Some(name) = self.study else { return summary::run(self.format, watch) };
        let (name, pairs, print) = name.study();
        let study = Study::of(name).expect("every study is in the list");
        let run = watch.run();
        let checked = watch.phase("reproduce", || study.check(pairs, &run));
        let checked = checked.map_err(|error| watch.explain(error))?;
        watch.clear();
        match print.format {
            Format::Text | Format::Own(_) => super::print::print(&print::text(&checked, print))?,
            Format::Json => super::print::json(&print::json(&checked, print))?,
            Format::Table(style) => super::print::table(style, &print::csv(&checked, print))?,
        }
        known(&checked)
    }
}

/// Checks that every verdict is the known one.
fn known(checked: &Checked) -> Result<(), Fail> {
    let strange = checked.strange();
    let Some((section, first)) = strange.first() else { return Ok(()) };
    Err(Fail::new(
        Status::Failed,
        format!(
            "{} of {} verdicts are not the known ones; the first: {}, {}: {}",
            strange.len(),
            checked.rows().count(),
            section.part.name,
            section.item(&first.entry),
            first.verdict_text()
        ),
    ))
}
