//! Cells of tables as text: several values in one, and lines of CSV.

use super::GameAnswer;
use serde_json::Value;

/// Returns several texts in one cell, with spaces between. One that has a space in it is quoted, as CSV quotes a cell with a
/// comma.
pub fn listed(all: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut cell = String::new();
    for (place, text) in all.enumerate() {
        let text = text.as_ref();
        cell.push_str(if place > 0 { " " } else { "" });
        match text.is_empty() || text.contains(|letter: char| letter == '"' || letter.is_whitespace()) {
            true => cell.extend(["\"", &text.replace('"', "\"\""), "\""]),
            false => cell.push_str(text),
        }
    }
    cell
}

/// Returns the parameters of a question as cells of a table: their names and their values.
pub fn question(parameters: &Value) -> (Vec<String>, Vec<String>) {
    let plain = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let cell = |value: &Value| match value {
        Value::Array(values) => listed(values.iter().map(plain)),
        other => plain(other),
    };
    let all = parameters.as_object().into_iter().flatten();
    let flat = all.flat_map(|(name, value)| match value {
        Value::Object(parts) if !parts.contains_key("float") => {
            parts.iter().map(|(part, value)| (format!("{name}_{part}"), cell(value))).collect::<Vec<_>>()
        }
        value => vec![(name.clone(), cell(value.get("float").unwrap_or(value)))],
    });
    flat.unzip()
}

/// Returns a line of CSV of this program's own words, among which are options.
pub fn own_csv(cells: &[String]) -> String {
    let mut line = String::new();
    csv_onto(&mut line, false, &mut cells.iter().map(String::as_str));
    line
}

/// Adds a line of CSV (RFC 4180, but with a bare newline) to a text. Where it `guards`, text that a spreadsheet would take
/// for a formula begins with an apostrophe, which means text there.
pub fn csv_onto(text: &mut String, guards: bool, cells: &mut dyn Iterator<Item = &str>) {
    for (place, cell) in cells.enumerate() {
        if place > 0 {
            text.push(',');
        }
        let quotes = cell.bytes().any(|byte| b"\",\n\r".contains(&byte));
        text.push_str(if quotes { "\"" } else { "" });
        text.push_str(if guards && is_formula(cell) { "'" } else { "" });
        if quotes {
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push('\n');
}

/// Returns `true` if a spreadsheet would work a cell out: it begins as a formula, and is no number, fraction or dash.
pub fn is_formula(cell: &str) -> bool {
    let is_number = |letter: char| letter.is_ascii_digit() || "+-./eE".contains(letter);
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && cell.contains(char::is_alphanumeric)
        && !(cell.starts_with(['+', '-']) && cell.chars().all(is_number))
}

/// The names of the parameters that are not the same in all answers, and what they are in each. One that says the same as
/// another before it is left out, and so are scores of nothing, of which there are as many as players.
pub fn varying(all: &[GameAnswer]) -> (Vec<String>, Vec<Vec<String>>) {
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
    let is_shown =
        |&place: &usize| varies(place) && !is_nothing(place) && !(0..place).any(|before| same(before, place));
    let places: Vec<usize> = (0..names.len()).filter(is_shown).collect();
    let at = |cells: &Vec<String>| places.iter().map(|&place| cells[place].clone()).collect();
    (at(&names), asked.iter().map(at).collect())
}

/// Returns a name for each of several games: the parameters that tell it from the others.
pub fn named(answers: &[GameAnswer]) -> Vec<String> {
    let (names, games) = varying(answers);
    // The objective follows from the number of players.
    let kept: Vec<usize> = (0..names.len()).filter(|&place| names[place] != "objective").collect();
    let name = |cells: &Vec<String>| {
        let each = kept.iter().map(|&place| match (cells[place].as_str(), &names[place]) {
            ("1", name) => format!("1 {}", name.trim_end_matches('s')),
            (cell, name) => format!("{cell} {name}"),
        });
        each.collect::<Vec<_>>().join(" and ")
    };
    games.iter().map(name).collect()
}
