//! Rows as words: the fields of tables, `-1` for a hidden cell, and boards whose rows and columns are numbered.

use super::lines::Line;
use super::rows::{BLANK, is_bar, is_emoji_mark, is_separator};
use super::{BoardError, VisibleCell};

/// A word of a row: its column in characters, from 0, and its letters. A blank field of a table has no letters.
pub(super) type RowWord = (usize, Vec<char>);

/// The letter of a hidden cell that is written as `-1`.
pub(super) const MINUS: char = '\u{2212}';

/// Rows with one letter for each cell, with their line numbers.
pub(super) type PlainRows = Vec<(usize, String)>;

/// The words of rows.
pub(super) struct BoardWords {
    pub(super) rows: Vec<Vec<RowWord>>,
    /// Whether separators stand between the words of every row. The first row may be above the table and have none.
    pub(super) is_table: bool,
}

/// The letters of a field of a table, with their columns.
type FieldLetters = Vec<(usize, char)>;

impl BoardWords {
    /// Returns the words of rows: what stands between spaces, separators and quotes, without the marks of emoji.
    pub(super) fn of(rows: &[Line<'_>]) -> Self {
        let mut words = Self::split(rows);
        if words.is_table && is_delimited(rows) {
            words.rows.iter_mut().flatten().for_each(|(_, word)| without_decimals(word));
        }
        words
    }

    fn split(rows: &[Line<'_>]) -> Self {
        let is_tabbed = rows.iter().all(|(_, line)| line.contains('\t'));
        let separates = |letter: char| is_separator(letter) || is_tabbed && letter == '\t';
        let is_split = |(_, line): &Line<'_>| line.contains(separates);
        let is_table = rows.iter().skip(1).all(is_split) && rows.last().is_some_and(is_split);
        let line_words = |(_, line): &Line<'_>| words_of(&line.chars().enumerate().collect::<FieldLetters>());
        if !is_table {
            return Self { rows: rows.iter().map(line_words).collect(), is_table };
        }
        let fields = |line: &str| -> Vec<(usize, FieldLetters)> {
            let letters: FieldLetters = line.chars().enumerate().collect();
            let fields = letters.split(|(_, letter)| separates(*letter));
            let with_begin = |end: &mut usize, field: &[(usize, char)]| {
                Some((std::mem::replace(end, *end + field.len() + 1), field.to_vec()))
            };
            fields.scan(0, with_begin).collect()
        };
        let all: Vec<_> = rows.iter().filter(|row| is_split(row)).map(|(_, line)| fields(line)).collect();
        // A blank in quotes is a cell.
        let is_blank = |field: Option<&(usize, FieldLetters)>| {
            let is_quoted = |letters: &FieldLetters| letters.iter().any(|(_, letter)| *letter == '"');
            field.is_some_and(|(_, letters)| words_of(letters).is_empty() && !is_quoted(letters))
        };
        // Separators at both ends of all rows are a frame, and at the right end of all rows they are superfluous.
        let is_framed = |(_, line): &Line<'_>| line.trim_start().starts_with(is_bar);
        let begins = all.iter().all(|fields| is_blank(fields.first()))
            && rows.iter().filter(|row| is_split(row)).all(is_framed);
        // Where other fields are blank, the last one is a cell, too, unless a hidden cell is beside it.
        let has_blanks = || all.iter().any(|fields| (0..fields.len() - 1).any(|at| is_blank(fields.get(at))));
        let is_open = |fields: &Vec<(usize, FieldLetters)>| {
            let beside = fields.len().checked_sub(2).and_then(|at| fields.get(at));
            let is_digit = |(_, letters): &(usize, FieldLetters)| {
                let words = words_of(letters);
                words.iter().all(|(_, word)| word.iter().all(char::is_ascii_digit))
            };
            beside.is_some_and(is_digit)
        };
        let is_barred = rows.iter().all(|(_, line)| line.trim_end().ends_with(is_bar));
        let is_cell = !is_barred && has_blanks() && all.iter().all(is_open);
        let ends = all.iter().all(|fields| is_blank(fields.last())) && !is_cell;
        let inner = |fields: &[(usize, FieldLetters)]| {
            usize::from(begins)..fields.len() - usize::from(ends && fields.len() > 1)
        };
        let framed: Option<Vec<&(usize, FieldLetters)>> = all
            .iter()
            .map(|fields| fields.get(inner(fields)).filter(|inner| inner.len() == 1)?.first())
            .collect();
        if let Some(framed) = framed.filter(|_| begins && ends && all.len() == rows.len())
            && let Some(rows) = framed_rows(&framed)
        {
            return Self { rows, is_table };
        }
        let table_words = |fields: &Vec<(usize, FieldLetters)>| {
            let inner = fields.get(inner(fields)).unwrap_or_default();
            let words = inner.iter().flat_map(|(begin, letters)| {
                let words = words_of(letters);
                if words.is_empty() { vec![(*begin, Vec::new())] } else { words }
            });
            words.collect()
        };
        let mut tables = all.iter().map(table_words);
        let rows = rows
            .iter()
            .map(|row| if is_split(row) { tables.next().unwrap_or_default() } else { line_words(row) });
        Self { rows: rows.collect(), is_table }
    }

    /// Returns the cells of a numbered board, with the index of each row: the first row numbers the columns, and each other row begins
    /// with its number. Numbers begin with 0 or 1, and letters are numbers, too. If letters number the columns of a table, its rows need
    /// no numbers.
    pub(super) fn numbered(&self) -> Option<NumberedRows> {
        let is_filled = |row: &[RowWord]| row.iter().any(|(_, word)| !word.is_empty());
        let mut rows = self.rows.iter().enumerate();
        let mut head: Vec<RowWord> =
            rows.next()?.1.iter().filter(|(_, word)| !word.is_empty()).cloned().collect();
        let is_joined = head.len() == 1;
        if is_joined {
            head = letters(&head);
        }
        if head.len() < 2 || !counts(&head, if is_joined { 10 } else { i64::MAX }) {
            return None;
        }
        let mut rows: Vec<(usize, &Vec<RowWord>)> = rows.collect();
        let is_lettered = self.is_table && head.iter().all(|word| letter(word).is_some());
        let has_numbers = !is_lettered || rows.iter().any(|(_, row)| row.len() != head.len());
        if has_numbers {
            // A row without its number is a part of a drawing.
            rows.retain(|(_, row)| is_filled(row));
        }
        // Rows that seem to have numbers, but one cell too few, are unclear.
        let numbers: Vec<RowWord> = rows.iter().filter_map(|(_, row)| row.first().cloned()).collect();
        if rows.is_empty() || counts(&numbers, i64::MAX) != has_numbers {
            return None;
        }
        let cells = |&(index, row): &(usize, &Vec<RowWord>)| {
            let cells = &row[usize::from(has_numbers)..];
            // The cells of a numbered row may stand next to each other.
            let cells = if cells.len() == head.len() { cells.to_vec() } else { letters(cells) };
            (cells.len() == head.len()).then_some((index, cells))
        };
        let cells = rows.iter().map(cells).collect::<Option<_>>()?;
        let is_console = is_joined && self.is_table && head.iter().all(|word| letter(word).is_none());
        Some(NumberedRows { cells, has_numbers, is_console })
    }
}

/// The rows of a numbered board without their numbers.
pub(super) struct NumberedRows {
    cells: Vec<(usize, Vec<RowWord>)>,
    /// Whether each row began with its number.
    pub(super) has_numbers: bool,
    /// Whether the columns are numbered `|123456789|`, as in the console game of JetBrains Academy. There `/` is an open cell without a
    /// number, `*` a flag, and `X` a mine.
    is_console: bool,
}

/// Replaces each word of the rows by one cell, and removes the numbers of rows and columns. Returns `None` if the rows have only
/// cells without separators.
///
/// # Errors
/// If a word of a table is a number that no cell has.
pub(super) fn with_words(rows: &[Line<'_>]) -> Result<Option<PlainRows>, BoardError> {
    let words = BoardWords::of(rows);
    if let Some(NumberedRows { cells, is_console, .. }) = words.numbered() {
        let is_console = is_console && rows.first().is_some_and(|(_, line)| line.contains(is_bar));
        let cell = |word: &[char]| match (is_console, word) {
            (true, ['/']) => '0',
            (true, ['*']) => 'F',
            (true, ['X']) => '*',
            _ => numbered_cell(word),
        };
        let text =
            |(index, row): &(usize, Vec<RowWord>)| (rows[*index].0, text(row, |word| vec![cell(word)]));
        return Ok(Some(cells.iter().map(text).collect()));
    }
    let is_cell = |(_, word): &RowWord| match word[..] {
        [] => true,
        [letter] => VisibleCell::of(letter).is_some(),
        _ => false,
    };
    let is_row =
        |row: &Vec<RowWord>| row.len() > 1 && row.iter().all(|word| is_cell(word) || number(word).is_some());
    let has_numbers = words.rows.iter().all(is_row) && !words.rows.iter().flatten().all(is_cell);
    if !has_numbers && !words.is_table {
        return Ok(None);
    }
    for (row, &(line, _)) in words.rows.iter().zip(rows).filter(|_| has_numbers) {
        let wrong = row.iter().find(|word| !is_cell(word) && number(word) != Some(-1));
        if let Some((column, word)) = wrong {
            let word: String = word.iter().collect();
            let what =
                format!("{word} is not a cell; 0 to 8, '.' or -1 for a hidden cell, 'F' or '*' is needed");
            return Err(BoardError::new(line, column + 1, what));
        }
    }
    if words.is_table && is_delimited(rows) && words.rows.iter().any(|row| row.len() > 1) {
        let all = words
            .rows
            .iter()
            .zip(rows)
            .flat_map(|(row, &(line, _))| row.iter().map(move |word| (line, word)));
        // Other letters have messages of their own.
        let is_long = |(_, word): &(usize, &RowWord)| {
            let has_cells = word.1.iter().all(|letter| VisibleCell::of(*letter).is_some());
            word.1.len() > 1 && number(word) != Some(-1) && has_cells
        };
        if let Some((line, (column, word))) = all.into_iter().find(is_long) {
            let word: String = word.iter().collect();
            let what = format!("{word} is not a cell; a field of a table with separators has one cell");
            return Err(BoardError::new(line, column + 1, what));
        }
    }
    let cells = |word: &[char]| match word {
        [] => vec![BLANK],
        [_, _] if has_numbers => vec![MINUS],
        word => word.to_vec(),
    };
    Ok(Some(rows.iter().zip(&words.rows).map(|(&(number, _), row)| (number, text(row, cells))).collect()))
}

/// Returns `true` if the words of a line are the letters A, B, C and so on, which name the columns of a board.
pub(super) fn is_lettered(line: &str) -> bool {
    let words = words_of(&line.chars().enumerate().collect::<FieldLetters>());
    words.len() > 1 && words.iter().all(|word| letter(word).is_some()) && counts(&words, i64::MAX)
}

/// Returns `true` if words count from 0 or 1, with numbers below `modulus`. The letter A is the number 0.
fn counts(words: &[RowWord], modulus: i64) -> bool {
    let is_number = |(at, word): (i64, &RowWord)| number(word).or_else(|| letter(word)) == Some(at % modulus);
    (0..2).any(|begin| (begin..).zip(words).all(is_number))
}

/// Returns the cells of rows between two bars as words, if all rows are equally wide and have blanks. Cells are equally far from each
/// other if the columns with letters are, and otherwise next to each other. A letter that is displayed in two columns makes each cell
/// two columns wide.
fn framed_rows(rows: &[&(usize, FieldLetters)]) -> Option<Vec<Vec<RowWord>>> {
    let displayed: Vec<FieldLetters> = rows.iter().map(|(_, letters)| displayed(letters)).collect();
    let has_wide = rows.iter().zip(&displayed).any(|((_, letters), row)| letters.len() != row.len());
    let rows = displayed;
    let width = rows.first()?.len();
    let has = |other: char| rows.iter().flatten().any(|(_, letter)| *letter == other);
    if rows.iter().any(|row| row.len() != width) || has('"') || !has(' ') {
        return None;
    }
    let is_filled = |at: &usize| rows.iter().any(|row| row[*at].1 != ' ');
    let filled: Vec<usize> = (0..width).filter(is_filled).collect();
    let mut gaps = filled.windows(2).map(|pair| pair[1] - pair[0]);
    let gap = gaps.next().unwrap_or(1);
    // The columns of each cell.
    let places: Vec<std::ops::Range<usize>> = match gap > 1 && gaps.all(|other| other == gap) {
        true => (filled[0] % gap..width).step_by(gap).map(|at| at..at + 1).collect(),
        false if has_wide => (0..width).step_by(2).map(|at| at..(at + 2).min(width)).collect(),
        // A column of single cells with spaces beside them.
        false if filled == [1] && width == 3 => std::iter::once(1..2).collect(),
        false => (0..width).map(|at| at..at + 1).collect(),
    };
    let cell = |row: &FieldLetters, columns: &std::ops::Range<usize>| {
        let mut letters = row[columns.clone()].iter().filter(|(_, letter)| *letter != ' ');
        let first = letters.next();
        letters.next().is_none().then(|| {
            let column = first.unwrap_or(&row[columns.start]).0;
            (column, first.map(|(_, letter)| *letter).into_iter().collect())
        })
    };
    rows.iter().map(|row| places.iter().map(|columns| cell(row, columns)).collect()).collect()
}

/// Returns letters as they are displayed: without the marks of emoji, and with a space after each letter that is displayed in two
/// columns.
fn displayed(letters: &[(usize, char)]) -> FieldLetters {
    let mut out = FieldLetters::new();
    for (at, &(column, letter)) in letters.iter().enumerate() {
        let is_marked = letters.get(at + 1).is_some_and(|(_, next)| is_emoji_mark(*next));
        let is_emoji = matches!(letter, '\u{2b1b}' | '\u{2b1c}' | '\u{2753}' | '\u{1f300}'..);
        match letter {
            mark if is_emoji_mark(mark) => {}
            // The space that is as wide as two.
            '\u{3000}' => out.extend([(column, ' '); 2]),
            letter if is_marked || is_emoji => out.extend([(column, letter), (column, ' ')]),
            letter => out.push((column, letter)),
        }
    }
    out
}

/// Returns `true` if commas, semicolons or tabs stand between the fields of all rows.
fn is_delimited(rows: &[Line<'_>]) -> bool {
    rows.iter().all(|(_, line)| line.contains([',', ';', '\t']))
}

/// Removes the decimals of a whole number, as in `1.0`. In `1.`, the point is a cell.
fn without_decimals(word: &mut Vec<char>) {
    let text: String = word.iter().collect();
    if let Some(whole) = whole_part(&text).filter(|_| !text.ends_with('.')) {
        word.truncate(whole.len());
    }
}

/// Returns the part of a number before its point, or `None` if the number has no point or is not whole: `1` of `1.0` and `1.`.
pub(super) fn whole_part(number: &str) -> Option<&str> {
    let (whole, decimals) = number.split_once('.')?;
    (whole.parse::<i64>().is_ok() && decimals.bytes().all(|digit| digit == b'0')).then_some(whole)
}

/// Returns the words of letters.
fn words_of(letters: &[(usize, char)]) -> Vec<RowWord> {
    let is_outside = |letter: char| letter.is_whitespace() || is_separator(letter) || letter == '"';
    let words = letters.split(|(_, letter)| is_outside(*letter)).filter(|word| !word.is_empty());
    let plain = |word: &[(usize, char)]| {
        word.iter().map(|(_, letter)| *letter).filter(|letter| !is_emoji_mark(*letter)).collect()
    };
    words.map(|word| (word[0].0, plain(word))).collect()
}

/// Returns each letter of words as a word.
fn letters(words: &[RowWord]) -> Vec<RowWord> {
    let letters = |(column, word): &RowWord| {
        (*column..).zip(word.clone()).map(|(column, letter)| (column, vec![letter])).collect::<Vec<_>>()
    };
    words.iter().flat_map(letters).collect()
}

/// Returns the cells of words in a line, each at the column of its word.
fn text(words: &[RowWord], cells: impl Fn(&[char]) -> Vec<char>) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for (column, word) in words {
        text.extend(std::iter::repeat_n(' ', column.saturating_sub(end)));
        let cells = cells(word);
        end = end.max(*column) + cells.len();
        text.extend(cells);
    }
    text
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
/// `.333`, `F.250`, `<1%` or `safe`; a word that is none of these is no cell.
fn numbered_cell(word: &[char]) -> char {
    let text: String = word.iter().collect();
    let risk = text.strip_prefix('F').unwrap_or(&text);
    let is_risk = ["safe", "mine", "--", "**", "-1"].contains(&risk)
        || risk.len() > 1 && risk.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit())
        || risk.strip_suffix('%').is_some_and(|risk| {
            let share = risk.trim_start_matches(['<', '>']);
            !share.is_empty() && share.bytes().all(|byte| byte.is_ascii_digit())
        });
    match is_risk {
        true if risk.len() < text.len() => 'F',
        true if risk == "-1" => MINUS,
        true => '.',
        false if word.len() < 2 => word.first().copied().unwrap_or(BLANK),
        // A letter that is no cell.
        false => word.iter().copied().find(|letter| VisibleCell::of(*letter).is_none()).unwrap_or('y'),
    }
}
