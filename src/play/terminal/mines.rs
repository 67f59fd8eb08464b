//! The board of Minesweeper.

use super::areas::{split_columns, split_rows};
use super::board_grid::BoardGrid;
use super::mines_board::{draw, draw_numbers, size};
use super::panel::Parts;
use super::screen::{BoardView, Notice, Visibility, refused};
use super::{Keys, ScreenError, ScreenStyle, panel};
use crate::exact::Rational;
use crate::family::counted;
use crate::games::mines::advice::{ClickAdvice, SafeCell};
use crate::games::mines::prior::MinePrior;
use crate::games::mines::risk::RiskError;
use crate::games::mines::system::VisibleCell;
use crate::mines::{MinesEntry, MinesSession};
use crate::model::Job;
use crate::{AnySession, PlayError, PlayedGame as _};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Rect, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;

/// The columns beside the board for the numbers of rows.
const GUTTER: u16 = 3;

/// The number of cells in a list of advice.
const LISTED: usize = 5;

/// A game of Minesweeper on the screen.
pub(super) struct MinesView {
    game: MinesSession,
    /// The lines of a requested hint, until the next step.
    advice: Vec<String>,
}

impl MinesView {
    pub(super) fn new(game: MinesSession) -> Self {
        Self { game, advice: Vec::new() }
    }

    /// Makes a step, after which the hint is out of date.
    fn step(&mut self, entry: MinesEntry, job: &Job<'_>) -> Result<Notice, ScreenError> {
        self.advice.clear();
        refused(self.game.play(entry, job))
    }

    /// Returns the name of a cell.
    fn name(&self, place: usize) -> String {
        let [row, column] = self.game.board.grid().at(place);
        format!("{row},{column}")
    }

    /// Lists the best cells with their numbers, moves the cursor to the best one, and returns why it is the best.
    fn advise(&mut self, advice: &ClickAdvice, cursor: &mut usize) -> String {
        let risk = |place: usize| self.game.risk_at(place).unwrap_or_default();
        let line = |place: usize, cells: &[String]| panel::row(&format!(" {}", self.name(place)), cells);
        let heads = |first: &str| panel::row("Open next", &[first.to_owned(), "risk".to_owned()]);
        let (best, lines, note) = match advice {
            ClickAdvice::Safe(cells) => {
                let Some(SafeCell { place, why }) =
                    cells.iter().find(|cell| cell.place == *cursor).or(cells.first())
                else {
                    return "only mines are left".to_owned();
                };
                let cells_seen = self.game.board.cells();
                let why = why.words(|number| format!("{} at {}", cells_seen[number], self.name(number)));
                let all = match cells.len() {
                    1 => "1 cell is safe".to_owned(),
                    count => format!("{count} cells are safe"),
                };
                (*place, Vec::new(), format!("{all}; {}: {why}", self.name(*place)))
            }
            ClickAdvice::Exact(cells) => {
                let (place, win) = &cells[0];
                let rows = cells
                    .iter()
                    .map(|(place, win)| line(*place, &[panel::number(win), panel::number(&risk(*place))]));
                let lines = [heads("wins")].into_iter().chain(rows.take(LISTED)).collect();
                let what = format!(
                    "best: {} wins {} of the placements (exact)",
                    self.name(*place),
                    panel::percent(win)
                );
                (*place, lines, format!("{what}, with a risk of {}", panel::percent(&risk(*place))))
            }
            ClickAdvice::Estimate(cells) => {
                let (place, outlook) = &cells[0];
                let rows = cells.iter().map(|(place, outlook)| {
                    line(*place, &[format!("{:.4}", outlook.score), panel::number(&risk(*place))])
                });
                let lines = [heads("score")].into_iter().chain(rows.take(LISTED)).collect();
                let what =
                    format!("best (estimate): {}, risk {}", self.name(*place), panel::percent(&risk(*place)));
                (
                    *place,
                    lines,
                    format!("{what}; reveals a safe cell with probability {:.0} %", 100.0 * outlook.progress),
                )
            }
            ClickAdvice::Risk(cells) => {
                let (place, least) = &cells[0];
                (
                    *place,
                    Vec::new(),
                    format!("lowest risk: {} with {}", self.name(*place), panel::percent(least)),
                )
            }
        };
        *cursor = best;
        self.advice = lines;
        if !self.advice.is_empty() {
            self.advice.insert(0, String::new());
        }
        note
    }
}

impl BoardView for MinesView {
    fn session(&self) -> &AnySession {
        &self.game
    }

    fn title(&self) -> String {
        let board = &self.game.board;
        let seed = self.game.seed().map_or_else(|| "; entered".to_owned(), |seed| format!("; seed {seed}"));
        let mines = counted(board.mines(), "mine");
        format!("Minesweeper, {} x {} cells, {mines}{seed}", board.rows(), board.columns())
    }

    fn result(&self) -> String {
        let what = if self.game.won == Some(true) { "won" } else { "lost" };
        let guesses = panel::count(self.game.guesses as usize, "guess", "guesses");
        format!("{what} after {guesses}; chance to get this far: {}", panel::number(&self.game.survived))
    }

    fn min_size(&self) -> Size {
        let (rows, columns) = size(&self.game);
        Size { width: (2 * columns + GUTTER).max(panel::LEAST_WIDTH), height: rows + 7 }
    }

    /// Places the lines beside the board if there is room, and otherwise below it, in two columns if both fit.
    fn parts(&self, area: Rect, message: u16) -> Parts {
        let (_, columns) = size(&self.game);
        let is_beside = GUTTER + 2 * columns + 2 + panel::WIDTH <= area.width;
        let below = if is_beside { 0 } else { 2 };
        let [title, middle, under, message, keys] =
            split_rows(area, [Some(1), None, Some(below), Some(message), Some(2)]);
        if !is_beside {
            return Parts { title, board: middle, panel: under, message, keys };
        }
        let [board, _, panel] = split_columns(middle, [None, Some(2), Some(panel::WIDTH)]);
        Parts { title, board, panel, message, keys }
    }

    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid> {
        let (rows, columns) = size(&self.game);
        // Four columns separate risks such as 20% from each other.
        let width = [4, 3].into_iter().find(|width| GUTTER + width * columns <= area.width).unwrap_or(2);
        let cells = Rect {
            x: area.x + GUTTER,
            y: area.y + 1,
            width: area.width.saturating_sub(GUTTER),
            height: area.height.saturating_sub(1),
        };
        let grid = BoardGrid::new(cells, Size { width, height: 1 }, columns, rows * columns);
        draw_numbers(grid, (rows, columns), area, frame.buffer_mut());
        draw(&self.game, grid, shown.cursor, shown.odds, look, frame.buffer_mut());
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
        let mut lines = vec![row("Mines left", self.game.unflagged().to_string())];
        if let Some(risk) =
            cursor.filter(|_| risks && self.game.won.is_none()).and_then(|place| self.game.risk_at(place))
        {
            lines.push(row("Risk at the cursor", shown(&risk)));
        }
        if self.game.is_entered() {
            if let Ok(risk) = self.game.risk() {
                let placements = risk.placements().to_string();
                let text =
                    if placements.len() > 18 { format!("{} digits", placements.len()) } else { placements };
                lines.push(row("Placements", text));
            }
            lines.extend(self.advice.iter().map(|line| Line::from(line.clone())));
            return lines;
        }
        lines.push(row("P(safe so far)", shown(&self.game.survived)));
        lines.push(row("Guesses", self.game.guesses.to_string()));
        lines.push(row("Luck of this click", panel::change(&self.game.meter().last[0])));
        lines.push(row("Luck so far", panel::change(&self.game.meter().luck[0])));
        lines.push(row("By choices so far", panel::change(&self.game.meter().choice[0])));
        lines.extend(self.advice.iter().map(|line| Line::from(line.clone())));
        lines
    }

    fn draw_lines(&self, lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame<'_>) {
        if area.width == panel::WIDTH {
            return panel::lines(lines, area, frame);
        }
        let columns = if area.width >= 2 * panel::WIDTH + 3 { 2 } else { 1 };
        for (place, line) in lines.into_iter().take(4).enumerate() {
            let (x, y) = ((place as u16 % columns) * (panel::WIDTH + 3), place as u16 / columns);
            let at = Rect { x: area.x + x, y: area.y + y, width: panel::WIDTH, height: 1 };
            frame.render_widget(line, at.intersection(area));
        }
    }

    fn message(&self) -> String {
        match (self.game.risk(), self.game.last_step()) {
            (Err(why), _) => why.to_owned(),
            (Ok(_), "") if self.game.is_entered() => "enter what the other program shows".to_owned(),
            (Ok(_), "") => "open a cell".to_owned(),
            (Ok(_), text) => text.to_owned(),
        }
    }

    /// Returns `true` for an entered position, whose purpose is to see the risks.
    fn begins_with_odds(&self) -> bool {
        self.game.is_entered()
    }

    fn keys(&self) -> &'static Keys {
        match self.game.is_entered() {
            true => &[
                ("arrows", "move"),
                ("0-8", "opened"),
                (".", "hidden"),
                ("*", "a known mine"),
                ("f", "flag"),
                ("o", "odds"),
                ("h", "hint"),
            ],
            false => &[
                ("arrows", "move"),
                ("5,3", "row, column"),
                ("enter", "open"),
                ("f", "flag"),
                ("o", "odds"),
                ("h", "hint"),
                ("x", "fractions"),
            ],
        }
    }

    fn help(&self) -> &'static Keys {
        match self.game.is_entered() {
            true => &[
                ("arrows", "choose a cell"),
                ("0-8 . *", "enter what the other program shows"),
                ("f", "set or remove a flag (or right-click the cell with the mouse)"),
                ("o", "show or hide the risk of every cell"),
                ("h", "the best cells to open, with reasons"),
                ("x", "fractions in place of decimals"),
                ("q, esc", "leave the game"),
                ("20%", "a risk; in narrow cells .2 stands for 20%; 2 alone is opened"),
                ("✓ ✗", "safe, or a mine, for certain"),
                ("· ▒ F *", "opened without mines around it, hidden, flagged, a mine"),
            ],
            false => &[
                ("arrows", "choose a cell"),
                ("5,3", "type the row and the column of a cell; enter opens it"),
                ("enter, space", "open the cell (or click)"),
                ("f", "set or remove a flag (or right-click the cell with the mouse)"),
                ("o", "show or hide the risk of every cell"),
                ("h", "the best cells to open, with reasons"),
                ("x", "fractions in place of decimals"),
                ("q, esc", "leave the game"),
                ("20%", "a risk; in narrow cells .2 stands for 20%; 2 alone is opened"),
                ("✓ ✗", "safe, or a mine, for certain"),
                ("· ▒ F *", "opened without mines around it, hidden, flagged, a mine"),
            ],
        }
    }

    /// Cells are named by row and column. In an entered position, digits are what the other program shows.
    fn typed_letters(&self) -> &'static str {
        if self.game.is_entered() { "" } else { "0123456789," }
    }

    fn typed_place(&self, typed: &str) -> Result<Option<usize>, String> {
        let (rows, columns) = (self.game.board.rows(), self.game.board.columns());
        let wrong = || {
            format!(
                "{typed} is not a cell: type a row up to {rows} and a column up to {columns}, such as 1,1"
            )
        };
        let number = |text: &str, most: usize| match text.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(wrong()),
        };
        match typed.split_once(',') {
            None => number(typed, rows).map(|_| None),
            Some((row, "")) => number(row, rows).map(|_| None),
            Some((row, column)) => {
                Ok(Some((number(row, rows)? - 1) * columns + number(column, columns)? - 1))
            }
        }
    }

    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        self.step(MinesEntry::Open(cursor), job)
    }

    fn click(&mut self, place: Option<usize>, other: bool, job: &Job<'_>) -> Result<Notice, ScreenError> {
        match place {
            Some(place) if other => self.step(MinesEntry::Flag(place), job),
            Some(place) if !self.game.is_entered() => self.play_at_cursor(place, job),
            _ => Ok(None),
        }
    }

    fn hint(&mut self, cursor: &mut usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        let note = match (self.game.won, self.game.risk()) {
            (Some(_), _) => "the game is over".to_owned(),
            (None, Err(why)) => why.to_owned(),
            (None, Ok(_)) if self.game.is_free() => "the first cell is safe, wherever it is".to_owned(),
            (None, Ok(risk)) => {
                let (board, mines) = (&self.game.board, MinePrior::Exact(self.game.board.mines()));
                let advice = board.system().map_err(RiskError::from);
                let advice = advice.and_then(|system| ClickAdvice::of(board, &system, (risk, &mines), job));
                match advice {
                    Ok(advice) => self.advise(&advice, cursor),
                    Err(RiskError::Engine(error)) => return Err(PlayError::from(error).into()),
                    Err(why) => why.to_string(),
                }
            }
        };
        Ok(Some((note, false)))
    }

    /// Stops at the edges of the board.
    fn cursor_after(&self, grid: BoardGrid, cursor: usize, key: KeyCode) -> usize {
        let columns = self.game.board.columns();
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
                let entry = match (self.game.is_entered(), self.game.board.cells()[*cursor]) {
                    (true, VisibleCell::Open(_) | VisibleCell::Mine) => {
                        MinesEntry::Set(*cursor, VisibleCell::Flag)
                    }
                    _ => MinesEntry::Flag(*cursor),
                };
                self.step(entry, job)
            }
            KeyCode::Char(letter) if self.game.is_entered() => match VisibleCell::of(letter) {
                Some(cell) => self.step(MinesEntry::Set(*cursor, cell), job),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn is_unfinished(&self) -> bool {
        !self.game.is_entered() && !self.game.is_over() && !self.game.steps().is_empty()
    }
}
