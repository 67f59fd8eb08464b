//! The cells of Minesweeper on the screen.

use super::Look;
use super::grid::Grid;
use crate::exact::{Rational, double, one, zero};
use crate::games::mines::system::Seen;
use crate::mines::Mines;
use ratatui::layout::{Rect, Size};
use ratatui::prelude::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// Returns where the cells lie: one row each, two or three columns.
pub(super) fn fit(rows: u16, columns: u16, area: Rect) -> Grid {
    let width = if 3 * columns <= area.width { 3 } else { 2 };
    Grid::new(area, Size { width, height: 1 }, columns, rows * columns)
}

/// Draws all cells; with `risks` the hidden ones with theirs: ✓ is safe and ✗ a mine for certain.
pub(super) fn draw(
    game: &Mines,
    grid: Grid,
    cursor: Option<usize>,
    risks: bool,
    look: Look,
    buffer: &mut Buffer,
) {
    let all = if risks && game.won().is_none() { all_risks(game) } else { Vec::new() };
    for (place, cell) in game.board().cells().iter().enumerate() {
        let Rect { x, y, width, .. } = grid.rect(place);
        let risk = all.get(place).and_then(Option::as_ref);
        let (text, style) = match (*cell, risk) {
            (Seen::Open(0), _) => ("·".to_owned(), Style::new().add_modifier(Modifier::DIM)),
            // Bold, for where no column is left between it and a risk, and no colour tells them apart.
            (Seen::Open(number), _) => {
                (number.to_string(), look.ink(ink_of(number)).add_modifier(Modifier::BOLD))
            }
            (Seen::Mine, _) => ("*".to_owned(), look.ink(Color::Red).add_modifier(Modifier::BOLD)),
            (Seen::Flag, _) => ("F".to_owned(), look.ink(Color::Magenta).add_modifier(Modifier::BOLD)),
            (Seen::Hidden, _) if game.mine(place) => ("*".to_owned(), look.ink(Color::Red)),
            (Seen::Hidden, Some(risk)) => (share(risk, width), look.ink(ink_of_risk(risk))),
            (Seen::Hidden, None) => ("▒".to_owned(), look.ink(Color::Blue)),
        };
        let width = usize::from(width);
        let text = if text.chars().count() == 1 && width == 3 { format!(" {text} ") } else { text };
        let style = if cursor == Some(place) { style.add_modifier(Modifier::REVERSED) } else { style };
        buffer.set_string(x, y, format!("{text:<width$}"), style);
    }
}

fn all_risks(game: &Mines) -> Vec<Option<Rational>> {
    let mut all = vec![None; game.board().cells().len()];
    if let Ok(risk) = game.risk() {
        // All at once: one after the other would divide anew for every cell.
        risk.all().into_iter().for_each(|(place, risk)| all[place] = Some(risk));
    }
    all
}

/// A risk in so many columns; never rounded to certainty. In percent with its sign, or, where two columns are all there
/// is, in tenths with their point: nobody takes either for the number of an opened cell.
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
