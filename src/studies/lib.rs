//! Published studies of these games: the numbers they print, as data, and whether the numbers are right.
//!
//! A study is a CSV file. Each line has the place where something is printed, a query in the syntax of the
//! program, the printed text, and the expected verdict ([`table`]). One driver runs the queries. Laws about
//! all states are code, in one module per study.

mod alfthan;
mod beyond;
mod bondarenko;
mod gerez;
mod lardjane;
mod lindgren;
mod query;
mod reader;
mod report;
mod sjolund_astrand;
mod solved;
mod taking_pairs;
mod zwick_paterson;

pub mod summary;
pub mod table;
pub mod verdict;

use crate::model::{Error, Job, Progress};
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, statistics};
use chancetree_families as games;
use query::{CommandCache, QueryRunner};
pub use report::summed_up;
use std::collections::{HashMap, VecDeque};
use std::fmt::Display;
use table::{ExpectedVerdict, StudyEntry, StudyPart, StudyTable};
use verdict::{CheckedAnswer, StudyComparison, Verdict};

/// A study that can be checked.
///
/// ```
/// use chancetree_studies::{STUDIES, Study};
///
/// assert_eq!(Study::of("gerez").map(|study| study.name), Some("gerez"));
/// assert_eq!(STUDIES[0].name, "bondarenko");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// The name, for programs.
    pub name: &'static str,
    /// The author, the year and the subject, in one line without a full stop.
    pub about: &'static str,
    /// How the study is checked, in paragraphs.
    pub details: &'static str,
    /// The options of an example.
    pub example: &'static str,
    /// The least and the default board on which its laws are checked; 0 if the boards are fixed.
    pub pairs: [u16; 2],
    laws: fn(&mut LawAnswers<'_>) -> Result<(), Error>,
    /// The approximate share of the time that the laws take.
    laws_share: f64,
}

/// All studies. The first one is the paper with which this project began.
pub static STUDIES: [Study; 8] = [
    Study {
        name: "bondarenko",
        about: "Bondarenko 2021: Memory between robots with perfect memory",
        details: "Compares the numbers of the paper, and of MathOverflow 290393 about the favoured player, \
                  with the values that follow from the rules. confirmed: the number is right. refuted: the \
                  number is wrong. slip: the number is miswritten. answered: the paper announces or leaves \
                  out the number, and it is computed here. The exit status is 1 if a verdict differs from \
                  the known verdict.\n\n\
                  Wide text tables have as many digits as fit a line, and no very long fractions; JSON and \
                  CSV have all digits and fractions.",
        example: "--format csv > bondarenko.csv",
        pairs: [0, 0],
        laws: bondarenko::laws,
        laws_share: 0.5,
    },
    Study {
        name: "gerez",
        about: "Gerez 1983: Memory between two players who choose tactics",
        details: "Plays every tactic card by card, and compares the results with the formulas of the paper \
                  and with the solved game. Then checks the values of small boards and the claims of the \
                  paper about the best tactics.",
        example: "--format json > gerez.json",
        pairs: [0, 0],
        laws: gerez::laws,
        laws_share: 0.98,
    },
    Study {
        name: "zwick-paterson",
        about: "Zwick & Paterson 1993: a rule for Memory with passing",
        details: "Compares the rule of the paper with the solved game in every state, and the lead of the \
                  first player with the limit in the paper.",
        example: "--pairs 120",
        pairs: [zwick_paterson::MIN_PAIRS, 400],
        laws: zwick_paterson::laws,
        laws_share: 0.97,
    },
    Study {
        name: "alfthan",
        about: "Alfthan 2007: Memory with one new card or two",
        details: "Compares the parity rule with the solved game in every state, and plays best play against \
                  players who always turn one new card, or always two.",
        example: "--pairs 20",
        pairs: [alfthan::MIN_PAIRS, alfthan::MAX_PAIRS],
        laws: alfthan::laws,
        laws_share: 0.97,
    },
    Study {
        name: "lardjane",
        about: "Lardjane 2024: Memory for one player, after Foerster & Wattenhofer and Velleman & Warrington 2013",
        details: "Compares the example, the theorems and the formulas of the slides with all deals, the \
                  distributions and the solved game. Lists the slips, and answers what the slides leave open \
                  about perfect memory.",
        example: "--format json > lardjane.json",
        pairs: [0, 0],
        laws: lardjane::laws,
        laws_share: 0.5,
    },
    Study {
        name: "sjolund-astrand",
        about: "Sjölund & Åstrand 2013: limited memory, singles, interval halving",
        details: "Compares every cell of the tables of bold and safe, the worked examples and the theorem on \
                  halving with the solved games. Then answers what the authors leave open. The text output \
                  only counts the cells and guesses that are confirmed.",
        example: "--format csv > cells.csv",
        pairs: [0, 0],
        laws: sjolund_astrand::laws,
        laws_share: 0.7,
    },
    Study {
        name: "lindgren",
        about: "Lindgren 2000: Minesweeper, its mine probabilities and simulated games",
        details: "Computes the worked examples and every cell of the example game, by the elimination of the \
                  paper and by islands. Then compares the simulations and the statistics of the paper with \
                  exact values. The text output only counts the cells that are confirmed.",
        example: "--format csv > lindgren.csv",
        pairs: [0, 0],
        laws: lindgren::laws,
        laws_share: 0.5,
    },
    Study {
        name: "beyond",
        about: "Answers to what the studies of tactics leave open",
        details: "Shows where playing to win differs from playing for pairs, the advantage of the first \
                  player on large boards, and how much a robot loses against best play.",
        example: "--format json > beyond.json",
        pairs: [0, 0],
        laws: beyond::laws,
        laws_share: 0.9,
    },
];

impl Study {
    /// Returns the study with the given name.
    pub fn of(name: &str) -> Option<&'static Self> {
        STUDIES.iter().find(|study| study.name == name)
    }

    /// Checks everything that the study prints. Laws without a fixed board are checked on boards of up to
    /// `pairs` pairs.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded or the work is stopped.
    pub fn check(&self, pairs: u16, job: &Job<'_>) -> Result<CheckedStudy, Error> {
        let table = StudyTable::of(self.name, pairs).expect("every study has a table");
        let commands = CommandCache::new(job);
        let mut answers =
            LawAnswers { table: &table, pairs, job, commands: &commands, found: HashMap::new() };
        job.pass(0.0, self.laws_share, || (self.laws)(&mut answers))?;
        let mut found = answers.found;
        let all = table.parts.iter().map(|part| part.entries.len()).sum::<usize>();
        let share = |done: usize| self.laws_share + (1.0 - self.laws_share) * done as f64 / all as f64;
        let mut done = 0;
        let mut runner = QueryRunner::new(&table, &commands);
        let mut sections = Vec::new();
        for part in &table.parts {
            let mut section = Section { part: part.clone(), rows: Vec::new() };
            for entry in &part.entries {
                done += 1;
                if entry.expected == ExpectedVerdict::Unchecked {
                    continue;
                }
                let answer = if entry.command == "count" {
                    section.confirmed(&entry.quantity).into()
                } else if entry.command.is_empty() {
                    let key = (part.name.clone(), entry.place.clone());
                    let answer = found.get_mut(&key).and_then(VecDeque::pop_front);
                    answer.unwrap_or_else(|| panic!("{}: no law computes {key:?}", self.name))
                } else {
                    job.pass(share(done - 1), share(done), || runner.answer(entry))?
                };
                section.rows.push(StudyComparison::new(entry.clone(), answer));
            }
            sections.push(section);
        }
        let left: Vec<_> = found.iter().filter(|(_, rest)| !rest.is_empty()).map(|(key, _)| key).collect();
        assert!(left.is_empty(), "{}: no entries for the computed {left:?}", self.name);
        Ok(CheckedStudy { name: self.name, title: table.title, sections })
    }
}

/// Joins the texts of values with a separator.
fn joined(all: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}

/// The answers of the laws of a study, by section and place.
struct LawAnswers<'a> {
    table: &'a StudyTable,
    pairs: u16,
    job: &'a Job<'a>,
    commands: &'a CommandCache<'a>,
    found: HashMap<(String, String), VecDeque<CheckedAnswer>>,
}

impl LawAnswers<'_> {
    fn add(&mut self, section: &str, place: impl Into<String>, found: impl Into<CheckedAnswer>) {
        self.found.entry((section.to_owned(), place.into())).or_default().push_back(found.into());
    }

    fn add_all<P: Into<String>, F: Into<CheckedAnswer>>(
        &mut self,
        section: &str,
        answers: impl IntoIterator<Item = (P, F)>,
    ) {
        answers.into_iter().for_each(|(place, found)| self.add(section, place, found));
    }

    /// Checks the limits after `states` of about `all` states.
    fn check_limits(&self, states: usize, all: usize) -> Result<(), Error> {
        self.job.monitor.part_done(states as u64, all as u64);
        self.job.tick(Progress { states: states as u64, ..Progress::default() })
    }
}

/// A section of a study with its comparisons.
///
/// ```
/// use chancetree_studies::Section;
/// use chancetree_studies::table::StudyTable;
///
/// let table = StudyTable::of("bondarenko", 8).expect("a study of this name");
/// let section = Section { part: table.parts[0].clone(), rows: Vec::new() };
/// let entry = &section.part.entries[0];
/// assert!(section.item(entry).ends_with(&entry.place));
/// ```
#[derive(Clone, Debug)]
pub struct Section {
    /// The section of the study's file.
    pub part: StudyPart,
    /// The comparisons of the section.
    pub rows: Vec<StudyComparison>,
}

impl Section {
    /// Returns the name of a row, which is unique within the section.
    pub fn item(&self, entry: &StudyEntry) -> String {
        match &self.part.lines {
            Some(lines) => format!("{lines} = {}", entry.place),
            None => entry.place.clone(),
        }
    }

    fn confirmed(&self, prefix: &str) -> u64 {
        let rows = self.rows.iter().filter(|row| row.entry.place.starts_with(prefix));
        rows.filter(|row| row.verdict == Verdict::Confirmed).count() as u64
    }
}

/// A study with all its comparisons.
///
/// ```
/// use chancetree_engine::model::Job;
/// use chancetree_studies::verdict::Verdict;
/// use chancetree_studies::{Study, summed_up};
///
/// let study = Study::of("lindgren").expect("a study of this name").check(0, &Job::default())?;
/// // Most numbers are right.
/// assert!(study.number_of(Verdict::Confirmed) > study.rows().count() / 2);
/// assert!(study.unexpected().is_empty());
/// assert_eq!(study.report(5).title, study.title);
/// assert_eq!(summed_up(&[study]).title, "What the studies print, checked");
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckedStudy {
    /// The name, for programs.
    pub name: &'static str,
    /// The title: authors, year and subject.
    pub title: String,
    /// The sections, in the order of the study.
    pub sections: Vec<Section>,
}

impl CheckedStudy {
    /// Iterates over all comparisons with their sections.
    pub fn rows(&self) -> impl Iterator<Item = (&Section, &StudyComparison)> {
        self.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)))
    }

    /// Returns the entries that are printed but not checked.
    pub fn unchecked(&self) -> impl Iterator<Item = &StudyEntry> {
        let entries = self.sections.iter().flat_map(|section| &section.part.entries);
        entries.filter(|entry| entry.expected == ExpectedVerdict::Unchecked)
    }

    /// Counts the comparisons that have a verdict.
    pub fn number_of(&self, verdict: Verdict) -> usize {
        self.rows().filter(|(_, row)| row.verdict == verdict).count()
    }

    /// Returns the comparisons with an unexpected verdict, with their sections.
    pub fn unexpected(&self) -> Vec<(&Section, &StudyComparison)> {
        self.rows().filter(|(_, row)| !row.is_expected()).collect()
    }
}
