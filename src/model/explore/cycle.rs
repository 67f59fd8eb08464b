//! Finds cycles inside a layer.

use crate::game::{Choices, Game};
use crate::{Error, components_of_steps, expand};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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
    let mut targets: BTreeMap<G::State, Vec<G::State>> = BTreeMap::new();
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
    let numbers: BTreeMap<&G::State, usize> = targets.keys().zip(0..).collect();
    let steps = targets.values().zip(0..).flat_map(|(next, from)| next.iter().map(move |to| (from, to)));
    let steps: Vec<(usize, usize)> = steps.map(|(from, to)| (from, numbers[to])).collect();
    let (_, least) = components_of_steps(targets.len(), steps.iter().copied());
    Ok(least.and_then(|least| targets.into_keys().nth(least)))
}
