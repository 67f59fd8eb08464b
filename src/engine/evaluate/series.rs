//! The distribution of a count without a greatest value, such as the number of turns of a game that can stay in a state for
//! ever.
//!
//! The series passes through the nodes once for each value, in ascending order of values, until a [`StopRule`] ends it. A number
//! is extended only when it is added to a number after more events.

use crate::evaluate::checkpoint::{fingerprint, read_value, save_value};
use crate::evaluate::rounds::{RoundOrder, Rounds, run_rounds};
use crate::exact::{self, Natural, Rational};
use crate::model::csr::Csr;
use crate::model::{Error, Job, Model, Progress};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Read, Write};

/// The probabilities of the edges as numerators. The denominator of a history is `denominator` to the power of the number of
/// events, times a number that depends only on the last node of the history.
pub struct EdgeNumerators<'a> {
    /// Returns the numerator of an edge, which may be a self-loop.
    pub numerator: Box<dyn Fn(usize) -> u64 + Sync + 'a>,
    /// The factor of the denominator for each event.
    pub denominator: Natural,
    /// The second factor of the denominator at an end.
    pub end_factor: Natural,
    /// Returns the quotient of `end_factor` and the second factor of the denominator of a node.
    pub factor_to_end: Box<dyn Fn(usize) -> Natural + Sync + 'a>,
}

/// Returns the count of an edge. It is 0 only if the edge leads to a later ply.
pub type Count<'a> = &'a dyn Fn(usize) -> u64;

/// The rule that ends a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopRule<'a> {
    /// The greatest number of values that are computed.
    pub most: u64,
    /// The series ends as soon as the total probability of the other values is less than this.
    pub tail: &'a Rational,
}

/// The first values of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesHead {
    /// The values, ascending.
    values: Vec<(u64, Numerator)>,
    sum: Numerator,
    /// `true` if the tail satisfies the stop rule, `false` if the series ended at its greatest number of values.
    pub meets_stop_rule: bool,
}

impl SeriesHead {
    /// Returns the probability of all other values.
    pub fn tail(&self, shares: &EdgeNumerators<'_>) -> Rational {
        shares.share(&shares.rest(&self.sum))
    }

    /// Returns the values in ascending order with their probabilities. The fractions are reduced, which takes as long as the
    /// series.
    pub fn values<'a>(
        &'a self,
        shares: &'a EdgeNumerators<'_>,
    ) -> impl Iterator<Item = (u64, Rational)> + 'a {
        self.values.iter().map(|(value, part)| (*value, shares.share(part)))
    }
}

/// The numerator of a probability, over the denominator of histories with `steps` events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Numerator {
    number: Natural,
    steps: u32,
}

impl EdgeNumerators<'_> {
    /// Extends the fraction to the denominator of at least `steps` events.
    fn extend(&self, part: &mut Numerator, steps: u32) {
        if steps > part.steps {
            part.number *= self.denominator.pow(steps - part.steps);
            part.steps = steps;
        }
    }

    fn add(&self, sum: &mut Numerator, mut more: Numerator) {
        self.extend(sum, more.steps);
        self.extend(&mut more, sum.steps);
        sum.number += more.number;
    }

    /// Returns the denominator of an end after `steps` events.
    fn denominator_after(&self, steps: u32) -> Natural {
        &self.end_factor * self.denominator.pow(steps)
    }

    /// Returns the probability of a numerator at an end.
    fn share(&self, part: &Numerator) -> Rational {
        exact::ratio(part.number.clone(), self.denominator_after(part.steps))
    }

    /// Returns the numerator of 1 minus a sum of ends.
    fn rest(&self, sum: &Numerator) -> Numerator {
        Numerator { number: self.denominator_after(sum.steps) - &sum.number, steps: sum.steps }
    }

    /// Returns `true` if 1 minus a sum of ends is less than `tail`.
    fn is_short(&self, sum: &Numerator, tail: &Rational) -> bool {
        let rest = self.rest(sum);
        rest.number * tail.denom().magnitude() < self.denominator_after(rest.steps) * tail.numer().magnitude()
    }
}

/// Computes the distribution of a count, value by value, until `stop_rule` ends the series. The work can be saved.
///
/// Cost: one product for each value and each edge that can be taken with the value. The limits are checked once for each
/// value.
///
/// # Errors
/// If a player decides somewhere, an edge with count 0 does not lead to a later ply, the graph is [`cut`](Model::cut) off, a
/// limit of `job` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
pub fn series(
    model: &Model,
    shares: &EdgeNumerators<'_>,
    count: Count<'_>,
    stop_rule: &StopRule<'_>,
    job: &Job<'_>,
) -> Result<SeriesHead, Error> {
    model.require_uncut()?;
    model.require_chance()?;
    job.tick(Progress::default())?;
    let edges: Vec<_> = (0..model.edge_count()).map(|edge| ((shares.numerator)(edge), count(edge))).collect();
    let is_uncounted_cycle = |&edge: &usize| {
        let (from, to) = (model.source(edge), model.target(edge));
        edges[edge].1 == 0 && model.ply(to) <= model.ply(from)
    };
    if let Some(edge) = (0..model.edge_count()).find(is_uncounted_cycle) {
        return Err(Error::Cycle(model.name(model.source(edge))));
    }
    // One round has all nodes in the order of plies.
    let order = Csr::new(1, model.by_ply().all().iter().map(|&node| (0, node as usize)));
    let mut places = vec![0; model.node_count()];
    order.all().iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
    let [start, sum] = [1u32, 0].map(|number| Numerator { number: number.into(), steps: 0 });
    let open = BTreeMap::from([(0, BTreeMap::from([(places[model.start()], start)]))]);
    let is_enough = shares.is_short(&sum, stop_rule.tail);
    let state = SeriesState { done: 0, is_enough, open, heads: Vec::new(), sum };
    let mut work = SeriesWork { model, shares, edges, stop_rule, job, places, state };
    let fingerprint = || vec![u64::from_le_bytes(*b"by value"), fingerprint(model), stop_rule.most];
    run_rounds(&order, RoundOrder::FirstToLast, &fingerprint, &mut work, job)?;
    let SeriesState { heads: values, sum, is_enough: meets_stop_rule, .. } = work.state;
    Ok(SeriesHead { values, sum, meets_stop_rule })
}

struct SeriesWork<'a> {
    model: &'a Model,
    shares: &'a EdgeNumerators<'a>,
    /// The numerator and the count of each edge.
    edges: Vec<(u64, u64)>,
    stop_rule: &'a StopRule<'a>,
    job: &'a Job<'a>,
    /// The index of each node in the order of plies.
    places: Vec<u32>,
    state: SeriesState,
}

/// The series so far.
#[derive(Serialize, Deserialize)]
struct SeriesState {
    /// The number of values that are done.
    done: u64,
    /// `true` if these values satisfy the stop rule.
    is_enough: bool,
    /// The numerators of the nodes with other values, by value and then by index in the order of plies.
    open: BTreeMap<u64, BTreeMap<u32, Numerator>>,
    heads: Vec<(u64, Numerator)>,
    /// The sum of the values.
    sum: Numerator,
}

impl Rounds for SeriesWork<'_> {
    fn passes(&self) -> u64 {
        if self.state.is_enough { self.state.done } else { self.stop_rule.most }
    }

    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let SeriesState { done, is_enough, open, heads, sum } = &mut self.state;
        self.job.tick(Progress { layer: *done as u32, states: 0 })?;
        let (value, mut numerators) = open.pop_first().expect("a value is open until the series ends");
        let (shares, mut ended) = (self.shares, None);
        while let Some((place, mut part)) = numerators.pop_first() {
            let node = nodes[place as usize] as usize;
            if self.model.edges_of(node).is_empty() {
                part.number *= (shares.factor_to_end)(node);
                match &mut ended {
                    Some(ended) => shares.add(ended, part),
                    None => ended = Some(part),
                }
                continue;
            }
            for edge in self.model.edges_of(node) {
                let (weight, counted) = self.edges[edge];
                let nodes =
                    if counted == 0 { &mut numerators } else { open.entry(value + counted).or_default() };
                let more = Numerator { number: &part.number * weight, steps: part.steps + 1 };
                match nodes.entry(self.places[self.model.target(edge)]) {
                    Entry::Occupied(mut sum) => shares.add(sum.get_mut(), more),
                    Entry::Vacant(place) => drop(place.insert(more)),
                }
            }
        }
        if let Some(ended) = ended {
            shares.add(sum, ended.clone());
            heads.push((value, ended));
        }
        *done += 1;
        *is_enough = open.is_empty() || shares.is_short(sum, self.stop_rule.tail);
        Ok(true)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.state)
    }

    fn read(&mut self, input: &mut dyn Read, _: &[u32]) -> io::Result<()> {
        self.state = read_value(input)?;
        Ok(())
    }
}
