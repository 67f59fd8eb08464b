//! `play`: games in the terminal, with the odds of every moment.

mod page;
mod saved;
mod seats;
mod terminal;
mod wrong;

use super::described::{self, Page, Question, Tailored, Takes};
use super::fail::Fail;
use super::policy::for_seats;
use super::position::Known;
use super::print;
use super::range::whole;
use super::spelled::spelled;
use super::target::Target;
use super::watch::Watch;
use crate::game::Weight;
use crate::games::guess::{Guess as Rules, refusal};
use crate::games::mines::family::Preset;
use crate::games::mines::game::FirstClick;
use crate::play::guess::{Guess, MOST_NUMBERS};
use crate::play::log;
use crate::play::memory::{MOST_PAIRS, MOST_SEATS, Memory, shuffled};
use crate::play::mines::Mines;
use crate::play::solitaire::Solitaire;
use crate::play::terminal::{Game, Left};
use clap::Args;
use seats::Sitting;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
pub(super) use terminal::{check, has_terminal, leave, replay};
pub(super) use wrong::fail;

#[derive(Debug, Args)]
pub(super) struct PlayMemory {
    /// Pairs of the board
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true,
        value_parser = whole(1u16, MOST_PAIRS))]
    pairs: u16,
    #[command(flatten)]
    seats: Sitting,
    /// Milliseconds that a robot waits before a card
    #[arg(long, value_name = "MS", default_value_t = 900, allow_negative_numbers = true,
        value_parser = whole(0u64, 60_000))]
    pause: u64,
    /// The cards lie on a real table: enter what each one shows when it is
    /// first turned [seats then: human,human]
    #[arg(long, conflicts_with = "seed")]
    entry: bool,
    #[command(flatten)]
    dealt: Dealt,
}

#[derive(Debug, Args)]
pub(super) struct PlaySolitaire {
    /// Pairs of the board
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true,
        value_parser = whole(1u16, MOST_PAIRS))]
    pairs: u16,
    #[command(flatten)]
    dealt: Dealt,
}

#[derive(Debug, Args)]
pub(super) struct PlayMines {
    /// A usual board: instead of --rows, --cols and --mines [default: beginner]
    #[arg(long, value_parser = spelled::<Preset>(), conflicts_with_all = ["rows", "cols", "mines"])]
    preset: Option<Preset>,
    /// Rows of the board
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = whole(1usize, MOST_SIDE))]
    rows: Option<usize>,
    /// Columns of the board
    #[arg(long, value_name = "C", allow_negative_numbers = true, value_parser = whole(1usize, MOST_SIDE))]
    cols: Option<usize>,
    /// Mines on it
    #[arg(long, value_name = "M", allow_negative_numbers = true,
        value_parser = whole(0usize, MOST_SIDE * MOST_SIDE))]
    mines: Option<usize>,
    /// What the first cell may hide
    #[arg(long, value_parser = spelled::<FirstClick>(), default_value = "safe", conflicts_with = "board")]
    first_click: FirstClick,
    /// A position of another program, as `risk mines` reads it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "seed"])]
    board: Option<PathBuf>,
    #[command(flatten)]
    dealt: Dealt,
}

/// The most rows, and the most columns.
const MOST_SIDE: usize = 100;

#[derive(Debug, Args)]
pub(super) struct PlayGuess {
    /// The greatest number it can be
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true,
        value_parser = whole(1u16, MOST_NUMBERS))]
    numbers: u16,
    /// How likely each number is, 1 first, in proportion [default: all alike]
    #[arg(long, value_name = "W1,W2,...", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = whole(0, Weight::MAX))]
    weights: Option<Vec<Weight>>,
    /// Guesses of all players together, after which nobody wins [default: as
    /// many as it takes]
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = whole(1u16, MOST_NUMBERS))]
    guesses: Option<u16>,
    /// Who guesses in turn, up to 8: human, or best
    #[arg(long, value_name = "S1,S2,...", value_delimiter = ',', default_value = "human,best")]
    seats: Vec<String>,
    /// Milliseconds that a robot waits before a guess
    #[arg(long, value_name = "MS", default_value_t = 900, allow_negative_numbers = true,
        value_parser = whole(0u64, 60_000))]
    pause: u64,
    #[command(flatten)]
    dealt: Dealt,
}

/// What is drawn at random, and what is kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
struct Dealt {
    /// The seed of the random numbers: the same deal each time [default: another
    /// one every time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Save the game here when it is left; replay reads it
    #[arg(long, value_name = "FILE", group = "written")]
    log: Option<PathBuf>,
    /// Write a page that is the game, for any browser, instead [default: what
    /// the end of the file's name says]
    #[arg(long = "as", value_enum, value_name = "FORMAT", conflicts_with = "log")]
    form: Option<page::As>,
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
        self.log.as_ref().map(|path| Target::open(path, self.force)).transpose()
    }
}

/// Plays until it is left, one game after the other, saves the game, and says how they ended once the terminal is given
/// back. `deal` makes a board from a seed.
fn play(dealt: &Dealt, watch: &Watch, deal: &dyn Fn(u64) -> Result<Game, Fail>) -> Result<(), Fail> {
    let mut game = deal(dealt.seed(0))?;
    terminal::check()?;
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

impl PlayMemory {
    fn game(&self, seed: u64, watch: &Watch) -> Result<Memory, Fail> {
        let seats = self.seats.seats();
        let mut setup = seats.setup(shuffled(self.pairs, seed), seed, &for_seats)?;
        if self.entry {
            if seats.memory.is_some() {
                let what = "--memory with --entry: what people at a table forget cannot be seen";
                return Err(Fail::usage(what).help("chancetree play memory --entry"));
            }
            setup.pictures = Some(Vec::new());
        }
        Memory::new(setup, &watch.run()).map_err(|error| fail(error, watch))
    }
}

impl Tailored for PlayMemory {
    const PAGE: Page = Page {
        verb: "play",
        family: "memory",
        about: "Memory against robots, or several people at one keyboard",
        details: "The odds suppose that nobody forgets, unless --memory says so, and that people go on like --people. \
                  Luck is how far a card moved the odds, a choice how far a player did who turned another kind of \
                  card. With --entry real cards lie on the table: say what each one shows, and read odds, luck and \
                  advice.",
        examples: &[
            "--pairs 8",
            "--seats human,best --people best --seed 7",
            "--seats human,human,T5 --log game.jsonl",
            "--pairs 8 --memory 3 --seats human,best",
            "--pairs 8 --entry --log table.jsonl",
        ],
        takes: Takes::These(&[]),
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        if let Some(target) = self.dealt.page()? {
            return target.deliver(self.page(watch)?, watch);
        }
        let pause = Duration::from_millis(self.pause);
        let deal = |seed| Ok(Game::memory(self.game(seed, watch)?, pause));
        play(&self.dealt, watch, &deal)
    }
}

impl Tailored for PlaySolitaire {
    const PAGE: Page = Page {
        verb: "play",
        family: "solitaire",
        about: "Memory for one player: how few turns?",
        details: "The log is also one for `chancetree fit solitaire`.",
        examples: &["--pairs 8", "--log game.jsonl && chancetree fit solitaire game.jsonl"],
        takes: Takes::These(&[]),
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        if let Some(target) = self.dealt.page()? {
            return target.deliver(self.page(watch)?, watch);
        }
        terminal::check()?;
        let deal = |seed| {
            let game = Solitaire::seeded(self.pairs, seed, &watch.run());
            Ok(Game::solitaire(game.map_err(|error| fail(error, watch))?))
        };
        play(&self.dealt, watch, &deal)
    }
}

impl PlayMines {
    /// Rows and columns, and the mines.
    fn laid(&self) -> Result<((usize, usize), usize), Fail> {
        match (self.rows, self.cols, self.mines) {
            (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
            (None, None, None) => Ok(self.preset.unwrap_or(Preset::Beginner).laid()),
            _ => Err(Fail::usage("--rows, --cols and --mines are needed, all three")
                .help("chancetree play mines --rows 12 --cols 20 --mines 40")),
        }
    }

    fn game(&self, seed: u64, watch: &Watch) -> Result<Mines, Fail> {
        let run = watch.run();
        let game = match &self.board {
            Some(path) => {
                let board = Known::of(self.mines, self.preset).board(path)?;
                return Mines::entered(board, &run).map_err(|error| fail(error, watch));
            }
            None => {
                let (size, mines) = self.laid()?;
                Mines::seeded(size, mines, self.first_click, seed, &run)
            }
        };
        game.map_err(|error| wrong::helped(error, "--preset beginner", watch))
    }
}

impl Tailored for PlayMines {
    const PAGE: Page = Page {
        verb: "play",
        family: "mines",
        about: "Minesweeper, with the risk of every cell",
        details: "Mines are laid by a seed once the first cell is opened. --board enters a position of another program \
                  instead: type what it shows, read the risks.",
        examples: &[
            "--preset beginner",
            "--rows 12 --cols 20 --mines 40 --first-click opening",
            "--board position.txt --mines 10",
        ],
        takes: Takes::These(&[]),
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        if let Some(target) = self.dealt.page()? {
            return target.deliver(self.page(watch)?, watch);
        }
        let deal = |seed| Ok(Game::mines(self.game(seed, watch)?));
        play(&self.dealt, watch, &deal)
    }
}

impl PlayGuess {
    fn game(&self, seed: u64, watch: &Watch) -> Result<Guess, Fail> {
        let rules = Rules::among(self.numbers, &self.seats, self.weights.as_deref(), self.guesses);
        let rules = rules.map_err(|why| described::refused(refusal(why), "play", "guess"))?;
        let game = Guess::seeded(rules, self.seats.clone(), seed, &watch.run());
        game.map_err(|error| wrong::helped(error, "--seats human,best", watch))
    }
}

impl Tailored for PlayGuess {
    const PAGE: Page = Page {
        verb: "play",
        family: "guess",
        about: "Guess a secret number in turn: lower, higher, or it is won",
        details: "The odds suppose that all guess best from now on.",
        examples: &[
            "--numbers 20",
            "--numbers 9 --seats human,best,best --seed 3",
            "--numbers 6 --weights 1,2,3,3,2,1 --guesses 3",
        ],
        takes: Takes::These(&[]),
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        if let Some(target) = self.dealt.page()? {
            return target.deliver(self.page(watch)?, watch);
        }
        if self.seats.len() > MOST_SEATS {
            let seats = self.seats.len();
            return Err(Fail::usage(format!("{seats} seats, but at most {MOST_SEATS} fit on the screen")));
        }
        let pause = Duration::from_millis(self.pause);
        let deal = |seed| Ok(Game::guess(self.game(seed, watch)?, pause));
        play(&self.dealt, watch, &deal)
    }
}
