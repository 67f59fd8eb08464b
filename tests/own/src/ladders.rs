//! Snakes and ladders (Chutes and Ladders, Milton Bradley): no decisions, but cycles.

use chancetree::family::{Family, GameArguments, Instance, Parameter, PayoffKind, Playable, Refusal};
use chancetree::prelude::*;
use serde::Deserialize;

/// The squares where a ladder or a snake starts and ends.
const LEAD: [(u8, u8); 19] = [
    (1, 38),
    (4, 14),
    (9, 31),
    (16, 6),
    (21, 42),
    (28, 84),
    (36, 44),
    (47, 26),
    (49, 11),
    (51, 67),
    (56, 53),
    (62, 19),
    (64, 60),
    (71, 91),
    (80, 100),
    (87, 24),
    (93, 73),
    (95, 75),
    (98, 78),
];

/// The board of 100 squares for one player, and a die with `sides` sides.
#[derive(Clone, Deserialize)]
pub(crate) struct Board {
    sides: u8,
}

impl Game for Board {
    type State = u8;
    type Action = NoAction;
    type Event = u8;

    fn start(&self) -> u8 {
        0
    }

    fn expand(&self, &square: &u8, choices: &mut Choices<Self>) {
        if square == 100 {
            return;
        }
        (1..=self.sides).fold(choices.chance(), |throw, eyes| {
            // A throw beyond the last square has no effect.
            let to = if square + eyes > 100 { square } else { square + eyes };
            let end = LEAD.iter().find(|(from, _)| *from == to).map_or(to, |(_, end)| *end);
            throw.event(1, eyes, || end)
        });
    }

    fn layer(&self, &square: &u8) -> u32 {
        u32::from(square == 100)
    }

    /// Saves the explored states.
    fn graph(&self, job: &Job<'_>) -> Result<Graph<Self>, Error> {
        Graph::saved(self, job)
    }
}

impl Depict for Board {
    fn words(&self, square: &u8, text: &mut String) {
        text.push_str(&format!("square {square}"));
    }
}

/// Counts the moves; every throw is a move.
struct Moves;

impl Payoff<Board> for Moves {
    fn event(&self, _: &Board, _: u8, _: Points) -> i64 {
        1
    }
}

/// The description of snakes and ladders.
pub(crate) struct Ladders;

impl Family for Ladders {
    fn name(&self) -> &'static str {
        "ladders"
    }

    fn about(&self) -> &'static str {
        "Snakes and ladders: how many moves it takes"
    }

    fn source(&self) -> &'static str {
        "Althoen, King and Schilling 1993"
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::whole("sides", "Sides of the die", 2, 20).default_value("6")]
    }

    fn examples(&self) -> &'static [&'static str] {
        &["", "--sides 4"]
    }

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        Ok(Instance::new(given.read::<Board>(), PayoffKind::Expected("moves"), Moves).boxed())
    }
}
