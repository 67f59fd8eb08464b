//! Text of table cells: several values in one cell, and lines of CSV.

use super::GameAnswer;
use serde_json::Value;

/// Joins several texts with spaces into one cell. A text that contains a space is quoted, as CSV quotes a cell with a
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

/// Returns the names and the values of the parameters of a query as cells of a table.
pub fn parameter_cells(parameters: &Value) -> (Vec<String>, Vec<String>) {
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

/// Returns a line of CSV whose cells come from this program, not from files. Cells that begin with a dash, as options do, get no
/// apostrophe.
pub fn own_csv(cells: &[String]) -> String {
    let mut line = String::new();
    csv_onto(&mut line, false, &mut cells.iter().map(String::as_str));
    line
}

/// Appends a line of CSV (RFC 4180, but with a bare newline) to a text. If `guards` is set, an apostrophe precedes text
/// that a spreadsheet would evaluate as a formula.
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

/// Returns `true` if a spreadsheet would evaluate a cell as a formula. Numbers, fractions and dashes are not formulas.
fn is_formula(cell: &str) -> bool {
    let is_number = |letter: char| letter.is_ascii_digit() || "+-./eE".contains(letter);
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && cell.contains(char::is_alphanumeric)
        && !(cell.starts_with(['+', '-']) && cell.chars().all(is_number))
}

/// Returns the names of the parameters that differ between the answers, and their values in each answer. Omits a
/// parameter with the same values as an earlier one. Omits scores that are all zero, since they only repeat the number
/// of players.
pub fn varying(all: &[GameAnswer]) -> (Vec<String>, Vec<Vec<String>>) {
    let queries: Vec<_> = all.iter().map(|answer| parameter_cells(&answer.parameters)).collect();
    // Some parameters belong only to some games.
    let names =
        queries.iter().map(|(names, _)| names).max_by_key(|names| names.len()).cloned().unwrap_or_default();
    let cell = |known: &[String], cells: &[String], name| {
        known.iter().position(|one| one == name).map_or_else(String::new, |place| cells[place].clone())
    };
    let all_cells = |(known, cells): &(Vec<String>, Vec<String>)| {
        names.iter().map(|name| cell(known, cells, name)).collect()
    };
    let queries: Vec<Vec<String>> = queries.iter().map(all_cells).collect();
    let same = |one: usize, other: usize| queries.iter().all(|cells| cells[one] == cells[other]);
    let varies = |place: usize| queries.iter().any(|cells| cells[place] != queries[0][place]);
    let is_nothing =
        |place: usize| queries.iter().all(|cells| cells[place].split(' ').all(|cell| cell == "0"));
    let is_shown =
        |&place: &usize| varies(place) && !is_nothing(place) && !(0..place).any(|before| same(before, place));
    let places: Vec<usize> = (0..names.len()).filter(is_shown).collect();
    let at = |cells: &Vec<String>| places.iter().map(|&place| cells[place].clone()).collect();
    (at(&names), queries.iter().map(at).collect())
}

/// Returns a name for each of several games, made of the parameters that distinguish the game from the others.
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
