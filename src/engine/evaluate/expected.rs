//! The points that each seat can expect, worked out backward: a few numbers for each state, and no distribution.

use crate::evaluate::row::Factor;
use crate::evaluate::scale::Common;
use crate::evaluate::sweep::{Built, Direction, NumberKind, Place, Size, Sweep, Ways};
use crate::exact::{self, Rational, limbs};
use crate::game::Points;
use crate::model::{Error, Model, Run};

/// The expected points of each seat from the start on, the first player's first; nobody may decide.
///
/// Cost: a multiplication for every limb, edge and seat.
pub(crate) fn expected(graph: &Model, run: &Run<'_>) -> Result<Vec<Rational>, Error> {
    let ways = Ways::new(graph, Direction::Back);
    let mut sweep = Sweep::new(ways, ExpectedPoints, [graph.start()].into_iter(), run)?;
    for round in graph.by_ply().iter().rev() {
        sweep.round(round, graph.bytes())?;
    }
    let start = sweep.get((graph.start(), 0)).expect("the start is the last");
    let total = limbs::natural(start.number(0));
    let share = |seat: usize| exact::ratio(limbs::natural(start.number(1 + seat)), total.clone());
    Ok((0..usize::from(graph.seats())).map(share).collect())
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
