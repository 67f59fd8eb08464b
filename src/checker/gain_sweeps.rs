//! Improvement of strategies by sweeps over all states, from exact values.
//!
//! A sweep is a step of value iteration for the increases of the values. An increase is rounded down, so that the new strategy has
//! at least the increased values. Increases may be far smaller than the last digit of a value: choices that differ by 10^-200 are
//! distinguished.
//!
//! The strategy stays proper. Otherwise play could stay for ever in a set of states, one of which has a changed choice. In each of
//! these states, the increased value would be at most the expected increased value one step later. In the state that changed last,
//! it would be less. On average over time this is impossible.

use crate::CheckError;
use crate::equations::KNOWN;
use crate::gains::{ChoiceGain, ScaledGain, SideGains};
use crate::model::Job;
use crate::strategies::StrategySearch;
use chancetree_bounds::DoubleDouble;

/// The greatest number of sweeps between two exact solutions.
const SWEEPS: usize = 50;

/// The relative error of a sum with one term.
const ROUNDING: f64 = f64::EPSILON * f64::EPSILON * 8.0;

/// The greatest increase, in units of the greatest gain.
const MOST: f64 = 1e30;

/// A choice with a self-loop is considered only if it leaves its state with a greater probability than this.
const LEAST_LEAVING: f64 = 1e-100;

/// A lower bound on the change of an increase, and the error that it allows for.
#[derive(Clone, Copy)]
struct Change {
    least: DoubleDouble,
    error: f64,
}

impl StrategySearch<'_> {
    /// Improves the strategy of a side by value iteration. The greatest of its gains is close to `2^unit`. The other side responds
    /// if there are gains of its choices, none of which is positive; otherwise it keeps its choices.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn improve_by_sweeps(
        &self,
        strategy: &mut [u32],
        (improving, responding): (&SideGains, Option<&SideGains>),
        unit: i64,
        shares: &[DoubleDouble],
        job: &Job<'_>,
    ) -> Result<(), CheckError> {
        let places = self.equations.states.len();
        let improving = improving.scaled(unit, true);
        let responding = responding.map(|gains| gains.scaled(unit, false));
        let before = strategy.to_vec();
        // The increases of the values for the improving side.
        let mut increases = vec![DoubleDouble::default(); places];
        for sweep in 0..SWEEPS {
            job.check()?;
            let mut is_changed = false;
            let mut update = |place: usize| {
                let current =
                    ScaledGain { choice: strategy[place], gain: DoubleDouble::default(), error: 0.0 };
                let (mut gains, mut is_improving) = (improving.of_place(place), true);
                if gains.is_empty()
                    && let Some(responding) = &responding
                {
                    (gains, is_improving) = (responding.of_place(place), false);
                }
                if gains.is_empty() {
                    gains = std::slice::from_ref(&current);
                }
                let mut best: Option<(u32, Change)> = None;
                for gain in gains {
                    let next = self.change(place, gain, &increases, shares);
                    let is_better = |other: Change| {
                        let (least, most) = if is_improving { (other, next) } else { (next, other) };
                        let difference = most.least.minus(least.least).high;
                        // The change by a much worse choice is NaN.
                        let is_worse_by_far = other.least.high.is_nan();
                        is_worse_by_far
                            || difference > 0.0
                            || difference == 0.0 && gain.choice == current.choice
                    };
                    if best.is_none_or(|(_, other)| is_better(other)) {
                        best = Some((gain.choice, next));
                    }
                }
                if let Some((choice, Change { least, error })) = best
                    && least.high > error
                    && increases[place].high + least.high < MOST
                {
                    increases[place] = increases[place].plus(least);
                    strategy[place] = choice;
                    is_changed = true;
                }
            };
            if sweep % 2 == 0 {
                (0..places).for_each(&mut update);
            } else {
                (0..places).rev().for_each(&mut update);
            }
            if !is_changed {
                break;
            }
        }
        if before == strategy {
            // No increase can be proven in doubles. Take the choices with the greatest gains.
            for (place, choice) in strategy.iter_mut().enumerate() {
                let gains = improving.of_place(place).iter();
                let best = gains.max_by(|a, b| a.gain.high.total_cmp(&b.gain.high));
                if let Some(best) = best.filter(|best| best.gain.high > 0.0) {
                    *choice = best.choice;
                }
            }
        }
        Ok(())
    }

    /// Returns the change of the increase of an unknown state by a choice. Play that stays in the state takes the choice again.
    fn change(
        &self,
        place: usize,
        gain: &ScaledGain,
        increases: &[DoubleDouble],
        shares: &[DoubleDouble],
    ) -> Change {
        let (equations, space) = (&self.equations, self.equations.space);
        let own = increases[place];
        let (mut sum, mut size, mut terms) = (gain.gain, gain.gain.high.abs() + own.high, 16.0);
        let (mut leaving, mut is_staying) = (DoubleDouble::default(), false);
        for branch in space.branches(gain.choice as usize) {
            let (target, share) = (space.targets[branch], shares[space.probabilities[branch] as usize]);
            let next = equations.places[target as usize];
            if next as usize == place {
                is_staying = true;
                continue;
            }
            leaving = leaving.plus(share);
            if next != KNOWN && increases[next as usize].high != 0.0 {
                let term = share.times(increases[next as usize]);
                sum = sum.plus(term);
                size += term.high;
                terms += 1.0;
            }
        }
        let mut error = gain.error + size * terms * ROUNDING + ChoiceGain::LEAST;
        let mut change = if is_staying { sum.minus(leaving.times(own)) } else { sum.minus(own) };
        if is_staying {
            let times = leaving.inverse().filter(|_| leaving.high > LEAST_LEAVING);
            let Some(times) = times else {
                return Change { least: DoubleDouble::default(), error: f64::INFINITY };
            };
            (change, error) = (change.times(times), error * times.high);
        }
        Change { least: change.minus(DoubleDouble { high: error, low: 0.0 }), error }
    }
}
