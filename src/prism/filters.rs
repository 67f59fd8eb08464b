//! Filters of properties, and the values of several states as one value.

use crate::check::{PropertyChecker, StateValues};
use crate::error::PrismError;
use crate::property::PropertyValue;
use crate::syntax::{FilterOperation, FilterSyntax};
use chancetree_checker::{CheckedNumber, Combination, ExactValue};
use chancetree_exact::ratio;

impl PropertyChecker<'_> {
    /// Returns the states of a filter: the first state for the operation `first`.
    pub(crate) fn filter_states(&self, filter: &FilterSyntax, at: usize) -> Result<Vec<u32>, PrismError> {
        let mut states: Vec<u32> = match &filter.states {
            Some(states) => self.set(states)?.iter().collect(),
            None => (0..self.explored.space().state_count() as u32).collect(),
        };
        match filter.operation {
            _ if states.is_empty() => {
                Err(self.no_value(at, "no state satisfies the condition of the filter"))
            }
            FilterOperation::State if states.len() > 1 => {
                let what = "several states satisfy the condition of the filter; `state` needs one";
                Err(self.no_value(at, what))
            }
            FilterOperation::First => {
                states.truncate(1);
                Ok(states)
            }
            _ => Ok(states),
        }
    }

    /// Returns the value of a filter.
    pub(crate) fn filtered<N: CheckedNumber>(
        &self,
        filter: &FilterSyntax,
        at: usize,
    ) -> Result<PropertyValue<N>, PrismError> {
        let error = |what: &str| Err(self.context().error(at, what));
        let operation = filter.operation;
        match self.values(&filter.property, &self.filter_states(filter, at)?)? {
            StateValues::Truths(truths) => match operation {
                FilterOperation::ForAll => Ok(PropertyValue::Truth(truths.iter().all(|&truth| truth))),
                FilterOperation::Exists => Ok(PropertyValue::Truth(truths.iter().any(|&truth| truth))),
                FilterOperation::Count => {
                    let count = truths.iter().filter(|&&truth| truth).count();
                    Ok(PropertyValue::Number(N::of(ExactValue::Finite(ratio(count, 1)))))
                }
                FilterOperation::First | FilterOperation::State => Ok(PropertyValue::Truth(truths[0])),
                _ => error(
                    "this filter needs numbers, but the property is true or false; use forall, exists, count, first or state",
                ),
            },
            StateValues::Numbers(values) => {
                let count = N::of(ExactValue::Finite(ratio(values.len(), 1)));
                let value = match operation {
                    FilterOperation::Min => reduced(values, Combination::Least),
                    FilterOperation::Max => reduced(values, Combination::Greatest),
                    FilterOperation::First | FilterOperation::State => values.into_iter().next(),
                    FilterOperation::Range => return Ok(full_range(values)),
                    FilterOperation::Sum => reduced(values, Combination::Plus),
                    FilterOperation::Average => {
                        reduced(values, Combination::Plus).map(|sum| sum.combined(Combination::Over, count))
                    }
                    _ => {
                        return error(
                            "this filter needs a truth value, but the property is a number; use min, max, avg, sum or range",
                        );
                    }
                };
                Ok(PropertyValue::Number(value.unwrap_or(N::of(ExactValue::Infinite))))
            }
        }
    }
}

/// Combines all numbers, or returns `None` if there are none.
fn reduced<N: CheckedNumber>(numbers: Vec<N>, operation: Combination) -> Option<N> {
    numbers.into_iter().reduce(|a, b| a.combined(operation, b))
}

/// Returns the common value of all states, or the range of different values.
pub(crate) fn range<N: CheckedNumber>(values: Vec<N>) -> PropertyValue<N> {
    match full_range(values) {
        PropertyValue::Range(low, high) => match N::common(&low, &high) {
            Some(value) => PropertyValue::Number(value),
            None => PropertyValue::Range(low, high),
        },
        value => value,
    }
}

fn full_range<N: CheckedNumber>(values: Vec<N>) -> PropertyValue<N> {
    let infinite = || N::of(ExactValue::Infinite);
    let low = reduced(values.clone(), Combination::Least).unwrap_or_else(infinite);
    let high = reduced(values, Combination::Greatest).unwrap_or_else(infinite);
    PropertyValue::Range(low, high)
}
