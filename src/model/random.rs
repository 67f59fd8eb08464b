//! Numbers drawn at random: the same on every machine, for every seed, in every version.
//!
//! SplitMix64 (Steele, Lea and Flood 2014) passes the usual test batteries and needs one word of state. It is no source
//! of secrets. Every answer of this library is exact; only deals at random and simulated games draw from here.
//!
//! ```
//! use chancetree::random::Random;
//!
//! let mut random = Random::seeded(7);
//! let die = random.below(6) + 1;
//! assert!((1..=6).contains(&die));
//! assert_eq!(Random::seeded(7).below(6) + 1, die);
//! ```

/// A stream of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of SplitMix64 that begins at `seed`.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A stream for a seed and a game, so that games can be drawn in any order. The two may change places: `new(a, b)` is
    /// `new(b, a)`.
    pub fn new(seed: u64, game: u64) -> Self {
        Self(Self(seed).word() ^ Self(game).word())
    }

    /// The next word, each of 2^64 as likely as any other.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `bound`, each as likely as any other: what would favour some is drawn again.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.word();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// One of several things, each as likely as any other.
    ///
    /// # Panics
    /// If there are none.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first words for the seed 1234567 by the authors' reference program.
    #[test]
    fn words_are_those_of_the_reference() {
        let mut random = Random::seeded(1_234_567);
        let words = [(); 5].map(|()| random.word());
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
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

    #[test]
    fn games_have_streams_of_their_own() {
        let first = |seed, game| Random::new(seed, game).word();
        assert_ne!(first(1, 1), first(1, 2));
        assert_ne!(first(1, 1), first(2, 1));
        assert_eq!(first(3, 4), first(3, 4));
    }
}
