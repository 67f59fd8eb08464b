//! Rules of scoring: reading them from options, and the expected score of a forgetful player.

use super::decisions::{FailedTurns, Rule};
use super::imperfect::expectations::Expected;
use crate::exact::{Rational, ratio};
use crate::family::parsed;
use serde::Deserialize;
use serde_json::{Value, json};

/// The options of the score.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub struct ScoreArgs {
    #[serde(deserialize_with = "parsed")]
    score: Option<Rule>,
    failed: Option<FailedTurns>,
}

impl ScoreArgs {
    /// Returns the rule, or `None` if no option of the score was typed.
    pub fn rule(self) -> Option<Rule> {
        let rule = Rule {
            failed: self.failed.unwrap_or(FailedTurns::Either),
            ..self.score.unwrap_or(Rule::KELLNER)
        };
        (self.score.is_some() || self.failed.is_some()).then_some(rule)
    }
}

/// Returns the expected score of a forgetful player.
pub fn expected(rule: Rule, pairs: u16, expected: &Expected<Rational>) -> Rational {
    let failed = match rule.failed {
        FailedTurns::Second => &expected.failed_second,
        FailedTurns::Every => &(&expected.turns - ratio(pairs, 1)),
        FailedTurns::Either => &expected.failed_either,
    };
    rule.sum(pairs, &expected.lucky, failed)
}

/// Returns the parameters of the rule that JSON repeats.
pub fn parameters(rule: Rule) -> Value {
    json!({ "pair": rule.pair, "lucky": rule.lucky, "failed": rule.miss, "rule": rule.failed.name() })
}
