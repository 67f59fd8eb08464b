//! Random runs of a model under best strategies.

use super::play_rules::PlayRules;
use crate::exact;
use crate::family::sampled::EndedGame;
use crate::model::{Error, Job, Progress};
use crate::random::Random;
use chancetree_prism::PlayEnd;

/// Plays random runs.
pub(super) struct RandomRuns {
    rules: PlayRules,
    /// The choice of each state at each counted step; empty if no player decides or no steps are counted.
    counted_choices: Vec<Vec<u32>>,
}

impl RandomRuns {
    /// Creates the runs of `rules`. If players decide, play without bounds on steps must be solved; finds strategies for the
    /// counted steps.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub(super) fn new(rules: PlayRules, job: &Job<'_>) -> Result<Self, Error> {
        let counted_choices = match rules.aim().counted_steps() > 0 && !rules.deciding().is_empty() {
            true => counted_choices(&rules, job)?,
            false => Vec::new(),
        };
        Ok(Self { rules, counted_choices })
    }

    /// Returns the number of units in a reward of 1.
    pub(super) fn unit(&self) -> u64 {
        self.rules.unit().into()
    }

    /// Plays a run. A run in which the quantity of a probability is 1 counts as a win of seat 0.
    ///
    /// # Errors
    /// If the monitor of the job stops the run, or the sum of rewards is too large.
    pub(super) fn play(&self, random: &mut Random, job: &Job<'_>) -> Result<EndedGame, Error> {
        let rules = &self.rules;
        let starts = &rules.objective.starts;
        let first = if starts.len() == 1 { 0 } else { random.below(starts.len() as u64) };
        let (mut state, mut counted, mut sum, mut steps) = (starts[first as usize], 0, 0i64, 0);
        let end = loop {
            if let Some(end) = rules.end(state, counted) {
                break end;
            }
            let choice = self.choice(state, counted);
            sum = sum.checked_add(rules.step_units(choice)).ok_or(Error::PayoffOverflow)?;
            let branches = rules.space.branches(choice);
            let weights = &rules.weights[branches.clone()];
            let mut left = random.below(weights.iter().sum());
            let place = weights.iter().position(|&weight| match left.checked_sub(weight) {
                None => true,
                Some(less) => {
                    left = less;
                    false
                }
            });
            state = rules.space.targets[branches.start + place.expect("the weights add up to their sum")];
            counted = rules.counted_after(counted);
            steps += 1;
            job.tick_at(steps, Progress::default())?;
        };
        if !rules.aim().is_reward() {
            let is_won = (end == PlayEnd::Goal) != rules.aim().is_negated();
            return Ok(EndedGame { winner: is_won.then_some(0), halves: Vec::new() });
        }
        let sum = sum.checked_add(rules.end_units(state)).and_then(|sum| sum.checked_mul(2));
        Ok(EndedGame { winner: None, halves: vec![vec![sum.ok_or(Error::PayoffOverflow)?]] })
    }

    fn choice(&self, state: u32, counted: u64) -> usize {
        if let Some(choices) = self.counted_choices.get(counted as usize) {
            return choices[state as usize] as usize;
        }
        match &self.rules.endless {
            Some(play) => play.policy[state as usize] as usize,
            None => self.rules.space.choices(state).start,
        }
    }
}

/// Returns a best choice of each state at each counted step, by backward induction in doubles.
fn counted_choices(rules: &PlayRules, job: &Job<'_>) -> Result<Vec<Vec<u32>>, Error> {
    let space = &rules.space;
    let (states, last) = (space.state_count(), rules.aim().counted_steps());
    job.reserve(last.saturating_mul(states as u64 * 4), Progress::default())?;
    let table: Vec<f64> = space.fractions.iter().map(exact::double).collect();
    let maximizers = rules.objective.endless_maximizers();
    let ended = |state: u32, steps: u64| match rules.end(state, steps)? {
        PlayEnd::Goal => Some(1.0),
        PlayEnd::Other => Some(rules.end_units(state) as f64),
    };
    let at_last = |state: u32| match (&rules.endless, ended(state, last)) {
        (_, Some(value)) => value,
        (Some(play), None) => play.double(state),
        (None, None) => 0.0,
    };
    let mut values: Vec<f64> = (0..states as u32).map(at_last).collect();
    let mut all = Vec::new();
    for steps in (0..last).rev() {
        job.tick(Progress { layer: (last - steps) as u32, states: 0 })?;
        let mut choices = vec![0; states];
        let mut next = vec![0.0; states];
        for state in 0..states as u32 {
            if let Some(value) = ended(state, steps) {
                next[state as usize] = value;
                continue;
            }
            let sign = if maximizers.contains(state) { 1.0 } else { -1.0 };
            let mut best = (f64::NEG_INFINITY, 0);
            for choice in space.choices(state) {
                let later = space
                    .branches(choice)
                    .map(|branch| {
                        table[space.probabilities[branch] as usize] * values[space.targets[branch] as usize]
                    })
                    .sum::<f64>();
                let value = sign * (rules.step_units(choice) as f64 + later);
                if value > best.0 {
                    best = (value, choice);
                }
            }
            (next[state as usize], choices[state as usize]) = (sign * best.0, best.1 as u32);
        }
        all.push(choices);
        values = next;
    }
    all.reverse();
    Ok(all)
}
