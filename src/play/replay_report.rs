//! A replayed game: its moments as a report, and as a path for pictures.

use super::{AnySession, NamedNumber, log::GameLog};
use crate::exact;
use crate::export::path::{Path, Scene};
use crate::family::saved::kept;
use crate::family::{Column, Report, ReportValue, Table};
use serde_json::Value;

/// The largest width of the odds in a text table, in columns.
const MOST_COLUMNS: usize = 64;

/// The digits of the odds in the nodes of a graph.
const LABEL_DIGITS: usize = 6;

/// Returns the report on the moments of a game, the first of which is the beginning: the odds of each moment,
/// and the changes by luck and choices.
///
/// # Panics
/// Panics if `moments` is empty.
pub fn report(title: &str, moments: &[&AnySession]) -> Report {
    let last = moments.last().expect("a game has a beginning");
    let mut report = Report::new(format!("{title}\n{}", last.position()));
    report.add_json("over", last.is_over());
    let odds: Vec<Vec<NamedNumber>> = moments.iter().map(|moment| moment.odds()).collect();
    let moment = |(step, (moment, odds)): (usize, (&&AnySession, &Vec<NamedNumber>))| {
        let odds = odds.iter().map(|number| (kept(number.key.clone()), (&number.value).into()));
        ReportValue::Parts(vec![
            ("step", step.into()),
            ("what", moment.last_step().into()),
            ("position", moment.position().into()),
            ("odds", ReportValue::Parts(odds.collect())),
        ])
    };
    report.add_json("moments", ReportValue::each(moments.iter().zip(&odds).enumerate().map(moment)));
    let meter = last.meter();
    let moved = || last.measured().into_iter().zip(meter.luck.iter().zip(&meter.choice));
    let parts = moved().map(|([key, _], (luck, choice))| {
        (kept(key), ReportValue::Parts(vec![("luck", luck.into()), ("choice", choice.into())]))
    });
    report.add_json("moved", ReportValue::Parts(parts.collect()));
    let steps = steps(moments, &odds);
    let is_cut = steps.columns.iter().filter(|column| column.head.is_some()).count() < odds[0].len() + 2;
    let decimal = |value: &exact::Rational| ReportValue::Decimal(value.clone());
    let rows = moved().map(|([_, words], (luck, choice))| [words.into(), decimal(luck), decimal(choice)]);
    report.tables = vec![steps, Table::shown(["", "by luck", "by choices"], rows)];
    if is_cut {
        report.note = "--format json and csv have the other odds.".to_owned();
    }
    report
}

/// Creates a table with one line per moment and the odds of the first moment. Text output shows as many odds
/// as fit.
fn steps(moments: &[&AnySession], odds: &[Vec<NamedNumber>]) -> Table {
    let mut columns = vec![Column::new("step", Some("step".into())), Column::new("what", None)];
    let mut width = 0;
    for NamedNumber { key, words, .. } in &odds[0] {
        let short = words.replace("player ", "").replace(" of the game", "");
        width += 2 + short.chars().count().max(8);
        columns.push(Column::new("", Some(short.into()).filter(|_| width <= MOST_COLUMNS)));
        columns.push(Column::new(kept(key.clone()), None));
    }
    columns.push(Column::new("", Some("".into())));
    let row = |(step, (moment, own)): (usize, (&&AnySession, &Vec<NamedNumber>))| {
        let found = odds[0].iter().flat_map(|first| match own.iter().find(|one| one.key == first.key) {
            Some(NamedNumber { value, .. }) => [ReportValue::Decimal(value.clone()), value.into()],
            // Empty once the number does not exist any more.
            None => ["".into(), ReportValue::Nothing],
        });
        let last_step = moment.last_step();
        let row = [step.into(), last_step.into()].into_iter().chain(found);
        row.chain([last_step.into()]).collect::<Vec<_>>()
    };
    let rows = moments.iter().zip(odds).enumerate().map(row);
    let mut table = Table::new("", [], rows);
    table.columns = columns;
    table.main().whole()
}

/// Returns the path of a logged game through its moments, the first of which is the beginning.
///
/// # Panics
/// Panics if `moments` is empty.
pub fn path(title: String, log: &GameLog, moments: &[&AnySession]) -> Path {
    let moment = |session: &&AnySession| Scene {
        step: session.last_step().to_owned(),
        position: session.position(),
        over: session.is_over(),
        numbers: session.odds(),
        ..session.scene()
    };
    let mut facts = vec![("family".to_owned(), log.family.clone())];
    if let Value::Object(parameters) = &log.parameters {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        facts.extend(parameters.iter().map(|(name, value)| (name.clone(), plain(value))));
    }
    Path::new(title, facts, moments.iter().map(moment).collect(), LABEL_DIGITS)
}
