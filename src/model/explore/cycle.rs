//! Finds cycles inside a layer.

use crate::game::{Choices, Game};
use crate::{Error, components_of_steps, expand, order};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Returns the least state on a cycle that can be reached from some states of a layer without leaving the layer. Calls `tick`
/// for every state.
///
/// # Errors
/// If the game breaks a promise of its contract, or `tick` fails.
pub fn least_on_cycle<G: Game>(
    game: &G,
    layer: u32,
    mut states: Vec<G::State>,
    tick: &mut dyn FnMut() -> Result<(), Error>,
) -> Result<Option<G::State>, Error> {
    let mut choices = Choices::default();
    let mut targets: HashMap<G::State, Vec<G::State>, RandomState> = HashMap::default();
    while let Some(state) = states.pop() {
        if let Entry::Vacant(new) = targets.entry(state) {
            tick()?;
            expand(game, new.key(), &mut choices)?;
            let next = choices.events().iter().map(|event| event.next.clone());
            let next: Vec<_> = next.filter(|next| game.layer(next) == layer).collect();
            states.extend(next.iter().cloned());
            new.insert(next);
        }
    }
    // Numbers ascend with the states, so the least number on a cycle belongs to the least state.
    let mut sorted: Vec<(&G::State, &Vec<G::State>)> = targets.iter().collect();
    order::sort(&mut sorted, |(one, _), (other, _)| one.cmp(other));
    let number = |state: &G::State| sorted.binary_search_by(|(one, _)| (*one).cmp(state));
    let steps = sorted.iter().zip(0..).flat_map(|((_, next), from)| next.iter().map(move |to| (from, to)));
    let steps = steps.map(|(from, to)| (from, number(to).expect("each target was expanded")));
    let steps: Vec<(usize, usize)> = steps.collect();
    let (_, least) = components_of_steps(sorted.len(), steps.iter().copied());
    Ok(least.map(|least| sorted[least].0.clone()))
}
