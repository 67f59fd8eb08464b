//! A guard that captures the terminal and always restores it.

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

/// The captured terminal, which is restored when this value is dropped. The drawing backend itself is not
/// dropped: it would report on stderr that a closed terminal cannot show its cursor, and stderr may be
/// closed, too.
pub(super) struct TerminalGuard(DrawTarget);

/// The terminal for drawing.
type DrawTarget = ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>;

/// Captures the terminal.
fn prepare() -> io::Result<DrawTarget> {
    CAPTURED.store(true, SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
    Terminal::new(CrosstermBackend::new(io::stdout())).map(ManuallyDrop::new)
}

/// Whether a game has captured the terminal. Static, because signals and panics come from anywhere.
static CAPTURED: AtomicBool = AtomicBool::new(false);

/// Returns `true` if a game has captured the terminal. The game then polls the program itself whether to end.
pub fn has_captured_terminal() -> bool {
    CAPTURED.load(SeqCst)
}

/// Restores the terminal if a game has captured it.
fn release() {
    if !CAPTURED.swap(false, SeqCst) {
        return;
    }
    // Errors are ignored, because nothing can be done about them here.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Restores the terminal if a game has captured it, because the program exits immediately. Waits at most half a
/// second for a terminal that blocks.
pub fn restore_terminal() {
    // Without a game there is nothing to restore.
    if !has_captured_terminal() {
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

/// Returns `true` if the terminal can move its cursor: `TERM` is set, and is not `dumb`. Windows does not
/// need `TERM`.
pub fn has_cursor() -> bool {
    variable("TERM").map_or(cfg!(windows), |term| term != "dumb")
}

/// Returns the name of the locale, if it names an encoding other than UTF-8: the terminal then cannot show frames.
pub fn foreign_locale() -> Option<String> {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable)?.into_string().ok()?;
    let (_, encoding) = locale.split_once('.')?;
    let encoding = encoding.split('@').next().unwrap_or_default().replace('-', "");
    (!encoding.eq_ignore_ascii_case("utf8")).then_some(locale)
}

/// Returns `true` if the terminal may show colours: it can move its cursor, and `NO_COLOR` is not set.
pub fn has_colours() -> bool {
    has_cursor() && variable("NO_COLOR").is_none()
}

/// Returns the number of columns of the terminal, if there is one.
pub fn columns() -> Option<u16> {
    terminal::size().ok().map(|(columns, _)| columns)
}

impl TerminalGuard {
    pub(super) fn capture() -> io::Result<Self> {
        // A panic restores the terminal first, so that its message is visible.
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

    /// Suspends the program as Ctrl-Z does, until a shell continues it.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        release();
        if cfg!(unix) {
            // If there is no such command, play continues.
            let _ = Command::new("kill").args(["-TSTP", &std::process::id().to_string()]).status();
        }
        // Creates a new terminal, because the shell has overwritten the old screen.
        self.0 = prepare()?;
        Ok(())
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        release();
    }
}
