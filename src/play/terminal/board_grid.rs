//! The places of a board on the screen.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect, Size};

/// Places of equal size in rows of equal length; the last row may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardGrid {
    at: Position,
    each: Size,
    columns: u16,
    places: u16,
}

impl BoardGrid {
    /// Creates a grid of `places` places in `columns` columns at the corner of an area.
    pub(super) fn new(area: Rect, each: Size, columns: u16, places: u16) -> Self {
        Self { at: area.as_position(), each, columns, places }
    }

    /// Returns the area of a place.
    pub(super) fn rect(&self, place: usize) -> Rect {
        let (row, column) = (place as u16 / self.columns, place as u16 % self.columns);
        let at = Position { x: self.at.x + column * self.each.width, y: self.at.y + row * self.each.height };
        Rect::from((at, self.each))
    }

    /// Returns the place at a point of the screen.
    pub(super) fn place(&self, at: Position) -> Option<usize> {
        let row = at.y.checked_sub(self.at.y)? / self.each.height;
        let column = at.x.checked_sub(self.at.x)? / self.each.width;
        let place = usize::from(row) * usize::from(self.columns) + usize::from(column);
        (column < self.columns && place < usize::from(self.places)).then_some(place)
    }

    /// Returns the place to which a key moves the cursor.
    pub(super) fn moved(&self, cursor: usize, key: KeyCode) -> usize {
        let (columns, places) = (usize::from(self.columns), usize::from(self.places));
        let last = places - 1;
        match key {
            KeyCode::Left => cursor.checked_sub(1).unwrap_or(last),
            KeyCode::Right if cursor == last => 0,
            KeyCode::Right => cursor + 1,
            KeyCode::Up if cursor >= columns => cursor - columns,
            KeyCode::Down if cursor + columns < places => cursor + columns,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => cursor,
        }
    }
}
