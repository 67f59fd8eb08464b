//! The score vectors of a row, and the cache of score sets and addition plans.

use crate::evaluate::row::plan::AdditionPlan;
use crate::exact::sums::MAX_SUMMANDS;
use crate::game::Seat;
use crate::model::score::{Lane, Score};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// Consecutive score vectors on a line; see [`Score::line_and_offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Run<const K: usize> {
    pub(crate) line: Score<K>,
    /// The range of offsets on the line.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The position in the row of its first number.
    pub(crate) at: u32,
}

impl<const K: usize> Run<K> {
    /// Returns the run of one score vector, whose number is at `at`.
    fn single(score: Score<K>, seats: Seat, at: u32) -> Self {
        let (line, from) = score.line_and_offset(seats);
        Self { line, from, to: from + 1, at }
    }
}

/// A saved run: its line and its range of offsets.
pub(crate) type Span<const K: usize> = (Score<K>, u32, u32);

/// A set of score vectors: runs in ascending order of lines and offsets. No two runs are adjacent.
#[derive(Debug)]
pub(crate) struct ScoreSet<const K: usize> {
    /// A number that is unique among the score sets of an [`AdditionPlans`].
    id: u32,
    pub(crate) seats: Seat,
    pub(crate) len: usize,
    pub(crate) runs: Arc<[Run<K>]>,
}

impl<const K: usize> ScoreSet<K> {
    /// Returns the score vectors, line by line.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Score<K>> {
        self.runs.iter().flat_map(|run| (run.from..run.to).map(|at| run.line.at_offset(at, self.seats)))
    }

    /// Returns `true` if rows are stored limb by limb, and `false` if number by number. With two or three seats, runs are
    /// long and fill the vector lanes of the processor. With more seats, runs are short, and the scattered limbs of a number
    /// cost more than the lanes save.
    pub(crate) fn limb_by_limb(&self) -> bool {
        (2..=3).contains(&self.seats)
    }

    /// Returns the number of the score set.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Returns the line and the range of offsets of each run.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span<K>> {
        self.runs.iter().map(|run| (run.line, run.from, run.to))
    }

    /// Returns the number of score vectors.
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// Saves a score set as its spans. A score set that is read is not shared; see [`Row::interned`](super::Row::interned).
pub(super) mod spans {
    use super::{ScoreSet, Span, runs_of};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;

    pub(in crate::evaluate::row) fn serialize<const K: usize, S: Serializer>(
        scores: &ScoreSet<K>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(scores.spans().collect::<Vec<_>>())
    }

    pub(in crate::evaluate::row) fn deserialize<'de, const K: usize, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<ScoreSet<K>>, D::Error> {
        let (runs, len) = runs_of(Vec::<Span<K>>::deserialize(deserializer)?);
        Ok(Arc::new(ScoreSet { id: u32::MAX, seats: 0, len, runs: runs.into() }))
    }
}

/// An operand of an [`AdditionPlan`]: a score set, rotated, then shifted.
#[derive(Clone, Debug)]
pub(crate) struct Operand<const K: usize> {
    pub(crate) scores: Arc<ScoreSet<K>>,
    /// The number of seats by which the score vectors are rotated; see [`Score::rotated`].
    pub(crate) rotation: Seat,
    pub(crate) shift: Score<K>,
}

impl<const K: usize> Operand<K> {
    /// Returns the runs of the operand, each with the position of its first number in the summand. Every run of a rotated operand
    /// is a single score vector.
    fn runs(&self) -> Vec<Run<K>> {
        let seats = self.scores.seats;
        if self.rotation == 0 {
            // Every run is moved like the first one. A shift alone has no line if points are lost.
            let first = self.scores.runs[0];
            let (line, from) =
                first.line.at_offset(first.from, seats).plus(self.shift).line_and_offset(seats);
            let (line, along) = (line.minus(first.line), from.wrapping_sub(first.from));
            let moved = |run: &Run<K>| Run {
                line: run.line.plus(line),
                from: run.from.wrapping_add(along),
                to: run.to.wrapping_add(along),
                at: run.at,
            };
            return self.scores.runs.iter().map(moved).collect();
        }
        let single = |(key, at): (Score<K>, u32)| {
            Run::single(key.rotated(seats, self.rotation).plus(self.shift), seats, at)
        };
        let mut runs: Vec<_> = self.scores.keys().zip(0..).map(single).collect();
        // Rotated scores are in no order. A stable sort took up to 40 % more of the time of games of five to eight players.
        runs.sort_unstable();
        runs
    }

    /// Returns the runs of canonical score vectors, and the other score vectors as single runs at their canonical score vector.
    /// A score vector is canonical if it represents the score vectors with the same outcome; see [`Score::canonical_outcome`].
    pub(crate) fn canonical_runs(&self, max_lead: Option<Lane>) -> (Vec<Run<K>>, Vec<Run<K>>) {
        let Some(max_lead) = max_lead else { return (self.runs(), Vec::new()) };
        let seats = self.scores.seats;
        let (mut kept, mut merged): (Vec<Run<K>>, _) = (Vec::new(), Vec::new());
        for run in self.runs() {
            let canonical = |along: u32| run.line.at_offset(along, seats).canonical_outcome(seats, max_lead);
            let is_canonical = |along: &u32| canonical(*along) == run.line.at_offset(*along, seats);
            // The distance of a seat from the greatest score is convex along a line. Between two canonical score vectors in which
            // both seats of the line have points, all score vectors are therefore canonical.
            let shared = if seats < 2 { 0 } else { u32::from(run.line.lane(seats - 1)) };
            let inner =
                (run.from..run.to).find(|along| *along > 0 && is_canonical(along)).and_then(|first| {
                    let last = (first..run.to).rev().find(|along| *along < shared && is_canonical(along))?;
                    Some((first, last))
                });
            let mut open: Option<Run<K>> = None;
            let mut along = run.from;
            while along < run.to {
                let next = inner.filter(|&(first, _)| first == along).map_or(along, |(_, last)| last) + 1;
                let at = run.at + along - run.from;
                if next > along + 1 || is_canonical(&along) {
                    open.get_or_insert(Run { from: along, at, ..run }).to = next;
                } else {
                    merged.push(Run::single(canonical(along), seats, at));
                    kept.extend(open.take());
                }
                along = next;
            }
            kept.extend(open);
        }
        (kept, merged)
    }
}

/// The key of an operand: the number of its score set, its rotation, and its shift.
pub(crate) type OperandKey<const K: usize> = (u32, Seat, Score<K>);

/// Returns the position of a number in its row.
pub(crate) fn place(at: usize) -> u32 {
    at.try_into().expect("a row has fewer than 2^32 numbers")
}

/// Joins adjacent runs of `runs`, which are in ascending order, and returns the number of score vectors.
fn join<const K: usize>(runs: &mut Vec<Run<K>>) -> usize {
    runs.dedup_by(|next, last| {
        let touch = last.line == next.line && next.from <= last.to;
        if touch {
            last.to = last.to.max(next.to);
        }
        touch
    });
    let mut len = 0;
    for run in runs {
        run.at = place(len);
        len += (run.to - run.from) as usize;
    }
    len
}

/// Returns the runs of spans, and the number of score vectors.
fn runs_of<const K: usize>(spans: Vec<Span<K>>) -> (Vec<Run<K>>, usize) {
    let mut runs = spans.into_iter().map(|(line, from, to)| Run { line, from, to, at: 0 }).collect();
    let len = join(&mut runs);
    (runs, len)
}

/// The cache of score sets and addition plans.
#[derive(Debug)]
pub(crate) struct AdditionPlans<const K: usize> {
    seats: Seat,
    known: Mutex<PlanCache<K>>,
    bytes: Arc<AtomicU64>,
}

/// The cached score sets and plans.
#[derive(Debug, Default)]
struct PlanCache<const K: usize> {
    /// The number of score sets so far.
    made: u32,
    score_sets: HashMap<Arc<[Run<K>]>, Arc<ScoreSet<K>>, RandomState>,
    /// The plans by the keys of their operands and a last key for the greatest lead. A slice of keys can be looked up without an
    /// allocation.
    plans: HashMap<Vec<OperandKey<K>>, Arc<AdditionPlan<K>>, RandomState>,
}

/// The bytes at which the cache is cleared. Few games need more. A smaller cache would not save memory: rows hold their score
/// sets, which would be computed a second time.
const MAX_BYTES: u64 = 1 << 28;

/// The estimated bytes of a cache entry: its share of a map that doubles its capacity, and the overhead of the allocator.
pub(crate) const ENTRY_BYTES: usize = 128;

const UNPOISONED: &str = "no thread panics while it holds the plans";

impl<const K: usize> AdditionPlans<K> {
    pub(crate) fn new(seats: Seat) -> Self {
        Self { seats, known: Mutex::default(), bytes: Arc::default() }
    }

    /// Returns the number of seats.
    pub(super) fn seats(&self) -> Seat {
        self.seats
    }

    /// Returns the bytes of the score sets and plans.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Returns the score set of one score vector.
    pub(crate) fn single(&self, score: Score<K>) -> Arc<ScoreSet<K>> {
        let runs = vec![Run::single(score, self.seats, 0)];
        self.score_set(&mut self.known.lock().expect(UNPOISONED), runs, 1)
    }

    /// Returns the score set of [spans](ScoreSet::spans).
    pub(crate) fn of_spans(&self, spans: Vec<Span<K>>) -> Arc<ScoreSet<K>> {
        let (runs, len) = runs_of(spans);
        self.score_set(&mut self.known.lock().expect(UNPOISONED), runs, len)
    }

    /// Returns the plan of a sum of at least one and at most [`MAX_SUMMANDS`] operands with these `keys`. If `max_lead` is the
    /// greatest possible lead of a seat, score vectors with the same outcome share a number. `operands` is called if the plan is
    /// not in the cache.
    pub(crate) fn plan(
        &self,
        keys: impl Iterator<Item = OperandKey<K>>,
        max_lead: Option<Lane>,
        operands: impl FnOnce() -> Vec<Operand<K>>,
    ) -> Arc<AdditionPlan<K>> {
        let last = max_lead.map_or((0, 0, Score::ZERO), |max_lead| (0, 1, Score::one(0, max_lead.into())));
        let mut all = [last; MAX_SUMMANDS + 1];
        let mut count = 0;
        for key in keys {
            all[count] = key;
            count += 1;
        }
        all[count] = last;
        let keys = &all[..=count];
        let made = |known: &PlanCache<K>| known.plans.get(keys).cloned();
        if let Some(plan) = made(&self.known.lock().expect(UNPOISONED)) {
            return plan;
        }
        // The cache is not locked while a sum is planned.
        let operands = operands();
        let canonical = |operand: &Operand<K>| {
            let (kept, others) = operand.canonical_runs(max_lead);
            kept.into_iter().chain(others)
        };
        let mut runs: Vec<_> = operands.iter().flat_map(canonical).collect();
        // The stable sort of the standard library merges sorted lists, and these lists are nearly sorted.
        runs.sort();
        let len = join(&mut runs);
        let mut known = self.known.lock().expect(UNPOISONED);
        if let Some(plan) = made(&known) {
            return plan;
        }
        if self.bytes() > MAX_BYTES {
            // Every entry can be computed again. Rows hold their score sets.
            *known = PlanCache { made: known.made, ..PlanCache::default() };
            self.bytes.store(0, Relaxed);
        }
        let scores = self.score_set(&mut known, runs, len);
        let plan = Arc::new(AdditionPlan::new(scores, operands, max_lead, &self.bytes));
        known.plans.insert(keys.to_vec(), Arc::clone(&plan));
        plan
    }

    /// Fills the cache, so that the next plan clears it.
    #[cfg(test)]
    pub(super) fn fill(&self) {
        self.bytes.store(MAX_BYTES + 1, Relaxed);
    }

    /// Returns the score set of [joined](join) runs with `len` score vectors.
    fn score_set(&self, known: &mut PlanCache<K>, runs: Vec<Run<K>>, len: usize) -> Arc<ScoreSet<K>> {
        let runs: Arc<[Run<K>]> = runs.into();
        if let Some(scores) = known.score_sets.get(&runs) {
            return Arc::clone(scores);
        }
        let bytes = size_of_val(&*runs) + size_of::<ScoreSet<K>>() + ENTRY_BYTES;
        self.bytes.fetch_add(bytes as u64, Relaxed);
        let scores = Arc::new(ScoreSet { id: known.made, seats: self.seats, len, runs });
        known.made = known.made.checked_add(1).expect("there are fewer than 2^32 score sets");
        known.score_sets.insert(Arc::clone(&scores.runs), Arc::clone(&scores));
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::{AdditionPlans, Operand};
    use crate::model::score::Score;

    #[test]
    fn sums_are_planned_without_the_lock() {
        let plans = AdditionPlans::<2>::new(2);
        let scores = plans.single(Score::new(&[1, 2], 2, 0));
        let operands = || {
            assert!(plans.known.try_lock().is_ok(), "the cache is not locked while a sum is planned");
            vec![Operand { scores: scores.clone(), rotation: 0, shift: Score::ZERO }]
        };
        let plan = plans.plan([(scores.id(), 0, Score::ZERO)].into_iter(), None, operands);
        assert_eq!(plan.scores.id(), scores.id());
        let again =
            plans.plan([(scores.id(), 0, Score::ZERO)].into_iter(), None, || unreachable!("it is planned"));
        assert_eq!(again.scores.id(), scores.id());
    }
}
