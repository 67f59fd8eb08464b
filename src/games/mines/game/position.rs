//! Games that go on from a position.

use super::{FirstClick, Mines, Play, Start, View, show};
use crate::exact::{Rational, one, ratio};
use crate::mines::best::{Among, Opened};
use crate::mines::board::Board;
use crate::mines::field::{Field, bit};
use crate::mines::grid::Impossible;
use crate::mines::system::Seen;
use crate::model::{Error, Run};

impl Mines {
    /// A game that goes on from what is seen of `board`, whose field is `field`. A board with nothing opened and no
    /// known mine is a fresh one.
    ///
    /// # Errors
    /// If no placement of the mines agrees with what is seen.
    ///
    /// # Panics
    /// If `board` is not of the size of `field`.
    pub fn from_position(field: Field, play: Play, board: &Board) -> Result<Self, Impossible> {
        assert_eq!(board.cells().len(), usize::from(field.cells()), "the board is that of the field");
        let mut game = Self::new(field, play, Start::Anywhere, FirstClick::Any)?;
        let (mut opened, mut numbers, mut known) = (0, [0; 4], 0);
        for (cell, seen) in (0u8..).zip(board.cells()) {
            match *seen {
                Seen::Hidden | Seen::Flag => {}
                Seen::Mine => known |= bit(cell),
                Seen::Open(number) => {
                    opened |= bit(cell);
                    show(&mut numbers, cell, number as u8);
                }
            }
        }
        game.placements.retain(|placement| placement & known == known);
        // Nothing on the board but what is seen tells which mines are known.
        game.merging = known == 0;
        let view = match game.possible(opened, &numbers).len() {
            0 => return Err(Impossible::Position),
            // Before the first click no mine is identified.
            1 if opened | known != 0 => View::Won,
            _ => View::Open { opened, numbers },
        };
        game.begun = (opened | known != 0).then(|| (view, board.clone()));
        Ok(game)
    }

    /// The position that the game goes on from, if it has begun.
    pub fn position(&self) -> Option<&Board> {
        self.begun.as_ref().map(|(_, board)| board)
    }

    /// The probability of winning from the position, by the solver of best play; `None` where it does not choose the
    /// first cell among all.
    pub(super) fn best_of_position(&self, among: Among, run: &Run<'_>) -> Result<Option<Rational>, Error> {
        if among != Among::All {
            return Ok(None);
        }
        let Some((View::Open { .. }, board)) = &self.begun else { return Ok(Some(one())) };
        let (_, all, most) = Opened::next(&self.field, board, false, run)?;
        Ok(Some(ratio(most, all)))
    }
}
