//! Aligned columns of text.

use unicode_width::UnicodeWidthStr as _;

/// Returns the number of columns that a text takes on a screen. Some letters take two, others none.
///
/// ```
/// use chancetree_families::family::display_width;
///
/// assert_eq!(["Anna", "安娜", "👍"].map(display_width), [4, 4, 2]);
/// ```
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// Aligns columns of text to the left, with two spaces between the columns.
pub fn aligned(rows: &[Vec<String>]) -> String {
    aligned_lines(rows.iter()).collect()
}

/// Aligns the columns of a table, line by line.
pub fn aligned_lines<R: AsRef<[String]>>(
    rows: impl Iterator<Item = R> + Clone,
) -> impl Iterator<Item = String> {
    let mut widths = Vec::new();
    for row in rows.clone() {
        let row = row.as_ref();
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = display_width(cell).max(*width);
        }
    }
    rows.map(move |row| {
        let mut line = String::new();
        for (cell, width) in row.as_ref().iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - display_width(cell) + 2));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    })
}
