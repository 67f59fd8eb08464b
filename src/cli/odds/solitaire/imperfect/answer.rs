//! The answer for one board of a player who forgets.

use super::super::quantity::{Told, report};
use super::look;
use crate::cli::fail::{Fail, Status};
use crate::cli::print;
use crate::cli::recall;
use crate::cli::watch::Watch;
use crate::exact::{self, Rational, ratio};
use crate::games::solitaire::decisions::Rule;
use crate::games::solitaire::imperfect::Imperfect;
use crate::games::solitaire::imperfect::distributions::{Distribution, NoDistribution};
use crate::games::solitaire::imperfect::visits::Stopped;
use serde_json::json;

/// The quantities; the functions are of all but the last.
pub(super) const NAMES: [&str; 6] = ["turns", "lucky", "first_position", "first_turn", "remembered", "score"];

/// The command that tells the expectations alone.
fn without(game: &Imperfect) -> String {
    let recall: Vec<String> = game.recall().values().iter().map(exact::fraction).collect();
    let (pairs, model) = (game.pairs(), game.model());
    format!("chancetree information solitaire --pairs {pairs} --recall {} --model {model}", recall.join(","))
}

/// A quantity with its distribution.
fn told(name: &'static str, mean: Rational, variance: Rational, found: Distribution<i64>) -> Told {
    Told { name, mean, variance: Some(variance), spread: Some(Ok(found.into())) }
}

/// The answer for a board.
pub(super) fn answer(
    game: &Imperfect,
    rule: Rule,
    tail: &Rational,
    watch: &Watch,
) -> Result<print::Answer, Fail> {
    let stopped = |Stopped| watch.ended("before the distributions were whole");
    let long = |error| match error {
        NoDistribution::TooLong(ref left) => {
            let longer = [(1, 1_000_000), (1, 1000), (1, 100), (1, 10), (1, 2)];
            let longer = longer.into_iter().find(|&(top, bottom)| *left < ratio(top, bottom));
            let help = longer.map_or_else(
                || format!("expectations without distributions: {}", without(game)),
                |(top, bottom)| format!("a longer tail: --tail {top}/{bottom}"),
            );
            Fail::new(Status::Limit, error.to_string()).help(help)
        }
        _ => stopped(Stopped),
    };
    let found = game.expected_but_remembered(&mut look(watch)).map_err(stopped)?;
    let variances = game.variances(&mut look(watch)).map_err(stopped)?;
    let quantity = |name: &'static str| {
        let look = &mut look(watch);
        // Without a tail, all follows from the distribution.
        let whole = |distribution: Result<Distribution, Stopped>| {
            let distribution = distribution.map_err(stopped)?;
            Ok(told(name, distribution.mean(), distribution.variance(), distribution.into()))
        };
        let ended = |mean: &Rational, variance: &Rational, distribution: Result<Distribution, _>| {
            Ok(told(name, mean.clone(), variance.clone(), distribution.map_err(long)?.into()))
        };
        match name {
            "lucky" => whole(game.lucky(look)),
            "first_position" => whole(game.first_position(look)),
            "remembered" => whole(game.remembered(look)),
            "turns" => ended(&found.turns, &variances.turns, game.turns(tail, look)),
            "first_turn" => ended(&found.first_turn, &variances.first_turn, game.first_turn(tail, look)),
            _ => {
                let variance = Some(game.score_variance(rule, look).map_err(stopped)?);
                let spread = match game.score(rule, tail, look) {
                    Err(NoDistribution::Stopped) => return Err(stopped(Stopped)),
                    other => other.map(Into::into).map_err(|why| why.to_string()),
                };
                let mean = rule.expected(game.pairs(), &found);
                Ok(Told { name, mean, variance, spread: Some(spread) })
            }
        }
    };
    let all: Vec<Told> = watch.each(NAMES.to_vec(), quantity).into_iter().collect::<Result<_, _>>()?;
    let parameters = json!({
        "pairs": game.pairs(),
        "recall": recall::parameters(game.recall()),
        "model": game.model().to_string(),
        "tail": exact::fraction(tail),
        "score": rule.parameters(),
    });
    Ok(print::Answer { parameters, report: report(game.title(), &all, None) })
}
