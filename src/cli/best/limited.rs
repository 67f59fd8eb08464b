//! Bold or safe: what each strategy is worth.

mod strategies;
mod table;

use super::super::checkpoint::Checkpoints;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::limited_memory::Continue;
use super::super::memory::{Board, Position};
use super::super::odds::limited::work;
use super::super::print;
use super::super::watch::Watch;
use super::{DEFAULT, Told};
use crate::family::{ColumnOf, Datum, Report, Table};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, LimitedMemory, Model, merged};
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use serde_json::{Value, json};
use strategies::{Row, Strategies};

/// Players who forget, and how play goes on after the turn that is valued.
#[derive(Clone, Copy)]
pub(super) struct Forgetting<'a> {
    pub(super) decide: &'a Decide,
    pub(super) limited: &'a LimitedMemory,
    pub(super) after: Continue,
    pub(super) watch: &'a Watch,
}

impl Forgetting<'_> {
    /// The worth of both strategies on one board, or the table of a range.
    pub(super) fn told(
        &self,
        board: &Board,
        checkpoints: &Checkpoints,
        question: &Question,
    ) -> Result<Told, Fail> {
        if self.decide.objective() == Objective::Win && self.after == Continue::Pure {
            return Err(
                Fail::usage("--continue pure is for players who want pairs").help("--objective pairs")
            );
        }
        match self.limited.is_own() {
            true => self.told_by::<Separate>(board, checkpoints, question),
            false => self.told_by::<Limited>(board, checkpoints, question),
        }
    }

    fn told_by<G: Model>(
        &self,
        board: &Board,
        checkpoints: &Checkpoints,
        question: &Question,
    ) -> Result<Told, Fail> {
        if board.pairs().is_range() {
            return self.table::<G>(board, checkpoints, question);
        }
        let position = board.only()?;
        let parameters = self.parameters(position.parameters());
        let strategies = self.strategies::<G>(&position, (checkpoints, &work("best", &parameters)))?;
        Ok(Told::one(print::Answer { parameters, report: self.report(&position, &strategies) }))
    }

    /// The game on a board.
    fn game<G: Model>(&self, position: &Position) -> Result<G, Fail> {
        Ok(self.limited.game::<G>(position, self.decide, DEFAULT)?)
    }

    /// All that was asked, as JSON repeats it.
    fn parameters(&self, board: Value) -> Value {
        let mut parameters =
            merged(merged(board, self.decide.parameters(DEFAULT)), self.limited.parameters());
        parameters["continue"] = json!(if self.after == Continue::Pure { "pure" } else { "best" });
        parameters
    }

    fn report(&self, position: &Position, strategies: &Strategies) -> Report {
        let reading = match self.after {
            Continue::Best => "a strategy once, then best play",
            Continue::Pure => "a strategy for ever, by all who play best",
        };
        let title = position.title_with("player", &format!("; {}", self.limited.title()));
        let mut report = Report::new(format!("{title}\n{}; {reading}", self.decide.title(DEFAULT)));
        let value = strategies.value();
        report.add("value", &value);
        report.add("forced", !strategies.decides());
        report.add("comes_back", strategies.comes_back);
        report.add("decision", strategies.decision());
        report.add("states", strategies.tables);
        report.add("ties", strategies.ties);
        let again = self.after == Continue::Best && strategies.comes_back && strategies.decides();
        let unit = match self.decide.objective() {
            Objective::Win => "P(win) - P(loss)",
            Objective::Pairs => "pairs",
        };
        let whenever = Some("whenever it comes back").filter(|_| again);
        let fields: [ColumnOf<'_, &Row>; 7] = [
            ("", Some(""), &|row| if row.value == value { "*" } else { "" }.into()),
            ("action", Some("strategy"), &|row| Datum::Name(row.strategy.to_string())),
            ("members", None, &|row| Datum::Names(vec![row.strategy.to_string()])),
            ("value", Some(unit), &|row| (&row.value).into()),
            ("difference", Some("against the best"), &|row| (&row.value - &value).into()),
            ("best", None, &|row| (row.value == value).into()),
            ("whenever", whenever, &|row| row.whenever.clone().into()),
        ];
        report.tables.push(Table::of("actions", &strategies.rows, &fields).main());
        let mut notes = vec![self.note(strategies)];
        if again {
            let who = if strategies.alike { "whoever moves" } else { "by player 1" };
            notes.push(format!(
                "Play can come back to this table. The last column is a strategy whenever it does, {who}."
            ));
        }
        let (tables, ties) = (print::count(strategies.tables, "table"), print::count(strategies.ties, "tie"));
        notes.push(format!("{tables}, {ties}."));
        report.note = notes.join("\n");
        report
    }

    /// Explains the mark, and why there may be nothing to choose.
    fn note(&self, strategies: &Strategies) -> String {
        match (strategies.free, strategies.given) {
            (free, Some(strategy)) if free || self.after == Continue::Pure => {
                format!("* player 1 always plays {strategy}.")
            }
            (true, _) => "* best.".to_owned(),
            (false, _) if strategies.rows.len() > 1 => {
                "* best; nothing is remembered yet, so this turn is bold either way.".to_owned()
            }
            (false, _) => "* best; bold is forced.".to_owned(),
        }
    }
}
