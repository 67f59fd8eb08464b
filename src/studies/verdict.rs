//! One comparison: what a study prints, what was found, the verdict.

use super::table::{Entry, Known};
use crate::exact::{self, Rational};

/// The verdict of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The study is right.
    Confirmed,
    /// The study is wrong.
    Refuted,
    /// The study is right in substance, and wrong in writing.
    Slip,
    /// The study, or the available part of its text, leaves out what is computed here.
    Answered,
}

impl Verdict {
    /// All verdicts, in the order in which they are counted.
    pub const ALL: [Self; 4] = [Self::Confirmed, Self::Refuted, Self::Slip, Self::Answered];

    /// The word for the verdict.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Slip => "slip",
            Self::Answered => "answered",
        }
    }
}

/// A computed result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// An exact number.
    Number(Rational),
    /// A result as text.
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

impl From<u64> for Computed {
    fn from(count: u64) -> Self {
        Self::Text(count.to_string())
    }
}

/// A finding.
#[derive(Clone, Debug)]
pub(super) struct Found {
    computed: Computed,
    /// `true` if what is printed is right; if it is not said, it has to be what was computed.
    right: Option<bool>,
}

impl<T: Into<Computed>> From<T> for Found {
    fn from(computed: T) -> Self {
        Self { computed: computed.into(), right: None }
    }
}

impl Found {
    /// Returns what was computed, where it does not say by itself whether what is printed is right.
    pub(super) fn judged(computed: impl Into<Computed>, right: bool) -> Self {
        Self { computed: computed.into(), right: Some(right) }
    }

    /// A law that was looked at in so many cases, and is wrong in some.
    pub(super) fn so(wrong: usize, number: usize, what: &str) -> Self {
        Self::judged(so_in(wrong, number, what), wrong == 0 && number > 0)
    }

    /// Returns `true` if it was judged to be right.
    pub(super) fn is_right(&self) -> bool {
        self.right == Some(true)
    }

    /// Returns what was computed, if it is words.
    pub(super) fn words(&self) -> &str {
        match &self.computed {
            Computed::Text(text) => text,
            Computed::Number(_) => "",
        }
    }

    /// Returns `true` if what is `printed` is right.
    fn is(&self, printed: &str) -> bool {
        self.right.unwrap_or_else(|| match &self.computed {
            Computed::Number(value) => says(printed, value),
            Computed::Text(text) => text == printed,
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

/// Returns `true` if a number is what is printed: a product of fractions, a decimal that is rounded or cut, or a word
/// for its sign.
pub(super) fn says(printed: &str, value: &Rational) -> bool {
    let zero = exact::zero();
    match printed {
        "first" => *value > zero,
        "second" => *value < zero,
        "even" | "neither" => *value == zero,
        _ => product(printed).is_some_and(|product| product == *value) || is_decimal(printed, value),
    }
}

/// The value of a product of fractions and whole numbers, `12/14 * 1/13`; `None` if it is none.
fn product(text: &str) -> Option<Rational> {
    text.split(" * ")
        .try_fold(exact::one(), |product, factor| Some(product * factor.parse::<Rational>().ok()?))
}

/// Returns `true` if a decimal is the value, rounded or cut to its digits.
fn is_decimal(printed: &str, value: &Rational) -> bool {
    let printed = printed.trim_end_matches(" %");
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    if digits == 0 {
        return false;
    }
    let cut = exact::decimal(value, digits + 30);
    printed == exact::decimal(value, digits) || printed == &cut[..cut.len() - 30]
}

/// One comparison of a printed entry with a computed result.
#[derive(Clone, Debug)]
pub struct Row {
    /// The question, and the printed answer.
    pub entry: Entry,
    /// The computed answer.
    pub computed: Computed,
    /// The verdict of the comparison.
    pub verdict: Verdict,
}

impl Row {
    pub(super) fn new(entry: Entry, found: Found) -> Self {
        let right = found.is(&entry.printed);
        let verdict = match (entry.known, right) {
            (Known::Answered, _) | (Known::HandedDown, true) => Verdict::Answered,
            (Known::Slip, false) => Verdict::Slip,
            (_, true) => Verdict::Confirmed,
            (_, false) => Verdict::Refuted,
        };
        Self { entry, computed: found.computed, verdict }
    }

    /// Returns `true` if the verdict is the expected one.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.verdict == self.entry.known.verdict()
    }

    /// The verdict in words.
    #[must_use]
    pub fn verdict_text(&self) -> String {
        let name = self.verdict.name();
        let known = self.entry.known.verdict().name();
        if self.is_known() { name.to_owned() } else { format!("{name} (known: {known})") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ratio;

    #[test]
    fn products_are_read_whole_or_not_at_all() {
        assert_eq!(product("12/14 * 10/13"), Some(ratio(60, 91)));
        assert_eq!(product("1"), Some(ratio(1, 1)));
        for wrong in ["", "1/0", "1/2 *", "k/u", "1/2 + 1/2"] {
            assert_eq!(product(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn decimals_are_rounded_or_cut() {
        for right in ["0.67", "0.66", "0.667", "0.7", "2/3", "4/9 * 3/2", "first"] {
            assert!(says(right, &ratio(2, 3)), "{right}");
        }
        for wrong in ["0.68", "0.665", "1", "0.", "second", "even", ""] {
            assert!(!says(wrong, &ratio(2, 3)), "{wrong}");
        }
        assert!(says("66.7 %", &ratio(200, 3)));
    }

    #[test]
    fn only_the_known_verdict_is_known() {
        let row = |known, printed: &str, found: Found| {
            Row::new(Entry { known, printed: printed.to_owned(), ..Entry::default() }, found)
        };
        let half = || Found::from(ratio(1, 2));
        for (known, printed, found, verdict, is_known) in [
            (Known::Confirmed, "1/2", half(), Verdict::Confirmed, true),
            (Known::Confirmed, "1/3", half(), Verdict::Refuted, false),
            (Known::Refuted, "1/3", half(), Verdict::Refuted, true),
            (Known::Refuted, "1/2", half(), Verdict::Confirmed, false),
            (Known::Slip, "777", 20u64.into(), Verdict::Slip, true),
            (Known::Slip, "20", 20u64.into(), Verdict::Confirmed, false),
            (Known::Answered, "", half(), Verdict::Answered, true),
            (Known::HandedDown, "1/2", half(), Verdict::Answered, true),
            (Known::HandedDown, "1/3", half(), Verdict::Refuted, false),
            (Known::Confirmed, "a law", Found::so(1, 9, "state"), Verdict::Refuted, false),
            (Known::Confirmed, "a law", Found::so(0, 0, "state"), Verdict::Refuted, false),
        ] {
            let row = row(known, printed, found);
            assert_eq!((row.verdict, row.is_known()), (verdict, is_known), "{row:?}");
        }
        let row = row(Known::Confirmed, "16", 15u64.into());
        assert_eq!(row.verdict_text(), "refuted (known: confirmed)");
    }
}
