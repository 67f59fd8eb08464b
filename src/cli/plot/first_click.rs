//! Minesweeper by where it begins: the numbers are those of `odds mines`.

use super::super::fail::Fail;
use super::super::watch::Watch;
use super::{Figure, values};
use crate::exact::double;
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::{Given, Table};
use crate::games::mines::field::Field;
use crate::games::mines::game::{Aim, FirstClick, Mines, Play, Start, Ties};
use crate::games::mines::grid::Impossible;
use crate::games::mines::odds::Odds;

pub(super) fn first_click(games: &[Given], _: u32, watch: &Watch) -> Result<Figure, Fail> {
    let [rows, cols] = ["rows", "cols"].map(|name| games[0].whole::<usize>(name));
    let numbers = values(games, "mines");
    let run = watch.run();
    let starts = [Start::Corner, Start::Edge, Start::Middle];
    let all: Vec<(Start, u16)> =
        starts.into_iter().flat_map(|start| numbers.iter().map(move |&mines| (start, mines))).collect();
    let one = |(start, mines): (Start, u16)| {
        let field = Field::new(rows, cols, mines.into()).map_err(refused)?;
        let game = match Mines::new(field, Play::Lowest(Ties::Random), start, FirstClick::Any) {
            // A narrow board has no middle, and may have no edge.
            Err(Impossible::Start { .. }) => return Ok(None),
            game => game.map_err(refused)?,
        };
        let last = (rows * cols) as u32;
        let found = watch.phase("evaluate", || watch.upward(last, || Odds::of(&game, Aim::Win, &run)));
        Ok(Some((start, mines, found.map_err(|error| watch.explain(error))?.win)))
    };
    let (found, whole) = watch.several("board", all, one)?.flatten().apart();
    let (mut table, mut series) = (Vec::new(), Vec::new());
    for line in found.chunk_by(|(a, ..), (b, ..)| a == b) {
        let start = line[0].0.to_string();
        let mut points = Vec::new();
        for (_, mines, win) in line {
            table.push([(*mines).into(), start.as_str().into(), win.into()]);
            points.push((f64::from(*mines), double(win)));
        }
        series.push(Series::new(format!("first click: {start}"), Form::Line, points));
    }
    let plot = Plot {
        title: format!("Minesweeper, {rows} x {cols} cells: where to begin"),
        note:
            "Exact: P(every mine is identified); lowest risk, ties at random; the first cell may be a mine."
                .to_owned(),
        across: Axis::new("mines", Scale::Whole),
        up: Axis::new("probability of winning", Scale::Share),
        series,
    };
    let columns = ["mines", "start", "win"].map(|key| (key, None));
    Ok(Figure { plot, numbers: Table::new("", columns, table), whole })
}

/// A board that cannot be, and one that can.
fn refused(error: Impossible) -> Fail {
    Fail::usage(error.to_string()).help("chancetree plot first-click --rows 4 --cols 4 -o first-click.svg")
}
