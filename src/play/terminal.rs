//! Games in a terminal: one screen for all games, with a board for each kind of game.
//!
//! The terminal is captured, drawn on, and always restored. The program handles limits, signals and files:
//! the screen calls a [`Poll`] of the program, and reports why it stopped as [`ScreenError`]. A program that
//! ends while a game has captured the terminal must restore it by [`restore_terminal`].

mod areas;
mod board_grid;
mod cards;
mod game;
mod guard;
mod guess;
mod memory;
mod mines;
mod mines_board;
mod panel;
mod screen;
mod screen_pace;
mod seat_words;
mod solitaire;

pub use game::{GameView, ReplayError, replay, snapshots};
pub use guard::{columns, foreign_locale, has_captured_terminal, has_colours, has_cursor, restore_terminal};

use super::{AnySession, PlayError};
use crate::model::Job;
use areas::{draw_box, draw_text, wrapped};
use guard::TerminalGuard;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use screen::Screen;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// A function that is called repeatedly with a session while it is shown or replayed, for example to record
/// its steps. Play ends if it returns `true`.
pub type Poll<'a> = dyn Fn(&AnySession) -> bool + 'a;

/// The reason a screen was closed other than by the player.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// The program requested it.
    #[error("stopped while playing")]
    Stopped,
    /// The user pressed Ctrl-C.
    #[error("interrupted while playing")]
    Interrupted,
    /// The terminal failed, usually because it was closed.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// A step could not be made because of a limit, or because the policy of a robot has no tactic for the
    /// position.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// How a player left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitKind {
    /// The player quits.
    Quit,
    /// The player wants another game after this one.
    Again,
}

/// Keys with their functions, or symbols with their meanings.
type Keys = [(&'static str, &'static str)];

/// The style of the screen, with or without colours. Information never depends on colour alone.
#[derive(Clone, Copy, Debug)]
struct ScreenStyle {
    colour: bool,
    /// Whether another game can follow this one.
    again: bool,
}

impl ScreenStyle {
    fn of_environment(again: bool) -> Self {
        Self { colour: has_colours(), again }
    }

    /// Returns the instruction that is shown after the end.
    fn after(self) -> &'static str {
        if self.again { "n plays again, q leaves" } else { "q leaves" }
    }

    /// Returns a style in this colour, if colours are enabled.
    fn ink(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

/// The longest time between two polls of the program.
const LONGEST: Duration = Duration::from_millis(100);

/// A box that is drawn over a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialog {
    Nothing,
    /// The help on keys from this line on; any key shows the rest, or closes it.
    Help(usize),
    /// The confirmation before leaving an unfinished game.
    Leave,
}

impl Dialog {
    /// Draws the box in the middle of the screen. Returns the first line of the help that has no room.
    fn draw(self, help: &Keys, frame: &mut Frame<'_>) -> Option<usize> {
        let area = frame.area();
        let width = help.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
        // The frame, and blanks around the columns.
        let room = usize::from(area.width).saturating_sub(width + 6);
        let entry = |(key, what): &(&str, &str)| {
            let keys = [*key].into_iter().chain(std::iter::repeat(""));
            let lines = keys.zip(wrapped(what, room));
            lines.map(|(key, what)| Line::from(format!(" {key:<width$}  {what} "))).collect::<Vec<_>>()
        };
        let (mut next, most) = (None, usize::from(area.height).saturating_sub(2));
        let lines: Vec<Line<'_>> = match self {
            Self::Nothing => return None,
            Self::Help(first) => {
                let mut lines: Vec<Line<'_>> = help.iter().flat_map(entry).skip(first).collect();
                if lines.len() > most {
                    lines.truncate(most.saturating_sub(1));
                    next = Some(first + lines.len());
                    lines.push(Line::from(" … any key shows more "));
                }
                lines
            }
            Self::Leave => {
                let text = "The game is not over: q leaves it, any other key goes on.";
                let lines = wrapped(text, usize::from(area.width).saturating_sub(4));
                lines.into_iter().map(|line| Line::from(format!(" {line} "))).collect()
            }
        };
        let columns = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
        let (columns, rows) = (columns.min(area.width), (lines.len() as u16 + 2).min(area.height));
        let (x, y) = ((area.width - columns) / 2, (area.height - rows) / 2);
        let area = Rect { x, y, width: columns, height: rows };
        draw_box(lines, area, frame);
        next
    }
}

/// Runs a screen until the player leaves it. `again` is `true` if another game can follow.
fn show(
    screen: &mut Screen<'_>,
    again: bool,
    job: &Job<'_>,
    poll: &Poll<'_>,
) -> Result<ExitKind, ScreenError> {
    let look = ScreenStyle::of_environment(again);
    let mut guard = TerminalGuard::capture()?;
    let mut dialog = Dialog::Nothing;
    loop {
        if poll(screen.board().session()) {
            return Err(ScreenError::Stopped);
        }
        let least = screen.board().min_size();
        let mut more = None;
        guard.draw(|frame| {
            let area = frame.area();
            if area.width < least.width || area.height < least.height {
                return too_small(frame, least);
            }
            screen.draw(frame, look);
            more = dialog.draw(screen.help(), frame);
        })?;
        let wait = screen.pass(job)?.min(LONGEST);
        if !event::poll(wait)? {
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if is_control(key, 'c') => return Err(ScreenError::Interrupted),
            Event::Key(key) if is_control(key, 'z') => guard.stop()?,
            // Other keys with Ctrl are no letters.
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) && !is_control(key, 'd') => {}
            Event::Key(key) => match (dialog, code_of(key, screen.board().is_typing())) {
                (Dialog::Leave, KeyCode::Char('q' | 'y')) => return Ok(ExitKind::Quit),
                (Dialog::Help(_) | Dialog::Leave, _) => dialog = more.map_or(Dialog::Nothing, Dialog::Help),
                (Dialog::Nothing, KeyCode::Char('?')) if !screen.board().is_typing() => {
                    dialog = Dialog::Help(0);
                }
                (Dialog::Nothing, KeyCode::Char('n')) if again && screen.is_over() => {
                    return Ok(ExitKind::Again);
                }
                (Dialog::Nothing, code) => match screen.key(code, job)? {
                    true => {}
                    false if screen.is_unfinished() => dialog = Dialog::Leave,
                    false => return Ok(ExitKind::Quit),
                },
            },
            Event::Mouse(mouse) => {
                if dialog != Dialog::Nothing {
                    continue;
                }
                if let MouseEventKind::Down(button) = mouse.kind {
                    let at = Position { x: mouse.column, y: mouse.row };
                    screen.click(at, button != MouseButton::Left, job)?;
                }
            }
            _ => {}
        }
    }
}

/// Returns the code of a key. The end of input, Ctrl-D, leaves as `q` or escape does.
fn code_of(key: KeyEvent, is_typing: bool) -> KeyCode {
    match is_control(key, 'd') {
        true if is_typing => KeyCode::Esc,
        true => KeyCode::Char('q'),
        false => key.code,
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

fn too_small(frame: &mut Frame<'_>, least: Size) {
    let area = frame.area();
    let text = format!(
        "too small: {} x {} needed, {} x {} here",
        least.width, least.height, area.width, area.height
    );
    draw_text(&text, Style::new(), area, frame);
}
