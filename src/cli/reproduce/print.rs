//! A study as text, JSON and CSV.

use super::super::print::{self, Print, SCHEMA};
use crate::exact::{self, Rational};
use crate::family::{ColumnOf, Datum, Table};
use crate::studies::verdict::{Computed, Row, Verdict};
use crate::studies::{Checked, Section};
use serde_json::{Map, Value, json};

/// The longest fraction in a list; longer ones are for programs.
const LONGEST: usize = 46;

/// Words that are shown once, where they are as printed.
const LONG: usize = 20;

/// The columns of a line of text.
const LINE: usize = 100;

pub(super) fn text(study: &Checked, print: Print) -> String {
    let mut text = format!("{}\n\n", study.title);
    for section in study.sections.iter().filter(|section| !section.rows.is_empty()) {
        let body = match &section.part.lines {
            Some(lines) => table(section, lines, print),
            None => list(section, print),
        };
        text.push_str(&format!("{}\n{body}\n", section.part.title));
    }
    if study.unchecked().next().is_some() {
        text.push_str("Printed there, and not checked\n");
        study
            .unchecked()
            .for_each(|entry| text.push_str(&folded(&format!("{}: {}", entry.place, entry.note))));
        text.push('\n');
    }
    text + &counts(study) + "\n"
}

/// A sentence in lines that fit.
fn folded(sentence: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in sentence.split(' ') {
        let length = word.chars().count() + 1;
        if width == 0 || width + length > LINE {
            text.push_str(if width == 0 { " " } else { "\n   " });
            width = 4;
        }
        width += length;
        text.push_str(&format!(" {word}"));
    }
    text + "\n"
}

/// Returns the number of comparisons with each verdict.
fn counts(study: &Checked) -> String {
    let counts = Verdict::ALL.map(|verdict| {
        let number = study.number_of(verdict);
        let plural = if verdict == Verdict::Slip && number != 1 { "s" } else { "" };
        format!("{number} {}{plural}", verdict.name())
    });
    counts.join(", ")
}

/// Returns what is shown as the source's, if anything.
pub(super) fn printed(row: &Row) -> Option<&str> {
    Some(&*row.entry.printed).filter(|printed| !printed.is_empty())
}

fn list(section: &Section, print: Print) -> String {
    let mut rows = vec![["  where", "source", "verdict", "computed"].map(str::to_owned).to_vec()];
    let negative = |value: &Rational| *value < exact::zero();
    let signed = section.rows.iter().any(|row| matches!(&row.computed, Computed::Number(n) if negative(n)));
    let brief = |row: &&Row| {
        let asked = !row.entry.question.is_empty() && row.entry.question != "count";
        section.part.brief && asked && row.verdict == Verdict::Confirmed && row.is_known()
    };
    for row in section.rows.iter().filter(|row| !brief(row)) {
        let computed = match &row.computed {
            Computed::Number(value) => {
                let space = if signed && !negative(value) { " " } else { "" };
                let mut fraction = exact::fraction(value);
                // A value that refutes a claim is shown whole.
                if fraction.len() > LONGEST && row.verdict != Verdict::Refuted {
                    fraction.clear();
                }
                format!("{space}{}  {fraction}", print.decimal(value))
            }
            Computed::Text(text) if section.part.brief && !row.entry.note.is_empty() => {
                format!("{text}; {}", row.entry.note)
            }
            // A text as long as a row of a matrix is shown once.
            Computed::Text(text) if text.len() > LONG && *text == row.entry.printed => {
                "as printed".to_owned()
            }
            Computed::Text(text) => text.clone(),
        };
        let paper = printed(row).unwrap_or("-");
        rows.push(vec![format!("  {}", row.entry.place), paper.to_owned(), row.verdict_text(), computed]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let verdicts_only = section.rows.iter().all(|row| matches!(row.computed, Computed::Text(_)));
    if verdicts_only && (0..4).map(|column| width(column) + 2).sum::<usize>() > LINE + 2 {
        // Long formulas are for programs.
        rows.iter_mut().skip(1).for_each(|row| row[1] = "its formula".to_owned());
    }
    print::aligned(&rows)
}

/// A line for all rows of one number.
fn table(section: &Section, lines: &str, print: Print) -> String {
    let split = |row: &Row| {
        let (line, column) = row.entry.place.split_once(", ").unwrap_or((&row.entry.place, ""));
        (line.to_owned(), column.to_owned())
    };
    let by_line = || section.rows.chunk_by(|a, b| split(a).0 == split(b).0);
    let longest = by_line().max_by_key(|line| line.len()).unwrap_or_default();
    let columns: Vec<String> = longest.iter().map(|row| split(row).1).collect();
    let print = print.at_most(((LINE - 2 - lines.len()) / columns.len().max(1)).saturating_sub(4) as u32);
    let mut head = vec![format!("  {lines}")];
    head.extend(columns.iter().cloned());
    let mut text = vec![head];
    for line in by_line() {
        let mut cells = vec![format!("  {}", split(&line[0]).0)];
        cells.extend(columns.iter().map(|column| {
            let row = line.iter().find(|row| split(row).1 == *column);
            row.map_or_else(String::new, |row| cell(row, print))
        }));
        text.push(cells);
    }
    print::aligned(&text)
}

/// The number, and the verdict where it is not the known one.
fn cell(row: &Row, print: Print) -> String {
    let value = match &row.computed {
        Computed::Number(value) => print.decimal(value),
        Computed::Text(text) => text.clone(),
    };
    if row.is_known() { value } else { format!("{value} {}", row.verdict_text()) }
}

pub(super) fn json(study: &Checked, print: Print) -> Value {
    let rows: Value = study.rows().map(|(section, row)| row_json(section, row, print)).collect();
    let unchecked: Value =
        study.unchecked().map(|entry| json!({ "item": entry.place, "reason": entry.note })).collect();
    json!({
        "schema": SCHEMA,
        "study": study.name,
        "rows": rows,
        "unchecked": unchecked,
        "summary": summary(study),
    })
}

/// The number of comparisons with each verdict.
pub(super) fn summary(study: &Checked) -> Map<String, Value> {
    Verdict::ALL.iter().map(|&verdict| (verdict.name().to_owned(), json!(study.number_of(verdict)))).collect()
}

pub(super) fn row_json(section: &Section, row: &Row, print: Print) -> Value {
    let mut value = json!({
        "section": section.part.name,
        "item": section.item(&row.entry),
        "paper": printed(row),
        "computed": match &row.computed {
            Computed::Number(value) => print.number(value),
            Computed::Text(text) => json!(text),
        },
        "verdict": row.verdict.name(),
    });
    let entry = &row.entry;
    for (key, text) in [("question", &entry.question), ("quantity", &entry.quantity), ("note", &entry.note)] {
        if !text.is_empty() && (key == "note" || entry.question != "count") {
            value[key] = json!(text);
        }
    }
    value
}

pub(super) fn csv(study: &Checked, print: Print) -> String {
    let computed = |row: &Row| match &row.computed {
        Computed::Number(value) => Datum::from(value),
        Computed::Text(text) => text.as_str().into(),
    };
    let fields: [ColumnOf<'_, (&Section, &Row)>; 5] = [
        ("section", None, &|(section, _)| section.part.name.as_str().into()),
        ("item", None, &|(section, row)| section.item(&row.entry).into()),
        ("paper", None, &|(_, row)| row.entry.printed.as_str().into()),
        ("computed", None, &|(_, row)| computed(row)),
        ("verdict", None, &|(_, row)| row.verdict.name().into()),
    ];
    print::csv_of(Table::of("", study.rows(), &fields), print)
}
