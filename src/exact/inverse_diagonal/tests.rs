use super::*;
use crate::cases::{check, check_some};
use crate::{one, zero};
use proptest::prelude::*;
use std::cell::RefCell;

fn go(_: u64) -> Result<(), u64> {
    Ok(())
}

/// Returns systems with a nonzero diagonal and some other entries. Some of the systems are singular.
fn system() -> BoxedStrategy<Linear> {
    (1..12usize)
        .prop_flat_map(|size| {
            let entry = (0..size, -30i64..30, 1i64..9);
            let rows = proptest::collection::vec(proptest::collection::vec(entry, 0..5), size);
            rows.prop_map(|rows| {
                let row = |(at, row): (usize, Vec<(usize, i64, i64)>)| {
                    let more = row.into_iter().map(|(at, a, b)| (at, ratio(a, b)));
                    std::iter::once((at, one())).chain(more).collect()
                };
                Linear { rows: rows.into_iter().enumerate().map(row).collect(), right_side: Vec::new() }
            })
        })
        .boxed()
}

#[test]
fn minors_and_elimination_agree() {
    check(system(), |system| {
        let inverse = system.inverse(&go).expect("no limit");
        let diagonal = inverse.map(|inverse| -> Vec<Rational> {
            (0..inverse.len()).map(|at| inverse[at][at].clone()).collect()
        });
        // If no pivot is 0, the inverse is not needed.
        let found = SparseElimination::new(system).diagonal(&go).expect("no limit");
        assert!(found.is_none() || found == diagonal);
        assert_eq!(system.diagonal(&go), Ok(diagonal));
    });
}

/// Long and negative numbers.
#[test]
fn minors_may_have_any_length() {
    check_some(8, proptest::collection::vec((any::<i64>(), 1u8..), 8 * 8), |entries| {
        let entry = |(at, (a, b)): (usize, &(i64, u8))| (at, ratio(*a, *b));
        let rows: Vec<Vec<_>> =
            entries.chunks(8).map(|row| row.iter().enumerate().map(entry).collect()).collect();
        let system = Linear { rows, right_side: Vec::new() };
        let inverse = system.inverse(&go).expect("no limit").expect("regular");
        let diagonal = SparseElimination::new(&system)
            .diagonal(&go)
            .expect("no limit")
            .expect("regular modulo the primes");
        assert!(diagonal.iter().enumerate().all(|(at, value)| *value == inverse[at][at]));
    });
}

#[test]
fn a_ring_is_eliminated_along_its_entries() {
    let size = 40;
    let row = |at: usize| vec![(at, one()), ((at + 1) % size, ratio(-1, 2))];
    let system = Linear { rows: (0..size).map(row).collect(), right_side: Vec::new() };
    let sparse = SparseElimination::new(&system);
    assert!(sparse.steps.iter().all(|step| step.right.len() < 2 && step.below.len() < 2));
    // A factor of 3 for each column, and two more bits.
    assert_eq!(sparse.enough_bits(), Natural::from(3u32).pow(40).bits() + 2);
    let power = Integer::from(1u64 << size);
    assert_eq!(sparse.diagonal(&go), Ok(Some(vec![ratio(power.clone(), power - 1); size])));
}

#[test]
fn zeros_on_the_diagonal_need_the_inverse() {
    // A cyclic shift by one; its inverse shifts back.
    let row = |at: usize| vec![((at + 1) % 6, one())];
    let system = Linear { rows: (0..6).map(row).collect(), right_side: Vec::new() };
    assert_eq!(SparseElimination::new(&system).diagonal(&go), Ok(None));
    assert_eq!(system.diagonal(&go), Ok(Some(vec![zero(); 6])));
}

#[test]
fn the_check_receives_the_number_of_bytes() {
    let row = |at: usize| vec![(at, ratio(1u64 << 40, 3)), ((at + 1) % 8, one())];
    let system = Linear { rows: (0..8).map(row).collect(), right_side: Vec::new() };
    let bytes_seen = RefCell::new(Vec::new());
    let check = |bytes: u64| {
        bytes_seen.borrow_mut().push(bytes);
        if bytes_seen.borrow().len() < 40 { Ok(()) } else { Err(bytes) }
    };
    // One word per entry, once; then each pivot checks the limit twice for every prime.
    assert_eq!(SparseElimination::new(&system).diagonal(&check), Err(0));
    let bytes_seen = bytes_seen.into_inner();
    assert_eq!(bytes_seen[0], 8 * 8 * 8);
    assert!(bytes_seen[1..].iter().all(|&bytes| bytes == 0));
}
