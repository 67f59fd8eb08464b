//! Random numbers for deals and simulated games. A seed gives the same numbers on every machine.
//!
//! The generator is PCG64 DXSM (O'Neill 2014, and the output function that NumPy adopted for parallel streams). The seed
//! and the number of the game are mixed (SplitMix64, Steele, Lea and Flood 2014) into the initial state and into the
//! increment, so every pair of a seed and a game has an independent stream. The numbers are not secret.
//!
//! ```
//! use chancetree::random::Random;
//!
//! let mut random = Random::seeded(7);
//! let die = random.below(6) + 1;
//! assert!((1..=6).contains(&die));
//! assert_eq!(Random::seeded(7).below(6) + 1, die);
//! ```

use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::Rng as _;

/// A stream of random numbers.
///
/// ```
/// use chancetree_model::random::Random;
///
/// let (mut one, mut same) = (Random::seeded(7), Random::seeded(7));
/// assert_eq!(one.word(), same.word());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Pcg64Dxsm);

impl Random {
    /// Returns stream 0 of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self::new(seed, 0)
    }

    /// Returns the stream of a seed and a game. Every pair of a seed and a game has a stream of its own, so games can be
    /// simulated in any order.
    ///
    /// ```
    /// use chancetree_model::random::Random;
    ///
    /// assert_ne!(Random::new(7, 0).word(), Random::new(7, 1).word());
    /// ```
    pub fn new(seed: u64, game: u64) -> Self {
        Self::for_purpose(seed, 0, game)
    }

    /// Returns a stream of a seed and a game for a second purpose, such as the choices of a player. It is independent of
    /// the streams for other purposes; [`new`](Self::new) returns the stream for purpose 0.
    ///
    /// ```
    /// use chancetree_model::random::Random;
    ///
    /// assert_eq!(Random::for_purpose(7, 0, 1), Random::new(7, 1));
    /// ```
    pub fn for_purpose(seed: u64, purpose: u64, game: u64) -> Self {
        let of_seed = mix(seed);
        let of_game = mix(of_seed ^ game);
        let of_purpose = mix(of_game ^ purpose);
        Self(Pcg64Dxsm::new(pair(of_seed, of_game), pair(of_purpose, mix(of_purpose))))
    }

    /// Returns the next word of 64 bits, uniformly distributed.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number from 0 to `bound - 1`, uniformly distributed: a word that would favour some numbers is drawn
    /// again.
    ///
    /// # Panics
    /// If `bound` is 0.
    ///
    /// ```
    /// use chancetree_model::random::Random;
    ///
    /// assert!(Random::seeded(7).below(6) < 6);
    /// ```
    pub fn below(&mut self, bound: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.word();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// Returns one of `things`, uniformly distributed.
    ///
    /// # Panics
    /// If `things` is empty.
    ///
    /// ```
    /// use chancetree_model::random::Random;
    ///
    /// assert!([2, 3, 5].contains(&Random::seeded(7).one_of(&[2, 3, 5])));
    /// ```
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u64) as usize]
    }
}

/// Returns the first output of SplitMix64 for a seed. Different words give different outputs.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Returns the number with the given high and low words.
fn pair(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::Random;
    use std::collections::HashSet;

    /// The first output of the authors' reference program for the seed 1234567.
    #[test]
    fn words_are_mixed_as_by_the_reference() {
        assert_eq!(super::mix(1_234_567), 6_457_827_717_110_365_317);
    }

    /// The expected numbers are computed with NumPy's `PCG64DXSM`. The generator of the web pages gives the same numbers.
    #[test]
    fn words_of_a_seed_a_purpose_and_a_game_never_change() {
        let words = |mut random: Random| [(); 2].map(|()| random.word());
        assert_eq!(words(Random::new(1, 2)), [16_849_412_853_323_847_469, 16_749_200_831_114_309_988]);
        assert_eq!(
            words(Random::new(u64::MAX, 1 << 40)),
            [538_215_689_067_581_600, 6_434_629_558_419_536_702]
        );
        assert_eq!(
            words(Random::for_purpose(1, 3, 2)),
            [3_168_791_583_648_314_561, 13_762_258_186_990_741_786]
        );
    }

    #[test]
    fn a_million_pairs_of_a_seed_and_a_game_have_a_million_streams() {
        let first = |seed, game| {
            let mut random = Random::new(seed, game);
            super::pair(random.word(), random.word())
        };
        let streams: HashSet<u128> =
            (0..1000).flat_map(|seed| (0..1000).map(move |game| first(seed, game))).collect();
        assert_eq!(streams.len(), 1_000_000);
    }

    #[test]
    fn bounds_are_kept_and_reached() {
        let mut random = Random::seeded(1);
        for bound in 1..20 {
            let mut seen = vec![false; bound];
            for _ in 0..100 * bound {
                seen[random.below(bound as u64) as usize] = true;
            }
            assert!(seen.iter().all(|seen| *seen));
        }
        // All but one of the words are fair for this bound; the last is drawn again.
        assert!(random.below(u64::MAX) < u64::MAX);
        assert_eq!(random.one_of(&[5]), 5);
    }
}
