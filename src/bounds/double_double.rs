//! Sums of two doubles, with about 106 bits (Dekker 1971), where doubles are not precise enough.
//!
//! The relative error of a sum is at most 4 u^2, and that of a product at most 8 u^2, with u = 2^-53, as long as nothing
//! overflows or underflows (Joldes, Muller and Popescu 2017).

use chancetree_exact::{Rational, double};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// The sum of a double and a much smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DoubleDouble {
    /// The double nearest to the sum.
    pub high: f64,
    /// The difference between the sum and `high`.
    pub low: f64,
}

impl Hash for DoubleDouble {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.high.to_bits(), self.low.to_bits()).hash(hasher);
    }
}

impl DoubleDouble {
    /// Returns the sum of two doubles, exactly.
    #[inline]
    pub fn of_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Self { high, low: (a - (high - part)) + (b - part) }
    }

    /// Returns the value nearest to a fraction.
    pub fn of_fraction(value: &Rational) -> Self {
        if let Some(quotient) = Self::of_short_fraction(value) {
            return quotient;
        }
        let high = double(value);
        let low = Rational::from_float(high).map_or(0.0, |nearest| double(&(value - nearest)));
        Self { high, low }
    }

    /// Returns the value nearest to a fraction, or `None` if the numerator or the denominator has more than 53 bits. The low part
    /// has the sign of the difference between the fraction and the high part.
    pub(crate) fn of_short_fraction(value: &Rational) -> Option<Self> {
        const MOST: u64 = 1 << 53;
        let above = i64::try_from(value.numer()).ok().filter(|above| above.unsigned_abs() <= MOST)? as f64;
        let below = u64::try_from(value.denom()).ok().filter(|below| *below <= MOST)? as f64;
        let high = above / below;
        // The remainder of a division is a double.
        Some(Self { high, low: high.mul_add(-below, above) / below })
    }

    /// Returns the sum. Its error is small relative to the sum, even if the operands nearly cancel.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::of_sum(self.high, other.high), Self::of_sum(self.low, other.low));
        let sum = Self::of_ordered(high.high, high.low + low.high);
        Self::of_ordered(sum.high, low.low + sum.low)
    }

    /// Returns the difference.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    /// Returns the product.
    #[inline]
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let rounding = self.high.mul_add(other.high, -high);
        Self::of_ordered(high, rounding + (self.high * other.low + self.low * other.high))
    }

    /// Returns 1 divided by the value, or `None` if the value is 0.
    pub fn inverse(self) -> Option<Self> {
        let first = Self { high: self.high.recip(), low: 0.0 };
        let rest = Self { high: 1.0, low: 0.0 }.minus(self.times(first));
        (self.high != 0.0).then(|| first.plus(first.times(rest)))
    }

    /// Returns whether the value is less than another one.
    pub(crate) fn is_less(self, other: Self) -> bool {
        self.high < other.high || self.high == other.high && self.low < other.low
    }

    /// Returns the greatest double that is at most the value.
    pub fn rounded_down(self) -> f64 {
        if self.low < 0.0 { self.high.next_down() } else { self.high }
    }

    /// Returns the least double that is at least the value.
    pub fn rounded_up(self) -> f64 {
        if self.low > 0.0 { self.high.next_up() } else { self.high }
    }

    /// Returns the exact sum of two doubles. `a` must be 0, or at least as large as `b` in absolute value.
    #[inline]
    fn of_ordered(a: f64, b: f64) -> Self {
        let high = a + b;
        Self { high, low: b - (high - a) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chancetree_exact::ratio;

    /// A difference of nearly equal numbers keeps its bits.
    #[test]
    fn differences_have_a_small_error() {
        let (third, tiny) = (ratio(1, 3), ratio(1, 1i128 << 90));
        let (a, b) = (DoubleDouble::of_fraction(&third), DoubleDouble::of_fraction(&(&third + &tiny)));
        let exact = fraction(b) - fraction(a);
        let error = fraction(b.minus(a)) - &exact;
        assert!(error <= &exact * ratio(1, 1i128 << 100) && -error <= exact * ratio(1, 1i128 << 100));
        assert_eq!(a.minus(a), DoubleDouble::default());
    }

    /// Short fractions are the same as long ones.
    #[test]
    fn short_fractions_are_divided() {
        let half = 1i64 << 52;
        for (above, below) in [(0, 1), (1, 3), (-2, 7), (4, 1), (2 * half - 1, 2 * half), (-half - 1, 3)] {
            let value = ratio(above, below);
            let found = DoubleDouble::of_short_fraction(&value).expect("a short fraction");
            assert_eq!(found.high, double(&value));
            let rest = &value - Rational::from_float(found.high).expect("finite");
            assert_eq!(found.low, double(&rest), "{value}");
        }
        for (above, below) in [(2 * half + 1, 1), (1, 2 * half + 1)] {
            assert_eq!(DoubleDouble::of_short_fraction(&ratio(above, below)), None);
        }
    }

    #[test]
    fn bounds_are_rounded_outward() {
        for value in [ratio(1, 3), ratio(2, 3), ratio(-1, 7), ratio(1, 4)] {
            let value_pair = DoubleDouble::of_fraction(&value);
            let of = |bound| Rational::from_float(bound).expect("finite");
            assert!(of(value_pair.rounded_down()) <= fraction(value_pair));
            assert!(of(value_pair.rounded_up()) >= fraction(value_pair));
            assert!(value_pair.rounded_up() - value_pair.rounded_down() <= f64::EPSILON);
        }
    }

    fn fraction(value: DoubleDouble) -> Rational {
        let part = |part| Rational::from_float(part).expect("finite");
        part(value.high) + part(value.low)
    }

    #[test]
    fn operations_have_a_hundred_bits() {
        let numbers =
            [ratio(1, 3), ratio(-2, 7), ratio(10i64.pow(15), 9), ratio(5, 10i64.pow(12) + 7), ratio(3, 1)];
        let tiny = ratio(1, 1i128 << 98);
        for a in &numbers {
            for b in &numbers {
                let (x, y) = (DoubleDouble::of_fraction(a), DoubleDouble::of_fraction(b));
                let size = ratio(a.numer().magnitude().clone(), a.denom().clone())
                    + ratio(b.numer().magnitude().clone(), b.denom().clone());
                for (found, expected, size) in [
                    (x.plus(y), a + b, size.clone()),
                    (x.minus(y), a - b, size),
                    (x.times(y), a * b, ratio((a * b).numer().magnitude().clone(), (a * b).denom().clone())),
                ] {
                    let error = fraction(found) - expected;
                    assert!(error <= &size * &tiny && -error <= size * &tiny, "{a} and {b}");
                }
            }
        }
    }
}
