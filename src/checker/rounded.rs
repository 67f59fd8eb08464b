//! Improvement of strategies in rounded numbers. The result is only a start for the exact rounds.

use crate::CheckError;
use crate::equations::{KNOWN, StrategyValues};
use crate::exact::{Doubles, SparseFactors, SparseMatrix};
use crate::model::{Job, Progress, components_of_steps};
use crate::strategies::Decisions;
use chancetree_bounds::Twofold;
use std::cmp::Ordering;

/// The greatest number of sweeps between two solutions of a component in doubles.
const SWEEPS: usize = 50;

/// A relative difference that counts as an improvement in doubles.
const TOLERANCE: f64 = 1e-12;

/// The same for twofold doubles.
const TWOFOLD_TOLERANCE: f64 = 1e-29;

impl Decisions<'_> {
    /// Improves a strategy in doubles, one component after the other.
    pub(crate) fn improve_in_doubles(&self, strategy: &mut [u32], job: &Job<'_>) -> Result<(), CheckError> {
        let (equations, space) = (&self.equations, self.equations.space);
        let steps = equations.states.iter().enumerate().flat_map(|(place, &state)| {
            let choices = self.allowed(state);
            let targets = choices.flat_map(|choice| space.targets(choice).iter());
            let next = targets.map(|&target| equations.places[target as usize]);
            next.filter(|&next| next != KNOWN).map(move |next| (place, next as usize))
        });
        let components = components_of_steps(equations.states.len(), steps).0;
        let table = self.table();
        let mut values = vec![0.0; equations.states.len()];
        // The index of each place of the component at hand.
        let mut inner = vec![KNOWN; equations.states.len()];
        for (done, component) in components.iter().enumerate() {
            job.tick_at(done, Progress::default())?;
            for (index, &place) in component.iter().enumerate() {
                inner[place as usize] = index as u32;
            }
            // A bound for rounding errors that move a strategy in a circle.
            for _ in 0..1000 {
                job.check()?;
                if !self.solve_in_doubles(component, &inner, strategy, &mut values, &table, job)? {
                    break;
                }
                let mut improve = |is_reaching| {
                    self.improve_component(component, strategy, &mut values, &table, is_reaching)
                };
                if !improve(false) && !improve(true) {
                    break;
                }
            }
            component.iter().for_each(|&place| inner[place as usize] = KNOWN);
        }
        Ok(())
    }

    /// Computes the values of a component under a strategy. Returns `false` if a pivot is 0.
    fn solve_in_doubles(
        &self,
        component: &[u32],
        inner: &[u32],
        strategy: &[u32],
        values: &mut [f64],
        table: &[f64],
        job: &Job<'_>,
    ) -> Result<bool, CheckError> {
        let (equations, space) = (&self.equations, self.equations.space);
        let mut matrix = SparseMatrix { diagonal: Vec::new(), rows: Vec::new() };
        let mut known = Vec::with_capacity(component.len());
        for &place in component {
            values[place as usize] = 0.0;
        }
        for &place in component {
            let (state, choice) = (equations.states[place as usize], strategy[place as usize] as usize);
            // The values of the component are 0 here.
            known.push(self.estimate(state, choice, values, table).0);
            let mut row: Vec<(u32, f64)> = Vec::new();
            // The chance to leave the state, without cancellation.
            let mut diagonal = 0.0;
            for branch in space.branches(choice) {
                let target = space.targets[branch];
                if target == state {
                    continue;
                }
                let share = table[space.probabilities[branch] as usize];
                diagonal += share;
                let next = equations.places[target as usize];
                if next != KNOWN && inner[next as usize] != KNOWN {
                    row.push((inner[next as usize], -share));
                }
            }
            row.sort_unstable_by_key(|entry| entry.0);
            matrix.diagonal.push(diagonal);
            matrix.rows.push(row);
        }
        let check = |bytes| job.reserve(bytes, Progress::default());
        let Some(factors) = SparseFactors::new(Doubles, matrix, &check)? else { return Ok(false) };
        factors.solve(&mut known);
        for (&place, value) in component.iter().zip(known) {
            values[place as usize] = value;
        }
        Ok(true)
    }

    /// Changes choices of one side in a component to clearly better choices. A better value counts at once for the states
    /// that follow, and in the next sweeps. Returns whether a choice changed.
    fn improve_component(
        &self,
        component: &[u32],
        strategy: &mut [u32],
        values: &mut [f64],
        table: &[f64],
        is_reaching: bool,
    ) -> bool {
        let decides = |place: &&u32| {
            let state = self.equations.states[**place as usize];
            self.reaching.contains(state) == is_reaching && self.equations.space.choices(state).len() > 1
        };
        let deciding: Vec<usize> = component.iter().filter(decides).map(|&place| place as usize).collect();
        let mut changed = false;
        for _ in 0..SWEEPS {
            let mut changed_now = false;
            for &place in &deciding {
                let state = self.equations.states[place];
                let sign = if self.maximizes(state) { 1.0 } else { -1.0 };
                let own = values[place];
                let estimates = self.allowed(state).map(|choice| {
                    let value = self.estimate(state, choice, values, table).0;
                    (sign * (value - own), value, choice)
                });
                let best = estimates.max_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
                if let Some((gain, value, choice)) = best
                    && gain > TOLERANCE * own.abs().max(f64::MIN_POSITIVE)
                {
                    values[place] = value;
                    changed_now = true;
                    changed |= strategy[place] != choice as u32;
                    strategy[place] = choice as u32;
                }
            }
            if !changed_now {
                break;
            }
        }
        changed
    }

    /// Improves a strategy by sweeps in twofold doubles over all states, from its exact values. Returns whether a choice changed.
    pub(crate) fn improve_in_twofolds(
        &self,
        strategy: &mut [u32],
        values: &StrategyValues,
        job: &Job<'_>,
    ) -> Result<bool, CheckError> {
        let (equations, space) = (&self.equations, self.equations.space);
        let shares: Vec<Twofold> = space.fractions.iter().map(Twofold::of_fraction).collect();
        let mut values = values.twofolds();
        let mut changed = false;
        for _ in 0..SWEEPS {
            job.check()?;
            let mut changed_now = false;
            for (place, &state) in equations.states.iter().enumerate() {
                let own = values[place];
                let mut best: Option<(f64, Twofold, usize)> = None;
                for choice in self.allowed(state) {
                    let rewards = equations.rewards(state, choice).map(Twofold::of_fraction);
                    let mut value = rewards.fold(Twofold::default(), Twofold::plus);
                    for branch in space.branches(choice) {
                        let (target, share) =
                            (space.targets[branch], shares[space.probabilities[branch] as usize]);
                        match equations.places[target as usize] {
                            KNOWN if equations.is_one(target) => value = value.plus(share),
                            KNOWN => {}
                            place => value = value.plus(share.times(values[place as usize])),
                        }
                    }
                    let gain = if self.maximizes(state) { value.minus(own) } else { own.minus(value) }.high;
                    if best.is_none_or(|(most, ..)| gain > most) {
                        best = Some((gain, value, choice));
                    }
                }
                if let Some((gain, value, choice)) = best
                    && gain > TWOFOLD_TOLERANCE * own.high.abs().max(f64::MIN_POSITIVE)
                {
                    values[place] = value;
                    changed_now = true;
                    changed |= strategy[place] != choice as u32;
                    strategy[place] = choice as u32;
                }
            }
            if !changed_now {
                break;
            }
        }
        Ok(changed)
    }
}
