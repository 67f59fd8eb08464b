//! Whether rows that were read are those that play comes to.

use crate::evaluate::checkpoint;
use crate::evaluate::reach::Reach;
use crate::evaluate::row::Point;
use crate::game::{Points, Seat};
use crate::model::{Error, Progress};

impl<const K: usize> Reach<'_, K> {
    /// Refuses rows that were read, but are not those of play with these scores through the rounds of `done`.
    ///
    /// A row at a random point is the sum of those before it there: that takes a word a state, whatever rows hold.
    pub(crate) fn verify(&self, done: &[Vec<usize>], scores: &[Points]) -> Result<(), Error> {
        let point = Point::random(self.graph.seats());
        let values = self.values(done, scores, &point)?;
        let fits = |node: usize| {
            (0..self.graph.seats()).all(|mover| {
                let place = self.place(node, mover);
                let value = values[place];
                match &self.rows[place] {
                    None => value == 0 || !self.is_needed(node),
                    Some(row) => {
                        let denominator = point.residues().of_number(self.denominator(self.scale[node]));
                        self.is_needed(node)
                            && row.at(&point) == Some(point.residues().product(value, denominator))
                    }
                }
            })
        };
        let right = (0..self.graph.node_count()).all(fits);
        if right { Ok(()) } else { Err(checkpoint::failed(&checkpoint::nonsense())) }
    }

    /// Whether rows of a node are kept after the rounds that are done.
    fn is_needed(&self, node: usize) -> bool {
        match self.done[node] {
            false => node == self.start,
            true => !self.through[node] && (self.waiting[node] > 0 || self.graph.edges_of(node).is_empty()),
        }
    }

    /// What the rows of the rounds that are done are at a point, by node and mover; and 0 where nobody comes.
    fn values(&self, done: &[Vec<usize>], scores: &[Points], point: &Point) -> Result<Vec<u64>, Error> {
        let (seats, residues) = (self.graph.seats(), point.residues());
        let mut values = vec![0; self.rows.len()];
        values[self.place(self.start, 0)] = point.of_scores(scores);
        let bytes = self.graph.bytes() + self.bytes() + size_of_val(&values[..]) as u64;
        for &node in done.iter().flatten() {
            if node % LOOK == 0 {
                self.run.step(Progress { bytes, ..Progress::default() })?;
            }
            for edge in self.graph.edges_of(node) {
                let (next, kind) = (self.graph.target(edge), self.graph.kind(edge));
                let share = point.share(self.graph.share(edge));
                let (passes, points) = (kind.passes, kind.points);
                for before in 0..seats {
                    let value = values[self.place(node, before)];
                    if value != 0 {
                        let after: Seat = (before + passes) % seats;
                        let step = residues.product(share, point.of(before, points));
                        let place = self.place(next, after);
                        values[place] = residues.sum(values[place], residues.product(value, step));
                    }
                }
            }
        }
        // What comes to nodes whose round is not done is not all there yet.
        for node in (0..self.graph.node_count()).filter(|&node| !self.done[node] && node != self.start) {
            let first = self.place(node, 0);
            values[first..first + usize::from(seats)].fill(0);
        }
        Ok(values)
    }
}

/// Nodes between two looks at the limits.
const LOOK: usize = 1 << 12;
