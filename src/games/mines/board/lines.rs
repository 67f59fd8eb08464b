//! The lines of a text.

use super::rows::{EMOJI_MARK, is_between, is_emoji_mark};
use super::words::whole_part;
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

/// Removes the `> ` that mail programs write before each line of a quoted text. Returns the text and the length of what precedes each
/// line.
pub(super) fn unquoted(text: &str) -> (Cow<'_, str>, usize) {
    fn inner(line: &str) -> Option<&str> {
        if matches!(line.trim(), "" | ">") { Some("") } else { line.strip_prefix("> ") }
    }
    match split_lines(text).map(inner).collect::<Option<Vec<&str>>>() {
        Some(lines) if text.contains('>') => (lines.join("\n").into(), 2),
        _ => (text.into(), 0),
    }
}

/// Returns a row of cells in brackets, such as `[1][ ][#]`, as a row of a table.
fn table_row(line: &str) -> Option<String> {
    let row = line.trim_end().strip_suffix(']')?;
    let cells: Vec<&str> = row.split(']').collect();
    let is_cell = |cell: &&str| {
        let inner = cell.trim_start().strip_prefix('[');
        inner.is_some_and(|inner| cell_count(inner) == 1 && inner != "[")
    };
    (cells.len() > 1 && cells.iter().all(is_cell)).then(|| row.replace('[', "|").replace(']', " ") + "|")
}

/// Returns the lines of a text with their numbers. Each row of nested lists is a line.
pub(super) fn text_lines(text: &str) -> Vec<(usize, String)> {
    let text = narrow(text);
    let text = unescaped(&text);
    let text = with_emoji(&text);
    let lines: Vec<Line<'_>> = numbered(&text).collect();
    let row = |line: &str| table_row(line).unwrap_or_else(|| line.to_owned());
    let with_tuples = || {
        // Tuples of Python are lists, too.
        let text = text.replace('(', "[").replace(')', "]");
        list_rows(&numbered(&text).collect::<Vec<_>>())
    };
    let is_tuple =
        |(_, line): &Line<'_>| ["(", "[("].iter().any(|begin| line.trim_start().starts_with(begin));
    let tuples = lines.iter().any(is_tuple).then(with_tuples).flatten();
    tuples
        .or_else(|| list_rows(&lines))
        .unwrap_or_else(|| lines.iter().map(|&(number, line)| (number, row(line))).collect())
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

/// The names of emoji in chat programs and on GitHub, such as `:one:`, and the emoji.
const EMOJI: [(&str, char); 20] = [
    ("zero", '0'),
    ("one", '1'),
    ("two", '2'),
    ("three", '3'),
    ("four", '4'),
    ("five", '5'),
    ("six", '6'),
    ("seven", '7'),
    ("eight", '8'),
    ("bomb", '\u{1f4a3}'),
    ("triangular_flag_on_post", '\u{1f6a9}'),
    ("question", '\u{2753}'),
    ("black_large_square", '\u{2b1b}'),
    ("white_large_square", '\u{2b1c}'),
    ("black_medium_square", '\u{25fc}'),
    ("white_medium_square", '\u{25fb}'),
    ("blue_square", '\u{1f7e6}'),
    ("green_square", '\u{1f7e9}'),
    ("white_square_button", '\u{1f533}'),
    ("black_square_button", '\u{1f532}'),
];

/// Replaces the names of emoji by the emoji. Marks of emoji follow each, so that columns do not change.
fn with_emoji(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return text.into();
    }
    let mut parts = text.split(':').peekable();
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let emoji = EMOJI.iter().find(|(name, _)| *name == part && parts.peek().is_some());
        match (emoji, parts.peek()) {
            (Some((name, emoji)), Some(next)) => {
                out.push(*emoji);
                out.extend(std::iter::repeat_n(EMOJI_MARK, name.len() + 1));
                out.push_str(next);
                parts.next();
            }
            _ => out.extend([":", part]),
        }
    }
    out.into()
}

/// Returns the rows of lists such as `[[1, "."], [0, 1]]` or `array([[1, -1]])`, at their columns. A list of longer texts, such as
/// `["1.", "01"]`, is a list of rows. Cells of a list in several lines are a row at its first line. A blank line stands between two
/// lists of rows. Returns `None` if brackets have another meaning.
fn list_rows(lines: &[Line<'_>]) -> Option<Vec<(usize, String)>> {
    let mut out = Vec::new();
    let (mut depth, mut is_open, mut blanks) = (0_usize, false, 0);
    // Whether the outermost list is a list of rows, and whether it is the argument of a function.
    let (mut is_board, mut is_called) = (false, false);
    // The cells of an open list in earlier lines, with the number of the first line.
    let mut begun: Option<(usize, String)> = None;
    for &(number, line) in lines {
        let called = if depth == 0 { before_list(line) } else { Some(0) };
        let Some(called) = called else {
            out.push((number, line.to_owned()));
            continue;
        };
        is_called |= depth == 0 && line[..called].contains('(');
        // The list that is open in this line, and whether a list has ended without a comma after it.
        let (mut row, mut is_ended) = (is_open.then(String::new), false);
        let letters = line.char_indices().enumerate().filter(|(_, (at, _))| *at >= called);
        for (column, letter) in letters.map(|(column, (_, letter))| (column, letter)) {
            match (letter, &mut row) {
                ('[', Some(row)) if !row.trim().is_empty() || begun.is_some() => return None,
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
                    let (first, row) = match begun.take() {
                        None => (number, row),
                        Some((first, begun)) => (first, format!("{begun} {}", row.trim())),
                    };
                    let rows = cell_row(&row).map_or_else(|| text_rows(&row), |row| Some(vec![row]))?;
                    is_board |= rows.len() > 1;
                    let rows = rows.into_iter().filter(|row| !row.trim().is_empty());
                    out.extend(rows.map(|row| (first, row)));
                }
                ('\'', Some(row)) => row.push('"'),
                (letter, Some(row)) => row.push(letter),
                // The type of an array, and the end of the function.
                (_, None) if is_called && depth == 0 && is_ended => break,
                (',', None) => is_ended = false,
                (letter, None) if !letter.is_whitespace() => return None,
                _ => {}
            }
        }
        // A list that goes on in the next line.
        let row = row.unwrap_or_default();
        match (&mut begun, cell_row(&row).is_some() && !row.trim().is_empty()) {
            (None, true) => begun = Some((number, row)),
            (Some((_, begun)), true) => *begun += &format!(" {}", row.trim()),
            (None, false) => out.extend(text_rows(&row)?.into_iter().map(|row| (number, row))),
            (Some(_), false) => (row.trim().is_empty()).then_some(())?,
        }
    }
    (depth == 0).then_some(out)
}

/// Returns the length of what precedes a list in a line, such as `array(` or `board = `, or `None` if no list begins there.
fn before_list(line: &str) -> Option<usize> {
    let at = line.find('[')?;
    let before = line[..at].trim();
    let is_name = |name: &str| {
        name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '=' | ' '))
            && name.starts_with(char::is_alphabetic)
    };
    let name = before.strip_suffix(['(', '=']).unwrap_or(before).trim_end();
    (before.is_empty() || before.len() > name.len() && is_name(name)).then_some(at)
}

/// Returns a list of cells as a row, or `None` if it has other words. Unknown values of JSON and of Python are hidden cells, and numbers
/// may have a decimal point.
fn cell_row(list: &str) -> Option<String> {
    let mut list = list.to_owned();
    for (unknown, cell) in
        [("null", ".   "), ("None", ".   "), ("nan", ".  "), ("NaN", ".  "), ("NAN", ".  ")]
    {
        list = list.replace(unknown, cell);
    }
    let is_cell = |word: &str| {
        // A text of several digits is a row.
        let inner = word.trim_matches('"');
        cell_count(inner) < 2 || inner == "-1" || word.parse::<i64>().is_ok()
    };
    let mut out = String::with_capacity(list.len());
    for part in list.split_inclusive([',', ' ']) {
        let word = part.trim_end_matches([',', ' ']);
        let cell = whole_part(word).unwrap_or(word);
        if !is_cell(cell.trim()) {
            return None;
        }
        out.push_str(cell);
        out.push_str(&" ".repeat(word.len() - cell.len()));
        out.push_str(&part[word.len()..]);
    }
    Some(out)
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
