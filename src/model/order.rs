//! Order among things of many types, with one sort for all of them.
//!
//! A sort of its own for each type of state, label and node is a twentieth of the program. What is sorted here is short,
//! or sorted once in a long work; what is equal keeps its order.

use rayon::prelude::*;
use std::cmp::Ordering;

/// Returns the places below `len` in the order of what is there, as `compare` has it; of places with what is equal, the
/// lower first.
pub fn places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_unstable_by(|&a, &b| compare(a as usize, b as usize).then(a.cmp(&b)));
    order
}

/// The same, found by all threads.
fn places_shared(len: usize, compare: &(dyn Fn(usize, usize) -> Ordering + Sync)) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.par_sort_unstable_by(|&a, &b| compare(a as usize, b as usize).then(a.cmp(&b)));
    order
}

/// Sorts a list; what is equal keeps its order.
pub fn sort<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = places(list.len(), &|a, b| compare(&list[a], &list[b]));
    arrange(list, order);
}

/// Sorts a long list that may be in order, on all threads if it is to be `shared`.
pub fn sort_long<T: Sync>(list: &mut [T], shared: bool, compare: impl Fn(&T, &T) -> Ordering + Sync) {
    if list.is_sorted_by(|one, other| compare(one, other).is_le()) {
        return;
    }
    let by_place = |a: usize, b: usize| compare(&list[a], &list[b]);
    let order = if shared { places_shared(list.len(), &by_place) } else { places(list.len(), &by_place) };
    arrange(list, order);
}

/// Puts to each place of a list what is at the place that `order` has for it.
fn arrange<T>(list: &mut [T], mut order: Vec<u32>) {
    for start in 0..list.len() {
        // The item that belongs here comes from there, and the one from here goes there, until the first is home.
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_long};

    #[test]
    fn lists_are_sorted() {
        for length in 0..40 {
            let mut list: Vec<String> = (0..length).map(|place| (place * 29 % 37).to_string()).collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(String::len);
            sort(&mut list, |one, other| one.len().cmp(&other.len()));
            assert_eq!(list, sorted, "what is equal keeps its order");
            sorted.sort();
            sort_long(&mut list, length % 2 == 0, Ord::cmp);
            assert_eq!(list, sorted);
        }
    }
}
