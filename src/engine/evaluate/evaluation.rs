//! Exact numbers on every node of a graph without decisions and cycles.

mod passes;
mod remaining;

use crate::evaluate::checkpoint::doubles;
use crate::evaluate::evaluation::passes::Work;
use crate::evaluate::evaluation::remaining::RemainingArrangements;
use crate::evaluate::scale::Scales;
use crate::evaluate::storage::{Arena, Storage as _};
use crate::exact;
use crate::exact::{Natural, Rational, limbs};
use crate::model::{Error, Job, Model};
use serde::{Deserialize, Serialize};

/// The worth of a node that play does not leave: a whole number for each outcome, not all 0, over their sum as the
/// denominator. In a game that counts ways, the sum must be the number of arrangements that the node hides: at an end
/// what [`Game::hidden`](crate::game::Game::hidden) returns, or 1; at a cut node ([`cut`](Model::cut)), all arrangements
/// of what the state hides.
pub type Masses = Vec<Natural>;

/// The exact numbers on the nodes of a graph without decisions and cycles; see [`evaluate`].
#[derive(Debug)]
pub struct Evaluation {
    /// For each node and outcome, over what the node hides.
    odds: Arena,
    /// For each node the number that stands for reaching it.
    reach: Arena,
    hidden: RemainingArrangements,
    /// `true` if `reach` counts ways, to be multiplied by what each node hides; else it is over `scales`.
    counted: bool,
    scales: Scales,
    start: Natural,
}

/// The numbers on the nodes, each rounded to the nearest double, and the exact ones at the start; see
/// [`evaluate_rounded`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rounded {
    /// The outcomes of each node, node after node.
    #[serde(with = "doubles")]
    odds: Vec<f64>,
    #[serde(with = "doubles")]
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
    pub fn odds_at_start(&self, graph: &Model) -> Vec<Rational> {
        match self {
            Self::Exact(evaluation) => evaluation.odds(graph.start()),
            Self::Rounded(rounded) => rounded.start.clone(),
        }
    }

    /// Returns the number of bytes that the numbers take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Exact(evaluation) => evaluation.bytes(),
            Self::Rounded(rounded) => rounded.bytes(),
        }
    }
}

impl Evaluation {
    /// Returns the probability of each outcome once play is in `node`, indexed by outcome. The fractions are reduced in
    /// each call.
    pub fn odds(&self, node: usize) -> Vec<Rational> {
        let total = limbs::natural(self.hidden(node));
        self.numbers(node).map(|number| exact::ratio(limbs::natural(number), total.clone())).collect()
    }

    /// Returns the probability that play comes to `node`. The fraction is reduced in each call.
    pub fn reach(&self, node: usize) -> Rational {
        let number = limbs::natural(self.reach_number(node));
        match self.own_denominator_of_reach(node) {
            Some(own) => exact::ratio(number, own.clone()),
            None => exact::ratio(number * limbs::natural(self.hidden(node)), self.start.clone()),
        }
    }

    /// Returns an iterator, indexed by outcome, over the whole numbers that stand for the outcomes from `node` on. Each is
    /// given as its 64-bit limbs, the least significant first.
    pub fn numbers(&self, node: usize) -> impl Iterator<Item = &[u64]> {
        self.odds.numbers(node).numbers()
    }

    /// Returns the sum of those [`numbers`](Self::numbers), their denominator, as its 64-bit limbs, the least significant
    /// first. Where ways are counted, it is the number of arrangements of what a node hides.
    pub fn hidden(&self, node: usize) -> &[u64] {
        self.hidden.get(node)
    }

    /// Returns the whole number that stands for reaching `node`, as its 64-bit limbs, the least significant first. It is
    /// over its own denominator, or else to be multiplied by what the node hides, and over what the start hides.
    pub fn reach_number(&self, node: usize) -> &[u64] {
        self.reach.numbers(node).number(0)
    }

    /// Returns what the start hides: the denominator of reaching any node that has not its own.
    pub fn start_hides(&self) -> &Natural {
        &self.start
    }

    /// The denominator of reaching `node`, where it has its own.
    pub fn own_denominator_of_reach(&self, node: usize) -> Option<&Natural> {
        (!self.counted).then(|| self.scales.denominator(self.reach.denominator(node)))
    }

    /// Returns the number of bytes that the numbers take.
    pub fn bytes(&self) -> u64 {
        self.odds.bytes() + self.reach.own_bytes() + self.hidden.bytes()
    }
}

impl Rounded {
    /// Returns the probability of each outcome once play is in `node`, indexed by outcome.
    pub fn odds(&self, node: usize) -> &[f64] {
        let outcomes = self.start.len();
        &self.odds[node * outcomes..][..outcomes]
    }

    /// Returns the probability that play comes to `node`.
    pub fn reach(&self, node: usize) -> f64 {
        self.reach[node]
    }

    /// Returns the exact probability of each outcome from the start.
    pub fn odds_at_start(&self) -> &[Rational] {
        &self.start
    }

    /// Returns the number of bytes that the doubles take.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.odds[..]) + size_of_val(&self.reach[..])) as u64
    }
}

/// Evaluates a graph without decisions and cycles. For every node it finds the probability of being reached, and
/// that of each of `outcomes` outcomes from there on. `worth` gives the worth of an end or of a [`cut`](Model::cut)
/// node.
///
/// Costs, for every edge, one multiplication of a fixed-width number for the reach and one for each outcome. All
/// numbers are kept. The work can be saved.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game counts ways for some events only, a limit of
/// `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If a worth does not have `outcomes` numbers, or all of them are 0.
pub fn evaluate(
    model: &Model,
    outcomes: usize,
    worth: impl Fn(usize) -> Masses + Sync,
    job: &Job<'_>,
) -> Result<Evaluation, Error> {
    Ok(Work::done(model, (outcomes, &worth), true, job)?.evaluation())
}

/// Like [`evaluate`], but each number is rounded to the nearest double as soon as its exact form is no longer needed: it is
/// exact up to that last step, and takes a fraction of the memory.
///
/// # Errors
/// As [`evaluate`].
///
/// # Panics
/// If a worth does not have `outcomes` numbers, or all of them are 0.
pub fn evaluate_rounded(
    model: &Model,
    outcomes: usize,
    worth: impl Fn(usize) -> Masses + Sync,
    job: &Job<'_>,
) -> Result<Rounded, Error> {
    Ok(Work::done(model, (outcomes, &worth), false, job)?.rounded())
}
