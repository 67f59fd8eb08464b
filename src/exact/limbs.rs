//! Whole numbers in a fixed number of 64-bit limbs, least significant limb first, many numbers in one flat
//! array.
//!
//! The evaluators only add multiples of such numbers to each other, so this module has no other arithmetic.
//! The width of a sum is chosen in advance from a bound ([`bits_of_sum`]), so that no carry can be lost. If a
//! carry remains, the bound was wrong, and the code panics instead of returning a wrong answer.

use super::Natural;

/// Computes `into += from * by`.
///
/// # Panics
/// Panics if the sum needs more limbs than `into` has.
///
/// ```
/// use chancetree_exact::limbs::add_product;
///
/// let mut sum = [1, 0];
/// add_product(&mut sum, &[u64::MAX], 2);
/// assert_eq!(sum, [u64::MAX, 1]);
/// ```
#[inline]
pub fn add_product(into: &mut [u64], from: &[u64], by: u64) {
    if by == 1 {
        return add(into, from);
    }
    let mut carry = 0u64;
    let (low, high) = into.split_at_mut(from.len());
    for (sum, &limb) in low.iter_mut().zip(from) {
        let wide = u128::from(limb) * u128::from(by) + u128::from(*sum) + u128::from(carry);
        *sum = wide as u64;
        carry = (wide >> 64) as u64;
    }
    carry_into(high, carry);
}

/// Computes `into = from[0] * by[0] + from[1] * by[1] + ...` for at most eight products, and ignores the
/// previous value of `into`. Every number is read or written once.
///
/// # Panics
/// Panics if the sum needs more limbs than `into` has, a summand has more limbs, or the sum of the factors
/// does not fit a limb.
pub fn sum_products(into: &mut [u64], from: &[&[u64]], by: &[u64]) {
    match (from, by) {
        (&[], &[]) => into.fill(0),
        (&[a], &[i]) => fused(into, [a], [i]),
        (&[a, b], &[i, j]) => fused(into, [a, b], [i, j]),
        (&[a, b, c], &[i, j, k]) => fused(into, [a, b, c], [i, j, k]),
        (&[a, b, c, d], &[i, j, k, l]) => fused(into, [a, b, c, d], [i, j, k, l]),
        _ => {
            // Pads with zero-weight operands of the same length.
            let mut eight: ([&[u64]; 8], [u64; 8]) = ([from[0]; 8], [0; 8]);
            eight.0[..from.len()].copy_from_slice(from);
            eight.1[..by.len()].copy_from_slice(by);
            fused(into, eight.0, eight.1);
        }
    }
}

fn fused<const T: usize>(into: &mut [u64], from: [&[u64]; T], by: [u64; T]) {
    assert!(by.iter().try_fold(0u64, |sum, &by| sum.checked_add(by)).is_some(), "factors outgrew a limb");
    assert!(from.iter().all(|from| from.len() <= into.len()), "a summand is wider than its sum");
    let shared = from.iter().map(|from| from.len()).min().unwrap_or(0);
    let (low, high) = into.split_at_mut(shared);
    let begin = from.map(|from| &from[..shared]);
    let rest = from.map(|from| &from[shared..]);
    // No step exceeds 128 bits: the sum of the factors is less than 2^64, and so is the carry. The carry is
    // added last, so that only one addition depends on the previous limb.
    let mut carry = 0u64;
    for (at, sum) in low.iter_mut().enumerate() {
        let mut wide = 0u128;
        for (from, by) in begin.iter().zip(by) {
            wide += u128::from(from[at]) * u128::from(by);
        }
        wide += u128::from(carry);
        *sum = wide as u64;
        carry = (wide >> 64) as u64;
    }
    for (at, sum) in high.iter_mut().enumerate() {
        let mut wide = 0u128;
        for (from, by) in rest.iter().zip(by) {
            wide += u128::from(from.get(at).copied().unwrap_or(0)) * u128::from(by);
        }
        wide += u128::from(carry);
        *sum = wide as u64;
        carry = (wide >> 64) as u64;
    }
    assert!(carry == 0, "a sum exceeds the width given by its bound");
}

/// Computes `into += from`.
///
/// # Panics
/// Panics if the sum needs more limbs than `into` has.
///
/// ```
/// use chancetree_exact::limbs::add;
///
/// let mut sum = [u64::MAX, 0];
/// add(&mut sum, &[1]);
/// assert_eq!(sum, [0, 1]);
/// ```
#[inline]
pub fn add(into: &mut [u64], from: &[u64]) {
    let mut carry = false;
    let (low, high) = into.split_at_mut(from.len());
    for (sum, &limb) in low.iter_mut().zip(from) {
        let (first, over) = sum.overflowing_add(limb);
        let (second, again) = first.overflowing_add(u64::from(carry));
        *sum = second;
        carry = over | again;
    }
    carry_into(high, u64::from(carry));
}

fn carry_into(limbs: &mut [u64], mut carry: u64) {
    for limb in limbs {
        if carry == 0 {
            return;
        }
        let (sum, over) = limb.overflowing_add(carry);
        *limb = sum;
        carry = u64::from(over);
    }
    assert!(carry == 0, "a sum exceeds the width given by its bound");
}

/// Computes `into += from * by` with a factor of several limbs.
///
/// # Panics
/// Panics if the sum needs more limbs than `into` has.
#[inline]
pub fn add_long_product(into: &mut [u64], from: &[u64], by: &[u64]) {
    let (fours, rest) = by.as_chunks::<4>();
    for (index, four) in fours.iter().enumerate() {
        if *four != [0; 4] {
            add_four_products(&mut into[4 * index..], from, *four);
        }
    }
    let done = 4 * fours.len();
    for (shift, &limb) in rest.iter().enumerate() {
        if limb != 0 {
            add_product(&mut into[done + shift..], from, limb);
        }
    }
}

/// Computes `into += from * by` with a factor of four limbs, in four independent chains of carries.
fn add_four_products(into: &mut [u64], from: &[u64], by: [u64; 4]) {
    let (low, high) = into.split_at_mut(from.len());
    let mut carry = [0u64; 4];
    // The last limbs of the source, most recent first: limb `at` of the sum adds `from[at - lane] *
    // by[lane]`.
    let mut last = [0u64; 4];
    let mut step = |sum: &mut u64, limb: u64| {
        last = [limb, last[0], last[1], last[2]];
        let mut low = *sum;
        for lane in 0..4 {
            let wide =
                u128::from(last[lane]) * u128::from(by[lane]) + u128::from(low) + u128::from(carry[lane]);
            low = wide as u64;
            carry[lane] = (wide >> 64) as u64;
        }
        *sum = low;
    };
    low.iter_mut().zip(from).for_each(|(sum, &limb)| step(sum, limb));
    let (mut high, mut beyond) = (high.iter_mut(), 0);
    for _ in 0..3 {
        step(high.next().unwrap_or(&mut beyond), 0);
    }
    assert!(beyond == 0, "a sum exceeds the width given by its bound");
    let rest = high.into_slice();
    carry.iter().for_each(|&carry| carry_into(rest, carry));
}

/// Returns the bit length of a number.
///
/// ```
/// use chancetree_exact::limbs::bits;
///
/// assert_eq!(bits(&[0, 1]), 65);
/// ```
#[inline]
pub fn bits(limbs: &[u64]) -> u32 {
    match limbs.iter().rposition(|&limb| limb != 0) {
        None => 0,
        Some(top) => 64 * top as u32 + 64 - limbs[top].leading_zeros(),
    }
}

/// Returns a bit length that is sufficient for a sum of `terms` numbers of at most `bits` bits each.
#[inline]
pub fn bits_of_sum(bits: u32, terms: usize) -> u32 {
    bits + (usize::BITS - terms.saturating_sub(1).leading_zeros())
}

/// Removes the leading limbs that are 0 in all `numbers`, each of which is `old` limbs wide. Returns the new
/// width and the bit length of the greatest number, at least 1.
#[inline]
pub fn tighten(numbers: &mut Vec<u64>, old: usize) -> (usize, u32) {
    let count = numbers.len() / old;
    let (new, most) = tighten_in_place(numbers, old);
    if new < old {
        numbers.truncate(count * new);
        numbers.shrink_to_fit();
    }
    (new, most)
}

/// As [`tighten`], but keeps the length of the slice: the narrower numbers are at its beginning.
#[inline]
pub fn tighten_in_place(numbers: &mut [u64], old: usize) -> (usize, u32) {
    let most = numbers.chunks_exact(old).map(bits).max().unwrap_or(0).max(1);
    let (count, new) = (numbers.len() / old, width(most));
    if new < old {
        for index in 0..count {
            numbers.copy_within(index * old..index * old + new, index * new);
        }
    }
    (new, most)
}

/// Returns the number of limbs for `bits` bits, at least one.
///
/// ```
/// use chancetree_exact::limbs::width;
///
/// assert_eq!(width(65), 2);
/// ```
#[inline]
pub fn width(bits: u32) -> usize {
    (bits as usize).div_ceil(64).max(1)
}

/// Converts limbs to a big number.
///
/// ```
/// use chancetree_exact::{Natural, limbs::natural};
///
/// assert_eq!(natural(&[3, 1]), Natural::from((1u128 << 64) + 3));
/// ```
pub fn natural(limbs: &[u64]) -> Natural {
    let mut digits = Vec::with_capacity(2 * limbs.len());
    for &limb in limbs {
        digits.push(limb as u32);
        digits.push((limb >> 32) as u32);
    }
    Natural::new(digits)
}

/// Converts a big number to limbs.
///
/// ```
/// use chancetree_exact::{Natural, limbs::limbs};
///
/// assert_eq!(limbs(&Natural::from(7u32)), [7]);
/// ```
pub fn limbs(number: &Natural) -> Vec<u64> {
    number.to_u64_digits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{check, words};
    use proptest::prelude::*;

    #[test]
    fn products_add_up_like_big_numbers() {
        check((words(1..6), words(1..6), words(1..11)), |(start, from, by)| {
            let expected = natural(start) + natural(from) * natural(by);
            let mut into = start.clone();
            into.resize(start.len().max(from.len() + by.len()) + 1, 0);
            add_long_product(&mut into, from, by);
            assert_eq!(natural(&into), expected);
            assert_eq!(u64::from(bits(&into)), expected.bits());
            let mut sum = start.clone();
            sum.resize(start.len().max(from.len()) + 1, 0);
            add_product(&mut sum, from, 1);
            assert_eq!(natural(&sum), natural(start) + natural(from));
        });
    }

    #[test]
    fn fused_products_add_up_like_big_numbers() {
        let parts = prop::collection::vec((words(1..6), 0u64..1 << 61), 0..=8);
        check((parts, any::<u64>()), |(parts, before)| {
            let mut into = vec![*before; 7];
            let from: Vec<&[u64]> = parts.iter().map(|(from, _)| &from[..]).collect();
            let by: Vec<u64> = parts.iter().map(|&(_, by)| by).collect();
            sum_products(&mut into, &from, &by);
            assert_eq!(natural(&into), parts.iter().map(|(from, by)| natural(from) * by).sum::<Natural>());
        });
    }

    #[test]
    fn a_bound_on_a_sum_holds() {
        check((1u32..40, 1usize..9), |&(bits_each, terms)| {
            let most = ((1u64 << bits_each) - 1) * terms as u64;
            assert!(bits(&[most]) <= bits_of_sum(bits_each, terms));
        });
    }

    #[test]
    #[should_panic(expected = "exceeds the width")]
    fn a_lost_carry_of_a_fused_sum_is_never_silent() {
        sum_products(&mut [0], &[&[u64::MAX], &[1]], &[1, 1]);
    }

    #[test]
    #[should_panic(expected = "outgrew a limb")]
    fn factors_that_outgrow_a_limb_are_never_fused() {
        sum_products(&mut [0; 3], &[&[1], &[1]], &[u64::MAX, 1]);
    }

    #[test]
    fn a_long_product_fits_into_its_own_bits() {
        for by in [vec![3, 0, 0, 0], vec![0, 3, 0, 0, 0, 0, 0, 0], vec![1, 2, 3, 1 << 63]] {
            let from = [u64::MAX, 1];
            let expected = natural(&from) * natural(&by);
            let mut into = vec![0; limbs(&expected).len().max(3)];
            add_long_product(&mut into, &from, &by);
            assert_eq!(natural(&into), expected);
        }
    }

    #[test]
    #[should_panic(expected = "exceeds the width")]
    fn a_lost_limb_of_a_long_product_is_never_silent() {
        add_long_product(&mut [0; 4], &[1, 1], &[0, 0, 0, 1]);
    }

    #[test]
    #[should_panic(expected = "exceeds the width")]
    fn a_lost_carry_is_never_silent() {
        let mut into = [u64::MAX];
        add_product(&mut into, &[1], 1);
    }
}
