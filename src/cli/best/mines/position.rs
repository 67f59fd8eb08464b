//! Finds the worth of every hidden cell of a position of Minesweeper.

use super::super::super::described::Question;
use super::super::super::fail::Fail;
use super::super::super::mines::of_position;
use super::super::super::position::Known;
use super::super::super::print::{self, Answers, Print};
use super::super::super::watch::Watch;
use super::{ABOUT, Opened, share};
use crate::family::{Given, Report};
use crate::games::mines::best::{Among, Best};
use crate::games::mines::board::Board;
use crate::games::mines::family::{self, Asked};
use crate::games::mines::field::Field;
use crate::games::mines::grid::Impossible;
use crate::model::Error;
use serde_json::Value;
use std::path::Path;

/// A hidden cell.
struct Hidden {
    cell: u8,
    /// In how many placements it is a mine.
    mines: u64,
    /// The number of placements that are won if it is opened.
    wins: u64,
    /// That number if lowest risk with the best ties goes on from there.
    lowest: Option<u64>,
}

/// Everything that is told of a position.
struct Answer {
    board: Board,
    placements: u64,
    most: u64,
    hidden: Vec<Hidden>,
}

pub(super) fn run(
    given: &Given,
    question: &Question,
    lowest: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let asked = Asked(given);
    let position =
        asked.position().map_err(|refusal| question.refused(refusal))?.expect("a position is given");
    let field = of_position(&position, " --play strong")?;
    let answer = watch.phase("solve", || answer(position.board, &field, lowest, watch));
    let answer = answer.map_err(|error| watch.explain(error))?;
    watch.clear();
    if answer.placements == 0 {
        let path = Path::new(given.text("board").unwrap_or_default());
        return Err(Known(asked.known()).disagrees(path, answer.board, Impossible::Position, watch));
    }
    let all = [print::Answer { parameters: answer.parameters(&field), report: answer.report(&field) }];
    Answers::new("mines", ABOUT, false, &all).print(print)
}

fn answer(board: Board, field: &Field, lowest: bool, watch: &Watch) -> Result<Answer, Error> {
    let run = watch.run();
    let (set, wins) = Best::new(field, Among::All, &run).position(&board)?;
    let placements = set.len() as u64;
    let mut by_lowest = vec![None; wins.len()];
    if lowest {
        let (_, wins) = Best::new(field, Among::Lowest, &run).position(&board)?;
        by_lowest = wins.into_iter().map(|(_, wins)| Some(wins)).collect();
    }
    let cells = wins.into_iter().zip(by_lowest);
    let hidden: Vec<_> = cells
        .map(|((cell, wins), lowest)| Hidden { cell, mines: set.mined(cell) as u64, wins, lowest })
        .collect();
    // With nothing hidden but mines, everything is won without a click; a game that has not begun needs one.
    let begun = board.cells().iter().any(|seen| !seen.is_hidden());
    let decided = begun && hidden.iter().all(|hidden| hidden.mines == placements);
    let most = if decided { placements } else { hidden.iter().map(|hidden| hidden.wins).max().unwrap_or(0) };
    Ok(Answer { board, placements, most, hidden })
}

impl Answer {
    fn best(&self, hidden: &Hidden) -> bool {
        hidden.wins == self.most && hidden.mines < self.placements
    }

    fn parameters(&self, field: &Field) -> Value {
        let mut parameters = family::echo(field);
        let rows = self.board.to_string();
        parameters["board"] = rows.lines().skip(1).collect();
        parameters
    }

    fn report(&self, field: &Field) -> Report {
        let mut report =
            Report::new(format!("{}\n{}", self.board, print::count(self.placements, "placement")));
        report.add("placements", self.placements);
        report.add("win", share(self.most, self.placements));
        let opened = |hidden: &Hidden| {
            let &Hidden { cell, mines, wins, lowest } = hidden;
            let (placements, is_best) = (self.placements, self.best(hidden));
            Opened { cell: field.cell(cell), placements, wins, mines: Some(mines), lowest, is_best }
        };
        let cells: Vec<Opened> = self.hidden.iter().map(opened).collect();
        report.tables.push(Opened::table("cells", "cell", None, &cells));
        if cells.iter().any(|cell| cell.is_best) {
            report.note = "* best.".to_owned();
        }
        report
    }
}
