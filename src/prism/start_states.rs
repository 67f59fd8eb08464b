//! The initial states of a model.

use crate::code::{BoolCode, Cases, FractionCode, IntCode};
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
        ready[greatest_slot_of_bool(part).map_or(0, |slot| slot + 1)].push(part);
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

fn greatest_slot_of_bool(code: &BoolCode) -> Option<usize> {
    match code {
        BoolCode::Constant(_) => None,
        BoolCode::Variable(slot) | BoolCode::Compare(slot, ..) => Some(*slot),
        BoolCode::CompareInts(_, operands) => {
            greatest_slot_of_int(&operands.0).max(greatest_slot_of_int(&operands.1))
        }
        BoolCode::CompareFractions(_, operands) => {
            greatest_slot_of_fraction(&operands.0).max(greatest_slot_of_fraction(&operands.1))
        }
        BoolCode::Not(operand) => greatest_slot_of_bool(operand),
        BoolCode::All(operands) | BoolCode::Any(operands) => {
            operands.iter().filter_map(greatest_slot_of_bool).max()
        }
        BoolCode::Iff(operands) => greatest_slot_of_bool(&operands.0).max(greatest_slot_of_bool(&operands.1)),
        BoolCode::If(cases) => greatest_slot_of_cases(cases, greatest_slot_of_bool),
    }
}

fn greatest_slot_of_int(code: &IntCode) -> Option<usize> {
    match code {
        IntCode::Constant(_) => None,
        IntCode::Variable(slot) => Some(*slot),
        IntCode::Sum(operands) => {
            operands.iter().filter_map(|(_, operand)| greatest_slot_of_int(operand)).max()
        }
        IntCode::Product(operands) | IntCode::Extreme(_, operands) => {
            operands.iter().filter_map(greatest_slot_of_int).max()
        }
        IntCode::Power(operands) | IntCode::Modulo(operands) => {
            greatest_slot_of_int(&operands.0).max(greatest_slot_of_int(&operands.1))
        }
        IntCode::Round(_, operand) => greatest_slot_of_fraction(operand),
        IntCode::RoundLog(_, operands) => {
            greatest_slot_of_fraction(&operands.0).max(greatest_slot_of_fraction(&operands.1))
        }
        IntCode::If(cases) => greatest_slot_of_cases(cases, greatest_slot_of_int),
    }
}

fn greatest_slot_of_fraction(code: &FractionCode) -> Option<usize> {
    match code {
        FractionCode::Constant(_) => None,
        FractionCode::Int(operand) => greatest_slot_of_int(operand),
        FractionCode::Sum(operands) | FractionCode::Product(operands) => {
            operands.iter().filter_map(|(_, operand)| greatest_slot_of_fraction(operand)).max()
        }
        FractionCode::Extreme(_, operands) => operands.iter().filter_map(greatest_slot_of_fraction).max(),
        FractionCode::Power(operands) | FractionCode::Log(operands) => {
            greatest_slot_of_fraction(&operands.0).max(greatest_slot_of_fraction(&operands.1))
        }
        FractionCode::If(cases) => greatest_slot_of_cases(cases, greatest_slot_of_fraction),
    }
}

fn greatest_slot_of_cases<T>(cases: &Cases<T>, greatest: impl Fn(&T) -> Option<usize>) -> Option<usize> {
    let of_cases =
        cases.cases.iter().map(|(condition, value)| greatest_slot_of_bool(condition).max(greatest(value)));
    of_cases.max().flatten().max(greatest(&cases.otherwise))
}
