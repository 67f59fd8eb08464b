use super::super::{one, ratio};
use super::*;
use proptest::prelude::*;

fn system() -> impl Strategy<Value = Linear> {
    (LEAST_LIFTED..LEAST_LIFTED + 6).prop_flat_map(|size| {
        let entry = (0..size, -30i64..30, 1i64..9);
        let rows = proptest::collection::vec(proptest::collection::vec(entry, 1..5), size);
        let known = proptest::collection::vec((any::<i64>(), 1i64..1000), size);
        (rows, known).prop_map(|(rows, known)| Linear {
            rows: rows
                .into_iter()
                .map(|row| row.into_iter().map(|(at, a, b)| (at, ratio(a, b))).collect())
                .collect(),
            known: known.into_iter().map(|(a, b)| ratio(a, b)).collect(),
        })
    })
}

fn go(_: u64) -> Result<(), ()> {
    Ok(())
}

proptest! {
    #[test]
    fn lifting_and_eliminating_agree(system in system()) {
        let inverse = system.inverse(&go).expect("no limit");
        if let Some(solution) = inverse.map(|inverse| system.apply(&inverse)) {
            let lifted = Lifted::new(&system, &go).expect("no limit");
            let lifted = lifted.expect("small, and singular modulo no such prime");
            prop_assert_eq!(lifted.solve(&go), Ok(Some(solution)));
        } else {
            prop_assert_eq!(system.solve(&go), Ok(None));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// So long that digits are joined in halves, and far beyond the first time that they are read.
    #[test]
    fn long_solutions_are_found_by_digits(
        entries in proptest::collection::vec(any::<i32>(), 20 * 20),
        known in proptest::collection::vec((any::<i64>(), 1i64..1000), 20),
    ) {
        let entry = |(at, value): (usize, &i32)| (at, ratio(*value, 1));
        let rows: Vec<Vec<_>> = entries.chunks(20).map(|row| row.iter().enumerate().map(entry).collect()).collect();
        let system = Linear { rows, known: known.into_iter().map(|(a, b)| ratio(a, b)).collect() };
        let lifted = Lifted::new(&system, &go).expect("no limit").expect("regular modulo the prime");
        let solution = lifted.solve(&go).expect("no limit").expect("there are digits enough");
        prop_assert!(solution.iter().all(|value| value.denom().bits() > 300), "{solution:?}");
        for (row, known) in system.rows.iter().zip(&system.known) {
            let sum: Rational = row.iter().map(|(column, value)| value * &solution[*column]).sum();
            prop_assert_eq!(&sum, known);
        }
    }
}

#[test]
fn sums_of_products_may_have_any_number_of_terms() {
    for step in [1, 2, 4, 64] {
        let largest = (PRIME - 1) / step * step;
        let terms: Vec<(usize, u64)> = (0..500).map(|at| (at, largest - at as u64 % 3 * step)).collect();
        let values: Vec<u64> = (0..500).map(|at| PRIME - 1 - at % 7).collect();
        let sum: Natural = terms.iter().map(|&(at, factor)| Natural::from(factor) * values[at]).sum();
        assert_eq!(Natural::from(dot(5 * step, &terms, &values)), (sum + 5 * step) % PRIME);
    }
}

#[test]
fn whoever_limits_the_work_hears_of_its_bytes() {
    use std::cell::RefCell;
    let size = LEAST_LIFTED + 2;
    let row = |at: usize| (0..size).map(|column| (column, ratio(1 + i64::from(column == at), 1))).collect();
    let system =
        Linear { rows: (0..size).map(row).collect(), known: (0..size).map(|at| ratio(at, 7)).collect() };
    let heard = RefCell::new(Vec::new());
    let look = |bytes: u64| {
        heard.borrow_mut().push(bytes);
        if bytes < 64 { Ok(()) } else { Err(bytes) }
    };
    let lifted = Lifted::new(&system, &go).expect("no limit").expect("small and regular");
    // A word for each unknown and digit.
    assert_eq!(lifted.solve(&look), Err(64));
    assert_eq!(*heard.borrow(), [0, 64]);
}

#[test]
fn what_is_too_large_for_words_is_eliminated() {
    let size = LEAST_LIFTED;
    let huge = ratio(u128::MAX, 3);
    let rows = (0..size).map(|at| vec![(at, huge.clone()), ((at + 1) % size, one())]).collect();
    let system = Linear { rows, known: vec![one(); size] };
    assert!(Lifted::new(&system, &go).expect("no limit").is_none());
    let solution = system.solve(&go).expect("no limit").expect("it is regular");
    assert!(solution.iter().all(|value| *value == (&huge + one()).recip()));
}

#[test]
fn a_singular_prime_is_no_singular_matrix() {
    let size = LEAST_LIFTED;
    let rows = (0..size).map(|at| vec![(at, ratio(if at == 0 { PRIME } else { 1 }, 1))]).collect();
    let system = Linear { rows, known: vec![one(); size] };
    assert!(Lifted::new(&system, &go).expect("no limit").is_none());
    assert_eq!(system.solve(&go).expect("no limit").expect("regular")[0], ratio(1, PRIME));
}
