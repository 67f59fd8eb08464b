//! The odds of players of whom each remembers for himself.

use super::prospects::Prospects;
use super::setup::{Moment, Own};
use crate::game::{Game as _, Seat, Weight};
use crate::games::memory::forgetting::{self, Strategy};
use crate::games::memory::separate::{Beliefs, Separate, SeparateTurn, UnturnedCard};
use crate::turn::{FirstCard, Second};

impl Prospects {
    /// Returns what the first card can be if the mover turns one that he does not remember.
    pub(super) fn own_firsts(&self, moment: &Moment, own: &Own) -> Vec<(Weight, Moment, FirstCard)> {
        let bit = 1 << own.minds.mover;
        let game = self.setup.separate(own.minds.clone(), &[forgetting::Manner::Best]);
        let opened = |(weight, seen): (Weight, UnturnedCard)| {
            let first = if seen.mate & bit > 0 { FirstCard::Mated } else { FirstCard::Unmated };
            (weight, moment.opened_with(seen), first)
        };
        game.firsts(&own.minds).into_iter().map(opened).collect()
    }

    /// Returns what can follow when `second` is turned after `first`, with weights.
    pub(super) fn own_moments(
        &self,
        moment: &Moment,
        own: &Own,
        first: FirstCard,
        second: Second,
    ) -> Vec<(Weight, Moment)> {
        let Own { minds, first: Some(seen), second: shown } = own else { return Vec::new() };
        let game = self.setup.separate(minds.clone(), &[forgetting::Manner::Best]);
        let must_take = moment.table.known > 0;
        let found = match (first, second) {
            (FirstCard::Paired, Second::Mate) | (FirstCard::Mated, Second::Mate)
                if !must_take || first == FirstCard::Paired =>
            {
                vec![(1, true, game.takes(minds, *seen))]
            }
            (FirstCard::Unmated, Second::New) if !must_take => {
                tell(&game, game.seconds(minds, *seen, Strategy::Bold))
            }
            (FirstCard::Unmated, Second::Old) if !must_take && moment.table.half > 0 => tell(
                &game,
                match shown {
                    Some(shown) => game.shows(minds, *seen, *shown),
                    None => game.seconds(minds, *seen, Strategy::Safe),
                },
            ),
            _ => Vec::new(),
        };
        let next = |(weight, taken, minds): (Weight, bool, Beliefs)| {
            let (mover, scores): (Seat, _) = (minds.mover, moment.scores.clone());
            let own = Own::new(minds);
            let mut next =
                Moment { table: own.table(), scores, mover: moment.mover, passes: 0, own: Some(own) };
            if taken {
                next.take();
            }
            (weight, Moment { mover, ..next })
        };
        found.into_iter().map(next).collect()
    }
}

/// Tells for each event whether a pair was taken.
fn tell(game: &Separate, found: Vec<(Weight, SeparateTurn, Beliefs)>) -> Vec<(Weight, bool, Beliefs)> {
    found.into_iter().map(|(weight, event, minds)| (weight, game.points(event) > 0, minds)).collect()
}
