//! The drawing of a board of Minesweeper.

use super::ScreenStyle;
use super::board_grid::BoardGrid;
use crate::exact::{Rational, double, one, zero};
use crate::games::mines::system::VisibleCell;
use crate::mines::MinesSession;
use ratatui::layout::Rect;
use ratatui::prelude::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// Numbers the rows beside the cells, and the columns above them.
pub(super) fn draw_numbers(grid: BoardGrid, (rows, columns): (u16, u16), area: Rect, buffer: &mut Buffer) {
    let style = Style::new().add_modifier(Modifier::DIM);
    for row in 0..rows {
        let Rect { y, .. } = grid.rect(usize::from(row * columns));
        buffer.set_string(area.x, y, format!("{:>2}", row + 1), style);
    }
    for column in 0..columns {
        let Rect { x, width, .. } = grid.rect(usize::from(column));
        // In narrow cells, every second number has room.
        let number = column + 1;
        if width > 2 || number < 10 || number % 2 == 0 {
            buffer.set_string(
                x,
                area.y,
                if width > 2 { format!("{number:>2}") } else { number.to_string() },
                style,
            );
        }
    }
}

/// Returns the rows and columns of a board.
pub(super) fn size(game: &MinesSession) -> (u16, u16) {
    (game.board.rows() as u16, game.board.columns() as u16)
}

/// Draws all cells. With `risks`, hidden cells show their risks: ✓ is certainly safe and ✗ certainly a mine.
pub(super) fn draw(
    game: &MinesSession,
    grid: BoardGrid,
    cursor: Option<usize>,
    risks: bool,
    look: ScreenStyle,
    buffer: &mut Buffer,
) {
    let all = if risks && game.won.is_none() { all_risks(game) } else { Vec::new() };
    for (place, cell) in game.board.cells().iter().enumerate() {
        let Rect { x, y, width, .. } = grid.rect(place);
        let risk = all.get(place).and_then(Option::as_ref);
        let (text, style) = match (*cell, risk) {
            (VisibleCell::Open(0), _) => ("·".to_owned(), Style::new().add_modifier(Modifier::DIM)),
            // Bold, to distinguish the number from an adjacent risk without colours.
            (VisibleCell::Open(number), _) => {
                (number.to_string(), look.ink(ink_of(number)).add_modifier(Modifier::BOLD))
            }
            (VisibleCell::Mine, _) => ("*".to_owned(), look.ink(Color::Red).add_modifier(Modifier::BOLD)),
            (VisibleCell::Flag, _) => ("F".to_owned(), look.ink(Color::Magenta).add_modifier(Modifier::BOLD)),
            (VisibleCell::Hidden, _) if game.mine(place) => ("*".to_owned(), look.ink(Color::Red)),
            (VisibleCell::Hidden, Some(risk)) => (share(risk, width), look.ink(ink_of_risk(risk))),
            (VisibleCell::Hidden, None) => ("▒".to_owned(), look.ink(Color::Blue)),
        };
        let width = usize::from(width);
        let text = if text.chars().count() == 1 && width > 2 { format!(" {text} ") } else { text };
        let style = if cursor == Some(place) { style.add_modifier(Modifier::REVERSED) } else { style };
        buffer.set_string(x, y, format!("{text:<width$}"), style);
    }
}

fn all_risks(game: &MinesSession) -> Vec<Option<Rational>> {
    let mut all = vec![None; game.board.cells().len()];
    if let Ok(risk) = game.risk() {
        // Computes all risks at once, because single risks would repeat divisions.
        risk.all().into_iter().for_each(|(place, risk)| all[place] = Some(risk));
    }
    all
}

/// Formats a risk in `width` columns, never rounded to certainty: in percent, or in tenths with a point if
/// there are only two columns. Neither can be mistaken for the number of an opened cell.
fn share(risk: &Rational, width: u16) -> String {
    match risk {
        risk if *risk == zero() => "✓".to_owned(),
        risk if *risk == one() => "✗".to_owned(),
        risk if width < 3 => format!(".{}", (10.0 * double(risk)).round().min(9.0)),
        risk => format!("{:>2}%", (100.0 * double(risk)).round().clamp(1.0, 99.0)),
    }
}

fn ink_of_risk(risk: &Rational) -> Color {
    match double(risk) {
        risk if risk <= 0.0 => Color::Green,
        risk if risk < 0.2 => Color::Cyan,
        risk if risk < 0.5 => Color::Yellow,
        _ => Color::Red,
    }
}

fn ink_of(number: u32) -> Color {
    match number {
        1 => Color::Blue,
        2 => Color::Green,
        3 => Color::Red,
        4 => Color::Magenta,
        _ => Color::Cyan,
    }
}
