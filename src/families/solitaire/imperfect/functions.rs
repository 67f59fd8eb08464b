//! Expectations as functions, as a report.

use super::Model;
use super::symbolic::Function;
use super::visits::Expected;
use crate::family::{Datum, Report, Table, counted};
use crate::solitaire::summary::words;

impl Expected<Function> {
    /// Returns what is told of them, on a board of so many pairs; `latex` says how people are shown them.
    pub fn report(&self, pairs: u16, model: Model, latex: bool) -> Report {
        let board = counted(pairs, "pair");
        let mut report = Report::new(format!("Solitaire Memory, {board}, model {model}: expectations"));
        let Expected { turns, lucky, first_position, first_turn, remembered, .. } = self;
        let names = ["turns", "lucky", "first_position", "first_turn", "remembered"];
        let functions = [turns, lucky, first_position, first_turn, remembered];
        let mut rows = Vec::new();
        for (name, function) in names.into_iter().zip(functions) {
            let (plain, tex) = (function.to_string(), function.latex());
            let said = |text: &str| Datum::Words(text.to_owned());
            let both = Datum::Parts(vec![("function", said(&plain)), ("latex", said(&tex))]);
            report.add_json(name, Datum::Parts(vec![("mean", both)]));
            let spelt = if latex { tex.clone() } else { plain };
            report.remarks.push(vec![folded(&format!("{} = {spelt}", words(name))).into()]);
            rows.push(vec![said(name), Datum::Formula { plain: spelt, latex: tex }]);
        }
        let columns = vec![("quantity", None), ("function", None)];
        report.tables.push(Table::new("", columns, rows).main());
        report
    }
}

/// The columns of a page.
const WIDTH: usize = 100;

/// A formula on as many lines as it needs, broken before an operator where one fits.
fn folded(formula: &str) -> String {
    let mut lines = vec!["  ".to_owned()];
    let mut words = formula.split(' ').peekable();
    let mut part = String::new();
    while let Some(word) = words.next() {
        part.push_str(word);
        if words.peek().is_some_and(|next| !["+", "-", "/"].contains(next)) {
            part.push(' ');
            continue;
        }
        let line = lines.last_mut().expect("a line");
        if line.len() + 1 + part.len() > WIDTH && !line.trim().is_empty() {
            lines.push(format!("    {part}"));
        } else {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(&part);
        }
        part.clear();
    }
    lines.join("\n")
}
