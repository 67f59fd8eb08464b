//! Fractions of any size with a relative error of about 2^-106.

use crate::DoubleDouble;
use chancetree_exact::{Integer, Rational, ratio};

/// A number `mantissa * 2^exponent`. The size of the mantissa is from 1/2 to 2, or 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    pub(crate) mantissa: DoubleDouble,
    pub(crate) exponent: i64,
}

/// The greatest change of an exponent, in bits. Numbers below `2^-1000` count as 0, and numbers above `2^1000` as infinite.
const MAX_BITS: i64 = 1000;

impl Scaled {
    /// Rounds a fraction.
    pub fn of(value: &Rational) -> Self {
        let (above, below) = (value.numer(), value.denom());
        let exponent = above.bits() as i64 - below.bits() as i64;
        let shift = exponent.unsigned_abs();
        if let Some(quotient) = DoubleDouble::of_short_fraction(value) {
            let factor = 2f64.powi(-exponent as i32);
            let mantissa = DoubleDouble { high: quotient.high * factor, low: quotient.low * factor };
            return Self { mantissa, exponent };
        }
        let mantissa = match exponent {
            0 => DoubleDouble::of_fraction(value),
            1.. => DoubleDouble::of_fraction(&ratio(above.clone(), below << shift)),
            _ => DoubleDouble::of_fraction(&ratio(above << shift, below.clone())),
        };
        Self { mantissa, exponent }
    }

    /// Rounds a whole number.
    pub fn of_whole(value: i64) -> Self {
        Self::of(&Rational::from_integer(Integer::from(value)))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa.high == 0.0
    }

    /// Returns the number divided by `2^exponent`. It is infinite above about `2^1000`, and 0 below about
    /// `2^-1000`.
    pub(crate) fn over_power(&self, exponent: i64) -> DoubleDouble {
        let bits = self.exponent.saturating_sub(exponent);
        if self.is_zero() || bits < -MAX_BITS {
            return DoubleDouble::default();
        }
        if bits > MAX_BITS {
            return DoubleDouble { high: f64::INFINITY.copysign(self.mantissa.high), low: 0.0 };
        }
        let factor = 2f64.powi(bits as i32);
        DoubleDouble { high: self.mantissa.high * factor, low: self.mantissa.low * factor }
    }

    /// Returns the number divided by `2^exponent`, as [`Self::over_power`]. A number that is too small becomes `2^-1000` with its
    /// sign instead of 0, so that it still differs from 0.
    pub(crate) fn nonzero_over_power(&self, exponent: i64) -> DoubleDouble {
        let value = self.over_power(exponent);
        if value.high != 0.0 || self.is_zero() {
            return value;
        }
        DoubleDouble { high: 2f64.powi(-MAX_BITS as i32).copysign(self.mantissa.high), low: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chancetree_exact::{one, zero};

    #[test]
    fn tiny_and_huge_fractions_keep_their_bits() {
        let third = ratio(1, 3);
        for power in [0u32, 1, 900, 5000] {
            let factor = Integer::from(1) << power;
            for value in [&third * &factor, &third / &factor, -(&third / &factor)] {
                let scaled = Scaled::of(&value);
                let (high, low) = (scaled.mantissa.high, scaled.mantissa.low);
                assert!((0.5..=2.0).contains(&high.abs()), "{high}");
                let of = |part| Rational::from_float(part).expect("finite");
                let power = Integer::from(1) << scaled.exponent.unsigned_abs();
                let power = Rational::from_integer(power);
                let power = if scaled.exponent < 0 { one() / power } else { power };
                let error = (of(high) + of(low)) * power / value - one();
                assert!(error < ratio(1, 1i128 << 104) && -error < ratio(1, 1i128 << 104));
            }
        }
        assert!(Scaled::of(&zero()).is_zero());
    }
}
