//! The amounts by which the odds moved, by chance and by choice.

use crate::exact::{self, Rational};

/// The amounts by which numbers have moved so far. Every vector has one entry for each number that is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    /// The change by chance in the last step.
    pub last: Vec<Rational>,
    /// The change by chance in all steps.
    pub luck: Vec<Rational>,
    /// The change by choices in all steps: how much better or worse they were than those that the odds had supposed.
    pub choice: Vec<Rational>,
}

impl Meter {
    /// Returns a meter of `things` numbers, all at 0.
    pub fn new(things: usize) -> Self {
        let zeros = vec![exact::zero(); things];
        Self { last: zeros.clone(), luck: zeros.clone(), choice: zeros }
    }

    /// A step: the odds `before` it, those once it was `chosen`, and those `after` chance has answered.
    pub fn step(&mut self, before: &[Rational], chosen: &[Rational], after: &[Rational]) {
        for (place, chosen) in chosen.iter().enumerate() {
            self.choice[place] += chosen - &before[place];
            self.last[place] = &after[place] - chosen;
            self.luck[place] += &self.last[place];
        }
    }
}

/// The sum of vectors of numbers, each times its weight, over the sum of the weights.
///
/// # Panics
/// If there are none, or they differ in length.
pub fn mixture(parts: &[(u64, Vec<Rational>)]) -> Vec<Rational> {
    let total: u128 = parts.iter().map(|(weight, _)| u128::from(*weight)).sum();
    (0..parts[0].1.len())
        .map(|place| {
            let terms = parts.iter().map(|(weight, values)| exact::ratio(*weight, total) * &values[place]);
            terms.sum()
        })
        .collect()
}
