//! The initial states of a model.

use crate::code::BoolCode;
use crate::error::PrismError;
use crate::layout::StateLayout;
use chancetree_model::{Job, Progress};

/// A part of the condition of an `init` block.
#[derive(Debug)]
pub(crate) struct StartCondition {
    /// The number of variables, from the first, that must be assigned before the part can be checked.
    pub(crate) variables: usize,
    pub(crate) code: BoolCode,
}

/// Returns the states that satisfy all parts of a condition, in ascending order of their values.
///
/// Variables are assigned one by one. A part of the condition is checked as soon as its variables are assigned. The cost of a
/// condition such as `x=0 & y=0` is therefore the sum of the sizes of the ranges, not their product.
pub(crate) fn satisfying_states(
    condition: &[StartCondition],
    layout: &StateLayout,
    job: &Job<'_>,
) -> Result<Vec<Vec<i64>>, PrismError> {
    let count = layout.slots.len();
    let mut values: Vec<i64> = layout.slots.iter().map(|slot| slot.low).collect();
    let mut found = Vec::new();
    let mut assigned = 0;
    let mut steps = 0;
    loop {
        job.tick_at(steps, Progress { layer: 0, states: found.len() as u64 })?;
        steps += 1;
        let mut holds = true;
        for part in condition.iter().filter(|part| part.variables == assigned) {
            holds &= part.code.holds(&values).map_err(|fault| PrismError::State {
                place: "the init block".to_owned(),
                state: layout.describe(&values),
                what: fault.to_string(),
            })?;
        }
        if holds && assigned < count {
            values[assigned] = layout.slots[assigned].low;
            assigned += 1;
            continue;
        }
        if holds {
            found.push(values.clone());
        }
        // Take the next value of the last variable that has one.
        while assigned > 0 && values[assigned - 1] == layout.slots[assigned - 1].high {
            assigned -= 1;
        }
        if assigned == 0 {
            return Ok(found);
        }
        values[assigned - 1] += 1;
    }
}
