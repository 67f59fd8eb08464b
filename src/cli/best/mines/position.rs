//! What every hidden cell of a position of Minesweeper is worth.

use super::super::super::fail::Fail;
use super::super::super::mines::impossible;
use super::super::super::print::{self, Format, Print, SCHEMA};
use super::super::super::risk::{name, read};
use super::super::super::watch::Watch;
use super::share;
use chancetree::engine::Error;
use chancetree::exact;
use chancetree::games::mines::best::{Among, Best};
use chancetree::games::mines::board::{Board, Cell};
use chancetree::games::mines::field::Field;
use serde_json::{Value, json};
use std::path::Path;

/// A hidden cell.
struct Hidden {
    cell: u8,
    /// In how many placements it is a mine.
    mines: u64,
    /// How many placements are won if it is opened.
    wins: u64,
}

/// What there is to know of a position.
struct Answer {
    board: Board,
    placements: u64,
    most: u64,
    hidden: Vec<Hidden>,
}

pub(super) fn run(path: &Path, print: Print, watch: &Watch) -> Result<(), Fail> {
    let name = name(path);
    let wrong = |what: String| Fail::usage(format!("{name}: {what}"));
    let board: Board = read(path)?.parse().map_err(|error: chancetree::games::mines::board::Misread| {
        wrong(error.to_string()).help("mines 3, then rows such as 1...")
    })?;
    // A side of more cells than a byte counts is refused by the field as well.
    let side = |cells: usize| u8::try_from(cells).unwrap_or(u8::MAX);
    let mines = side(board.mines());
    let field = Field::new(side(board.rows()), side(board.columns()), mines)
        .map_err(|error| impossible(error).help(format!("chancetree risk mines --board {name}")))?;
    let answer =
        watch.phase("solve", || answer(board, &field, watch)).map_err(|error| watch.explain(error))?;
    watch.clear();
    if answer.placements == 0 {
        return Err(wrong("no placement of the mines agrees with the numbers".to_owned())
            .help(format!("chancetree risk mines --board {name}")));
    }
    match print.format {
        Format::Text => print::print(&answer.text(&field, print)),
        Format::Json => print::json(&answer.json(&field, print)),
        Format::Csv => print::print(&answer.csv(&field, print)),
    }
}

fn answer(board: Board, field: &Field, watch: &Watch) -> Result<Answer, Error> {
    let run = watch.run();
    let agrees = |placement: u64| {
        (0..field.cells()).zip(board.cells()).all(|(cell, seen)| {
            let mined = placement >> cell & 1 == 1;
            match seen {
                Cell::Hidden | Cell::Flag => true,
                Cell::Mine => mined,
                Cell::Open(number) => !mined && field.number(cell, placement) == *number,
            }
        })
    };
    let best = Best::new(field, Among::All, &run);
    let set = best.those(agrees)?;
    let placements = set.len() as u64;
    let closed = (0..field.cells()).zip(board.cells()).filter(|(_, seen)| seen.is_hidden());
    let cells: Vec<u8> = closed.map(|(cell, _)| cell).collect();
    let wins = best.wins(&set, &cells)?;
    let hidden = cells.into_iter().zip(wins);
    let hidden: Vec<_> =
        hidden.map(|(cell, wins)| Hidden { cell, mines: set.mined(cell) as u64, wins }).collect();
    // Where nothing is hidden but mines, everything is won without a click; a game that has not begun needs one.
    let begun = board.cells().iter().any(|seen| !seen.is_hidden());
    let decided = begun && hidden.iter().all(|hidden| hidden.mines == placements);
    let most = if decided { placements } else { hidden.iter().map(|hidden| hidden.wins).max().unwrap_or(0) };
    Ok(Answer { board, placements, most, hidden })
}

impl Answer {
    fn best(&self, hidden: &Hidden) -> bool {
        hidden.wins == self.most && hidden.mines < self.placements
    }

    fn json(&self, field: &Field, print: Print) -> Value {
        let entry = |hidden: &Hidden| {
            json!({
                "row": hidden.cell / field.cols() + 1,
                "col": hidden.cell % field.cols() + 1,
                "risk": print.number(&share(hidden.mines, self.placements)),
                "wins": hidden.wins,
                "win": print.number(&share(hidden.wins, self.placements)),
                "best": self.best(hidden),
            })
        };
        let rows = self.board.to_string();
        json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": {
                "rows": field.rows(),
                "cols": field.cols(),
                "mines": field.mines(),
                "board": rows.lines().skip(1).collect::<Vec<_>>(),
            },
            "placements": self.placements,
            "win": print.number(&share(self.most, self.placements)),
            "cells": self.hidden.iter().map(entry).collect::<Value>(),
        })
    }

    fn csv(&self, field: &Field, print: Print) -> String {
        let header = ["row", "col", "risk", "risk_exact", "wins", "placements", "win", "win_exact", "best"];
        let mut text = print::csv(&header.map(str::to_owned));
        for hidden in &self.hidden {
            let (risk, win) = (share(hidden.mines, self.placements), share(hidden.wins, self.placements));
            text.push_str(&print::csv(&[
                (hidden.cell / field.cols() + 1).to_string(),
                (hidden.cell % field.cols() + 1).to_string(),
                print.decimal(&risk),
                exact::fraction(&risk),
                hidden.wins.to_string(),
                self.placements.to_string(),
                print.decimal(&win),
                exact::fraction(&win),
                self.best(hidden).to_string(),
            ]));
        }
        text
    }

    fn text(&self, field: &Field, print: Print) -> String {
        let header = ["", "cell", "placements won", "P(win)", "P(mine)"];
        let mut rows: Vec<Vec<String>> = vec![header.map(str::to_owned).into()];
        for hidden in &self.hidden {
            let Hidden { cell, mines, wins } = *hidden;
            rows.push(vec![
                if self.best(hidden) { "  *" } else { "" }.to_owned(),
                format!("{},{}", cell / field.cols() + 1, cell % field.cols() + 1),
                wins.to_string(),
                print.decimal(&share(wins, self.placements)),
                print.decimal(&share(mines, self.placements)),
            ]);
        }
        format!("{}\n{} placements\n\n{}* best.\n", self.board, self.placements, print::aligned(&rows))
    }
}
