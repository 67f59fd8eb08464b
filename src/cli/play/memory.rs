//! Memory on the screen.

mod lines;

use lines::hint_lines;
pub(super) use lines::{face, lines, result, title};

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::cards::Grid;
use super::panel::{self, Parts};
use super::seats::Effort;
use super::terminal::{Look, Scene};
use super::wrong;
use crate::play::Session;
use crate::play::memory::{Hint, Memory};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;
use std::time::{Duration, Instant};

/// The parts of a game that are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// The cards that everybody could remember.
    pub(super) known: bool,
    pub(super) odds: bool,
    pub(super) fractions: bool,
}

/// The screen of a game.
pub(super) struct Screen {
    game: Memory,
    shown: Shown,
    hints: Option<Vec<Hint>>,
    cursor: usize,
    grid: Option<Grid>,
    refused: Option<String>,
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
    ("f", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

const KEYS: [(&str, &str); 8] = [
    ("arrows", "move"),
    ("enter", "turn a card"),
    ("h", "hint"),
    ("k", "known cards"),
    ("o", "odds"),
    ("f", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

impl Screen {
    pub(super) fn new(game: Memory, pause: Duration) -> Self {
        let shown = Shown { known: false, odds: true, fractions: false };
        let (hints, grid, refused, entry, due) = (None, None, None, None, None);
        Self { game, shown, hints, cursor: 0, grid, refused, entry, pause, due }
    }

    pub(super) fn game(&self) -> &Memory {
        &self.game
    }

    fn is_human(&self) -> bool {
        self.game.setup().is_human(self.game.mover())
    }

    fn turn(&mut self, place: usize, watch: &Watch) -> Result<(), Fail> {
        if !self.game.is_over() && !self.is_human() {
            // A key is in a hurry.
            self.due = None;
            return Ok(());
        }
        self.hints = None;
        if self.ask(place) {
            return Ok(());
        }
        self.refused = wrong::refused(self.game.turn(place, &watch.run()), watch)?;
        self.due = Some(Instant::now() + self.pause);
        Ok(())
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
    fn typed(&mut self, mut entry: Entry, key: KeyCode, watch: &Watch) -> Result<(), Fail> {
        match key {
            KeyCode::Esc if self.is_human() => return Ok(()),
            KeyCode::Enter if !entry.typed.is_empty() => {
                let entered = self.game.enter(entry.place, &entry.typed, &watch.run());
                self.refused = wrong::refused(entered, watch)?;
                self.due = Some(Instant::now() + self.pause);
                return Ok(());
            }
            KeyCode::Backspace => drop(entry.typed.pop()),
            KeyCode::Char(letter) if letter.is_alphanumeric() && entry.typed.chars().count() < LETTERS => {
                entry.typed.extend(letter.to_lowercase());
            }
            _ => {}
        }
        self.entry = Some(entry);
        Ok(())
    }

    fn undo(&mut self, watch: &Watch) -> Result<(), Fail> {
        self.hints = None;
        self.refused = wrong::refused(self.game.undo(&watch.run()), watch)?;
        Ok(())
    }

    fn hint(&mut self, watch: &Watch) -> Result<(), Fail> {
        if self.hints.take().is_some() || self.game.is_over() || !self.is_human() {
            return Ok(());
        }
        let most = Effort::Best.most(self.game.scores().len());
        if self.game.setup().pairs() > most {
            self.refused = Some(format!("hints are for boards of up to {most} pairs"));
            return Ok(());
        }
        match self.game.hints(&watch.run()) {
            Ok(hints) => self.hints = Some(hints),
            Err(error) => self.refused = wrong::refused(Err(error), watch)?,
        }
        Ok(())
    }
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
                    let face = face(&self.game, place, self.shown.known);
                    grid.draw(place, &face, place == self.cursor, look, frame.buffer_mut());
                }
            }
            None => frame.render_widget("a larger terminal is needed", parts.board),
        }
        let mut lines = lines(&self.game, self.shown, look);
        if let Some(hints) = &self.hints {
            // A hint is asked for: it comes before what else there is to say.
            let room = usize::from(parts.panel.height);
            let hints = hint_lines(&self.game, hints, look);
            panel::cut(&mut lines, room.saturating_sub(hints.len()));
            lines.extend(hints);
        }
        panel::lines(lines, parts.panel, frame);
        let told = match (&self.refused, self.game.is_over()) {
            (Some(why), _) => why.clone(),
            (None, _) if self.entry.is_some() => {
                let typed = self.entry.as_ref().map_or("", |entry| &entry.typed);
                let who = match self.is_human() {
                    true => "what does this card show?".to_owned(),
                    false => format!("player {} turns this card; what does it show?", self.game.mover() + 1),
                };
                format!("{who} a name of up to {LETTERS} letters: {typed}_")
            }
            (None, false) if self.hints.is_some() => {
                let best = self.hints.iter().flatten().next();
                best.map_or_else(String::new, |hint| format!("hint: {}, {}", hint.name, hint.meaning))
            }
            (None, true) => format!("{}; {}. {}", self.game.told(), result(&self.game), look.after()),
            (None, false) if self.game.told().is_empty() => "turn a card".to_owned(),
            (None, false) => self.game.told(),
        };
        panel::message(&told, self.refused.is_some(), look, parts.message, frame);
        let keys: &[(&str, &str)] = match (&self.entry, self.game.is_entered()) {
            (Some(_), _) => &TYPING,
            (None, true) => &ENTRY,
            (None, false) => &KEYS,
        };
        panel::keys(keys, look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, watch: &Watch) -> Result<bool, Fail> {
        self.refused = None;
        if let Some(entry) = self.entry.take() {
            return self.typed(entry, key, watch).map(|()| true);
        }
        match key {
            KeyCode::Char('u') if self.game.is_entered() => self.undo(watch)?,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.turn(self.cursor, watch)?,
            KeyCode::Char('h') => self.hint(watch)?,
            KeyCode::Char('k') => self.shown.known ^= true,
            KeyCode::Char('o') => self.shown.odds ^= true,
            KeyCode::Char('f') => self.shown.fractions ^= true,
            other => {
                if let Some(grid) = self.grid {
                    self.cursor = grid.moved(self.cursor, other);
                }
            }
        }
        Ok(true)
    }

    fn click(&mut self, at: Position, _: bool, watch: &Watch) -> Result<(), Fail> {
        self.refused = None;
        if self.entry.is_some() && !self.is_human() {
            // The robot has chosen.
            return Ok(());
        }
        self.entry = None;
        if let Some(place) = self.grid.and_then(|grid| grid.place(at)) {
            self.cursor = place;
            self.turn(place, watch)?;
        }
        Ok(())
    }

    fn session(&self) -> Option<&dyn Session> {
        Some(&self.game)
    }

    fn is_typing(&self) -> bool {
        self.entry.is_some()
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("arrows", "choose a card"),
            ("enter, space", "turn it; so does a click. A card of your own: then type its picture"),
            ("u", "undo, with cards of your own"),
            ("h", "what every tactic is worth, the best first"),
            ("k", "the cards that everybody could remember, in dotted frames"),
            ("o", "the odds, or none"),
            ("f", "fractions beside the decimals"),
            ("q, esc", "leave the game"),
            ("═", "a double frame: face up"),
            ("·2", "taken by player 2"),
            ("wins", "the probability of winning from here"),
            ("pairs", "the pairs to be expected at the end"),
            ("luck", "how far cards moved them; choice: how far players did"),
        ]
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
