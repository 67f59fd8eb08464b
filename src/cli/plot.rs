//! `plot`: draws results as pictures, with a table of their numbers.

use super::commands::{command_options, typed_values};
use super::context::Context;
use super::fail::Fail;
use super::print::{self, Format, Print, Style};
use super::target::Target;
use super::whole;
use super::{file_format, picture};
use chancetree_families::family::{Figure, GameArguments};
use chancetree_families::plots::{KINDS, PlotKind};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use picture::PictureFormat;
use std::path::{Path, PathBuf};

/// Draw plots of results and write their numbers as tables.
#[derive(Debug)]
pub(crate) struct PlotArgs {
    kind: &'static PlotKind,
    games: Vec<GameArguments>,
    output: PlotOutput,
}

impl Args for PlotArgs {
    fn augment_args(command: Command) -> Command {
        let page = |PlotKind { page, .. }: &PlotKind| {
            let begin = format!("chancetree plot {}", page.command);
            let examples: Vec<String> =
                page.examples.iter().map(|typed| format!("  {begin} {typed}")).collect();
            let long = format!("{}\n\n{}", page.about, page.details);
            PlotOutput::augment_args(Command::new(page.command).args(command_options(page.options)))
                .about(page.about)
                .long_about(long.trim_end().to_owned())
                .after_help(format!("Examples:\n{}", examples.join("\n")))
        };
        let first = &KINDS[0].page;
        let begin = format!("  chancetree plot {}", first.command);
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

impl FromArgMatches for PlotArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, below) = matches.subcommand().expect("clap requires a subcommand");
        let kind =
            KINDS.iter().find(|kind| kind.page.command == name).expect("clap accepts only these kinds");
        let games = GameArguments::all(kind.page.options, &|parameter| typed_values(below, parameter));
        let games = games.map_err(|why| clap::Error::raw(ErrorKind::ValueValidation, why))?;
        Ok(Self { kind, games, output: PlotOutput::from_arg_matches(below)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The default width of a picture in pixels: two for each unit of the SVG.
const DEFAULT_WIDTH: u32 = 1800;

/// The format of a plot.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlotFormat {
    /// A picture
    Svg,
    /// A bitmap
    #[value(hide = !picture::PAINTS)]
    Png,
    /// A file for printing
    #[value(hide = !picture::PAINTS)]
    Pdf,
    /// The numbers of the picture
    Csv,
}

/// The output options of a plot.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
struct PlotOutput {
    #[cfg_attr(
        feature = "pictures",
        doc = "The picture, FILE.svg, FILE.png or FILE.pdf; the numbers go into"
    )]
    #[cfg_attr(not(feature = "pictures"), doc = "The picture, FILE.svg; the numbers go into")]
    /// FILE.csv. With -, only the picture or the table is written, to stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format: a picture, or csv for the numbers alone [if not set: from the file extension]
    #[arg(id = "format", long, value_enum, value_name = "FORMAT", hide_short_help = true)]
    form: Option<PlotFormat>,
    /// Width of a png in pixels
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = whole(16u32, 32_768),
        default_value_t = DEFAULT_WIDTH, hide = !picture::PAINTS)]
    width: u32,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Digits after the decimal point in FILE.csv
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true,
        value_parser = whole(0u32, 50_000))]
    digits: u32,
}

impl PlotArgs {
    /// Opens the files, computes the figure, and writes the files. They get their final names when both are complete.
    pub(crate) fn run(&self, context: &Context) -> Result<(), Fail> {
        let PlotOutput { output, form, width, force, digits } = &self.output;
        let form = match form {
            Some(form) => *form,
            // SVG is the usual format, as for pictures on stdout.
            None if output.extension().is_none() => PlotFormat::Svg,
            None => return Err(file_format::unknown_format::<PlotFormat>(output)),
        };
        let picture = PictureFormat::of(&form);
        picture.map_or(Ok(()), |kind| kind.check(output, context))?;
        if *width != DEFAULT_WIDTH && picture != Some(PictureFormat::Png) {
            let what = format!("--width needs the format png; {} has no pixels", file_format::name(&form));
            return Err(Fail::usage(what).help("-o plot.png"));
        }
        let open = |path: &Path| Target::open_part(path, output, *force, ["-o", "plot.svg"], context);
        let mut targets = vec![(picture, open(output)?)];
        if picture.is_some() && output != Path::new("-") {
            targets.push((None, open(&output.with_extension("csv"))?));
        }
        let failure = |error| context.failure(error);
        let (Figure { plot, numbers }, stop) =
            (self.kind.figure)(&self.games, &context.job()).map_err(failure)?;
        let stop = stop.map(failure);
        context.clear();
        let how = Print { digits: Some(*digits), ..Print::plain(Format::Table(Style::Csv)) };
        let numbers = print::csv_of(numbers, how);
        let mut complete = Vec::new();
        for (picture, mut target) in targets {
            let bytes = match picture {
                Some(kind) => kind.paint(plot.svg(), &plot.title, Some(*width), context)?,
                None => numbers.clone().into_bytes(),
            };
            if !target.put(&bytes)? {
                return stop.map_or(Ok(()), Err);
            }
            complete.push((target, bytes.len() as u64));
        }
        Target::finish_all(complete)?.iter().flatten().for_each(|note| context.note(note));
        stop.map_or(Ok(()), Err)
    }
}
