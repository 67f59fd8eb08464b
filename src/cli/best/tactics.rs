//! The table of best tactics: pairs left by known singles, no pair known.

use super::super::checkpoint::{Parts, UNSAVED};
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::solved::decided;
use super::super::watch::{Several, Watch};
use super::parameters;
use crate::family::Solved;
use crate::games::memory::best::{self, Cell, Row, is_row};
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::Decide;

/// The cells of some boards, row by row. Somebody has solved the largest, unless all rows are done.
pub(super) fn cells(
    solved: Option<&Solved<Decisions>>,
    boards: Vec<Position>,
    decide: &Decide,
    rows: &Parts<Row>,
    watch: &Watch,
) -> Result<Several<Cell>, Fail> {
    // Positions of all boards follow from the largest, but for the lead, which depends on what was taken.
    let shared = solved.filter(|solved| solved.game.wanted() == Objective::Pairs);
    let solve = |position: &Position| decided(&decide.game(position)?, UNSAVED, watch);
    let row = |position: &Position| {
        let alone = |table| solve(&position.at(table)?);
        match shared {
            Some(solved) => best::row(solved, position.pairs, alone),
            None => best::row(&solve(position)?, position.pairs, alone),
        }
    };
    let told = |position: Position| {
        let pairs = position.pairs;
        let row = rows.part(pairs.into(), |row| is_row(row, pairs), watch, || row(&position))?;
        Ok(Several::whole(Cell::of_row(pairs, row, &parameters(&position, decide))))
    };
    watch.parts("board", boards, told)
}
