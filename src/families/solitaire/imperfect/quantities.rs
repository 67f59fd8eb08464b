//! What the odds of a player who forgets tell: each quantity by itself, so that it can be saved.

use super::super::score;
use super::Imperfect;
use super::distributions::{Distribution, NoDistribution, Side};
use super::moments::Variances;
use super::tables::Tables;
use super::visits::Expected;
use crate::evaluate::checkpoint::Checkpointer;
use crate::exact::{self, Rational, one, ratio, zero};
use crate::model::{Error, Graph, Run};
use crate::solitaire::decisions::Rule;
use crate::solitaire::summary::Described;
use serde_json::{Value, json};

/// The quantities; the functions are of all but the last.
pub const NAMES: [&str; 6] = ["turns", "lucky", "first_position", "first_turn", "remembered", "score"];

/// A quantity as it is saved: its mean and its variance; its values with their probabilities, what is left for others, and
/// whether these are greater; and why it has no values, if it has none.
pub type Kept = (Rational, (Rational, (Vec<(i64, Rational)>, (Rational, (bool, String)))));

/// Returns what is saved of a quantity.
fn kept(mean: Rational, variance: Rational, spread: Result<Distribution, String>) -> Kept {
    let none = Distribution { chances: Vec::new(), tail: zero(), side: Side::Greater };
    let why = spread.as_ref().err().cloned().unwrap_or_default();
    let Distribution { chances, tail, side } = spread.unwrap_or(none);
    (mean, (variance, (chances, (tail, (side == Side::Greater, why)))))
}

/// Returns `true` if what was saved has probabilities, or none.
pub fn is_right((_, (variance, (chances, (tail, (_, why))))): &Kept) -> bool {
    let are_positive = chances.iter().all(|(_, chance)| *chance > zero()) && *tail >= zero();
    let sum = chances.iter().map(|(_, chance)| chance).sum::<Rational>() + tail;
    *variance >= zero() && if why.is_empty() { are_positive && sum == one() } else { chances.is_empty() }
}

/// Returns a quantity that was worked out, or saved.
pub fn described(
    name: &'static str,
    (mean, (variance, (chances, (tail, (is_greater, why))))): Kept,
) -> Described {
    let side = if is_greater { Side::Greater } else { Side::Lesser };
    let spread = Distribution { chances, tail, side };
    let spread = if why.is_empty() { Ok(spread.into()) } else { Err(why) };
    Described { name, mean, variance: Some(variance), spread: Some(spread) }
}

/// What all quantities of a game follow from.
pub struct Begun {
    expected: Expected<Rational>,
    variances: Variances,
    tables: Tables,
}

impl Begun {
    /// Explores the tables of a game, and finds its expectations.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn of(game: &Imperfect, run: &Run<'_>) -> Result<Self, Error> {
        let tables = Tables::of(game, run)?;
        Ok(Self { expected: tables.expected_but_remembered(run)?, variances: tables.variances(run)?, tables })
    }

    /// Returns the tables as a graph.
    pub fn graph(&self) -> &Graph<Imperfect> {
        &self.tables.graph
    }

    /// Returns the quantity of this name, as it is saved; what does not end is told up to a `tail`, and points by a `rule`.
    /// Goes on from work on its distribution that was saved before, and saves that whenever it is due and when it is
    /// stopped; what is exact without it takes little time, and is not saved.
    ///
    /// # Errors
    /// If a limit of `run` is passed, the tail is too long, work cannot be saved when it is stopped, or saved work cannot
    /// be read.
    pub fn quantity(
        &self,
        name: &str,
        rule: Rule,
        tail: &Rational,
        checkpointer: Option<&dyn Checkpointer>,
        run: &Run<'_>,
    ) -> Result<Kept, NoDistribution> {
        let Self { expected, variances, tables } = self;
        // Without a tail, all follows from the distribution.
        let whole = |distribution: Result<Distribution, Error>| {
            let distribution = distribution?;
            Ok(kept(distribution.mean(), distribution.variance(), Ok(distribution)))
        };
        let ended = |mean: &Rational, variance: &Rational, distribution: Result<Distribution, _>| {
            Ok(kept(mean.clone(), variance.clone(), Ok(distribution?)))
        };
        match name {
            "lucky" => whole(tables.lucky(checkpointer, run)),
            "first_position" => whole(tables.first_position(checkpointer, run)),
            "remembered" => whole(tables.remembered(checkpointer, run)),
            "turns" => ended(&expected.turns, &variances.turns, tables.turns(tail, checkpointer, run)),
            "first_turn" => {
                let distribution = tables.first_turn(tail, checkpointer, run);
                ended(&expected.first_turn, &variances.first_turn, distribution)
            }
            _ => {
                let variance = tables.score_variance(rule, run)?;
                let spread = match tables.score(rule, tail, checkpointer, run) {
                    Err(NoDistribution::Ended(error)) => return Err(error.into()),
                    other => other.map_err(|why| why.to_string()),
                };
                Ok(kept(score::expected(rule, tables.game.pairs(), expected), variance, spread))
            }
        }
    }
}

/// Returns what tells more if so much is still `left` for a tail: a longer one, or expectations alone.
pub fn instead(game: &Imperfect, left: &Rational) -> String {
    let longer = [(1, 1_000_000), (1, 1000), (1, 100), (1, 10), (1, 2)];
    if let Some((top, bottom)) = longer.into_iter().find(|&(top, bottom)| *left < ratio(top, bottom)) {
        return format!("a longer tail: --tail {top}/{bottom}");
    }
    let recall: Vec<String> = game.recall().values().iter().map(exact::fraction).collect();
    let (pairs, model, recall) = (game.pairs(), game.model(), recall.join(","));
    format!(
        "expectations without distributions: chancetree information solitaire --pairs {pairs} --recall {recall} \
         --model {model}"
    )
}

/// Returns the parameters of a game as JSON repeats them.
pub fn parameters(game: &Imperfect, tail: &Rational, rule: Rule) -> Value {
    json!({
        "pairs": game.pairs(),
        "recall": super::parameters(game.recall()),
        "model": game.model().to_string(),
        "tail": exact::fraction(tail),
        "score": score::parameters(rule),
    })
}
