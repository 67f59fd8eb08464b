//! Escaping of text and formatting of numbers: one escape function for each syntax, none of which allocates.
//!
//! Every function appends. Text without special characters, which is nearly all there is, is copied in one piece.

use super::palette::Colour;
use super::{Cells, Content, Node, Role};
use std::io::Write as _;
use std::ops::Range;

/// The replacement for a character that a syntax cannot hold.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The bytes at which copying has to stop: `bytes`, and the first bytes of control characters.
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

/// Copies `text` run by run; at a stop, `special` sees the rest, appends what stands for its head and says how many
/// bytes that was, or 0 to have the one byte copied as it is.
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

/// Appends `with` and reports `used` bytes read.
fn put(out: &mut Vec<u8>, with: &[u8], used: usize) -> usize {
    out.extend_from_slice(with);
    used
}

/// The two characters U+FFFE and U+FFFF are three bytes each, and no XML may hold them.
fn noncharacter(rest: &[u8]) -> bool {
    matches!(rest, [0xEF, 0xBF, 0xBE | 0xBF, ..])
}

/// Returns the number of bytes of the control character at the head of `rest`, or 0: C0, DEL, or C1 (U+0080 to U+009F), which
/// terminals obey as they obey an escape character.
fn control(rest: &[u8]) -> usize {
    match rest {
        [0..0x20 | 0x7F, ..] => 1,
        [0xC2, 0x80..=0x9F, ..] => 2,
        _ => 0,
    }
}

/// Returns a text as one of the functions here writes it.
pub fn escaped(text: &str, escape: fn(&str, &mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    escape(text, &mut bytes);
    String::from_utf8(bytes).expect("escapes are text")
}

/// Appends a text in which `signs` are replaced by what stands at their places in `instead`; other characters that the
/// syntax cannot hold become U+FFFD.
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

/// Appends something, and returns where it stands.
#[inline]
pub(crate) fn written(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
    let from = out.len();
    write(out);
    from..out.len()
}

/// Text between two tags. Control characters, and what XML 1.0 has no way to write, become U+FFFD.
pub fn xml(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\r\n\t", &["&amp;", "&lt;", "&gt;", "&#13;", "\n", "\t"], out);
}

/// The same as a text of its own.
pub fn xml_text(text: &str) -> String {
    escaped(text, xml)
}

/// Text between the double quotes of an XML attribute, line ends and tabs kept.
pub fn xml_attribute(text: &str, out: &mut Vec<u8>) {
    let instead = ["&amp;", "&lt;", "&gt;", "&quot;", "&#13;", "&#10;", "&#9;"];
    replace(text, "&<>\"\r\n\t", &instead, out);
}

/// One line of XML text without a single entity, for readers that lose what surrounds an entity: `<`, `>` and `&`
/// become look-alikes, a line end becomes ` | `.
pub fn xml_plain(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\n\t\r", &["\u{FF06}", "\u{2039}", "\u{203A}", " | ", " ", " "], out);
}

/// Text between the double quotes of a JSON string. `<` is escaped too, so that the text may stand inside a script
/// element, and so are control characters and the two line separators that older JavaScript does not allow.
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
                // Both bytes of a C1 control end in its code.
                let code = rest[used - 1];
                out.extend_from_slice(b"\\u00");
                put(out, &[HEX[usize::from(code >> 4)], HEX[usize::from(code & 15)]], used)
            }
        },
    });
}

/// A JSON string with its quotes.
pub fn json_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    json(text, out);
    out.push(b'"');
}

/// The name of one more entry of a JSON object.
pub(crate) fn json_key(name: &str, out: &mut Vec<u8>) {
    if !out.ends_with(b"{") {
        out.push(b',');
    }
    json_string(name, out);
    out.push(b':');
}

/// Words that pandas takes for a missing value, whatever the column.
const MISSING: [&str; 18] = [
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A",
    "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// One CSV cell, quoted only when it must be. An empty text, and one that readers take for a missing value, gets a
/// `_` in front; a control character other than a line end or a tab becomes U+FFFD.
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

/// Text between the double quotes of a DOT label or tooltip. Graphviz reads character entities even there, so `&`
/// is written as one; a control character, which would make the SVG ill-formed, becomes U+FFFD.
pub fn dot(text: &str, out: &mut Vec<u8>) {
    replace(text, "\"\\&\n\t\r", &["\\\"", "\\\\", "&amp;", "\\n", " ", " "], out);
}

/// Text inside an HTML-like DOT label; a line end becomes a break.
pub fn dot_html(text: &str, out: &mut Vec<u8>) {
    replace(text, "&<>\"\n\t\r", &["&amp;", "&lt;", "&gt;", "&quot;", "<BR/>", " ", " "], out);
}

/// A value of a column; words are written by `words`.
#[inline]
pub fn cell(cell: &Content, words: impl Fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    match cell {
        Content::Text(text) => words(text, out),
        Content::Integer(number) => integer(*number, out),
        Content::Real(number) => real(*number, out),
        Content::Flag(value) => flag(*value, out),
    }
}

/// The values of a record, each after the tag of its column.
#[inline]
pub fn cells(tags: &[String], cells: &Cells, words: impl Fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    let cells = cells.as_slice();
    assert_eq!(tags.len(), cells.len(), "one cell a column");
    for (tag, value) in tags.iter().zip(cells) {
        out.extend_from_slice(tag.as_bytes());
        cell(value, &words, out);
    }
}

/// A part of a record that looks the same in every syntax.
pub(crate) trait Part {
    /// Appends it.
    fn add(self, out: &mut Vec<u8>);
}

/// A text that needs no escapes.
impl Part for &str {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.as_bytes());
    }
}

/// `#RRGGBB`.
impl Part for Colour {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        const HEX: &[u8; 16] = b"0123456789ABCDEF";
        out.push(b'#');
        for value in [self.0, self.1, self.2] {
            out.extend_from_slice(&[HEX[usize::from(value >> 4)], HEX[usize::from(value & 15)]]);
        }
    }
}

impl Part for f64 {
    #[inline]
    fn add(self, out: &mut Vec<u8>) {
        real(self, out);
    }
}

macro_rules! whole_parts {
    ($($whole:ty)*) => {$(
        impl Part for $whole {
            #[inline]
            fn add(self, out: &mut Vec<u8>) {
                integer(self, out);
            }
        }
    )*};
}

whole_parts! { u8 u32 usize }

/// A whole number.
#[inline]
pub fn integer(number: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Two whole numbers as a fraction, as they are.
pub(crate) fn fraction(above: u64, below: u64, text: &mut String) {
    let mut digits = itoa::Buffer::new();
    text.push_str(digits.format(above));
    text.push('/');
    text.push_str(digits.format(below));
}

/// The shortest decimal that reads back as the same double. No reader takes NaN or an infinity: the contract of a
/// document rules them out.
#[inline]
pub fn real(number: f64, out: &mut Vec<u8>) {
    assert!(number.is_finite(), "cells and positions are finite");
    // Positions and whole probabilities are the common case; this writes what the slow way would.
    if number.abs() < 1e9 && number == number.trunc() && (number != 0.0 || number.is_sign_positive()) {
        #[allow(clippy::cast_possible_truncation, reason = "a whole number below 1e9")]
        integer(number as i32, out);
        out.extend_from_slice(b".0");
    } else {
        out.extend_from_slice(ryu::Buffer::new().format_finite(number).as_bytes());
    }
}

/// A truth value, `true` or `false`.
#[inline]
pub fn flag(value: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

/// Exact text up to this many characters goes on a label; longer fractions are shown as decimals.
const SHORT: usize = 12;

/// Returns a fraction as it stands on a label, if there is room for it.
pub(crate) fn short(fraction: &str) -> Option<&str> {
    (fraction.len() <= SHORT).then(|| fraction.strip_suffix("/1").unwrap_or(fraction))
}

/// The probability of an edge as a label has room for: the fraction, or four significant digits of the decimal.
pub fn chance(exact: &str, probability: f64, out: &mut Vec<u8>) {
    match short(exact) {
        Some(exact) => add!(out, exact),
        None => significant(probability, out),
    }
}

/// Four significant digits, without trailing zeros.
fn significant(number: f64, out: &mut Vec<u8>) {
    let start = out.len();
    if number < 1e-4 {
        return put!(out, "{number:.3e}");
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 3 and 8")]
    let digits = (3.0 - number.log10().floor()).clamp(3.0, 8.0) as usize;
    put!(out, "{number:.digits$}");
    while out.len() > start + 1 && out.ends_with(b"0") {
        out.pop();
    }
    if out.ends_with(b".") {
        out.pop();
    }
}

/// Returns the role of a node in words; `None` for an action, whose name says it.
pub fn cue(node: &Node) -> Option<String> {
    match node.role {
        Role::Start => Some(
            node.mover
                .map_or_else(|| "start".to_owned(), |seat| format!("player {} starts", u32::from(seat) + 1)),
        ),
        Role::Inner => node.mover.map(|seat| format!("player {} to move", u32::from(seat) + 1)),
        Role::Won(seat) => Some(format!("player {} wins", u32::from(seat) + 1)),
        Role::Drawn => Some("draw".to_owned()),
        Role::Done => Some("end".to_owned()),
        Role::Cut => Some("…".to_owned()),
        Role::Action(_) => None,
    }
}
