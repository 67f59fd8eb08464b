//! The board of Memory.

use super::board_grid::BoardGrid;
use super::cards::{self, Face};
use super::panel;
use super::screen::{BoardView, Notice, Visibility, refused};
use super::seat_words::SeatWords;
use super::{Keys, ScreenError, ScreenStyle};
use crate::exact::ratio;
use crate::family::counted;
use crate::games::memory::decisions::Objective;
use crate::memory::{Effort, HUMAN, Hint, MemorySession, PICTURE, SeatPlays, is_picture};
use crate::model::Job;
use crate::{AnySession, PlayedGame as _};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::prelude::Frame;
use ratatui::style::{Color, Style};
use ratatui::text::Line;

/// A game of Memory on the screen.
pub(super) struct MemoryView {
    game: MemorySession,
    hints: Option<Vec<Hint>>,
    /// The picture that is being typed for a card on an actual table.
    entry: Option<PictureEntry>,
}

/// A turned card on an actual table, while its picture is being typed.
struct PictureEntry {
    place: usize,
    typed: String,
}

fn seat_words(game: &MemorySession) -> SeatWords<'_> {
    SeatWords { plays: &game.setup.names, names: &game.setup.players }
}

/// Returns the lines with the odds of every seat.
fn odds_lines(game: &MemorySession, shown: Visibility, look: ScreenStyle) -> Vec<Line<'static>> {
    let (seats, values, labels) = (game.scores().len(), &game.values, seat_words(game).labels());
    let head = if shown.odds { ["taken", "wins", "pairs"] } else { ["", "", "taken"] };
    let mut lines = vec![panel::head("Odds", head)];
    let (wins, expected) = (panel::numbers(&values[..=seats]), panel::numbers(&values[seats + 1..][..seats]));
    for seat in 0..seats {
        let moves = seat == usize::from(game.mover()) && !game.is_over();
        let taken = game.scores()[seat].to_string();
        let (win, pairs) = (&values[seat], &values[seats + 1 + seat]);
        let cells = match shown.odds {
            true => [taken, wins[seat].clone(), expected[seat].clone()],
            false => [String::new(), String::new(), taken],
        };
        lines.push(panel::seat((&labels, seat), moves, &cells, look));
        if shown.odds && shown.fractions {
            lines.push(Line::from(format!("   wins  {}", panel::fraction(win, 25))));
            lines.push(Line::from(format!("   pairs {}", panel::fraction(pairs, 25))));
        }
    }
    if shown.odds {
        let draw = [String::new(), wins[seats].clone(), String::new()];
        lines.push(Line::from(panel::row(" draw", &draw)));
    }
    lines
}

/// Returns the lines with the luck and the choices of every seat. Wins come first, because a small screen cuts off the last lines.
fn luck_lines(game: &MemorySession) -> Vec<Line<'static>> {
    let (seats, players) = (game.scores().len(), game.players());
    let ledger = |what, first: usize, last| {
        panel::ledger((what, &game.values[first..first + seats], first), &players, game.meter(), last)
    };
    [ledger("Wins", 0, Some(" card")), ledger("Pairs", seats + 1, None)].concat()
}

/// Returns the lines of a hint, with the codes of tactics if `has_codes`.
fn hint_lines(
    game: &MemorySession,
    hints: &[Hint],
    has_codes: bool,
    look: ScreenStyle,
) -> Vec<Line<'static>> {
    let unit = match game.setup.objective {
        Objective::Pairs => "pairs",
        Objective::Win => "win-loss",
    };
    let mut lines = vec![Line::default(), panel::head("Hint", [unit, "less"])];
    let best = hints.first().map_or_else(|| ratio(0, 1), |hint| hint.worth.clone());
    for hint in hints {
        let less = &best - &hint.worth;
        let mark = if hint.worth == best { "*" } else { " " };
        let style = if hint.worth == best { look.ink(Color::Green) } else { Style::new() };
        let cells = [panel::number(&hint.worth), panel::number(&less)];
        let text = match has_codes {
            true => format!("{mark}{} {}", hint.name, hint.meaning),
            false => format!("{mark}{}", hint.meaning),
        };
        lines.extend(panel::rows(&text, &cells).into_iter().map(|row| Line::styled(row, style)));
    }
    lines
}

impl MemoryView {
    pub(super) fn new(game: MemorySession) -> Self {
        Self { game, hints: None, entry: None }
    }

    /// Prompts for the picture of the card at `place` if it lies on an actual table and was not seen before.
    /// Returns `true` if it did.
    fn prompt(&mut self, place: usize) -> bool {
        let is_new = self.game.is_entered() && !self.game.is_over() && !self.game.is_seen(place);
        if is_new {
            self.entry = Some(PictureEntry { place, typed: String::new() });
        }
        is_new
    }

    /// Handles a key while a picture is being typed.
    fn typed(&mut self, mut entry: PictureEntry, key: KeyCode, job: &Job<'_>) -> Result<Notice, ScreenError> {
        match key {
            KeyCode::Esc if !self.is_robots() => return Ok(None),
            KeyCode::Enter if !entry.typed.is_empty() => {
                return refused(self.game.enter(entry.place, &entry.typed, job));
            }
            KeyCode::Backspace => drop(entry.typed.pop()),
            KeyCode::Char(letter) => {
                let typed: String = entry.typed.chars().chain(letter.to_lowercase()).collect();
                if is_picture(&typed) {
                    entry.typed = typed;
                }
            }
            _ => {}
        }
        self.entry = Some(entry);
        Ok(None)
    }
}

impl BoardView for MemoryView {
    fn session(&self) -> &AnySession {
        &self.game
    }

    fn title(&self) -> String {
        let game = &self.game;
        let setup = &game.setup;
        let players = seat_words(game).players();
        let memory = match &setup.plays {
            SeatPlays::Forgetful(_, Some(cards)) => format!(", all remember {cards} cards"),
            SeatPlays::Separate(_, memories) => {
                let words =
                    |cards: &Option<u16>| cards.map_or_else(|| "all".to_owned(), |cards| cards.to_string());
                format!(
                    ", they remember {} cards",
                    memories.iter().map(words).collect::<Vec<_>>().join(" and ")
                )
            }
            SeatPlays::Forgetful(_, None) | SeatPlays::Perfect(_) => String::new(),
        };
        let pairs = counted(setup.pairs(), "pair");
        let people = match setup.people.as_str() {
            _ if !setup.names.iter().any(|name| name == HUMAN) => String::new(),
            "robots" => String::new(),
            way => format!(", people as {way}"),
        };
        let dealt = match setup.pictures {
            Some(_) => "real cards".to_owned(),
            None => format!("seed {}", setup.seed),
        };
        format!("Memory, {pairs}: {players}{people}{memory}; {dealt}")
    }

    fn result(&self) -> String {
        let game = &self.game;
        let scores = game.scores();
        let most = scores.iter().max().expect("a game has seats");
        let best: Vec<usize> = (0..scores.len()).filter(|&seat| scores[seat] == *most).collect();
        let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
        let scores = scores.join(" : ");
        let scores = match game.state.table.pairs() {
            0 => scores,
            left => format!("{scores}, and {} shared", panel::count(left.into(), "pair is", "pairs are")),
        };
        match best[..] {
            [seat] => format!("{} {scores}", seat_words(game).winner(seat)),
            _ => format!("a draw, {scores}"),
        }
    }

    fn final_message(&self) -> String {
        format!("{}; {}", self.last_step(), self.result())
    }

    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid> {
        let game = &self.game;
        let face = |place| {
            let remembered = game.remembered(place).filter(|_| shown.known);
            Face::of(game.cards()[place], game.face(place), remembered, |seat| format!("·{}", seat + 1))
        };
        cards::draw(game.cards().len(), face, shown.cursor, look, area, frame)
    }

    fn lines(&self, shown: Visibility, look: ScreenStyle, room: usize) -> Vec<Line<'static>> {
        let mut lines = odds_lines(&self.game, shown, look);
        // A requested hint follows the odds. If there is too little room, the luck is cut off first.
        if let Some(hints) = &self.hints {
            lines.extend(hint_lines(&self.game, hints, shown.fractions, look));
        }
        if shown.odds && (self.hints.is_none() || lines.len() < room) {
            lines.extend(luck_lines(&self.game));
        }
        lines
    }

    fn seat_words(&self) -> Option<SeatWords<'_>> {
        Some(seat_words(&self.game))
    }

    fn message(&self) -> String {
        if let Some(entry) = &self.entry {
            let who = match self.is_robots() {
                false => "what does this card show?".to_owned(),
                true => format!(
                    "{} turns this card; what does it show?",
                    seat_words(&self.game).subject(self.game.mover().into()).0
                ),
            };
            return format!("{who} a name of {PICTURE}: {}_", entry.typed);
        }
        match (&self.hints, &*self.last_step()) {
            (Some(hints), _) => {
                let best = hints.first();
                let text = |hint: &Hint| format!("best with optimal play from now on: {}", hint.meaning);
                best.map_or_else(String::new, text)
            }
            (None, "") => "turn a card".to_owned(),
            (None, text) => text.to_owned(),
        }
    }

    fn keys(&self) -> &'static Keys {
        match (&self.entry, self.game.is_entered()) {
            (Some(_), _) => &[("enter", "confirm"), ("backspace", "correct"), ("esc", "another card")],
            (None, true) => &[
                ("arrows", "move"),
                ("enter", "this card"),
                ("u", "undo"),
                ("h", "hint"),
                ("k", "known cards"),
                ("x", "fractions"),
            ],
            (None, false) => &[
                ("arrows", "move"),
                ("enter", "turn a card"),
                ("h", "hint"),
                ("k", "known cards"),
                ("o", "odds"),
                ("x", "fractions"),
            ],
        }
    }

    fn help(&self) -> &'static Keys {
        &[
            ("arrows", "choose a card"),
            ("0-9", "type the number of a card, counted row by row"),
            ("enter, space", "turn the card (or click). For real cards, type their picture"),
            ("u", "undo, with real cards only"),
            ("h", "the value of every strategy, the best first"),
            ("k", "the cards that all players could remember, in dotted frames"),
            ("o", "show or hide the odds"),
            ("x", "fractions beside the decimals, and the codes of tactics"),
            ("q, esc", "leave the game"),
            ("═", "a double frame: a card that is face up"),
            ("·2", "taken by player 2"),
            ("wins", "the probability of winning from here"),
            ("pairs", "the expected pairs at the end"),
            ("1 luck", "how much the cards of player 1 changed the odds"),
            ("1 choice", "how much player 1 did by not playing as assumed"),
        ]
    }

    fn typed_letters(&self) -> &'static str {
        cards::DIGITS
    }

    fn typed_place(&self, typed: &str) -> Result<Option<usize>, String> {
        cards::typed_place(typed, "card", self.game.cards().len())
    }

    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        if self.is_robots() {
            return Ok(None);
        }
        self.hints = None;
        if self.prompt(cursor) {
            return Ok(None);
        }
        refused(self.game.play(cursor, job))
    }

    fn click(&mut self, place: Option<usize>, _: bool, job: &Job<'_>) -> Result<Notice, ScreenError> {
        if !self.is_robots() {
            self.entry = None;
        }
        place.map_or(Ok(None), |place| self.play_at_cursor(place, job))
    }

    fn hint(&mut self, _: &mut usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        if self.hints.take().is_some() || self.game.is_over() || self.is_robots() {
            return Ok(None);
        }
        let most = Effort::Best.most(self.game.scores().len());
        if self.game.setup.pairs() > most {
            return Ok(Some((format!("hints are for boards of up to {most} pairs"), true)));
        }
        match self.game.hints(job) {
            Ok(hints) => self.hints = Some(hints),
            Err(error) => return refused(Err(error)),
        }
        Ok(None)
    }

    fn key(&mut self, key: KeyCode, _: &mut usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        if let Some(entry) = self.entry.take() {
            return self.typed(entry, key, job);
        }
        if key == KeyCode::Char('u') && self.game.is_entered() {
            self.hints = None;
            return refused(self.game.undo(job));
        }
        Ok(None)
    }

    fn is_typing(&self) -> bool {
        self.entry.is_some()
    }

    fn robot(&mut self, cursor: &mut usize, job: &Job<'_>) -> Result<(), ScreenError> {
        let place = self.game.robot(job)?;
        if self.prompt(place) {
            *cursor = place;
            return Ok(());
        }
        Ok(self.game.play(place, job)?)
    }
}
