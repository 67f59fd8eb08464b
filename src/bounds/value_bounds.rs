//! A lower and an upper bound on a value.

use crate::DoubleDouble;
use chancetree_exact::{Rational, compare, double};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// A lower and an upper bound on a value. Both bounds are inclusive.
///
/// ```
/// use chancetree_bounds::ValueBounds;
/// use chancetree_exact::ratio;
///
/// let third = ValueBounds::of_fraction(&ratio(1, 3));
/// assert!(third.lower < third.upper && third.width() < 1e-16);
///
/// // Sums are rounded outward.
/// let sum = third.plus(third).plus(third);
/// assert!(sum.lower < 1.0 && 1.0 < sum.upper);
/// assert!((sum.middle() - 1.0).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueBounds {
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

impl ValueBounds {
    /// The bounds on an infinite value.
    pub const INFINITE: Self = Self { lower: f64::INFINITY, upper: f64::INFINITY };

    /// Returns the closest bounds on a fraction.
    pub fn of_fraction(value: &Rational) -> Self {
        if let Some(quotient) = DoubleDouble::of_short_fraction(value) {
            return Self { lower: quotient.rounded_down(), upper: quotient.rounded_up() };
        }
        let nearest = double(value);
        match Rational::from_float(nearest).map(|nearest| compare(&nearest, value)) {
            Some(Ordering::Equal) => Self { lower: nearest, upper: nearest },
            Some(Ordering::Less) => Self { lower: nearest, upper: nearest.next_up() },
            Some(Ordering::Greater) => Self { lower: nearest.next_down(), upper: nearest },
            // The fraction is beyond all doubles.
            None if nearest > 0.0 => Self { lower: f64::MAX, upper: nearest },
            None => Self { lower: nearest, upper: f64::MIN },
        }
    }

    /// Returns bounds on the value divided by `unit`, rounded outward. `unit` must be from 1 to 2^53.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// let bounds = ValueBounds { lower: 3.0, upper: 5.0 };
    /// assert_eq!(bounds.divided_by(2), ValueBounds { lower: 1.5, upper: 2.5 });
    /// ```
    #[must_use]
    pub fn divided_by(self, unit: u64) -> Self {
        let unit = unit as f64;
        let [lower, upper] = [self.lower, self.upper].map(|bound| {
            let quotient = bound / unit;
            // `quotient * unit - bound` is rounded only once, so its sign is exact.
            (quotient, quotient.mul_add(unit, -bound))
        });
        Self {
            lower: if lower.1 > 0.0 { lower.0.next_down() } else { lower.0 },
            upper: if upper.1 < 0.0 { upper.0.next_up() } else { upper.0 },
        }
    }

    /// Returns the difference of the bounds, which is 0 if both are infinite.
    pub fn width(&self) -> f64 {
        if self.lower == self.upper { 0.0 } else { self.upper - self.lower }
    }

    /// Returns the middle of the bounds.
    pub fn middle(&self) -> f64 {
        if self.lower == self.upper { self.lower } else { self.lower / 2.0 + self.upper / 2.0 }
    }

    /// Returns the bounds on the least of two values.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// let (one, other) = (ValueBounds { lower: 0.0, upper: 3.0 }, ValueBounds { lower: 1.0, upper: 2.0 });
    /// assert_eq!(one.min(other), ValueBounds { lower: 0.0, upper: 2.0 });
    /// assert_eq!(one.max(other), ValueBounds { lower: 1.0, upper: 3.0 });
    /// ```
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the bounds on the greatest of two values.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Clamps both bounds to the range from `least` to `greatest`, which must contain the value.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// // A probability.
    /// let bounds = ValueBounds { lower: 0.5, upper: 1.5 }.clamped(0.0, 1.0);
    /// assert_eq!(bounds, ValueBounds { lower: 0.5, upper: 1.0 });
    /// ```
    #[must_use]
    pub fn clamped(self, least: f64, greatest: f64) -> Self {
        Self { lower: self.lower.clamp(least, greatest), upper: self.upper.clamp(least, greatest) }
    }

    /// Returns bounds on the sum of two values.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            lower: DoubleDouble::of_sum(self.lower, other.lower).rounded_down(),
            upper: DoubleDouble::of_sum(self.upper, other.upper).rounded_up(),
        }
    }

    /// Returns bounds on the difference of two values.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// let (one, other) = (ValueBounds { lower: 2.0, upper: 3.0 }, ValueBounds { lower: 1.0, upper: 2.0 });
    /// let difference = one.minus(other);
    /// assert!(difference.lower <= 0.0 && difference.upper >= 2.0);
    /// ```
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self { lower: -other.upper, upper: -other.lower })
    }

    /// Returns bounds on the product of two values. The product of an infinite value and a positive value is infinite.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// let (one, other) = (ValueBounds { lower: -1.0, upper: 2.0 }, ValueBounds { lower: 3.0, upper: 4.0 });
    /// let product = one.times(other);
    /// assert!(product.lower <= -4.0 && product.upper >= 8.0);
    /// ```
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        if self.lower.min(other.lower) > 0.0 && self.lower.max(other.lower) == f64::INFINITY {
            return Self::INFINITE;
        }
        let rows = [self.lower, self.upper].map(|one| [one * other.lower, one * other.upper]);
        Self::outward(rows.concat())
    }

    /// Returns bounds on the quotient of two values. They are infinite if the divisor may be 0. An infinite value divided by a
    /// positive number is infinite.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    ///
    /// let one = ValueBounds { lower: 1.0, upper: 1.0 };
    /// let quotient = one.over(ValueBounds { lower: 2.0, upper: 4.0 });
    /// assert!(quotient.lower <= 0.25 && quotient.upper >= 0.5);
    /// assert_eq!(one.over(ValueBounds { lower: -1.0, upper: 1.0 }).upper, f64::INFINITY);
    /// ```
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        if other.lower <= 0.0 && other.upper >= 0.0 {
            return Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        }
        if self == Self::INFINITE && other.lower > 0.0 && other.upper < f64::INFINITY {
            return Self::INFINITE;
        }
        let rows = [self.lower, self.upper].map(|one| [one / other.lower, one / other.upper]);
        Self::outward(rows.concat())
    }

    /// Returns the least and the greatest number, rounded outward. They are infinite if a number is not defined.
    fn outward(numbers: impl AsRef<[f64]>) -> Self {
        let numbers = numbers.as_ref();
        if numbers.iter().any(|number| number.is_nan()) {
            return Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        }
        Self {
            lower: numbers.iter().copied().fold(f64::INFINITY, f64::min).next_down(),
            upper: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max).next_up(),
        }
    }

    /// Compares two values by their bounds. Returns `None` if the bounds overlap, unless both values are known exactly.
    ///
    /// ```
    /// use chancetree_bounds::ValueBounds;
    /// use std::cmp::Ordering;
    ///
    /// let low = ValueBounds { lower: 0.0, upper: 1.0 };
    /// assert_eq!(low.order(&ValueBounds { lower: 2.0, upper: 3.0 }), Some(Ordering::Less));
    /// assert_eq!(low.order(&ValueBounds { lower: 1.0, upper: 2.0 }), None);
    /// ```
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else {
            (self.width() == 0.0 && other.width() == 0.0).then_some(Ordering::Equal)
        }
    }
}

impl fmt::Display for ValueBounds {
    /// Writes `[lower, upper]`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "[{}, {}]", self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chancetree_exact::ratio;

    #[test]
    fn bounds_of_results_contain_the_results() {
        let numbers =
            [ratio(1, 3), ratio(-2, 7), ratio(5, 1), ratio(1, 1i128 << 100), ratio(10i64.pow(18), 7)];
        let contains = |bounds: ValueBounds, value: Rational| {
            let of = |bound| Rational::from_float(bound).expect("finite");
            assert!(of(bounds.lower) <= value && value <= of(bounds.upper), "{value} in {bounds}");
        };
        for a in &numbers {
            contains(ValueBounds::of_fraction(a), a.clone());
            for b in &numbers {
                let (x, y) = (ValueBounds::of_fraction(a), ValueBounds::of_fraction(b));
                contains(x.plus(y), a + b);
                contains(x.minus(y), a - b);
                contains(x.times(y), a * b);
                contains(x.over(y), a / b);
                if a != b {
                    assert_eq!(x.order(&y), Some(a.cmp(b)));
                }
            }
        }
        assert_eq!(ValueBounds::of_fraction(&ratio(1, 4)).width(), 0.0);
    }

    /// Infinite values stay infinite, but a finite value that overflows does not become infinite.
    #[test]
    fn infinite_values_are_exact() {
        let (infinite, two) = (ValueBounds::INFINITE, ValueBounds::of_fraction(&ratio(2, 1)));
        for result in [infinite.plus(two), infinite.times(two), two.times(infinite), infinite.over(two)] {
            assert_eq!(result, infinite);
        }
        let huge = ValueBounds { lower: 1e308, upper: 1e308 };
        assert_eq!(huge.times(huge), ValueBounds { lower: f64::MAX, upper: f64::INFINITY });
        let zero = ValueBounds { lower: 0.0, upper: 0.0 };
        assert_eq!(infinite.times(zero).lower, f64::NEG_INFINITY);
    }
}
