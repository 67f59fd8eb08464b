//! The parameters of the family `mines`.

use super::fail::Fail;
use super::range::whole;
use chancetree::games::mines::field::{Field, Impossible};
use chancetree::games::mines::game::{Cell, FirstClick, Start};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// A board and its mines.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Board")]
pub(crate) struct Laid {
    /// Rows of the board
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = whole(1u8, 64))]
    rows: u8,
    /// Columns of the board; at most 64 cells in all
    #[arg(long, value_name = "C", allow_negative_numbers = true, value_parser = whole(1u8, 64))]
    cols: u8,
    /// Mines on it
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole(0u8, 64))]
    mines: u8,
}

impl Laid {
    pub(crate) fn field(&self) -> Result<Field, Fail> {
        Field::new(self.rows, self.cols, self.mines).map_err(impossible)
    }

    /// The parameters as JSON repeats them.
    pub(crate) fn parameters(&self) -> Value {
        json!({ "rows": self.rows, "cols": self.cols, "mines": self.mines })
    }

    /// The board in words.
    pub(crate) fn title(&self) -> String {
        let mines = if self.mines == 1 { "1 mine".to_owned() } else { format!("{} mines", self.mines) };
        format!("Minesweeper, {} x {} cells, {mines}", self.rows, self.cols)
    }
}

/// A board that cannot be, and one that can.
pub(crate) fn impossible(error: Impossible) -> Fail {
    Fail::usage(error.to_string()).help("--rows 4 --cols 4 --mines 3")
}

/// What the first click may hide, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protected {
    /// Anything: it may be a mine
    Any,
    /// No mine; the mines lie elsewhere
    Safe,
    /// No mine, and none next to it
    Opening,
}

impl Protected {
    pub(crate) fn first_click(self) -> FirstClick {
        match self {
            Self::Any => FirstClick::Any,
            Self::Safe => FirstClick::Safe,
            Self::Opening => FirstClick::Opening,
        }
    }
}

/// The name of a value as it is typed.
pub(crate) fn typed(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Reads where to start.
pub(crate) fn start(text: &str) -> Result<Start, String> {
    let cell = || {
        let (row, col) = text.split_once(',')?;
        Some(Start::At(Cell { row: row.parse().ok()?, col: col.parse().ok()? }))
    };
    match text {
        "anywhere" => Ok(Start::Anywhere),
        "edge" => Ok(Start::Edge),
        "corner" => Ok(Start::Corner),
        "middle" => Ok(Start::Middle),
        "chosen" => Ok(Start::Chosen),
        _ => cell().ok_or_else(|| {
            "anywhere, edge, corner, middle, chosen or a cell ROW,COLUMN such as 1,2 is needed".to_owned()
        }),
    }
}

/// Where play starts, as it is typed.
pub(crate) fn start_typed(start: Start) -> String {
    match start {
        Start::Anywhere => "anywhere".to_owned(),
        Start::Edge => "edge".to_owned(),
        Start::Corner => "corner".to_owned(),
        Start::Middle => "middle".to_owned(),
        Start::Chosen => "chosen".to_owned(),
        Start::At(cell) => cell.to_string(),
    }
}
