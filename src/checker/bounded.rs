//! Values within a number of steps, by backward induction in whole numbers over one denominator for each step.

use crate::exact::{self, Integer, Natural, Rational, ratio};
use crate::model::Progress;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet};
use num_traits::{One as _, Zero as _};

impl Checker<'_> {
    /// Returns the probabilities of reaching a state of `goal` along states of `stay` within `steps` steps.
    ///
    /// # Errors
    /// As [`Self::until`], as the other functions of a number of steps.
    pub fn bounded_until(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        steps: u64,
    ) -> Result<Vec<ExactValue>, CheckError> {
        let first = (0..self.space.state_count() as u32).map(|state| u32::from(goal.contains(state)).into());
        let moving = stay.minus(goal);
        self.induction(first.collect(), Integer::one(), &moving, None, steps)
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
        self.induction(
            vec![Integer::zero(); states],
            Integer::one(),
            &StateSet::all(states),
            Some(reward),
            steps,
        )
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
        let scale: Integer = lcm_of(reward.states.iter()).into();
        let whole = |value: &Rational| value.numer() * (&scale / value.denom());
        let mut first: Vec<Integer> = reward.states.iter().map(whole).collect();
        first.resize(states, Integer::zero());
        self.induction(first, scale.clone(), &StateSet::all(states), None, steps)
    }

    /// Applies `steps` steps to the values `first / denominator`. In states that are not `moving` the value stays.
    fn induction(
        &self,
        first: Vec<Integer>,
        mut denominator: Integer,
        moving: &StateSet,
        reward: Option<&RewardStructure>,
        steps: u64,
    ) -> Result<Vec<ExactValue>, CheckError> {
        let space = self.space;
        let rewards = |state: u32, choice: usize| -> Option<Rational> {
            let reward = reward?;
            let parts = [reward.states.get(state as usize), reward.choices.get(choice)];
            Some(parts.into_iter().flatten().sum())
        };
        // The factor of the denominator in each step, so that all terms are whole numbers.
        let used = (0..space.choice_count()).flat_map(|choice| space.branches(choice));
        let used = StateSet::of(space.fractions.len(), used.map(|branch| space.probabilities[branch]));
        let probabilities: Natural = lcm_of(used.iter().map(|index| &space.fractions[index as usize]));
        let all_rewards = reward.into_iter().flat_map(|reward| reward.states.iter().chain(&reward.choices));
        let factor: Integer = exact::lcm(&probabilities, &lcm_of(all_rewards)).into();
        let factors: Vec<Integer> =
            space.fractions.iter().map(|value| value.numer() * (&factor / value.denom())).collect();
        let mut values = first;
        for step in 0..steps {
            self.job.tick(Progress { layer: step as u32, states: 0 })?;
            let value = |state: u32| -> Integer {
                if !moving.contains(state) {
                    return &values[state as usize] * &factor;
                }
                let choices = space.choices(state).map(|choice| {
                    let mut sum = Integer::zero();
                    for branch in space.branches(choice) {
                        let next = &values[space.targets[branch] as usize];
                        if !next.is_zero() {
                            sum += next * &factors[space.probabilities[branch] as usize];
                        }
                    }
                    match rewards(state, choice) {
                        Some(reward) if !reward.is_zero() => {
                            sum + reward.numer() * (&factor / reward.denom()) * &denominator
                        }
                        _ => sum,
                    }
                });
                let best = if self.maximizers.contains(state) { choices.max() } else { choices.min() };
                best.expect("a state has a choice")
            };
            let next: Vec<Integer> = (0..space.state_count() as u32).map(value).collect();
            if next.iter().zip(&values).all(|(next, value)| *next == value * &factor) {
                break;
            }
            (values, denominator) = (next, denominator * &factor);
        }
        let value =
            |&state: &u32| ExactValue::Finite(ratio(values[state as usize].clone(), denominator.clone()));
        Ok(self.wanted.iter().map(value).collect())
    }
}

/// Returns the least common multiple of the denominators.
fn lcm_of<'a>(values: impl Iterator<Item = &'a Rational>) -> Natural {
    values.fold(Natural::one(), |all, value| exact::lcm(&all, value.denom().magnitude()))
}
