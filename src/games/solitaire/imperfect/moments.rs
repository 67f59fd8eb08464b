//! Exact variances of the turns and the score of a forgetful player's game, though its distributions never end.
//!
//! A table in which a turn changes nothing with chance c sees k such turns with mean c/(1 - c) and mean square
//! c (1 + c)/(1 - c)², whatever comes then; so one walk carries the moments of what was counted by then.

use super::super::Table;
use super::visits::{Exact, Flowing, Look, Stopped, walk};
use super::{Chance, Imperfect, Step, Turn};
use crate::exact::{self, Integer, Natural, Rational};

/// Exact variances of numbers of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variances {
    /// The variance of the number of turns until all pairs are collected.
    pub turns: Rational,
    /// The variance of the number of the turn that collects the first pair.
    pub first_turn: Rational,
}

/// The number that a step from a table counts.
pub(super) struct Steps<'a>(pub(super) &'a dyn Fn(Table, &Step) -> u64);

/// The probability of coming to a table, with the first two moments of what was counted by then: whole numbers, the
/// moments over the first and second power of the unit as well.
struct Counted<'a> {
    exact: Exact<'a>,
    steps: &'a Steps<'a>,
}

impl<'a> Counted<'a> {
    fn new(game: &'a Imperfect, steps: &'a Steps<'a>) -> Self {
        Self { exact: Exact::new(game.pairs(), game.recall()), steps }
    }

    /// The variance of what was counted, by what came to the ends.
    fn variance(&self, moments: [Rational; 3]) -> Rational {
        let unit = Integer::from(self.exact.unit().clone());
        let [_, first, second] = moments;
        let mean = first / &unit;
        second / (&unit * &unit) - &mean * &mean
    }

    fn probabilities(&self, flow: [Natural; 3], table: Table) -> [Rational; 3] {
        flow.map(|moment| self.exact.probability(moment, table))
    }
}

impl Flowing for Counted<'_> {
    type Flow = [Natural; 3];

    fn start(&self) -> [Natural; 3] {
        [self.exact.start(), Natural::default(), Natural::default()]
    }

    fn carry(&self, flow: &[Natural; 3], table: Table, stays: Option<Chance>, step: &Step) -> [Natural; 3] {
        let [all, first, second] = flow;
        let recall = self.exact.recall();
        let stay = stays.map_or(0, |chance| recall.weight(chance));
        // Nothing changes if another turned card is mistaken for the mate of a turned one.
        let idle = Step { chance: Chance::Other, turn: Turn::Mistaken, next: table, ..*step };
        let [idle, own] = [&idle, step].map(|step| Natural::from((self.steps.0)(table, step)));
        // Of the turns that change nothing, then of the step itself with them.
        let factor = self.exact.factor(stays);
        let (idle_mean, own) = (factor * &idle * stay, own * self.exact.unit());
        let idle_square = &idle_mean * (factor * &idle * (Natural::from(recall.denominator()) + stay));
        let mean = &idle_mean + &own;
        let square = idle_square + &own * (&idle_mean * 2u32 + &own);
        let later = [all.clone(), first + all * &mean, second + first * mean * 2u32 + all * square];
        later.map(|moment| self.exact.carry(&moment, table, stays, step))
    }

    fn join(&self, sum: &mut [Natural; 3], flow: [Natural; 3]) {
        sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
    }
}

/// The variance of all that `steps` count in a game.
pub(super) fn variance(game: &Imperfect, steps: &Steps<'_>, look: Look<'_>) -> Result<Rational, Stopped> {
    let counted = Counted::new(game, steps);
    let end = Table { pairs: 0, turned: 0, known: 0 };
    let flow = walk(&counted, (game.pairs(), game.model()), u16::MAX, &mut 0, look, |_, _, _, _| {})?;
    Ok(counted.variance(counted.probabilities(flow.expect("every game ends"), end)))
}

impl Imperfect {
    /// The variances of the turns, exact.
    ///
    /// Cost: about N³/6 tables.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn variances(&self, look: Look<'_>) -> Result<Variances, Stopped> {
        let turns = Steps(&|_, _| 1);
        let counted = Counted::new(self, &turns);
        let (pairs, end) = (self.pairs(), Table { pairs: 0, turned: 0, known: 0 });
        let mut first = [exact::zero(), exact::zero(), exact::zero()];
        let flow =
            walk(&counted, (pairs, self.model()), u16::MAX, &mut 0, look, |table, flow, stays, steps| {
                for step in steps.iter().filter(|step| table.pairs == pairs && step.turn.collects()) {
                    let carried = counted.carry(flow, table, stays, step);
                    for (sum, moment) in first.iter_mut().zip(counted.probabilities(carried, step.next)) {
                        *sum += moment;
                    }
                }
            })?;
        Ok(Variances {
            turns: counted.variance(counted.probabilities(flow.expect("every game ends"), end)),
            first_turn: counted.variance(first),
        })
    }
}
