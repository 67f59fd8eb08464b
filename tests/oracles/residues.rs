//! Memory followed state by state with its scores; a probability is a residue modulo a prime.

use std::collections::{BTreeMap, HashMap};

use chancetree::exact::Rational;
use chancetree::game::{Choices, Game, Points, Seat};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::payoff::Outcome;
use num_bigint::BigInt;

/// The greatest prime below 2^61, 2^61 - 1 (Mersenne).
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn plus(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

/// Returns the inverse, by Fermat's little theorem.
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

/// Returns the residue of a fraction that is not negative.
pub fn residue(value: &Rational) -> u64 {
    let part =
        |number: &BigInt| u64::try_from(number % PRIME).expect("not negative, and smaller than the prime");
    times(part(value.numer()), inverse(part(value.denom())))
}

/// Returns the residues of the outcomes and of the expected points, and the number of states.
pub fn followed(game: &Memory, scores: &[Points]) -> (Vec<u64>, Vec<u64>, u64) {
    type Node = (PairCounts, Seat, Vec<Points>);
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
                    *sum = plus(*sum, times(share, points.unsigned_abs().into()));
                }
                continue;
            };
            let each = times(share, inverse(choice.total));
            for event in choice.events {
                let mut scores = scores.clone();
                scores[usize::from(mover)] += event.points;
                let next = (event.next, (mover + event.turn_offset) % game.seats(), scores);
                let sum = layers.entry(game.layer(&event.next)).or_default().entry(next).or_default();
                *sum = plus(*sum, times(each, event.weight));
            }
        }
    }
    (outcomes, expected, states)
}
