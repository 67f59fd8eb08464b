//! The points that each seat can expect, worked out backward: a few numbers for each state, and no distribution.

use crate::evaluate::row::Factor;
use crate::evaluate::scale::Common;
use crate::evaluate::sweep::{Built, Direction, NumberKind, Place, Size, Sweep, Ways};
use crate::exact::{self, Rational, limbs};
use crate::game::Points;
use crate::model::{Error, Model, Run};
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
pub(crate) fn expected(graph: &Model, beside: &BytesBeside, run: &Run<'_>) -> Result<Vec<Rational>, Error> {
    let ways = Ways::new(graph, Direction::Back);
    let mut sweep = Sweep::new(ways, ExpectedPoints, [graph.start()].into_iter(), run)?;
    for round in graph.by_ply().iter().rev() {
        sweep.round(round, graph.bytes() + beside.rows.load(Relaxed))?;
        beside.expected.store(sweep.bytes(), Relaxed);
    }
    let start = sweep.get((graph.start(), 0)).expect("the start is the last");
    let total = limbs::natural(start.number(0));
    let share = |seat: usize| exact::ratio(limbs::natural(start.number(1 + seat)), total.clone());
    let expected = (0..usize::from(graph.seats())).map(share).collect();
    beside.expected.store(0, Relaxed);
    Ok(expected)
}

/// The points still to come from a state: how often, and the points of each seat in all, the mover's first.
struct Expected {
    width: usize,
    /// No number has more bits.
    bits: u32,
    numbers: Vec<u64>,
}

impl Expected {
    fn number(&self, place: usize) -> &[u64] {
        &self.numbers[place * self.width..(place + 1) * self.width]
    }
}

/// The kind of numbers.
struct ExpectedPoints;

impl NumberKind for ExpectedPoints {
    type Numbers = Expected;

    fn build(sweep: &Sweep<'_, Self>, place: Place, common: &Common) -> Built<Expected> {
        Ok(Some((points(sweep, place.0, common), 0)))
    }

    fn size(expected: &Expected) -> Size {
        Size { bytes: size_of_val(&*expected.numbers) as u64, states: 0, width: 0 }
    }
}

/// The expected points of a node from those of its neighbours.
fn points(sweep: &Sweep<'_, ExpectedPoints>, node: usize, common: &Common) -> Expected {
    let graph = sweep.graph;
    let seats = usize::from(graph.seats());
    let edges = graph.edges_of(node);
    if edges.is_empty() {
        let total = graph.hidden(node).map_or(vec![1], limbs::limbs);
        let (width, bits) = (total.len().max(1), limbs::bits(&total));
        let mut numbers = total;
        numbers.resize(width * (1 + seats), 0);
        return Expected { width, bits, numbers };
    }
    let terms: Vec<(&Expected, usize, Points, Factor)> = edges
        .map(|edge| {
            let kind = graph.kind(edge);
            let turned = usize::from(kind.passes);
            let next = sweep.get((graph.target(edge), 0)).expect("what is needed is kept");
            (next, turned, kind.points, common.factor(sweep.step(edge)))
        })
        .collect();
    let most = |(next, _, points, factor): &(&Expected, usize, Points, Factor)| {
        next.bits + factor.bits() + limbs::bits(&[u64::from(*points)]) + 1
    };
    let bits = limbs::bits_of_sum(terms.iter().map(most).max().expect("an edge"), terms.len());
    let width = limbs::width(bits);
    let mut numbers = vec![0; width * (1 + seats)];
    for (next, turned, points, factor) in &terms {
        let mut add = |place: usize, factor: &Factor, number: &[u64]| {
            factor.add_product(&mut numbers[place * width..(place + 1) * width], number);
        };
        add(0, factor, next.number(0));
        // The mover has what this step scores, whoever moves next.
        if *points > 0 {
            add(1, &factor.times((*points).into()), next.number(0));
        }
        for seat in 0..seats {
            add(1 + (seat + turned) % seats, factor, next.number(1 + seat));
        }
    }
    let (width, bits) = limbs::tighten(&mut numbers, width);
    Expected { width, bits, numbers }
}

#[cfg(test)]
mod tests {
    use super::{BytesBeside, expected};
    use crate::exact::ratio;
    use crate::game::{Choices, Game, NoAction};
    use crate::model::{Graph, Observer, Progress, Run};
    use std::ops::ControlFlow;
    use std::sync::Mutex;
    use std::sync::atomic::Ordering::Relaxed;

    /// Three coins: each head scores a point.
    #[derive(Clone)]
    struct Coins;

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

    #[derive(Default)]
    struct Reported(Mutex<Vec<u64>>);

    impl Observer for Reported {
        fn step(&self, progress: Progress) -> ControlFlow<()> {
            self.0.lock().expect("no panic").push(progress.bytes);
            ControlFlow::Continue(())
        }
    }

    /// Rows that another thread holds at the same time count, and nothing is left once all is done.
    #[test]
    fn the_bytes_of_rows_count_towards_the_limit() {
        let graph = Graph::of(&Coins, &Run::default()).expect("three coins");
        let reported = |rows: u64| {
            let (beside, reported) = (BytesBeside::default(), Reported::default());
            beside.rows.store(rows, Relaxed);
            let run = Run { observer: &reported, ..Run::default() };
            assert_eq!(expected(graph.model(), &beside, &run), Ok(vec![ratio(3, 2)]));
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
