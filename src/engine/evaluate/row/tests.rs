//! Tests: sums of rows agree with sums of maps.

use crate::evaluate::row::*;
use crate::payoff::Outcome;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Returns numbers by the scores of two seats that share `points` points; the scores lie on one line.
fn shared(numbers: &[u64], first: Points, points: Points) -> BTreeMap<Vec<Points>, u64> {
    (first..).zip(numbers).map(|(own, &number)| (vec![own, points - own], number)).collect()
}

/// The offset of all score vectors.
const OFFSET: Lane = 10;

type Plain = BTreeMap<Vec<Points>, u128>;

fn plain(row: &Row<2>, seats: Seat) -> Plain {
    row.iter().map(|(key, number)| (key.points(seats, OFFSET), number.try_into().expect("small"))).collect()
}

/// Returns the row of numbers, as a sum of one term for each number.
fn row(numbers: &BTreeMap<Vec<Points>, u64>, plans: &AdditionPlans<2>) -> Row<2> {
    let units: Vec<_> = numbers.keys().map(|score| Row::start(score, OFFSET, plans)).collect();
    let terms: Vec<_> = units
        .iter()
        .zip(numbers.values())
        .map(|(row, &number)| Term { factor: Factor::Word(number), ..row.as_term() })
        .collect();
    Row::sum(&terms, plans)
}

/// Rows, each with its rotation, the seat and the points of its shift, and its factor.
type RandomOperands = Vec<(BTreeMap<Vec<Points>, u64>, (Seat, Seat, Points), u64)>;

/// Generates fewer than `most` operands, whose shifts score `points`.
fn operands(
    seats: Seat,
    rows: impl Strategy<Value = BTreeMap<Vec<Points>, u64>>,
    points: Range<Points>,
    most: usize,
) -> impl Strategy<Value = RandomOperands> {
    prop::collection::vec((rows, (0..seats, 0..seats, points), 1u64..1 << 40), 1..most)
}

/// Checks that a sum of rotated and shifted rows is the sum of maps. All sums share their plans.
fn agrees_with_maps(seats: Seat, operands: &RandomOperands) {
    let plans = AdditionPlans::new(seats);
    let rows: Vec<_> = operands.iter().map(|(map, ..)| row(map, &plans)).collect();
    for long in [false, true] {
        for count in [1, operands.len().div_ceil(2), operands.len()] {
            let mut expected = Plain::new();
            let mut terms = Vec::new();
            for (row, (map, (turned, seat, points), factor)) in rows.iter().zip(operands).take(count) {
                for (score, &number) in map {
                    let mut score = score.clone();
                    score.rotate_right(usize::from(*turned));
                    score[usize::from(*seat)] += points;
                    *expected.entry(score).or_default() += u128::from(number) * u128::from(*factor);
                }
                terms.push(Term {
                    row,
                    rotation: *turned,
                    shift: Score::one(*seat, *points),
                    points: *points,
                    factor: if long {
                        Factor::Long([*factor].as_slice().into())
                    } else {
                        Factor::Word(*factor)
                    },
                });
            }
            let sum = Row::sum(&terms, &plans);
            assert_eq!(plain(&sum, seats), expected);
            let total: u128 = expected.values().sum();
            assert_eq!(sum.total(), Natural::from(total));
            let most = sum.iter().map(|(_, number)| number.bits()).max();
            assert_eq!(Some(u64::from(sum.bits())), most);
            assert_eq!(sum.width(), limbs::width(sum.bits()));
            let numbers = sum.number_by_number();
            let apart = numbers.chunks_exact(sum.width()).map(limbs::natural);
            assert!(apart.eq(sum.iter().map(|(_, number)| number)));
            let scores = |row: &Row<2>| row.keys().collect::<Vec<_>>();
            assert_eq!(scores(&Row::support(terms.iter().cloned(), &plans)), scores(&sum));
        }
    }
}

/// Rows that were created before the cache was cleared can be added afterwards.
#[test]
fn cleared_plans_are_computed_again() {
    let plans = AdditionPlans::new(2);
    let before = Row::start(&[1, 2], OFFSET, &plans);
    plans.fill();
    let map = shared(&[5, 7, 11], 0, 4);
    let after = row(&map, &plans);
    for _ in 0..2 {
        for (row, expected) in [
            (&before, vec![(vec![2, 2], 1)]),
            (&after, vec![(vec![1, 4], 5), (vec![2, 3], 7), (vec![3, 2], 11)]),
        ] {
            let term = Term { shift: Score::one(0, 1), points: 1, ..row.as_term() };
            assert_eq!(plain(&Row::sum(&[term], &plans), 2), expected.into_iter().collect());
        }
        plans.fill();
    }
}

proptest! {
    #[test]
    fn sums_agree_with_maps(
        operands in operands(5, prop::collection::btree_map(prop::collection::vec(0..4, 5), 1u64.., 1..6), -3..3, 30),
    ) {
        agrees_with_maps(5, &operands);
    }

    /// Rows of two seats have long lines, which a rotation reverses.
    #[test]
    fn sums_of_lines_agree_with_maps(
        operands in operands(2, (prop::collection::vec(1u64.., 1..150), 0..4, 155..159)
                    .prop_map(|(numbers, first, points)| shared(&numbers, first, points)), -3..3, 10),
    ) {
        agrees_with_maps(2, &operands);
    }

    /// Scores that share a number have the same outcome for all scores before them within the greatest lead, and also after
    /// another backward step.
    #[test]
    fn merged_numbers_have_the_same_outcome(
        operands in operands(3, prop::collection::btree_map(prop::collection::vec(0..7, 3), 1u64..9, 1..12), 0..3, 12),
        before in prop::collection::vec(0..4, 3),
    ) {
        let plans = AdditionPlans::new(3);
        let max_lead = (before.iter().max().expect("three") - before.iter().min().expect("three")) as Lane;
        let ends = |row: &Row<2>, seats: Seat| {
            let mut ends: BTreeMap<Outcome, u128> = BTreeMap::new();
            for (points, number) in plain(row, seats) {
                let all: Vec<_> = points.iter().zip(&before).map(|(own, before)| own + before).collect();
                *ends.entry(Outcome::of(&all)).or_default() += number;
            }
            ends
        };
        let whole: Vec<_> = operands.iter().map(|(map, ..)| row(map, &plans)).collect();
        // A step scores points, so the greatest lead before the step is less.
        let merged: Vec<_> = whole
            .iter()
            .zip(&operands)
            .map(|(row, (_, (.., points), _))| {
                Row::outcome_sum([row.as_term()].into_iter(), Some(max_lead + *points as Lane), &plans)
            })
            .collect();
        let sum = |rows: &[Row<2>], max_lead: Option<Lane>| {
            let terms: Vec<_> = rows
                .iter()
                .zip(&operands)
                .map(|(row, &(_, (turned, seat, points), factor))| Term {
                    row,
                    rotation: turned,
                    shift: Score::one(seat, points),
                    points,
                    factor: Factor::Word(factor),
                })
                .collect();
            Row::outcome_sum(terms.into_iter(), max_lead, &plans)
        };
        let (plain, merged) = (sum(&whole, None), sum(&merged, Some(max_lead)));
        prop_assert_eq!(ends(&merged, 3), ends(&plain, 3));
        prop_assert_eq!(merged.total(), plain.total());
        prop_assert!(merged.len() <= plain.len());
    }
}
