//! The two passes of an evaluation: backward the probabilities of the outcomes, then forward the reach probabilities.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::denominators::DenominatorTable;
use crate::evaluate::evaluation::remaining::RemainingArrangements;
use crate::evaluate::evaluation::{Evaluation, RoundedEvaluation};
use crate::evaluate::limb_sums::{LimbSums, NumbersOf};
use crate::evaluate::storage::{Arena, Storage as _};
use crate::evaluate::sweep::{Adjacency, Pass, Rounds, Sweep, SweepDirection, run_passes};
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{self, limbs};
use crate::model::{Error, Job, Model};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The computation of the numbers of all nodes.
pub(super) struct EvaluationPasses<'a> {
    sweep: Sweep<'a, LimbSums<'a>>,
    /// `true` if the game counts arrangements.
    counted: bool,
    remaining: RemainingArrangements,
    kept: EvaluationResult,
}

/// The results that are kept.
enum EvaluationResult {
    /// The numbers of the backward pass, once it is complete. The numbers of the forward pass are in the sweep.
    Numbers(Option<Arena>),
    /// The nearest doubles.
    Doubles(RoundedEvaluation),
}

impl RoundedEvaluation {
    /// Rounds the probabilities of the outcomes of `nodes`, in the backward pass.
    fn round_odds(&mut self, arena: &Arena, nodes: &[u32], remaining: &RemainingArrangements, start: usize) {
        for node in nodes.iter().map(|&node| node as usize) {
            let (numbers, remaining) = (arena.numbers(node), remaining.get(node));
            let outcomes = self.odds[node * arena.each()..].iter_mut();
            outcomes.zip(numbers.numbers()).for_each(|(into, number)| *into = nearest(number, remaining));
            if node == start {
                let total = limbs::natural(remaining);
                let share = |number| exact::ratio(limbs::natural(number), total.clone());
                self.start = numbers.numbers().map(share).collect();
            }
        }
    }

    /// Rounds the reach probabilities of `nodes`, in the forward pass. In a game that counts arrangements, `counts` holds the
    /// remaining arrangements and the start.
    fn round_reach(
        &mut self,
        arena: &Arena,
        denominators: &DenominatorTable,
        nodes: &[u32],
        counts: Option<(&RemainingArrangements, usize)>,
    ) {
        let mut product = Vec::new();
        for node in nodes.iter().map(|&node| node as usize) {
            let number = arena.numbers(node).number(0);
            self.reach[node] = match counts {
                Some((remaining, start)) => {
                    multiply(number, remaining.get(node), &mut product);
                    nearest(&product, remaining.get(start))
                }
                None => nearest(number, &limbs::limbs(denominators.get(arena.denominator(node)))),
            };
        }
    }
}

impl<'a> EvaluationPasses<'a> {
    /// Computes the numbers of a graph without decisions and cycles. The work resumes from a checkpoint.
    pub(super) fn run(
        model: &'a Model,
        (outcomes, masses): (usize, NumbersOf<'a>),
        exact: bool,
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        model.require_chance_without_cycles()?;
        let counted = model.counts_arrangements()?;
        let nodes = model.node_count();
        let doubles = |each: usize| vec![0.0; nodes * each];
        let kept = match exact {
            true => EvaluationResult::Numbers(None),
            false => EvaluationResult::Doubles(RoundedEvaluation {
                odds: doubles(outcomes),
                reach: doubles(1),
                start: Vec::new(),
            }),
        };
        let recurrence = LimbSums { each: outcomes, boundary: masses, over_sum: !counted };
        let (adjacency, all) = (Adjacency::new(model, SweepDirection::Backward), kept_nodes(model, exact));
        let sweep = Sweep::new(adjacency, recurrence, (model.start(), all), job)?;
        let mut work = Self { sweep, counted, remaining: RemainingArrangements::new(nodes), kept };
        let pass = Pass {
            name: b"nodes   ",
            model,
            directions: &[SweepDirection::Backward, SweepDirection::Forward],
            parameters: vec![outcomes as u64, exact.into()],
        };
        run_passes(pass, &mut work, job)?;
        Ok(work)
    }

    /// Returns the exact numbers.
    pub(super) fn evaluation(self) -> Evaluation {
        let Self { sweep, remaining, kept, counted, .. } = self;
        let start = limbs::natural(remaining.get(sweep.model.start()));
        let EvaluationResult::Numbers(Some(odds)) = kept else { unreachable!("exact numbers are kept") };
        Evaluation { odds, reach: sweep.values, remaining, counted, denominators: sweep.denominators, start }
    }

    /// Returns the doubles.
    pub(super) fn rounded(self) -> RoundedEvaluation {
        let EvaluationResult::Doubles(rounded) = self.kept else { unreachable!("doubles are kept") };
        rounded
    }
}

/// Returns the nodes whose numbers are kept to the end: all nodes if numbers are exact.
fn kept_nodes(model: &Model, exact: bool) -> Range<usize> {
    if exact { 0..model.node_count() } else { 0..0 }
}

impl Rounds for EvaluationPasses<'_> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { sweep, remaining, kept, counted, .. } = self;
        let (start, direction) = (sweep.model.start(), sweep.adjacency.direction);
        let mut visit = |sweep: &Sweep<'_, LimbSums<'_>>, nodes: &[u32]| {
            let (arena, is_backward) = (&sweep.values, direction == SweepDirection::Backward);
            if is_backward {
                let nodes = nodes.iter().map(|&node| node as usize);
                nodes.for_each(|node| remaining.put(node, arena.numbers(node)));
            }
            match kept {
                EvaluationResult::Numbers(_) => {}
                EvaluationResult::Doubles(rounded) if is_backward => {
                    rounded.round_odds(arena, nodes, remaining, start);
                }
                EvaluationResult::Doubles(rounded) => {
                    rounded.round_reach(
                        arena,
                        &sweep.denominators,
                        nodes,
                        counted.then_some((&*remaining, start)),
                    );
                }
            }
        };
        sweep.advance(nodes, &mut visit)
    }

    fn reverse(&mut self) {
        let Self { sweep: backward, kept, .. } = self;
        let (model, job, exact) =
            (backward.model, backward.job, matches!(kept, EvaluationResult::Numbers(_)));
        let recurrence = LimbSums::reach();
        let arena = Arena::of(backward.values.addresses(), 1);
        let adjacency = Adjacency::new(model, SweepDirection::Forward);
        let start_and_kept = (model.start(), kept_nodes(model, exact));
        let forward = Sweep::with_values(adjacency, recurrence, arena, start_and_kept, job);
        let backward = std::mem::replace(backward, forward);
        if let EvaluationResult::Numbers(numbers) = kept {
            *numbers = Some(backward.values);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { sweep, remaining, kept, .. } = self;
        remaining.write(out)?;
        match kept {
            EvaluationResult::Numbers(None) => {}
            EvaluationResult::Numbers(Some(backward)) => backward.write(out)?,
            EvaluationResult::Doubles(rounded) => save_value(out, rounded)?,
        }
        sweep.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        let Self { sweep, remaining, kept, .. } = self;
        *remaining = RemainingArrangements::read(input)?;
        match kept {
            EvaluationResult::Numbers(None) => {}
            EvaluationResult::Numbers(Some(backward)) => backward.read(input, &|numbers| numbers)?,
            EvaluationResult::Doubles(rounded) => *rounded = read_value(input)?,
        }
        sweep.read(input, done)
    }
}
