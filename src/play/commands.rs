//! The command `play` of each family of chancetree: its options become games on the screen, or a page.
//!
//! The program captures the terminal, saves the log, and writes the page into its file.

use super::PlayError;
use super::guess::{BEST, GuessSession};
use super::memory::{
    MAX_SEATS, MemorySession, Policies, Seats, first_seats, named_seats, shuffled, usual_seats,
};
use super::mines::MinesSession;
use super::page::{self, Minefield, PageOptions};
use super::solitaire::SolitaireSession;
use super::terminal::GameView;
use crate::family::{CommandError, GameArguments, Inputs, Refusal};
use crate::games::guess::{Guess, GuessPlayArgs, refusal};
use crate::games::memory::family::{Remembered, may_be_file};
use crate::games::mines::family::{BoardDimensions, MinesArgs, Preset};
use crate::model::Job;
use serde::Deserialize;
use std::path::Path;
use std::time::Duration;

/// The command `play` of a family, with its options.
pub trait PlayCommand {
    /// Returns a new game, dealt from a seed.
    ///
    /// # Errors
    /// Returns an error if the options describe no game, or a limit is exceeded.
    fn deal(&self, seed: u64, job: &Job<'_>) -> Result<GameView, CommandError>;

    /// Returns the web page that plays the game. Without a seed, the page deals a different game every time.
    ///
    /// # Errors
    /// Returns an error if the options describe no game, a page cannot play it, or a limit is exceeded.
    fn page(&self, seed: Option<u64>, job: &Job<'_>) -> Result<String, CommandError>;
}

/// Reads the options of the command `play`. The inputs read the files that options name.
pub type PlayReader = fn(&GameArguments, &Inputs) -> Result<Box<dyn PlayCommand>, Refusal>;

/// Returns the reader of the options of a family. The other families are played in plain lines of text, by the general
/// command.
///
/// ```
/// use chancetree_engine::model::Job;
/// use chancetree_families::family::{GameArguments, Inputs, Parameter};
/// use chancetree_play::commands::play_reader;
///
/// let pairs = [Parameter::number("pairs", "Number of pairs", 1, 36).default_value("8")];
/// let options = GameArguments::all(&pairs, &|_| None)?.remove(0);
/// let read = play_reader("solitaire").expect("solitaire has a screen");
/// let command = read(&options, &Inputs::default()).expect("valid options");
/// assert!(command.page(Some(1), &Job::default())?.contains("Solitaire Memory"));
/// assert!(play_reader("model").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_reader(family: &str) -> Option<PlayReader> {
    match family {
        "memory" => Some(MemoryOptions::read),
        "solitaire" => Some(|own, _| Ok(Box::new(own.read::<SolitaireOptions>()))),
        "mines" => Some(|own, _| Ok(Box::new(MinesOptions { board: MinesArgs::of(own) }))),
        "guess" => Some(guess_options),
        _ => None,
    }
}

/// Reads the policy files among the names of strategies. Messages contain the name of a file as it was typed.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn policies(names: &[String], inputs: &Inputs) -> Result<Policies, Refusal> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    let mut policies = Policies::new();
    for name in files {
        policies.insert(name.clone(), (name.clone(), inputs.text(Path::new(name))?));
    }
    Ok(policies)
}

impl From<PlayError> for CommandError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Engine(error) => Self::Engine(error),
            PlayError::Refused(what) => Self::Refused(Refusal::new(what)),
        }
    }
}

/// Adds a suggestion to the refusal of a game.
fn with_help(error: PlayError, help: impl FnOnce(Refusal) -> Refusal) -> CommandError {
    match error.into() {
        CommandError::Refused(refusal) => help(refusal).into(),
        error => error,
    }
}

/// The options of a game of Memory.
struct MemoryOptions {
    args: MemoryPlayArgs,
    inputs: Inputs,
}

#[derive(Deserialize)]
struct MemoryPlayArgs {
    pairs: u16,
    #[serde(flatten)]
    seats: Seats,
    pause: u64,
    #[serde(default, rename = "entry")]
    is_entry: bool,
}

impl MemoryOptions {
    fn read(own: &GameArguments, inputs: &Inputs) -> Result<Box<dyn PlayCommand>, Refusal> {
        let mut args: MemoryPlayArgs = own.read();
        if args.seats.seats.is_empty() {
            let other = if args.is_entry { "human" } else { "robots" };
            args.seats.seats = usual_seats(&args.seats.names, other);
        }
        Ok(Box::new(Self { args, inputs: inputs.clone() }))
    }
}

impl PlayCommand for MemoryOptions {
    fn deal(&self, seed: u64, job: &Job<'_>) -> Result<GameView, CommandError> {
        let MemoryPlayArgs { pairs, seats, pause, is_entry } = &self.args;
        let mut setup = seats.setup(shuffled(*pairs, seed), seed, &|names| policies(names, &self.inputs))?;
        if *is_entry {
            if seats.memory.is_some() {
                let what = "--memory cannot be used with --entry: the program cannot see what people forget";
                return Err(Refusal::new(what).ask("play memory --entry").into());
            }
            setup.pictures = Some(Vec::new());
        }
        Ok(GameView::from(MemorySession::new(setup, job)?).with_pause(Duration::from_millis(*pause)))
    }

    fn page(&self, seed: Option<u64>, job: &Job<'_>) -> Result<String, CommandError> {
        let MemoryPlayArgs { pairs, seats, pause, is_entry } = &self.args;
        let (most, most_seats, count) = (page::memory::MAX_PAIRS, page::memory::MAX_SEATS, seats.seats.len());
        if *pairs > most {
            return Err(Refusal::new(format!("{pairs} pairs, but a page has {most} pictures"))
                .help(format!("--pairs {most}"))
                .into());
        }
        if count > most_seats {
            let what = format!("{count} seats, but a page has room for {most_seats}");
            return Err(Refusal::new(what).help(seats.first(most_seats)).into());
        }
        if *is_entry {
            let what = "--entry works in the terminal only, not in a page";
            return Err(Refusal::new(what).help("leave out --entry").into());
        }
        let setup =
            seats.setup_without_limit(shuffled(*pairs, 0), 0, &|names| policies(names, &self.inputs))?;
        page::memory(&setup, PageOptions { seed, pause: *pause }, job).map_err(|error| {
            let smaller = match error {
                PlayError::Refused(_) => page::memory::most_pairs(&setup, job).ok().flatten(),
                PlayError::Engine(_) => None,
            };
            let help = match (smaller, &seats.memory) {
                (Some(pairs), _) => format!("--pairs {pairs}"),
                (None, Some(Remembered::Own(_))) => "--memory 3".to_owned(),
                (None, _) => seats.first(2),
            };
            with_help(error, |refusal| refusal.help(help))
        })
    }
}

/// The options of a game of solitaire.
#[derive(Deserialize)]
struct SolitaireOptions {
    pairs: u16,
}

impl PlayCommand for SolitaireOptions {
    fn deal(&self, seed: u64, job: &Job<'_>) -> Result<GameView, CommandError> {
        Ok(SolitaireSession::seeded(self.pairs, seed, job)?.into())
    }

    fn page(&self, seed: Option<u64>, _: &Job<'_>) -> Result<String, CommandError> {
        let help = format!("--pairs {}", page::memory::MAX_PAIRS);
        let page = page::solitaire(self.pairs, PageOptions { seed, pause: 0 });
        page.map_err(|error| with_help(error, |refusal| refusal.help(help)))
    }
}

/// The options of a game of Minesweeper.
struct MinesOptions {
    board: MinesArgs,
}

impl MinesOptions {
    /// Returns the rows and columns, and the number of mines, of the board.
    fn dimensions(&self) -> Result<BoardDimensions, Refusal> {
        match self.board.size() {
            (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
            (None, None, None) => Ok(self.board.known().preset.unwrap_or(Preset::ALL[0]).dimensions),
            _ => Err(Refusal::new("--rows, --cols and --mines are required together")
                .ask("play mines --rows 12 --cols 20 --mines 40")),
        }
    }
}

impl PlayCommand for MinesOptions {
    fn deal(&self, seed: u64, job: &Job<'_>) -> Result<GameView, CommandError> {
        if let Some(position) = self.board.position()? {
            return Ok(MinesSession::entered(position.board, job)?.into());
        }
        let (size, mines) = self.dimensions()?;
        let game = MinesSession::seeded(size, mines, self.board.first_click(), seed, job);
        game.map(GameView::from)
            .map_err(|error| with_help(error, |refusal| refusal.ask("play mines --preset beginner")))
    }

    fn page(&self, seed: Option<u64>, _: &Job<'_>) -> Result<String, CommandError> {
        if self.board.board().is_some() {
            let what = "--board works in the terminal only, not in a page";
            return Err(Refusal::new(what).help("leave out --board").into());
        }
        let (size, mines) = self.dimensions()?;
        let field = Minefield { size, mines, first_click: self.board.first_click() };
        page::mines(field, PageOptions { seed, pause: 0 }).map_err(|error| {
            with_help(error, |refusal| refusal.ask("play mines --preset expert -o mines.html"))
        })
    }
}

/// Reads the options of a guessing game.
fn guess_options(own: &GameArguments, _: &Inputs) -> Result<Box<dyn PlayCommand>, Refusal> {
    let mut args: GuessPlayArgs = own.read();
    if args.seats.is_empty() {
        args.seats = usual_seats(&args.names, BEST);
    }
    Ok(Box::new(args))
}

fn guess_session(args: &GuessPlayArgs, seed: u64, job: &Job<'_>) -> Result<GuessSession, CommandError> {
    let GuessPlayArgs { numbers, weights, guesses, seats, names, .. } = args;
    let names = named_seats(seats, names)?;
    let rules = Guess::of(*numbers, seats.len(), weights.as_deref(), *guesses).map_err(refusal)?;
    let game = GuessSession::seeded(rules, seats.clone(), seed, job);
    game.map(|game| game.named(names))
        .map_err(|error| with_help(error, |refusal| refusal.help("--seats human,best")))
}

impl PlayCommand for GuessPlayArgs {
    fn deal(&self, seed: u64, job: &Job<'_>) -> Result<GameView, CommandError> {
        let seats = self.seats.len();
        if seats > MAX_SEATS {
            let what = format!("{seats} seats, but at most {MAX_SEATS} fit on the screen");
            return Err(Refusal::new(what).help(first_seats(&self.seats, &self.names, MAX_SEATS)).into());
        }
        let view = GameView::from(guess_session(self, seed, job)?);
        Ok(view.with_pause(Duration::from_millis(self.pause)))
    }

    fn page(&self, seed: Option<u64>, job: &Job<'_>) -> Result<String, CommandError> {
        let game = guess_session(self, 0, job)?;
        let are_many = game.names.len() > page::memory::MAX_SEATS;
        let help = match are_many {
            true => first_seats(&self.seats, &self.names, page::memory::MAX_SEATS),
            false => "leave out --guesses".to_owned(),
        };
        let page = page::guess(&game, PageOptions { seed, pause: self.pause });
        page.map_err(|error| with_help(error, |refusal| refusal.help(help)))
    }
}
