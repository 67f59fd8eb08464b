//! `play`: games in the terminal, with the odds of every state.

mod page;
mod saved;
mod terminal;

use super::commands::{self, Invocation};
use super::context::Context;
use super::fail::{Fail, Status};
use super::input;
use super::policy::for_seats;
use super::target::Target;
use super::whole;
use chancetree_families::family::GameArguments;
use chancetree_families::guess::{Guess as Rules, GuessPlayArgs, refusal};
use chancetree_families::mines::board::SeenBoard;
use chancetree_families::mines::family::{Laid, MinesArgs, Preset};
use chancetree_play::guess::{BEST, GuessSession};
use chancetree_play::memory::{MOST_SEATS, MemorySession, Seats, named_seats, shuffled, usual_seats};
use chancetree_play::mines::MinesSession;
use chancetree_play::solitaire::SolitaireSession;
use chancetree_play::terminal::{ExitKind, GameView};
use chancetree_play::{PlayError, log};
use clap::Args;
pub(super) use saved::Log;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
pub(super) use terminal::{check, has_terminal, leave, replay};

/// The options for random numbers and saved games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(super) struct PlayArgs {
    /// Seed of the random numbers; the same seed gives the same deal [default: a new seed each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Save a log of the game in FILE at the end, for replay
    #[arg(long, value_name = "FILE", group = "written")]
    log: Option<PathBuf>,
    /// Write the game as a web page instead [default: from the file extension]
    #[arg(long = "format", value_enum, value_name = "FORMAT", conflicts_with = "log")]
    form: Option<page::PageFormat>,
    /// The file of the web page, or - for stdout
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
}

/// Plays a series of games until the player quits, saves the log, and prints the results after the terminal is restored. With
/// `--format html` writes the page of the game instead. `deal` creates a game from a seed.
fn play(
    (invocation, args): (&Invocation<'_>, &PlayArgs),
    context: &Context,
    page: &dyn Fn() -> Result<String, Fail>,
    deal: &dyn Fn(u64) -> Result<GameView, Fail>,
) -> Result<(), Fail> {
    if let Some(target) = args.page(context)? {
        return target.deliver(page()?, context);
    }
    let mut game = deal(args.seed(0))?;
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
        match left? {
            ExitKind::Quit => break,
            ExitKind::Again => game = deal(args.seed(round))?,
        }
    }
    context.output().print(&results)
}

/// Converts the error of a game to a failure.
pub(super) fn fail(error: PlayError, context: &Context) -> Fail {
    match error {
        PlayError::Engine(error) => context.explain(error),
        other => Fail::new(Status::Usage, other.to_string()),
    }
}

/// Converts the error of a game to a failure. Adds `help` if the game is refused.
fn fail_with_help(error: PlayError, help: &str, context: &Context) -> Fail {
    let is_refused = matches!(error, PlayError::Refused(_));
    let fail = fail(error, context);
    if is_refused { fail.help(help) } else { fail }
}

/// The options of a game of Memory.
#[derive(Deserialize)]
struct MemoryOptions {
    pairs: u16,
    #[serde(flatten)]
    seats: Seats,
    pause: u64,
    #[serde(default, rename = "entry")]
    is_entry: bool,
}

impl MemoryOptions {
    fn of(options: &GameArguments) -> Self {
        let mut options: Self = options.read();
        if options.seats.seats.is_empty() {
            let other = if options.is_entry { "human" } else { "robots" };
            options.seats.seats = usual_seats(&options.seats.names, other);
        }
        options
    }

    fn game(&self, seed: u64, context: &Context) -> Result<MemorySession, Fail> {
        let mut setup =
            self.seats.setup(shuffled(self.pairs, seed), seed, &|names| for_seats(names, context))?;
        if self.is_entry {
            if self.seats.memory.is_some() {
                let what = "--memory cannot be used with --entry: the program cannot see what people forget";
                return Err(Fail::usage(what).help("chancetree play memory --entry"));
            }
            setup.pictures = Some(Vec::new());
        }
        MemorySession::new(setup, &context.job()).map_err(|error| fail(error, context))
    }
}

pub(super) fn memory(invocation: &Invocation<'_>, args: &PlayArgs, context: &Context) -> Result<(), Fail> {
    let options = MemoryOptions::of(&invocation.command_options()?);
    let pause = Duration::from_millis(options.pause);
    let deal = |seed| Ok(GameView::from(options.game(seed, context)?).with_pause(pause));
    play((invocation, args), context, &|| options.page(args, context), &deal)
}

/// The option of `play solitaire`.
#[derive(Deserialize)]
struct SolitairePlayArgs {
    pairs: u16,
}

pub(super) fn solitaire(invocation: &Invocation<'_>, args: &PlayArgs, context: &Context) -> Result<(), Fail> {
    let SolitairePlayArgs { pairs } = invocation.command_options()?.read();
    let deal = |seed| {
        terminal::check(&invocation.example("odds"))?;
        let game = SolitaireSession::seeded(pairs, seed, &context.job());
        Ok(game.map_err(|error| fail(error, context))?.into())
    };
    play((invocation, args), context, &|| page::solitaire(pairs, args, context), &deal)
}

/// Reads the rows and columns, and the number of mines, of a Minesweeper board.
fn board_layout(args: &MinesArgs) -> Result<Laid, Fail> {
    match args.size() {
        (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
        (None, None, None) => Ok(args.known().preset.unwrap_or(Preset::ALL[0]).laid),
        _ => Err(Fail::usage("--rows, --cols and --mines are required together")
            .help("chancetree play mines --rows 12 --cols 20 --mines 40")),
    }
}

/// Reads a position from a file.
fn seen_board(args: &MinesArgs, path: &Path, context: &Context) -> Result<SeenBoard, Fail> {
    let text = input::text(path, context)
        .map_err(|fail| fail.help("formats of a board: chancetree risk mines --help"))?;
    let (name, known) = (input::name(path, context), args.known());
    Ok(known.checked(&name, &text, SeenBoard::read_one(&text, known.mines()))?)
}

fn mines_session(args: &MinesArgs, seed: u64, context: &Context) -> Result<MinesSession, Fail> {
    let job = context.job();
    if let Some(path) = args.board() {
        let board = seen_board(args, Path::new(path), context)?;
        return MinesSession::entered(board, &job).map_err(|error| fail(error, context));
    }
    let (size, mines) = board_layout(args)?;
    let game = MinesSession::seeded(size, mines, args.first_click(), seed, &job);
    game.map_err(|error| fail_with_help(error, "--preset beginner", context))
}

pub(super) fn mines(invocation: &Invocation<'_>, args: &PlayArgs, context: &Context) -> Result<(), Fail> {
    let board = MinesArgs::of(&invocation.command_options()?);
    let deal = |seed| Ok(mines_session(&board, seed, context)?.into());
    play((invocation, args), context, &|| page::mines(&board, args, context), &deal)
}

fn guess_session(args: &GuessPlayArgs, seed: u64, context: &Context) -> Result<GuessSession, Fail> {
    let GuessPlayArgs { numbers, weights, guesses, seats, names, .. } = args;
    let names = named_seats(seats, names)?;
    let rules = Rules::of(*numbers, seats.len(), weights.as_deref(), *guesses);
    let rules = rules.map_err(|why| commands::refused(refusal(why), "play", "guess"))?;
    let game = GuessSession::seeded(rules, seats.clone(), seed, &context.job());
    game.map(|game| game.named(names)).map_err(|error| fail_with_help(error, "--seats human,best", context))
}

pub(super) fn guess(invocation: &Invocation<'_>, args: &PlayArgs, context: &Context) -> Result<(), Fail> {
    let mut options: GuessPlayArgs = invocation.command_options()?.read();
    if options.seats.is_empty() {
        options.seats = usual_seats(&options.names, BEST);
    }
    let (pause, seats) = (Duration::from_millis(options.pause), options.seats.len());
    let deal = |seed| match seats > MOST_SEATS {
        true => Err(Fail::usage(format!("{seats} seats, but at most {MOST_SEATS} fit on the screen"))),
        false => Ok(GameView::from(guess_session(&options, seed, context)?).with_pause(pause)),
    };
    play((invocation, args), context, &|| page::guess(&options, args, context), &deal)
}
