//! Values within a number of steps, by backward induction in whole numbers over one denominator for each step.

use crate::exact::{self, Integer, Natural, Rational, ratio, zero};
use crate::model::Progress;
use crate::step_window::StepWindow;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet};
use num_traits::{One as _, Zero as _};
use std::ops::RangeBounds;

/// The values of all states over one denominator.
struct WholeValues {
    numerators: Vec<Integer>,
    denominator: Integer,
}

impl WholeValues {
    fn of<'a>(values: impl Iterator<Item = &'a Rational> + Clone) -> Self {
        let denominator: Integer = lcm_of(values.clone()).into();
        let whole = |value: &Rational| value.numer() * (&denominator / value.denom());
        Self { numerators: values.map(whole).collect(), denominator }
    }

    fn zeros(states: usize) -> Self {
        Self { numerators: vec![Integer::zero(); states], denominator: Integer::one() }
    }
}

impl Checker<'_> {
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
    ) -> Result<Vec<ExactValue>, CheckError> {
        let states = self.space.state_count();
        let Some(window) = StepWindow::of(&steps) else {
            return Ok(vec![ExactValue::Finite(zero()); self.wanted.len()]);
        };
        let mut values = match window.within {
            Some(steps) => {
                let mut values = WholeValues::zeros(states);
                goal.iter().for_each(|state| values.numerators[state as usize] = Integer::one());
                self.induction(values, &stay.minus(goal), None, steps)?
            }
            None => {
                let values = self.of_all_states().until(stay, goal)?;
                WholeValues::of(values.iter().filter_map(ExactValue::finite))
            }
        };
        if window.before > 0 {
            values = self.induction(values, stay, None, 1)?;
            stay.complement().iter().for_each(|state| values.numerators[state as usize] = Integer::zero());
            values = self.induction(values, stay, None, window.before - 1)?;
        }
        Ok(self.wanted_of(&values))
    }

    /// Returns the expected reward that is collected in the next `steps` steps.
    ///
    /// # Errors
    /// As [`Self::bounded_until`].
    pub fn cumulative_reward(
        &self,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<ExactValue>, CheckError> {
        let states = self.space.state_count();
        let values =
            self.induction(WholeValues::zeros(states), &StateSet::all(states), Some(reward), steps)?;
        Ok(self.wanted_of(&values))
    }

    /// Returns the expected reward of the state after `steps` steps.
    ///
    /// # Errors
    /// As [`Self::bounded_until`].
    pub fn instantaneous_reward(
        &self,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<ExactValue>, CheckError> {
        let states = self.space.state_count();
        let mut first = WholeValues::of(reward.states.iter());
        first.numerators.resize(states, Integer::zero());
        let values = self.induction(first, &StateSet::all(states), None, steps)?;
        Ok(self.wanted_of(&values))
    }

    /// Returns a checker of all states.
    pub(crate) fn of_all_states(&self) -> Self {
        Self { wanted: (0..self.space.state_count() as u32).collect(), ..self.clone() }
    }

    fn wanted_of(&self, values: &WholeValues) -> Vec<ExactValue> {
        let value = |&state: &u32| {
            let numerator = values.numerators[state as usize].clone();
            ExactValue::Finite(ratio(numerator, values.denominator.clone()))
        };
        self.wanted.iter().map(value).collect()
    }

    /// Applies `steps` steps to the values. The values of states that are not `moving` stay unchanged.
    fn induction(
        &self,
        mut values: WholeValues,
        moving: &StateSet,
        reward: Option<&RewardStructure>,
        steps: u64,
    ) -> Result<WholeValues, CheckError> {
        let space = self.space;
        // The factor of the denominator in each step, so that all terms are whole numbers.
        let used = (0..space.choice_count()).flat_map(|choice| space.branches(choice));
        let used = StateSet::of(space.fractions.len(), used.map(|branch| space.probabilities[branch]));
        let probabilities: Natural = lcm_of(used.iter().map(|index| &space.fractions[index as usize]));
        let all_rewards = reward.into_iter().flat_map(|reward| reward.states.iter().chain(&reward.choices));
        let factor: Integer = exact::lcm(&probabilities, &lcm_of(all_rewards)).into();
        let factors: Vec<Integer> =
            space.fractions.iter().map(|value| value.numer() * (&factor / value.denom())).collect();
        for step in 0..steps {
            self.job.tick(Progress { layer: step as u32, states: 0 })?;
            let WholeValues { numerators, denominator } = &values;
            let value = |state: u32| -> Integer {
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
            if next.iter().zip(numerators).all(|(next, value)| *next == value * &factor) {
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
