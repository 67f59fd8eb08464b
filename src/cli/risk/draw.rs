//! A position as a picture (SVG): the lower the risk, the lighter; the number in each cell is the second cue.

use super::answer::{Answer, Asked};
use crate::exact;
use crate::export::letters::Letters;
use crate::export::palette::Colour;

/// The side of a cell.
const SIDE: usize = 34;

/// The legend under the board.
const LEGEND: &str = "black frame: lowest risk; white: opened";

/// The letters of the title, and of the legend.
const TITLE: Letters = Letters::new(14.0);
const PLAIN: Letters = Letters::new(12.0);

/// Returns the title of the board.
pub(super) fn title(answer: &Answer) -> String {
    let Asked::Board(board) = &answer.asked else { return String::new() };
    format!("Minesweeper, {} x {}, {} mines", board.rows(), board.columns(), board.mines())
}

pub(super) fn svg(answer: &Answer) -> String {
    let Asked::Board(board) = &answer.asked else { return String::new() };
    let (rows, columns) = (board.rows(), board.columns());
    let (left, top) = (34, 82);
    let title = title(answer);
    let width =
        (left + columns * SIDE + 12).max(24 + TITLE.width(&title).max(PLAIN.width(LEGEND)).ceil() as usize);
    let height = top + rows * SIDE + 44;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"14\">{title}</text>\n\
         <text x=\"12\" y=\"42\">P(mine) in per cent</text>\n"
    );
    let middle = |place: usize| place * SIDE + SIDE / 2;
    for column in 0..columns {
        let x = left + middle(column);
        let y = top - 8;
        text.push_str(&format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n", column + 1));
    }
    for row in 0..rows {
        let y = top + middle(row) + 4;
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>\n",
            left - 8,
            row + 1
        ));
        for column in 0..columns {
            let place = row * columns + column;
            let (x, y) = (left + column * SIDE, top + row * SIDE);
            let (fill, words, size) = match &answer.risks[place] {
                None => ("#FFFFFF".to_owned(), answer.asked.seen(place).to_string(), 16),
                Some(_) if answer.asked.is_known_mine(place) => (shade(1.0), "*".to_owned(), 16),
                Some(risk) => (shade(exact::double(risk)), per_cent(exact::double(risk)), 12),
            };
            // The wider frame lies further in: those of neighbours must not run together.
            let (inset, stroke) = match answer.safest.binary_search(&place) {
                Ok(_) => (2, "stroke=\"#000000\" stroke-width=\"2\""),
                Err(_) => (1, "stroke=\"#BBBBBB\""),
            };
            text.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" {stroke}/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{words}</text>\n",
                x + inset,
                y + inset,
                SIDE - 2 * inset,
                SIDE - 2 * inset,
                x + SIDE / 2,
                y + SIDE / 2 + size / 3,
            ));
        }
    }
    let y = top + rows * SIDE + 24;
    text + &format!("<text x=\"12\" y=\"{y}\">{LEGEND}</text>\n</svg>\n")
}

/// From a light blue where it is safe to an orange that black text can be read on (Okabe and Ito, 2008).
pub(super) fn shade(risk: f64) -> String {
    let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * risk).round() as u8;
    Colour(mix(0xCF, 0xE6), mix(0xE8, 0x9F), mix(0xF9, 0x00)).hex()
}

/// Per cent with one decimal; what is not certain is not rounded to what is.
fn per_cent(risk: f64) -> String {
    match risk {
        0.0 => "0".to_owned(),
        risk if risk >= 1.0 => "100".to_owned(),
        risk => format!("{:.1}", (100.0 * risk).clamp(0.1, 99.9)),
    }
}
