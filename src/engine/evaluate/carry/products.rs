//! Whole numbers that edges multiply: alone, by a value that play has, or with the moments of what is counted.

use super::Carry;
use crate::exact::Natural;
use std::collections::BTreeMap;

/// Whole numbers: 1 where they start, and each edge multiplies them.
pub struct Products<'a> {
    /// Returns the factor of an edge.
    pub of: &'a (dyn Fn(usize) -> Natural + Sync),
    /// `true` if numbers are carried back, from the ends to the start.
    pub are_back: bool,
}

impl Carry for Products<'_> {
    type Number = Natural;
    type Factor = Natural;

    fn is_back(&self) -> bool {
        self.are_back
    }

    fn start(&self) -> Natural {
        Natural::from(1u32)
    }

    fn factor(&self, edge: usize) -> Natural {
        (self.of)(edge)
    }

    fn sum(&self, parts: &[(&Natural, &Natural)]) -> Natural {
        parts.iter().map(|(factor, number)| *number * *factor).sum()
    }

    fn bytes(number: &Natural) -> u64 {
        size_of::<Natural>() as u64 + number.bits() / 8
    }
}

/// Whole numbers with the first two moments of what is counted on the way: (all, sum, sum of squares), the sums over what
/// the numbers are of.
pub struct Moments<'a> {
    /// Returns the factor of an edge, alone, times what is counted on it and times the square of that; of what is random
    /// there, its expected value and that of its square.
    pub of: &'a (dyn Fn(usize) -> [Natural; 3] + Sync),
}

impl Carry for Moments<'_> {
    type Number = [Natural; 3];
    type Factor = [Natural; 3];

    fn start(&self) -> [Natural; 3] {
        [Natural::from(1u32), Natural::default(), Natural::default()]
    }

    fn factor(&self, edge: usize) -> [Natural; 3] {
        (self.of)(edge)
    }

    fn sum(&self, parts: &[(&[Natural; 3], &[Natural; 3])]) -> [Natural; 3] {
        let mut sum = <[Natural; 3]>::default();
        for ([one, mean, square], [all, first, second]) in parts {
            sum[0] += all * one;
            sum[1] += first * one + all * mean;
            sum[2] += second * one + first * mean * 2u32 + all * square;
        }
        sum
    }

    fn bytes(numbers: &[Natural; 3]) -> u64 {
        numbers.iter().map(Products::bytes).sum()
    }
}

/// Numbers, each with its value, by ascending values.
pub type NumbersByValue<N> = Vec<(i64, N)>;

/// Numbers by a value that play has: 0 where they start. A value that does not fit 64 bits is a panic.
///
/// Cost: one product for each value, edge by edge.
pub struct ByValue<'a, C> {
    /// The kind of the numbers.
    pub numbers: C,
    /// Returns what becomes of values along an edge.
    pub moved: &'a (dyn Fn(usize) -> Moved + Sync),
}

/// The change of values along an edge: so much is added, and there is a least that they come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The amount that is added.
    pub by: i64,
    /// The least value afterwards.
    pub least: i64,
}

impl Moved {
    /// Values to which so much is added.
    pub fn by(by: i64) -> Self {
        Self { by, least: i64::MIN }
    }

    /// Values that become at least this.
    pub fn to_least(least: i64) -> Self {
        Self { by: 0, least }
    }

    pub(super) fn value(self, before: i64) -> i64 {
        before.checked_add(self.by).expect("values fit 64 bits").max(self.least)
    }
}

impl<C: Carry> Carry for ByValue<'_, C> {
    type Number = NumbersByValue<C::Number>;
    type Factor = (Moved, C::Factor);

    fn is_back(&self) -> bool {
        self.numbers.is_back()
    }

    fn start(&self) -> NumbersByValue<C::Number> {
        vec![(0, self.numbers.start())]
    }

    fn factor(&self, edge: usize) -> (Moved, C::Factor) {
        ((self.moved)(edge), self.numbers.factor(edge))
    }

    fn sum(&self, parts: &[(&(Moved, C::Factor), &NumbersByValue<C::Number>)]) -> NumbersByValue<C::Number> {
        let mut by_value = BTreeMap::<i64, Vec<_>>::new();
        for ((moved, factor), row) in parts {
            for (value, number) in *row {
                by_value.entry(moved.value(*value)).or_default().push((factor, number));
            }
        }
        by_value.into_iter().map(|(value, parts)| (value, self.numbers.sum(&parts))).collect()
    }

    fn bytes(row: &NumbersByValue<C::Number>) -> u64 {
        row.iter().map(|(_, number)| size_of::<i64>() as u64 + C::bytes(number)).sum()
    }
}

/// The numbers of the nodes that were met, by a number that tells one from another.
pub type Tally<N> = BTreeMap<i64, N>;
