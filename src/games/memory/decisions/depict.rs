//! Positions in words, numbers and pictures.

use super::{Decisions, Objective, Position, Turn};
use crate::depict::{Board, Depict};
use crate::game::Points;

impl Depict for Decisions {
    fn measures(&self) -> &'static [&'static str] {
        &["known_pairs", "half_known_pairs", "unknown_pairs", "lead", "passes"]
    }

    fn measure(&self, position: &Position, numbers: &mut Vec<i32>) {
        self.memory.measure(&position.table, numbers);
        numbers.extend([position.lead, i32::from(position.passes)]);
    }

    /// The robots' words, and what else there is.
    fn words(&self, position: &Position, text: &mut String) {
        self.memory.words(&position.table, text);
        if self.objective == Objective::Win && position.lead != 0 {
            text.push_str(&format!(" lead={:+}", position.lead));
        }
        if self.plays.len() > 1 {
            text.push_str(&format!(" player={}", position.mover + 1));
        }
        text.push_str(match position.passes {
            0 => "",
            1 => " passed",
            _ => " both passed",
        });
    }

    fn board(&self, position: &Position, scores: &[Points]) -> Board {
        self.memory.board(&position.table, scores)
    }

    fn events(&self) -> Vec<Turn> {
        Turn::ALL.to_vec()
    }
}
