//! Rules of scoring: as they are asked for, and what they make of a player who forgets.

use super::decisions::{Failed, Rule};
use super::imperfect::visits::Expected;
use crate::exact::{Rational, ratio};
use crate::family::Given;
use serde_json::{Value, json};

/// Returns the rule that was asked for, or `None` if nothing was said of it.
pub fn asked(given: &Given) -> Option<Rule> {
    let (points, failed) = (given.text("score"), given.word("failed"));
    let rule = points.and_then(|text| Rule::read(text).ok()).unwrap_or(Rule::KELLNER);
    let failed_of = failed.and_then(Failed::named).unwrap_or(Failed::Either);
    (points.is_some() || failed.is_some()).then_some(Rule { failed: failed_of, ..rule })
}

/// Returns the expected points of a player who forgets.
pub fn expected(rule: Rule, pairs: u16, expected: &Expected<Rational>) -> Rational {
    let failed = match rule.failed {
        Failed::Second => &expected.failed_second,
        Failed::Every => &(&expected.turns - ratio(pairs, 1)),
        Failed::Either => &expected.failed_either,
    };
    rule.sum(pairs, &expected.lucky, failed)
}

/// Returns the rule as JSON repeats it.
pub fn parameters(rule: Rule) -> Value {
    json!({ "pair": rule.pair, "lucky": rule.lucky, "failed": rule.miss, "rule": rule.failed.name() })
}
