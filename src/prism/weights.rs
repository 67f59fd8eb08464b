//! The distinct probabilities of a model, each with an id.

use crate::fraction::{ExpressionArithmetic as _, SmallFraction};
use chancetree_checker::SpaceBuilder;
use chancetree_exact::{Rational, one, ratio};
use foldhash::fast::FixedState;
use num_traits::{One as _, Signed as _, Zero as _};
use std::collections::HashMap;

/// The id of a probability in a [`WeightTable`].
pub(crate) type WeightId = u32;

/// The id of the probability 1.
pub(crate) const CERTAIN: WeightId = 0;

/// The greatest difference from 1 of a sum of rounded probabilities, as in PRISM.
const ROUNDING: (u32, u32) = (1, 100_000);

/// Returns whether a sum of probabilities differs from 1 by rounding only.
pub(crate) fn is_rounded_one(sum: &Rational) -> bool {
    !sum.is_one() && (sum - one()).abs() <= ratio(ROUNDING.0, ROUNDING.1)
}

/// The distinct probabilities, each with its id in this table and its index in a builder. Each product is computed once.
pub(crate) struct WeightTable {
    entries: Vec<WeightEntry>,
    by_words: HashMap<SmallFraction, WeightId, FixedState>,
    /// The fractions that do not fit a word. To hash a [`Rational`] takes many divisions.
    others: HashMap<Rational, WeightId, FixedState>,
    products: HashMap<(WeightId, WeightId), WeightId, FixedState>,
}

struct WeightEntry {
    value: Rational,
    small: Option<SmallFraction>,
    /// The index in the builder, once it is known.
    index: Option<u32>,
}

impl WeightTable {
    pub(crate) fn new() -> Self {
        let mut table = Self {
            entries: Vec::new(),
            by_words: HashMap::default(),
            others: HashMap::default(),
            products: HashMap::default(),
        };
        table.add(one());
        table
    }

    pub(crate) fn add(&mut self, value: Rational) -> WeightId {
        if let Ok(small) = SmallFraction::of_rational(value.clone()) {
            return self.add_small(small);
        }
        let (next, entries) = (self.entries.len() as WeightId, &mut self.entries);
        *self.others.entry(value).or_insert_with_key(|value| {
            entries.push(WeightEntry { value: value.clone(), small: None, index: None });
            next
        })
    }

    pub(crate) fn add_small(&mut self, value: SmallFraction) -> WeightId {
        let (next, entries) = (self.entries.len() as WeightId, &mut self.entries);
        *self.by_words.entry(value).or_insert_with(|| {
            entries.push(WeightEntry { value: value.rational(), small: Some(value), index: None });
            next
        })
    }

    #[inline]
    pub(crate) fn product(&mut self, a: WeightId, b: WeightId) -> WeightId {
        if a == CERTAIN {
            return b;
        }
        if b == CERTAIN {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.products.get(&key) {
            return id;
        }
        let id = self.add(&self.entries[a as usize].value * &self.entries[b as usize].value);
        self.products.insert(key, id);
        id
    }

    /// Returns the id of the probability 1/n.
    pub(crate) fn share(&mut self, n: usize) -> WeightId {
        if n == 1 { CERTAIN } else { self.add(ratio(1, n)) }
    }

    /// Returns the id of a probability divided by a sum.
    pub(crate) fn quotient(&mut self, id: WeightId, sum: &Rational) -> WeightId {
        self.add(&self.entries[id as usize].value / sum)
    }

    pub(crate) fn is_zero(&self, id: WeightId) -> bool {
        self.entries[id as usize].value.is_zero()
    }

    pub(crate) fn is_negative(&self, id: WeightId) -> bool {
        self.entries[id as usize].value.is_negative()
    }

    /// Returns the index of a probability in the builder.
    #[inline]
    pub(crate) fn index(&mut self, id: WeightId, builder: &mut SpaceBuilder) -> u32 {
        let entry = &mut self.entries[id as usize];
        *entry.index.get_or_insert_with(|| builder.fraction(&entry.value))
    }

    /// Returns the sum of probabilities if it is not 1.
    pub(crate) fn wrong_sum(&self, ids: impl Iterator<Item = WeightId> + Clone) -> Option<Rational> {
        let small = ids
            .clone()
            .try_fold(SmallFraction::whole(0), |sum, id| sum.plus(&self.entries[id as usize].small?).ok());
        if small == Some(SmallFraction::whole(1)) {
            return None;
        }
        let sum: Rational = ids.map(|id| &self.entries[id as usize].value).sum();
        if sum.is_one() { None } else { Some(sum) }
    }
}
