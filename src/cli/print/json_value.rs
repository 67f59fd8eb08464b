//! A value in every format: cells of text, JSON, and columns of a table.

use super::cell::Cell;
use super::style::Style;
use super::{Format, Print, fraction, listed};
use crate::cli::context;
use chancetree_engine::evaluate::{BoundedValue, ValueBounds};
use chancetree_engine::exact::{self, Natural, Rational, zero};
use chancetree_families::family::{ReportValue, bounded_text, bounded_value, fitting, percent};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The length of the longest bar of a distribution, in characters.
const BAR: f64 = 40.0;

/// Returns the cells of each part of a value in text.
pub(super) fn parts(value: &ReportValue, how: Print<'_>) -> Vec<Vec<Cell<'static>>> {
    let decimal = |value: &Rational| Cell::Number(how.decimal(value).into());
    let fraction = |value: &Rational| Cell::Fraction(fraction(value).into());
    let number = |value: &Rational| vec![fraction(value), decimal(value)];
    let one = |cell: Cell<'static>| vec![vec![cell]];
    let words = |words: String| one(Cell::Words(words.into()));
    match value {
        ReportValue::Exact(value) => vec![number(value)],
        ReportValue::Decimal(value) => one(decimal(value)),
        ReportValue::Fraction(value) => one(fraction(value)),
        ReportValue::Seats(values) => values.iter().map(number).collect(),
        ReportValue::Whole(number) => one(Cell::Number(number.to_string().into())),
        ReportValue::Large(number) => one(Cell::Number(context::rendered(|| number.to_string()).into())),
        ReportValue::Flag(flag) => words(if *flag { "yes" } else { "no" }.to_owned()),
        ReportValue::Words(text) | ReportValue::Name(text) => words(text.clone()),
        ReportValue::Formula { plain, latex } => match how.format == Format::Table(Style::Tex) {
            true => one(Cell::Formula(latex.clone())),
            false => words(plain.clone()),
        },
        ReportValue::Names(list) => words(listed(list.iter())),
        ReportValue::Scores(scores) => {
            words(scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "))
        }
        ReportValue::Bounded(number) => vec![bounded_cells(*number, how)],
        ReportValue::Interval(bounds) => vec![bounded_cells(bounded_value(bounds), how)],
        ReportValue::Double(number, digits) => {
            one(Cell::Number(how.float(*number, u32::from(*digits)).into()))
        }
        ReportValue::Fit { value, .. } => one(Cell::Number(how.float(*value, 5).into())),
        ReportValue::Bar { value, most } => {
            let length = (exact::double(value) / most * BAR).round() as usize;
            let number = match how.is_in_percent() {
                true => Cell::Words(percent(value, how.typed_digits()).into()),
                false => Cell::Number(bar_text(value, how.default_digits(6)).into()),
            };
            match how.format {
                // A table to paste has no room for a drawing.
                Format::Table(_) => one(number),
                _ => vec![vec![number, Cell::Words("#".repeat(length).into())]],
            }
        }
        ReportValue::Each(all) => all.iter().flat_map(|value| parts(value, how)).collect(),
        ReportValue::Parts(all) => {
            let each = |(name, value): &(&str, ReportValue)| match value {
                ReportValue::Exact(value) if !name.is_empty() => format!("{name} {}", difference(value, how)),
                value => {
                    let cells = brief(value, how);
                    let cells: String = cells.iter().map(Cell::text).collect();
                    format!("{name} {cells}")
                }
            };
            let text = all.iter().map(each).collect::<Vec<_>>().join(" ");
            one(Cell::of(text.trim_start()))
        }
        ReportValue::Nothing | ReportValue::NoFraction => vec![Vec::new()],
    }
}

/// Returns a double and the bound on its error, with at most the typed digits.
fn bounded_cells(number: BoundedValue, how: Print<'_>) -> Vec<Cell<'static>> {
    let certain = number.display_parts();
    let digits = certain[0].split_once('.').map_or(0, |(_, digits)| digits.len());
    let [value, error] = match how.typed_digits().filter(|typed| *typed < digits && how.is_for_people()) {
        Some(typed) => bounded_text(number, false, typed),
        None => certain,
    };
    vec![Cell::Number(value.into()), Cell::Words(error.into())]
}

/// Formats the number beside a bar, with an exponent if it would be rounded to 0.
fn bar_text(value: &Rational, how: Print<'_>) -> String {
    let text = how.decimal(value);
    match exact::compare(value, &zero()).is_ne() && !text.contains(|digit| ('1'..='9').contains(&digit)) {
        true => format!("{:.3e}", exact::double(value)),
        false => text,
    }
}

/// Returns one cell for each part of a value, for lines with many columns. Fractions become decimals.
pub(super) fn brief(value: &ReportValue, how: Print<'_>) -> Vec<Cell<'static>> {
    let decimal = |value: &Rational| Cell::Number(how.decimal(value).into());
    match value {
        ReportValue::Exact(value) => vec![decimal(value)],
        ReportValue::Seats(values) => values.iter().map(decimal).collect(),
        ReportValue::Each(all) => all.iter().flat_map(|value| brief(value, how)).collect(),
        other => parts(other, how).into_iter().map(joined).collect(),
    }
}

/// Joins the cells of a part into one cell.
fn joined(mut cells: Vec<Cell<'static>>) -> Cell<'static> {
    match cells.len() {
        0 => Cell::empty(),
        1 => cells.remove(0),
        _ => Cell::Words(cells.iter().map(Cell::text).collect::<Vec<_>>().join(" ").into()),
    }
}

/// Formats a difference, with more digits if it would be rounded to 0.
fn difference(value: &Rational, how: Print<'_>) -> String {
    match fitting(value).filter(|_| how.is_whole()) {
        Some(fraction) => fraction,
        None if exact::compare(value, &zero()).is_eq() => how.decimal(value),
        None => {
            let mut decimals = (how.places()..).map(|places| exact::decimal(value, places));
            let has_digit = |text: &String| text.contains(|digit| ('1'..='9').contains(&digit));
            decimals.find(has_digit).expect("the value is not 0")
        }
    }
}

/// Returns a value as JSON.
pub(super) fn to_json(value: &ReportValue, how: Print<'_>) -> Value {
    match value {
        ReportValue::Exact(value)
        | ReportValue::Decimal(value)
        | ReportValue::Fraction(value)
        | ReportValue::Bar { value, .. } => how.number(value),
        ReportValue::Seats(values) => how.numbers(values),
        ReportValue::Whole(number) => large(&Natural::from(*number)),
        ReportValue::Large(number) => large(number),
        ReportValue::Flag(flag) => json!(flag),
        ReportValue::Words(words) | ReportValue::Formula { plain: words, .. } => json!(words),
        ReportValue::Name(text) => name(text),
        ReportValue::Names(list) => list.iter().map(|text| name(text)).collect(),
        ReportValue::Scores(scores) => json!(scores),
        ReportValue::Bounded(number) => json!({ "float": number.value, "error": number.error }),
        ReportValue::Interval(bounds) => {
            let number = bounded_value(bounds);
            let [lower, upper] = printed_bounds(bounds).map(finite);
            let error = finite(number.error);
            json!({ "float": number.value, "error": error, "lower": lower, "upper": upper })
        }
        ReportValue::Double(number, _) => json!({ "float": number }),
        ReportValue::Fit { value, is_measured } => json!({ "float": value, "measured": is_measured }),
        ReportValue::Each(all) => all.iter().map(|one| to_json(one, how)).collect(),
        ReportValue::Parts(all) => {
            all.iter().map(|(name, part)| ((*name).to_owned(), to_json(part, how))).collect()
        }
        ReportValue::Nothing | ReportValue::NoFraction => Value::Null,
    }
}

/// Returns bounds that hold also for readers who take the printed decimals as exact numbers. The decimal of a double has the fewest
/// digits that identify it, and may be less or greater than the double.
fn printed_bounds(bounds: &ValueBounds) -> [f64; 2] {
    let order = |bound: f64| {
        let decimal = exact::parse_fraction(&bound.to_string());
        decimal
            .zip(Rational::from_float(bound))
            .map_or(Ordering::Equal, |(decimal, bound)| exact::compare(&decimal, &bound))
    };
    let lower =
        if order(bounds.lower) == Ordering::Greater { bounds.lower.next_down() } else { bounds.lower };
    let upper = if order(bounds.upper) == Ordering::Less { bounds.upper.next_up() } else { bounds.upper };
    [lower, upper]
}

/// Returns a double as JSON. JSON has no infinite numbers, so these are texts.
fn finite(number: f64) -> Value {
    match number.is_finite() {
        true => json!(number),
        false => json!(if number > 0.0 { "infinity" } else { "-infinity" }),
    }
}

/// Returns an integer as JSON that other programs read exactly: a number if a double represents it, otherwise a text.
fn large(number: &Natural) -> Value {
    let text = context::rendered(|| number.to_string());
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => json!(number),
        _ => json!(text),
    }
}

/// Returns the name of an action or a value as JSON. A name that is an integer becomes a number.
fn name(text: &str) -> Value {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => json!(number),
        _ => json!(text),
    }
}

/// A cell with the name of its column.
pub(super) type Named<'a> = (Cow<'a, str>, Cell<'a>);

/// Adds the columns of a value to a line.
pub(super) fn columns<'a>(
    line: &mut Vec<Named<'a>>,
    key: Cow<'a, str>,
    value: &'a ReportValue,
    how: Print<'_>,
) {
    let whole = |number: &u64| Cell::Number(number.to_string().into());
    let double = |number: f64| Cell::Number(number.to_string().into());
    match value {
        ReportValue::Exact(value) | ReportValue::Bar { value, .. } => number(line, key, value, how),
        ReportValue::Seats(_) | ReportValue::Each(_) => {
            line.extend(columns_of_parts(&key, value, how).into_iter().flatten());
        }
        ReportValue::Scores(scores) => {
            let one = key.trim_end_matches('s');
            let seat = |(score, seat): (&u64, usize)| (format!("{one}_{seat}").into(), whole(score));
            line.extend(scores.iter().zip(1..).map(seat));
        }
        ReportValue::Bounded(number) => {
            line.push((format!("{key}_approximate").into(), double(number.value)));
            line.push((key + "_error", double(number.error)));
        }
        ReportValue::Interval(bounds) => {
            let number = bounded_value(bounds);
            line.push((format!("{key}_approximate").into(), double(number.value)));
            line.push((format!("{key}_error").into(), double(number.error)));
            let [lower, upper] = printed_bounds(bounds);
            line.push((format!("{key}_lower").into(), double(lower)));
            line.push((key + "_upper", double(upper)));
        }
        ReportValue::Parts(all) => {
            all.iter().for_each(|(name, part)| columns(line, format!("{key}_{name}").into(), part, how));
        }
        // CSV has all digits of a double, text has the usual digits.
        ReportValue::Double(number, _) | ReportValue::Fit { value: number, .. } if how.is_csv() => {
            line.push((key, double(*number)));
        }
        ReportValue::Flag(flag) if how.is_csv() => line.push((key, Cell::Words(flag.to_string().into()))),
        ReportValue::Whole(number) => line.push((key, whole(number))),
        ReportValue::Words(words) | ReportValue::Name(words) => line.push((key, Cell::Words(words.into()))),
        ReportValue::NoFraction => {
            line.push((key.clone(), Cell::empty()));
            line.push((key + "_exact", Cell::empty()));
        }
        other => {
            let cell = joined(parts(other, how).into_iter().flatten().collect());
            line.push((key, cell));
        }
    }
}

/// Adds the columns of a number to a line.
fn number<'a>(line: &mut Vec<Named<'a>>, key: Cow<'a, str>, value: &Rational, how: Print<'_>) {
    line.push((key.clone(), Cell::Number(how.decimal(value).into())));
    line.push((key + "_exact", Cell::Fraction(fraction(value).into())));
}

/// Returns the columns of each part of a value, in the order of [`parts`].
pub(super) fn columns_of_parts<'a>(key: &str, value: &'a ReportValue, how: Print<'_>) -> Vec<Vec<Named<'a>>> {
    let of = |add: &dyn Fn(&mut Vec<Named<'a>>)| {
        let mut line = Vec::new();
        add(&mut line);
        line
    };
    let seat = |seat: usize| format!("{key}_{seat}").into();
    match value {
        ReportValue::Seats(values) => values
            .iter()
            .zip(1..)
            .map(|(value, place)| of(&|line| number(line, seat(place), value, how)))
            .collect(),
        ReportValue::Each(all) => all
            .iter()
            .zip(1..)
            .map(|(value, place)| of(&|line| columns(line, seat(place), value, how)))
            .collect(),
        other => vec![of(&|line| columns(line, key.to_owned().into(), other, how))],
    }
}
