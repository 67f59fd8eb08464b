//! Probabilities as a report: what programs read of them, and what people are shown.

use super::super::binary::Independent;
use super::super::risk::{Island, Rest};
use super::{Layout, Risks, Solved};
use crate::exact::{self, Rational};
use crate::family::{Datum, Report, Table};
use chancetree_export::chart;
use serde_json::Value;

/// The name of an island: A to Z, then AA, AB and so on.
pub(super) fn letters(mut island: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.insert(0, b'A' + (island % 26) as u8);
        if island < 26 {
            return String::from_utf8_lossy(&name).into_owned();
        }
        island = island / 26 - 1;
    }
}

impl Risks<'_> {
    /// Returns the parameters as JSON repeats them.
    #[must_use]
    pub fn parameters(&self) -> Value {
        self.layout.parameters(self.method)
    }

    /// Returns what is told of it, with the matrices of the method or without; decimals have so many `digits`, if that was
    /// said.
    #[must_use]
    pub fn report(&self, matrices: bool, digits: Option<u32>) -> Report {
        let mut report = Report::default();
        self.show(matrices, digits, &mut report);
        self.add(matrices, &mut report);
        report.tables.push(self.table());
        report
    }

    /// Returns the board as a picture.
    #[must_use]
    pub fn drawn(&self) -> chart::Board {
        let (title, columns) = match self.layout {
            Layout::Board(board) => {
                let (rows, columns) = (board.rows(), board.columns());
                (format!("Minesweeper, {rows} x {columns}, {} mines", board.mines()), columns)
            }
            Layout::Graph(_) => (String::new(), 0),
        };
        let cell = |(place, risk): (usize, &Option<Rational>)| {
            let is_mine = self.layout.is_known_mine(place);
            chart::Cell {
                seen: match risk {
                    Some(_) if is_mine => Some("*".to_owned()),
                    Some(_) => None,
                    None => Some(self.layout.seen(place).to_string()),
                },
                risk: risk.as_ref().map(exact::double),
                is_safest: self.safest.binary_search(&place).is_ok(),
            }
        };
        chart::Board { title, columns, cells: self.risks.iter().enumerate().map(cell).collect() }
    }

    /// Returns the name of a place for programs: row and column from 1, or a word.
    fn place(&self, place: usize) -> Datum {
        match self.layout {
            Layout::Board(board) => Datum::each(board.grid().at(place)),
            Layout::Graph(graph) => graph.nodes[place].0.as_str().into(),
        }
    }

    fn places(&self, places: &[usize]) -> Datum {
        Datum::each(places.iter().map(|&place| self.place(place)))
    }

    /// Adds what JSON has of it.
    fn add(&self, matrices: bool, report: &mut Report) {
        report.add_json("placements", self.placements.to_string());
        let columns = match self.layout {
            Layout::Board(board) => board.columns(),
            Layout::Graph(graph) => {
                report.add_json("names", Datum::each(graph.nodes.iter().map(|(name, _)| name.as_str())));
                graph.nodes.len()
            }
        };
        let rows = self.risks.chunks(columns.max(1)).map(|row| Datum::each(row.iter().cloned()));
        report.add_json("cells", Datum::each(rows));
        report.add_json("safest", self.places(&self.safest));
        match &self.solved {
            Solved::Islands(risk) => {
                let island = |(index, island)| self.island(index, island);
                report.add_json("islands", Datum::each(risk.islands().iter().enumerate().map(island)));
                let rest = |rest: Rest| {
                    let cells = self.places(&rest.cells);
                    Datum::Parts(vec![("cells", cells), ("risk", (&rest.risk).into())])
                };
                report.add_json("rest", risk.rest().map(rest));
            }
            Solved::Binary(binary) => {
                let island = |(index, island)| self.independent(index, island);
                report.add_json("islands", Datum::each(binary.islands.iter().enumerate().map(island)));
                if matrices {
                    let row = |row: &Vec<Rational>| Datum::each(row.iter().map(ToString::to_string));
                    report.add_json("matrix", Datum::each(binary.matrix.iter().map(row)));
                    report.add_json("reduced", Datum::each(binary.reduced.iter().map(row)));
                }
            }
        }
    }

    fn island(&self, index: usize, island: &Island) -> Datum {
        let mines = possible(island).map(|(mines, ways, chance)| {
            let (mines, ways) = (mines.into(), ways.into());
            Datum::Parts(vec![("mines", mines), ("ways", ways), ("probability", chance.into())])
        });
        Datum::Parts(vec![
            ("name", letters(index).into()),
            ("independent", island.is_independent().into()),
            ("numbers", self.places(&island.clues)),
            ("cells", self.places(&island.cells)),
            ("mines", Datum::each(mines)),
        ])
    }

    fn independent(&self, index: usize, island: &Independent) -> Datum {
        let hidden =
            |cells: &[usize]| Datum::each(cells.iter().map(|&cell| self.place(self.system.hidden[cell])));
        Datum::Parts(vec![
            ("name", letters(index).into()),
            ("rows", Datum::each(island.rows.iter().map(|row| row + 1))),
            ("leading", hidden(&island.leading)),
            ("free", hidden(&island.free)),
            ("tried", island.tried().to_string().into()),
            ("solutions", island.solutions.to_string().into()),
        ])
    }

    /// A table with a row for each place.
    fn table(&self) -> Table {
        let mut island_of = vec![None; self.layout.len()];
        if let Solved::Islands(risk) = &self.solved {
            for (index, island) in risk.islands().iter().enumerate() {
                island.cells.iter().for_each(|&place| island_of[place] = Some(index));
            }
        }
        let mut is_safest = vec![false; self.layout.len()];
        self.safest.iter().for_each(|&place| is_safest[place] = true);
        let row = |place: usize| {
            let mut row: Vec<Datum> = self.layout.named(place).into_iter().map(Datum::from).collect();
            row.push(self.layout.seen(place).to_string().into());
            row.push(self.risks[place].clone().into());
            row.push(is_safest[place].into());
            row.push(island_of[place].map_or_else(String::new, letters).into());
            row
        };
        let names: &[&str] = match self.layout {
            Layout::Board(_) => &["row", "column"],
            Layout::Graph(_) => &["node"],
        };
        let columns = names.iter().chain(&["seen", "risk", "safest", "island"]).map(|&key| (key, None));
        Table::new("", columns, (0..self.layout.len()).map(row)).main()
    }
}

/// The numbers of mines that an island may hold, with the ways to place them and their probabilities. Those that the other
/// islands leave no room for are none of this position.
pub(super) fn possible(island: &Island) -> impl Iterator<Item = (usize, String, &Rational)> {
    let mines = island.ways.iter().zip(&island.distribution).enumerate();
    let mines = mines.filter(|(_, (_, chance))| **chance > exact::zero());
    mines.map(|(more, (ways, chance))| (island.least + more, ways.to_string(), chance))
}
