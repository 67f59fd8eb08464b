//! The assumed plan of a turn.

use crate::games::memory::PairCounts;
use crate::games::memory::forgetting::Strategy;
use crate::games::memory::tactic::Tactic;
use crate::turn::{self, FirstCard, FirstChoice, SecondChoice};

/// The assumed plan of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) enum AssumedPlan {
    Tactic(Tactic),
    Strategy(Strategy),
    /// A remembered pair must be taken.
    Take,
}

impl AssumedPlan {
    pub(super) fn begin(self, table: PairCounts) -> FirstChoice {
        match self {
            Self::Tactic(tactic) => turn::begin(tactic, table),
            Self::Strategy(_) => FirstChoice::New,
            Self::Take => FirstChoice::Paired,
        }
    }

    pub(super) fn second(self, first: FirstCard) -> Option<SecondChoice> {
        match (self, first) {
            (Self::Tactic(tactic), _) => turn::second_choice(tactic, first),
            (Self::Strategy(_), FirstCard::Mated) | (Self::Take, FirstCard::Paired) => {
                Some(SecondChoice::Mate)
            }
            (Self::Strategy(Strategy::Bold), FirstCard::Unmated) => Some(SecondChoice::New),
            (Self::Strategy(Strategy::Safe), FirstCard::Unmated) => Some(SecondChoice::Old),
            _ => None,
        }
    }
}
