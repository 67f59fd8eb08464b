//! The distribution of a forgetful player's score.
//!
//! A pair is worth something in any game, so what tells two scores apart is how far each turn stays behind the best a
//! turn of its kind can be worth (or, where failing is rewarded, how far it comes above the least). These steps all go
//! one way, and a turn that changes nothing has failed by every reading and takes one. So the scores can be told one by
//! one from their own end, each of them whole before the next.

use super::Turn;
use super::distributions::{Chances, MOST_TURNS, NoDistribution};
use super::tables::{LUCK, Tables};
use crate::exact::Rational;
use crate::model::{Error, Job};
use crate::solitaire::decisions::Rule;

/// A rule as steps away from the score that all games start from.
struct Scale {
    rule: Rule,
    /// The score at no distance.
    from: i64,
    /// The points of a pair there.
    pair: i64,
    /// The points of a step: -1 or 1.
    sign: i64,
}

impl Scale {
    fn new(pairs: u16, rule: Rule) -> Self {
        let (pair, sign) =
            if rule.miss <= 0 { (rule.pair.max(rule.lucky), -1) } else { (rule.pair.min(rule.lucky), 1) };
        Self { rule, from: i64::from(pairs) * pair, pair, sign }
    }

    /// Returns how far the turn of an edge is from the best or the least of its kind.
    fn distance(&self, tables: &Tables, edge: usize) -> u64 {
        let (table, step) = tables.step(edge);
        match step.turn {
            Turn::Lucky => self.rule.lucky.abs_diff(self.pair),
            turn if turn.collects() => self.rule.pair.abs_diff(self.pair),
            _ if step.fails(table, self.rule.failed) => self.rule.miss.unsigned_abs(),
            _ => 0,
        }
    }
}

impl Tables {
    /// The distribution of the score, until what is left is less than `tail`.
    ///
    /// Scores are told from the greatest down if failing costs, from the least up if it is rewarded; all that are told
    /// are whole. If it is neither, the distribution ends.
    ///
    /// Cost: for every score that is told about N³/6 tables, with numbers that grow by a word every few failed turns.
    ///
    /// # Errors
    /// If a limit of `job` is passed, the tail is not short after as many scores as [`MOST_TURNS`], saved work cannot be read,
    /// or work cannot be saved when it is stopped.
    ///
    /// # Panics
    /// If a score does not fit 64 bits.
    pub fn score(&self, rule: Rule, tail: &Rational, job: &Job<'_>) -> Result<Chances, NoDistribution> {
        if rule.miss == 0 {
            let (base, more) = (i64::from(self.game.pairs()) * rule.pair, rule.lucky - rule.pair);
            return Ok(self.by_value(LUCK, job)?.map(|lucky| base + more * lucky));
        }
        let scale = Scale::new(self.game.pairs(), rule);
        let count = |edge| scale.distance(self, edge);
        let ends = (scale.from, scale.sign);
        self.counted_out(ends, &count, (tail, MOST_TURNS), NoDistribution::TooManyScores, job)
    }

    /// The variance of the score, exact. The work can be saved.
    ///
    /// Cost: about N³/6 tables.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or work cannot be saved or read.
    pub fn score_variance(&self, rule: Rule, job: &Job<'_>) -> Result<Rational, Error> {
        let scale = Scale::new(self.game.pairs(), rule);
        self.numerators().variance(&|edge| scale.distance(self, edge), job)
    }
}
