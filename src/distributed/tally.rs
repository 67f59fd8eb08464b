//! The findings of a worker: counts, and the ends with their numbers.

use crate::evaluate::{
    Distribution, Forward,
    checkpoint::{read_value, save_value, sound},
    row::{Plans, Row},
    scale::Scales,
};
use crate::exact::Natural;
use crate::game::Seat;
use crate::model::Error;
use crate::step::{Delivery, LiveRow, gather};
use crate::{Exchanged, lost_digits};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Rows of ends that are kept before they are added up.
const ENDS: usize = 64;

/// The harvest of a worker.
#[derive(Default)]
pub(crate) struct Harvest<const K: usize> {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    pub(crate) ends: u64,
    pub(crate) layers: BTreeMap<u32, u64>,
    distributions: Vec<Delivery<K>>,
    live: Arc<AtomicU64>,
}

impl<const K: usize> Harvest<K> {
    pub(crate) fn new(live: &Arc<AtomicU64>) -> Self {
        Self { live: Arc::clone(live), ..Self::default() }
    }

    /// Counts states of a layer with their transitions.
    pub(crate) fn count(&mut self, layer: u32, states: u64, steps: usize) {
        self.states += states;
        self.transitions += states * steps as u64;
        if steps == 0 {
            self.ends += states;
        }
        *self.layers.entry(layer).or_default() += states;
    }

    /// Enters the row of an end.
    pub(crate) fn end(&mut self, row: Delivery<K>, scales: &mut Scales, plans: &Plans<K>) {
        self.distributions.push(row);
        if self.distributions.len() >= ENDS {
            self.add_up(scales, plans);
        }
    }

    fn add_up(&mut self, scales: &mut Scales, plans: &Plans<K>) {
        if self.distributions.len() > 1 {
            let common = scales.common(self.distributions.iter().map(|end| end.step));
            let row = gather(&self.distributions, &common, plans);
            self.distributions = vec![Delivery::whole(LiveRow::new(row, &self.live), common.scale)];
        }
    }

    /// Writes all of it, with what was exchanged for it.
    pub(crate) fn write(
        &mut self,
        Exchanged { states, bytes }: Exchanged,
        scales: &mut Scales,
        plans: &Plans<K>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.add_up(scales, plans);
        let counts = [self.states, self.transitions, self.ends, bytes, states];
        save_value(out, &(counts, &self.layers, self.distributions.len()))?;
        self.distributions.iter().try_for_each(|end| {
            save_value(out, scales.denominator(end.step.scale))?;
            end.from.row.write(out)
        })
    }

    /// Adds what [`Harvest::write`] wrote.
    pub(crate) fn add(
        &mut self,
        mut bytes: &[u8],
        exchanged: &mut Exchanged,
        scales: &mut Scales,
        plans: &Plans<K>,
    ) -> io::Result<()> {
        let input = &mut bytes;
        let (counts, layers, distributions): (_, BTreeMap<u32, u64>, usize) = read_value(input)?;
        let [states, transitions, ends, sent, told]: [u64; 5] = counts;
        self.states += states;
        self.transitions += transitions;
        self.ends += ends;
        exchanged.bytes += sent;
        exchanged.states += told;
        for (layer, count) in layers {
            *self.layers.entry(layer).or_default() += count;
        }
        for _ in 0..distributions {
            let denominator = read_value(input)?;
            let row = LiveRow::new(Row::read(input, plans)?, &self.live);
            self.end(Delivery::whole(row, scales.scale(denominator)), scales, plans);
        }
        sound(bytes.is_empty())
    }

    /// The answer, once all tallies are in this one. Where numbers are no counts, they must add up to one: a check that
    /// nothing was lost on the way.
    pub(crate) fn finish(
        mut self,
        seats: Seat,
        scales: &mut Scales,
        plans: &Plans<K>,
    ) -> Result<Forward, Error> {
        self.add_up(scales, plans);
        let end = self.distributions.pop().ok_or_else(lost_digits)?;
        let total: Natural = end.from.row.total();
        if end.step.scale != 0 && total != *scales.denominator(end.step.scale) {
            return Err(lost_digits());
        }
        Ok(Forward {
            distribution: Distribution::of_row(&end.from.row, seats),
            states: self.states,
            transitions: self.transitions,
            ends: self.ends,
            layers: self.layers.into_iter().collect(),
        })
    }
}
