//! `plot`: results as pictures, with their numbers beside them.

mod convergence;
mod first_click;
mod memory;
mod turns;

use super::described::{alone, option};
use super::fail::Fail;
use super::print::{self, Format, Print, Style};
use super::range::whole;
use super::target::Target;
use super::watch::{Several, Watch};
use super::{ending, picture};
use crate::export::plot::Plot;
use crate::family::{Given, Page, Parameter, Table};
use crate::game::MOST_SEATS;
use crate::games::memory::MOST_PAIRS;
use crate::games::solitaire::{MODEL, RECALL};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};

/// A kind of plots: its page, and how it is made of what was asked; decimals in its table have so many digits.
#[derive(Debug)]
struct Kind {
    page: Page,
    figure: fn(&[Given], u32, &Watch) -> Result<Figure, Fail>,
}

/// All of them.
static KINDS: [Kind; 6] = [
    Kind {
        page: Page::new(
            "first-mover",
            "How much more often the first player wins at Memory, by pairs and players",
            &["--pairs 2..=40 -o first-mover.svg", "--pairs 2..=30 --players 2,5 -o first-mover.png"],
        )
        .more(
            "P(player 1 wins) less the greatest of the others' chances, between robots with perfect memory (Bondarenko \
             2021).",
        )
        .with(&[
            Parameter::whole("pairs", "Pairs of the boards", 1, MOST_PAIRS as u64).or("2..=40").shown_as("A..B"),
            Parameter::whole("players", "Players, a line for each number", 2, MOST_SEATS as u64)
                .or("2,3,4")
                .shown_as("P,..."),
        ]),
        figure: memory::first_mover,
    },
    Kind {
        page: Page::new(
            "outcomes",
            "How often each player of Memory wins, and how often nobody does",
            &["--pairs 1..=40 -o outcomes.svg", "--pairs 1..=30 --players 3 -o outcomes.svg"],
        )
        .with(&[
            Parameter::whole("pairs", "Pairs of the boards", 1, MOST_PAIRS as u64).or("1..=40").shown_as("A..B"),
            Parameter::number("players", "Players", 2, MOST_SEATS as u64).or("2").shown_as("P"),
        ]),
        figure: memory::outcomes,
    },
    Kind {
        page: Page::new(
            "card-of-memory",
            "What one more card of memory is worth at Memory, in pairs",
            &["--pairs 6 -o card-of-memory.svg", "--pairs 8 --most 5 --play best -o card-of-memory.svg"],
        )
        .more(
            "E(pairs of player 1) less E(pairs of player 2), by the cards that each can remember (Sjölund & Åstrand \
             2013).",
        )
        .with(&[
            Parameter::number("pairs", "Pairs of the board", 1, 30).or("6"),
            Parameter::number("most", "The most cards that are remembered", 0, 30).or("6").shown_as("M"),
            Parameter::words(
                "play",
                "How both play",
                &[
                    ("bold", "Always another new card"),
                    ("safe", "A card that is known, if there is one"),
                    ("best", "As well as possible"),
                ],
            )
            .or("bold"),
        ]),
        figure: memory::card_of_memory,
    },
    Kind {
        page: Page::new(
            "turns",
            "The distribution of the turns of Memory for one player (Lardjane 2024)",
            &["--pairs 20 -o turns.svg", "--pairs 10,20,40 -o turns.svg"],
        )
        .with(&[Parameter::whole("pairs", "Pairs of the boards, one or several", 1, 300)
            .or("10,20,40")
            .shown_as("N,...")]),
        figure: turns::turns,
    },
    Kind {
        page: Page::new(
            "first-click",
            "How often Minesweeper is won, by mines and by where it begins",
            &["--rows 4 --cols 4 -o first-click.svg", "--rows 4 --cols 5 --mines 1..=6 -o first-click.svg"],
        )
        .more(
            "P(every mine is identified) from a corner, an edge and the middle, as far as the board has them, by lowest \
             risk (Lindgren 2000).",
        )
        .with(&[
            Parameter::number("rows", "Rows of the board", 1, 64).or("4").shown_as("R"),
            Parameter::number("cols", "Columns of the board; at most 64 cells in all", 1, 64)
                .or("4")
                .shown_as("C"),
            Parameter::whole("mines", "Mines on it", 1, 63).or("1..=5").shown_as("A..B"),
        ]),
        figure: first_click::first_click,
    },
    Kind {
        page: Page::new(
            "convergence",
            "How simulated games come near the exact value",
            &["--pairs 8 --recall 3/4,1/8,4/5 --seed 1 -o convergence.svg"],
        )
        .more("The mean of the turns of one who forgets, game by game, with its error, and their exact expectation.")
        .with(&[
            Parameter::number("pairs", "Pairs of the board", 1, 60).or("8"),
            RECALL,
            MODEL,
            Parameter::number("games", "Games", 10, 1_000_000).or("10000").shown_as("G").under("Games"),
            Parameter::number("seed", "The seed of the random numbers: the same games each time", 0, u64::MAX)
                .or("1")
                .shown_as("S")
                .under("Games"),
        ]),
        figure: convergence::convergence,
    },
];

/// Draw results, with their numbers beside the picture.
#[derive(Debug)]
pub(crate) struct PlotVerb {
    kind: &'static Kind,
    games: Vec<Given>,
    output: Output,
}

impl Args for PlotVerb {
    fn augment_args(command: Command) -> Command {
        let page = |Kind { page, .. }: &Kind| {
            let begin = format!("chancetree plot {}", page.verb);
            let examples: Vec<String> =
                page.examples.iter().map(|typed| format!("  {begin} {typed}")).collect();
            let long = format!("{}\n\n{}", page.about, page.details);
            Output::augment_args(Command::new(page.verb).args(page.options.iter().map(alone)))
                .about(page.about)
                .long_about(long.trim_end().to_owned())
                .after_help(format!("Examples:\n{}", examples.join("\n")))
        };
        let first = &KINDS[0].page;
        let begin = format!("  chancetree plot {}", first.verb);
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("KIND")
            .subcommand_help_heading("Kinds")
            .disable_help_subcommand(true)
            .subcommands(KINDS.iter().map(page))
            .after_help(format!("Examples:\n{begin} {}\n{begin} --help", first.examples[0]))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PlotVerb {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, below) = matches.subcommand().expect("clap asks for one");
        let kind = KINDS.iter().find(|kind| kind.page.verb == name).expect("one of them");
        let games = Given::all(kind.page.options, |parameter| option(below, parameter));
        let games = games.map_err(|why| clap::Error::raw(ErrorKind::ValueValidation, why))?;
        Ok(Self { kind, games, output: Output::from_arg_matches(below)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of a parameter that may be several, each once.
fn values(games: &[Given], name: &str) -> Vec<u16> {
    let mut all: Vec<u16> = games.iter().map(|given| given.whole(name)).collect();
    all.sort_unstable();
    all.dedup();
    all
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
    pub(crate) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let Self { kind, games, output } = self;
        output.draw(watch, || (kind.figure)(games, output.digits, watch))
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
