//! Probabilities of coming to a table, turn by turn.

use super::super::Table;
use super::tables::Tables;
use crate::evaluate::carry::Carry;
use crate::evaluate::checkpoint::{nonsense, put, put_number, take, take_number};
use crate::evaluate::counted::Probable;
use crate::exact::{self, Natural, Rational, Residues};
use std::io::{self, Read, Write};

/// A probability of coming to a table with u fresh cards: a number over W^t (2N)!/u!, W the common denominator of the
/// recall, t at least the turns of the ways there.
#[derive(Clone)]
pub(super) struct Part {
    number: Natural,
    turns: u32,
}

/// The kind of these numbers. At the end, no card counts as fresh.
pub(super) struct ByTurn<'a> {
    tables: &'a Tables,
    denominator: Natural,
    /// (2N)!.
    whole: Natural,
}

/// No part has more turns: where a turn counts nothing, it changes something.
const MOST_TURNS: u64 = 1 << 16;

/// The cards of a number of them, as a product.
fn products(last: u16) -> Natural {
    (1..=u64::from(last)).product()
}

impl<'a> ByTurn<'a> {
    pub(super) fn new(tables: &'a Tables) -> Self {
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
    pub(super) fn share(&self, part: Part) -> Rational {
        exact::ratio(part.number, self.all(part.turns))
    }

    /// Returns the part that is left beside a sum at the end.
    fn rest(&self, sum: Option<&Part>) -> Part {
        let turns = sum.map_or(0, |sum| sum.turns);
        let all = self.all(turns);
        Part { number: sum.map_or(all.clone(), |sum| all - &sum.number), turns }
    }

    /// Returns the probability that is left beside a sum at the end.
    pub(super) fn left(&self, sum: Option<&Part>) -> Rational {
        self.share(self.rest(sum))
    }

    /// Returns `true` if less than a `tail` is left beside a sum at the end.
    pub(super) fn is_short(&self, sum: Option<&Part>, tail: &Rational) -> bool {
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
        if turns > MOST_TURNS {
            return Err(nonsense());
        }
        Ok(Part { number: take_number(input)?, turns: turns as u32 })
    }
}
