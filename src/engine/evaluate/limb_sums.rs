//! Sums of whole numbers in limbs: probabilities over common denominators.

use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{Arena, Limbs};
use crate::exact::{Natural, limbs};
use crate::model::Error;

/// Returns the numbers of a boundary node.
pub(crate) type NumbersOf<'a> = &'a (dyn Fn(usize) -> Vec<Natural> + Sync);

/// The recurrence of sums: the numbers of a node are the sums of the neighbours' numbers, each times a factor.
pub(crate) struct LimbSums<'a> {
    /// The count of numbers of a node.
    pub(crate) each: usize,
    /// The numbers of boundary nodes.
    pub(crate) boundary: NumbersOf<'a>,
    /// `true` if the denominator of a boundary node is the sum of its numbers, `false` if it is 1.
    pub(crate) over_sum: bool,
}

impl LimbSums<'_> {
    /// Creates the recurrence of the probability that a node is reached.
    pub(crate) fn reach() -> Self {
        Self { each: 1, boundary: &|_| vec![1u32.into()], over_sum: false }
    }
}

impl Recurrence for LimbSums<'_> {
    type Value = Limbs;
    type Storage = Arena;
    type Factor = Factor;

    const FACTORS: Factors = Factors::Whole;

    fn boundary(&self, node: usize) -> Limbs {
        let numbers = (self.boundary)(node);
        assert_eq!(numbers.len(), self.each, "a number for each outcome");
        assert!(numbers.iter().any(|number| number.bits() > 0), "a number that is not 0");
        Limbs::of(&numbers)
    }

    fn boundary_denominator(&self, node: usize) -> Option<Natural> {
        self.over_sum.then(|| (self.boundary)(node).iter().sum())
    }

    #[inline]
    fn factor(&self, edge: ModelEdge) -> Factor {
        edge.whole
    }

    #[inline]
    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Limbs, Error> {
        let most = terms.iter().map(|term| term.value.bits() + term.factor.bits()).max().unwrap_or(0);
        let mut sum = Limbs::zeros(self.each, limbs::bits_of_sum(most, terms.len()));
        for Neighbor { value, factor, .. } in terms {
            for (place, number) in value.numbers().enumerate() {
                sum.add_product(place, factor, number);
            }
        }
        sum.tighten();
        Ok(sum)
    }

    fn each(&self) -> usize {
        self.each
    }
}
