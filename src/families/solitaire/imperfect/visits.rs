//! Expected values of a game, in numbers or in symbols: how often each turn is taken.

use super::super::decisions::Failed;
use super::tables::{Exact, MOST, Tables};
use super::{Trial, Turn};
use crate::evaluate::carry::{Carry, carry};
use crate::exact::{self, Rational};
use crate::model::{Error, Run};

/// The arithmetic of expectations.
pub(super) trait Arithmetic: Carry {
    /// A sum, or a part of one.
    type Value: Default;
    /// Returns how often a node is met to which play comes with this number.
    fn visits(&self, node: usize, number: &Self::Number) -> Self::Value;
    /// Returns how often an edge is taken if the node that it leaves is met so often.
    fn often(&self, edge: usize, visits: &Self::Value) -> Self::Value;
    /// Adds a value some times.
    fn add_times(&self, sum: &mut Self::Value, value: &Self::Value, times: u64);
}

/// The expectations of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<V> {
    /// Turns until all pairs are collected.
    pub turns: V,
    /// Lucky turns: both cards of a pair were fresh.
    pub lucky: V,
    /// The turn that collects the first pair.
    pub first_turn: V,
    /// The distinct cards that were turned when the first pair is collected.
    pub first_position: V,
    /// The most cards that lie face down, turned before, at the end of a turn.
    pub remembered: V,
    /// Answers that tell about p and p' (F).
    pub both: V,
    /// Answers that tell about p only (R).
    pub one: V,
    /// Answers that tell about p'' (S).
    pub search: V,
    /// Turns without a pair in which the second card had been turned before.
    pub failed_second: V,
    /// Turns without a pair in which one of the cards had been turned before.
    pub failed_either: V,
}

/// The expectations; `remembered` is given.
pub(super) fn expected<A: Arithmetic, V>(
    tables: &Tables,
    arithmetic: &A,
    remembered: V,
    value: impl Fn(A::Value) -> V,
    run: &Run<'_>,
) -> Result<Expected<V>, Error> {
    let met = |sums: &mut [A::Value; 9], node: usize, number: &A::Number| {
        if tables.graph.is_end(node) {
            return;
        }
        let visits = arithmetic.visits(node, number);
        for edge in tables.graph.edges_of(node) {
            let often = arithmetic.often(edge, &visits);
            for (sum, times) in sums.iter_mut().zip(tables.counted(edge)) {
                if times > 0 {
                    arithmetic.add_times(sum, &often, times);
                }
            }
        }
    };
    let sums = carry(&tables.graph, arithmetic, <[A::Value; 9]>::default(), met, run)?;
    let [turns, lucky, first_turn, first_position, both, one, search, failed_second, failed_either] =
        sums.map(value);
    Ok(Expected {
        turns,
        lucky,
        first_turn,
        first_position,
        remembered,
        both,
        one,
        search,
        failed_second,
        failed_either,
    })
}

impl Tables {
    /// What an edge adds to each expectation but `remembered`, in their order.
    fn counted(&self, edge: usize) -> [u64; 9] {
        let (table, step) = self.step(edge);
        let is = |trial| u64::from(step.trial == trial);
        let fails = |failed| u64::from(step.fails(table, failed));
        [
            1,
            u64::from(step.turn == Turn::Lucky),
            u64::from(table.pairs == self.game.pairs()),
            if self.is_first(edge) { self.position(edge) } else { 0 },
            is(Trial::Both),
            is(Trial::One),
            is(Trial::Search),
            fails(Failed::Second),
            fails(Failed::Either),
        ]
    }

    /// The distinct cards that were turned after an edge.
    pub(super) fn position(&self, edge: usize) -> u64 {
        2 * u64::from(self.game.pairs()) - u64::from(self.step(edge).1.next.fresh())
    }

    /// The expectations of the game with 0 for `remembered`, which takes longer than all others.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn expected_but_remembered(&self, run: &Run<'_>) -> Result<Expected<Rational>, Error> {
        let exact = Exact::new(self);
        expected(self, &exact, exact::zero(), |sum| exact.probability(sum), run)
    }

    /// The expectations of the game, exact.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn expected(&self, run: &Run<'_>) -> Result<Expected<Rational>, Error> {
        let remembered = self.by_value(MOST, run)?.mean();
        Ok(Expected { remembered, ..self.expected_but_remembered(run)? })
    }
}
