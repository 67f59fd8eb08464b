//! Exact numbers on every node of a graph without decisions and cycles.

mod remaining;

use crate::evaluate::checkpoint::doubles;
use crate::evaluate::denominators::DenominatorTable;
use crate::evaluate::evaluation::remaining::RemainingArrangements;
use crate::evaluate::limb_sums::{LimbSums, NumbersOf};
use crate::evaluate::storage::{Arena, Storage as _};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{self, Natural, Rational, limbs};
use crate::model::{Error, Job, Model};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::ops::Range;

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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    exact_numbers(model, (outcomes, &masses), job)
}

/// Computes the numbers of [`evaluate`]. The function is not generic, so that it is compiled with the engine.
fn exact_numbers(
    model: &Model,
    (outcomes, masses): (usize, NumbersOf<'_>),
    job: &Job<'_>,
) -> Result<Evaluation, Error> {
    let (start, nodes) = (model.start(), model.node_count());
    let parameters = &[outcomes as u64, true.into()];
    let [backward, forward] = ["odds", "reach"].map(|name| job.section(name));
    let mut odds = odds_sweep(model, (outcomes, masses), 0..nodes, &backward)?;
    let add = |remaining: &mut RemainingArrangements, sweep: &NumberSweep<'_>, node: usize| {
        remaining.put(node, sweep.values.numbers(node));
    };
    let tally = (RemainingArrangements::new(nodes), &add as _);
    let remaining = job.pass(0.0, 0.5, || odds.run_saved(ODDS, parameters, tally))?;
    // Both arenas share the addresses of the nodes.
    let arena = Arena::of(odds.values.addresses(), 1);
    let adjacency = Adjacency::reserved(model, SweepDirection::Forward, job)?;
    let mut reach = Sweep::with_values(adjacency, LimbSums::reach(), arena, (start, 0..nodes), &forward);
    job.pass(0.5, 1.0, || reach.run_saved(REACH, parameters, ((), &|_, _, _| ())))?;
    let (start, counted) = (limbs::natural(remaining.get(start)), !odds.recurrence.over_sum);
    let (odds, reach, denominators) = (odds.values, reach.values, reach.denominators);
    Ok(Evaluation { odds, reach, remaining, counted, denominators, start })
}

/// Computes the numbers of [`evaluate`], and rounds each exact number to the nearest double after its last use. This takes a
/// fraction of the memory. Unfinished work can be saved. The result is not saved: a caller with later work saves it if that work is
/// stopped.
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
    rounded_numbers(model, (outcomes, &masses), job)
}

/// Computes the numbers of [`evaluate_rounded`]. The function is not generic, so that it is compiled with the engine.
fn rounded_numbers(
    model: &Model,
    (outcomes, masses): (usize, NumbersOf<'_>),
    job: &Job<'_>,
) -> Result<RoundedEvaluation, Error> {
    let start = model.start();
    let parameters = &[outcomes as u64, false.into()];
    let (backward, forward) = (job.section("odds"), job.section("reach").without_results());
    // Saved work of the forward sweep contains the results of the backward sweep.
    let saved = forward.store.map_or(Ok(None), |store| store.load())?;
    let tally = match saved {
        Some(_) => ForwardNumbers::default(),
        None => job.pass(0.0, 0.5, || rounded_odds(model, (outcomes, masses), parameters, &backward))?,
    };
    let counted = model.counts_arrangements()?;
    let adjacency = Adjacency::reserved(model, SweepDirection::Forward, job)?;
    let mut sweep = Sweep::new(adjacency, LimbSums::reach(), (start, 0..0), &forward)?;
    let product = RefCell::default();
    let round_reach = |(remaining, rounded): &mut ForwardNumbers, sweep: &NumberSweep<'_>, node: usize| {
        let (number, product) = (sweep.values.numbers(node).number(0), &mut *product.borrow_mut());
        rounded.reach[node] = if counted {
            multiply(number, remaining.get(node), product);
            nearest(product, remaining.get(start))
        } else {
            nearest(number, &limbs::limbs(sweep.denominators.get(sweep.values.denominator(node))))
        };
    };
    let (_, rounded) = job.pass(0.5, 1.0, || sweep.run_saved(REACH, parameters, (tally, &round_reach)))?;
    Ok(rounded)
}

/// The results of the backward sweep, and the rounded numbers.
type ForwardNumbers = (RemainingArrangements, RoundedEvaluation);

/// Runs the backward sweep of [`rounded_numbers`].
fn rounded_odds(
    model: &Model,
    (outcomes, masses): (usize, NumbersOf<'_>),
    parameters: &[u64],
    job: &Job<'_>,
) -> Result<ForwardNumbers, Error> {
    let (start, nodes) = (model.start(), model.node_count());
    let mut sweep = odds_sweep(model, (outcomes, masses), 0..0, job)?;
    let round_odds = |(remaining, rounded): &mut ForwardNumbers, sweep: &NumberSweep<'_>, node: usize| {
        let numbers = sweep.values.numbers(node);
        remaining.put(node, numbers);
        let remaining = remaining.get(node);
        let odds = rounded.odds[node * outcomes..].iter_mut();
        odds.zip(numbers.numbers()).for_each(|(into, number)| *into = nearest(number, remaining));
        if node == start {
            let total = limbs::natural(remaining);
            let share = |number| exact::ratio(limbs::natural(number), total.clone());
            rounded.start = numbers.numbers().map(share).collect();
        }
    };
    let [odds, reach] = [outcomes, 1].map(|each| vec![0.0; nodes * each]);
    let rounded = RoundedEvaluation { odds, reach, start: Vec::new() };
    sweep.run_saved(ODDS, parameters, ((RemainingArrangements::new(nodes), rounded), &round_odds as _))
}

/// A sweep of whole numbers.
type NumberSweep<'a> = Sweep<'a, LimbSums<'a>>;

/// The names of the backward and the forward sweep in a checkpoint.
const ODDS: &[u8; 8] = b"odds    ";
const REACH: &[u8; 8] = b"reach   ";

/// Creates the backward sweep of the outcomes, which keeps the numbers of the nodes `kept`. The model must have no decisions and
/// no cycles.
fn odds_sweep<'a>(
    model: &'a Model,
    (outcomes, masses): (usize, NumbersOf<'a>),
    kept: Range<usize>,
    job: &'a Job<'a>,
) -> Result<NumberSweep<'a>, Error> {
    model.require_chance_without_cycles()?;
    let recurrence = LimbSums { each: outcomes, boundary: masses, over_sum: !model.counts_arrangements()? };
    Sweep::new(Adjacency::new(model, SweepDirection::Backward), recurrence, (model.start(), kept), job)
}
