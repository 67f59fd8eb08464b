//! Writes a table as CSV, Markdown or LaTeX.

use super::cell::{Cell, md_text, tex_text};
use super::csv_onto;
use super::lines::aligned_within;

/// The style in which a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Comma-separated values.
    Csv,
    /// Markdown.
    Md,
    /// LaTeX.
    Tex,
}

/// A table: its headings, which may all be empty, and its rows.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<Cell<'static>>>,
}

impl Style {
    /// Returns the name of the style.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Md => "md",
            Self::Tex => "tex",
        }
    }

    /// Writes a table.
    pub(super) fn write(self, grid: &Grid) -> String {
        self.begin(grid) + &self.rows(grid) + self.end()
    }

    /// Writes the part above the rows. Columns of numbers are aligned to the right.
    pub(super) fn begin(self, grid: &Grid) -> String {
        let right = grid.numbers();
        let heads = grid.heads.iter().cloned().map(|head| Cell::Words(head.into())).collect::<Vec<_>>();
        let heads = self.line(&heads, right.len());
        match self {
            Self::Csv => heads,
            Self::Md => {
                let rule: Vec<&str> = right.iter().map(|&right| if right { "---:" } else { "---" }).collect();
                format!("{heads}| {} |\n", rule.join(" | "))
            }
            Self::Tex => {
                let columns: String = right.iter().map(|&right| if right { 'r' } else { 'l' }).collect();
                let has_heads = grid.heads.iter().any(|head| !head.is_empty());
                let heads = if has_heads { heads + "\\hline\n" } else { String::new() };
                format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n{heads}")
            }
        }
    }

    /// Writes the rows.
    pub(super) fn rows(self, grid: &Grid) -> String {
        let width = grid.width();
        grid.rows.iter().map(|row| self.line(row, width)).collect()
    }

    /// Returns the part below the rows.
    pub(super) fn end(self) -> &'static str {
        if self == Self::Tex { "\\hline\n\\end{tabular}\n" } else { "" }
    }

    /// Writes a row of `width` columns.
    fn line(self, row: &[Cell<'_>], width: usize) -> String {
        let empty = Cell::empty();
        let row = || row.iter().chain(std::iter::repeat(&empty)).take(width);
        match self {
            Self::Csv => {
                let mut text = String::new();
                csv_onto(&mut text, true, &mut row().map(Cell::text));
                text
            }
            Self::Md => format!("| {} |\n", row().map(Cell::md).collect::<Vec<_>>().join(" | ")),
            Self::Tex => format!("{} \\\\\n", row().map(Cell::tex).collect::<Vec<_>>().join(" & ")),
        }
    }

    /// Writes remarks: a paragraph in Markdown, comments in LaTeX, nothing in CSV.
    pub(super) fn remark(self, lines: &str) -> String {
        match self {
            Self::Csv => String::new(),
            Self::Md => lines.lines().map(md_line).collect(),
            Self::Tex => lines.lines().map(|line| format!("% {}\n", tex_text(line))).collect(),
        }
    }
}

/// Escapes a line of a paragraph for Markdown. Signs at its beginning do not start a heading, a list or a quotation.
fn md_line(line: &str) -> String {
    let text = md_text(line.trim());
    let is_sign = text.starts_with(['#', '+', '-', '=']);
    format!("{}{text}\n", if is_sign { "\\" } else { "" })
}

impl Grid {
    /// Creates a table of texts.
    pub(super) fn of_words(heads: &[String], rows: &[Vec<String>]) -> Self {
        let rows = rows.iter().map(|row| row.iter().map(|cell| Cell::of(cell)).collect()).collect();
        Self { heads: heads.to_vec(), rows }
    }

    /// Returns the table as text, for a terminal of `room` columns if there is one.
    pub(super) fn text(&self, room: Option<usize>) -> String {
        let row = |row: &Vec<Cell<'_>>| row.iter().map(|cell| cell.shown().into_owned()).collect();
        let rows: Vec<Vec<String>> =
            [self.heads.clone()].into_iter().chain(self.rows.iter().map(row)).collect();
        aligned_within(&rows, room)
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).chain([self.heads.len()]).max().unwrap_or(0)
    }

    /// Returns `true` for each column that contains only numbers.
    fn numbers(&self) -> Vec<bool> {
        let is_number = |column: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            let mut filled = cells.clone().filter(|cell| !cell.is_empty());
            filled.next().is_some() && cells.all(Cell::is_number)
        };
        (0..self.width()).map(is_number).collect()
    }
}
