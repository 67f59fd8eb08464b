//! The check that rows that were read are those of the rounds that are done.

use crate::evaluate::row::{Point, Row};
use crate::evaluate::sweep::{Direction, Rows, Sweep};
use crate::game::Seat;
use crate::model::{Error, Progress};

impl<const K: usize> Sweep<'_, Rows<K>> {
    /// Returns whether rows that were read are those of the nodes of `done`, which stand in the order of plies.
    ///
    /// A row at a random point is the sum of those it is made of there: that takes a word a state, whatever rows hold.
    /// Where score vectors share a number, only the sum of all numbers is known so; where only the support is asked for,
    /// only the least and the most points that are scored in all.
    pub(crate) fn fits(&self, done: &[u32]) -> Result<bool, Error> {
        if self.only_support {
            return Ok(self.are_within(done));
        }
        let seats = self.graph.seats();
        let Some(leads) = &self.kind.leads else { return self.fit_at(&Point::random(seats), done) };
        let still = self.still(done);
        let fits = |node: usize, row: &Row<K>| row.is_settled(leads[node], still[node]);
        let rows = self.numbers.iter().enumerate();
        let mut rows = rows.flat_map(|(node, row)| Some((node, row.as_deref()?)));
        Ok(rows.all(|(node, row)| fits(node, row)) && self.fit_at(&Point::ones(seats), done)?)
    }

    /// Ahead, returns whether all rows are there that are needed, each from the least points to the most that can have
    /// been scored in all.
    fn are_within(&self, done: &[u32]) -> bool {
        let seats = self.graph.seats();
        let both = |a: Span, b: Span| (a.0.min(b.0), a.1.max(b.1));
        let mut spans: Vec<Option<Span>> = vec![None; self.numbers.len()];
        for node in done.iter().map(|&node| node as usize) {
            if node == self.kind.start {
                let all = self.kind.scores.iter().map(|&points| u32::from(points)).sum();
                spans[self.place((node, 0))] = Some((all, all));
            }
            for edge in self.edges(node) {
                let (near, kind) = (self.ways.near(edge), self.graph.kind(edge));
                for mover in 0..seats {
                    let before = spans[self.place((near, (mover + seats - kind.passes) % seats))];
                    let Some((least, most)) = before else { continue };
                    let points = u32::from(kind.points);
                    let moved = least.checked_add(points).zip(most.checked_add(points));
                    // Nobody has worked on with so many.
                    let Some(moved) = moved else { return false };
                    let span = &mut spans[node * self.turns + usize::from(mover)];
                    *span = Some(span.map_or(moved, |span| both(span, moved)));
                }
            }
        }
        spans.iter().zip(&self.numbers).enumerate().all(|(place, (span, row))| {
            let node = place / self.turns;
            let own = self.done[node] && !self.ways.is_through(node);
            match row {
                None => span.is_none() || !own || self.waiting[node] == 0,
                Some(row) => own && row.span() == *span,
            }
        })
    }

    /// The least and the most points that all can still score from each node of `done`. Whoever knows the leads has made
    /// sure that no play scores more than [`Points`](crate::game::Points) can hold.
    fn still(&self, done: &[u32]) -> Vec<(u32, u32)> {
        let mut still = vec![(0, 0); self.done.len()];
        for node in done.iter().rev().map(|&node| node as usize) {
            let behind = self.graph.edges_of(node).map(|edge| {
                let (next, kind) = (self.graph.target(edge), self.graph.kind(edge));
                let points = u32::from(kind.points);
                (points + still[next].0, points + still[next].1)
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
                let share = residues.share(self.graph.share(edge));
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

/// The least and the most points in all.
type Span = (u32, u32);

/// Nodes between two looks at the limits.
const LOOK: usize = 1 << 12;
