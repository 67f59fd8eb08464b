//! Discovery breadth first, down to a depth.

use super::super::{Error, Progress, Run, expand};
use super::{CHUNK, Discovered, LinkOf, link};
use crate::game::{Choices, Game};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::ops::Range;

/// Discovers the states of `game` that are at most `depth` events away from the start; see [`Discovered::cut`].
///
/// # Errors
/// A broken promise of the game, or a limit.
pub fn discover_to<G: Game>(game: &G, depth: u32, run: &Run<'_>) -> Result<Discovered<G>, Error> {
    let start = game.canonical(game.start());
    let mut states = vec![start.clone()];
    let mut met: HashMap<G::State, u32, RandomState> = HashMap::from_iter([(start, 0)]);
    let mut expanded: Vec<Vec<LinkOf<G>>> = Vec::new();
    let mut cut = Vec::new();
    let mut choices = Choices::default();
    let mut level = 0..1;
    let mut steps = 0;
    for away in 0.. {
        for index in level.clone() {
            let state = states[index].clone();
            if index == level.start || index % CHUNK == 0 {
                // A state is kept twice and will be in the graph, a step will be there too.
                let each = 4 * size_of::<G::State>() + size_of::<Vec<LinkOf<G>>>();
                let bytes = (states.len() * each + steps * 3 * size_of::<LinkOf<G>>()) as u64;
                run.step(Progress { layer: game.layer(&state), states: states.len() as u64, bytes })?;
            }
            expand(game, &state, &mut choices)?;
            let mut links = Vec::new();
            if away == depth && !choices.is_empty() {
                cut.push(index);
            } else {
                for choice in choices.iter() {
                    for event in choice.events {
                        let target = *met.entry(event.next.clone()).or_insert_with(|| {
                            states.push(event.next.clone());
                            (states.len() - 1) as u32
                        });
                        links.push(link(&choice, event, target));
                    }
                }
            }
            steps += links.len();
            expanded.push(links);
        }
        level = level.end..states.len();
        if level.is_empty() {
            break;
        }
    }
    Ok(renumbered(game, &states, expanded, &cut))
}

/// Numbers states by (layer, state) that were met in another order.
fn renumbered<G: Game>(
    game: &G,
    states: &[G::State],
    mut expanded: Vec<Vec<LinkOf<G>>>,
    cut: &[usize],
) -> Discovered<G> {
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_unstable_by_key(|&index| (game.layer(&states[index]), &states[index]));
    let mut numbers = vec![0; states.len()];
    let mut layers: Vec<(u32, Range<usize>)> = Vec::new();
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = number;
        let layer = game.layer(&states[index]);
        match layers.last_mut() {
            Some((last, range)) if *last == layer => range.end = number + 1,
            _ => layers.push((layer, number..number + 1)),
        }
    }
    let mut found = Discovered {
        states: order.iter().map(|&index| states[index].clone()).collect(),
        layers,
        links: Vec::new(),
        first: vec![0],
        start: numbers[0],
        cut: cut.iter().map(|&index| numbers[index]).collect(),
    };
    for index in order {
        for mut link in std::mem::take(&mut expanded[index]) {
            link.target = numbers[link.target as usize] as u32;
            found.links.push(link);
        }
        found.first.push(found.links.len());
    }
    found.cut.sort_unstable();
    found.sort_links();
    found
}
