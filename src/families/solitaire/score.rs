//! Rules of scoring: reading them from parameters, and the expected score of a forgetful player.

use super::decisions::{FailedTurns, Rule};
use super::imperfect::visits::Expected;
use crate::exact::{Rational, ratio};
use crate::family::Given;
use serde_json::{Value, json};

/// Returns the rule from parameters. Returns `None` if no option of the score was typed.
pub fn rule_of_options(given: &Given) -> Option<Rule> {
    let (points, failed) = (given.text("score"), given.word("failed"));
    let rule = points.and_then(|text| Rule::read(text).ok()).unwrap_or(Rule::KELLNER);
    let failed_of = failed.and_then(FailedTurns::named).unwrap_or(FailedTurns::Either);
    (points.is_some() || failed.is_some()).then_some(Rule { failed: failed_of, ..rule })
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
