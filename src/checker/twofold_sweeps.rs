//! Improvement of strategies in twofold doubles. The result is only the first strategy of the next exact round.

use crate::CheckError;
use crate::equations::{KNOWN, StrategyValues};
use crate::model::Job;
use crate::strategies::StrategySearch;
use chancetree_bounds::Twofold;

/// The greatest number of sweeps between two exact solutions.
const SWEEPS: usize = 50;

/// A relative difference that counts as an improvement.
const TOLERANCE: f64 = 1e-29;

impl StrategySearch<'_> {
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
                    && gain > TOLERANCE * own.high.abs().max(f64::MIN_POSITIVE)
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
