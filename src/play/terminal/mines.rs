//! The board of Minesweeper.

use super::panel::Parts;
use super::screen::{BoardGrid, BoardView, Notice, Visibility, refused};
use super::{Keys, ScreenError, ScreenStyle, panel};
use crate::exact::{Rational, double, one, zero};
use crate::family::counted;
use crate::games::mines::system::VisibleCell;
use crate::mines::{MinesEntry, MinesSession};
use crate::model::Job;
use crate::{AnySession, PlayedGame as _};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::prelude::{Buffer, Frame};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

/// Returns the rows and columns of a board.
fn size(game: &MinesSession) -> (u16, u16) {
    (game.board.rows() as u16, game.board.columns() as u16)
}

/// Draws all cells. With `risks`, hidden cells show their risks: ✓ is certainly safe and ✗ certainly a mine.
fn draw(
    game: &MinesSession,
    grid: BoardGrid,
    cursor: Option<usize>,
    risks: bool,
    look: ScreenStyle,
    buffer: &mut Buffer,
) {
    let all = if risks && game.won.is_none() { all_risks(game) } else { Vec::new() };
    for (place, cell) in game.board.cells().iter().enumerate() {
        let Rect { x, y, width, .. } = grid.rect(place);
        let risk = all.get(place).and_then(Option::as_ref);
        let (text, style) = match (*cell, risk) {
            (VisibleCell::Open(0), _) => ("·".to_owned(), Style::new().add_modifier(Modifier::DIM)),
            // Bold, to distinguish the number from an adjacent risk without colours.
            (VisibleCell::Open(number), _) => {
                (number.to_string(), look.ink(ink_of(number)).add_modifier(Modifier::BOLD))
            }
            (VisibleCell::Mine, _) => ("*".to_owned(), look.ink(Color::Red).add_modifier(Modifier::BOLD)),
            (VisibleCell::Flag, _) => ("F".to_owned(), look.ink(Color::Magenta).add_modifier(Modifier::BOLD)),
            (VisibleCell::Hidden, _) if game.mine(place) => ("*".to_owned(), look.ink(Color::Red)),
            (VisibleCell::Hidden, Some(risk)) => (share(risk, width), look.ink(ink_of_risk(risk))),
            (VisibleCell::Hidden, None) => ("▒".to_owned(), look.ink(Color::Blue)),
        };
        let width = usize::from(width);
        let text = if text.chars().count() == 1 && width == 3 { format!(" {text} ") } else { text };
        let style = if cursor == Some(place) { style.add_modifier(Modifier::REVERSED) } else { style };
        buffer.set_string(x, y, format!("{text:<width$}"), style);
    }
}

fn all_risks(game: &MinesSession) -> Vec<Option<Rational>> {
    let mut all = vec![None; game.board.cells().len()];
    if let Ok(risk) = game.risk() {
        // Computes all risks at once, because single risks would repeat divisions.
        risk.all().into_iter().for_each(|(place, risk)| all[place] = Some(risk));
    }
    all
}

/// Formats a risk in `width` columns, never rounded to certainty: in percent, or in tenths with a point if
/// there are only two columns. Neither can be mistaken for the number of an opened cell.
fn share(risk: &Rational, width: u16) -> String {
    match risk {
        risk if *risk == zero() => "✓".to_owned(),
        risk if *risk == one() => "✗".to_owned(),
        risk if width < 3 => format!(".{}", (10.0 * double(risk)).round().min(9.0)),
        risk => format!("{:>2}%", (100.0 * double(risk)).round().clamp(1.0, 99.0)),
    }
}

fn ink_of_risk(risk: &Rational) -> Color {
    match double(risk) {
        risk if risk <= 0.0 => Color::Green,
        risk if risk < 0.2 => Color::Cyan,
        risk if risk < 0.5 => Color::Yellow,
        _ => Color::Red,
    }
}

fn ink_of(number: u32) -> Color {
    match number {
        1 => Color::Blue,
        2 => Color::Green,
        3 => Color::Red,
        4 => Color::Magenta,
        _ => Color::Cyan,
    }
}

impl BoardView for MinesSession {
    fn session(&self) -> &AnySession {
        self
    }

    fn title(&self) -> String {
        let board = &self.board;
        let seed = self.seed().map_or_else(|| "; entered".to_owned(), |seed| format!("; seed {seed}"));
        let mines = counted(board.mines(), "mine");
        format!("Minesweeper, {} x {} cells, {mines}{seed}", board.rows(), board.columns())
    }

    fn result(&self) -> String {
        let what = if self.won == Some(true) { "won" } else { "lost" };
        let guesses = panel::count(self.guesses as usize, "guess", "guesses");
        format!("{what} after {guesses}; chance to get this far: {}", panel::number(&self.survived))
    }

    fn min_size(&self) -> Size {
        let (rows, columns) = size(self);
        Size { width: (2 * columns).max(72), height: rows + 6 }
    }

    /// Places the lines beside the board if there is room, and otherwise below it in two columns.
    fn parts(&self, area: Rect, message: u16) -> Parts {
        let (rows, columns) = size(self);
        let is_beside = 2 * columns + 2 + panel::WIDTH <= area.width;
        let below = if is_beside { 0 } else { 2 };
        let split = [
            Constraint::Length(1),
            Constraint::Min(rows),
            Constraint::Length(below),
            Constraint::Length(message),
            Constraint::Length(2),
        ];
        let [title, middle, under, message, keys] = area.layout(&Layout::vertical(split));
        if !is_beside {
            return Parts { title, board: middle, panel: under, message, keys };
        }
        let split = [Constraint::Min(2 * columns), Constraint::Length(2), Constraint::Length(panel::WIDTH)];
        let [board, _, panel] = middle.layout(&Layout::horizontal(split));
        Parts { title, board, panel, message, keys }
    }

    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid> {
        let (rows, columns) = size(self);
        let width = if 3 * columns <= area.width { 3 } else { 2 };
        let grid = BoardGrid::new(area, Size { width, height: 1 }, columns, rows * columns);
        draw(self, grid, shown.cursor, shown.odds, look, frame.buffer_mut());
        Some(grid)
    }

    /// Returns the lines about the cell at the cursor and the game, most important first.
    fn lines(&self, shown: Visibility, _: ScreenStyle, _: usize) -> Vec<Line<'static>> {
        let Visibility { cursor, odds: risks, fractions, .. } = shown;
        let shown = |risk: &Rational| if fractions { panel::fraction(risk, 18) } else { panel::number(risk) };
        let row = |name: &str, cell: String| {
            let width = usize::from(panel::WIDTH).saturating_sub(name.chars().count());
            Line::from(format!("{name}{cell:>width$}"))
        };
        let mut lines = vec![row("Mines left", self.unflagged().to_string())];
        if let Some(risk) =
            cursor.filter(|_| risks && self.won.is_none()).and_then(|place| self.risk_at(place))
        {
            lines.push(row("Risk at the cursor", shown(&risk)));
        }
        if self.is_entered() {
            if let Ok(risk) = self.risk() {
                let placements = risk.placements().to_string();
                let text =
                    if placements.len() > 18 { format!("{} digits", placements.len()) } else { placements };
                lines.push(row("Placements", text));
            }
            return lines;
        }
        lines.push(row("P(safe so far)", shown(&self.survived)));
        lines.push(row("Guesses", self.guesses.to_string()));
        lines.push(row("Luck of this click", panel::change(&self.meter().last[0])));
        lines.push(row("Luck so far", panel::change(&self.meter().luck[0])));
        lines.push(row("By choices so far", panel::change(&self.meter().choice[0])));
        lines
    }

    fn draw_lines(&self, lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame<'_>) {
        if area.width == panel::WIDTH {
            return panel::lines(lines, area, frame);
        }
        for (place, line) in lines.into_iter().take(4).enumerate() {
            let (x, y) = ((place as u16 % 2) * (panel::WIDTH + 3), place as u16 / 2);
            let at = Rect { x: area.x + x, y: area.y + y, width: panel::WIDTH, height: 1 };
            frame.render_widget(line, at.intersection(area));
        }
    }

    fn message(&self) -> String {
        match (self.risk(), self.last_step()) {
            (Err(why), _) => why.to_owned(),
            (Ok(_), "") if self.is_entered() => "enter what the other program shows".to_owned(),
            (Ok(_), "") => "open a cell".to_owned(),
            (Ok(_), text) => text.to_owned(),
        }
    }

    /// Returns `true` for an entered position, whose purpose is to see the risks.
    fn begins_with_odds(&self) -> bool {
        self.is_entered()
    }

    fn keys(&self) -> &'static Keys {
        match self.is_entered() {
            true => &[
                ("arrows", "move"),
                ("0-8", "opened"),
                (".", "hidden"),
                ("*", "a known mine"),
                ("f", "flag"),
                ("o", "odds"),
                ("h", "safest"),
            ],
            false => &[
                ("arrows", "move"),
                ("enter", "open"),
                ("f", "flag"),
                ("o", "odds"),
                ("h", "hint"),
                ("x", "fractions"),
            ],
        }
    }

    fn help(&self) -> &'static Keys {
        &[
            ("arrows", "choose a cell"),
            ("enter, space", "open the cell (or click)"),
            ("f", "set or remove a flag (or right-click the cell with the mouse)"),
            ("0-8 . *", "with --board: enter what the other program shows"),
            ("o", "show or hide the risk of every cell"),
            ("h", "the safest cells"),
            ("x", "fractions in place of decimals"),
            ("q, esc", "leave the game"),
            ("2% or .2", "a risk, in percent or in tenths; 2 alone is opened"),
            ("✓ ✗", "safe, or a mine, for certain"),
            ("· ▒ F *", "opened without mines around it, hidden, flagged, a mine"),
        ]
    }

    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        refused(self.play(MinesEntry::Open(cursor), job))
    }

    fn click(&mut self, place: Option<usize>, other: bool, job: &Job<'_>) -> Result<Notice, ScreenError> {
        match place {
            Some(place) if other => refused(self.play(MinesEntry::Flag(place), job)),
            Some(place) if !self.is_entered() => self.play_at_cursor(place, job),
            _ => Ok(None),
        }
    }

    fn hint(&mut self, cursor: &mut usize, _: &Job<'_>) -> Result<Notice, ScreenError> {
        let safest = self.safest();
        let note = match (self.won, self.risk(), safest.first()) {
            (Some(_), ..) => "the game is over".to_owned(),
            (None, Err(why), _) => why.to_owned(),
            (None, _, None) => "nothing is hidden".to_owned(),
            (None, Ok(_), Some(&first)) => {
                let risk = self.risk_at(first).unwrap_or_default();
                *cursor = if safest.contains(cursor) { *cursor } else { first };
                let cells = counted(safest.len(), "cell");
                match (risk == zero(), safest.len()) {
                    (true, 1) => format!("{cells} is certainly safe: the cursor is on it"),
                    (true, _) => format!("{cells} are certainly safe; the cursor is on one"),
                    (false, _) => {
                        let risk = panel::percent(&risk);
                        format!("safest: {cells} with a risk of {risk}; the cursor is on one")
                    }
                }
            }
        };
        Ok(Some((note, false)))
    }

    /// Stops at the edges of the board.
    fn cursor_after(&self, grid: BoardGrid, cursor: usize, key: KeyCode) -> usize {
        let columns = self.board.columns();
        match key {
            KeyCode::Left if cursor.is_multiple_of(columns) => cursor,
            KeyCode::Right if (cursor + 1).is_multiple_of(columns) => cursor,
            KeyCode::Home | KeyCode::End => cursor,
            _ => grid.moved(cursor, key),
        }
    }

    fn key(&mut self, key: KeyCode, cursor: &mut usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        match key {
            KeyCode::Char('f') => {
                let entry = match (self.is_entered(), self.board.cells()[*cursor]) {
                    (true, VisibleCell::Open(_) | VisibleCell::Mine) => {
                        MinesEntry::Set(*cursor, VisibleCell::Flag)
                    }
                    _ => MinesEntry::Flag(*cursor),
                };
                refused(self.play(entry, job))
            }
            KeyCode::Char(letter) if self.is_entered() => match VisibleCell::of(letter) {
                Some(cell) => refused(self.play(MinesEntry::Set(*cursor, cell), job)),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn is_unfinished(&self) -> bool {
        !self.is_entered() && !self.is_over() && !self.steps().is_empty()
    }
}
