//! The equations of the values before one step, in compressed rows of doubles.
//!
//! A lower and an upper bound are computed in one pass. Each operation rounds to the nearest double, so a sum of `n` products of numbers
//! that are at least 0 has a relative error of at most about `n + 2` times 2^-53: one for each addition, one for the product, and one for
//! the probability (Higham 2002, section 3.1). After each choice, one multiplication moves each bound outward by more than this error. A
//! lower bound of less than `floor` is replaced by 0, and an upper bound by `floor`, so that no product is below the least normal double.
//! If values or rewards are negative, the error is bounded by the greatest absolute value instead.

use crate::exact::{double, one};
use crate::model::csr::Csr;
use crate::model::order::{sort, sort_indices};
use crate::model::{Error, Job, Progress};
use crate::needed_steps::NeededSteps;
use crate::number::PlaySteps;
use crate::{Checker, ValueBounds};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A lower and an upper bound.
type Pair = [f64; 2];

const ZERO: Pair = [0.0, 0.0];

/// The number of rows that are skipped together while the values that they are computed from stay the same.
const BLOCK: usize = 64;

/// The least probability of a branch. Branches with lower probabilities are replaced by bounds on their terms.
const LEAST_SHARE: f64 = 1e-270;

/// The greatest absolute value of a bound.
const GREATEST: f64 = 1e300;

/// The number of steps after which the greatest absolute value is measured again.
const MEASURED_STEPS: u64 = 64;

/// A choice.
struct RowChoice {
    /// The number of branches of this and all earlier choices.
    end: u32,
    /// The index of the terms that are not branches.
    terms: u32,
}

/// What many choices have in common.
struct ChoiceTerms {
    reward: Pair,
    /// The number of branches that are replaced, because their probabilities are too low.
    replaced: usize,
    /// The number of terms, or 0 without rounding errors.
    count: u32,
    /// The factors that move the bounds outward.
    factors: Pair,
}

/// The equations of the states whose values may change and are needed.
pub(crate) struct StepRows {
    /// The state of each row, in descending order of `ends`.
    states: Vec<u32>,
    /// The greatest number of steps after which the value of each row is needed, plus 1.
    ends: Vec<u64>,
    /// Whether the value of each row is maximised.
    is_maximum: Vec<bool>,
    /// The number of choices of each row and all earlier rows, after 0.
    choice_offsets: Vec<u32>,
    choices: Vec<RowChoice>,
    terms: Vec<ChoiceTerms>,
    /// The place of the next value of each branch.
    targets: Vec<u32>,
    shares: Vec<f64>,
    /// The values of the rows, and then values that stay unchanged.
    values: Vec<Pair>,
    /// The blocks that the values of each block are computed from.
    sources: Csr,
    /// The least number other than 0 in a bound, or `None` if values or rewards are negative.
    floor: Option<f64>,
    most_reward: f64,
}

impl StepRows {
    /// Returns `None` if numbers may be beyond the range of doubles.
    pub(crate) fn new(
        checker: &Checker<'_, ValueBounds>,
        start: &[ValueBounds],
        steps: &PlaySteps<'_>,
        needed: &NeededSteps,
    ) -> Option<Self> {
        let space = checker.space;
        let is_row = |&state: &u32| steps.moving.contains(state) && needed.is_changed(state, steps.count);
        let mut states: Vec<u32> = (0..space.state_count() as u32).filter(is_row).collect();
        sort(&mut states, |&one, &other| needed.end(other).cmp(&needed.end(one)));
        let mut places = vec![u32::MAX; space.state_count()];
        (0..).zip(&states).for_each(|(place, &state)| places[state as usize] = place);
        let start = |state: u32| [start[state as usize].lower, start[state as usize].upper];
        let mut rows = Self {
            ends: states.iter().map(|&state| needed.end(state)).collect(),
            is_maximum: states.iter().map(|&state| checker.maximizers.contains(state)).collect(),
            choice_offsets: vec![0],
            choices: Vec::new(),
            terms: Vec::new(),
            targets: Vec::new(),
            shares: Vec::new(),
            values: states.iter().map(|&state| start(state)).collect(),
            sources: Csr::default(),
            floor: None,
            most_reward: 0.0,
            states,
        };
        let shares: Vec<f64> = space.fractions.iter().map(double).collect();
        let is_certain: Vec<bool> = space.fractions.iter().map(|share| *share == one()).collect();
        let mut indices: HashMap<_, u32, FixedState> = HashMap::default();
        for row in 0..rows.states.len() {
            let state = rows.states[row];
            for choice in space.choices(state) {
                let first = rows.targets.len();
                let (mut replaced, mut is_exact) = (0, true);
                for branch in space.branches(choice) {
                    let (target, share) = (space.targets[branch], space.probabilities[branch] as usize);
                    let place = &mut places[target as usize];
                    if *place == u32::MAX {
                        let value = start(target);
                        if value == ZERO {
                            continue;
                        }
                        *place = rows.values.len() as u32;
                        rows.values.push(value);
                    }
                    if shares[share] < LEAST_SHARE {
                        replaced += 1;
                        continue;
                    }
                    is_exact = is_certain[share];
                    rows.targets.push(*place);
                    rows.shares.push(shares[share]);
                }
                let reward = steps.reward.map_or(ZERO, |reward| {
                    let sum = ValueBounds::of_fraction(&reward.of_choice(state, choice));
                    [sum.lower, sum.upper]
                });
                let has_reward = reward != ZERO || replaced > 0;
                let branches = rows.targets.len() - first;
                let is_exact = branches == 0 || is_exact && !has_reward;
                let count = if is_exact { 0 } else { branches as u32 + u32::from(has_reward) };
                let key = (reward.map(f64::to_bits), replaced, count);
                let terms = *indices.entry(key).or_insert_with(|| {
                    rows.terms.push(ChoiceTerms { reward, replaced, count, factors: [1.0, 1.0] });
                    rows.terms.len() as u32 - 1
                });
                rows.choices.push(RowChoice { end: rows.targets.len() as u32, terms });
            }
            rows.choice_offsets.push(rows.choices.len() as u32);
        }
        rows.prepare(steps.count).then_some(rows)
    }

    /// Computes the fields that depend on all rows. Returns whether all numbers are in the range of doubles.
    fn prepare(&mut self, steps: u64) -> bool {
        let most_reward = |terms: &[ChoiceTerms]| greatest(terms.iter().map(|terms| &terms.reward));
        let most = greatest(&self.values) + most_reward(&self.terms) * steps as f64;
        if most.is_nan() || most > GREATEST {
            return false;
        }
        let rewards = self.terms.iter().map(|terms| &terms.reward);
        let is_negative = self.values.iter().chain(rewards).any(|bounds| bounds[0] < 0.0);
        for terms in &mut self.terms {
            if terms.replaced > 0 {
                let most = (LEAST_SHARE * terms.replaced as f64 * most * 2.0).next_up();
                let [lower, upper] = &mut terms.reward;
                *lower = if is_negative { (*lower - most).next_down() } else { *lower };
                *upper = (*upper + most).next_up();
            }
            if !is_negative && terms.count > 0 {
                terms.factors = [1.0 - error(terms.count), (1.0 + error(terms.count)).next_up()];
            }
        }
        self.most_reward = most_reward(&self.terms);
        let least_share = self.shares.iter().copied().fold(1.0, f64::min);
        self.floor = (!is_negative).then_some(f64::MIN_POSITIVE / least_share * 2.0);
        if let Some(floor) = self.floor {
            self.values.iter_mut().for_each(|value| *value = floored(*value, floor));
        }
        for first in (0..self.states.len()).step_by(BLOCK) {
            let last = self.states.len().min(first + BLOCK);
            let first_branch = self.first_branch(self.choice_offsets[first] as usize);
            let branches = first_branch..self.first_branch(self.choice_offsets[last] as usize);
            let targets = self.targets[branches].iter().map(|&target| target as usize);
            let rows = targets.filter(|&target| target < self.states.len());
            let mut sources: Vec<usize> = rows.map(|row| row / BLOCK).chain([first / BLOCK]).collect();
            sort_indices(&mut sources);
            sources.dedup();
            self.sources.push(sources.into_iter());
        }
        true
    }

    fn first_branch(&self, choice: usize) -> usize {
        choice.checked_sub(1).map_or(0, |last| self.choices[last].end as usize)
    }

    /// Returns the state of each row, and bounds on its value.
    pub(crate) fn results(&self) -> impl Iterator<Item = (u32, ValueBounds)> {
        let bounds = |&[lower, upper]: &Pair| ValueBounds { lower, upper };
        self.states.iter().copied().zip(self.values.iter().map(bounds))
    }

    /// Computes the values before a number of steps.
    ///
    /// # Errors
    /// If a limit of the job is passed, with the number of steps that are left.
    pub(crate) fn run(&mut self, count: u64, job: &Job<'_>) -> Result<(), (u64, Error)> {
        let mut next = self.values.clone();
        let blocks = self.sources.len();
        // Whether the last step changed a value of each block. If not, both arrays have the same values of the block.
        let (mut is_changed, mut changes) = (vec![true; blocks], vec![false; blocks]);
        let mut most = 0.0;
        let widest = self.terms.iter().map(|terms| terms.count).max().unwrap_or(0);
        for step in 0..count {
            job.tick(Progress { layer: step as u32, states: 0 }).map_err(|error| (count - step, error))?;
            if self.floor.is_none() && step.is_multiple_of(MEASURED_STEPS) {
                most = greatest(&self.values);
            }
            most = (most + self.most_reward) * (1.0 + 1e-9);
            let slack = error(widest) * most + f64::MIN_POSITIVE;
            let needed = self.ends.partition_point(|&end| end > step + 1).div_ceil(BLOCK);
            for (block, is_new) in changes[..needed].iter_mut().enumerate() {
                let is_open = self.sources.get(block).iter().any(|&source| is_changed[source as usize]);
                *is_new = is_open
                    && match self.floor {
                        Some(floor) => self.update(block, &mut next, |it| floored(it, floor)),
                        None => self.update(block, &mut next, |it| [it[0] - slack, it[1] + slack]),
                    };
            }
            std::mem::swap(&mut self.values, &mut next);
            std::mem::swap(&mut is_changed, &mut changes);
            if !is_changed[..needed].contains(&true) {
                break;
            }
        }
        Ok(())
    }

    /// Computes the values of a block one step earlier. Returns whether a value changes.
    #[inline]
    fn update(&self, block: usize, next: &mut [Pair], outward: impl Fn(Pair) -> Pair) -> bool {
        let rows = block * BLOCK..self.states.len().min((block + 1) * BLOCK);
        let mut choice = self.choice_offsets[rows.start] as usize;
        let mut branch = self.first_branch(choice);
        let mut is_changed = false;
        let ends = &self.choice_offsets[rows.start + 1..=rows.end];
        for ((&end, &is_maximum), (value, old)) in ends
            .iter()
            .zip(&self.is_maximum[rows.clone()])
            .zip(next[rows.clone()].iter_mut().zip(&self.values[rows]))
        {
            let mut best = if is_maximum { [f64::NEG_INFINITY; 2] } else { [f64::INFINITY; 2] };
            for RowChoice { end, terms } in &self.choices[choice..end as usize] {
                let branches = branch..*end as usize;
                branch = *end as usize;
                let ChoiceTerms { reward, factors, .. } = &self.terms[*terms as usize];
                let sum =
                    total(*reward, &self.shares[branches.clone()], &self.targets[branches], &self.values);
                let moved = [sum[0] * factors[0], sum[1] * factors[1]];
                best = if is_maximum { greater(best, moved) } else { lesser(best, moved) };
            }
            choice = end as usize;
            *value = outward(best);
            is_changed |= *value != *old;
        }
        is_changed
    }
}

/// Returns the reward plus the sum of the products. Each term is part of at most [`additions`] additions that are rounded.
#[inline(always)]
fn total(reward: Pair, shares: &[f64], targets: &[u32], values: &[Pair]) -> Pair {
    let term = |(&share, &target): (&f64, &u32)| {
        let value = values[target as usize];
        [share * value[0], share * value[1]]
    };
    let plus = |a: Pair, b: Pair| [a[0] + b[0], a[1] + b[1]];
    let add =
        |sum: Pair, shares: &[f64], targets: &[u32]| shares.iter().zip(targets).map(term).fold(sum, plus);
    if shares.len() <= 4 {
        return add(reward, shares, targets);
    }
    let mut sums = [reward, ZERO, ZERO, ZERO];
    let (mut share_parts, mut target_parts) = (shares.chunks_exact(4), targets.chunks_exact(4));
    for part in share_parts.by_ref().zip(target_parts.by_ref()) {
        for (sum, branch) in sums.iter_mut().zip(part.0.iter().zip(part.1)) {
            *sum = plus(*sum, term(branch));
        }
    }
    sums[0] = add(sums[0], share_parts.remainder(), target_parts.remainder());
    plus(plus(sums[0], sums[1]), plus(sums[2], sums[3]))
}

/// Returns the greatest number of rounded additions of a term in [`total`]. The first addition is not rounded without a reward,
/// which is a term, too.
fn additions(terms: u32) -> u32 {
    if terms <= 4 { terms.saturating_sub(1) } else { terms / 4 + 5 }
}

/// Returns more than the relative error of [`total`], of the probabilities, and of moving the result outward.
fn error(terms: u32) -> f64 {
    f64::from(additions(terms) + 4) * (f64::EPSILON / 2.0)
}

/// Replaces bounds of less than `floor`. The bounds must be at least 0.
#[inline]
fn floored([lower, upper]: Pair, floor: f64) -> Pair {
    let is_zero = upper == 0.0;
    [if lower < floor { 0.0 } else { lower }, if upper < floor && !is_zero { floor } else { upper }]
}

#[inline]
fn greater(a: Pair, b: Pair) -> Pair {
    [if a[0] > b[0] { a[0] } else { b[0] }, if a[1] > b[1] { a[1] } else { b[1] }]
}

#[inline]
fn lesser(a: Pair, b: Pair) -> Pair {
    [if a[0] < b[0] { a[0] } else { b[0] }, if a[1] < b[1] { a[1] } else { b[1] }]
}

/// Returns the greatest absolute value of a bound.
fn greatest<'v>(values: impl IntoIterator<Item = &'v Pair>) -> f64 {
    values.into_iter().flatten().fold(0.0, |most, bound| f64::max(most, bound.abs()))
}
