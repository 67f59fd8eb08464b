//! `--percent`: probabilities as percentages and other fractions as short decimals, for people.

use super::Print;
use chancetree_engine::exact::{self, Rational};
use chancetree_families::family::{
    GameAnswer, PERCENT_DIGITS, Report, ReportValue, Table, TextSpan, percent,
};
use chancetree_families::model_file::is_probability_row;

/// The digits after the point of numbers other than percentages, unless digits were typed.
const DIGITS: usize = 2;

/// The labels of probabilities and of their differences, in addition to the labels that begin with `P(`.
const CHANCES: [&str; 7] = ["by", "favoured", "then favoured", "spread", "share", "share then", "estimate"];

/// The headings of other numbers in a table with probabilities, in addition to the headings that begin with `E(`.
const OTHERS: [&str; 3] = ["score", "pairs", "mines left if lost"];

/// Returns an answer with its numbers as `--percent` prints them.
pub(super) fn in_percent(answer: &GameAnswer, how: Print) -> GameAnswer {
    let mut answer = answer.clone();
    convert(&mut answer.report, digits(how));
    answer
}

/// Converts a table to its numbers as `--percent` prints them.
pub(super) fn table_in_percent(table: &mut Table, how: Print) {
    convert_table(table, digits(how));
}

/// Returns the digits that were typed.
fn digits(how: Print) -> Option<usize> {
    how.digits.map(|digits| digits as usize)
}

fn is_chance(label: &str) -> bool {
    label.starts_with("P(") || CHANCES.contains(&label)
}

fn convert(report: &mut Report, digits: Option<usize>) {
    let mut has_chances = false;
    for number in report.numbers.iter_mut().filter(|number| !number.words.is_empty()) {
        let is_chance = number.words.iter().all(|label| is_chance(label));
        has_chances |= is_chance;
        number.datum = converted(&number.datum, is_chance, digits);
    }
    for table in &mut report.tables {
        has_chances |= convert_table(table, digits);
    }
    for span in report.remarks.iter_mut().flatten() {
        if let TextSpan::Number(value) = span {
            *span = TextSpan::Words(written(value, has_chances, digits));
        }
    }
}

/// Converts the numbers of a table that people see. Returns `true` if it has a column of probabilities.
fn convert_table(table: &mut Table, digits: Option<usize>) -> bool {
    let heads: Vec<Option<String>> =
        table.columns.iter().map(|column| column.head.as_deref().map(str::to_owned)).collect();
    let has_chances = heads.iter().flatten().any(|head| is_chance(head));
    let is_other = |head: &str| head.starts_with("E(") || OTHERS.contains(&head);
    let is_chance_row = |row: &[ReportValue]| {
        let first = row.iter().zip(&heads).find(|(_, head)| head.is_some()).map(|(cell, _)| cell);
        is_probability_row(table, row)
            .unwrap_or_else(|| matches!(first, Some(ReportValue::Words(label)) if is_chance(label)))
    };
    let chance_rows: Vec<bool> = table.rows.iter().map(|row| is_chance_row(row)).collect();
    for (row, is_row) in table.rows.iter_mut().zip(chance_rows) {
        for (cell, head) in row.iter_mut().zip(&heads) {
            if let Some(head) = head {
                *cell = converted(cell, is_row || has_chances && !is_other(head), digits);
            }
        }
    }
    // A percentage needs no fraction beside it.
    if has_chances {
        table.drop_fractions();
    }
    has_chances
}

fn converted(datum: &ReportValue, is_chance: bool, digits: Option<usize>) -> ReportValue {
    match datum {
        ReportValue::Exact(value) | ReportValue::Decimal(value) => written(value, is_chance, digits).into(),
        ReportValue::Seats(values) => {
            ReportValue::each(values.iter().map(|value| written(value, is_chance, digits)))
        }
        ReportValue::Double(value, _) if is_chance => {
            format!("{:.*}%", digits.unwrap_or(PERCENT_DIGITS), 100.0 * value).into()
        }
        ReportValue::Each(all) => {
            ReportValue::Each(all.iter().map(|one| converted(one, is_chance, digits)).collect())
        }
        ReportValue::Parts(all) => ReportValue::Parts(
            all.iter().map(|(name, part)| (*name, converted(part, is_chance, digits))).collect(),
        ),
        other => other.clone(),
    }
}

/// Formats a number in one cell.
fn written(value: &Rational, is_chance: bool, digits: Option<usize>) -> String {
    match is_chance {
        true => percent(value, digits),
        false => exact::decimal(value, digits.unwrap_or(DIGITS)),
    }
}
