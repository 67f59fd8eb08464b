//! Tables as coloured pictures (SVG): a square a cell, its text as the second cue.

/// One cell.
pub(crate) struct Square {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) text: String,
    pub(crate) fill: &'static str,
}

/// The side of a square.
const SIDE: usize = 22;

/// A table with a title, what its columns and rows count, a legend of fills, and a note.
pub(crate) fn table(
    title: &str,
    across: &str,
    down: &str,
    squares: &[Square],
    legend: &[(&str, String)],
    note: Option<&str>,
) -> String {
    let bounds = |value: fn(&Square) -> u16| {
        let all = || squares.iter().map(value);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((top_row, last_row), (first, last)) = (bounds(|square| square.row), bounds(|square| square.column));
    let (left, top) = (52, 78);
    let rows = usize::from(last_row - top_row) + 1;
    let columns = usize::from(last - first) + 1;
    let shown = escape(title);
    let width = (left + columns * SIDE + 20).max(8 * title.chars().count() + 24).max(420);
    let lines = legend.len() + usize::from(note.is_some());
    let height = top + rows * SIDE + 24 * lines + 16;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{shown}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"14\">{shown}</text>\n\
         <text x=\"{left}\" y=\"48\">{across}</text>\n<text x=\"12\" y=\"68\">{down}</text>\n"
    );
    let middle = |place: usize| place * SIDE + SIDE / 2;
    for column in 0..columns {
        text.push_str(&format!(
            "<text x=\"{}\" y=\"68\" text-anchor=\"middle\">{}</text>\n",
            left + middle(column),
            usize::from(first) + column
        ));
    }
    for row in 0..rows {
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
            left - 8,
            top + middle(row) + 4,
            usize::from(top_row) + row
        ));
    }
    for square in squares {
        let x = left + usize::from(square.column - first) * SIDE;
        let y = top + usize::from(square.row - top_row) * SIDE;
        text.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            square.fill,
            x + SIDE / 2,
            y + SIDE / 2 + 4,
            escape(&square.text)
        ));
    }
    let line = |place: usize| top + rows * SIDE + 22 + 24 * place;
    for (place, (fill, meaning)) in legend.iter().enumerate() {
        let y = line(place);
        text.push_str(&format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{fill}\"/>\
             <text x=\"{}\" y=\"{y}\">{}</text>\n",
            y - 12,
            left + 24,
            escape(meaning)
        ));
    }
    if let Some(note) = note {
        text.push_str(&format!("<text x=\"{left}\" y=\"{}\">{}</text>\n", line(legend.len()), escape(note)));
    }
    text + "</svg>\n"
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
