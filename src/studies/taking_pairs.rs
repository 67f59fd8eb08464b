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
    let mut worth = HashMap::new();
    for unknown in 0..=pairs {
        answers.check_limits(worth.len())?;
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
    let taking = TakingValues { game, worth };
    let passes = if taking.game.passing() == Rules::NoPass { 0..=0 } else { 0..=1 };
    let (mut wrong, mut number) = (0, 0);
    for &(half, unknown) in taking.worth.keys() {
        answers.check_limits(number)?;
        for known in (1..=2).filter(|known| known + half + unknown <= pairs) {
            let table = PairCounts { known, half, unknown };
            for passes in passes.clone() {
                let position = Position { table, passes, ..Position::default() };
                number += 1;
                wrong += usize::from(!taking.is_best(&position));
            }
        }
    }
    Ok(CheckedAnswer::from_counts(wrong, number, "position"))
}

impl TakingValues {
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
