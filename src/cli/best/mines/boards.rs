//! Tells whether lowest risk is the best play, board by board (Lindgren 2000 asks it).

use super::super::super::fail::Fail;
use super::super::super::print::{self, Answers, Print};
use super::super::super::watch::Watch;
use super::{ABOUT, share};
use crate::family::{ColumnOf, Datum, Report, Table};
use crate::games::mines::best::{Among, Best};
use crate::games::mines::field::Field;
use crate::games::mines::game::FirstClick;
use crate::model::{Error, order};
use serde_json::json;

/// A board, and the placements that are won from the best first cell.
struct Compared {
    rows: u8,
    cols: u8,
    mines: u8,
    placements: u64,
    best: u64,
    /// By lowest risk, with the best of all tie rules.
    lowest: u64,
}

pub(super) fn run(
    (most_rows, most_cols): (u8, u8),
    click: FirstClick,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    if click == FirstClick::Opening {
        let what = "small boards are compared, and many of them leave no room for an opening";
        return Err(Fail::usage(what).help("--first-click safe"));
    }
    let (short, long) = (most_rows.min(most_cols), most_rows.max(most_cols));
    let mut sizes: Vec<(u8, u8)> =
        (1..=short).flat_map(|rows| (rows..=long).map(move |cols| (rows, cols))).collect();
    order::sort(&mut sizes, |one, other| (one.0 * one.1, one.0).cmp(&(other.0 * other.1, other.0)));
    let fields: Vec<(u8, u8, u8)> = sizes
        .into_iter()
        .flat_map(|(rows, cols)| (1..rows * cols).map(move |mines| (rows, cols, mines)))
        .collect();
    let one = |(rows, cols, mines): (u8, u8, u8)| {
        let field = Field::new(rows.into(), cols.into(), mines.into())
            .map_err(|error| Fail::usage(error.to_string()))?;
        let compared = watch.phase("solve", || compare(&field, click, watch));
        compared.map_err(|error| watch.explain(error))
    };
    watch.several("board", fields, one)?.show(watch, |boards| {
        let parameters = json!({ "up_to": [short, long], "first_click": click.name() });
        let all = [print::Answer { parameters, report: report(boards, click) }];
        Answers::new("mines", ABOUT, false, &all).print(print)
    })
}

fn compare(field: &Field, click: FirstClick, watch: &Watch) -> Result<Compared, Error> {
    let run = watch.run();
    let most = |among| {
        let wins = Best::new(field, among, &run).firsts(click, &field.different())?;
        Ok(wins.into_iter().max().unwrap_or(0))
    };
    Ok(Compared {
        rows: field.rows(),
        cols: field.cols(),
        mines: field.mines(),
        placements: field.left_by(click, 0),
        best: most(Among::All)?,
        lowest: most(Among::Lowest)?,
    })
}

/// The boards on which lowest risk wins less, the smallest first.
fn worse(boards: &[Compared]) -> impl Iterator<Item = &Compared> {
    boards.iter().filter(|board| board.lowest < board.best)
}

fn report(boards: &[Compared], click: FirstClick) -> Report {
    let mut report =
        Report::new(format!("Placements won from the best first cell, first click {}", click.name()));
    let smallest = worse(boards).next();
    let parts = |board: &Compared| {
        let &Compared { rows, cols, mines, placements, best, lowest } = board;
        Datum::Parts(vec![
            ("rows", rows.into()),
            ("columns", cols.into()),
            ("mines", mines.into()),
            ("placements", placements.into()),
            ("wins", best.into()),
            ("lowest_wins", lowest.into()),
        ])
    };
    report.add_json("smallest_counterexample", smallest.map(parts));
    let fields: [ColumnOf<'_, &Compared>; 11] = [
        ("", Some(""), &|board| if board.best > board.lowest { "!" } else { "" }.into()),
        ("", Some("board"), &|board| format!("{} x {}", board.rows, board.cols).into()),
        ("rows", None, &|board| board.rows.into()),
        ("columns", None, &|board| board.cols.into()),
        ("mines", Some("mines"), &|board| board.mines.into()),
        ("placements", Some("placements"), &|board| board.placements.into()),
        ("wins", Some("best play"), &|board| board.best.into()),
        ("lowest_wins", Some("lowest risk"), &|board| board.lowest.into()),
        ("", Some("fewer"), &|board| (board.best - board.lowest).into()),
        ("win", Some("P(win)"), &|board| share(board.best, board.placements).into()),
        ("lowest_is_best", None, &|board| (board.best == board.lowest).into()),
    ];
    report.tables.push(Table::of("boards", boards, &fields).main());
    report.note = match smallest {
        None => "Lowest risk with the best ties is as good as the best play on all of them.".to_owned(),
        Some(board) => format!(
            "! lowest risk is not optimal, even with the best ties: on {} of {} boards, the smallest {} x {} with {}.",
            worse(boards).count(),
            boards.len(),
            board.rows,
            board.cols,
            print::count(board.mines, "mine")
        ),
    };
    report
}
