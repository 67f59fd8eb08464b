//! Tells whether lowest risk is the best play, board by board (Lindgren 2000 asks it).

use super::super::super::fail::Fail;
use super::super::super::print::{self, Answers, Print};
use super::super::super::watch::Watch;
use super::share;
use crate::family::{Datum, Report, Table, Within};
use crate::games::mines::best::{Among, Best};
use crate::games::mines::field::Field;
use crate::games::mines::game::FirstClick;
use crate::model::Error;
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
    sizes.sort_by_key(|(rows, cols)| (rows * cols, *rows));
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
    let several = watch.several("board", fields, one)?;
    let boards = &several.done;
    watch.clear();
    let parameters = json!({ "up_to": [short, long], "first_click": click.name() });
    let all = [print::Answer { parameters, report: report(boards, click) }];
    Answers::new("mines", "Minesweeper, best play", false, &all).print(print)?;
    several.end()
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
    let row = |board: &Compared| {
        let &Compared { rows, cols, mines, placements, best, lowest } = board;
        vec![
            Datum::Words(if best > lowest { "!" } else { "" }.to_owned()),
            Datum::Words(format!("{rows} x {cols}")),
            Datum::Whole(rows.into()),
            Datum::Whole(cols.into()),
            Datum::Whole(mines.into()),
            Datum::Whole(placements),
            Datum::Whole(best),
            Datum::Whole(lowest),
            Datum::Whole(best - lowest),
            Datum::Exact(share(best, placements)),
            Datum::Flag(best == lowest),
        ]
    };
    let columns = vec![
        ("", Some("")),
        ("", Some("board")),
        ("rows", None),
        ("columns", None),
        ("mines", Some("mines")),
        ("placements", Some("placements")),
        ("wins", Some("best play")),
        ("lowest_wins", Some("lowest risk")),
        ("", Some("fewer")),
        ("win", Some("P(win)")),
        ("lowest_is_best", None),
    ];
    let smallest = worse(boards).next();
    let parts = |board: &Compared| {
        let &Compared { rows, cols, mines, placements, best, lowest } = board;
        let whole = |number: u8| Datum::Whole(number.into());
        Datum::Parts(vec![
            ("rows", whole(rows)),
            ("columns", whole(cols)),
            ("mines", whole(mines)),
            ("placements", Datum::Whole(placements)),
            ("wins", Datum::Whole(best)),
            ("lowest_wins", Datum::Whole(lowest)),
        ])
    };
    let counterexample = smallest.map_or(Datum::Nothing, parts);
    report.put("smallest_counterexample", Vec::new(), counterexample, Within::Json);
    report.tables.push(Table::new("boards", columns, boards.iter().map(row)).main());
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
