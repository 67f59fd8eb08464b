//! Finds the worth of every first cell of Minesweeper.

mod boards;
mod firsts;
mod position;

use super::super::described::{Page, Question, Tailored, Takes};
use super::super::fail::Fail;
use super::super::print::Print;
use super::super::watch::Watch;
use crate::exact::{Rational, ratio};
use crate::family::{ColumnOf, Datum, Table};
use crate::games::mines::family::Asked;
use crate::games::mines::game::{Cell, FirstClick};
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct BestMines {
    /// All boards up to R rows and C columns, with every number of mines:
    /// whether lowest risk with the best ties wins as many as the best play
    #[arg(long, value_name = "R,C", value_parser = up_to, help_heading = "Board",
        conflicts_with_all = ["rows", "cols", "mines", "preset", "board", "lowest"])]
    up_to: Option<(u8, u8)>,
    /// Lowest risk with the best of all tie rules, beside the best play
    #[arg(long, help_heading = "Play")]
    lowest: bool,
    /// The same as --first-click safe
    #[arg(long, help_heading = "Play", conflicts_with_all = ["first-click", "board"])]
    safe: bool,
    #[command(flatten)]
    print: Print,
}

impl Tailored for BestMines {
    const PAGE: Page = Page {
        verb: "best",
        family: "mines",
        about: "Minesweeper on a small board: how many placements each first cell wins",
        details: "The most placements that any play can win, exact, for every first cell, or for every hidden cell of \
                  a position; or of all small boards, whether lowest risk (Lindgren 2000) wins as many.",
        examples: &[
            "--rows 4 --cols 4 --mines 3",
            "--rows 4 --cols 4 --mines 4 --lowest",
            "--up-to 3,4",
            "--board position.txt",
        ],
        takes: Takes::These(&["preset", "rows", "cols", "mines", "board", "first-click"]),
    };

    fn answer(self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let games = question.games()?;
        let click = if self.safe { FirstClick::Safe } else { Asked(&games[0]).first_click() };
        if let Some(most) = self.up_to {
            return boards::run(most, click, self.print, watch);
        }
        match games[0].text("board") {
            Some(_) => position::run(&question.one()?, question, self.lowest, self.print, watch),
            None => firsts::run(&games, question, (click, self.lowest), self.print, watch),
        }
    }
}

/// The subject of a question about several boards.
const ABOUT: &str = "Minesweeper, best play";

/// A cell that can be opened, as it is told.
struct Opened {
    cell: Cell,
    placements: u64,
    wins: u64,
    /// In how many placements it is a mine, where that is told.
    mines: Option<u64>,
    /// The number that are won if lowest risk with the best ties goes on.
    lowest: Option<u64>,
    is_best: bool,
}

impl Opened {
    /// The probability of winning.
    fn win(&self) -> Rational {
        share(self.wins, self.placements)
    }

    /// The table of such cells, of which all or none have a risk and what lowest risk wins; `placements` heads how many
    /// there are of each, where people are shown it.
    fn table(key: &str, head: &'static str, placements: Option<&'static str>, cells: &[Self]) -> Table {
        let has = |known: fn(&Self) -> Option<u64>| cells.iter().any(|cell| known(cell).is_some());
        let part = |cell: &Self, number| Datum::Exact(share(number, cell.placements));
        let risk = |cell: &&Self| cell.mines.map(|mines| part(cell, mines)).into();
        let lowest = |cell: &&Self| cell.lowest.map(|lowest| part(cell, lowest)).into();
        let mut fields: Vec<ColumnOf<'_, &Self>> = vec![
            ("", Some(""), &|cell| if cell.is_best { "*" } else { "" }.into()),
            ("", Some(head), &|cell| cell.cell.to_string().into()),
            ("row", None, &|cell| cell.cell.row.into()),
            ("column", None, &|cell| cell.cell.col.into()),
            ("wins", Some("placements won"), &|cell| cell.wins.into()),
            ("placements", placements, &|cell| cell.placements.into()),
            ("win", Some("P(win)"), &|cell| cell.win().into()),
        ];
        if has(|cell| cell.mines) {
            fields.push(("risk", Some("P(mine)"), &risk));
        }
        fields.push(("best", None, &|cell| cell.is_best.into()));
        if has(|cell| cell.lowest) {
            fields.push(("lowest_wins", Some("by lowest risk"), &|cell| cell.lowest.into()));
            fields.push(("lowest_win", None, &lowest));
            fields.push(("", Some("fewer"), &|cell| cell.lowest.map(|lowest| cell.wins - lowest).into()));
        }
        Table::of(key, cells, &fields).main()
    }
}

fn share(wins: u64, total: u64) -> Rational {
    ratio(wins, total)
}

/// Reads how large boards may be.
fn up_to(text: &str) -> Result<(u8, u8), String> {
    let size = text.split_once(',').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let fits = |(rows, cols): &(u8, u8)| (1..=MOST_LISTED).contains(&(u32::from(*rows) * u32::from(*cols)));
    size.filter(fits)
        .ok_or_else(|| format!("rows and columns such as 3,4 are needed, {MOST_LISTED} cells at most"))
}

/// The most cells of boards that are compared with all numbers of mines.
const MOST_LISTED: u32 = 20;
