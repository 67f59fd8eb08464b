//! What every first cell of a fresh board is worth.

use super::super::super::fail::Fail;
use super::super::super::mines::{Laid, Protected, Verb, board_parameters, board_title, typed};
use super::super::super::print::{self, Format, Print, SCHEMA};
use super::super::super::watch::Watch;
use super::share;
use crate::exact::{self, Rational};
use crate::games::mines::best::{Among, Best, Set};
use crate::games::mines::field::{Field, choose};
use crate::model::Error;
use serde_json::{Value, json};

/// A first cell, one of each that the symmetries of the board make alike.
struct First {
    row: u8,
    col: u8,
    /// The placements that the first click leaves.
    placements: u64,
    wins: u64,
    lowest: Option<u64>,
}

impl First {
    fn win(&self) -> Rational {
        share(self.wins, self.placements)
    }
}

/// What is asked, and the answer.
struct Answer {
    field: Field,
    click: Protected,
    firsts: Vec<First>,
}

pub(super) fn run(
    laid: &Laid,
    click: Protected,
    lowest: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let options = match click {
        Protected::Any => " --play strong".to_owned(),
        click => format!(" --play strong --first-click {}", typed(&click)),
    };
    let verb = Verb { name: "best", simulated: Some(&options) };
    let field = laid.field(verb)?;
    for cell in field.different() {
        let room = field.cells() - kept(&field, click, cell).count_ones() as u8;
        if field.mines() > room {
            let what = format!("mines: {}, but there is room for {room}", field.mines());
            return Err(Fail::usage(what).help(verb.small_board()));
        }
    }
    let firsts = watch.phase("solve", || firsts(&field, click, lowest, watch));
    let firsts = firsts.map_err(|error| watch.explain(error))?;
    watch.clear();
    let answer = Answer { field, click, firsts };
    match print.format {
        Format::Text => print::print(&answer.text(print)),
        Format::Json => print::json(&answer.json(print)),
        Format::Table(style) => print::table(style, &answer.csv(print)),
    }
}

/// The cells that a first click keeps free of mines.
fn kept(field: &Field, click: Protected, cell: u8) -> u64 {
    click.first_click().keeps_free(field, cell)
}

fn firsts(field: &Field, click: Protected, lowest: bool, watch: &Watch) -> Result<Vec<First>, Error> {
    let run = watch.run();
    let cells = field.different();
    let wins = |among| -> Result<Vec<u64>, Error> {
        let best = Best::new(field, among, &run);
        // A cell is a mine or not, so a first click that is safe wins what any wins; an opening keeps more free.
        if click != Protected::Opening {
            return best.wins(&best.all()?, &cells);
        }
        let of = |&cell: &u8| {
            let kept = kept(field, click, cell);
            let set: Set = best.those(|placement| placement & kept == 0)?;
            Ok(best.wins(&set, &[cell])?[0])
        };
        cells.iter().map(of).collect()
    };
    let all = wins(Among::All)?;
    let lowest = if lowest { Some(wins(Among::Lowest)?) } else { None };
    let first = |(index, &cell): (usize, &u8)| {
        let free = u32::from(field.cells()) - kept(field, click, cell).count_ones();
        First {
            row: cell / field.cols() + 1,
            col: cell % field.cols() + 1,
            placements: choose(free, field.mines().into()),
            wins: all[index],
            lowest: lowest.as_ref().map(|lowest| lowest[index]),
        }
    };
    Ok(cells.iter().enumerate().map(first).collect())
}

impl Answer {
    /// The probability of winning from the best first cell.
    fn most(&self) -> Rational {
        self.firsts.iter().map(First::win).max().unwrap_or_else(exact::zero)
    }

    /// The placements, if as many are left whatever the first cell is.
    fn placements(&self) -> Option<u64> {
        let first = self.firsts.first().map(|first| first.placements);
        first.filter(|first| self.firsts.iter().all(|other| other.placements == *first))
    }

    fn json(&self, print: Print) -> Value {
        let most = self.most();
        let cell = |first: &First| {
            let mut cell = json!({
                "row": first.row,
                "col": first.col,
                "placements": first.placements,
                "wins": first.wins,
                "win": print.number(&first.win()),
                "best": first.win() == most,
            });
            if let Some(lowest) = first.lowest {
                cell["lowest_wins"] = json!(lowest);
                cell["lowest_win"] = print.number(&share(lowest, first.placements));
            }
            cell
        };
        json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": self.parameters(),
            "placements": self.placements(),
            "win": print.number(&most),
            "first_cells": self.firsts.iter().map(cell).collect::<Value>(),
        })
    }

    fn csv(&self, print: Print) -> String {
        let header = ["row", "col", "wins", "placements", "win", "win_exact", "lowest_wins"];
        let row = |first: &First| {
            vec![
                first.row.to_string(),
                first.col.to_string(),
                first.wins.to_string(),
                first.placements.to_string(),
                print.decimal(&first.win()),
                exact::fraction(&first.win()),
                first.lowest.map_or_else(String::new, |lowest| lowest.to_string()),
            ]
        };
        print::answer(&self.parameters(), &header, self.firsts.iter().map(row))
    }

    fn parameters(&self) -> Value {
        let mut parameters = board_parameters(&self.field);
        parameters["first_click"] = json!(typed(&self.click));
        parameters
    }

    fn text(&self, print: Print) -> String {
        let placements = self.placements();
        let mut header = vec!["", "first cell", "placements won"];
        header.extend(placements.is_none().then_some("of"));
        header.push("P(win)");
        if self.firsts.iter().any(|first| first.lowest.is_some()) {
            header.extend(["by lowest risk", "fewer"]);
        }
        let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
        let most = self.most();
        for first in &self.firsts {
            let First { row, col, wins, lowest, .. } = first;
            let mark = if first.win() == most { "  *" } else { "" };
            let mut cells = vec![mark.to_owned(), format!("{row},{col}"), wins.to_string()];
            cells.extend(placements.is_none().then(|| first.placements.to_string()));
            cells.push(print.decimal(&first.win()));
            cells.extend(lowest.iter().flat_map(|lowest| [lowest.to_string(), (wins - lowest).to_string()]));
            rows.push(cells);
        }
        let click = match self.click {
            Protected::Any => "",
            Protected::Safe => ", the first click never one",
            Protected::Opening => ", none in or next to the first cell",
        };
        let placements = match placements {
            Some(1) => ": 1 placement".to_owned(),
            Some(count) => format!(": {count} placements"),
            None => String::new(),
        };
        let title = board_title(&self.field);
        format!(
            "{title}{click}{placements}\n\n{}* best; of cells that turns and mirrors make alike, one is named.\n",
            print::aligned(&rows)
        )
    }
}
