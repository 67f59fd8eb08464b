//! The comparison of a printed text with a computed answer, and its verdict.

use super::table::{ExpectedVerdict, StudyEntry};
use crate::exact::matches_printed;
use crate::games::family::TextSpan;
use crate::games::named_enum;

named_enum! {
    /// The verdict of a comparison, in the order of counts.
    ///
    /// ```
    /// use chancetree_studies::table::ExpectedVerdict;
    /// use chancetree_studies::verdict::Verdict;
    ///
    /// assert_eq!(Verdict::of(ExpectedVerdict::Confirmed, false), Verdict::Refuted);
    /// assert_eq!(Verdict::of(ExpectedVerdict::Slip, false), Verdict::Slip);
    /// assert_eq!(Verdict::Slip.meaning(), "The study is right in substance, and wrong in writing.");
    /// ```
    pub enum Verdict {
        Confirmed: "confirmed", "The study is right.";
        Refuted: "refuted", "The study is wrong.";
        Slip: "slip", "The study is right in substance, and wrong in writing.";
        Answered: "answered", "The study, or the available part of its text, leaves out what is computed here.";
    }
}

impl Verdict {
    /// Returns the verdict on a printed text that is right or wrong, given the expected verdict.
    pub fn of(known: ExpectedVerdict, is_right: bool) -> Self {
        match (known, is_right) {
            (ExpectedVerdict::Answered, _) | (ExpectedVerdict::FromOtherSource, true) => Self::Answered,
            (ExpectedVerdict::Slip, false) => Self::Slip,
            (_, true) => Self::Confirmed,
            (_, false) => Self::Refuted,
        }
    }
}

/// A computed answer.
#[derive(Clone, Debug)]
pub(super) struct CheckedAnswer {
    computed: TextSpan,
    /// Whether the printed text is right; `None` if it must equal `computed`.
    right: Option<bool>,
}

impl<T: Into<TextSpan>> From<T> for CheckedAnswer {
    fn from(computed: T) -> Self {
        Self { computed: computed.into(), right: None }
    }
}

impl CheckedAnswer {
    /// Creates an answer together with the result of its own comparison.
    pub(super) fn with_verdict(computed: impl Into<TextSpan>, right: bool) -> Self {
        Self { computed: computed.into(), right: Some(right) }
    }

    /// Creates the answer of a law that fails in `wrong` of `number` cases.
    pub(super) fn from_counts(wrong: usize, number: usize, what: &str) -> Self {
        Self::with_verdict(describe_cases(wrong, number, what), wrong == 0 && number > 0)
    }

    /// Creates the answer of a law that must hold in all cases.
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
        Self::from_counts(wrong, number, what)
    }

    /// Creates the answer of a law that must hold in all states of a kind.
    pub(super) fn of_states<T>(states: &[T], kind: impl Fn(&T) -> bool, law: impl Fn(&T) -> bool) -> Self {
        Self::of_all(states.iter().filter(|state| kind(state)), "state", |state| law(state))
    }

    /// Returns `true` if the answer was judged to be right.
    pub(super) fn is_right(&self) -> bool {
        self.right == Some(true)
    }

    /// Returns the computed text, or an empty string for a number.
    pub(super) fn words(&self) -> &str {
        match &self.computed {
            TextSpan::Words(text) => text,
            TextSpan::Number(_) => "",
        }
    }

    /// Returns `true` if the `printed` text is right.
    fn is(&self, printed: &str) -> bool {
        self.right.unwrap_or_else(|| match &self.computed {
            TextSpan::Number(value) => matches_printed(printed, value),
            TextSpan::Words(text) => text == printed,
        })
    }
}

/// Describes in how many cases a law holds.
pub(super) fn describe_cases(wrong: usize, number: usize, what: &str) -> String {
    match wrong {
        0 if number == 1 => format!("in the one {what}"),
        0 => format!("in all {number} {what}s"),
        _ => format!("fails in {wrong} of {number} {what}s"),
    }
}

/// One comparison of a printed entry with a computed result.
///
/// ```
/// use chancetree_studies::table::StudyEntry;
/// use chancetree_studies::verdict::{StudyComparison, Verdict};
///
/// let entry = StudyEntry { printed: "1/2".to_owned(), ..StudyEntry::default() };
/// let comparison = StudyComparison { entry, computed: "1/3".into(), verdict: Verdict::Refuted };
/// assert!(!comparison.is_expected());
/// assert_eq!(comparison.verdict_text(), "refuted (known: confirmed)");
/// ```
#[derive(Clone, Debug)]
pub struct StudyComparison {
    /// The entry with the printed text.
    pub entry: StudyEntry,
    /// The computed answer.
    pub computed: TextSpan,
    /// The verdict of the comparison.
    pub verdict: Verdict,
}

impl StudyComparison {
    pub(super) fn new(entry: StudyEntry, found: CheckedAnswer) -> Self {
        let verdict = Verdict::of(entry.expected, found.is(&entry.printed));
        Self { entry, computed: found.computed, verdict }
    }

    /// Returns `true` if the verdict is the expected one.
    pub fn is_expected(&self) -> bool {
        self.verdict == self.entry.expected.verdict()
    }

    /// Describes the verdict, with the expected one if it differs.
    pub fn verdict_text(&self) -> String {
        let name = self.verdict.name();
        let known = self.entry.expected.verdict().name();
        if self.is_expected() { name.to_owned() } else { format!("{name} (known: {known})") }
    }
}
