//! Expected values of a game, as numbers or functions: the expected number of turns of each kind.

use super::tables::{MOST_REMEMBERED, Tables};
use super::{ImperfectTurn, Trial};
use crate::evaluate::values::{Frequencies, Tally};
use crate::exact::Rational;
use crate::model::{Error, Job};
use crate::solitaire::decisions::FailedTurns;

/// The expectations of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<V> {
    /// Turns until all pairs are collected.
    pub turns: V,
    /// Lucky turns: both cards of a pair were fresh.
    pub lucky: V,
    /// The number of the turn that collects the first pair.
    pub first_turn: V,
    /// Distinct turned cards when the first pair is collected.
    pub first_position: V,
    /// Maximum number of turned cards that lie face down at the end of a turn.
    pub remembered: V,
    /// Trials of p and p' (F).
    pub both: V,
    /// Trials of p only (R).
    pub one: V,
    /// Trials of p'' (S).
    pub search: V,
    /// Turns without a pair in which the second card had been turned before.
    pub failed_second: V,
    /// Turns without a pair in which one of the cards had been turned before.
    pub failed_either: V,
}

/// Computes the expectations. `remembered` is 0 unless requested. The work can be saved.
pub(super) fn expected<A: Frequencies, V>(
    tables: &Tables,
    numbers: &A,
    value: impl Fn(A::Number) -> V,
    with_remembered: bool,
    job: &Job<'_>,
) -> Result<Expected<V>, Error> {
    let mut remembered = A::Number::default();
    if with_remembered {
        for (most, number) in
            numbers.by_value(&|edge| MOST_REMEMBERED(tables, edge), &job.section("remembered"))?
        {
            numbers.add_multiple(&mut remembered, &number, most.unsigned_abs());
        }
    }
    let visitor = |sums: &mut Tally<A::Number>, node: usize, visits: &A::Number| {
        for edge in tables.graph.edges_of(node) {
            let often = numbers.edge_visits(edge, visits);
            for (quantity, times) in (0..).zip(tables.counted(edge)) {
                if times > 0 {
                    numbers.add_multiple(sums.entry(quantity).or_default(), &often, times);
                }
            }
        }
    };
    let mut sums = numbers.visits(&visitor, job)?;
    let [turns, lucky, first_turn, first_position, both, one, search, failed_second, failed_either] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|quantity| value(sums.remove(&quantity).unwrap_or_default()));
    Ok(Expected {
        turns,
        lucky,
        first_turn,
        first_position,
        remembered: value(remembered),
        both,
        one,
        search,
        failed_second,
        failed_either,
    })
}

impl Tables {
    /// Returns the contribution of an edge to each expectation except `remembered`, in order.
    fn counted(&self, edge: usize) -> [u64; 9] {
        let (table, step) = self.step(edge);
        let is = |trial| u64::from(step.trial == trial);
        let fails = |failed| u64::from(step.fails(table, failed));
        [
            1,
            u64::from(step.turn == ImperfectTurn::Lucky),
            u64::from(table.pairs == self.game.pairs()),
            if table.pairs == self.game.pairs() && step.turn.collects() { self.turned(edge) } else { 0 },
            is(Trial::Both),
            is(Trial::One),
            is(Trial::Search),
            fails(FailedTurns::Second),
            fails(FailedTurns::Either),
        ]
    }

    /// Returns the expectations of the game, with 0 for `remembered`, which takes longer than all others. The work can
    /// be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn expected_but_remembered(&self, job: &Job<'_>) -> Result<Expected<Rational>, Error> {
        let exact = self.numerators();
        expected(self, &exact, |sum| exact.probability(sum), false, job)
    }

    /// Returns the exact expectations of the game. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn expected(&self, job: &Job<'_>) -> Result<Expected<Rational>, Error> {
        let exact = self.numerators();
        expected(self, &exact, |sum| exact.probability(sum), true, job)
    }
}
