use super::*;
use crate::cases::{check, check_some};
use crate::{one, ratio};
use proptest::prelude::*;

fn system() -> BoxedStrategy<Linear> {
    (LEAST_LIFTED..LEAST_LIFTED + 6)
        .prop_flat_map(|size| {
            let entry = (0..size, -30i64..30, 1i64..9);
            let rows = proptest::collection::vec(proptest::collection::vec(entry, 1..5), size);
            let known = proptest::collection::vec((any::<i64>(), 1i64..1000), size);
            (rows, known).prop_map(|(rows, known)| Linear {
                rows: rows
                    .into_iter()
                    .map(|row| row.into_iter().map(|(at, a, b)| (at, ratio(a, b))).collect())
                    .collect(),
                right_side: known.into_iter().map(|(a, b)| ratio(a, b)).collect(),
            })
        })
        .boxed()
}

/// Returns systems with long coefficients. Denominators are all different, or equal in each row or in each
/// column.
fn long_system() -> BoxedStrategy<Linear> {
    let size = LEAST_LIFTED;
    let entries = proptest::collection::vec(proptest::collection::vec((any::<i128>(), 1u64..), size), size);
    let known = proptest::collection::vec((any::<i128>(), 1u64..), size);
    let alike = proptest::collection::vec(1u64.., size);
    (entries, known, alike, 0..3usize)
        .prop_map(move |(entries, known, alike, way)| {
            let entry = |row: usize, column: usize| {
                let (above, below) = entries[row][column];
                (column, ratio(above, [below, alike[row], alike[column]][way]))
            };
            Linear {
                rows: (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect(),
                right_side: known.into_iter().map(|(a, b)| ratio(a, b)).collect(),
            }
        })
        .boxed()
}

fn go(_: u64) -> Result<(), u64> {
    Ok(())
}

/// Solves a system by elimination instead of lifting.
fn eliminated(system: &Linear) -> Option<Vec<Rational>> {
    system
        .eliminated(|row| vec![system.right_side[row].clone()], &|_| Ok(()))
        .expect("no limit")
        .map(|rows| rows.concat())
}

#[test]
fn lifting_and_elimination_agree() {
    check(system(), |system| {
        if let Some(solution) = eliminated(system) {
            let lifted = Lifted::new(system, &go).expect("no limit");
            let lifted = lifted.expect("small, and singular modulo no such prime");
            assert_eq!(lifted.solve(&go), Ok(Some(solution)));
        } else {
            assert_eq!(system.solve(&go), Ok(None));
        }
    });
}

#[test]
fn lifting_and_elimination_agree_on_long_coefficients() {
    check_some(8, long_system(), |system| {
        let lifted = Lifted::new(system, &go).expect("no limit").expect("regular modulo the prime");
        assert_eq!(lifted.solve(&go), Ok(eliminated(system)));
    });
}

/// The solutions are so long that digits are joined in halves, and that the first attempts at reconstruction fail.
#[test]
fn long_solutions_are_lifted() {
    let entries = proptest::collection::vec(any::<i32>(), 20 * 20);
    let known = proptest::collection::vec((any::<i64>(), 1i64..1000), 20);
    check_some(8, (entries, known), |(entries, known)| {
        let entry = |(at, value): (usize, &i32)| (at, ratio(*value, 1));
        let rows: Vec<Vec<_>> =
            entries.chunks(20).map(|row| row.iter().enumerate().map(entry).collect()).collect();
        let system = Linear { rows, right_side: known.iter().map(|&(a, b)| ratio(a, b)).collect() };
        let lifted = Lifted::new(&system, &go).expect("no limit").expect("regular modulo the prime");
        let solution = lifted.solve(&go).expect("no limit").expect("there are enough digits");
        assert!(solution.iter().all(|value| value.denom().bits() > 300), "{solution:?}");
        for (row, known) in system.rows.iter().zip(&system.right_side) {
            let sum: Rational = row.iter().map(|(column, value)| value * &solution[*column]).sum();
            assert_eq!(&sum, known);
        }
    });
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
fn the_check_receives_the_number_of_bytes() {
    use std::cell::RefCell;
    let size = LEAST_LIFTED + 2;
    let row = |at: usize| (0..size).map(|column| (column, ratio(1 + i64::from(column == at), 1))).collect();
    let system =
        Linear { rows: (0..size).map(row).collect(), right_side: (0..size).map(|at| ratio(at, 7)).collect() };
    let bytes_seen = RefCell::new(Vec::new());
    let check = |bytes: u64| {
        bytes_seen.borrow_mut().push(bytes);
        if bytes_seen.borrow().len() < 2 { Ok(()) } else { Err(bytes) }
    };
    let lifted = Lifted::new(&system, &go).expect("no limit").expect("small and regular");
    // One word per unknown of the next digit.
    let next = 8 * size as u64;
    assert_eq!(lifted.solve(&check), Err(next));
    assert_eq!(*bytes_seen.borrow(), [next; 2]);
}

#[test]
fn numbers_beyond_64_bits_are_lifted() {
    let size = LEAST_LIFTED;
    let huge = ratio(u128::MAX, 3);
    let rows = (0..size).map(|at| vec![(at, huge.clone()), ((at + 1) % size, one())]).collect();
    let system = Linear { rows, right_side: vec![one(); size] };
    let lifted = Lifted::new(&system, &go).expect("no limit").expect("regular modulo the prime");
    assert!(lifted.words.is_none());
    let solution = lifted.solve(&go).expect("no limit").expect("there are enough digits");
    assert!(solution.iter().all(|value| *value == (&huge + one()).recip()));
}

/// With a right-hand side of thousands of bits and short coefficients, numerators are far longer than
/// denominators, or the other way round.
#[test]
fn one_side_of_a_fraction_may_be_far_longer() {
    let size = 12;
    let row =
        |at: usize| vec![(at, ratio(3, 2)), ((at + 1) % size, ratio(-1, 7)), ((at + 5) % size, ratio(-1, 5))];
    let rows: Vec<Vec<_>> = (0..size).map(row).collect();
    let long = |at: usize| Integer::from(3).pow(2000 + 7 * at as u32);
    for known in [|long: Integer| ratio(long, 5), |long: Integer| ratio(5, long)] {
        let system = Linear { rows: rows.clone(), right_side: (0..size).map(|at| known(long(at))).collect() };
        let lifted = Lifted::new(&system, &go).expect("no limit").expect("regular modulo the prime");
        let solution = lifted.solve(&go).expect("no limit").expect("there are enough digits");
        assert_eq!(Some(solution), eliminated(&system));
    }
}

#[test]
fn fractions_are_found_once_they_are_shorter_than_random_ones() {
    let modulus = Integer::from(PRIME).pow(20);
    for (above, below) in [(2, 1100), (550, 551), (1100, 3)] {
        let (numerator, denominator) = (1 - (Integer::one() << above), (Integer::one() << below) - 1);
        // Removes a common factor, if there is one.
        let (numerator, denominator) = ratio(numerator, denominator).into_raw();
        let value = &numerator * denominator.modinv(&modulus).expect("a prime that does not divide it");
        let found = fraction_of(&value.mod_floor(&modulus), &modulus);
        assert_eq!(found, Some((numerator, denominator)));
    }
    // The shortest fraction of a value without structure is as long as the modulus.
    let any = Integer::from(3).pow(769);
    assert_eq!(fraction_of(&any, &modulus), None);
    assert_eq!(fraction_of(&Integer::zero(), &modulus), Some((Integer::zero(), Integer::one())));
}

#[test]
fn a_matrix_that_is_singular_modulo_the_prime_is_not_lifted() {
    let size = LEAST_LIFTED;
    let rows = (0..size).map(|at| vec![(at, ratio(if at == 0 { PRIME } else { 1 }, 1))]).collect();
    let system = Linear { rows, right_side: vec![one(); size] };
    assert!(Lifted::new(&system, &go).expect("no limit").is_none());
    assert_eq!(system.solve(&go).expect("no limit").expect("regular")[0], ratio(1, PRIME));
}
