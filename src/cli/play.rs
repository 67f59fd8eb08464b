//! `play`: games in the terminal, with the odds of every moment.

mod page;
mod saved;
mod terminal;

use super::described::{self, Inquiry};
use super::fail::{Fail, Status};
use super::policy::for_seats;
use super::print;
use super::risk;
use super::target::Target;
use super::watch::Watch;
use super::whole;
use crate::family::Given;
use crate::games::guess::{Guess as Rules, refusal};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::memory as remembered;
use crate::games::mines::family::{Asked, Laid, Preset};
use crate::play::guess::GuessSession;
use crate::play::memory::{MOST_SEATS, MemorySession, Seats, shuffled};
use crate::play::mines::MinesSession;
use crate::play::solitaire::SolitaireSession;
use crate::play::terminal::{Left, Tabletop};
use crate::play::{Wrong, log};
use clap::Args;
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

    fn target(&self) -> Result<Option<Target>, Fail> {
        self.log.as_ref().map(|path| Target::open(path, self.force, ["--log", "game.jsonl"])).transpose()
    }
}

/// Plays until it is left, one game after the other, saves the game, and says how they ended once the terminal is given
/// back; or writes the page of the game, if that is wanted. `deal` makes a board from a seed.
fn play(
    (question, dealt): (&Inquiry, &Dealt),
    watch: &Watch,
    page: &dyn Fn() -> Result<String, Fail>,
    deal: &dyn Fn(u64) -> Result<Tabletop, Fail>,
) -> Result<(), Fail> {
    if let Some(target) = dealt.page()? {
        return target.deliver(page()?, watch);
    }
    let mut game = deal(dealt.seed(0))?;
    terminal::check(&question.example("odds"))?;
    let mut target = dealt.target()?;
    // A log is of one game.
    let again = target.is_none();
    watch.clear();
    let mut told = String::new();
    for round in 1.. {
        saved::begin(target.take(), game.session());
        let left = terminal::play(&mut game, again, watch);
        if let Some((target, _)) = saved::take() {
            target.deliver(log::write(game.session()), watch)?;
        }
        let is_over = game.session().is_over();
        let result = if is_over { game.result() } else { "left before the end".to_owned() };
        told.push_str(&format!("{}\n  {result}\n", game.title()));
        match left? {
            Left::Quit => break,
            Left::Again => game = deal(dealt.seed(round))?,
        }
    }
    print::print(&told)
}

/// Explains the error of a game to the one who asked.
pub(super) fn fail(error: Wrong, watch: &Watch) -> Fail {
    match error {
        Wrong::Engine(error) => watch.explain(error),
        other => Fail::new(Status::Usage, other.to_string()),
    }
}

/// Returns the error with what helps, if the step was refused and not only stopped.
fn helped(error: Wrong, help: &str, watch: &Watch) -> Fail {
    let is_refused = matches!(error, Wrong::Refused(_));
    let fail = fail(error, watch);
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

    fn game(&self, seed: u64, watch: &Watch) -> Result<MemorySession, Fail> {
        let mut setup = self.seats.setup(shuffled(self.pairs, seed), seed, &for_seats)?;
        if self.is_entered {
            if self.seats.memory.is_some() {
                let what = "--memory with --entry: what people at a table forget cannot be seen";
                return Err(Fail::usage(what).help("chancetree play memory --entry"));
            }
            setup.pictures = Some(Vec::new());
        }
        MemorySession::new(setup, &watch.job()).map_err(|error| fail(error, watch))
    }
}

pub(super) fn memory(question: &Inquiry, (dealt,): (Dealt,), watch: &Watch) -> Result<(), Fail> {
    let asked = Memories::of(&question.own()?);
    let pause = Duration::from_millis(asked.pause);
    let deal = |seed| Ok(Tabletop::memory(asked.game(seed, watch)?, pause));
    play((question, &dealt), watch, &|| asked.page(&dealt, watch), &deal)
}

pub(super) fn solitaire(question: &Inquiry, (dealt,): (Dealt,), watch: &Watch) -> Result<(), Fail> {
    let pairs = question.own()?.whole("pairs");
    let deal = |seed| {
        terminal::check(&question.example("odds"))?;
        let game = SolitaireSession::seeded(pairs, seed, &watch.job());
        Ok(Tabletop::solitaire(game.map_err(|error| fail(error, watch))?))
    };
    play((question, &dealt), watch, &|| page::solitaire(pairs, &dealt, watch), &deal)
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

fn minefield(own: &Given, seed: u64, watch: &Watch) -> Result<MinesSession, Fail> {
    let job = watch.job();
    if let Some(path) = own.text("board") {
        let board = risk::board(Asked(own).known(), Path::new(path))?;
        return MinesSession::entered(board, &job).map_err(|error| fail(error, watch));
    }
    let (size, mines) = laid(own)?;
    let game = MinesSession::seeded(size, mines, Asked(own).first_click(), seed, &job);
    game.map_err(|error| helped(error, "--preset beginner", watch))
}

pub(super) fn mines(question: &Inquiry, (dealt,): (Dealt,), watch: &Watch) -> Result<(), Fail> {
    let own = question.own()?;
    let deal = |seed| Ok(Tabletop::mines(minefield(&own, seed, watch)?));
    play((question, &dealt), watch, &|| page::mines(&own, &dealt, watch), &deal)
}

fn guessing(own: &Given, seed: u64, watch: &Watch) -> Result<GuessSession, Fail> {
    let seats = own.names("seats").unwrap_or_default();
    let rules = Rules::of(own.whole("numbers"), seats.len(), own.list("weights"), own.optional("guesses"));
    let rules = rules.map_err(|why| described::refused(refusal(why), "play", "guess"))?;
    let game = GuessSession::seeded(rules, seats.to_vec(), seed, &watch.job());
    game.map_err(|error| helped(error, "--seats human,best", watch))
}

pub(super) fn guess(question: &Inquiry, (dealt,): (Dealt,), watch: &Watch) -> Result<(), Fail> {
    let own = question.own()?;
    let pause = Duration::from_millis(own.whole("pause"));
    let seats = own.names("seats").map_or(0, <[String]>::len);
    let deal = |seed| match seats > MOST_SEATS {
        true => Err(Fail::usage(format!("{seats} seats, but at most {MOST_SEATS} fit on the screen"))),
        false => Ok(Tabletop::guess(guessing(&own, seed, watch)?, pause)),
    };
    play((question, &dealt), watch, &|| page::guess(&own, &dealt, watch), &deal)
}
