//! The odds of robots in doubles with a bound on every error.

use super::{pairs_words, wins_words};
use crate::evaluate::{ApproximateOdds, BoundedValue, rounded_up};
use crate::family::{FormatScope, Report, ReportValue, TextVisibility, add_method};
use crate::memory::family::ScoredBoard;
use crate::model::order::sort;
use serde::Deserialize;
use std::str::FromStr;

/// The default probability below which odds in floating-point numbers prune lines of play.
pub const THRESHOLD: f64 = 1e-24;

/// The probability below which lines of play are pruned.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Threshold(pub f64);

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let threshold = text.parse().ok().filter(|threshold| (1e-200..=1e-6).contains(threshold));
        threshold.map(Self).ok_or_else(|| {
            "the probability below which play is neglected must be from 1e-200 to 1e-6".to_owned()
        })
    }
}

impl TryFrom<String> for Threshold {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Returns the report on odds in floating-point numbers.
pub fn approximately(position: &ScoredBoard, found: &ApproximateOdds) -> Report {
    let mut report = Report::new(position.title());
    add_method(&mut report);
    let (draw, wins) = found.outcomes.split_last().expect("the draw comes last");
    let each = |numbers: &[BoundedValue]| {
        ReportValue::Each(numbers.iter().map(|&number| ReportValue::Bounded(number)).collect())
    };
    report.put("win", wins_words(position, wins.len()), each(wins), FormatScope::All);
    report.show("draw", "P(draw)", ReportValue::Bounded(*draw));
    report
        .put(
            "expected_pairs",
            pairs_words(position, found.expected.len()),
            each(&found.expected),
            FormatScope::All,
        )
        .only(TextVisibility::Alone);
    report.add("kept", found.kept);
    report.add("dropped", found.dropped);
    let dropped = if found.dropped > 0.0 { rounded_up(found.dropped) } else { "0".to_owned() };
    add_surely_favoured(position, wins, &mut report);
    report.note.push_str(&format!(
        "{} values were computed; the neglected play has a total probability of at most {dropped}.",
        found.kept,
    ));
    report
}

/// Adds the favoured player and the lead, or the fact that the error bounds are too large to tell.
fn add_surely_favoured(position: &ScoredBoard, win: &[BoundedValue], report: &mut Report) {
    let mut order: Vec<usize> = (0..win.len()).collect();
    sort(&mut order, |&a, &b| win[b].value.total_cmp(&win[a].value));
    let [first, second, ..] = order[..] else { return };
    let lead = BoundedValue {
        value: win[first].value - win[second].value,
        // The difference is rounded, too; the factor covers that tiny error.
        error: (win[first].error + win[second].error) * 1.001,
    };
    if lead.value > lead.error {
        report.add_text("favoured", position.names.of(first)).only(TextVisibility::Alone);
        report.add_text("by", ReportValue::Bounded(lead)).only(TextVisibility::Alone);
    } else {
        report.note.push_str("These errors are too large to tell who is favoured.\n");
    }
}
