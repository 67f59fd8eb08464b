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

/// Everything that is told of a position.
struct Answer {
    board: Board,
    placements: u64,
    most: u64,
    hidden: Vec<Opened>,
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
    let all = [print::Answer { parameters: answer.parameters(&field), report: answer.report() }];
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
    let opened = |((cell, wins), lowest)| {
        let mines = Some(set.mined(cell) as u64);
        Opened { cell: field.cell(cell), placements, wins, mines, lowest, is_best: false }
    };
    let mut hidden: Vec<Opened> = wins.into_iter().zip(by_lowest).map(opened).collect();
    let is_mine = |hidden: &Opened| hidden.mines == Some(placements);
    // With nothing hidden but mines, everything is won without a click; a game that has not begun needs one.
    let begun = board.cells().iter().any(|seen| !seen.is_hidden());
    let decided = begun && hidden.iter().all(is_mine);
    let most = if decided { placements } else { hidden.iter().map(|hidden| hidden.wins).max().unwrap_or(0) };
    hidden.iter_mut().for_each(|hidden| hidden.is_best = hidden.wins == most && !is_mine(hidden));
    Ok(Answer { board, placements, most, hidden })
}

impl Answer {
    fn parameters(&self, field: &Field) -> Value {
        let mut parameters = family::echo(field);
        let rows = self.board.to_string();
        parameters["board"] = rows.lines().skip(1).collect();
        parameters
    }

    fn report(&self) -> Report {
        let mut report =
            Report::new(format!("{}\n{}", self.board, print::count(self.placements, "placement")));
        report.add("placements", self.placements);
        report.add("win", share(self.most, self.placements));
        report.tables.push(Opened::table("cells", "cell", None, &self.hidden));
        if self.hidden.iter().any(|cell| cell.is_best) {
            report.note = "* best.".to_owned();
        }
        report
    }
}
