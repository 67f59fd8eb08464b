//! Exact numbers of any size: whole numbers, fractions, linear systems, and arithmetic on limbs. Apart from the
//! Python module, only this crate depends on `num-bigint` and `num-rational`.

#[cfg(test)]
mod cases;
mod coefficients;
mod counting;
mod divide;
mod double;
mod factors;
mod field;
mod gcd;
mod inverse;
mod inverse_diagonal;
pub mod limbs;
mod linear;
pub mod packed;
mod printed;
pub mod reduce;
mod sparse;
pub mod sums;
mod text;

pub use counting::{arrangements, binomial, binomials, matchings};
pub use double::{double, double_of};
pub use factors::{Arithmetic, Doubles, SparseFactors, SparseMatrix};
pub use gcd::{lcm, over_one_denominator, reduced, weighted_sum};
pub use inverse::echelon;
pub use linear::Linear;
use num_traits::{One as _, Zero as _};
pub use printed::matches_printed;
pub use sparse::{SparseSolution, SparseSystem};
use std::cmp::Ordering;
pub use text::{decimal, fraction, parse_fraction};

/// A nonnegative whole number of any size.
pub type Natural = num_bigint::BigUint;
/// A whole number of any size.
pub type Integer = num_bigint::BigInt;
/// A fraction in lowest terms, with a positive denominator.
pub type Rational = num_rational::BigRational;

/// Returns the fraction `numerator / denominator` in lowest terms.
///
/// # Panics
/// Panics if the denominator is 0.
///
/// ```
/// use chancetree_exact::ratio;
///
/// assert_eq!(ratio(2, 6), ratio(1, 3));
/// ```
pub fn ratio(numerator: impl Into<Integer>, denominator: impl Into<Integer>) -> Rational {
    let (numerator, denominator) = (numerator.into(), denominator.into());
    // `num-rational` finds the common divisor bit by bit, which is slow for long numbers.
    if numerator.bits().min(denominator.bits()) > 128 {
        return reduced(numerator, denominator);
    }
    Rational::new(numerator, denominator)
}

/// Returns the fraction of two 64-bit numbers in lowest terms. Faster than [`ratio`].
///
/// # Panics
/// Panics if the denominator is 0.
///
/// ```
/// use chancetree_exact::{ratio, ratio_of_words};
///
/// assert_eq!(ratio_of_words(2, 6), ratio(1, 3));
/// ```
pub fn ratio_of_words(numerator: u64, denominator: u64) -> Rational {
    assert!(denominator > 0, "a fraction over 0");
    let shared = gcd(numerator, denominator);
    Rational::new_raw((numerator / shared).into(), (denominator / shared).into())
}

/// Compares two fractions. The operators of a crate that compares few fractions would be compiled in it once more.
///
/// ```
/// use chancetree_exact::{compare, ratio};
///
/// assert!(compare(&ratio(1, 3), &ratio(1, 2)).is_lt());
/// ```
pub fn compare(one: &Rational, other: &Rational) -> Ordering {
    one.cmp(other)
}

/// Returns `value / by`. `by` must not be 0.
///
/// ```
/// use chancetree_exact::{quotient, ratio};
///
/// assert_eq!(quotient(&ratio(1, 2), &ratio(3, 4)), ratio(2, 3));
/// ```
pub fn quotient(value: &Rational, by: &Rational) -> Rational {
    ratio(value.numer() * by.denom(), value.denom() * by.numer())
}

/// Returns the fraction 0.
///
/// ```
/// use chancetree_exact::{fraction, zero};
///
/// assert_eq!(fraction(&zero()), "0/1");
/// ```
pub fn zero() -> Rational {
    Rational::zero()
}

/// Returns the fraction 1.
///
/// ```
/// use chancetree_exact::{fraction, one};
///
/// assert_eq!(fraction(&one()), "1/1");
/// ```
pub fn one() -> Rational {
    Rational::one()
}

/// Returns the greatest common divisor of two machine integers, such as `u64` or `u128`.
///
/// ```
/// use chancetree_exact::gcd;
///
/// assert_eq!(gcd(12u64, 18), 6);
/// ```
pub fn gcd<T: num_integer::Integer + Copy>(a: T, b: T) -> T {
    a.gcd(&b)
}

/// Returns the greatest common divisor of two long integers, which is not negative.
///
/// ```
/// use chancetree_exact::{Integer, integer_gcd};
///
/// assert_eq!(integer_gcd(&Integer::from(-12), &Integer::from(18)), Integer::from(6));
/// ```
pub fn integer_gcd(a: &Integer, b: &Integer) -> Integer {
    num_integer::Integer::gcd(a, b)
}
