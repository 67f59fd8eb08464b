//! Finds the worth of every hidden cell of a position of Minesweeper.

use super::super::super::described::Question;
use super::super::super::fail::Fail;
use super::super::super::mines::of_position;
use super::super::super::position::Known;
use super::super::super::print::{self, Answers, Print};
use super::super::super::watch::Watch;
use super::{ABOUT, share, table};
use crate::family::{Given, Report};
use crate::games::mines::best::Opened;
use crate::games::mines::board::Board;
use crate::games::mines::family::{self, Asked};
use crate::games::mines::field::Field;
use crate::games::mines::grid::Impossible;
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
    let board = position.board;
    let found = watch.phase("solve", || Opened::next(&field, &board, lowest, &watch.run()));
    let (hidden, placements, most) = found.map_err(|error| watch.explain(error))?;
    let answer = Answer { board, placements, most, hidden };
    watch.clear();
    if answer.placements == 0 {
        let path = Path::new(given.text("board").unwrap_or_default());
        return Err(Known(asked.known()).disagrees(path, answer.board, Impossible::Position, watch));
    }
    let all = [print::Answer { parameters: answer.parameters(&field), report: answer.report() }];
    Answers::new("mines", ABOUT, false, &all).print(print)
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
        report.tables.push(table("cells", "cell", None, &self.hidden));
        if self.hidden.iter().any(|cell| cell.is_best) {
            report.note = "* best.".to_owned();
        }
        report
    }
}
