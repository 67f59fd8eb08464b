//! The whole numbers that stand for probabilities.

use crate::evaluate::row::Factor;
use crate::exact::{self, Natural};
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The place of a denominator in [`Scales`].
pub(super) type Denominator = u32;

/// The factor of a step: `weight / total`, to numbers over the denominator `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub weight: u64,
    pub total: u64,
    pub scale: Denominator,
}

/// The denominators in use; the first is 1.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Scales {
    denominators: Vec<Natural>,
}

/// Only the denominator 1.
impl Default for Scales {
    fn default() -> Self {
        Self { denominators: vec![Natural::from(1u32)] }
    }
}

impl Scales {
    /// The place of a denominator.
    pub(crate) fn scale(&mut self, denominator: Natural) -> Denominator {
        if denominator == self.denominators[0] {
            return 0;
        }
        self.denominators.push(denominator);
        (self.denominators.len() - 1) as Denominator
    }

    pub(crate) fn denominator(&self, scale: Denominator) -> &Natural {
        &self.denominators[scale as usize]
    }

    /// The least denominator over which all `steps` are whole factors, and what turns a step's weight into it.
    pub(crate) fn common(&mut self, steps: impl Iterator<Item = Step> + Clone) -> Common {
        // Counts stay counts: the usual case, and the fast one.
        if steps.clone().all(|step| step.total == 1 && step.scale == 0) {
            return Common::one();
        }
        let mut kinds: Vec<(u64, Denominator)> = steps.map(|step| (step.total, step.scale)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut common = Natural::from(1u32);
        for &(total, scale) in &kinds {
            common = exact::lcm(&common, &(self.denominator(scale) * total));
        }
        let factors = kinds
            .into_iter()
            .map(|(total, scale)| {
                ((total, scale), Factor::of(&(&common / (self.denominator(scale) * total))))
            })
            .collect();
        Common { scale: self.scale(common), factors }
    }
}

/// A common denominator and the way to it.
#[derive(Debug)]
pub(crate) struct Common {
    pub scale: Denominator,
    /// By the total and the denominator of a step, the factor of a step whose weight is 1.
    factors: HashMap<(u64, Denominator), Factor, RandomState>,
}

impl Common {
    /// The denominator 1 of values that need no factors.
    pub(crate) fn one() -> Self {
        Self { scale: 0, factors: HashMap::default() }
    }

    /// The whole factor by which `step` multiplies.
    pub(crate) fn factor(&self, step: Step) -> Factor {
        match self.factors.get(&(step.total, step.scale)) {
            Some(factor) => factor.times(step.weight),
            None => Factor::Word(step.weight),
        }
    }
}

/// Returns the function that gives a step of a choice with these weights and numbers of ways its share: its ways over 1
/// where the game counts them, else its weight over the total, both divided by what all of them share. `None` if it counts
/// some and not others.
#[inline]
pub(super) fn share_of(
    steps: impl Iterator<Item = (u64, Option<u64>)> + Clone,
) -> Option<impl Fn(u64, Option<u64>) -> (u64, u64)> {
    let counted = steps.clone().filter(|(_, ways)| ways.is_some()).count();
    let (mut all, mut total) = (0, 0);
    steps.clone().for_each(|(weight, _)| (all, total) = (all + 1, total + weight));
    let shared = match counted {
        0 => steps.fold(total, |shared, (weight, _)| exact::gcd(shared, weight)),
        _ => 1,
    };
    let share = move |weight, ways: Option<u64>| match ways {
        Some(ways) => (ways, 1),
        None => (weight / shared, total / shared),
    };
    (counted == 0 || counted == all).then_some(share)
}
