//! Bold or safe: what each strategy is worth.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::print::{self, SCHEMA};
use super::super::range::Numbers;
use super::super::remember::{Continue, Model, Remember};
use super::super::strategies::{Row, Strategies};
use super::super::table;
use super::super::watch::Watch;
use super::{DEFAULT, Format, number};
use crate::exact::{self, Rational};
use crate::games::memory::decisions::Objective;
use serde_json::{Value, json};

pub(super) fn run<G: Model>(
    board: &Board,
    decide: &Decide,
    remember: &Remember,
    after: Continue,
    format: Format,
    digits: u32,
    watch: &Watch,
) -> Result<(), Fail> {
    if matches!(board.pairs(), Numbers::Several(_)) {
        return table::show::<G>(board, decide, remember, after, format, watch);
    }
    if decide.objective() == Objective::Win && after == Continue::Pure {
        return Err(Fail::usage("--continue pure is for players who want pairs").help("--objective pairs"));
    }
    let position = board.only()?;
    let strategies = Strategies::of::<G>(&position, decide, DEFAULT, remember, after, watch)?;
    watch.clear();
    let asked = Asked { position: &position, decide, remember, after, digits };
    print::print(&match format {
        Format::Json => asked.json(&strategies),
        Format::Table(style) => style.write(&asked.csv(&strategies)),
        _ => asked.text(&strategies),
    })
}

/// What is asked for, and how it is printed.
struct Asked<'a> {
    position: &'a Position,
    decide: &'a Decide,
    remember: &'a Remember,
    after: Continue,
    digits: u32,
}

impl Asked<'_> {
    fn decimal(&self, value: &Rational) -> String {
        exact::decimal(value, self.digits as usize)
    }

    fn json(&self, strategies: &Strategies) -> String {
        let value = strategies.value();
        let entry = |row: &Row| {
            json!({
                "action": row.strategy.to_string(),
                "members": [row.strategy.to_string()],
                "value": number(&row.value, self.digits),
                "difference": number(&(&row.value - &value), self.digits),
                "best": row.value == value,
                "whenever": row.whenever.as_ref().map(|worth| number(worth, self.digits)),
            })
        };
        let answer = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.parameters(),
            "value": number(&value, self.digits),
            "actions": strategies.rows.iter().map(entry).collect::<Value>(),
            "forced": !strategies.decides(),
            "comes_back": strategies.comes_back,
            "decision": strategies.decision(),
            "states": strategies.tables,
            "ties": strategies.ties,
        });
        format!("{answer:#}\n")
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.remember.parameters_of(self.position, self.decide, DEFAULT);
        parameters["continue"] = json!(if self.after == Continue::Pure { "pure" } else { "best" });
        parameters
    }

    fn csv(&self, strategies: &Strategies) -> String {
        let header = ["action", "value", "value_exact", "difference", "best", "whenever", "whenever_exact"];
        let value = strategies.value();
        let row = |row: &Row| {
            let whenever =
                |shown: &dyn Fn(&Rational) -> String| row.whenever.as_ref().map_or_else(String::new, shown);
            vec![
                row.strategy.to_string(),
                self.decimal(&row.value),
                exact::fraction(&row.value),
                self.decimal(&(&row.value - &value)),
                (row.value == value).to_string(),
                whenever(&|worth| self.decimal(worth)),
                whenever(&exact::fraction),
            ]
        };
        print::answer(&self.parameters(), &header, strategies.rows.iter().map(row))
    }

    fn text(&self, strategies: &Strategies) -> String {
        let reading = match self.after {
            Continue::Best => "a strategy once, then best play",
            Continue::Pure => "a strategy for ever, by all who play best",
        };
        print::with_note(format!(
            "{}\n{}; {reading}\n\n{}{}{}{} tables, {} of them with a tie.\n",
            self.position.title_with("player", &format!("; {}", self.remember.title())),
            self.decide.title(DEFAULT),
            self.values(strategies),
            self.note(strategies),
            self.whenever(strategies),
            strategies.tables,
            strategies.ties,
        ))
    }

    fn unit(&self) -> &'static str {
        if self.decide.objective() == Objective::Win { "P(win) - P(loss)" } else { "pairs" }
    }

    fn values(&self, strategies: &Strategies) -> String {
        let value = strategies.value();
        let mut rows =
            vec![["", "strategy", self.unit(), "", "less than the best"].map(str::to_owned).to_vec()];
        for row in &strategies.rows {
            rows.push(vec![
                if row.value == value { "  *" } else { "" }.to_owned(),
                row.strategy.to_string(),
                self.decimal(&row.value),
                print::shown(&row.value),
                self.decimal(&(&value - &row.value)),
            ]);
        }
        print::aligned(&rows)
    }

    /// The other reading, where it is another.
    fn whenever(&self, strategies: &Strategies) -> String {
        let values = strategies.rows.iter().filter_map(|row| Some((row.strategy, row.whenever.as_ref()?)));
        if self.after == Continue::Pure || !strategies.comes_back || !strategies.decides() {
            return String::new();
        }
        let mut rows = vec![["", "strategy", self.unit(), ""].map(str::to_owned).to_vec()];
        for (strategy, worth) in values {
            rows.push(vec!["   ".to_owned(), strategy.to_string(), self.decimal(worth), print::shown(worth)]);
        }
        let who = if strategies.alike { "whoever moves" } else { "by player 1" };
        format!(
            "\nPlay can come back to this table. A strategy whenever it does, {who}:\n\n{}\n",
            print::aligned(&rows)
        )
    }

    /// What is marked, and why there may be nothing to choose.
    fn note(&self, strategies: &Strategies) -> String {
        match (strategies.free, strategies.given) {
            (free, Some(strategy)) if free || self.after == Continue::Pure => {
                format!("* player 1 always plays {strategy}.\n")
            }
            (true, _) => "* best.\n".to_owned(),
            (false, _) if strategies.rows.len() > 1 => {
                "* best; nothing is remembered yet, so this turn is bold either way.\n".to_owned()
            }
            (false, _) => "* best; bold is forced.\n".to_owned(),
        }
    }
}
