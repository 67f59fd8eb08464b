//! The board of a guessing game.

use super::board_grid::BoardGrid;
use super::panel::Parts;
use super::screen::{BoardView, Notice, Visibility, refused};
use super::seat_words::SeatWords;
use super::{Keys, ScreenError, ScreenStyle, cards, panel};
use crate::exact::Rational;
use crate::guess::GuessSession;
use crate::model::Job;
use crate::{AnySession, PlayedGame as _};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Rect, Size};
use ratatui::prelude::{Buffer, Frame};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

/// A guessing game on the screen.
pub(super) struct GuessView {
    game: GuessSession,
    hint: bool,
}

/// The size of a number on the screen, with the space around it.
const EACH: Size = Size { width: 5, height: 1 };

/// Returns the number of columns of numbers: ten, if there is room.
fn columns(width: u16) -> u16 {
    (width / EACH.width).clamp(1, 10)
}

fn number(place: usize) -> u16 {
    place as u16 + 1
}

/// Draws the numbers. Numbers that are no longer possible are dots.
fn draw(game: &GuessSession, grid: BoardGrid, cursor: Option<u16>, look: ScreenStyle, buffer: &mut Buffer) {
    let (low, high) = game.interval();
    for number in 1..=game.rules.numbers() {
        let at = grid.rect(usize::from(number - 1));
        let hit = game.is_over() && number == game.secret;
        let possible = (low..=high).contains(&number) && (!game.is_over() || hit);
        let (open, close) = match () {
            () if cursor == Some(number) => ('>', '<'),
            () if hit => ('[', ']'),
            () => (' ', ' '),
        };
        let text = if possible { format!("{open}{number:>3}{close}") } else { format!("{open}  ·{close}") };
        let style = match () {
            () if hit => look.ink(Color::Green).add_modifier(Modifier::BOLD),
            () if cursor == Some(number) => look.ink(Color::Cyan).add_modifier(Modifier::BOLD),
            () if possible => Style::new(),
            () => Style::new().add_modifier(Modifier::DIM),
        };
        buffer.set_string(at.x, at.y, text, style);
    }
}

fn seat_words(game: &GuessSession) -> SeatWords<'_> {
    SeatWords { plays: &game.names, names: &game.players }
}

fn guesses(number: u16) -> String {
    panel::count(number.into(), "guess", "guesses")
}

/// Returns the lines with the odds of every seat.
fn odds_lines(game: &GuessSession, odds: bool, fractions: bool, look: ScreenStyle) -> Vec<Line<'static>> {
    let labels = seat_words(game).labels();
    let mut lines = vec![panel::head("Players", [if odds { "wins" } else { "" }])];
    let no_winner = game.no_winner();
    let shares: Vec<Rational> = game.values.iter().chain(&no_winner).cloned().collect();
    let numbers = panel::numbers(&shares);
    for (seat, value) in game.values.iter().enumerate() {
        let moves = seat == usize::from(game.mover) && !game.is_over();
        let cells = if odds { numbers[seat].clone() } else { String::new() };
        lines.push(panel::seat((&labels, seat), moves, &[cells], look));
        if odds && fractions {
            lines.push(Line::from(format!("   {}", panel::fraction(value, 30))));
        }
    }
    if !odds {
        return lines;
    }
    if let Some(no_winner) = no_winner {
        lines.push(Line::from(panel::row("   no one", &[numbers[game.values.len()].clone()])));
        lines.extend(fractions.then(|| Line::from(format!("   {}", panel::fraction(&no_winner, 30)))));
    }
    lines
}

/// Lists numbers in ascending order as intervals, such as `2 5-7`. A long list ends with an ellipsis.
fn intervals(numbers: &[u16]) -> String {
    /// The longest list, which fits into a row.
    const MOST: usize = 22;
    let mut text = String::new();
    for interval in numbers.chunk_by(|before, number| before + 1 == *number) {
        let next = match interval {
            [first, .., last] => format!("{first}-{last}"),
            [only] => only.to_string(),
            [] => continue,
        };
        if text.len() + next.len() > MOST {
            return text + "…";
        }
        text = format!("{text}{next} ");
    }
    text.trim_end().to_owned()
}

impl GuessView {
    pub(super) fn new(game: GuessSession) -> Self {
        Self { game, hint: false }
    }

    /// Returns the lines with the values of the best guess and the chosen guess.
    fn hints(&self, chosen: Option<u16>, look: ScreenStyle) -> Vec<Line<'static>> {
        let (low, high) = self.game.interval();
        let mover = usize::from(self.game.mover);
        let value = |number: u16| self.game.guessed(number).swap_remove(mover);
        let most = value(self.game.best());
        let best: Vec<u16> = (low..=high).filter(|&number| value(number) == most).collect();
        let mut lines = vec![Line::default(), panel::head("Hint: if you guess", ["wins"])];
        let row = panel::row(&format!("*{}", intervals(&best)), &[panel::number(&most)]);
        lines.push(Line::styled(row, look.ink(Color::Green)));
        let other = chosen.filter(|number| (low..=high).contains(number) && !best.contains(number));
        lines.extend(
            other.map(|number| {
                Line::from(panel::row(&format!(" {number}"), &[panel::number(&value(number))]))
            }),
        );
        lines
    }
}

impl BoardView for GuessView {
    fn session(&self) -> &AnySession {
        &self.game
    }

    fn title(&self) -> String {
        let game = &self.game;
        let players = seat_words(game).players();
        let seed = game.seed.map_or_else(String::new, |seed| format!("; seed {seed}"));
        let weighted = if game.rules.is_uniform() { "" } else { ", drawn by weights" };
        let limit = game.rules.most_guesses();
        let limit = limit.map_or_else(String::new, |most| format!(", {}", guesses(most)));
        let numbers = game.rules.numbers();
        format!("Guess a number from 1 to {numbers}{weighted}{limit}: {players}{seed}")
    }

    fn result(&self) -> String {
        let game = &self.game;
        match game.winner.map(usize::from) {
            Some(seat) => {
                format!("{}: it was {}", seat_words(game).winner(seat), game.secret)
            }
            None if game.is_over() => format!("no one wins: it was {}", game.secret),
            None => String::new(),
        }
    }

    fn min_size(&self) -> Size {
        Size { width: panel::LEAST_WIDTH, height: 13.max(self.game.rules.numbers().div_ceil(7) + 6) }
    }

    fn parts(&self, area: Rect, message: u16) -> Parts {
        let rows = self.game.rules.numbers().div_ceil(columns(area.width));
        Parts::of(area, message, Some(rows * EACH.height))
    }

    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid> {
        let grid = BoardGrid::new(area, EACH, columns(area.width), self.game.rules.numbers());
        draw(&self.game, grid, shown.cursor.map(number), look, frame.buffer_mut());
        Some(grid)
    }

    fn lines(&self, shown: Visibility, look: ScreenStyle, room: usize) -> Vec<Line<'static>> {
        let game = &self.game;
        let odds = odds_lines(game, shown.odds, shown.fractions, look);
        let numbers = ("Wins", &game.values[..], 0);
        let ledger = || panel::ledger(numbers, &game.players(), game.meter(), Some(" answer"));
        let luck = if shown.odds { ledger() } else { Vec::new() };
        let mut lines = Vec::new();
        let chosen = shown.cursor.map(number);
        if let Some(number) = chosen.filter(|_| !self.game.rules.is_uniform() && !self.game.is_over()) {
            let chance = panel::number(&self.game.chance(number));
            lines.push(Line::default());
            lines.push(Line::from(panel::row(&format!("It is {number}"), &[chance])));
        }
        if self.hint && !self.game.is_over() {
            lines.extend(self.hints(chosen, look));
        }
        // If there is too little room, the luck is cut off first.
        let fits = odds.len() + luck.len() + lines.len() <= room;
        let parts = if fits { [odds, luck, lines] } else { [odds, lines, luck] };
        parts.into_iter().flatten().collect()
    }

    fn seat_words(&self) -> Option<SeatWords<'_>> {
        Some(seat_words(&self.game))
    }

    fn message(&self) -> String {
        let (low, high) = self.game.interval();
        let left = self.game.left.map(|left| format!("{} left", guesses(left)));
        let where_it_is = format!("it is from {low} to {high}");
        let last_step = Some(self.last_step()).filter(|step| !step.is_empty());
        last_step.into_iter().chain([where_it_is]).chain(left).collect::<Vec<_>>().join("; ")
    }

    fn keys(&self) -> &'static Keys {
        &[
            ("arrows", "move"),
            ("0-9", "a number"),
            ("enter", "guess"),
            ("h", "hint"),
            ("o", "odds"),
            ("x", "fractions"),
        ]
    }

    fn help(&self) -> &'static Keys {
        &[
            ("arrows", "choose a number"),
            ("0-9", "type a number; backspace deletes a digit"),
            ("enter, space", "guess the number (or click)"),
            ("h", "the value of the best guesses and of the chosen guess"),
            ("o", "show or hide the odds"),
            ("x", "fractions beside the decimals"),
            ("q, esc", "leave the game"),
            ("1 luck", "how much the answers to player 1 changed the odds"),
            ("1 choice", "how much player 1 did by not guessing as assumed"),
        ]
    }

    fn typed_letters(&self) -> &'static str {
        cards::DIGITS
    }

    fn typed_place(&self, typed: &str) -> Result<Option<usize>, String> {
        cards::typed_place(typed, "number", self.game.rules.numbers().into())
    }

    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        if self.is_robots() {
            return Ok(None);
        }
        self.hint = false;
        refused(self.game.play(number(cursor), job))
    }

    fn hint(&mut self, _: &mut usize, _: &Job<'_>) -> Result<Notice, ScreenError> {
        self.hint = !self.hint && !self.is_robots();
        Ok(None)
    }

    fn cursor_after(&self, grid: BoardGrid, cursor: usize, key: KeyCode) -> usize {
        if matches!(key, KeyCode::Home | KeyCode::End) { cursor } else { grid.moved(cursor, key) }
    }

    fn robot(&mut self, _: &mut usize, job: &Job<'_>) -> Result<(), ScreenError> {
        Ok(self.game.play(self.game.best(), job)?)
    }
}
