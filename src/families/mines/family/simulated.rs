//! The start of simulated games of Minesweeper, and the exact value for comparison.

use super::MinesArgs;
use crate::exact::Rational;
use crate::family::Refusal;
use crate::mines::field::Field;
use crate::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener};
use crate::mines::grid::CellGrid;
use crate::mines::odds::MinesOdds;
use crate::mines::risk::RiskError;
use crate::mines::simulate::{Approach, StartingBoard};
use crate::model::Job;

impl MinesArgs {
    /// Returns the exact probability of winning for games with this start, if it can be computed quickly.
    pub fn exact(&self, way: Approach, begin: &StartingBoard, job: &Job<'_>) -> Option<Rational> {
        let Approach::Lowest(ties) = way else { return None };
        let (board, play) = (begin.board(), Opener::Lowest(ties));
        let field = Field::new(board.rows(), board.columns(), board.mines()).ok()?;
        if field.placement_count() > MAX_PLACEMENTS {
            return None;
        }
        let game = match begin.position() {
            Some(position) => Mines::from_position(field, play, position),
            None => Mines::new(field, play, self.start(), self.first_click()),
        };
        let job = Job { most_states: job.most_states.min(MAX_POSITIONS), ..*job };
        MinesOdds::of(&game.ok()?, Aim::Win, &job).ok().map(|odds| odds.win)
    }

    /// Returns the position at the start of the games. A board without opened cells is fresh. A typed position needs
    /// its risks.
    ///
    /// # Errors
    /// If there is no such board, its risks are unknown, or the first cell is to be chosen, which simulations do not
    /// support.
    pub fn starting_board(&self, job: &Job<'_>) -> Result<StartingBoard, StartError> {
        if let Some(position) = self.position()? {
            let board = &position.board;
            if board.cells().iter().all(|cell| cell.is_hidden()) {
                let size = (board.rows(), board.columns());
                let table = StartingBoard::new(size, board.mines(), FirstCell::Anywhere, FirstClick::Any);
                return Ok(table.map_err(|why| position.refused(&why))?);
            }
            return StartingBoard::from_position(board.clone(), job).map_err(|why| {
                match position.unfit(&why) {
                    Some(refusal) => StartError::Refused(refusal),
                    None => StartError::Unknown(why),
                }
            });
        }
        let (size, mines) = self.dimensions().map_err(|refusal| {
            let what = format!("{}, or --preset", refusal.what);
            match self.size() {
                (None, None, None) => Refusal::new(what).help("--preset expert"),
                // A preset excludes the typed options, which the suggestion keeps.
                _ => Refusal { what, argument: None, ..refusal },
            }
        })?;
        if self.start() == FirstCell::Chosen {
            let what = "simulated games with random ties have a given or random first cell";
            return Err(Refusal::new(what).help("--start corner").into());
        }
        let table = StartingBoard::new(size, mines, self.start(), self.first_click()).map_err(|error| {
            let grid = CellGrid { rows: size.0, columns: size.1 };
            let other = || Refusal::new(error.to_string()).help("--rows 16 --cols 30 --mines 99");
            self.bad_start(grid, &error).unwrap_or_else(other)
        });
        Ok(table?)
    }
}

/// The reason why games cannot begin.
pub enum StartError {
    /// The parameters are invalid.
    Refused(Refusal),
    /// The risks of a position are unknown, because a limit was exceeded.
    Unknown(RiskError),
}

impl From<Refusal> for StartError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The limits for exact values that are compared with a simulation: placements of a board, and positions of its game. The
/// values take no longer than the simulated games.
const MAX_PLACEMENTS: u64 = 1000;
const MAX_POSITIONS: u64 = 10_000;
