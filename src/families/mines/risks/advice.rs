//! The cells to open next, with reasons in words.

use super::report::{RiskNumbers, WORD_DIGITS};
use super::{ByMethod, RiskPosition, Risks};
use crate::exact::{Rational, one, zero};
use crate::family::{Report, ReportValue, Table};
use crate::mines::advice::{ClickAdvice, SafeCell};
use crate::mines::best::MAX_UNDECIDED;
use crate::mines::prior::MinePrior;
use crate::mines::risk::RiskError;
use crate::model::Job;

/// The number of cells that people see.
const SHOWN: usize = 8;

/// The number of placements for which the command `best` usually computes the chances to win in seconds.
const MAX_SOLVED: u16 = 5000;

/// The number of decimal digits of an estimate.
const DIGITS: u8 = 4;

/// A cell to open: the cell, its value and the reason in words. A cell that is ranked by its risk alone has no value.
struct Click {
    place: usize,
    value: Option<ReportValue>,
    why: String,
}

impl Risks<'_> {
    /// Adds the cells to open next to a report, if the risks were computed by islands on a board. `best` is the command for best
    /// play on this board.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub(super) fn add_advice(
        &self,
        numbers: RiskNumbers,
        best: &str,
        report: &mut Report,
        job: &Job<'_>,
    ) -> Result<(), RiskError> {
        let (RiskPosition::Board(board), ByMethod::Islands(risk)) = (self.layout, &self.solved) else {
            return Ok(());
        };
        let advice = ClickAdvice::of(board, &self.system, (risk, &self.mines), job)?;
        let (method, value) = match advice {
            ClickAdvice::Safe(_) => ("safe", None),
            ClickAdvice::Exact(_) => ("exact", Some(("win", "P(win)"))),
            ClickAdvice::Estimate(_) => ("estimate", Some(("score", "score"))),
            ClickAdvice::Risk(_) => ("risk", None),
        };
        let clicks = self.clicks(advice, numbers);
        let parts = |click: &Click| {
            let mut parts =
                vec![("cell", self.place(click.place)), ("risk", self.risks[click.place].clone().into())];
            parts.extend(value.zip(click.value.clone()).map(|((key, _), value)| (key, value)));
            parts.push(("why", click.why.as_str().into()));
            ReportValue::Parts(parts)
        };
        let all = ReportValue::each(clicks.iter().map(parts));
        if !clicks.is_empty() {
            report.tables.iter_mut().for_each(|table| table.is_main = false);
            report.tables.push(self.ranking(method, value.map(|(key, _)| key), &clicks));
        }
        report.add_json("advice", ReportValue::Parts(vec![("method", method.into()), ("clicks", all)]));
        let more = clicks.len().saturating_sub(SHOWN);
        let row = |click: Click| -> Vec<ReportValue> {
            let mut row = vec![self.layout.name(click.place).into()];
            row.extend(click.value);
            if method != "safe" {
                row.push(self.risks[click.place].clone().map_or(ReportValue::Nothing, ReportValue::Decimal));
            }
            row.push(click.why.into());
            row
        };
        let risk = (method != "safe").then_some("P(mine)");
        let heads = [Some("open next"), value.map(|(_, head)| head), risk, Some("why")];
        if !clicks.is_empty() {
            let rows = clicks.into_iter().take(SHOWN).map(row);
            let table = Table::shown(heads.into_iter().flatten(), rows).probabilities(&["P(win)", "P(mine)"]);
            report.tables.insert(0, table);
        }
        if more > 0 {
            let line = format!("To open next: {more} more; --format json lists all.");
            report.remarks.push(vec![line.into()]);
        }
        if method == "estimate" {
            let line = "The score estimates P(safe now and at the next click), plus 0.15 P(a safe cell is revealed).";
            report.remarks.push(vec![line.into()]);
            let undecided = self.risks.iter().flatten().filter(|risk| **risk > zero() && **risk < one());
            if self.placements <= MAX_SOLVED.into() && undecided.count() <= MAX_UNDECIDED {
                let line = format!(
                    "{} placements are left, so `{best}` computes P(win) of each cell.",
                    self.placements
                );
                report.remarks.push(vec![line.into()]);
            }
        }
        if method == "risk" {
            let line = "Too many placements are left for P(win): the cells are ranked by P(mine).";
            report.remarks.push(vec![line.into()]);
        }
        Ok(())
    }

    /// Returns the table of all cells to open next, for CSV.
    fn ranking(&self, method: &'static str, value: Option<&'static str>, clicks: &[Click]) -> Table {
        let row = |(rank, click): (usize, &Click)| {
            let mut row = vec![ReportValue::from(rank), method.into()];
            row.extend(self.layout.name_parts(click.place).into_iter().map(ReportValue::from));
            row.push(self.risks[click.place].clone().into());
            row.extend(click.value.clone());
            row.push(click.why.as_str().into());
            row
        };
        let keys = ["rank", "method", "row", "column", "risk"].into_iter().chain(value).chain(["why"]);
        Table::new("", keys.map(|key| (key, None)), (1..).zip(clicks).map(row)).main()
    }

    fn clicks(&self, advice: ClickAdvice, numbers: RiskNumbers) -> Vec<Click> {
        let digits = numbers.digits.unwrap_or(WORD_DIGITS);
        match advice {
            ClickAdvice::Safe(cells) => cells
                .into_iter()
                .map(|SafeCell { place, why }| {
                    let seen = self.layout.seen();
                    let why = why.words(|number| format!("{} at {}", seen[number], self.layout.name(number)));
                    Click { place, value: None, why }
                })
                .collect(),
            ClickAdvice::Exact(cells) => cells
                .into_iter()
                .map(|(place, win)| {
                    let why = match &self.mines {
                        MinePrior::Density(_) => {
                            format!("won with probability {}", numbers.brief(&win, digits))
                        }
                        _ => {
                            let won = &win * &Rational::from_integer(self.placements.clone().into());
                            format!("{} of {} placements are won", won.to_integer(), self.placements)
                        }
                    };
                    Click { place, value: Some(ReportValue::Decimal(win)), why }
                })
                .collect(),
            ClickAdvice::Estimate(cells) => cells
                .into_iter()
                .map(|(place, outlook)| {
                    let chance = match (numbers.in_percent, Rational::from_float(outlook.progress)) {
                        (true, Some(progress)) => numbers.brief(&progress, digits),
                        _ => format!("{:.2}", outlook.progress),
                    };
                    let why = format!("reveals a safe cell with probability {chance}");
                    Click { place, value: Some(ReportValue::Double(outlook.score, DIGITS)), why }
                })
                .collect(),
            ClickAdvice::Risk(cells) => cells
                .into_iter()
                .map(|(place, risk)| {
                    let why = format!("a mine with probability {}", numbers.brief(&risk, digits));
                    Click { place, value: None, why }
                })
                .collect(),
        }
    }
}
