//! Text, measures and pictures of tables.

use super::{Memory, PairCounts, TurnEvent};
use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::{Points, Seat};

/// Implements the methods of [`Depict`] that all games with decisions about pairs share.
macro_rules! depict_pair_decisions {
    () => {
        fn action_meaning(&self, action: Self::Action) -> Option<String> {
            Some(action.meaning().to_owned())
        }

        fn unit(&self) -> Option<&'static str> {
            Some("pairs")
        }
    };
}

/// Creates a board with one column per pair: the pairs taken by each seat, then `left`, as counts of equal
/// columns.
pub(super) fn board(scores: &[Points], left: impl IntoIterator<Item = (u16, [Tile; 2])>) -> Board {
    let taken = |(&pairs, seat): (&Points, Seat)| (pairs as u16, [Tile::Taken(seat), Tile::Taken(seat)]);
    Board::of_columns(scores.iter().zip(0..).map(taken).chain(left))
}

impl Depict for Memory {
    fn measures(&self) -> &'static [&'static str] {
        &["known_pairs", "half_known_pairs", "unknown_pairs"]
    }

    fn measure(&self, table: &PairCounts, numbers: &mut Vec<i32>) {
        numbers.extend([table.known, table.half, table.unknown].map(i32::from));
    }

    /// Writes the letters of Bondarenko (2021), as in `c=1 d=2 e=3`; c is omitted if it is 0.
    fn words(&self, table: &PairCounts, text: &mut String) {
        if table.pairs() == 0 {
            text.push_str("empty");
            return;
        }
        let mut digits = itoa::Buffer::new();
        if table.known > 0 {
            text.push_str("c=");
            text.push_str(digits.format(table.known));
            text.push(' ');
        }
        for (letter, count) in [("d=", table.half), (" e=", table.unknown)] {
            text.push_str(letter);
            text.push_str(digits.format(count));
        }
    }

    /// Shows one column per pair: taken pairs, then known, half-known and unknown pairs.
    fn board(&self, table: &PairCounts, scores: &[Points]) -> Board {
        let left = [
            (table.known, [Tile::Known, Tile::Known]),
            (table.half, [Tile::Known, Tile::Hidden]),
            (table.unknown, [Tile::Hidden, Tile::Hidden]),
        ];
        board(scores, left)
    }

    fn kind(&self, turn: TurnEvent) -> EventKind {
        EventKind::new(turn.name(), turn.meaning(), turn as usize)
    }

    fn codes(&self) -> Vec<Code> {
        vec![
            Code::new("c", "pairs with both cards known"),
            Code::new("d", "pairs with one card known"),
            Code::new("e", "pairs with no card known"),
        ]
    }

    fn unit(&self) -> Option<&'static str> {
        Some("pairs")
    }
}
