//! Probabilities as whole numbers over denominators that nobody writes down, also where play may stay where it is.

use super::{ByValue, Moments, Moved, Products, SweepDirection, Tally, ValueVisitor, sweep};
use crate::evaluate::series::EdgeNumerators;
use crate::evaluate::storage::Stored;
use crate::exact::{self, Integer, Natural, Rational};
use crate::model::{Error, Job, Model};
use std::iter;

/// Returns what becomes of a value along an edge.
pub type Moves<'a> = &'a (dyn Fn(usize) -> Moved + Sync);

/// Numbers of how often play is in each node of a model and takes each edge, also where it may stay where it is.
pub trait Frequencies {
    /// A number.
    type Number: Stored + Default;

    /// Computes for each node how often play is there: [`sweep`], from the start to the ends, with a tally by number. `met` is
    /// called for each node from which play goes on. Cost: one product for each edge.
    ///
    /// # Errors
    /// As [`sweep`].
    fn carry(
        &self,
        met: ValueVisitor<'_, Tally<Self::Number>, Self::Number>,
        job: &Job<'_>,
    ) -> Result<Tally<Self::Number>, Error>;

    /// Computes the numbers by a value that play has, which does not change where play stays. Returns the numbers at the ends by
    /// value. Cost: one product for each value and edge.
    ///
    /// # Errors
    /// As [`sweep`].
    fn by_value(&self, moved: Moves<'_>, job: &Job<'_>) -> Result<Tally<Self::Number>, Error>;

    /// Returns how often an edge is taken, if play is so often in the node that it leaves.
    fn often(&self, edge: usize, visits: &Self::Number) -> Self::Number;

    /// Adds some times how often an edge is taken.
    fn add_times(&self, sum: &mut Self::Number, often: &Self::Number, times: u64);
}

/// Numerators of how likely play comes to each node of a model.
///
/// The denominator of a node is as [`EdgeNumerators`] say, but with a power of a unit, which grows with the ply, in place of the
/// power of their `denominator`: what the self-loops of a node leave of that divides the unit.
pub struct Numerators<'a> {
    model: &'a Model,
    shares: EdgeNumerators<'a>,
    unit: Natural,
    /// By node, the unit over what is left of the denominator: how often play is there once it has come.
    around: Vec<Natural>,
    /// By power, the powers of the unit, up to that of the last ply.
    powers: Vec<Natural>,
}

impl<'a> Numerators<'a> {
    /// Creates the numerators of a model whose edges have these shares. Linear in nodes.
    ///
    /// # Errors
    /// If play never leaves a state.
    ///
    /// # Panics
    /// If the shares of a node's self-loops add up to more than the denominator.
    pub fn new(model: &'a Model, shares: EdgeNumerators<'a>) -> Result<Self, Error> {
        let stays = |node| model.stays(node).map(|edge| Natural::from((shares.of)(edge))).sum::<Natural>();
        let mut around: Vec<_> =
            (0..model.node_count()).map(|node| &shares.denominator - stays(node)).collect();
        if let Some(node) = around.iter().position(|leaves| leaves.bits() == 0) {
            return Err(Error::NeverEnds(model.name(node)));
        }
        let one = Natural::from(1u32);
        let unit = around.iter().fold(one.clone(), |unit, leaves| exact::lcm(&unit, leaves));
        around.iter_mut().for_each(|leaves| *leaves = &unit / &*leaves);
        let powers = iter::successors(Some(one), |power| Some(power * &unit));
        let plies = model.plies().iter().max().map_or(1, |&last| 1 + last as usize);
        Ok(Self { model, powers: powers.take(plies).collect(), shares, unit, around })
    }

    /// The factor of an edge that leads on.
    fn along(&self, edge: usize) -> Natural {
        let from = self.model.source(edge);
        let plies = self.model.ply(self.model.target(edge)) - self.model.ply(from);
        &self.around[from] * &self.powers[plies as usize - 1] * (self.shares.of)(edge)
    }

    /// The power of the unit that is missing in a ply.
    fn missing(&self, ply: u32) -> &Natural {
        &self.powers[self.powers.len() - 1 - ply as usize]
    }

    /// The numerator of an end over the denominator of all ends.
    fn raised(&self, end: usize, number: &Natural) -> Natural {
        number * (self.missing(self.model.ply(end)) * (self.shares.missing)(end))
    }

    /// Returns what a numerator stands for over the denominator of all ends.
    pub fn probability(&self, number: Natural) -> Rational {
        exact::ratio(number, self.missing(0) * &self.shares.whole)
    }

    /// Returns the factors by which an edge that leads on, with its node's self-loops, multiplies moments: the first is over
    /// a unit more, the second over two.
    fn moments(&self, edge: usize, count: &dyn Fn(usize) -> u64) -> [Natural; 3] {
        let from = self.model.source(edge);
        let (around, mut sums) = (&self.around[from], [Natural::default(), Natural::default()]);
        for edge in self.model.stays(from) {
            let (share, counted) = (Natural::from((self.shares.of)(edge)), count(edge));
            sums[1] += &share * counted * counted;
            sums[0] += share * counted;
        }
        // Whoever stays has counted something, and begins again; then the edge itself is counted.
        let [stays, squares] = sums.map(|sum| around * sum);
        let (own, along) = (&self.unit * count(edge), self.along(edge));
        let squares = squares * &self.unit + &stays * (&stays + &own) * 2u32 + &own * &own;
        let [mean, square] = [stays + own, squares].map(|moment| &along * moment);
        [along, mean, square]
    }

    /// Returns the variance of the sum of what is counted on each edge, self-loops among them. The work can be saved.
    /// Costs about six products for each edge.
    ///
    /// # Errors
    /// As [`sweep`].
    pub fn variance(&self, count: &(dyn Fn(usize) -> u64 + Sync), job: &Job<'_>) -> Result<Rational, Error> {
        let met = |ends: &mut [Natural; 3], node: usize, moments: &[Natural; 3]| {
            for (end, moment) in ends.iter_mut().zip(moments).filter(|_| self.model.is_end(node)) {
                *end += self.raised(node, moment);
            }
        };
        let kind = Moments { of: &|edge| self.moments(edge, count) };
        let ends = sweep(self.model, SweepDirection::Forward, kind, <[Natural; 3]>::default(), &met, job)?;
        let [_, mean, square] = ends.map(|moment| self.probability(moment));
        let unit = Integer::from(self.unit.clone());
        let mean = mean / &unit;
        Ok(square / (&unit * &unit) - &mean * &mean)
    }
}

/// All but what is carried is over the denominator of all ends.
impl Frequencies for Numerators<'_> {
    type Number = Natural;

    fn carry(
        &self,
        met: ValueVisitor<'_, Tally<Natural>, Natural>,
        job: &Job<'_>,
    ) -> Result<Tally<Natural>, Error> {
        let met = |tally: &mut Tally<Natural>, node: usize, number: &Natural| {
            if !self.model.is_end(node) {
                let next = self.model.ply(node) + 1;
                met(tally, node, &(number * &self.around[node] * self.missing(next)));
            }
        };
        let products = Products { of: &|edge| self.along(edge) };
        sweep(self.model, SweepDirection::Forward, products, Tally::new(), &met, job)
    }

    fn by_value(&self, moved: Moves<'_>, job: &Job<'_>) -> Result<Tally<Natural>, Error> {
        let numbers = Products { of: &|edge| self.along(edge) };
        let end = |node| self.model.is_end(node).then_some(node as i64);
        let mut sums = Tally::<Natural>::new();
        for (end, row) in
            (ByValue { numbers, moved }).sweep(self.model, SweepDirection::Forward, &end, job)?
        {
            for (value, number) in row {
                *sums.entry(value).or_default() += self.raised(end as usize, &number);
            }
        }
        Ok(sums)
    }

    fn often(&self, edge: usize, visits: &Natural) -> Natural {
        visits * ((self.shares.missing)(self.model.target(edge)) * (self.shares.of)(edge))
    }

    fn add_times(&self, sum: &mut Natural, number: &Natural, times: u64) {
        match times {
            1 => *sum += number,
            _ => *sum += number * times,
        }
    }
}
