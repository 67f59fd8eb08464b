//! The screen that all games share, with the board of one game.

use super::board_grid::BoardGrid;
use super::panel::{self, Parts};
use super::screen_pace::ScreenPace;
use super::seat_words::SeatWords;
use super::{GameView, Keys, ScreenError, ScreenStyle};
use crate::model::Job;
use crate::{AnySession, PlayError};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::Duration;

/// The visible parts of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visibility {
    /// Whether cards that all players could remember are shown.
    pub(super) known: bool,
    /// Whether odds or risks are shown.
    pub(super) odds: bool,
    pub(super) fractions: bool,
    /// The place of the cursor, if a person plays.
    pub(super) cursor: Option<usize>,
}

/// A notice to the player, and whether it is an error.
pub(super) type Notice = Option<(String, bool)>;

/// Converts an error about a step to a notice. Other errors end the game.
pub(super) fn refused(step: Result<(), PlayError>) -> Result<Notice, ScreenError> {
    match step {
        Ok(()) => Ok(None),
        Err(PlayError::Refused(why)) => Ok(Some((why, true))),
        Err(error) => Err(error.into()),
    }
}

/// The board of a game on the screen. Its places are numbered from 0, and one place has the cursor.
pub(super) trait BoardView {
    /// Returns the session.
    fn session(&self) -> &AnySession;
    fn title(&self) -> String;
    /// Describes how the game ended.
    fn result(&self) -> String;
    /// Returns the complete message at the end.
    fn final_message(&self) -> String {
        self.result()
    }
    /// Returns the minimum size of the screen, in columns and rows.
    fn min_size(&self) -> Size {
        Size { width: panel::LEAST_WIDTH, height: 20 }
    }
    /// Divides the screen, with `message` rows for the message.
    fn parts(&self, area: Rect, message: u16) -> Parts {
        Parts::of(area, message, None)
    }
    /// Draws the board, and returns the grid of its places if there is room.
    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid>;
    /// Returns the lines of the panel, of which `room` fit.
    fn lines(&self, shown: Visibility, look: ScreenStyle, room: usize) -> Vec<Line<'static>>;
    fn draw_lines(&self, lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame<'_>) {
        panel::lines(lines, area, frame);
    }
    /// Describes the last step, or the next one.
    fn message(&self) -> String;
    /// Returns `true` if odds are shown from the beginning.
    fn begins_with_odds(&self) -> bool {
        true
    }
    /// Returns the keys for the last line. Common keys follow, unless text is being typed.
    fn keys(&self) -> &'static Keys;
    /// Returns all keys with their functions, and all symbols with their meanings.
    fn help(&self) -> &'static Keys;
    /// Returns the place to which a key moves the cursor.
    fn cursor_after(&self, grid: BoardGrid, cursor: usize, key: KeyCode) -> usize {
        grid.moved(cursor, key)
    }
    /// Plays the place at the cursor, unless it is a robot's turn.
    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError>;
    /// Handles a click on a place, which becomes the cursor, or elsewhere. `_other` is `true` for buttons
    /// other than the left one.
    fn click(&mut self, place: Option<usize>, _other: bool, job: &Job<'_>) -> Result<Notice, ScreenError> {
        place.map_or(Ok(None), |place| self.play_at_cursor(place, job))
    }
    /// Shows a hint.
    fn hint(&mut self, cursor: &mut usize, job: &Job<'_>) -> Result<Notice, ScreenError>;
    /// Returns the characters of which the name of a place can be typed. Without any, the board has no such names.
    fn typed_letters(&self) -> &'static str {
        ""
    }
    /// Returns the place with a typed name, or `None` while the name is incomplete.
    ///
    /// # Errors
    /// If the board has no such place; the message is for the player.
    fn typed_place(&self, _typed: &str) -> Result<Option<usize>, String> {
        Ok(None)
    }
    /// Returns the words for the players of a game between several players.
    fn seat_words(&self) -> Option<SeatWords<'_>> {
        None
    }
    /// Describes the last step in the words of this screen.
    fn last_step(&self) -> String {
        let session = self.session();
        match self.seat_words() {
            Some(words) => words.addressed(session.last_step(), session.last_seat()),
            None => session.last_step().to_owned(),
        }
    }
    /// Handles a key that only this board uses, or any key while text is being typed.
    fn key(&mut self, _key: KeyCode, _cursor: &mut usize, _run: &Job<'_>) -> Result<Notice, ScreenError> {
        Ok(None)
    }
    /// Returns `true` if letters are text instead of keys.
    fn is_typing(&self) -> bool {
        false
    }
    /// Returns `true` if leaving now would lose a game.
    fn is_unfinished(&self) -> bool {
        !self.session().is_over() && !self.session().steps().is_empty()
    }
    /// Returns `true` if it is a robot's turn.
    fn is_robots(&self) -> bool {
        self.session().is_robots_turn()
    }
    /// Makes a robot's step.
    fn robot(&mut self, _cursor: &mut usize, _run: &Job<'_>) -> Result<(), ScreenError> {
        Ok(())
    }
}

/// A game on the screen: a game that is played, or the views of a logged game.
pub(super) struct Screen<'a> {
    views: &'a mut [GameView],
    /// The index of the visible view.
    at: usize,
    is_played: bool,
    /// The grid of the places.
    grid: Option<BoardGrid>,
    cursor: usize,
    shown: Visibility,
    note: Notice,
    pace: ScreenPace,
    /// The name of a place, as far as it is typed.
    typed: String,
}

/// The maximum number of typed characters that are kept.
const MAX_TYPED: usize = 8;

/// The keys of a logged game, and their help.
const STEPS: &Keys =
    &[("←/→", "a step"), ("home/end", "begin, end"), ("k", "known cards"), ("o", "odds"), ("x", "fractions")];
const STEPS_HELP: &Keys = &[
    ("arrows", "one step back or forward"),
    ("home, end", "the beginning or the end"),
    ("k", "the cards that all players could remember, in dotted frames"),
    ("o", "show or hide the odds"),
    ("x", "fractions beside the decimals"),
    ("q, esc", "leave"),
];

impl<'a> Screen<'a> {
    /// Creates the screen of a game that is played.
    pub(super) fn played(game: &'a mut GameView) -> Self {
        let odds = game.board.begins_with_odds();
        Self { is_played: true, ..Self::logged(std::slice::from_mut(game), false, odds) }
    }

    /// Creates the screen of a logged game.
    pub(super) fn logged(views: &'a mut [GameView], known: bool, odds: bool) -> Self {
        let pace = ScreenPace::new(views[0].pause);
        let shown = Visibility { known, odds, fractions: false, cursor: None };
        Self {
            views,
            at: 0,
            is_played: false,
            grid: None,
            cursor: 0,
            shown,
            note: None,
            pace,
            typed: String::new(),
        }
    }

    /// Returns the board of the visible view.
    pub(super) fn board(&self) -> &dyn BoardView {
        &*self.views[self.at].board
    }

    /// Returns `true` if the game is over and no text is being typed.
    pub(super) fn is_over(&self) -> bool {
        !self.board().is_typing() && self.board().session().is_over()
    }

    /// Returns `true` if leaving now would lose a game.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_played && self.board().is_unfinished()
    }

    /// Returns all keys with their functions, and all symbols with their meanings.
    pub(super) fn help(&self) -> &'static Keys {
        if self.is_played { self.board().help() } else { STEPS_HELP }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, look: ScreenStyle) {
        let board = self.board();
        let shown = Visibility { cursor: self.is_played.then_some(self.cursor), ..self.shown };
        let (text, is_refused) = match &self.note {
            _ if !self.is_played => (self.step(), false),
            // The result stays, whatever key is pressed.
            _ if self.is_over() => (format!("{}. {}", board.final_message(), look.after()), false),
            Some((text, true)) => (format!("! {text}"), true),
            Some((text, false)) => (text.clone(), false),
            None => (board.message(), false),
        };
        let parts = board.parts(frame.area(), panel::message_rows(&text, frame.area()));
        panel::title(&board.title(), parts.title, frame);
        let grid = board.draw(shown, look, parts.board, frame);
        board.draw_lines(board.lines(shown, look, parts.panel.height.into()), parts.panel, frame);
        panel::message(&text, is_refused, look, parts.message, frame);
        let keys = if self.is_played { board.keys() } else { STEPS };
        panel::keys(keys, board.is_typing(), look, parts.keys, frame);
        self.grid = grid;
    }

    /// Describes the step that led to the visible view.
    fn step(&self) -> String {
        let last = self.views.len() - 1;
        match self.at {
            0 => format!("the beginning of {last} steps"),
            at => format!("step {at} of {last}: {}", self.board().last_step()),
        }
    }

    /// Handles a key. Returns `false` to leave the screen.
    pub(super) fn key(&mut self, key: KeyCode, job: &Job<'_>) -> Result<bool, ScreenError> {
        let Self { views, at, is_played, grid, cursor, shown, note, pace, typed } = self;
        let last = views.len() - 1;
        let board = &mut *views[*at].board;
        *note = None;
        if *is_played && !board.is_typing() {
            match key {
                KeyCode::Char(letter) if is_typed(&*board, typed, letter) => {
                    *note = type_place(&*board, typed, cursor, Some(letter));
                    return Ok(true);
                }
                KeyCode::Backspace if !typed.is_empty() => {
                    *note = type_place(&*board, typed, cursor, None);
                    return Ok(true);
                }
                KeyCode::Enter | KeyCode::Char(' ') if !typed.is_empty() => {
                    let name = std::mem::take(typed);
                    // The cursor is at the place, if there is one.
                    *note = match board.typed_place(&name) {
                        Ok(Some(_)) => pace.after(board, |board| board.play_at_cursor(*cursor, job))?,
                        Ok(None) => Some((format!("{name} is not complete"), true)),
                        Err(why) => Some((why, true)),
                    };
                    return Ok(true);
                }
                _ => typed.clear(),
            }
        }
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
            KeyCode::Enter | KeyCode::Char(' ') => {
                pace.after(board, |board| board.play_at_cursor(*cursor, job))?
            }
            KeyCode::Char('h') => board.hint(cursor, job)?,
            key => {
                let note = board.key(key, cursor, job)?;
                *cursor = grid.map_or(*cursor, |grid| board.cursor_after(grid, *cursor, key));
                note
            }
        };
        Ok(true)
    }

    /// Handles a click. `other` is `true` for buttons other than the left one.
    pub(super) fn click(&mut self, at: Position, other: bool, job: &Job<'_>) -> Result<(), ScreenError> {
        if !self.is_played {
            self.key(if other { KeyCode::Left } else { KeyCode::Right }, job)?;
            return Ok(());
        }
        self.note = None;
        self.typed.clear();
        // While the card of a robot is being entered, the cursor must not move.
        let is_chosen = self.board().is_typing() && self.board().is_robots();
        let place = self.grid.filter(|_| !is_chosen).and_then(|grid| grid.place(at));
        self.cursor = place.unwrap_or(self.cursor);
        let board = &mut *self.views[self.at].board;
        self.note = match place {
            Some(_) => self.pace.after(board, |board| board.click(place, other, job))?,
            None => board.click(None, other, job)?,
        };
        Ok(())
    }

    /// Makes a robot's step if it is due. Returns the time until the next event.
    pub(super) fn pass(&mut self, job: &Job<'_>) -> Result<Duration, ScreenError> {
        let board = &mut *self.views[self.at].board;
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

/// Returns `true` if a character belongs to the name of a place. Letters that are no keys begin a name that no place has, so that
/// enter after a word plays nothing; further letters belong to it, too, except `q`, which always leaves. A digit begins a name anew.
fn is_typed(board: &dyn BoardView, typed: &str, letter: char) -> bool {
    let is_named = |letter| board.typed_letters().contains(letter);
    let mut keys = board.help().iter().flat_map(|(keys, _)| keys.split(", "));
    let is_key = keys.any(|key| key.chars().eq([letter]));
    match board.typed_letters() {
        "" => false,
        _ if is_named(letter) => true,
        _ if matches!(letter, ' ' | 'q') => false,
        _ => !is_key || !typed.chars().all(is_named),
    }
}

/// Adds a character to the name of a place, or removes the last one, and moves the cursor to the place. Returns the name as far as
/// it is typed, or an error message.
fn type_place(board: &dyn BoardView, typed: &mut String, cursor: &mut usize, letter: Option<char>) -> Notice {
    // After a letter by mistake, whose error is shown, a character of a name begins anew.
    let is_named = |letter| board.typed_letters().contains(letter);
    if letter.is_some_and(is_named) && !typed.chars().all(is_named) {
        typed.clear();
    }
    match letter {
        Some(letter) if typed.chars().count() < MAX_TYPED => typed.push(letter),
        Some(_) => {}
        None => drop(typed.pop()),
    }
    if typed.is_empty() {
        return None;
    }
    match board.typed_place(typed) {
        Ok(place) => {
            *cursor = place.unwrap_or(*cursor);
            Some((format!("{typed}_"), false))
        }
        Err(why) => Some((why, true)),
    }
}

impl Visibility {
    /// Handles a key that shows or hides something; returns `false` for other keys. These keys are the same
    /// in all games.
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

/// The time between two events if no robot plays.
const IDLE: Duration = Duration::from_secs(1);
