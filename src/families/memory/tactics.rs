//! The report on best play: the value of every tactic, and tables of the best tactics.

use super::PairCounts;
use super::decisions::{Decisions, Objective, Position};
use super::tactic::Tactic;
use crate::exact::{Rational, ratio};
use crate::family::{self, ColumnOf, Report, ReportValue, Solved, counted};
use crate::model::order;
use crate::model::order::{inserted, sort};
use chancetree_export::chart::{Square, Squares};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;

/// The default way to play.
pub const DEFAULT: &str = "best";

/// Returns the report on every tactic at the start of a game, under a title.
pub fn report(solved: &Solved<Decisions>, title: String) -> Report {
    let mut report = Report::new(title);
    let (start, ties) = (solved.graph().start(), solved.solution().ties);
    let (value, actions) = (solved.payoffs(start).swap_remove(0), solved.actions(start));
    let is_win = solved.graph().game().objective() == Objective::Win;
    let states = solved.graph().node_count();
    report.add("value", &value);
    report.add("tie_rule", Tactic::tie_rule());
    report.add("states", states);
    report.add("ties", ties);
    let members = |tactic: Tactic| tactic.members().iter().map(ToString::to_string).collect();
    let fields: [ColumnOf<'_, &(Tactic, Rational)>; 6] = [
        ("action", None, &|(tactic, _)| ReportValue::Name(tactic.to_string())),
        ("members", None, &|(tactic, _)| ReportValue::Names(members(*tactic))),
        ("condition", None, &|(tactic, _)| tactic.condition().into()),
        ("value", None, &|(_, worth)| worth.into()),
        ("difference", None, &|(_, worth)| (worth - &value).into()),
        ("best", None, &|(_, worth)| (*worth == value).into()),
    ];
    report.tables.push(family::Table::of("actions", &actions, &fields).main());
    if actions.is_empty() {
        let what = "There is no decision here; the mover's expectation is ";
        report.remarks.push(vec![what.into(), value.into(), ".".into()]);
    } else {
        add_distinct(solved, &actions, &value, &mut report);
    }
    if is_win && actions.iter().any(|(tactic, _)| *tactic == Tactic::T2) {
        report.remarks.push(vec!["Two passes in a row end the game.".into()]);
    }
    let (states, rule) = (counted(states, "state"), Tactic::tie_rule());
    report.note = match ties {
        0 => format!("{states}."),
        ties => format!(
            "{states}; in {ties}, several tactics are equally good, and the first of {rule} is played \
             (--help explains them)."
        ),
    };
    report
}

/// Adds the table of tactics for people. Tactics that are the same play at the start of the game share a row.
fn add_distinct(
    solved: &Solved<Decisions>,
    actions: &[(Tactic, Rational)],
    value: &Rational,
    report: &mut Report,
) {
    let plays = plays(solved);
    let play = |tactic: &Tactic| plays.iter().find(|(known, _)| known == tactic).map(|(_, play)| play);
    let mut rows: Vec<(Vec<Tactic>, &Rational)> = Vec::new();
    for (tactic, worth) in actions {
        match rows.iter_mut().find(|(same, _)| play(&same[0]) == play(tactic)) {
            Some((same, _)) => same.push(*tactic),
            None => rows.push((vec![*tactic], worth)),
        }
    }
    let is_win = solved.graph().game().objective() == Objective::Win;
    // Words, with the codes that options take behind them. A long last cell wraps.
    let words = |tactics: &[Tactic]| {
        let codes: Vec<_> = tactics.iter().map(ToString::to_string).collect();
        format!("{} ({})", tactics[0].meaning(), codes.join(", "))
    };
    let difference = Some("against the best").filter(|_| rows.len() > 1);
    let fields: [ColumnOf<'_, &(Vec<Tactic>, &Rational)>; 4] = [
        ("", Some(""), &|(_, worth)| if *worth == value { "*" } else { "" }.into()),
        ("", Some(if is_win { "P(win) - P(loss)" } else { "pairs" }), &|(_, worth)| (*worth).into()),
        ("", difference, &|(_, worth)| (*worth - value).into()),
        ("", Some("tactic"), &|(same, _)| words(same).into()),
    ];
    let table = family::Table::of("", &rows, &fields);
    report.tables.push(match is_win {
        true => table.probabilities(&["P(win) - P(loss)", "against the best"]),
        false => table,
    });
    let is_tie = rows.iter().filter(|(_, worth)| *worth == value).count() > 1;
    report.remarks.push(vec![if is_tie { "* best, a tie." } else { "* best." }.into()]);
}

/// A possible event of a tactic: the node after it, the event, and its probability.
type PlayStep = (usize, String, Rational);

/// Returns each tactic at the start of a game with its play: the probability of each event and of the position after it.
fn plays(solved: &Solved<Decisions>) -> Vec<(Tactic, Vec<PlayStep>)> {
    let graph = solved.graph();
    let step = |edge: usize| {
        let ((_, target, label), (weight, total)) = (graph.edge(edge), graph.share(edge));
        (target, label.event.to_string(), ratio(weight, total))
    };
    let choices = graph.actions(graph.start()).zip(graph.choices(graph.start()));
    let play = |(tactic, edges): (Option<Tactic>, Range<usize>)| {
        let mut steps: Vec<_> = edges.map(step).collect();
        sort(&mut steps, Ord::cmp);
        Some((tactic?, steps))
    };
    choices.filter_map(play).collect()
}

/// The best tactics of each cell of a row, by number, and their value.
pub type TacticRow = Vec<(Vec<u64>, Rational)>;

/// Returns the tactic with a number.
fn tactic(number: u64) -> Option<Tactic> {
    Tactic::of(number.try_into().ok()?)
}

/// Returns the row of `pairs` pairs of a solved game. `alone` solves the game that starts with a table, for the few
/// positions that only follow from larger boards or have another lead. `check_limits` is called before each cell.
///
/// # Errors
/// The errors of `alone` and `check_limits`.
pub fn row<E>(
    solved: &Solved<Decisions>,
    pairs: u16,
    alone: impl Fn(PairCounts) -> Result<Solved<Decisions>, E>,
    check_limits: impl Fn() -> Result<(), E>,
) -> Result<TacticRow, E> {
    let best = |solved: &Solved<Decisions>, node| {
        let (value, actions) = (solved.payoffs(node).swap_remove(0), solved.actions(node));
        let best = actions.iter().filter(|(_, worth)| *worth == value).map(|(tactic, _)| tactic);
        (best.map(|tactic| tactic.number().into()).collect(), value)
    };
    let cell = |singles| {
        check_limits()?;
        let table = PairCounts { known: 0, half: singles, unknown: pairs - singles };
        Ok(match solved.node(&Position { table, ..Position::default() }) {
            Some(node) => best(solved, node),
            None => {
                let alone = alone(table)?;
                best(&alone, alone.graph().start())
            }
        })
    };
    (0..=pairs).map(cell).collect()
}

/// One cell of the table of best tactics. It has all best tactics of a position; the first one is played.
pub struct TacticCell {
    /// The remaining pairs.
    pub pairs: u16,
    /// The known singles among them.
    pub singles: u16,
    /// The best tactics.
    pub best: Vec<Tactic>,
    /// The value of the best tactics.
    pub value: Rational,
    /// The parameters of the board.
    pub parameters: Value,
}

impl TacticCell {
    /// Creates the cells of a row. `parameters` describe its board.
    pub fn of_row(pairs: u16, row: TacticRow, parameters: &Value) -> Vec<Self> {
        let cell = |(singles, (best, value)): (u16, (Vec<u64>, Rational))| {
            let best = best.into_iter().filter_map(tactic).collect();
            Self { pairs, singles, best, value, parameters: parameters.clone() }
        };
        (0..).zip(row).map(cell).collect()
    }

    /// Returns the parameters of the cell that JSON repeats.
    pub fn parameters(&self) -> Value {
        let mut parameters = self.parameters.clone();
        (parameters["unknown"], parameters["half_known"]) =
            ((self.pairs - self.singles).into(), self.singles.into());
        parameters
    }

    /// Returns the report for programs.
    pub fn report(&self) -> Report {
        let names: Vec<String> = self.best.iter().map(ToString::to_string).collect();
        let mut report = Report::default();
        report.add("known_singles", self.singles);
        report.add("best", names.first().cloned().map_or(ReportValue::Nothing, ReportValue::Name));
        report.add("good", ReportValue::Names(names));
        report.add("value", self.value.clone());
        report
    }

    /// Returns the tactic that is played, with a mark if others are as good.
    fn text(&self) -> String {
        match self.best[..] {
            [] => "-".to_owned(),
            [tactic] => tactic.number().to_string(),
            [tactic, ..] => format!("{}=", tactic.number()),
        }
    }
}

/// Returns the table for people.
pub fn table(grid: &Squares) -> Report {
    let mut report = Report::new(format!(
        "{}\nBest tactic by pairs left (down) and known singles (across), no pair known.",
        grid.title
    ));
    report.tables.push(lettered(grid, "pairs"));
    let meanings: Vec<&str> =
        grid.legend.iter().map(|(_, meaning)| meaning.trim_start_matches('T')).collect();
    let order = Tactic::tie_rule();
    report.note = format!(
        "{}.\n= marks a tie; the table has the first best tactic of {order} (--help explains them).",
        meanings.join("; ")
    );
    report
}

/// Returns a fill colour on which black text is readable and which colour-blind readers can distinguish (Okabe and Ito,
/// 2008). The number in the cell is the second cue.
fn fill(tactic: Option<&Tactic>) -> &'static str {
    match tactic {
        None => "#FFFFFF",
        Some(Tactic::T1) => "#F0E442",
        Some(Tactic::T2) => "#CC79A7",
        Some(Tactic::T5) => "#56B4E9",
        Some(Tactic::T6) => "#E69F00",
        Some(Tactic::T7) => "#009E73",
        Some(_) => "#DDDDDD",
    }
}

/// Returns the table as a picture.
pub fn grid(cells: &[TacticCell], title: String) -> Squares {
    let square = |cell: &TacticCell| Square {
        row: cell.pairs,
        column: cell.singles,
        text: cell.text(),
        fill: fill(cell.best.first()),
    };
    let mut used: Vec<Tactic> = cells.iter().filter_map(|cell| cell.best.first().copied()).collect();
    order::sort_unique(&mut used);
    let meaning = |tactic: Tactic| (fill(Some(&tactic)), format!("{tactic} {}", tactic.meaning()));
    Squares {
        title,
        across: "known singles",
        down: "pairs",
        squares: cells.iter().map(square).collect(),
        legend: used.into_iter().map(meaning).collect(),
        note: Some("= another tactic is as good"),
    }
}

/// Returns a picture as a table for people. `corner` is the heading of its first column.
pub fn lettered(squares: &Squares, corner: &str) -> family::Table {
    let columns: BTreeSet<u16> = inserted(squares.squares.iter().map(|square| square.column));
    let numbers = columns.iter().map(ToString::to_string);
    let head: Vec<String> = [corner.to_owned()].into_iter().chain(numbers).collect();
    let line = |row: &[Square]| {
        let cell = |column: &u16| row.iter().find(|square| square.column == *column);
        let cells = columns.iter().map(|column| cell(column).map(|square| square.text.clone()));
        let cells = [row[0].row.to_string()].into_iter().chain(cells.map(Option::unwrap_or_default));
        cells.map(ReportValue::Words).collect::<Vec<_>>()
    };
    family::Table::shown(head, squares.squares.chunk_by(|a, b| a.row == b.row).map(line))
}
