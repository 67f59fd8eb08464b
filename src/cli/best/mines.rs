//! What every first cell of Minesweeper is worth.

mod boards;
mod position;

use super::super::fail::Fail;
use super::super::mines::{Laid, Protected, impossible, typed};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use chancetree::engine::Error;
use chancetree::exact::{self, Rational, ratio};
use chancetree::games::mines::best::{Among, Best};
use chancetree::games::mines::field::{Field, choose};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct BestMines {
    #[command(flatten)]
    laid: Option<Laid>,
    /// A position instead of a fresh board, as `risk mines` reads it; - for
    /// stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "mines", "lowest", "safe"])]
    board: Option<PathBuf>,
    /// All boards up to R rows and C columns, with every number of mines:
    /// whether lowest risk with the best ties wins as many as the best play
    #[arg(long, value_name = "R,C", value_parser = up_to,
        conflicts_with_all = ["rows", "cols", "mines", "board", "lowest", "safe"])]
    up_to: Option<(u8, u8)>,
    /// Lowest risk with the best of all tie rules, beside the best play
    #[arg(long)]
    lowest: bool,
    /// The first click is never a mine
    #[arg(long)]
    safe: bool,
    #[command(flatten)]
    print: Print,
}

/// A first cell, one of each that the symmetries of the board make alike.
struct First {
    row: u8,
    col: u8,
    wins: u64,
    lowest: Option<u64>,
}

impl BestMines {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        match (&self.laid, &self.board, self.up_to) {
            (_, Some(path), _) => position::run(path, self.print, watch),
            (_, _, Some((rows, cols))) => boards::run(rows, cols, self.print, watch),
            (Some(laid), None, None) => self.fresh(laid, watch),
            (None, None, None) => Err(Fail::usage("a board is missing").help("--rows 4 --cols 4 --mines 3")),
        }
    }

    fn fresh(&self, laid: &Laid, watch: &Watch) -> Result<(), Fail> {
        let field = laid.field()?;
        let free = u32::from(field.cells()) - u32::from(self.safe);
        if u32::from(field.mines()) > free {
            use chancetree::games::mines::field::Impossible::Mines;
            return Err(impossible(Mines { mines: field.mines(), room: free as u8 }));
        }
        let total = choose(free, field.mines().into());
        let firsts =
            watch.phase("solve", || self.firsts(&field, watch)).map_err(|error| watch.explain(error))?;
        watch.clear();
        match self.print.format {
            Format::Text => print::print(&self.text(laid, &firsts, total)),
            Format::Json => print::json(&self.json(laid, &firsts, total)),
            Format::Csv => print::print(&self.csv(&firsts, total)),
        }
    }

    fn firsts(&self, field: &Field, watch: &Watch) -> Result<Vec<First>, Error> {
        let run = watch.run();
        let cells = field.different();
        let wins = |among| {
            let best = Best::new(field, among, &run);
            best.wins(&best.all()?, &cells)
        };
        let all = wins(Among::All)?;
        let lowest = if self.lowest { Some(wins(Among::Lowest)?) } else { None };
        let first = |(index, &cell): (usize, &u8)| First {
            row: cell / field.cols() + 1,
            col: cell % field.cols() + 1,
            wins: all[index],
            lowest: lowest.as_ref().map(|lowest| lowest[index]),
        };
        Ok(cells.iter().enumerate().map(first).collect())
    }

    fn json(&self, laid: &Laid, firsts: &[First], total: u64) -> Value {
        let mut parameters = laid.parameters();
        let click = if self.safe { Protected::Safe } else { Protected::Any };
        parameters["first_click"] = json!(typed(&click));
        let most = most(firsts);
        let cell = |first: &First| {
            let mut cell = json!({
                "row": first.row,
                "col": first.col,
                "wins": first.wins,
                "win": self.print.number(&share(first.wins, total)),
                "best": first.wins == most,
            });
            if let Some(lowest) = first.lowest {
                cell["lowest_wins"] = json!(lowest);
                cell["lowest_win"] = self.print.number(&share(lowest, total));
            }
            cell
        };
        json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": parameters,
            "placements": total,
            "win": self.print.number(&share(most, total)),
            "first_cells": firsts.iter().map(cell).collect::<Value>(),
        })
    }

    fn csv(&self, firsts: &[First], total: u64) -> String {
        let header = ["row", "col", "wins", "placements", "win", "win_exact", "lowest_wins"];
        let mut text = print::csv(&header.map(str::to_owned));
        for First { row, col, wins, lowest } in firsts {
            let win = share(*wins, total);
            text.push_str(&print::csv(&[
                row.to_string(),
                col.to_string(),
                wins.to_string(),
                total.to_string(),
                self.print.decimal(&win),
                exact::fraction(&win),
                lowest.map_or_else(String::new, |lowest| lowest.to_string()),
            ]));
        }
        text
    }

    fn text(&self, laid: &Laid, firsts: &[First], total: u64) -> String {
        let mut header = vec!["", "first cell", "placements won", "P(win)"];
        if self.lowest {
            header.extend(["by lowest risk", "fewer"]);
        }
        let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
        let most = most(firsts);
        for First { row, col, wins, lowest } in firsts {
            let mark = if *wins == most { "  *" } else { "" };
            let win = self.print.decimal(&share(*wins, total));
            let mut cells = vec![mark.to_owned(), format!("{row},{col}"), wins.to_string(), win];
            cells.extend(lowest.iter().flat_map(|lowest| [lowest.to_string(), (wins - lowest).to_string()]));
            rows.push(cells);
        }
        let safe = if self.safe { ", the first click never one" } else { "" };
        format!(
            "{}{safe}: {total} placements\n\n{}* best; of cells that turns and mirrors make alike, one is named.\n",
            laid.title(),
            print::aligned(&rows)
        )
    }
}

fn most(firsts: &[First]) -> u64 {
    firsts.iter().map(|first| first.wins).max().unwrap_or(0)
}

fn share(wins: u64, total: u64) -> Rational {
    ratio(wins, total)
}

/// Reads how large boards may be.
fn up_to(text: &str) -> Result<(u8, u8), String> {
    let size = text.split_once(',').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let fits = |(rows, cols): &(u8, u8)| (1..=MOST_LISTED).contains(&(u32::from(*rows) * u32::from(*cols)));
    size.filter(fits)
        .ok_or_else(|| format!("rows and columns such as 3,4 are needed, {MOST_LISTED} cells at most"))
}

/// The most cells of boards that are compared with all numbers of mines.
const MOST_LISTED: u32 = 20;
