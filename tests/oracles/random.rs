//! Random small games, and their results by recursion and by elimination, independent of the engine.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::FileFailurePersistence;

use super::toy::{Move, Toy};
use chancetree::game::{Points, Seat};

/// Returns a configuration with `usual` cases; `tests/random` multiplies their number and changes the seed.
pub fn cases(usual: u32) -> ProptestConfig {
    let times = std::env::var("CHANCETREE_TIMES").map_or(1, |times| times.parse().expect("a whole number"));
    // A failing case is kept beside the source and tried first in later runs.
    let beside = FileFailurePersistence::WithSource("proptest-regressions");
    ProptestConfig {
        failure_persistence: Some(Box::new(beside)),
        ..ProptestConfig::with_cases(usual * times)
    }
}

/// The shape of a random game.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub seats: Seat,
    pub states: usize,
    /// Whether movers decide.
    pub decides: bool,
    /// Whether play may return to a state within a layer; such layers have no scores.
    pub cycles: bool,
    /// Whether some weights take most of 64 bits.
    pub heavy: bool,
    /// The least points of an event; may be negative.
    pub least: Points,
}

#[derive(Clone, Debug)]
struct Raw {
    weight: u64,
    passes: Seat,
    points: Points,
    target: Index,
}

fn raw(shape: Shape) -> impl Strategy<Value = Raw> {
    let heavy = if shape.heavy { 1 } else { 0 };
    let weight = prop_oneof![8 => 1u64..7, heavy => (1u64 << 40)..(1u64 << 60)];
    (weight, 0..=shape.seats, shape.least..=3, any::<Index>())
        .prop_map(|(weight, passes, points, target)| Raw { weight, passes, points, target })
}

/// Generates games that end if all players take their first choices: the first event of a state's first choice leads to a state
/// with a greater number. States are numbered by ascending layers; some layers have several states.
pub fn toys(shape: Shape) -> impl Strategy<Value = Toy> {
    let choices = if shape.decides { 1..=3 } else { 1..=1 };
    let choice = prop::collection::vec(raw(shape), 1..=3);
    let state = (0u32..=1, prop::bool::weighted(0.1), any::<bool>(), prop::collection::vec(choice, choices));
    let states = prop::collection::vec(state, 2..=shape.states);
    (1..=shape.seats, any::<bool>(), states).prop_map(move |(seats, ranked, states)| {
        let mut toy = Toy { ranked, ..Toy::new(seats) };
        let count = states.len();
        let layers: Vec<u32> = states
            .iter()
            .scan(0, |layer, state| {
                *layer += state.0;
                Some(*layer)
            })
            .collect();
        for (at, (_, over, backwards, choices)) in states.into_iter().enumerate() {
            let mut written: Vec<_> = Vec::new();
            for (number, events) in choices.into_iter().enumerate() {
                let events = events.into_iter().enumerate().map(|(first, raw)| {
                    let back = shape.cycles && (number, first) != (0, 0);
                    let least =
                        if back { layers.partition_point(|&layer| layer < layers[at]) } else { at + 1 };
                    let target = least + raw.target.index((count - least).max(1));
                    let inside = layers.get(target) == Some(&layers[at]);
                    let points = if shape.cycles && inside { 0 } else { raw.points };
                    (raw.weight, Move { name: ['u', 'v', 'w'][first], passes: raw.passes, points }, target)
                });
                let events: Vec<_> = events.collect();
                let letter = ['a', 'b', 'c'][number];
                written.push((shape.decides.then_some(letter), events));
            }
            if backwards {
                written.reverse();
            }
            if (over && at > 0) || at + 1 == count {
                written.clear();
            }
            toy.states.push((layers[at], written));
        }
        toy
    })
}

/// Generates games of chance without cycles, with multiplicities: the arrangements of a state are the sum over its events
/// of the multiplicity times the arrangements of the next state.
pub fn counting(shape: Shape) -> impl Strategy<Value = Toy> {
    let toys = toys(Shape { decides: false, cycles: false, heavy: false, ..shape });
    (toys, prop::collection::vec(1u64..5, shape.states)).prop_map(|(mut toy, hidden)| {
        let mut arrangements = hidden;
        for state in (0..toy.states.len()).rev() {
            let Some((_, events)) = toy.states[state].1.first_mut() else {
                toy.hidden.push((state, arrangements[state]));
                continue;
            };
            for (weight, step, target) in events.iter_mut() {
                toy.multiplicities.push((state, step.name, *weight));
                *weight *= arrangements[*target];
            }
            arrangements[state] = total(events);
        }
        toy
    })
}

fn share(weight: u64, total: u64) -> BigRational {
    BigRational::new(weight.into(), total.into())
}

fn total(events: &[(u64, Move, usize)]) -> u64 {
    events.iter().map(|event| event.0).sum()
}

fn points(points: Points) -> BigRational {
    BigRational::from_integer(points.into())
}

fn after(toy: &Toy, mover: usize, step: Move) -> usize {
    (mover + usize::from(step.passes)) % usize::from(toy.seats)
}

/// State, mover and scores.
pub type Place = (usize, usize, Vec<Points>);

/// The results of a game of chance without cycles, by a walk along every history.
#[derive(Debug, Default)]
pub struct Walk {
    /// P(final scores).
    pub joint: BTreeMap<Vec<Points>, BigRational>,
    /// P(place occurs).
    pub reach: BTreeMap<Place, BigRational>,
    pub transitions: BTreeSet<(Place, usize)>,
    pub ends: BTreeSet<Place>,
    pub nodes: u64,
    pub leaves: u64,
}

impl Walk {
    pub fn from(toy: &Toy, start: Place) -> Self {
        let mut walk = Self::default();
        walk.descend(toy, start, &BigRational::one());
        walk
    }

    fn descend(&mut self, toy: &Toy, place: Place, probability: &BigRational) {
        self.nodes += 1;
        *self.reach.entry(place.clone()).or_default() += probability;
        let (state, mover, scores) = place.clone();
        let Some((_, events)) = toy.states[state].1.first() else {
            self.leaves += 1;

            *self.joint.entry(scores).or_default() += probability;
            self.ends.insert(place);
            return;
        };
        for (number, &(weight, step, target)) in events.iter().enumerate() {
            self.transitions.insert((place.clone(), number));
            let mut scores = scores.clone();
            scores[mover] += step.points;
            let probability = probability * share(weight, total(events));
            self.descend(toy, (target, after(toy, mover, step), scores), &probability);
        }
    }
}

/// Returns the states that play can reach by any decisions.
pub fn reachable(toy: &Toy) -> BTreeSet<usize> {
    let mut visited = BTreeSet::from([0]);
    let mut frontier = vec![0];
    while let Some(state) = frontier.pop() {
        for (_, events) in &toy.states[state].1 {
            frontier.extend(events.iter().map(|event| event.2).filter(|&target| visited.insert(target)));
        }
    }
    visited
}

/// Returns `true` if play can come back to `state`.
pub fn comes_back(toy: &Toy, state: usize) -> bool {
    let mut visited = BTreeSet::new();
    let mut frontier = vec![state];
    while let Some(here) = frontier.pop() {
        for (_, events) in &toy.states[here].1 {
            frontier.extend(events.iter().map(|event| event.2).filter(|&target| visited.insert(target)));
        }
    }
    visited.contains(&state)
}

/// Returns the choices of a state in ascending order of actions.
pub fn sorted(toy: &Toy, state: usize) -> Vec<&[(u64, Move, usize)]> {
    let mut choices: Vec<_> = toy.states[state].1.iter().collect();
    choices.sort_by_key(|choice| choice.0);
    choices.into_iter().map(|choice| &choice.1[..]).collect()
}

/// Returns the value of `events` for each seat, the mover first, from the `values` of all targets.
pub fn worth(toy: &Toy, events: &[(u64, Move, usize)], values: &[Vec<BigRational>]) -> Vec<BigRational> {
    let seats = usize::from(toy.seats);
    let mut worth = vec![BigRational::zero(); seats];
    for &(weight, step, target) in events {
        let share = share(weight, total(events));
        worth[0] += &share * points(step.points);
        for (seat, value) in values[target].iter().enumerate() {
            worth[after(toy, seat, step)] += &share * value;
        }
    }
    worth
}

/// Returns the expected points of each seat from each state on, the mover first, under `policy`, by elimination. The unknowns
/// are pairs of a state and a mover; seats are fixed, as for an observer. A state from which the policy never ends has the
/// value 0.
pub fn by_elimination(toy: &Toy, policy: &[usize]) -> Vec<Vec<BigRational>> {
    let seats = usize::from(toy.seats);
    let chosen: Vec<&[_]> =
        (0..toy.states.len()).map(|at| sorted(toy, at).get(policy[at]).copied().unwrap_or(&[])).collect();
    let mut ends: Vec<bool> = chosen.iter().map(|events| events.is_empty()).collect();
    for _ in 0..chosen.len() {
        for (state, events) in chosen.iter().enumerate() {
            ends[state] |= events.iter().any(|event| ends[event.2]);
        }
    }
    let size = chosen.len() * seats;
    // Right-hand sides: one column for each seat.
    let mut rows = vec![vec![BigRational::zero(); size + seats]; size];
    for (state, events) in chosen.iter().enumerate() {
        for mover in 0..seats {
            let row = &mut rows[state * seats + mover];
            row[state * seats + mover] += BigRational::one();
            for &(weight, step, target) in events.iter().filter(|_| ends[state]) {
                let share = share(weight, total(events));
                row[size + mover] += &share * points(step.points);
                row[target * seats + after(toy, mover, step)] -= share;
            }
        }
    }
    for pivot in 0..size {
        let row = (pivot..size).find(|&row| !rows[row][pivot].is_zero()).expect("every state left ends");
        rows.swap(pivot, row);
        let lead = rows[pivot].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != pivot && !row[pivot].is_zero() {
                let factor = &row[pivot] / &lead[pivot];
                for (value, lead) in row.iter_mut().zip(&lead).skip(pivot) {
                    *value -= &factor * lead;
                }
            }
        }
    }
    let value =
        |state: usize, seat: usize| &rows[state * seats][size + seat] / &rows[state * seats][state * seats];
    (0..chosen.len()).map(|state| (0..seats).map(|seat| value(state, seat)).collect()).collect()
}

/// Returns every policy that takes any choice in the states of `among` and the first choice elsewhere.
pub fn policies(toy: &Toy, among: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut policies = vec![vec![0; toy.states.len()]];
    for &state in among {
        let choices = toy.states[state].1.len().max(1);
        policies = (0..choices)
            .flat_map(|choice| {
                policies.iter().map(move |policy| {
                    let mut policy = policy.clone();
                    policy[state] = choice;
                    policy
                })
            })
            .collect();
    }
    policies
}
