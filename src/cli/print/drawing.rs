//! Drawings in characters, in colours where a terminal shows them.

use super::{harmless, lines::columns};
use crate::family::Drawing;

/// A drawing as text that gives a terminal no orders but to colour risks, unless NO_COLOR says no.
pub(super) fn painted(drawing: &Drawing) -> String {
    let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let has_colours = !no && columns().is_some();
    let mut text = String::new();
    for line in &drawing.0 {
        for piece in line {
            let words = harmless(&piece.words);
            match piece.risk.filter(|_| has_colours) {
                Some(risk) => {
                    let under = if piece.is_marked { ";4" } else { "" };
                    text.push_str(&format!("\u{1b}[{}{under}m{words}\u{1b}[0m", colour(risk)));
                }
                None => text.push_str(&words),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// The colour of a risk, as a terminal knows it.
fn colour(risk: f64) -> &'static str {
    match risk {
        0.0 => "1;32",
        risk if risk >= 1.0 => "1;31",
        risk if risk <= 0.125 => "36",
        risk if risk <= 0.25 => "34",
        risk if risk <= 0.5 => "33",
        _ => "35",
    }
}
