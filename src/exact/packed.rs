//! A compact byte encoding for arrays of millions of fractions.

use super::{Natural, Rational};
use num_bigint::{BigInt, Sign};
use num_traits::Zero as _;

/// Appends the encoding of a fraction.
///
/// ```
/// use chancetree_exact::{packed::{decode, encode}, ratio};
///
/// let mut bytes = Vec::new();
/// encode(&ratio(-5, 3), &mut bytes);
/// assert_eq!(decode(&bytes), (ratio(-5, 3), bytes.len()));
/// ```
pub fn encode(value: &Rational, out: &mut Vec<u8>) {
    let sign = usize::from(value.numer().sign() == Sign::Minus);
    let parts = [value.numer().magnitude(), value.denom().magnitude()].map(Natural::to_bytes_le);
    length(parts[0].len() << 1 | sign, out);
    length(parts[1].len(), out);
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

/// Decodes the fraction at the beginning of `bytes`. Returns it with the number of bytes that it occupies.
///
/// # Panics
/// May panic if `bytes` does not begin with an encoded fraction.
pub fn decode(bytes: &[u8]) -> (Rational, usize) {
    let mut at = 0;
    let first = read_length(bytes, &mut at);
    let second = read_length(bytes, &mut at);
    let mut part = |length: usize| {
        at += length;
        Natural::from_bytes_le(&bytes[at - length..at])
    };
    let (numerator, denominator) = (part(first >> 1), part(second));
    let sign = match first & 1 {
        _ if numerator.is_zero() => Sign::NoSign,
        0 => Sign::Plus,
        _ => Sign::Minus,
    };
    // The encoded fraction was in lowest terms.
    (Rational::new_raw(BigInt::from_biguint(sign, numerator), denominator.into()), at)
}

/// Appends a length, seven bits per byte.
fn length(mut length: usize, out: &mut Vec<u8>) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

fn read_length(bytes: &[u8], at: &mut usize) -> usize {
    let mut length = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[*at];
        *at += 1;
        length |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{check, words};
    use crate::limbs;
    use proptest::prelude::*;

    /// Covers numbers of more than 127 bytes, whose length takes two bytes.
    #[test]
    fn encoded_fractions_are_decoded() {
        let numbers = prop::collection::vec((any::<bool>(), words(0..40), words(0..20)), 0..6);
        check(numbers, |numbers| {
            let value = |(minus, top, bottom): &(bool, Vec<u64>, Vec<u64>)| {
                let sign = if *minus { Sign::Minus } else { Sign::Plus };
                let top = BigInt::from_biguint(sign, limbs::natural(top));
                Rational::new(top, BigInt::from(limbs::natural(bottom)) + 1)
            };
            let values: Vec<Rational> = numbers.iter().map(value).collect();
            let mut bytes = Vec::new();
            values.iter().for_each(|value| encode(value, &mut bytes));
            let mut at = 0;
            for value in &values {
                let (got, length) = decode(&bytes[at..]);
                assert_eq!(&got, value);
                at += length;
            }
            assert_eq!(at, bytes.len());
        });
    }

    #[test]
    fn short_fractions_take_few_bytes() {
        let mut bytes = Vec::new();
        encode(&crate::ratio(-3, 4), &mut bytes);
        assert_eq!(bytes, [0b11, 1, 3, 4]);
        bytes.clear();
        encode(&crate::zero(), &mut bytes);
        assert_eq!(decode(&bytes), (crate::zero(), bytes.len()));
    }
}
