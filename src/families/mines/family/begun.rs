//! The position that games at random begin from.

use super::asked::Asked;
use crate::family::Refusal;
use crate::mines::board::Board;
use crate::mines::game::{FirstClick, Start};
use crate::mines::resumed::Resumed;
use crate::mines::risk::Unknown;
use crate::mines::simulate::{Begin, Table};
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

impl Asked<'_> {
    /// Returns the position that the games begin from; a board with nothing opened is a fresh one. It takes the risks of a
    /// position that is given.
    ///
    /// # Errors
    /// If there is no such board, or nothing can be said of it; nobody chooses the first cell of a simulated game.
    pub fn begin(self, run: &Run<'_>) -> Result<Begin, Unbegun> {
        if let Some(position) = self.position().map_err(Unbegun::Refused)? {
            let board = &position.board;
            if board.cells().iter().all(|cell| cell.is_hidden()) {
                let size = (board.rows(), board.columns());
                return Table::new(size, board.mines(), Start::Anywhere, FirstClick::Any)
                    .map(Begin::Fresh)
                    .map_err(|why| Unbegun::Refused(position.refused(&why)));
            }
            let resumed = Resumed::new(board.clone(), run);
            return resumed.map(Begin::Position).map_err(|why| match position.unfit(&why) {
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
        Table::new(size, mines, self.start(), self.first_click()).map(Begin::Fresh).map_err(|error| {
            Unbegun::Typed(Refusal::new(error.to_string()).help("--rows 16 --cols 30 --mines 99"))
        })
    }
}
