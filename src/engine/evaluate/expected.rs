//! The expected points of each seat, computed backward. A state has one number for each seat, and no distribution.

use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{Arena, Limbs, LimbsRef};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::{self, Natural, Rational, limbs};
use crate::model::{Error, Job, Model};

/// Returns the expected points of each seat from the start on, the first player's first. Players must not decide.
///
/// Cost: one multiplication for every limb, edge and seat.
pub(crate) fn expected(graph: &Model, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let adjacency = Adjacency::new(graph, SweepDirection::Backward);
    let each = 1 + usize::from(graph.seats());
    let kept = (graph.start(), [graph.start()].into_iter());
    let mut sweep = Sweep::new(adjacency, ExpectedPoints { model: graph }, each, kept, job)?;
    sweep.run()?;
    let start = sweep.values.numbers(graph.start());
    let total = limbs::natural(start.number(0));
    let share = |seat: usize| exact::ratio(limbs::natural(start.number(1 + seat)), total.clone());
    Ok((0..usize::from(graph.seats())).map(share).collect())
}

/// The recurrence of expected points. The numbers of a state are its number of remaining arrangements, and for each seat the
/// expected points still to come, times the number of arrangements. The mover's are first.
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
            // The points belong to the mover, even if another seat moves next.
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
