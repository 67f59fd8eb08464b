//! The joint law of the final scores, as it is printed.

use super::super::print::{self, Print};
use chancetree::engine::law::Law;
use chancetree::exact;
use serde_json::{Value, json};

pub(super) fn law_json(law: &Law, print: Print) -> Value {
    let entries = law.iter().map(|(scores, probability)| {
        let mut entry = json!({ "scores": scores });
        let number = print.number(&probability);
        entry["exact"] = number["exact"].clone();
        entry["decimal"] = number["decimal"].clone();
        entry
    });
    entries.collect()
}

pub(super) fn law_csv(law: &Law, players: usize, print: Print) -> String {
    let mut header: Vec<String> = (1..=players).map(|seat| format!("score_{seat}")).collect();
    header.extend(["probability".into(), "probability_exact".into()]);
    let mut text = print::csv(&header);
    for (scores, probability) in law.iter() {
        let mut cells: Vec<String> = scores.iter().map(ToString::to_string).collect();
        cells.extend([print.decimal(&probability), exact::fraction(&probability)]);
        text.push_str(&print::csv(&cells));
    }
    text
}

pub(super) fn law_text(law: &Law, print: Print) -> String {
    let mut rows = vec![vec!["  final scores".to_owned(), "probability".to_owned()]];
    for (scores, probability) in law.iter() {
        let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
        rows.push(vec![
            format!("  {}", scores.join(" : ")),
            print.decimal(&probability),
            exact::fraction(&probability),
        ]);
    }
    print::aligned(&rows)
}
