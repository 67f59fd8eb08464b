//! The screen of a game: one for all families, with the board of the family on it.

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::panel::{self, Parts};
use super::terminal::{Look, Scene};
use crate::play::Session;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::Duration;

/// The parts of a game that are shown.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Shown {
    /// The cards that everybody could remember.
    pub(super) known: bool,
    /// The odds, or the risks.
    pub(super) odds: bool,
    pub(super) fractions: bool,
    /// The cursor: somebody plays.
    pub(super) cursor: bool,
}

/// A word to the player, and whether it says that something was refused.
pub(in crate::cli) type Note = Option<(String, bool)>;

/// Returns the note of what was refused, if it was.
pub(super) fn refused(why: Option<String>) -> Note {
    why.map(|why| (why, true))
}

/// A game of a family as it lies on the screen, with a cursor.
pub(in crate::cli) trait Board {
    /// The game.
    fn session(&self) -> &dyn Session;
    fn session_mut(&mut self) -> &mut dyn Session;
    /// Returns what a replay keeps of a moment.
    fn snapshot(&mut self) -> Box<dyn Board>;
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
    /// Draws the board, and remembers where it lies.
    fn draw(&mut self, shown: Shown, look: Look, area: Rect, frame: &mut Frame<'_>);
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
    /// The keys that the last line names.
    fn keys(&self) -> &'static [(&'static str, &'static str)];
    /// Every key, and what it does; signs of the board, and what they mean.
    fn help(&self) -> &'static [(&'static str, &'static str)];
    /// Moves the cursor to what lies at a point of the screen, if anything does.
    fn point(&mut self, at: Position) -> bool;
    /// Plays what the cursor is on.
    fn act(&mut self, watch: &Watch) -> Result<Note, Fail>;
    /// A click; `true` for the other button than the left one.
    fn click(&mut self, at: Position, _other: bool, watch: &Watch) -> Result<Note, Fail> {
        if self.point(at) { self.act(watch) } else { Ok(None) }
    }
    /// What would be best.
    fn hint(&mut self, watch: &Watch) -> Result<Note, Fail>;
    /// A key that means something on this board alone, or any key while letters are typed.
    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<Note, Fail>;
    /// Returns `true` if letters are text now, not keys.
    fn is_typing(&self) -> bool {
        false
    }
    /// Returns `true` if something would be lost by leaving now.
    fn is_unfinished(&self) -> bool {
        !self.session().is_over() && !self.session().steps().is_empty()
    }
    /// Time passes; how long nothing else will happen by itself.
    fn pass(&mut self, _watch: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}

/// A board that is played on.
pub(super) struct Screen<B> {
    board: B,
    shown: Shown,
    note: Note,
}

impl<B: Board> Screen<B> {
    pub(super) fn new(board: B) -> Self {
        let odds = board.begins_with_odds();
        let shown = Shown { known: false, odds, fractions: false, cursor: true };
        Self { board, shown, note: None }
    }

    pub(super) fn board(&self) -> &B {
        &self.board
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
}

impl<B: Board> Scene for Screen<B> {
    fn least(&self) -> Size {
        self.board.least()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let Self { board, shown, note } = self;
        let parts = board.parts(frame.area());
        panel::title(&board.title(), parts.title, frame);
        board.draw(*shown, look, parts.board, frame);
        let lines = board.lines(*shown, look, parts.panel.height.into());
        board.draw_lines(lines, parts.panel, frame);
        let told = match note {
            Some((note, _)) => note.clone(),
            None if board.session().is_over() => format!("{}. {}", board.ended(), look.after()),
            None => board.told(),
        };
        let is_refused = note.as_ref().is_some_and(|(_, refused)| *refused);
        panel::message(&told, is_refused, look, parts.message, frame);
        panel::keys(board.keys(), look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<bool, Fail> {
        self.note = None;
        let is_typing = self.board.is_typing();
        self.note = match key {
            _ if is_typing => self.board.key(key, watch)?,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.board.act(watch)?,
            KeyCode::Char('h') => self.board.hint(watch)?,
            key if self.shown.key(key) => None,
            key => self.board.key(key, watch)?,
        };
        Ok(true)
    }

    fn click(&mut self, at: Position, other: bool, watch: &Watch) -> Result<(), Fail> {
        self.note = None;
        self.note = self.board.click(at, other, watch)?;
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

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        self.board.help()
    }

    fn pass(&mut self, watch: &Watch) -> Result<Duration, Fail> {
        self.board.pass(watch)
    }
}
