//! The doubles of a place (a state and the seat to move), in runs of consecutive score vectors.

use crate::evaluate::approximate::{LEAST_KEPT, UNIT};
use crate::evaluate::recurrence::ScoredPath;
use crate::evaluate::row::{Lane, Score};
use crate::evaluate::storage::MemorySize;
use crate::game::Seat;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::mem;

/// The doubles of a place, by score vector.
#[derive(Serialize, Deserialize)]
pub(super) struct DoubleRow<const K: usize> {
    /// In ascending order of lines. Two players have one line.
    pub(super) runs: SmallVec<[DoubleRun<K>; 1]>,
    /// The number of operations on the longest path to the place, each of which may round.
    pub(super) operations: f64,
    /// The sum of the dropped numbers of the place, and their count.
    pub(super) dropped: f64,
    pub(super) dropped_terms: u32,
    /// The greatest sum of the lanes of all seats.
    pub(super) most: u32,
}

impl<const K: usize> DoubleRow<K> {
    /// Returns how the points of a path move the runs: the change of their line, and the change of their place on the line. All
    /// runs are moved like the first one.
    pub(super) fn shift(&self, path: &ScoredPath, seats: Seat) -> Shift<K> {
        let Some(first) = self.runs.first() else { return Shift { line: Score::ZERO, along: 0 } };
        let [(scorer, points), _] = path.scored;
        let score = first.line.at_offset(first.from, seats).plus(Score::one(scorer, points));
        let (line, from) = score.line_and_offset(seats);
        Shift { line: line.minus(first.line), along: from.wrapping_sub(first.from) }
    }

    /// Returns the least lane of a seat, if a score vector is left.
    pub(super) fn least_lane(&self, seats: Seat) -> Option<Lane> {
        let scores = self
            .runs
            .iter()
            .flat_map(|run| (0..run.numbers.len() as u32).map(|at| run.line.at_offset(run.from + at, seats)));
        scores.flat_map(|score| score.lanes(seats)).min()
    }
}

/// Consecutive score vectors on a line; see [`Score::line_and_offset`].
#[derive(Serialize, Deserialize)]
pub(super) struct DoubleRun<const K: usize> {
    pub(super) line: Score<K>,
    pub(super) from: u32,
    pub(super) numbers: Vec<f64>,
    /// A lower bound on the numbers other than 0.
    pub(super) least: f64,
}

/// A change of the line and of the offset on the line.
#[derive(Clone, Copy)]
pub(super) struct Shift<const K: usize> {
    pub(super) line: Score<K>,
    pub(super) along: u32,
}

impl<const K: usize> DoubleRun<K> {
    /// Returns the line and the offset on it after a shift.
    pub(super) fn shifted(&self, by: Shift<K>) -> (Score<K>, u32) {
        (self.line.plus(by.line), self.from.wrapping_add(by.along))
    }

    /// Creates a run of numbers.
    pub(super) fn of(line: Score<K>, from: u32, numbers: Vec<f64>) -> Self {
        let least = numbers.iter().copied().filter(|&number| number > 0.0).fold(f64::INFINITY, f64::min);
        Self { line, from, numbers, least }
    }

    /// Adds products of numbers and a factor, from the place `begin` on. Products beyond the last number are appended.
    pub(super) fn add_product(&mut self, begin: usize, numbers: &[f64], factor: f64) {
        if self.numbers.len() < begin {
            self.numbers.resize(begin, 0.0);
        }
        let (added, appended) = numbers.split_at(numbers.len().min(self.numbers.len() - begin));
        for (sum, &number) in self.numbers[begin..].iter_mut().zip(added) {
            *sum += number * factor;
        }
        self.numbers.extend(appended.iter().map(|number| number * factor));
    }

    /// Drops all numbers below [`LEAST_KEPT`], if there can be any. The number 0 of an impossible score vector is not counted
    /// as dropped.
    pub(super) fn keep_likely(&mut self, dropped: &mut PositiveSum) {
        if self.least >= LEAST_KEPT {
            return;
        }
        let is_lost = |number: &&mut f64| **number > 0.0 && **number < LEAST_KEPT;
        self.numbers.iter_mut().filter(is_lost).for_each(|number| dropped.add(mem::take(number)));
        *self = Self::of(self.line, self.from, mem::take(&mut self.numbers));
    }
}

/// A sum of non-negative numbers, and the count of its terms.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct PositiveSum {
    pub(super) sum: f64,
    pub(super) terms: f64,
}

impl PositiveSum {
    pub(super) fn add(&mut self, number: f64) {
        self.sum += number;
        self.terms += 1.0;
    }

    /// Returns an upper bound on the exact sum of numbers that were rounded `roundings` times.
    pub(super) fn upper_bound(self, roundings: f64) -> f64 {
        self.sum * (1.0 + 2.0 * (self.terms + roundings) * UNIT)
    }
}

impl<const K: usize> MemorySize for DoubleRow<K> {
    fn bytes(&self) -> u64 {
        let numbers: usize = self.runs.iter().map(|run| run.numbers.capacity()).sum();
        let runs = if self.runs.spilled() { self.runs.capacity() * size_of::<DoubleRun<K>>() } else { 0 };
        (size_of::<Self>() + runs + numbers * size_of::<f64>()) as u64
    }
}
