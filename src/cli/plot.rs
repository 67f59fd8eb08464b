//! `plot`: results as pictures, with their numbers beside them.

mod convergence;
mod first_click;
mod memory;
mod turns;

use super::fail::Fail;
use super::print::{self, Format, Print, Style};
use super::range::whole;
use super::target::Target;
use super::watch::{Several, Watch};
use super::{ending, picture};
use crate::export::plot::Plot;
use crate::family::Table;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

/// Draw results, with their numbers beside the picture.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "KIND",
    subcommand_help_heading = "Kinds",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree plot first-mover --pairs 2..=40 -o first-mover.svg\n  chancetree plot first-mover --help"
)]
pub(crate) struct PlotVerb {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// How much more often the first player wins at Memory, by pairs and players
    ///
    /// P(player 1 wins) less the greatest of the others' chances, between
    /// robots with perfect memory (Bondarenko 2021).
    #[command(after_help = "\
Examples:
  chancetree plot first-mover --pairs 2..=40 -o first-mover.svg
  chancetree plot first-mover --pairs 2..=30 --players 2,5 -o first-mover.png")]
    FirstMover(memory::FirstMover),
    /// How often each player of Memory wins, and how often nobody does
    #[command(after_help = "\
Examples:
  chancetree plot outcomes --pairs 1..=40 -o outcomes.svg
  chancetree plot outcomes --pairs 1..=30 --players 3 -o outcomes.svg")]
    Outcomes(memory::Outcomes),
    /// What one more card of memory is worth at Memory, in pairs
    ///
    /// E(pairs of player 1) less E(pairs of player 2), by the cards that each
    /// can remember (Sjölund & Åstrand 2013).
    #[command(after_help = "\
Examples:
  chancetree plot card-of-memory --pairs 6 -o card-of-memory.svg
  chancetree plot card-of-memory --pairs 8 --most 5 --play best -o card-of-memory.svg")]
    CardOfMemory(memory::CardOfMemory),
    /// The distribution of the turns of Memory for one player (Lardjane 2024)
    #[command(after_help = "\
Examples:
  chancetree plot turns --pairs 20 -o turns.svg
  chancetree plot turns --pairs 10,20,40 -o turns.svg")]
    Turns(turns::Turns),
    /// How often Minesweeper is won, by mines and by where it begins
    ///
    /// P(every mine is identified) from a corner, an edge and the middle, as
    /// far as the board has them, by lowest risk (Lindgren 2000).
    #[command(after_help = "\
Examples:
  chancetree plot first-click --rows 4 --cols 4 -o first-click.svg
  chancetree plot first-click --rows 4 --cols 5 --mines 1..=6 -o first-click.svg")]
    FirstClick(first_click::FirstClick),
    /// How simulated games come near the exact value
    ///
    /// The mean of the turns of one who forgets, game by game, with its error,
    /// and their exact expectation.
    #[command(after_help = "\
Examples:
  chancetree plot convergence --pairs 8 --recall 3/4,1/8,4/5 --seed 1 -o convergence.svg")]
    Convergence(Box<convergence::Convergence>),
}

/// Where a plot goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
struct Output {
    /// The picture, FILE.svg, FILE.png or FILE.pdf; the numbers go into
    /// FILE.csv. With - the SVG goes to stdout, alone
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Pixels from left to right, in png [default: 1800]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = whole(16u32, 32_768))]
    width: Option<u32>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
    /// Digits after the point in FILE.csv; the last is rounded
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true,
        value_parser = whole(0u32, 50_000))]
    digits: u32,
}

/// A plot and its numbers.
struct Figure {
    plot: Plot,
    numbers: Table,
    /// The reason for which it has only a part of what was asked for, if it has.
    whole: Several<()>,
}

impl PlotVerb {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        match self.kind {
            Kind::FirstMover(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
            Kind::Outcomes(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
            Kind::CardOfMemory(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
            Kind::Turns(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
            Kind::FirstClick(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
            Kind::Convergence(plot) => plot.output.clone().draw(watch, || plot.figure(watch)),
        }
    }
}

impl Output {
    /// Opens the files, finds the figure, and writes it; neither file has its name before both are whole.
    fn draw(&self, watch: &Watch, find: impl FnOnce() -> Result<Figure, Fail>) -> Result<(), Fail> {
        let kind = ending::needed("-o", None, &self.output)?.unwrap_or(picture::Kind::Svg);
        kind.check(&self.output)?;
        if self.width.is_some() && kind != picture::Kind::Png {
            let what = format!("--width is of png; {} has no pixels", kind.name());
            return Err(Fail::usage(what).help("-o plot.png"));
        }
        let mut picture = Target::open(&self.output, self.force)?;
        let beside = self.output != Path::new("-");
        let mut table =
            beside.then(|| Target::open(&self.output.with_extension("csv"), self.force)).transpose()?;
        let Figure { plot, numbers, whole } = find()?;
        watch.clear();
        let numbers = print::csv_of(numbers, Print::new(Format::Table(Style::Csv), Some(self.digits)));
        let bytes = kind.paint(plot.svg(), &plot.title, self.width, watch)?;
        if !picture.put(&bytes)? {
            return whole.end();
        }
        if let Some(table) = &mut table {
            table.put(numbers.as_bytes())?;
        }
        let table = table.map(|table| (table, numbers.len() as u64));
        let all = [(picture, bytes.len() as u64)].into_iter().chain(table).collect();
        Target::finish_all(all)?.iter().flatten().for_each(|note| watch.note(note));
        whole.end()
    }
}
