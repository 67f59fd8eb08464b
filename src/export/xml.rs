//! The parts that XML formats share.

use super::{ColumnType, Document, Node, legend, text};

/// Returns the name of a type; the name of whole numbers differs between formats.
pub(super) fn kind(kind: ColumnType, whole: &'static str) -> &'static str {
    match kind {
        ColumnType::Text => "string",
        ColumnType::Integer => whole,
        ColumnType::Real => "double",
        ColumnType::Flag => "boolean",
    }
}

/// Appends the title, the facts and the legend of a document, as one text.
pub(super) fn description(document: &dyn Document, out: &mut Vec<u8>) {
    text::xml(&document.head().title, out);
    let mut explain = |name: &str, between: &str, value: &str| {
        append!(out, "; ");
        text::xml(name, out);
        append!(out, between);
        text::xml(value, out);
    };
    document.head().facts.iter().for_each(|(name, value)| explain(name, "=", value));
    legend(document).for_each(|(code, meaning)| explain(code, ": ", meaning));
}

/// Appends the lines of a label, each written by `line`, with `gap` between two lines. An empty label becomes the id.
#[inline]
pub(super) fn label(node: &Node, gap: &str, line: impl Fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    if node.label.iter().all(|line| line.trim().is_empty()) {
        return append!(out, "n", node.id);
    }
    for (index, text) in node.label.iter().enumerate() {
        append!(out, if index > 0 { gap } else { "" });
        line(text, out);
    }
}
