//! The format of saved states and their steps.

use crate::checkpoint::save_value;
use crate::explore::links::PackedStep;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::io::{self, Write};

/// Consecutive states, packed, and their steps. With a list for each state, most of the time would go into small allocations.
/// Numbers of steps are written in four bytes each, which are read faster than numbers of varying length.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct SavedStates {
    /// The number of bytes and of steps of each state.
    pub(super) sizes: Vec<(u32, u32)>,
    #[serde(with = "serde_bytes")]
    pub(super) states: Vec<u8>,
    /// The targets, the labels and the weights of the steps.
    steps: [ByteBuf; 3],
}

impl SavedStates {
    fn set_steps(&mut self, steps: &[PackedStep]) {
        let numbers: [fn(&PackedStep) -> u32; 3] =
            [|step| step.target, |step| step.label, |step| step.weight];
        self.steps = numbers.map(|number| {
            let mut bytes = ByteBuf::with_capacity(size_of::<u32>() * steps.len());
            steps.iter().for_each(|step| bytes.extend_from_slice(&number(step).to_le_bytes()));
            bytes
        });
    }

    pub(super) fn steps(&self) -> Vec<PackedStep> {
        let [targets, labels, weights] = self.steps.each_ref().map(|bytes| {
            let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("chunks of four"));
            bytes.chunks_exact(size_of::<u32>()).map(number)
        });
        let steps = targets.zip(labels).zip(weights);
        steps.map(|((target, label), weight)| PackedStep { target, label, weight }).collect()
    }
}

/// The number of states that are saved together.
const SAVED_TOGETHER: usize = 1 << 10;

/// Saves states with their steps. `pack` appends a packed state, and `add_steps` the steps of a state.
pub(super) fn save_states(
    out: &mut dyn Write,
    count: usize,
    pack: &dyn Fn(usize, &mut Vec<u8>),
    add_steps: &dyn Fn(usize, &mut Vec<PackedStep>),
) -> io::Result<()> {
    let (mut saved, mut steps) = (SavedStates::default(), Vec::new());
    for first in (0..count).step_by(SAVED_TOGETHER) {
        saved.sizes.clear();
        saved.states.clear();
        steps.clear();
        for place in first..count.min(first + SAVED_TOGETHER) {
            let before = (saved.states.len(), steps.len());
            pack(place, &mut saved.states);
            add_steps(place, &mut steps);
            saved.sizes.push(((saved.states.len() - before.0) as u32, (steps.len() - before.1) as u32));
        }
        saved.set_steps(&steps);
        save_value(out, &saved)?;
    }
    Ok(())
}
