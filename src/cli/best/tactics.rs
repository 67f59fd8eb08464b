//! The table of best tactics: pairs left by known singles, no pair known.

use super::super::checkpoint::{Parts, UNSAVED};
use super::super::fail::Fail;
use super::super::memory::{Board, Position as Largest};
use super::super::solved::decided;
use super::super::watch::{Several, Watch};
use super::{DEFAULT, parameters};
use crate::exact::Rational;
use crate::family::Solved;
use crate::games::memory::Table;
use crate::games::memory::best::Cell;
use crate::games::memory::decisions::{Decisions, Objective, Position};
use crate::games::memory::family::Decide;
use crate::games::memory::tactic::Tactic;
use std::collections::HashMap;

/// The best tactics of each cell of a row, by their numbers, and what they are worth.
pub(super) type Row = Vec<(Vec<u64>, Rational)>;

/// The cells of all boards that were asked for, row by row. Somebody has solved the largest, unless all rows are done.
pub(super) fn cells(
    solved: Option<&Solved<Decisions>>,
    board: &Board,
    decide: &Decide,
    rows: &Parts<Row>,
    watch: &Watch,
) -> Result<Several<Cell>, Fail> {
    // Positions of all boards follow from the largest, but for the lead, which depends on what was taken.
    let shared = solved.filter(|solved| solved.game.wanted() == Objective::Pairs);
    let shared = shared.map(|solved| (solved, places(solved)));
    let row = |pairs: u16, position: &Largest| {
        let own;
        let (solved, places) = match &shared {
            Some((solved, places)) => (*solved, places),
            None => {
                let solution = decided(decide.game(position, DEFAULT)?, UNSAVED, watch)?;
                let found = places(&solution);
                own = (solution, found);
                (&own.0, &own.1)
            }
        };
        let mut cells = Vec::new();
        for singles in 0..=pairs {
            let table = Table { known: 0, half: singles, unknown: pairs - singles };
            // A few positions only follow from larger boards, or with another lead.
            let (value, actions) = match places.get(&Position { table, ..Position::default() }) {
                Some(&node) => (solved.worth(node)[0].clone(), solved.actions(node)),
                None => {
                    let start = board.starting(table)?;
                    let alone = decided(decide.game(&start, DEFAULT)?, UNSAVED, watch)?;
                    let start = alone.graph.start();
                    (alone.worth(start)[0].clone(), alone.actions(start))
                }
            };
            let best = actions.iter().filter(|(_, worth)| *worth == value).map(|(tactic, _)| tactic);
            cells.push((best.map(|tactic| tactic.number().into()).collect(), value));
        }
        Ok(cells)
    };
    let told = |pairs: u16| {
        let position = board.position(pairs)?;
        let right = |row: &Row| {
            let mut best = row.iter().flat_map(|(best, _)| best);
            row.len() == usize::from(pairs) + 1 && best.all(|&number| tactic(number).is_some())
        };
        let row = rows.part(pairs.into(), right, watch, || row(pairs, &position))?;
        let parameters = parameters(&position, decide);
        let cell = |(singles, (best, value)): (u16, (Vec<u64>, Rational))| {
            let best = best.into_iter().filter_map(tactic).collect();
            Cell { pairs, singles, best, value, parameters: parameters.clone() }
        };
        Ok(Several::whole((0..).zip(row).map(cell).collect()))
    };
    watch.parts("board", board.pairs().iter().collect::<Vec<_>>(), told)
}

/// The tactic of a number.
fn tactic(number: u64) -> Option<Tactic> {
    Tactic::of(number.try_into().ok()?)
}

fn places(solved: &Solved<Decisions>) -> HashMap<Position, usize> {
    (0..solved.graph.node_count()).map(|node| (*solved.graph.state(node), node)).collect()
}
