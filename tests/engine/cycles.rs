//! Cycles of chance.

use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::game::Seat;
use chancetree::model::{Error, Graph, Job, Model};
use chancetree_engine::evaluate::{
    absorption_probabilities,
    values::{ModelEdge, Neighbor, Recurrence, Slots, SweepDirection, ValueSize, sweep},
};
use proptest::prelude::*;

use super::{node, solved, whole, worth};
use oracles::toy::{Move, Toy, passes, stays};

/// Returns a walk on `0..=goal`: up with weight `up`, down with weight `down`, over at either end; reaching the goal scores.
fn ruin(goal: usize, up: u64, down: u64) -> Toy {
    (1..goal)
        .fold(Toy::new(1).end(1), |toy, place| {
            let win = stays('u', i32::from(place + 1 == goal));
            toy.chance(0, [(up, win, place + 1), (down, stays('d', 0), place - 1)])
        })
        .end(1)
        .start(1)
}

#[test]
fn a_fair_gambler_wins_in_proportion_to_the_stake() {
    // A fair walk is a martingale: the expected value at the end is the stake.
    let (graph, solution) = solved(&ruin(10, 1, 1));
    for stake in 1..10 {
        assert_eq!(solution.value(node(&graph, stake)), [ratio(stake, 10)]);
    }
}

#[test]
fn an_unfair_gambler_matches_de_moivre() {
    // With r = down / up, r^stake is a martingale, so the odds are (1 - r^stake) / (1 - r^goal).
    for (up, down) in [(2, 3), (5, 1)] {
        let (graph, solution) = solved(&ruin(8, up, down));
        let r = ratio(down, up);
        let gone = |steps| one() - r.pow(steps);
        for stake in 1..8 {
            assert_eq!(solution.value(node(&graph, stake)), [gone(stake as i32) / gone(8)]);
        }
    }
}

#[test]
fn a_fair_game_lasts_stake_times_the_rest() {
    // The square of a fair walk minus the time is a martingale, so play lasts stake * (goal - stake) on average; here in one
    // component of 31 states, with a point for every event.
    let goal = 32;
    let walk = (1..goal).fold(Toy::new(1).end(1), |toy, place| {
        toy.chance(0, [(1, stays('u', 1), place + 1), (1, stays('d', 1), place - 1)])
    });
    let (graph, solution) = solved(&walk.end(1).start(5));
    assert!(!graph.is_acyclic());
    for stake in 1..goal {
        assert_eq!(solution.value(node(&graph, stake)), [ratio(stake * (goal - stake), 1)]);
    }
}

#[test]
fn a_self_loop_is_a_geometric_series() {
    // Success with 1/4: four trials on average.
    let toy = Toy::new(1).chance(0, [(3, stays('n', 1), 0), (1, stays('y', 1), 1)]).end(1);
    assert_eq!(worth(&toy), [whole(4)]);
}

#[test]
fn the_first_to_throw_heads_wins() {
    // Seat k wins in a round with probability 2^-(k+1), and rounds without heads do not count. So the odds are
    // 2^(n-1) : ... : 2 : 1.
    for seats in 2..=6u32 {
        let toy = Toy::new(seats as Seat).chance(0, [(1, stays('H', 1), 1), (1, passes('T', 0), 0)]).end(1);
        let expected: Vec<_> =
            (0..seats).map(|seat| ratio(1u32 << (seats - 1 - seat), (1u32 << seats) - 1)).collect();
        assert_eq!(worth(&toy), expected, "{seats} seats");
    }
}

#[test]
fn a_turn_may_pass_several_seats_and_rounds() {
    // Five seats and steps of 2, 7 or 252: seats 0, 2, 4, 1, 3 throw in this order.
    for steps in [2, 7, 252] {
        let on = Move { name: 'T', passes: steps, points: 0 };
        let toy = Toy::new(5).chance(0, [(1, stays('H', 1), 1), (1, on, 0)]).end(1);
        assert_eq!(worth(&toy), [16, 2, 8, 1, 4].map(|share| ratio(share, 31)), "{steps}");
    }
}

#[test]
fn states_and_seats_cycle_together() {
    // Thirty states in a ring; the turn passes one seat on the way forward and two on the way back, and every state has an
    // exit that scores its number. Each step leaves with 1/6, so the equations of expectation have exactly one solution: it
    // suffices that the values satisfy them.
    const RING: usize = 30;
    const SEATS: usize = 3;
    let back = Move { name: 'b', passes: 2, points: 1 };
    let toy = (0..RING).fold(Toy::new(SEATS as Seat), |toy, place| {
        let out = passes('o', place as i32);
        toy.chance(
            0,
            [(2, passes('f', 0), (place + 1) % RING), (3, back, (place + RING - 1) % RING), (1, out, RING)],
        )
    });
    let (graph, solution) = solved(&toy.end(1));
    let value = |place: usize| solution.value(node(&graph, place));
    for place in 0..RING {
        let (next, before) = (value((place + 1) % RING), value((place + RING - 1) % RING));
        for seat in 0..SEATS {
            let scored = if seat == 0 { ratio(3 + place, 6) } else { zero() };
            let expected = scored
                + ratio(2, 6) * &next[(seat + SEATS - 1) % SEATS]
                + ratio(3, 6) * &before[(seat + SEATS - 2) % SEATS];
            assert_eq!(value(place)[seat], expected, "seat {seat} in {place}");
        }
    }
    // A step from a place scores (3 + place) / 6 on average, and play lasts six steps on average. By symmetry, the 30 walks that
    // begin at all places visit each place six times in total, so together they expect the sum of all 3 + place.
    let all: Rational = (0..RING).flat_map(value).sum();
    let numbers: usize = (0..RING).map(|place| 3 + place).sum();
    assert_eq!(all, ratio(numbers, 1));
}

#[test]
fn points_after_a_cycle_go_to_the_seat_that_arrives() {
    // Two cycles in a row. In the first, seats throw in turn; the seat after the one that throws heads begins the second game.
    // So seat 1 begins with probability 2/3, and seat 0 wins 2/3*1/3 + 1/3*2/3.
    let toy = Toy::new(2)
        .chance(0, [(1, passes('H', 0), 1), (1, passes('T', 0), 0)])
        .chance(1, [(1, stays('H', 1), 2), (1, passes('T', 0), 1)])
        .end(2);
    assert_eq!(worth(&toy), [ratio(4, 9), ratio(5, 9)]);
}

/// The probability of each node: an edge has its share of the weights of all edges of its source that are not self-loops.
struct Shares<'a>(&'a Model);

impl Recurrence for Shares<'_> {
    type Value = Rational;
    type Storage = Slots<Rational>;
    type Factor = Rational;

    fn boundary(&self, _: usize) -> Rational {
        one()
    }

    fn factor(&self, ModelEdge { number, .. }: ModelEdge) -> Rational {
        let node = self.0.source(number);
        assert_ne!(self.0.target(number), node, "self-loops have no factor");
        let on = self.0.edges_of(node).filter(|&edge| self.0.target(edge) != node);
        ratio(self.0.weight(number).0, on.map(|edge| self.0.weight(edge).0).sum::<u64>())
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Rational, Error> {
        Ok(terms.iter().map(|term| term.value * &term.factor).sum())
    }

    fn size(share: &Rational) -> ValueSize {
        ValueSize::of(share)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// If all cycles of a game are self-loops, a forward sweep finds the probabilities of the ends.
    #[test]
    fn forward_sweeps_skip_self_loops(
        states in prop::collection::vec((0u64..4, prop::collection::vec((1u64..5, 1usize..6), 1..4)), 1..12),
        seats in 1..4,
    ) {
        let (count, ends) = (states.len(), 6);
        let toy = states.iter().enumerate().fold(Toy::new(seats as Seat), |toy, (at, (around, on))| {
            let names = "bcdefg".chars();
            let on = on.iter().zip(names).map(|(&(weight, by), name)| (weight, passes(name, 0), at + by));
            toy.chance(0, on.chain((*around > 0).then_some((*around, stays('a', 0), at))).collect::<Vec<_>>())
        });
        let toy = (0..ends).fold(toy, |toy, _| toy.end(0));
        let (graph, job) = (Graph::of(&toy, &Job::default()).expect("finite"), Job::default());
        let tally = (Vec::new(), 0);
        let visit = |(found, visited): &mut (Vec<(u32, Rational)>, u32), node: usize, share: &Rational| {
            *visited += 1;
            if graph.is_end(node) {
                found.push((node as u32, share.clone()));
            }
        };
        let found = sweep(&graph, SweepDirection::Forward, Shares(&graph), tally, &visit, &job);
        let (mut found, visited) = found.expect("no long cycles");
        found.sort_unstable_by_key(|(node, _)| *node);
        let ends_of = absorption_probabilities(&graph, &job).expect("only chance").into_iter();
        prop_assert_eq!(found, ends_of.map(|(node, share)| (node as u32, share)).collect::<Vec<_>>());
        prop_assert!(visited as usize == graph.node_count() && visited as usize <= count + ends);
    }
}

#[test]
fn sweeps_refuse_longer_cycles_and_decisions() {
    let swept = |toy: &Toy| {
        let graph = Graph::of(toy, &Job::default()).expect("finite");
        sweep(&graph, SweepDirection::Forward, Shares(&graph), (), &|(), _, _| {}, &Job::default())
    };
    assert!(matches!(swept(&ruin(3, 1, 1)), Err(Error::Cycle(_))));
    assert_eq!(swept(&ruin(2, 1, 1)), Ok(()));
    let on = vec![(1, stays('a', 0), 1)];
    let toy = Toy::new(1).decision(0, vec![('x', on.clone()), ('y', on)]).end(0);
    assert!(matches!(swept(&toy), Err(Error::Decision(_))));
}
