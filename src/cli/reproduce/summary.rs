//! All studies at once: how many numbers agree, and what does not, with the exact value beside it.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print, SCHEMA, Style};
use super::super::watch::Watch;
use super::{known, print as one};
use crate::family::{Datum, Table};
use crate::studies::summary::{COLUMNS, computed, numbers, page, total, wrong};
use crate::studies::{Checked, STUDIES};
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
        Format::Table(Style::Md) => print::print(&page(&all, PAIRS))?,
        Format::Json => print::json(&json(&all))?,
        Format::Table(style) => print::table(style, &csv(&all))?,
    }
    all.iter().try_for_each(known)
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
