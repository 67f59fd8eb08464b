//! The odds of robots in doubles with a bound on every error.

use super::{pairs_words, wins_words};
use crate::evaluate::{ApproximateOdds, BoundedValue, rounded_up};
use crate::family::favoured::favourite_by;
use crate::family::{FormatScope, Report, ReportValue, TextVisibility, add_method};
use crate::memory::family::ScoredBoard;
use crate::model::order::sort;

/// The default probability below which odds in floating-point numbers prune lines of play.
pub const THRESHOLD: f64 = 1e-24;

/// Returns the report on odds in floating-point numbers.
pub fn approximately(position: &ScoredBoard, found: &ApproximateOdds) -> Report {
    let mut report = Report::new(position.title());
    add_method(&mut report);
    let (draw, wins) = found.outcomes.split_last().expect("the draw comes last");
    let each = |numbers: &[BoundedValue]| {
        ReportValue::Each(numbers.iter().map(|&number| ReportValue::Bounded(number)).collect())
    };
    report.put("win", wins_words(position, wins.len()), each(wins), FormatScope::All).probability();
    report.show("draw", "P(draw)", ReportValue::Bounded(*draw)).probability();
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
    let is_sure = lead.value > lead.error;
    report.add_json(
        "favoured",
        match is_sure {
            true => favourite_by(first, ReportValue::Bounded(lead)),
            false => ReportValue::Nothing,
        },
    );
    if is_sure {
        report.add_text("favoured", position.names.of(first)).only(TextVisibility::Alone);
        report.add_text("by", ReportValue::Bounded(lead)).probability().only(TextVisibility::Alone);
    } else {
        report.note.push_str("These errors are too large to tell who is favoured.\n");
    }
}
