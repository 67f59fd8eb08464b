//! Numbers drawn by lot, the same everywhere.

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(super) struct Lot(u64);

impl Lot {
    /// A stream of its own for each seed and game.
    pub(super) fn new(seed: u64, game: u64) -> Self {
        let mut lot = Self(seed);
        let key = lot.next();
        Self(key ^ Self(game).next())
    }

    /// A word of 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `bound`, each as likely as any other.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < whole {
                return number % bound;
            }
        }
    }

    /// One of several things.
    pub(super) fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u64) as usize]
    }
}
