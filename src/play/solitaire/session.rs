//! A game of solitaire, as logs and replays see it.

use super::{Card, Solitaire};
use crate::depict::Tile;
use crate::exact::ratio;
use crate::family::counted;
use crate::games::memory::Table;
use crate::model::Run;
use crate::{Course, Named, Session, Sight, Wrong, table};
use serde_json::{Value, json};

impl Session for Solitaire {
    fn family(&self) -> &'static str {
        "solitaire"
    }

    fn parameters(&self) -> Value {
        json!({ "pairs": self.deal.len() / 2, "seed": self.seed, "deal": self.deal })
    }

    fn again(&mut self, step: &Value, run: &Run<'_>) -> Result<(), Wrong> {
        let places = step["places"].as_array().map(Vec::as_slice).unwrap_or_default();
        let place = |value: &Value| {
            let place = value.as_u64().and_then(|place| usize::try_from(place).ok()?.checked_sub(1));
            place.filter(|&place| place < self.deal.len())
        };
        let [Some(first), Some(second)] = places.iter().map(place).collect::<Vec<_>>()[..] else {
            let cards = self.deal.len();
            return Err(Wrong::refused(format!("places of two cards from 1 to {cards} are needed")));
        };
        for (name, place) in [("first", first), ("second", second)] {
            let card = self.card(place).to_string();
            if step[name] != card.as_str() {
                return Err(Wrong::refused(format!(
                    "the {name} card at place {} is {card} in this deal",
                    place + 1
                )));
            }
        }
        let turn = self.turns + 1;
        if step["turn"] != turn {
            return Err(Wrong::refused(format!("turn {} where turn {turn} is expected", step["turn"])));
        }
        // Both cards or none.
        let mut game = self.clone();
        game.turn(first, run)?;
        game.turn(second, run)?;
        *self = game;
        Ok(())
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn is_over(&self) -> bool {
        self.table.pairs() == 0
    }

    fn position(&self) -> String {
        let Table { known, half, unknown } = self.table;
        let turns = counted(self.turns, "turn");
        match self.is_over() {
            true => format!("over after {turns}, {} of them lucky", self.lucky),
            false => format!("{known} known, {half} half known, {unknown} unknown, {turns} done"),
        }
    }

    fn sight(&self) -> Sight {
        let tile = |place: usize| match (self.face(place), self.cards()[place]) {
            (_, Card::Collected) => Tile::Taken(0),
            (Some(symbol), _) => Tile::Open(symbol.to_string()),
            (None, Card::Turned) => Tile::Known,
            (None, Card::New) => Tile::Hidden,
        };
        let tiles: Vec<Tile> = (0..self.cards().len()).map(tile).collect();
        Sight { board: Some(table(&tiles)), seats: 1, ..Sight::default() }
    }

    fn odds(&self) -> Vec<Named> {
        let turns = &self.values[0] - ratio(self.turns, 1);
        let names =
            ["E(turns of the game)", "E(lucky turns of the game)", "E(turns left)"].map(str::to_owned);
        names.into_iter().zip([self.values[0].clone(), self.values[1].clone(), turns]).collect()
    }
}
