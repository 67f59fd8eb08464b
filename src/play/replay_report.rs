//! A replayed game: its positions as a report, and as a path for pictures.

use super::{AnySession, NamedNumber, log::GameLog};
use crate::exact;
use crate::export::path::{Path, Scene};
use crate::family::saved::interned;
use crate::family::{Column, Report, ReportValue, Table, display_width};
use crate::game::Seat;
use serde_json::Value;

/// The largest width of the odds in a text table, in columns.
const MAX_COLUMNS: usize = 64;

/// The digits of the odds in the nodes of a graph.
const LABEL_DIGITS: usize = 6;

/// Returns the report on the `sessions` of a game, one for each position, the first of which is the beginning: the odds of each
/// position, and the changes by luck and choices.
///
/// # Panics
/// Panics if `sessions` is empty.
pub fn report(title: &str, sessions: &[&AnySession]) -> Report {
    let last = sessions.last().expect("a game has a beginning");
    let mut report = Report::new(format!("{title}\n{}", last.position()));
    report.add_json("over", last.is_over());
    let odds: Vec<Vec<NamedNumber>> = sessions.iter().map(|session| session.odds()).collect();
    let position = |(step, (session, odds)): (usize, (&&AnySession, &Vec<NamedNumber>))| {
        let odds = odds.iter().map(|number| (interned(number.key.clone()), (&number.value).into()));
        ReportValue::Parts(vec![
            ("step", step.into()),
            ("what", session.last_step().into()),
            ("position", session.position().into()),
            ("odds", ReportValue::Parts(odds.collect())),
        ])
    };
    report.add_json("moments", ReportValue::each(sessions.iter().zip(&odds).enumerate().map(position)));
    let meter = last.meter();
    let moved = || last.measured().into_iter().zip(meter.luck.iter().zip(&meter.choice));
    let parts = moved().map(|([key, _], (luck, choice))| {
        (interned(key), ReportValue::Parts(vec![("luck", luck.into()), ("choice", choice.into())]))
    });
    report.add_json("moved", ReportValue::Parts(parts.collect()));
    let players = last.players();
    if !players.is_empty() {
        report.add_json("moved_by", moved_by(last, players.len()));
    }
    let steps = steps(sessions, &odds);
    let is_cut = steps.columns.iter().filter(|column| column.head.is_some()).count() < odds[0].len() + 2;
    let decimal = |value: &exact::Rational| ReportValue::Decimal(value.clone());
    let rows = moved().map(|([_, words], (luck, choice))| [words.into(), decimal(luck), decimal(choice)]);
    report.tables = match players.is_empty() {
        true => vec![steps, Table::shown(["", "by luck", "by choices"], rows)],
        false => vec![steps, ledger(last, &players)],
    };
    if is_cut {
        report.note = "--format json and csv have the other odds.".to_owned();
    }
    report
}

/// Returns the changes of the numbers by the steps of each of `count` players.
fn moved_by(last: &AnySession, count: usize) -> ReportValue {
    let keys: Vec<String> = last.measured().into_iter().map(|[key, _]| key).collect();
    let parts = |values: &[exact::Rational]| {
        ReportValue::Parts(
            keys.iter().zip(values).map(|(key, value)| (interned(key.clone()), value.into())).collect(),
        )
    };
    ReportValue::each((0..count).map(|seat| {
        let own = last.meter().of_seat(seat as Seat);
        let fields = [("luck", parts(&own.luck)), ("choice", parts(&own.choice))];
        ReportValue::Parts([("player", (seat + 1).into())].into_iter().chain(fields).collect())
    }))
}

/// Creates a table of what changed the numbers, with a row for the luck of each player and for the choices of people. Each column
/// adds up from the first row to the last. Text output shows as many numbers as fit.
fn ledger(last: &AnySession, players: &[(String, bool)]) -> Table {
    let (numbers, meter, measured) = (last.odds(), last.meter(), last.measured());
    let mut width = 0;
    let fits = |words: &&str| {
        width += 2 + display_width(words).max(9);
        width <= MAX_COLUMNS
    };
    let words: Vec<String> = measured.iter().map(|[_, words]| words.replace("player ", "")).collect();
    let columns = words.iter().map(String::as_str).take_while(fits).count();
    let of = |key: &str| numbers.iter().find(|number| number.key == key).map(|number| &number.value);
    let now: Vec<exact::Rational> =
        measured.iter().map(|[key, _]| of(key).cloned().unwrap_or_else(exact::zero)).collect();
    let start: Vec<exact::Rational> = now
        .iter()
        .zip(meter.luck.iter().zip(&meter.choice))
        .map(|(now, (luck, choice))| now - luck - choice)
        .collect();
    let row = |name: String, values: &[exact::Rational]| {
        let values = values.iter().take(columns).map(|value| ReportValue::Decimal(value.clone()));
        [name.into()].into_iter().chain(values).collect::<Vec<_>>()
    };
    let mut rows = vec![row("at the start".to_owned(), &start)];
    for (seat, (name, is_person)) in players.iter().enumerate() {
        let own = meter.of_seat(seat as Seat);
        rows.push(row(format!("luck of {name}"), &own.luck));
        // A robot plays as the odds assume, unless another play was assumed for the replay.
        if *is_person || own.choice.iter().any(|value| *value != exact::zero()) {
            rows.push(row(format!("choices of {name}"), &own.choice));
        }
    }
    rows.push(row("now".to_owned(), &now));
    let heads = [""].into_iter().chain(words.iter().take(columns).map(String::as_str));
    Table::shown(heads.map(str::to_owned).collect::<Vec<_>>(), rows)
}

/// Creates a table with one line per position and the odds of the first position. Text output shows as many odds as fit.
fn steps(sessions: &[&AnySession], odds: &[Vec<NamedNumber>]) -> Table {
    let mut columns = vec![Column::new("step", Some("step".into())), Column::new("what", None)];
    let mut width = 0;
    for NamedNumber { key, words, .. } in &odds[0] {
        let short = words.replace("player ", "").replace(" of the game", "");
        width += 2 + display_width(&short).max(8);
        columns.push(Column::new("", Some(short.into()).filter(|_| width <= MAX_COLUMNS)));
        columns.push(Column::new(interned(key.clone()), None));
    }
    columns.push(Column::new("", Some("".into())));
    let row = |(step, (session, own)): (usize, (&&AnySession, &Vec<NamedNumber>))| {
        let found = odds[0].iter().flat_map(|first| match own.iter().find(|one| one.key == first.key) {
            Some(NamedNumber { value, .. }) => [ReportValue::Decimal(value.clone()), value.into()],
            // Empty once the number does not exist any more.
            None => ["".into(), ReportValue::Nothing],
        });
        let last_step = session.last_step();
        let row = [step.into(), last_step.into()].into_iter().chain(found);
        row.chain([last_step.into()]).collect::<Vec<_>>()
    };
    let rows = sessions.iter().zip(odds).enumerate().map(row);
    let mut table = Table::new("", [], rows);
    table.columns = columns;
    table.main().whole()
}

/// Returns the path of a logged game through its positions, the first of which is the beginning.
///
/// # Panics
/// Panics if `sessions` is empty.
pub fn path(title: String, log: &GameLog, sessions: &[&AnySession]) -> Path {
    let scene = |session: &&AnySession| Scene {
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
    Path::new(title, facts, sessions.iter().map(scene).collect(), LABEL_DIGITS)
}
