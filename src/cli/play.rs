//! `play`: games in the terminal, with the odds of every moment.

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
use crate::family::Given;
use crate::games::guess::{Guess as Rules, refusal};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::memory as remembered;
use crate::games::mines::board::SeenBoard;
use crate::games::mines::family::{Asked, Laid, Preset};
use crate::play::guess::GuessSession;
use crate::play::memory::{MOST_SEATS, MemorySession, Seats, shuffled};
use crate::play::mines::MinesSession;
use crate::play::solitaire::SolitaireSession;
use crate::play::terminal::{ExitKind, GameView};
use crate::play::{PlayError, log};
use clap::Args;
pub(super) use saved::Log;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
pub(super) use terminal::{check, has_terminal, leave, replay};

/// The options of random numbers, and of what is saved.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(super) struct Dealt {
    /// The seed of the random numbers: the same deal each time [default: another
    /// one every time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Save the game here when it is left; replay reads it
    #[arg(long, value_name = "FILE", group = "written")]
    log: Option<PathBuf>,
    /// Write a page that is the game, for any browser, instead [default: what
    /// the end of the file's name says]
    #[arg(long = "format", value_enum, value_name = "FORMAT", conflicts_with = "log")]
    form: Option<page::WrittenAs>,
    /// The file of the page, or - for stdout
    #[arg(short, long, value_name = "FILE|-", group = "written")]
    output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "written")]
    force: bool,
}

impl Dealt {
    /// The seed of a game, by its place among those that are played in turn.
    fn seed(&self, round: u64) -> u64 {
        // A short number can be typed again.
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

/// Plays until it is left, one game after the other, saves the game, and says how they ended once the terminal is given
/// back; or writes the page of the game, if that is wanted. `deal` makes a board from a seed.
fn play(
    (invocation, dealt): (&Invocation<'_>, &Dealt),
    context: &Context,
    page: &dyn Fn() -> Result<String, Fail>,
    deal: &dyn Fn(u64) -> Result<GameView, Fail>,
) -> Result<(), Fail> {
    if let Some(target) = dealt.page(context)? {
        return target.deliver(page()?, context);
    }
    let mut game = deal(dealt.seed(0))?;
    terminal::check(&invocation.example("odds"))?;
    let mut target = dealt.target(context)?;
    // A log is of one game.
    let again = target.is_none();
    context.clear();
    let mut told = String::new();
    for round in 1.. {
        saved::begin(target.take(), game.session(), context.limits());
        let left = terminal::play(&mut game, again, context);
        if let Some((target, _)) = saved::take(context.limits()) {
            target.deliver(log::write(game.session()), context)?;
        }
        let is_over = game.session().is_over();
        let result = if is_over { game.result() } else { "left before the end".to_owned() };
        told.push_str(&format!("{}\n  {result}\n", game.title()));
        match left? {
            ExitKind::Quit => break,
            ExitKind::Again => game = deal(dealt.seed(round))?,
        }
    }
    context.output().print(&told)
}

/// Explains the error of a game to the one who asked.
pub(super) fn fail(error: PlayError, context: &Context) -> Fail {
    match error {
        PlayError::Engine(error) => context.explain(error),
        other => Fail::new(Status::Usage, other.to_string()),
    }
}

/// Returns the error with what helps, if the step was refused and not only stopped.
fn helped(error: PlayError, help: &str, context: &Context) -> Fail {
    let is_refused = matches!(error, PlayError::Refused(_));
    let fail = fail(error, context);
    if is_refused { fail.help(help) } else { fail }
}

/// The game of Memory that was asked for.
struct Memories {
    pairs: u16,
    seats: Seats,
    pause: u64,
    is_entered: bool,
}

impl Memories {
    fn of(own: &Given) -> Self {
        let is_entered = own.is_given("entry");
        let usual = || ["human", if is_entered { "human" } else { "robots" }].map(str::to_owned).to_vec();
        let seats = Seats {
            seats: own.names("seats").map_or_else(usual, <[String]>::to_vec),
            people: own.text("people").unwrap_or_default().to_owned(),
            objective: own.word("objective").and_then(Objective::named),
            passing: own.is_given("passing"),
            memory: own.text("memory").and_then(|text| remembered(text).ok()),
        };
        Self { pairs: own.whole("pairs"), seats, pause: own.whole("pause"), is_entered }
    }

    fn game(&self, seed: u64, context: &Context) -> Result<MemorySession, Fail> {
        let mut setup =
            self.seats.setup(shuffled(self.pairs, seed), seed, &|names| for_seats(names, context))?;
        if self.is_entered {
            if self.seats.memory.is_some() {
                let what = "--memory with --entry: what people at a table forget cannot be seen";
                return Err(Fail::usage(what).help("chancetree play memory --entry"));
            }
            setup.pictures = Some(Vec::new());
        }
        MemorySession::new(setup, &context.job()).map_err(|error| fail(error, context))
    }
}

pub(super) fn memory(invocation: &Invocation<'_>, (dealt,): (Dealt,), context: &Context) -> Result<(), Fail> {
    let asked = Memories::of(&invocation.command_options()?);
    let pause = Duration::from_millis(asked.pause);
    let deal = |seed| Ok(GameView::from(asked.game(seed, context)?).with_pause(pause));
    play((invocation, &dealt), context, &|| asked.page(&dealt, context), &deal)
}

pub(super) fn solitaire(
    invocation: &Invocation<'_>,
    (dealt,): (Dealt,),
    context: &Context,
) -> Result<(), Fail> {
    let pairs = invocation.command_options()?.whole("pairs");
    let deal = |seed| {
        terminal::check(&invocation.example("odds"))?;
        let game = SolitaireSession::seeded(pairs, seed, &context.job());
        Ok(game.map_err(|error| fail(error, context))?.into())
    };
    play((invocation, &dealt), context, &|| page::solitaire(pairs, &dealt, context), &deal)
}

/// The rows and columns, and the mines, of a board of Minesweeper.
fn laid(own: &Given) -> Result<Laid, Fail> {
    let known = ["rows", "cols", "mines"].map(|name| own.optional::<usize>(name));
    match known {
        [Some(rows), Some(cols), Some(mines)] => Ok(((rows, cols), mines)),
        [None, None, None] => Ok(Asked(own).known().preset.unwrap_or(Preset::ALL[0]).laid),
        _ => Err(Fail::usage("--rows, --cols and --mines are needed, all three")
            .help("chancetree play mines --rows 12 --cols 20 --mines 40")),
    }
}

/// Reads the position of another program from a file.
fn seen_board(own: &Given, path: &Path, context: &Context) -> Result<SeenBoard, Fail> {
    let text = input::text(path, context)
        .map_err(|fail| fail.help("how a board is given: chancetree risk mines --help"))?;
    let (name, known) = (input::name(path, context), Asked(own).known());
    Ok(known.checked(&name, &text, SeenBoard::read_one(&text, known.mines()))?)
}

fn minefield(own: &Given, seed: u64, context: &Context) -> Result<MinesSession, Fail> {
    let job = context.job();
    if let Some(path) = own.text("board") {
        let board = seen_board(own, Path::new(path), context)?;
        return MinesSession::entered(board, &job).map_err(|error| fail(error, context));
    }
    let (size, mines) = laid(own)?;
    let game = MinesSession::seeded(size, mines, Asked(own).first_click(), seed, &job);
    game.map_err(|error| helped(error, "--preset beginner", context))
}

pub(super) fn mines(invocation: &Invocation<'_>, (dealt,): (Dealt,), context: &Context) -> Result<(), Fail> {
    let own = invocation.command_options()?;
    let deal = |seed| Ok(minefield(&own, seed, context)?.into());
    play((invocation, &dealt), context, &|| page::mines(&own, &dealt, context), &deal)
}

fn guessing(own: &Given, seed: u64, context: &Context) -> Result<GuessSession, Fail> {
    let seats = own.names("seats").unwrap_or_default();
    let rules = Rules::of(own.whole("numbers"), seats.len(), own.list("weights"), own.optional("guesses"));
    let rules = rules.map_err(|why| commands::refused(refusal(why), "play", "guess"))?;
    let game = GuessSession::seeded(rules, seats.to_vec(), seed, &context.job());
    game.map_err(|error| helped(error, "--seats human,best", context))
}

pub(super) fn guess(invocation: &Invocation<'_>, (dealt,): (Dealt,), context: &Context) -> Result<(), Fail> {
    let own = invocation.command_options()?;
    let pause = Duration::from_millis(own.whole("pause"));
    let seats = own.names("seats").map_or(0, <[String]>::len);
    let deal = |seed| match seats > MOST_SEATS {
        true => Err(Fail::usage(format!("{seats} seats, but at most {MOST_SEATS} fit on the screen"))),
        false => Ok(GameView::from(guessing(&own, seed, context)?).with_pause(pause)),
    };
    play((invocation, &dealt), context, &|| page::guess(&own, &dealt, context), &deal)
}
