//! Finds the worth of every first cell of a fresh board.

use super::super::super::described::Question;
use super::super::super::fail::Fail;
use super::super::super::mines::field;
use super::super::super::print::{self, Answers, Print};
use super::super::super::watch::Watch;
use super::{ABOUT, table};
use crate::exact::{self, Rational};
use crate::family::{Datum, Given, Report, Shown};
use crate::games::mines::best::Opened;
use crate::games::mines::family::{self, Asked};
use crate::games::mines::field::Field;
use crate::games::mines::game::{FirstClick, Start};
use serde_json::{Value, json};

/// A fresh board that is asked about, and the answer.
struct Answer {
    field: Field,
    click: FirstClick,
    /// The first cells, one of each that the symmetries of the board make alike.
    firsts: Vec<Opened>,
}

pub(super) fn run(
    games: &[Given],
    question: &Question,
    (click, lowest): (FirstClick, bool),
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let options = match click {
        FirstClick::Any => " --play strong".to_owned(),
        click => format!(" --play strong --first-click {}", click.name()),
    };
    let fields = games.iter().map(|given| field(Asked(given), question, &options));
    let fields: Vec<Field> = fields.collect::<Result<_, _>>()?;
    for field in &fields {
        let room = Start::Chosen.cells(field.grid(), click, field.mines().into());
        room.map_err(|error| Fail::usage(error.to_string()).help(question.small_board()))?;
    }
    let one = |field: Field| {
        let firsts = Opened::firsts(&field, click, lowest, &watch.run());
        let firsts = firsts.map_err(|error| watch.explain(error))?;
        let answer = Answer { field, click, firsts };
        Ok(print::Answer { parameters: answer.parameters(), report: answer.report() })
    };
    let several = watch.phase("solve", || watch.several("board", fields, one))?;
    several.show(watch, |all| Answers::new("mines", ABOUT, question.is_range(), all).print(print))
}

impl Answer {
    /// The probability of winning from the best first cell.
    fn most(&self) -> Rational {
        self.firsts.iter().map(Opened::win).max().unwrap_or_else(exact::zero)
    }

    /// The placements, if as many are left whatever the first cell is.
    fn placements(&self) -> Option<u64> {
        let first = self.firsts.first().map(|first| first.placements);
        first.filter(|first| self.firsts.iter().all(|other| other.placements == *first))
    }

    fn parameters(&self) -> Value {
        let mut parameters = family::echo(&self.field);
        parameters["first_click"] = json!(self.click.name());
        parameters
    }

    fn title(&self) -> String {
        let click = match self.click {
            FirstClick::Any => "",
            FirstClick::Safe => ", the first click never one",
            FirstClick::Opening => ", none in or next to the first cell",
        };
        let placements = self.placements().map(|number| format!(": {}", print::count(number, "placement")));
        format!("{}{click}{}", family::title(&self.field), placements.unwrap_or_default())
    }

    fn report(&self) -> Report {
        let placements = self.placements();
        let mut report = Report::new(self.title());
        report.add("placements", placements.map_or(Datum::Nothing, Datum::Whole));
        report.show("win", "P(win)", self.most()).only(Shown::Listed);
        let head = Some("of").filter(|_| placements.is_none());
        report.tables.push(table("first_cells", "first cell", head, &self.firsts));
        report.note = "* best; of cells that turns and mirrors make alike, one is named.".to_owned();
        report
    }
}
