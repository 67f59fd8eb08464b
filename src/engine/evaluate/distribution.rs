//! Exact distributions: of the final scores of all seats together, and of any single value.

mod mass;
mod scores;

pub use crate::evaluate::distribution::mass::Mass;

use crate::exact::{self, Integer, Natural, Rational};
use crate::game::Points;
use crate::model::order::merge_by_key;
use serde::{Deserialize, Serialize};

/// The side of the listed values on which the tail lies.
///
/// ```
/// use chancetree_engine::evaluate::{Distribution, Side};
/// use chancetree_engine::exact::ratio;
///
/// // A coin is tossed until it shows heads. The numbers of tosses from 3 on are not listed.
/// let listed = [(1, ratio(1, 2)), (2, ratio(1, 4))];
/// let tosses = Distribution::new(listed, Some((Side::Greater, ratio(1, 4))));
/// assert_eq!(tosses.tail(), Some((Side::Greater, ratio(1, 4))));
/// assert_eq!(tosses.greatest(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The values of the tail are less.
    Lesser,
    /// The values of the tail are greater.
    Greater,
}

/// A distribution: values in ascending order, each with its mass over one total. A value is by default a score vector, the
/// points of all seats. A distribution may have a tail: the mass of values that are not listed, which all lie on one side.
///
/// Two distributions are equal if every value has the same probability in both. The totals may differ, since the common
/// denominator depends on the evaluator.
///
/// ```
/// use chancetree_engine::evaluate::Distribution;
/// use chancetree_engine::exact::ratio;
///
/// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
/// assert_eq!(die.expected_value(), ratio(7, 2));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Distribution<V = Vec<Points>, M = Natural> {
    masses: Vec<(V, M)>,
    tail: Option<(Side, M)>,
    total: M,
}

/// Returns the sum of the masses of each value, in ascending order of values.
fn added_up<V: Ord, M: Mass>(mut masses: Vec<(V, M)>) -> Vec<(V, M)> {
    merge_by_key(&mut masses, |mass, more| *mass += &*more);
    masses
}

impl<V: Ord> Distribution<V> {
    /// Creates a distribution from values and their probabilities, in any order. Probabilities must not be negative. The
    /// probabilities of equal values are added up.
    pub fn of(shares: impl IntoIterator<Item = (V, Rational)>) -> Self {
        let mut all: Vec<(V, Vec<Rational>)> =
            shares.into_iter().map(|(value, share)| (value, vec![share])).collect();
        merge_by_key(&mut all, Vec::append);
        let one = exact::one();
        let sum = |shares: Vec<Rational>| exact::weighted_sum(shares.iter().map(|share| (&one, share)));
        let all: Vec<_> = all.into_iter().map(|(value, shares)| (value, sum(shares))).collect();
        let (numbers, total) = exact::over_one_denominator(all.iter().map(|(_, share)| share));
        let masses = all.into_iter().map(|(value, _)| value).zip(numbers).collect();
        Self { masses, tail: None, total }
    }
}

impl<V: Ord, M: Mass> Distribution<V, M> {
    /// Creates a distribution from values and their masses, in any order, and from the mass of the tail. The masses of equal
    /// values are added up.
    ///
    /// ```
    /// use chancetree_engine::evaluate::{Distribution, Side};
    /// use chancetree_engine::exact::{Natural, ratio};
    ///
    /// // Whole numbers over their total. A quarter lies beyond the greatest listed value.
    /// let numbers = [(1i64, Natural::from(1u8)), (2, Natural::from(2u8))];
    /// let distribution = Distribution::new(numbers, Some((Side::Greater, Natural::from(1u8))));
    /// assert_eq!(distribution.iter().next(), Some((&1, ratio(1, 4))));
    /// assert_eq!(distribution.tail(), Some((Side::Greater, ratio(1, 4))));
    /// assert_eq!(distribution.tail_mass(), Some((Side::Greater, &1u8.into())));
    /// assert!(!distribution.is_empty());
    /// ```
    pub fn new(masses: impl IntoIterator<Item = (V, M)>, tail: Option<(Side, M)>) -> Self {
        let (masses, tail) =
            (added_up(masses.into_iter().collect()), tail.filter(|(_, mass)| *mass != M::default()));
        let left = tail.iter().map(|(_, mass)| mass);
        let total = M::total(masses.iter().map(|(_, mass)| mass).chain(left));
        Self { masses, tail, total }
    }

    /// Returns an iterator over all listed values in ascending order, each with its probability. A score vector holds the
    /// points of each seat.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.iter().next(), Some((&1, ratio(1, 6))));
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&V, Rational)> + ExactSizeIterator {
        self.masses.iter().map(|(value, mass)| (value, mass.share(&self.total)))
    }

    /// Returns an iterator over all listed values in ascending order, each with its mass: a fraction, or the numerator of its
    /// probability over the [`total`](Self::total).
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.masses().next(), Some((&1, &1u32.into())));
    /// ```
    pub fn masses(&self) -> impl DoubleEndedIterator<Item = (&V, &M)> + ExactSizeIterator {
        self.masses.iter().map(|(value, mass)| (value, mass))
    }

    /// Returns the total mass: the denominator of whole numbers, or 1.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.total(), &6u32.into());
    /// ```
    pub fn total(&self) -> &M {
        &self.total
    }

    /// Returns the number of listed values.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.len(), 6);
    /// ```
    pub fn len(&self) -> usize {
        self.masses.len()
    }

    /// Returns `true` if no value is listed. The distribution of a game is never empty.
    pub fn is_empty(&self) -> bool {
        self.masses.is_empty()
    }

    /// Returns the mass of the tail and its side, if there is a tail.
    pub fn tail_mass(&self) -> Option<(Side, &M)> {
        self.tail.as_ref().map(|(side, mass)| (*side, mass))
    }

    /// Returns the probability of the tail and its side, if there is a tail.
    pub fn tail(&self) -> Option<(Side, Rational)> {
        self.tail_mass().map(|(side, mass)| (side, mass.share(&self.total)))
    }

    /// Returns `true` if there is a tail on a side.
    fn has_tail(&self, on: Side) -> bool {
        self.tail_mass().is_some_and(|(side, _)| side == on)
    }

    /// Returns the least value with its probability, unless it is in the tail.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.least(), Some((&1, ratio(1, 6))));
    /// ```
    pub fn least(&self) -> Option<(&V, Rational)> {
        self.iter().next().filter(|_| !self.has_tail(Side::Lesser))
    }

    /// Returns the greatest value with its probability, unless it is in the tail.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.greatest(), Some((&6, ratio(1, 6))));
    /// ```
    pub fn greatest(&self) -> Option<(&V, Rational)> {
        self.iter().next_back().filter(|_| !self.has_tail(Side::Greater))
    }

    /// Returns the least value x for which the probability of a value of at most x is at least `probability`, unless x is in the
    /// tail.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.quantile(&ratio(1, 2)), Some(&3));
    /// ```
    pub fn quantile(&self, probability: &Rational) -> Option<&V> {
        let (least, mut sum) = (M::least(probability, &self.total), M::default());
        if let Some((Side::Lesser, mass)) = &self.tail {
            sum += mass;
            if sum >= least {
                return None;
            }
        }
        let reaches = |(_, mass): &&(V, M)| {
            sum += mass;
            sum >= least
        };
        self.masses.iter().find(reaches).map(|(value, _)| value)
    }

    /// Returns the distribution of a function of the value. The masses of equal results are added up.
    ///
    /// # Panics
    /// If there is a tail, whose values are unknown.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// let is_even = die.map(|eyes| eyes % 2 == 0);
    /// assert_eq!(is_even.iter().last(), Some((&true, ratio(1, 2))));
    /// ```
    pub fn map<W: Ord>(self, to: impl Fn(V) -> W) -> Distribution<W, M> {
        assert!(self.tail.is_none(), "all values are listed");
        let masses = self.masses.into_iter().map(|(value, mass)| (to(value), mass));
        Distribution { masses: added_up(masses.collect()), tail: None, total: self.total }
    }

    /// Returns the expected value of a number that each listed value has.
    fn expected_of(&self, number: impl Fn(&V) -> Integer) -> Rational {
        M::expected(self.masses.iter().map(|(value, mass)| (number(value), mass)), &self.total)
    }
}

impl<M: Mass> Distribution<i64, M> {
    /// Returns the expected value. It is wrong if there is a tail, which is left out.
    ///
    /// # Panics
    /// If the [`total`](Self::total) is 0, as in a distribution in whole numbers without values.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.expected_value(), ratio(7, 2));
    /// ```
    pub fn expected_value(&self) -> Rational {
        self.expected_of(|&value| value.into())
    }

    /// Returns the variance. It is wrong if there is a tail, which is left out.
    ///
    /// # Panics
    /// If the [`total`](Self::total) is 0, as in a distribution in whole numbers without values.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let die = Distribution::of((1i64..=6).map(|eyes| (eyes, ratio(1, 6))));
    /// assert_eq!(die.variance(), ratio(35, 12));
    /// ```
    pub fn variance(&self) -> Rational {
        let expected = self.expected_value();
        self.expected_of(|&value| Integer::from(value) * value) - &expected * &expected
    }
}

impl<V: Ord, M: Mass> PartialEq for Distribution<V, M> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.tail() == other.tail() && self.iter().eq(other.iter())
    }
}

impl<V: Ord, M: Mass> Eq for Distribution<V, M> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ratio;

    #[test]
    fn equal_probabilities_are_equal() {
        let row = |numbers: [u32; 2]| Distribution::new((0..).zip(numbers.map(Natural::from)), None);
        let third = row([1, 2]).map(|points| vec![points]);
        assert_eq!(third, row([3, 6]).map(|points| vec![points]));
        assert_eq!(third, Distribution::of(third.iter().map(|(points, share)| (points.clone(), share))));
        for other in [row([2, 1]), row([1, 3])] {
            assert_ne!(third, other.map(|points| vec![points]));
        }
        assert_ne!(third, third.clone().plus(&[1]).expect("few points"));
        assert_ne!(third, Distribution::of([(vec![0], exact::one())]));
    }

    /// A distribution in whole numbers and in fractions has the same expected value, variance and quantiles.
    #[test]
    fn whole_numbers_and_fractions_agree() {
        // 1, 2, 4 with 1/6, 1/3, 1/2: expected 17/6, squares 19/2.
        let whole =
            Distribution::new([(4i64, Natural::from(3u32)), (1, 1u32.into()), (2, 2u32.into())], None);
        let shares = whole.iter().map(|(value, share)| (*value, share));
        let fractions = Distribution::new(shares, Some((Side::Lesser, exact::zero())));
        assert!(whole.iter().eq(fractions.iter()));
        assert_eq!([whole.expected_value(), fractions.expected_value()], [ratio(17, 6), ratio(17, 6)]);
        assert_eq!([whole.variance(), fractions.variance()], [ratio(53, 36), ratio(53, 36)]);
        for (hundredths, value) in [(0, 1), (16, 1), (17, 2), (50, 2), (51, 4), (100, 4)] {
            let probability = ratio(hundredths, 100);
            assert_eq!(whole.quantile(&probability), Some(&value));
            assert_eq!(fractions.quantile(&probability), Some(&value));
        }
        assert_eq!(whole.quantile(&ratio(101, 100)), None);
        let odd = whole.map(|value| value % 2);
        assert!(odd.iter().eq([(&0, ratio(5, 6)), (&1, ratio(1, 6))]));
    }

    /// The least or greatest value is unknown on the side of the tail, and no quantile lies in the tail.
    #[test]
    fn a_tail_is_on_its_side() {
        let with = |side| Distribution::new([(7, ratio(1, 2)), (5, ratio(1, 4))], Some((side, ratio(1, 4))));
        let (less, more) = (with(Side::Lesser), with(Side::Greater));
        assert_eq!((less.least(), less.greatest()), (None, Some((&7, ratio(1, 2)))));
        assert_eq!((more.least(), more.greatest()), (Some((&5, ratio(1, 4))), None));
        assert_eq!(less.tail(), Some((Side::Lesser, ratio(1, 4))));
        assert_eq!(
            [1, 2, 3, 4].map(|quarters| less.quantile(&ratio(quarters, 4)).copied()),
            [None, Some(5), Some(7), Some(7)]
        );
        assert_eq!(
            [1, 2, 3, 4].map(|quarters| more.quantile(&ratio(quarters, 4)).copied()),
            [Some(5), Some(7), Some(7), None]
        );
        assert_ne!(less, more);
    }
}
