//! Text, measures and pictures of Minesweeper positions.

use super::field::bit;
use super::game::{Contents, FieldState, Mines, Opening, number};
use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
use crate::game::Points;

impl Depict for Mines {
    fn measures(&self) -> &'static [&'static str] {
        &["opened"]
    }

    /// Writes -1 for an end, because an end is the same state whatever cells are open.
    fn measure(&self, view: &FieldState, numbers: &mut Vec<i32>) {
        numbers.push(match view {
            FieldState::Open { opened, .. } => opened.count_ones() as i32,
            FieldState::Won | FieldState::Lost => -1,
        });
    }

    /// Writes the rows of the board, with `.` for a hidden cell, or the result at an end.
    fn words(&self, view: &FieldState, text: &mut String) {
        match view {
            FieldState::Won => return text.push_str("won"),
            FieldState::Lost => return text.push_str("lost"),
            FieldState::Open { .. } => {}
        }
        for (index, row) in self.board(view, &[]).rows.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "/" });
            text.extend(row.iter().map(|tile| match tile {
                Tile::Open(number) => number.as_str(),
                _ => ".",
            }));
        }
    }

    fn board(&self, view: &FieldState, _: &[Points]) -> Board {
        // An end is the same state whatever cells are open.
        let FieldState::Open { opened, numbers } = view else { return Board { rows: Vec::new() } };
        let tile = |cell: u8| match opened & bit(cell) {
            0 => Tile::Hidden,
            _ => Tile::Open(number(numbers, cell).to_string()),
        };
        let cols = self.field().cols();
        let row = |row: u8| (row * cols..(row + 1) * cols).map(tile).collect();
        Board { rows: (0..self.field().rows()).map(row).collect() }
    }

    fn kind(&self, opening: Opening) -> EventKind {
        match opening.shown {
            Contents::Number(_) => EventKind::new("number", "the cell is safe: the mines next to it", 0),
            Contents::Mine(_) => EventKind::new("mine", "the cell is a mine: the game is lost", 1),
        }
    }

    fn codes(&self) -> Vec<Code> {
        vec![
            Code::new("2,3", "the cell in row 2 and column 3"),
            Code::new("2,3=1", "it is opened, and 1 mine is next to it"),
            Code::new("left", "mines that are not identified when one is opened"),
        ]
    }

    fn ending(&self, view: &FieldState, _: Option<Opening>) -> Option<Ending> {
        Some(if *view == FieldState::Won { Ending::Won(0) } else { Ending::Lost })
    }
}
