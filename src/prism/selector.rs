//! Lists of commands by the value of one variable, so that few guards are evaluated.

use crate::compiled_expression::BoolCode;
use crate::compiled_model::Command;
use crate::layout::StateLayout;
use crate::syntax::Operator;
use std::collections::HashMap;

/// The maximum number of values of a variable by which commands are selected.
const MAX_VALUES: i64 = 1 << 12;

/// The commands of one module for one action.
///
/// Many guards require one value of a program counter: `s=3 & ...`. The selector has a list of commands for each value of the
/// variable that the most guards fix.
#[derive(Debug)]
pub(crate) struct Selector {
    slot: usize,
    low: i64,
    lists: Vec<Vec<u32>>,
}

impl Selector {
    /// Creates a selector of these commands.
    pub(crate) fn new(indices: &[usize], commands: &[Command], layout: &StateLayout) -> Self {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for &index in indices {
            for (slot, _) in required_values(&commands[index].guard) {
                let slot_range = &layout.slots[slot];
                if slot_range.high.checked_sub(slot_range.low).is_some_and(|span| span < MAX_VALUES) {
                    *counts.entry(slot).or_default() += 1;
                }
            }
        }
        let best = counts.into_iter().max_by_key(|&(slot, count)| (count, usize::MAX - slot));
        let all: Vec<u32> = indices.iter().map(|&index| index as u32).collect();
        let Some((slot, _)) = best.filter(|&(_, count)| count > 1) else {
            return Self { slot: 0, low: 0, lists: vec![all] };
        };
        let range = &layout.slots[slot];
        let lists = (range.low..=range.high).map(|value| {
            let may_hold = |&index: &u32| {
                let mut required = required_values(&commands[index as usize].guard);
                required.all(|(required_slot, required)| required_slot != slot || required == value)
            };
            all.iter().copied().filter(may_hold).collect()
        });
        Self { slot, low: range.low, lists: lists.collect() }
    }

    /// Returns the commands whose guard may hold in a state.
    #[inline]
    pub(crate) fn candidates(&self, state: &[i64]) -> &[u32] {
        match &*self.lists {
            [all] => all,
            lists => &lists[(state[self.slot] - self.low) as usize],
        }
    }
}

/// Returns the variables whose value a guard fixes.
fn required_values(guard: &BoolCode) -> impl Iterator<Item = (usize, i64)> {
    let parts = match guard {
        BoolCode::All(parts) => &**parts,
        part => std::slice::from_ref(part),
    };
    parts.iter().filter_map(|part| match part {
        BoolCode::Compare(slot, Operator::Equal, value) => Some((*slot, *value)),
        BoolCode::Variable(slot) => Some((*slot, 1)),
        _ => None,
    })
}
