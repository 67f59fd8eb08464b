//! How far the odds moved, by chance and by choice.

use crate::exact::{self, Rational};

/// What has moved numbers so far: a number for each thing that is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    /// What chance did in the last step.
    pub last: Vec<Rational>,
    /// What chance did in all steps.
    pub luck: Vec<Rational>,
    /// What choices did: how much better or worse they were than what the odds had supposed.
    pub choice: Vec<Rational>,
}

impl Meter {
    /// Of so many things.
    #[must_use]
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
#[must_use]
pub fn mixture(parts: &[(u64, Vec<Rational>)]) -> Vec<Rational> {
    let total: u128 = parts.iter().map(|(weight, _)| u128::from(*weight)).sum();
    (0..parts[0].1.len())
        .map(|place| {
            let terms = parts.iter().map(|(weight, values)| exact::ratio(*weight, total) * &values[place]);
            terms.sum()
        })
        .collect()
}
