//! Bounds on values within a number of steps, by backward induction in doubles.

use crate::exact::ratio;
use crate::needed_steps::NeededSteps;
use crate::number::PlaySteps;
use crate::step_rows::StepRows;
use crate::{CheckError, Checker, ValueBounds};

impl Checker<'_, ValueBounds> {
    /// Returns bounds on the values before some steps.
    pub(crate) fn before(
        &self,
        mut values: Vec<ValueBounds>,
        steps: PlaySteps<'_>,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        if steps.count == 0 {
            return Ok(values);
        }
        let is_zero = |state: u32| values[state as usize] == ValueBounds { lower: 0.0, upper: 0.0 };
        let needed = NeededSteps::new(self.space, &steps, steps.wanted, is_zero);
        let Some(mut rows) = StepRows::new(self, &values, &steps, &needed) else {
            return Ok(self.after_stop(values, &steps, steps.count));
        };
        let found = rows.run(steps.count, &self.job);
        rows.results().for_each(|(state, bounds)| values[state as usize] = bounds);
        match found {
            Err((left, error)) if self.job.records(&error) => Ok(self.after_stop(values, &steps, left)),
            Err((_, error)) => Err(error.into()),
            Ok(()) => Ok(values),
        }
    }

    /// Returns bounds on the values before `left` other steps. A step replaces each value by a mean of values, plus a reward.
    fn after_stop(&self, mut values: Vec<ValueBounds>, steps: &PlaySteps<'_>, left: u64) -> Vec<ValueBounds> {
        let zero = ValueBounds { lower: 0.0, upper: 0.0 };
        let both = |a: ValueBounds, b: ValueBounds| ValueBounds {
            lower: a.lower.min(b.lower),
            upper: a.upper.max(b.upper),
        };
        let mut reward = zero;
        if let Some(structure) = steps.reward {
            for state in 0..self.space.state_count() as u32 {
                for choice in self.space.choices(state) {
                    reward = both(reward, ValueBounds::of_fraction(&structure.of_choice(state, choice)));
                }
            }
        }
        let reward = reward.times(ValueBounds::of_fraction(&ratio(left, 1)));
        let all = values.iter().copied().reduce(both).unwrap_or(zero).plus(reward);
        for state in steps.moving.iter() {
            let own = &mut values[state as usize];
            let lower = if steps.is_growing { own.lower } else { all.lower };
            *own = ValueBounds { lower, upper: all.upper };
        }
        values
    }
}
