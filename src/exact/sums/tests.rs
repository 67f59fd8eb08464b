use super::*;
use crate::cases::{check_some, words};
use crate::{Natural, limbs};
use proptest::prelude::*;

/// Maps random words to limbs that often continue carries.
fn limb(word: u64) -> u64 {
    match word % 7 {
        0 => u64::MAX,
        1 => 0,
        2 => 1,
        3 => u64::MAX << 32,
        _ => word,
    }
}

/// Returns tables of numbers with `width` limbs.
fn table(width: usize) -> BoxedStrategy<(usize, Vec<u64>)> {
    let table = move |len: usize| {
        let limbs = move |words: Vec<u64>| (len, words.into_iter().map(limb).collect());
        words(len * width..len * width + 1).prop_map(limbs)
    };
    (1usize..150).prop_flat_map(table).boxed()
}

fn number(limbs: &[u64], len: usize, place: usize) -> Natural {
    limbs::natural(&limbs.iter().skip(place).step_by(len).copied().collect::<Vec<_>>())
}

/// Returns the places of some numbers of a table, and their number.
fn places(kind: u8, len: usize, listed: &mut Vec<u32>) -> (Places<'_>, usize) {
    match kind {
        0 => (Places::Ascending((len / 5) as u32), len - len / 5),
        1 => (Places::Descending((len - 1 - len / 7) as u32), len - len / 7),
        _ => {
            let place = |at: usize| if at % 5 == 3 { NO_PLACE } else { (at * 31 % len) as u32 };
            listed.extend((0..len).map(place));
            (Places::List(listed), len)
        }
    }
}

#[test]
fn sums_agree_with_big_numbers() {
    let parts = prop::collection::vec(
        ((1usize..6).prop_flat_map(table), 0u8..3, prop_oneof![0u64..1 << 29, 0u64..1 << 61]),
        0..=MAX_SUMMANDS,
    );
    check_some(80, (parts, 0usize..20), |&(ref parts, at)| {
        let mut lists = vec![Vec::new(); parts.len()];
        let (mut from, mut count) = (Vec::new(), 150);
        for (((len, limbs), kind, by), list) in parts.iter().zip(&mut lists) {
            let (places, own) = places(*kind, *len, list);
            count = count.min(own);
            from.push(Summand { limbs, len: *len, places, by: *by });
        }
        let len = at + count + 3;
        let mut room = vec![3; 9];
        let mut into = vec![7; 7 * len];
        sum(SumTarget { table: &mut into, len, at, count }, &from, &mut room);
        for along in 0..count {
            let product =
                |from: &Summand<'_>| Some(number(from.limbs, from.len, from.places.place(along)?) * from.by);
            let expected: Natural = from.iter().filter_map(product).sum();
            assert_eq!(number(&into, len, at + along), expected);
        }
        for place in (0..at).chain(at + count..len) {
            assert!(into.iter().skip(place).step_by(len).all(|&limb| limb == 7));
        }
        // The scalar code gives the same result.
        let mut again = vec![7; 7 * len];
        sum_on(Arch::Scalar, SumTarget { table: &mut again, len, at, count }, &from, &mut room);
        assert_eq!(again, into);
    });
}

/// The number that overflows is in the first group of lanes, in another group, or in the incomplete group.
#[test]
fn an_overflow_of_one_number_is_detected() {
    let count = 3 * LANES + 1;
    for outgrown in [None, Some(0), Some(LANES), Some(count - 1)] {
        let mut limbs = vec![1; count];
        outgrown.into_iter().for_each(|place: usize| limbs[place] = u64::MAX);
        let summand = Summand { limbs: &limbs, len: count, places: Places::Ascending(0), by: 3 };
        let mut table = vec![0; count];
        let target = SumTarget { table: &mut table, len: count, at: 0, count };
        let add = || sum(target, &[summand], &mut Vec::new());
        assert_eq!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(add)).is_err(), outgrown.is_some());
    }
}

fn into(table: &mut [u64], from: &[Summand<'_>]) {
    sum(SumTarget { table, len: 1, at: 0, count: 1 }, from, &mut Vec::new());
}

fn one(limbs: &[u64], by: u64) -> Summand<'_> {
    Summand { limbs, len: 1, places: Places::Ascending(0), by }
}

#[test]
#[should_panic(expected = "exceeds the width")]
fn a_lost_carry_panics() {
    into(&mut [0], &[one(&[u64::MAX], 1), one(&[1], 1)]);
}

#[test]
#[should_panic(expected = "exceeds the width")]
fn a_lost_carry_of_a_long_factor_panics() {
    into(&mut [0], &[one(&[1 << 32], 1 << 32)]);
}

#[test]
#[should_panic(expected = "wider than its sum")]
fn a_wide_summand_is_refused() {
    into(&mut [0], &[one(&[1, 0], 1)]);
}

#[test]
#[should_panic(expected = "less than a limb")]
fn factors_that_outgrow_a_limb_are_refused() {
    into(&mut [0; 3], &[one(&[1], u64::MAX), one(&[1], 1)]);
}
