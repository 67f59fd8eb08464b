//! Cards on a table: where they lie, how they look, and which one is meant.

use super::Look;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::{Buffer, Frame};
use ratatui::style::{Color, Modifier, Style};

/// The look of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// Face down.
    Down,
    /// Face down, but it is remembered what it is.
    Remembered(String),
    /// Face up.
    Up(String),
    /// Taken away, by whom.
    Gone(String),
}

/// Columns and rows of a card, its frame included; small cards have no frame.
const LARGE: Size = Size { width: 6, height: 3 };
const SMALL: Size = Size { width: 5, height: 1 };

/// The place of the cards on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    at: Position,
    card: Size,
    columns: u16,
    cards: u16,
}

/// Draws so many cards where they lie, the one at the cursor as meant, and returns that; says so if there is no room.
pub(super) fn draw(
    cards: usize,
    face: impl Fn(usize) -> Face,
    cursor: Option<usize>,
    look: Look,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Option<Grid> {
    let grid = Grid::fit(cards, area);
    match grid {
        Some(grid) => (0..cards).for_each(|place| {
            grid.draw(place, &face(place), cursor == Some(place), look, frame.buffer_mut());
        }),
        None => frame.render_widget("a larger terminal is needed", area),
    }
    grid
}

impl Grid {
    /// The largest cards that fit, in rows of equal length if there are any such; `None` if none fit.
    fn fit(cards: usize, area: Rect) -> Option<Self> {
        let cards = u16::try_from(cards).ok().filter(|cards| *cards > 0)?;
        [LARGE, SMALL].into_iter().find_map(|card| {
            let fits = |columns: &u16| {
                columns * card.width <= area.width && cards.div_ceil(*columns) * card.height <= area.height
            };
            // As wide as high to the eye, and whole rows rather than not.
            let shape = |columns: &u16| {
                let (width, height) = (columns * card.width, 2 * cards.div_ceil(*columns) * card.height);
                let rest = if cards % columns == 0 { 0 } else { 12 };
                width.abs_diff(height) + rest
            };
            // Of equals the wider one: screens are.
            let columns = (1..=cards.min(area.width)).rev().filter(fits).min_by_key(shape)?;
            Some(Self { at: area.as_position(), card, columns, cards })
        })
    }

    fn rect(&self, place: u16) -> Rect {
        let (row, column) = (place / self.columns, place % self.columns);
        let at = Position { x: self.at.x + column * self.card.width, y: self.at.y + row * self.card.height };
        Rect::from((at, self.card))
    }

    /// The card at a point of the screen.
    pub(super) fn place(&self, at: Position) -> Option<usize> {
        (0..self.cards).find(|&place| self.rect(place).contains(at)).map(usize::from)
    }

    /// The card that a key moves to.
    pub(super) fn moved(&self, cursor: usize, key: KeyCode) -> usize {
        let (columns, cards) = (usize::from(self.columns), usize::from(self.cards));
        let last = cards - 1;
        match key {
            KeyCode::Left => cursor.checked_sub(1).unwrap_or(last),
            KeyCode::Right if cursor == last => 0,
            KeyCode::Right => cursor + 1,
            KeyCode::Up if cursor >= columns => cursor - columns,
            KeyCode::Down if cursor + columns < cards => cursor + columns,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => cursor,
        }
    }

    /// Draws a card; `meant` is the one that a key would turn.
    fn draw(&self, place: usize, face: &Face, meant: bool, look: Look, buffer: &mut Buffer) {
        let Ok(place) = u16::try_from(place) else { return };
        let area = self.rect(place);
        let (text, style) = match face {
            Face::Down => ("▒▒▒▒".to_owned(), look.ink(Color::Blue)),
            Face::Remembered(symbol) => (format!("{symbol:^4}"), look.ink(Color::Yellow)),
            Face::Up(symbol) => (format!("{symbol:^4}"), Style::new().add_modifier(Modifier::BOLD)),
            Face::Gone(who) => (format!("{who:^4}"), Style::new().add_modifier(Modifier::DIM)),
        };
        let frame = match face {
            _ if meant => ["┏━━━━┓", "┃", "┗━━━━┛"],
            Face::Up(_) => ["╔════╗", "║", "╚════╝"],
            Face::Remembered(_) => ["╭╌╌╌╌╮", "╎", "╰╌╌╌╌╯"],
            Face::Gone(_) => ["      ", " ", "      "],
            Face::Down => ["╭────╮", "│", "╰────╯"],
        };
        let edge = if meant { look.ink(Color::Cyan).add_modifier(Modifier::BOLD) } else { style };
        if self.card == LARGE {
            let [top, side, bottom] = frame;
            buffer.set_string(area.x, area.y, top, edge);
            buffer.set_string(area.x, area.y + 1, side, edge);
            buffer.set_string(area.x + 1, area.y + 1, text, style);
            buffer.set_string(area.x + 5, area.y + 1, side, edge);
            buffer.set_string(area.x, area.y + 2, bottom, edge);
            return;
        }
        // A small card is told by its brackets: [ ] face up, ( ) remembered, > < meant.
        let text = text.trim();
        let (text, open, close) = match face {
            Face::Up(_) => (format!("{text:>3}"), '[', ']'),
            Face::Remembered(_) => (format!("{text:>3}"), '(', ')'),
            Face::Gone(_) => (format!("{text:>3}"), ' ', ' '),
            Face::Down => ("▒▒▒".to_owned(), ' ', ' '),
        };
        let (open, close) = if meant { ('>', '<') } else { (open, close) };
        buffer.set_string(area.x, area.y, format!("{open}{text}{close}"), if meant { edge } else { style });
    }
}
