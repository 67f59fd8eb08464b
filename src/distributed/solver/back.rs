//! The way back: owners solve their states, and send the values to the workers that lead there.

use crate::cycle::least_on_cycle;
use crate::game::{Choices, Travel};
use crate::mailbox::{Bytes, Message, Stage, back, back_layer_and_round};
use crate::model::{Error, expand, name};
use crate::solver::{Layer, Map, SOLVED, Solver, VALUES, Value, put_value};
use crate::superstep::{Batches, POLL_INTERVAL, Superstep as _};

impl<G: Travel> Solver<'_, G> {
    /// Solves the states of a layer that can be solved, and sends their values.
    pub(crate) fn solve(&mut self, at: Stage) -> Result<(), Error> {
        let (layer, round) = back_layer_and_round(at);
        self.base.layer = layer;
        if round == 0
            && let Some(before) = layer.checked_sub(1)
        {
            self.ask(at, back(before, 0));
        }
        let Some(Layer { states, inside }) = self.layers.remove(&layer) else { return Ok(()) };
        let mut waiting = Map::default();
        let mut batches = Batches::new(at, Vec::new(), |batch| Message::Own(VALUES, batch));
        let mut choices = Choices::default();
        let mut any = false;
        for (done, (state, askers)) in states.into_iter().enumerate() {
            if done % POLL_INTERVAL == 0 {
                self.tick()?;
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
                let packed = self.packed(&state);
                let bytes = self.base.add(&mut batches, asker, |batch| put_value(batch, &packed, &value));
                self.base.count(asker, 1, bytes);
            }
            self.live += value.bytes();
            self.found.count(&value);
            self.solved.insert(state, value);
        }
        self.base.send(batches);
        if any && inside {
            self.base.send_all(at, &Message::Own(SOLVED, Bytes::default()));
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

    /// Returns the error that names the least state on a cycle for which these states wait.
    fn cycle(&self, layer: u32, waiting: Vec<G::State>) -> Error {
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
}
