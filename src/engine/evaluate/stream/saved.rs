//! A stream that is stopped and resumed.
//!
//! Finished states are dropped, and their numbers depend on threads. A checkpoint therefore holds the number of states of every
//! place, in the order in which places are reached, and the values that are still needed. On resume, the game is explored again
//! up to the layer of the stop. Only places that had states are expanded, and no values are computed.

use crate::evaluate::checkpoint::{self, invalid_data, read_value, save_value};
use crate::evaluate::denominators::DenominatorId;
use crate::evaluate::recurrence::ValueSize;
use crate::evaluate::stream::{LayerStream, LiveValue, StreamNode, StreamRecurrence};
use crate::model::Error;
use crate::model::explore::UnexpandedLayer;
use std::io::{self, Read, Write};

/// The saved work that is not read yet.
pub(super) struct SavedStream<'a> {
    input: Box<dyn Read + 'a>,
    /// The number of places that are not read yet.
    left: u64,
}

impl<'a, R: StreamRecurrence> LayerStream<'a, R> {
    /// Begins to read saved work, if there is any.
    pub(super) fn restore(&mut self) -> Result<(), Error> {
        let saved = self.job.store.map_or(Ok(None), |store| store.load());
        let begin = |mut input: Box<dyn Read + 'a>| -> io::Result<SavedStream<'a>> {
            let fingerprint: Vec<u64> = read_value(&mut *input)?;
            checkpoint::ensure(fingerprint == self.fingerprint)?;
            let (left, denominators) = read_value(&mut *input)?;
            self.denominators = denominators;
            self.recurrence.read(&mut *input)?;
            Ok(SavedStream { input, left })
        };
        let restored = saved.and_then(|input| input.map(begin).transpose());
        self.restored = restored?;
        Ok(())
    }

    /// Ends the work, and saves it after a stop.
    pub(super) fn finish(&self, explored: Result<(), Error>) -> Result<(), Error> {
        // A replay has nothing new to save.
        if explored.is_err() && self.restored.is_none() && !self.counts_by_place.is_empty() {
            self.save(&explored)?;
        }
        explored?;
        Ok(checkpoint::ensure(self.restored.is_none())?)
    }

    /// Returns all values that are still needed.
    fn needed(&self) -> impl Iterator<Item = &LiveValue<R::Value>> {
        let steps = self.frontier.values().flatten().chain(&self.ends);
        self.layer.iter().map(|(_, live)| &**live).chain(steps.map(|step| &*step.from))
    }

    pub(super) fn save(&self, explored: &Result<(), Error>) -> Result<(), Error> {
        self.job.store.map_or(Ok(()), |store| store.save_step(explored, &mut |out| self.write(out)))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.fingerprint)?;
        save_value(out, &(self.counts_by_place.len() as u64, &self.denominators))?;
        self.recurrence.write(out)?;
        let needed: Vec<&LiveValue<R::Value>> = self.needed().collect();
        let mut numbers: Vec<(u64, u32)> = needed.iter().map(|live| live.number).zip(0..).collect();
        numbers.sort_unstable();
        numbers.dedup_by_key(|&mut (number, _)| number);
        let mut numbers = numbers.into_iter().peekable();
        for (number, &count) in (0..).zip(&self.counts_by_place) {
            let live = numbers.next_if(|&(next, _)| next == number).map(|(_, at)| needed[at as usize]);
            save_value(out, &(count, live.map(|live| live.denominator)))?;
            if let Some(live) = live {
                save_value(out, live.value())?;
            }
        }
        Ok(())
    }

    /// Reads the values of the places of a layer.
    pub(super) fn replay(
        &mut self,
        layer: &UnexpandedLayer<'_>,
        nodes: &[StreamNode<R::Value>],
    ) -> Result<Vec<LiveValue<R::Value>>, Error> {
        let Some(mut restored) = self.restored.take() else { return Ok(Vec::new()) };
        let values = self.read_places(&mut restored, layer, nodes);
        self.restored = Some(restored);
        values
    }

    fn read_places(
        &self,
        restored: &mut SavedStream<'_>,
        layer: &UnexpandedLayer<'_>,
        nodes: &[StreamNode<R::Value>],
    ) -> Result<Vec<LiveValue<R::Value>>, Error> {
        let meter = self.begin(layer)?;
        restored.left = restored.left.checked_sub(nodes.len() as u64).ok_or_else(invalid_data)?;
        let one = |_: &StreamNode<R::Value>| {
            let live = self.read_place(restored)?;
            meter.add(live.bytes)?;
            Ok(live)
        };
        nodes.iter().map(one).collect()
    }

    /// Reads the value of the next place.
    fn read_place(&self, restored: &mut SavedStream<'_>) -> io::Result<LiveValue<R::Value>> {
        let input = &mut *restored.input;
        let (count, denominator): (u32, Option<DenominatorId>) = read_value(input)?;
        let value = denominator.map(|_| self.read_stored(input)).transpose()?;
        let bytes = value.as_ref().map_or(0, |value| R::size(value).bytes);
        let size = ValueSize { bytes, states: count.into(), width: 0 };
        Ok(LiveValue::new(value, size, denominator.unwrap_or(0)))
    }

    /// Reads a saved value.
    pub(super) fn read_stored(&self, input: &mut dyn Read) -> io::Result<R::Value> {
        Ok(self.recurrence.interned(read_value(input)?))
    }

    /// Ends the replay once all saved work has been read and is complete.
    pub(super) fn end_replay(&mut self) -> Result<(), Error> {
        let Some(restored) = self.restored.as_mut().filter(|restored| restored.left == 0) else {
            return Ok(());
        };
        checkpoint::ensure_end(&mut *restored.input)?;
        self.restored = None;
        Ok(())
    }
}
