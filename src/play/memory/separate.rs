//! The odds of players with separate memories.

use super::odds::OddsCache;
use super::setup::{SeparateMemories, TurnState};
use crate::game::{Seat, Weight};
use crate::games::memory::forgetting::{self, Strategy};
use crate::games::memory::separate::{Beliefs, SeparateTurn, UnturnedCard};
use crate::turn::{FirstCard, SecondChoice};

impl OddsCache {
    /// Returns the possible first cards if the mover turns a card that the mover does not remember.
    pub(super) fn own_firsts(
        &self,
        state: &TurnState,
        own: &SeparateMemories,
    ) -> Vec<(Weight, TurnState, FirstCard)> {
        let bit = 1 << own.beliefs.mover;
        let game = self.setup.separate(own.beliefs.clone(), &[forgetting::SeatStrategy::Best]);
        let opened = |(weight, seen): (Weight, UnturnedCard)| {
            let first = if seen.mate & bit > 0 { FirstCard::Mated } else { FirstCard::Unmated };
            (weight, state.opened_with(seen), first)
        };
        game.first_cards(&own.beliefs).into_iter().map(opened).collect()
    }

    /// Returns the states that can follow when `second` is turned after `first`, with weights.
    pub(super) fn own_states(
        &self,
        state: &TurnState,
        own: &SeparateMemories,
        first: FirstCard,
        second: SecondChoice,
    ) -> Vec<(Weight, TurnState)> {
        let SeparateMemories { beliefs, first: Some(seen), second: shown } = own else { return Vec::new() };
        let game = self.setup.separate(beliefs.clone(), &[forgetting::SeatStrategy::Best]);
        let must_take = state.table.known > 0;
        let found = match (first, second) {
            (FirstCard::Paired, SecondChoice::Mate) | (FirstCard::Mated, SecondChoice::Mate)
                if !must_take || first == FirstCard::Paired =>
            {
                vec![(1, true, game.table_after_taking(beliefs, *seen))]
            }
            (FirstCard::Unmated, SecondChoice::New) if !must_take => {
                with_pair_flag(game.results_after(beliefs, *seen, Strategy::Bold))
            }
            (FirstCard::Unmated, SecondChoice::Old) if !must_take && state.table.half > 0 => {
                with_pair_flag(match shown {
                    Some(shown) => game.results_of_showing(beliefs, *seen, *shown),
                    None => game.results_after(beliefs, *seen, Strategy::Safe),
                })
            }
            _ => Vec::new(),
        };
        let next = |(weight, taken, beliefs): (Weight, bool, Beliefs)| {
            let (mover, scores): (Seat, _) = (beliefs.mover, state.scores.clone());
            let own = SeparateMemories::new(beliefs);
            let mut next =
                TurnState { table: own.table(), scores, mover: state.mover, passes: 0, own: Some(own) };
            if taken {
                next.take();
            }
            (weight, TurnState { mover, ..next })
        };
        found.into_iter().map(next).collect()
    }
}

/// Replaces each event by whether a pair was taken.
fn with_pair_flag(found: Vec<(Weight, SeparateTurn, Beliefs)>) -> Vec<(Weight, bool, Beliefs)> {
    found.into_iter().map(|(weight, event, beliefs)| (weight, event.turned.takes(), beliefs)).collect()
}
