//! The joint distribution of the final scores, as it is printed.

use super::super::print::{self, Print};
use crate::evaluate::distribution::Distribution;
use crate::exact;
use serde_json::{Value, json};

pub(super) fn distribution_json(distribution: &Distribution, print: Print) -> Value {
    let entries = distribution.iter().map(|(scores, probability)| {
        let mut entry = json!({ "scores": scores });
        let number = print.number(&probability);
        entry["exact"] = number["exact"].clone();
        entry["decimal"] = number["decimal"].clone();
        entry
    });
    entries.collect()
}

pub(super) fn distribution_csv(
    parameters: &Value,
    distribution: &Distribution,
    players: usize,
    print: Print,
) -> String {
    let scores: Vec<String> = (1..=players).map(|seat| format!("score_{seat}")).collect();
    let mut header: Vec<&str> = scores.iter().map(String::as_str).collect();
    header.extend(["probability", "probability_exact"]);
    let rows = distribution.iter().map(|(scores, probability)| {
        let mut cells: Vec<String> = scores.iter().map(ToString::to_string).collect();
        cells.extend([print.decimal(&probability), exact::fraction(&probability)]);
        cells
    });
    print::answer(parameters, &header, rows)
}

pub(super) fn distribution_text(distribution: &Distribution, print: Print) -> String {
    let mut rows = vec![vec!["  final scores".to_owned(), "probability".to_owned()]];
    let mut whole = true;
    for (scores, probability) in distribution.iter() {
        let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
        let fraction = print::fitting(&probability);
        whole &= fraction.is_some();
        rows.push(vec![
            format!("  {}", scores.join(" : ")),
            print.decimal(&probability),
            fraction.unwrap_or_default(),
        ]);
    }
    print::aligned(&rows) + if whole { "" } else { print::ELSEWHERE }
}
