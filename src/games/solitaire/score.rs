//! Rules of scoring: as they are typed, and what they make of a game.

use super::decisions::{Failed, Rule};
use super::distributions::Rewards;
use crate::exact::{Rational, ratio};

/// The most that is scored at once, up or down.
const MOST_POINTS: i64 = 1_000_000;

impl Rule {
    /// The example of Kellner (2023).
    pub const KELLNER: Self = Self { pair: 3, lucky: 1, miss: -2, failed: Failed::Either };

    /// Reads the points for a pair with a turned card, for a lucky turn and for a failed turn, of the usual kind.
    ///
    /// # Errors
    /// If they are no such numbers; the message is one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = |text: &str| text.trim().parse().ok().filter(|points: &i64| points.abs() <= MOST_POINTS);
        let numbers: Option<Vec<i64>> = text.split(',').map(read).collect();
        match numbers.as_deref() {
            Some(&[pair, lucky, miss]) => Ok(Self { pair, lucky, miss, ..Self::KELLNER }),
            _ => Err("three whole numbers up to a million are needed, such as 3,1,-2".to_owned()),
        }
    }

    /// Returns the points of a turn without a pair. The strategy that ends soonest fails by one reading only: its turns
    /// without a pair are of two fresh cards.
    pub fn missed(self) -> i64 {
        if self.failed == Failed::Every { self.miss } else { 0 }
    }

    /// Returns what is scored by the strategy that ends soonest, where the distribution of the score does not follow from
    /// that of another quantity.
    pub fn rewards(self) -> Option<Rewards> {
        let (Self { pair, lucky, .. }, miss) = (self, self.missed());
        Some(Rewards { pair, lucky, miss }).filter(|_| miss != 0 && pair != lucky)
    }

    /// Returns the points of a game in which the player ends as soon as he can, by its lucky turns and turns.
    pub fn soonest(self, pairs: u16, lucky: &Rational, turns: &Rational) -> Rational {
        Self { miss: self.missed(), ..self }.sum(pairs, lucky, &(turns - ratio(pairs, 1)))
    }

    /// Returns the points of a game, by its lucky turns and by the turns that fail, as the rule reads that.
    pub fn sum(self, pairs: u16, lucky: &Rational, failed: &Rational) -> Rational {
        let Self { pair, lucky: luck, miss, .. } = self;
        ratio(pairs, 1) * ratio(pair, 1) + lucky * ratio(luck - pair, 1) + failed * ratio(miss, 1)
    }
}
