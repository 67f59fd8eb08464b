//! The two passes through a graph: backward the probabilities of the outcomes, then forward the probabilities of reaching the nodes.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::evaluation::remaining::RemainingArrangements;
use crate::evaluate::evaluation::{Evaluation, Rounded};
use crate::evaluate::limb_sums::{LimbSums, NumbersOf};
use crate::evaluate::scale::Scales;
use crate::evaluate::storage::{Arena, Storage as _};
use crate::evaluate::sweep::{Adjacency, Pass, Rounds, Sweep, SweepDirection, run_passes};
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{self, limbs};
use crate::model::{Error, Job, Model};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The computation of the numbers of all nodes.
pub(super) struct Work<'a> {
    sweep: Sweep<'a, LimbSums<'a>>,
    /// `true` if the game counts ways.
    counted: bool,
    hidden: RemainingArrangements,
    kept: Kept,
}

/// The results that are kept.
enum Kept {
    /// The numbers of the backward pass, after it. The numbers of the forward pass are in the sweep.
    Numbers(Option<Arena>),
    /// The nearest doubles.
    Doubles(Rounded),
}

impl Rounded {
    /// Rounds the odds of `nodes`, which were computed in the backward pass.
    fn round_odds(&mut self, arena: &Arena, nodes: &[u32], hidden: &RemainingArrangements, start: usize) {
        for node in nodes.iter().map(|&node| node as usize) {
            let (numbers, hidden) = (arena.numbers(node), hidden.get(node));
            let outcomes = self.odds[node * arena.each()..].iter_mut();
            outcomes.zip(numbers.numbers()).for_each(|(into, number)| *into = nearest(number, hidden));
            if node == start {
                let total = limbs::natural(hidden);
                let share = |number| exact::ratio(limbs::natural(number), total.clone());
                self.start = numbers.numbers().map(share).collect();
            }
        }
    }

    /// Rounds the probability of reaching `nodes`, which were computed in the forward pass. Where ways are counted, the sums
    /// of the numbers of all nodes are needed, and the start.
    fn round_reach(
        &mut self,
        arena: &Arena,
        scales: &Scales,
        nodes: &[u32],
        counts: Option<(&RemainingArrangements, usize)>,
    ) {
        let mut product = Vec::new();
        for node in nodes.iter().map(|&node| node as usize) {
            let number = arena.numbers(node).number(0);
            self.reach[node] = match counts {
                Some((hidden, start)) => {
                    multiply(number, hidden.get(node), &mut product);
                    nearest(&product, hidden.get(start))
                }
                None => nearest(number, &limbs::limbs(scales.denominator(arena.denominator(node)))),
            };
        }
    }
}

impl<'a> Work<'a> {
    /// Computes the numbers of a graph without decisions and cycles. It goes on from a checkpoint.
    pub(super) fn done(
        model: &'a Model,
        (outcomes, worth): (usize, NumbersOf<'a>),
        exact: bool,
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        model.only_chance()?;
        let counted = model.counts_ways()?;
        let nodes = model.node_count();
        let doubles = |each: usize| vec![0.0; nodes * each];
        let kept = match exact {
            true => Kept::Numbers(None),
            false => Kept::Doubles(Rounded { odds: doubles(outcomes), reach: doubles(1), start: Vec::new() }),
        };
        let recurrence = LimbSums { each: outcomes, boundary: worth, over_sum: !counted, is_weighted: true };
        let (adjacency, all) = (Adjacency::new(model, SweepDirection::Backward), kept_nodes(model, exact));
        let sweep = Sweep::new(adjacency, recurrence, outcomes, (model.start(), all), job)?;
        let mut work = Self { sweep, counted, hidden: RemainingArrangements::new(nodes), kept };
        let pass = Pass {
            name: b"nodes   ",
            model,
            directions: &[SweepDirection::Backward, SweepDirection::Forward],
            parameters: vec![outcomes as u64, exact.into()],
        };
        run_passes(pass, &mut work, job)?;
        Ok(work)
    }

    /// Returns the exact numbers, after the work.
    pub(super) fn evaluation(self) -> Evaluation {
        let Self { sweep, hidden, kept, counted, .. } = self;
        let start = limbs::natural(hidden.get(sweep.model.start()));
        let Kept::Numbers(Some(odds)) = kept else { unreachable!("exact numbers are kept") };
        Evaluation { odds, reach: sweep.values, hidden, counted, scales: sweep.scales, start }
    }

    /// Returns the doubles, after the work.
    pub(super) fn rounded(self) -> Rounded {
        let Kept::Doubles(rounded) = self.kept else { unreachable!("doubles are kept") };
        rounded
    }
}

/// Returns the nodes whose numbers are kept to the end: all nodes if numbers are exact.
fn kept_nodes(model: &Model, exact: bool) -> Range<usize> {
    if exact { 0..model.node_count() } else { 0..0 }
}

impl Rounds for Work<'_> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { sweep, hidden, kept, counted, .. } = self;
        let (start, direction) = (sweep.model.start(), sweep.adjacency.direction);
        let mut visit = |sweep: &Sweep<'_, LimbSums<'_>>, nodes: &[u32]| {
            let (arena, is_backward) = (&sweep.values, direction == SweepDirection::Backward);
            if is_backward {
                let nodes = nodes.iter().map(|&node| node as usize);
                nodes.for_each(|node| hidden.put(node, arena.numbers(node)));
            }
            match kept {
                Kept::Numbers(_) => {}
                Kept::Doubles(rounded) if is_backward => rounded.round_odds(arena, nodes, hidden, start),
                Kept::Doubles(rounded) => {
                    rounded.round_reach(arena, &sweep.scales, nodes, counted.then_some((&*hidden, start)));
                }
            }
        };
        sweep.advance(nodes, &mut visit)
    }

    fn reverse(&mut self) {
        let Self { sweep: backward, kept, .. } = self;
        let (model, job, exact) = (backward.model, backward.job, matches!(kept, Kept::Numbers(_)));
        let recurrence = LimbSums::paths(true);
        let arena = Arena::of(backward.values.addresses(), 1);
        let (adjacency, ends) =
            (Adjacency::new(model, SweepDirection::Forward), (model.start(), kept_nodes(model, exact)));
        let forward = Sweep::with_values(adjacency, recurrence, arena, ends, job);
        let backward = std::mem::replace(backward, forward);
        if let Kept::Numbers(numbers) = kept {
            *numbers = Some(backward.values);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { sweep, hidden, kept, .. } = self;
        hidden.write(out)?;
        match kept {
            Kept::Numbers(None) => {}
            Kept::Numbers(Some(backward)) => backward.write(out)?,
            Kept::Doubles(rounded) => save_value(out, rounded)?,
        }
        sweep.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        let Self { sweep, hidden, kept, .. } = self;
        *hidden = RemainingArrangements::read(input)?;
        match kept {
            Kept::Numbers(None) => {}
            Kept::Numbers(Some(backward)) => backward.read(input)?,
            Kept::Doubles(rounded) => *rounded = read_value(input)?,
        }
        sweep.read(input, done)
    }
}
