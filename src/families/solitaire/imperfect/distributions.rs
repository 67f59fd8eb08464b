//! Distributions of a forgetful player's game: whole where they end, to a stated tail where they do not.

use super::super::Table;
use super::tables::{Exact, LUCK, MOST, Tables, by_value};
use super::visits::Arithmetic as _;
use crate::evaluate::carry::carry;
use crate::exact::{self, Integer, Natural, Rational};
use crate::game::Weight;
use crate::model::{Error, Progress, Run};
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
    /// A limit is passed, or the work is stopped.
    #[error(transparent)]
    Ended(#[from] Error),
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

/// A probability of coming to a table with u fresh cards: a number over W^t (2N)!/u!, W the common denominator of the
/// recall, t at least the turns of the ways there.
#[derive(Clone, Default)]
struct Part {
    number: Natural,
    turns: u32,
}

impl Part {
    /// The number over a denominator with at least so many `turns`.
    fn level(&mut self, turns: u32, denominator: Weight) {
        if turns > self.turns {
            self.number *= Natural::from(denominator).pow(turns - self.turns);
            self.turns = turns;
        }
    }

    fn at(mut self, turns: u32, denominator: Weight) -> Natural {
        self.level(turns, denominator);
        self.number
    }

    fn add(&mut self, other: Self, denominator: Weight) {
        if self.number == Natural::default() {
            *self = other;
            return;
        }
        self.level(other.turns, denominator);
        self.number += other.at(self.turns, denominator);
    }
}

/// What edges count until play `is_over`: only turns that change something may count nothing.
pub(super) struct Count<'a> {
    pub(super) of: &'a dyn Fn(usize) -> u64,
    pub(super) is_over: &'a dyn Fn(Table) -> bool,
}

/// Values with their probabilities, and the probability of all that are greater.
type Heads = (Vec<(u64, Rational)>, Rational);

impl Tables {
    /// The distribution of what is counted, value by value and each of them whole, until what is left is less than `tail`.
    /// No more than `most` values that are possible are tried; if they are not enough, what is left is an error.
    pub(super) fn counted_out(
        &self,
        count: &Count<'_>,
        tail: &Rational,
        most: u32,
        run: &Run<'_>,
    ) -> Result<Result<Heads, Rational>, Error> {
        let denominator = self.game.recall().denominator();
        let products = |last: u16| (1..=u64::from(last)).product::<Natural>();
        let whole = products(2 * self.game.pairs());
        // A probability at the end of the game, where no card is fresh.
        let share =
            |part: Part| exact::ratio(part.number, &whole * Natural::from(denominator).pow(part.turns));
        let is_short = |left: &Part| {
            let all = &whole * Natural::from(denominator).pow(left.turns);
            &left.number * tail.denom().magnitude() < all * tail.numer().magnitude()
        };
        let start = BTreeMap::from([(self.graph.start(), Part { number: Natural::from(1u32), turns: 0 })]);
        let mut values = BTreeMap::from([(0, start)]);
        let mut left = Part { number: whole.clone(), turns: 0 };
        // Fractions are reduced last, when there is a distribution at all.
        let mut heads = Vec::new();
        let (mut tried, mut done) = (0, 0);
        while !is_short(&left) {
            let Some((value, mut open)) = values.pop_first() else { break };
            if tried == most {
                return Ok(Err(share(left)));
            }
            tried += 1;
            let mut over: Option<Part> = None;
            // Edges lead to nodes of higher numbers.
            while let Some((node, part)) = open.pop_first() {
                let table = *self.graph.state(node);
                if (count.is_over)(table) {
                    let number = part.number * products(table.fresh());
                    over.get_or_insert_default().add(Part { number, ..part }, denominator);
                    continue;
                }
                done += 1;
                if u64::is_multiple_of(done, 256) {
                    let bytes = (left.number.bits() / 8 + 64) * self.graph.node_count() as u64;
                    run.look(Progress { layer: tried, states: 0, bytes })?;
                }
                for edge in self.graph.edges_of(node) {
                    let (table, step) = self.step(edge);
                    let (next, at) = (value + (count.of)(edge), self.graph.target(edge));
                    let nodes = if next == value { &mut open } else { values.entry(next).or_default() };
                    let number = &part.number * self.game.recall().ways(table, step);
                    nodes.entry(at).or_default().add(Part { number, turns: part.turns + 1 }, denominator);
                }
            }
            if let Some(over) = over {
                left.level(over.turns, denominator);
                left.number -= over.clone().at(left.turns, denominator);
                heads.push((value, over));
            }
        }
        Ok(Ok((heads.into_iter().map(|(value, part)| (value, share(part))).collect(), share(left))))
    }

    /// The distribution of the number of turns, until what is left is less than `tail`.
    ///
    /// Cost: for every turn about N³/6 tables, with numbers that grow by a word every few turns.
    ///
    /// # Errors
    /// If a limit of `run` is passed, or [`MOST_TURNS`] are not enough.
    pub fn turns(&self, tail: &Rational, run: &Run<'_>) -> Result<Distribution, NoDistribution> {
        self.ended(tail, run, &|table| table.pairs == 0)
    }

    /// The distribution of the turn that collects the first pair, until what is left is less than `tail`.
    ///
    /// # Errors
    /// As for [`turns`](Self::turns).
    pub fn first_turn(&self, tail: &Rational, run: &Run<'_>) -> Result<Distribution, NoDistribution> {
        self.ended(tail, run, &|table| table.pairs < self.game.pairs())
    }

    /// The distribution of the first turn after which it `is_over`.
    fn ended(
        &self,
        tail: &Rational,
        run: &Run<'_>,
        is_over: &dyn Fn(Table) -> bool,
    ) -> Result<Distribution, NoDistribution> {
        // No turn at all is the first value that is tried.
        let found = self.counted_out(&Count { of: &|_| 1, is_over }, tail, MOST_TURNS + 1, run)?;
        let (heads, tail) = found.map_err(NoDistribution::TooLong)?;
        let turns = |turns: u64| u32::try_from(turns).expect("no more than are tried");
        let chances = heads.into_iter().map(|(value, chance)| (turns(value), chance)).collect();
        Ok(Distribution { chances, tail, side: Side::Greater })
    }

    /// The distribution of the number of lucky turns.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn lucky(&self, run: &Run<'_>) -> Result<Distribution, Error> {
        let exact = Exact::new(self);
        Ok(exact.distribution(by_value(self, &exact, LUCK, run)?))
    }

    /// The distribution of the most cards that lie face down, turned before, at the end of a turn.
    ///
    /// Cost: for each of the tables, numbers for up to 2N values.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn remembered(&self, run: &Run<'_>) -> Result<Distribution, Error> {
        let exact = Exact::new(self);
        Ok(exact.distribution(by_value(self, &exact, MOST, run)?))
    }

    /// The distribution of the distinct cards turned when the first pair is collected.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn first_position(&self, run: &Run<'_>) -> Result<Distribution, Error> {
        let exact = Exact::new(self);
        let mut numbers: BTreeMap<u32, Natural> = BTreeMap::new();
        carry(&self.graph, &exact, run, &mut |node, number| {
            for edge in self.graph.edges_of(node).filter(|&edge| self.is_first(edge)) {
                let often = exact.often(edge, &exact.visits(node, number));
                *numbers.entry(self.position(edge) as u32).or_default() += often;
            }
        })?;
        Ok(exact.distribution(numbers))
    }
}

impl Exact<'_> {
    /// The distribution of values with their numbers at the end.
    fn distribution(&self, numbers: BTreeMap<u32, Natural>) -> Distribution {
        let chances = numbers.into_iter().map(|(value, number)| (value, self.probability(number)));
        Distribution { chances: chances.collect(), tail: exact::zero(), side: Side::Greater }
    }
}
