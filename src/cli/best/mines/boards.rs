//! Whether lowest risk is the best play, board by board (Lindgren 2000 asks it).

use super::super::super::fail::Fail;
use super::super::super::mines::{Protected, typed};
use super::super::super::print::{self, Format, Print, SCHEMA};
use super::super::super::watch::Watch;
use super::share;
use crate::games::mines::best::{Among, Best};
use crate::games::mines::field::{Field, choose};
use crate::model::Error;
use serde_json::{Value, json};

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
    click: Protected,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    if click == Protected::Opening {
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
    let one = |(rows, cols, mines)| {
        let field = Field::new(rows, cols, mines).map_err(|error| Fail::usage(error.to_string()))?;
        let compared = watch.phase("solve", || compare(&field, click, watch));
        compared.map_err(|error| watch.explain(error))
    };
    let several = watch.several("board", fields, one)?;
    let boards = &several.done;
    watch.clear();
    match print.format {
        Format::Text => print::print(&text(boards, click, print)),
        Format::Json => print::json(&value((short, long), boards, click, print)),
        Format::Table(style) => print::table(style, &csv(boards, click)),
    }?;
    several.end()
}

fn compare(field: &Field, click: Protected, watch: &Watch) -> Result<Compared, Error> {
    let run = watch.run();
    let most = |among| {
        let best = Best::new(field, among, &run);
        let wins = best.wins(&best.all()?, &field.different())?;
        Ok(wins.into_iter().max().unwrap_or(0))
    };
    let free = u32::from(field.cells()) - u32::from(click == Protected::Safe);
    Ok(Compared {
        rows: field.rows(),
        cols: field.cols(),
        mines: field.mines(),
        placements: choose(free, field.mines().into()),
        best: most(Among::All)?,
        lowest: most(Among::Lowest)?,
    })
}

/// The boards on which lowest risk wins less, the smallest first.
fn worse(boards: &[Compared]) -> impl Iterator<Item = &Compared> {
    boards.iter().filter(|board| board.lowest < board.best)
}

fn text(boards: &[Compared], click: Protected, print: Print) -> String {
    let header = ["", "board", "mines", "placements", "best play", "lowest risk", "fewer", "P(win)"];
    let mut rows: Vec<Vec<String>> = vec![header.map(str::to_owned).into()];
    for board in boards {
        let fewer = board.best - board.lowest;
        rows.push(vec![
            if fewer > 0 { "  !" } else { "" }.to_owned(),
            format!("{} x {}", board.rows, board.cols),
            board.mines.to_string(),
            board.placements.to_string(),
            board.best.to_string(),
            board.lowest.to_string(),
            fewer.to_string(),
            print.decimal(&share(board.best, board.placements)),
        ]);
    }
    let smallest = worse(boards).next().map_or_else(
        || "Lowest risk with the best ties is as good as the best play on all of them.\n".to_owned(),
        |board| {
            format!(
                "! lowest risk is not optimal, even with the best ties: on {} of {} boards, the smallest {} x {} \
                 with {} mines.\n",
                worse(boards).count(),
                boards.len(),
                board.rows,
                board.cols,
                board.mines
            )
        },
    );
    let click = typed(&click);
    format!(
        "Placements won from the best first cell, first click {click}\n\n{}{smallest}",
        print::aligned(&rows)
    )
}

fn value((rows, cols): (u8, u8), boards: &[Compared], click: Protected, print: Print) -> Value {
    let entry = |board: &Compared| {
        json!({
            "rows": board.rows,
            "cols": board.cols,
            "mines": board.mines,
            "placements": board.placements,
            "wins": board.best,
            "win": print.number(&share(board.best, board.placements)),
            "lowest_wins": board.lowest,
            "lowest_is_best": board.lowest == board.best,
        })
    };
    json!({
        "schema": SCHEMA,
        "family": "mines",
        "parameters": { "up_to": [rows, cols], "first_click": typed(&click) },
        "boards": boards.iter().map(entry).collect::<Value>(),
        "smallest_counterexample": worse(boards).next().map_or(Value::Null, entry),
    })
}

fn csv(boards: &[Compared], click: Protected) -> String {
    let row = |board: &Compared| {
        let Compared { rows, cols, mines, placements, best, lowest } = *board;
        let parameters = json!({ "rows": rows, "cols": cols, "mines": mines, "first_click": typed(&click) });
        (parameters, [placements, best, lowest].map(|number| number.to_string()).to_vec())
    };
    print::asked(&["placements", "wins", "lowest_wins"].map(str::to_owned), boards.iter().map(row))
}
