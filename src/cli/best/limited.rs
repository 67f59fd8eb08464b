//! Bold or safe: what each strategy is worth.

use super::super::checkpoint::Checkpoints;
use super::super::fail::Fail;
use super::super::limited_memory::Continue;
use super::super::memory::{Board, Position};
use super::super::odds::limited::work;
use super::super::print;
use super::super::strategies::{Row, Strategies};
use super::super::watch::Watch;
use super::{DEFAULT, Told, strategies};
use crate::family::{ColumnOf, Datum, Report, Table};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Decide;
use crate::games::memory::family::{LimitedMemory, Model};
use serde_json::{Value, json};

/// The worth of both strategies on one board, or the table of a range.
pub(super) fn told<G: Model>(
    board: &Board,
    decide: &Decide,
    (limited, after): (&LimitedMemory, Continue),
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<Told, Fail> {
    if decide.objective() == Objective::Win && after == Continue::Pure {
        return Err(Fail::usage("--continue pure is for players who want pairs").help("--objective pairs"));
    }
    if board.pairs().is_range() {
        return strategies::told::<G>(board, decide, limited, after, watch);
    }
    let position = board.only()?;
    let asked = Asked { position: &position, decide, limited, after };
    let saved = (checkpoints, &work("best", &asked.parameters()));
    let strategies = Strategies::of::<G>(&position, decide, DEFAULT, limited, after, saved, watch)?;
    Ok(Told::one(print::Answer { parameters: asked.parameters(), report: asked.report(&strategies) }))
}

/// A question about strategies, and how its answer is printed.
struct Asked<'a> {
    position: &'a Position,
    decide: &'a Decide,
    limited: &'a LimitedMemory,
    after: Continue,
}

impl Asked<'_> {
    fn parameters(&self) -> Value {
        let mut parameters = self.limited.parameters_of(self.position, self.decide, DEFAULT);
        parameters["continue"] = json!(if self.after == Continue::Pure { "pure" } else { "best" });
        parameters
    }

    fn report(&self, strategies: &Strategies) -> Report {
        let reading = match self.after {
            Continue::Best => "a strategy once, then best play",
            Continue::Pure => "a strategy for ever, by all who play best",
        };
        let title = self.position.title_with("player", &format!("; {}", self.limited.title()));
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
