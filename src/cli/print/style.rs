//! One table, written for spreadsheets, for pages and for papers.

use super::is_formula;
use clap::builder::PossibleValue;
use std::fmt::Write as _;

/// The style in which a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Lines with commas.
    Csv,
    /// Markdown.
    Md,
    /// LaTeX.
    Tex,
}

impl Style {
    /// Returns its name on the command line.
    pub(crate) fn named(self) -> PossibleValue {
        match self {
            Self::Csv => PossibleValue::new("csv").help("For spreadsheets"),
            Self::Md => PossibleValue::new("md").help("The same table in Markdown"),
            Self::Tex => PossibleValue::new("tex").help("The same table in LaTeX"),
        }
    }

    /// A table that is given as CSV.
    pub(crate) fn write(self, table: &str) -> String {
        if self == Self::Csv {
            return table.to_owned();
        }
        let rows = cells(table);
        let Some((header, rows)) = rows.split_first() else { return String::new() };
        let right: Vec<bool> = (0..header.len())
            .map(|column| rows.iter().all(|row| row.get(column).is_none_or(|cell| is_number(cell))))
            .collect();
        match self {
            Self::Tex => tex(header, rows, &right),
            _ => md(header, rows, &right),
        }
    }
}

/// The cells of CSV, without what guards them against spreadsheets.
fn cells(table: &str) -> Vec<Vec<String>> {
    let mut reader =
        ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(table.as_bytes());
    let plain = |cell: &str| match cell.strip_prefix('\'').filter(|rest| is_formula(rest)) {
        Some(rest) => rest.to_owned(),
        None => cell.to_owned(),
    };
    reader.records().map(|row| row.expect("our own CSV").iter().map(plain).collect()).collect()
}

/// Returns `true` if a cell is a number or a fraction, or nothing.
fn is_number(cell: &str) -> bool {
    cell.chars().all(|letter| letter.is_ascii_digit() || "+-./eE".contains(letter))
}

fn md(header: &[String], rows: &[Vec<String>], right: &[bool]) -> String {
    let line = |row: &[String]| {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| cell.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " "))
            .collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule: Vec<&str> = right.iter().map(|&right| if right { "---:" } else { "---" }).collect();
    let mut text = line(header) + &format!("| {} |\n", rule.join(" | "));
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}

fn tex(header: &[String], rows: &[Vec<String>], right: &[bool]) -> String {
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| tex_text(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let columns: String = right.iter().map(|&right| if right { 'r' } else { 'l' }).collect();
    let mut text = format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n", line(header));
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text + "\\hline\n\\end{tabular}\n"
}

/// Begins the cell of a formula: a character that no text of ours has.
pub(super) const MATHS: char = '\u{2}';

/// Text as LaTeX prints it.
fn tex_text(cell: &str) -> String {
    if let Some(formula) = cell.strip_prefix(MATHS) {
        return format!("${formula}$");
    }
    let mut text = String::new();
    for letter in cell.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => write!(text, "\\{letter}"),
            '~' => write!(text, "\\textasciitilde{{}}"),
            '^' => write!(text, "\\textasciicircum{{}}"),
            '\\' => write!(text, "\\textbackslash{{}}"),
            '<' | '>' => write!(text, "${letter}$"),
            '\n' => write!(text, " "),
            letter => write!(text, "{letter}"),
        }
        .expect("text takes everything");
    }
    text
}
