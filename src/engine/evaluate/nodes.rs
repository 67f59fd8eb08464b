//! Exact numbers on every node of a graph without decisions and cycles.

mod numbers;
mod pass;

use crate::evaluate::nodes::numbers::{At, Numbers};
use crate::evaluate::nodes::pass::{Pass, seeds};
use crate::evaluate::scale::{Scale, Scales};
use crate::evaluate::sweep::Direction;
use crate::exact;
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{Natural, Rational, limbs};
use crate::model::{Error, Model, Run};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The worth of a node that play does not leave: a whole number for each outcome, over their sum as the denominator. In
/// a game that counts ways, the sum must be the number of arrangements that the node hides: what
/// [`Game::hidden`](crate::game::Game::hidden) returns at an end, or 1.
pub type Worth = Vec<Natural>;

/// The exact numbers on the nodes of a graph without decisions and cycles; see [`evaluate`].
#[derive(Debug)]
pub struct Evaluation {
    /// Round and place of each node.
    at: Vec<At>,
    /// For each node and outcome, over what the node hides.
    odds: Numbers,
    /// For each node the number that stands for reaching it.
    reach: Numbers,
    hidden: Hidden,
    /// `true` if `reach` counts ways, to be multiplied by what each node hides; else it is over `scales`.
    counted: bool,
    scales: Scales,
    start: Natural,
}

/// The numbers on the nodes, each rounded to the nearest double, and the exact ones at the start; see
/// [`evaluate_rounded`].
#[derive(Clone, Debug, PartialEq)]
pub struct Rounded {
    /// The outcomes of each node, node after node.
    odds: Vec<f64>,
    reach: Vec<f64>,
    start: Vec<Rational>,
}

/// The numbers on the nodes, exact or rounded.
#[derive(Debug)]
pub enum Figures {
    /// Exact numbers.
    Exact(Box<Evaluation>),
    /// The nearest doubles.
    Rounded(Rounded),
}

impl Figures {
    /// Returns the exact probability of each outcome from the start of `graph`, which must be the graph that was
    /// evaluated.
    #[must_use]
    pub fn odds_at_start(&self, graph: &Model) -> Vec<Rational> {
        match self {
            Self::Exact(evaluation) => evaluation.odds(graph.start()),
            Self::Rounded(rounded) => rounded.start.clone(),
        }
    }

    /// Returns the number of bytes that the numbers take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Exact(evaluation) => evaluation.bytes(),
            Self::Rounded(rounded) => rounded.bytes(),
        }
    }
}

/// The sum of each node's numbers, their denominator: the same for many nodes, and kept once.
#[derive(Debug, Default)]
struct Hidden {
    numbers: Vec<Vec<u64>>,
    places: HashMap<Vec<u64>, u32, RandomState>,
    /// For each node the place of its sum.
    of: Vec<u32>,
    /// The place that was found last: neighbours often hide the same.
    last: u32,
    /// Room for a sum.
    sum: Vec<u64>,
}

/// Reaching the start, where every way begins.
fn reached(_: usize, _: &mut Scales) -> (Worth, Scale) {
    (vec![1u32.into()], 0)
}

impl Hidden {
    fn new(nodes: usize) -> Self {
        Self { of: vec![0; nodes], ..Self::default() }
    }

    /// Adds up the numbers of a node.
    fn put(&mut self, node: usize, numbers: &Numbers, at: At) {
        numbers.sum(at, &mut self.sum);
        let known = self.numbers.get(self.last as usize).is_some_and(|number| *number == self.sum);
        self.last = match self.places.get(&self.sum) {
            _ if known => self.last,
            Some(&place) => place,
            None => {
                let place = self.numbers.len() as u32;
                self.numbers.push(self.sum.clone());
                self.places.insert(self.sum.clone(), place);
                place
            }
        };
        self.of[node] = self.last;
    }

    fn get(&self, node: usize) -> &[u64] {
        &self.numbers[self.of[node] as usize]
    }

    fn bytes(&self) -> u64 {
        let limbs: usize = self.numbers.iter().map(|number| size_of_val(&number[..])).sum();
        (2 * limbs + self.numbers.len() * 96 + size_of_val(&self.of[..])) as u64
    }
}

impl Evaluation {
    /// Returns the probability of each outcome once play is in `node`, indexed by outcome. The fractions are reduced in
    /// each call.
    #[must_use]
    pub fn odds(&self, node: usize) -> Vec<Rational> {
        let total = limbs::natural(self.hidden(node));
        self.numbers(node).map(|number| exact::ratio_of(limbs::natural(number), total.clone())).collect()
    }

    /// Returns the probability that play comes to `node`. The fraction is reduced in each call.
    #[must_use]
    pub fn reach(&self, node: usize) -> Rational {
        let number = limbs::natural(self.reach_number(node));
        match self.own_denominator_of_reach(node) {
            Some(own) => exact::ratio_of(number, own.clone()),
            None => exact::ratio_of(number * limbs::natural(self.hidden(node)), self.start.clone()),
        }
    }

    /// The whole numbers that stand for the outcomes from `node` on.
    pub fn numbers(&self, node: usize) -> impl Iterator<Item = &[u64]> {
        self.odds.numbers(self.at[node])
    }

    /// The sum of those numbers, their denominator; where ways are counted, the number of arrangements of what a node
    /// hides.
    pub fn hidden(&self, node: usize) -> &[u64] {
        self.hidden.get(node)
    }

    /// The whole number that stands for reaching `node`: over its own denominator, or else to be multiplied by what the
    /// node hides, and over what the start hides.
    pub fn reach_number(&self, node: usize) -> &[u64] {
        self.reach.numbers(self.at[node]).next().expect("one number a node")
    }

    /// Returns what the start hides: the denominator of reaching any node that has not its own.
    pub fn start_hides(&self) -> &Natural {
        &self.start
    }

    /// The denominator of reaching `node`, where it has its own.
    pub fn own_denominator_of_reach(&self, node: usize) -> Option<&Natural> {
        (!self.counted).then(|| self.scales.denominator(self.reach.scale(self.at[node])))
    }

    /// Returns the number of bytes that the numbers take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.odds.bytes() + self.reach.bytes() + self.hidden.bytes() + size_of_val(&self.at[..]) as u64
    }
}

impl Rounded {
    /// Returns the probability of each outcome once play is in `node`, indexed by outcome.
    #[must_use]
    pub fn odds(&self, node: usize) -> &[f64] {
        let outcomes = self.start.len();
        &self.odds[node * outcomes..][..outcomes]
    }

    /// Returns the probability that play comes to `node`.
    #[must_use]
    pub fn reach(&self, node: usize) -> f64 {
        self.reach[node]
    }

    /// Returns the exact probability of each outcome from the start.
    #[must_use]
    pub fn odds_at_start(&self) -> &[Rational] {
        &self.start
    }

    /// Returns the number of bytes that the doubles take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.odds[..]) + size_of_val(&self.reach[..])) as u64
    }
}

/// Evaluates a graph without decisions and cycles. For every node it finds the probability of being reached, and
/// that of each of `outcomes` outcomes from there on. `worth` gives the worth of an end or of a [`cut`](Model::cut)
/// node.
///
/// Costs, for every edge, one multiplication of a fixed-width number for the reach and one for each outcome. All
/// numbers are kept.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game counts ways for some events only, or a
/// limit of `run` is passed.
pub fn evaluate(
    model: &Model,
    outcomes: usize,
    worth: impl Fn(usize) -> Worth + Sync,
    run: &Run<'_>,
) -> Result<Evaluation, Error> {
    let mut pass = Pass::new(model, run)?;
    let mut hidden = Hidden::new(model.node_count());
    let mut odds = Numbers::new(pass.rounds(), outcomes);
    let ends = seeds(pass.counted, worth);
    pass.go(Direction::Back, (&mut odds, &mut Scales::new()), ends, |done| {
        done.nodes().for_each(|(node, at)| hidden.put(node, done.numbers, at));
        hidden.bytes()
    })?;
    pass.held += odds.bytes() + hidden.bytes();
    let start = limbs::natural(hidden.get(model.start()));
    let mut reach = Numbers::new(pass.rounds(), 1);
    let mut scales = Scales::new();
    pass.go(Direction::Ahead, (&mut reach, &mut scales), reached, |_| 0)?;
    let counted = pass.counted;
    Ok(Evaluation { at: pass.into_at(), odds, reach, hidden, counted, scales, start })
}

/// Like [`evaluate`], but rounds each number to the nearest double as soon as its exact form is no
/// longer needed. The numbers are exact up to that last step, and take a fraction of the memory.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_rounded(
    model: &Model,
    outcomes: usize,
    worth: impl Fn(usize) -> Worth + Sync,
    run: &Run<'_>,
) -> Result<Rounded, Error> {
    let mut pass = Pass::new(model, run)?;
    pass.forgets = true;
    let mut hidden = Hidden::new(model.node_count());
    let mut odds = vec![0.0; model.node_count() * outcomes];
    let mut start = Vec::new();
    pass.held += size_of_val(&odds[..]) as u64;
    let ends = seeds(pass.counted, worth);
    let mut numbers = Numbers::new(pass.rounds(), outcomes);
    pass.go(Direction::Back, (&mut numbers, &mut Scales::new()), ends, |done| {
        for (node, at) in done.nodes() {
            hidden.put(node, done.numbers, at);
            let hidden = hidden.get(node);
            for (into, number) in odds[node * outcomes..].iter_mut().zip(done.numbers.numbers(at)) {
                *into = nearest(number, hidden);
            }
            if node == model.start() {
                let total = limbs::natural(hidden);
                let share = |number| exact::ratio_of(limbs::natural(number), total.clone());
                start = done.numbers.numbers(at).map(share).collect();
            }
        }
        hidden.bytes()
    })?;
    let mut reach = vec![0.0; model.node_count()];
    pass.held += hidden.bytes() + size_of_val(&reach[..]) as u64;
    let mut product = Vec::new();
    let mut numbers = Numbers::new(pass.rounds(), 1);
    pass.go(Direction::Ahead, (&mut numbers, &mut Scales::new()), reached, |done| {
        for (node, at) in done.nodes() {
            let number = done.numbers.numbers(at).next().expect("one number a node");
            reach[node] = if pass.counted {
                multiply(number, hidden.get(node), &mut product);
                nearest(&product, hidden.get(model.start()))
            } else {
                nearest(number, &limbs::limbs(done.scales.denominator(done.numbers.scale(at))))
            };
        }
        0
    })?;
    Ok(Rounded { odds, reach, start })
}
