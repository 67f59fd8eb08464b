//! The columns of one block of the page's data, as JSON.

use super::super::text::{self, json_key as key, json_string as string};
use super::super::{Board, Cell, Kind, Tile};
use std::collections::HashMap;

pub(super) fn pair(first: &str, second: &str, out: &mut Vec<u8>) {
    list([first, second], out, string);
}

pub(super) fn list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    write: impl Fn(T, &mut Vec<u8>),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(item, out);
    }
    out.push(b']');
}

/// A number, `.0` left out: JavaScript has one kind of number.
pub(super) fn number(value: f64, out: &mut Vec<u8>) {
    text::real(value, out);
    if out.ends_with(b".0") {
        out.truncate(out.len() - 2);
    }
}

/// Texts that come again, each written once: where each record's stands among them.
#[derive(Default)]
pub(super) struct Distinct {
    places: HashMap<String, usize>,
    values: Vec<String>,
    of: Vec<usize>,
}

impl Distinct {
    /// The place of a text.
    fn place(&mut self, value: String) -> usize {
        let next = self.values.len();
        *self.places.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }

    /// Adds the text of the next record.
    pub(super) fn add(&mut self, value: String) {
        let place = self.place(value);
        self.of.push(place);
    }

    /// `{"t":[...],"i":[...]}`; without `i` where every record has a value of its own.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        key("t", out);
        list(&self.values, out, |value, out| string(value, out));
        if self.values.len() < self.of.len() {
            key("i", out);
            list(&self.of, out, |&place, out| text::integer(place, out));
        }
        out.push(b'}');
    }
}

/// One column of data in a chunk.
pub(super) enum Values {
    Texts(Distinct),
    Numbers(Vec<u8>),
}

impl Values {
    pub(super) fn new(kind: Kind) -> Self {
        if kind == Kind::Text { Self::Texts(Distinct::default()) } else { Self::Numbers(Vec::new()) }
    }

    pub(super) fn add(&mut self, cell: &Cell) {
        match (self, cell) {
            (Self::Texts(texts), Cell::Text(text)) => texts.add(text.clone()),
            (Self::Texts(_), _) | (Self::Numbers(_), Cell::Text(_)) => {
                unreachable!("a cell has the type of its column")
            }
            (Self::Numbers(out), cell) => {
                if !out.is_empty() {
                    out.push(b',');
                }
                match cell {
                    Cell::Integer(value) => text::integer(*value, out),
                    Cell::Real(value) => number(*value, out),
                    Cell::Flag(value) => text::integer(u8::from(*value), out),
                    Cell::Text(_) => {}
                }
            }
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Texts(texts) => texts.write(out),
            Self::Numbers(numbers) => {
                out.push(b'[');
                out.extend_from_slice(numbers);
                out.push(b']');
            }
        }
    }
}

/// A row of tiles as JSON, each kind with how many of it stand together: 0 hidden, 1 known, 2 and more taken by a seat,
/// or what stands on an open one.
fn tiles(row: &[Tile]) -> String {
    let mut out = Vec::new();
    list(row.chunk_by(Tile::eq), &mut out, |same, out| {
        match &same[0] {
            Tile::Hidden => text::integer(0, out),
            Tile::Known => text::integer(1, out),
            Tile::Taken(seat) => text::integer(2 + u32::from(*seat), out),
            Tile::Open(text) => string(text, out),
        }
        out.push(b',');
        text::integer(same.len(), out);
    });
    String::from_utf8(out).expect("text and numbers are UTF-8")
}

/// The boards of a chunk: rows that come again are written once.
#[derive(Default)]
pub(super) struct Boards {
    rows: Distinct,
    of: Vec<Vec<usize>>,
}

impl Boards {
    pub(super) fn add(&mut self, board: Option<&Board>) {
        let rows = board.iter().flat_map(|board| &board.rows).map(|row| self.rows.place(tiles(row)));
        self.of.push(rows.collect());
    }

    /// Returns `true` if no record has a board.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.values.is_empty()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        key("rows", out);
        list(&self.rows.values, out, |row, out| out.extend_from_slice(row.as_bytes()));
        key("of", out);
        list(&self.of, out, |rows, out| list(rows, out, |&row, out| text::integer(row, out)));
        out.push(b'}');
    }
}
