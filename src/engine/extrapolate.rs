//! Extrapolation from small cases to large cases: exact if the values follow a polynomial, and otherwise a power law as an
//! estimate.

use crate::exact::{Integer, Natural};

/// A polynomial that a sequence of values, indexed 0, 1, 2, ..., has been confirmed to follow from some index on.
///
/// ```
/// use chancetree_engine::extrapolate::Polynomial;
///
/// let squares: Vec<_> = [0u32, 1, 4, 9, 16, 25].map(Into::into).to_vec();
/// let polynomial = Polynomial::through(&squares, 2).expect("they are squares");
/// assert_eq!(polynomial.degree(), 2);
/// assert_eq!(polynomial.at(10), Some(100.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// The index from which it holds.
    start: usize,
    /// The differences of every order at the start.
    differences: Vec<Integer>,
}

impl Polynomial {
    /// Returns the polynomial that `values` follow from some index to the end, or `None` if there is none. More than
    /// `confirmed` values, beyond those that determine it, must agree with it. If there are several, the one that holds
    /// from the lowest index is returned.
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

    /// Returns the degree, which is taken as 0 for the zero polynomial too.
    pub fn degree(&self) -> usize {
        self.differences.len().saturating_sub(1)
    }

    /// Returns the value at an index, by Newton's formula, or `None` before the index from which the polynomial holds.
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

/// A power law `value = factor * size^power`, fitted to two measured points.
///
/// ```
/// use chancetree_engine::extrapolate::PowerLaw;
///
/// let law = PowerLaw::through((1.0, 3.0), (2.0, 12.0));
/// assert!((law.at(4.0) - 48.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// The exponent.
    pub power: f64,
    factor: f64,
}

impl PowerLaw {
    /// Returns the power law through two points, each a pair of size and value. The sizes must differ, and all four
    /// numbers must be greater than 0.
    pub fn through((a, at_a): (f64, f64), (b, at_b): (f64, f64)) -> Self {
        let power = (at_b / at_a).ln() / (b / a).ln();
        Self { power, factor: at_b / b.powf(power) }
    }

    /// Returns the value at a size.
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
    fn other_sequences_have_no_polynomial() {
        assert_eq!(Polynomial::through(&naturals((0..30).map(|power| 1 << power)), 3), None);
        assert_eq!(Polynomial::through(&naturals((0..5).map(|x| x * x * x)), 3), None, "too few to confirm");
    }

    #[test]
    fn a_power_law_goes_through_its_points() {
        let found = PowerLaw::through((10.0, 300.0), (20.0, 2400.0));
        assert!((found.power - 3.0).abs() < 1e-12 && (found.at(40.0) / 19_200.0 - 1.0).abs() < 1e-12);
    }
}
