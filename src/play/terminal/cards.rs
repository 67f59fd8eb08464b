//! The layout and drawing of cards on a table.

use super::ScreenStyle;
use super::board_grid::BoardGrid;
use crate::game::Seat;
use crate::memory::CardState;
use ratatui::layout::{Rect, Size};
use ratatui::prelude::{Buffer, Frame};
use ratatui::style::{Color, Modifier, Style};

/// The appearance of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// Face down.
    Down,
    /// Face down, with a remembered symbol.
    Remembered(String),
    /// Face up.
    Up(String),
    /// Taken, with the name of the player.
    Gone(String),
}

impl Face {
    /// Returns the appearance of a card: face `up` if there is a symbol, taken by the player whose name
    /// `name` returns, `remembered` if that is shown, or face down.
    pub(super) fn of(
        card: CardState,
        up: Option<String>,
        remembered: Option<String>,
        name: impl Fn(Seat) -> String,
    ) -> Self {
        match (up, card, remembered) {
            (Some(symbol), ..) => Self::Up(symbol),
            (None, CardState::Taken(seat), _) => Self::Gone(name(seat)),
            (None, _, Some(symbol)) => Self::Remembered(symbol),
            (None, _, None) => Self::Down,
        }
    }
}

/// The columns and rows of a large card, with its frame. Small cards have no frame.
const LARGE: Size = Size { width: 6, height: 3 };
const SMALL: Size = Size { width: 5, height: 1 };

/// Draws cards in a grid, highlights the card at the cursor, and returns the grid. Draws a message if there
/// is not enough room.
pub(super) fn draw(
    cards: usize,
    face: impl Fn(usize) -> Face,
    cursor: Option<usize>,
    look: ScreenStyle,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Option<BoardGrid> {
    let grid = fit(cards, area);
    match grid {
        Some(grid) => (0..cards).for_each(|place| {
            draw_card(grid.rect(place), &face(place), cursor == Some(place), look, frame.buffer_mut());
        }),
        None => frame.render_widget("a larger terminal is needed", area),
    }
    grid
}

/// The characters of the number of a card.
pub(super) const DIGITS: &str = "0123456789";

/// Returns the place of a card, or of another thing named `what`, whose number is typed. Things are counted row by row.
pub(super) fn typed_place(typed: &str, what: &str, count: usize) -> Result<Option<usize>, String> {
    let place =
        typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|place| *place < count);
    place.map(Some).ok_or_else(|| format!("{typed} is not a {what} from 1 to {count}"))
}

/// Returns the grid with the largest cards that fit, preferably in full rows; `None` if no cards fit.
fn fit(cards: usize, area: Rect) -> Option<BoardGrid> {
    let cards = u16::try_from(cards).ok().filter(|cards| *cards > 0)?;
    [LARGE, SMALL].into_iter().find_map(|card| {
        let fits = |columns: &u16| {
            columns * card.width <= area.width && cards.div_ceil(*columns) * card.height <= area.height
        };
        // Prefers a shape that looks square, and full rows.
        let shape = |columns: &u16| {
            let (width, height) = (columns * card.width, 2 * cards.div_ceil(*columns) * card.height);
            let rest = if cards % columns == 0 { 0 } else { 12 };
            width.abs_diff(height) + rest
        };
        // In case of a tie, the wider shape fits screens better.
        let columns = (1..=cards.min(area.width)).rev().filter(fits).min_by_key(shape)?;
        Some(BoardGrid::new(area, card, columns, cards))
    })
}

/// Draws a card, which may be at the cursor.
fn draw_card(area: Rect, face: &Face, is_at_cursor: bool, look: ScreenStyle, buffer: &mut Buffer) {
    let (text, style) = match face {
        Face::Down => ("▒▒▒▒".to_owned(), look.ink(Color::Blue)),
        Face::Remembered(symbol) => (format!("{symbol:^4}"), look.ink(Color::Yellow)),
        Face::Up(symbol) => (format!("{symbol:^4}"), Style::new().add_modifier(Modifier::BOLD)),
        Face::Gone(who) => (format!("{who:^4}"), Style::new().add_modifier(Modifier::DIM)),
    };
    let frame = match face {
        _ if is_at_cursor => ["┏━━━━┓", "┃", "┗━━━━┛"],
        Face::Up(_) => ["╔════╗", "║", "╚════╝"],
        Face::Remembered(_) => ["╭╌╌╌╌╮", "╎", "╰╌╌╌╌╯"],
        Face::Gone(_) => ["      ", " ", "      "],
        Face::Down => ["╭────╮", "│", "╰────╯"],
    };
    let edge = if is_at_cursor { look.ink(Color::Cyan).add_modifier(Modifier::BOLD) } else { style };
    if area.as_size() == LARGE {
        let [top, side, bottom] = frame;
        buffer.set_string(area.x, area.y, top, edge);
        buffer.set_string(area.x, area.y + 1, side, edge);
        buffer.set_string(area.x + 1, area.y + 1, text, style);
        buffer.set_string(area.x + 5, area.y + 1, side, edge);
        buffer.set_string(area.x, area.y + 2, bottom, edge);
        return;
    }
    // Brackets distinguish small cards: [ ] face up, ( ) remembered, > < at the cursor.
    let text = text.trim();
    let (text, open, close) = match face {
        Face::Up(_) => (format!("{text:>3}"), '[', ']'),
        Face::Remembered(_) => (format!("{text:>3}"), '(', ')'),
        Face::Gone(_) => (format!("{text:>3}"), ' ', ' '),
        Face::Down => ("▒▒▒".to_owned(), ' ', ' '),
    };
    let (open, close) = if is_at_cursor { ('>', '<') } else { (open, close) };
    buffer.set_string(
        area.x,
        area.y,
        format!("{open}{text}{close}"),
        if is_at_cursor { edge } else { style },
    );
}
