//! The expected points of each seat, computed backward: a few numbers for each state, and no distribution.

use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{Arena, Limbs, LimbsRef};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::{self, Natural, Rational, limbs};
use crate::model::{Error, Job, Model};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The bytes of two computations that run at the same time: each reports its own and counts those of the other.
#[derive(Debug, Default)]
pub(crate) struct BytesBeside {
    pub(crate) expected: AtomicU64,
    pub(crate) rows: AtomicU64,
}

/// The expected points of each seat from the start on, the first player's first; nobody may decide. The bytes of rows in
/// `beside` count towards the limit.
///
/// Cost: a multiplication for every limb, edge and seat.
pub(crate) fn expected(graph: &Model, beside: &BytesBeside, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let adjacency = Adjacency::new(graph, SweepDirection::Backward);
    let each = 1 + usize::from(graph.seats());
    let kept = (graph.start(), [graph.start()].into_iter());
    let mut sweep = Sweep::new(adjacency, ExpectedPoints { model: graph }, each, kept, job)?;
    sweep.run(|sweep| {
        beside.expected.store(sweep.bytes(), Relaxed);
        graph.bytes() + beside.rows.load(Relaxed)
    })?;
    let start = sweep.values.numbers(graph.start());
    let total = limbs::natural(start.number(0));
    let share = |seat: usize| exact::ratio(limbs::natural(start.number(1 + seat)), total.clone());
    let expected = (0..usize::from(graph.seats())).map(share).collect();
    beside.expected.store(0, Relaxed);
    Ok(expected)
}

/// The recurrence of expected points. The numbers of a state are the number of arrangements that remain, and times that
/// number the expected points still to come for each seat, the mover's first.
struct ExpectedPoints<'a> {
    model: &'a Model,
}

impl Recurrence for ExpectedPoints<'_> {
    type Value = Limbs;
    type Storage = Arena;
    type Factor = Factor;

    const FACTORS: Factors = Factors::Whole;
    const HAS_SCORES: bool = true;

    fn boundary(&self, node: usize) -> Limbs {
        let total = self.model.hidden(node).cloned().unwrap_or_else(|| Natural::from(1u32));
        let seats = usize::from(self.model.seats());
        Limbs::of(&[&[total][..], &vec![Natural::default(); seats]].concat())
    }

    fn factor(&self, edge: ModelEdge) -> Factor {
        edge.whole
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Limbs, Error> {
        let seats = usize::from(self.model.seats());
        let bits = |term: &Neighbor<'_, Self>| {
            let [(_, points), _] = term.path.scored;
            term.value.bits() + term.factor.bits() + limbs::bits(&[u64::from(points)]) + 1
        };
        let most = terms.iter().map(bits).max().unwrap_or(0);
        let mut sum = Limbs::zeros(1 + seats, limbs::bits_of_sum(most, terms.len()));
        for Neighbor { value, factor, path, .. } in terms {
            let [(_, points), _] = path.scored;
            let total = value.number(0);
            sum.add_product(0, factor, total);
            // The points belong to the mover, also if another seat moves next.
            if points > 0 {
                sum.add_product(1, &factor.times(points.into()), total);
            }
            for seat in 0..seats {
                let turned = (seat + usize::from(path.turned)) % seats;
                sum.add_product(1 + turned, factor, value.number(1 + seat));
            }
        }
        sum.tighten();
        Ok(sum)
    }

    fn size(numbers: LimbsRef<'_>) -> ValueSize {
        ValueSize { bytes: numbers.bytes(), ..ValueSize::default() }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{BytesBeside, expected};
    use crate::exact::ratio;
    use crate::game::{Choices, Game, NoAction};
    use crate::model::{Graph, Job, Monitor, Progress};
    use std::ops::ControlFlow;
    use std::sync::Mutex;
    use std::sync::atomic::Ordering::Relaxed;

    /// Three coins: each head scores a point.
    #[derive(Clone)]
    pub(in crate::evaluate) struct Coins;

    impl Game for Coins {
        type State = u8;
        type Action = NoAction;
        type Event = u8;

        fn start(&self) -> u8 {
            0
        }

        fn expand(&self, thrown: &u8, choices: &mut Choices<Self>) {
            if *thrown < 3 {
                choices.chance().event(1, 0, || thrown + 1).event(1, 1, || thrown + 1);
            }
        }

        fn layer(&self, thrown: &u8) -> u32 {
            (*thrown).into()
        }

        fn points(&self, head: u8) -> u16 {
            head.into()
        }
    }

    /// The bytes that each step reports.
    #[derive(Default)]
    pub(in crate::evaluate) struct Reported(pub(in crate::evaluate) Mutex<Vec<u64>>);

    impl Monitor for Reported {
        fn tick(&self, progress: Progress) -> ControlFlow<()> {
            self.0.lock().expect("no panic").push(progress.bytes);
            ControlFlow::Continue(())
        }
    }

    /// Rows that another thread holds at the same time count, and nothing is left once all is done.
    #[test]
    fn the_bytes_of_rows_count_towards_the_limit() {
        let graph = Graph::of(&Coins, &Job::default()).expect("three coins");
        let reported = |rows: u64| {
            let (beside, reported) = (BytesBeside::default(), Reported::default());
            beside.rows.store(rows, Relaxed);
            let job = Job { monitor: &reported, ..Job::default() };
            assert_eq!(expected(graph.model(), &beside, &job), Ok(vec![ratio(3, 2)]));
            assert_eq!(beside.expected.load(Relaxed), 0);
            reported.0.into_inner().expect("no panic")
        };
        // The first run computes what the graph then holds, such as its plies.
        reported(0);
        let (alone, beside) = (reported(0), reported(1000));
        // A report when work begins, before there are rows, and one for each throw and the end.
        assert_eq!((alone.len(), alone[0]), (5, beside[0]));
        assert!(alone[1..].iter().zip(&beside[1..]).all(|(alone, beside)| alone + 1000 == *beside));
    }
}
