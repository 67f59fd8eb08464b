//! A game from its beginning to where it stands: its moments as a report, and as a path that is drawn.

use super::{Named, Session, log::Log};
use crate::exact;
use crate::export::path::{Path, Scene};
use crate::family::saved::kept;
use crate::family::{Column, Datum, Report, Table};
use serde_json::Value;

/// The columns that odds may take in a table for people.
const MOST_WIDE: usize = 64;

/// Digits of the odds in the nodes of a graph.
const LABEL_DIGITS: usize = 6;

/// Returns what moments of a game tell, of which the first is the beginning: the odds of each, and what moved them.
///
/// # Panics
/// If there is no moment.
pub fn report(title: &str, moments: &[&dyn Session]) -> Report {
    let last = moments.last().expect("a game has a beginning");
    let mut report = Report::new(format!("{title}\n{}", last.position()));
    report.add_json("over", last.is_over());
    let odds: Vec<Vec<Named>> = moments.iter().map(|moment| moment.odds()).collect();
    let moment = |(step, (moment, odds)): (usize, (&&dyn Session, &Vec<Named>))| {
        let odds = odds.iter().map(|number| (kept(number.key.clone()), (&number.value).into()));
        Datum::Parts(vec![
            ("step", step.into()),
            ("what", moment.told().into()),
            ("position", moment.position().into()),
            ("odds", Datum::Parts(odds.collect())),
        ])
    };
    report.add_json("moments", Datum::each(moments.iter().zip(&odds).enumerate().map(moment)));
    let meter = last.meter();
    let moved = || last.measured().into_iter().zip(meter.luck.iter().zip(&meter.choice));
    let parts = moved().map(|([key, _], (luck, choice))| {
        (kept(key), Datum::Parts(vec![("luck", luck.into()), ("choice", choice.into())]))
    });
    report.add_json("moved", Datum::Parts(parts.collect()));
    let steps = steps(moments, &odds);
    let is_cut = steps.columns.iter().filter(|column| column.head.is_some()).count() < odds[0].len() + 2;
    let decimal = |value: &exact::Rational| Datum::Decimal(value.clone());
    let rows = moved().map(|([_, words], (luck, choice))| [words.into(), decimal(luck), decimal(choice)]);
    report.tables = vec![steps, Table::shown(["", "by luck", "by choices"], rows)];
    if is_cut {
        report.note = "--format json and csv have the other odds.".to_owned();
    }
    report
}

/// A line for each moment, with the odds that the first one has. People are shown as many as fit.
fn steps(moments: &[&dyn Session], odds: &[Vec<Named>]) -> Table {
    let mut columns = vec![Column::new("step", Some("step".into())), Column::new("what", None)];
    let mut width = 0;
    for Named { key, words, .. } in &odds[0] {
        let short = words.replace("player ", "").replace(" of the game", "");
        width += 2 + short.chars().count().max(8);
        columns.push(Column::new("", Some(short.into()).filter(|_| width <= MOST_WIDE)));
        columns.push(Column::new(kept(key.clone()), None));
    }
    columns.push(Column::new("", Some("".into())));
    let row = |(step, (moment, own)): (usize, (&&dyn Session, &Vec<Named>))| {
        let found = odds[0].iter().flat_map(|first| match own.iter().find(|one| one.key == first.key) {
            Some(Named { value, .. }) => [Datum::Decimal(value.clone()), value.into()],
            // None where there is none any more.
            None => ["".into(), Datum::Nothing],
        });
        let told = moment.told();
        let row = [step.into(), told.as_str().into()].into_iter().chain(found);
        row.chain([told.as_str().into()]).collect::<Vec<_>>()
    };
    let rows = moments.iter().zip(odds).enumerate().map(row);
    let mut table = Table::new("", [], rows);
    table.columns = columns;
    table.main().whole()
}

/// Returns the path of a game that was logged through its moments, of which the first is the beginning.
///
/// # Panics
/// If there is no moment.
pub fn path(title: String, log: &Log, moments: &[&dyn Session]) -> Path {
    let moment = |session: &&dyn Session| Scene {
        told: session.told(),
        position: session.position(),
        over: session.is_over(),
        numbers: session.odds(),
        ..session.sight()
    };
    let mut facts = vec![("family".to_owned(), log.family.clone())];
    if let Value::Object(parameters) = &log.parameters {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        facts.extend(parameters.iter().map(|(name, value)| (name.clone(), plain(value))));
    }
    Path::new(title, facts, moments.iter().map(moment).collect(), LABEL_DIGITS)
}
