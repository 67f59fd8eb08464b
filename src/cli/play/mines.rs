//! Minesweeper on the screen.

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::field::Field;
use super::terminal::{Look, Scene};
use super::{panel, wrong};
use crate::exact::Rational;
use crate::games::mines::system::Seen;
use crate::play::Session;
use crate::play::mines::Mines;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Position, Rect, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::Duration;

/// The screen of a game.
pub(super) struct Screen {
    game: Mines,
    risks: bool,
    fractions: bool,
    cursor: usize,
    field: Option<Field>,
    note: Option<(String, bool)>,
}

const KEYS: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("enter", "open"),
    ("f", "flag"),
    ("p", "probabilities"),
    ("h", "hint"),
    ("x", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

const ENTRY: [(&str, &str); 9] = [
    ("arrows", "move"),
    ("0-8", "opened"),
    (".", "hidden"),
    ("*", "a known mine"),
    ("f", "flag"),
    ("p", "probabilities"),
    ("h", "safest"),
    ("?", "help"),
    ("q", "leave"),
];

impl Screen {
    pub(super) fn new(game: Mines) -> Self {
        // Whoever enters a position wants its risks.
        let risks = game.is_entered();
        Self { game, risks, fractions: false, cursor: 0, field: None, note: None }
    }

    pub(super) fn game(&self) -> &Mines {
        &self.game
    }

    fn note(&mut self, step: Result<(), crate::play::Wrong>, watch: &Watch) -> Result<(), Fail> {
        self.note = wrong::refused(step, watch)?.map(|why| (why, true));
        Ok(())
    }

    fn open(&mut self, watch: &Watch) -> Result<(), Fail> {
        let opened = self.game.open(self.cursor, &watch.run());
        self.note(opened, watch)
    }

    fn hint(&mut self) {
        let safest = self.game.safest();
        let note = match (self.game.won(), self.game.risk(), safest.first()) {
            (Some(_), ..) => "the game is over".to_owned(),
            (None, Err(why), _) => why.to_owned(),
            (None, _, None) => "nothing is hidden".to_owned(),
            (None, Ok(_), Some(&first)) => {
                let risk =
                    self.game.risk_at(first).map_or_else(String::new, |risk| panel::fraction(&risk, 30));
                self.cursor = if safest.contains(&self.cursor) { self.cursor } else { first };
                let cells =
                    if safest.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", safest.len()) };
                format!("safest: {cells} with risk {risk}; the cursor is on one")
            }
        };
        self.note = Some((note, false));
    }
}

pub(super) fn title(game: &Mines) -> String {
    let board = game.board();
    let seed = game.seed().map_or_else(|| "; entered".to_owned(), |seed| format!("; seed {seed}"));
    let mines = panel::count(board.mines(), "mine", "mines");
    format!("Minesweeper, {} x {} cells, {mines}{seed}", board.rows(), board.columns())
}

pub(super) fn result(game: &Mines) -> String {
    let what = if game.won() == Some(true) { "won" } else { "lost" };
    let guesses = panel::count(game.guesses() as usize, "guess", "guesses");
    format!("{what} after {guesses}; to come so far had probability {}", panel::number(game.survived()))
}

/// Tells what is known of the cell that is meant, and of the game; most important first.
pub(super) fn lines(game: &Mines, cursor: Option<usize>, risks: bool, fractions: bool) -> Vec<Line<'static>> {
    let shown = |risk: &Rational| if fractions { panel::fraction(risk, 18) } else { panel::number(risk) };
    let row = |name: &str, cell: String| {
        let width = usize::from(panel::WIDTH).saturating_sub(name.chars().count());
        Line::from(format!("{name}{cell:>width$}"))
    };
    let mut lines = vec![row("Mines without a flag", game.unflagged().to_string())];
    if let Some(risk) = cursor.filter(|_| risks && game.won().is_none()).and_then(|place| game.risk_at(place))
    {
        lines.push(row("Risk at the cursor", shown(&risk)));
    }
    if game.is_entered() {
        if let Ok(risk) = game.risk() {
            let placements = risk.placements().to_string();
            let text =
                if placements.len() > 18 { format!("{} digits", placements.len()) } else { placements };
            lines.push(row("Placements", text));
        }
        return lines;
    }
    lines.push(row("P(safe so far)", shown(game.survived())));
    lines.push(row("Guesses", game.guesses().to_string()));
    lines.push(row("Luck of this click", panel::change(&game.meter().last[0])));
    lines.push(row("Luck so far", panel::change(&game.meter().luck[0])));
    lines.push(row("By choices so far", panel::change(&game.meter().choice[0])));
    lines
}

impl Scene for Screen {
    fn least(&self) -> Size {
        let (rows, cols) = (self.game.board().rows() as u16, self.game.board().columns() as u16);
        Size { width: (2 * cols).max(72), height: rows + 6 }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let area = frame.area();
        let (rows, cols) = (self.game.board().rows() as u16, self.game.board().columns() as u16);
        // Beside the board, if there is room; else below it, in two columns.
        let beside = 2 * cols + 2 + panel::WIDTH <= area.width;
        let below = if beside { 0 } else { 2 };
        let split = [
            Constraint::Length(1),
            Constraint::Min(rows),
            Constraint::Length(below),
            Constraint::Length(1),
            Constraint::Length(2),
        ];
        let [title_at, middle, under, message, keys] = area.layout(&Layout::vertical(split));
        panel::title(&title(&self.game), title_at, frame);
        let lines = lines(&self.game, Some(self.cursor), self.risks, self.fractions);
        let board = if beside {
            let columns =
                [Constraint::Min(2 * cols), Constraint::Length(2), Constraint::Length(panel::WIDTH)];
            let [board, _, panel] = middle.layout(&Layout::horizontal(columns));
            panel::lines(lines, panel, frame);
            board
        } else {
            for (place, line) in lines.into_iter().take(4).enumerate() {
                let (x, y) = ((place as u16 % 2) * (panel::WIDTH + 3), place as u16 / 2);
                let at = Rect { x: under.x + x, y: under.y + y, width: panel::WIDTH, height: 1 };
                frame.render_widget(line, at.intersection(under));
            }
            middle
        };
        let field = Field::fit(rows, cols, board);
        field.draw(&self.game, Some(self.cursor), self.risks, look, frame.buffer_mut());
        self.field = Some(field);
        let told = match (&self.note, self.game.risk()) {
            (Some((note, _)), _) => note.clone(),
            _ if self.game.is_over() => format!("{}. {}", result(&self.game), look.after()),
            (None, Err(why)) => why.to_owned(),
            (None, Ok(_)) if !self.game.told().is_empty() => self.game.told(),
            (None, Ok(_)) if self.game.is_entered() => "enter what the other program shows".to_owned(),
            (None, Ok(_)) => "open a cell".to_owned(),
        };
        let refused = self.note.as_ref().is_some_and(|(_, refused)| *refused);
        panel::message(&told, refused, look, message, frame);
        panel::keys(if self.game.is_entered() { &ENTRY } else { &KEYS }, look, keys, frame);
    }

    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<bool, Fail> {
        self.note = None;
        let columns = self.game.board().columns();
        let cells = self.game.board().cells().len();
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Left if !self.cursor.is_multiple_of(columns) => self.cursor -= 1,
            KeyCode::Right if !(self.cursor + 1).is_multiple_of(columns) => self.cursor += 1,
            KeyCode::Up if self.cursor >= columns => self.cursor -= columns,
            KeyCode::Down if self.cursor + columns < cells => self.cursor += columns,
            KeyCode::Char('p') => self.risks ^= true,
            KeyCode::Char('x') => self.fractions ^= true,
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('f') => {
                let flagged = match (self.game.is_entered(), self.game.board().cells()[self.cursor]) {
                    (true, Seen::Open(_) | Seen::Mine) => {
                        self.game.set(self.cursor, Seen::Flag, &watch.run())
                    }
                    _ => self.game.flag(self.cursor),
                };
                self.note(flagged, watch)?;
            }
            KeyCode::Char(letter) if self.game.is_entered() => {
                if let Some(cell) = Seen::of(letter) {
                    let entered = self.game.set(self.cursor, cell, &watch.run());
                    self.note(entered, watch)?;
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.open(watch)?,
            _ => {}
        }
        Ok(true)
    }

    fn click(&mut self, at: Position, other: bool, watch: &Watch) -> Result<(), Fail> {
        self.note = None;
        let Some(place) = self.field.and_then(|field| field.place(at)) else { return Ok(()) };
        self.cursor = place;
        match (other, self.game.is_entered()) {
            (true, _) => {
                let flagged = self.game.flag(place);
                self.note(flagged, watch)
            }
            (false, true) => Ok(()),
            (false, false) => self.open(watch),
        }
    }

    fn session(&self) -> Option<&dyn Session> {
        Some(&self.game)
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("arrows", "choose a cell"),
            ("enter, space", "open it; so does a click"),
            ("f", "plant a flag, or take it away; so does the other mouse button"),
            ("0-8 . *", "in a position from elsewhere: what its cell shows"),
            ("p", "the risk of every cell, or none"),
            ("h", "the safest cells"),
            ("x", "fractions in place of decimals"),
            ("q, esc", "leave the game"),
            ("2% or .2", "a risk, in percent or in tenths; 2 alone is opened"),
            ("✓ ✗", "safe, or a mine, for certain"),
            ("· ▒ F *", "opened without mines around it, hidden, flagged, a mine"),
        ]
    }

    fn is_unfinished(&self) -> bool {
        !self.game.is_entered() && !self.game.is_over() && !self.game.steps().is_empty()
    }

    fn pass(&mut self, _: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}
