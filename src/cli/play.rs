//! `play`: games in the terminal, with the odds of every state.

mod saved;
mod terminal;

use super::commands::Invocation;
use super::context::Context;
use super::fail::{Fail, Status};
use super::file_format;
use super::target::Target;
use super::whole;
use chancetree_play::commands::PlayReader;
use chancetree_play::log;
use chancetree_play::terminal::ExitKind;
use clap::{Args, ValueEnum};
pub(super) use saved::Log;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::SystemTime;
pub(super) use terminal::{check, has_terminal, leave, replay};

/// The format of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PageFormat {
    /// One page, for any browser
    Html,
}

/// The options for random numbers and saved games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(super) struct PlayArgs {
    /// Seed of the random numbers; the same seed gives the same deal [if not set: a new seed each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Save a log of the game in FILE at the end, for replay
    #[arg(long, value_name = "FILE", group = "written")]
    log: Option<PathBuf>,
    /// Write the game as a web page instead [if not set: from the file extension]
    #[arg(id = "format", long, value_enum, value_name = "FORMAT", conflicts_with = "log")]
    form: Option<PageFormat>,
    /// The file of the web page, or - for stdout [if not set: stdout with --format html]
    #[arg(short, long, value_name = "FILE|-", group = "written")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "written")]
    force: bool,
}

impl PlayArgs {
    /// Returns the seed of a game by its index in a series of games.
    fn seed(&self, round: u64) -> u64 {
        // A short seed is easy to type again.
        let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.seed.map_or_else(|| u64::from(now().subsec_micros()), |seed| seed.wrapping_add(round))
    }

    fn target(&self, context: &Context) -> Result<Option<Target>, Fail> {
        self.log
            .as_ref()
            .map(|path| Target::open(path, self.force, ["--log", "game.jsonl"], context))
            .transpose()
    }

    /// Opens the file of the page, or returns `None` for a game in the terminal.
    fn page(&self, context: &Context) -> Result<Option<Target>, Fail> {
        let path = match (self.form, &self.output) {
            (None, None) => return Ok(None),
            (Some(PageFormat::Html), None) if io::stdout().is_terminal() => {
                return Err(Fail::usage("a page cannot be shown in a terminal; write it to a file")
                    .help("-o play.html"));
            }
            (Some(PageFormat::Html), None) => PathBuf::from("-"),
            (Some(PageFormat::Html), Some(path)) => path.clone(),
            // A page is the only format, so no extension is needed.
            (None, Some(path)) if path.extension().is_none() => path.clone(),
            (None, Some(path)) => return Err(file_format::unknown_format::<PageFormat>(path)),
        };
        Target::open(&path, self.force, ["-o", "game.html"], context).map(Some)
    }
}

/// Plays a series of games until the player quits, saves the log, and prints the results after the terminal is restored. With
/// `--format html` writes the page of the game instead.
pub(super) fn play(read: PlayReader, invocation: &Invocation<'_>, args: &PlayArgs) -> Result<(), Fail> {
    let context = invocation.context;
    let failure = |error| invocation.failure(error);
    let command = read(&invocation.command_options()?, &invocation.inputs())?;
    if let Some(target) = args.page(context)? {
        return target.deliver(command.page(args.seed, &context.job()).map_err(failure)?, context);
    }
    let deal = |round| command.deal(args.seed(round), &context.job()).map_err(failure);
    let mut game = deal(0)?;
    terminal::check(&invocation.example("odds"))?;
    let mut target = args.target(context)?;
    // A log contains a single game.
    let can_repeat = target.is_none();
    context.clear();
    let mut results = String::new();
    for round in 1.. {
        saved::begin(target.take(), game.session(), context.limits());
        let left = terminal::play(&mut game, can_repeat, context);
        if let Some((target, _)) = saved::take(context.limits()) {
            target.deliver(log::write(game.session()), context)?;
        }
        let is_over = game.session().is_over();
        let result = if is_over { game.result() } else { "left before the end".to_owned() };
        results.push_str(&format!("{}\n  {result}\n", game.title()));
        match left {
            Ok(ExitKind::Quit) => break,
            Ok(ExitKind::Again) => game = deal(round)?,
            Err(fail) => {
                if fail.status() == Status::Interrupted {
                    // The terminal may be closed.
                    let _ = context.output().print(&results);
                }
                return Err(fail);
            }
        }
    }
    context.output().print(&results)
}
