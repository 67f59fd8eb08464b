//! The columns of one block of the page's data, as JSON.

use crate::columns::Values;
use crate::text::{self, json_key as key, json_string as string};
use crate::{Board, ColumnType, Tile};
use std::collections::HashMap;

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

/// Appends a number without `.0`: JavaScript has a single number type.
fn number(value: f64, out: &mut Vec<u8>) {
    text::real(value, out);
    if out.ends_with(b".0") {
        out.truncate(out.len() - 2);
    }
}

/// Returns the distinct texts, and the index of each value among them.
fn distinct(values: &Values) -> (Vec<&str>, Vec<usize>) {
    let (mut places, mut once) = (HashMap::new(), Vec::new());
    let place = |text| {
        *places.entry(text).or_insert_with(|| {
            once.push(text);
            once.len() - 1
        })
    };
    let of = values.texts().map(place).collect();
    (once, of)
}

/// Appends the values of a column. Texts have the form `{"t":[...],"i":[...]}`, without `i` if all texts differ.
pub(super) fn write(values: &Values, out: &mut Vec<u8>) {
    match values {
        Values::Text { .. } => {
            let (once, of) = distinct(values);
            append!(out, "{\"t\":");
            list(&once, out, |text, out| string(text, out));
            if once.len() < of.len() {
                append!(out, ",\"i\":");
                list(of, out, text::integer);
            }
            append!(out, "}");
        }
        Values::Integer(numbers) => list(numbers, out, |&number, out| text::integer(number, out)),
        Values::Real(numbers) => list(numbers, out, |&value, out| number(value, out)),
        Values::Flag(flags) => list(flags, out, |&flag, out| text::integer(u8::from(flag), out)),
    }
}

/// Appends named columns as an object without its closing brace.
pub(super) fn write_each<'a>(
    columns: impl Iterator<Item = (&'a (&'a str, ColumnType), &'a Values)>,
    out: &mut Vec<u8>,
) {
    out.push(b'{');
    for ((name, _), values) in columns {
        key(name, out);
        write(values, out);
    }
}

/// Returns a row of tiles as run-length encoded JSON: 0 for a hidden tile, 1 for a known tile, 2 and above for a tile
/// taken by a seat, or the text on an open tile.
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

/// The boards of a chunk. Equal rows are written once.
pub(super) struct Boards {
    rows: Values,
    /// The rows of each board.
    of: Vec<usize>,
}

impl Default for Boards {
    fn default() -> Self {
        Self { rows: Values::new(ColumnType::Text), of: Vec::new() }
    }
}

impl Boards {
    pub(super) fn add(&mut self, board: Option<&Board>) {
        let rows = board.map_or(&[][..], |board| &board.rows);
        rows.iter().for_each(|row| self.rows.text(&tiles(row)));
        self.of.push(rows.len());
    }

    /// Returns `true` if no record has a board.
    pub(super) fn is_empty(&self) -> bool {
        self.of.iter().all(|&rows| rows == 0)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let (once, of) = distinct(&self.rows);
        append!(out, "{\"rows\":");
        list(once, out, |row, out| append!(out, row));
        append!(out, ",\"of\":");
        let mut rest = of.into_iter();
        let of: Vec<Vec<usize>> = self.of.iter().map(|&rows| rest.by_ref().take(rows).collect()).collect();
        list(of, out, |rows, out| list(rows, out, text::integer));
        append!(out, "}");
    }
}
