//! Distributions of a forgetful player's game: whole where they end, to a stated tail where they do not.

use super::super::Table;
use super::tables::{After, ByValue, Exact, Tables};
use super::visits::Arithmetic as _;
use crate::evaluate::carry::{Carry, carry};
use crate::evaluate::checkpoint::{put, put_number, sound, take, take_number};
use crate::evaluate::counted::{Count, Probable, Until, counted};
use crate::evaluate::distribution::{Distribution, Side};
use crate::exact::{self, Natural, Rational, Residues};
use crate::model::{Error, Run};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use thiserror::Error;

/// The probabilities of some values, as fractions, and what is left for others.
pub type Chances = Distribution<i64, Rational>;

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

impl Tables {
    /// The distribution of values that lie as far on one side of a value as what is counted says, the `side` times it,
    /// value by value and each of them whole, until what is left is less than `tail`. No more than `most` that are possible
    /// are tried; if they are not enough, the error says what is left.
    pub(super) fn counted_out(
        &self,
        (from, side): (i64, i64),
        count: &Count<'_>,
        (tail, most): (&Rational, u32),
        too_long: fn(Rational) -> NoDistribution,
        run: &Run<'_>,
    ) -> Result<Chances, NoDistribution> {
        let kind = ByTurn::new(self);
        let is_enough = |sum: Option<&Part>| kind.is_short(sum, tail);
        let until = Until { most: most.into(), is_enough: &is_enough };
        let found = counted(&self.graph, &kind, count, &until, run)?;
        let tail = kind.left(found.sum.as_ref());
        if !found.are_enough {
            return Err(too_long(tail));
        }
        let value = |far: u64| from + side * i64::try_from(far).expect("few steps of few points");
        // Fractions are reduced last, when there is a distribution at all.
        let share = |(far, part): (u64, Part)| (value(far), kind.share(part));
        let side = if side < 0 { Side::Lesser } else { Side::Greater };
        Ok(Distribution::new(found.values.into_iter().map(share), Some((side, tail))))
    }

    /// The distribution of the number of turns until so many pairs are left, or fewer, up to a `tail` that is less than this.
    /// The work of this and the others can be saved.
    ///
    /// Cost: for every turn about N³/6 tables, with numbers that grow by a word every few turns.
    ///
    /// # Errors
    /// If a limit of `run` is passed, [`MOST_TURNS`] are not enough, saved work cannot be read, or work cannot be saved when it
    /// is stopped.
    pub fn turns(&self, left: u16, tail: &Rational, run: &Run<'_>) -> Result<Chances, NoDistribution> {
        let count = Count { of: &|_| 1, is_over: &|node| self.graph.state(node).pairs <= left };
        // No turn at all is the first value that is tried.
        self.counted_out((0, 1), &count, (tail, MOST_TURNS + 1), NoDistribution::TooLong, run)
    }

    /// The distribution of the distinct cards turned when the first pair is collected.
    ///
    /// # Errors
    /// If a limit of `run` is passed, saved work cannot be read, or work cannot be saved when it is stopped.
    pub fn first_position(&self, run: &Run<'_>) -> Result<Chances, Error> {
        let exact = Exact::new(self);
        let met = |numbers: &mut BTreeMap<u32, Natural>, node: usize, number: &Natural| {
            for edge in self.graph.edges_of(node).filter(|&edge| self.is_first(edge)) {
                let often = exact.often(edge, &exact.visits(node, number));
                *numbers.entry(self.position(edge) as u32).or_default() += often;
            }
        };
        Ok(exact.distribution(carry(&self.graph, &exact, BTreeMap::new(), met, run)?))
    }

    /// The distribution of a value that play has at the end, such as [`LUCK`](super::LUCK).
    ///
    /// Cost: for each of the tables, numbers for up to 2N values.
    ///
    /// # Errors
    /// If a limit of `run` is passed, saved work cannot be read, or work cannot be saved when it is stopped.
    pub fn by_value(&self, after: After, run: &Run<'_>) -> Result<Chances, Error> {
        let exact = Exact::new(self);
        let kind = ByValue::new(self, &exact, after);
        let met = self.at_end();
        let numbers = carry(&self.graph, &kind, None, met, run)?;
        Ok(exact.distribution(numbers.expect("every game ends")))
    }
}

impl Exact<'_> {
    /// The distribution of values with their numbers at the end.
    fn distribution(&self, numbers: BTreeMap<u32, Natural>) -> Chances {
        let chances = numbers.into_iter().map(|(value, number)| (value.into(), self.probability(number)));
        Distribution::new(chances, None)
    }
}

/// A probability of coming to a table with u fresh cards: a number over W^t (2N)!/u!, W the common denominator of the
/// recall, t at least the turns of the ways there.
#[derive(Clone)]
struct Part {
    number: Natural,
    turns: u32,
}

/// The kind of these numbers. At the end, no card counts as fresh.
struct ByTurn<'a> {
    tables: &'a Tables,
    denominator: Natural,
    /// (2N)!.
    whole: Natural,
}

/// No part has more turns: where a turn counts nothing, it changes something.
const MOST_READ: u64 = 1 << 16;

/// The cards of a number of them, as a product.
fn products(last: u16) -> Natural {
    (1..=u64::from(last)).product()
}

impl<'a> ByTurn<'a> {
    fn new(tables: &'a Tables) -> Self {
        let denominator = tables.game.recall().denominator().into();
        Self { tables, denominator, whole: products(2 * tables.game.pairs()) }
    }

    fn fresh(&self, node: usize) -> u16 {
        self.tables.graph.state(node).fresh()
    }

    /// The number over a denominator with at least so many `turns`.
    fn level(&self, part: &mut Part, turns: u32) {
        if turns > part.turns {
            part.number *= self.denominator.pow(turns - part.turns);
            part.turns = turns;
        }
    }

    /// The denominator after so many turns, at the end.
    fn all(&self, turns: u32) -> Natural {
        &self.whole * self.denominator.pow(turns)
    }

    /// Returns the probability that a part stands for at the end.
    fn share(&self, part: Part) -> Rational {
        exact::ratio(part.number, self.all(part.turns))
    }

    /// Returns the part that is left beside a sum at the end.
    fn rest(&self, sum: Option<&Part>) -> Part {
        let turns = sum.map_or(0, |sum| sum.turns);
        let all = self.all(turns);
        Part { number: sum.map_or(all.clone(), |sum| all - &sum.number), turns }
    }

    /// Returns the probability that is left beside a sum at the end.
    fn left(&self, sum: Option<&Part>) -> Rational {
        self.share(self.rest(sum))
    }

    /// Returns `true` if less than a `tail` is left beside a sum at the end.
    fn is_short(&self, sum: Option<&Part>, tail: &Rational) -> bool {
        let left = self.rest(sum);
        left.number * tail.denom().magnitude() < self.all(left.turns) * tail.numer().magnitude()
    }
}

impl Carry for ByTurn<'_> {
    type Number = Part;

    fn start(&self) -> Part {
        Part { number: Natural::from(1u32), turns: 0 }
    }

    fn along(&self, edge: usize, part: &Part) -> Part {
        let (table, step): (Table, _) = self.tables.step(edge);
        Part { number: &part.number * self.tables.game.recall().ways(table, step), turns: part.turns + 1 }
    }

    #[inline]
    fn add(&self, sum: &mut Part, mut more: Part) {
        self.level(sum, more.turns);
        self.level(&mut more, sum.turns);
        sum.number += more.number;
    }

    fn bytes(part: &Part) -> u64 {
        size_of::<Part>() as u64 + part.number.bits() / 8
    }
}

impl Probable for ByTurn<'_> {
    fn over(&self, node: usize, part: Part) -> Part {
        Part { number: part.number * products(self.fresh(node)), ..part }
    }

    fn residue(&self, node: Option<usize>, part: &Part, residues: Residues) -> u64 {
        let fresh = node.map_or(0, |node| self.fresh(node));
        let cards = 2 * self.tables.game.pairs();
        let drawn = (fresh + 1..=cards).fold(1, |all, card| residues.product(all, card.into()));
        let turns = residues.power(residues.of_number(&self.denominator), part.turns.into());
        residues.product(residues.of_number(&part.number), residues.inverse(residues.product(drawn, turns)))
    }

    fn write(part: &Part, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[part.turns.into()])?;
        put_number(out, &part.number)
    }

    fn read(&self, input: &mut dyn Read) -> io::Result<Part> {
        let turns = take(input, 1)?[0];
        sound(turns <= MOST_READ)?;
        Ok(Part { number: take_number(input)?, turns: turns as u32 })
    }
}
