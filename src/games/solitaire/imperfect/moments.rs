//! How far the turns of a forgetful player's game spread: exact variances, though the laws never end.
//!
//! A table in which a turn changes nothing with chance c is left after k turns with mean 1/(1 - c) and mean square
//! (1 + c)/(1 - c)², whatever comes then; so one walk carries the moments of the turns done.

use super::super::Table;
use super::visits::{Exact, Flowing, Look, Stopped, walk};
use super::{Chance, Imperfect, Step};
use crate::exact::{self, Integer, Natural, Rational};

/// Exact variances of numbers of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variances {
    /// Of the turns until all pairs are collected.
    pub turns: Rational,
    /// Of the turn that collects the first pair.
    pub first_turn: Rational,
}

/// The probability of coming to a table, with the first two moments of the turns done by then: whole numbers, the
/// moments over the first and second power of the unit as well.
struct Timed<'a> {
    exact: Exact<'a>,
    denominator: u64,
}

impl Timed<'_> {
    /// The variance of a number of turns, by what came to its ends.
    fn variance(&self, moments: [Rational; 3]) -> Rational {
        let unit = Integer::from(self.exact.unit().clone());
        let [_, first, second] = moments;
        let mean = first / &unit;
        second / (&unit * &unit) - &mean * &mean
    }
}

impl Flowing for Timed<'_> {
    type Flow = [Natural; 3];

    fn start(&self) -> [Natural; 3] {
        [self.exact.start(), Natural::default(), Natural::default()]
    }

    fn carry(&self, flow: &[Natural; 3], table: Table, stays: Option<Chance>, step: &Step) -> [Natural; 3] {
        let [all, first, second] = flow;
        let factor = self.exact.factor(stays);
        let stay = stays.map_or(0, |chance| self.exact.recall().weight(chance));
        let mean = factor * self.denominator;
        let square = factor * &mean * (Natural::from(self.denominator) + stay);
        let later = [all.clone(), first + all * &mean, second + first * mean * 2u32 + all * square];
        later.map(|moment| self.exact.carry(&moment, table, stays, step))
    }

    fn join(&self, sum: &mut [Natural; 3], flow: [Natural; 3]) {
        sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
    }
}

impl Imperfect {
    /// The variances of the turns, exact.
    ///
    /// Cost: about N³/6 tables.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn variances(&self, look: Look<'_>) -> Result<Variances, Stopped> {
        let timed = Timed {
            exact: Exact::new(self.pairs(), self.recall()),
            denominator: self.recall().denominator(),
        };
        let (pairs, end) = (self.pairs(), Table { pairs: 0, turned: 0, known: 0 });
        let mut first = [exact::zero(), exact::zero(), exact::zero()];
        let flow =
            walk(&timed, (pairs, self.model()), u16::MAX, &mut 0, look, |table, flow, stays, steps| {
                for step in steps.iter().filter(|step| table.pairs == pairs && step.turn.collects()) {
                    let carried = timed.carry(flow, table, stays, step);
                    for (sum, moment) in first.iter_mut().zip(carried) {
                        *sum += timed.exact.probability(moment, step.next);
                    }
                }
            })?;
        let flow = flow.expect("every game ends");
        Ok(Variances {
            turns: timed.variance(flow.map(|moment| timed.exact.probability(moment, end))),
            first_turn: timed.variance(first),
        })
    }
}
