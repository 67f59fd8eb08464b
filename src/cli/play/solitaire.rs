//! Memory for one player on the screen.

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::cards::{Face, Grid};
use super::panel::{self, Parts};
use super::terminal::{Look, Scene};
use super::wrong;
use crate::exact::{Rational, ratio};
use crate::play::Session;
use crate::play::solitaire::{Card, Solitaire};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::Duration;

/// The screen of a game.
pub(super) struct Screen {
    game: Solitaire,
    known: bool,
    odds: bool,
    fractions: bool,
    cursor: usize,
    grid: Option<Grid>,
    note: Option<(String, bool)>,
}

const KEYS: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("enter", "turn a card"),
    ("h", "hint"),
    ("k", "turned cards"),
    ("o", "odds"),
    ("f", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

impl Screen {
    pub(super) fn new(game: Solitaire) -> Self {
        Self { game, known: false, odds: true, fractions: false, cursor: 0, grid: None, note: None }
    }

    pub(super) fn game(&self) -> &Solitaire {
        &self.game
    }

    fn turn(&mut self, place: usize, watch: &Watch) -> Result<(), Fail> {
        let refused = wrong::refused(self.game.turn(place, &watch.run()), watch)?;
        self.note = refused.map(|why| (why, true));
        Ok(())
    }

    fn hint(&self) -> String {
        match self.game.hint() {
            _ if self.game.is_over() => "all pairs are collected".to_owned(),
            Some(place) => {
                let symbol =
                    self.game.remembered(place).map_or_else(String::new, |symbol| symbol.to_string());
                format!("hint: card {} is {symbol}, and its mate is known", place + 1)
            }
            None => "hint: a card that was never turned".to_owned(),
        }
    }
}

/// Returns the look of a card of the game.
pub(super) fn face(game: &Solitaire, place: usize, known: bool) -> Face {
    if let Some(symbol) = game.face(place) {
        return Face::Up(symbol.to_string());
    }
    match (game.cards()[place], game.remembered(place)) {
        (Card::Collected, _) => Face::Gone("·".to_owned()),
        (_, Some(symbol)) if known => Face::Remembered(symbol.to_string()),
        _ => Face::Down,
    }
}

/// The result, and how it came about.
pub(super) fn result(game: &Solitaire) -> String {
    let turns = panel::count(game.turns() as usize, "turn", "turns");
    format!("all pairs collected in {turns}, {} of them lucky", game.lucky())
}

/// The title of a game.
pub(super) fn title(game: &Solitaire) -> String {
    let parameters = game.parameters();
    let seed =
        if parameters["seed"].is_null() { String::new() } else { format!("; seed {}", parameters["seed"]) };
    let pairs = panel::count(game.cards().len() / 2, "pair", "pairs");
    format!("Solitaire Memory, {pairs}{seed}")
}

/// Tells what may be expected, and luck.
pub(super) fn lines(game: &Solitaire, odds: bool, fractions: bool) -> Vec<Line<'static>> {
    let count = |name: &str, number: u32| Line::from(panel::row(name, &[number.to_string()]));
    let mut lines = vec![
        panel::head(&panel::row("So far", &[])),
        count(" turns", game.turns()),
        count(" lucky turns", game.lucky()),
        count(" pairs left", game.table().pairs().into()),
        count(" known pairs left lying", game.table().known.into()),
    ];
    if !odds {
        return lines;
    }
    let (values, meter) = (game.values(), game.meter());
    let left = &values[0] - ratio(game.turns(), 1);
    lines.extend([Line::default(), panel::head(&panel::row("Expected", &[]))]);
    let rows = [
        (" turns left", &left),
        (" turns of the game", &values[0]),
        ("   at the beginning", &game.begun()[0]),
        (" lucky turns of the game", &values[1]),
    ];
    for (name, value) in rows {
        lines.push(Line::from(panel::row(name, &[panel::number(value)])));
        if fractions {
            lines.push(Line::from(format!("   {}", panel::fraction(value, 30))));
        }
    }
    lines.push(Line::default());
    lines.push(panel::head(&panel::row("Turns more or less by", &[])));
    let change = |name: &str, value: &Rational| Line::from(panel::row(name, &[panel::change(value)]));
    lines.push(change(" luck of this card", &meter.last[0]));
    lines.push(change(" luck so far", &meter.luck[0]));
    lines.push(change(" choices so far", &meter.choice[0]));
    lines
}

impl Scene for Screen {
    fn least(&self) -> Size {
        Size { width: 72, height: 20 }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let parts = Parts::of(frame.area());
        panel::title(&title(&self.game), parts.title, frame);
        self.grid = Grid::fit(self.game.cards().len(), parts.board);
        match self.grid {
            Some(grid) => {
                for place in 0..self.game.cards().len() {
                    let face = face(&self.game, place, self.known);
                    grid.draw(place, &face, place == self.cursor, look, frame.buffer_mut());
                }
            }
            None => frame.render_widget("a larger terminal is needed", parts.board),
        }
        panel::lines(lines(&self.game, self.odds, self.fractions), parts.panel, frame);
        let told = match &self.note {
            Some((note, _)) => note.clone(),
            None if self.game.is_over() => format!("{}. {}", result(&self.game), look.after()),
            None if self.game.told().is_empty() => "turn a card".to_owned(),
            None => self.game.told(),
        };
        let refused = self.note.as_ref().is_some_and(|(_, refused)| *refused);
        panel::message(&told, refused, look, parts.message, frame);
        panel::keys(&KEYS, look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<bool, Fail> {
        self.note = None;
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.turn(self.cursor, watch)?,
            KeyCode::Char('h') => self.note = Some((self.hint(), false)),
            KeyCode::Char('k') => self.known ^= true,
            KeyCode::Char('o') => self.odds ^= true,
            KeyCode::Char('f') => self.fractions ^= true,
            other => {
                if let Some(grid) = self.grid {
                    self.cursor = grid.moved(self.cursor, other);
                }
            }
        }
        Ok(true)
    }

    fn click(&mut self, at: Position, _: bool, watch: &Watch) -> Result<(), Fail> {
        self.note = None;
        if let Some(place) = self.grid.and_then(|grid| grid.place(at)) {
            self.cursor = place;
            self.turn(place, watch)?;
        }
        Ok(())
    }

    fn session(&self) -> Option<&dyn Session> {
        Some(&self.game)
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("arrows", "choose a card"),
            ("enter, space", "turn it; so does a click"),
            ("h", "a card to turn next"),
            ("k", "the cards that were turned before, in dotted frames"),
            ("o", "what may be expected, or nothing"),
            ("f", "fractions beside the decimals"),
            ("q, esc", "leave the game"),
            ("luck", "how far cards moved the turns to be expected; less is better"),
        ]
    }

    fn pass(&mut self, _: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}
