//! Memory on the screen.

mod lines;

use lines::{face, hint_lines, lines, result, title};

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::cards::{self, Grid};
use super::panel;
use super::screen::{Board, Note, Shown, refused};
use super::terminal::Look;
use super::wrong;
use crate::play::Session;
use crate::play::memory::{Effort, Hint, Memory};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::prelude::Frame;
use ratatui::text::Line;
use std::time::{Duration, Instant};

/// A game on the screen.
pub(super) struct Table {
    game: Memory,
    hints: Option<Vec<Hint>>,
    cursor: usize,
    grid: Option<Grid>,
    /// The picture that is being typed for a place of a real table.
    entry: Option<Entry>,
    pause: Duration,
    /// The time at which a robot turns its next card.
    due: Option<Instant>,
}

/// A card of a real table that lies open, while it is typed what it shows.
struct Entry {
    place: usize,
    typed: String,
}

/// The most letters of a picture: what a card on the screen has room for.
const LETTERS: usize = 4;

const TYPING: [(&str, &str); 3] =
    [("enter", "that is it"), ("backspace", "mend it"), ("esc", "another card")];

const ENTRY: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("enter", "this card"),
    ("u", "undo"),
    ("h", "hint"),
    ("k", "known cards"),
    ("x", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

const KEYS: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("enter", "turn a card"),
    ("h", "hint"),
    ("k", "known cards"),
    ("o", "odds"),
    ("x", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

impl Table {
    pub(super) fn new(game: Memory, pause: Duration) -> Self {
        Self { game, hints: None, cursor: 0, grid: None, entry: None, pause, due: None }
    }

    fn is_human(&self) -> bool {
        self.game.setup().is_human(self.game.mover())
    }

    /// Asks what the card at `place` shows, if it lies on a real table and was not seen yet.
    fn ask(&mut self, place: usize) -> bool {
        let asks = self.game.is_entered() && !self.game.is_over() && !self.game.is_seen(place);
        if asks {
            self.cursor = place;
            self.entry = Some(Entry { place, typed: String::new() });
        }
        asks
    }

    /// A key while it is typed what a card shows.
    fn typed(&mut self, mut entry: Entry, key: KeyCode, watch: &Watch) -> Result<Note, Fail> {
        match key {
            KeyCode::Esc if self.is_human() => return Ok(None),
            KeyCode::Enter if !entry.typed.is_empty() => {
                let entered = self.game.enter(entry.place, &entry.typed, &watch.run());
                let note = refused(wrong::refused(entered, watch)?);
                self.due = Some(Instant::now() + self.pause);
                return Ok(note);
            }
            KeyCode::Backspace => drop(entry.typed.pop()),
            KeyCode::Char(letter) if letter.is_alphanumeric() && entry.typed.chars().count() < LETTERS => {
                entry.typed.extend(letter.to_lowercase());
            }
            _ => {}
        }
        self.entry = Some(entry);
        Ok(None)
    }
}

impl Board for Table {
    fn session(&self) -> &dyn Session {
        &self.game
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut self.game
    }

    fn snapshot(&mut self) -> Box<dyn Board> {
        Box::new(Self::new(self.game.snapshot(), self.pause))
    }

    fn title(&self) -> String {
        title(&self.game)
    }

    fn result(&self) -> String {
        result(&self.game)
    }

    fn ended(&self) -> String {
        format!("{}; {}", self.game.told(), self.result())
    }

    fn draw(&mut self, shown: Shown, look: Look, area: Rect, frame: &mut Frame<'_>) {
        let (game, cursor) = (&self.game, self.cursor);
        self.grid = cards::draw(game.cards().len(), area, frame, |grid, place, buffer| {
            let face = face(game, place, shown.known);
            grid.draw(place, &face, shown.cursor && place == cursor, look, buffer);
        });
    }

    fn lines(&self, shown: Shown, look: Look, room: usize) -> Vec<Line<'static>> {
        let mut lines = lines(&self.game, shown, look);
        if let Some(hints) = &self.hints {
            // A hint is asked for: it comes before what else there is to say.
            let hints = hint_lines(&self.game, hints, look);
            panel::cut(&mut lines, room.saturating_sub(hints.len()));
            lines.extend(hints);
        }
        lines
    }

    fn told(&self) -> String {
        if let Some(entry) = &self.entry {
            let who = match self.is_human() {
                true => "what does this card show?".to_owned(),
                false => format!("player {} turns this card; what does it show?", self.game.mover() + 1),
            };
            return format!("{who} a name of up to {LETTERS} letters: {}_", entry.typed);
        }
        match (&self.hints, self.game.told()) {
            (Some(hints), _) => {
                let best = hints.first();
                best.map_or_else(String::new, |hint| format!("hint: {}, {}", hint.name, hint.meaning))
            }
            (None, told) if told.is_empty() => "turn a card".to_owned(),
            (None, told) => told,
        }
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        match (&self.entry, self.game.is_entered()) {
            (Some(_), _) => &TYPING,
            (None, true) => &ENTRY,
            (None, false) => &KEYS,
        }
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("arrows", "choose a card"),
            ("enter, space", "turn it; so does a click. A card of your own: then type its picture"),
            ("u", "undo, with cards of your own"),
            ("h", "what every tactic is worth, the best first"),
            ("k", "the cards that everybody could remember, in dotted frames"),
            ("o", "the odds, or none"),
            ("x", "fractions beside the decimals"),
            ("q, esc", "leave the game"),
            ("═", "a double frame: face up"),
            ("·2", "taken by player 2"),
            ("wins", "the probability of winning from here"),
            ("pairs", "the pairs to be expected at the end"),
            ("luck", "how far cards moved them; choice: how far players did"),
        ]
    }

    fn point(&mut self, at: Position) -> bool {
        let place = self.grid.and_then(|grid| grid.place(at));
        self.cursor = place.unwrap_or(self.cursor);
        place.is_some()
    }

    fn act(&mut self, watch: &Watch) -> Result<Note, Fail> {
        if !self.game.is_over() && !self.is_human() {
            // A key is in a hurry.
            self.due = None;
            return Ok(None);
        }
        self.hints = None;
        if self.ask(self.cursor) {
            return Ok(None);
        }
        let turned = self.game.turn(self.cursor, &watch.run());
        let note = refused(wrong::refused(turned, watch)?);
        self.due = Some(Instant::now() + self.pause);
        Ok(note)
    }

    fn click(&mut self, at: Position, _: bool, watch: &Watch) -> Result<Note, Fail> {
        if self.entry.is_some() && !self.is_human() {
            // The robot has chosen.
            return Ok(None);
        }
        self.entry = None;
        if self.point(at) { self.act(watch) } else { Ok(None) }
    }

    fn hint(&mut self, watch: &Watch) -> Result<Note, Fail> {
        if self.hints.take().is_some() || self.game.is_over() || !self.is_human() {
            return Ok(None);
        }
        let most = Effort::Best.most(self.game.scores().len());
        if self.game.setup().pairs() > most {
            return Ok(Some((format!("hints are for boards of up to {most} pairs"), true)));
        }
        match self.game.hints(&watch.run()) {
            Ok(hints) => self.hints = Some(hints),
            Err(error) => return Ok(refused(wrong::refused(Err(error), watch)?)),
        }
        Ok(None)
    }

    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<Note, Fail> {
        if let Some(entry) = self.entry.take() {
            return self.typed(entry, key, watch);
        }
        if key == KeyCode::Char('u') && self.game.is_entered() {
            self.hints = None;
            return Ok(refused(wrong::refused(self.game.undo(&watch.run()), watch)?));
        }
        if let Some(grid) = self.grid {
            self.cursor = grid.moved(self.cursor, key);
        }
        Ok(None)
    }

    fn is_typing(&self) -> bool {
        self.entry.is_some()
    }

    fn pass(&mut self, watch: &Watch) -> Result<Duration, Fail> {
        const IDLE: Duration = Duration::from_secs(1);
        if self.game.is_over() || self.is_human() || self.entry.is_some() {
            return Ok(IDLE);
        }
        let now = Instant::now();
        if let Some(due) = self.due.filter(|due| *due > now) {
            return Ok(due - now);
        }
        let run = watch.run();
        let place = self.game.robot(&run);
        if place.as_ref().is_ok_and(|&place| self.ask(place)) {
            return Ok(IDLE);
        }
        let played = place.and_then(|place| self.game.turn(place, &run));
        if let Some(why) = wrong::refused(played, watch)? {
            // Only a policy from a file can know too little.
            return Err(Fail::usage(why).help("chancetree best memory --pairs 8 --save FILE"));
        }
        self.due = Some(now + self.pause);
        Ok(Duration::ZERO)
    }
}
