//! Odds against residues modulo a prime, on boards that are too large for fractions by recursion: every state with its
//! scores is followed by itself, and a probability is a residue.

use chancetree::evaluate::bidirectional::{distribution, odds};
use chancetree::exact::Rational;
use chancetree::game::{Choices, Game, Points, Seat};
use chancetree::games::memory::{Memory, Table};
use chancetree::model::{Graph, Run};
use chancetree::payoff::Outcome;
use num_bigint::BigInt;
use std::collections::{BTreeMap, HashMap};

/// The greatest prime below 2^61, 2^61 - 1 (Mersenne).
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn plus(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

/// By Fermat's little theorem.
fn inverse(a: u64) -> u64 {
    let (mut power, mut base, mut left) = (1, a, PRIME - 2);
    while left > 0 {
        if left % 2 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        left /= 2;
    }
    power
}

fn residue(value: &Rational) -> u64 {
    let part =
        |number: &BigInt| u64::try_from(number % PRIME).expect("not negative, and smaller than the prime");
    times(part(value.numer()), inverse(part(value.denom())))
}

/// Returns what residues say: outcomes, expected points, states.
fn followed(game: &Memory, scores: &[Points]) -> (Vec<u64>, Vec<u64>, u64) {
    type Node = (Table, Seat, Vec<Points>);
    let seats = usize::from(game.seats());
    let (mut outcomes, mut expected, mut states) = (vec![0; seats + 1], vec![0; seats], 0);
    let mut layers: BTreeMap<u32, HashMap<Node, u64>> = BTreeMap::new();
    let start = game.start();
    layers.entry(game.layer(&start)).or_default().insert((start, 0, scores.to_vec()), 1);
    let mut choices = Choices::default();
    while let Some((_, layer)) = layers.pop_first() {
        states += layer.len() as u64;
        for ((state, mover, scores), share) in layer {
            choices.fill(game, &state);
            let Some(choice) = choices.iter().next() else {
                let place = match Outcome::of(&scores) {
                    Outcome::Won(seat) => usize::from(seat),
                    Outcome::Drawn => seats,
                };
                outcomes[place] = plus(outcomes[place], share);
                for (sum, &points) in expected.iter_mut().zip(&scores) {
                    *sum = plus(*sum, times(share, points.into()));
                }
                continue;
            };
            let each = times(share, inverse(choice.total));
            for event in choice.events {
                let mut scores = scores.clone();
                scores[usize::from(mover)] += game.points(event.event);
                let next = (event.next, (mover + game.passes(event.event)) % game.seats(), scores);
                let sum = layers.entry(game.layer(&event.next)).or_default().entry(next).or_default();
                *sum = plus(*sum, times(each, event.weight));
            }
        }
    }
    (outcomes, expected, states)
}

#[test]
fn residues_agree() {
    for (pairs, scores) in [
        (70, vec![0, 0]),
        (61, vec![7, 2]),
        (24, vec![0, 0, 0]),
        (20, vec![0, 5, 1]),
        (12, vec![0; 4]),
        (8, vec![0, 2, 0, 1, 1, 0]),
    ] {
        let game = Memory::new(pairs, scores.len() as Seat).expect("a board");
        let graph = Graph::of(&game, &Run::default()).expect("a graph");
        let (outcomes, expected, states) = followed(&game, &scores);
        let found = odds(&graph, &scores, &Run::default()).expect("odds");
        let of = |values: &[Rational]| values.iter().map(residue).collect::<Vec<_>>();
        assert_eq!(
            (of(&found.outcomes), of(&found.expected)),
            (outcomes, expected),
            "{pairs} pairs, {scores:?}"
        );
        assert_eq!(found.states, states);
        let whole = distribution(&graph, &scores, &Run::default()).expect("a distribution");
        assert_eq!(
            (whole.distribution.outcomes(), whole.distribution.expected()),
            (found.outcomes, found.expected)
        );
    }
}
