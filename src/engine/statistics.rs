//! Statistics of samples: shares, means and differences with their errors, and tails of distributions.
//!
//! All results are in floating point.

use serde::{Deserialize, Serialize};
use std::f64::consts::{LN_2, PI, SQRT_2};

/// The number of standard deviations on either side of the mean within which 95 % of a normal distribution lies.
///
/// ```
/// use chancetree_engine::statistics::{NORMAL_95, two_sided};
///
/// assert!((two_sided(NORMAL_95) - 0.05).abs() < 1e-12);
/// ```
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The share of hits in independent tries.
///
/// ```
/// use chancetree_engine::statistics::Share;
///
/// let share = Share { hits: 25, tries: 100 };
/// assert_eq!(share.value(), 0.25);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The number of hits, at most `tries`.
    pub hits: u64,
    /// The number of tries, at least 1.
    pub tries: u64,
}

impl Share {
    /// Returns the share as a fraction of 1: hits over tries.
    ///
    /// ```
    /// use chancetree_engine::statistics::Share;
    ///
    /// let share = Share { hits: 25, tries: 100 };
    /// assert_eq!(share.value(), 0.25);
    /// ```
    pub fn value(self) -> f64 {
        self.hits as f64 / self.tries as f64
    }

    /// Returns the standard error of the share, sqrt(p (1 - p) / n).
    ///
    /// ```
    /// use chancetree_engine::statistics::Share;
    ///
    /// let share = Share { hits: 50, tries: 100 };
    /// assert_eq!(share.error(), 0.05);
    /// ```
    pub fn error(self) -> f64 {
        (self.value() * (1.0 - self.value()) / self.tries as f64).sqrt()
    }

    /// Returns the ends of the 95 % confidence interval by the normal approximation, as in Lindgren (2000). They may
    /// lie outside 0 to 1.
    ///
    /// ```
    /// use chancetree_engine::statistics::Share;
    ///
    /// let share = Share { hits: 25, tries: 100 };
    /// let (low, high) = share.normal();
    /// assert!(low < 0.17 && high > 0.33);
    /// ```
    pub fn normal(self) -> (f64, f64) {
        let half = NORMAL_95 * self.error();
        (self.value() - half, self.value() + half)
    }

    /// Returns the ends of the 95 % confidence interval of Wilson (1927): all probabilities p for which the share lies
    /// within the normal approximation around p. It stays within 0 to 1, and is accurate for shares near 0 or 1.
    ///
    /// ```
    /// use chancetree_engine::statistics::Share;
    ///
    /// let share = Share { hits: 25, tries: 100 };
    /// let (low, high) = share.wilson();
    /// assert!(low > 0.17 && high > 0.34);
    /// ```
    pub fn wilson(self) -> (f64, f64) {
        let (p, n, z2) = (self.value(), self.tries as f64, NORMAL_95 * NORMAL_95);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = NORMAL_95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // The end is exactly 0 or 1 if there are only misses or only hits. Rounding would miss it.
        let low = if self.hits == 0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if self.hits == self.tries { 1.0 } else { (middle + half).min(1.0) };
        (low, high)
    }

    /// Returns the statistic that tests whether two independent shares have the same probability: their difference
    /// divided by its standard error under the pooled share, or 0 if that error is 0.
    ///
    /// ```
    /// use chancetree_engine::statistics::Share;
    ///
    /// let share = Share { hits: 25, tries: 100 };
    /// assert_eq!(share.pooled(share), 0.0);
    /// ```
    pub fn pooled(self, other: Self) -> f64 {
        let together = Self { hits: self.hits + other.hits, tries: self.tries + other.tries }.value();
        let per_try = 1.0 / self.tries as f64 + 1.0 / other.tries as f64;
        over(self.value() - other.value(), (together * (1.0 - together) * per_try).sqrt())
    }
}

fn over(difference: f64, error: f64) -> f64 {
    if error > 0.0 { difference / error } else { 0.0 }
}

/// The results of two methods, each tried once on the same cases.
///
/// ```
/// use chancetree_engine::statistics::PairedResults;
///
/// let results = PairedResults { first_only: 30, second_only: 6, tries: 100 };
/// assert_eq!(results.difference(), 0.24);
/// // (30 - 6) / sqrt(30 + 6) standard deviations.
/// assert_eq!(results.statistic(), 4.0);
/// assert!((results.error() - 0.055).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedResults {
    /// The number of cases in which only the first method hit.
    pub first_only: u64,
    /// The number of cases in which only the second method hit.
    pub second_only: u64,
    /// The number of cases, at least 1.
    pub tries: u64,
}

impl PairedResults {
    fn surplus(self) -> f64 {
        self.first_only as f64 - self.second_only as f64
    }

    /// Returns the share of hits of the first method minus that of the second.
    pub fn difference(self) -> f64 {
        self.surplus() / self.tries as f64
    }

    /// Returns the standard error of the difference.
    pub fn error(self) -> f64 {
        let (unlike, n) = ((self.first_only + self.second_only) as f64, self.tries as f64);
        (unlike - self.surplus().powi(2) / n).max(0.0).sqrt() / n
    }

    /// Returns the statistic of McNemar (1947), which is standard normal if both methods hit equally often; 0 if they
    /// never differ.
    pub fn statistic(self) -> f64 {
        over(self.surplus(), ((self.first_only + self.second_only) as f64).sqrt())
    }
}

/// The running mean of whole numbers, with its error. Its sums are exact as long as the sum of the squares of all numbers,
/// times their count, is less than 2^128.
///
/// ```
/// use chancetree_engine::statistics::Mean;
///
/// let mut mean = Mean::default();
/// [2, 4].into_iter().for_each(|number| mean.add(number));
/// assert_eq!((mean.value(), mean.error()), (Some(3.0), Some(1.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mean {
    /// The number of numbers added.
    pub count: u64,
    sum: i128,
    squares: u128,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: impl Into<i128>) {
        let number = number.into();
        self.count += 1;
        self.sum += number;
        self.squares += number.unsigned_abs().pow(2);
    }

    /// Returns the mean, or `None` if no number was added.
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Returns the standard error of the mean, or `None` for fewer than two numbers.
    pub fn error(self) -> Option<f64> {
        let n = u128::from(self.count);
        // n^2 times the variance, exact.
        let spread = n * self.squares - self.sum.unsigned_abs().pow(2);
        (n > 1).then(|| (spread as f64 / (n * n * (n - 1)) as f64).sqrt())
    }
}

/// Returns the probability that a standard normal number lies at least as far from 0 as `statistic`: the p-value of a
/// two-sided test.
///
/// ```
/// use chancetree_engine::statistics::two_sided;
///
/// assert!((two_sided(1.96) - 0.05).abs() < 1e-4);
/// ```
pub fn two_sided(statistic: f64) -> f64 {
    libm::erfc(statistic.abs() / SQRT_2)
}

/// Returns the probability that a chi-squared number with `freedom` degrees of freedom is at least `x`.
///
/// It is computed in steps of two degrees, from one or two degrees on: Q(a + 1, y) = Q(a, y) + y^a e^-y / Γ(a + 1), with
/// y = x/2.
///
/// ```
/// use chancetree_engine::statistics::chi_squared;
///
/// assert!((chi_squared(5.991, 2) - 0.05).abs() < 1e-4);
/// ```
pub fn chi_squared(x: f64, freedom: u32) -> f64 {
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    let y = x / 2.0;
    let odd = !freedom.is_multiple_of(2);
    let mut a = if odd { 0.5 } else { 1.0 };
    let mut sum = if odd { two_sided(x.sqrt()) } else { (-y).exp() };
    // The logarithm of y^a e^-y / Γ(a + 1), because e^-y alone may be too small for a double; Γ(3/2) = √π/2.
    let mut term = if odd { (y / PI).ln() / 2.0 + LN_2 } else { y.ln() } - y;
    for _ in 1..freedom.div_ceil(2) {
        sum += term.exp();
        a += 1.0;
        term += (y / a).ln();
    }
    sum.clamp(0.0, 1.0)
}

/// Returns the number d such that a standard normal number is at most d away from 0 with probability `level`, which is at
/// least 0 and less than 1.
///
/// ```
/// use chancetree_engine::statistics::deviation;
///
/// assert!((deviation(0.95) - 1.96).abs() < 1e-4);
/// ```
pub fn deviation(level: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if 1.0 - two_sided(middle) < level { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-6, "{got} is not {expected}");
    }

    /// Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29, to four digits.
    #[test]
    fn intervals_of_newcombe() {
        let four = |(low, high): (f64, f64)| (format!("{low:.4}"), format!("{high:.4}"));
        let share = |hits, tries| Share { hits, tries };
        let text = |low: &str, high: &str| (low.to_owned(), high.to_owned());
        assert_eq!(four(share(81, 263).wilson()), text("0.2553", "0.3662"));
        assert_eq!(four(share(15, 148).wilson()), text("0.0624", "0.1605"));
        assert_eq!(four(share(0, 20).wilson()), text("0.0000", "0.1611"));
        assert_eq!(four(share(1, 29).wilson()), text("0.0061", "0.1718"));
        assert_eq!(four(share(81, 263).normal()), text("0.2522", "0.3638"));
        assert_eq!(four(share(20, 20).wilson()), text("0.8389", "1.0000"));
        // The ends are exact: with 1,000 tries, rounding would miss them.
        assert_eq!((share(0, 1000).wilson().0, share(1000, 1000).wilson().1), (0.0, 1.0));
    }

    /// Tables of the normal distribution.
    #[test]
    fn tails_of_the_normal_distribution() {
        near(two_sided(0.0), 1.0);
        near(two_sided(1.0), 0.317_310_507_863);
        near(two_sided(-NORMAL_95), 0.05);
        near(two_sided(2.575_829_303_549), 0.01);
        near(two_sided(3.0) * 1e3, 2.699_796_063_260);
        near(two_sided(5.0) * 1e7, 5.733_031_437_584);
    }

    /// Tables of the chi-squared distribution, and the approximation of Wilson and Hilferty (1931) where e^(-x/2) is no double.
    #[test]
    fn tails_of_the_chi_squared_distribution() {
        for (freedom, x) in
            [(1, 3.841_458_821), (2, 5.991_464_547), (5, 11.070_497_694), (30, 43.772_971_826)]
        {
            near(chi_squared(x, freedom), 0.05);
        }
        for (freedom, x) in [(1480u32, 1480.0f64), (1600, 1600.0), (2001, 1990.0), (4000, 4100.0)] {
            let part = 2.0 / (9.0 * f64::from(freedom));
            let deviation = ((x / f64::from(freedom)).cbrt() - (1.0 - part)) / part.sqrt();
            let tail = two_sided(deviation) / 2.0;
            let tail = if deviation < 0.0 { 1.0 - tail } else { tail };
            assert!((chi_squared(x, freedom) - tail).abs() < 1e-4, "{freedom} degrees of freedom, {x}");
        }
        assert_eq!((chi_squared(0.0, 3), chi_squared(5.0, 0)), (1.0, 1.0));
    }

    /// Means and differences agree with their definitions.
    #[test]
    fn means_and_differences() {
        let numbers = [3u64, 1, 4, 1, 5, 9, 2, 6];
        let mut mean = Mean::default();
        numbers.iter().for_each(|&number| mean.add(number));
        let average = 31.0 / 8.0;
        let variance = numbers.iter().map(|&n| (n as f64 - average).powi(2)).sum::<f64>() / 7.0;
        near(mean.value().unwrap_or_default(), average);
        near(mean.error().unwrap_or_default(), (variance / 8.0).sqrt());
        assert_eq!((Mean::default().value(), Mean::default().error()), (None, None));

        // Of 10 cases, only the first method hits in 4, only the second in 1: the differences are 1, -1 (once) and 0 (5 times).
        let paired = PairedResults { first_only: 4, second_only: 1, tries: 10 };
        near(paired.difference(), 0.3);
        near(paired.error(), ((4.0 * 0.49 + 1.69 + 5.0 * 0.09) / 100.0f64).sqrt());
        near(paired.statistic(), 3.0 / 5.0f64.sqrt());
        near(PairedResults { tries: 5, ..PairedResults::default() }.statistic(), 0.0);

        // The square is the chi-squared statistic of a 2x2 table, n (ad - bc)^2 / (product of all sums).
        let (first, second) = (Share { hits: 30, tries: 50 }, Share { hits: 20, tries: 60 });
        let chi = 110.0 * (30.0 * 40.0 - 20.0 * 20.0f64).powi(2) / (50.0 * 60.0 * 50.0 * 60.0);
        near(first.pooled(second).powi(2), chi);
    }
}
