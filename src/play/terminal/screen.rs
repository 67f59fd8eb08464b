//! The screen of a game: one for all families, with the board of the family on it.

use super::panel::{self, Parts};
use super::{Keys, Look, Tabletop, Vanished};
use crate::model::Job;
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
pub(super) fn refused(step: Result<(), Wrong>) -> Result<Note, Vanished> {
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
    /// Says how the game ended.
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
    /// Says what was done, or what is to be done.
    fn told(&self) -> String;
    /// Returns `true` if odds are shown from the beginning.
    fn begins_with_odds(&self) -> bool {
        true
    }
    /// The keys that the last line names; those of all boards come after them, unless letters are typed.
    fn keys(&self) -> &'static Keys;
    /// Every key, and what it does; signs of the board, and what they mean.
    fn help(&self) -> &'static Keys;
    /// The place that a key moves to.
    fn moved(&self, grid: Grid, cursor: usize, key: KeyCode) -> usize {
        grid.moved(cursor, key)
    }
    /// Plays what the cursor is on, unless it is the turn of a robot.
    fn act(&mut self, cursor: usize, job: &Job<'_>) -> Result<Note, Vanished>;
    /// A click on a place, which the cursor is on now, or elsewhere; `true` for the other button than the left one.
    fn click(&mut self, place: Option<usize>, _other: bool, job: &Job<'_>) -> Result<Note, Vanished> {
        place.map_or(Ok(None), |place| self.act(place, job))
    }
    /// Says what would be best.
    fn hint(&mut self, cursor: &mut usize, job: &Job<'_>) -> Result<Note, Vanished>;
    /// A key that means something on this board alone, or any key while letters are typed.
    fn key(&mut self, _key: KeyCode, _cursor: &mut usize, _run: &Job<'_>) -> Result<Note, Vanished> {
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
    /// Returns `true` if it is the turn of a robot.
    fn is_robots(&self) -> bool {
        false
    }
    /// Plays what a robot does.
    fn robot(&mut self, _cursor: &mut usize, _run: &Job<'_>) -> Result<(), Vanished> {
        Ok(())
    }
}

/// A game on the screen: one that is played, or one that was logged, moment by moment.
pub(super) struct Screen<'a> {
    moments: &'a mut [Tabletop],
    /// The moment that is shown.
    at: usize,
    is_played: bool,
    /// The grid in which the places lie.
    grid: Option<Grid>,
    cursor: usize,
    shown: Shown,
    note: Note,
    pace: Pace,
}

/// The keys of a game that was logged, and all that is said of them.
const STEPS: &Keys =
    &[("←/→", "a step"), ("home/end", "begin, end"), ("k", "known cards"), ("o", "odds"), ("x", "fractions")];
const STEPS_HELP: &Keys = &[
    ("arrows", "one step back or forth"),
    ("home, end", "the beginning, or the end"),
    ("k", "the cards that everybody could remember, in dotted frames"),
    ("o", "the odds, or none"),
    ("x", "fractions beside the decimals"),
    ("q, esc", "leave"),
];

impl<'a> Screen<'a> {
    /// The screen of a game that is played.
    pub(super) fn played(game: &'a mut Tabletop) -> Self {
        let odds = game.board.begins_with_odds();
        Self { is_played: true, ..Self::logged(std::slice::from_mut(game), false, odds) }
    }

    /// The screen of a game by its moments.
    pub(super) fn logged(moments: &'a mut [Tabletop], known: bool, odds: bool) -> Self {
        let pace = Pace::new(moments[0].pause);
        let shown = Shown { known, odds, fractions: false, cursor: None };
        Self { moments, at: 0, is_played: false, grid: None, cursor: 0, shown, note: None, pace }
    }

    /// The board at the moment that is shown.
    pub(super) fn board(&self) -> &dyn Board {
        &*self.moments[self.at].board
    }

    pub(super) fn is_played(&self) -> bool {
        self.is_played
    }

    /// Returns `true` if the game is over, and nothing is typed.
    pub(super) fn is_over(&self) -> bool {
        !self.board().is_typing() && self.board().session().is_over()
    }

    /// Returns `true` if something would be lost by leaving now.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_played && self.board().is_unfinished()
    }

    /// Every key, and what it does; signs of the board, and what they mean.
    pub(super) fn help(&self) -> &'static Keys {
        if self.is_played { self.board().help() } else { STEPS_HELP }
    }

    /// Draws all of it.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let board = self.board();
        let shown = Shown { cursor: self.is_played.then_some(self.cursor), ..self.shown };
        let parts = board.parts(frame.area());
        panel::title(&board.title(), parts.title, frame);
        let grid = board.draw(shown, look, parts.board, frame);
        board.draw_lines(board.lines(shown, look, parts.panel.height.into()), parts.panel, frame);
        let (told, is_refused) = match &self.note {
            Some(note) => note.clone(),
            None if !self.is_played => (self.step(), false),
            None if board.session().is_over() => (format!("{}. {}", board.ended(), look.after()), false),
            None => (board.told(), false),
        };
        panel::message(&told, is_refused, look, parts.message, frame);
        let keys = if self.is_played { board.keys() } else { STEPS };
        panel::keys(keys, board.is_typing(), look, parts.keys, frame);
        self.grid = grid;
    }

    /// Tells what led to the moment that is shown.
    fn step(&self) -> String {
        let last = self.moments.len() - 1;
        match self.at {
            0 => format!("the beginning of {last} steps"),
            at => format!("step {at} of {last}: {}", self.board().session().told()),
        }
    }

    /// A key; whether to go on.
    pub(super) fn key(&mut self, key: KeyCode, job: &Job<'_>) -> Result<bool, Vanished> {
        let Self { moments, at, is_played, grid, cursor, shown, note, pace } = self;
        let last = moments.len() - 1;
        let board = &mut *moments[*at].board;
        *note = None;
        *note = match key {
            _ if board.is_typing() => {
                let note = board.key(key, cursor, job)?;
                pace.begin();
                note
            }
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            key if shown.key(key) => None,
            key if !*is_played => {
                *at = match key {
                    KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => last.min(*at + 1),
                    KeyCode::Left | KeyCode::Up => at.saturating_sub(1),
                    KeyCode::Home => 0,
                    KeyCode::End => last,
                    _ => *at,
                };
                None
            }
            KeyCode::Enter | KeyCode::Char(' ') => pace.after(board, |board| board.act(*cursor, job))?,
            KeyCode::Char('h') => board.hint(cursor, job)?,
            key => {
                let note = board.key(key, cursor, job)?;
                *cursor = grid.map_or(*cursor, |grid| board.moved(grid, *cursor, key));
                note
            }
        };
        Ok(true)
    }

    /// A click; `true` for the other button than the left one.
    pub(super) fn click(&mut self, at: Position, other: bool, job: &Job<'_>) -> Result<(), Vanished> {
        if !self.is_played {
            self.key(if other { KeyCode::Left } else { KeyCode::Right }, job)?;
            return Ok(());
        }
        self.note = None;
        // Nobody chooses another card than the robot whose card is being entered.
        let is_chosen = self.board().is_typing() && self.board().is_robots();
        let place = self.grid.filter(|_| !is_chosen).and_then(|grid| grid.place(at));
        self.cursor = place.unwrap_or(self.cursor);
        let board = &mut *self.moments[self.at].board;
        self.note = match place {
            Some(_) => self.pace.after(board, |board| board.click(place, other, job))?,
            None => board.click(None, other, job)?,
        };
        Ok(())
    }

    /// Time passes; how long nothing else will happen by itself.
    pub(super) fn pass(&mut self, job: &Job<'_>) -> Result<Duration, Vanished> {
        let board = &mut *self.moments[self.at].board;
        if !self.is_played || board.is_typing() || !board.is_robots() {
            return Ok(IDLE);
        }
        if let Some(left) = self.pace.left() {
            return Ok(left);
        }
        board.robot(&mut self.cursor, job)?;
        Ok(Duration::ZERO)
    }
}

impl Shown {
    /// A key that shows or hides something; `false` if it is another. The keys are the same in all games.
    fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char('k') => self.known ^= true,
            KeyCode::Char('o') => self.odds ^= true,
            KeyCode::Char('x') => self.fractions ^= true,
            _ => return false,
        }
        true
    }
}

/// The time for which nothing happens by itself where nobody but people plays.
const IDLE: Duration = Duration::from_secs(1);

/// The time that robots take, so that people can follow: a pause before each step.
struct Pace {
    pause: Duration,
    /// The end of the pause that is going on.
    due: Option<Instant>,
}

impl Pace {
    fn new(pause: Duration) -> Self {
        Self { pause, due: None }
    }

    /// Begins a pause.
    fn begin(&mut self) {
        self.due = Some(Instant::now() + self.pause);
    }

    /// Lets a person act, and begins a pause; where it is the turn of a robot, the pause ends: a key is in a hurry.
    fn after(
        &mut self,
        board: &mut dyn Board,
        act: impl FnOnce(&mut dyn Board) -> Result<Note, Vanished>,
    ) -> Result<Note, Vanished> {
        let is_robots = board.is_robots();
        let note = act(board)?;
        self.due = (!is_robots).then(|| Instant::now() + self.pause);
        Ok(note)
    }

    /// Returns what is left of the pause; where nothing is, the next one begins.
    fn left(&mut self) -> Option<Duration> {
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
