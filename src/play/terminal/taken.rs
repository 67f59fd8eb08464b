//! The terminal as a game has it: taken over, and given back whatever happens.

use super::LONGEST;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    self, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::prelude::{CrosstermBackend, Frame, Terminal};
use std::ffi::OsString;
use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

/// The terminal, taken over; given back when this is dropped. What draws on it is not dropped: that would say on stderr
/// that a terminal which has gone away shows no cursor, and stderr has gone away with it.
pub(super) struct Taken(Drawn);

/// The terminal that is drawn on.
type Drawn = ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>;

/// Makes the terminal one for games.
fn prepare() -> io::Result<Drawn> {
    TAKEN.store(true, SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
    Terminal::new(CrosstermBackend::new(io::stdout())).map(ManuallyDrop::new)
}

/// Set while a game has the terminal; signals and panics come from anywhere.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns `true` if a game has the terminal: it asks the program itself whether to end.
pub fn is_taken() -> bool {
    TAKEN.load(SeqCst)
}

/// Gives the terminal back, if a game has it.
fn release() {
    if !TAKEN.swap(false, SeqCst) {
        return;
    }
    // Nothing better can be done about what fails here.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Gives the terminal back, if a game has it, because the program ends at once. A terminal that takes nothing more does
/// not keep it.
pub fn give_back() {
    // Without a game there is nothing to wait for.
    if !is_taken() {
        return;
    }
    let given = std::thread::spawn(release);
    for _ in 0..10 {
        if given.is_finished() {
            return;
        }
        std::thread::sleep(LONGEST / 2);
    }
}

/// Returns the value of an environment variable that is set and not empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns `true` if the terminal moves its cursor where a program wants it: `TERM` is set, and not to `dumb`. Windows
/// needs no `TERM`.
pub fn has_cursor() -> bool {
    variable("TERM").map_or(cfg!(windows), |term| term != "dumb")
}

/// Returns `true` if the terminal may show colours: it has a cursor, and `NO_COLOR` is not set.
pub fn has_colours() -> bool {
    has_cursor() && variable("NO_COLOR").is_none()
}

/// The columns of the terminal, if there is one.
pub fn columns() -> Option<u16> {
    terminal::size().ok().map(|(columns, _)| columns)
}

impl Taken {
    pub(super) fn take() -> io::Result<Self> {
        // A panic tells what it has to tell on a terminal that shows it.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            release();
            before(panic);
        }));
        prepare().map(Self).inspect_err(|_| release())
    }

    /// Draws all of the screen.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(draw).map(|_| ())
    }

    /// Stops the program as Ctrl-Z does where nobody takes its keys over; a shell lets it go on.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        release();
        if cfg!(unix) {
            // If there is no such command, play goes on at once.
            let _ = Command::new("kill").args(["-TSTP", &std::process::id().to_string()]).status();
        }
        // Another one: nothing is left of what was drawn.
        self.0 = prepare()?;
        Ok(())
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        release();
    }
}
