//! Text, measures and pictures of tables with limited memory.

use super::{LimitedTurn, RecalledTable, SharedMemory};
use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::Points;

impl Depict for SharedMemory {
    fn measures(&self) -> &'static [&'static str] {
        &["known_pairs", "half_known_pairs", "unknown_pairs", "known_singles", "unseen_singles"]
    }

    fn measure(&self, table: &RecalledTable, numbers: &mut Vec<i32>) {
        let RecalledTable { known, half, unknown, singles, unseen_singles, .. } = *table;
        numbers.extend([known, half, unknown, singles, unseen_singles].map(i32::from));
    }

    /// Writes the paper's (n, j), or (n, j, f) with singles, then the mover.
    fn words(&self, table: &RecalledTable, text: &mut String) {
        let RecalledTable { known, unknown, singles, unseen_singles, mover, .. } = *table;
        let all = self.start.singles + self.start.unseen_singles;
        text.push_str(&format!("({}, {unknown}", table.pairs()));
        if all > 0 {
            text.push_str(&format!(", {unseen_singles}"));
        }
        assert_eq!(singles + unseen_singles, all, "singles stay on the table");
        text.push(')');
        if known > 0 {
            text.push_str(" pair");
        }
        if self.plays.len() > 1 {
            text.push_str(&format!(" mover={}", mover + 1));
        }
    }

    fn board(&self, table: &RecalledTable, scores: &[Points]) -> Board {
        let single = |tile: Tile| [tile, Tile::Open("·".to_owned())];
        let left = [
            (table.known, [Tile::Known, Tile::Known]),
            (table.half, [Tile::Known, Tile::Hidden]),
            (table.unknown, [Tile::Hidden, Tile::Hidden]),
            (table.singles, single(Tile::Known)),
            (table.unseen_singles, single(Tile::Hidden)),
        ];
        crate::memory::board(scores, left)
    }

    fn kind(&self, event: LimitedTurn) -> EventKind {
        event.turned.kind()
    }

    fn codes(&self) -> Vec<Code> {
        let singles = self.start.singles + self.start.unseen_singles > 0;
        let mut codes = vec![Code::new(
            if singles { "(n, j, f)" } else { "(n, j)" },
            if singles {
                "pairs left, pairs of which no card is remembered, singles that are not remembered"
            } else {
                "pairs left, pairs of which no card is remembered"
            },
        )];
        codes.push(Code::new("pair", "both cards of a pair are remembered: it is taken next"));
        if self.memory.is_some() {
            codes.push(Code::new(
                "forgets",
                "cards that are forgotten: half, of a pair; single; mate, of the second card; new, just turned",
            ));
        }
        codes
    }

    depict_pair_decisions!();
}
