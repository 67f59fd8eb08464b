//! A table as coloured squares, a square a cell, its text as the second cue.

use super::{END, MIDDLE, Picture};
use crate::letters::Letters;
use crate::text::xml_text;

/// A table by two numbers.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The title.
    pub title: String,
    /// What is counted across.
    pub across: &'static str,
    /// What is counted down.
    pub down: &'static str,
    /// The cells, row by row.
    pub squares: Vec<Square>,
    /// The fills and their meanings.
    pub legend: Vec<(&'static str, String)>,
    /// A note below the legend, if there is one.
    pub note: Option<&'static str>,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Square {
    /// The number of its row.
    pub row: u16,
    /// The number of its column.
    pub column: u16,
    /// The text in it.
    pub text: String,
    /// The colour behind it.
    pub fill: &'static str,
}

/// The side of a square.
const SIDE: usize = 22;

/// The letters of titles, and of all else.
const TITLE: Letters = Letters::new(14.0);
const PLAIN: Letters = Letters::new(12.0);

/// The least width of a picture, and what lies left of the squares.
const NARROW: usize = 420;
const LEFT: usize = 52;

impl Squares {
    /// Returns the picture.
    pub fn svg(&self) -> String {
        let bounds = |value: fn(&Square) -> u16| {
            let all = || self.squares.iter().map(value);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((top_row, last_row), (first, last)) =
            (bounds(|square| square.row), bounds(|square| square.column));
        let rows = usize::from(last_row - top_row) + 1;
        let columns = usize::from(last - first) + 1;
        let told = self.legend.iter().map(|(_, meaning)| &**meaning).chain(self.note);
        let told = told.map(|text| PLAIN.width(text)).fold(0.0, f64::max);
        let width = (LEFT + columns * SIDE + 20).max(LEFT + told.ceil() as usize + 36).max(NARROW);
        let headed = TITLE.wrap(&self.title, (width - 24) as f64);
        let top = 58 + 20 * headed.len();
        let lines = self.legend.len() + usize::from(self.note.is_some());
        let height = top + rows * SIDE + 24 * lines + 16;
        let mut picture = Picture::new((width, height), 12, &self.title);
        for (place, line) in headed.iter().enumerate() {
            picture.words((12, 22 + 20 * place), " font-size=\"14\"", line);
        }
        picture.words((LEFT, top - 30), "", self.across);
        picture.words((12, top - 10), "", self.down);
        let middle = |place: usize| place * SIDE + SIDE / 2;
        for column in 0..columns {
            let number = (usize::from(first) + column).to_string();
            picture.words((LEFT + middle(column), top - 10), MIDDLE, &number);
        }
        for row in 0..rows {
            let number = (usize::from(top_row) + row).to_string();
            picture.words((LEFT - 8, top + middle(row) + 4), END, &number);
        }
        for square in &self.squares {
            let x = LEFT + usize::from(square.column - first) * SIDE;
            let y = top + usize::from(square.row - top_row) * SIDE;
            picture.put(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                square.fill,
                x + SIDE / 2,
                y + SIDE / 2 + 4,
                xml_text(&square.text)));
        }
        let line = |place: usize| top + rows * SIDE + 22 + 24 * place;
        for (place, (fill, meaning)) in self.legend.iter().enumerate() {
            let y = line(place);
            picture.put(&format!(
                "<rect x=\"{LEFT}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{fill}\"/>\
                 <text x=\"{}\" y=\"{y}\">{}</text>",
                y - 12,
                LEFT + 24,
                xml_text(meaning)
            ));
        }
        if let Some(note) = self.note {
            picture.words((LEFT, line(self.legend.len())), "", note);
        }
        picture.done()
    }
}
