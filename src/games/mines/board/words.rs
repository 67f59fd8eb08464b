//! Rows of words: tables with `-1` for a hidden cell, and boards whose rows and columns are numbered.

use super::read::Line;
use super::rows::{is_emoji_mark, is_separator};
use super::{BoardError, VisibleCell};

/// A word of a row: its column in characters, from 0, and its letters.
type RowWord = (usize, Vec<char>);

/// Replaces each word of the rows by one cell, and removes the numbers of rows and columns. Returns `None` if each letter is a cell.
///
/// # Errors
/// If a word of a table is a number that no cell has.
pub(super) fn with_words(rows: &[Line<'_>]) -> Result<Option<Vec<(usize, String)>>, BoardError> {
    let all: Vec<Vec<RowWord>> = rows.iter().map(|(_, line)| words(line)).collect();
    let read = |rows: &[Line<'_>], all: &[Vec<RowWord>], cell: fn(&[char]) -> char| {
        let cells = |row: &[RowWord]| match row {
            // The cells of a numbered row may stand next to each other.
            [(column, cells)] => padded(*column, cells.iter().copied()),
            row => row.iter().fold(String::new(), |text, (column, word)| {
                let begun = text.chars().count();
                text + &padded(column - begun, [cell(word)])
            }),
        };
        Some(rows.iter().zip(all).map(|(&(number, _), row)| (number, cells(row))).collect())
    };
    if is_numbered(&all) {
        let cells: Vec<Vec<RowWord>> = all[1..].iter().map(|row| row[1..].to_vec()).collect();
        return Ok(read(&rows[1..], &cells, of_risk));
    }
    let is_number = |word: &RowWord| number(word).is_some();
    let is_cell = |(_, word): &RowWord| matches!(word[..], [letter] if VisibleCell::of(letter).is_some());
    let is_table =
        |row: &Vec<RowWord>| row.len() > 1 && row.iter().all(|word| is_cell(word) || is_number(word));
    if !all.iter().all(is_table) || all.iter().flatten().all(is_cell) {
        return Ok(None);
    }
    for (row, &(line, _)) in all.iter().zip(rows) {
        let wrong = row.iter().find(|word| !is_cell(word) && number(word) != Some(-1));
        if let Some((column, word)) = wrong {
            let word: String = word.iter().collect();
            let what =
                format!("{word} is not a cell; 0 to 8, '.' or -1 for a hidden cell, 'F' or '*' is needed");
            return Err(BoardError::new(line, column + 1, what));
        }
    }
    Ok(read(rows, &all, |word| if word.len() == 1 { word[0] } else { '.' }))
}

/// Returns `true` if the words of a line are the letters A, B, C and so on, which name the columns of a board.
pub(super) fn is_lettered(line: &str) -> bool {
    let words = words(line);
    words.len() > 1 && (0..).zip(&words).all(|(index, word)| letter(word) == Some(index))
}

/// Returns the words of a row: what stands between spaces, separators and quotes, without the marks of emoji.
fn words(line: &str) -> Vec<RowWord> {
    let is_outside = |letter: char| letter.is_whitespace() || is_separator(letter) || letter == '"';
    let letters: Vec<(usize, char)> = line.chars().enumerate().collect();
    let words = letters.split(|(_, letter)| is_outside(*letter)).filter(|word| !word.is_empty());
    words
        .map(|word| {
            (
                word[0].0,
                word.iter().map(|(_, letter)| *letter).filter(|letter| !is_emoji_mark(*letter)).collect(),
            )
        })
        .collect()
}

/// Returns the letters after some spaces.
fn padded(spaces: usize, letters: impl IntoIterator<Item = char>) -> String {
    std::iter::repeat_n(' ', spaces).chain(letters).collect()
}

/// Returns `true` if the first row numbers the columns, and each other row begins with its number. Numbers begin with 0 or 1; letters are
/// numbers, too.
fn is_numbered(rows: &[Vec<RowWord>]) -> bool {
    let Some((head, rows)) = rows.split_first() else { return false };
    let is_row = |row: &Vec<RowWord>| match &row[..] {
        [_, (_, cells)] => cells.len() == head.len(),
        row => row.len() == head.len() + 1,
    };
    let counts = |words: Vec<&RowWord>| {
        let number = |word: &RowWord| number(word).or_else(|| letter(word));
        let begin = words.first().and_then(|word| number(word)).filter(|begin| [0, 1].contains(begin));
        begin.is_some_and(|begin| (begin..).zip(&words).all(|(place, word)| number(word) == Some(place)))
    };
    head.len() > 1
        && rows.iter().all(is_row)
        && counts(head.iter().collect())
        && counts(rows.iter().map(|row| &row[0]).collect())
}

fn number((_, word): &RowWord) -> Option<i64> {
    word.iter().collect::<String>().parse().ok()
}

/// Returns the place of a letter in the alphabet, from 0.
fn letter((_, word): &RowWord) -> Option<i64> {
    match word[..] {
        [letter] if letter.is_ascii_alphabetic() => Some(i64::from(letter.to_ascii_uppercase() as u8 - b'A')),
        _ => None,
    }
}

/// Returns the cell of a word on a numbered board. The command `risk` writes the risk of a hidden cell in several letters, such as
/// `.333`, `F.250` or `safe`; a word that is none of these is no cell.
fn of_risk(word: &[char]) -> char {
    let text: String = word.iter().collect();
    let risk = text.strip_prefix('F').unwrap_or(&text);
    let is_risk = ["safe", "mine", "--", "**"].contains(&risk)
        || risk.len() > 1 && risk.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    match is_risk {
        true if risk.len() < text.len() => 'F',
        true => '.',
        false if word.len() == 1 => word[0],
        // A letter that is no cell.
        false => word.iter().copied().find(|letter| VisibleCell::of(*letter).is_none()).unwrap_or('x'),
    }
}
