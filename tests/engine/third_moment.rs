//! A new kind of value takes one file: the third moment of the points of all seats, which a sweep computes, stops and resumes
//! like any other value. The oracle is the joint distribution.

use chancetree::evaluate::distributions;
use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Job, Model};
use chancetree_engine::evaluate::values::{
    ModelEdge, Neighbor, Recurrence, Slots, SweepDirection, ValueSize, sweep,
};
use oracles::board::graph;
use oracles::random::{Shape, cases, toys};
use proptest::prelude::*;

use super::test_store::resumed;

/// The recurrence of E(X^0), E(X), E(X^2), E(X^3), where X is the number of points still to come for all seats together.
struct FourMoments<'a>(&'a Model);

impl Recurrence for FourMoments<'_> {
    type Value = [Rational; 4];
    type Storage = Slots<[Rational; 4]>;
    /// The probability of an edge, and its points.
    type Factor = (Rational, Rational);

    fn boundary(&self, _: usize) -> [Rational; 4] {
        [one(), zero(), zero(), zero()]
    }

    fn factor(&self, edge: ModelEdge) -> (Rational, Rational) {
        let (weight, total) = self.0.weight(edge.number);
        (ratio(weight, total), ratio(self.0.edge_kind(edge.number).points, 1))
    }

    /// (g + X)^3 = g^3 + 3 g^2 X + 3 g X^2 + X^3, and so on.
    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<[Rational; 4], Error> {
        let mut sum = <[Rational; 4]>::default();
        for Neighbor { value: [all, first, second, third], factor: (share, points), .. } in terms {
            let [twice, thrice] = [2, 3].map(|times| ratio(times, 1) * points);
            sum[0] += share * all;
            sum[1] += share * (first + points * all);
            sum[2] += share * (second + &twice * first + points * points * all);
            sum[3] += share
                * (third + &thrice * second + &thrice * points * first + points * points * points * all);
        }
        Ok(sum)
    }

    fn size(moments: &[Rational; 4]) -> ValueSize {
        ValueSize::of(moments)
    }
}

/// Returns the moments at the start of a model.
fn moments(model: &Model, job: &Job<'_>) -> Result<[Rational; 4], Error> {
    let visit = |found: &mut [Rational; 4], node: usize, moments: &[Rational; 4]| {
        if node == model.start() {
            found.clone_from(moments);
        }
    };
    sweep(model, SweepDirection::Backward, FourMoments(model), Default::default(), &visit, job)
}

/// Returns the same moments, from the joint distribution.
fn from_distribution(model: &Model) -> [Rational; 4] {
    let found = distributions(model, &[model.start()], &Job::default()).expect("only chance");
    let mut moments = <[Rational; 4]>::default();
    for (points, share) in found[0].iter() {
        let sum: i64 = points.iter().map(|&points| i64::from(points)).sum();
        for (power, moment) in moments.iter_mut().enumerate() {
            *moment += ratio(sum.pow(power as u32), 1) * &share;
        }
    }
    moments
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_new_kind_of_value_agrees_and_resumes(
        toy in toys(Shape { seats: 3, states: 8, decides: false, cycles: false, heavy: false, least: -3 }),
    ) {
        let graph = graph(&toy);
        let rounds = graph.by_ply().len();
        prop_assert_eq!(resumed(rounds, |job| moments(&graph, job)), from_distribution(&graph));
    }
}

#[test]
fn all_pairs_are_taken_in_the_end() {
    let board = graph(&Memory::new(6, 3).expect("a board"));
    assert_eq!(moments(&board, &Job::default()), Ok([1, 6, 36, 216].map(|moment| ratio(moment, 1))));
}
