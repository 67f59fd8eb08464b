//! Minesweeper by where it begins: the numbers are those of `odds mines`.

use super::super::fail::Fail;
use super::super::range::{Numbers, numbers_to, whole};
use super::super::watch::Watch;
use super::{Figure, Output};
use crate::exact::double;
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::Table;
use crate::games::mines::field::Field;
use crate::games::mines::game::{Aim, FirstClick as Protected, Mines, Play, Start, Ties};
use crate::games::mines::grid::Impossible;
use crate::games::mines::odds::Odds;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct FirstClick {
    /// Rows of the board
    #[arg(long, value_name = "R", default_value_t = 4, allow_negative_numbers = true, value_parser = whole(1u8, 64))]
    rows: u8,
    /// Columns of the board; at most 64 cells in all
    #[arg(long, value_name = "C", default_value_t = 4, allow_negative_numbers = true, value_parser = whole(1u8, 64))]
    cols: u8,
    /// Mines on it
    #[arg(long, value_name = "A..B", default_value = "1..=5",
        value_parser = numbers_to(63, "a board has 1 to 63 mines"))]
    mines: Numbers,
    #[command(flatten)]
    pub(super) output: Output,
}

impl FirstClick {
    pub(super) fn figure(&self, watch: &Watch) -> Result<Figure, Fail> {
        let run = watch.run();
        let starts = [Start::Corner, Start::Edge, Start::Middle];
        let all: Vec<(Start, u16)> =
            starts.into_iter().flat_map(|start| self.mines.iter().map(move |mines| (start, mines))).collect();
        let one = |(start, mines): (Start, u16)| {
            let field = Field::new(self.rows.into(), self.cols.into(), mines.into()).map_err(refused)?;
            let game = match Mines::new(field, Play::Lowest(Ties::Random), start, Protected::Any) {
                // A narrow board has no middle, and may have no edge.
                Err(Impossible::Start { .. }) => return Ok(None),
                game => game.map_err(refused)?,
            };
            let last = u32::from(self.rows) * u32::from(self.cols);
            let found = watch.phase("evaluate", || watch.upward(last, || Odds::of(&game, Aim::Win, &run)));
            Ok(Some((start, mines, found.map_err(|error| watch.explain(error))?.win)))
        };
        let (found, whole) = watch.several("board", all, one)?.flatten().apart();
        let (mut rows, mut series) = (Vec::new(), Vec::new());
        for line in found.chunk_by(|(a, ..), (b, ..)| a == b) {
            let start = line[0].0.to_string();
            let mut points = Vec::new();
            for (_, mines, win) in line {
                rows.push([(*mines).into(), start.as_str().into(), win.into()]);
                points.push((f64::from(*mines), double(win)));
            }
            series.push(Series::new(format!("first click: {start}"), Form::Line, points));
        }
        let plot = Plot {
            title: format!("Minesweeper, {} x {} cells: where to begin", self.rows, self.cols),
            note:
                "Exact: P(every mine is identified); lowest risk, ties at random; the first cell may be a mine."
                    .to_owned(),
            across: Axis::new("mines", Scale::Whole),
            up: Axis::new("probability of winning", Scale::Share),
            series,
        };
        let columns = ["mines", "start", "win"].map(|key| (key, None));
        Ok(Figure { plot, numbers: Table::new("", columns, rows), whole })
    }
}

/// A board that cannot be, and one that can.
fn refused(error: Impossible) -> Fail {
    Fail::usage(error.to_string()).help("chancetree plot first-click --rows 4 --cols 4 -o first-click.svg")
}
