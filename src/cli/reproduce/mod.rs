//! `reproduce`: every number that a published study prints: the study's value, ours, the verdict.
//!
//! A study is a file: it gives sections of rows. What they look like, and what their verdicts mean for the exit
//! status, is the same for all and lives here.

mod alfthan;
mod beyond;
mod bondarenko;
mod gerez;
mod lardjane;
mod lindgren;
mod row;
mod sjolund_astrand;
mod solved;
mod taking;
mod zwick_paterson;

use super::fail::{Fail, Status};
use super::print::{self, Format, Print, SCHEMA};
use super::range::whole;
use super::watch::Watch;
use chancetree::exact;
use chancetree::games::memory::MOST_PAIRS;
use clap::{Args, Subcommand};
use row::{Computed, Row, Verdict};
use serde_json::{Value, json};

/// Check every number that a published study prints.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "STUDY",
    subcommand_help_heading = "Studies",
    disable_help_subcommand = true
)]
pub(crate) struct Reproduce {
    #[command(subcommand)]
    study: Name,
}

#[derive(Debug, Subcommand)]
enum Name {
    /// What the studies of tactics leave open, answered
    ///
    /// Winning instead of gaining, where the two differ, what it is worth to
    /// begin on wide boards, and what a robot loses against the best.
    #[command(after_help = "\
Examples:
  chancetree reproduce beyond
  chancetree reproduce beyond --format json > beyond.json")]
    Beyond {
        #[command(flatten)]
        print: Print,
    },
    /// Bondarenko 2021: Memory between robots with perfect memory
    ///
    /// What the paper prints, and MathOverflow 290393 on who is ahead, beside
    /// what follows from the rules. confirmed: it is so. refuted: it is not.
    /// slip: a mistake in writing. answered: announced or left out there, and
    /// computed here. The exit status is 1 if any verdict is not the known one.
    ///
    /// In text, wide tables have the digits that fit a line, and very long
    /// fractions are left out; JSON and CSV have it all.
    #[command(after_help = "\
Examples:
  chancetree reproduce bondarenko
  chancetree reproduce bondarenko --format csv > bondarenko.csv")]
    Bondarenko {
        #[command(flatten)]
        print: Print,
    },
    /// Gerez 1983: Memory between two who choose their tactics
    ///
    /// Every tactic is played card by card, and held against the formulas of
    /// the paper and against the game that is solved here; then the values of
    /// small boards and what the paper says of the best tactics.
    #[command(after_help = "\
Examples:
  chancetree reproduce gerez
  chancetree reproduce gerez --format json > gerez.json")]
    Gerez {
        #[command(flatten)]
        print: Print,
    },
    /// Zwick & Paterson 1993: a rule for Memory with passing
    ///
    /// Their rule is held against the solved game in every position, and the
    /// first player's lead against what it is said to tend to.
    #[command(after_help = "\
Examples:
  chancetree reproduce zwick-paterson
  chancetree reproduce zwick-paterson --pairs 120")]
    ZwickPaterson {
        /// The widest board
        #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true,
            value_parser = whole(zwick_paterson::LEAST, MOST_PAIRS))]
        pairs: u16,
        #[command(flatten)]
        print: Print,
    },
    /// Alfthan 2007: Memory with one new card or two
    ///
    /// The rule by parity is held against the solved game in every position,
    /// and the best play meets those that always turn up one card, or two.
    #[command(after_help = "\
Examples:
  chancetree reproduce alfthan
  chancetree reproduce alfthan --pairs 20")]
    Alfthan {
        /// The widest board
        #[arg(long, value_name = "N", default_value_t = alfthan::REACH, allow_negative_numbers = true,
            value_parser = whole(alfthan::LEAST, MOST_PAIRS))]
        pairs: u16,
        #[command(flatten)]
        print: Print,
    },
    /// Lardjane 2024: Memory for one player, after Foerster & Wattenhofer and
    /// Velleman & Warrington 2013
    ///
    /// The example, the theorems and the formulas of the slides, held against
    /// all deals, the distributions and the solved game; the slips found there; and
    /// what they leave open on perfect memory.
    #[command(after_help = "\
Examples:
  chancetree reproduce lardjane
  chancetree reproduce lardjane --format json > lardjane.json")]
    Lardjane {
        #[command(flatten)]
        print: Print,
    },
    /// Sjölund & Åstrand 2013: Memory that forgets, singles, interval halving
    ///
    /// Every cell of their tables of bold and safe, the worked examples and the
    /// theorem on halving, beside the solved games; then what they leave open.
    /// In text, cells and guesses that are as printed are only counted.
    #[command(after_help = "\
Examples:
  chancetree reproduce sjolund-astrand
  chancetree reproduce sjolund-astrand --format csv > cells.csv")]
    SjolundAstrand {
        #[command(flatten)]
        print: Print,
    },
    /// Lindgren 2000: Minesweeper, its mine probabilities and simulated games
    ///
    /// The worked examples and every cell of the game that is played through,
    /// by the paper's elimination and by islands; the exact values of what the
    /// paper simulated, and its statistics done again. In text, cells that are
    /// as printed are only counted.
    #[command(after_help = "\
Examples:
  chancetree reproduce lindgren
  chancetree reproduce lindgren --format csv > lindgren.csv")]
    Lindgren {
        #[command(flatten)]
        print: Print,
    },
}

impl Reproduce {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let (study, print) = watch.phase("reproduce", || match self.study {
            Name::Alfthan { pairs, print } => alfthan::study(pairs, watch).map(|study| (study, print)),
            Name::Beyond { print } => beyond::study(watch).map(|study| (study, print)),
            Name::Bondarenko { print } => bondarenko::study(watch).map(|study| (study, print)),
            Name::Gerez { print } => gerez::study(watch).map(|study| (study, print)),
            Name::Lindgren { print } => lindgren::study(watch).map(|study| (study, print)),
            Name::Lardjane { print } => lardjane::study(watch).map(|study| (study, print)),
            Name::SjolundAstrand { print } => sjolund_astrand::study(watch).map(|study| (study, print)),
            Name::ZwickPaterson { pairs, print } => {
                zwick_paterson::study(pairs, watch).map(|study| (study, print))
            }
        })?;
        watch.clear();
        match print.format {
            Format::Text => print::print(&study.text(print))?,
            Format::Json => print::json(&study.json(print))?,
            Format::Csv => print::print(&study.csv(print))?,
        }
        study.check()
    }
}

/// How often something holds.
fn so_in(wrong: usize, number: usize, what: &str) -> String {
    match wrong {
        0 if number == 1 => format!("so in the one {what}"),
        0 => format!("so in all {number} {what}s"),
        _ => format!("not so in {wrong} of {number} {what}s"),
    }
}

/// Rows that belong together.
struct Section {
    /// Its short name, for programs.
    name: &'static str,
    title: String,
    /// What the lines of a table are counted by; `None` for a list, which has a row a line.
    lines: Option<&'static str>,
    rows: Vec<Row>,
}

impl Section {
    fn list(name: &'static str, title: impl Into<String>, rows: Vec<Row>) -> Self {
        Self { name, title: title.into(), lines: None, rows }
    }

    fn table(name: &'static str, title: impl Into<String>, lines: &'static str, rows: Vec<Row>) -> Self {
        Self { lines: Some(lines), ..Self::list(name, title, rows) }
    }

    fn text(&self, print: Print) -> String {
        let body = match self.lines {
            Some(lines) => self.table_text(lines, print),
            None => self.list_text(print),
        };
        format!("{}\n{body}", self.title)
    }

    fn list_text(&self, print: Print) -> String {
        let mut rows = vec![["  where", "source", "verdict", "computed"].map(str::to_owned).to_vec()];
        let signed =
            self.rows.iter().any(|row| matches!(&row.computed, Computed::Number(n) if *n < exact::zero()));
        for row in self.rows.iter().filter(|row| !row.is_brief()) {
            let computed = match &row.computed {
                Computed::Number(value) => {
                    let space = if signed && *value >= exact::zero() { " " } else { "" };
                    let mut fraction = exact::fraction(value);
                    // What refutes a claim is shown whole.
                    if fraction.len() > LONGEST && row.verdict != Verdict::Refuted {
                        fraction.clear();
                    }
                    format!("{space}{}  {fraction}", print.decimal(value))
                }
                Computed::Text(text) => text.clone(),
            };
            let paper = row.paper.as_deref().unwrap_or("-").to_owned();
            rows.push(vec![format!("  {}", row.item), paper, row.verdict_text(), computed]);
        }
        print::aligned(&rows)
    }

    /// A line for all rows of one item.
    fn table_text(&self, lines: &str, print: Print) -> String {
        let by_line = || self.rows.chunk_by(|a, b| a.item == b.item);
        let longest = by_line().max_by_key(|line| line.len()).unwrap_or_default();
        let columns: Vec<&str> = longest.iter().map(|row| row.column).collect();
        let print = print.at_most(((LINE - 2 - lines.len()) / columns.len().max(1)).saturating_sub(4) as u32);
        let mut head = vec![format!("  {lines}")];
        head.extend(columns.iter().map(|&column| column.to_owned()));
        let mut text = vec![head];
        for line in by_line() {
            let mut cells = vec![format!("  {}", line[0].item)];
            cells.extend(columns.iter().map(|&column| {
                let row = line.iter().find(|row| row.column == column);
                row.map_or_else(String::new, |row| row.cell(print))
            }));
            text.push(cells);
        }
        print::aligned(&text)
    }
}

/// The longest fraction in a list; longer ones are for programs.
const LONGEST: usize = 46;

/// The columns of a line of text.
const LINE: usize = 100;

/// All that a study says, checked.
struct Study {
    name: &'static str,
    title: &'static str,
    sections: Vec<Section>,
}

impl Study {
    fn rows(&self) -> impl Iterator<Item = (&Section, &Row)> {
        self.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)))
    }

    fn number_of(&self, verdict: Verdict) -> usize {
        self.rows().filter(|(_, row)| row.verdict == verdict).count()
    }

    fn text(&self, print: Print) -> String {
        let mut text = format!("{}\n\n", self.title);
        for section in &self.sections {
            text.push_str(&format!("{}\n", section.text(print)));
        }
        let counts = Verdict::ALL.map(|verdict| {
            let number = self.number_of(verdict);
            let plural = if verdict == Verdict::Slip && number != 1 { "s" } else { "" };
            format!("{number} {}{plural}", verdict.name())
        });
        text + &counts.join(", ") + "\n"
    }

    fn json(&self, print: Print) -> Value {
        let rows: Value = self.rows().map(|(section, row)| row.json(section, print)).collect();
        let summary: serde_json::Map<_, _> = Verdict::ALL
            .iter()
            .map(|&verdict| (verdict.name().to_owned(), json!(self.number_of(verdict))))
            .collect();
        json!({ "schema": SCHEMA, "study": self.name, "rows": rows, "summary": summary })
    }

    fn csv(&self, print: Print) -> String {
        let header = ["section", "item", "paper", "computed", "computed_exact", "verdict"];
        let mut text = print::csv(&header.map(str::to_owned));
        text.extend(self.rows().map(|(section, row)| row.csv(section, print)));
        text
    }

    /// Whether every verdict is the known one.
    fn check(&self) -> Result<(), Fail> {
        let strange: Vec<_> = self.rows().filter(|(_, row)| !row.is_known()).collect();
        let Some((section, first)) = strange.first() else { return Ok(()) };
        Err(Fail::new(
            Status::Failed,
            format!(
                "{} of {} verdicts are not the known ones; the first: {}, {}: {}",
                strange.len(),
                self.rows().count(),
                section.name,
                first.full_item(section),
                first.verdict_text()
            ),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chancetree::exact::ratio;
    use std::process::ExitCode;

    fn study(rows: Vec<Row>) -> Study {
        Study { name: "test", title: "A test", sections: vec![Section::list("list", "A list", rows)] }
    }

    #[test]
    fn only_an_unknown_verdict_fails() {
        let right = || Row::number("1", "12/14 * 1/13", ratio(6, 91));
        let wrong = || Row::number("2", "12/14 * 1/13", ratio(1, 13));
        let slip = || Row::slip("3", "777", "20", true);
        let answer = || Row::answer("4", ratio(1, 2));
        assert!(study(vec![right(), wrong().known_wrong(), slip(), answer()]).check().is_ok());
        for row in [wrong(), right().known_wrong(), Row::slip("3", "20", "20", false)] {
            let fail = study(vec![right(), row]).check().expect_err("an unknown verdict fails");
            assert_eq!(format!("{:?}", fail.code()), format!("{:?}", ExitCode::from(1)));
        }
    }

    #[test]
    fn a_wrong_row_shows() {
        let study = study(vec![Row::count("cells", 16, 15)]);
        let row = study.rows().next().expect("there is a row").1;
        assert_eq!(row.verdict_text(), "refuted (known: confirmed)");
        assert_eq!(study.number_of(Verdict::Refuted), 1);
    }
}
