//! The report on risks, for programs and for people.

use super::{ByMethod, RiskPosition, Risks};
use crate::exact::{self, Rational};
use crate::family::{
    Drawing, DrawingSpan, LINE, Report, ReportValue, Table, counted, display_width, folded, percent,
};
use crate::mines::binary::{BinaryIsland, BinarySolution};
use crate::mines::board::SeenBoard;
use crate::mines::risk::{Island, Rest, Risk};
use crate::mines::system::VisibleCell;
use chancetree_export::chart;
use serde_json::Value;
use std::collections::BTreeMap;

/// The digits of a probability in a sentence, unless digits were typed.
pub(super) const WORD_DIGITS: u32 = 6;

/// Returns the name of an island: A to Z, then AA, AB and so on.
fn letters(island: usize) -> String {
    let before = (island / 26).checked_sub(1).map_or_else(String::new, letters);
    format!("{before}{}", char::from(b'A' + (island % 26) as u8))
}

impl Risks<'_> {
    /// Returns the parameters that JSON repeats.
    pub fn parameters(&self) -> Value {
        self.layout.parameters(self.method, &self.mines)
    }

    /// Returns the report, with the matrices of the method if `matrices` is set.
    pub fn report(&self, matrices: bool, numbers: RiskNumbers) -> Report {
        let digits = numbers.digits;
        let mut report = Report::new(format!("{}{}", self.title(), self.safe_now(numbers)));
        report.add_json("placements", self.placements.to_string());
        let columns = match self.layout {
            RiskPosition::Board(board) => {
                report.drawings.push(self.grid(board, numbers.in_percent));
                let row = |cells: &[VisibleCell]| cells.iter().map(ToString::to_string).collect::<String>();
                report.add_json("seen", ReportValue::each(board.cells().chunks(board.columns()).map(row)));
                board.columns()
            }
            RiskPosition::Graph(graph) => {
                report.add_json("names", ReportValue::each(graph.names.iter().map(String::as_str)));
                graph.names.len()
            }
        };
        let rows = self.risks.chunks(columns.max(1)).map(|row| ReportValue::each(row.iter().cloned()));
        report.add_json("cells", ReportValue::each(rows));
        report.add_json("safest", self.places(&self.safest));
        match self.values(digits.unwrap_or(12)) {
            Some(table) => report.tables.push(table),
            None => report.remarks.push(vec!["No cell is hidden.".into()]),
        }
        match &self.solved {
            ByMethod::Islands(risk) => self.add_islands(risk, numbers, &mut report),
            ByMethod::Binary(binary) => self.add_independent(binary, matrices, &mut report),
        }
        report.tables.push(self.table());
        report
    }

    /// Returns the board as a picture.
    pub fn drawn(&self) -> chart::RiskBoard {
        let (title, columns) = match self.layout {
            RiskPosition::Board(board) => {
                let (rows, columns) = (board.rows(), board.columns());
                (format!("Minesweeper, {rows} x {columns}, {}", self.mines), columns)
            }
            RiskPosition::Graph(_) => (String::new(), 0),
        };
        let cell = |(place, risk): (usize, &Option<Rational>)| {
            let seen = self.layout.seen()[place];
            chart::RiskCell {
                seen: (risk.is_none() || seen == VisibleCell::Mine).then(|| seen.to_string()),
                risk: risk.as_ref().map(exact::double),
                is_safest: self.safest.binary_search(&place).is_ok(),
            }
        };
        chart::RiskBoard { title, columns, cells: self.risks.iter().enumerate().map(cell).collect() }
    }

    /// Returns the name of a place for programs: row and column from 1, or a word.
    pub(super) fn place(&self, place: usize) -> ReportValue {
        match self.layout {
            RiskPosition::Board(board) => ReportValue::each(board.grid().at(place)),
            RiskPosition::Graph(graph) => graph.names[place].as_str().into(),
        }
    }

    fn places(&self, places: &[usize]) -> ReportValue {
        ReportValue::each(places.iter().map(|&place| self.place(place)))
    }

    /// Adds the islands to a report, and the cells beyond all numbers.
    fn add_islands(&self, risk: &Risk, numbers: RiskNumbers, report: &mut Report) {
        let digits = numbers.digits.unwrap_or(WORD_DIGITS);
        let island = |island: &Island| {
            let words = |(mines, _, chance): (usize, _, &Rational)| match island.is_independent() {
                true => mines.to_string(),
                false => format!("{mines} ({})", numbers.brief(chance, digits)),
            };
            let words: Vec<_> = possible(island).map(words).collect();
            let mines = possible(island).map(|(mines, ways, chance)| {
                let (mines, ways) = (mines.into(), ways.into());
                ReportValue::Parts(vec![("mines", mines), ("ways", ways), ("probability", chance.into())])
            });
            let (clues, cells) = (&island.clues, &island.cells);
            vec![
                ("independent", island.is_independent().into(), None),
                ("numbers", self.places(clues), Some(format!("numbers {}", self.names(clues, 36)))),
                ("cells", self.places(cells), Some(counted(cells.len(), "cell"))),
                ("mines", ReportValue::each(mines), Some(format!("mines {}", words.join(", ")))),
            ]
        };
        add_each(risk.islands().iter().map(island), report);
        let rest = risk.rest();
        let rest_value = |rest: &Rest| {
            ReportValue::Parts(vec![("cells", self.places(&rest.cells)), ("risk", (&rest.risk).into())])
        };
        report.add_json("rest", rest.as_ref().map(rest_value));
        let line = |rest: &Rest| format!("Not next to any number: {}", counted(rest.cells.len(), "cell"));
        report.remarks.extend(rest.as_ref().map(|rest| vec![line(rest).into()]));
    }

    /// Adds the combinations that were tried on each island to a report, with the matrices if `matrices` is set.
    fn add_independent(&self, binary: &BinarySolution, matrices: bool, report: &mut Report) {
        let island = |island: &BinaryIsland| {
            let [leading, free] = [&island.leading, &island.free]
                .map(|cells| cells.iter().map(|&cell| self.system.hidden[cell]).collect::<Vec<_>>());
            let names = |what: &str, places: &[usize]| {
                let names = if places.is_empty() { "none".to_owned() } else { self.names(places, 30) };
                Some(format!("{what} {names}"))
            };
            let [tried, fit] = [island.tried().to_string(), island.solutions.to_string()];
            let words = format!("{tried} tried, {fit} fit");
            vec![
                ("rows", ReportValue::each(island.rows.iter().map(|row| row + 1)), None),
                ("leading", self.places(&leading), names("leading", &leading)),
                ("free", self.places(&free), names("free", &free)),
                ("tried", tried.into(), Some(words)),
                ("solutions", fit.into(), None),
            ]
        };
        add_each(binary.islands.iter().map(island), report);
        let tried: u128 = binary.islands.iter().map(|island| u128::from(island.tried())).sum();
        report.remarks.push(vec![format!("{tried} combinations tried in all").into()]);
        if matrices {
            let names: Vec<String> =
                self.system.hidden.iter().map(|&place| self.layout.name(place)).collect();
            let both = [("matrix", "The equations", &binary.matrix), ("reduced", "Reduced", &binary.reduced)];
            for (key, title, rows) in both {
                let rows: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
                report.drawings.push(matrix(title, &names, &rows));
                report.add_json(key, ReportValue::each(rows.into_iter().map(ReportValue::each)));
            }
        }
    }

    /// Returns a table with a row for each place.
    fn table(&self) -> Table {
        let mut island_of = vec![None; self.risks.len()];
        if let ByMethod::Islands(risk) = &self.solved {
            for (index, island) in risk.islands().iter().enumerate() {
                island.cells.iter().for_each(|&place| island_of[place] = Some(index));
            }
        }
        let row = |place: usize| {
            let mut row: Vec<ReportValue> =
                self.layout.name_parts(place).into_iter().map(ReportValue::from).collect();
            row.push(self.layout.seen()[place].to_string().into());
            row.push(self.risks[place].clone().into());
            row.push(self.safest.binary_search(&place).is_ok().into());
            row.push(island_of[place].map_or_else(String::new, letters).into());
            row
        };
        let names: &[&str] = match self.layout {
            RiskPosition::Board(_) => &["row", "column"],
            RiskPosition::Graph(_) => &["node"],
        };
        let columns = names.iter().chain(&["seen", "risk", "safest", "island"]).map(|&key| (key, None));
        Table::new("", columns, (0..self.risks.len()).map(row)).main()
    }
}

/// A field of an island: its key, its value in JSON, and its words for people, if they see it.
type Field = (&'static str, ReportValue, Option<String>);

/// Adds islands to a report: one line each for people, and the fields after the name for JSON.
fn add_each(islands: impl Iterator<Item = Vec<Field>>, report: &mut Report) {
    let mut all = Vec::new();
    for (index, fields) in islands.enumerate() {
        let name = letters(index);
        let words: Vec<&str> = fields.iter().filter_map(|(.., words)| words.as_deref()).collect();
        let line = format!("Island {name}: {}", words.join("; "));
        report.remarks.push(vec![folded(line.split(' '), [LINE, LINE - 5]).into()]);
        let fields = fields.into_iter().map(|(key, value, _)| (key, value));
        all.push(ReportValue::Parts([("name", name.into())].into_iter().chain(fields).collect()));
    }
    report.add_json("islands", ReportValue::Each(all));
}

/// Returns the possible numbers of mines of an island, each with the number of placements and its probability. Numbers
/// that leave the other islands without a solution are omitted.
fn possible(island: &Island) -> impl Iterator<Item = (usize, String, &Rational)> {
    let mines = island.ways.iter().zip(&island.distribution).enumerate();
    let mines = mines.filter(|(_, (_, chance))| **chance > exact::zero());
    mines.map(|(more, (ways, chance))| (island.least + more, ways.to_string(), chance))
}

impl Risks<'_> {
    /// Returns the position, and the number of placements that fit it, in words.
    fn title(&self) -> String {
        let placements = self.placements.to_string();
        let placements = match placements.as_str() {
            "1" => "1 placement fits".to_owned(),
            long if long.len() > 40 => {
                format!("{}.{}e{} placements fit", &long[..1], &long[1..5], long.len() - 1)
            }
            _ => format!("{placements} placements fit"),
        };
        let size = match self.layout {
            RiskPosition::Board(board) => format!("{} x {}", board.rows(), board.columns()),
            RiskPosition::Graph(graph) => counted(graph.names.len(), "node"),
        };
        format!("Minesweeper, {size}, {}: {placements}", self.mines)
    }

    /// Returns a line with the cells that are certainly safe, or with the lowest risk.
    fn safe_now(&self, numbers: RiskNumbers) -> String {
        // Names of nodes can contain the symbols of any format.
        let RiskPosition::Board(_) = self.layout else { return String::new() };
        let Some(least) = self.safest.first().and_then(|&place| self.risks[place].as_ref()) else {
            return String::new();
        };
        let words = match (*least == exact::zero(), *least == exact::one()) {
            (true, _) => "Safe now: ".to_owned(),
            (_, true) => return "\nNo cell is safe: every hidden cell is a mine".to_owned(),
            _ => format!("No cell is safe. Lowest risk {}: ", numbers.brief(least, WORD_DIGITS)),
        };
        format!("\n{words}{}", self.names(&self.safest, LINE - words.len()))
    }

    /// Returns the board with its coordinates: opened cells as numbers, hidden cells with percentages if `in_percent` is set, else
    /// with three decimals, or with two digits on wide boards. The last line explains the symbols.
    fn grid(&self, board: &SeenBoard, in_percent: bool) -> Drawing {
        let is_narrow = 6 * board.columns() + 6 <= LINE;
        let format = match is_narrow {
            _ if in_percent => RiskFormat::Percent,
            true => RiskFormat::Decimals,
            false => RiskFormat::TwoDigits,
        };
        let cell = |place: usize| {
            let seen = board.cells()[place];
            let flag = if seen == VisibleCell::Flag { "F" } else { "" };
            let (words, risk) = match (&self.risks[place], seen) {
                (_, VisibleCell::Mine) => ("*".to_owned(), None),
                (Some(risk), _) => (format!("{flag}{}", short(risk, format)), Some(exact::double(risk))),
                (None, seen) => (seen.to_string(), None),
            };
            DrawingSpan { words, risk, is_marked: self.safest.binary_search(&place).is_ok() }
        };
        let cells: Vec<DrawingSpan> = (0..board.cells().len()).map(cell).collect();
        let longest = cells.iter().map(|cell| cell.words.len()).max().unwrap_or(0);
        let width = (longest + 1).max(if is_narrow { 5 } else { 3 });
        let (rows, columns) = (board.rows(), board.columns());
        let side = rows.to_string().len() + 1;
        let row = |row: usize| {
            let gap = |cell: &DrawingSpan| " ".repeat(width - cell.words.len()).into();
            let cells = cells[row * columns..][..columns].iter().flat_map(|cell| [gap(cell), cell.clone()]);
            std::iter::once(format!("{:>side$} ", row + 1).into()).chain(cells).collect()
        };
        let numbers = (1..=columns).map(|column| format!("{:>width$}", column % 100)).collect::<String>();
        let mut lines = vec![vec![DrawingSpan::from(" ".repeat(side + 1) + &numbers)]];
        lines.extend((0..rows).map(row));
        if let Some(legend) = self.legend(board, format) {
            lines.push(vec![format!("  {legend}").into()]);
        }
        Drawing(lines)
    }

    /// Returns the meaning of the symbols in a board that do not explain themselves.
    fn legend(&self, board: &SeenBoard, format: RiskFormat) -> Option<String> {
        let has_seen = |seen| board.cells().contains(&seen);
        let has_risk = |which: fn(&Rational) -> bool| {
            let cells = board.cells().iter().zip(&self.risks).filter(|(seen, _)| **seen != VisibleCell::Mine);
            let is_short = format == RiskFormat::TwoDigits;
            is_short && cells.filter_map(|(_, risk)| risk.as_ref()).any(which)
        };
        // 0.5 % and 99.5 %.
        let is_clamped = |risk: &Rational| {
            *risk > exact::zero() && *risk < exact::ratio(1, 200)
                || *risk < exact::one() && *risk >= exact::ratio(199, 200)
        };
        let symbols = [
            (has_risk(|risk| *risk > exact::zero() && *risk < exact::one()), "two digits: P(mine) in %"),
            (has_risk(is_clamped), "01 and 99: also less and more"),
            (has_risk(|risk| *risk == exact::zero()), "--: safe"),
            (has_risk(|risk| *risk == exact::one()), "**: mine"),
            (has_seen(VisibleCell::Mine), "*: known mine"),
            (has_seen(VisibleCell::Flag), "F: flag"),
        ];
        let named: Vec<&str> =
            symbols.iter().filter(|(is_used, _)| *is_used).map(|(_, name)| *name).collect();
        (!named.is_empty()).then(|| named.join(", "))
    }

    /// Returns as many names as fit in `room` characters, and the number of the others.
    fn names(&self, places: &[usize], room: usize) -> String {
        let mut text = String::new();
        for (index, &place) in places.iter().enumerate() {
            let name = self.layout.name(place);
            let more = format!(" and {} more", places.len() - index);
            if display_width(&text) + display_width(&name) + 1 + more.len() > room && index > 0 {
                return text + &more;
            }
            if index > 0 {
                text.push(' ');
            }
            text.push_str(&name);
        }
        text
    }

    /// Returns the table of distinct probabilities, the lowest first, with their cells. Returns `None` if no cell is
    /// hidden.
    fn values(&self, digits: u32) -> Option<Table> {
        let mut by_value: BTreeMap<&Rational, Vec<usize>> = BTreeMap::new();
        for &place in &self.system.hidden {
            if let Some(risk) = &self.risks[place] {
                by_value.entry(risk).or_default().push(place);
            }
        }
        let what = match self.layout {
            RiskPosition::Board(_) => "cells (row,column), lowest risk first",
            RiskPosition::Graph(_) => "nodes, lowest risk first",
        };
        let fraction = by_value.keys().map(|risk| exact::fraction(risk).len()).max()?;
        let used = 2 + exact::decimal(&exact::one(), digits as usize).len() + 2 + fraction + 2;
        let room = LINE.saturating_sub(used).max(24);
        let row = |(risk, places): (&Rational, Vec<usize>)| {
            let names = ReportValue::Words(self.names(&places, room));
            [ReportValue::Decimal(risk.clone()), ReportValue::Fraction(risk.clone()), names]
        };
        let table = Table::shown(["P(mine)", "", what], by_value.into_iter().map(row));
        Some(table.probabilities(&["P(mine)"]))
    }
}

/// The format of a risk in a cell of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RiskFormat {
    /// `.300`, `safe` or `mine`.
    Decimals,
    /// `30%`, `safe` or `mine`.
    Percent,
    /// `30`, `--` or `**`.
    TwoDigits,
}

/// Formats a probability for a cell. A probability strictly between 0 and 1 is not rounded to 0 or 1.
fn short(risk: &Rational, format: RiskFormat) -> String {
    let (safe, mine) = if format == RiskFormat::TwoDigits { ("--", "**") } else { ("safe", "mine") };
    if *risk == exact::zero() {
        return safe.to_owned();
    }
    if *risk == exact::one() {
        return mine.to_owned();
    }
    let scale = if format == RiskFormat::Decimals { 1000_usize } else { 100 };
    let rounded = exact::decimal(&(risk * exact::ratio(scale, 1)), 0).parse().unwrap_or(scale);
    let shown = rounded.clamp(1, scale - 1);
    match format {
        RiskFormat::Decimals => format!(".{shown:03}"),
        RiskFormat::TwoDigits => format!("{shown:02}"),
        RiskFormat::Percent if rounded < shown => "<1%".to_owned(),
        RiskFormat::Percent if rounded > shown => ">99%".to_owned(),
        RiskFormat::Percent => format!("{shown}%"),
    }
}

/// The format of probabilities in sentences and drawings.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiskNumbers {
    /// The digits after the point, if they were typed.
    pub digits: Option<u32>,
    /// `true` if probabilities are percentages.
    pub in_percent: bool,
}

impl RiskNumbers {
    /// Formats a probability as a percentage, as a fraction, or as a decimal of `digits` digits if the fraction is long.
    pub(super) fn brief(self, value: &Rational, digits: u32) -> String {
        if self.in_percent {
            return percent(value, self.digits.map(|digits| digits as usize));
        }
        let fraction = exact::fraction(value);
        if fraction.len() <= 12 { fraction } else { exact::decimal(value, digits as usize) }
    }
}

/// Returns a matrix under the names of its columns.
fn matrix(title: &str, names: &[String], rows: &[Vec<String>]) -> Drawing {
    let mut lines =
        vec![names.iter().map(|name| format!("t({name})")).chain(["=".to_owned()]).collect::<Vec<_>>()];
    lines.extend_from_slice(rows);
    let width = |column: usize| lines.iter().map(|line| display_width(&line[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=names.len()).map(width).collect();
    let line = |line: &Vec<String>| {
        let cells = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!(" {}{cell}", " ".repeat(width - display_width(cell))));
        vec![DrawingSpan::from(" ".to_owned() + &cells.collect::<String>())]
    };
    Drawing([vec![title.to_owned().into()]].into_iter().chain(lines.iter().map(line)).collect())
}
