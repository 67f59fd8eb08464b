//! Good strategies of both sides in plain doubles: the start for proven bounds.

use crate::attractor::Decider;
use crate::factors::Factored;
use crate::solver::BoundsSolver;
use chancetree_model::Error;
use std::cmp::Ordering;

/// The greatest number of solutions. Rounding errors may move a policy in a circle.
const ROUNDS: usize = 1000;

/// The greatest number of sweeps between two solutions.
const SWEEPS: usize = 50;

/// A relative difference that counts as an improvement.
const TOLERANCE: f64 = 1e-13;

impl BoundsSolver<'_> {
    /// Improves the policy of a component by strategy iteration (Howard 1960; Hoffman and Karp 1966) in doubles, and sets the rough
    /// values. Returns the factors of the last equations, or `None` if they are singular in doubles.
    pub(crate) fn improve_in_doubles(&mut self, component: &[u32]) -> Result<Option<Factored>, Error> {
        let game = self.game;
        let deciding: Vec<u32> =
            component.iter().copied().filter(|&state| game.choices(state).len() > 1).collect();
        let mut factored = None;
        for _ in 0..ROUNDS {
            self.job.check()?;
            let chosen: Vec<u32> = component.iter().map(|&state| self.policy[state as usize]).collect();
            component.iter().for_each(|&state| self.rough[state as usize] = 0.0);
            let mut values: Vec<f64> = chosen.iter().map(|&choice| self.rough_drift(choice).0).collect();
            if !self.solve_equations(&chosen, &mut factored, &mut values)? {
                return Ok(None);
            }
            for (&state, value) in component.iter().zip(values) {
                self.rough[state as usize] = value;
            }
            if !self.sweep(&deciding, Decider::Opponent)? && !self.sweep(&deciding, Decider::Leaver)? {
                return Ok(factored);
            }
        }
        Ok(None)
    }

    /// Changes choices of one side to clearly better choices. A better value counts at once for the states that follow. Returns
    /// whether a choice changed.
    fn sweep(&mut self, deciding: &[u32], side: Decider) -> Result<bool, Error> {
        let mut changed = false;
        let sign = if side == Decider::Leaver { 1.0 } else { -1.0 };
        for _ in 0..SWEEPS {
            self.job.check()?;
            let mut changed_now = false;
            for &state in deciding {
                if self.game.is_leaver[state as usize] != (side == Decider::Leaver) {
                    continue;
                }
                let gains = self.game.choices(state).map(|choice| {
                    let (drift, weight) = self.rough_drift(choice);
                    (if weight > 0.0 { drift / weight } else { f64::NAN }, choice)
                });
                let gains = gains.filter(|(gain, _)| !gain.is_nan());
                let by_gain = |a: &(f64, u32), b: &(f64, u32)| {
                    (sign * a.0).partial_cmp(&(sign * b.0)).unwrap_or(Ordering::Equal)
                };
                let Some((gain, choice)) = gains.max_by(by_gain) else { continue };
                let own = &mut self.rough[state as usize];
                if sign * gain > TOLERANCE * own.abs().max(f64::MIN_POSITIVE) {
                    *own += gain;
                    changed_now = true;
                    changed |= self.policy[state as usize] != choice;
                    self.policy[state as usize] = choice;
                }
            }
            if !changed_now {
                break;
            }
        }
        Ok(changed)
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
