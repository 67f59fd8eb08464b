//! One comparison: what a study prints, what was found, the verdict.

use super::table::{Entry, Known};
use crate::exact::says;
use crate::games::family::Piece;
use crate::games::worded;

worded! {
    /// The verdict of a comparison, in the order in which they are counted.
    pub enum Verdict {
        Confirmed: "confirmed", "The study is right.";
        Refuted: "refuted", "The study is wrong.";
        Slip: "slip", "The study is right in substance, and wrong in writing.";
        Answered: "answered", "The study, or the available part of its text, leaves out what is computed here.";
    }
}

impl Verdict {
    /// Returns the verdict on what is printed, whatever was expected of it, if it is right or not.
    pub fn of(known: Known, is_right: bool) -> Self {
        match (known, is_right) {
            (Known::Answered, _) | (Known::HandedDown, true) => Self::Answered,
            (Known::Slip, false) => Self::Slip,
            (_, true) => Self::Confirmed,
            (_, false) => Self::Refuted,
        }
    }
}

/// A finding.
#[derive(Clone, Debug)]
pub(super) struct Found {
    computed: Piece,
    /// `true` if what is printed is right; if it is not said, it has to be what was computed.
    right: Option<bool>,
}

impl<T: Into<Piece>> From<T> for Found {
    fn from(computed: T) -> Self {
        Self { computed: computed.into(), right: None }
    }
}

impl Found {
    /// Returns what was computed, where it does not say by itself whether what is printed is right.
    pub(super) fn judged(computed: impl Into<Piece>, right: bool) -> Self {
        Self { computed: computed.into(), right: Some(right) }
    }

    /// A law that was looked at in so many cases, and is wrong in some.
    pub(super) fn so(wrong: usize, number: usize, what: &str) -> Self {
        Self::judged(so_in(wrong, number, what), wrong == 0 && number > 0)
    }

    /// A law that is looked at in all cases.
    pub(super) fn of_all<T>(
        cases: impl IntoIterator<Item = T>,
        what: &str,
        holds: impl Fn(&T) -> bool,
    ) -> Self {
        let (mut number, mut wrong) = (0, 0);
        for case in cases {
            number += 1;
            wrong += usize::from(!holds(&case));
        }
        Self::so(wrong, number, what)
    }

    /// Returns `true` if it was judged to be right.
    pub(super) fn is_right(&self) -> bool {
        self.right == Some(true)
    }

    /// Returns what was computed, if it is words.
    pub(super) fn words(&self) -> &str {
        match &self.computed {
            Piece::Words(text) => text,
            Piece::Number(_) => "",
        }
    }

    /// Returns `true` if what is `printed` is right.
    fn is(&self, printed: &str) -> bool {
        self.right.unwrap_or_else(|| match &self.computed {
            Piece::Number(value) => says(printed, value),
            Piece::Words(text) => text == printed,
        })
    }
}

/// Tells how often something holds.
pub(super) fn so_in(wrong: usize, number: usize, what: &str) -> String {
    match wrong {
        0 if number == 1 => format!("so in the one {what}"),
        0 => format!("so in all {number} {what}s"),
        _ => format!("not so in {wrong} of {number} {what}s"),
    }
}

/// One comparison of a printed entry with a computed result.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question, and the printed answer.
    pub entry: Entry,
    /// The computed answer.
    pub computed: Piece,
    /// The verdict of the comparison.
    pub verdict: Verdict,
}

impl Comparison {
    pub(super) fn new(entry: Entry, found: Found) -> Self {
        let verdict = Verdict::of(entry.known, found.is(&entry.printed));
        Self { entry, computed: found.computed, verdict }
    }

    /// Returns `true` if the verdict is the expected one.
    pub fn is_known(&self) -> bool {
        self.verdict == self.entry.known.verdict()
    }

    /// The verdict in words.
    pub fn verdict_text(&self) -> String {
        let name = self.verdict.name();
        let known = self.entry.known.verdict().name();
        if self.is_known() { name.to_owned() } else { format!("{name} (known: {known})") }
    }
}
