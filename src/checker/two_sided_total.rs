//! Expected rewards of plays without end in games in which both sides decide.
//!
//! The side that maximises improves a strategy, and the other side plays a best response to each strategy (Hoffman and Karp
//! 1966). A choice changes only if the new choice is strictly better. Therefore values never decrease: play can stay for ever
//! without a reward only where no choice has changed. The last values are a fixed point of the equations of the game, and the
//! least fixed point, since a strategy guarantees them. Value iteration in doubles finds a good first strategy.
//!
//! In doubles, the best response to a strategy of the maximising side gives a lower bound, and the best response to a strategy of
//! the minimising side an upper bound. Both strategies are improved by these bounds until the bounds are close.

use crate::exact::Rational;
use crate::number::{CLOSE, CheckedNumber};
use crate::reduced_space::ReducedSpace;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet, ValueBounds};
use chancetree_bounds::MAX_EXACT_STATES;
use num_traits::ToPrimitive as _;

/// The greatest number of sweeps of value iteration that find the first strategy.
const MAX_SWEEPS: usize = 2_000;
/// The greatest number of improvements of the strategies by bounds.
const MAX_ROUNDS: usize = 100;

impl Checker<'_> {
    /// Returns the expected rewards of all steps. Rewards must be at least 0.
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub(crate) fn two_sided_total(&self, reward: &RewardStructure) -> Result<Vec<ExactValue>, CheckError> {
        let mut strategy = self.rounded_strategy(reward)?;
        loop {
            let values = self.best_response(reward, &strategy, false)?;
            if !self.improve(reward, &values, &mut strategy, true) {
                return Ok(self.wanted.iter().map(|&state| values[state as usize].clone()).collect());
            }
        }
    }
}

impl Checker<'_, ValueBounds> {
    /// Returns bounds on the values of [`Checker::two_sided_total`]. If doubles allow no close bounds, up to
    /// [`MAX_EXACT_STATES`] states are solved in fractions.
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub(crate) fn two_sided_bounds(&self, reward: &RewardStructure) -> Result<Vec<ValueBounds>, CheckError> {
        let width = self.width.unwrap_or(0.0);
        let states = self.space.state_count();
        let mut strategy = self.rounded_strategy(reward)?;
        let mut best = vec![ValueBounds { lower: 0.0, upper: f64::INFINITY }; states];
        for _ in 0..MAX_ROUNDS {
            let lower = self.best_response(reward, &strategy, false)?;
            self.improve(reward, &lower, &mut strategy, false);
            let upper = self.best_response(reward, &strategy, true)?;
            let mut is_better = false;
            for ((best, lower), upper) in best.iter_mut().zip(&lower).zip(&upper) {
                is_better |= lower.lower > best.lower || upper.upper < best.upper;
                best.lower = best.lower.max(lower.lower);
                best.upper = best.upper.min(upper.upper);
            }
            let is_close = |&state: &u32| {
                let bounds = &best[state as usize];
                bounds.width() <= width.max(CLOSE * bounds.lower.abs())
            };
            if self.job.is_stop_recorded() || self.wanted.iter().all(is_close) {
                return Ok(self.wanted.iter().map(|&state| best[state as usize]).collect());
            }
            let is_changed = self.improve(reward, &lower, &mut strategy, true);
            if !is_better && !is_changed {
                break;
            }
        }
        if states <= MAX_EXACT_STATES {
            match self.numbers::<ExactValue>(None).two_sided_total(reward) {
                Err(CheckError::Limit(error)) if self.job.records(&error) => {}
                exact => return Ok(exact?.iter().map(ExactValue::bounds).collect()),
            }
        }
        Ok(self.wanted.iter().map(|&state| best[state as usize]).collect())
    }
}

impl<N: CheckedNumber> Checker<'_, N> {
    /// Returns the values of all states if one side plays a best response to the strategy of the other side. `maximizes` selects
    /// the maximising side.
    fn best_response(
        &self,
        reward: &RewardStructure,
        strategy: &[usize],
        maximizes: bool,
    ) -> Result<Vec<N>, CheckError> {
        let states = self.space.state_count();
        let answer = ReducedSpace::new(self.space, reward, &StateSet::none(states), &|state, choice| {
            self.maximizers.contains(state) == maximizes || strategy[state as usize] == choice
        });
        let maximizers = if maximizes { StateSet::all(states) } else { StateSet::none(states) };
        let (wanted, width) = ((0..states as u32).collect(), self.width.map(|width| width / 4.0));
        Checker { space: &answer.space, maximizers, wanted, width, ..self.clone() }
            .total_reward(&answer.reward)
    }

    /// Changes the choices of one side to choices with clearly better values. `maximizes` selects the maximising side. Returns
    /// whether a choice changed.
    fn improve(
        &self,
        reward: &RewardStructure,
        values: &[N],
        strategy: &mut [usize],
        maximizes: bool,
    ) -> bool {
        let mut is_changed = false;
        let side = if maximizes { self.maximizers.clone() } else { self.maximizers.complement() };
        for state in side.iter().filter(|&state| self.space.choices(state).len() > 1) {
            let value = |choice| {
                self.space.choice_value(Some(reward), (state, choice), |next| values[next as usize].clone())
            };
            let own = &mut strategy[state as usize];
            let mut best = value(*own);
            for choice in self.space.choices(state) {
                let found = value(choice);
                let (less, more) = if maximizes { (&best, &found) } else { (&found, &best) };
                if less.is_clearly_less(more) {
                    (best, *own, is_changed) = (found, choice, true);
                }
            }
        }
        is_changed
    }

    /// Returns a strategy of both sides, found by value iteration from 0 in doubles. A choice changes only if the value grows, so
    /// that play does not stay where it gets no reward.
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
        for _ in 0..MAX_SWEEPS {
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
}
