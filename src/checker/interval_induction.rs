//! Bounds on values within a number of steps, by backward induction in doubles that are rounded outward (Moore 1966).

use crate::exact::{ratio, zero};
use crate::model::Progress;
use crate::needed_steps::NeededSteps;
use crate::number::PlaySteps;
use crate::{CheckError, Checker, StateSet, ValueBounds};

impl Checker<'_, ValueBounds> {
    /// Returns bounds on the values `steps.count` steps before `values`.
    pub(crate) fn before(
        &self,
        mut values: Vec<ValueBounds>,
        steps: PlaySteps<'_>,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let (space, PlaySteps { moving, reward, count, is_growing, .. }) = (self.space, steps);
        let is_zero = |state: u32| values[state as usize] == ValueBounds { lower: 0.0, upper: 0.0 };
        let needed = NeededSteps::new(space, &steps, steps.wanted, is_zero);
        let shares: Vec<ValueBounds> = space.fractions.iter().map(ValueBounds::of_fraction).collect();
        let reward_of = |state: u32, choice: usize| {
            let sum = reward.map(|reward| reward.of_choice(state, choice)).filter(|sum| *sum != zero());
            sum.map(|sum| ValueBounds::of_fraction(&sum))
        };
        let mut rewards = Vec::new();
        for state in 0..space.state_count() as u32 {
            rewards.extend(space.choices(state).map(|choice| reward_of(state, choice)));
        }
        for step in 0..count {
            match self.job.tick(Progress { layer: step as u32, states: 0 }) {
                Err(error) if self.job.records(&error) => {
                    return Ok(after_stop(values, moving, &rewards, count - step, is_growing));
                }
                tick => tick?,
            }
            let value = |state: u32| {
                let is_skipped = needed.is_zero(state, step + 1) || !needed.is_needed(state, step + 1);
                if is_skipped || !moving.contains(state) {
                    return values[state as usize];
                }
                let choices = space.choices(state).map(|choice| {
                    let mut sum = rewards[choice].unwrap_or(ValueBounds { lower: 0.0, upper: 0.0 });
                    for branch in space.branches(choice) {
                        let next = values[space.targets[branch] as usize];
                        sum = plus_product(sum, shares[space.probabilities[branch] as usize], next);
                    }
                    sum
                });
                let is_maximum = self.maximizers.contains(state);
                let best = choices.reduce(|a, b| if is_maximum { a.max(b) } else { a.min(b) });
                best.expect("a state has a choice")
            };
            let next: Vec<ValueBounds> = (0..space.state_count() as u32).map(value).collect();
            if next == values {
                break;
            }
            values = next;
        }
        Ok(values)
    }
}

/// Widens bounds so that they hold after `steps` more steps, which a stop has prevented. Each step replaces a value by a mean of
/// values, plus a reward. `rewards` has the reward of each choice, or `None` for 0.
fn after_stop(
    mut values: Vec<ValueBounds>,
    moving: &StateSet,
    rewards: &[Option<ValueBounds>],
    steps: u64,
    is_growing: bool,
) -> Vec<ValueBounds> {
    let zero = ValueBounds { lower: 0.0, upper: 0.0 };
    let span = |all: &mut dyn Iterator<Item = ValueBounds>| {
        let both = |a: ValueBounds, b: ValueBounds| ValueBounds {
            lower: a.lower.min(b.lower),
            upper: a.upper.max(b.upper),
        };
        all.reduce(both).unwrap_or(zero)
    };
    let steps = ValueBounds::of_fraction(&ratio(steps, 1));
    let reward = span(&mut rewards.iter().map(|reward| reward.unwrap_or(zero))).times(steps);
    let all = span(&mut values.iter().copied()).plus(reward);
    for state in moving.iter() {
        let own = &mut values[state as usize];
        let lower = if is_growing { own.lower } else { all.lower };
        *own = ValueBounds { lower, upper: all.upper };
    }
    values
}

/// Returns bounds on a sum plus a probability times a value. The number 0 adds nothing.
fn plus_product(sum: ValueBounds, share: ValueBounds, value: ValueBounds) -> ValueBounds {
    let down = |sum: f64, term: f64| if term == 0.0 { sum } else { (sum + term.next_down()).next_down() };
    let up = |sum: f64, term: f64| if term == 0.0 { sum } else { (sum + term.next_up()).next_up() };
    let product = |share: f64, value: f64| match share * value {
        // The product is less than the least positive double.
        0.0 if share != 0.0 && value != 0.0 => f64::from_bits(1).copysign(value),
        product => product,
    };
    let least = if value.lower < 0.0 { share.upper } else { share.lower };
    let greatest = if value.upper < 0.0 { share.lower } else { share.upper };
    ValueBounds {
        lower: down(sum.lower, product(least, value.lower)),
        upper: up(sum.upper, product(greatest, value.upper)),
    }
}
