//! Stable sorts that are compiled once for all types of items, and B-trees that are built without a sort.
//!
//! A sort compiled for each type of state, label and node would take a twentieth of the program. These functions are slower. Use
//! them for short lists, and for lists that are sorted once in long work.

use rayon::prelude::*;
use std::cmp::Ordering;

/// Returns the places from 0 to `len - 1` in the order of `compare`, which compares the items at two places. Places of equal
/// items are in ascending order.
pub fn places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    sort_places(&mut order, compare);
    order
}

/// Sorts places in the order of `compare`, which compares the items at two places. Places of equal items keep their order.
pub(crate) fn sort_places(places: &mut [u32], compare: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|&a, &b| compare(a as usize, b as usize));
}

/// Returns [`places`], sorted by all threads.
fn places_shared(len: usize, compare: &(dyn Fn(usize, usize) -> Ordering + Sync)) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.par_sort_unstable_by(|&a, &b| compare(a as usize, b as usize).then(a.cmp(&b)));
    order
}

/// Sorts a list. Equal items keep their order.
pub fn sort<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = places(list.len(), &|a, b| compare(&list[a], &list[b]));
    arrange(list, order);
}

/// Sorts indices. As fast as the sort of the standard library, which would be compiled in each crate that calls it.
pub fn sort_indices(list: &mut [usize]) {
    list.sort_unstable();
}

/// Sorts a list and removes repeated items.
pub fn sort_unique<T: Ord>(list: &mut Vec<T>) {
    sort(list, T::cmp);
    list.dedup();
}

/// Sorts pairs by key, and merges pairs with equal keys: `add` adds the second value to the first one. Compiles to less code than
/// a map for each type of key.
///
/// ```
/// use chancetree_model::order::merge_by_key;
///
/// let mut counts = vec![("two", 1), ("one", 1), ("two", 3)];
/// merge_by_key(&mut counts, |sum, more| *sum += *more);
/// assert_eq!(counts, [("one", 1), ("two", 4)]);
/// ```
pub fn merge_by_key<K: Ord, V>(pairs: &mut Vec<(K, V)>, mut add: impl FnMut(&mut V, &mut V)) {
    sort(pairs, |one, other| one.0.cmp(&other.0));
    pairs.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        if is_same {
            add(&mut first.1, &mut next.1);
        }
        is_same
    });
}

/// Collects items into a `BTreeMap` or a `BTreeSet`. Unlike `collect`, which sorts the items first and so compiles a sort for each type
/// of item, it inserts the items one by one. Use it for trees that are not built often.
///
/// ```
/// use chancetree_model::order::inserted;
/// use std::collections::BTreeMap;
///
/// let names: BTreeMap<u8, &str> = inserted([(2, "two"), (1, "one"), (2, "deux")]);
/// assert_eq!(names, BTreeMap::from([(1, "one"), (2, "deux")]));
/// ```
pub fn inserted<T: Default + Extend<I>, I>(items: impl IntoIterator<Item = I>) -> T {
    let mut tree = T::default();
    tree.extend(items);
    tree
}

/// Sorts a list by numbers. Items with equal numbers keep their order. Faster than [`sort`], because all comparisons are of
/// numbers.
pub fn sort_by_number<T>(list: &mut [T], number: impl Fn(&T) -> u32) {
    arrange(list, places_of_numbers(list.iter().map(number).collect()));
}

/// Returns the places of `numbers`, in ascending order of the numbers.
fn places_of_numbers(numbers: Vec<u32>) -> Vec<u32> {
    let mut order: Vec<u64> =
        (0..).zip(numbers).map(|(place, number)| u64::from(number) << 32 | place).collect();
    order.sort_unstable();
    order.into_iter().map(|number| number as u32).collect()
}

/// Sorts a long list that may be sorted already, on all threads if it is `shared`. Equal items keep their order.
pub fn sort_long<T: Sync>(list: &mut [T], shared: bool, compare: impl Fn(&T, &T) -> Ordering + Sync) {
    if list.is_sorted_by(|one, other| compare(one, other).is_le()) {
        return;
    }
    let by_place = |a: usize, b: usize| compare(&list[a], &list[b]);
    let order = if shared { places_shared(list.len(), &by_place) } else { places(list.len(), &by_place) };
    arrange(list, order);
}

/// Moves the item at place `order[i]` to place `i`, for each `i`.
fn arrange<T>(list: &mut [T], mut order: Vec<u32>) {
    for start in 0..list.len() {
        // Follows one cycle of the permutation.
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
    use super::{sort, sort_by_number, sort_long, sort_unique};

    #[test]
    fn lists_are_sorted() {
        for length in 0..40 {
            let mut list: Vec<String> = (0..length).map(|place| (place * 29 % 37).to_string()).collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(String::len);
            sort(&mut list, |one, other| one.len().cmp(&other.len()));
            assert_eq!(list, sorted, "equal items keep their order");
            sorted.sort();
            sort_long(&mut list, length % 2 == 0, Ord::cmp);
            assert_eq!(list, sorted);
            list.extend_from_slice(&sorted);
            sorted.dedup();
            sort_unique(&mut list);
            assert_eq!(list, sorted);
        }
    }

    #[test]
    fn lists_are_sorted_by_number() {
        for length in 0..40 {
            let mut list: Vec<(u32, String)> =
                (0..length).map(|place| (place * 29 % 41, place.to_string())).collect();
            let mut sorted = list.clone();
            sorted.sort_by_key(|&(number, _)| number % 7);
            sort_by_number(&mut list, |&(number, _)| number % 7);
            assert_eq!(list, sorted, "items with equal numbers keep their order");
        }
    }
}
