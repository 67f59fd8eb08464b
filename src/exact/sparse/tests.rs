use super::*;
use crate::Linear;
use crate::cases::check_some;
use proptest::prelude::*;
use std::convert::Infallible;

fn go(_: u64) -> Result<(), Infallible> {
    Ok(())
}

/// A block is a list of rows: the weights of random targets, the weight of leaving, and the right-hand side.
type Block = Vec<(Vec<(usize, i64)>, i64, i64)>;

/// Returns systems of probabilities under which every block is left from each of its rows.
fn system() -> BoxedStrategy<SparseSystem<i64>> {
    let row = (prop::collection::vec((0usize..1000, 1i64..50), 0..6), 1i64..9, -9i64..90);
    let blocks = prop::collection::vec(prop::collection::vec(row, 1..40), 1..6);
    blocks.prop_map(|blocks| whole(&blocks)).boxed()
}

fn whole(blocks: &[Block]) -> SparseSystem<i64> {
    let mut system = SparseSystem { blocks: vec![0], offsets: vec![0], ..SparseSystem::default() };
    for block in blocks {
        let first = system.diagonal.len();
        let end = first + block.len();
        for (at, (targets, leave, known)) in block.iter().enumerate() {
            let mut entries = std::collections::BTreeMap::new();
            for &(target, weight) in targets {
                *entries.entry((target % end) as u32).or_insert(0) += weight;
            }
            system.diagonal.push(leave + targets.iter().map(|(_, weight)| weight).sum::<i64>());
            if let Some(own) = entries.remove(&((first + at) as u32)) {
                system.diagonal[first + at] -= own;
            }
            system.columns.extend(entries.keys());
            system.coefficients.extend(entries.values());
            system.offsets.push(system.columns.len());
            system.right_side.push(*known);
        }
        system.blocks.push(end as u32);
    }
    system
}

/// Returns the solution by the dense solver.
fn dense(system: &SparseSystem<i64>) -> Vec<Rational> {
    let whole = |value: i64| ratio(value, 1);
    let rows = (0..system.diagonal.len()).map(|row| {
        let places = system.offsets[row]..system.offsets[row + 1];
        let entries = places.map(|at| (system.columns[at] as usize, whole(-system.coefficients[at])));
        entries.chain([(row, whole(system.diagonal[row]))]).collect()
    });
    let linear =
        Linear { rows: rows.collect(), right_side: system.right_side.iter().copied().map(whole).collect() };
    linear.solve(&go).expect("no limit").expect("one solution")
}

#[test]
fn the_sparse_and_the_dense_solver_agree() {
    check_some(100, system(), |system| {
        let expected = dense(system);
        let long = |numbers: &[i64]| numbers.iter().map(|&number| Integer::from(number)).collect();
        let in_integers = SparseSystem::<Integer> {
            blocks: system.blocks.clone(),
            offsets: system.offsets.clone(),
            columns: system.columns.clone(),
            coefficients: long(&system.coefficients),
            diagonal: long(&system.diagonal),
            right_side: long(&system.right_side),
        };
        for solution in [system.solve(&go), in_integers.solve(&go)] {
            let solution = solution.expect("no limit").expect("one solution");
            let doubles = solution.doubles();
            for (unknown, expected) in expected.iter().enumerate() {
                assert_eq!(&solution.value(unknown), expected);
                let nearest = crate::double(expected);
                assert!((doubles[unknown] - nearest).abs() <= nearest.abs().max(1.0) * 2f64.powi(-50));
            }
        }
    });
}

/// The weights are chosen so that none of the first four combinations has the denominator 17 of the unknowns.
#[test]
fn unlucky_combinations_do_not_repeat() {
    let parts = |code: i64| [0, 1, 2, 3, 4].map(|at| code / 17i64.pow(at) % 17);
    let lacks = |seed| move |code: &i64| combination(&parts(*code), seed) % 17 == 0;
    let unlucky = (1..17i64.pow(5)).filter(lacks(0)).filter(lacks(1)).filter(lacks(2)).find(lacks(3));
    let numerators = parts(unlucky.expect("four equations have a solution in five unknowns"));
    let system = whole(&numerators.map(|numerator| vec![(vec![], 17, numerator)]));
    let solution = system.solve(&go).expect("no limit").expect("one solution");
    for (unknown, numerator) in numerators.into_iter().enumerate() {
        assert_eq!(solution.value(unknown), ratio(numerator, 17));
    }
}

/// The pivots of a star are its leaves, and its long row is changed in place. A full matrix is factorised as a dense one.
#[test]
fn stars_and_full_matrices_are_factorised() {
    let size = 120;
    let star = (0..size).map(|at| match at {
        0 => ((0..size).map(|leaf| (leaf, 1)).collect(), 1, 0),
        _ => (vec![(0, 3), (at * 7 % size, 2)], 1, at as i64),
    });
    let full =
        (0..size).map(|at| ((0..size).map(|to| (to, 1 + (at * to % 5) as i64)).collect(), 1, at as i64 % 3));
    for system in [whole(&[star.collect()]), whole(&[full.collect()])] {
        let solution = system.solve(&go).expect("no limit").expect("one solution");
        for (unknown, expected) in dense(&system).iter().enumerate() {
            assert_eq!(&solution.value(unknown), expected);
        }
    }
}

#[test]
fn a_zero_pivot_has_no_solution() {
    let mut system = whole(&[vec![(vec![(0, 1)], 1, 1)]]);
    system.diagonal[0] = 0;
    assert!(system.solve(&go).expect("no limit").is_none());
}

#[test]
fn the_check_stops_the_work() {
    let system = whole(&[vec![(vec![(1, 1)], 1, 1), (vec![(0, 1)], 1, 1)]]);
    assert_eq!(system.solve(&|bytes| Err::<(), u64>(bytes)).err(), Some(0));
}
