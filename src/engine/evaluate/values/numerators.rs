//! Probabilities as whole numbers over implicit denominators, for models that may have self-loops.

use super::{ByValue, Moments, Products, SweepDirection, Tally, ValueChange, ValueVisitor, sweep};
use crate::evaluate::series::EdgeNumerators;
use crate::evaluate::storage::Stored;
use crate::exact::{self, Integer, Natural, Rational};
use crate::model::{Error, Job, Model};
use std::iter;

/// Returns the change of a value along an edge.
pub type ValueChanges<'a> = &'a (dyn Fn(usize) -> ValueChange + Sync);

/// Computes expected visits of nodes and edges, for models that may have self-loops.
pub trait Frequencies {
    /// An expected number of visits.
    type Number: Stored + Default;

    /// Computes the expected visits of each node by a forward [`sweep`] with a tally. `visit` is called for each node that is not
    /// an end. Cost: one product for each edge.
    ///
    /// # Errors
    /// As [`sweep`].
    fn visits(
        &self,
        visit: ValueVisitor<'_, Tally<Self::Number>, Self::Number>,
        job: &Job<'_>,
    ) -> Result<Tally<Self::Number>, Error>;

    /// Computes the numbers at the ends by a value of the game, which self-loops do not change. Cost: one product for each value
    /// and edge.
    ///
    /// # Errors
    /// As [`sweep`].
    fn by_value(&self, changes: ValueChanges<'_>, job: &Job<'_>) -> Result<Tally<Self::Number>, Error>;

    /// Returns the expected number of times that an edge is taken, given the expected visits of its source.
    fn edge_visits(&self, edge: usize, visits: &Self::Number) -> Self::Number;

    /// Adds a multiple of expected visits to a sum.
    fn add_multiple(&self, sum: &mut Self::Number, visits: &Self::Number, times: u64);
}

/// The numerators of the reach probabilities of the nodes of a model.
///
/// The denominator of a node is a power of a unit, whose exponent is the ply, times the second factor of the denominator in
/// [`EdgeNumerators`]. The unit is a common multiple of one number for each node: the `denominator` of `EdgeNumerators` minus
/// the numerators of the node's self-loops.
pub struct Numerators<'a> {
    model: &'a Model,
    shares: EdgeNumerators<'a>,
    unit: Natural,
    /// For each node, the unit divided by the `denominator` minus the numerators of the self-loops. It is the numerator of the
    /// expected visits once the node is reached.
    stay_visits: Vec<Natural>,
    /// The powers of the unit, by exponent, up to the last ply.
    powers: Vec<Natural>,
}

impl<'a> Numerators<'a> {
    /// Creates the numerators of a model whose edges have these shares. Linear in nodes.
    ///
    /// # Errors
    /// If a state has no event other than self-loops.
    ///
    /// # Panics
    /// If the shares of a node's self-loops add up to more than the denominator.
    pub fn new(model: &'a Model, shares: EdgeNumerators<'a>) -> Result<Self, Error> {
        let stays = |node| {
            model.self_loops(node).map(|edge| Natural::from((shares.numerator)(edge))).sum::<Natural>()
        };
        let mut stay_visits: Vec<_> =
            (0..model.node_count()).map(|node| &shares.denominator - stays(node)).collect();
        if let Some(node) = stay_visits.iter().position(|leaves| leaves.bits() == 0) {
            return Err(Error::NeverEnds(model.name(node)));
        }
        let one = Natural::from(1u32);
        let unit = stay_visits.iter().fold(one.clone(), |unit, leaves| exact::lcm(&unit, leaves));
        stay_visits.iter_mut().for_each(|leaves| *leaves = &unit / &*leaves);
        let powers = iter::successors(Some(one), |power| Some(power * &unit));
        let plies = model.plies().iter().max().map_or(1, |&last| 1 + last as usize);
        Ok(Self { model, powers: powers.take(plies).collect(), shares, unit, stay_visits })
    }

    /// Returns the factor of an edge that is not a self-loop.
    fn edge_factor(&self, edge: usize) -> Natural {
        let from = self.model.source(edge);
        let plies = self.model.ply(self.model.target(edge)) - self.model.ply(from);
        &self.stay_visits[from] * &self.powers[plies as usize - 1] * (self.shares.numerator)(edge)
    }

    /// Returns the quotient of the power of the unit at the last ply and the power at a ply.
    fn missing(&self, ply: u32) -> &Natural {
        &self.powers[self.powers.len() - 1 - ply as usize]
    }

    /// Returns the numerator of an end, extended to the common denominator of all ends.
    fn at_ends(&self, end: usize, number: &Natural) -> Natural {
        number * (self.missing(self.model.ply(end)) * (self.shares.factor_to_end)(end))
    }

    /// Returns the probability of a numerator over the common denominator of all ends.
    pub fn probability(&self, number: Natural) -> Rational {
        exact::ratio(number, self.missing(0) * &self.shares.end_factor)
    }

    /// Returns the factors by which an edge, with the self-loops of its source, multiplies moments. The factor of the first
    /// moment has one more unit in its denominator, the factor of the second moment two.
    fn moments(&self, edge: usize, count: &dyn Fn(usize) -> u64) -> [Natural; 3] {
        let from = self.model.source(edge);
        let (stay_visits, mut sums) = (&self.stay_visits[from], [Natural::default(), Natural::default()]);
        for edge in self.model.self_loops(from) {
            let (share, counted) = (Natural::from((self.shares.numerator)(edge)), count(edge));
            sums[1] += &share * counted * counted;
            sums[0] += share * counted;
        }
        // Each self-loop adds its count and returns to the node. Then the edge itself is counted.
        let [stays, squares] = sums.map(|sum| stay_visits * sum);
        let (own, along) = (&self.unit * count(edge), self.edge_factor(edge));
        let squares = squares * &self.unit + &stays * (&stays + &own) * 2u32 + &own * &own;
        let [mean, square] = [stays + own, squares].map(|moment| &along * moment);
        [along, mean, square]
    }

    /// Returns the variance of the sum of a count over all edges that are taken, including self-loops. The work can be saved.
    /// Cost: about six products for each edge.
    ///
    /// # Errors
    /// As [`sweep`].
    pub fn variance(&self, count: &(dyn Fn(usize) -> u64 + Sync), job: &Job<'_>) -> Result<Rational, Error> {
        let visit = |ends: &mut [Natural; 3], node: usize, moments: &[Natural; 3]| {
            for (end, moment) in ends.iter_mut().zip(moments).filter(|_| self.model.is_end(node)) {
                *end += self.at_ends(node, moment);
            }
        };
        let kind = Moments { of: &|edge| self.moments(edge, count) };
        let ends = sweep(self.model, SweepDirection::Forward, kind, <[Natural; 3]>::default(), &visit, job)?;
        let [_, mean, square] = ends.map(|moment| self.probability(moment));
        let unit = Integer::from(self.unit.clone());
        let mean = mean / &unit;
        Ok(square / (&unit * &unit) - &mean * &mean)
    }
}

/// All results are numerators over the common denominator of all ends.
impl Frequencies for Numerators<'_> {
    type Number = Natural;

    fn visits(
        &self,
        visit: ValueVisitor<'_, Tally<Natural>, Natural>,
        job: &Job<'_>,
    ) -> Result<Tally<Natural>, Error> {
        let visit = |tally: &mut Tally<Natural>, node: usize, number: &Natural| {
            if !self.model.is_end(node) {
                let next = self.model.ply(node) + 1;
                visit(tally, node, &(number * &self.stay_visits[node] * self.missing(next)));
            }
        };
        let products = Products { of: &|edge| self.edge_factor(edge) };
        sweep(self.model, SweepDirection::Forward, products, Tally::new(), &visit, job)
    }

    fn by_value(&self, changes: ValueChanges<'_>, job: &Job<'_>) -> Result<Tally<Natural>, Error> {
        let numbers = Products { of: &|edge| self.edge_factor(edge) };
        let end = |node| self.model.is_end(node).then_some(node as i64);
        let mut sums = Tally::<Natural>::new();
        for (end, row) in
            (ByValue { numbers, changes }).sweep(self.model, SweepDirection::Forward, &end, job)?
        {
            for (value, number) in row {
                *sums.entry(value).or_default() += self.at_ends(end as usize, &number);
            }
        }
        Ok(sums)
    }

    fn edge_visits(&self, edge: usize, visits: &Natural) -> Natural {
        visits * ((self.shares.factor_to_end)(self.model.target(edge)) * (self.shares.numerator)(edge))
    }

    fn add_multiple(&self, sum: &mut Natural, number: &Natural, times: u64) {
        match times {
            1 => *sum += number,
            _ => *sum += number * times,
        }
    }
}
