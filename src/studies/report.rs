//! Reports on a single study and on all studies.

use super::summary::{COLUMNS, computed, numbers, total, wrong};
use super::verdict::{StudyComparison, Verdict};
use super::{CheckedStudy, Section};
use crate::exact::{self, Rational, decimal};
use crate::games::family::{ColumnOf, LINE, Report, ReportValue, Table, TextSpan, folded};

/// The largest length of a fraction in a list; longer fractions are only in machine formats.
const LONGEST: usize = 46;

/// The length of a text above which it is not repeated if it is as printed.
const LONG: usize = 20;

impl CheckedStudy {
    /// Returns all comparisons, with one table per section of the study. Text output shows decimals with
    /// `places` digits.
    pub fn report(&self, places: usize) -> Report {
        let mut report = Report::new(&*self.title);
        let sections = self.sections.iter().filter(|section| !section.rows.is_empty());
        report.tables = sections.map(|section| section.table(places)).collect();
        let fields: [ColumnOf<'_, (&Section, &StudyComparison)>; 5] = [
            ("section", None, &|(section, _)| section.part.name.as_str().into()),
            ("item", None, &|(section, row)| section.item(&row.entry).into()),
            ("paper", None, &|(_, row)| row.entry.printed.as_str().into()),
            ("computed", None, &|(_, row)| (&row.computed).into()),
            ("verdict", None, &|(_, row)| row.verdict.name().into()),
        ];
        report.tables.push(Table::of("", self.rows(), &fields).main());
        report.add_json("study", self.name);
        report.add_json("rows", ReportValue::each(self.rows().map(comparison)));
        let unchecked = self.unchecked().map(|entry| {
            ReportValue::Parts(vec![("item", (&*entry.place).into()), ("reason", (&*entry.note).into())])
        });
        report.add_json("unchecked", ReportValue::each(unchecked));
        report.add_json("summary", self.counts());
        if self.unchecked().next().is_some() {
            let lines = self.unchecked().map(|entry| format!("{}: {}", entry.place, entry.note));
            let lines = lines.map(|line| format!("  {}", folded(line.split(' '), [LINE - 5; 2])));
            let lines = [UNCHECKED.to_owned()].into_iter().chain(lines).chain([String::new()]);
            report.remarks = lines.map(|line| vec![line.into()]).collect();
        }
        report.note = Verdict::ALL.map(|verdict| self.counted(verdict)).join(", ");
        report
    }

    /// Returns the number of comparisons with each verdict.
    fn counts(&self) -> ReportValue {
        ReportValue::Parts(
            Verdict::ALL.map(|verdict| (verdict.name(), self.number_of(verdict).into())).into(),
        )
    }

    /// Describes the number of comparisons with a verdict.
    fn counted(&self, verdict: Verdict) -> String {
        let number = self.number_of(verdict);
        let plural = if verdict == Verdict::Slip && number != 1 { "s" } else { "" };
        format!("{number} {}{plural}", verdict.name())
    }
}

/// The heading of the entries that are not checked.
const UNCHECKED: &str = "Printed in the study, but not checked";

/// Returns a summary of all studies: the number of confirmed numbers, and the other numbers with their exact
/// values.
pub fn summed_up(all: &[CheckedStudy]) -> Report {
    let mut report = Report::new("What the studies print, checked");
    let row = |name: &str, numbers: [usize; 5]| {
        [name.into()].into_iter().chain(numbers.map(ReportValue::from)).collect::<Vec<_>>()
    };
    let rows: Vec<_> = all.iter().map(|study| row(study.name, numbers(study))).collect();
    let heads = || ["study"].into_iter().chain(COLUMNS);
    let shown = rows.iter().cloned().chain([row("all", total(all))]);
    report.tables.push(Table::shown(heads(), shown).whole());
    for study in all.iter().filter(|study| wrong(study).next().is_some()) {
        let rows = wrong(study).map(|(section, row)| {
            let place = format!("{}, {}", section.part.name, section.item(&row.entry));
            [place, row.entry.printed.clone(), row.verdict_text(), computed(row)].map(ReportValue::Words)
        });
        report.tables.push(Table::shown([""; 4], rows).titled(study.name));
    }
    report.tables.push(Table::new("", heads().map(|key| (key, None)), rows).main());
    let study = |study: &CheckedStudy| {
        let wrong = ReportValue::each(wrong(study).map(comparison));
        ReportValue::Parts(vec![("study", study.name.into()), ("summary", study.counts()), ("wrong", wrong)])
    };
    report.add_json("studies", ReportValue::each(all.iter().map(study)));
    report.note =
        "Every number, and the reasons: chancetree reproduce STUDY, and docs/studies.md.".to_owned();
    report
}

/// Returns the JSON of a comparison.
fn comparison((section, row): (&Section, &StudyComparison)) -> ReportValue {
    let entry = &row.entry;
    let mut parts = vec![
        ("section", section.part.name.as_str().into()),
        ("item", section.item(entry).into()),
        ("paper", printed(row).into()),
        ("computed", (&row.computed).into()),
        ("verdict", row.verdict.name().into()),
    ];
    for (key, text) in [("question", &entry.command), ("quantity", &entry.quantity), ("note", &entry.note)] {
        if !text.is_empty() && (key == "note" || entry.command != "count") {
            parts.push((key, text.as_str().into()));
        }
    }
    ReportValue::Parts(parts)
}

/// Returns the printed text, or `None` if there is none.
fn printed(row: &StudyComparison) -> Option<&str> {
    Some(&*row.entry.printed).filter(|printed| !printed.is_empty())
}

impl Section {
    /// Returns the table of the section in text output.
    fn table(&self, places: usize) -> Table {
        let table = match &self.part.lines {
            Some(lines) => self.by_lines(lines, places),
            None => self.list(places),
        };
        table.titled(&*self.part.title)
    }

    /// Creates a table with one line per row, without the rows that a brief section omits.
    fn list(&self, places: usize) -> Table {
        let heads = ["where", "source", "verdict", "computed"];
        let negative = |value: &Rational| *value < exact::zero();
        let is_signed =
            self.rows.iter().any(|row| matches!(&row.computed, TextSpan::Number(n) if negative(n)));
        let is_brief = |row: &&StudyComparison| {
            let is_computed = !row.entry.command.is_empty() && row.entry.command != "count";
            self.part.brief && is_computed && row.verdict == Verdict::Confirmed && row.is_expected()
        };
        let shown = |row: &StudyComparison| {
            let computed = match &row.computed {
                TextSpan::Number(value) => {
                    let space = if is_signed && !negative(value) { " " } else { "" };
                    let mut fraction = exact::fraction(value);
                    // A value that refutes a claim is always shown in full.
                    if fraction.len() > LONGEST && row.verdict != Verdict::Refuted {
                        fraction.clear();
                    }
                    format!("{space}{}  {fraction}", decimal(value, places))
                }
                TextSpan::Words(text) if self.part.brief && !row.entry.note.is_empty() => {
                    format!("{text}; {}", row.entry.note)
                }
                // A text as long as a row of a matrix is not repeated.
                TextSpan::Words(text) if text.len() > LONG && *text == row.entry.printed => {
                    "as printed".to_owned()
                }
                TextSpan::Words(text) => text.clone(),
            };
            let paper = printed(row).unwrap_or("-");
            [row.entry.place.clone(), paper.to_owned(), row.verdict_text(), computed]
        };
        let mut rows: Vec<_> = self.rows.iter().filter(|row| !is_brief(row)).map(shown).collect();
        let width = |column: usize| {
            let cells = rows.iter().map(|row| &*row[column]).chain([heads[column]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let verdicts_only = self.rows.iter().all(|row| matches!(row.computed, TextSpan::Words(_)));
        if verdicts_only && (0..4).map(|column| width(column) + 2).sum::<usize>() > LINE {
            // Long formulas are only in machine formats.
            rows.iter_mut().for_each(|row| row[1] = "its formula".to_owned());
        }
        Table::shown(heads, rows.into_iter().map(|row| row.map(ReportValue::Words)))
    }

    /// Creates a table with one line per number and one column per quantity. A cell has a verdict if it is
    /// not the expected one.
    fn by_lines(&self, lines: &str, places: usize) -> Table {
        let split = |row: &StudyComparison| {
            let (line, column) = row.entry.place.split_once(", ").unwrap_or((&row.entry.place, ""));
            (line.to_owned(), column.to_owned())
        };
        let by_line = || self.rows.chunk_by(|a, b| split(a).0 == split(b).0);
        let longest = by_line().max_by_key(|line| line.len()).unwrap_or_default();
        let columns: Vec<String> = longest.iter().map(|row| split(row).1).collect();
        let room = (LINE - 2 - lines.len()) / columns.len().max(1);
        let cell = |row: &StudyComparison| {
            let value = match &row.computed {
                TextSpan::Number(value) => decimal(value, places.min(room.saturating_sub(4))),
                TextSpan::Words(text) => text.clone(),
            };
            if row.is_expected() { value } else { format!("{value} {}", row.verdict_text()) }
        };
        let rows = by_line().map(|line| {
            let cells = columns.iter().map(|column| {
                let row = line.iter().find(|row| split(row).1 == *column);
                row.map_or_else(String::new, cell).into()
            });
            [split(&line[0]).0.into()].into_iter().chain(cells).collect::<Vec<_>>()
        });
        Table::shown([lines.to_owned()].into_iter().chain(columns.iter().cloned()), rows)
    }
}
