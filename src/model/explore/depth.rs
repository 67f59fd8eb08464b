//! Discovery breadth first, down to a depth.

use crate::explore::{CHUNK, Discovered, Hidden, Linking, MOST_STEPS, Marked, Step, kinds, marked};
use crate::game::{Choices, Game};
use crate::{Error, Progress, Run, expand, order, seats};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::ops::Range;

/// Discovers the states of `game` that are at most `depth` events away from the start, breadth first. States at that
/// depth in which play goes on are not expanded; see [`Discovered::cut`].
///
/// # Errors
/// If the game breaks a promise of its contract, or a limit of `run` is passed.
pub fn discover_to<G: Game>(game: &G, depth: u32, run: &Run<'_>) -> Result<Discovered<G>, Error> {
    seats(game)?;
    let start = game.canonical(game.start());
    let mut states = vec![start.clone()];
    let mut met: HashMap<G::State, u32, RandomState> = HashMap::from_iter([(start, 0)]);
    let mut found: Found<G> = Found { links: Linking::new(), steps: Vec::new(), first: vec![0] };
    let mut cut = Vec::new();
    let mut choices = Choices::default();
    let mut level = 0..1;
    for away in 0.. {
        for index in level.clone() {
            let state = states[index].clone();
            if index == level.start || index % CHUNK == 0 {
                // A state is kept twice and will be in the graph, a step will be there too.
                let each = 4 * size_of::<G::State>() + size_of::<usize>();
                let bytes = (states.len() * each + found.steps.len() * 2 * size_of::<Step>()) as u64;
                run.step(Progress { layer: game.layer(&state), states: states.len() as u64, bytes })?;
            }
            expand(game, &state, &mut choices)?;
            if away == depth && !choices.is_empty() {
                cut.push(index);
            } else {
                for choice in choices.iter() {
                    for event in choice.events {
                        let target = *met.entry(event.next.clone()).or_insert_with(|| {
                            states.push(event.next.clone());
                            (states.len() - 1) as u32
                        });
                        let label = marked(game, &state, &choice, event);
                        let step = found.links.step(label, event.weight, target);
                        found.steps.push(step);
                    }
                }
            }
            found.first.push(found.steps.len());
        }
        level = level.end..states.len();
        if level.is_empty() {
            break;
        }
    }
    drop(met);
    renumbered(game, &states, found, &cut, run)
}

/// The steps of the states in the order in which they were met.
struct Found<G: Game> {
    links: Linking<Marked<G>>,
    steps: Vec<Step>,
    /// The place at which the steps of each state begin; one more entry than states.
    first: Vec<usize>,
}

/// Numbers states by (layer, state) that were met in another order.
fn renumbered<G: Game>(
    game: &G,
    states: &[G::State],
    found: Found<G>,
    cut: &[usize],
    run: &Run<'_>,
) -> Result<Discovered<G>, Error> {
    let Found { mut links, steps, first } = found;
    let layer = game.layer(&states[0]);
    if steps.len() as u64 > MOST_STEPS {
        return Err(Error::TooManySteps { limit: MOST_STEPS, layer });
    }
    let key = |index: usize| (game.layer(&states[index]), &states[index]);
    let order = order::places(states.len(), &|a, b| key(a).cmp(&key(b)));
    let order: Vec<usize> = order.into_iter().map(|index| index as usize).collect();
    let mut numbers = vec![0; states.len()];
    let mut layers: Vec<(u32, Range<usize>)> = Vec::new();
    for (number, &index) in order.iter().enumerate() {
        numbers[index] = number as u32;
        let layer = game.layer(&states[index]);
        match layers.last_mut() {
            Some((last, range)) if *last == layer => range.end = number + 1,
            _ => layers.push((layer, number..number + 1)),
        }
        links.state(&steps[first[index]..first[index + 1]]);
    }
    let mut hidden = Hidden::default();
    let is_end = |&index: &usize| first[index] == first[index + 1] && cut.binary_search(&index).is_err();
    for (number, &index) in order.iter().enumerate().filter(|(_, index)| is_end(index)) {
        hidden.end(game, &states[index], number);
    }
    let mut cut: Vec<usize> = cut.iter().map(|&index| numbers[index] as usize).collect();
    cut.sort_unstable();
    let bytes = links.bytes() + (states.len() * 2 * size_of::<G::State>()) as u64;
    let progress = Progress { layer, states: states.len() as u64, bytes };
    let (links, labels) = links.finish(&numbers, |labels| kinds(game, labels), &|| run.step(progress))?;
    let labels = labels.into_iter().map(|(label, _)| label).collect();
    Ok(Discovered {
        seats: game.seats(),
        states: order.iter().map(|&index| states[index].clone()).collect(),
        layers,
        links,
        labels,
        hidden,
        start: numbers[0] as usize,
        cut,
    })
}
