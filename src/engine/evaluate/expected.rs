//! The expected points of each seat, computed backward. A state has one number for each seat, and no distribution.

use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ScoredPath};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{Arena, Limbs};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::{self, Natural, Rational, limbs};
use crate::game::Points;
use crate::model::{Error, Job, Model};

/// Returns the expected points of each seat from the start on, the first player's first. Players must not decide.
///
/// Cost: one multiplication for every limb, edge and seat; twice that if a seat can lose points.
pub(crate) fn expected(graph: &Model, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let gained = expected_magnitude(graph, 1, job)?;
    if !graph.has_negative_points() {
        return Ok(gained);
    }
    let lost = expected_magnitude(graph, -1, job)?;
    Ok(gained.into_iter().zip(lost).map(|(gained, lost)| gained - lost).collect())
}

/// Returns the expected magnitude of the points that have this sign.
fn expected_magnitude(graph: &Model, sign: Points, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let adjacency = Adjacency::new(graph, SweepDirection::Backward);
    let kept = (graph.start(), [graph.start()].into_iter());
    let mut sweep = Sweep::new(adjacency, ExpectedPoints { model: graph, sign }, kept, job)?;
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
    /// The sign of the points that are added up: 1 or -1.
    sign: Points,
}

impl ExpectedPoints<'_> {
    /// Returns the magnitude of the points of a path, or 0 if they have another sign.
    #[inline]
    fn points(&self, path: &ScoredPath) -> u64 {
        let [(_, points), _] = path.scored;
        (points * self.sign).max(0).unsigned_abs().into()
    }
}

impl Recurrence for ExpectedPoints<'_> {
    type Value = Limbs;
    type Storage = Arena;
    type Factor = Factor;

    const FACTORS: Factors = Factors::Whole;
    const HAS_SCORES: bool = true;

    fn boundary(&self, node: usize) -> Limbs {
        let total = self.model.remaining_arrangements(node).cloned().unwrap_or_else(|| Natural::from(1u32));
        let seats = usize::from(self.model.seats());
        Limbs::of(&[&[total][..], &vec![Natural::default(); seats]].concat())
    }

    fn factor(&self, edge: ModelEdge) -> Factor {
        edge.whole
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Limbs, Error> {
        let seats = usize::from(self.model.seats());
        let bits = |term: &Neighbor<'_, Self>| {
            term.value.bits() + term.factor.bits() + limbs::bits(&[self.points(&term.path)]) + 1
        };
        let most = terms.iter().map(bits).max().unwrap_or(0);
        let mut sum = Limbs::zeros(1 + seats, limbs::bits_of_sum(most, terms.len()));
        for Neighbor { value, factor, path, .. } in terms {
            let points = self.points(path);
            let total = value.number(0);
            sum.add_product(0, factor, total);
            // The points belong to the mover, even if another seat moves next.
            if points > 0 {
                sum.add_product(1, &factor.times(points), total);
            }
            for seat in 0..seats {
                let turned = (seat + usize::from(path.rotation)) % seats;
                sum.add_product(1 + turned, factor, value.number(1 + seat));
            }
        }
        sum.tighten();
        Ok(sum)
    }

    fn each(&self) -> usize {
        1 + usize::from(self.model.seats())
    }
}
