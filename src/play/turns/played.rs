//! Games of Memory that were played in the terminal, as turns.

use super::{Log, number};
use chancetree_families::solitaire::imperfect::log::{Card, Logged};
use serde_json::Value;
use std::collections::HashMap;

/// A game, card by card.
pub(super) struct Played {
    turns: u64,
    /// The seats of the game.
    seats: u16,
    /// The place at which a symbol was first seen: that card is a.
    seen: HashMap<u16, u64>,
    /// The first card of the turn, and who turned it.
    open: Option<(u16, Card)>,
}

impl Played {
    /// A game that begins with these parameters.
    pub(super) fn begin(parameters: &Value, log: &mut Log) -> Result<Self, String> {
        let names = parameters["seats"].as_array().ok_or("seats are missing, or not a list of names")?;
        let named = |(seat, name): (usize, &Value)| {
            let name = name.as_str().unwrap_or_default();
            format!("player {} ({name})", seat + 1)
        };
        log.players = names.iter().enumerate().map(named).collect();
        log.pairs = Some(small(number(parameters, "pairs")?, "pairs")?);
        let seats = small(names.len() as u64, "seats")?;
        Ok(Self { turns: 0, seats, seen: HashMap::new(), open: None })
    }

    /// Turns a card; a turn, once it has two of them.
    pub(super) fn step(&mut self, step: &Value) -> Result<Option<Logged>, String> {
        let seat = small(number(step, "seat")?, "seat")?;
        let (place, symbol) = (number(step, "place")?, small(number(step, "symbol")?, "symbol")?);
        if seat == 0 || seat > self.seats {
            return Err(format!("seat {seat}, but there are seats 1 to {}", self.seats));
        }
        let player = seat - 1;
        let card = Card { symbol, second: *self.seen.entry(symbol).or_insert(place) != place };
        match self.open.take() {
            None => {
                self.open = Some((player, card));
                Ok(None)
            }
            Some((same, first)) if same == player => {
                self.turns += 1;
                Ok(Some(Logged { game: 1, turn: self.turns, player, first, second: card }))
            }
            Some(_) => Err(format!("seat {seat} turns the second card of another's turn")),
        }
    }
}

fn small(number: u64, name: &str) -> Result<u16, String> {
    u16::try_from(number).map_err(|_| format!("{name} {number} is too large"))
}
