//! The distribution of a forgetful player's score.
//!
//! A pair is worth something in any game, so what tells two scores apart is how far each turn stays behind the best a
//! turn of its kind can be worth (or, where failing is rewarded, how far it comes above the least). These steps all go
//! one way, and a turn that changes nothing has failed by every reading and takes one. So the scores can be told one by
//! one from their own end, each of them whole before the next.

use super::super::Table;
use super::super::decisions::Rule;
use super::distributions::{Distribution, MOST_TURNS, NoDistribution, Side};
use super::moments::{Steps, variance};
use super::visits::{Look, Stopped};
use super::{Imperfect, Step, Turn, steps};
use crate::exact::{self, Natural, Rational};
use crate::game::Weight;
use std::collections::BTreeMap;

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
        self.level(other.turns, denominator);
        self.number += other.at(self.turns, denominator);
    }
}

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

    /// Returns how far a turn is from the best or the least of its kind.
    fn distance(&self, table: Table, step: &Step) -> u64 {
        let none = if step.turn.collects() { self.pair } else { 0 };
        self.rule.points(table, step).abs_diff(none)
    }

    fn score(&self, distance: u64) -> i64 {
        let distance = i64::try_from(distance).expect("few steps of few points");
        self.from + self.sign * distance
    }
}

impl Rule {
    /// Returns the points of a turn of a forgetful player.
    fn points(&self, table: Table, step: &Step) -> i64 {
        match step.turn {
            Turn::Lucky => self.lucky,
            turn if turn.collects() => self.pair,
            _ if step.fails(table, self.failed) => self.miss,
            _ => 0,
        }
    }
}

impl Imperfect {
    /// The distribution of the score, until what is left is less than `tail`.
    ///
    /// Scores are told from the greatest down if failing costs, from the least up if it is rewarded; all that are told
    /// are whole. If it is neither, the distribution ends.
    ///
    /// Cost: for every score that is told about N³/6 tables, with numbers that grow by a word every few failed turns.
    ///
    /// # Errors
    /// If `look` breaks off, or the tail is not short after as many scores as [`MOST_TURNS`].
    ///
    /// # Panics
    /// If a score does not fit 64 bits.
    pub fn score(
        &self,
        rule: Rule,
        tail: &Rational,
        look: Look<'_>,
    ) -> Result<Distribution<i64>, NoDistribution> {
        if rule.miss == 0 {
            let lucky = self.lucky(look).map_err(|Stopped| NoDistribution::Stopped)?;
            return Ok(luck(self.pairs(), rule, lucky));
        }
        let scale = Scale::new(self.pairs(), rule);
        let whole: Natural = (1..=2 * u64::from(self.pairs())).product();
        let layer =
            |table: Table| 3 * u32::from(self.pairs()) - u32::from(table.fresh()) - u32::from(table.pairs);
        let start = BTreeMap::from([((0, self.table()), Part { number: Natural::from(1u32), turns: 0 })]);
        let mut distances = BTreeMap::from([(0, start)]);
        let mut left = Part { number: whole.clone(), turns: 0 };
        let mut heads = Vec::new();
        let (mut scores, mut done) = (0, 0);
        while !self.is_short(&left, &whole, tail) {
            let Some((distance, mut open)) = distances.pop_first() else { break };
            if scores == MOST_TURNS {
                return Err(NoDistribution::TooManyScores(self.fraction(left, &whole)));
            }
            scores += 1;
            while let Some(((_, table), part)) = open.pop_first() {
                if table.pairs == 0 {
                    left.level(part.turns, self.recall().denominator());
                    left.number -= part.clone().at(left.turns, self.recall().denominator());
                    heads.push((distance, part));
                    continue;
                }
                done += 1;
                if u64::is_multiple_of(done, 256) && look(done).is_break() {
                    return Err(NoDistribution::Stopped);
                }
                for step in steps(self.model(), table) {
                    let word = self.recall().ways(table, &step);
                    if word == 0 {
                        continue;
                    }
                    let next = distance + scale.distance(table, &step);
                    let tables =
                        if next == distance { &mut open } else { distances.entry(next).or_default() };
                    let carried = Part { number: &part.number * word, turns: part.turns + 1 };
                    let sum = tables.entry((layer(step.next), step.next)).or_default();
                    sum.add(carried, self.recall().denominator());
                }
            }
        }
        let heads =
            heads.into_iter().map(|(distance, part)| (scale.score(distance), self.fraction(part, &whole)));
        let mut chances: Vec<(i64, Rational)> = heads.collect();
        chances.sort_unstable_by_key(|(score, _)| *score);
        let side = if scale.sign < 0 { Side::Lesser } else { Side::Greater };
        Ok(Distribution { chances, tail: self.fraction(left, &whole), side })
    }

    /// A probability at the end of the game.
    fn fraction(&self, part: Part, whole: &Natural) -> Rational {
        exact::ratio(part.number, whole * Natural::from(self.recall().denominator()).pow(part.turns))
    }

    /// Returns `true` if what is left is less than `tail`.
    fn is_short(&self, left: &Part, whole: &Natural, tail: &Rational) -> bool {
        let all = whole * Natural::from(self.recall().denominator()).pow(left.turns);
        &left.number * tail.denom().magnitude() < all * tail.numer().magnitude()
    }

    /// The variance of the score, exact.
    ///
    /// Cost: about N³/6 tables.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn score_variance(&self, rule: Rule, look: Look<'_>) -> Result<Rational, Stopped> {
        let scale = Scale::new(self.pairs(), rule);
        variance(self, &Steps(&|table, step| scale.distance(table, step)), look)
    }
}

/// The distribution of a score that luck alone decides.
fn luck(pairs: u16, rule: Rule, lucky: Distribution) -> Distribution<i64> {
    let score = |lucky: u32| i64::from(pairs) * rule.pair + i64::from(lucky) * (rule.lucky - rule.pair);
    let mut chances: BTreeMap<i64, Rational> = BTreeMap::new();
    for (lucky, chance) in lucky.chances {
        *chances.entry(score(lucky)).or_insert_with(exact::zero) += chance;
    }
    Distribution { chances: chances.into_iter().collect(), tail: lucky.tail, side: lucky.side }
}
