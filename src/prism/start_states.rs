//! The initial states of a model.

use crate::compiled_expression::{BoolCode, Cases, NumberCode};
use crate::error::PrismError;
use crate::layout::StateLayout;
use chancetree_model::{Job, Progress};

/// Returns the states that satisfy a condition, in ascending order of their values.
///
/// Variables are assigned one by one. A part of the condition is checked as soon as its variables are assigned. The cost of a
/// condition such as `x=0 & y=0` is therefore the sum of the sizes of the ranges, not their product.
pub(crate) fn satisfying_states(
    condition: &BoolCode,
    layout: &StateLayout,
    job: &Job<'_>,
) -> Result<Vec<Vec<i64>>, PrismError> {
    let parts = match condition {
        BoolCode::All(parts) => &**parts,
        part => std::slice::from_ref(part),
    };
    let count = layout.slots.len();
    // The parts that can be checked when the first `n` variables are assigned, by `n`.
    let mut ready: Vec<Vec<&BoolCode>> = vec![Vec::new(); count + 1];
    for part in parts {
        ready[greatest_slot(part).map_or(0, |slot| slot + 1)].push(part);
    }
    let mut values: Vec<i64> = layout.slots.iter().map(|slot| slot.low).collect();
    let mut found = Vec::new();
    let mut assigned = 0;
    let mut steps = 0;
    loop {
        job.tick_at(steps, Progress { layer: 0, states: found.len() as u64 })?;
        steps += 1;
        let mut holds = true;
        for part in &ready[assigned] {
            holds &= part.holds(&values).map_err(|fault| PrismError::State {
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

/// Returns the greatest slot of a variable in a condition.
fn greatest_slot(code: &BoolCode) -> Option<usize> {
    let of_pair = |pair: &(NumberCode, NumberCode)| number_slot(&pair.0).max(number_slot(&pair.1));
    match code {
        BoolCode::Constant(_) => None,
        BoolCode::Variable(slot) | BoolCode::Compare(slot, ..) => Some(*slot),
        BoolCode::CompareInts(_, operands) | BoolCode::CompareFractions(_, operands) => of_pair(operands),
        BoolCode::Not(operand) => greatest_slot(operand),
        BoolCode::All(operands) | BoolCode::Any(operands) => operands.iter().filter_map(greatest_slot).max(),
        BoolCode::Iff(operands) => greatest_slot(&operands.0).max(greatest_slot(&operands.1)),
        BoolCode::If(cases) => cases_slot(cases, greatest_slot),
    }
}

fn number_slot(code: &NumberCode) -> Option<usize> {
    match code {
        NumberCode::Whole(_) | NumberCode::Constant(_) => None,
        NumberCode::Variable(slot) => Some(*slot),
        NumberCode::Int(operand) | NumberCode::Round(_, operand) => number_slot(operand),
        NumberCode::Sum(operands) | NumberCode::Product(operands) => {
            operands.iter().filter_map(|(_, operand)| number_slot(operand)).max()
        }
        NumberCode::Extreme(_, operands) => operands.iter().filter_map(number_slot).max(),
        NumberCode::Power(pair) | NumberCode::Modulo(pair) | NumberCode::Log(_, pair) => {
            number_slot(&pair.0).max(number_slot(&pair.1))
        }
        NumberCode::If(cases) => cases_slot(cases, number_slot),
    }
}

fn cases_slot<T>(cases: &Cases<T>, greatest: impl Fn(&T) -> Option<usize>) -> Option<usize> {
    let of_cases = cases.cases.iter().map(|(condition, value)| greatest_slot(condition).max(greatest(value)));
    of_cases.max().flatten().max(greatest(&cases.otherwise))
}
