//! Expected values of a game: the number of visits to each table, in numbers or in symbols.
//!
//! A turn either leads to a later layer or changes nothing, so one walk through the layers is enough: a table from
//! which a turn changes nothing with chance c is met 1/(1 - c) times once play has come there.

use super::super::Table;
use super::super::decisions::Failed;
use super::distributions::Distribution;
use super::{Chance, Imperfect, Model, Recall, Step, Trial, Turn, steps};
use crate::exact::{self, Natural, Rational};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The probability that a walk carries from table to table.
pub(super) trait Flowing {
    /// Probability on its way, in a unit that may depend on the table.
    type Flow: Clone;
    /// The probability of the start.
    fn start(&self) -> Self::Flow;
    /// Returns what `step` carries from `table` on, if nothing changes there with the chance `stays`.
    fn carry(&self, flow: &Self::Flow, table: Table, stays: Option<Chance>, step: &Step) -> Self::Flow;
    /// Adds probability that comes to one table.
    fn join(&self, sum: &mut Self::Flow, flow: Self::Flow);
}

/// The arithmetic of expectations.
pub(super) trait Arithmetic: Flowing {
    /// A number of its own.
    type Value: Clone;
    /// Returns how often `table` is met, if nothing changes there with the chance `stays`.
    fn visits(&self, flow: &Self::Flow, table: Table, stays: Option<Chance>) -> Self::Value;
    /// Nothing.
    fn zero(&self) -> Self::Value;
    /// Adds a number times a fraction.
    fn add(&self, sum: &mut Self::Value, value: &Self::Value, times: (u64, u64));
    /// A number times a chance.
    fn times(&self, value: &Self::Value, chance: Chance) -> Self::Value;
}

/// The error of a computation that was broken off by its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Asked now and then, with the number of tables done, whether to go on.
pub type Look<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

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

/// Walks through the tables that have `most` turned cards at most; what comes to the end is given back.
pub(super) fn walk<A: Flowing>(
    arithmetic: &A,
    (pairs, model): (u16, Model),
    most: u16,
    done: &mut u64,
    look: Look<'_>,
    mut meet: impl FnMut(Table, &A::Flow, Option<Chance>, &[Step]),
) -> Result<Option<A::Flow>, Stopped> {
    let start = Table { pairs, turned: 0, known: 0 };
    let layer = |table: Table| 3 * u32::from(pairs) - u32::from(table.fresh()) - u32::from(table.pairs);
    let mut open = BTreeMap::from([((0, start), arithmetic.start())]);
    while let Some(((_, table), flow)) = open.pop_first() {
        if table.pairs == 0 {
            return Ok(Some(flow));
        }
        *done += 1;
        if done.is_multiple_of(64) && look(*done).is_break() {
            return Err(Stopped);
        }
        let steps = steps(model, table);
        let stays = steps.iter().find(|step| step.next == table).map(|step| step.chance);
        meet(table, &flow, stays, &steps);
        for step in steps.iter().filter(|step| step.next != table && step.next.turned <= most) {
            let carried = arithmetic.carry(&flow, table, stays, step);
            match open.entry((layer(step.next), step.next)) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(carried);
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    arithmetic.join(entry.get_mut(), carried);
                }
            }
        }
    }
    Ok(None)
}

/// The expectations but `remembered`, which stays 0.
pub(super) fn expected<A: Arithmetic>(
    arithmetic: &A,
    pairs: u16,
    model: Model,
    look: Look<'_>,
) -> Result<Expected<A::Value>, Stopped> {
    let zero = || arithmetic.zero();
    let mut sums = Expected {
        turns: zero(),
        lucky: zero(),
        first_turn: zero(),
        first_position: zero(),
        remembered: zero(),
        both: zero(),
        one: zero(),
        search: zero(),
        failed_second: zero(),
        failed_either: zero(),
    };
    walk(arithmetic, (pairs, model), u16::MAX, &mut 0, look, |table, flow, stays, steps| {
        let visits = arithmetic.visits(flow, table, stays);
        arithmetic.add(&mut sums.turns, &visits, (1, 1));
        if table.pairs == pairs {
            arithmetic.add(&mut sums.first_turn, &visits, (1, 1));
        }
        for step in steps {
            let often = arithmetic.times(&visits, step.chance);
            if step.turn == Turn::Lucky {
                arithmetic.add(&mut sums.lucky, &often, step.share);
            }
            if step.turn.collects() && table.pairs == pairs {
                let turned = 2 * u64::from(pairs) - u64::from(step.next.fresh());
                arithmetic.add(&mut sums.first_position, &often, (turned * step.share.0, step.share.1));
            }
            if step.fails(table, Failed::Either) {
                arithmetic.add(&mut sums.failed_either, &often, step.share);
            }
            if step.fails(table, Failed::Second) {
                arithmetic.add(&mut sums.failed_second, &often, step.share);
            }
            let sum = match step.trial {
                Trial::Nothing => continue,
                Trial::Both => &mut sums.both,
                Trial::One => &mut sums.one,
                Trial::Search => &mut sums.search,
            };
            arithmetic.add(sum, &often, step.share);
        }
    })?;
    Ok(sums)
}

/// For m = 0, 1, ...: the probability that at most m cards have to be remembered, as far as it is not certain.
pub(super) fn remembered<A: Arithmetic>(
    arithmetic: &A,
    pairs: u16,
    model: Model,
    look: Look<'_>,
) -> Result<Vec<A::Value>, Stopped> {
    let end = Table { pairs: 0, turned: 0, known: 0 };
    let mut done = 0;
    (0..2 * pairs)
        .map(|most| {
            let all = walk(arithmetic, (pairs, model), most, &mut done, look, |_, _, _, _| {})?;
            Ok(all.map_or_else(|| arithmetic.zero(), |flow| arithmetic.visits(&flow, end, None)))
        })
        .collect()
}

/// Whole numbers over an implied denominator: a power of `unit` that grows with the layer, and the fresh cards turned,
/// as a falling factorial.
pub(super) struct Exact<'a> {
    pairs: u16,
    recall: &'a Recall,
    unit: Natural,
    /// `unit` over the weight of a change, for each chance that nothing changes.
    factors: Vec<(Option<Chance>, Natural)>,
}

impl<'a> Exact<'a> {
    pub(super) fn new(pairs: u16, recall: &'a Recall) -> Self {
        let stays = [None, Some(Chance::Other), Some(Chance::NotMate)];
        let changes =
            |stays: Option<Chance>| recall.denominator() - stays.map_or(0, |chance| recall.weight(chance));
        let possible: Vec<_> = stays.into_iter().filter(|stays| changes(*stays) > 0).collect();
        let unit = possible
            .iter()
            .fold(Natural::from(1u32), |unit, stays| exact::lcm(&unit, &Natural::from(changes(*stays))));
        let factors = possible.into_iter().map(|stays| (stays, &unit / changes(stays))).collect();
        Self { pairs, recall, unit, factors }
    }

    /// The unit over the weight of a change.
    pub(super) fn factor(&self, stays: Option<Chance>) -> &Natural {
        let found = self.factors.iter().find(|(chance, _)| *chance == stays);
        &found.expect("a player who never finds a mate has one pair, and stays nowhere").1
    }

    pub(super) fn unit(&self) -> &Natural {
        &self.unit
    }

    pub(super) fn recall(&self) -> &Recall {
        self.recall
    }

    /// Returns what flows to `table`, as a probability.
    pub(super) fn probability(&self, flow: Natural, table: Table) -> Rational {
        exact::ratio(flow, self.denominator(table))
    }

    fn layer(&self, table: Table) -> u32 {
        3 * u32::from(self.pairs) - u32::from(table.fresh()) - u32::from(table.pairs)
    }

    fn denominator(&self, table: Table) -> Natural {
        let cards = u64::from(table.fresh()) + 1..=2 * u64::from(self.pairs);
        cards.fold(self.unit.pow(self.layer(table)), |product, cards| product * cards)
    }
}

impl Flowing for Exact<'_> {
    type Flow = Natural;

    fn start(&self) -> Natural {
        Natural::from(1u32)
    }

    fn carry(&self, flow: &Natural, table: Table, stays: Option<Chance>, step: &Step) -> Natural {
        let layers = self.layer(step.next) - self.layer(table);
        let word = self.recall.ways(table, step);
        flow * word * self.factor(stays) * self.unit.pow(layers - 1)
    }

    fn join(&self, sum: &mut Natural, flow: Natural) {
        *sum += flow;
    }
}

impl Arithmetic for Exact<'_> {
    type Value = Rational;

    fn visits(&self, flow: &Natural, table: Table, stays: Option<Chance>) -> Rational {
        let once = self.probability(flow.clone(), table);
        let changes = self.recall.denominator() - stays.map_or(0, |chance| self.recall.weight(chance));
        once * exact::ratio(self.recall.denominator(), changes)
    }

    fn zero(&self) -> Rational {
        exact::zero()
    }

    fn add(&self, sum: &mut Rational, value: &Rational, (top, bottom): (u64, u64)) {
        *sum += value * exact::ratio(top, bottom);
    }

    fn times(&self, value: &Rational, chance: Chance) -> Rational {
        value * exact::ratio(self.recall.weight(chance), self.recall.denominator())
    }
}

/// Exact arithmetic with the lucky turns counted.
pub(super) struct Counting<'a>(pub(super) Exact<'a>);

impl Flowing for Counting<'_> {
    /// By the number of lucky turns.
    type Flow = Vec<Natural>;

    fn start(&self) -> Vec<Natural> {
        vec![self.0.start()]
    }

    fn carry(&self, flow: &Vec<Natural>, table: Table, stays: Option<Chance>, step: &Step) -> Vec<Natural> {
        let luck = (step.turn == Turn::Lucky).then(Natural::default);
        luck.into_iter().chain(flow.iter().map(|flow| self.0.carry(flow, table, stays, step))).collect()
    }

    fn join(&self, sum: &mut Vec<Natural>, flow: Vec<Natural>) {
        sum.resize(sum.len().max(flow.len()), Natural::default());
        sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
    }
}

impl Counting<'_> {
    /// The probability of coming to `table`, by the number of lucky turns.
    pub(super) fn probabilities(&self, flow: Vec<Natural>, table: Table) -> Vec<Rational> {
        flow.into_iter().map(|flow| self.0.probability(flow, table)).collect()
    }
}

impl Imperfect {
    /// The expectations of a game, exact.
    ///
    /// Cost: about N³/6 tables, and for `remembered` 2N times as many at most.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn expected(&self, look: Look<'_>) -> Result<Expected<Rational>, Stopped> {
        let distribution = self.remembered(look)?;
        Ok(Expected { remembered: distribution.mean(), ..self.expected_but_remembered(look)? })
    }

    /// Returns the expectations with 0 for `remembered`, which takes most of the time.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn expected_but_remembered(&self, look: Look<'_>) -> Result<Expected<Rational>, Stopped> {
        expected(&Exact::new(self.pairs(), self.recall()), self.pairs(), self.model(), look)
    }

    /// The distribution of the most cards that lie face down, turned before, at the end of a turn.
    ///
    /// # Errors
    /// If `look` breaks off.
    pub fn remembered(&self, look: Look<'_>) -> Result<Distribution, Stopped> {
        let arithmetic = Exact::new(self.pairs(), self.recall());
        let mut below = exact::zero();
        let mut chances = Vec::new();
        let most = remembered(&arithmetic, self.pairs(), self.model(), look)?;
        for (cards, most) in (0..).zip(most.into_iter().chain([exact::one()])) {
            if most > below {
                chances.push((cards, &most - &below));
            }
            below = most;
        }
        Ok(Distribution::whole(chances))
    }
}
