//! The score vectors that a row has, and how the rows of a sum fit together.

use crate::evaluate::row::plan::Plan;
use crate::exact::sums::MOST_SUMMANDS;
use crate::game::{Points, Seat};
use crate::model::score::Score;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// Neighbours on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Run<const K: usize> {
    pub(crate) line: Score<K>,
    /// The place on the line at which it begins, and the one at which it is over.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The place of its first number in the row.
    pub(crate) at: u32,
}

impl<const K: usize> Run<K> {
    /// One score vector by itself, whose number is at `at`.
    fn single(score: Score<K>, seats: Seat, at: u32) -> Self {
        let (line, from) = score.on_line(seats);
        Self { line, from, to: from + 1, at }
    }
}

/// A run, as it is saved: its line, and the places from which and to which it goes.
pub(crate) type Span<const K: usize> = (Score<K>, u32, u32);

/// Score vectors: runs in ascending order of lines and of places on them; no two touch.
#[derive(Debug)]
pub struct Shape<const K: usize> {
    /// No two shapes of one [`Plans`] have the same.
    id: u32,
    pub(crate) seats: Seat,
    pub(crate) len: usize,
    pub(crate) runs: Arc<[Run<K>]>,
}

impl<const K: usize> Shape<K> {
    /// The score vectors, line by line.
    pub fn keys(&self) -> impl Iterator<Item = Score<K>> {
        self.runs.iter().flat_map(|run| (run.from..run.to).map(|at| run.line.along(at, self.seats)))
    }

    /// Returns whether the numbers of a row lie limb by limb; else number by number. Lines of two seats are long, and
    /// go through the lanes of the processor side by side; those of many seats are short, and a number in many places
    /// costs more than it saves.
    pub(crate) fn limb_by_limb(&self) -> bool {
        (2..=3).contains(&self.seats)
    }

    /// Returns its name in a part.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Returns the line of each run and the places on it, from the first to the one at which it is over.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span<K>> {
        self.runs.iter().map(|run| (run.line, run.from, run.to))
    }

    /// Returns the number of score vectors.
    pub fn len(&self) -> usize {
        self.len
    }
}

/// A summand's part in a [`Plan`]: its shape, turned, then shifted.
#[derive(Clone, Debug)]
pub(crate) struct Part<const K: usize> {
    pub(crate) shape: Arc<Shape<K>>,
    /// The number of seats by which the row is turned; see [`Score::turned`].
    pub(crate) turned: Seat,
    pub(crate) shift: Score<K>,
}

impl<const K: usize> Part<K> {
    /// Returns its runs, each with the place in the shape of its first number; where it is turned, score vectors by
    /// themselves.
    fn runs(&self) -> Vec<Run<K>> {
        let seats = self.shape.seats;
        if self.turned == 0 {
            let (line, along) = self.shift.on_line(seats);
            let moved = |run: &Run<K>| Run {
                line: run.line.plus(line),
                from: run.from + along,
                to: run.to + along,
                at: run.at,
            };
            return self.shape.runs.iter().map(moved).collect();
        }
        let single = |(key, at): (Score<K>, u32)| {
            Run::single(key.turned(seats, self.turned).plus(self.shift), seats, at)
        };
        let mut runs: Vec<_> = self.shape.keys().zip(0..).map(single).collect();
        runs.sort_unstable();
        runs
    }

    /// Returns its runs of score vectors that stay what they are once settled, and those by themselves that others
    /// stand for.
    pub(crate) fn settled(&self, lead: Option<Points>) -> (Vec<Run<K>>, Vec<Run<K>>) {
        let Some(lead) = lead else { return (self.runs(), Vec::new()) };
        let seats = self.shape.seats;
        let (mut kept, mut settled): (Vec<Run<K>>, _) = (Vec::new(), Vec::new());
        for run in self.runs() {
            let stands = |along: u32| run.line.along(along, seats).settled(seats, lead);
            let stays = |along: &u32| stands(*along) == run.line.along(*along, seats);
            // A seat's distance from the top is convex along a line. So between two score vectors that stay, and in
            // which the two seats of the line have points, all others stay, too.
            let shared = if seats < 2 { 0 } else { u32::from(run.line.of(seats - 1)) };
            let inner = (run.from..run.to).find(|along| *along > 0 && stays(along)).and_then(|first| {
                let last = (first..run.to).rev().find(|along| *along < shared && stays(along))?;
                Some((first, last))
            });
            let mut open: Option<Run<K>> = None;
            let mut along = run.from;
            while along < run.to {
                let next = inner.filter(|&(first, _)| first == along).map_or(along, |(_, last)| last) + 1;
                let at = run.at + along - run.from;
                if next > along + 1 || stays(&along) {
                    open.get_or_insert(Run { from: along, at, ..run }).to = next;
                } else {
                    settled.push(Run::single(stands(along), seats, at));
                    kept.extend(open.take());
                }
                along = next;
            }
            kept.extend(open);
        }
        (kept, settled)
    }
}

/// The name of a part: the number of its shape, how it is turned, and its shift.
pub(crate) type Name<const K: usize> = (u32, Seat, Score<K>);

/// The place of a number in its row.
pub(crate) fn place(at: usize) -> u32 {
    at.try_into().expect("a row of four thousand million numbers fits no memory")
}

/// Makes those of `runs`, in ascending order, that touch one, and counts the score vectors.
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

/// All shapes and plans in use.
#[derive(Debug)]
pub struct Plans<const K: usize> {
    seats: Seat,
    known: Mutex<Catalogue<K>>,
    bytes: Arc<AtomicU64>,
}

/// The catalogue of what was made.
#[derive(Debug, Default)]
struct Catalogue<const K: usize> {
    /// Shapes that were ever made.
    made: u32,
    shapes: HashMap<Arc<[Run<K>]>, Arc<Shape<K>>, RandomState>,
    /// By the names of their parts, and a last one that says what is settled: a list can be looked up where it lies.
    plans: HashMap<Vec<Name<K>>, Arc<Plan<K>>, RandomState>,
}

/// Bytes of shapes and plans from which on they are forgotten: more than nearly all boards need. Not less where memory
/// is short: rows keep their shapes, and what is worked out anew is then there twice.
const MOST_BYTES: u64 = 1 << 28;

/// The bytes for keeping one of them: an entry of a map that doubles when it is full, and what the allocator needs.
pub(crate) const KEPT: usize = 128;

const UNPOISONED: &str = "no thread panics while it holds the plans";

impl<const K: usize> Plans<K> {
    pub fn new(seats: Seat) -> Self {
        Self { seats, known: Mutex::default(), bytes: Arc::default() }
    }

    /// The bytes that shapes and plans hold.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// The shape of one score vector.
    pub(crate) fn single(&self, score: Score<K>) -> Arc<Shape<K>> {
        let runs = vec![Run::single(score, self.seats, 0)];
        self.shape(&mut self.known.lock().expect(UNPOISONED), runs, 1)
    }

    /// Returns the shape of such [spans](Shape::spans).
    pub(crate) fn of_spans(&self, spans: Vec<Span<K>>) -> Arc<Shape<K>> {
        let mut runs = spans.into_iter().map(|(line, from, to)| Run { line, from, to, at: 0 }).collect();
        let len = join(&mut runs);
        self.shape(&mut self.known.lock().expect(UNPOISONED), runs, len)
    }

    /// Returns how summands with such names, at least one and at most [`MOST_SUMMANDS`], add up; with the most points that
    /// a seat is ahead of another, all score vectors that end alike share a number. Their parts are asked for if nobody
    /// needed the plan before.
    pub(crate) fn plan(
        &self,
        names: impl Iterator<Item = Name<K>>,
        lead: Option<Points>,
        parts: impl FnOnce() -> Vec<Part<K>>,
    ) -> Arc<Plan<K>> {
        let settled = lead.map_or((0, 0, Score::ZERO), |lead| (0, 1, Score::one(0, lead)));
        let mut all = [settled; MOST_SUMMANDS + 1];
        let mut count = 0;
        for name in names {
            all[count] = name;
            count += 1;
        }
        all[count] = settled;
        let names = &all[..=count];
        let made = |known: &Catalogue<K>| known.plans.get(names).cloned();
        if let Some(plan) = made(&self.known.lock().expect(UNPOISONED)) {
            return plan;
        }
        // Threads do not wait for each other while a sum is planned.
        let parts = parts();
        let settled = |part: &Part<K>| {
            let (kept, others) = part.settled(lead);
            kept.into_iter().chain(others)
        };
        let mut runs: Vec<_> = parts.iter().flat_map(settled).collect();
        // The standard stable sort merges lists that are sorted already, as these nearly are.
        runs.sort();
        let len = join(&mut runs);
        let mut known = self.known.lock().expect(UNPOISONED);
        if let Some(plan) = made(&known) {
            return plan;
        }
        if self.bytes() > MOST_BYTES {
            // All can be worked out again; rows keep the shapes that they have.
            *known = Catalogue { made: known.made, ..Catalogue::default() };
            self.bytes.store(0, Relaxed);
        }
        let shape = self.shape(&mut known, runs, len);
        let plan = Arc::new(Plan::new(shape, parts, lead, &self.bytes));
        known.plans.insert(names.to_vec(), Arc::clone(&plan));
        plan
    }

    /// Fills the room for plans, so that the next one forgets all others.
    #[cfg(test)]
    pub(super) fn fill(&self) {
        self.bytes.store(MOST_BYTES + 1, Relaxed);
    }

    /// Returns the shape of runs that were [joined](join) and have this many score vectors.
    fn shape(&self, known: &mut Catalogue<K>, runs: Vec<Run<K>>, len: usize) -> Arc<Shape<K>> {
        let runs: Arc<[Run<K>]> = runs.into();
        if let Some(shape) = known.shapes.get(&runs) {
            return Arc::clone(shape);
        }
        let bytes = size_of_val(&*runs) + size_of::<Shape<K>>() + KEPT;
        self.bytes.fetch_add(bytes as u64, Relaxed);
        let shape = Arc::new(Shape { id: known.made, seats: self.seats, len, runs });
        known.made = known.made.checked_add(1).expect("four thousand million shapes take years");
        known.shapes.insert(Arc::clone(&shape.runs), Arc::clone(&shape));
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Plans};
    use crate::model::score::Score;

    #[test]
    fn sums_are_planned_without_the_lock() {
        let plans = Plans::<2>::new(2);
        let shape = plans.single(Score::new(&[1, 2]));
        let parts = || {
            assert!(plans.known.try_lock().is_ok(), "other threads wait while a sum is planned");
            vec![Part { shape: shape.clone(), turned: 0, shift: Score::ZERO }]
        };
        let plan = plans.plan([(shape.id(), 0, Score::ZERO)].into_iter(), None, parts);
        assert_eq!(plan.shape.id(), shape.id());
        let again =
            plans.plan([(shape.id(), 0, Score::ZERO)].into_iter(), None, || unreachable!("it is planned"));
        assert_eq!(again.shape.id(), shape.id());
    }
}
