//! The lines of a text.

use super::rows::{is_between, is_emoji_mark};
use std::borrow::Cow;

/// A line with its number, from 1.
pub(super) type Line<'a> = (usize, &'a str);

/// Returns the lines that are neither blank nor comments, with their numbers from 1.
pub(in crate::mines) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let is_content = |line: &str| !is_blank(line) && !is_marked(line);
    numbered(text).filter(move |(_, line)| is_content(line))
}

fn numbered(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    split_lines(text).enumerate().map(|(index, line)| (index + 1, line))
}

/// Splits a text at line feeds, carriage returns, and carriage returns followed by a line feed.
fn split_lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let (line, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
        let line_feed = rest.trim_start_matches('\r').strip_prefix('\n');
        text = line_feed.or_else(|| rest.strip_prefix('\r')).unwrap_or_default();
        Some(line)
    })
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Returns `true` if a line begins with `#`: a comment, or a row that begins with a hidden cell.
pub(super) fn is_marked(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Returns `true` for a line such as `sep=;`, which spreadsheets write above a table.
pub(super) fn is_separator_line(line: &str) -> bool {
    let line = line.trim().trim_matches('"');
    let separator = line.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).map(|_| &line[4..]);
    separator.is_some_and(|separator| separator.chars().count() < 2 && separator.chars().all(is_between))
}

/// Replaces full-width letters, as Chinese and Japanese keyboards write them, by ASCII.
fn narrow(text: &str) -> Cow<'_, str> {
    let is_wide = |letter: char| matches!(letter, '\u{ff01}'..='\u{ff5e}');
    let ascii = |letter: char| match letter {
        wide if is_wide(wide) => char::from_u32(wide as u32 - 0xfee0).unwrap_or(wide),
        other => other,
    };
    if text.contains(is_wide) { text.chars().map(ascii).collect() } else { text.into() }
}

/// Returns the lines of a text with their numbers. Each row of nested lists is a line.
pub(super) fn text_lines(text: &str) -> Vec<(usize, String)> {
    let text = narrow(text);
    let text = unescaped(&text);
    let lines: Vec<Line<'_>> = numbered(&text).collect();
    let owned = || lines.iter().map(|&(number, line)| (number, line.to_owned())).collect();
    list_rows(&lines).unwrap_or_else(owned)
}

/// The total length of the blanks before rows that keep their columns. Rows of the largest boards in one line need less.
const MAX_BLANKS: usize = 10_000_000;

/// Replaces the escapes of JSON, such as `\u25a0`, by their letters.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return text.into();
    }
    let mut parts = text.split("\\u");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut units = Vec::new();
    for part in parts {
        let Some(unit) = part.get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
            return text.into();
        };
        units.push(unit);
        // Two escapes can be one letter.
        if part.len() > 4 || !(0xd800..0xdc00).contains(&unit) {
            out.push_str(&String::from_utf16_lossy(&std::mem::take(&mut units)));
            out.push_str(&part[4..]);
        }
    }
    out.push_str(&String::from_utf16_lossy(&units));
    out.into()
}

/// Returns the rows of lists such as `[[1, "."], [0, 1]]`, at their columns. A list of longer texts, such as `["1.", "01"]`, is a list of
/// rows. A blank line stands between two lists of rows. Returns `None` if brackets have another meaning.
fn list_rows(lines: &[Line<'_>]) -> Option<Vec<(usize, String)>> {
    let mut out = Vec::new();
    let (mut depth, mut is_open, mut blanks) = (0_usize, false, 0);
    // Whether the outermost list is a list of rows.
    let mut is_board = false;
    for &(number, line) in lines {
        if depth == 0 && !line.trim_start().starts_with('[') {
            out.push((number, line.to_owned()));
            continue;
        }
        // The list that is open in this line, and whether a list has ended without a comma after it.
        let (mut row, mut is_ended) = (is_open.then(String::new), false);
        for (column, letter) in line.chars().enumerate() {
            match (letter, &mut row) {
                ('[', Some(row)) if !row.trim().is_empty() => return None,
                ('[', _) if is_ended => return None,
                ('[', row) => {
                    if depth == 0 && std::mem::take(&mut is_board) {
                        out.push((number, String::new()));
                    }
                    depth += 1;
                    is_board |= depth > 1;
                    is_open = true;
                    blanks += column + 1;
                    if depth > 2 || blanks > MAX_BLANKS {
                        return None;
                    }
                    *row = Some(" ".repeat(column + 1));
                }
                (']', row) => {
                    depth = depth.checked_sub(1)?;
                    (is_open, is_ended) = (false, true);
                    let row = row.take().unwrap_or_default();
                    let rows = cell_row(&row).map_or_else(|| text_rows(&row), |row| Some(vec![row]))?;
                    is_board |= rows.len() > 1;
                    let rows = rows.into_iter().filter(|row| !row.trim().is_empty());
                    out.extend(rows.map(|row| (number, row)));
                }
                ('\'', Some(row)) => row.push('"'),
                (letter, Some(row)) => row.push(letter),
                (',', None) => is_ended = false,
                (letter, None) if !letter.is_whitespace() => return None,
                _ => {}
            }
        }
        // A list that goes on in the next line.
        out.extend(text_rows(&row.unwrap_or_default())?.into_iter().map(|row| (number, row)));
    }
    (depth == 0).then_some(out)
}

/// Returns a list of cells as a row, or `None` if it has other words. Unknown values of JSON and of Python are hidden cells.
fn cell_row(list: &str) -> Option<String> {
    let list = list.replace("null", ".   ").replace("None", ".   ");
    let is_cell = |word: &str| word == "-1" || cell_count(word) < 2;
    list.split([',', ' ']).all(|word| is_cell(word.trim().trim_matches('"'))).then_some(list)
}

/// Returns each text of a list as a row, or `None` if it has other words than texts of several cells.
fn text_rows(list: &str) -> Option<Vec<String>> {
    let (mut rows, mut column) = (Vec::new(), 0);
    for field in list.split(',') {
        let text = field.trim();
        if !text.is_empty() {
            let cells = text.strip_prefix('"')?.strip_suffix('"')?;
            (cell_count(cells) > 1).then_some(())?;
            rows.push(" ".repeat(column) + &field.replace('"', " "));
        }
        column += field.chars().count() + 1;
    }
    Some(rows)
}

/// Returns the number of letters without the marks of emoji.
fn cell_count(text: &str) -> usize {
    text.chars().filter(|letter| !is_emoji_mark(*letter)).count()
}
