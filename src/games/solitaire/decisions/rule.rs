//! Scoring rules.

use super::{FailedTurns, FirstCardKind, Reply};
use crate::exact::{Rational, ratio};
use crate::game::{Game, Points};
use crate::payoff::Payoff;
use std::str::FromStr;

/// The largest absolute value of a score per turn.
const MAX_POINTS: i64 = 1_000_000;

/// A scoring rule.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::decisions::{FailedTurns, Rule};
/// use chancetree::games::solitaire::means;
///
/// let rule = Rule { pair: 2, lucky: 3, miss: -1, failed: FailedTurns::Every };
/// assert_eq!((rule.unpaired_turn_points(), rule.rewards()), (-1, Some(rule)));
/// assert_eq!("3,1,-2".parse(), Ok(Rule::KELLNER));
///
/// // Two pairs are worth 4 points, 2/3 of the turns are lucky, and 2/3 fail.
/// assert_eq!(rule.fewest_turns_score(2, &means::lucky(2), &means::turns(2)), ratio(4, 1));
/// assert_eq!(rule.sum(2, &ratio(2, 3), &ratio(2, 3)), ratio(4, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The score of a pair with a card that was turned before.
    pub pair: i64,
    /// The score of a pair of two fresh cards.
    pub lucky: i64,
    /// The score of a failed turn.
    pub miss: i64,
    /// The turns that count as failed.
    pub failed: FailedTurns,
}

/// Parses the points for a pair with a turned card, for a lucky turn and for a failed turn. The same turns
/// count as failed as in [`Rule::KELLNER`].
impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |text: &str| {
            text.trim().parse().ok().filter(|points: &i64| (-MAX_POINTS..=MAX_POINTS).contains(points))
        };
        let numbers: Option<Vec<i64>> = text.split(',').map(read).collect();
        match numbers.as_deref() {
            Some(&[pair, lucky, miss]) => Ok(Self { pair, lucky, miss, ..Self::KELLNER }),
            _ => Err("three whole numbers from -1000000 to 1000000 are needed, such as 3,1,-2".to_owned()),
        }
    }
}

impl Rule {
    /// Costs one point per turn.
    pub const TURNS: Self = Self { pair: -1, lucky: -1, miss: -1, failed: FailedTurns::Every };

    /// The example of Kellner (2023).
    pub const KELLNER: Self = Self { pair: 3, lucky: 1, miss: -2, failed: FailedTurns::Either };

    /// Returns the points of a turn without a pair for the strategy with the fewest turns, whose turns
    /// without a pair always turn two fresh cards. Only [`FailedTurns::Every`] counts them as failed.
    pub fn unpaired_turn_points(self) -> i64 {
        if self.failed == FailedTurns::Every { self.miss } else { 0 }
    }

    /// Returns the rule if the distribution of the score for the strategy with the fewest turns must be
    /// computed separately. Otherwise the distribution follows from that of another quantity.
    pub fn rewards(self) -> Option<Self> {
        Some(self).filter(|_| self.unpaired_turn_points() != 0 && self.pair != self.lucky)
    }

    /// Returns the expected points of the strategy with the fewest turns, from its expected lucky turns and
    /// turns.
    pub fn fewest_turns_score(self, pairs: u16, lucky: &Rational, turns: &Rational) -> Rational {
        Self { miss: self.unpaired_turn_points(), ..self }.sum(pairs, lucky, &(turns - ratio(pairs, 1)))
    }

    /// Returns the expected points of a game, from the expected lucky turns and failed turns.
    pub fn sum(self, pairs: u16, lucky: &Rational, failed: &Rational) -> Rational {
        let Self { pair, lucky: luck, miss, .. } = self;
        ratio(pairs, 1) * ratio(pair, 1) + lucky * ratio(luck - pair, 1) + failed * ratio(miss, 1)
    }
}

impl<G: Game<Event = Reply>> Payoff<G> for Rule {
    fn event(&self, _: &G, result: Reply, _: Points) -> i64 {
        match result {
            Reply::Opened(_) => 0,
            Reply::Pair => self.pair,
            Reply::Lucky => self.lucky,
            Reply::Miss { first, second, .. } => {
                let failed = match self.failed {
                    FailedTurns::Either => first != FirstCardKind::Fresh || second,
                    FailedTurns::Second => second,
                    FailedTurns::Every => true,
                };
                if failed { self.miss } else { 0 }
            }
        }
    }
}
