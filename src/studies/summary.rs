//! The summary of all studies, also as a page.

use super::verdict::{StudyComparison, Verdict};
use super::{CheckedStudy, Section};
use crate::exact;
use crate::games::family::TextSpan;

/// Returns the comparisons that are refuted, misprinted or unexpected.
pub fn wrong(study: &CheckedStudy) -> impl Iterator<Item = (&Section, &StudyComparison)> {
    study
        .rows()
        .filter(|(_, row)| matches!(row.verdict, Verdict::Refuted | Verdict::Slip) || !row.is_expected())
}

/// Returns the number of printed, confirmed, refuted, misprinted and answered entries.
pub fn numbers(study: &CheckedStudy) -> [usize; 5] {
    let [confirmed, refuted, slip, answered] = Verdict::ALL.map(|verdict| study.number_of(verdict));
    [confirmed + refuted + slip, confirmed, refuted, slip, answered]
}

/// Returns the sums of [`numbers`] over all studies.
pub fn total(all: &[CheckedStudy]) -> [usize; 5] {
    let add = |sum: [usize; 5], study| {
        let numbers = numbers(study);
        std::array::from_fn(|at| sum[at] + numbers[at])
    };
    all.iter().fold([0; 5], add)
}

/// The names of the numbers that [`numbers`] returns.
pub const COLUMNS: [&str; 5] = ["printed", "confirmed", "refuted", "slips", "answered"];

/// Returns the computed value: exact and as a decimal if it is a fraction.
pub fn computed(row: &StudyComparison) -> String {
    match &row.computed {
        TextSpan::Number(value) if value.is_integer() => value.to_string(),
        TextSpan::Number(value) => format!("{} = {}", exact::fraction(value), exact::decimal(value, 6)),
        TextSpan::Words(text) => text.clone(),
    }
}

/// Escapes a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

/// Returns the page that summarizes all studies. Their laws were checked on boards of up to `pairs` pairs.
pub fn page(all: &[CheckedStudy], pairs: u16) -> String {
    let mut text = format!(
        "# What the studies print\n\n\
        `chancetree reproduce --format md` writes this page. What each study prints is data in\n\
        [src/studies](../src/studies), one file for each study. Each number, table, formula and figure\n\
        is one line, with the command of this program that answers it. Laws for all boards are checked\n\
        up to {pairs} pairs.\n\n\
        The verdicts:\n\n\
        - **confirmed**: the printed number is right.\n\
        - **refuted**: the printed number is wrong.\n\
        - **slip**: the printed number is right in substance, but miswritten.\n\
        - **answered**: the number is not printed, or not in the available text, and is computed here.\n\n\
        | study | {} |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
        COLUMNS.join(" | ")
    );
    let line = |name: &str, numbers: [usize; 5]| {
        let numbers = numbers.map(|number| number.to_string());
        format!("| {name} | {} |\n", numbers.join(" | "))
    };
    for study in all {
        text.push_str(&line(&format!("[{0}](#{0})", study.name), numbers(study)));
    }
    text.push_str(&line("all", total(all)));
    for study in all {
        text.push_str(&format!("\n## {}\n\n{}\n", study.name, study.title));
        let [printed, confirmed, ..] = numbers(study);
        text.push_str(&match (printed, wrong(study).count()) {
            (0, 0) => String::new(),
            (_, 0) => format!("\nAll {printed} numbers are confirmed.\n"),
            _ => {
                let mut table = format!("\n{confirmed} of {printed} numbers are confirmed. The others:\n\n");
                table.push_str(
                    "| where | printed | verdict | computed | why |\n| --- | --- | --- | --- | --- |\n",
                );
                for (section, row) in wrong(study) {
                    let place = format!("{}: {}", section.part.name, section.item(&row.entry));
                    let cells =
                        [&place, &row.entry.printed, &row.verdict_text(), &computed(row), &row.entry.note];
                    table.push_str(&format!("| {} |\n", cells.map(|text| cell(text)).join(" | ")));
                }
                table
            }
        });
        let unchecked: Vec<_> = study.unchecked().collect();
        if !unchecked.is_empty() {
            text.push_str("\nPrinted in the study, but not checked:\n\n");
            for entry in unchecked {
                text.push_str(&format!("- {}: {}\n", cell(&entry.place), cell(&entry.note)));
            }
        }
        let mut sources: Vec<&str> = Vec::new();
        for (_, row) in study.rows().filter(|(_, row)| row.verdict == Verdict::Answered) {
            let note = &*row.entry.note;
            if !note.is_empty() && !row.entry.printed.is_empty() && !sources.contains(&note) {
                sources.push(note);
            }
        }
        if !sources.is_empty() {
            text.push_str("\nSources of the answered numbers, and remarks:\n\n");
            text.extend(sources.iter().map(|source| format!("- {}\n", cell(source))));
        }
    }
    text
}
