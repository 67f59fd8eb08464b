//! The odds of a forgetful player: each quantity separately, so that it can be saved.

use super::ImperfectSolitaire;
use super::distributions::{Chances, NoDistribution};
use super::expectations::Expected;
use super::tables::{LUCKY_TURNS, MOST_REMEMBERED, TURNED, Tables};
use crate::exact::{self, Rational, ratio};
use crate::model::{Error, Graph, Job};
use crate::solitaire::decisions::Rule;
use crate::solitaire::quantity_name::QuantityName;
use crate::solitaire::score;
use crate::solitaire::summary::{QuantitySummary, Spread};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A quantity in its saved form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedQuantity {
    /// The expectation.
    pub mean: Rational,
    /// The variance.
    pub variance: Rational,
    /// The distribution, without values if it is unknown.
    pub spread: Chances,
    /// The reason why the distribution is unknown. Empty if it is known.
    pub why: String,
}

impl SavedQuantity {
    /// Returns the description of the quantity with this name.
    pub fn described(self, name: QuantityName) -> QuantitySummary {
        let Self { mean, variance, spread, why } = self;
        let spread = if why.is_empty() { Ok(Spread::of_fractions(&spread)) } else { Err(why) };
        QuantitySummary { name, mean, variance: Some(variance), spread: Some(spread) }
    }
}

/// The values that determine all quantities of a game.
pub struct SolitaireEvaluation {
    expected: Expected<Rational>,
    tables: Tables,
    /// The tables up to the first pair.
    first: Tables,
}

impl SolitaireEvaluation {
    /// Explores the tables of a game, and computes its expectations.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn of(game: &ImperfectSolitaire, job: &Job<'_>) -> Result<Self, Error> {
        let tables = Tables::of(game, job)?;
        let first = Tables::of(&game.clone().until(game.pairs() - 1), job)?;
        Ok(Self { expected: tables.expected_but_remembered(job)?, tables, first })
    }

    /// Returns the tables as a graph.
    pub fn graph(&self) -> &Graph<ImperfectSolitaire> {
        &self.tables.graph
    }

    /// Returns the quantity with this name in its saved form. An infinite distribution ends with a remaining
    /// probability of less than `tail`, and scores follow `rule`. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, the tail is too long, work cannot be saved when it is stopped, or saved work cannot
    /// be read.
    pub fn quantity(
        &self,
        name: QuantityName,
        rule: Rule,
        tail: &Rational,
        job: &Job<'_>,
    ) -> Result<SavedQuantity, NoDistribution> {
        let Self { expected, tables, first } = self;
        let tables = match name {
            QuantityName::FirstPosition | QuantityName::FirstTurn => first,
            _ => tables,
        };
        let pairs = tables.game.pairs();
        let spread = match name {
            QuantityName::Lucky => Ok(tables.by_value(LUCKY_TURNS, job)?),
            QuantityName::FirstPosition => Ok(tables.by_value(TURNED, job)?),
            QuantityName::Remembered => Ok(tables.by_value(MOST_REMEMBERED, job)?),
            QuantityName::Turns | QuantityName::FirstTurn => Ok(tables.turns(tail, job)?),
            QuantityName::Score => match tables.score(rule, tail, job) {
                Err(NoDistribution::Ended(error)) => return Err(error.into()),
                found => found,
            },
        };
        let variance = job.section("variance");
        let (mean, variance) = match (name, &spread) {
            (QuantityName::Turns, _) => (expected.turns.clone(), tables.turns_variance(&variance)?),
            (QuantityName::FirstTurn, _) => (expected.first_turn.clone(), tables.turns_variance(&variance)?),
            // Without a tail, mean and variance follow from the distribution.
            (QuantityName::Lucky | QuantityName::FirstPosition | QuantityName::Remembered, Ok(spread)) => {
                (spread.expected_value(), spread.variance())
            }
            _ => (score::expected(rule, pairs, expected), tables.score_variance(rule, &variance)?),
        };
        let nothing = Chances::new([], None);
        let why = spread.as_ref().err().map_or_else(String::new, ToString::to_string);
        Ok(SavedQuantity { mean, variance, spread: spread.unwrap_or(nothing), why })
    }
}

/// Returns a suggestion if the probability `left` remains: a longer tail, or expectations alone.
pub fn instead(game: &ImperfectSolitaire, left: &Rational) -> String {
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

/// Returns the parameters of a game that JSON repeats.
pub fn parameters(game: &ImperfectSolitaire, tail: &Rational, rule: Rule) -> Value {
    json!({
        "pairs": game.pairs(),
        "recall": super::parameters(game.recall()),
        "model": game.model().to_string(),
        "tail": exact::fraction(tail),
        "score": score::parameters(rule),
    })
}
