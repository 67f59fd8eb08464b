//! Exact variances of the turns and the score of a forgetful player's game, though its distributions never end.
//!
//! A table in which a turn changes nothing with chance c sees k such turns with mean c/(1 - c) and mean square
//! c (1 + c)/(1 - c)², whatever comes then; so numbers carry the moments of what was counted by then.

use super::tables::{Exact, Tables, at_end};
use crate::evaluate::carry::{Carry as _, Moments, Tally};
use crate::exact::{Integer, Natural, Rational};
use crate::model::{Error, Run};

/// Exact variances of numbers of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variances {
    /// The variance of the number of turns until all pairs are collected.
    pub turns: Rational,
    /// The variance of the number of the turn that collects the first pair.
    pub first_turn: Rational,
}

/// The probability of coming to a table, with the first two moments of what was counted by then: whole numbers, the
/// moments over the first and second power of the unit as well.
struct Accumulated<'a> {
    exact: Exact<'a>,
    tables: &'a Tables,
    /// The number that an edge counts.
    count: &'a (dyn Fn(usize) -> u64 + Sync),
}

impl Accumulated<'_> {
    /// The factor of an edge, alone and with the moments of what it counts.
    fn along(&self, edge: usize) -> [Natural; 3] {
        let (recall, node) = (self.exact.recall(), self.tables.graph.source(edge));
        let stay = self.tables.stays(node).map_or(0, |chance| recall.weight(chance));
        let idle = self.tables.idle(node).map_or(0, self.count);
        // Of the turns that change nothing, then of the step itself with them.
        let factor = self.exact.factor(node, 0);
        let (idle_mean, own) = (factor * idle * stay, self.exact.unit() * (self.count)(edge));
        let idle_square = &idle_mean * (factor * idle * (Natural::from(recall.denominator()) + stay));
        let mean = &idle_mean + &own;
        let square = idle_square + &own * (&idle_mean * 2u32 + &own);
        let along = self.exact.along(edge);
        let (mean, square) = (&along * mean, &along * square);
        [along, mean, square]
    }

    /// The variance of what was counted, by the moments over the denominator of the end.
    fn variance(&self, moments: [Natural; 3]) -> Rational {
        let unit = Integer::from(self.exact.unit().clone());
        let [_, first, second] = moments.map(|moment| self.exact.probability(moment));
        let mean = first / &unit;
        second / (&unit * &unit) - &mean * &mean
    }
}

/// The number of what comes to the first pair, beside that of the end.
const FIRST: i64 = 1;

impl Tables {
    /// The variance of all that `count` says of each edge. The work can be saved.
    pub(super) fn variance(
        &self,
        count: &(dyn Fn(usize) -> u64 + Sync),
        run: &Run<'_>,
    ) -> Result<Rational, Error> {
        let counted = Accumulated { exact: Exact::new(self), tables: self, count };
        let kind = Moments { of: &|edge| counted.along(edge) };
        Ok(counted.variance(at_end(kind.carry(&self.graph, &self.ends(), run)?)))
    }

    /// The variances of the turns, exact. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `run` is passed, or work cannot be saved or read.
    pub fn variances(&self, run: &Run<'_>) -> Result<Variances, Error> {
        let counted = Accumulated { exact: Exact::new(self), tables: self, count: &|_| 1 };
        let kind = Moments { of: &|edge| counted.along(edge) };
        let met = |tally: &mut Tally<[Natural; 3]>, node: usize, moments: &[Natural; 3]| {
            for edge in self.graph.edges_of(node).filter(|&edge| self.is_first(edge)) {
                let next = self.step(edge).1.next;
                let carried = kind.sum(&[(&counted.along(edge), moments)]);
                let first = tally.entry(FIRST).or_default();
                let raised = carried.iter().map(|moment| counted.exact.raised(moment, next));
                first.iter_mut().zip(raised).for_each(|(sum, more)| *sum += more);
            }
            self.ends()(tally, node, moments);
        };
        let mut tally = kind.carry(&self.graph, &met, run)?;
        let first = tally.remove(&FIRST).expect("every game has a first pair");
        Ok(Variances { turns: counted.variance(at_end(tally)), first_turn: counted.variance(first) })
    }
}
