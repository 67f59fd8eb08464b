//! The discovery of all states by all processes: the game is explored without computing values.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::model::Error;
use crate::model::explore::{ExpandedLayer, LayerVisitor, PackedState, UnexpandedLayer};
use foldhash::fast::RandomState;
use serde_bytes::{ByteBuf, Bytes};
use std::collections::HashMap;
use std::io;

/// The results of a discovery so far.
#[derive(Default)]
pub(super) struct Discovery {
    pub(super) states: u64,
    pub(super) transitions: u64,
    /// For each state number, the other processes that lead to the state.
    pub(super) senders: HashMap<u32, Vec<usize>, RandomState>,
}

impl LayerVisitor for Discovery {
    /// Expands the states that are new in this round of the layer.
    fn enter(&mut self, layer: &UnexpandedLayer<'_>) -> Result<Vec<bool>, Error> {
        let first = layer.round.map_or(layer.numbers, |round| round.first);
        Ok(layer.numbers.iter().zip(first).map(|(number, first)| number == first).collect())
    }

    fn exit(&mut self, layer: &ExpandedLayer<'_>) -> Result<(), Error> {
        self.states += layer.states.count() as u64;
        self.transitions +=
            (0..layer.states.count()).map(|at| layer.states.get(at).1.len() as u64).sum::<u64>();
        Ok(())
    }

    fn states_counted(&self) -> u64 {
        self.states
    }

    fn pack(&mut self, states: &[PackedState], _keep: bool) -> Result<Vec<Vec<u8>>, Error> {
        let mut batch = Vec::new();
        let mut all = states.iter();
        all.try_for_each(|(state, _)| save_value(&mut batch, Bytes::new(state)))?;
        Ok(vec![batch])
    }

    fn unpack(
        &mut self,
        mut batch: &[u8],
        sender: usize,
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        while !batch.is_empty() {
            let state: ByteBuf = read_value(&mut batch)?;
            self.senders.entry(number(&state)?).or_default().push(sender);
        }
        Ok(())
    }
}
