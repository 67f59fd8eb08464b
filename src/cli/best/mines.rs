//! Finds the worth of every first cell of Minesweeper.

mod boards;
mod firsts;
mod position;

use super::super::described::Question;
use super::super::fail::Fail;
use super::super::print::Print;
use super::super::watch::Watch;
use crate::exact::{Rational, ratio};
use crate::family::{ColumnOf, Datum, Table};
use crate::games::mines::best::Opened;
use crate::games::mines::family::{Asked, up_to};
use crate::games::mines::game::FirstClick;

pub(in crate::cli) fn mines(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let click = if own.is_given("safe") { FirstClick::Safe } else { Asked(&games[0]).first_click() };
    if let Some(most) = own.text("up-to").and_then(|text| up_to(text).ok()) {
        return boards::run(most, click, print, watch);
    }
    let lowest = own.is_given("lowest");
    match games[0].text("board") {
        Some(_) => position::run(&question.one()?, question, lowest, print, watch),
        None => firsts::run(&games, question, (click, lowest), print, watch),
    }
}

/// The subject of a question about several boards.
const ABOUT: &str = "Minesweeper, best play";

/// The table of such cells, of which all or none have a risk and what lowest risk wins; `placements` heads how many
/// there are of each, where people are shown it.
fn table(key: &str, head: &'static str, placements: Option<&'static str>, cells: &[Opened]) -> Table {
    let has = |known: fn(&Opened) -> Option<u64>| cells.iter().any(|cell| known(cell).is_some());
    let part = |cell: &Opened, number| Datum::Exact(share(number, cell.placements));
    let risk = |cell: &&Opened| cell.mines.map(|mines| part(cell, mines)).into();
    let lowest = |cell: &&Opened| cell.lowest.map(|lowest| part(cell, lowest)).into();
    let mut fields: Vec<ColumnOf<'_, &Opened>> = vec![
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

fn share(wins: u64, total: u64) -> Rational {
    ratio(wins, total)
}
