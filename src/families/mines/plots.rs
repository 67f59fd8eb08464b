//! The plot of Minesweeper by the first cell: its page, and the chart of the results of `odds`.

use super::game::FirstCell;
use crate::exact::{Rational, double};
use crate::family::{Figure, Page, Parameter};
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};

/// The page of [`first_click`].
pub const FIRST_CLICK: Page = Page::new(
        "first-click",
        "The probability of winning Minesweeper, by number of mines and first cell",
        &["--rows 4 --cols 4 -o first-click.svg", "--rows 3 --cols 5 --mines 1..=6 -o first-click.svg"],
    )
    .more(
        "P(every mine is identified) from a corner, an edge and the middle, as far as the board has them, by lowest \
         risk (Lindgren 2000).",
    )
    .with(&[
        Parameter::number("rows", "Rows of the board", 1, 64).or("4").shown_as("R"),
        Parameter::number("cols", "Columns of the board; at most 64 cells in all", 1, 64)
            .or("4")
            .shown_as("C"),
        Parameter::whole("mines", "Mines on it", 1, 63).or("1..=5").shown_as("A..B"),
    ]);

/// The compared first cells.
pub const STARTS: [FirstCell; 3] = [FirstCell::Corner, FirstCell::Edge, FirstCell::Middle];

/// Draws the probability of winning on a board with `height` rows and `width` columns, one line for each first cell.
/// Each entry of `found` has a first cell, the number of mines, and the probability of winning. Entries must be grouped
/// by first cell.
pub fn first_click((height, width): (usize, usize), found: &[(FirstCell, u16, Rational)]) -> Figure {
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
        title: format!("Minesweeper, {height} x {width} cells: where to begin"),
        note: "Exact: P(win); lowest risk, ties at random; the first cell may be a mine.".to_owned(),
        across: Axis::new("mines", AxisScale::Whole),
        up: Axis::new("probability of winning", AxisScale::Share),
        series,
    };
    Figure::new(plot, ["mines", "start", "win"], rows)
}
