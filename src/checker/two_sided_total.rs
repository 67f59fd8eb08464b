//! Expected rewards of plays without end in games in which both sides decide.
//!
//! The side that maximises improves a strategy, and the other side plays a best response to each strategy (Hoffman and Karp
//! 1966). A choice changes only if the new choice is strictly better. Therefore values never decrease: play can stay for ever
//! without a reward only where no choice has changed. The last values are a fixed point of the equations of the game, and the
//! least fixed point, since a strategy guarantees them. Value iteration in doubles finds a good first strategy.

use crate::exact::Rational;
use crate::reduced_space::ReducedSpace;
use crate::total_reward::without_rewards;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet};
use num_traits::ToPrimitive as _;

/// The greatest number of sweeps of value iteration, which only finds the first strategy.
const MOST_SWEEPS: usize = 2_000;
/// The relative growth of a value that ends value iteration.
const CLOSE: f64 = 1e-12;

impl Checker<'_> {
    /// Returns the expected rewards of all steps. Rewards are at least 0.
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub(crate) fn two_sided_total(&self, reward: &RewardStructure) -> Result<Vec<ExactValue>, CheckError> {
        let space = self.space;
        let states = space.state_count();
        let none = StateSet::none(states);
        let mut strategy = self.rounded_strategy(reward)?;
        loop {
            let answer = ReducedSpace::new(space, reward, &none, |state, choice| {
                !self.maximizers.contains(state) || strategy[state as usize] == choice
            });
            let checker = Checker {
                space: &answer.space,
                maximizers: none.clone(),
                wanted: (0..states as u32).collect(),
                job: self.job,
            };
            let values =
                checker.reach_reward(&answer.reward, &without_rewards(&answer.space, &answer.reward))?;
            let mut is_improved = false;
            for state in self.maximizers.iter() {
                let mut best = values[state as usize].clone();
                for choice in space.choices(state) {
                    let value = self.value_after(reward, state, choice, &values);
                    if value > best {
                        best = value;
                        strategy[state as usize] = choice;
                        is_improved = true;
                    }
                }
            }
            if !is_improved {
                return Ok(self.wanted.iter().map(|&state| values[state as usize].clone()).collect());
            }
        }
    }

    /// Returns a choice of each state by value iteration from 0 in doubles. A choice changes only if the value grows, so that play
    /// does not stay where it gets no reward.
    fn rounded_strategy(&self, reward: &RewardStructure) -> Result<Vec<usize>, CheckError> {
        let space = self.space;
        let states = 0..space.state_count() as u32;
        let double = |value: &Rational| value.to_f64().unwrap_or(f64::MAX);
        let fractions: Vec<f64> = space.fractions.iter().map(double).collect();
        let rewards: Vec<f64> = states
            .clone()
            .flat_map(|state| space.choices(state).map(move |choice| (state, choice)))
            .map(|(state, choice)| double(&reward.of_choice(state, choice)))
            .collect();
        let mut strategy: Vec<usize> = states.clone().map(|state| space.choices(state).start).collect();
        let mut values = vec![0.0; space.state_count()];
        for _ in 0..MOST_SWEEPS {
            self.job.check()?;
            let mut is_changed = false;
            for state in states.clone() {
                let value = |choice: usize| {
                    let next = space.branches(choice).map(|branch| {
                        fractions[space.probabilities[branch] as usize]
                            * values[space.targets[branch] as usize]
                    });
                    (rewards[choice] + next.sum::<f64>(), choice)
                };
                let by_value = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0);
                let choices = space.choices(state).map(value);
                let best = match self.maximizers.contains(state) {
                    true => choices.max_by(by_value),
                    false => choices.min_by(by_value),
                };
                let (best, choice) = best.expect("a state has a choice");
                if best > values[state as usize] * (1.0 + CLOSE) {
                    values[state as usize] = best;
                    strategy[state as usize] = choice;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        Ok(strategy)
    }

    /// Returns the value of a choice, from the values of the next states.
    fn value_after(
        &self,
        reward: &RewardStructure,
        state: u32,
        choice: usize,
        values: &[ExactValue],
    ) -> ExactValue {
        let branches = self.space.branches(choice);
        let expected = branches.map(|branch| -> Option<Rational> {
            let next = values[self.space.targets[branch] as usize].finite()?;
            Some(next * self.space.probability(branch))
        });
        match expected.sum::<Option<Rational>>() {
            Some(sum) => ExactValue::Finite(sum + reward.of_choice(state, choice)),
            None => ExactValue::Infinite,
        }
    }
}
