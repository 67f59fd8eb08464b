//! From small cases to large ones: exactly, where the values are those of a polynomial, and by a fit called a fit.

use crate::exact::{Integer, Natural};

/// Values that have been confirmed to be those of a polynomial, taken at 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// Where it begins to hold.
    start: usize,
    /// Its differences of every order at the start.
    differences: Vec<Integer>,
}

impl Polynomial {
    /// The polynomial that `values` follow from some place on, if at least `confirmed` of them more than it needs do so.
    #[must_use]
    pub fn through(values: &[Natural], confirmed: usize) -> Option<Self> {
        let all: Vec<Integer> = values.iter().map(|value| Integer::from(value.clone())).collect();
        (0..all.len()).find_map(|start| {
            let (mut differences, mut row) = (Vec::new(), all[start..].to_vec());
            while row.len() > confirmed {
                if row.iter().all(|value| *value == Integer::default()) {
                    return Some(Self { start, differences });
                }
                differences.push(row[0].clone());
                row = row.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
            }
            None
        })
    }

    /// The degree; 0 for the polynomial 0, too.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.differences.len().saturating_sub(1)
    }

    /// Its value at a place, by Newton's formula; `None` before it begins to hold.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<Integer> {
        let along = place.checked_sub(self.start)?;
        let (mut sum, mut binomial) = (Integer::default(), Integer::from(1));
        for (order, difference) in self.differences.iter().enumerate() {
            sum += difference * &binomial;
            binomial = binomial * (along as i64 - order as i64) / (order as i64 + 1);
        }
        Some(sum)
    }
}

/// The power distribution `value = factor * size^power` through two measured points, all of them above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    /// How fast it grows.
    pub power: f64,
    factor: f64,
}

impl Power {
    /// Through two points of different size.
    #[must_use]
    pub fn through((a, at_a): (f64, f64), (b, at_b): (f64, f64)) -> Self {
        let power = (at_b / at_a).ln() / (b / a).ln();
        Self { power, factor: at_b / b.powf(power) }
    }

    /// Its value at a size.
    #[must_use]
    pub fn at(self, size: f64) -> f64 {
        self.factor * size.powf(self.power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naturals(values: impl Iterator<Item = u64>) -> Vec<Natural> {
        values.map(Natural::from).collect()
    }

    #[test]
    fn a_polynomial_is_found_after_a_false_start() {
        let cubic = |x: u64| x * x * x + 7 * x + 1;
        let values = naturals([99, 3, 50].into_iter().chain((3..12).map(cubic)));
        let found = Polynomial::through(&values, 3).expect("a cubic");
        assert_eq!((found.degree(), found.at(2)), (3, None));
        for place in [3, 7, 100, 1000] {
            assert_eq!(found.at(place), Some(Integer::from(cubic(place as u64))));
        }
    }

    #[test]
    fn what_is_no_polynomial_is_none() {
        assert_eq!(Polynomial::through(&naturals((0..30).map(|power| 1 << power)), 3), None);
        assert_eq!(Polynomial::through(&naturals((0..5).map(|x| x * x * x)), 3), None, "too few to confirm");
    }

    #[test]
    fn a_power_distribution_goes_through_its_points() {
        let found = Power::through((10.0, 300.0), (20.0, 2400.0));
        assert!((found.power - 3.0).abs() < 1e-12 && (found.at(40.0) / 19_200.0 - 1.0).abs() < 1e-12);
    }
}
