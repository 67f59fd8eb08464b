//! A datum in every format: cells for people, JSON, and columns of a table.

use super::style::{MATHS, Style};
use super::{Format, Print, listed, shown};
use crate::exact::{self, Natural, Rational, zero};
use crate::family::{Datum, fitting};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The longest bar.
const BAR: f64 = 40.0;

/// The cells of each part of a datum, for people.
pub(super) fn parts(datum: &Datum, how: Print) -> Vec<Vec<String>> {
    let number = |value: &Rational| vec![shown(value), how.decimal(value)];
    match datum {
        Datum::Exact(value) => vec![number(value)],
        Datum::Decimal(value) => vec![vec![how.decimal(value)]],
        Datum::Seats(values) => values.iter().map(number).collect(),
        Datum::Whole(number) => vec![vec![number.to_string()]],
        Datum::Large(number) => vec![vec![number.to_string()]],
        Datum::Flag(flag) => vec![vec![if *flag { "yes" } else { "no" }.to_owned()]],
        Datum::Words(words) | Datum::Name(words) => vec![vec![words.clone()]],
        Datum::Formula { plain, .. } => vec![vec![plain.clone()]],
        Datum::Names(list) => vec![vec![listed(list.iter())]],
        Datum::Scores(scores) => {
            vec![vec![scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ")]]
        }
        Datum::Bounded(number) => vec![number.words().into()],
        Datum::Double(number, digits) => vec![vec![how.float(*number, u32::from(*digits))]],
        Datum::Fit { value, .. } => vec![vec![how.float(*value, 5)]],
        Datum::Bar { value, most } => {
            let length = (exact::double(value) / most * BAR).round() as usize;
            vec![vec![how.usually(6).decimal(value), "#".repeat(length)]]
        }
        Datum::Each(all) => all.iter().flat_map(|datum| parts(datum, how)).collect(),
        Datum::Parts(all) => {
            let each = |(name, datum): &(&str, Datum)| match datum {
                Datum::Exact(value) if !name.is_empty() => format!("{name} {}", by(value, how)),
                datum => format!("{name} {}", brief(datum, how).concat()),
            };
            vec![vec![all.iter().map(each).collect::<Vec<_>>().join(" ").trim_start().to_owned()]]
        }
        Datum::Nothing | Datum::NoFraction => vec![Vec::new()],
    }
}

/// Each part of a datum where a line has room for one number: the decimal of a fraction.
pub(super) fn brief(datum: &Datum, how: Print) -> Vec<String> {
    match datum {
        Datum::Exact(value) => vec![how.decimal(value)],
        Datum::Seats(values) => values.iter().map(|value| how.decimal(value)).collect(),
        Datum::Each(all) => all.iter().flat_map(|datum| brief(datum, how)).collect(),
        other => parts(other, how).iter().map(|cells| cells.join(" ")).collect(),
    }
}

/// A number in words that say that there is a difference: however few digits were asked for, it is not 0 there.
fn by(value: &Rational, how: Print) -> String {
    match fitting(value).filter(|_| how.is_whole()) {
        Some(fraction) => fraction,
        None if *value == zero() => how.decimal(value),
        None => {
            let mut decimals = (how.places()..).map(|places| exact::decimal(value, places));
            let is_told = |text: &String| text.contains(|digit| ('1'..='9').contains(&digit));
            decimals.find(is_told).expect("it is not 0")
        }
    }
}

/// As JSON.
pub(super) fn datum(found: &Datum, how: Print) -> Value {
    match found {
        Datum::Exact(value) | Datum::Decimal(value) | Datum::Bar { value, .. } => how.number(value),
        Datum::Seats(values) => how.numbers(values),
        Datum::Whole(number) => large(&Natural::from(*number)),
        Datum::Large(number) => large(number),
        Datum::Flag(flag) => json!(flag),
        Datum::Words(words) | Datum::Formula { plain: words, .. } => json!(words),
        Datum::Name(text) => name(text),
        Datum::Names(list) => list.iter().map(|text| name(text)).collect(),
        Datum::Scores(scores) => json!(scores),
        Datum::Bounded(number) => json!({ "float": number.value, "error": number.error }),
        Datum::Double(number, _) => json!({ "float": number }),
        Datum::Fit { value, is_measured } => json!({ "float": value, "measured": is_measured }),
        Datum::Each(all) => all.iter().map(|one| datum(one, how)).collect(),
        Datum::Parts(all) => all.iter().map(|(name, part)| ((*name).to_owned(), datum(part, how))).collect(),
        Datum::Nothing | Datum::NoFraction => Value::Null,
    }
}

/// A whole number that other programs read exactly: as a number as long as a double holds it, else as text.
fn large(number: &Natural) -> Value {
    let text = number.to_string();
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => json!(number),
        _ => json!(text),
    }
}

/// Returns the name of an action or a value as JSON: a whole number as a number.
fn name(text: &str) -> Value {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => json!(number),
        _ => json!(text),
    }
}

/// A cell of a line, behind the name of its column.
pub(super) type Cell<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Adds the columns of a datum to a line.
pub(super) fn columns<'a>(line: &mut Vec<Cell<'a>>, key: Cow<'a, str>, datum: &'a Datum, how: Print) {
    let mut number = |key: Cow<'a, str>, value: &Rational| {
        line.push((key.clone(), how.decimal(value).into()));
        line.push((key + "_exact", exact::fraction(value).into()));
    };
    match datum {
        Datum::Exact(value) | Datum::Bar { value, .. } => number(key, value),
        Datum::Seats(values) => {
            let seats = values.iter().zip(1..);
            seats.for_each(|(value, seat)| number(format!("{key}_{seat}").into(), value));
        }
        Datum::Scores(scores) => {
            let one = key.trim_end_matches('s');
            let seat =
                |(score, seat): (&u64, usize)| (format!("{one}_{seat}").into(), score.to_string().into());
            line.extend(scores.iter().zip(1..).map(seat));
        }
        Datum::Bounded(number) => {
            line.push((format!("{key}_approximate").into(), number.value.to_string().into()));
            line.push((key + "_error", number.error.to_string().into()));
        }
        Datum::Each(all) => {
            all.iter()
                .zip(1..)
                .for_each(|(datum, seat)| columns(line, format!("{key}_{seat}").into(), datum, how));
        }
        Datum::Parts(all) => {
            all.iter().for_each(|(name, part)| columns(line, format!("{key}_{name}").into(), part, how));
        }
        Datum::Double(number, _) | Datum::Fit { value: number, .. } => {
            line.push((key, number.to_string().into()));
        }
        Datum::Formula { latex, .. } if how.format == Format::Table(Style::Tex) => {
            line.push((key, format!("{MATHS}{latex}").into()));
        }
        Datum::Flag(flag) => line.push((key, flag.to_string().into())),
        Datum::Whole(number) => line.push((key, number.to_string().into())),
        Datum::Words(words) | Datum::Name(words) => line.push((key, words.into())),
        Datum::NoFraction => {
            line.push((key.clone(), "".into()));
            line.push((key + "_exact", "".into()));
        }
        other => line.push((key, parts(other, how).concat().concat().into())),
    }
}
