//! Numbers of arrangements and of choices.

use crate::Natural;
use num_traits::One as _;

/// Returns the number of ways to partition 2n cards into pairs: the product of odd numbers 1 * 3 * ... * (2n
/// - 1).
///
/// ```
/// use chancetree_exact::{Natural, matchings};
///
/// assert_eq!(matchings(3), Natural::from(15u32));
/// ```
pub fn matchings(n: u32) -> Natural {
    (1..=n).fold(Natural::one(), |product, k| product * (2 * k - 1))
}

/// Returns the number of orders in a row of `singles` different cards and `pairs` pairs of equal cards: (s +
/// 2p)! / (2^p p!), because it does not matter which pair is which.
///
/// ```
/// use chancetree_exact::{Natural, arrangements};
///
/// // AA, BB and a single card: 5! / (2^2 2!).
/// assert_eq!(arrangements(1, 2), Natural::from(15u32));
/// ```
pub fn arrangements(singles: u16, pairs: u16) -> Natural {
    // Inserts the single cards one by one into an arrangement of the pairs.
    let (singles, laid) = (u64::from(singles), 2 * u64::from(pairs));
    matchings(pairs.into()) * (laid + 1..=laid + singles).map(Natural::from).product::<Natural>()
}

/// Returns the numbers of ways to choose 0, 1, ..., `most` of `n` things: always `most` + 1 numbers, which
/// are 0 beyond `n`.
///
/// ```
/// use chancetree_exact::{Natural, binomials};
///
/// assert_eq!(binomials(3, 4), [1u32, 3, 3, 1, 0].map(Natural::from));
/// ```
pub fn binomials(n: u64, most: u64) -> Vec<Natural> {
    let mut ways = Natural::one();
    let mut all = vec![ways.clone()];
    for k in 0..most {
        ways = ways * n.saturating_sub(k) / (k + 1);
        all.push(ways.clone());
    }
    all
}

/// Returns the number of ways to choose `k` of `n` things, with min(k, n - k) multiplications.
///
/// ```
/// use chancetree_exact::{Natural, binomial};
///
/// assert_eq!(binomial(49, 6), Natural::from(13_983_816u32));
/// ```
pub fn binomial(n: u64, k: u64) -> Natural {
    match n.checked_sub(k) {
        Some(left) => {
            (0..k.min(left)).fold(Natural::one(), |ways, chosen| ways * (n - chosen) / (chosen + 1))
        }
        None => Natural::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_pascals() {
        let row = |n, most| binomials(n, most).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(row(5, 7), ["1", "5", "10", "10", "5", "1", "0", "0"]);
        assert_eq!(row(0, 1), ["1", "0"]);
        assert_eq!(row(480, 99)[2], "114960");
        assert_eq!(row(70, 35)[35], "112186277816662845432");
        for n in 0..8 {
            assert_eq!((0..=9).map(|k| binomial(n, k)).collect::<Vec<_>>(), binomials(n, 9));
        }
    }

    #[test]
    fn matchings_are_double_factorials() {
        assert_eq!(matchings(0), Natural::one());
        assert_eq!(matchings(4), Natural::from(105u32));
    }
}
