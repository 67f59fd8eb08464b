//! Reports in every format: the one printer of what verbs find of a described family.

use super::{
    CUT, ELSEWHERE, Format, Print, SCHEMA, aligned, csv, fitting, json as print_json, print, question, shown,
    table, with_note,
};
use crate::cli::fail::Fail;
use crate::evaluate::approximate::Bounded;
use crate::exact::{self, Natural, Rational};
use crate::family::{Datum, Named, Piece, Report, Shown, Table, Within};
use serde_json::{Map, Value, json};

/// What was found of one game, and what was asked.
pub(crate) struct Answer {
    pub(crate) parameters: Value,
    pub(crate) report: Report,
}

/// Answers to one question about one game or several of a family.
pub(crate) struct Answers<'a> {
    family: &'a str,
    /// What the family is, in one line.
    about: &'a str,
    /// Whether several games were asked about, if only in form.
    is_range: bool,
    /// What is said of them together, for people; empty where nothing is.
    summary: String,
    /// Whether people are shown the whole of each, too, not a line.
    is_whole: bool,
    all: &'a [Answer],
}

impl<'a> Answers<'a> {
    /// Answers about a family, of several games if only in form.
    pub(crate) fn new(family: &'a str, about: &'a str, is_range: bool, all: &'a [Answer]) -> Self {
        Self { family, about, is_range, summary: String::new(), is_whole: false, all }
    }

    /// The same, with what is said of them together.
    pub(crate) fn summed_up(self, summary: String) -> Self {
        Self { summary, ..self }
    }

    /// The same; people are shown the whole of each.
    pub(crate) fn whole(self, is_whole: bool) -> Self {
        Self { is_whole, ..self }
    }

    /// Prints them.
    pub(crate) fn print(&self, how: Print) -> Result<(), Fail> {
        match how.format {
            Format::Text if self.all.len() > 1 && !self.is_whole => print(&self.lines(how)),
            Format::Text => {
                let texts: Vec<String> = self.all.iter().map(|answer| text(&answer.report, how)).collect();
                print(&texts.join("\n"))
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
        for table in answer.report.tables.iter().filter(|table| !table.key.is_empty()) {
            let row = |row: &Vec<Datum>| {
                let cells = table.columns.iter().zip(row).filter(|((key, _), _)| !key.is_empty());
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
                    let cells = columns.iter().zip(row).filter(|((key, _), _)| !key.is_empty());
                    let cells = cells.flat_map(|((key, _), cell)| columns_of(key, cell, how));
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
        let (names, asked) = varying(self.all);
        let longest = self.all.iter().map(|answer| heads(&answer.report)).max_by_key(Vec::len);
        let heads = longest.unwrap_or_default();
        let mut rows: Vec<Vec<String>> = vec![[names, heads.clone()].concat()];
        for (answer, mut row) in self.all.iter().zip(asked) {
            let all: Vec<(String, String)> = numbers_but(&answer.report, Shown::Alone)
                .flat_map(|number| number.words.iter().cloned().zip(brief(&number.datum, how)))
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

/// The names of the parameters that are not the same in all answers, and what they are in each. One that says the same as
/// another before it is left out.
pub(crate) fn varying(all: &[Answer]) -> (Vec<String>, Vec<Vec<String>>) {
    let (names, asked): (Vec<_>, Vec<_>) = all.iter().map(|answer| question(&answer.parameters)).unzip();
    let names = names.into_iter().next().unwrap_or_default();
    let same = |one: usize, other: usize| asked.iter().all(|cells| cells[one] == cells[other]);
    let varies = |place: usize| asked.iter().any(|cells| cells[place] != asked[0][place]);
    let is_told = |&place: &usize| varies(place) && !(0..place).any(|before| same(before, place));
    let places: Vec<usize> = (0..names.len()).filter(is_told).collect();
    let at = |cells: &Vec<String>| places.iter().map(|&place| cells[place].clone()).collect();
    (at(&names), asked.iter().map(at).collect())
}

/// The numbers in a format for programs.
fn of(report: &Report, format: Within) -> impl Iterator<Item = &Named> {
    report.numbers.iter().filter(move |number| number.within == Within::All || number.within == format)
}

/// The numbers that people find somewhere else than only there.
fn numbers_but(report: &Report, not: Shown) -> impl Iterator<Item = &Named> {
    report.numbers.iter().filter(move |number| !number.words.is_empty() && number.shown != not)
}

fn heads(report: &Report) -> Vec<String> {
    numbers_but(report, Shown::Alone).flat_map(|number| number.words.clone()).collect()
}

/// A report for people.
fn text(report: &Report, how: Print) -> String {
    let mut text = format!("{}\n", report.title);
    let numbers = numbers_but(report, Shown::Listed).flat_map(|number| {
        let rows = number.words.iter().zip(parts(&number.datum, how));
        rows.map(|(word, cells)| [vec![format!("  {word}")], cells].concat())
    });
    let mut numbers: Vec<Vec<String>> = numbers.collect();
    let mut is_cut = leave_out_cut(&mut numbers, 0);
    if !numbers.is_empty() {
        text.push_str(&format!("\n{}", aligned(&numbers)));
    }
    for table in report.tables.iter().filter(|table| table.columns.iter().any(|(_, head)| head.is_some())) {
        let mut rows = rows(table, how);
        let heads = rows.len() - table.rows.len();
        is_cut |= leave_out_cut(&mut rows, heads);
        text.push_str(&format!("\n{}", aligned(&rows)));
    }
    if !(report.remarks.is_empty() && report.note.is_empty()) {
        text.push('\n');
    }
    for remark in &report.remarks {
        text.extend(remark.iter().map(|piece| said(piece, how)));
        text.push('\n');
    }
    if !report.note.is_empty() {
        text.push_str(&format!("{}\n", report.note));
    }
    let text = with_note(text);
    if is_cut && !text.ends_with(ELSEWHERE) { text + ELSEWHERE } else { text }
}

/// A part of a sentence.
fn said(piece: &Piece, how: Print) -> String {
    match piece {
        Piece::Words(words) => words.clone(),
        Piece::Number(value) => match fitting(value) {
            Some(fraction) => format!("{fraction} = {}", how.decimal(value)),
            None => how.decimal(value),
        },
    }
}

/// Leaves out the columns in which every fraction is too long, below so many heads, and says whether there were any.
fn leave_out_cut(rows: &mut [Vec<String>], heads: usize) -> bool {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut is_cut = false;
    for column in (0..columns).rev() {
        let mut cells =
            rows.iter().skip(heads).filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        if cells.next().is_some_and(|cell| cell == CUT) && cells.all(|cell| cell == CUT) {
            is_cut = true;
            // A head stands above the fraction, of which the decimal is left.
            for (place, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.len() > column) {
                row.remove(if place < heads { column + 1 } else { column });
            }
        }
    }
    is_cut
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
    let mut all: Vec<Vec<String>> =
        head.iter().any(|head| !head.is_empty()).then_some(head).into_iter().collect();
    for row in &table.rows {
        let cells = |(place, _): (usize, &str)| match parts(&row[place], how).concat() {
            none if none.is_empty() => {
                [vec!["-".to_owned()], vec![String::new(); usize::from(wide(place))]].concat()
            }
            cells => cells,
        };
        all.push(shown().flat_map(cells).collect());
    }
    all.iter_mut().for_each(|row| row[0].insert_str(0, "  "));
    all
}

/// The cells of each part of a datum, for people.
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
        Datum::Scores(scores) => {
            vec![vec![scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ")]]
        }
        Datum::Bounded(number) => vec![bounded(*number).into()],
        Datum::Double(number) | Datum::Fit { value: number, .. } => vec![vec![how.float(*number, 5)]],
        Datum::Each(all) => all.iter().flat_map(|datum| parts(datum, how)).collect(),
        Datum::Parts(all) => {
            let each: Vec<String> =
                all.iter().map(|(name, datum)| format!("{name} {}", brief(datum, how).concat())).collect();
            vec![vec![each.join(" ")]]
        }
        Datum::Nothing => vec![Vec::new()],
    }
}

/// Each part of a datum where a line has room for one number: the decimal of a fraction.
fn brief(datum: &Datum, how: Print) -> Vec<String> {
    match datum {
        Datum::Exact(value) => vec![how.decimal(value)],
        Datum::Seats(values) => values.iter().map(|value| how.decimal(value)).collect(),
        Datum::Each(all) => all.iter().flat_map(|datum| brief(datum, how)).collect(),
        other => parts(other, how).iter().map(|cells| cells.join(" ")).collect(),
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
        Datum::Scores(scores) => json!(scores),
        Datum::Bounded(number) => json!({ "float": number.value, "error": number.error }),
        Datum::Double(number) => json!({ "float": number }),
        Datum::Fit { value, is_measured } => json!({ "float": value, "measured": is_measured }),
        Datum::Each(all) => all.iter().map(|one| datum(one, how)).collect(),
        Datum::Parts(all) => all.iter().map(|(name, part)| ((*name).to_owned(), datum(part, how))).collect(),
        Datum::Nothing => Value::Null,
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
        Datum::Scores(scores) => {
            let one = key.trim_end_matches('s');
            let seat = |(seat, score): (usize, &u64)| (format!("{one}_{}", seat + 1), score.to_string());
            scores.iter().enumerate().map(seat).collect()
        }
        Datum::Bounded(number) => vec![
            (format!("{key}_approximate"), number.value.to_string()),
            (format!("{key}_error"), number.error.to_string()),
        ],
        Datum::Each(all) => {
            let seat = |(seat, datum)| columns_of(&format!("{key}_{}", seat + 1), datum, how);
            all.iter().enumerate().flat_map(seat).collect()
        }
        Datum::Double(number) | Datum::Fit { value: number, .. } => {
            vec![(key.to_owned(), number.to_string())]
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

/// Digits beyond which nobody reads on.
const MOST_DIGITS: f64 = 30.0;

/// The value with the digits that the error leaves certain and some more, and a bound of what that differs from the truth.
pub(crate) fn bounded(Bounded { value, error }: Bounded) -> [String; 2] {
    if error == 0.0 {
        return [value.to_string(), "± 0".to_owned()];
    }
    let digits = (1.0 - error.log10()).ceil().clamp(1.0, MOST_DIGITS);
    // What the rounding to these digits adds, too.
    let error = error + 0.51 * 10f64.powf(-digits);
    [format!("{value:.digits$}", digits = digits as usize), format!("± {}", rounded_up(error))]
}

/// No less than `error`, which is above 0.
pub(crate) fn rounded_up(error: f64) -> String {
    let nearest = format!("{error:.1e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest >= error) {
        nearest
    } else {
        format!("{:.1e}", error * 1.05)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed differs from the truth by no more than is printed, at either end of what the truth can be.
    #[test]
    fn what_is_shown_is_still_a_bound() {
        for value in [0.491_180_590_652_345, 0.999_999_999_999_5, 1e-9, 150.000_418_064_49] {
            for error in [1e-3, 4.349e-13, 1.04e-5, 9.949e-7, 5.000_000_1e-10, 1e-19, 3e-200] {
                let [text, shown] = bounded(Bounded { value, error });
                let shown = shown.strip_prefix("± ").expect("a bound").parse::<f64>().expect("a number");
                let printed: f64 = text.parse().expect("a number");
                // Reading the digits rounds once more, by less than this.
                let read = f64::EPSILON * value;
                assert!((printed - value).abs() + error <= shown + read, "{value} {error}: {text} {shown}");
                assert!(shown <= 1.2 * error + 1e-29, "{error}: {shown}");
            }
        }
        assert_eq!(bounded(Bounded { value: 0.0, error: 0.0 }), ["0", "± 0"]);
    }
}
