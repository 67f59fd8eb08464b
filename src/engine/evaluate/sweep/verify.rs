//! The check that rows that were read are those of the rounds that are done.

use crate::evaluate::checkpoint;
use crate::evaluate::row::{Point, Row};
use crate::evaluate::sweep::{Direction, Rows, Sweep};
use crate::game::Seat;
use crate::model::{Error, Progress};

impl<const K: usize> Sweep<'_, Rows<K>> {
    /// Refuses rows that were read, but are not those of the nodes of `done`, which stand in the order of their rounds.
    ///
    /// A row at a random point is the sum of those it is made of there: that takes a word a state, whatever rows hold.
    /// Where score vectors share a number, only the sum of all numbers is known so.
    pub(crate) fn verify(&self, done: &[u32]) -> Result<(), Error> {
        let seats = self.graph.seats();
        let right = match &self.kind.leads {
            None => self.fit_at(&Point::random(seats), done)?,
            Some(leads) => {
                let still = self.still(done);
                let fits = |node: usize, row: &Row<K>| row.is_settled(leads[node], still[node]);
                let rows = self.numbers.iter().enumerate();
                rows.flat_map(|(node, row)| Some((node, row.as_deref()?))).all(|(node, row)| fits(node, row))
                    && self.fit_at(&Point::ones(seats), done)?
            }
        };
        if right { Ok(()) } else { Err(checkpoint::failed(&checkpoint::nonsense())) }
    }

    /// The least and the most points that all can still score from each node of `done`.
    fn still(&self, done: &[u32]) -> Vec<(u32, u32)> {
        let mut still = vec![(0, 0); self.done.len()];
        for node in done.iter().rev().map(|&node| node as usize) {
            let behind = self.graph.edges_of(node).map(|edge| {
                let (next, kind) = (self.graph.target(edge), self.graph.kind(edge));
                let points = u32::from(kind.points);
                (points.saturating_add(still[next].0), points.saturating_add(still[next].1))
            });
            let both = |a: (u32, u32), b: (u32, u32)| (a.0.min(b.0), a.1.max(b.1));
            still[node] = behind.reduce(both).unwrap_or((0, 0));
        }
        still
    }

    /// Returns whether all rows are there that are needed, and each is at a point what follows from where the sweep
    /// began.
    fn fit_at(&self, point: &Point, done: &[u32]) -> Result<bool, Error> {
        let values = self.values(point, done)?;
        let (seats, residues) = (usize::from(self.graph.seats()), point.residues());
        let fits = |place: usize| {
            let (node, mover) = (place / self.turns, place % self.turns);
            let own = self.done[node] && !self.ways.is_through(node);
            let value = values[node * seats + mover];
            match &self.numbers[place] {
                // A residue of 0: play does not come there.
                None => value == 0 || !own || self.waiting[node] == 0,
                Some(row) => {
                    let denominator = residues.of_number(self.denominator(node));
                    own && row.at(point) == Some(residues.product(value, denominator))
                }
            }
        };
        Ok((0..self.numbers.len()).all(fits))
    }

    /// Returns what the rows of `done` are at a point, by node and, ahead, by mover, back, by how far the seats are
    /// turned.
    fn values(&self, point: &Point, done: &[u32]) -> Result<Vec<u64>, Error> {
        let (seats, residues) = (self.graph.seats(), point.residues());
        let ahead = self.ways.direction == Direction::Ahead;
        let mut values = vec![0; self.done.len() * usize::from(seats)];
        let bytes = self.graph.bytes() + self.bytes() + size_of_val(&values[..]) as u64;
        let place = |node: usize, turned: Seat| node * usize::from(seats) + usize::from(turned);
        for at in 0..done.len() {
            let node = done[if ahead { at } else { done.len() - 1 - at }] as usize;
            if at % LOOK == 0 {
                self.run.step(Progress { bytes, ..Progress::default() })?;
            }
            if ahead && node == self.kind.start {
                values[place(node, 0)] = point.of_scores(&self.kind.scores);
            } else if !ahead && self.graph.edges_of(node).is_empty() {
                let value = self.graph.hidden(node).map_or(1, |hidden| residues.of_number(hidden));
                values[place(node, 0)..][..usize::from(seats)].fill(value);
            }
            for edge in self.edges(node) {
                let (near, kind) = (self.ways.near(edge), self.graph.kind(edge));
                let share = point.share(self.graph.share(edge));
                for turned in 0..seats {
                    let other =
                        if ahead { turned + seats - kind.passes } else { turned + kind.passes } % seats;
                    let scores = if ahead { other } else { turned };
                    let behind = values[place(near, other)];
                    if behind != 0 {
                        let step = residues.product(share, point.of(scores, kind.points));
                        let sum = &mut values[place(node, turned)];
                        *sum = residues.sum(*sum, residues.product(behind, step));
                    }
                }
            }
        }
        Ok(values)
    }
}

/// Nodes between two looks at the limits.
const LOOK: usize = 1 << 12;
