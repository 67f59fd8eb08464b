//! Text, measures and pictures of positions.

use super::{Decisions, Objective, Position};
use crate::depict::{Board, Code, Depict, Ending, EventKind};
use crate::game::Points;
use crate::memory::TurnEvent;

impl Depict for Decisions {
    fn measures(&self) -> &'static [&'static str] {
        &["known_pairs", "half_known_pairs", "unknown_pairs", "lead", "passes"]
    }

    fn measure(&self, position: &Position, numbers: &mut Vec<i32>) {
        self.memory.measure(&position.table, numbers);
        numbers.extend([position.lead, i32::from(position.passes)]);
    }

    /// Appends the lead, the mover and the passes to the text of [`Memory`](crate::memory::Memory).
    fn words(&self, position: &Position, text: &mut String) {
        self.memory.words(&position.table, text);
        if self.objective == Objective::Win && position.lead != 0 {
            text.push_str(&format!(" lead={:+}", position.lead));
        }
        if self.plays.len() > 1 {
            text.push_str(&format!(" mover={}", position.mover + 1));
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

    fn kind(&self, turn: TurnEvent) -> EventKind {
        EventKind::new(turn.name(), turn.meaning(), turn as usize)
    }

    fn codes(&self) -> Vec<Code> {
        let mut codes = self.memory.codes();
        if self.objective == Objective::Win {
            codes.push(Code::new("lead", "pairs that the player to move has more than the other"));
        }
        codes
    }

    depict_pair_decisions!();

    fn ending(&self, position: &Position, _: Option<TurnEvent>) -> Option<Ending> {
        let won = || self.winner(position).map_or(Ending::Drawn, Ending::Won);
        (self.objective == Objective::Win).then(won)
    }
}
