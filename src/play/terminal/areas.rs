//! Parts of the screen, and lines, texts and boxes in them.
//!
//! The layout solver, paragraphs and blocks of ratatui would add one percent to the program; these few functions suffice.

use ratatui::layout::Rect;
use ratatui::prelude::Frame;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Clear;

/// Divides an area into rows of these heights. The row without a height takes the rest.
pub(super) fn split_rows<const N: usize>(area: Rect, heights: [Option<u16>; N]) -> [Rect; N] {
    lengths(area.height, heights).map(|(begin, height)| Rect { y: area.y + begin, height, ..area })
}

/// Divides an area into columns of these widths. The column without a width takes the rest.
pub(super) fn split_columns<const N: usize>(area: Rect, widths: [Option<u16>; N]) -> [Rect; N] {
    lengths(area.width, widths).map(|(begin, width)| Rect { x: area.x + begin, width, ..area })
}

/// Returns the beginning and the length of each part of `all`.
fn lengths<const N: usize>(all: u16, parts: [Option<u16>; N]) -> [(u16, u16); N] {
    let rest = all.saturating_sub(parts.into_iter().flatten().sum());
    let mut begin = 0;
    parts.map(|length| {
        let length = length.unwrap_or(rest).min(all - begin);
        begin += length;
        (begin - length, length)
    })
}

/// Draws the first lines that fit into an area.
pub(super) fn draw_lines<'a>(lines: impl IntoIterator<Item = Line<'a>>, area: Rect, frame: &mut Frame<'_>) {
    for (line, row) in lines.into_iter().zip(area.rows()) {
        frame.render_widget(line, row);
    }
}

/// Splits a text between words into lines of at most `width` columns, unless a word is longer.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is at least one line");
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        if last.is_empty() || Line::from(longer.as_str()).width() <= width {
            *last = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Draws a text, wrapped between words.
pub(super) fn draw_text(text: &str, style: Style, area: Rect, frame: &mut Frame<'_>) {
    let lines = wrapped(text, area.width.into());
    draw_lines(lines.into_iter().map(|line| Line::styled(line, style)), area, frame);
}

/// Draws lines in a box, over other contents.
pub(super) fn draw_box(lines: Vec<Line<'_>>, area: Rect, frame: &mut Frame<'_>) {
    frame.render_widget(Clear, area);
    if area.width < 2 || area.height < 2 {
        return;
    }
    let [top, inner, bottom] = split_rows(area, [Some(1), None, Some(1)]);
    let [left, inner, right] = split_columns(inner, [Some(1), None, Some(1)]);
    let edge = "─".repeat(usize::from(inner.width));
    draw_lines([Line::from(format!("┌{edge}┐"))], top, frame);
    draw_lines([Line::from(format!("└{edge}┘"))], bottom, frame);
    for side in [left, right] {
        draw_lines((0..side.height).map(|_| Line::from("│")), side, frame);
    }
    draw_lines(lines, inner, frame);
}
