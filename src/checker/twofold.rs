//! Sums of two doubles, with about 106 bits (Dekker 1971), for decisions that doubles cannot make.

use crate::exact::{Rational, double};

/// The sum of a double and a much smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Twofold {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Twofold {
    /// Returns the sum of two doubles, exactly.
    #[inline]
    pub(crate) fn of_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Self { high, low: (a - (high - part)) + (b - part) }
    }

    /// Returns the value nearest to a fraction.
    pub(crate) fn of_fraction(value: &Rational) -> Self {
        let high = double(value);
        let low = Rational::from_float(high).map_or(0.0, |nearest| double(&(value - nearest)));
        Self { high, low }
    }

    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        let sum = Self::of_sum(self.high, other.high);
        Self::of_sum(sum.high, sum.low + self.low + other.low)
    }

    #[inline]
    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    #[inline]
    pub(crate) fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let rounding = self.high.mul_add(other.high, -high);
        Self::of_sum(high, rounding + self.high * other.low + self.low * other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ratio;

    fn fraction(value: Twofold) -> Rational {
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
                let (x, y) = (Twofold::of_fraction(a), Twofold::of_fraction(b));
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
