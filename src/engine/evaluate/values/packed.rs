//! Whole numbers by a value. The numbers of a node are in one array: single allocations would take longer than the additions.

use super::{ByValue, NumbersByValue, Products, SweepDirection, Tally, ValueChange, sweep};
use crate::evaluate::checkpoint::words;
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{MemorySize, Slots};
use crate::exact::{Natural, limbs};
use crate::model::{Error, Job, Model};
use serde::{Deserialize, Serialize};

/// Whole numbers by ascending values.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PackedNumbers {
    values: Vec<i64>,
    /// The number of limbs of each number, at least one.
    width: usize,
    /// The bits of the greatest number.
    bits: u32,
    /// The limbs, number by number.
    #[serde(with = "words")]
    limbs: Vec<u64>,
}

impl PackedNumbers {
    /// Returns the values with the limbs of their numbers. High limbs that are 0 in every number are left out.
    fn iter(&self) -> impl Iterator<Item = (i64, &[u64])> {
        let width = limbs::width(self.bits);
        self.values
            .iter()
            .zip(self.limbs.chunks_exact(self.width))
            .map(move |(value, number)| (*value, &number[..width]))
    }

    /// Unpacks the numbers.
    fn numbers(&self) -> NumbersByValue<Natural> {
        self.iter().map(|(value, number)| (value, limbs::natural(number))).collect()
    }
}

impl From<NumbersByValue<Natural>> for PackedNumbers {
    fn from(numbers: NumbersByValue<Natural>) -> Self {
        let bits = numbers.iter().map(|(_, number)| number.bits()).max().unwrap_or(0) as u32;
        let width = limbs::width(bits);
        let wide = |(_, number): &(i64, Natural)| {
            let mut limbs = limbs::limbs(number);
            limbs.resize(width, 0);
            limbs
        };
        let limbs = numbers.iter().flat_map(wide).collect();
        Self { values: numbers.into_iter().map(|(value, _)| value).collect(), width, bits, limbs }
    }
}

impl PartialEq for PackedNumbers {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl MemorySize for PackedNumbers {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&self.values[..]) + size_of_val(&self.limbs[..])) as u64
    }
}

/// The recurrence of packed numbers.
struct PackedByValue<'a>(&'a ByValue<'a, Products<'a>>);

impl Recurrence for PackedByValue<'_> {
    type Value = PackedNumbers;
    type Storage = Slots<PackedNumbers>;
    type Factor = (ValueChange, Factor);

    fn boundary(&self, node: usize) -> PackedNumbers {
        self.0.boundary(node).into()
    }

    fn factor(&self, edge: ModelEdge) -> (ValueChange, Factor) {
        ((self.0.changes)(edge.number), Factor::of(&(self.0.numbers.of)(edge.number)))
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<PackedNumbers, Error> {
        let parts: Vec<_> = terms.iter().map(|term| (&term.factor, term.value)).collect();
        // An upper bound: a number of the sum has at most as many terms as there are numbers.
        let bits = parts.iter().map(|((_, factor), row)| factor.bits() + row.bits).max().unwrap_or(0);
        let count = parts.iter().map(|(_, row)| row.values.len()).sum();
        let width = limbs::width(limbs::bits_of_sum(bits, count));
        // The sum has at most as many values as lie between its least and its greatest value.
        let least =
            parts.iter().filter_map(|((change, _), row)| Some(change.value(*row.values.first()?))).min();
        let most =
            parts.iter().filter_map(|((change, _), row)| Some(change.value(*row.values.last()?))).max();
        let span = least.zip(most).map_or(0, |(least, most)| most.abs_diff(least).saturating_add(1));
        let room = span.min(count as u64) as usize;
        let (values, limbs) = (Vec::with_capacity(room), Vec::with_capacity(room * width));
        let mut sum = PackedNumbers { values, width, bits: 0, limbs };
        let rests = parts.iter().map(|((change, factor), row)| {
            (factor, row.iter().map(|(value, number)| (change.value(value), number)).peekable())
        });
        let mut rests: Vec<_> = rests.collect();
        while let Some(value) = rests.iter_mut().filter_map(|(_, rest)| Some(rest.peek()?.0)).min() {
            let at = sum.limbs.len();
            sum.values.push(value);
            sum.limbs.resize(at + width, 0);
            let into = &mut sum.limbs[at..];
            for (factor, rest) in &mut rests {
                while let Some((_, number)) = rest.next_if(|(own, _)| *own == value) {
                    factor.add_product(into, number);
                }
            }
            sum.bits = sum.bits.max(limbs::bits(into));
        }
        sum.values.shrink_to_fit();
        sum.limbs.shrink_to_fit();
        Ok(sum)
    }
}

impl ByValue<'_, Products<'_>> {
    /// Computes the numbers for all nodes of a model in one direction: [`sweep`](fn@sweep). Returns the numbers of the nodes for
    /// which `key` returns a number, by that number.
    ///
    /// # Errors
    /// As [`sweep`](fn@sweep).
    pub fn sweep(
        &self,
        model: &Model,
        direction: SweepDirection,
        key: &dyn Fn(usize) -> Option<i64>,
        job: &Job<'_>,
    ) -> Result<Tally<NumbersByValue<Natural>>, Error> {
        let visit = |tally: &mut Tally<NumbersByValue<Natural>>, node: usize, row: &PackedNumbers| {
            tally.extend(key(node).map(|key| (key, row.numbers())));
        };
        sweep(model, direction, PackedByValue(self), Tally::new(), &visit, job)
    }
}
