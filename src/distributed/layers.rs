//! The layers of a game whose states are distributed among processes.

use crate::coordinator::Coordinator;
use crate::evaluate::checkpoint::read_value;
use crate::game::{Game, StateCodec};
use crate::model::explore::{Exchange, Frontier, NumberSet, PackedState};
use crate::model::{Error, Job, Progress};
use crate::snapshots::Snapshot;
use crate::{Exchanged, to_bytes};
use std::collections::BTreeMap;
use std::mem;

/// The use of the states of the layers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Values move forward with the states, and are saved with them.
    Values,
    /// The states of this process are kept to be solved later. Players may decide.
    Discovery,
}

/// A state with its number.
type NumberedState<G> = (<G as Game>::State, u32);

/// The layers of a game, explored jointly by all processes.
pub(crate) struct Layers<'c, 'a, 'g, G: StateCodec> {
    game: &'g G,
    coordinator: &'c mut Coordinator<'a>,
    purpose: Purpose,
    has_begun: bool,
    /// The current layer.
    layer: Option<u32>,
    /// The states of this process, by layer. A state has one number for each round in which it is visited.
    pub(crate) kept: BTreeMap<u32, Vec<NumberedState<G>>>,
}

impl<'c, 'a, 'g, G: StateCodec> Layers<'c, 'a, 'g, G> {
    pub(crate) fn new(game: &'g G, coordinator: &'c mut Coordinator<'a>, purpose: Purpose) -> Self {
        Self { game, coordinator, purpose, has_begun: false, layer: None, kept: BTreeMap::new() }
    }

    /// Returns the job.
    pub(crate) fn job(&self) -> &'a Job<'a> {
        self.coordinator.job
    }

    /// Resumes from the snapshots, or begins at the start state in process 0.
    fn begin(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<(), Error> {
        if self.purpose == Purpose::Discovery || !self.coordinator.snapshots.resumes() {
            return if self.coordinator.process() == 0 { Ok(()) } else { frontier.clear() };
        }
        frontier.clear()?;
        for Snapshot { batches, results } in self.coordinator.snapshots.take() {
            for batch in batches {
                frontier.unpack(&batch, 0)?;
            }
            self.add_results(frontier, &results)?;
        }
        Ok(())
    }

    fn add_results(&mut self, frontier: &mut Frontier<'_, '_, G>, mut bytes: &[u8]) -> Result<(), Error> {
        let mut read = || {
            let Exchanged { states, bytes: length } = read_value(&mut bytes)?;
            self.coordinator.exchanged.states += states;
            self.coordinator.exchanged.bytes += length;
            frontier.visit.unpack_results(bytes)
        };
        read().map_err(Error::from)
    }

    /// Returns the states of a layer that other processes own, grouped by process.
    fn away(&self, layer: u32, frontier: &Frontier<'_, '_, G>) -> Vec<(usize, Vec<PackedState>)> {
        let mut away: Vec<(usize, Vec<PackedState>)> = Vec::new();
        frontier.each(layer, &mut |state, number| {
            let packed = packed(self.game, state);
            let owner = self.coordinator.owner(&packed);
            if owner != self.coordinator.process() {
                match away.iter_mut().find(|(to, _)| *to == owner) {
                    Some((_, states)) => states.push((packed, number)),
                    None => away.push((owner, vec![(packed, number)])),
                }
            }
        });
        away
    }
}

/// Encodes a state as bytes that are the same in every process.
pub(crate) fn packed<G: StateCodec>(game: &G, state: &G::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.pack(state, &mut bytes);
    bytes
}

/// Serializes the results so far.
fn results<G: StateCodec>(
    frontier: &mut Frontier<'_, '_, G>,
    exchanged: &Exchanged,
    keep: bool,
) -> Result<Vec<u8>, Error> {
    let mut bytes = to_bytes(exchanged)?;
    bytes.extend(frontier.visit.pack_results(keep)?);
    Ok(bytes)
}

/// Serializes the frontier and the results so far.
fn snapshot<G: StateCodec>(
    game: &G,
    frontier: &mut Frontier<'_, '_, G>,
    exchanged: &Exchanged,
) -> Result<Snapshot, Error> {
    let mut batches = Vec::new();
    for layer in frontier.layers() {
        let mut states = Vec::new();
        frontier.each(layer, &mut |state, number| states.push((packed(game, state), number)));
        batches.extend(frontier.visit.pack(&states, true)?.into_iter().map(Into::into));
    }
    Ok(Snapshot { batches, results: results(frontier, exchanged, true)? })
}

impl<G: StateCodec> Exchange<G> for Layers<'_, '_, '_, G> {
    fn next_layer(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<Option<(u32, NumberSet)>, Error> {
        if !mem::replace(&mut self.has_begun, true) {
            self.begin(frontier)?;
        }
        // The contributions to the first layer of this process are sent with the proposal. If the processes
        // agree on an earlier layer, more contributions to the same states may follow.
        let first = frontier.first_layer();
        let away = first.map_or_else(Vec::new, |layer| self.away(layer, frontier));
        let mut numbers: NumberSet =
            away.iter().flat_map(|(_, states)| states).map(|&(_, number)| number).collect();
        let mut batches = Vec::new();
        for (owner, states) in &away {
            batches.extend(frontier.visit.pack(states, false)?.into_iter().map(|batch| (*owner, batch)));
        }
        drop(away);
        self.coordinator.exchanged.states += numbers.len() as u64;
        let progress = Progress { layer: self.layer.unwrap_or(0), states: frontier.visit.states_counted() };
        let (agreement, received) = self.coordinator.agree(first.map(u64::from), progress, 0, batches)?;
        for (sender, batch) in received {
            frontier.unpack(&batch, sender)?;
        }
        let Some(agreement) = agreement else {
            if self.purpose == Purpose::Values {
                let exchanged = self.coordinator.exchanged;
                let others = self.coordinator.collect(|| results(frontier, &exchanged, false))?;
                for results in others.unwrap_or_default() {
                    self.add_results(frontier, &results)?;
                }
            }
            return Ok(None);
        };
        let layer = agreement.step as u32;
        if first != Some(layer) {
            numbers.clear();
        }
        // Finished states of a layer are not saved between two rounds of the layer.
        if self.purpose == Purpose::Values && self.layer.replace(layer) != Some(layer) {
            let game = self.game;
            self.coordinator.save(agreement, |exchanged| snapshot(game, frontier, exchanged))?;
        }
        if self.purpose == Purpose::Discovery {
            let kept = self.kept.entry(layer).or_default();
            frontier.each(layer, &mut |state, number| {
                if !numbers.contains(&number) {
                    kept.push((state.clone(), number));
                }
            });
        }
        Ok(Some((layer, numbers)))
    }

    fn allows_decisions(&self) -> bool {
        self.purpose == Purpose::Discovery
    }

    fn allows_steps_in_layer(&self) -> bool {
        true
    }
}
