//! The parameters of the family `mines`.

use super::fail::Fail;
use super::range::whole;
use super::watch::Watch;
use chancetree::engine::{Error, Progress};
use chancetree::games::mines::field::{Field, Impossible};
use chancetree::games::mines::game::{Aim, Cell, FirstClick, Mines, Play, Start, Ties};
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

    /// The name of a file about it.
    pub(crate) fn file_stem(&self) -> String {
        format!("mines{}x{}m{}", self.rows, self.cols, self.mines)
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

/// A game on a board: how it begins, and how it is played.
#[derive(Debug, Clone, Args)]
pub(crate) struct Playing {
    #[command(flatten)]
    pub(crate) laid: Laid,
    /// How cells are chosen
    #[arg(long, value_enum, default_value_t = How::Lowest)]
    play: How,
    /// Which of several cells of the lowest risk is opened [default: lot]
    #[arg(long, value_enum)]
    ties: Option<Rule>,
    /// The first cell: anywhere, edge, corner or middle, by lot; chosen by the
    /// player; or a cell ROW,COLUMN
    #[arg(long, value_name = "WHERE", default_value = "anywhere", value_parser = start)]
    start: Start,
    /// What the first cell may hide
    #[arg(long, value_enum, default_value_t = Protected::Any)]
    first_click: Protected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    /// A cell of the lowest risk (Lindgren 2000)
    Lowest,
    /// The cell that wins most often in the end
    Best,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// One by lot
    Lot,
    /// The last in reading order
    Last,
    /// The first in reading order
    First,
    /// A corner, else an edge, else the middle; by lot within those
    CornerEdgeLot,
    /// Whichever wins most often
    Best,
    /// Whichever wins least often
    Worst,
}

impl Playing {
    /// The game, if its placements fit into the memory that is allowed.
    pub(crate) fn game(&self, watch: &Watch) -> Result<Mines, Fail> {
        if self.play == How::Best && self.ties.is_some() {
            return Err(
                Fail::usage("ties of the lowest risk mean nothing to best play").help("--play lowest")
            );
        }
        let play = match (self.play, self.ties.unwrap_or(Rule::Lot)) {
            (How::Best, _) => Play::Best,
            (How::Lowest, Rule::Lot) => Play::Lowest(Ties::Lot),
            (How::Lowest, Rule::Last) => Play::Lowest(Ties::Last),
            (How::Lowest, Rule::First) => Play::Lowest(Ties::First),
            (How::Lowest, Rule::CornerEdgeLot) => Play::Lowest(Ties::CornerEdgeLot),
            (How::Lowest, Rule::Best | Rule::Worst) => Play::Lowest(Ties::Free),
        };
        let field = self.laid.field()?;
        let limit = watch.run().most_bytes;
        let bytes = 8 * field.placement_count();
        if bytes > limit {
            let progress = Progress { bytes, ..Progress::default() };
            return Err(watch.explain(Error::TooMuchMemory { limit, progress }));
        }
        Mines::new(field, play, self.start, self.first_click.first_click()).map_err(impossible)
    }

    /// What whoever decides wants.
    pub(crate) fn aim(&self) -> Aim {
        if self.ties == Some(Rule::Worst) { Aim::Lose } else { Aim::Win }
    }

    /// The parameters as JSON repeats them.
    pub(crate) fn parameters(&self) -> Value {
        let mut parameters = self.laid.parameters();
        parameters["play"] = json!(typed(&self.play));
        parameters["ties"] = match self.play {
            How::Lowest => json!(typed(&self.ties.unwrap_or(Rule::Lot))),
            How::Best => Value::Null,
        };
        parameters["start"] = json!(start_typed(self.start));
        parameters["first_click"] = json!(typed(&self.first_click));
        parameters
    }

    /// The game in words.
    pub(crate) fn title(&self) -> String {
        let how = match self.play {
            How::Best => "best play".to_owned(),
            How::Lowest => format!("lowest risk, ties {}", typed(&self.ties.unwrap_or(Rule::Lot))),
        };
        format!(
            "{}, {how}, start {}, first click {}",
            self.laid.title(),
            start_typed(self.start),
            typed(&self.first_click)
        )
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

/// The usual boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// 9 x 9 cells, 10 mines
    Beginner,
    /// 16 x 16 cells, 40 mines
    Intermediate,
    /// 16 x 30 cells, 99 mines
    Expert,
}

impl Preset {
    /// Rows and columns, and mines.
    pub(crate) fn laid(self) -> ((usize, usize), usize) {
        match self {
            Self::Beginner => ((9, 9), 10),
            Self::Intermediate => ((16, 16), 40),
            Self::Expert => ((16, 30), 99),
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
