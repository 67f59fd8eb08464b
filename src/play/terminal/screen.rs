//! The screen of a game: one for all families, with the board of the family on it.

use super::panel::{self, Parts};
use super::{Ended, IDLE, Keys, Look, Scene};
use crate::model::Run;
use crate::{Session, Wrong};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::{Duration, Instant};

/// The parts of a game that are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// The cards that everybody could remember.
    pub(super) known: bool,
    /// The odds, or the risks.
    pub(super) odds: bool,
    pub(super) fractions: bool,
    /// The place that keys mean, if somebody plays.
    pub(super) cursor: Option<usize>,
}

/// A word to the player, and whether it says that something was refused.
pub(super) type Note = Option<(String, bool)>;

/// Returns the note that a step was refused, if it was; other errors end the game.
pub(super) fn refused(step: Result<(), Wrong>) -> Result<Note, Ended> {
    match step {
        Ok(()) => Ok(None),
        Err(Wrong::Refused(why)) => Ok(Some((why, true))),
        Err(error) => Err(error.into()),
    }
}

/// A game of a family as it lies on the screen. Its places have numbers, from 0; the cursor is on one of them.
pub(super) trait Board {
    /// The game.
    fn session(&self) -> &dyn Session;
    fn title(&self) -> String;
    /// How the game ended.
    fn result(&self) -> String;
    /// Everything that is said at the end.
    fn ended(&self) -> String {
        self.result()
    }
    /// The columns and rows that are needed at least.
    fn least(&self) -> Size {
        Size { width: 72, height: 20 }
    }
    fn parts(&self, area: Rect) -> Parts {
        Parts::of(area)
    }
    /// Draws the board, and returns where its places lie, if there is room for them.
    fn draw(&self, shown: Shown, look: Look, area: Rect, frame: &mut Frame<'_>) -> Option<Grid>;
    /// The lines beside it; so many have room.
    fn lines(&self, shown: Shown, look: Look, room: usize) -> Vec<Line<'static>>;
    fn draw_lines(&self, lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame<'_>) {
        panel::lines(lines, area, frame);
    }
    /// What was done, or what is to be done.
    fn told(&self) -> String;
    /// Returns `true` if odds are shown from the beginning.
    fn begins_with_odds(&self) -> bool {
        true
    }
    /// The keys that the last line names; those of all boards come after them, unless letters are typed.
    fn keys(&self) -> &'static Keys;
    /// Every key, and what it does; signs of the board, and what they mean.
    fn help(&self) -> &'static Keys;
    /// Returns `true` if a click can mean a place now.
    fn takes_clicks(&self) -> bool {
        true
    }
    /// The place that a key moves to.
    fn moved(&self, grid: Grid, cursor: usize, key: KeyCode) -> usize {
        grid.moved(cursor, key)
    }
    /// Plays what the cursor is on.
    fn act(&mut self, cursor: usize, run: &Run<'_>) -> Result<Note, Ended>;
    /// A click on a place, which the cursor is on now, or elsewhere; `true` for the other button than the left one.
    fn click(&mut self, place: Option<usize>, _other: bool, run: &Run<'_>) -> Result<Note, Ended> {
        place.map_or(Ok(None), |place| self.act(place, run))
    }
    /// What would be best.
    fn hint(&mut self, cursor: &mut usize, run: &Run<'_>) -> Result<Note, Ended>;
    /// A key that means something on this board alone, or any key while letters are typed.
    fn key(&mut self, _key: KeyCode, _cursor: &mut usize, _run: &Run<'_>) -> Result<Note, Ended> {
        Ok(None)
    }
    /// Returns `true` if letters are text now, not keys.
    fn is_typing(&self) -> bool {
        false
    }
    /// Returns `true` if something would be lost by leaving now.
    fn is_unfinished(&self) -> bool {
        !self.session().is_over() && !self.session().steps().is_empty()
    }
    /// Time passes; how long nothing else will happen by itself.
    fn pass(&mut self, _cursor: &mut usize, _run: &Run<'_>) -> Result<Duration, Ended> {
        Ok(IDLE)
    }
}

/// A board that is played on.
pub(super) struct Screen<'a> {
    board: &'a mut dyn Board,
    /// Where the places lie.
    grid: Option<Grid>,
    cursor: usize,
    shown: Shown,
    note: Note,
}

impl<'a> Screen<'a> {
    pub(super) fn new(board: &'a mut dyn Board) -> Self {
        let odds = board.begins_with_odds();
        let shown = Shown { known: false, odds, fractions: false, cursor: None };
        Self { board, grid: None, cursor: 0, shown, note: None }
    }
}

impl Shown {
    /// A key that shows or hides something; `false` if it is another. The keys are the same in all games.
    pub(super) fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char('k') => self.known ^= true,
            KeyCode::Char('o') => self.odds ^= true,
            KeyCode::Char('x') => self.fractions ^= true,
            _ => return false,
        }
        true
    }

    /// Draws a board, and what is said beside it; returns where its places lie, and where there is room for the message
    /// and the keys.
    pub(super) fn draw(self, board: &dyn Board, look: Look, frame: &mut Frame<'_>) -> (Option<Grid>, Parts) {
        let parts = board.parts(frame.area());
        panel::title(&board.title(), parts.title, frame);
        let grid = board.draw(self, look, parts.board, frame);
        let lines = board.lines(self, look, parts.panel.height.into());
        board.draw_lines(lines, parts.panel, frame);
        (grid, parts)
    }
}

impl Scene for Screen<'_> {
    fn least(&self) -> Size {
        self.board.least()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let Self { board, cursor, shown, note, .. } = self;
        let (grid, parts) = Shown { cursor: Some(*cursor), ..*shown }.draw(&**board, look, frame);
        self.grid = grid;
        let told = match note {
            Some((note, _)) => note.clone(),
            None if board.session().is_over() => format!("{}. {}", board.ended(), look.after()),
            None => board.told(),
        };
        let is_refused = note.as_ref().is_some_and(|(_, refused)| *refused);
        panel::message(&told, is_refused, look, parts.message, frame);
        panel::keys(board.keys(), board.is_typing(), look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, run: &Run<'_>) -> Result<bool, Ended> {
        self.note = None;
        let Self { board, grid, cursor, shown, note } = self;
        *note = match key {
            _ if board.is_typing() => board.key(key, cursor, run)?,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Enter | KeyCode::Char(' ') => board.act(*cursor, run)?,
            KeyCode::Char('h') => board.hint(cursor, run)?,
            key if shown.key(key) => None,
            key => {
                let note = board.key(key, cursor, run)?;
                *cursor = grid.map_or(*cursor, |grid| board.moved(grid, *cursor, key));
                note
            }
        };
        Ok(true)
    }

    fn click(&mut self, at: Position, other: bool, run: &Run<'_>) -> Result<(), Ended> {
        self.note = None;
        let place = self.grid.filter(|_| self.board.takes_clicks()).and_then(|grid| grid.place(at));
        self.cursor = place.unwrap_or(self.cursor);
        self.note = self.board.click(place, other, run)?;
        Ok(())
    }

    fn session(&self) -> Option<&dyn Session> {
        Some(self.board.session())
    }

    fn is_unfinished(&self) -> bool {
        self.board.is_unfinished()
    }

    fn is_typing(&self) -> bool {
        self.board.is_typing()
    }

    fn help(&self) -> &'static Keys {
        self.board.help()
    }

    fn pass(&mut self, run: &Run<'_>) -> Result<Duration, Ended> {
        self.board.pass(&mut self.cursor, run)
    }
}

/// The time that robots take, so that people can follow: a pause before each step.
pub(super) struct Pace {
    pause: Duration,
    /// The end of the pause that is going on.
    due: Option<Instant>,
}

impl Pace {
    pub(super) fn new(pause: Duration) -> Self {
        Self { pause, due: None }
    }

    /// Begins a pause.
    pub(super) fn begin(&mut self) {
        self.due = Some(Instant::now() + self.pause);
    }

    /// Ends the pause: a key is in a hurry.
    pub(super) fn hurry(&mut self) {
        self.due = None;
    }

    /// Returns what is left of the pause; where nothing is, the next one begins.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let now = Instant::now();
        let left = self.due.map(|due| due.saturating_duration_since(now)).filter(|left| !left.is_zero());
        if left.is_none() {
            self.due = Some(now + self.pause);
        }
        left
    }
}

/// Places of one size in rows of one length, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    at: Position,
    each: Size,
    columns: u16,
    places: u16,
}

impl Grid {
    /// So many places in so many columns, from the corner of an area.
    pub(super) fn new(area: Rect, each: Size, columns: u16, places: u16) -> Self {
        Self { at: area.as_position(), each, columns, places }
    }

    /// Returns where a place lies.
    pub(super) fn rect(&self, place: usize) -> Rect {
        let (row, column) = (place as u16 / self.columns, place as u16 % self.columns);
        let at = Position { x: self.at.x + column * self.each.width, y: self.at.y + row * self.each.height };
        Rect::from((at, self.each))
    }

    /// The place at a point of the screen.
    pub(super) fn place(&self, at: Position) -> Option<usize> {
        let row = at.y.checked_sub(self.at.y)? / self.each.height;
        let column = at.x.checked_sub(self.at.x)? / self.each.width;
        let place = usize::from(row) * usize::from(self.columns) + usize::from(column);
        (column < self.columns && place < usize::from(self.places)).then_some(place)
    }

    /// The place that a key moves to.
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
