//! The answer for one board of a player who forgets.

use super::super::DISTRIBUTION;
use super::super::quantity::{LONGEST, QUANTILES};
use super::look;
use crate::cli::fail::{Fail, Status};
use crate::cli::print::{self, Print, SCHEMA};
use crate::cli::recall;
use crate::cli::solitaire::Score;
use crate::cli::watch::Watch;
use crate::exact::{self, Rational, ratio};
use crate::games::solitaire::imperfect::Imperfect;
use crate::games::solitaire::imperfect::distributions::{Distribution, NoDistribution, Side};
use crate::games::solitaire::imperfect::visits::Stopped;
use serde_json::{Value, json};

/// The command that tells the expectations alone.
fn without(game: &Imperfect) -> String {
    let recall: Vec<String> = game.recall().values().iter().map(exact::fraction).collect();
    let (pairs, model) = (game.pairs(), game.model());
    format!("chancetree information solitaire --pairs {pairs} --recall {} --model {model}", recall.join(","))
}

struct Quantity {
    name: &'static str,
    mean: Rational,
    variance: Rational,
    /// Or why there is none.
    distribution: Result<Distribution<i64>, NoDistribution>,
}

pub(super) struct Answer {
    pub(super) game: Imperfect,
    quantities: Vec<Quantity>,
}

/// A number that may not be told.
fn or_dash(number: Option<i64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// In words, on which side of a distribution a tail is.
fn side(distribution: &Distribution<i64>) -> Option<&'static str> {
    let side = match distribution.side {
        Side::Lesser => "less",
        Side::Greater => "more",
    };
    (distribution.tail > exact::zero()).then_some(side)
}

impl Quantity {
    fn of(name: &'static str, mean: Rational, distribution: Distribution, variance: Rational) -> Self {
        Self { name, mean, variance, distribution: Ok(distribution.into()) }
    }

    /// With a distribution that has no tail.
    fn whole(name: &'static str, distribution: Distribution) -> Self {
        let (mean, variance) = (distribution.mean(), distribution.variance());
        Self::of(name, mean, distribution, variance)
    }

    fn json(&self, print: Print) -> Value {
        let mut value = json!({ "mean": print.number(&self.mean), "variance": print.number(&self.variance) });
        let Ok(distribution) = &self.distribution else {
            value["distribution"] = Value::Null;
            return value;
        };
        let end = |end: &(i64, Rational)| json!({ "value": end.0, "probability": print.number(&end.1) });
        value["min"] = distribution.least().map(end).into();
        value["max"] = distribution.greatest().map(end).into();
        let quantiles =
            QUANTILES.map(|q| (format!("0.{q:02}"), json!(distribution.quantile(&ratio(q, 100)))));
        value["quantiles"] = quantiles.into_iter().collect::<serde_json::Map<_, _>>().into();
        value["distribution"] =
            distribution.chances.iter().map(|(value, chance)| json!([value, print.number(chance)])).collect();
        value["tail"] = print.number(&distribution.tail);
        value["tail_side"] = side(distribution).into();
        value
    }

    fn row(&self, print: Print) -> Vec<String> {
        let mut fraction = exact::fraction(&self.mean);
        if fraction.len() > LONGEST {
            fraction.clear();
        }
        let mut row = vec![format!("  {}", self.name.replace('_', " ")), print.decimal(&self.mean), fraction];
        row.push(format!("{:.6}", exact::double(&self.variance).sqrt()));
        if let Ok(distribution) = &self.distribution {
            row.push(or_dash(distribution.least().map(|(value, _)| *value)));
            row.extend([5, 50, 95].map(|q| or_dash(distribution.quantile(&ratio(q, 100)))));
            row.push(or_dash(distribution.greatest().map(|(value, _)| *value)));
        }
        row
    }
}

impl Answer {
    pub(super) fn of(game: Imperfect, score: &Score, tail: &Rational, watch: &Watch) -> Result<Self, Fail> {
        let stopped = |Stopped| watch.ended("before the distributions were whole");
        let long = |error| match error {
            NoDistribution::TooLong(ref left) => {
                let longer = [(1, 1_000_000), (1, 1000), (1, 100), (1, 10), (1, 2)];
                let longer = longer.into_iter().find(|&(top, bottom)| *left < ratio(top, bottom));
                let help = longer.map_or_else(
                    || format!("expectations without distributions: {}", without(&game)),
                    |(top, bottom)| format!("a longer tail: --tail {top}/{bottom}"),
                );
                Fail::new(Status::Limit, error.to_string()).help(help)
            }
            _ => watch.ended("before the distributions were whole"),
        };
        let found = game.expected_but_remembered(&mut look(watch)).map_err(stopped)?;
        let variances = game.variances(&mut look(watch)).map_err(stopped)?;
        let mean = score.of_player(game.pairs(), &found);
        let quantity = |name: &'static str| {
            let look = &mut look(watch);
            let whole = |distribution: Result<Distribution, Stopped>| {
                Ok(Quantity::whole(name, distribution.map_err(stopped)?))
            };
            match name {
                "lucky" => whole(game.lucky(look)),
                "first_position" => whole(game.first_position(look)),
                "remembered" => whole(game.remembered(look)),
                "turns" => {
                    let distribution = game.turns(tail, look).map_err(long)?;
                    Ok(Quantity::of(name, found.turns.clone(), distribution, variances.turns.clone()))
                }
                "first_turn" => {
                    let distribution = game.first_turn(tail, look).map_err(long)?;
                    Ok(Quantity::of(
                        name,
                        found.first_turn.clone(),
                        distribution,
                        variances.first_turn.clone(),
                    ))
                }
                _ => {
                    let variance = game.score_variance(score.rule(), look).map_err(stopped)?;
                    let distribution = game.score(score.rule(), tail, look);
                    if distribution == Err(NoDistribution::Stopped) {
                        return Err(stopped(Stopped));
                    }
                    Ok(Quantity { name, mean: mean.clone(), variance, distribution })
                }
            }
        };
        let names = ["turns", "lucky", "first_position", "first_turn", "remembered", "score"];
        let quantities = watch.each(names.to_vec(), quantity).into_iter().collect::<Result<_, _>>()?;
        Ok(Self { game, quantities })
    }

    pub(super) fn json(&self, score: &Score, tail: &Rational, print: Print) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": self.parameters(score, tail),
        });
        for quantity in &self.quantities {
            value[quantity.name] = quantity.json(print);
        }
        value
    }

    fn parameters(&self, score: &Score, tail: &Rational) -> Value {
        json!({
            "pairs": self.game.pairs(),
            "recall": recall::parameters(self.game.recall()),
            "model": self.game.model().to_string(),
            "tail": exact::fraction(tail),
            "score": score.parameters(),
        })
    }

    /// The distributions, a line for each value.
    pub(super) fn distribution_csv(&self, score: &Score, tail: &Rational, print: Print) -> String {
        let mut rows = Vec::new();
        for Quantity { name, distribution, .. } in &self.quantities {
            let Ok(distribution) = distribution else { continue };
            let rest = side(distribution).map(|side| (side.to_owned(), &distribution.tail));
            let chances = distribution.chances.iter().map(|(value, chance)| (value.to_string(), chance));
            rows.extend(chances.chain(rest).map(|(value, chance)| {
                vec![(*name).to_owned(), value, print.decimal(chance), exact::fraction(chance)]
            }));
        }
        print::answer(&self.parameters(score, tail), &DISTRIBUTION, rows)
    }

    /// The means of several boards, a line each.
    pub(super) fn mean_csv(answers: &[Self], score: &Score, tail: &Rational, print: Print) -> String {
        let names = answers[0].quantities.iter().flat_map(|quantity| {
            [format!("{}_mean", quantity.name), format!("{}_mean_exact", quantity.name)]
        });
        let row = |answer: &Self| {
            let means = answer.quantities.iter().map(|quantity| &quantity.mean);
            let cells = means.flat_map(|mean| [print.decimal(mean), exact::fraction(mean)]);
            (answer.parameters(score, tail), cells.collect())
        };
        print::asked(&names.collect::<Vec<_>>(), answers.iter().map(row))
    }

    pub(super) fn text(&self, print: Print) -> String {
        let print = print.usually(12);
        let header = ["", "mean", "", "deviation", "least", "5%", "median", "95%", "most"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(self.quantities.iter().map(|quantity| quantity.row(print)));
        let mut text = format!("{}\n\n{}", recall::title(&self.game), print::aligned(&rows));
        for Quantity { name, distribution, .. } in &self.quantities {
            let distribution = match distribution {
                Ok(distribution) => distribution,
                Err(why) => {
                    text.push_str(&format!("\n  {name}\n  no distribution: {why}\n"));
                    continue;
                }
            };
            let common = |chance: &Rational| exact::double(chance) >= 0.0005;
            let (likely, rare): (Vec<_>, Vec<_>) =
                distribution.chances.iter().partition(|(_, chance)| common(chance));
            let rows: Vec<Vec<String>> = likely
                .iter()
                .map(|(value, chance)| vec![format!("  {value}"), print.usually(6).decimal(chance)])
                .collect();
            text.push_str(&format!("\n  {}\n{}", name.replace('_', " "), print::aligned(&rows)));
            if !rare.is_empty() {
                let values = if rare.len() == 1 { "value" } else { "values" };
                text.push_str(&format!("  and {} rarer {values}\n", rare.len()));
            }
            let last = if distribution.side == Side::Lesser {
                distribution.chances.first()
            } else {
                distribution.chances.last()
            };
            if let (Some(side), Some((last, _))) = (side(distribution), last) {
                text.push_str(&format!("  {side} than {last}: {:.3e}\n", exact::double(&distribution.tail)));
            }
        }
        text
    }

    /// Many boards for people: a line each.
    pub(super) fn table(answers: &[Self], print: Print) -> String {
        let print = print.usually(6);
        let mut header = vec!["pairs".to_owned()];
        header.extend(answers[0].quantities.iter().map(|quantity| quantity.name.replace('_', " ")));
        let mut rows = vec![header];
        for answer in answers {
            let mut row = vec![answer.game.pairs().to_string()];
            row.extend(answer.quantities.iter().map(|quantity| print.decimal(&quantity.mean)));
            rows.push(row);
        }
        let game = &answers[0].game;
        format!(
            "Solitaire Memory, model {}, {}\nmeans; --format json and csv have the fractions\n\n{}",
            game.model(),
            recall::player(game.recall()),
            print::aligned(&rows)
        )
    }
}
