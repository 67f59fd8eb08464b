//! What every hidden cell of a position of Minesweeper is worth.

use super::super::super::fail::Fail;
use super::super::super::mines::{self, board_parameters};
use super::super::super::position::Known;
use super::super::super::print::{self, Format, Print, SCHEMA};
use super::super::super::watch::Watch;
use super::share;
use crate::exact;
use crate::games::mines::best::{Among, Best};
use crate::games::mines::board::{Board, Cell};
use crate::games::mines::field::{Field, Impossible};
use crate::model::Error;
use serde_json::{Value, json};
use std::path::Path;

/// A hidden cell.
struct Hidden {
    cell: u8,
    /// In how many placements it is a mine.
    mines: u64,
    /// How many placements are won if it is opened.
    wins: u64,
    /// How many, if lowest risk with the best ties goes on from there.
    lowest: Option<u64>,
}

/// What there is to know of a position.
struct Answer {
    board: Board,
    placements: u64,
    most: u64,
    hidden: Vec<Hidden>,
}

pub(super) fn run(path: &Path, known: Known, lowest: bool, print: Print, watch: &Watch) -> Result<(), Fail> {
    let board = known.board(path)?;
    let field = mines::position(path, &board, &known.simulated(path, " --play strong"))?;
    let answer = watch.phase("solve", || answer(board, &field, lowest, watch));
    let answer = answer.map_err(|error| watch.explain(error))?;
    watch.clear();
    if answer.placements == 0 {
        return Err(known.disagrees(path, answer.board, Impossible::Position, watch));
    }
    match print.format {
        Format::Text => print::print(&answer.text(&field, print)),
        Format::Json => print::json(&answer.json(&field, print)),
        Format::Table(style) => print::table(style, &answer.csv(&field, print)),
    }
}

fn answer(board: Board, field: &Field, lowest: bool, watch: &Watch) -> Result<Answer, Error> {
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
    let mut by_lowest = vec![None; cells.len()];
    if lowest {
        let solver = Best::new(field, Among::Lowest, &run);
        let wins = solver.wins(&solver.those(agrees)?, &cells)?;
        by_lowest = wins.into_iter().map(Some).collect();
    }
    let hidden = cells.into_iter().zip(wins).zip(by_lowest);
    let hidden: Vec<_> = hidden
        .map(|((cell, wins), lowest)| Hidden { cell, mines: set.mined(cell) as u64, wins, lowest })
        .collect();
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
            let mut entry = json!({
                "row": hidden.cell / field.cols() + 1,
                "col": hidden.cell % field.cols() + 1,
                "risk": print.number(&share(hidden.mines, self.placements)),
                "wins": hidden.wins,
                "win": print.number(&share(hidden.wins, self.placements)),
                "best": self.best(hidden),
            });
            if let Some(lowest) = hidden.lowest {
                entry["lowest_wins"] = json!(lowest);
                entry["lowest_win"] = print.number(&share(lowest, self.placements));
            }
            entry
        };
        let mut parameters = board_parameters(field);
        let rows = self.board.to_string();
        parameters["board"] = rows.lines().skip(1).collect();
        json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": parameters,
            "placements": self.placements,
            "win": print.number(&share(self.most, self.placements)),
            "cells": self.hidden.iter().map(entry).collect::<Value>(),
        })
    }

    fn csv(&self, field: &Field, print: Print) -> String {
        let header = [
            "row",
            "col",
            "risk",
            "risk_exact",
            "wins",
            "placements",
            "win",
            "win_exact",
            "best",
            "lowest_wins",
        ];
        let row = |hidden: &Hidden| {
            let (risk, win) = (share(hidden.mines, self.placements), share(hidden.wins, self.placements));
            vec![
                (hidden.cell / field.cols() + 1).to_string(),
                (hidden.cell % field.cols() + 1).to_string(),
                print.decimal(&risk),
                exact::fraction(&risk),
                hidden.wins.to_string(),
                self.placements.to_string(),
                print.decimal(&win),
                exact::fraction(&win),
                self.best(hidden).to_string(),
                hidden.lowest.map_or_else(String::new, |lowest| lowest.to_string()),
            ]
        };
        print::answer(&board_parameters(field), &header, self.hidden.iter().map(row))
    }

    fn text(&self, field: &Field, print: Print) -> String {
        let mut header = vec!["", "cell", "placements won", "P(win)", "P(mine)"];
        if self.hidden.iter().any(|hidden| hidden.lowest.is_some()) {
            header.extend(["by lowest risk", "fewer"]);
        }
        let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
        for hidden in &self.hidden {
            let Hidden { cell, mines, wins, lowest } = *hidden;
            let mut row = vec![
                if self.best(hidden) { "  *" } else { "" }.to_owned(),
                format!("{},{}", cell / field.cols() + 1, cell % field.cols() + 1),
                wins.to_string(),
                print.decimal(&share(wins, self.placements)),
                print.decimal(&share(mines, self.placements)),
            ];
            row.extend(lowest.iter().flat_map(|lowest| [lowest.to_string(), (wins - lowest).to_string()]));
            rows.push(row);
        }
        format!("{}\n{} placements\n\n{}* best.\n", self.board, self.placements, print::aligned(&rows))
    }
}
