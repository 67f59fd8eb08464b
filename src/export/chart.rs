//! Small pictures (SVG) that are no graphs: a table of coloured squares, a board with its risks, a deal as arcs.

mod arcs;
mod board;
mod squares;

pub use arcs::Arcs;
pub use board::{Board, Cell, shade};
pub use squares::{Square, Squares};

use crate::text::xml_text;

/// A picture in the making.
struct Picture {
    text: String,
}

impl Picture {
    /// Begins a picture of some size, with letters of a usual size.
    fn new((width, height): (usize, usize), letters: usize, title: &str) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{letters}\" role=\"img\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n",
            xml_text(title)
        );
        Self { text }
    }

    /// Adds a line.
    fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes words at a place; `more` are attributes.
    fn words(&mut self, (x, y): (usize, usize), more: &str, words: &str) {
        self.put(&format!("<text x=\"{x}\" y=\"{y}\"{more}>{}</text>", xml_text(words)));
    }

    fn done(self) -> String {
        self.text + "</svg>\n"
    }
}

/// The attribute of words in the middle of their place, and of words that end there.
const MIDDLE: &str = " text-anchor=\"middle\"";
const END: &str = " text-anchor=\"end\"";
