//! A game of Minesweeper, as logs and replays see it.

use super::{Mines, Source};
use crate::depict::{self, Tile};
use crate::family::counted;
use crate::games::mines::board::Board;
use crate::games::mines::game::FirstClick;
use crate::games::mines::system::Seen;
use crate::log::number;
use crate::model::Run;
use crate::{Course, Named, Session, Sight, Wrong};
use serde_json::{Value, json};

impl Mines {
    /// The game that these parameters begin.
    ///
    /// # Errors
    /// If something is missing or cannot be, or a limit is met.
    pub fn begin(parameters: &Value, run: &Run<'_>) -> Result<Self, Wrong> {
        if let Some(text) = parameters["board"].as_str() {
            let board: Board = text.parse().map_err(|wrong| Wrong::refused(format!("board: {wrong}")))?;
            return Self::entered(board, run);
        }
        let size =
            |name: &str| number(parameters, name).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let first = parameters["first_click"].as_str().and_then(FirstClick::named);
        let first = first.ok_or_else(|| Wrong::refused("first_click is any, safe or opening"))?;
        Self::seeded((size("rows")?, size("cols")?), size("mines")?, first, number(parameters, "seed")?, run)
    }
}

impl Session for Mines {
    fn family(&self) -> &'static str {
        "mines"
    }

    fn parameters(&self) -> Value {
        match &self.source {
            Source::Elsewhere(board) => json!({ "board": board.to_string() }),
            Source::Seed(seed, first_click) => json!({
                "rows": self.board.rows(),
                "cols": self.board.columns(),
                "mines": self.board.mines(),
                "first_click": first_click.name(),
                "seed": seed,
            }),
        }
    }

    fn again(&mut self, step: &Value, run: &Run<'_>) -> Result<(), Wrong> {
        let place = |name: &str| {
            let [row, col] = step[name].as_array()?.as_slice() else { return None };
            let [row, col] = [row, col].map(|value| usize::try_from(value.as_u64()?).ok());
            self.board.grid().place([row?, col?])
        };
        let letter = step["cell"].as_str().and_then(|text| text.chars().next());
        if let Some(place) = place("open") {
            self.open(place, run)
        } else if let Some(place) = place("flag") {
            self.flag(place)
        } else if let (Some(place), Some(cell)) = (place("set"), letter.and_then(Seen::of)) {
            self.set(place, cell, run)
        } else {
            let (rows, cols) = (self.board.rows(), self.board.columns());
            Err(Wrong::refused(format!(
                "open, flag or set with a row to {rows} and a column to {cols} is needed"
            )))
        }
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn is_over(&self) -> bool {
        self.won.is_some()
    }

    fn position(&self) -> String {
        let hidden = self.board.cells().iter().filter(|cell| cell.is_hidden()).count();
        match self.won {
            Some(true) => "won".to_owned(),
            Some(false) => "lost".to_owned(),
            None => {
                let (cells, mines) = (counted(hidden, "cell"), counted(self.unflagged(), "mine"));
                format!("{cells} hidden, {mines} without a flag")
            }
        }
    }

    fn sight(&self) -> Sight {
        let tile = |cell: &Seen| match cell {
            Seen::Hidden => Tile::Hidden,
            seen => Tile::Open(seen.to_string()),
        };
        let rows = self.board.cells().chunks(self.board.columns());
        let board = depict::Board { rows: rows.map(|row| row.iter().map(tile).collect()).collect() };
        Sight { board: Some(board), seats: 1, ..Sight::default() }
    }

    fn measured(&self) -> Vec<String> {
        vec!["safe clicks".to_owned()]
    }

    fn odds(&self) -> Vec<Named> {
        let mut odds = vec![("P(safe so far)".to_owned(), self.survived.clone())];
        let least = self.safest().first().and_then(|&safest| self.risk_at(safest));
        odds.extend(
            least.filter(|_| self.won.is_none()).map(|risk| ("P(mine in the safest cell)".to_owned(), risk)),
        );
        odds
    }
}
