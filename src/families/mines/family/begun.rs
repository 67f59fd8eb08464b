//! The position that games at random begin from.

use super::asked::Asked;
use crate::exact::Rational;
use crate::family::Refusal;
use crate::mines::board::Board;
use crate::mines::field::Field;
use crate::mines::game::{Aim, FirstClick, Mines, Play, Start};
use crate::mines::grid::Grid;
use crate::mines::odds::Odds;
use crate::mines::risk::Unknown;
use crate::mines::simulate::{Policy, Table};
use crate::model::Run;

/// Why no games begin.
pub enum Unbegun {
    /// What was asked is refused.
    Refused(Refusal),
    /// The same, with all that is to be typed instead.
    Typed(Refusal),
    /// The mines of a position are not known.
    Unknown(Board, Unknown),
}

/// The most placements of a board of which a simulation is told what is exact, and the most positions of its game: it takes
/// no longer than the games.
const MOST_PLACEMENTS: u64 = 1000;
const MOST_POSITIONS: u64 = 10_000;

impl Asked<'_> {
    /// Returns how often games that begin like this are won, exactly, where that is soon known.
    pub fn exact(self, way: Policy, begin: &Table, run: &Run<'_>) -> Option<Rational> {
        let Policy::Lowest(ties) = way else { return None };
        let (board, play) = (begin.board(), Play::Lowest(ties));
        let field = Field::new(board.rows(), board.columns(), board.mines()).ok()?;
        if field.placement_count() > MOST_PLACEMENTS {
            return None;
        }
        let game = match begin.position() {
            Some(position) => Mines::from_position(field, play, position),
            None => Mines::new(field, play, self.start(), self.first_click()),
        };
        let run = Run { most_states: run.most_states.min(MOST_POSITIONS), ..*run };
        Odds::of(&game.ok()?, Aim::Win, None, &run).ok().map(|odds| odds.win)
    }

    /// Returns the position that the games begin from; a board with nothing opened is a fresh one. It takes the risks of a
    /// position that is given.
    ///
    /// # Errors
    /// If there is no such board, or nothing can be said of it; nobody chooses the first cell of a simulated game.
    pub fn begin(self, run: &Run<'_>) -> Result<Table, Unbegun> {
        if let Some(position) = self.position().map_err(Unbegun::Refused)? {
            let board = &position.board;
            if board.cells().iter().all(|cell| cell.is_hidden()) {
                let size = (board.rows(), board.columns());
                return Table::new(size, board.mines(), Start::Anywhere, FirstClick::Any)
                    .map_err(|why| Unbegun::Refused(position.refused(&why)));
            }
            return Table::from_position(board.clone(), run).map_err(|why| match position.unfit(&why) {
                Some(refusal) => Unbegun::Refused(refusal),
                None => Unbegun::Unknown(position.board, why),
            });
        }
        let (size, mines) = self.laid().map_err(|refusal| {
            Unbegun::Typed(Refusal::new(format!("{}, or --preset", refusal.what)).help("--preset expert"))
        })?;
        if self.start() == Start::Chosen {
            let what = "nobody chooses the first cell of a simulated game";
            return Err(Unbegun::Typed(Refusal::new(what).help("--start corner")));
        }
        Table::new(size, mines, self.start(), self.first_click()).map_err(|error| {
            let grid = Grid { rows: size.0, columns: size.1 };
            Unbegun::Typed(
                self.without_room(grid, &error).unwrap_or_else(|| {
                    Refusal::new(error.to_string()).help("--rows 16 --cols 30 --mines 99")
                }),
            )
        })
    }
}
