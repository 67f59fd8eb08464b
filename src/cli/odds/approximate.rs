//! Odds of boards too large for fractions: floating-point numbers, each with a proven bound on its error.

use super::super::checkpoint::Checkpoints;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::super::watch::Watch;
use super::answer::{pairs_words, wins_words};
use crate::evaluate::approximate::{Approximate, Bounded, rounded_up};
use crate::family::{Datum, Report, Shown, Within};
use crate::game::Points;
use crate::model::order::sort;
use clap::Args;
use serde_json::json;

/// Whether doubles will do.
#[derive(Debug, Args)]
pub(in crate::cli) struct Approximately {
    /// Floating-point odds of robots on larger boards
    ///
    /// For boards too large for fractions: each number has a proven bound on
    /// its error; play less likely than T is dropped.
    #[arg(id = "approximate", long = "approximate", value_name = "T", num_args = 0..=1, require_equals = true,
            default_missing_value = "1e-24", value_parser = threshold,
            conflicts_with = "distribution", help_heading = "Output")]
    pub(super) threshold: Option<f64>,
}

/// Reads a probability that is too small to matter.
pub(super) fn threshold(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|threshold| (1e-200..=1e-6).contains(threshold))
        .ok_or_else(|| "the probability below which play is dropped is from 1e-200 to 1e-6".to_owned())
}

/// The odds of a position.
pub(super) fn one(
    position: &Position,
    threshold: f64,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<print::Answer, Fail> {
    let most = position.scores.iter().sum::<Points>().saturating_add(position.table.pairs());
    // The layers of a table count down what is unknown of it, 4 for each pair.
    let last = 4 * u32::from(position.table.pairs());
    let mut parameters = position.parameters();
    parameters["threshold"] = json!(threshold);
    let work = json!({ "odds": "memory", "approximate": parameters });
    let (game, scores, run) = (&position.game, &position.scores, watch.run());
    let found = checkpoints.keep(&work, watch, |checkpointer| {
        watch.upward(last, || game.approximate_resumed(scores, most, threshold, checkpointer, &run))
    })?;
    Ok(print::Answer { parameters, report: report(position, &found) })
}

fn report(position: &Position, found: &Approximate) -> Report {
    let mut report = Report::new(format!(
        "{}\napproximate: floating point, with a proven bound on every error",
        position.title()
    ));
    let (draw, wins) = found.outcomes.split_last().expect("the draw comes last");
    let each =
        |numbers: &[Bounded]| Datum::Each(numbers.iter().map(|&number| Datum::Bounded(number)).collect());
    report.add_json("exact", false);
    let method = "doubles, with a proven bound on every error";
    report.add_json("method", method);
    report.put("win", wins_words(wins.len()), each(wins), Within::All);
    report.show("draw", "P(draw)", Datum::Bounded(*draw));
    report
        .put("expected_pairs", pairs_words(found.expected.len()), each(&found.expected), Within::All)
        .only(Shown::Alone);
    report.add("kept", found.kept);
    report.add("dropped", Datum::Double(found.dropped));
    let dropped = if found.dropped > 0.0 { rounded_up(found.dropped) } else { "0".to_owned() };
    report.note = format!(
        "{}{} numbers were worked out; the play that was dropped has probability {dropped} at most.",
        favoured(wins),
        found.kept,
    );
    report
}

/// Returns who is certainly favoured, in spite of the errors.
fn favoured(win: &[Bounded]) -> String {
    let mut order: Vec<usize> = (0..win.len()).collect();
    sort(&mut order, |&a, &b| win[b].value.total_cmp(&win[a].value));
    let [first, second, ..] = order[..] else { return String::new() };
    let lead = Bounded {
        value: win[first].value - win[second].value,
        // The difference is rounded, too; that is far less than the errors.
        error: (win[first].error + win[second].error) * 1.001,
    };
    if lead.value > lead.error {
        format!("Player {} is favoured, by {}.\n", first + 1, lead.words().join(" "))
    } else {
        "Who is favoured cannot be told with these errors.\n".to_owned()
    }
}
