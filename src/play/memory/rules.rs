//! The implementation of [`PlayedGame`] for Memory.

use super::{MemoryGame, SeatPlays};
use crate::exact::Rational;
use crate::export::path::Scene;
use crate::games::memory::PairCounts;
use crate::log::number;
use crate::model::Job;
use crate::payoff::Outcome;
use crate::{NamedNumber, PlayError, PlayedGame, StepOutcome, wins};
use serde_json::{Value, json};

impl PlayedGame for MemoryGame {
    /// The place of a card to turn, from 0.
    type Entry = usize;

    fn family(&self) -> &'static str {
        "memory"
    }

    fn parameters(&self) -> Value {
        let mut parameters = json!({
            "pairs": self.setup.pairs(),
            "seats": self.setup.names,
            "people": self.setup.people,
            "objective": self.setup.objective.name(),
        });
        if let Some(names) = &self.setup.players.0 {
            parameters["names"] = json!(names);
        }
        if self.setup.passing {
            parameters["passing"] = json!(true);
        }
        let limit = |cards: &Option<u16>| cards.map_or_else(|| json!("unlimited"), |cards| json!(cards));
        match &self.setup.plays {
            SeatPlays::Perfect(_) => {}
            SeatPlays::Forgetful(_, memory) => parameters["memory"] = limit(memory),
            SeatPlays::Separate(_, memories) => parameters["memory"] = memories.iter().map(limit).collect(),
        }
        if let Some(pictures) = &self.setup.pictures {
            parameters["pictures"] = json!(pictures);
        }
        parameters["seed"] = json!(self.setup.seed);
        parameters["deal"] = json!(self.setup.deal);
        parameters
    }

    fn parse(&self, step: &Value) -> Result<Vec<usize>, PlayError> {
        let (seat, place): (u64, u64) = (number(step, "seat")?, number(step, "place")?);
        ensure!(!self.is_over(), "a card is turned after the end");
        let mover = u64::from(self.mover()) + 1;
        ensure!(seat == mover, "seat {seat} turns a card, but it is the turn of player {mover}");
        let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        let place = place.filter(|&place| place < self.cards.all.len());
        let place =
            place.ok_or_else(|| PlayError::refused(format!("place is 1 to {}", self.cards.all.len())))?;
        let (symbol, logged): (_, u64) = (self.setup.deal[place], number(step, "symbol")?);
        ensure!(logged == u64::from(symbol), "the card at place {} is {symbol} in this deal", place + 1);
        Ok(vec![place])
    }

    fn apply(&mut self, place: usize, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        ensure!(!self.is_over(), "the game is over");
        self.cards.check(place, "this pair is taken")?;
        let seat = self.mover() + 1;
        let (measured, what) = match self.cards.open {
            None => self.first(place, job)?,
            Some((open, first)) => self.second(open, first, place, job)?,
        };
        let symbol = self.setup.deal[place];
        Ok(StepOutcome {
            seat: Some(seat - 1),
            measured: Some(measured),
            logged: Some(json!({ "seat": seat, "place": place + 1, "symbol": symbol })),
            text: format!(
                "{} turns {}: {what}",
                self.setup.players.of(usize::from(seat) - 1),
                self.picture(place)
            ),
        })
    }

    fn is_over(&self) -> bool {
        self.state.is_over()
    }

    fn is_robots_turn(&self) -> bool {
        !self.is_over() && !self.setup.is_human(self.mover())
    }

    fn position(&self) -> String {
        let PairCounts { known, half, unknown } = self.state.table;
        let scores: Vec<String> = self.scores().iter().map(ToString::to_string).collect();
        let scores = scores.join(" : ");
        if self.is_over() {
            return format!("over, scores {scores}");
        }
        let open =
            self.cards.open.map_or_else(String::new, |(place, _)| format!(", {} open", self.picture(place)));
        let mover = self.setup.players.of(self.mover().into());
        let passed = if self.state.passes > 0 { " after a pass" } else { "" };
        format!(
            "{known} known, {half} half known, {unknown} unknown, scores {scores}, {mover} moves{passed}{open}"
        )
    }

    fn scene(&self) -> Scene {
        let over = self.is_over();
        let winner = match Outcome::of(self.scores()) {
            Outcome::Won(seat) if over => Some(seat),
            _ => None,
        };
        Scene {
            board: Some(self.cards.board(|place| self.face(place))),
            seats: self.setup.seats(),
            mover: (!over).then(|| self.mover()),
            winner,
            ..Scene::default()
        }
    }

    fn players(&self) -> Vec<(String, bool)> {
        let player = |seat| (self.setup.players.of(usize::from(seat)), self.setup.is_human(seat));
        (0..self.setup.seats()).map(player).collect()
    }

    fn odds(&self) -> Vec<NamedNumber> {
        let (won, others) = self.values.split_at(self.scores().len());
        let players = &self.setup.players;
        let (draw, pairs) = others.split_first().expect("the draw comes after the wins");
        let of_seat = |(seat, value): (usize, &Rational)| {
            NamedNumber::new(
                format!("expected_pairs_{seat}"),
                format!("E(pairs of {})", players.of(seat - 1)),
                value.clone(),
            )
        };
        let draw = NamedNumber::new("draw", "P(draw)", draw.clone());
        wins(won, players).chain([draw]).chain((1..).zip(pairs).map(of_seat)).collect()
    }
}
