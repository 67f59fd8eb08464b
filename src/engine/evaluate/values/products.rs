//! Products of whole numbers along edges: alone, by a value of the game, or with the moments of a count.

use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence};
use crate::evaluate::storage::{Slots, Stored};
use crate::exact::Natural;
use crate::model::{Error, order};
use std::collections::BTreeMap;

/// The recurrence of whole numbers that are 1 at the boundary, and are multiplied along edges.
pub struct Products<'a> {
    /// Returns the factor of an edge.
    pub of: &'a (dyn Fn(usize) -> Natural + Sync),
}

impl Recurrence for Products<'_> {
    type Value = Natural;
    type Storage = Slots<Natural>;
    type Factor = Natural;

    fn boundary(&self, _: usize) -> Natural {
        Natural::from(1u32)
    }

    fn factor(&self, edge: ModelEdge) -> Natural {
        (self.of)(edge.number)
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Natural, Error> {
        Ok(terms.iter().map(|term| term.value * &term.factor).sum())
    }
}

/// The recurrence of whole numbers with the first two moments of a count along the path: (total, sum, sum of squares).
pub struct Moments<'a> {
    /// Returns the factor of an edge: alone, times the count of the edge, and times the square of the count. The expected values
    /// are used if the count is random.
    pub of: &'a (dyn Fn(usize) -> [Natural; 3] + Sync),
}

impl Recurrence for Moments<'_> {
    type Value = [Natural; 3];
    type Storage = Slots<[Natural; 3]>;
    type Factor = [Natural; 3];

    fn boundary(&self, _: usize) -> [Natural; 3] {
        [Natural::from(1u32), Natural::default(), Natural::default()]
    }

    fn factor(&self, edge: ModelEdge) -> [Natural; 3] {
        (self.of)(edge.number)
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<[Natural; 3], Error> {
        let mut sum = <[Natural; 3]>::default();
        for Neighbor { value: [all, first, second], factor: [one, mean, square], .. } in terms {
            sum[0] += all * one;
            sum[1] += first * one + all * mean;
            sum[2] += second * one + first * mean * 2u32 + all * square;
        }
        Ok(sum)
    }
}

/// Values with their numbers, in ascending order of values.
pub type NumbersByValue<N> = Vec<(i64, N)>;

/// The recurrence of numbers by a value of the game, which is 0 at the boundary. It panics if a value does not fit 64 bits.
///
/// Cost: one product for each edge and each value.
pub struct ByValue<'a, C> {
    /// The recurrence of the numbers.
    pub numbers: C,
    /// Returns the change of values along an edge.
    pub changes: &'a (dyn Fn(usize) -> ValueChange + Sync),
}

/// The change of a value along an edge: an addition, then a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The summand.
    pub by: i64,
    /// The least value afterwards.
    pub least: i64,
}

impl ValueChange {
    /// Returns the change that adds `by`.
    pub fn by(by: i64) -> Self {
        Self { by, least: i64::MIN }
    }

    /// Returns the change that replaces smaller values by `least`.
    pub fn to_least(least: i64) -> Self {
        Self { by: 0, least }
    }

    pub(super) fn value(self, before: i64) -> i64 {
        before.checked_add(self.by).expect("values fit 64 bits").max(self.least)
    }
}

impl<N: Stored, C: Recurrence<Value = N, Storage = Slots<N>, Factor: Clone>> Recurrence for ByValue<'_, C> {
    type Value = NumbersByValue<N>;
    type Storage = Slots<NumbersByValue<N>>;
    type Factor = (ValueChange, C::Factor);

    fn boundary(&self, node: usize) -> NumbersByValue<N> {
        vec![(0, self.numbers.boundary(node))]
    }

    fn factor(&self, edge: ModelEdge) -> (ValueChange, C::Factor) {
        ((self.changes)(edge.number), self.numbers.factor(edge))
    }

    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<NumbersByValue<N>, Error> {
        let mut all: Vec<(i64, Neighbor<'_, C>)> = Vec::new();
        for Neighbor { value: row, factor: (change, factor), path } in terms {
            all.extend(row.iter().map(|(value, number)| {
                let term = Neighbor { value: number, factor: factor.clone(), path: *path };
                (change.value(*value), term)
            }));
        }
        order::sort(&mut all, |(one, _), (other, _)| one.cmp(other));
        let (values, terms): (Vec<i64>, Vec<Neighbor<'_, C>>) = all.into_iter().unzip();
        let mut rest = &terms[..];
        let combine = |same: &[i64]| {
            let (terms, later) = rest.split_at(same.len());
            rest = later;
            Ok((same[0], self.numbers.combine(node, terms)?))
        };
        values.chunk_by(|one, other| one == other).map(combine).collect()
    }
}

/// The values of nodes, by a number that identifies the node.
pub type Tally<N> = BTreeMap<i64, N>;
