//! The driver: all rounds of a model in one direction, or there and back, saved after any of them.

use crate::evaluate::checkpoint::{self, Steps};
use crate::evaluate::scale::Scales;
use crate::evaluate::sweep::{Direction, NumberKind, Sweep, SweepCounts};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Run};
use std::io::{self, Read, Write};

/// Work on the rounds of a model, one after the other.
pub(crate) trait Rounds {
    /// Does the next round; one that fails has changed nothing.
    fn round(&mut self, nodes: &[u32]) -> Result<(), Error>;

    /// Turns round, where all rounds are to be gone through in another direction, too.
    fn turn(&mut self) {}

    /// Writes what is known, once some rounds are done.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what was known when the rounds of the nodes of `done` were done in the direction of that time, to which it was
    /// turned before.
    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()>;
}

/// An errand in rounds: its name, and the words that tell it from others of that name.
pub(crate) struct Errand<'a> {
    pub(crate) name: &'static [u8; 8],
    pub(crate) graph: &'a Model,
    /// All rounds are gone through in each of them, one after the other.
    pub(crate) directions: &'static [Direction],
    pub(crate) words: Vec<u64>,
}

/// Does `work` on all rounds, going on where it was saved before, and saving it whenever it is due and when it is
/// stopped.
pub(crate) fn through(errand: Errand<'_>, work: &mut impl Rounds, run: &Run<'_>) -> Result<(), Error> {
    let rounds = errand.graph.by_ply();
    checkpoint::finish(&mut Through { errand, rounds, done: 0, work }, run)
}

struct Through<'a, W> {
    errand: Errand<'a>,
    rounds: Lists,
    /// Rounds that are done, in all directions together.
    done: usize,
    work: &'a mut W,
}

impl<W> Through<'_, W> {
    /// The direction of the next round, by its place, and the rounds that are done in it.
    fn at(&self) -> (usize, usize) {
        let last = self.errand.directions.len() - 1;
        let leg = (self.done / self.rounds.len()).min(last);
        (leg, self.done - leg * self.rounds.len())
    }

    /// The nodes that are done in this direction, in the order of plies.
    fn nodes(&self) -> &[u32] {
        let (all, (leg, done)) = (self.rounds.len(), self.at());
        self.rounds.span(match self.errand.directions[leg] {
            Direction::Ahead => 0..done,
            Direction::Back => all - done..all,
        })
    }
}

impl<W: Rounds> Steps for Through<'_, W> {
    fn question(&self) -> Vec<u64> {
        let Errand { name, graph, words, .. } = &self.errand;
        let model = checkpoint::fingerprint(*graph);
        [u64::from_le_bytes(**name), model, words.len() as u64]
            .into_iter()
            .chain(words.iter().copied())
            .collect()
    }

    fn done(&self) -> (u64, u64) {
        let (nodes, legs) = (self.errand.graph.node_count(), self.errand.directions.len());
        ((self.at().0 * nodes + self.nodes().len()) as u64, (legs * nodes) as u64)
    }

    fn step(&mut self) -> Result<(), Error> {
        let (leg, done) = self.at();
        let next = match self.errand.directions[leg] {
            Direction::Ahead => done,
            Direction::Back => self.rounds.len() - 1 - done,
        };
        self.work.round(self.rounds.get(next))?;
        self.done += 1;
        if self.at().0 > leg {
            self.work.turn();
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.done as u64])?;
        self.work.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [done] = checkpoint::some(input)?.map(|done| done as usize);
        checkpoint::sound(done <= self.rounds.len() * self.errand.directions.len())?;
        self.done = done;
        (0..self.at().0).for_each(|_| self.work.turn());
        let nodes = self.nodes().to_vec();
        self.work.read(input, &nodes)
    }
}

/// A kind of numbers that can be saved.
pub(crate) trait Saved: NumberKind {
    /// Writes numbers.
    fn write(numbers: &Self::Numbers, out: &mut dyn Write) -> io::Result<()>;

    /// Reads numbers that were written.
    fn read(&self, input: &mut dyn Read) -> io::Result<Self::Numbers>;
}

impl<K: Saved> Rounds for Sweep<'_, K> {
    fn round(&mut self, nodes: &[u32]) -> Result<(), Error> {
        Sweep::round(self, nodes, self.graph.bytes())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let SweepCounts { states, transitions, cost, width } = self.found;
        checkpoint::put(out, &[states, transitions, cost, width])?;
        checkpoint::put_numbers(out, self.scales.all())?;
        let all = || self.numbers.iter().enumerate().filter_map(|(place, own)| Some((place, own.as_ref()?)));
        checkpoint::put(out, &[all().count() as u64])?;
        all().try_for_each(|(place, numbers)| {
            checkpoint::put(out, &[place as u64, self.scale[place / self.turns].into()])?;
            K::write(numbers, out)
        })
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        let [states, transitions, cost, width] = checkpoint::counts(input)?;
        checkpoint::sound(width <= WIDEST)?;
        self.found = SweepCounts { states, transitions, cost, width };
        self.scales = Scales::of(checkpoint::take_numbers(input)?).ok_or_else(checkpoint::nonsense)?;
        let [count] = checkpoint::some(input)?;
        for _ in 0..count {
            let [place, scale] = checkpoint::some(input)?;
            let numbers = self.kind.read(input)?;
            self.bytes += K::size(&numbers).bytes;
            let scale = self.scales.known(scale).ok_or_else(checkpoint::nonsense)?;
            *self.scale.get_mut(place as usize / self.turns).ok_or_else(checkpoint::nonsense)? = scale;
            let place = self.numbers.get_mut(place as usize).ok_or_else(checkpoint::nonsense)?;
            checkpoint::sound(place.replace(numbers).is_none())?;
        }
        for node in done.iter().map(|&node| node as usize) {
            self.done[node] = true;
            if !self.ways.is_through(node) {
                self.release(node);
            }
        }
        Ok(())
    }
}

/// No number has more limbs.
const WIDEST: u64 = 1 << 24;
