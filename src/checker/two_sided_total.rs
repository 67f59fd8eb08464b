//! Expected rewards of plays without end in games in which both sides decide.
//!
//! The side that maximises improves a strategy, and the other side plays a best response to each strategy (Hoffman and Karp
//! 1966). A choice changes only if the new choice is strictly better. Therefore values never decrease: play can stay for ever
//! without a reward only where no choice has changed. The last values are a fixed point of the equations of the game, and the
//! least fixed point, since a strategy guarantees them. Value iteration in doubles finds a good first strategy.
//!
//! In doubles, a strategy of each side gives a bound: no more than its own side's best value against the best response, and no less
//! than the other side's. Both strategies are improved by these bounds until the bounds are close.

use crate::exact::{self, Rational};
use crate::number::CheckedNumber;
use crate::reduced_space::ReducedSpace;
use crate::sparse_bounds::MAX_EXACT_STATES;
use crate::total_reward::without_rewards;
use crate::{CheckError, Checker, ExactValue, RewardStructure, StateSet, StateSpace, ValueBounds};
use num_traits::ToPrimitive as _;

/// The greatest number of sweeps of value iteration, which only finds the first strategy.
const MAX_SWEEPS: usize = 2_000;
/// The relative growth of a value that ends value iteration.
const CLOSE: f64 = 1e-12;
/// The greatest number of improvements of the strategies by bounds.
const MAX_ROUNDS: usize = 100;

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
            let values = self
                .responding(&answer.space, &none)
                .reach_reward(&answer.reward, &without_rewards(&answer.space, &answer.reward))?;
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

impl Checker<'_, ValueBounds> {
    /// Returns bounds on the values of [`Checker::two_sided_total`]. If doubles allow no close bounds, up to
    /// [`MAX_EXACT_STATES`] states are solved in fractions.
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub(crate) fn two_sided_bounds(&self, reward: &RewardStructure) -> Result<Vec<ValueBounds>, CheckError> {
        let width = self.width.unwrap_or(0.0);
        let space = self.space;
        let states = space.state_count();
        let none = StateSet::none(states);
        let mut strategy = self.rounded_strategy(reward)?;
        let mut best = vec![ValueBounds { lower: 0.0, upper: f64::INFINITY }; states];
        for _ in 0..MAX_ROUNDS {
            let response = |maximizers: &StateSet, strategy: &[usize]| {
                // The side of `maximizers` is free, and the other side follows the strategy.
                let answer = ReducedSpace::new(space, reward, &none, |state, choice| {
                    maximizers.contains(state) == self.maximizers.contains(state)
                        || strategy[state as usize] == choice
                });
                let checker =
                    Checker { width: Some(width / 4.0), ..self.responding(&answer.space, maximizers) };
                checker.total_reward(&answer.reward)
            };
            // If all states minimise, the maximising side follows its strategy.
            let lower = response(&none, &strategy)?;
            self.respond(reward, &lower, &mut strategy, false);
            let upper = response(&StateSet::all(states), &strategy)?;
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
            let is_changed = self.respond(reward, &lower, &mut strategy, true);
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

    /// Changes the choices of one side to choices that are clearly better by the middle of the bounds. Returns whether a choice
    /// changes.
    fn respond(
        &self,
        reward: &RewardStructure,
        bounds: &[ValueBounds],
        strategy: &mut [usize],
        maximizes: bool,
    ) -> bool {
        let space = self.space;
        let sign = if maximizes { 1.0 } else { -1.0 };
        let shares: Vec<f64> = space.fractions.iter().map(exact::double).collect();
        let mut is_changed = false;
        for state in
            (0..space.state_count() as u32).filter(|&state| self.maximizers.contains(state) == maximizes)
        {
            let value = |choice: usize| {
                let next = space.branches(choice).map(|branch| {
                    let share = shares[space.probabilities[branch] as usize];
                    share * bounds[space.targets[branch] as usize].middle()
                });
                sign * (exact::double(&reward.of_choice(state, choice)) + next.sum::<f64>())
            };
            let own = &mut strategy[state as usize];
            let mut most = value(*own);
            for choice in space.choices(state) {
                let found = value(choice);
                // Any number is clearly better than an infinite one.
                let is_clear = !most.is_finite() || found - most > CLOSE * most.abs();
                if found > most && is_clear {
                    (most, *own, is_changed) = (found, choice, true);
                }
            }
        }
        is_changed
    }
}

impl<N: CheckedNumber> Checker<'_, N> {
    /// Returns a checker of the values of all states in a space with fewer choices.
    fn responding<'s>(&self, space: &'s StateSpace, maximizers: &StateSet) -> Checker<'s, N>
    where
        Self: 's,
    {
        let wanted = (0..space.state_count() as u32).collect();
        Checker { space, maximizers: maximizers.clone(), wanted, ..self.clone() }
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
