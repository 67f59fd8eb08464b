//! Fractions of 64-bit integers, and the arithmetic that they share with integers and with fractions of any size.

use crate::compiled_expression::{Fault, NumberCode};
use chancetree_exact::{Integer, Rational, gcd, ratio};
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
use std::cmp::Ordering;

/// The maximum number of bits of the numerator and the denominator together.
const MAX_BITS: u64 = 1 << 16;

/// A fraction in lowest terms whose numerator and denominator fit 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SmallFraction {
    pub(crate) numerator: i64,
    /// Positive.
    pub(crate) denominator: i64,
}

/// The arithmetic of expressions. An operation fails with [`Fault::Overflow`] if its result does not fit `i64`, with
/// [`Fault::TooWide`] if it does not fit a [`SmallFraction`], and with [`Fault::TooLarge`] if it is a [`Rational`] of more than
/// [`MAX_BITS`] bits.
pub(crate) trait ExpressionArithmetic: Sized + Clone {
    fn whole(value: i64) -> Self;
    fn constant(value: &ConstantFraction) -> Result<Self, Fault>;
    fn rational(&self) -> Rational;
    fn plus(&self, other: &Self) -> Result<Self, Fault>;
    fn minus(&self, other: &Self) -> Result<Self, Fault> {
        self.plus(&other.negative()?)
    }
    fn times(&self, other: &Self) -> Result<Self, Fault>;
    fn negative(&self) -> Result<Self, Fault>;
    fn inverse(&self) -> Result<Self, Fault>;
    fn compare(&self, other: &Self) -> Ordering;
    fn of_rational(value: Rational) -> Result<Self, Fault>;
    fn power(base: &NumberCode, exponent: &NumberCode, state: &[i64]) -> Result<Self, Fault> {
        Self::of_rational(power(&base.fraction(state)?, &exponent.fraction(state)?)?)
    }
}

/// A constant as a fraction of any size, and as a [`SmallFraction`] if it fits.
#[derive(Clone, Debug)]
pub(crate) struct ConstantFraction {
    small: Option<SmallFraction>,
    pub(crate) value: Rational,
}

impl ConstantFraction {
    pub(crate) fn new(value: Rational) -> Self {
        Self { small: SmallFraction::of_rational(value.clone()).ok(), value }
    }
}

impl SmallFraction {
    fn reduced(numerator: i128, denominator: i128) -> Result<Self, Fault> {
        let common = match (u64::try_from(numerator.unsigned_abs()), u64::try_from(denominator)) {
            (Ok(above), Ok(below)) => i128::from(gcd(above, below)),
            _ => gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128,
        };
        let word = |value: i128| i64::try_from(value / common).map_err(|_| Fault::TooWide);
        Ok(Self { numerator: word(numerator)?, denominator: word(denominator)? })
    }
}

/// Integers of 64 bits. An expression of integers has no constant fraction and no division.
impl ExpressionArithmetic for i64 {
    fn whole(value: i64) -> Self {
        value
    }

    fn constant(value: &ConstantFraction) -> Result<Self, Fault> {
        Self::of_rational(value.value.clone())
    }

    fn rational(&self) -> Rational {
        Rational::whole(*self)
    }

    fn plus(&self, other: &Self) -> Result<Self, Fault> {
        self.checked_add(*other).ok_or(Fault::Overflow)
    }

    fn minus(&self, other: &Self) -> Result<Self, Fault> {
        self.checked_sub(*other).ok_or(Fault::Overflow)
    }

    fn times(&self, other: &Self) -> Result<Self, Fault> {
        self.checked_mul(*other).ok_or(Fault::Overflow)
    }

    fn negative(&self) -> Result<Self, Fault> {
        self.checked_neg().ok_or(Fault::Overflow)
    }

    fn inverse(&self) -> Result<Self, Fault> {
        Self::of_rational(self.rational().inverse()?)
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn of_rational(value: Rational) -> Result<Self, Fault> {
        value.numer().to_i64().filter(|_| value.is_integer()).ok_or(Fault::Overflow)
    }

    fn power(base: &NumberCode, exponent: &NumberCode, state: &[i64]) -> Result<Self, Fault> {
        let (base, exponent) = (base.whole(state)?, exponent.whole(state)?);
        match (base, u32::try_from(exponent)) {
            (_, Err(_)) if exponent < 0 => Err(Fault::NegativePower),
            (0 | 1, _) => Ok(if exponent == 0 { 1 } else { base }),
            (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
            (_, Ok(exponent)) => base.checked_pow(exponent).ok_or(Fault::Overflow),
            (_, Err(_)) => Err(Fault::Overflow),
        }
    }
}

impl ExpressionArithmetic for SmallFraction {
    fn whole(value: i64) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    fn constant(value: &ConstantFraction) -> Result<Self, Fault> {
        value.small.ok_or(Fault::TooWide)
    }

    fn rational(&self) -> Rational {
        Rational::new_raw(self.numerator.into(), self.denominator.into())
    }

    fn plus(&self, other: &Self) -> Result<Self, Fault> {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        if b == d {
            return Self::reduced(a + c, b);
        }
        let above = (a * d).checked_add(b * c).ok_or(Fault::TooWide)?;
        Self::reduced(above, b * d)
    }

    fn times(&self, other: &Self) -> Result<Self, Fault> {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        Self::reduced(a * c, b * d)
    }

    fn negative(&self) -> Result<Self, Fault> {
        Ok(Self { numerator: self.numerator.checked_neg().ok_or(Fault::TooWide)?, ..*self })
    }

    fn inverse(&self) -> Result<Self, Fault> {
        let sign = self.numerator.signum();
        if sign == 0 {
            return Err(Fault::DivisionByZero);
        }
        let denominator = self.numerator.checked_mul(sign).ok_or(Fault::TooWide)?;
        Ok(Self { numerator: sign * self.denominator, denominator })
    }

    fn compare(&self, other: &Self) -> Ordering {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        (a * d).cmp(&(c * b))
    }

    fn of_rational(value: Rational) -> Result<Self, Fault> {
        let words = value.numer().to_i64().zip(value.denom().to_i64());
        let (numerator, denominator) = words.ok_or(Fault::TooWide)?;
        Ok(Self { numerator, denominator })
    }
}

impl ExpressionArithmetic for Rational {
    fn whole(value: i64) -> Self {
        Self::from_integer(value.into())
    }

    fn constant(value: &ConstantFraction) -> Result<Self, Fault> {
        Ok(value.value.clone())
    }

    fn rational(&self) -> Rational {
        self.clone()
    }

    fn plus(&self, other: &Self) -> Result<Self, Fault> {
        checked_size(self + other)
    }

    fn times(&self, other: &Self) -> Result<Self, Fault> {
        checked_size(self * other)
    }

    fn negative(&self) -> Result<Self, Fault> {
        Ok(-self)
    }

    fn inverse(&self) -> Result<Self, Fault> {
        if self.is_zero() { Err(Fault::DivisionByZero) } else { Ok(self.recip()) }
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn of_rational(value: Rational) -> Result<Self, Fault> {
        Ok(value)
    }
}

fn checked_size(value: Rational) -> Result<Rational, Fault> {
    if value.numer().bits() + value.denom().bits() > MAX_BITS { Err(Fault::TooLarge) } else { Ok(value) }
}

/// Returns `base` raised to `exponent`. Fails with [`Fault::Irrational`] if the power is not a fraction.
pub(crate) fn power(base: &Rational, exponent: &Rational) -> Result<Rational, Fault> {
    if exponent.is_negative() {
        return power(&base.inverse()?, &-exponent);
    }
    let (above, below) = (exponent.numer().to_u32(), exponent.denom().to_u32());
    let is_plain = base.is_zero() || base.numer().magnitude() == base.denom().magnitude();
    let above = above.ok_or(Fault::TooLarge)?;
    let below = below.ok_or(Fault::Irrational)?;
    let size = base.numer().bits().max(base.denom().bits());
    if !is_plain && size.saturating_mul(above.into()) > MAX_BITS {
        return Err(Fault::TooLarge);
    }
    let root = |value: &Integer| {
        if below == 1 {
            return Ok(value.clone());
        }
        if value.is_negative() {
            return Err(Fault::Irrational);
        }
        let root = value.nth_root(below);
        if root.pow(below) == *value { Ok(root) } else { Err(Fault::Irrational) }
    };
    let (numerator, denominator) = (root(base.numer())?, root(base.denom())?);
    if is_plain {
        // 0, 1 or -1.
        let is_positive = above.is_multiple_of(2) || !numerator.is_negative();
        return match (above, numerator.is_zero()) {
            (0, _) => Ok(Rational::whole(1)),
            (_, true) => Ok(Rational::whole(0)),
            _ => Ok(Rational::whole(if is_positive { 1 } else { -1 })),
        };
    }
    Ok(ratio(numerator.pow(above), denominator.pow(above)))
}

/// Returns the logarithm of `value` to `base` rounded down, and whether it is whole.
pub(crate) fn floor_log(value: &Rational, base: &Rational) -> Result<(i64, bool), Fault> {
    let one = Rational::whole(1);
    if !value.is_positive() || !base.is_positive() || *base == one {
        return Err(Fault::Logarithm);
    }
    if *base < one {
        let (floor, is_whole) = floor_log(value, &base.recip())?;
        return Ok((if is_whole { -floor } else { -floor - 1 }, is_whole));
    }
    if *value < one {
        let (floor, is_whole) = floor_log(&value.recip(), base)?;
        return Ok((if is_whole { -floor } else { -floor - 1 }, is_whole));
    }
    let (mut exponent, mut reached) = (0, one);
    while reached < *value {
        reached = reached.times(base)?;
        exponent += 1;
        if exponent as u64 > MAX_BITS {
            return Err(Fault::TooLarge);
        }
    }
    let is_whole = reached == *value;
    Ok((if is_whole { exponent } else { exponent - 1 }, is_whole))
}

/// Returns the logarithm of `value` to `base`. Fails with [`Fault::Irrational`] if it is not a fraction.
///
/// The logarithm is the whole part plus the inverse of a logarithm of `base`. If both numbers are powers of one number, this is
/// the algorithm of Euclid on the exponents.
pub(crate) fn log(value: &Rational, base: &Rational) -> Result<Rational, Fault> {
    /// The algorithm of Euclid needs no more steps for exponents below [`MAX_BITS`].
    const MAX_STEPS: usize = 24;
    let (mut value, mut base) = (value.clone(), base.clone());
    let mut parts = Vec::new();
    loop {
        let (floor, is_whole) = floor_log(&value, &base).map_err(|fault| match fault {
            Fault::TooLarge if !parts.is_empty() => Fault::Irrational,
            fault => fault,
        })?;
        parts.push(Rational::whole(floor));
        if is_whole {
            break;
        }
        if parts.len() == MAX_STEPS {
            return Err(Fault::Irrational);
        }
        let rest = value / power(&base, &Rational::whole(floor))?;
        (value, base) = (base, rest);
    }
    let inverted = |rest: Rational, whole: &Rational| whole + rest.recip();
    let last = parts.pop().expect("the whole part");
    Ok(parts.iter().rev().fold(last, inverted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_exact_or_refused() {
        for (base, exponent, expected) in [
            (ratio(2, 1), ratio(10, 1), Ok(ratio(1024, 1))),
            (ratio(2, 3), ratio(-2, 1), Ok(ratio(9, 4))),
            (ratio(9, 4), ratio(1, 2), Ok(ratio(3, 2))),
            (ratio(8, 1), ratio(2, 3), Ok(ratio(4, 1))),
            (ratio(2, 1), ratio(1, 2), Err(Fault::Irrational)),
            (ratio(-8, 1), ratio(1, 2), Err(Fault::Irrational)),
            (ratio(-1, 1), ratio(4_000_000_001i64, 1), Ok(ratio(-1, 1))),
            (ratio(0, 1), ratio(0, 1), Ok(ratio(1, 1))),
            (ratio(0, 1), ratio(-1, 1), Err(Fault::DivisionByZero)),
            (ratio(2, 1), ratio(70_000, 1), Err(Fault::TooLarge)),
        ] {
            assert_eq!(power(&base, &exponent), expected, "{base}^{exponent}");
        }
    }

    #[test]
    fn logarithms_round_down() {
        for (value, base, expected) in [
            (ratio(8, 1), ratio(2, 1), Ok((3, true))),
            (ratio(9, 1), ratio(2, 1), Ok((3, false))),
            (ratio(1, 8), ratio(2, 1), Ok((-3, true))),
            (ratio(1, 9), ratio(2, 1), Ok((-4, false))),
            (ratio(8, 1), ratio(1, 2), Ok((-3, true))),
            (ratio(9, 1), ratio(1, 2), Ok((-4, false))),
            (ratio(1, 1), ratio(7, 1), Ok((0, true))),
            (ratio(0, 1), ratio(7, 1), Err(Fault::Logarithm)),
            (ratio(2, 1), ratio(1, 1), Err(Fault::Logarithm)),
        ] {
            assert_eq!(floor_log(&value, &base), expected, "log({value}, {base})");
        }
    }

    #[test]
    fn logarithms_are_fractions_or_refused() {
        for base in [ratio(2, 1), ratio(1, 3), ratio(10, 7)] {
            for (above, below) in [(3, 2), (2, 3), (-1, 4), (21, 34), (7, 1), (0, 5)] {
                let (value, root) = (base.pow(above), base.pow(below));
                assert_eq!(log(&value, &root), Ok(ratio(above, below)), "log({value}, {root})");
            }
        }
        for (value, base) in
            [(ratio(3, 1), ratio(2, 1)), (ratio(3, 2), ratio(9, 8)), (ratio(7, 1), ratio(6, 1))]
        {
            assert_eq!(log(&value, &base), Err(Fault::Irrational), "log({value}, {base})");
        }
    }

    #[test]
    fn small_fractions_agree_with_fractions_of_any_size() {
        let values = [0, 1, -1, 2, -3, 7, 1 << 31, i64::MAX, i64::MIN + 1, i64::MAX - 1];
        let fractions: Vec<SmallFraction> = values
            .into_iter()
            .flat_map(|above| values.map(|below| (above, below)))
            .filter(|&(_, below)| below > 0)
            .filter_map(|(above, below)| SmallFraction::reduced(above.into(), below.into()).ok())
            .collect();
        let agrees = |small: Result<SmallFraction, Fault>, big: Result<Rational, Fault>| match small {
            Ok(value) => assert_eq!(Ok(value.rational()), big),
            Err(Fault::TooWide) => assert!(SmallFraction::of_rational(big.expect("a value")).is_err()),
            Err(fault) => assert_eq!(Err(fault), big),
        };
        for a in &fractions {
            agrees(a.inverse(), a.rational().inverse());
            agrees(a.negative(), ExpressionArithmetic::negative(&a.rational()));
            for b in &fractions {
                agrees(a.plus(b), a.rational().plus(&b.rational()));
                agrees(a.times(b), a.rational().times(&b.rational()));
                assert_eq!(a.compare(b), a.rational().cmp(&b.rational()));
            }
        }
    }
}
