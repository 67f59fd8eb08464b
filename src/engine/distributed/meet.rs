//! The work on all that has come for a stage: merge, save, count, expand.

use crate::distributed::cycle::least_on_cycle;
use crate::distributed::layers::{FOUND, Inbox, LOOK, NODES, SAVE, Worker};
use crate::distributed::out::{Frontier, outgoing};
use crate::distributed::parcel::{self, Place};
use crate::distributed::parts::Share;
use crate::distributed::post::{Bytes, LAST, Stage, layer_and_round, stage};
use crate::distributed::stages::{Save, Staged as _};
use crate::evaluate::checkpoint::{failed, nonsense, some};
use crate::evaluate::forward::{Held, Incoming, gather};
use crate::evaluate::row::Score;
use crate::game::{Choices, Travel};
use crate::model::{Error, name};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::Arc;

/// Bytes of rows that are built between two looks at the limits, at most.
const MUCH: u64 = 1 << 22;

/// The first round inside a layer in which a cycle is sought; then whenever there are twice as many.
const SUSPICIOUS: u32 = 4;

impl<G: Travel, const K: usize> Worker<'_, G, K> {
    /// Takes in all that has come for a stage, and does its work.
    pub(crate) fn meet_nodes(&mut self, at: Stage) -> Result<(), Error> {
        let Some(Inbox { own: mut nodes, blocks }) = self.inbox.remove(&at) else { return Ok(()) };
        let mut save = None;
        for block in blocks {
            let read = self.take(&block, &mut nodes).map_err(|error| failed(&error))?;
            save = Save::both(save, read);
        }
        if let Some(save) = save {
            self.save(save, at, &mut nodes)?;
            if save.stops {
                self.halt.stop(at);
                return Ok(());
            }
        }
        if at == LAST {
            // All that others have met is in the tally now.
            self.elsewhere.clear();
            return Ok(());
        }
        self.expand(at, nodes)
    }

    /// Reads a block; what is to be saved, if it asks for that.
    fn take(&mut self, block: &[u8], nodes: &mut Frontier<G, K>) -> io::Result<Option<Save>> {
        let (kind, mut rest) = block.split_first().ok_or_else(nonsense)?;
        match *kind {
            NODES => {
                let [sender, states] = some(&mut rest)?;
                self.elsewhere.insert(sender, states);
                self.unpack(rest, nodes)?;
            }
            SAVE => return Ok(Some(Save::of(some(&mut rest)?))),
            FOUND => self.tally.add(rest, &mut self.scales, &self.plans)?,
            _ => return Err(nonsense()),
        }
        Ok(None)
    }

    /// Enters the nodes of a parcel.
    pub(crate) fn unpack(&mut self, parcel: &[u8], nodes: &mut Frontier<G, K>) -> io::Result<()> {
        let (denominator, mut rest) = parcel::open(parcel)?;
        let scale = self.scales.scale(denominator);
        while let Some((place, row)) = parcel::next(self.game, &self.plans, &mut rest)? {
            let row = Held::new(row, &self.live);
            nodes.entry(place).or_default().push(Incoming::whole(row, scale));
        }
        Ok(())
    }

    /// Builds the rows of all nodes and hands them on.
    fn expand(&mut self, at: Stage, nodes: Frontier<G, K>) -> Result<(), Error> {
        let (layer, round) = layer_and_round(at);
        self.layer = layer;
        if self.met.0 != layer || round == 0 {
            self.met = (layer, HashMap::default());
        }
        if round >= SUSPICIOUS && round.is_power_of_two() {
            self.find_cycle(layer, nodes.keys())?;
        }
        // Whoever has nothing to do asks for nothing: else saves alone would call for more of them without end.
        if !nodes.is_empty() {
            self.ask(at, layer);
        }
        let common = self.scales.common(nodes.values().flatten().map(|incoming| incoming.step));
        let mut choices = Choices::default();
        let (mut built, mut done) = (0, 0);
        for (place, incoming) in nodes {
            let row = match parcel::only(&incoming, common.scale) {
                Some(row) => Arc::clone(row),
                None => Held::new(gather(&incoming, &common, &self.plans), &self.live),
            };
            drop(incoming);
            (built, done) = (built + row.row.bytes(), done + 1);
            if built > MUCH || done == LOOK {
                (built, done) = (0, 0);
                self.look()?;
            }
            let out = outgoing(self.game, &place, &mut choices)?;
            let fresh = self.fresh(round, &place, &row);
            self.tally.count(layer, fresh, out.len());
            if out.is_empty() {
                let row = match self.game.hidden(&place.0) {
                    Some(hidden) => Held::new(row.row.times(&hidden, &self.plans), &self.live),
                    None => row,
                };
                self.tally.end(Incoming::whole(row, common.scale), &mut self.scales, &self.plans);
                continue;
            }
            for out in out {
                let step = Incoming::enter(&row, out.share, common.scale, place.1, out.points)?;
                let next = self.game.layer(&out.next.0);
                let next = if next == layer { stage(layer, round + 1) } else { stage(next, 0) };
                self.outbox.entry(next).or_default().entry(out.next).or_default().push(step);
            }
        }
        Ok(())
    }

    /// Returns how many states of a node are new: it may have been met in an earlier round with some of them.
    fn fresh(&mut self, round: u32, place: &Place<G>, row: &Arc<Held<K>>) -> u64 {
        let met = self.met.1.entry(place.clone()).or_default();
        let fresh = if round == 0 || met.is_empty() {
            row.row.len()
        } else {
            let known: HashSet<Score<K>, RandomState> = met.iter().flat_map(|row| row.row.keys()).collect();
            row.row.keys().filter(|score| !known.contains(score)).count()
        };
        met.push(Arc::clone(row));
        fresh as u64
    }

    /// Names the least state on a cycle that these nodes lead to without leaving their layer.
    ///
    /// Work that goes round a cycle comes by in every round, so some worker finds it; a layer that is only deep passes.
    fn find_cycle<'b>(&mut self, layer: u32, nodes: impl Iterator<Item = &'b Place<G>>) -> Result<(), Error>
    where
        G: 'b,
    {
        let game = self.game;
        let mut choices = Choices::default();
        let inside = |place: &Place<G>| {
            self.look()?;
            let out = outgoing(game, place, &mut choices)?;
            Ok(out.into_iter().map(|out| out.next).filter(|next| game.layer(&next.0) == layer).collect())
        };
        match least_on_cycle(nodes.cloned().collect(), inside)? {
            Some((state, _)) => Err(Error::Cycle(name(&state))),
            None => Ok(()),
        }
    }

    /// Asks everybody to save before the next layer, if it is time.
    fn ask(&mut self, at: Stage, layer: u32) {
        let Some(layer) = layer.checked_add(1) else { return };
        let next = stage(layer, 0);
        let held = self.progress().bytes;
        let Some(save) = self.halt.ask(at, next, held, self.desk, self.run) else { return };
        let mut block = vec![SAVE];
        save.words().iter().for_each(|word| block.extend(word.to_le_bytes()));
        for worker in 0..self.post.workers() {
            if worker == self.post.index() {
                self.inbox(next).blocks.push(block.clone());
            } else {
                self.post.send((worker, next, Bytes(block.clone())));
            }
        }
    }

    /// Saves what is to be done from a stage on, and what was found before.
    fn save(&mut self, save: Save, at: Stage, nodes: &mut Frontier<G, K>) -> Result<(), Error> {
        let mut share = Share { parcels: vec![(at, self.parcel(nodes))], tally: Vec::new() };
        let mut outbox = std::mem::take(&mut self.outbox);
        share.parcels.extend(outbox.iter_mut().map(|(&later, nodes)| (later, self.parcel(nodes))));
        self.outbox = outbox;
        let wrote = self.tally.write(&mut self.scales, &self.plans, &mut share.tally);
        wrote.map_err(|error| failed(&error))?;
        self.desk.save(save, at, share)
    }

    /// Nodes as a parcel; each has one row afterwards.
    fn parcel(&mut self, nodes: &mut Frontier<G, K>) -> Vec<u8> {
        let common = self.scales.common(nodes.values().flatten().map(|incoming| incoming.step));
        let mut bytes = parcel::begin(self.scales.denominator(common.scale));
        for (place, incoming) in nodes {
            let row = match parcel::only(incoming, common.scale) {
                Some(row) => Arc::clone(row),
                None => Held::new(gather(incoming, &common, &self.plans), &self.live),
            };
            let mut packed = Vec::new();
            parcel::pack_place(self.game, place, &mut packed);
            parcel::add(&mut bytes, &packed, &row.row);
            *incoming = vec![Incoming::whole(row, common.scale)];
        }
        bytes
    }
}
