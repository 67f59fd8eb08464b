//! The parts that all pages share: their style, parts of the script, and the assembly of a page.

use super::super::text;

/// Colours, letters, buttons, tables.
pub const BASE: &str = include_str!("base.css");
/// Whatever goes wrong is said on the page.
pub const FAIL: &str = include_str!("fail.js");
/// Fractions of whole numbers of any size.
pub const EXACT: &str = include_str!("exact.js");
/// The clipboard and files.
pub const KEEP: &str = include_str!("keep.js");

/// Copies a part of a page, its places filled.
pub fn fill(part: &str, title: &str, styles: &[&str], scripts: &[&str], out: &mut Vec<u8>) {
    let mut rest = part;
    while let Some((before, after)) = rest.split_once("{{") {
        out.extend_from_slice(before.as_bytes());
        let (name, after) = after.split_once("}}").expect("every place ends");
        match name {
            "title" => text::xml(title, out),
            "style" => styles.iter().for_each(|style| out.extend_from_slice(style.as_bytes())),
            _ => scripts.iter().for_each(|script| out.extend_from_slice(script.as_bytes())),
        }
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
}
