//! The terminal as a game has it: taken over, drawn on, and given back whatever happens.

use super::super::fail::{Fail, Status};
use super::super::target;
use super::super::watch::{Watch, is_interrupted};
use super::saved;
use crate::play::Session;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::{Position, Rect, Size};
use ratatui::prelude::{CrosstermBackend, Frame, Terminal};
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};
use std::io::{self, IsTerminal as _, Stdout};
use std::mem::ManuallyDrop;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// A scene that is drawn on the terminal, and that keys act on.
pub(super) trait Scene {
    /// The columns and rows that are needed at least.
    fn least(&self) -> Size;
    /// Draws all of it.
    fn draw(&mut self, frame: &mut Frame<'_>, look: Look);
    /// A key; whether to go on.
    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<bool, Fail>;
    /// A click; `true` for the other button than the left one.
    fn click(&mut self, at: Position, other: bool, watch: &Watch) -> Result<(), Fail>;
    /// Time passes; how long nothing else will happen by itself.
    fn pass(&mut self, watch: &Watch) -> Result<Duration, Fail>;
    /// The game that is played, if one is.
    fn session(&self) -> Option<&dyn Session> {
        None
    }
    /// Returns `true` if something would be lost by leaving now.
    fn is_unfinished(&self) -> bool {
        self.session().is_some_and(|game| !game.is_over() && !game.steps().is_empty())
    }
    /// Returns `true` if letters are text now, not keys.
    fn is_typing(&self) -> bool {
        false
    }
    /// Every key, and what it does; signs of the board, and what they mean.
    fn help(&self) -> &'static [(&'static str, &'static str)];
}

/// The look of the screen: with colours or without. Nothing is told by colour alone.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Look {
    colour: bool,
    /// `true` if another game can follow this one.
    again: bool,
}

impl Look {
    fn of_environment(again: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self { colour: set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb"), again }
    }

    /// Tells what there is to do after the end.
    pub(super) fn after(self) -> &'static str {
        if self.again { "n plays again, q leaves" } else { "q leaves" }
    }

    /// A style in this colour, if there are colours.
    pub(super) fn ink(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

/// The longest time for which the program looks away from limits and signals.
const LONGEST: Duration = Duration::from_millis(100);

/// Refuses to play where nobody can see it.
pub(in crate::cli) fn check() -> Result<(), Fail> {
    let none = |what: &str| {
        Fail::usage(format!("a game is played in a terminal, and {what} is not one"))
            .help("chancetree odds memory --pairs 8")
    };
    match (io::stdin().is_terminal(), io::stdout().is_terminal()) {
        (false, _) => Err(none("stdin")),
        (_, false) => Err(none("stdout")),
        _ => Ok(()),
    }
}

/// The terminal, taken over; given back when this is dropped. What draws on it is not dropped: that would say on stderr
/// that a terminal which has gone away shows no cursor, and stderr has gone away with it.
struct Taken(Drawn);

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

/// Returns `true` if a game has the terminal: it looks at signals and limits itself, and saves its log.
pub(in crate::cli) fn has_terminal() -> bool {
    TAKEN.load(SeqCst)
}

/// Gives the terminal back, if a game has it, because the program ends.
fn give_back() {
    if !TAKEN.swap(false, SeqCst) {
        return;
    }
    // Nothing better can be done about what fails here.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Saves the game and gives the terminal back, because the program ends at once. A terminal that takes nothing more
/// must not keep it.
pub(in crate::cli) fn leave() {
    saved::save();
    target::forget_partial_files();
    // Without a game there is nothing to wait for.
    if !TAKEN.load(SeqCst) {
        return;
    }
    let given = std::thread::spawn(give_back);
    for _ in 0..10 {
        if given.is_finished() {
            return;
        }
        std::thread::sleep(LONGEST / 2);
    }
}

/// The number of pauses that a signal gives the game to notice it.
const PATIENCE: u32 = 20;

/// Ends the program soon after a signal, even if the game waits for a key that never comes: a terminal that was closed
/// sends a signal and then nothing, over and over, and the wait for its keys does not come back.
fn end_with_signals() {
    std::thread::spawn(|| {
        let mut waited = 0;
        while TAKEN.load(SeqCst) && waited < PATIENCE {
            std::thread::sleep(LONGEST);
            waited += u32::from(is_interrupted());
        }
        if TAKEN.load(SeqCst) {
            leave();
            std::process::exit(Status::Interrupted as i32);
        }
    });
}

impl Taken {
    fn take() -> io::Result<Self> {
        // A panic tells what it has to tell on a terminal that shows it.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        let terminal = prepare();
        end_with_signals();
        terminal.map(Self).inspect_err(|_| give_back())
    }

    /// Stops the program as Ctrl-Z does where nobody takes its keys over; a shell lets it go on.
    fn stop(&mut self) -> io::Result<()> {
        give_back();
        if cfg!(unix) {
            // If there is no such command, play goes on at once.
            let _ = Command::new("kill").args(["-TSTP", &std::process::id().to_string()]).status();
        }
        // Another one: nothing is left of what was drawn.
        self.0 = prepare()?;
        end_with_signals();
        Ok(())
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

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
    fn draw(self, help: &[(&str, &str)], frame: &mut Frame<'_>) {
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

/// The way in which a game was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// For good.
    Quit,
    /// For another one; it is over.
    Again,
}

/// Shows `scene` until it is left; `again` says whether another game can follow it.
pub(super) fn show(scene: &mut dyn Scene, again: bool, watch: &Watch) -> Result<Left, Fail> {
    let failed = |error: io::Error| gone(&error, watch);
    let look = Look::of_environment(again);
    let mut taken = Taken::take().map_err(failed)?;
    let mut over = Over::Nothing;
    loop {
        if watch.stopped() {
            return Err(watch.ended("while playing"));
        }
        let least = scene.least();
        let draw = |frame: &mut Frame<'_>| match fits(frame.area().as_size(), least) {
            true => {
                scene.draw(frame, look);
                over.draw(scene.help(), frame);
            }
            false => too_small(frame, least),
        };
        taken.0.draw(draw).map_err(failed)?;
        let wait = scene.pass(watch)?.min(LONGEST);
        if let Some(session) = scene.session() {
            saved::note(session);
        }
        if !event::poll(wait).map_err(failed)? {
            continue;
        }
        match event::read().map_err(failed)? {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if is_control(key, 'c') => {
                return Err(Fail::new(Status::Interrupted, "interrupted while playing"));
            }
            Event::Key(key) if is_control(key, 'z') => taken.stop().map_err(failed)?,
            Event::Key(key) => match (over, key.code) {
                (Over::Leave, KeyCode::Char('q' | 'y')) => return Ok(Left::Quit),
                (Over::Help | Over::Leave, _) => over = Over::Nothing,
                (Over::Nothing, KeyCode::Char('?')) if !scene.is_typing() => over = Over::Help,
                (Over::Nothing, KeyCode::Char('n')) if again && is_over(scene) => return Ok(Left::Again),
                (Over::Nothing, code) => match scene.key(code, watch)? {
                    true => {}
                    false if scene.is_unfinished() => over = Over::Leave,
                    false => return Ok(Left::Quit),
                },
            },
            Event::Mouse(mouse) => {
                if over != Over::Nothing {
                    continue;
                }
                if let MouseEventKind::Down(button) = mouse.kind {
                    let at = Position { x: mouse.column, y: mouse.row };
                    scene.click(at, button != MouseButton::Left, watch)?;
                }
            }
            _ => {}
        }
    }
}

/// Returns `true` if a game is played that is over.
fn is_over(scene: &dyn Scene) -> bool {
    !scene.is_typing() && scene.session().is_some_and(Session::is_over)
}

/// Explains that the terminal fails: as a rule it has gone away, and a signal says so, or will do so soon.
fn gone(error: &io::Error, watch: &Watch) -> Fail {
    for _ in 0..5 {
        if is_interrupted() {
            return watch.ended("while playing");
        }
        std::thread::sleep(LONGEST);
    }
    Fail::io("the terminal", error)
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

fn fits(size: Size, least: Size) -> bool {
    size.width >= least.width && size.height >= least.height
}

fn too_small(frame: &mut Frame<'_>, least: Size) {
    let area = frame.area();
    let text = format!(
        "too small: {} x {} needed, {} x {} here",
        least.width, least.height, area.width, area.height
    );
    frame.render_widget(text, area);
}
