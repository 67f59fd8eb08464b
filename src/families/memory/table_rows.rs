//! The rows of a table of boards, one for each board.

use super::family::ScoredBoard;
use crate::family::{CommandError, Partial, SavedParts, run_blocks, run_parts};
use crate::model::Job;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns the cells of the rows of all boards, which ascend by size. Finished rows can be saved.
///
/// The boards are divided into blocks. `solve` solves the largest board of a block, `row` computes the row of a board
/// of the block from the solution and the largest board, and `cells` divides a row.
///
/// # Errors
/// The errors of `solve` and `row`, or if saved rows cannot be read or saved.
pub(super) fn table_cells<S, R: Serialize + DeserializeOwned, C>(
    boards: Vec<ScoredBoard>,
    solve: impl Fn(&ScoredBoard, &Job<'_>) -> Result<S, CommandError>,
    row: impl Fn(&S, &ScoredBoard, &ScoredBoard) -> Result<R, CommandError>,
    cells: impl Fn(&ScoredBoard, R) -> Vec<C>,
    job: &Job<'_>,
) -> Result<Partial<C, CommandError>, CommandError> {
    let rows = SavedParts::open(job, "board", Some(boards.len()))?;
    let block = |boards: Vec<ScoredBoard>| {
        let largest = boards.last().expect("a block is not empty").clone();
        let is_done = rows.has_all(boards.iter().map(|board| board.pairs.into()));
        let solve = || solve(&largest, &job.section(&largest.pairs.to_string()));
        let solved = (!is_done).then(solve).transpose()?;
        run_parts(job, "board", boards, |board: ScoredBoard| {
            let row = rows.part(board.pairs.into(), |_| {
                row(solved.as_ref().expect("a row is missing"), &largest, &board)
            })?;
            Ok(Partial::whole(cells(&board, row)))
        })
    };
    rows.end(run_blocks(job, "board", (boards, 2), |board| board.pairs, block))
}
