//! `--format html`: a page that is the game, instead of the terminal.

use super::{Dealt, Memories, guessing, helped, laid};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::file_format;
use crate::cli::policy::for_seats;
use crate::cli::target::Target;
use crate::family::Given;
use crate::games::memory::family::Remembered;
use crate::games::mines::family::Asked;
use crate::play::PlayError;
use crate::play::memory::shuffled;
use crate::play::page::{self, Minefield, PageOptions};
use clap::ValueEnum;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

/// The formats in which a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum WrittenAs {
    /// One page, for any browser
    Html,
}

impl Dealt {
    /// Returns the file that the page goes to, if a page is wanted.
    pub(super) fn page(&self, context: &Context) -> Result<Option<Target>, Fail> {
        let form = file_format::format("--format", self.form, self.output.as_deref())?;
        let path = match (form, &self.output) {
            (None, None) => return Ok(None),
            (Some(WrittenAs::Html), None) if io::stdout().is_terminal() => {
                return Err(Fail::usage("a page is for a browser, and stdout is a terminal; name a file")
                    .help("-o play.html"));
            }
            (Some(WrittenAs::Html), None) => PathBuf::from("-"),
            (Some(WrittenAs::Html), Some(path)) => path.clone(),
            (None, Some(path)) => return Err(file_format::unsaid::<WrittenAs>("--format", path)),
        };
        Target::open(&path, self.force, ["-o", "game.html"], context).map(Some)
    }

    pub(super) fn opening(&self, pause: u64) -> PageOptions {
        PageOptions { seed: self.seed, pause }
    }
}

impl Memories {
    /// The page of the game.
    pub(super) fn page(&self, dealt: &Dealt, context: &Context) -> Result<String, Fail> {
        let (most, most_seats) = (page::memory::MOST_PAIRS, page::memory::MOST_SEATS);
        if self.pairs > most {
            return Err(Fail::usage(format!("{} pairs, but a page has {most} pictures", self.pairs))
                .help(format!("--pairs {most}")));
        }
        let count = self.seats.seats.len();
        if count > most_seats {
            return Err(Fail::usage(format!("{count} seats, but a page has room for {most_seats}"))
                .help("--seats human,robots"));
        }
        if self.is_entered {
            return Err(Fail::usage("--entry is for the terminal, not for a page").help("leave out --entry"));
        }
        let setup =
            self.seats.setup_at_leisure(shuffled(self.pairs, 0), 0, &|names| for_seats(names, context))?;
        page::memory(&setup, dealt.opening(self.pause), &context.job()).map_err(|error| {
            let smaller = match error {
                PlayError::Refused(_) => page::memory::most_pairs(&setup, &context.job()).ok().flatten(),
                _ => None,
            };
            let help = match (smaller, &self.seats.memory) {
                (Some(pairs), _) => format!("--pairs {pairs}"),
                (None, Some(Remembered::Own(_))) => "--memory 3".to_owned(),
                (None, _) => "--seats human,robots".to_owned(),
            };
            helped(error, &help, context)
        })
    }
}

/// The page of a game of Minesweeper.
pub(super) fn mines(own: &Given, dealt: &Dealt, context: &Context) -> Result<String, Fail> {
    if own.is_given("board") {
        return Err(Fail::usage("--board is for the terminal, not for a page").help("leave out --board"));
    }
    let (size, mines) = laid(own)?;
    let field = Minefield { size, mines, first_click: Asked(own).first_click() };
    page::mines(field, dealt.opening(0))
        .map_err(|error| helped(error, "chancetree play mines --preset expert -o mines.html", context))
}

/// The page of a game of one who plays alone.
pub(super) fn solitaire(pairs: u16, dealt: &Dealt, context: &Context) -> Result<String, Fail> {
    let most = page::memory::MOST_PAIRS;
    page::solitaire(pairs, dealt.opening(0))
        .map_err(|error| helped(error, &format!("--pairs {most}"), context))
}

/// The page of a game of guessing.
pub(super) fn guess(own: &Given, dealt: &Dealt, context: &Context) -> Result<String, Fail> {
    let game = guessing(own, 0, context)?;
    let are_many = game.names.len() > page::memory::MOST_SEATS;
    let help = if are_many { "--seats human,best" } else { "leave out --guesses" };
    page::guess(&game, dealt.opening(own.whole("pause"))).map_err(|error| helped(error, help, context))
}
