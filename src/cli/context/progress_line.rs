//! The progress line on stderr: a spinner and a text.

use crate::cli::print::display_width;
use chancetree_play::terminal::{columns, replace_line};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two drawings of the line.
const PAUSE: Duration = Duration::from_millis(100);

/// The width of the line where the terminal does not know its width.
const WIDTH: u16 = 80;

/// The progress line. It is hidden until it is [shown](Self::show), and after it is [finished](Self::finish).
#[derive(Default)]
pub(super) struct ProgressLine(Mutex<LineState>);

#[derive(Default)]
struct LineState {
    text: String,
    /// The time at which the line was drawn last. `None` until it is shown.
    drawn: Option<Instant>,
    /// The number of drawings.
    count: usize,
    is_finished: bool,
}

impl ProgressLine {
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the text.
    pub(super) fn set(&self, text: String) {
        let mut state = self.state();
        state.text = text;
        if state.drawn.is_some_and(|drawn| drawn.elapsed() >= PAUSE) {
            state.draw();
        }
    }

    /// Shows the line from now on, if it has a text.
    pub(super) fn show(&self) {
        let mut state = self.state();
        if state.drawn.is_none() && !state.text.is_empty() {
            state.draw();
        }
    }

    /// Hides the line until its next text.
    pub(super) fn hide(&self) {
        self.state().erase();
    }

    /// Calls `print` while the line is hidden.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut state = self.state();
        state.erase();
        let printed = print();
        if state.drawn.is_some() {
            state.draw();
        }
        printed
    }

    /// Removes the line permanently.
    pub(super) fn finish(&self) {
        let mut state = self.state();
        state.erase();
        state.is_finished = true;
    }
}

impl LineState {
    fn draw(&mut self) {
        if self.is_finished {
            return;
        }
        let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
        let line = format!("{} {}", spinner[self.count % spinner.len()], self.text);
        // In the last column, some terminals begin a new line.
        let room = usize::from(columns().unwrap_or(WIDTH)).saturating_sub(1);
        let ends = line.char_indices().map(|(place, letter)| place + letter.len_utf8());
        let end = ends.take_while(|&end| display_width(&line[..end]) <= room).last().unwrap_or(0);
        replace_line(&line[..end]);
        (self.drawn, self.count) = (Some(Instant::now()), self.count + 1);
    }

    fn erase(&self) {
        if self.drawn.is_some() && !self.is_finished {
            replace_line("");
        }
    }
}
