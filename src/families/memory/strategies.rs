//! The report on best play of players who forget: bold or safe.

pub mod valuation;

use super::decisions::Objective;
use super::forgetting::Strategy;
use super::tactics::lettered;
use crate::exact::{self, Rational};
use crate::family::answers::{may_be_best, sum_of_errors};
use crate::family::{ColumnOf, PlayerNames, Report, ReportValue, Table, add_method, counted};
use crate::named_enum;
use chancetree_export::chart::{Square, Squares};

named_enum! {
    /// The play after the evaluated turn.
    #[derive(Default)]
    pub enum Continue {
        #[default]
        Best: "best", "As well as possible";
        Pure: "pure", "All best players keep their strategy for ever";
    }
}

/// A strategy and its value to the mover.
pub struct ValuedStrategy {
    /// The strategy.
    pub strategy: Strategy,
    /// The value if the strategy is played once, with best play afterwards. For [`Continue::Pure`], the value if it is
    /// always played.
    pub value: Rational,
    /// The value if the strategy is played whenever this table returns. `None` for [`Continue::Pure`].
    pub whenever: Option<Rational>,
}

/// The strategies to choose from at the start of a game.
pub struct Strategies {
    /// The strategies in ascending order. One entry if there is no choice.
    pub rows: Vec<ValuedStrategy>,
    /// `true` if cards are remembered, so that a turn can be bold or safe.
    pub free: bool,
    /// The strategy of the mover, unless the mover plays best.
    pub given: Option<Strategy>,
    /// `true` if play can return to this table.
    pub comes_back: bool,
    /// `true` if the table looks the same to all players: they share their memory and play alike.
    pub alike: bool,
    /// The number of tables of the game.
    pub tables: usize,
    /// The number of ties.
    pub ties: u64,
    /// The objective of the players.
    pub objective: Objective,
    /// The play after the evaluated turn.
    pub after: Continue,
    /// A bound on the error of each value, or `None` if values are exact.
    pub error: Option<f64>,
}

impl Strategies {
    /// Returns `true` if the mover has a choice in this turn.
    pub fn decides(&self) -> bool {
        self.free && self.given.is_none()
    }

    /// Widens the bound on the errors to the error of one more value.
    fn widen(&mut self, error: Option<f64>) {
        self.error = self.error.map(|all| all.max(error.unwrap_or_default()));
    }

    /// Returns the value of the best strategy.
    pub fn value(&self) -> Rational {
        self.rows.iter().map(|row| &row.value).max().cloned().unwrap_or_else(exact::zero)
    }

    /// Returns the decision in this turn, in the code of the paper's tables.
    pub fn decision(&self) -> u8 {
        let rows = self.rows.iter().filter(|_| self.decides());
        decision(&rows.map(|row| (row.strategy, row.value.clone())).collect::<Vec<_>>())
    }

    /// Returns the report on the strategies of players with these names, under a title.
    pub fn report(&self, title: &str, names: &PlayerNames) -> Report {
        let reading = match self.after {
            Continue::Best => "a strategy once, then best play",
            Continue::Pure => "a strategy for ever, by all who play best",
        };
        let mut report = Report::new(format!("{title}; {reading}"));
        let value = self.value();
        if self.error.is_some() {
            add_method(&mut report);
        }
        let difference_error = self.error.map(|error| sum_of_errors(error, 2));
        let is_best = |row: &ValuedStrategy| may_be_best(&row.value, &value, difference_error);
        let bounded = |value: &Rational| ReportValue::within(value, self.error);
        report.add("value", bounded(&value));
        report.add("forced", !self.decides());
        report.add("comes_back", self.comes_back);
        if self.error.is_none() {
            report.add("decision", self.decision());
        }
        report.add("states", self.tables);
        if self.error.is_none() {
            report.add("ties", self.ties);
        }
        let again = self.after == Continue::Best && self.comes_back && self.decides();
        let unit = match self.objective {
            Objective::Win => "P(win) - P(loss)",
            Objective::Pairs => "pairs",
        };
        let whenever = Some("whenever it comes back").filter(|_| again);
        let fields: [ColumnOf<'_, &ValuedStrategy>; 7] = [
            ("", Some(""), &|row| if is_best(row) { "*" } else { "" }.into()),
            ("action", Some("strategy"), &|row| ReportValue::Name(row.strategy.to_string())),
            ("members", None, &|row| ReportValue::Names(vec![row.strategy.to_string()])),
            ("value", Some(unit), &|row| bounded(&row.value)),
            ("difference", Some("against the best"), &|row| {
                ReportValue::within(&(&row.value - &value), difference_error)
            }),
            ("best", None, &|row| is_best(row).into()),
            ("whenever", whenever, &|row| row.whenever.as_ref().map(bounded).into()),
        ];
        let table = Table::of("actions", &self.rows, &fields).main();
        report.tables.push(match self.objective {
            Objective::Win => table.probabilities(&[unit, "against the best", "whenever it comes back"]),
            Objective::Pairs => table,
        });
        let to_move = names.given(0).map(|name| format!("{name} is to move."));
        let mut notes: Vec<String> = to_move.into_iter().chain([self.note(names)]).collect();
        if again {
            let who = if self.alike { "both players".to_owned() } else { names.of(0) };
            notes.push(format!(
                "Play can return to this table. The last column is the value of the strategy at every \
                 return, for {who}."
            ));
        }
        let states = counted(self.tables, "state");
        notes.push(match self.error {
            None if self.ties > 0 => {
                let equal = "bold and safe play are equally good";
                format!("{states}; in {}, {equal}.", self.ties)
            }
            _ => format!("{states}."),
        });
        report.note = notes.join("\n");
        report
    }

    /// Returns a note that explains the mark, and the reason if there is no choice.
    fn note(&self, names: &PlayerNames) -> String {
        match (self.free, self.given) {
            (free, Some(strategy)) if free || self.after == Continue::Pure => {
                format!("* {} always plays {strategy}.", names.of(0))
            }
            (true, _) if self.error.is_some() => "* best, or not proven worse.".to_owned(),
            (true, _) => "* best.".to_owned(),
            (false, _) if self.rows.len() > 1 => {
                "* best; nothing is remembered yet, so this turn is bold either way.".to_owned()
            }
            (false, _) => "* best; bold is forced.".to_owned(),
        }
    }
}

/// Returns the best strategy, in the code of the paper's tables.
pub fn decision(strategies: &[(Strategy, Rational)]) -> u8 {
    match strategies {
        [(_, bold), (_, safe)] if bold > safe => 1,
        [(_, bold), (_, safe)] if bold < safe => 0,
        _ => 2,
    }
}

/// The decision in one cell: 0 safe, 1 bold, 2 forced or equal.
pub struct DecisionCell {
    /// The pairs.
    pub pairs: u16,
    /// The wholly unknown pairs among them.
    pub unknown: u16,
    /// The decision.
    pub decision: u8,
}

impl DecisionCell {
    /// Creates the cells of a row of the table.
    pub fn of_row(pairs: u16, row: Vec<(u16, u8)>) -> Vec<Self> {
        row.into_iter().map(|(unknown, decision)| Self { pairs, unknown, decision }).collect()
    }
}

/// Returns the report on the table. `grid` is its picture.
pub fn report(cells: &[DecisionCell], grid: &Squares) -> Report {
    let title = &grid.title;
    let mut report = Report::new(format!("{title}\nn pairs (down), j pairs with no known card (across)."));
    let fields: [ColumnOf<'_, &DecisionCell>; 3] = [
        ("pairs", None, &|cell| cell.pairs.into()),
        ("unknown", None, &|cell| cell.unknown.into()),
        ("decision", None, &|cell| cell.decision.into()),
    ];
    report.tables.push(Table::of("cells", cells, &fields).main());
    report.tables.push(lettered(grid, "n, j"));
    report.note = "0 safe, 1 bold, 2 forced or equal.".to_owned();
    report
}

/// Returns the table as a picture.
pub fn grid(cells: &[DecisionCell], title: String) -> Squares {
    let name = |decision: u8| match decision {
        0 => ("#56B4E9", "safe"),
        1 => ("#E69F00", "bold"),
        _ => ("#DDDDDD", "forced or equal"),
    };
    let square = |cell: &DecisionCell| Square {
        row: cell.pairs,
        column: cell.unknown,
        text: cell.decision.to_string(),
        fill: name(cell.decision).0,
    };
    let meaning = |decision: u8| (name(decision).0, format!("{decision} {}", name(decision).1));
    Squares {
        title,
        across: "wholly unknown pairs",
        down: "pairs",
        squares: cells.iter().map(square).collect(),
        legend: (0..3).map(meaning).collect(),
        note: None,
    }
}
