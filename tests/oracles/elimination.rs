//! A solver that uses only fractions: it lists every place of a game, merges only identical places, and applies Gaussian
//! elimination to all places at once.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::random::Place;
use super::toy::{Move, Toy};
use chancetree::game::Points;

/// A step: its probability, its event, and its target place.
pub type Step = (BigRational, Move, usize);

/// Returns all places that play can reach, the start first, and the choices at each place in ascending order of actions.
/// With empty `scores`, no scores are kept.
pub fn places(toy: &Toy, scores: &[Points]) -> (Vec<Place>, Vec<Vec<Vec<Step>>>) {
    let (mut places, mut choices) = (vec![(toy.start, 0, scores.to_vec())], Vec::new());
    while choices.len() < places.len() {
        let (state, mover, scores) = places[choices.len()].clone();
        let mut step = |&(weight, step, target): &(u64, Move, usize), total: u64| {
            let mut scores = scores.clone();
            scores.iter_mut().skip(mover).take(1).for_each(|score| *score += step.points);
            let next = (target, (mover + usize::from(step.passes)) % usize::from(toy.seats), scores);
            let place = places.iter().position(|place| *place == next).unwrap_or(places.len());
            places.extend((place == places.len()).then_some(next));
            (BigRational::new(weight.into(), total.into()), step, place)
        };
        let mut all: Vec<_> = toy.states[state].1.iter().collect();
        all.sort_by_key(|choice| choice.0);
        let all = all.into_iter().map(|(_, events)| {
            let total = events.iter().map(|event| event.0).sum();
            events.iter().map(|event| step(event, total)).collect()
        });
        choices.push(all.collect());
    }
    (places, choices)
}

/// Returns the values of each place, one for each of its payoffs: the payoff plus the expected payoffs that follow. Play must
/// end.
pub fn worth(chain: &[Vec<(BigRational, usize)>], pays: &[Vec<BigRational>]) -> Vec<Vec<BigRational>> {
    let size = chain.len();
    let mut rows: Vec<Vec<BigRational>> = vec![vec![BigRational::zero(); size]; size];
    for (place, steps) in chain.iter().enumerate() {
        rows[place][place] += BigRational::one();
        steps.iter().for_each(|(share, next)| rows[place][*next] -= share);
        rows[place].extend_from_slice(&pays[place]);
    }
    for pivot in 0..size {
        let found = (pivot..size).find(|&row| !rows[row][pivot].is_zero()).expect("play ends");
        rows.swap(pivot, found);
        let lead = rows[pivot][pivot].clone();
        rows[pivot].iter_mut().skip(pivot).for_each(|value| *value /= &lead);
        let lead = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, row)| *at != pivot && !row[pivot].is_zero())
        {
            let factor = row[pivot].clone();
            for (value, lead) in row.iter_mut().zip(&lead).skip(pivot).filter(|(_, lead)| !lead.is_zero()) {
                *value -= &factor * lead;
            }
        }
    }
    rows.into_iter().map(|mut row| row.split_off(size)).collect()
}

/// Returns the expected number of visits to every place of a chain that begins at the first place, and the probability that
/// play ever reaches the place.
pub fn visits(chain: &[Vec<(BigRational, usize)>]) -> Vec<(BigRational, BigRational)> {
    let one = |place: usize| {
        (0..chain.len())
            .map(move |other| if other == place { BigRational::one() } else { BigRational::zero() })
    };
    let all: Vec<Vec<_>> = (0..chain.len()).map(|place| one(place).collect()).collect();
    let found = worth(chain, &all);
    (0..chain.len()).map(|place| (found[0][place].clone(), &found[0][place] / &found[place][place])).collect()
}
