//! The strongly connected components of a game, and the order of their states.

use crate::SparseGame;
use crate::component_equations::LEAST_STEPPED;
use chancetree_model::components_of_steps;
use chancetree_model::csr::Csr;
use std::ops::Range;

/// The greatest part of the branches of a nearly acyclic component that lead back to a state on the way from the first state.
const BACK: f64 = 0.1;

/// Returns the strongly connected components of a game, each after all components that it leads to.
///
/// In a large component that is nearly acyclic, a state comes after the states that it leads to, except for few branches back. A sweep
/// in this order almost solves the equations, so a step needs few sweeps.
pub(crate) fn components(game: &SparseGame) -> Csr {
    let states = game.state_count();
    let steps = (0..states).flat_map(|state| {
        let inside =
            game.targets[branches(game, state)].iter().filter(move |&&target| (target as usize) < states);
        inside.map(move |&target| (state, target as usize))
    });
    let found = components_of_steps(states, steps).0;
    if found.iter().all(|component| component.len() < LEAST_STEPPED) {
        return found;
    }
    let ranks = finish_ranks(game);
    let mut members = vec![0; states];
    (0..).zip(found.iter()).for_each(|(number, component)| {
        component.iter().for_each(|&state| members[state as usize] = number);
    });
    let mut ordered = Vec::with_capacity(states);
    for (number, component) in found.iter().enumerate() {
        let from = ordered.len();
        ordered.extend(component.iter().map(|&state| (number, state as usize)));
        let (mut inside, mut back) = (0, 0);
        for &state in component.iter().filter(|_| component.len() >= LEAST_STEPPED) {
            for &target in &game.targets[branches(game, state as usize)] {
                let target = target as usize;
                if target < states && members[target] == number && target != state as usize {
                    inside += 1;
                    back += u32::from(ranks[target] > ranks[state as usize]);
                }
            }
        }
        if inside > 0 && f64::from(back) <= BACK * f64::from(inside) {
            ordered[from..].sort_unstable_by_key(|&(_, state)| ranks[state]);
        }
    }
    Csr::new(found.len(), ordered.iter().copied())
}

/// Returns the rank of each state in the order in which a depth-first search leaves the states.
fn finish_ranks(game: &SparseGame) -> Vec<u32> {
    let states = game.state_count();
    let (mut ranks, mut is_visited, mut rank) = (vec![0; states], vec![false; states], 0);
    // The open states, each with its branches that are not followed yet.
    let mut open = Vec::new();
    for root in 0..states {
        if !is_visited[root] {
            is_visited[root] = true;
            open.push((root, branches(game, root)));
        }
        while let Some((state, rest)) = open.last_mut() {
            match rest.next().map(|branch| game.targets[branch] as usize) {
                Some(target) if target < states && !is_visited[target] => {
                    is_visited[target] = true;
                    open.push((target, branches(game, target)));
                }
                Some(_) => {}
                None => {
                    ranks[*state] = rank;
                    rank += 1;
                    open.pop();
                }
            }
        }
    }
    ranks
}

/// Returns the branches of all choices of a state.
fn branches(game: &SparseGame, state: usize) -> Range<usize> {
    let choices = game.choices(state as u32);
    game.branch_offsets[choices.start as usize] as usize..game.branch_offsets[choices.end as usize] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NextState, Scaled, SparseGameBuilder};
    use chancetree_exact::{Rational, one, ratio};
    use chancetree_model::Job;

    /// The number of places of each game.
    const PLACES: u32 = 400;

    /// Returns the state of a place, so that the order of the states is not the order of the places.
    fn state_of(place: u32) -> u32 {
        place * 7 % PLACES
    }

    /// Returns a game of one component. `targets` has the next places of each place with their probabilities; the places after the
    /// last are the payoffs 0 and 1.
    fn game(targets: impl Fn(u32) -> Vec<(u32, Rational)>) -> SparseGame {
        let mut builder = SparseGameBuilder::new(PLACES);
        let ends = [0, 1].map(|payoff| builder.terminal(Scaled::of_whole(payoff)));
        let mut places: Vec<u32> = (0..PLACES).collect();
        places.sort_unstable_by_key(|&place| state_of(place));
        for place in places {
            builder.state(true);
            for (target, share) in targets(place) {
                let next = match target.checked_sub(PLACES) {
                    Some(payoff) => ends[payoff as usize],
                    None => NextState::State(state_of(target)),
                };
                builder.branch(next, Scaled::of(&share));
            }
            builder.choice();
        }
        builder.finish()
    }

    /// Returns the next places on a race: one or two places on, or, seldom, to the payoff 0. After the last place, the race is won
    /// or begins again.
    fn race(place: u32) -> Vec<(u32, Rational)> {
        match place {
            _ if place == PLACES - 1 => vec![(0, ratio(1, 2)), (PLACES + 1, ratio(1, 2))],
            _ => vec![
                (place + 1, ratio(1, 2)),
                ((place + 2).min(PLACES - 1), ratio(499, 1000)),
                (PLACES, ratio(1, 1000)),
            ],
        }
    }

    /// Returns the next places of a fair walk between both payoffs.
    fn walk(place: u32) -> Vec<(u32, Rational)> {
        vec![
            (place.checked_sub(1).unwrap_or(PLACES), ratio(1, 2)),
            (if place == PLACES - 1 { PLACES + 1 } else { place + 1 }, ratio(1, 2)),
        ]
    }

    /// Returns the branches of a game between two states, as positions in its first component.
    fn moves(game: &SparseGame) -> Vec<(usize, usize)> {
        let order = components(game);
        assert_eq!(order.len(), 1);
        let mut positions = vec![0; PLACES as usize];
        order.get(0).iter().enumerate().for_each(|(position, &state)| positions[state as usize] = position);
        let inside = |state: usize| {
            let targets = game.targets[branches(game, state)].iter().map(|&target| target as usize);
            targets.filter(|&target| target < PLACES as usize)
        };
        let states = 0..PLACES as usize;
        states
            .flat_map(|state| inside(state).map(move |target| (state, target)))
            .map(|(state, target)| (positions[state], positions[target]))
            .collect()
    }

    #[test]
    fn states_follow_the_states_that_they_lead_to() {
        let moves = moves(&game(race));
        let ahead = moves.iter().filter(|(source, target)| target > source).count();
        assert!(moves.len() > 700 && ahead <= 2, "{ahead} of {} branches", moves.len());
    }

    #[test]
    fn a_component_with_many_branches_back_keeps_its_order() {
        let game = game(walk);
        let steps = (0..PLACES).flat_map(|place| {
            let inside = walk(place).into_iter().map(|(target, _)| target).filter(|&target| target < PLACES);
            inside.map(move |target| (state_of(place) as usize, state_of(target) as usize))
        });
        let mut steps: Vec<(usize, usize)> = steps.collect();
        steps.sort_by_key(|&(state, _)| state);
        let unordered = components_of_steps(PLACES as usize, steps.into_iter()).0;
        assert_eq!(components(&game).get(0), unordered.get(0));
    }

    /// The chance of reaching the last place at all follows from those of the next places. A race that gets there is won, or begins
    /// again.
    #[test]
    fn bounds_of_a_nearly_acyclic_component_contain_the_values() {
        let mut chances = vec![one(); PLACES as usize];
        for place in (0..PLACES - 1).rev() {
            let next = race(place).into_iter().filter(|&(target, _)| target < PLACES);
            chances[place as usize] = next.map(|(target, share)| share * &chances[target as usize]).sum();
        }
        let last = one() / (ratio(2, 1) - &chances[0]);
        let found = game(race).bounds(None, 1e-12, &Job::default()).expect("bounds");
        let of = |bound: f64| Rational::from_float(bound).expect("finite");
        for (place, chance) in (0..PLACES).zip(chances) {
            let (value, bounds) = (chance * &last, &found.values[state_of(place) as usize]);
            assert!(of(bounds.lower) <= value && value <= of(bounds.upper), "{place}: {value} in {bounds}");
            assert!(bounds.width() <= 1e-12, "{place}: {bounds}");
        }
    }
}
