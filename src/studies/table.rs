//! The content of a study, from its CSV file in the folder `tables`.
//!
//! A file begins with `title,...`. A line `[name],title` begins a section. In its third cell, `by n` makes
//! the section a table with one line for each n, and `brief` omits confirmed entries from text output. Every
//! other line is one printed number or statement:
//!
//! `where, question, quantity, printed, verdict, note`
//!
//! The question is a command of this program. Without a question the entry is a law, which the code of the study
//! checks in all cases. If the place contains a range such as `{1..5}`, the line describes one entry for each number.
//! The number replaces the range and every `{}`, and bars separate the printed texts.

use super::Study;
use super::verdict::Verdict;
use crate::games::named_enum;
use chancetree_assets::{Assets, packed};

named_enum! {
    /// The expected verdict on an entry.
    ///
    /// ```
    /// use chancetree_studies::table::ExpectedVerdict;
    /// use chancetree_studies::verdict::Verdict;
    ///
    /// assert_eq!(ExpectedVerdict::named("slip"), Some(ExpectedVerdict::Slip));
    /// assert_eq!(ExpectedVerdict::Refuted.meaning(), "The printed number is wrong.");
    /// // The text at hand leaves the number out, and the answer is computed.
    /// assert_eq!(ExpectedVerdict::FromOtherSource.verdict(), Verdict::Answered);
    /// ```
    #[derive(Default)]
    pub enum ExpectedVerdict {
        #[default]
        Confirmed: "confirmed", "The printed number is right.";
        Refuted: "refuted", "The printed number is wrong.";
        Slip: "slip", "The printed number is right in substance, but miswritten.";
        Answered: "answered", "Nothing is printed; the computed answer stands alone.";
        FromOtherSource: "handed down",
            "The number is not in the text at hand; the computed answer must agree with the source in the note.";
        Unchecked: "unchecked", "The number is printed but not checked, for the reason in the note.";
    }
}

impl ExpectedVerdict {
    /// Returns the verdict that a comparison should have.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Confirmed => Verdict::Confirmed,
            Self::Refuted => Verdict::Refuted,
            Self::Slip => Verdict::Slip,
            Self::Answered | Self::FromOtherSource | Self::Unchecked => Verdict::Answered,
        }
    }
}

/// One printed number or statement.
///
/// ```
/// use chancetree_studies::table::{ExpectedVerdict, StudyEntry};
///
/// let entry = StudyEntry { printed: "0.4581".to_owned(), ..StudyEntry::default() };
/// assert_eq!(entry.expected, ExpectedVerdict::Confirmed);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyEntry {
    /// The place where the number is printed, or a description.
    pub place: String,
    /// The command that answers the entry; empty for a law.
    pub command: String,
    /// The quantity of the answer that is compared.
    pub quantity: String,
    /// The printed number or text.
    pub printed: String,
    /// The expected verdict.
    pub expected: ExpectedVerdict,
    /// The reason for the verdict, or the source.
    pub note: String,
}

impl StudyEntry {
    /// Returns the entries of a line: itself, or one per number of its range.
    fn expanded(self) -> Vec<Self> {
        let Some((before, rest)) = self.place.split_once('{') else { return vec![self] };
        let (range, after) = rest.split_once('}').expect("a brace is closed");
        let (first, last) = range.split_once("..").expect("a range is in braces");
        let [first, last]: [u16; 2] = [first, last].map(|number| number.parse().expect("a range of numbers"));
        let printed: Vec<&str> = self.printed.split(" | ").collect();
        let is_whole = self.printed.is_empty() || printed.len() == (first..=last).len();
        assert!(is_whole, "a text is needed for each number of the range, or no text: {}", self.place);
        let one = |(at, number): (usize, u16)| {
            let put = |text: &str| text.replace("{}", &number.to_string());
            Self {
                place: format!("{before}{number}{after}"),
                command: put(&self.command),
                quantity: put(&self.quantity),
                printed: printed.get(at).copied().unwrap_or_default().to_owned(),
                ..self.clone()
            }
        };
        (first..=last).enumerate().map(one).collect()
    }
}

/// A section of a study.
///
/// ```
/// use chancetree_studies::table::{StudyEntry, StudyPart};
///
/// let entry = StudyEntry { place: "n = 2".to_owned(), printed: "1/3".to_owned(), ..StudyEntry::default() };
/// let (name, title) = ("table-1".to_owned(), "Table 1".to_owned());
/// let part = StudyPart { name, title, lines: None, brief: false, entries: vec![entry] };
/// assert_eq!((part.printed("n = 2"), part.entry("n = 2").note.len()), ("1/3", 0));
/// ```
#[derive(Clone, Debug)]
pub struct StudyPart {
    /// The short name, for programs.
    pub name: String,
    /// The title.
    pub title: String,
    /// The letter that numbers the lines of a table; `None` for a list.
    pub lines: Option<String>,
    /// Whether text output omits confirmed entries.
    pub brief: bool,
    /// The entries, in the order of the file.
    pub entries: Vec<StudyEntry>,
}

/// The printed numbers of the studies, in a file for each study.
static TABLES: Assets = packed!();

/// The table of a study.
///
/// ```
/// use chancetree_studies::table::StudyTable;
///
/// let table = StudyTable::of("bondarenko", 8).expect("a study of this name");
/// let first = &table.parts[0];
/// assert_eq!(table.part(&first.name).entries, first.entries);
/// ```
#[derive(Clone, Debug)]
pub struct StudyTable {
    /// The name of the study, for programs.
    pub name: &'static str,
    /// The title: authors, year and subject.
    pub title: String,
    /// The sections, in the order of the file.
    pub parts: Vec<StudyPart>,
}

impl StudyTable {
    /// Returns the study with this name; `{pairs}` in its text is replaced by the number of pairs of the
    /// widest board.
    pub fn of(name: &str, pairs: u16) -> Option<Self> {
        let Study { name, .. } = Study::of(name)?;
        let text = TABLES.get(&format!("{name}.csv"));
        Some(Self::read(name, &text.replace("{pairs}", &pairs.to_string())))
    }

    fn read(name: &'static str, text: &str) -> Self {
        let mut table = Self { name, title: String::new(), parts: Vec::new() };
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        for line in reader.records() {
            let line = line.expect("the file is valid CSV");
            let cell = |at: usize| line.get(at).unwrap_or_default().to_owned();
            if cell(0) == "title" {
                table.title = cell(1);
            } else if let Some(name) = cell(0).strip_prefix('[') {
                let name = name.trim_end_matches(']').to_owned();
                let lines = cell(2).strip_prefix("by ").map(str::to_owned);
                let brief = cell(2) == "brief";
                table.parts.push(StudyPart { name, title: cell(1), lines, brief, entries: Vec::new() });
            } else {
                let expected = ExpectedVerdict::named(&cell(4));
                let expected = expected.unwrap_or_else(|| panic!("{name}: a verdict is needed in {line:?}"));
                let entry = StudyEntry {
                    place: cell(0),
                    command: cell(1),
                    quantity: cell(2),
                    printed: cell(3),
                    expected,
                    note: cell(5),
                };
                table.parts.last_mut().expect("a section comes first").entries.extend(entry.expanded());
            }
        }
        table
    }

    /// Returns the section with the given name.
    ///
    /// # Panics
    /// Panics if there is no such section.
    pub fn part(&self, name: &str) -> &StudyPart {
        let part = self.parts.iter().find(|part| part.name == name);
        part.unwrap_or_else(|| panic!("{} has no section {name}", self.name))
    }
}

impl StudyPart {
    /// Returns the entries whose place is a pair of numbers after `names`, such as `(n,k) = (3,1)`.
    pub(super) fn cells(&self, names: &str) -> impl Iterator<Item = (&StudyEntry, (u16, u16))> {
        self.entries.iter().filter_map(move |entry| {
            let numbers = entry.place.strip_prefix(names)?.strip_prefix(" = (")?.strip_suffix(')')?;
            let (first, second) = numbers.split_once(',')?;
            Some((entry, (first.parse().ok()?, second.parse().ok()?)))
        })
    }

    /// Returns the first entry with the given place.
    ///
    /// # Panics
    /// Panics if there is no such entry.
    pub fn entry(&self, place: &str) -> &StudyEntry {
        let entry = self.entries.iter().find(|entry| entry.place == place);
        entry.unwrap_or_else(|| panic!("{} has no {place}", self.name))
    }

    /// Returns the printed number or text at `place`.
    ///
    /// # Panics
    /// Panics if there is no such entry.
    pub fn printed(&self, place: &str) -> &str {
        &self.entry(place).printed
    }
}
