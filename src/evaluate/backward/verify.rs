//! Whether rows that were read are those that follow from the ends.

use crate::evaluate::backward::{Distributions, Row};
use crate::evaluate::checkpoint;
use crate::evaluate::row::Point;
use crate::game::Seat;
use crate::model::{Error, Progress};

impl<const K: usize> Distributions<'_, K> {
    /// Refuses rows that were read, but are not those of the rounds of `done`.
    ///
    /// A row at a random point is the sum of those behind it there: that takes a word a state, whatever rows hold. Where
    /// score vectors share a number, only the sum of all numbers is known so.
    pub(crate) fn verify(&self, done: &[Vec<usize>]) -> Result<(), Error> {
        let seats = self.graph.seats();
        let right = match &self.leads {
            None => self.fit_at(&Point::random(seats), done)?,
            Some(leads) => {
                let still = self.still(done);
                let fits = |node: usize, row: &Row<K>| row.is_settled(leads[node], still[node]);
                let rows = self.rows.iter().enumerate();
                rows.flat_map(|(node, row)| Some((node, row.as_deref()?))).all(|(node, row)| fits(node, row))
                    && self.fit_at(&Point::ones(seats), done)?
            }
        };
        if right { Ok(()) } else { Err(checkpoint::failed(&checkpoint::nonsense())) }
    }

    /// The least and the most points that all can still score from each node of the rounds of `done`.
    fn still(&self, done: &[Vec<usize>]) -> Vec<(u32, u32)> {
        let mut still = vec![(0, 0); self.rows.len()];
        for &node in done.iter().rev().flatten() {
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

    /// Whether just those rows are there that are needed, and each is at a point what follows from the ends.
    fn fit_at(&self, point: &Point, done: &[Vec<usize>]) -> Result<bool, Error> {
        let (values, residues) = (self.values(point, done)?, point.residues());
        let seats = usize::from(self.graph.seats());
        let mut needed = vec![false; self.rows.len()];
        done.iter().flatten().for_each(|&node| needed[node] = !self.through[node] && self.waiting[node] > 0);
        let fits = |node: usize| match &self.rows[node] {
            None => !needed[node],
            Some(row) => {
                let denominator = residues.of_number(self.scales.denominator(self.scale[node]));
                needed[node] && row.at(point) == Some(residues.product(values[node * seats], denominator))
            }
        };
        Ok((0..needed.len()).all(fits))
    }

    /// What the rows of the rounds that are done are at a point, by node and by how far the seats are turned.
    fn values(&self, point: &Point, done: &[Vec<usize>]) -> Result<Vec<u64>, Error> {
        let (seats, residues) = (self.graph.seats(), point.residues());
        let mut values = vec![0; self.rows.len() * usize::from(seats)];
        let bytes = self.graph.bytes() + self.bytes() + size_of_val(&values[..]) as u64;
        let place = |node: usize, turned: Seat| node * usize::from(seats) + usize::from(turned);
        for &node in done.iter().rev().flatten() {
            if node % LOOK == 0 {
                self.run.step(Progress { bytes, ..Progress::default() })?;
            }
            let edges = self.graph.edges_of(node);
            if edges.is_empty() {
                let value = self.graph.hidden(node).map_or(1, |hidden| residues.of_number(hidden));
                values[place(node, 0)..][..usize::from(seats)].fill(value);
            }
            for edge in edges {
                let (next, kind) = (self.graph.target(edge), self.graph.kind(edge));
                let share = point.share(self.graph.share(edge));
                let (passes, points) = (kind.passes, kind.points);
                for turned in 0..seats {
                    let behind = values[place(next, (turned + passes) % seats)];
                    let step = residues.product(share, point.of(turned, points));
                    let sum = &mut values[place(node, turned)];
                    *sum = residues.sum(*sum, residues.product(behind, step));
                }
            }
        }
        Ok(values)
    }
}

/// Nodes between two looks at the limits.
const LOOK: usize = 1 << 12;
