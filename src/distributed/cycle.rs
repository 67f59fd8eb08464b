//! Cycles inside a layer, sought from where they are suspected.

use crate::model::{Error, components_of_steps};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The least place on a cycle that some places lead to by `inside`, the steps that stay in the layer.
pub(crate) fn least_on_cycle<P: Clone + Ord>(
    mut places: Vec<P>,
    mut inside: impl FnMut(&P) -> Result<Vec<P>, Error>,
) -> Result<Option<P>, Error> {
    let mut met = BTreeMap::new();
    while let Some(place) = places.pop() {
        if let Entry::Vacant(fresh) = met.entry(place) {
            let next = inside(fresh.key())?;
            places.extend(next.iter().cloned());
            fresh.insert(next);
        }
    }
    // Numbered in ascending order, so that the least number is the least of them.
    let numbers: BTreeMap<&P, usize> = met.keys().zip(0..).collect();
    let steps = met.values().zip(0..).flat_map(|(next, from)| next.iter().map(move |to| (from, to)));
    let steps: Vec<(usize, usize)> = steps.map(|(from, to)| (from, numbers[to])).collect();
    let (_, least) = components_of_steps(met.len(), steps.iter().copied());
    Ok(least.and_then(|least| met.into_keys().nth(least)))
}
