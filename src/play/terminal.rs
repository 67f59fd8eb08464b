//! Games in a terminal: one screen for all families, with the board of the family on it.
//!
//! A terminal is taken over, drawn on, and given back whatever happens. Limits, signals and files are matters of the
//! program: the screen asks a [`Program`] for them, and says by [`Vanished`] why it stopped. A program that ends at once
//! while a game has the terminal gives it back itself ([`give_back`]).

mod cards;
mod game;
mod guess;
mod memory;
mod mines;
mod panel;
mod screen;
mod solitaire;
mod taken;

pub use game::{Tabletop, Unplayed, moments, replay};
pub use taken::{columns, give_back, has_colours, has_cursor, is_taken};

use super::{Session, Wrong};
use crate::model::Job;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};
use screen::Screen;
use std::io;
use std::time::Duration;
use taken::Taken;
use thiserror::Error;

/// The program that shows a game, as far as a screen asks for it.
pub trait Program {
    /// Returns how the engine is to work.
    fn job(&self) -> Job<'_>;

    /// Returns `true` if play is to end, because of a limit or a signal.
    fn is_stopped(&self) -> bool;

    /// Takes down what has happened in a game that is played, in case the program ends at once. Asked over and over.
    fn note(&self, session: &dyn Session);
}

/// The reason a screen went away that nobody has left.
#[derive(Debug, Error)]
pub enum Vanished {
    /// The program wanted it.
    #[error("stopped while playing")]
    Stopped,
    /// Ctrl-C was typed.
    #[error("interrupted while playing")]
    Interrupted,
    /// The terminal failed: as a rule it has gone away.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// A robot plays by a policy that knows too little; the text says of what.
    #[error("{0}")]
    Policy(String),
    /// A step could not be made.
    #[error(transparent)]
    Wrong(#[from] Wrong),
}

/// The way in which a game was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// For good.
    Quit,
    /// For another one; it is over.
    Again,
}

/// Keys and what they do, or signs and what they mean.
type Keys = [(&'static str, &'static str)];

/// The look of the screen: with colours or without. Nothing is told by colour alone.
#[derive(Clone, Copy, Debug)]
struct Look {
    colour: bool,
    /// `true` if another game can follow this one.
    again: bool,
}

impl Look {
    fn of_environment(again: bool) -> Self {
        Self { colour: has_colours(), again }
    }

    /// Tells what there is to do after the end.
    fn after(self) -> &'static str {
        if self.again { "n plays again, q leaves" } else { "q leaves" }
    }

    /// A style in this colour, if there are colours.
    fn ink(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

/// The longest time for which the screen looks away from the program.
const LONGEST: Duration = Duration::from_millis(100);

/// A box that lies over a game for a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Nothing,
    /// The meaning of the keys; any key goes on.
    Help,
    /// The question whether to leave a game that is not over.
    Leave,
}

impl Over {
    fn draw(self, help: &Keys, frame: &mut Frame<'_>) {
        let width = help.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
        let line = |(key, what): &(&str, &str)| Line::from(format!(" {key:<width$}  {what} "));
        let lines: Vec<Line<'_>> = match self {
            Self::Nothing => return,
            Self::Help => help.iter().map(line).collect(),
            Self::Leave => vec![Line::from(" The game is not over: q leaves it, any other key goes on. ")],
        };
        let columns = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
        let area = frame.area();
        let (columns, rows) = (columns.min(area.width), (lines.len() as u16 + 2).min(area.height));
        let (x, y) = ((area.width - columns) / 2, (area.height - rows) / 2);
        let area = Rect { x, y, width: columns, height: rows };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(lines).block(Block::bordered()), area);
    }
}

/// Shows a screen until it is left; `again` says whether another game can follow it.
fn show(screen: &mut Screen<'_>, again: bool, program: &dyn Program) -> Result<Left, Vanished> {
    let look = Look::of_environment(again);
    let mut taken = Taken::take()?;
    let mut over = Over::Nothing;
    loop {
        if program.is_stopped() {
            return Err(Vanished::Stopped);
        }
        let least = screen.board().least();
        taken.draw(|frame| {
            let area = frame.area();
            if area.width < least.width || area.height < least.height {
                return too_small(frame, least);
            }
            screen.draw(frame, look);
            over.draw(screen.help(), frame);
        })?;
        let job = program.job();
        let wait = screen.pass(&job)?.min(LONGEST);
        if screen.is_played() {
            program.note(screen.board().session());
        }
        if !event::poll(wait)? {
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if is_control(key, 'c') => return Err(Vanished::Interrupted),
            Event::Key(key) if is_control(key, 'z') => taken.stop()?,
            Event::Key(key) => match (over, key.code) {
                (Over::Leave, KeyCode::Char('q' | 'y')) => return Ok(Left::Quit),
                (Over::Help | Over::Leave, _) => over = Over::Nothing,
                (Over::Nothing, KeyCode::Char('?')) if !screen.board().is_typing() => over = Over::Help,
                (Over::Nothing, KeyCode::Char('n')) if again && screen.is_over() => return Ok(Left::Again),
                (Over::Nothing, code) => match screen.key(code, &job)? {
                    true => {}
                    false if screen.is_unfinished() => over = Over::Leave,
                    false => return Ok(Left::Quit),
                },
            },
            Event::Mouse(mouse) => {
                if over != Over::Nothing {
                    continue;
                }
                if let MouseEventKind::Down(button) = mouse.kind {
                    let at = Position { x: mouse.column, y: mouse.row };
                    screen.click(at, button != MouseButton::Left, &job)?;
                }
            }
            _ => {}
        }
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
    frame.render_widget(text, area);
}
