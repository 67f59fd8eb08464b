//! Expected rewards of plays without end in games in which both sides decide.
//!
//! The side that maximises improves a strategy, and the other side answers each strategy best (Hoffman and Karp 1966). A choice
//! changes only if it is strictly better. Therefore values never decrease: where play could now stay for ever without a reward,
//! no choice has changed. The last values are a fixed point of the equations of the game, and its least one, since a strategy
//! guarantees them.

use crate::exact::Rational;
use crate::reduced_space::ReducedSpace;
use crate::total_reward::without_rewards;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet};
use num_traits::Signed as _;

impl Checker<'_> {
    /// Returns the expected rewards of all steps.
    ///
    /// # Errors
    /// As [`Self::total_reward`], and if a reward is negative.
    pub(crate) fn two_sided_total(&self, reward: &RewardStructure) -> Result<Vec<ExactValue>, CheckError> {
        let space = self.space;
        let states = space.state_count();
        let negative = (0..states as u32)
            .find(|&state| space.choices(state).any(|choice| reward.of_choice(state, choice).is_negative()));
        if let Some(state) = negative {
            return Err(CheckError::NegativeReward(state));
        }
        let none = StateSet::none(states);
        let mut strategy: Vec<usize> = (0..states as u32).map(|state| space.choices(state).start).collect();
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
