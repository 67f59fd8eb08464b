//! The way out: every state is met by the worker to whom it belongs.

use crate::distributed::parcel::{owner, put_state};
use crate::distributed::post::{Bytes, Stage, layer_and_round, stage};
use crate::distributed::solver::{LARGE, LOOK, Layer, Map, STATES, Solver};
use crate::distributed::stages::Staged as _;
use crate::game::{Choices, Travel};
use crate::model::{Error, expand};
use std::collections::BTreeMap;

impl<G: Travel> Solver<'_, G> {
    /// Tells the others that this worker leads to states that belong to them.
    pub(crate) fn send_states(&mut self, at: Stage) {
        let (me, workers) = (self.post.index(), self.post.workers());
        let head =
            [vec![STATES], me.to_le_bytes().to_vec(), self.found.states.to_le_bytes().to_vec()].concat();
        let mut blocks: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for state in self.outbox.remove(&at).unwrap_or_default() {
            let mut packed = Vec::new();
            self.game.pack(&state, &mut packed);
            match owner(&packed, workers) {
                owner if owner == me => drop(self.inbox(at).own.insert(state)),
                owner => {
                    let block = blocks.entry(owner).or_insert_with(|| head.clone());
                    put_state(block, &packed);
                    self.count(owner, 1, packed.len());
                    if block.len() >= LARGE {
                        let full = std::mem::replace(block, head.clone());
                        self.post.send((owner, at, Bytes(full)));
                    }
                }
            }
        }
        blocks.into_iter().for_each(|(owner, block)| self.post.send((owner, at, Bytes(block))));
    }

    /// Discovers the states that are new among those that have come for a stage.
    pub(crate) fn discover(&mut self, at: Stage, met: Vec<(G::State, u64)>) -> Result<(), Error> {
        let (layer, round) = layer_and_round(at);
        self.layer = layer;
        let me = self.post.index();
        let here =
            self.layers.entry(layer).or_insert_with(|| Layer { states: Map::default(), inside: false });
        here.inside |= round > 0;
        let mut fresh = Vec::new();
        for (state, sender) in met {
            let askers = here.states.entry(state.clone()).or_insert_with(|| {
                fresh.push(state);
                Vec::new()
            });
            if sender != me && !askers.contains(&sender) {
                askers.push(sender);
            }
        }
        let mut choices = Choices::default();
        for (done, state) in fresh.into_iter().enumerate() {
            if done % LOOK == 0 {
                self.look()?;
            }
            expand(self.game, &state, &mut choices)?;
            self.found.states += 1;
            self.found.transitions += choices.events().len() as u64;
            for event in choices.events() {
                let next = self.game.layer(&event.next);
                let next = if next == layer { stage(layer, round + 1) } else { stage(next, 0) };
                let gathered = self.outbox.entry(next).or_default();
                if !gathered.contains(&event.next) {
                    gathered.insert(event.next.clone());
                }
            }
        }
        Ok(())
    }
}
