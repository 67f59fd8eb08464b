//! The board of Memory for one player.

use super::board_grid::BoardGrid;
use super::cards::{self, Face};
use super::panel;
use super::screen::{BoardView, Notice, Visibility, refused};
use super::{Keys, ScreenError, ScreenStyle};
use crate::exact::{Rational, ratio};
use crate::family::counted;
use crate::model::Job;
use crate::rounding::RoundedLedger;
use crate::solitaire::SolitaireSession;
use crate::{AnySession, PlayedGame as _};
use ratatui::layout::Rect;
use ratatui::prelude::Frame;
use ratatui::text::Line;

impl BoardView for SolitaireSession {
    fn session(&self) -> &AnySession {
        self
    }

    fn title(&self) -> String {
        let parameters = self.parameters();
        let seed = match parameters["seed"].is_null() {
            true => String::new(),
            false => format!("; seed {}", parameters["seed"]),
        };
        let pairs = counted(self.cards().len() / 2, "pair");
        format!("Solitaire Memory, {pairs}{seed}")
    }

    fn result(&self) -> String {
        let turns = counted(self.turns, "turn");
        format!("all pairs collected in {turns}, {} of them lucky", self.lucky)
    }

    fn draw(
        &self,
        shown: Visibility,
        look: ScreenStyle,
        area: Rect,
        frame: &mut Frame<'_>,
    ) -> Option<BoardGrid> {
        let text = |symbol: Option<u16>| symbol.map(|symbol| symbol.to_string());
        let face = |place| {
            let remembered = text(self.remembered(place)).filter(|_| shown.known);
            Face::of(self.cards()[place], text(self.face(place)), remembered, |_| "·".to_owned())
        };
        cards::draw(self.cards().len(), face, shown.cursor, look, area, frame)
    }

    /// Returns the lines with the expected values and the luck.
    fn lines(&self, shown: Visibility, _: ScreenStyle, _: usize) -> Vec<Line<'static>> {
        let count = |name: &str, number: u32| Line::from(panel::row(name, &[number.to_string()]));
        let mut lines = vec![
            panel::head("So far", []),
            count(" turns", self.turns),
            count(" lucky turns", self.lucky),
            count(" pairs left", self.table.pairs().into()),
            count(" known pairs to collect", self.table.known.into()),
        ];
        if !shown.odds {
            return lines;
        }
        let (values, meter) = (&self.values, self.meter());
        let changes = [&meter.luck, &meter.choice].map(|change| change[..1].to_vec());
        // The expected turns at the beginning and the changes add up to those of the game now.
        let rounded = RoundedLedger::new(&self.begun[..1], &changes, &values[..1], panel::DIGITS);
        let left = |turns: &Rational| turns - ratio(self.turns, 1);
        lines.extend([Line::default(), panel::head("Expected", [])]);
        let rows = [
            (" turns left", &left(&values[0]), &left(&rounded.now[0])),
            (" turns of the game", &values[0], &rounded.now[0]),
            ("   at the beginning", &self.begun[0], &rounded.start[0]),
            (" lucky turns of the game", &values[1], &values[1]),
        ];
        for (name, value, shown_value) in rows {
            lines.push(Line::from(panel::row(name, &[panel::number(shown_value)])));
            if shown.fractions {
                lines.push(Line::from(format!("   {}", panel::fraction(value, 30))));
            }
        }
        lines.push(Line::default());
        lines.push(panel::head("Turns changed by", []));
        let change = |name: &str, value: &Rational| Line::from(panel::row(name, &[panel::change(value)]));
        lines.push(change(" luck of this card", &meter.last[0]));
        lines.push(change(" luck so far", &rounded.changes[0][0]));
        lines.push(change(" choices so far", &rounded.changes[1][0]));
        lines
    }

    fn message(&self) -> String {
        match self.last_step() {
            "" => "turn a card".to_owned(),
            text => text.to_owned(),
        }
    }

    fn keys(&self) -> &'static Keys {
        &[
            ("arrows", "move"),
            ("enter", "turn a card"),
            ("h", "hint"),
            ("k", "turned cards"),
            ("o", "odds"),
            ("x", "fractions"),
        ]
    }

    fn help(&self) -> &'static Keys {
        &[
            ("arrows", "choose a card"),
            ("0-9", "type the number of a card, counted row by row"),
            ("enter, space", "turn the card (or click)"),
            ("h", "a card to turn next"),
            ("k", "the cards that were turned before, in dotted frames"),
            ("o", "show or hide the expected numbers"),
            ("x", "fractions beside the decimals"),
            ("q, esc", "leave the game"),
            ("luck", "how much cards changed the expected turns; less means better"),
        ]
    }

    fn typed_letters(&self) -> &'static str {
        cards::DIGITS
    }

    fn typed_place(&self, typed: &str) -> Result<Option<usize>, String> {
        cards::typed_place(typed, "card", self.cards().len())
    }

    fn play_at_cursor(&mut self, cursor: usize, job: &Job<'_>) -> Result<Notice, ScreenError> {
        refused(self.play(cursor, job))
    }

    fn hint(&mut self, _: &mut usize, _: &Job<'_>) -> Result<Notice, ScreenError> {
        let hint = match self.game.hint() {
            _ if self.is_over() => "all pairs are collected".to_owned(),
            Some(place) => {
                let symbol = self.remembered(place).map_or_else(String::new, |symbol| symbol.to_string());
                format!("hint: card {} is {symbol}, and its mate is known", place + 1)
            }
            None => "hint: a card that was never turned".to_owned(),
        };
        Ok(Some((hint, false)))
    }
}
