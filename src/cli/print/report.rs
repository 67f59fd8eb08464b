//! Reports in every format: the one printer of what verbs find of a described family.

use super::{
    Format, Print, SCHEMA, aligned, csv, json as print_json, print, question, shown, table, with_note,
};
use crate::cli::fail::Fail;
use crate::exact::{self, Natural, Rational};
use crate::family::{Datum, Named, Report, Table, Within};
use serde_json::{Map, Value, json};

/// What was found of one game, and what was asked.
pub(crate) struct Answer {
    pub(crate) parameters: Value,
    pub(crate) report: Report,
}

/// Answers to one question about one game or several of a family.
pub(crate) struct Answers<'a> {
    pub(crate) family: &'a str,
    /// What the family is, in one line.
    pub(crate) about: &'a str,
    /// Whether several games were asked about, if only in form.
    pub(crate) is_range: bool,
    /// What is said of them together, for people; empty where nothing is.
    pub(crate) summary: String,
    pub(crate) all: &'a [Answer],
}

impl Answers<'_> {
    /// Prints them.
    pub(crate) fn print(&self, how: Print) -> Result<(), Fail> {
        match how.format {
            Format::Text if self.all.len() > 1 => print(&self.lines(how)),
            Format::Text => {
                print(&self.all.iter().map(|answer| text(&answer.report, how)).collect::<String>())
            }
            Format::Json => {
                let mut all: Vec<Value> = self.all.iter().map(|answer| self.json(answer, how)).collect();
                print_json(&if self.is_range { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) => table(style, &self.csv(how)),
        }
    }

    fn json(&self, answer: &Answer, how: Print) -> Value {
        let mut value = Map::new();
        value.insert("schema".to_owned(), json!(SCHEMA));
        value.insert("family".to_owned(), json!(self.family));
        value.insert("parameters".to_owned(), answer.parameters.clone());
        for number in of(&answer.report, Within::Json) {
            value.insert(number.key.clone(), datum(&number.datum, how));
        }
        // A range has a line a game: what is said of each action belongs to one.
        for table in answer.report.tables.iter().filter(|table| !(table.is_main && self.is_range)) {
            let row = |row: &Vec<Datum>| {
                let cells = table.columns.iter().zip(row);
                Value::Object(cells.map(|((key, _), cell)| ((*key).to_owned(), datum(cell, how))).collect())
            };
            value.insert(table.key.clone(), table.rows.iter().map(row).collect());
        }
        Value::Object(value)
    }

    /// The main table of one game, else a line of numbers for each.
    fn csv(&self, how: Print) -> String {
        let main = |answer: &Answer| answer.report.tables.iter().find(|table| table.is_main).cloned();
        let mut lines: Vec<Vec<(String, String)>> = Vec::new();
        for answer in self.all {
            let (names, cells) = question(&answer.parameters);
            let asked: Vec<(String, String)> = names.into_iter().zip(cells).collect();
            match main(answer).filter(|_| !self.is_range) {
                Some(Table { columns, rows, .. }) => lines.extend(rows.iter().map(|row| {
                    let cells =
                        columns.iter().zip(row).flat_map(|((key, _), cell)| columns_of(key, cell, how));
                    asked.iter().cloned().chain(cells).collect()
                })),
                None => {
                    let numbers = of(&answer.report, Within::Tables);
                    let cells = numbers.flat_map(|number| columns_of(&number.key, &number.datum, how));
                    lines.push(asked.into_iter().chain(cells).collect());
                }
            }
        }
        // Games with fewer players have fewer columns: the others' are empty there.
        let mut names: Vec<&String> = Vec::new();
        let longest = lines.iter().max_by_key(|line| line.len());
        for (name, _) in longest.into_iter().chain(&lines).flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut text = csv(&names.iter().map(|&name| name.clone()).collect::<Vec<_>>());
        for line in &lines {
            let cell =
                |name: &&String| line.iter().find(|(known, _)| known == *name).map(|(_, cell)| cell.clone());
            text.push_str(&csv(&names.iter().map(|name| cell(name).unwrap_or_default()).collect::<Vec<_>>()));
        }
        text
    }

    /// Many games for people: a line each, with the parameters that are not the same in all.
    fn lines(&self, how: Print) -> String {
        let asked: Vec<(Vec<String>, Vec<String>)> =
            self.all.iter().map(|answer| question(&answer.parameters)).collect();
        let names = &asked[0].0;
        let varies = |&place: &usize| asked.iter().any(|(_, cells)| cells[place] != asked[0].1[place]);
        let places: Vec<usize> = (0..names.len()).filter(varies).collect();
        let longest = self.all.iter().map(|answer| heads(&answer.report)).max_by_key(Vec::len);
        let heads = longest.unwrap_or_default();
        let mut rows: Vec<Vec<String>> = vec![places.iter().map(|&place| names[place].clone()).collect()];
        rows[0].extend(heads.iter().cloned());
        for (answer, (_, cells)) in self.all.iter().zip(&asked) {
            let mut row: Vec<String> = places.iter().map(|&place| cells[place].clone()).collect();
            let all: Vec<(String, String)> = shown_numbers(&answer.report)
                .flat_map(|number| number.words.iter().cloned().zip(parts(&number.datum, how)))
                .map(|(word, cells)| (word, cells.last().cloned().unwrap_or_default()))
                .collect();
            let cell =
                |head: &String| all.iter().find(|(word, _)| word == head).map(|(_, cell)| cell.clone());
            row.extend(heads.iter().map(|head| cell(head).unwrap_or_default()));
            rows.push(row);
        }
        let (about, games) = (self.about, self.all.len());
        format!(
            "{about}: {games} games; --format json and csv have the fractions\n\n{}{}",
            aligned(&rows),
            self.summary
        )
    }
}

/// The numbers in a format for programs.
fn of(report: &Report, format: Within) -> impl Iterator<Item = &Named> {
    report.numbers.iter().filter(move |number| number.within == Within::All || number.within == format)
}

fn shown_numbers(report: &Report) -> impl Iterator<Item = &Named> {
    report.numbers.iter().filter(|number| !number.words.is_empty())
}

fn heads(report: &Report) -> Vec<String> {
    shown_numbers(report).flat_map(|number| number.words.clone()).collect()
}

/// A report for people.
fn text(report: &Report, how: Print) -> String {
    let mut text = format!("{}\n", report.title);
    let numbers = shown_numbers(report).flat_map(|number| {
        let rows = number.words.iter().zip(parts(&number.datum, how));
        rows.map(|(word, cells)| [vec![format!("  {word}")], cells].concat())
    });
    let numbers: Vec<Vec<String>> = numbers.collect();
    if !numbers.is_empty() {
        text.push_str(&format!("\n{}", aligned(&numbers)));
    }
    for table in report.tables.iter().filter(|table| table.columns.iter().any(|(_, head)| head.is_some())) {
        text.push_str(&format!("\n{}", aligned(&rows(table, how))));
    }
    if !report.note.is_empty() {
        text.push_str(&format!("\n{}\n", report.note));
    }
    with_note(text)
}

/// A table for people.
fn rows(table: &Table, how: Print) -> Vec<Vec<String>> {
    let wide = |place: usize| table.rows.iter().any(|row| matches!(row[place], Datum::Exact(_)));
    let shown = || table.columns.iter().enumerate().filter_map(|(place, (_, head))| Some((place, (*head)?)));
    let mut head = Vec::new();
    for (place, words) in shown() {
        head.push(words.to_owned());
        head.extend(wide(place).then(String::new));
    }
    let mut all = vec![head];
    for row in &table.rows {
        all.push(shown().flat_map(|(place, _)| parts(&row[place], how).into_iter().flatten()).collect());
    }
    all.iter_mut().for_each(|row| row[0].insert_str(0, "  "));
    all
}

/// The cells of each part of a datum, for people; the last is the one that a line has room for.
fn parts(datum: &Datum, how: Print) -> Vec<Vec<String>> {
    let number = |value: &Rational| vec![shown(value), how.decimal(value)];
    match datum {
        Datum::Exact(value) => vec![number(value)],
        Datum::Seats(values) => values.iter().map(number).collect(),
        Datum::Whole(number) => vec![vec![number.to_string()]],
        Datum::Large(number) => vec![vec![number.to_string()]],
        Datum::Flag(flag) => vec![vec![if *flag { "yes" } else { "no" }.to_owned()]],
        Datum::Words(words) | Datum::Name(words) => vec![vec![words.clone()]],
        Datum::Names(list) => vec![vec![list.join(" ")]],
        Datum::Parts(all) => all.iter().flat_map(|(_, datum)| parts(datum, how)).collect(),
        Datum::Nothing => vec![Vec::new()],
    }
}

fn datum(found: &Datum, how: Print) -> Value {
    match found {
        Datum::Exact(value) => how.number(value),
        Datum::Seats(values) => how.numbers(values),
        Datum::Whole(number) => large(&Natural::from(*number)),
        Datum::Large(number) => large(number),
        Datum::Flag(flag) => json!(flag),
        Datum::Words(words) => json!(words),
        Datum::Name(text) => name(text),
        Datum::Names(list) => list.iter().map(|text| name(text)).collect(),
        Datum::Parts(all) => all.iter().map(|(name, part)| ((*name).to_owned(), datum(part, how))).collect(),
        Datum::Nothing => Value::Null,
    }
}

/// A whole number that other programs read exactly: as a number as long as a double holds it, else as text.
pub(crate) fn large(number: &Natural) -> Value {
    let text = number.to_string();
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => json!(number),
        _ => json!(text),
    }
}

/// What an action is called.
fn name(text: &str) -> Value {
    match text.parse::<u32>() {
        Ok(number) if number.to_string() == text => json!(number),
        _ => json!(text),
    }
}

/// The columns of a datum, with their names.
fn columns_of(key: &str, datum: &Datum, how: Print) -> Vec<(String, String)> {
    let number = |key: String, value: &Rational| {
        [(key.clone(), how.decimal(value)), (key + "_exact", exact::fraction(value))]
    };
    match datum {
        Datum::Exact(value) => number(key.to_owned(), value).into(),
        Datum::Seats(values) => {
            let seat = |(seat, value)| number(format!("{key}_{}", seat + 1), value);
            values.iter().enumerate().flat_map(seat).collect()
        }
        other => {
            let cell = match other {
                Datum::Flag(flag) => flag.to_string(),
                other => parts(other, how).concat().concat(),
            };
            vec![(key.to_owned(), cell)]
        }
    }
}
