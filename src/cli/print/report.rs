//! Reports in every format: the one printer of what verbs find of a described family.

use super::datum::{Cell, brief, columns, datum, parts};
use super::lines::columns as terminal_columns;
use super::{
    CUT, ELSEWHERE, Format, Print, SCHEMA, aligned, csv_onto, fitting, harmless, json as print_json, print,
    print_harmless, question, table, with_note,
};
use crate::cli::fail::Fail;
use crate::family::{Datum, Drawing, Finding, Piece, Report, Table, Whereabouts, Within};
use serde_json::{Map, Value, json};

/// The parameters of one game, and what was found of it.
#[derive(Clone)]
pub(crate) struct Answered {
    pub(crate) parameters: Value,
    pub(crate) report: Report,
}

/// A table as CSV, of a question that needs no columns.
pub(crate) fn csv_of(table: Table, how: Print) -> String {
    let report = Report { tables: vec![table.main()], ..Report::default() };
    Answers::new("", "", false, &[Answered { parameters: Value::Null, report }]).csv(how)
}

/// Prints a report about one game of a family, if it is about one, in answer to a question with these parameters.
pub(crate) fn one(family: &str, parameters: Value, report: Report, how: Print) -> Result<(), Fail> {
    Answers::new(family, "", false, &[Answered { parameters, report }]).print(how)
}

/// Answers to one question about one game or several of a family.
#[derive(Clone)]
pub(crate) struct Answers<'a> {
    family: &'a str,
    /// The family, described in one line.
    about: &'a str,
    /// `true` if several games were asked about, if only in form.
    is_range: bool,
    /// The words about all of them together, for people; empty where there are none.
    summary: String,
    /// `true` if people are shown the whole of each, too, not a line.
    is_whole: bool,
    /// `true` if a table has the main table of each, even of several with numbers of their own.
    is_listed: bool,
    /// `true` if these are all that were asked for.
    are_all: bool,
    /// Digits in the lines of several, where nothing else was asked for.
    digits: Option<u32>,
    all: &'a [Answered],
}

impl<'a> Answers<'a> {
    /// Answers about a family, of several games if only in form.
    pub(crate) fn new(family: &'a str, about: &'a str, is_range: bool, all: &'a [Answered]) -> Self {
        Self {
            family,
            about,
            is_range,
            summary: String::new(),
            is_whole: false,
            is_listed: false,
            are_all: true,
            digits: None,
            all,
        }
    }

    /// The same for other answers.
    pub(super) fn with<'b>(self, all: &'b [Answered]) -> Answers<'b>
    where
        'a: 'b,
    {
        Answers { all, ..self }
    }

    /// Adds what is said of them together.
    pub(crate) fn summed_up(self, summary: String) -> Self {
        Self { summary, ..self }
    }

    /// Sets whether people are shown the whole of each.
    pub(crate) fn whole(self, is_whole: bool) -> Self {
        Self { is_whole, ..self }
    }

    /// Sets whether a table has the main table of each, and people are shown it.
    pub(crate) fn listed(self, is_listed: bool) -> Self {
        Self { is_listed, is_whole: self.is_whole || is_listed, ..self }
    }

    /// Sets whether these are all that were asked for, not those before a stop.
    pub(crate) fn of_all(self, are_all: bool) -> Self {
        Self { are_all, ..self }
    }

    /// Sets how many digits usually have room in a line of several.
    pub(crate) fn digits(self, digits: u32) -> Self {
        Self { digits: Some(digits), ..self }
    }

    /// Returns `true` if people are shown the whole of each, not a line.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns how numbers are printed in the lines of several.
    pub(super) fn in_lines(&self, how: Print) -> Print {
        self.digits.map_or(how, |digits| how.usually(digits))
    }

    /// Prints them.
    pub(crate) fn print(&self, how: Print) -> Result<(), Fail> {
        match how.format {
            Format::Text | Format::Own(_) if self.all.len() > 1 && !self.is_whole => {
                print(&self.lines(self.in_lines(how)))
            }
            Format::Text | Format::Own(_) => {
                let texts: Vec<String> = self.all.iter().map(|answer| text(&answer.report, how)).collect();
                print_harmless(&texts.join("\n"))
            }
            Format::Json => print_json(&self.value(how)),
            Format::Table(style) => table(style, &self.csv(how)),
        }
    }

    /// All of them as JSON.
    pub(crate) fn value(&self, how: Print) -> Value {
        let mut all: Vec<Value> = self.all.iter().map(|answer| self.json(answer, how)).collect();
        if self.is_range { Value::Array(all) } else { all.remove(0) }
    }

    pub(super) fn json(&self, answer: &Answered, how: Print) -> Value {
        let mut value = Map::new();
        value.insert("schema".to_owned(), json!(SCHEMA));
        if !self.family.is_empty() {
            value.insert("family".to_owned(), json!(self.family));
        }
        value.insert("parameters".to_owned(), answer.parameters.clone());
        for number in of(&answer.report, Within::Json) {
            value.insert(number.key.clone(), datum(&number.datum, how));
        }
        for table in answer.report.tables.iter().filter(|table| !table.key.is_empty()) {
            value.insert(table.key.to_owned(), objects(table, how).collect());
        }
        Value::Object(value)
    }

    /// The main table of one game, and of each that has no numbers of its own or is to be listed; else a line of numbers for
    /// each.
    pub(super) fn csv(&self, how: Print) -> String {
        let main = |answer: &'a Answered| answer.report.tables.iter().find(|table| table.is_main);
        let questions: Vec<_> = self.all.iter().map(|answer| question(&answer.parameters)).collect();
        let mut lines: Vec<Vec<Cell<'_>>> = Vec::new();
        for (answer, (names, cells)) in self.all.iter().zip(&questions) {
            let asked = || names.iter().map(Into::into).zip(cells.iter().map(Into::into)).collect();
            let has_numbers = of(&answer.report, Within::Tables).next().is_some();
            match main(answer).filter(|_| self.is_listed || !(self.is_range && has_numbers)) {
                Some(table) => lines.extend(table.rows.iter().map(|row| {
                    let mut line = asked();
                    let cells = table.cells(row, Within::Tables);
                    cells.for_each(|(key, cell)| columns(&mut line, key.into(), cell, how));
                    line
                })),
                None => {
                    let mut line = asked();
                    let numbers = of(&answer.report, Within::Tables);
                    numbers.for_each(|number| columns(&mut line, (&number.key).into(), &number.datum, how));
                    lines.push(line);
                }
            }
        }
        // Games with fewer players have fewer columns: the others' are empty there.
        let mut names: Vec<&str> = Vec::new();
        let longest = lines.iter().max_by_key(|line| line.len());
        for (name, _) in longest.into_iter().chain(&lines).flatten() {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        let mut text = String::new();
        csv_onto(&mut text, true, &mut names.iter().copied());
        for line in &lines {
            if line.iter().map(|(name, _)| name).eq(&names) {
                csv_onto(&mut text, true, &mut line.iter().map(|(_, cell)| &**cell));
                continue;
            }
            // The results go before the question.
            let cell =
                |name: &&str| line.iter().rfind(|(known, _)| known == name).map_or("", |(_, cell)| cell);
            csv_onto(&mut text, true, &mut names.iter().map(cell));
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
            let all = heads_and_cells(&answer.report, how);
            let cell =
                |head: &String| all.iter().find(|(word, _)| word == head).map(|(_, cell)| cell.clone());
            row.extend(heads.iter().map(|head| cell(head).unwrap_or_default()));
            rows.push(row);
        }
        format!("{}{}{}", self.heading(self.all.len()), aligned(&rows), self.summary)
    }

    /// The words above the lines of so many games.
    pub(super) fn heading(&self, games: usize) -> String {
        let (about, games) = (self.about, super::count(games, "game"));
        let mut shown = self.all.iter().flat_map(|answer| numbers_but(&answer.report, Whereabouts::Alone));
        let note = if shown.any(|number| is_fraction(&number.datum)) {
            "; --format json and csv have the fractions"
        } else {
            ""
        };
        let stopped = if self.are_all { "" } else { " before the work was stopped" };
        format!("{about}: {games}{stopped}{note}\n\n")
    }
}

/// The numbers in the line of a report, each with the head of its column.
pub(super) fn heads_and_cells(report: &Report, how: Print) -> Vec<(String, String)> {
    numbers_but(report, Whereabouts::Alone)
        .flat_map(|number| number.words.iter().cloned().zip(brief(&number.datum, how)))
        .collect()
}

/// Returns `true` if a line has a decimal of it.
fn is_fraction(datum: &Datum) -> bool {
    match datum {
        Datum::Exact(_) | Datum::Seats(_) => true,
        Datum::Parts(all) => all.iter().any(|(_, part)| is_fraction(part)),
        _ => false,
    }
}

/// The names of the parameters that are not the same in all answers, and what they are in each. One that says the same as
/// another before it is left out, and so are scores of nothing, of which there are as many as players.
pub(crate) fn varying(all: &[Answered]) -> (Vec<String>, Vec<Vec<String>>) {
    let asked: Vec<_> = all.iter().map(|answer| question(&answer.parameters)).collect();
    // Some parameters are of some of the games alone.
    let names =
        asked.iter().map(|(names, _)| names).max_by_key(|names| names.len()).cloned().unwrap_or_default();
    let cell = |known: &[String], cells: &[String], name| {
        known.iter().position(|one| one == name).map_or_else(String::new, |place| cells[place].clone())
    };
    let all_cells = |(known, cells): &(Vec<String>, Vec<String>)| {
        names.iter().map(|name| cell(known, cells, name)).collect()
    };
    let asked: Vec<Vec<String>> = asked.iter().map(all_cells).collect();
    let same = |one: usize, other: usize| asked.iter().all(|cells| cells[one] == cells[other]);
    let varies = |place: usize| asked.iter().any(|cells| cells[place] != asked[0][place]);
    let is_nothing = |place: usize| asked.iter().all(|cells| cells[place].split(' ').all(|cell| cell == "0"));
    let is_told =
        |&place: &usize| varies(place) && !is_nothing(place) && !(0..place).any(|before| same(before, place));
    let places: Vec<usize> = (0..names.len()).filter(is_told).collect();
    let at = |cells: &Vec<String>| places.iter().map(|&place| cells[place].clone()).collect();
    (at(&names), asked.iter().map(at).collect())
}

/// The numbers in a format for programs.
fn of(report: &Report, format: Within) -> impl Iterator<Item = &Finding> {
    report.numbers.iter().filter(move |number| number.within == Within::All || number.within == format)
}

/// The numbers that people find somewhere else than only there.
fn numbers_but(report: &Report, not: Whereabouts) -> impl Iterator<Item = &Finding> {
    report.numbers.iter().filter(move |number| !number.words.is_empty() && number.shown != not)
}

fn heads(report: &Report) -> Vec<String> {
    numbers_but(report, Whereabouts::Alone).flat_map(|number| number.words.clone()).collect()
}

/// A report for people.
fn text(report: &Report, how: Print) -> String {
    let mut text = format!("{}\n", report.title);
    let drawn = text.len();
    let numbers = numbers_but(report, Whereabouts::Listed).flat_map(|number| {
        let rows = number.words.iter().zip(parts(&number.datum, how));
        rows.map(|(word, cells)| [vec![format!("  {word}")], cells].concat())
    });
    let mut numbers: Vec<Vec<String>> = numbers.collect();
    let mut is_cut = leave_out_cut(&mut numbers, 0);
    if !numbers.is_empty() {
        text.push_str(&format!("\n{}", aligned(&numbers)));
    }
    for table in report.tables.iter().filter(|table| table.columns.iter().any(|column| column.head.is_some()))
    {
        let mut rows = rows(table, how);
        let heads = rows.len() - table.rows.len();
        is_cut |= leave_out_cut(&mut rows, heads);
        let title = match &*table.title {
            // One head is what the whole table is of.
            "" if heads > 0 && rows[0].iter().skip(1).all(String::is_empty) => {
                rows.remove(0).remove(0) + "\n"
            }
            "" => String::new(),
            title => format!("{title}\n"),
        };
        text.push_str(&format!("\n{title}{}", aligned(&rows)));
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
    let mut text = with_note(text);
    if is_cut && !text.ends_with(ELSEWHERE) {
        text.push_str(ELSEWHERE);
    }
    // What comes from files is made harmless here: colours are orders to a terminal.
    let (title, below) = text.split_at(drawn);
    let drawings = report.drawings.iter().map(|drawing| format!("\n{}", painted(drawing)));
    harmless(title).into_owned() + &drawings.collect::<String>() + &harmless(below)
}

/// A part of a sentence.
fn said(piece: &Piece, how: Print) -> String {
    match piece {
        Piece::Words(words) => words.clone(),
        Piece::Number(value) => match fitting(value) {
            // Without digits nothing may be left of it.
            Some(fraction) if how.is_whole() => fraction,
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

/// The rows of a table as JSON.
pub(super) fn objects(table: &Table, how: Print) -> impl Iterator<Item = Value> {
    let object = move |row: &Vec<Datum>| {
        let cells = table.cells(row, Within::Json);
        Value::Object(cells.map(|(key, cell)| (key.to_owned(), datum(cell, how))).collect())
    };
    table.rows.iter().map(object)
}

/// A table for people.
pub(super) fn rows(table: &Table, how: Print) -> Vec<Vec<String>> {
    let wide =
        |place: usize| table.rows.iter().any(|row| matches!(row[place], Datum::Exact(_) | Datum::Bar { .. }));
    let shown = || {
        let heads = table.columns.iter().map(|column| column.head.as_deref());
        heads.enumerate().filter_map(|(place, head)| Some((place, head?)))
    };
    let mut head = Vec::new();
    for (place, words) in shown() {
        head.push(words.to_owned());
        head.extend(wide(place).then(String::new));
    }
    let mut all: Vec<Vec<String>> =
        head.iter().any(|head| !head.is_empty()).then_some(head).into_iter().collect();
    for row in &table.rows {
        let mut cells = Vec::with_capacity(row.len());
        for (place, _) in shown() {
            let before = cells.len();
            match &row[place] {
                // Long tables have cells of these kinds: they need no lists around them.
                Datum::Whole(number) => cells.push(number.to_string()),
                Datum::Words(words) => cells.push(words.clone()),
                other => cells.extend(parts(other, how).into_iter().flatten()),
            }
            if cells.len() == before {
                cells.push("-".to_owned());
                cells.extend(wide(place).then(String::new));
            }
        }
        all.push(cells);
    }
    if !table.is_whole {
        all.iter_mut().for_each(|row| row[0].insert_str(0, "  "));
    }
    all
}

/// A drawing as text that gives a terminal no orders but to colour risks, unless NO_COLOR says no.
fn painted(drawing: &Drawing) -> String {
    let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let has_colours = !no && terminal_columns().is_some();
    let mut text = String::new();
    for line in &drawing.0 {
        for piece in line {
            let words = harmless(&piece.words);
            match piece.risk.filter(|_| has_colours) {
                Some(risk) => {
                    let under = if piece.is_marked { ";4" } else { "" };
                    text.push_str(&format!("\u{1b}[{}{under}m{words}\u{1b}[0m", colour(risk)));
                }
                None => text.push_str(&words),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// The colour of a risk, as a terminal knows it.
fn colour(risk: f64) -> &'static str {
    match risk {
        0.0 => "1;32",
        risk if risk >= 1.0 => "1;31",
        risk if risk <= 0.125 => "36",
        risk if risk <= 0.25 => "34",
        risk if risk <= 0.5 => "33",
        _ => "35",
    }
}
