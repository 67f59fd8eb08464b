//! Encodings of the states of mock games, for distributed processes and for checkpoints.

use crate::fixed::Fixed;
use crate::toy::Toy;
use chancetree::game::StateCodec;

impl StateCodec for Toy {
    fn pack(&self, state: &usize, bytes: &mut Vec<u8>) {
        bytes.extend((*state as u64).to_le_bytes());
    }

    fn unpack(&self, bytes: &[u8]) -> Option<usize> {
        let state = u64::from_le_bytes(bytes.try_into().ok()?) as usize;
        (state < self.states.len()).then_some(state)
    }
}

impl<G: StateCodec> StateCodec for Fixed<'_, G> {
    fn pack(&self, state: &G::State, bytes: &mut Vec<u8>) {
        self.game().pack(state, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Option<G::State> {
        self.game().unpack(bytes)
    }
}
