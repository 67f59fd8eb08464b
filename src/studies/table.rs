//! What a study prints, as it is written down beside this file.
//!
//! A file begins with `title,...`. A line `[name],title` begins a section; a third cell `by n` makes of it a table with
//! a line for each n, `brief` leaves out of the text what is as printed. Every other line is one thing that is printed:
//!
//! `where, question, quantity, printed, verdict, note`
//!
//! The question is a command of this program; without one, it is a law, and the code of the study looks at all cases.

use super::verdict::Verdict;

/// What is known of a number in print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// It is right.
    #[default]
    Confirmed,
    /// It is wrong.
    Refuted,
    /// It is miswritten.
    Slip,
    /// It is not there; what is found stands alone.
    Answered,
    /// It is not in the text at hand; what is found must be what the source in the note has.
    HandedDown,
    /// It is there and not looked at, for the reason in the note.
    Unchecked,
}

impl Known {
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "confirmed" => Self::Confirmed,
            "refuted" => Self::Refuted,
            "slip" => Self::Slip,
            "answered" => Self::Answered,
            "handed down" => Self::HandedDown,
            "unchecked" => Self::Unchecked,
            _ => return None,
        })
    }

    /// The verdict that is expected.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Confirmed => Verdict::Confirmed,
            Self::Refuted => Verdict::Refuted,
            Self::Slip => Verdict::Slip,
            Self::Answered | Self::HandedDown | Self::Unchecked => Verdict::Answered,
        }
    }
}

/// One thing that is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Where it is printed, or what it is.
    pub place: String,
    /// The command that answers it; none for a law.
    pub question: String,
    /// What of the answer is compared.
    pub quantity: String,
    /// What is printed there.
    pub printed: String,
    /// What is known of it.
    pub known: Known,
    /// The reason of the verdict, or the source.
    pub note: String,
}

/// Entries that belong together.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its short name, for programs.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// What the lines of a table are counted by; `None` for a list.
    pub lines: Option<String>,
    /// Whether people are spared what is as printed.
    pub brief: bool,
    /// What is printed there.
    pub entries: Vec<Entry>,
}

/// All that a study prints.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the study, for programs.
    pub name: &'static str,
    /// Who, when, about what.
    pub title: String,
    /// Its sections.
    pub parts: Vec<Part>,
}

/// The studies and what they print.
const TEXTS: [(&str, &str); 8] = [
    ("beyond", include_str!("beyond.csv")),
    ("bondarenko", include_str!("bondarenko.csv")),
    ("gerez", include_str!("gerez.csv")),
    ("zwick-paterson", include_str!("zwick_paterson.csv")),
    ("alfthan", include_str!("alfthan.csv")),
    ("lardjane", include_str!("lardjane.csv")),
    ("sjolund-astrand", include_str!("sjolund_astrand.csv")),
    ("lindgren", include_str!("lindgren.csv")),
];

impl Table {
    /// The study of that name; `{pairs}` in it is the widest board that is looked at.
    #[must_use]
    pub fn of(name: &str, pairs: u16) -> Option<Self> {
        let &(name, text) = TEXTS.iter().find(|text| text.0 == name)?;
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
            let line = line.expect("a study is text");
            let cell = |at: usize| line.get(at).unwrap_or_default().to_owned();
            if cell(0) == "title" {
                table.title = cell(1);
            } else if let Some(name) = cell(0).strip_prefix('[') {
                let name = name.trim_end_matches(']').to_owned();
                let lines = cell(2).strip_prefix("by ").map(str::to_owned);
                let brief = cell(2) == "brief";
                table.parts.push(Part { name, title: cell(1), lines, brief, entries: Vec::new() });
            } else {
                let known = Known::read(&cell(4));
                let known = known.unwrap_or_else(|| panic!("{name}: a verdict is needed in {line:?}"));
                let entry = Entry {
                    place: cell(0),
                    question: cell(1),
                    quantity: cell(2),
                    printed: cell(3),
                    known,
                    note: cell(5),
                };
                table.parts.last_mut().expect("a section comes first").entries.push(entry);
            }
        }
        table
    }

    /// The section of that name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn part(&self, name: &str) -> &Part {
        let part = self.parts.iter().find(|part| part.name == name);
        part.unwrap_or_else(|| panic!("{} has no section {name}", self.name))
    }
}

impl Part {
    /// The first entry of a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn entry(&self, place: &str) -> &Entry {
        let entry = self.entries.iter().find(|entry| entry.place == place);
        entry.unwrap_or_else(|| panic!("{} has no {place}", self.name))
    }

    /// What is printed in a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn printed(&self, place: &str) -> &str {
        &self.entry(place).printed
    }
}
