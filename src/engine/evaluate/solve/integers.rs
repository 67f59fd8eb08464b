//! Optimal values in whole numbers, ply by ply from the ends to the start.

use crate::evaluate::checkpoint::{self, integer, integers};
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence};
use crate::evaluate::solve::{BestChoice, BestPlay, NodeValues, Problem, best_choice};
use crate::evaluate::storage::{Kept, MemorySize, Slots};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::{self, Integer, Rational};
use crate::model::{Error, Job, Progress, WORTH_SHARING};
use serde::{Deserialize, Serialize};
use std::mem;
use std::ops::Range;

/// The value of a node for each seat, times the number of remaining arrangements of the node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WeightedValue {
    #[serde(with = "integer")]
    arrangements: Integer,
    #[serde(with = "integers")]
    values: Vec<Integer>,
}

/// The best choice of the mover in a node.
#[derive(Serialize, Deserialize)]
struct BestValue {
    counted: WeightedValue,
    choice: u32,
    /// `true` if another choice has the same value for the mover.
    tie: bool,
}

impl WeightedValue {
    pub(super) fn fractions(&self) -> Vec<Rational> {
        self.values.iter().map(|value| exact::ratio(value.clone(), self.arrangements.clone())).collect()
    }
}

/// Bytes of a big number beside its limbs.
const HEAD: u64 = 40;

impl MemorySize for BestValue {
    fn bytes(&self) -> u64 {
        let bytes = |number: &Integer| number.bits() / 8 + HEAD;
        self.counted.values.iter().chain([&self.counted.arrangements]).map(bytes).sum()
    }
}

/// The recurrence of optimal values: the best of the choices of a node.
struct BestChoices<'a>(Problem<'a>);

impl Recurrence for BestChoices<'_> {
    type Value = BestValue;
    type Storage = Slots<BestValue, Kept<BestValue>>;
    type Factor = ();

    // Every number is a separate allocation, and threads wait for the allocator. With a quarter of this limit, 200 pairs take as
    // long on two threads as on one, and 8 % more processor time.
    const WORTH_SHARING: u64 = 4 * WORTH_SHARING;

    fn boundary(&self, node: usize) -> BestValue {
        BestValue { counted: self.0.end(node), choice: 0, tie: false }
    }

    fn factor(&self, _: ModelEdge) {}

    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<BestValue, Error> {
        // There is a term for each edge.
        let first = self.0.graph.edges_of(node).start;
        Ok(self.0.best(node, &|edge| &terms[edge - first].value.counted))
    }
}

impl Problem<'_> {
    /// Computes values as whole numbers, ply by ply from the ends to the start.
    pub(super) fn in_counts(&self, job: &Job<'_>) -> Result<BestPlay, Error> {
        let (graph, nodes) = (self.graph, self.graph.node_count());
        let adjacency = Adjacency::new(graph, SweepDirection::Backward);
        let mut sweep = Sweep::new(adjacency, BestChoices(*self), (graph.start(), 0..nodes), job)?;
        let parameters = &[checkpoint::fingerprint(self.payoff_table)];
        sweep.run_saved(b"optimal ", parameters, ((), &|_, _, _| ()))?;
        job.tick(Progress { states: nodes as u64, ..Progress::default() })?;
        let (mut policy, mut ties) = (Vec::with_capacity(nodes), 0);
        let taken = |best: Option<BestValue>| {
            let BestValue { counted, choice, tie } = best.expect("all values are kept");
            policy.push(choice as usize);
            ties += u64::from(tie);
            counted
        };
        // The values are collected in place.
        let values = sweep.values.into_values().map(taken).collect();
        Ok((NodeValues::Counts(values), policy, ties))
    }

    /// Returns the best choice of a node: the first choice with the greatest value for the mover. `target` returns the value of
    /// the target of an edge.
    fn best<'f>(&self, node: usize, target: &impl Fn(usize) -> &'f WeightedValue) -> BestValue {
        let mut sum = IntegerSum::default();
        let value = |(_, edges): &(_, Range<usize>), seat| self.value(edges.clone(), target, seat, &mut sum);
        let BestChoice { values, choice: (place, edges), tie } =
            best_choice(self.graph.choices(node).enumerate(), self.seats(), value);
        BestValue {
            counted: WeightedValue { arrangements: self.remaining(edges, target, &mut sum), values },
            choice: place as u32,
            tie,
        }
    }

    /// Returns the value of an end.
    fn end(&self, node: usize) -> WeightedValue {
        let arrangements = self
            .graph
            .remaining_arrangements(node)
            .map_or_else(|| Integer::from(1), |remaining| remaining.clone().into());
        let mut values: Vec<Integer> =
            self.payoff_table.end(node, self.seats()).iter().map(|&payoff| payoff * &arrangements).collect();
        values.resize(self.seats(), Integer::default());
        WeightedValue { values, arrangements }
    }

    /// Returns the value of a choice for a seat.
    fn value<'f>(
        &self,
        edges: Range<usize>,
        target: &impl Fn(usize) -> &'f WeightedValue,
        seat: usize,
        sum: &mut IntegerSum,
    ) -> Integer {
        for edge in edges {
            let (multiplicity, next) = self.step(edge, target);
            sum.add(&next.values[self.turned(edge, seat)], i128::from(multiplicity));
            if seat == 0 {
                sum.add(&next.arrangements, i128::from(multiplicity) * i128::from(self.gain(edge)));
            }
        }
        sum.take()
    }

    /// Returns the remaining arrangements of a state, which do not depend on the choice.
    fn remaining<'f>(
        &self,
        edges: Range<usize>,
        target: &impl Fn(usize) -> &'f WeightedValue,
        sum: &mut IntegerSum,
    ) -> Integer {
        for edge in edges {
            let (multiplicity, next) = self.step(edge, target);
            sum.add(&next.arrangements, i128::from(multiplicity));
        }
        sum.take()
    }

    fn step<'f>(
        &self,
        edge: usize,
        target: &impl Fn(usize) -> &'f WeightedValue,
    ) -> (u64, &'f WeightedValue) {
        // In a game that counts arrangements, the share of an edge is its multiplicity over 1.
        (self.graph.share(edge).0, target(edge))
    }

    /// Returns the values of all seats for each choice of a node.
    pub(super) fn choice_values(&self, node: usize, values: &[WeightedValue]) -> Vec<Vec<Rational>> {
        let target = |edge: usize| &values[self.graph.target(edge)];
        let mut sum = IntegerSum::default();
        let choice = |edges: Range<usize>| {
            let values = (0..self.seats()).map(|seat| self.value(edges.clone(), &target, seat, &mut sum));
            let values = values.collect();
            WeightedValue { values, arrangements: self.remaining(edges, &target, &mut sum) }.fractions()
        };
        self.graph.choices(node).map(choice).collect()
    }
}

/// A sum of products. The buffer for products keeps its allocation from one sum to the next.
#[derive(Default)]
struct IntegerSum {
    whole: Integer,
    product: Integer,
}

impl IntegerSum {
    /// Adds a multiple of a number. Most factors are 0 or 1, which need no product.
    fn add(&mut self, number: &Integer, factor: i128) {
        match factor {
            0 => return,
            1 => return self.whole += number,
            _ => self.product.clone_from(number),
        }
        match i32::try_from(factor) {
            Ok(factor) => self.product *= factor,
            Err(_) => self.product *= factor,
        }
        self.whole += &self.product;
    }

    /// Returns the sum, and begins another.
    fn take(&mut self) -> Integer {
        mem::take(&mut self.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_of_any_size_are_added() {
        let (number, long) = (Integer::from(-7), i128::from(i64::MAX) * 5);
        for factor in [0, 1, -1, 2, i128::from(i32::MAX), i128::from(i32::MIN) - 1, long, -long] {
            let mut sum = IntegerSum { whole: Integer::from(3), ..IntegerSum::default() };
            sum.add(&number, factor);
            assert_eq!(sum.whole, Integer::from(3) - Integer::from(factor) * 7, "{factor}");
        }
    }
}
