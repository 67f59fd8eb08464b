//! The answer for one board of a player who forgets.

use super::stopped;
use crate::cli::checkpoint::Parts;
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::cli::recall;
use crate::cli::watch::Watch;
use crate::exact::{self, Rational, one, ratio, zero};
use crate::games::solitaire::decisions::Rule;
use crate::games::solitaire::imperfect::Imperfect;
use crate::games::solitaire::imperfect::distributions::{Distribution, NoDistribution, Side};
use crate::games::solitaire::summary::{Described, report};
use crate::model::Error;
use serde_json::json;

/// The quantities; the functions are of all but the last.
pub(super) const NAMES: [&str; 6] = ["turns", "lucky", "first_position", "first_turn", "remembered", "score"];

/// The command that tells the expectations alone.
fn without(game: &Imperfect) -> String {
    let recall: Vec<String> = game.recall().values().iter().map(exact::fraction).collect();
    let (pairs, model) = (game.pairs(), game.model());
    format!("chancetree information solitaire --pairs {pairs} --recall {} --model {model}", recall.join(","))
}

/// A quantity as it is saved: its mean and its variance; its values with their probabilities, what is left for others, and
/// whether these are greater; and why it has no values, if it has none.
pub(super) type Kept = (Rational, (Rational, (Vec<(i64, Rational)>, (Rational, (bool, String)))));

/// The parts of boards have places below this, some for each.
pub(super) const PLACES: u64 = EACH << 16;
const EACH: u64 = 8;

/// Returns what is saved of a quantity.
fn kept(mean: Rational, variance: Rational, spread: Result<Distribution<i64>, String>) -> Kept {
    let none = Distribution { chances: Vec::new(), tail: zero(), side: Side::Greater };
    let why = spread.as_ref().err().cloned().unwrap_or_default();
    let Distribution { chances, tail, side } = spread.unwrap_or(none);
    (mean, (variance, (chances, (tail, (side == Side::Greater, why)))))
}

/// Returns `true` if what was saved has probabilities, or none.
fn is_right((_, (variance, (chances, (tail, (_, why))))): &Kept) -> bool {
    let are_positive = chances.iter().all(|(_, chance)| *chance > zero()) && *tail >= zero();
    let sum = chances.iter().map(|(_, chance)| chance).sum::<Rational>() + tail;
    *variance >= zero() && if why.is_empty() { are_positive && sum == one() } else { chances.is_empty() }
}

/// A quantity that was worked out, or saved.
fn told(name: &'static str, (mean, (variance, (chances, (tail, (is_greater, why))))): Kept) -> Described {
    let side = if is_greater { Side::Greater } else { Side::Lesser };
    let spread = Distribution { chances, tail, side };
    let spread = if why.is_empty() { Ok(spread.into()) } else { Err(why) };
    Described { name, mean, variance: Some(variance), spread: Some(spread) }
}

/// The answer for a board.
pub(super) fn answer(
    game: &Imperfect,
    rule: Rule,
    tail: &Rational,
    parts: &Parts<Kept>,
    watch: &Watch,
) -> Result<print::Answer, Fail> {
    let stopped = |error| stopped(error, "distributions", watch);
    let long = |error| match error {
        NoDistribution::TooLong(ref left) => {
            let longer = [(1, 1_000_000), (1, 1000), (1, 100), (1, 10), (1, 2)];
            let longer = longer.into_iter().find(|&(top, bottom)| *left < ratio(top, bottom));
            let help = longer.map_or_else(
                || format!("expectations without distributions: {}", without(game)),
                |(top, bottom)| format!("a longer tail: --tail {top}/{bottom}"),
            );
            Fail::beyond(error.to_string()).help(help)
        }
        NoDistribution::Ended(error) => stopped(error),
        _ => Fail::beyond(error.to_string()),
    };
    let run = &watch.run();
    let place = |name: &str| {
        let at = NAMES.iter().position(|other| *other == name).expect("one of the names");
        u64::from(game.pairs()) * EACH + at as u64
    };
    let begun = NAMES.iter().any(|name| !parts.has(place(name))).then(|| {
        let tables = game.tables(run)?;
        Ok((tables.expected_but_remembered(run)?, tables.variances(run)?, tables))
    });
    let begun = begun.transpose().map_err(stopped)?;
    let found = |name: &str| {
        let (found, variances, tables) = begun.as_ref().expect("not all is done");
        // Without a tail, all follows from the distribution.
        let whole = |distribution: Result<Distribution, Error>| {
            let distribution = distribution.map_err(stopped)?;
            Ok(kept(distribution.mean(), distribution.variance(), Ok(distribution.into())))
        };
        let ended = |mean: &Rational, variance: &Rational, distribution: Result<Distribution, _>| {
            Ok(kept(mean.clone(), variance.clone(), Ok(distribution.map_err(long)?.into())))
        };
        match name {
            "lucky" => whole(tables.lucky(run)),
            "first_position" => whole(tables.first_position(run)),
            "remembered" => whole(tables.remembered(run)),
            "turns" => ended(&found.turns, &variances.turns, tables.turns(tail, run)),
            "first_turn" => ended(&found.first_turn, &variances.first_turn, tables.first_turn(tail, run)),
            _ => {
                let variance = tables.score_variance(rule, run).map_err(stopped)?;
                let spread = match tables.score(rule, tail, run) {
                    Err(NoDistribution::Ended(error)) => return Err(stopped(error)),
                    other => other.map_err(|why| why.to_string()),
                };
                Ok(kept(rule.expected(game.pairs(), found), variance, spread))
            }
        }
    };
    let quantity = |name| Ok(told(name, parts.part(place(name), is_right, watch, || found(name))?));
    let all: Vec<Described> =
        watch.each(NAMES.to_vec(), quantity).into_iter().collect::<Result<_, Fail>>()?;
    let parameters = json!({
        "pairs": game.pairs(),
        "recall": recall::parameters(game.recall()),
        "model": game.model().to_string(),
        "tail": exact::fraction(tail),
        "score": rule.parameters(),
    });
    Ok(print::Answer { parameters, report: report(game.title(), &all, None) })
}
