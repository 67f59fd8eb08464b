//! Good strategies of both sides in plain doubles: the start for proven bounds.

use crate::attractor::Decider;
use crate::factors::Factored;
use crate::solver::BoundsSolver;
use chancetree_model::Error;
use std::cmp::Ordering;

/// The maximum number of policies that are solved. With rounding errors, strategy iteration may return to an earlier policy.
const ROUNDS: usize = 1000;

/// The greatest number of sweeps between two solutions.
const SWEEPS: usize = 50;

/// A relative difference that counts as an improvement.
const TOLERANCE: f64 = 1e-13;

impl BoundsSolver<'_> {
    /// Improves the policy of a component by strategy iteration (Howard 1960; Hoffman and Karp 1966) in doubles, and sets the rough
    /// values. Returns the factors of the last equations, or `None` if they are singular in doubles.
    pub(crate) fn improve_in_doubles(&mut self, component: &[u32]) -> Result<Option<Factored>, Error> {
        let mut factored = None;
        for _ in 0..ROUNDS {
            self.job.check()?;
            for &state in component {
                if !self.rough[state as usize].is_finite() {
                    self.rough[state as usize] = 0.0;
                }
            }
            let chosen = self.policy_of(component);
            let mut values: Vec<f64> = chosen.iter().map(|&choice| self.rough_drift(choice).0).collect();
            if !self.solve_equations(&chosen, &mut factored, &mut values)? {
                return Ok(None);
            }
            for (&state, value) in component.iter().zip(values) {
                self.rough[state as usize] += value;
            }
            if !self.sweep(component, Decider::Opponent)? && !self.sweep(component, Decider::Leaver)? {
                return Ok(factored);
            }
        }
        Ok(None)
    }

    pub(crate) fn policy_of(&self, component: &[u32]) -> Vec<u32> {
        component.iter().map(|&state| self.policy[state as usize]).collect()
    }

    /// Changes choices of one side to clearly better choices. A better value is used at once for the states that follow. Returns
    /// whether the last policy differs from the first.
    fn sweep(&mut self, component: &[u32], side: Decider) -> Result<bool, Error> {
        let game = self.game;
        let is_deciding = |&state: &u32| {
            game.is_leaver[state as usize] == (side == Decider::Leaver) && game.choices(state).len() > 1
        };
        if !component.iter().any(is_deciding) {
            return Ok(false);
        }
        let before = self.policy_of(component);
        for sweep in 0..SWEEPS {
            self.job.check()?;
            let mut changed = false;
            let mut update = |&state: &u32| changed |= self.update(state, side);
            if sweep % 2 == 0 {
                component.iter().rev().for_each(&mut update);
            } else {
                component.iter().for_each(&mut update);
            }
            if !changed {
                break;
            }
        }
        Ok(self.policy_of(component) != before)
    }

    /// Changes the rough value of a state to the value of its best choice, if that is clearly better for the side. In a state of the
    /// other side, the choice stays. Returns whether the value changed.
    fn update(&mut self, state: u32, side: Decider) -> bool {
        let sign = if side == Decider::Leaver { 1.0 } else { -1.0 };
        let gains = self.free_choices(state, side).map(|choice| {
            let (drift, weight) = self.rough_drift(choice);
            (if weight > 0.0 { drift / weight } else { f64::NAN }, choice)
        });
        let gains = gains.filter(|(gain, _)| !gain.is_nan());
        let by_gain = |a: &(f64, u32), b: &(f64, u32)| {
            (sign * a.0).partial_cmp(&(sign * b.0)).unwrap_or(Ordering::Equal)
        };
        let Some((gain, choice)) = gains.max_by(by_gain) else { return false };
        let own = &mut self.rough[state as usize];
        let is_better = sign * gain > TOLERANCE * own.abs().max(f64::MIN_POSITIVE);
        if is_better {
            *own += gain;
            self.policy[state as usize] = choice;
        }
        is_better
    }

    /// Returns the expected change of the rough value by a choice, and the probability of leaving the state, in the scale of the
    /// choice.
    fn rough_drift(&self, choice: u32) -> (f64, f64) {
        let game = self.game;
        let own = self.rough[game.sources[choice as usize] as usize];
        let mut total = 0.0;
        let mut sum = game.reward(choice).high;
        for branch in game.branches(choice) {
            let weight = game.weights[branch].high;
            total += weight;
            sum += weight * (self.rough[game.targets[branch] as usize] - own);
        }
        (sum, total)
    }
}
