//! Text, measures and pictures of tables with separate memories.

use super::{Beliefs, PairKind, SeatSet, SeparateMemory, SeparateTurn};
use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::{Game as _, MAX_SEATS, Points};

/// Returns the players who remember a card, as seat numbers from 1.
fn names(knowers: SeatSet) -> String {
    let names: Vec<String> =
        (0..MAX_SEATS).filter(|seat| knowers >> seat & 1 == 1).map(|seat| (seat + 1).to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names.join("+") }
}

impl Depict for SeparateMemory {
    fn measures(&self) -> &'static [&'static str] {
        &["pairs", "known_to_mover", "known_to_next"]
    }

    fn measure(&self, table: &Beliefs, numbers: &mut Vec<i32>) {
        let next = (table.mover + 1) % self.seats();
        let known = [table.remembered(table.mover), table.remembered(next)];
        numbers.push(table.pairs().into());
        numbers.extend(
            known.map(|cards| i32::try_from(cards).expect("at most two cards a pair and one a single")),
        );
    }

    /// Writes the number of pairs left, then the count of each kind with the seats that remember its cards.
    fn words(&self, table: &Beliefs, text: &mut String) {
        text.push_str(&format!("{} left:", table.pairs()));
        for (PairKind { first, second }, count) in &table.kinds {
            match second {
                Some(second) => text.push_str(&format!(" {count}({}|{})", names(*first), names(*second))),
                None => text.push_str(&format!(" {count}({})", names(*first))),
            }
        }
        text.push_str(&format!(" mover={}", table.mover + 1));
    }

    fn board(&self, table: &Beliefs, scores: &[Points]) -> Board {
        let tile = |knowers: SeatSet| match knowers {
            0 => Tile::Hidden,
            all if all == self.everybody() => Tile::Known,
            some => Tile::Open(names(some)),
        };
        let left = table.kinds.iter().map(|(kind, count)| {
            let lower = kind.second.map_or_else(|| Tile::Open("·".to_owned()), tile);
            (*count, [tile(kind.first), lower])
        });
        crate::memory::board(scores, left)
    }

    fn kind(&self, event: SeparateTurn) -> EventKind {
        event.turned.kind()
    }

    fn codes(&self) -> Vec<Code> {
        let mut codes = vec![
            Code::new("n left", "pairs left on the table"),
            Code::new("2(1|1+2)", "2 pairs: one card remembered by player 1, its mate by players 1 and 2"),
            Code::new("-", "remembered by no one"),
        ];
        if self.start.kinds.iter().any(|(kind, _)| kind.second.is_none()) {
            codes.push(Code::new("2(1)", "2 singles that player 1 remembers"));
        }
        codes.push(Code::new("forgets 2", "2 cards are forgotten, all players together"));
        codes
    }

    depict_pair_decisions!();
}
