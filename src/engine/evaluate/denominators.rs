//! Common denominators: a value is a whole number, and all values of a round share one denominator.

use crate::evaluate::row::Factor;
use crate::exact::{self, Natural};
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The index of a denominator in a [`DenominatorTable`].
pub(super) type DenominatorId = u32;

/// The probability `weight / total` of an edge, and the denominator of the value that the edge multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EdgeShare {
    pub weight: u64,
    pub total: u64,
    pub denominator: DenominatorId,
}

/// The denominators in use. The first is 1.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DenominatorTable {
    denominators: Vec<Natural>,
}

impl Default for DenominatorTable {
    fn default() -> Self {
        Self { denominators: vec![Natural::from(1u32)] }
    }
}

impl DenominatorTable {
    /// Adds a denominator, and returns its index.
    pub(crate) fn insert(&mut self, denominator: Natural) -> DenominatorId {
        if denominator == self.denominators[0] {
            return 0;
        }
        self.denominators.push(denominator);
        (self.denominators.len() - 1) as DenominatorId
    }

    /// Returns the denominator at an index.
    pub(crate) fn get(&self, id: DenominatorId) -> &Natural {
        &self.denominators[id as usize]
    }

    /// Adds the least common denominator of the products of shares and values.
    pub(crate) fn lcm(&mut self, shares: impl Iterator<Item = EdgeShare> + Clone) -> CommonDenominator {
        // In games that count arrangements, every denominator is 1: the usual case, and the fast one.
        if shares.clone().all(|share| share.total == 1 && share.denominator == 0) {
            return CommonDenominator::one();
        }
        self.lcm_of(shares.map(|share| (share.total, share.denominator)).collect())
    }

    /// Adds the least common denominator of products of a total and a denominator. Compiled once for all types of shares.
    fn lcm_of(&mut self, mut products: Vec<(u64, DenominatorId)>) -> CommonDenominator {
        products.sort_unstable();
        products.dedup();
        let product = |table: &Self, (total, id): (u64, DenominatorId)| table.get(id) * total;
        let mut lcm = Natural::from(1u32);
        for &own in &products {
            lcm = exact::lcm(&lcm, &product(self, own));
        }
        let factor = |own| (own, Factor::of(&(&lcm / product(self, own))));
        let factors = products.into_iter().map(factor).collect();
        CommonDenominator { id: self.insert(lcm), factors }
    }
}

/// A common denominator, and the factors by which numerators are extended to it.
#[derive(Debug)]
pub(crate) struct CommonDenominator {
    pub id: DenominatorId,
    /// The factor of a share with weight 1, by its total and its denominator.
    factors: HashMap<(u64, DenominatorId), Factor, RandomState>,
}

impl CommonDenominator {
    /// Returns the denominator 1 of values that have no denominators.
    pub(crate) fn one() -> Self {
        Self { id: 0, factors: HashMap::default() }
    }

    /// Returns the whole number by which a share multiplies a value, over the common denominator.
    pub(crate) fn factor(&self, share: EdgeShare) -> Factor {
        match self.factors.get(&(share.total, share.denominator)) {
            Some(factor) => factor.times(share.weight),
            None => Factor::Word(share.weight),
        }
    }
}

/// Returns the function that maps the weight of an event, and its multiplicity, to the share of the event. `events` are the
/// weights and multiplicities of all events of a choice. A share is the multiplicity over 1 if the game counts arrangements,
/// else the weight over the total weight, in lowest terms for the choice. Returns `None` if only some events have a
/// multiplicity.
#[inline]
pub(super) fn reduced_share(
    events: impl Iterator<Item = (u64, Option<u64>)> + Clone,
) -> Option<impl Fn(u64, Option<u64>) -> (u64, u64)> {
    let counted = events.clone().filter(|(_, multiplicity)| multiplicity.is_some()).count();
    let (mut all, mut total) = (0, 0);
    events.clone().for_each(|(weight, _)| (all, total) = (all + 1, total + weight));
    let divisor = match counted {
        0 => events.fold(total, |divisor, (weight, _)| exact::gcd(divisor, weight)),
        _ => 1,
    };
    let share = move |weight, multiplicity: Option<u64>| match multiplicity {
        Some(multiplicity) => (multiplicity, 1),
        None => (weight / divisor, total / divisor),
    };
    (counted == 0 || counted == all).then_some(share)
}
