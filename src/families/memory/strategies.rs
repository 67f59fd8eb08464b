//! The report on best play where players forget: whether to be bold or safe.

pub mod valuation;

use super::decisions::Objective;
use super::forgetting::Strategy;
use super::tactics::lettered;
use crate::exact::{self, Rational};
use crate::family::{ColumnOf, Datum, Report, Table, counted};
use crate::worded;
use chancetree_export::chart::{Square, Squares};

worded! {
    /// The play after the turn that is valued.
    #[derive(Default)]
    pub enum Continue {
        #[default]
        Best: "best", "As well as possible";
        Pure: "pure", "All who play best keep to the strategy for ever";
    }
}

/// A strategy and what it is worth to the mover.
pub struct ValuedStrategy {
    /// The strategy.
    pub strategy: Strategy,
    /// Played once, with best play afterwards; or for ever, where that is asked for.
    pub value: Rational,
    /// Played whenever this table comes back; `None` for ever.
    pub whenever: Option<Rational>,
}

/// The strategies to choose from at the start of a game.
pub struct Strategies {
    /// In ascending order; one where there is nothing to compare.
    pub rows: Vec<ValuedStrategy>,
    /// `true` if something is remembered, so that a turn can be bold or safe.
    pub free: bool,
    /// The strategy of the mover, should he not play best.
    pub given: Option<Strategy>,
    /// `true` if play can come back to this table.
    pub comes_back: bool,
    /// `true` if the table is the same to whoever moves: all remember together and play alike.
    pub alike: bool,
    /// The tables of the game.
    pub tables: usize,
    /// The ties that were met.
    pub ties: u64,
    /// The objective of the players.
    pub objective: Objective,
    /// The play after the turn that is valued.
    pub after: Continue,
}

impl Strategies {
    /// Returns `true` if the mover has a choice in this turn.
    pub fn decides(&self) -> bool {
        self.free && self.given.is_none()
    }

    /// Returns the worth of the best of them.
    pub fn value(&self) -> Rational {
        self.rows.iter().map(|row| &row.value).max().cloned().unwrap_or_else(exact::zero)
    }

    /// Returns the choice in this turn, as the paper's tables say it.
    pub fn decision(&self) -> u8 {
        let rows = self.rows.iter().filter(|_| self.decides());
        decision(&rows.map(|row| (row.strategy, row.value.clone())).collect::<Vec<_>>())
    }

    /// Returns what is told of them, under a title.
    pub fn report(&self, title: &str) -> Report {
        let reading = match self.after {
            Continue::Best => "a strategy once, then best play",
            Continue::Pure => "a strategy for ever, by all who play best",
        };
        let mut report = Report::new(format!("{title}; {reading}"));
        let value = self.value();
        report.add("value", &value);
        report.add("forced", !self.decides());
        report.add("comes_back", self.comes_back);
        report.add("decision", self.decision());
        report.add("states", self.tables);
        report.add("ties", self.ties);
        let again = self.after == Continue::Best && self.comes_back && self.decides();
        let unit = match self.objective {
            Objective::Win => "P(win) - P(loss)",
            Objective::Pairs => "pairs",
        };
        let whenever = Some("whenever it comes back").filter(|_| again);
        let fields: [ColumnOf<'_, &ValuedStrategy>; 7] = [
            ("", Some(""), &|row| if row.value == value { "*" } else { "" }.into()),
            ("action", Some("strategy"), &|row| Datum::Name(row.strategy.to_string())),
            ("members", None, &|row| Datum::Names(vec![row.strategy.to_string()])),
            ("value", Some(unit), &|row| (&row.value).into()),
            ("difference", Some("against the best"), &|row| (&row.value - &value).into()),
            ("best", None, &|row| (row.value == value).into()),
            ("whenever", whenever, &|row| row.whenever.clone().into()),
        ];
        report.tables.push(Table::of("actions", &self.rows, &fields).main());
        let mut notes = vec![self.note()];
        if again {
            let who = if self.alike { "whoever moves" } else { "by player 1" };
            notes.push(format!(
                "Play can come back to this table. The last column is a strategy whenever it does, {who}."
            ));
        }
        let (states, ties) = (counted(self.tables, "state"), counted(self.ties, "tie"));
        notes.push(format!("{states}, {ties}."));
        report.note = notes.join("\n");
        report
    }

    /// Explains the mark, and why there may be nothing to choose.
    fn note(&self) -> String {
        match (self.free, self.given) {
            (free, Some(strategy)) if free || self.after == Continue::Pure => {
                format!("* player 1 always plays {strategy}.")
            }
            (true, _) => "* best.".to_owned(),
            (false, _) if self.rows.len() > 1 => {
                "* best; nothing is remembered yet, so this turn is bold either way.".to_owned()
            }
            (false, _) => "* best; bold is forced.".to_owned(),
        }
    }
}

/// Returns which strategy is best, as the paper's tables say it.
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
    /// Those of them that are wholly unknown.
    pub unknown: u16,
    /// The decision.
    pub decision: u8,
}

impl DecisionCell {
    /// Returns the cells of such a row.
    pub fn of_row(pairs: u16, row: Vec<(u16, u8)>) -> Vec<Self> {
        row.into_iter().map(|(unknown, decision)| Self { pairs, unknown, decision }).collect()
    }
}

/// Returns what is told of the table, which is also a picture.
pub fn report(cells: &[DecisionCell], grid: &Squares) -> Report {
    let title = &grid.title;
    let mut report = Report::new(format!("{title}\nn pairs (down), j of them wholly unknown (across)."));
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
