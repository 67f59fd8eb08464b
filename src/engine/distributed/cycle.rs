//! Cycles inside a layer, sought from where they are suspected.

use crate::model::{Error, least_of_steps};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;

/// The least place on a cycle that some `places`, all different, lead to by `inside`, the steps that stay in the layer.
pub(crate) fn least_on_cycle<P: Clone + Ord + Hash>(
    mut places: Vec<P>,
    mut inside: impl FnMut(&P) -> Result<Vec<P>, Error>,
) -> Result<Option<P>, Error> {
    let mut numbers: HashMap<P, usize, RandomState> = places.iter().cloned().zip(0..).collect();
    let mut steps = Vec::new();
    let mut at = 0;
    while at < places.len() {
        for next in inside(&places[at])? {
            let number = *numbers.entry(next.clone()).or_insert(places.len());
            if number == places.len() {
                places.push(next);
            }
            steps.push((at, number));
        }
        at += 1;
    }
    // Numbered in the order of the places, so that the least number is the least of them.
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_unstable_by(|&a, &b| places[a].cmp(&places[b]));
    let mut rank = vec![0; places.len()];
    order.iter().enumerate().for_each(|(least, &place)| rank[place] = least);
    let steps: Vec<(usize, usize)> = steps.into_iter().map(|(from, to)| (rank[from], rank[to])).collect();
    Ok(least_of_steps(places.len(), &steps).map(|least| places.swap_remove(order[least])))
}
