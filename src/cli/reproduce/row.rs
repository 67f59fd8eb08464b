//! One comparison: what a study claims, what was computed, the verdict.

use super::super::print::{self, Print};
use super::Section;
use chancetree::exact::{self, Rational};
use serde_json::{Value, json};

/// What a comparison shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The study is right.
    Confirmed,
    /// The study is wrong.
    Refuted,
    /// The study is right in substance, and wrong in writing.
    Slip,
    /// The study leaves out what is computed here.
    Answered,
}

impl Verdict {
    pub(super) const ALL: [Self; 4] = [Self::Confirmed, Self::Refuted, Self::Slip, Self::Answered];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Slip => "slip",
            Self::Answered => "answered",
        }
    }
}

/// What was computed.
#[derive(Debug)]
pub(super) enum Computed {
    Number(Rational),
    Text(String),
}

impl From<Rational> for Computed {
    fn from(number: Rational) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Computed {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Computed {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// One comparison.
#[derive(Debug)]
pub(super) struct Row {
    /// Where in the study; in a table, the line.
    pub(super) item: String,
    /// In a table, the column.
    pub(super) column: &'static str,
    /// What the study has there.
    pub(super) paper: Option<String>,
    pub(super) computed: Computed,
    pub(super) verdict: Verdict,
    /// The verdict that is known; any other is a failure.
    pub(super) known: Verdict,
    /// Whether a list for people leaves it out where it is right.
    brief: bool,
}

impl Row {
    /// A claim that must be right.
    pub(super) fn claim(
        item: impl Into<String>,
        paper: impl Into<String>,
        computed: impl Into<Computed>,
        right: bool,
    ) -> Self {
        let verdict = if right { Verdict::Confirmed } else { Verdict::Refuted };
        Self {
            item: item.into(),
            column: "",
            paper: Some(paper.into()),
            computed: computed.into(),
            verdict,
            known: Verdict::Confirmed,
            brief: false,
        }
    }

    /// A number, or a product of numbers, that must be the computed one: `12/14 * 1/13`.
    pub(super) fn number(item: impl Into<String>, paper: &str, computed: Rational) -> Self {
        let right = product(paper).as_ref() == Some(&computed);
        Self::claim(item, paper, computed, right)
    }

    /// A whole number that must be the computed one.
    pub(super) fn count(item: impl Into<String>, paper: u64, computed: u64) -> Self {
        Self::claim(item, paper.to_string(), computed.to_string(), paper == computed)
    }

    /// A claim that is known to be wrong.
    pub(super) fn known_wrong(self) -> Self {
        Self { known: Verdict::Refuted, ..self }
    }

    /// A mistake in writing, if it is `there`.
    pub(super) fn slip(
        item: impl Into<String>,
        paper: impl Into<String>,
        computed: impl Into<Computed>,
        there: bool,
    ) -> Self {
        let verdict = if there { Verdict::Slip } else { Verdict::Confirmed };
        Self { verdict, known: Verdict::Slip, ..Self::claim(item, paper, computed, true) }
    }

    /// A result that the study does not print.
    pub(super) fn answer(item: impl Into<String>, computed: impl Into<Computed>) -> Self {
        let (verdict, known) = (Verdict::Answered, Verdict::Answered);
        Self { paper: None, verdict, known, ..Self::claim(item, "", computed, true) }
    }

    /// Where the study speaks of the result without giving it.
    pub(super) fn says(self, paper: &str) -> Self {
        Self { paper: Some(paper.to_owned()), ..self }
    }

    /// A claim that a list for people leaves out where it is right.
    pub(super) fn brief(self) -> Self {
        Self { brief: true, ..self }
    }

    pub(super) fn is_brief(&self) -> bool {
        self.brief && self.is_right() && self.is_known()
    }

    pub(super) fn column(self, column: &'static str) -> Self {
        Self { column, ..self }
    }

    pub(super) fn full_item(&self, section: &Section) -> String {
        match section.lines {
            Some(lines) => format!("{lines} = {}, {}", self.item, self.column),
            None => self.item.clone(),
        }
    }

    pub(super) fn is_right(&self) -> bool {
        self.verdict == Verdict::Confirmed
    }

    pub(super) fn is_known(&self) -> bool {
        self.verdict == self.known
    }

    pub(super) fn verdict_text(&self) -> String {
        let name = self.verdict.name();
        if self.is_known() { name.to_owned() } else { format!("{name} (known: {})", self.known.name()) }
    }

    /// What a table has of the row: the number, and the verdict where it is not the known one.
    pub(super) fn cell(&self, print: Print) -> String {
        let value = match &self.computed {
            Computed::Number(value) => print.decimal(value),
            Computed::Text(text) => text.clone(),
        };
        if self.is_known() { value } else { format!("{value} {}", self.verdict_text()) }
    }

    pub(super) fn json(&self, section: &Section, print: Print) -> Value {
        json!({
            "section": section.name,
            "item": self.full_item(section),
            "paper": self.paper,
            "computed": match &self.computed {
                Computed::Number(value) => print.number(value),
                Computed::Text(text) => json!(text),
            },
            "verdict": self.verdict.name(),
        })
    }

    pub(super) fn csv(&self, section: &Section, print: Print) -> String {
        let (computed, exact) = match &self.computed {
            Computed::Number(value) => (print.decimal(value), exact::fraction(value)),
            Computed::Text(text) => (text.clone(), String::new()),
        };
        let paper = self.paper.clone().unwrap_or_default();
        let verdict = self.verdict.name().to_owned();
        print::csv(&[section.name.to_owned(), self.full_item(section), paper, computed, exact, verdict])
    }
}

/// The value of a product of fractions and whole numbers, `12/14 * 1/13`; `None` if it is none.
fn product(text: &str) -> Option<Rational> {
    text.split(" * ")
        .try_fold(exact::one(), |product, factor| Some(product * factor.parse::<Rational>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chancetree::exact::ratio;

    #[test]
    fn products_are_read_whole_or_not_at_all() {
        assert_eq!(product("12/14 * 10/13"), Some(ratio(60, 91)));
        assert_eq!(product("1"), Some(ratio(1, 1)));
        for wrong in ["", "1/0", "1/2 *", "k/u", "1/2 + 1/2"] {
            assert_eq!(product(wrong), None, "{wrong:?}");
        }
    }
}
