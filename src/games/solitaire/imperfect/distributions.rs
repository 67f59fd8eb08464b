//! Distributions of a forgetful player's game: whole where they end, to a stated tail where they do not.

use super::super::Table;
use super::visits::{Arithmetic as _, Counting, Exact, Look, Stopped, walk};
use super::{Imperfect, steps};
use crate::exact::{self, Integer, Natural, Rational};
use std::collections::BTreeMap;
use thiserror::Error;

/// The side of the listed values on which the other values lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// They are less.
    Lesser,
    /// They are greater.
    Greater,
}

/// The probabilities of some values, ascending, and what is left for others, all on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<V = u32> {
    /// Values with their probabilities, exact; none is 0.
    pub chances: Vec<(V, Rational)>,
    /// The probability of all other values, exact.
    pub tail: Rational,
    /// The side on which those other values lie.
    pub side: Side,
}

impl<V: Copy + Into<Integer>> Distribution<V> {
    /// The mean of a distribution without a tail.
    #[must_use]
    pub fn mean(&self) -> Rational {
        self.chances.iter().map(|(value, chance)| chance * (*value).into()).sum()
    }

    /// The variance of a distribution without a tail.
    #[must_use]
    pub fn variance(&self) -> Rational {
        let mean = self.mean();
        let squares = self.chances.iter().map(|(value, chance)| chance * (*value).into().pow(2));
        squares.sum::<Rational>() - &mean * &mean
    }

    /// A distribution without a tail.
    pub(super) fn whole(chances: Vec<(V, Rational)>) -> Self {
        Self { chances, tail: exact::zero(), side: Side::Greater }
    }

    /// Returns `true` if some values on this side are not told.
    fn goes_on(&self, side: Side) -> bool {
        self.side == side && self.tail > exact::zero()
    }

    /// The least value, if there is one.
    #[must_use]
    pub fn least(&self) -> Option<&(V, Rational)> {
        self.chances.first().filter(|_| !self.goes_on(Side::Lesser))
    }

    /// The greatest value, if there is one.
    #[must_use]
    pub fn greatest(&self) -> Option<&(V, Rational)> {
        self.chances.last().filter(|_| !self.goes_on(Side::Greater))
    }

    /// The least value that is not exceeded with at least `chance`; none if it is beyond what is told.
    #[must_use]
    pub fn quantile(&self, chance: &Rational) -> Option<V> {
        let mut sum = exact::zero();
        if self.goes_on(Side::Lesser) {
            sum += &self.tail;
            if sum >= *chance {
                return None;
            }
        }
        let reaches = |(_, own): &&(V, Rational)| {
            sum += own;
            sum >= *chance
        };
        self.chances.iter().find(reaches).map(|(value, _)| *value)
    }
}

impl From<Distribution> for Distribution<i64> {
    fn from(distribution: Distribution) -> Self {
        let chances =
            distribution.chances.into_iter().map(|(value, chance)| (value.into(), chance)).collect();
        Self { chances, tail: distribution.tail, side: distribution.side }
    }
}

/// The most turns, or scores, for which a distribution is worked out.
pub const MOST_TURNS: u32 = 2_000;

/// The reason a distribution cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoDistribution {
    /// Somebody does not want to wait any longer.
    #[error("stopped before the distribution was whole")]
    Stopped,
    /// The tail is too long.
    #[error("after {MOST_TURNS} turns the tail is still {}", told(.0))]
    TooLong(Rational),
    /// The tail is too long.
    #[error("after {MOST_TURNS} scores the tail is still {}", told(.0))]
    TooManyScores(Rational),
}

/// A small number in words: its decimal, or its power of ten where that has only zeros.
fn told(value: &Rational) -> String {
    let decimal = exact::decimal(value, 12);
    if decimal.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        return decimal;
    }
    let bits = value.denom().bits().saturating_sub(value.numer().bits());
    format!("about 1e-{:.0}", bits as f64 * std::f64::consts::LOG10_2)
}

impl Imperfect {
    /// The distribution of the number of turns, until what is left is less than `tail`.
    ///
    /// Cost: for every turn about N³/6 tables, with numbers that grow by a word every few turns.
    ///
    /// # Errors
    /// If `look` breaks off, or [`MOST_TURNS`] are not enough.
    pub fn turns(&self, tail: &Rational, look: Look<'_>) -> Result<Distribution, NoDistribution> {
        self.ended(tail, look, |table| table.pairs == 0)
    }

    /// The distribution of the turn that collects the first pair, until what is left is less than `tail`.
    ///
    /// # Errors
    /// As for [`turns`](Self::turns).
    pub fn first_turn(&self, tail: &Rational, look: Look<'_>) -> Result<Distribution, NoDistribution> {
        self.ended(tail, look, |table| table.pairs < self.pairs())
    }

    /// The distribution of the first turn after which it `is_over`.
    ///
    /// After t turns the numbers are over W^t (2N)!/u!, with W the common denominator of the recall and u the fresh
    /// cards of the table.
    fn ended(
        &self,
        tail: &Rational,
        look: Look<'_>,
        is_over: impl Fn(Table) -> bool,
    ) -> Result<Distribution, NoDistribution> {
        let cards = 2 * u64::from(self.pairs());
        let whole: Natural = (1..=cards).product();
        let (tail_top, tail_bottom) = (tail.numer().magnitude(), tail.denom().magnitude());
        let mut open = BTreeMap::from([(self.table(), Natural::from(1u32))]);
        let mut all = whole.clone();
        let mut left = whole.clone();
        // Fractions are reduced last, when there is a distribution at all.
        let mut heads = Vec::new();
        let mut done = 0;
        let mut turn = 0;
        while &left * tail_bottom >= &all * tail_top && left != Natural::default() {
            turn += 1;
            if turn > MOST_TURNS {
                return Err(NoDistribution::TooLong(exact::ratio(left, all)));
            }
            let mut next: BTreeMap<Table, Natural> = BTreeMap::new();
            all *= self.recall().denominator();
            left *= self.recall().denominator();
            let mut over = Natural::default();
            for (table, number) in open {
                done += 1;
                if u64::is_multiple_of(done, 256) && look(done).is_break() {
                    return Err(NoDistribution::Stopped);
                }
                for step in steps(self.model(), table) {
                    let word = self.recall().ways(table, &step);
                    if word == 0 {
                        continue;
                    }
                    if is_over(step.next) {
                        let fresh: Natural = (1..=u64::from(step.next.fresh())).product();
                        over += &number * word * fresh;
                    } else {
                        *next.entry(step.next).or_default() += &number * word;
                    }
                }
            }
            if over != Natural::default() {
                left -= &over;
                heads.push((turn, over));
            }
            open = next;
        }
        let whole = |turn: u32| &whole * Natural::from(self.recall().denominator()).pow(turn);
        let chances = heads.into_iter().map(|(turn, over)| (turn, exact::ratio(over, whole(turn))));
        Ok(Distribution { chances: chances.collect(), tail: exact::ratio(left, all), side: Side::Greater })
    }

    /// The distribution of the number of lucky turns.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn lucky(&self, look: Look<'_>) -> Result<Distribution, Stopped> {
        let counting = Counting(Exact::new(self.pairs(), self.recall()));
        let end = Table { pairs: 0, turned: 0, known: 0 };
        let (pairs, model) = (self.pairs(), self.model());
        let flow = walk(&counting, (pairs, model), u16::MAX, &mut 0, look, |_, _, _, _| {})?;
        let chances = flow.map_or_else(Vec::new, |flow| counting.probabilities(flow, end));
        let chances = (0..).zip(chances).filter(|(_, chance)| *chance > exact::zero());
        Ok(Distribution::whole(chances.collect()))
    }

    /// The distribution of the distinct cards turned when the first pair is collected.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn first_position(&self, look: Look<'_>) -> Result<Distribution, Stopped> {
        let arithmetic = Exact::new(self.pairs(), self.recall());
        let mut chances: BTreeMap<u32, Rational> = BTreeMap::new();
        let (pairs, model) = (self.pairs(), self.model());
        walk(&arithmetic, (pairs, model), u16::MAX, &mut 0, look, |table, flow, stays, steps| {
            if table.pairs < pairs {
                return;
            }
            let visits = arithmetic.visits(flow, table, stays);
            for step in steps.iter().filter(|step| step.turn.collects()) {
                let turned = 2 * u32::from(pairs) - u32::from(step.next.fresh());
                let often = arithmetic.times(&visits, step.chance);
                arithmetic.add(chances.entry(turned).or_insert_with(exact::zero), &often, step.share);
            }
        })?;
        let chances = chances.into_iter().filter(|(_, chance)| *chance > exact::zero());
        Ok(Distribution::whole(chances.collect()))
    }
}
