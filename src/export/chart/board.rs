//! A board with the risk of every cell: the lower the risk, the lighter; the number in each cell is the second cue.

use super::{END, MIDDLE, Picture};
use crate::letters::Letters;
use crate::palette::{self, Colour};

/// A board with what is known of its cells.
#[derive(Clone, Debug)]
pub struct Board {
    /// The title.
    pub title: String,
    /// The number of columns.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What is seen of it: a number that was opened, or a mine that is known.
    pub seen: Option<String>,
    /// The probability that it is a mine, if it is not opened.
    pub risk: Option<f64>,
    /// `true` if no cell has a lower risk.
    pub is_safest: bool,
}

/// The side of a cell, and what lies around the cells.
const SIDE: usize = 34;
const LEFT: usize = 34;
const TOP: usize = 82;

/// The legend under the board.
const LEGEND: &str = "black frame: lowest risk; white: opened";

/// The letters of the title, and of the legend.
const TITLE: Letters = Letters::new(14.0);
const PLAIN: Letters = Letters::new(12.0);

impl Board {
    /// Returns the picture.
    pub fn svg(&self) -> String {
        let told = TITLE.width(&self.title).max(PLAIN.width(LEGEND)).ceil() as usize;
        let width = (LEFT + self.columns * SIDE + 12).max(24 + told);
        let bottom = TOP + self.cells.len() / self.columns.max(1) * SIDE;
        let mut picture = Picture::new((width, bottom + 44), 12, &self.title);
        picture.words((12, 22), " font-size=\"14\"", &self.title);
        picture.words((12, 42), "", "P(mine) in per cent");
        let middle = |place: usize| place * SIDE + SIDE / 2;
        for column in 0..self.columns {
            picture.words((LEFT + middle(column), TOP - 8), MIDDLE, &(column + 1).to_string());
        }
        for (row, cells) in self.cells.chunks(self.columns.max(1)).enumerate() {
            picture.words((LEFT - 8, TOP + middle(row) + 4), END, &(row + 1).to_string());
            for (column, cell) in cells.iter().enumerate() {
                cell.draw((LEFT + column * SIDE, TOP + row * SIDE), &mut picture);
            }
        }
        picture.words((12, bottom + 24), "", LEGEND);
        picture.done()
    }
}

impl Cell {
    fn draw(&self, (x, y): (usize, usize), picture: &mut Picture) {
        let fill = self.risk.map_or(palette::WHITE, shade);
        let (words, size) = match (&self.seen, self.risk) {
            (Some(seen), _) => (seen.clone(), 16),
            (None, risk) => (per_cent(risk.unwrap_or_default()), 12),
        };
        // The wider frame lies further in: those of neighbours must not run together.
        let (inset, stroke) = match self.is_safest {
            true => (2, "stroke=\"#000000\" stroke-width=\"2\""),
            false => (1, "stroke=\"#BBBBBB\""),
        };
        let side = SIDE - 2 * inset;
        picture.put(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" {stroke}/>\
             <text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{words}</text>",
            x + inset,
            y + inset,
            x + SIDE / 2,
            y + SIDE / 2 + size / 3,
        ));
    }
}

/// Returns the colour of a risk: from a light blue where it is safe to an orange that black text can be read on (Okabe and
/// Ito, 2008).
pub fn shade(risk: f64) -> Colour {
    let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * risk).round() as u8;
    Colour(mix(0xCF, 0xE6), mix(0xE8, 0x9F), mix(0xF9, 0x00))
}

/// Per cent with one decimal; what is not certain is not rounded to what is.
fn per_cent(risk: f64) -> String {
    match risk {
        0.0 => "0".to_owned(),
        risk if risk >= 1.0 => "100".to_owned(),
        risk => format!("{:.1}", (100.0 * risk).clamp(0.1, 99.9)),
    }
}
