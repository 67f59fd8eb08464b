//! Probabilities as percentages, and other numbers as short decimals, for people.

use super::{GameAnswer, Report, ReportValue, Table, TextSpan, bounded_value};
use crate::evaluate::BoundedValue;
use crate::exact::{self, Rational, one, ratio, zero};

/// The digits after the point of a percentage, unless digits were typed.
const PERCENT_DIGITS: usize = 1;

/// Formats a probability or a difference of two. A number between 0 and 1 is never rounded to 0 or 1.
pub fn percent(value: &Rational, digits: Option<usize>) -> String {
    let digits = digits.unwrap_or(PERCENT_DIGITS);
    let rounded = |value: &Rational| exact::decimal(&(value * ratio(100, 1).numer()), digits);
    let step = ratio(1, 100) / ratio(10, 1).pow(digits as i32);
    let text = rounded(value);
    let sign = if *value < zero() { "-" } else { "" };
    let size = if *value < zero() { -value } else { value.clone() };
    if size > zero() && rounded(&size) == rounded(&zero()) {
        return format!("{sign}<{}%", rounded(&step));
    }
    if size < one() && rounded(&size) == rounded(&one()) {
        return format!("{sign}>{}%", rounded(&(one() - step)));
    }
    text + "%"
}

/// The digits after the point of other numbers, unless digits were typed.
const DIGITS: usize = 2;

/// Formats a double with few digits, and the bound on its error unless all values within the bound have the same digits. A
/// printed bound includes the rounding. `is_probability` prints percentages.
pub fn bounded_text(number: BoundedValue, is_probability: bool, digits: usize) -> [String; 2] {
    let exact = |number: f64| Rational::from_float(number);
    let (Some(value), Some(error)) = (exact(number.value), exact(number.error)) else {
        return number.display_parts();
    };
    let (scale, sign) = if is_probability { (100, "%") } else { (1, "") };
    let decimal = |value: &Rational| exact::decimal(&(value * ratio(scale, 1).numer()), digits);
    if decimal(&(&value - &error)) == decimal(&(&value + &error)) {
        return [written(&value, is_probability, Some(digits)), String::new()];
    }
    let text = decimal(&value);
    let step = ratio(1, 1) / ratio(10, 1).pow(digits as i32);
    // The rounding is at most half a step.
    let bound = error * ratio(scale, 1).numer() + &step / ratio(2, 1).numer();
    let steps = (bound / &step).ceil();
    [format!("{text}{sign}"), format!("± {}{sign}", exact::decimal(&(steps * step), digits))]
}

impl GameAnswer {
    /// Returns the answer with its probabilities as percentages and its other numbers as short decimals, for people. `digits` are
    /// the digits after the point, if they were typed.
    #[must_use]
    pub fn in_percent(&self, digits: Option<usize>) -> Self {
        let mut answer = self.clone();
        convert(&mut answer.report, digits);
        answer
    }
}

impl Table {
    /// Returns the table with its numbers as [`GameAnswer::in_percent`] has them.
    pub fn in_percent(mut self, digits: Option<usize>) -> Self {
        convert_table(&mut self, digits);
        self
    }
}

fn convert(report: &mut Report, digits: Option<usize>) {
    let mut has_probabilities = false;
    for number in report.numbers.iter_mut().filter(|number| !number.labels.is_empty()) {
        has_probabilities |= number.is_probability;
        number.value = converted(&number.value, number.is_probability, digits);
    }
    for table in &mut report.tables {
        has_probabilities |= convert_table(table, digits);
    }
    for span in report.remarks.iter_mut().flatten() {
        if let TextSpan::Number(value) = span {
            *span = TextSpan::Words(written(value, has_probabilities, digits));
        }
    }
}

/// Converts the numbers of a table that people see. Returns `true` if they see a column of probabilities.
fn convert_table(table: &mut Table, digits: Option<usize>) -> bool {
    let Table { columns, rows, probability_rows, .. } = &mut *table;
    for (place, row) in rows.iter_mut().enumerate() {
        let is_row = probability_rows.binary_search(&place).is_ok();
        for (cell, column) in row.iter_mut().zip(&*columns).filter(|(_, column)| column.head.is_some()) {
            *cell = converted(cell, is_row || column.is_probability, digits);
        }
    }
    let has_probabilities = columns.iter().any(|column| column.is_probability && column.head.is_some());
    // A percentage needs no fraction beside it.
    if has_probabilities {
        table.drop_fractions();
    }
    has_probabilities
}

fn converted(report_value: &ReportValue, is_probability: bool, digits: Option<usize>) -> ReportValue {
    match report_value {
        ReportValue::Exact(value) | ReportValue::Decimal(value) => {
            written(value, is_probability, digits).into()
        }
        ReportValue::Seats(values) => {
            ReportValue::each(values.iter().map(|value| written(value, is_probability, digits)))
        }
        ReportValue::Bounded(number) => written_bounded(*number, is_probability, digits),
        ReportValue::Interval(bounds) => written_bounded(bounded_value(bounds), is_probability, digits),
        ReportValue::Double(value, _) if is_probability => {
            format!("{:.*}%", digits.unwrap_or(PERCENT_DIGITS), 100.0 * value).into()
        }
        ReportValue::Each(all) => {
            ReportValue::Each(all.iter().map(|one| converted(one, is_probability, digits)).collect())
        }
        ReportValue::Parts(all) => ReportValue::Parts(
            all.iter().map(|(name, part)| (*name, converted(part, is_probability, digits))).collect(),
        ),
        other => other.clone(),
    }
}

/// Formats a double with a bound on its error in one cell.
fn written_bounded(number: BoundedValue, is_probability: bool, digits: Option<usize>) -> ReportValue {
    let digits = digits.unwrap_or(if is_probability { PERCENT_DIGITS } else { DIGITS });
    bounded_text(number, is_probability, digits).join(" ").trim_end().into()
}

/// Formats a number in one cell.
fn written(value: &Rational, is_probability: bool, digits: Option<usize>) -> String {
    match is_probability {
        true => percent(value, digits),
        false => exact::decimal(value, digits.unwrap_or(DIGITS)),
    }
}
