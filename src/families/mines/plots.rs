//! The plot of Minesweeper by the first cell: its page, and the chart of the results of `odds`.

use super::family::FIRST_CLICK;
use super::game::{FirstCell, FirstClick};
use crate::exact::{Rational, double};
use crate::family::{Figure, Page, Parameter};
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};

/// The page of [`first_click`].
pub(crate) const FIRST_CLICK_PAGE: Page = Page::new(
    "first-click",
    "The probability of winning Minesweeper, by number of mines and first cell",
    &["--rows 4 --cols 4 -o first-click.svg", "--rows 3 --cols 5 --mines 1..=6 -o first-click.svg"],
)
.details(
    "P(every mine is identified) by lowest risk (Lindgren 2000). The plot shows how much better or worse an \
     edge cell and a middle cell are than a corner. The table has the probabilities.",
)
.with(&[
    Parameter::number("rows", "Rows of the board", 1, 64).default_value("4").with_placeholder("R"),
    Parameter::number("cols", "Columns of the board; at most 64 cells in all", 1, 64)
        .default_value("4")
        .with_placeholder("C"),
    Parameter::whole("mines", "Number of mines", 1, 63).default_value("1..=5").with_placeholder("A..B"),
    Parameter { meaning: "What the first cell may hide", default: Some("safe"), ..FIRST_CLICK },
]);

/// The compared first cells.
pub(crate) const STARTS: [FirstCell; 3] = [FirstCell::Corner, FirstCell::Edge, FirstCell::Middle];

/// Draws the probability of winning on a board with `height` rows and `width` columns, compared with a first click in a
/// corner: one line for each other first cell. The probabilities alone would be nearly the same line.
///
/// Each entry of `found` has a first cell, the number of mines, and the probability of winning. Entries must be grouped
/// by first cell.
pub(crate) fn first_click(
    (height, width): (usize, usize),
    first_click: FirstClick,
    found: &[(FirstCell, u16, Rational)],
) -> Figure {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    let corner = |mines| {
        let found = found.iter().find(|(start, of, _)| *start == FirstCell::Corner && *of == mines);
        found.map(|(_, _, win)| win)
    };
    for line in found.chunk_by(|(a, ..), (b, ..)| a == b) {
        let start = line[0].0.to_string();
        for (_, mines, win) in line {
            rows.push([(*mines).into(), start.as_str().into(), win.into()]);
        }
        let points: Vec<_> = line
            .iter()
            .filter_map(|(_, mines, win)| Some((mines, win - corner(*mines)?)))
            .map(|(mines, more)| (f64::from(*mines), 100.0 * double(&more)))
            .collect();
        let form = if line[0].0 == FirstCell::Corner { Form::Level } else { Form::Line };
        series.push(Series::new(start, form, points));
    }
    let plot = Plot {
        title: format!("Minesweeper, {height} x {width} cells: where to begin"),
        note: format!("Exact: P(win); lowest risk, ties at random; first click {}.", first_click.name()),
        across: Axis::new("mines", AxisScale::Whole),
        up: Axis::new("P(win) minus that of a corner, in percentage points", AxisScale::Linear),
        series,
    };
    Figure::new(plot, ["mines", "start", "win"], rows)
}
