//! Tests whether a known pair is best taken at once, on boards too wide to be solved without doing so.

use super::Facts;
use super::solved::SolvedDecisions;
use super::verdict::Found;
use crate::exact::{self, Integer};
use crate::game::{Choices, Game as _};
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Position, Rules};
use crate::model::Error;
use std::collections::HashMap;

/// The arrangements of a position without a known pair, and its worth in arrangements of its cards.
struct Worth {
    hidden: Integer,
    cards: Integer,
}

/// The values of the positions without a known pair, from which those with `c` of them follow if T1 is always
/// optimal: w(c,d,e) = 2c + w(0,d,e).
struct Taking {
    game: Decisions,
    worth: HashMap<(u16, u16), Worth>,
}

/// Finds whether T1 is optimal wherever it can be played, by all that `game` allows.
///
/// Solved with every known pair taken at once, `solved` has values that need one more step to be proved: that no tactic
/// is worth more than T1 where one pair is known, or two. With more of them no tactic can gain on T1, which is worth
/// two cards more for each: another one is worth at most the chance that it takes a pair times two cards more.
pub(super) fn is_best(
    game: Decisions,
    solved: &SolvedDecisions,
    pairs: u16,
    facts: &Facts<'_>,
) -> Result<Found, Error> {
    let mut worth = HashMap::new();
    for unknown in 0..=pairs {
        facts.look(worth.len())?;
        let mut hidden = Integer::from(exact::matchings(u32::from(unknown)));
        for half in 0..=pairs - unknown {
            let table = PairCounts { known: 0, half, unknown };
            let position = Position { table, ..Position::default() };
            hidden *= if half > 0 { table.unseen() } else { 1 };
            if let Some(node) = solved.node(&position) {
                // In lowest terms the value has a divisor of the number of arrangements below.
                let cards = solved.solution().value(node).swap_remove(0);
                let cards = cards.numer() * (&hidden / cards.denom());
                worth.insert((half, unknown), Worth { hidden: hidden.clone(), cards });
            }
        }
    }
    let taking = Taking { game, worth };
    let passes = if taking.game.passing() == Rules::NoPass { 0..=0 } else { 0..=1 };
    let (mut wrong, mut number) = (0, 0);
    for &(half, unknown) in taking.worth.keys() {
        facts.look(number)?;
        for known in (1..=2).filter(|known| known + half + unknown <= pairs) {
            let table = PairCounts { known, half, unknown };
            for passes in passes.clone() {
                let position = Position { table, passes, ..Position::default() };
                number += 1;
                wrong += usize::from(!taking.is_best(&position));
            }
        }
    }
    Ok(Found::so(wrong, number, "position"))
}

impl Taking {
    /// Returns what the mover may expect, if a known pair is taken at once, in arrangements.
    fn cards(&self, position: &Position) -> Option<(Integer, &Integer)> {
        let PairCounts { known, half, unknown } = position.table;
        let Worth { hidden, cards } = self.worth.get(&(half, unknown))?;
        let own = if self.game.is_stalemate(position) {
            hidden * position.table.pairs()
        } else {
            cards + hidden * (2 * known)
        };
        Some((own, hidden))
    }

    fn is_best(&self, position: &Position) -> bool {
        let (best, _) = self.cards(position).expect("the position is among those with values");
        let mut choices = Choices::default();
        choices.fill(&self.game, position);
        let worth = choices.iter().map(|choice| {
            let events = choice.events.iter().map(|event| {
                let (own, hidden) = self.cards(&event.next)?;
                let left = 2 * event.next.table.pairs();
                let cards = if event.event.takes() { own + hidden * 2 } else { hidden * left - own };
                Some(cards * self.game.ways(position, event.event)?)
            });
            events.sum::<Option<Integer>>()
        });
        // T1 is among them, and has to be worth just that.
        worth.collect::<Option<Vec<_>>>().is_some_and(|worth| worth.into_iter().max() == Some(best))
    }
}
