//! All studies at once: how many numbers agree, and what does not, with the exact value beside it.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print, SCHEMA, Style};
use super::super::watch::Watch;
use super::{known, print as one};
use crate::exact;
use crate::family::{Datum, Table};
use crate::studies::verdict::{Computed, Row, Verdict};
use crate::studies::{Checked, STUDIES, Section};
use serde_json::{Value, json};

/// The board up to which laws are looked at that are said of all boards.
const PAIRS: u16 = 120;

pub(super) fn run(format: Format, watch: &Watch) -> Result<(), Fail> {
    let run = watch.run();
    let mut all = Vec::new();
    for study in STUDIES {
        watch.tell(|| study.name.to_owned());
        let checked = watch.phase(study.name, || study.check(study.pairs[0].max(PAIRS), &run));
        all.push(checked.map_err(|error| watch.explain(error))?);
    }
    watch.clear();
    match format {
        Format::Text | Format::Own(_) => print::print(&text(&all))?,
        Format::Table(Style::Md) => print::print(&markdown(&all))?,
        Format::Json => print::json(&json(&all))?,
        Format::Table(style) => print::table(style, &csv(&all))?,
    }
    all.iter().try_for_each(known)
}

/// Returns what is printed and is not so, or not written so.
fn wrong(study: &Checked) -> impl Iterator<Item = (&Section, &Row)> {
    study.rows().filter(|(_, row)| matches!(row.verdict, Verdict::Refuted | Verdict::Slip) || !row.is_known())
}

/// Returns how many numbers are printed, agree, are refuted, are miswritten, and are answered.
fn numbers(study: &Checked) -> [usize; 5] {
    let [confirmed, refuted, slip, answered] = Verdict::ALL.map(|verdict| study.number_of(verdict));
    [confirmed + refuted + slip, confirmed, refuted, slip, answered]
}

fn total(all: &[Checked]) -> [usize; 5] {
    let add = |sum: [usize; 5], study| {
        let numbers = numbers(study);
        std::array::from_fn(|at| sum[at] + numbers[at])
    };
    all.iter().fold([0; 5], add)
}

const COLUMNS: [&str; 5] = ["printed", "agree", "refuted", "slips", "answered"];

/// Returns what was computed: the exact value, if it is a number.
fn computed(row: &Row) -> String {
    match &row.computed {
        Computed::Number(value) if value.is_integer() => value.to_string(),
        Computed::Number(value) => format!("{} = {}", exact::fraction(value), exact::decimal(value, 6)),
        Computed::Text(text) => text.clone(),
    }
}

fn text(all: &[Checked]) -> String {
    let mut table = vec![vec!["study".to_owned()]];
    table[0].extend(COLUMNS.map(str::to_owned));
    let line = |name: &str, numbers: [usize; 5]| {
        let mut line = vec![name.to_owned()];
        line.extend(numbers.map(|number| number.to_string()));
        line
    };
    table.extend(all.iter().map(|study| line(study.name, numbers(study))));
    table.push(line("all", total(all)));
    let mut text = format!("What the studies print, checked\n\n{}\n", print::aligned(&table));
    for study in all.iter().filter(|study| wrong(study).next().is_some()) {
        let rows = wrong(study).map(|(section, row)| {
            let place = format!("  {}, {}", section.part.name, section.item(&row.entry));
            let printed = row.entry.printed.clone();
            vec![place, printed, row.verdict_text(), computed(row)]
        });
        let rows: Vec<_> = rows.collect();
        text.push_str(&format!("{}\n{}\n", study.name, print::aligned(&rows)));
    }
    text + "Every number, and the reasons: chancetree reproduce STUDY, and docs/studies.md.\n"
}

/// A cell of a table in Markdown.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

fn markdown(all: &[Checked]) -> String {
    let mut text = format!(
        "# What the studies print\n\n\
        Written by `chancetree reproduce --format md`. What each study prints is data: a file a study in\n\
        [src/studies](../src/studies), a line for each number, table, formula and figure, with the question that answers\n\
        it as a command of this program. Laws that are said of all boards are looked at up to {PAIRS} pairs here.\n\n\
        **agree**: it is as printed. **refuted**: it is not. **slips**: right in substance, and miswritten. **answered**:\n\
        not printed, or not in the text at hand, and computed here.\n\n\
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
        let [printed, agree, ..] = numbers(study);
        text.push_str(&match (printed, wrong(study).count()) {
            (0, 0) => String::new(),
            (_, 0) => format!("\nAll {printed} numbers agree.\n"),
            _ => {
                let mut table = format!("\n{agree} of {printed} numbers agree. The others:\n\n");
                table.push_str(
                    "| where | printed | verdict | it is | why |\n| --- | --- | --- | --- | --- |\n",
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
            text.push_str("\nPrinted there, and not checked:\n\n");
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
            text.push_str("\nAnswered, with a source or a word on it:\n\n");
            text.extend(sources.iter().map(|source| format!("- {}\n", cell(source))));
        }
    }
    text
}

fn json(all: &[Checked]) -> Value {
    let print = Print::new(Format::Json, None);
    let studies: Value = all
        .iter()
        .map(|study| {
            let rows: Value = wrong(study).map(|(section, row)| one::row_json(section, row, print)).collect();
            json!({ "study": study.name, "summary": one::summary(study), "wrong": rows })
        })
        .collect();
    json!({ "schema": SCHEMA, "studies": studies })
}

fn csv(all: &[Checked]) -> String {
    let row =
        |study: &Checked| [study.name.into()].into_iter().chain(numbers(study).map(Datum::from)).collect();
    let columns = ["study"].into_iter().chain(COLUMNS).map(|key| (key, None));
    let rows = all.iter().map(row).collect::<Vec<Vec<Datum>>>();
    print::csv_of(Table::new("", columns, rows), Print::new(Format::Text, None))
}
