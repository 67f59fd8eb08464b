//! Tests whether taking a known pair at once is optimal, on boards that are too wide to be solved without
//! that assumption.

use super::LawAnswers;
use super::solved::SolvedDecisions;
use super::verdict::CheckedAnswer;
use crate::exact::{self, Integer};
use crate::game::{Choices, Game as _};
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Position, Rules};
use crate::model::Error;
use std::collections::HashMap;

/// The number of arrangements of a position without a known pair, and its value times this number.
struct ScaledValue {
    hidden: Integer,
    cards: Integer,
}

/// The values of the positions without a known pair. If T1 is always optimal, the values with `c` known pairs
/// follow: w(c,d,e) = 2c + w(0,d,e).
struct TakingValues {
    game: Decisions,
    worth: HashMap<(u16, u16), ScaledValue>,
}

/// Checks whether T1 is optimal in `game` wherever it can be played.
///
/// `solved` was computed under the assumption that every known pair is taken at once. This function checks the
/// missing step: no tactic is better than T1 if one or two pairs are known. With more known pairs no tactic can be
/// better. T1 gains two cards per additional known pair, and another tactic at most two cards times the
/// probability that it takes a pair.
pub(super) fn is_best(
    game: Decisions,
    solved: &SolvedDecisions,
    pairs: u16,
    answers: &LawAnswers<'_>,
) -> Result<CheckedAnswer, Error> {
    let side = usize::from(pairs) + 1;
    let scaled = || scaled_values(solved, pairs, |found| answers.check_limits(found, side * (side + 1) / 2));
    let taking = TakingValues { game, worth: answers.job.pass(0.0, SCALED, scaled)? };
    let check = || taking.check(pairs, |done, all| answers.check_limits(done, all));
    answers.job.pass(SCALED, 1.0, check)
}

/// The share of the time that [`scaled_values`] takes.
const SCALED: f64 = 0.5;

/// Returns the values of the positions without a known pair. The key is the number of pairs with one known card and
/// the number without a known card. `tick` gets the number of values so far.
fn scaled_values(
    solved: &SolvedDecisions,
    pairs: u16,
    tick: impl Fn(usize) -> Result<(), Error>,
) -> Result<HashMap<(u16, u16), ScaledValue>, Error> {
    let mut worth = HashMap::new();
    for unknown in 0..=pairs {
        tick(worth.len())?;
        let mut hidden = Integer::from(exact::matchings(u32::from(unknown)));
        for half in 0..=pairs - unknown {
            let table = PairCounts { known: 0, half, unknown };
            let position = Position { table, ..Position::default() };
            hidden *= if half > 0 { table.unseen() } else { 1 };
            if let Some(node) = solved.node(&position) {
                // The denominator of the value in lowest terms divides the number of arrangements.
                let cards = solved.solution().value(node).swap_remove(0);
                let cards = cards.numer() * (&hidden / cards.denom());
                worth.insert((half, unknown), ScaledValue { hidden: hidden.clone(), cards });
            }
        }
    }
    Ok(worth)
}

impl TakingValues {
    /// Checks that no tactic is better than T1 in any position with one or two known pairs. `tick` gets the number of
    /// positions that are done, and of all positions.
    fn check(
        &self,
        pairs: u16,
        tick: impl Fn(usize, usize) -> Result<(), Error>,
    ) -> Result<CheckedAnswer, Error> {
        let passes = if self.game.passing() == Rules::NoPass { 0..=0 } else { 0..=1 };
        let (mut wrong, mut number) = (0, 0);
        for (place, &(half, unknown)) in self.worth.keys().enumerate() {
            tick(place, self.worth.len())?;
            for known in (1..=2).filter(|known| known + half + unknown <= pairs) {
                let table = PairCounts { known, half, unknown };
                for passes in passes.clone() {
                    let position = Position { table, passes, ..Position::default() };
                    number += 1;
                    wrong += usize::from(!self.is_best(&position));
                }
            }
        }
        Ok(CheckedAnswer::from_counts(wrong, number, "position"))
    }

    /// Returns the expected cards of the mover times the number of arrangements, if known pairs are taken at
    /// once, and the number of arrangements.
    fn cards(&self, position: &Position) -> Option<(Integer, &Integer)> {
        let PairCounts { known, half, unknown } = position.table;
        let ScaledValue { hidden, cards } = self.worth.get(&(half, unknown))?;
        let own = if self.game.is_stalemate(position) {
            hidden * position.table.pairs()
        } else {
            cards + hidden * (2 * known)
        };
        Some((own, hidden))
    }

    fn is_best(&self, position: &Position) -> bool {
        let (best, _) = self.cards(position).expect("the values contain the position");
        let mut choices = Choices::default();
        choices.fill(&self.game, position);
        let worth = choices.iter().map(|choice| {
            let events = choice.events.iter().map(|event| {
                let (own, hidden) = self.cards(&event.next)?;
                let left = 2 * event.next.table.pairs();
                let cards = if event.event.takes() { own + hidden * 2 } else { hidden * left - own };
                Some(cards * self.game.multiplicity(position, event.event)?)
            });
            events.sum::<Option<Integer>>()
        });
        // T1 is one of the choices, and must have exactly the greatest value.
        worth.collect::<Option<Vec<_>>>().is_some_and(|worth| worth.into_iter().max() == Some(best))
    }
}
