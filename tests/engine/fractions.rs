//! Payoffs in fractions, against plain recursion and elimination.

use chancetree::evaluate::{solve, solve_model};
use chancetree::exact::{Rational, ratio};
use chancetree::game::{Points, Seat};
use chancetree::model::{Error, Job};
use chancetree::payoff::{Payoff, PayoffTable};
use num_traits::Zero;
use proptest::prelude::*;

use super::graph;
use oracles::elimination::{places, worth};
use oracles::random::{Shape, cases, sorted, toys};
use oracles::toy::{Move, Toy, passes, stays};

/// An event pays the mover 5/6 of its points minus 1/6; an end pays sixths that depend on its number.
struct Sixths;

fn event(points: Points) -> i64 {
    i64::from(5 * points - 1)
}

fn end(state: usize, seat: usize) -> i64 {
    (3 * state + seat) as i64 % 7 - 3
}

impl Payoff<Toy> for Sixths {
    fn unit(&self) -> u32 {
        6
    }

    fn event(&self, _: &Toy, _: Move, points: Points) -> i64 {
        event(points)
    }

    fn end(&self, _: &Toy, state: &usize, seat: Seat) -> i64 {
        end(*state, seat.into())
    }
}

const SHAPE: Shape = Shape { seats: 3, states: 8, decides: false, cycles: false, heavy: false, least: -3 };

/// Returns the value of each seat at the start of a game of chance, by elimination over all places.
fn by_elimination(toy: &Toy) -> Vec<Rational> {
    let seats = usize::from(toy.seats);
    let (all, choices) = places(toy, &[]);
    let mut pays = vec![vec![Rational::zero(); seats]; all.len()];
    for (((state, mover, _), choices), pays) in all.iter().zip(&choices).zip(&mut pays) {
        match choices.first() {
            Some(steps) => {
                pays[*mover] =
                    steps.iter().map(|(share, step, _)| share * ratio(event(step.points), 6)).sum();
            }
            None => (0..seats).for_each(|seat| {
                pays[(mover + seat) % seats] = ratio(end(*state, seat), 6);
            }),
        }
    }
    let chain: Vec<Vec<_>> = choices
        .into_iter()
        .map(|choices| choices.into_iter().flatten().map(|(share, _, next)| (share, next)).collect())
        .collect();
    worth(&chain, &pays).swap_remove(0)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn chance_matches_elimination(
        toy in prop_oneof![toys(SHAPE), toys(Shape { cycles: true, ..SHAPE })],
    ) {
        let graph = graph(&toy);
        let found = solve(&graph, &Sixths, &Job::default()).expect("play ends");
        prop_assert_eq!(found.value(graph.start()), by_elimination(&toy));
    }

    /// Compares with backward induction over states, the mover's value first.
    #[test]
    fn decisions_match_backward_induction(toy in toys(Shape { decides: true, ..SHAPE })) {
        let graph = graph(&toy);
        let seats = usize::from(toy.seats);
        let found = solve(&graph, &Sixths, &Job::default()).expect("no cycles");
        let mut values: Vec<Vec<Rational>> = vec![Vec::new(); toy.states.len()];
        for state in (0..toy.states.len()).rev() {
            let choice = |events: &[(u64, Move, usize)]| {
                let total: u64 = events.iter().map(|event| event.0).sum();
                let of_seat = |seat: usize| {
                    let step = |&(weight, step, next): &(u64, Move, usize)| {
                        let later = &values[next][(seat + seats - usize::from(step.passes) % seats) % seats];
                        let now = if seat == 0 { ratio(event(step.points), 6) } else { Rational::zero() };
                        ratio(weight, total) * (now + later)
                    };
                    events.iter().map(step).sum()
                };
                (0..seats).map(of_seat).collect::<Vec<Rational>>()
            };
            let all: Vec<_> = sorted(&toy, state).iter().map(|events| choice(events)).collect();
            let first_best = |best: Vec<Rational>, next: Vec<Rational>| if next[0] > best[0] { next } else { best };
            values[state] = all
                .into_iter()
                .reduce(first_best)
                .unwrap_or_else(|| (0..seats).map(|seat| ratio(end(state, seat), 6)).collect());
        }
        for node in 0..graph.node_count() {
            prop_assert_eq!(&found.value(node), &values[*graph.state(node)]);
        }
        let table = PayoffTable::of_fractions(
            &graph,
            |label| ratio(event(label.points), 6),
            |&state, seat| ratio(end(state, seat.into()), 6),
        ).expect("small fractions");
        let by_table = solve_model(graph.model(), table, &Job::default()).expect("no cycles");
        for node in 0..graph.node_count() {
            prop_assert_eq!(&by_table.value(node), &values[*graph.state(node)]);
            prop_assert_eq!(by_table.choices(node), found.choices(node));
        }
    }
}

#[test]
fn a_common_denominator_must_fit() {
    let toy = Toy::new(1).chance(0, vec![(1, stays('a', 1), 1), (1, passes('b', 2), 1)]).end(1);
    let graph = graph(&toy);
    // Two primes just below 2^32, and one just above.
    let table = |denominators: [u64; 2]| {
        let worth = |points: Points| ratio(1, denominators[(points - 1) as usize]);
        PayoffTable::of_fractions(&graph, |label| worth(label.points), |_, _| Rational::zero())
    };
    assert_eq!(
        table([4_294_967_291, 4_294_967_279]).map(|table| table.unit()),
        Ok(18_446_743_979_220_271_189)
    );
    assert_eq!(table([1 << 63, 3]), Err(Error::PayoffOverflow));
}
