//! The distribution of the score of a forgetful player.
//!
//! All games collect the same pairs, so scores differ only in the losses of their turns. The loss of a turn is its
//! distance from the best score of its kind, or from the lowest score if failing is rewarded. Losses have one sign. A
//! turn that changes nothing fails under every rule and has a loss. Scores can therefore be computed one by one from
//! one end, each with its full probability before the next one.

use super::ImperfectTurn;
use super::distributions::{Chances, MAX_TURNS, NoDistribution};
use super::tables::{LUCKY_TURNS, Tables};
use crate::exact::Rational;
use crate::model::{Error, Job};
use crate::solitaire::decisions::Rule;

/// A rule as distances from the score at which all games start.
struct Scale {
    rule: Rule,
    /// The score at distance 0.
    from: i64,
    /// The points of a pair at distance 0.
    pair: i64,
    /// The sign of the points of a distance: -1 or 1.
    sign: i64,
}

impl Scale {
    fn new(pairs: u16, rule: Rule) -> Self {
        let (pair, sign) =
            if rule.miss <= 0 { (rule.pair.max(rule.lucky), -1) } else { (rule.pair.min(rule.lucky), 1) };
        Self { rule, from: i64::from(pairs) * pair, pair, sign }
    }

    /// Returns the distance of the turn of an edge from the best turn of its kind, or from the worst if failing is
    /// rewarded.
    fn distance(&self, tables: &Tables, edge: usize) -> u64 {
        let (table, step) = tables.step(edge);
        match step.turn {
            ImperfectTurn::Lucky => self.rule.lucky.abs_diff(self.pair),
            turn if turn.collects() => self.rule.pair.abs_diff(self.pair),
            _ if step.fails(table, self.rule.failed) => self.rule.miss.unsigned_abs(),
            _ => 0,
        }
    }
}

impl Tables {
    /// Returns the distribution of the score, up to a remaining probability of less than `tail`.
    ///
    /// Scores descend from the greatest if failing costs points, and ascend from the least if it is rewarded. Each
    /// computed score has its full probability. Otherwise the distribution is finite.
    ///
    /// Cost: for every computed score about N³/6 tables, with numbers that grow by a word every few failed turns.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, the tail is still too long after [`MAX_TURNS`] scores, saved work cannot be
    /// read, or work cannot be saved when it is stopped.
    ///
    /// # Panics
    /// If a score does not fit 64 bits.
    pub fn score(&self, rule: Rule, tail: &Rational, job: &Job<'_>) -> Result<Chances, NoDistribution> {
        if rule.miss == 0 {
            let (base, more) = (i64::from(self.game.pairs()) * rule.pair, rule.lucky - rule.pair);
            return Ok(self.by_value(LUCKY_TURNS, job)?.map(|lucky| base + more * lucky));
        }
        let scale = Scale::new(self.game.pairs(), rule);
        let count = |edge| scale.distance(self, edge);
        let ends = (scale.from, scale.sign);
        self.series_distribution(ends, &count, (tail, MAX_TURNS), NoDistribution::TooManyScores, job)
    }

    /// Returns the exact variance of the score. The work can be saved.
    ///
    /// Cost: about N³/6 tables.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn score_variance(&self, rule: Rule, job: &Job<'_>) -> Result<Rational, Error> {
        let scale = Scale::new(self.game.pairs(), rule);
        self.numerators().variance(&|edge| scale.distance(self, edge), job)
    }
}
