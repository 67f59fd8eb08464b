//! Optimal values in whole numbers, ply by ply from the ends.

use crate::evaluate::checkpoint::{self, integer, integers};
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::solve::{BestChoice, BestPlay, Problem, Values, best_choice};
use crate::evaluate::storage::{InlineValue, MemorySize, Slots};
use crate::evaluate::sweep::{Adjacency, Pass, Sweep, SweepDirection, run_passes};
use crate::exact::{self, Integer, Rational};
use crate::model::{Error, Job, Progress, WORTH_SHARING};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The worth of a node to each seat, weighted: times the number of arrangements of what it hides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Weighted {
    #[serde(with = "integer")]
    hidden: Integer,
    #[serde(with = "integers")]
    values: Vec<Integer>,
}

/// The best choice of the mover in a node.
#[derive(Serialize, Deserialize)]
struct Best {
    counted: Weighted,
    choice: u32,
    /// `true` if another choice is worth as much.
    tie: bool,
}

impl Weighted {
    pub(super) fn fractions(&self) -> Vec<Rational> {
        self.values.iter().map(|value| exact::ratio(value.clone(), self.hidden.clone())).collect()
    }
}

/// Bytes of a big number beside its limbs.
const HEAD: u64 = 40;

impl MemorySize for Best {
    fn bytes(&self) -> u64 {
        let bytes = |number: &Integer| number.bits() / 8 + HEAD;
        self.counted.values.iter().chain([&self.counted.hidden]).map(bytes).sum()
    }
}

/// The recurrence of optimal values: the best of the choices of a node.
struct BestChoices<'a>(Problem<'a>);

impl Recurrence for BestChoices<'_> {
    type Value = Best;
    type Storage = Slots<Best, (), InlineValue<Best>>;
    type Factor = ();

    // Each number is allocated by itself, and threads wait for each other to do so: 200 pairs take as long with two of
    // them, and 8 % more of the processor, if rounds of a quarter of this are shared.
    const WORTH_SHARING: u64 = 4 * WORTH_SHARING;

    fn boundary(&self, node: usize) -> Best {
        Best { counted: self.0.end(node), choice: 0, tie: false }
    }

    fn factor(&self, _: ModelEdge) {}

    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<Best, Error> {
        // There is a term for each edge.
        let first = self.0.graph.edges_of(node).start;
        Ok(self.0.best(node, &|edge| &terms[edge - first].value.counted))
    }

    fn size(best: &Best) -> ValueSize {
        ValueSize::of(best)
    }
}

impl Problem<'_> {
    /// Finds values as whole numbers, ply by ply from the ends.
    pub(super) fn in_counts(&self, job: &Job<'_>) -> Result<BestPlay, Error> {
        let (graph, nodes) = (self.graph, self.graph.node_count());
        let adjacency = Adjacency::new(graph, SweepDirection::Backward);
        let mut sweep = Sweep::new(adjacency, BestChoices(*self), (), (graph.start(), 0..nodes), job)?;
        let pass = Pass {
            name: b"optimal ",
            model: graph,
            directions: &[SweepDirection::Backward],
            parameters: vec![checkpoint::fingerprint(self.worths)],
        };
        run_passes(pass, &mut sweep, job)?;
        job.tick(Progress { states: nodes as u64, ..Progress::default() })?;
        let (mut policy, mut ties) = (Vec::with_capacity(nodes), 0);
        let taken = |best: Option<Best>| {
            let Best { counted, choice, tie } = best.expect("all are wanted");
            policy.push(choice as usize);
            ties += u64::from(tie);
            counted
        };
        // Values are put where they stood.
        let values = sweep.values.into_values().map(taken).collect();
        Ok((Values::Counts(values), policy, ties))
    }

    /// Returns the best choice of a node: of several with the greatest value for the mover, the first. `found` returns the value
    /// of the target of an edge.
    fn best<'f>(&self, node: usize, found: &impl Fn(usize) -> &'f Weighted) -> Best {
        let value = |(_, edges): &(_, Range<usize>), seat| self.value(edges.clone(), found, seat);
        let BestChoice { values, choice: (place, edges), tie } =
            best_choice(self.graph.choices(node).enumerate(), self.seats(), value);
        Best { counted: Weighted { hidden: self.hidden(edges, found), values }, choice: place as u32, tie }
    }

    /// Returns the worth of an end.
    fn end(&self, node: usize) -> Weighted {
        let hidden = self.graph.hidden(node).map_or_else(|| Integer::from(1), |hidden| hidden.clone().into());
        let mut values: Vec<Integer> =
            self.worths.end(node, self.seats()).iter().map(|&worth| worth * &hidden).collect();
        values.resize(self.seats(), Integer::default());
        Weighted { values, hidden }
    }

    /// Returns the worth of a choice to a seat.
    fn value<'f>(&self, edges: Range<usize>, found: &impl Fn(usize) -> &'f Weighted, seat: usize) -> Integer {
        let mut sum = Sum::default();
        for edge in edges {
            let (ways, next) = self.step(edge, found);
            sum.add(&next.values[self.turned(edge, seat)], i128::from(ways));
            if seat == 0 {
                sum.add(&next.hidden, i128::from(ways) * i128::from(self.gain(edge)));
            }
        }
        sum.whole
    }

    /// The arrangements of what a state hides: those of what follows, whatever is chosen.
    fn hidden<'f>(&self, edges: Range<usize>, found: &impl Fn(usize) -> &'f Weighted) -> Integer {
        let mut sum = Sum::default();
        for edge in edges {
            let (ways, next) = self.step(edge, found);
            sum.add(&next.hidden, i128::from(ways));
        }
        sum.whole
    }

    fn step<'f>(&self, edge: usize, found: &impl Fn(usize) -> &'f Weighted) -> (u64, &'f Weighted) {
        // The share of an edge of a game that counts ways is its ways over 1.
        (self.graph.share(edge).0, found(edge))
    }

    /// The choices of a node, each worth what it is to every seat.
    pub(super) fn counted(&self, node: usize, values: &[Weighted]) -> Vec<Vec<Rational>> {
        let found = |edge: usize| &values[self.graph.target(edge)];
        let choice = |edges: Range<usize>| {
            let values = (0..self.seats()).map(|seat| self.value(edges.clone(), &found, seat));
            Weighted { values: values.collect(), hidden: self.hidden(edges.clone(), &found) }.fractions()
        };
        self.graph.choices(node).map(choice).collect()
    }
}

/// A sum in the making, with room for a product that is used again.
#[derive(Default)]
struct Sum {
    whole: Integer,
    product: Integer,
}

impl Sum {
    /// Adds a multiple; most factors are 0 or 1, which need no product.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_of_any_size_are_added() {
        let (number, long) = (Integer::from(-7), i128::from(i64::MAX) * 5);
        for factor in [0, 1, -1, 2, i128::from(i32::MAX), i128::from(i32::MIN) - 1, long, -long] {
            let mut sum = Sum { whole: Integer::from(3), ..Sum::default() };
            sum.add(&number, factor);
            assert_eq!(sum.whole, Integer::from(3) - Integer::from(factor) * 7, "{factor}");
        }
    }
}
