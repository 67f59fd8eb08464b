//! Escapes text and formats numbers, with one function for each syntax and without allocations.
//!
//! Every function appends to a buffer. Text without special characters, the usual case, is copied in one piece.

use super::palette::Colour;
use super::{CellRow, CellValue, Node, Role};
use crate::depict::{Board, Tile};
use crate::game::Seat;
use std::io::Write as _;
use std::ops::Range;

/// The replacement for a character that a syntax cannot hold.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// Returns a table of the bytes at which copying stops: `bytes`, and the first bytes of control characters.
const fn stops(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[0x7F] = true;
    table[0xC2] = true;
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}

/// Copies `text` in runs. At a stop, `special` gets the rest of the text, appends a replacement for its head, and
/// returns the number of bytes that it replaced; after 0, one byte is copied unchanged.
#[inline]
fn copy(text: &str, stops: &[bool; 256], out: &mut Vec<u8>, special: impl Fn(&[u8], &mut Vec<u8>) -> usize) {
    let mut rest = text.as_bytes();
    while let Some(clean) = rest.iter().position(|&byte| stops[usize::from(byte)]) {
        out.extend_from_slice(&rest[..clean]);
        rest = &rest[clean..];
        let mut used = special(rest, out);
        if used == 0 {
            out.push(rest[0]);
            used = 1;
        }
        rest = &rest[used..];
    }
    out.extend_from_slice(rest);
}

/// Appends `with` and returns `used`, the number of bytes read.
fn put(out: &mut Vec<u8>, with: &[u8], used: usize) -> usize {
    out.extend_from_slice(with);
    used
}

/// Returns `true` for U+FFFE and U+FFFF, three bytes each, which XML cannot contain.
fn noncharacter(rest: &[u8]) -> bool {
    matches!(rest, [0xEF, 0xBF, 0xBE | 0xBF, ..])
}

/// Returns the number of bytes of the control character at the head of `rest`, or 0: C0, DEL, or C1 (U+0080 to
/// U+009F). Terminals interpret C1 like an escape sequence.
fn control(rest: &[u8]) -> usize {
    match rest {
        [0..0x20 | 0x7F, ..] => 1,
        [0xC2, 0x80..=0x9F, ..] => 2,
        _ => 0,
    }
}

/// Returns the text that one of the functions of this module writes.
pub fn escaped(text: &str, escape: fn(&str, &mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    escape(text, &mut bytes);
    String::from_utf8(bytes).expect("escapes are text")
}

/// Appends a text in which each character of `signs` is replaced by the entry of `instead` at the same place. Other
/// characters that the syntax cannot contain become U+FFFD.
#[inline]
fn replace(text: &str, signs: &str, instead: &[&str], out: &mut Vec<u8>) {
    const STOPS: [bool; 256] = stops(b"&<>\"\\\xEF");
    copy(text, &STOPS, out, |rest, out| match signs.bytes().position(|sign| sign == rest[0]) {
        Some(place) => put(out, instead[place].as_bytes(), 1),
        None if noncharacter(rest) => put(out, REPLACEMENT, 3),
        None => match control(rest) {
            0 => 0,
            used => put(out, REPLACEMENT, used),
        },
    });
}

/// Calls `write`, and returns the range of the bytes that it appended.
#[inline]
pub(crate) fn written(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
    let from = out.len();
    write(out);
    from..out.len()
}

/// Appends text between two tags. Control characters, and characters that XML 1.0 cannot represent, become U+FFFD.
pub fn xml(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\r\n\t", &["&amp;", "&lt;", "&gt;", "&#13;", "\n", "\t"], out);
}

/// Returns a text escaped by [`xml`].
pub fn xml_text(text: &str) -> String {
    escaped(text, xml)
}

/// Appends text between the double quotes of an XML attribute; line ends and tabs are preserved.
pub fn xml_attribute(text: &str, out: &mut Vec<u8>) {
    let instead = ["&amp;", "&lt;", "&gt;", "&quot;", "&#13;", "&#10;", "&#9;"];
    replace(text, "&<>\"\r\n\t", &instead, out);
}

/// Appends one line of XML text without entities, for readers that lose the text around an entity. `<`, `>` and `&`
/// become similar characters, a line end becomes ` | `.
pub fn xml_plain(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\n\t\r", &["\u{FF06}", "\u{2039}", "\u{203A}", " | ", " ", " "], out);
}

/// Appends text between the double quotes of a JSON string. Escapes `<`, so that the text may be inside a script
/// element, control characters, and the two line separators that older JavaScript does not allow.
pub fn json(text: &str, out: &mut Vec<u8>) {
    const STOPS: [bool; 256] = stops(b"\"\\<\xE2");
    const HEX: &[u8; 16] = b"0123456789abcdef";
    copy(text, &STOPS, out, |rest, out| match rest[0] {
        b'"' => put(out, b"\\\"", 1),
        b'\\' => put(out, b"\\\\", 1),
        b'<' => put(out, b"\\u003c", 1),
        b'\n' => put(out, b"\\n", 1),
        b'\r' => put(out, b"\\r", 1),
        b'\t' => put(out, b"\\t", 1),
        0xE2 if rest.starts_with("\u{2028}".as_bytes()) => put(out, b"\\u2028", 3),
        0xE2 if rest.starts_with("\u{2029}".as_bytes()) => put(out, b"\\u2029", 3),
        _ => match control(rest) {
            0 => 0,
            used => {
                // The last byte of a C1 control is its code.
                let code = rest[used - 1];
                out.extend_from_slice(b"\\u00");
                put(out, &[HEX[usize::from(code >> 4)], HEX[usize::from(code & 15)]], used)
            }
        },
    });
}

/// Appends a JSON string with its quotes.
pub fn json_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    json(text, out);
    out.push(b'"');
}

/// Appends a comma and the name of the next entry of a JSON object.
pub(crate) fn json_key(name: &str, out: &mut Vec<u8>) {
    if !out.ends_with(b"{") {
        out.push(b',');
    }
    json_string(name, out);
    out.push(b':');
}

/// Words that pandas reads as a missing value in any column.
const MISSING: [&str; 18] = [
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A",
    "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// Appends a CSV cell, quoted only if necessary. An empty text, and a text that readers take for a missing value,
/// gets the prefix `_`. A control character other than a line end or a tab becomes U+FFFD.
pub fn csv(text: &str, out: &mut Vec<u8>) {
    const STOPS: [bool; 256] = stops(b"\"");
    let missing = match text.as_bytes().first() {
        None => true,
        Some(b'#' | b'-' | b'1' | b'<' | b'N' | b'n') => MISSING.contains(&text),
        Some(_) => false,
    };
    if missing {
        out.push(b'_');
    }
    let quoted = text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'));
    if quoted {
        out.push(b'"');
    }
    copy(text, &STOPS, out, |rest, out| match rest[0] {
        b'"' => put(out, b"\"\"", 1),
        b'\n' | b'\r' | b'\t' => 0,
        _ => match control(rest) {
            0 => 0,
            used => put(out, REPLACEMENT, used),
        },
    });
    if quoted {
        out.push(b'"');
    }
}

/// Appends text between the double quotes of a DOT label or tooltip. Graphviz reads character entities even there, so
/// `&` becomes an entity. A control character, which would make the SVG ill-formed, becomes U+FFFD.
pub fn dot(text: &str, out: &mut Vec<u8>) {
    replace(text, "\"\\&\n\t\r", &["\\\"", "\\\\", "&amp;", "\\n", " ", " "], out);
}

/// Appends text inside an HTML-like DOT label; a line end becomes a break.
pub fn dot_html(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\"\n\t\r", &["&amp;", "&lt;", "&gt;", "&quot;", "<BR/>", " ", " "], out);
}

/// Appends the value of a cell; `words` writes texts.
#[inline]
pub fn cell(cell: &CellValue, words: impl Fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    match cell {
        CellValue::Text(text) => words(text, out),
        CellValue::Integer(number) => integer(*number, out),
        CellValue::Real(number) => real(*number, out),
        CellValue::Flag(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
    }
}

/// Appends the values of a record, each after the tag of its column.
#[inline]
pub fn cells(tags: &[String], cells: &CellRow, words: impl Fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    let cells = cells.as_slice();
    assert_eq!(tags.len(), cells.len(), "one cell a column");
    for (tag, value) in tags.iter().zip(cells) {
        out.extend_from_slice(tag.as_bytes());
        cell(value, &words, out);
    }
}

/// A part of a record that has the same form in every syntax.
pub(crate) trait RecordPart {
    /// Appends the part.
    fn add(self, out: &mut Vec<u8>);
}

/// A text that needs no escapes.
impl RecordPart for &str {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.as_bytes());
    }
}

/// A colour as `#RRGGBB`.
impl RecordPart for Colour {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        out.push(b'#');
        for value in [self.0, self.1, self.2] {
            out.extend_from_slice(&[HEX[usize::from(value >> 4)], HEX[usize::from(value & 15)]]);
        }
    }
}

impl RecordPart for f64 {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        real(self, out);
    }
}

macro_rules! whole_parts {
    ($($whole:ty)*) => {$(
        impl RecordPart for $whole {
            #[inline]
            fn add(self, out: &mut Vec<u8>) {
                integer(self, out);
            }
        }
    )*};
}

whole_parts! { u8 u32 usize }

/// Appends a whole number.
#[inline]
pub fn integer(number: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends a fraction without reducing it.
pub(crate) fn fraction(above: u64, below: u64, text: &mut String) {
    let mut digits = itoa::Buffer::new();
    text.push_str(digits.format(above));
    text.push('/');
    text.push_str(digits.format(below));
}

/// Appends the shortest decimal that reads back as the same double. The contract of a document excludes NaN and
/// infinity, which no reader accepts.
#[inline]
pub fn real(number: f64, out: &mut Vec<u8>) {
    assert!(number.is_finite(), "cells and positions are finite");
    // A fast path for whole numbers, with the same result as the general case.
    if number.abs() < 1e9 && number == number.trunc() && (number != 0.0 || number.is_sign_positive()) {
        #[allow(clippy::cast_possible_truncation, reason = "a whole number below 1e9")]
        integer(number as i32, out);
        out.extend_from_slice(b".0");
    } else {
        out.extend_from_slice(zmij::Buffer::new().format_finite(number).as_bytes());
    }
}

/// Appends two numbers with a text between them. Equal numbers are formatted once.
#[inline]
pub(crate) fn two_reals(first: f64, between: impl FnOnce(&mut Vec<u8>), second: f64, out: &mut Vec<u8>) {
    let number = written(out, |out| real(first, out));
    between(out);
    if first == second {
        out.extend_from_within(number);
    } else {
        real(second, out);
    }
}

/// The maximum length of an exact number on a label, in characters; longer fractions are shown as decimals.
const SHORT: usize = 12;

/// Returns a fraction if it is short enough for a label.
pub(crate) fn short(fraction: &str) -> Option<&str> {
    (fraction.len() <= SHORT).then(|| fraction.strip_suffix("/1").unwrap_or(fraction))
}

/// Returns a text of at most `most` characters, the last of which shows that there are more.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Appends the probability of an edge for a label: the fraction if it is short, else four significant digits.
pub fn chance(exact: &str, probability: f64, out: &mut Vec<u8>) {
    match short(exact) {
        Some(exact) => append!(out, exact),
        None => significant(probability, out),
    }
}

/// Appends four significant digits, without trailing zeros.
fn significant(number: f64, out: &mut Vec<u8>) {
    let start = out.len();
    if number < 1e-4 {
        return append_fmt!(out, "{number:.3e}");
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 3 and 8")]
    let digits = (3.0 - number.log10().floor()).clamp(3.0, 8.0) as usize;
    append_fmt!(out, "{number:.digits$}");
    while out.len() > start + 1 && out.ends_with(b"0") {
        out.pop();
    }
    if out.ends_with(b".") {
        out.pop();
    }
}

/// Returns the label of a node without its first line if that repeats the board in letters, and is not the only line.
pub fn captions(node: &Node) -> &[String] {
    let repeats = |(board, first): (&Board, &String)| {
        let letters = |row: &Vec<Tile>| {
            row.iter()
                .map(|tile| if let Tile::Open(text) = tile { text.as_str() } else { "." })
                .collect::<String>()
        };
        *first == board.rows.iter().map(letters).collect::<Vec<_>>().join("/")
    };
    match &node.label[..] {
        [first, rest @ ..]
            if !rest.is_empty() && node.board.as_ref().is_some_and(|board| repeats((board, first))) =>
        {
            rest
        }
        all => all,
    }
}

/// Returns `true` if a line of a label has the probability of reaching the node.
pub(crate) fn is_reach(line: &str) -> bool {
    line.starts_with("P = ")
}

/// Returns the role of a node in words; `None` for an action, which has a name, and if the label begins with the same words.
pub fn cue(node: &Node) -> Option<String> {
    role_words(node).filter(|words| node.label.first() != Some(words))
}

fn role_words(node: &Node) -> Option<String> {
    let player = |seat| player(seat, node.player.as_deref());
    match node.role {
        Role::Start => {
            Some(node.mover.map_or_else(|| "start".to_owned(), |seat| format!("{} starts", player(seat))))
        }
        Role::Inner => node.mover.map(|seat| format!("{} to move", player(seat))),
        // A single player wins against no one.
        Role::Won(_) if node.mover.is_none() && node.player.is_none() => Some("won".to_owned()),
        Role::Won(seat) => Some(format!("{} wins", player(seat))),
        Role::Lost => Some("lost".to_owned()),
        Role::Drawn => Some("draw".to_owned()),
        Role::Done => Some("end".to_owned()),
        Role::Cut => Some("…".to_owned()),
        Role::Action(_) => None,
    }
}

/// Returns the name of a player, such as `player 1`.
pub fn player(seat: Seat, name: Option<&str>) -> String {
    name.map_or_else(|| format!("player {}", u32::from(seat) + 1), str::to_owned)
}
