//! A game of Minesweeper as a session: its parameters, its steps and what it shows.

use super::{MineSource, MinesEntry, MinesGame};
use crate::depict::{self, Tile};
use crate::export::path::Scene;
use crate::family::counted;
use crate::games::mines::system::VisibleCell;
use crate::model::Job;
use crate::{NamedNumber, PlayError, PlayedGame, StepOutcome};
use serde_json::{Value, json};

impl PlayedGame for MinesGame {
    type Entry = MinesEntry;

    fn family(&self) -> &'static str {
        "mines"
    }

    fn parameters(&self) -> Value {
        match &self.source {
            MineSource::Elsewhere(board) => json!({ "board": board.to_string() }),
            MineSource::Seed(seed, first_click) => json!({
                "rows": self.board.rows(),
                "columns": self.board.columns(),
                "mines": self.board.mines(),
                "first_click": first_click.name(),
                "seed": seed,
            }),
        }
    }

    fn parse(&self, step: &Value) -> Result<Vec<MinesEntry>, PlayError> {
        let place = |name: &str| {
            let [row, col] = step[name].as_array()?.as_slice() else { return None };
            let [row, col] = [row, col].map(|value| usize::try_from(value.as_u64()?).ok());
            self.board.grid().place([row?, col?])
        };
        let letter = step["cell"].as_str().and_then(|text| text.chars().next());
        let open = place("open").map(MinesEntry::Open).or_else(|| place("flag").map(MinesEntry::Flag));
        let entry = open.or_else(|| Some(MinesEntry::Set(place("set")?, letter.and_then(VisibleCell::of)?)));
        entry.map(|entry| vec![entry]).ok_or_else(|| {
            let (rows, cols) = (self.board.rows(), self.board.columns());
            PlayError::refused(format!(
                "open, flag or set with a row to {rows} and a column to {cols} is needed"
            ))
        })
    }

    fn apply(&mut self, entry: MinesEntry, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        match entry {
            MinesEntry::Open(place) => self.open(place, job),
            MinesEntry::Flag(place) => self.flag(place),
            MinesEntry::Set(place, cell) => self.set(place, cell, job),
        }
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

    fn scene(&self) -> Scene {
        let tile = |cell: &VisibleCell| match cell {
            VisibleCell::Hidden => Tile::Hidden,
            seen => Tile::Open(seen.to_string()),
        };
        let rows = self.board.cells().chunks(self.board.columns());
        let board = depict::Board { rows: rows.map(|row| row.iter().map(tile).collect()).collect() };
        Scene { board: Some(board), seats: 1, ..Scene::default() }
    }

    fn board_text(&self) -> Option<String> {
        Some(self.board.to_string())
    }

    fn measured(&self) -> Vec<[String; 2]> {
        vec![["safe_clicks", "safe clicks"].map(str::to_owned)]
    }

    fn odds(&self) -> Vec<NamedNumber> {
        let survived = NamedNumber::new("safe_so_far", "P(safe so far)", self.survived.clone());
        let least = self.least_risk().filter(|_| self.won.is_none());
        let least = least.map(|risk| NamedNumber::new("least_risk", "P(mine in the safest cell)", risk));
        [survived].into_iter().chain(least).collect()
    }
}
