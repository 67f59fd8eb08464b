//! Values within a number of steps, by backward induction: exact values in whole numbers over one denominator for each step.

use crate::checker::{PROBABILITIES, has_losses};
use crate::exact::{self, Integer, Natural, Rational, one, zero};
use crate::model::Progress;
use crate::needed_steps::NeededSteps;
use crate::number::{CheckedNumber, PlaySteps};
use crate::step_window::StepWindow;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet};
use num_traits::{One as _, Zero as _};
use std::ops::RangeBounds;

/// The values of all states over one denominator.
pub struct WholeValues {
    pub(crate) numerators: Vec<Integer>,
    pub(crate) denominator: Integer,
}

impl WholeValues {
    pub(crate) fn of<'a>(values: impl Iterator<Item = &'a Rational> + Clone) -> Self {
        let denominator: Integer = lcm_of(values.clone()).into();
        let whole = |value: &Rational| value.numer() * (&denominator / value.denom());
        Self { numerators: values.map(whole).collect(), denominator }
    }
}

impl<N: CheckedNumber> Checker<'_, N> {
    /// Returns the probabilities of reaching a state of `goal` after a number of steps in the range `steps`, along states of
    /// `stay`. The play may visit the goal before the range, as long as it is in `stay`.
    ///
    /// # Errors
    /// As [`Self::until`]. This holds for all functions with a number of steps.
    pub fn bounded_until(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        steps: impl RangeBounds<u64>,
    ) -> Result<Vec<N>, CheckError> {
        let whole = |value: bool| N::of(ExactValue::Finite(if value { one() } else { zero() }));
        let Some(window) = StepWindow::of(&steps) else {
            return Ok(vec![whole(false); self.wanted.len()]);
        };
        let mut column = match window.length {
            Some(count) => {
                let goals = (0..self.space.state_count() as u32).map(|state| whole(goal.contains(state)));
                let moving = &stay.minus(goal);
                let wanted = Some(&*self.wanted).filter(|_| window.start == 0);
                let steps = PlaySteps { moving, reward: None, count, is_growing: true, wanted };
                N::values_before(self, N::column(goals.collect()), steps)?
            }
            None => N::column(self.of_all_states().until(stay, goal)?),
        };
        if window.start > 0 {
            let steps =
                |count, wanted| PlaySteps { moving: stay, reward: None, count, is_growing: false, wanted };
            column = N::values_before(self, column, steps(1, None))?;
            stay.complement().iter().for_each(|state| N::clear(&mut column, state));
            column = N::values_before(self, column, steps(window.start - 1, Some(&self.wanted)))?;
        }
        N::or_widest(self, Ok(self.wanted_of(&column)), self.wanted.len(), PROBABILITIES)
    }

    /// Returns the expected reward that is collected in the next `steps` steps.
    ///
    /// # Errors
    /// As [`Self::bounded_until`].
    pub fn cumulative_reward(&self, reward: &RewardStructure, steps: u64) -> Result<Vec<N>, CheckError> {
        let states = self.space.state_count();
        let first = N::column(vec![N::of(ExactValue::Finite(zero())); states]);
        let (moving, is_growing) = (&StateSet::all(states), !has_losses(reward));
        let wanted = Some(&*self.wanted);
        let steps = PlaySteps { moving, reward: Some(reward), count: steps, is_growing, wanted };
        Ok(self.wanted_of(&N::values_before(self, first, steps)?))
    }

    /// Returns the expected reward of the state after `steps` steps.
    ///
    /// # Errors
    /// As [`Self::bounded_until`].
    pub fn instantaneous_reward(&self, reward: &RewardStructure, steps: u64) -> Result<Vec<N>, CheckError> {
        let states = self.space.state_count();
        let first = (0..states).map(|state| reward.states.get(state).cloned().unwrap_or_default());
        let first = N::column(first.map(|reward| N::of(ExactValue::Finite(reward))).collect());
        let moving = &StateSet::all(states);
        let wanted = Some(&*self.wanted);
        let steps = PlaySteps { moving, reward: None, count: steps, is_growing: false, wanted };
        Ok(self.wanted_of(&N::values_before(self, first, steps)?))
    }

    /// Returns a checker whose functions return the values of all states.
    fn of_all_states(&self) -> Self {
        Self { wanted: (0..self.space.state_count() as u32).collect(), ..self.clone() }
    }

    fn wanted_of(&self, column: &N::Column) -> Vec<N> {
        self.wanted.iter().map(|&state| N::value_at(column, state)).collect()
    }
}

impl Checker<'_> {
    /// Returns the values `steps.count` steps before `values`.
    pub(crate) fn before(
        &self,
        mut values: WholeValues,
        steps: PlaySteps<'_>,
    ) -> Result<WholeValues, CheckError> {
        let (space, PlaySteps { moving, reward, count, .. }) = (self.space, steps);
        let is_zero = |state: u32| values.numerators[state as usize].is_zero();
        let needed = NeededSteps::new(space, &steps, steps.wanted, is_zero);
        // Each step multiplies the denominator by this factor, so that all terms are whole numbers.
        let used = (0..space.choice_count()).flat_map(|choice| space.branches(choice));
        let used = StateSet::of(space.fractions.len(), used.map(|branch| space.probabilities[branch]));
        let probabilities: Natural = lcm_of(used.iter().map(|index| &space.fractions[index as usize]));
        let all_rewards = reward.into_iter().flat_map(|reward| reward.states.iter().chain(&reward.choices));
        let factor: Integer = exact::lcm(&probabilities, &lcm_of(all_rewards)).into();
        let factors: Vec<Integer> =
            space.fractions.iter().map(|value| value.numer() * (&factor / value.denom())).collect();
        for step in 0..count {
            self.job.tick(Progress { layer: step as u32, states: 0 })?;
            let WholeValues { numerators, denominator } = &values;
            let value = |state: u32| -> Integer {
                if needed.is_zero(state, step + 1) || !needed.is_needed(state, step + 1) {
                    return Integer::zero();
                }
                if !moving.contains(state) {
                    return &numerators[state as usize] * &factor;
                }
                let choices = space.choices(state).map(|choice| {
                    let mut sum = Integer::zero();
                    for branch in space.branches(choice) {
                        let next = &numerators[space.targets[branch] as usize];
                        if !next.is_zero() {
                            sum += next * &factors[space.probabilities[branch] as usize];
                        }
                    }
                    for part in reward.into_iter().flat_map(|reward| reward.parts(state, choice)) {
                        sum += part.numer() * (&factor / part.denom()) * denominator;
                    }
                    sum
                });
                let best = if self.maximizers.contains(state) { choices.max() } else { choices.min() };
                best.expect("a state has a choice")
            };
            let next: Vec<Integer> = (0..space.state_count() as u32).map(value).collect();
            let is_same = |(state, (next, value)): (u32, (&Integer, &Integer))| {
                !needed.is_needed(state, step + 1) || *next == value * &factor
            };
            if (0..).zip(next.iter().zip(numerators)).all(is_same) {
                break;
            }
            values = WholeValues { numerators: next, denominator: denominator * &factor };
        }
        Ok(values)
    }
}

/// Returns the least common multiple of the denominators.
fn lcm_of<'a>(values: impl Iterator<Item = &'a Rational>) -> Natural {
    values.fold(Natural::one(), |all, value| exact::lcm(&all, value.denom().magnitude()))
}
