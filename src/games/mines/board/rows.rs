//! The rows of a position as people write them: with blanks for opened cells without a number, and as tables.

use super::read::Line;
use super::words::with_words;
use super::{BoardError, VisibleCell};

/// The squares that are hidden cells.
const SQUARES: [char; 9] = [
    '\u{2588}',
    '\u{25a0}',
    '\u{25a1}',
    '\u{2b1b}',
    '\u{2b1c}',
    '\u{1f7e6}',
    '\u{1f7e9}',
    '\u{1f532}',
    '\u{1f533}',
];

/// Returns `true` for characters between cells: spaces, separators of tables, and the characters that turn a digit into an
/// emoji.
pub(super) fn is_between(letter: char) -> bool {
    letter.is_whitespace() || is_separator(letter) || is_emoji_mark(letter)
}

/// Returns `true` for the characters that turn a digit into an emoji.
pub(super) fn is_emoji_mark(letter: char) -> bool {
    matches!(letter, '\u{fe0f}' | '\u{20e3}')
}

/// Returns `true` for characters between the cells of a table.
pub(super) fn is_separator(letter: char) -> bool {
    matches!(letter, ',' | ';' | '|' | '\u{2502}' | '\u{2503}' | '\u{2551}')
}

/// Returns `true` for a line between the rows of a table, such as `+---+---+` or `├─┼─┤`.
pub(super) fn is_border(line: &str) -> bool {
    let line = line.trim();
    let is_drawn = |letter: char| matches!(letter, '\u{2500}'..='\u{257f}');
    let is_typed = |letter: char| matches!(letter, '+' | '-' | '=');
    line.chars().any(|letter| letter == '+' || is_drawn(letter) && !is_separator(letter))
        && line.chars().all(|letter| is_drawn(letter) || is_typed(letter))
}

/// Returns the rows with one letter for each cell, if the text of the rows has other words or blank cells.
///
/// # Errors
/// If a word is a number that no cell has, or different squares are mixed: one kind is opened, and nothing shows which.
pub(super) fn plain_rows(rows: &[Line<'_>]) -> Result<Option<Vec<(usize, String)>>, BoardError> {
    let squares =
        || rows.iter().flat_map(|&(number, line)| line.chars().enumerate().map(move |at| (number, at)));
    let mut squares = squares().filter(|(_, (_, letter))| SQUARES.contains(letter));
    if let Some((_, (_, first))) = squares.next()
        && let Some((number, (column, other))) = squares.find(|(_, (_, letter))| *letter != first)
    {
        let what = format!("{first} and {other} are both hidden cells; write 0 for an opened cell");
        return Err(BoardError::new(number, column + 1, what));
    }
    let fields = with_fields(rows);
    let lines = fields
        .as_ref()
        .map(|fields| fields.iter().map(|(number, row)| (*number, &**row)).collect::<Vec<_>>());
    let words = with_words(lines.as_deref().unwrap_or(rows))?;
    Ok(words.or(fields).or_else(|| with_blanks(rows)))
}

/// Replaces blank cells between separators by zeros, and quotes by spaces. Returns `None` if the rows are no table, or have
/// neither.
fn with_fields(rows: &[Line<'_>]) -> Option<Vec<(usize, String)>> {
    let is_tabbed = rows.iter().all(|(_, line)| line.contains('\t'));
    let separates = |letter: char| is_separator(letter) || is_tabbed && letter == '\t';
    if !rows.iter().all(|(_, line)| line.contains(separates)) {
        return None;
    }
    let is_blank = |field: &str| !field.contains(|letter: char| letter != '"' && !letter.is_whitespace());
    let fields = |line: &str| line.split(separates).map(str::to_owned).collect::<Vec<_>>();
    let all: Vec<Vec<String>> = rows.iter().map(|(_, line)| fields(line)).collect();
    // Separators at both ends of all rows are a frame, and at the right end of all rows they are superfluous.
    let begins = all.iter().all(|fields| is_blank(&fields[0])) && is_framed(rows);
    let ends = all.iter().all(|fields| fields.last().is_some_and(|field| is_blank(field)));
    let inner = |fields: &[String]| usize::from(begins)..fields.len() - usize::from(ends && fields.len() > 1);
    let has_blank = all.iter().any(|fields| fields[inner(fields)].iter().any(|field| is_blank(field)));
    let has_quotes = rows.iter().any(|(_, line)| line.contains('"'));
    if !has_blank && !has_quotes {
        return None;
    }
    let fill = |(&(number, line), fields): (&Line<'_>, &Vec<String>)| {
        let separators = line.chars().filter(|letter| separates(*letter)).chain([' ']);
        let inner = inner(fields);
        let cells = fields.iter().zip(separators).enumerate().flat_map(|(place, (field, separator))| {
            let field = match inner.contains(&place) && is_blank(field) {
                true => format!("0{}", field.chars().skip(1).map(|_| ' ').collect::<String>()),
                false => field.replace('"', " "),
            };
            (field + &separator.to_string()).chars().collect::<Vec<_>>()
        });
        (number, cells.collect())
    };
    Some(rows.iter().zip(&all).map(fill).collect())
}

/// Returns `true` if every row begins with a bar.
fn is_framed(rows: &[Line<'_>]) -> bool {
    rows.iter().all(|(_, line)| {
        line.trim_start().starts_with(|letter| is_separator(letter) && !matches!(letter, ',' | ';'))
    })
}

/// Replaces blanks by zeros if rows have blank cells: every row has the same places, and a place of at least one row is blank in
/// another. Cells are next to each other, or have one space between them.
fn with_blanks(rows: &[Line<'_>]) -> Option<Vec<(usize, String)>> {
    let is_even = |rows: &[Line<'_>]| {
        let mut lengths =
            rows.iter().map(|(_, line)| line.chars().filter(|letter| !is_between(*letter)).count());
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    };
    let is_simple =
        |line: &str| line.chars().all(|letter| letter == ' ' || VisibleCell::of(letter).is_some());
    let is_spaced = |(_, line): &Line<'_>| line.chars().skip(1).step_by(2).all(|letter| letter == ' ');
    let step = if rows.iter().all(is_spaced) { 2 } else { 1 };
    // A row without a blank before its end is too short.
    let has_blank = |(_, line): &Line<'_>| line.trim_end().chars().step_by(step).any(|letter| letter == ' ');
    if is_even(rows) || !rows.iter().any(has_blank) || !rows.iter().all(|(_, line)| is_simple(line)) {
        return None;
    }
    let width = rows.iter().map(|(_, line)| line.trim_end().chars().count()).max()?;
    let fill = |(number, line): &Line<'_>| {
        let cells = line.chars().chain(std::iter::repeat(' ')).take(width).step_by(step);
        (*number, cells.map(|letter| if letter == ' ' { '0' } else { letter }).collect())
    };
    Some(rows.iter().map(fill).collect())
}
