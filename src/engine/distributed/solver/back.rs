//! The way back: a state is solved where it lives, and those who lead there are told.

use crate::distributed::cycle::least_on_cycle;
use crate::distributed::parcel::put_state;
use crate::distributed::parts::Share;
use crate::distributed::post::{Bytes, Stage, back, back_layer_and_round};
use crate::distributed::solver::{
    FOUND, LARGE, LOOK, Layer, Map, REPORT, SAVE, SOLVED, Solver, VALUES, Value,
};
use crate::distributed::stages::{Save, Staged as _};
use crate::game::{Choices, Travel};
use crate::model::{Error, expand, name};
use std::collections::BTreeMap;

impl<G: Travel> Solver<'_, G> {
    /// Asks everybody to save on the way to the layer before, if it is time.
    pub(crate) fn ask(&mut self, at: Stage, layer: u32) {
        let Some(before) = layer.checked_sub(1) else { return };
        let (next, held) = (back(before, 0), self.progress().bytes);
        if let Some(save) = self.halt.ask(at, next, held, self.desk, self.run) {
            let words = save.words().map(u64::to_le_bytes).concat();
            self.tell_all(next, &[vec![SAVE], words].concat());
        }
    }

    /// Saves what is solved. Values are true whenever they were found, so what is discovered need not be saved.
    pub(crate) fn save(&mut self, save: Save, at: Stage) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for (state, value) in self.solved.iter().chain(&self.saved) {
            let mut packed = Vec::new();
            self.game.pack(state, &mut packed);
            put_state(&mut bytes, &packed);
            value.write(&mut bytes);
        }
        self.desk.save(save, at, Share { parcels: vec![(at, bytes)], tally: Vec::new() })
    }

    /// Solves what can be solved in a layer, and tells those who lead there.
    pub(crate) fn solve(&mut self, at: Stage) -> Result<(), Error> {
        let (layer, round) = back_layer_and_round(at);
        self.layer = layer;
        if round == 0 {
            self.ask(at, layer);
        }
        let Some(Layer { states, inside }) = self.layers.remove(&layer) else { return Ok(()) };
        let mut waiting = Map::default();
        let mut blocks: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        let mut choices = Choices::default();
        let mut any = false;
        for (done, (state, askers)) in states.into_iter().enumerate() {
            if done % LOOK == 0 {
                self.look()?;
            }
            let before = self.saved.remove(&state);
            self.live -= before.as_ref().map_or(0, Value::bytes);
            let Some(value) = before.map_or_else(|| self.value(&state, &mut choices), |it| Ok(Some(it)))?
            else {
                waiting.insert(state, askers);
                continue;
            };
            any = true;
            for asker in askers {
                let block = blocks.entry(asker).or_insert_with(|| vec![VALUES]);
                let length = block.len();
                let mut packed = Vec::new();
                self.game.pack(&state, &mut packed);
                put_state(block, &packed);
                value.write(block);
                self.count(asker, 1, block.len() - length);
                if block.len() >= LARGE {
                    let full = std::mem::replace(block, vec![VALUES]);
                    self.post.send((asker, at, Bytes(full)));
                }
            }
            self.live += value.bytes();
            self.found.count(&value);
            self.solved.insert(state, value);
        }
        blocks.into_iter().for_each(|(asker, block)| self.post.send((asker, at, Bytes(block))));
        if any && inside {
            self.tell_all(at, &[SOLVED]);
        }
        if waiting.is_empty() {
            return Ok(());
        }
        if round > 0 && self.last_solved < at - 1 {
            return Err(self.cycle(layer, waiting.into_keys().collect()));
        }
        self.layers.insert(layer, Layer { states: waiting, inside });
        self.back = Some(at + 1);
        Ok(())
    }

    /// Names the least state on a cycle for which these wait.
    pub(crate) fn cycle(&self, layer: u32, waiting: Vec<G::State>) -> Error {
        let mut choices = Choices::default();
        let least = waiting.iter().min().map(name).unwrap_or_default();
        let inside = |state: &G::State| {
            expand(self.game, state, &mut choices)?;
            let next = choices.events().iter().map(|event| event.next.clone());
            Ok(next.filter(|next| self.game.layer(next) == layer).collect())
        };
        match least_on_cycle(waiting, inside) {
            Ok(state) => Error::Cycle(state.map_or(least, |state| name(&state))),
            Err(error) => error,
        }
    }

    /// Tells the first worker of all what was found.
    pub(crate) fn report(&mut self) {
        let start = self.game.canonical(self.game.start());
        self.found.start = self.solved.remove(&start);
        if self.post.index() > 0 {
            let mut block = vec![FOUND];
            self.found.write(&mut block);
            self.post.send((0, REPORT, Bytes(block)));
        }
    }
}
