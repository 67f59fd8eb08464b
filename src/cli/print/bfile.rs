//! `--format bfile`: a column of whole numbers in the format of the OEIS, with a line `n a(n)` for each game.

use super::answers::Answers;
use super::cell::Cell;
use super::column_selection::{SelectedTable, chosen};
use super::{Print, varying};
use crate::cli::fail::Fail;

/// The name of the format.
pub(super) const BFILE: &str = "bfile";

/// The format and its meaning.
pub(super) const BFILE_FORMAT: (&str, &str) =
    (BFILE, "A column of whole numbers, as the OEIS keeps sequences");

/// A part of a fraction.
#[derive(Clone, Copy)]
enum FractionPart {
    Numerator,
    Denominator,
}

/// Returns the error for the format without a column.
pub(super) fn without_column() -> Fail {
    Fail::usage("bfile needs --columns: a column of csv with whole numbers, or NAME_numerator or NAME_denominator for a fraction NAME_exact")
        .help("--format csv")
}

/// Returns the b-file of a column: the last of `names`. The index is the column before it, the only parameter that differs
/// between the games, or the first column that counts up. A name that ends with `_numerator` or `_denominator` has this part of a fraction.
///
/// # Errors
/// If there is no such column, its numbers are not whole, or the index has gaps.
pub(super) fn bfile(answers: &Answers<'_>, names: &[String], how: Print<'_>) -> Result<String, Fail> {
    let (typed, index) = match names {
        [typed] => (typed, None),
        [index, typed] => (typed, Some(index.clone())),
        _ => {
            let (first, last) = (&names[0], &names[names.len() - 1]);
            return Err(Fail::usage("bfile has two columns: an index and a number")
                .help(format!("--columns {first},{last}")));
        }
    };
    let parts = [("_numerator", FractionPart::Numerator), ("_denominator", FractionPart::Denominator)];
    if index.as_ref().is_some_and(|index| parts.iter().any(|(end, _)| index.ends_with(end))) {
        let what = "bfile has one column of numbers; a column before it is the index";
        return Err(Fail::usage(what).help(format!("--columns {typed}")));
    }
    let (varied, values) = varying(answers.all);
    let index = match (index, &varied[..]) {
        (Some(index), _) => index,
        (None, [index]) => index.clone(),
        (None, others) => consecutive_column(answers, typed, how).ok_or_else(|| {
            let fail = Fail::usage("bfile needs games in which one parameter is a range, such as 1..8");
            match others.get(1) {
                Some(name) => fail.help(format!("--{} {}", name.replace('_', "-"), values[0][1])),
                None => match range_of_one(answers) {
                    Some(range) => fail.help(range),
                    None => fail,
                },
            }
        })?,
    };
    let part = parts.into_iter().find_map(|(end, part)| Some((typed.strip_suffix(end)?, part)));
    let column = part.map_or_else(|| typed.clone(), |(name, _)| format!("{name}_exact"));
    let SelectedTable { title, grid } = chosen(answers, &[index.clone(), column], how)?;
    let mut lines = String::new();
    let mut next = None;
    for row in &grid.rows {
        let place = row.first().and_then(|cell| cell.text().parse::<i64>().ok());
        let number = row.get(1).and_then(|cell| whole(cell, part.map(|(_, part)| part)));
        let Some(place) = place.filter(|place| next.is_none_or(|next| next == *place)) else {
            let why = match place {
                Some(_) => "has gaps; a b-file has every number of a range",
                None => "is no whole number; a b-file begins with the column of its index",
            };
            let fail = Fail::usage(format!("the index {index} {why}"));
            return Err(match (&varied[..], &values[..]) {
                ([varied], [first, .., last]) if *varied == index => {
                    fail.help(format!("--{} {}..{}", index.replace('_', "-"), first[0], last[0]))
                }
                // The index of a range needs no name.
                ([varied], _) => {
                    let column = if varied == typed { &index } else { typed };
                    fail.help(format!("--columns {column}"))
                }
                _ => fail,
            });
        };
        let Some(number) = number else {
            let why = match row.get(1) {
                Some(Cell::Fraction(_)) => "is a fraction; choose its numerator or its denominator",
                Some(Cell::Number(_)) => {
                    "is a decimal; choose the numerator or the denominator of its fraction"
                }
                _ => "is no whole number",
            };
            let fail = Fail::usage(format!("{typed} {why} ({index} {place})"));
            let name = typed.trim_end_matches("_exact");
            return Err(fail.help(format!("--columns {name}_numerator or --columns {name}_denominator")));
        };
        lines.push_str(&format!("{place} {number}\n"));
        next = Some(place + 1);
    }
    let first = grid.rows.first().map_or("", |row| row[0].text());
    let about = title.lines().map(|line| format!("# {line}\n")).collect::<String>();
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{about}# {typed}, n = {index}, offset {first}; chancetree {version}\n{lines}"))
}

/// Returns the option for two games in place of the only one: a range of its first parameter that is a number.
fn range_of_one(answers: &Answers<'_>) -> Option<String> {
    let [answer] = answers.all else { return None };
    let (name, number) =
        answer.parameters.as_object()?.iter().find_map(|(name, value)| Some((name, value.as_u64()?)))?;
    let first = if number > 1 { number - 1 } else { number };
    Some(format!("--{} {first}..{}", name.replace('_', "-"), first + 1))
}

/// Returns the first column before the column `typed` that counts up in steps of 1, such as that of a range of constants.
fn consecutive_column(answers: &Answers<'_>, typed: &str, how: Print<'_>) -> Option<String> {
    let (table, _) = answers.csv_table(how);
    let before = table.header.iter().position(|name| name == typed).unwrap_or(table.header.len());
    let counts = |place: &usize| {
        let numbers = table.rows.iter().map(|row| row[*place].parse::<i64>().ok());
        let numbers = numbers.collect::<Option<Vec<_>>>().unwrap_or_default();
        numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    };
    (0..before).find(counts).map(|place| table.header[place].clone())
}

/// Returns the whole number of a cell, or a part of its fraction.
fn whole(cell: &Cell<'_>, part: Option<FractionPart>) -> Option<String> {
    let text = cell.text();
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let number = match part {
        Some(FractionPart::Numerator) => numerator,
        Some(FractionPart::Denominator) => denominator,
        None => Some(numerator).filter(|_| denominator == "1")?,
    };
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| number.to_owned())
}
