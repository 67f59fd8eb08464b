//! All deals of a board, a line each. There are many, so that little is held of each, and they are written one by one.

use crate::cli::fail::Fail;
use crate::cli::print::{self, Format, SCHEMA, Style};
use crate::games::solitaire::deal::Deal;
use serde_json::{Value, json};

/// The line of a deal in a list.
pub(super) struct Listed {
    /// The symbols, from 1, in the order of the table.
    cards: Box<[u16]>,
    numbers: [u16; 5],
}

/// The columns.
const COLUMNS: [&str; 6] = ["deal", "turns", "lucky", "first_position", "first_turn", "remembered"];

impl Listed {
    pub(super) fn of(deal: &Deal) -> Self {
        let cards = deal.cards().iter().map(|&symbol| symbol as u16 + 1).collect();
        let numbers = deal.quantities().map(|(_, number)| number as u16);
        Self { cards, numbers }
    }

    fn cards(&self) -> String {
        self.cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn cells(&self) -> Vec<String> {
        std::iter::once(self.cards()).chain(self.numbers.iter().map(ToString::to_string)).collect()
    }

    fn json(&self) -> Value {
        let mut entry = json!({ "cards": self.cards() });
        for (name, number) in COLUMNS[1..].iter().zip(self.numbers) {
            entry[*name] = json!(number);
        }
        entry
    }
}

/// Prints all deals of so many pairs.
pub(super) fn print(format: Format, pairs: u16, deals: &[Listed]) -> Result<(), Fail> {
    let header = || std::iter::once(COLUMNS.map(str::to_owned).to_vec());
    let rows = header().chain(deals.iter().map(Listed::cells));
    // Lines for programs begin with what was asked.
    let number = pairs.to_string();
    let asked = std::iter::once("pairs").chain(std::iter::repeat(&*number));
    let line = |(asked, row): (&str, Vec<String>)| {
        print::csv(&std::iter::once(asked.to_owned()).chain(row).collect::<Vec<_>>())
    };
    match format {
        Format::Text | Format::Own(_) => {
            let spaced = |row: Vec<String>| row.iter().map(|cell| cell.replace('_', " ")).collect::<Vec<_>>();
            print::write_parts(print::aligned_lines(rows.map(spaced)))
        }
        Format::Table(Style::Csv) => print::write_parts(asked.zip(rows).map(line)),
        Format::Table(style) => print::table(style, &asked.zip(rows).map(line).collect::<String>()),
        Format::Json => print::write_parts(json_parts(pairs, deals)),
    }
}

/// The document in parts, as if it were written as a whole.
fn json_parts(pairs: u16, deals: &[Listed]) -> impl Iterator<Item = String> {
    let whole = json!({
        "schema": SCHEMA,
        "family": "solitaire",
        "parameters": { "pairs": pairs },
        "deals": [],
    });
    let whole = format!("{whole:#}\n");
    let (head, tail) = whole.split_once("[]").expect("an empty list");
    let (head, tail) = (head.to_owned(), format!("\n  ]{tail}"));
    let entry = |(place, deal): (usize, &Listed)| {
        let comma = if place == 0 { "[" } else { "," };
        format!("{comma}\n    {}", format!("{:#}", deal.json()).replace('\n', "\n    "))
    };
    std::iter::once(head).chain(deals.iter().enumerate().map(entry)).chain([tail])
}
