//! Exploring breadth first, down to a depth.

use crate::explore::layers::ExploredLayers;
use crate::explore::{CHUNK, ExpandedState, Layer, MAX_STEPS, StateSearch, label_of};
use crate::game::{Choices, Game};
use crate::{Error, Graph, Job, LayerMap, Stop, expand, seats};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

/// Explores the states of `game` that are at most `depth` events away from the start, breadth first. States at that depth
/// are not expanded, even if play continues.
pub(crate) fn to_depth<G: Game>(game: &G, depth: u32, job: &Job<'_>) -> Result<Graph<G>, Error> {
    seats(game)?;
    let (search, mut found) = (StateSearch::new(game, job, false), ExploredLayers::new());
    let mut layers = LayerMap::new();
    let start = game.canonical(game.start());
    let mut visited: HashMap<G::State, u32, RandomState> = HashMap::from_iter([(start.clone(), 0)]);
    let mut level = vec![start];
    let (mut away, mut done, mut steps) = (0, 0, 0);
    let mut choices = Choices::default();
    while !level.is_empty() {
        let mut next = Vec::new();
        for (place, state) in level.into_iter().enumerate() {
            let layer = game.layer(&state);
            if place % CHUNK == 0 {
                search.next_number.store(visited.len() as u32, Relaxed);
                search.step(layer)?;
            }
            expand(game, &state, &mut choices)?;
            let here = layers.entry(layer, Layer::new);
            let begin = here.steps.len() as u32;
            if away == depth && !choices.is_empty() {
                here.cut.push(done);
            } else {
                steps += choices.events().len();
                if steps as u64 > MAX_STEPS {
                    return Err(Error::Stop(Stop::TooManySteps { limit: MAX_STEPS, layer }));
                }
                for (action, event) in choices.take_events() {
                    let new = visited.len() as u32;
                    let label = label_of(game, &state, action, &event);
                    let target = *visited.entry(event.next.clone()).or_insert(new);
                    if target == new {
                        next.push(event.next);
                    }
                    here.steps.push(found.links.step(label, event.weight, target));
                }
            }
            here.open.push(ExpandedState { state, number: done, steps: begin..here.steps.len() as u32 });
            done += 1;
        }
        (level, away) = (next, away + 1);
    }
    search.next_number.store(done, Relaxed);
    drop(visited);
    while let Some((layer, open)) = layers.pop_first() {
        found.add(&search, layer, open);
    }
    found.finish(&search, job)
}
