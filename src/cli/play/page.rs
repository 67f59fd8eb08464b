//! `play --format html`: writes a playable HTML page.

use super::{MemoryOptions, PlayArgs, board_layout, fail_with_help, guess_session};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::file_format;
use crate::cli::policy::for_seats;
use crate::cli::target::Target;
use chancetree_families::guess::GuessPlayArgs;
use chancetree_families::memory::family::Remembered;
use chancetree_families::mines::family::MinesArgs;
use chancetree_play::PlayError;
use chancetree_play::memory::shuffled;
use chancetree_play::page::{self, Minefield, PageOptions};
use clap::ValueEnum;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

/// The format of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PageFormat {
    /// One page, for any browser
    Html,
}

impl PlayArgs {
    /// Opens the file of the page, or returns `None` for a game in the terminal.
    pub(super) fn page(&self, context: &Context) -> Result<Option<Target>, Fail> {
        let form = file_format::format("--format", self.form, self.output.as_deref())?;
        let path = match (form, &self.output) {
            (None, None) => return Ok(None),
            (Some(PageFormat::Html), None) if io::stdout().is_terminal() => {
                return Err(Fail::usage("a page cannot be shown in a terminal; write it to a file")
                    .help("-o play.html"));
            }
            (Some(PageFormat::Html), None) => PathBuf::from("-"),
            (Some(PageFormat::Html), Some(path)) => path.clone(),
            (None, Some(path)) => return Err(file_format::unknown_format::<PageFormat>("--format", path)),
        };
        Target::open(&path, self.force, ["-o", "game.html"], context).map(Some)
    }

    fn page_options(&self, pause: u64) -> PageOptions {
        PageOptions { seed: self.seed, pause }
    }
}

impl MemoryOptions {
    /// Returns the page of the game.
    pub(super) fn page(&self, args: &PlayArgs, context: &Context) -> Result<String, Fail> {
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
        if self.is_entry {
            return Err(
                Fail::usage("--entry works in the terminal only, not in a page").help("leave out --entry")
            );
        }
        let setup =
            self.seats.setup_at_leisure(shuffled(self.pairs, 0), 0, &|names| for_seats(names, context))?;
        page::memory(&setup, args.page_options(self.pause), &context.job()).map_err(|error| {
            let smaller = match error {
                PlayError::Refused(_) => page::memory::most_pairs(&setup, &context.job()).ok().flatten(),
                _ => None,
            };
            let help = match (smaller, &self.seats.memory) {
                (Some(pairs), _) => format!("--pairs {pairs}"),
                (None, Some(Remembered::Own(_))) => "--memory 3".to_owned(),
                (None, _) => "--seats human,robots".to_owned(),
            };
            fail_with_help(error, &help, context)
        })
    }
}

/// Returns the page of a Minesweeper game.
pub(super) fn mines(board: &MinesArgs, args: &PlayArgs, context: &Context) -> Result<String, Fail> {
    if board.board().is_some() {
        return Err(
            Fail::usage("--board works in the terminal only, not in a page").help("leave out --board")
        );
    }
    let (size, mines) = board_layout(board)?;
    let field = Minefield { size, mines, first_click: board.first_click() };
    page::mines(field, args.page_options(0)).map_err(|error| {
        fail_with_help(error, "chancetree play mines --preset expert -o mines.html", context)
    })
}

/// Returns the page of a solitaire game.
pub(super) fn solitaire(pairs: u16, args: &PlayArgs, context: &Context) -> Result<String, Fail> {
    let most = page::memory::MOST_PAIRS;
    page::solitaire(pairs, args.page_options(0))
        .map_err(|error| fail_with_help(error, &format!("--pairs {most}"), context))
}

/// Returns the page of a guessing game.
pub(super) fn guess(options: &GuessPlayArgs, args: &PlayArgs, context: &Context) -> Result<String, Fail> {
    let game = guess_session(options, 0, context)?;
    let are_many = game.names.len() > page::memory::MOST_SEATS;
    let help = if are_many { "--seats human,best" } else { "leave out --guesses" };
    page::guess(&game, args.page_options(options.pause)).map_err(|error| fail_with_help(error, help, context))
}
