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
/// In a large component that is nearly acyclic, a state comes after the states that it leads to, except for few branches back. Sweeps
/// in this order almost solve the equations, so that steps need fewer of them.
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
