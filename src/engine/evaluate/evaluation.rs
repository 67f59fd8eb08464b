//! Exact numbers on every node of a graph without decisions and cycles.

mod passes;
mod remaining;

use crate::evaluate::checkpoint::doubles;
use crate::evaluate::denominators::DenominatorTable;
use crate::evaluate::evaluation::passes::EvaluationPasses;
use crate::evaluate::evaluation::remaining::RemainingArrangements;
use crate::evaluate::storage::{Arena, Storage as _};
use crate::exact;
use crate::exact::{Natural, Rational, limbs};
use crate::model::{Error, Job, Model};
use serde::{Deserialize, Serialize};

/// The probabilities of the outcomes at an end or at a [`cut`](Model::cut) node: a whole number for each outcome, not all 0,
/// over their sum. In a game that counts arrangements, the sum must be the number of remaining arrangements: at an end the
/// result of [`Game::remaining_arrangements`](crate::game::Game::remaining_arrangements), or 1.
pub type Masses = Vec<Natural>;

/// The exact numbers on the nodes of a graph without decisions and cycles; see [`evaluate`].
#[derive(Debug)]
pub struct Evaluation {
    /// The numerators of the outcomes of each node, over the remaining arrangements of the node.
    odds: Arena,
    /// The numerator of the reach probability of each node.
    reach: Arena,
    remaining: RemainingArrangements,
    /// `true` if the game counts arrangements. Then a numerator in `reach` is to be multiplied by the remaining arrangements of
    /// the node, over those at the start. Else it has a denominator in `denominators`.
    counted: bool,
    denominators: DenominatorTable,
    start: Natural,
}

/// The numbers of all nodes, rounded to the nearest doubles, and the exact numbers of the start; see [`evaluate_rounded`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundedEvaluation {
    /// The probabilities of the outcomes, node after node.
    #[serde(with = "doubles")]
    odds: Vec<f64>,
    #[serde(with = "doubles")]
    reach: Vec<f64>,
    start: Vec<Rational>,
}

/// The numbers of all nodes, exact or rounded.
#[derive(Debug)]
pub enum AnyEvaluation {
    /// The exact numbers.
    Exact(Box<Evaluation>),
    /// The nearest doubles.
    Rounded(RoundedEvaluation),
}

impl AnyEvaluation {
    /// Returns the exact probability of each outcome from the start of `graph`, which must be the graph that was
    /// evaluated.
    pub fn odds_at_start(&self, graph: &Model) -> Vec<Rational> {
        match self {
            Self::Exact(evaluation) => evaluation.odds(graph.start()),
            Self::Rounded(rounded) => rounded.start.clone(),
        }
    }
}

impl Evaluation {
    /// Returns the probability of each outcome from `node` on, indexed by outcome. Every call reduces the fractions.
    pub fn odds(&self, node: usize) -> Vec<Rational> {
        let total = limbs::natural(self.remaining(node));
        self.numbers(node).map(|number| exact::ratio(limbs::natural(number), total.clone())).collect()
    }

    /// Returns the probability that `node` is reached. Every call reduces the fraction.
    pub fn reach(&self, node: usize) -> Rational {
        let number = limbs::natural(self.reach_number(node));
        match self.reach_denominator(node) {
            Some(own) => exact::ratio(number, own.clone()),
            None => exact::ratio(number * limbs::natural(self.remaining(node)), self.start.clone()),
        }
    }

    /// Returns an iterator over the numerators of the outcomes from `node` on, indexed by outcome. A number is a slice of
    /// 64-bit limbs, the least significant first. The denominator is [`remaining`](Self::remaining).
    pub fn numbers(&self, node: usize) -> impl Iterator<Item = &[u64]> {
        self.odds.numbers(node).numbers()
    }

    /// Returns the sum of the [`numbers`](Self::numbers) of a node, as 64-bit limbs, the least significant first. In a game
    /// that counts arrangements, it is the number of remaining arrangements.
    pub fn remaining(&self, node: usize) -> &[u64] {
        self.remaining.get(node)
    }

    /// Returns the numerator of the probability that `node` is reached, as 64-bit limbs, the least significant first. If
    /// [`reach_denominator`](Self::reach_denominator) returns `None`, it is to be multiplied by
    /// [`remaining`](Self::remaining), over [`remaining_at_start`](Self::remaining_at_start).
    pub fn reach_number(&self, node: usize) -> &[u64] {
        self.reach.numbers(node).number(0)
    }

    /// Returns the number of remaining arrangements at the start.
    pub fn remaining_at_start(&self) -> &Natural {
        &self.start
    }

    /// Returns the denominator of the probability that `node` is reached, unless the game counts arrangements.
    pub fn reach_denominator(&self, node: usize) -> Option<&Natural> {
        (!self.counted).then(|| self.denominators.get(self.reach.denominator(node)))
    }
}

impl RoundedEvaluation {
    /// Returns the probability of each outcome from `node` on, indexed by outcome.
    pub fn odds(&self, node: usize) -> &[f64] {
        let outcomes = self.start.len();
        &self.odds[node * outcomes..][..outcomes]
    }

    /// Returns the probability that `node` is reached.
    pub fn reach(&self, node: usize) -> f64 {
        self.reach[node]
    }

    /// Returns the exact probability of each outcome from the start.
    pub fn odds_at_start(&self) -> &[Rational] {
        &self.start
    }
}

/// Computes, for every node of a graph without decisions and cycles, the probability that the node is reached, and the
/// probability of each of `outcomes` outcomes from the node on. `masses` returns the outcomes of an end or of a
/// [`cut`](Model::cut) node. All numbers are kept. The work can be saved.
///
/// Cost: for every edge, one multiplication of fixed-width numbers for each outcome and one for the reach probability.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game counts arrangements for some events only, a limit of
/// `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If `masses` does not return `outcomes` numbers, or returns only zeros.
pub fn evaluate(
    model: &Model,
    outcomes: usize,
    masses: impl Fn(usize) -> Masses + Sync,
    job: &Job<'_>,
) -> Result<Evaluation, Error> {
    Ok(EvaluationPasses::run(model, (outcomes, &masses), true, job)?.evaluation())
}

/// Computes the numbers of [`evaluate`], and rounds each exact number to the nearest double after its last use. This takes a
/// fraction of the memory.
///
/// # Errors
/// As [`evaluate`].
///
/// # Panics
/// If `masses` does not return `outcomes` numbers, or returns only zeros.
pub fn evaluate_rounded(
    model: &Model,
    outcomes: usize,
    masses: impl Fn(usize) -> Masses + Sync,
    job: &Job<'_>,
) -> Result<RoundedEvaluation, Error> {
    Ok(EvaluationPasses::run(model, (outcomes, &masses), false, job)?.rounded())
}
