//! The expected lead of the first of two players, by a recursion over the cards left on the table.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

/// Caches the lead of the mover by (half-known, unknown) pairs.
#[derive(Default)]
pub struct Lead {
    found: HashMap<(usize, usize), BigRational>,
}

impl Lead {
    /// Returns the expected pairs of the first player minus those of the second, on a fresh table.
    pub fn fresh(&mut self, pairs: usize) -> BigRational {
        self.of_mover(0, pairs)
    }

    // Each term has the number of choices of two unseen cards in order, of unseen (unseen - 1) in all: the mate of a known card
    // comes first; a pair; a new card, then the mate of a known card, which the next player takes; two new cards.
    fn of_mover(&mut self, half: usize, unknown: usize) -> BigRational {
        if unknown == 0 {
            return BigRational::from_integer(half.into());
        }
        if let Some(lead) = self.found.get(&(half, unknown)) {
            return lead.clone();
        }
        let number = |n: usize| BigRational::from_integer(n.into());
        let unseen = half + 2 * unknown;
        let one = BigRational::one();
        let mut sum = BigRational::zero();
        if half > 0 {
            sum += number(half * (unseen - 1)) * (&one + self.of_mover(half - 1, unknown));
        }
        let after = &one + self.of_mover(half, unknown - 1);
        sum += number(2 * unknown) * &after;
        sum -= number(2 * unknown * half) * &after;
        if unknown > 1 {
            sum -= number(2 * unknown * (2 * unknown - 2)) * self.of_mover(half + 2, unknown - 2);
        }
        let lead = sum / number(unseen * (unseen - 1));
        self.found.insert((half, unknown), lead.clone());
        lead
    }
}
