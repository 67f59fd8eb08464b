//! Approximate odds against exact odds: errors stay within the reported bounds, and the bounds are small.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use chancetree::game::{Points, Seat};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Error, Job};
use chancetree_engine::evaluate::{ApproximateOdds, BoundedValue, approximate, forward};

use super::progress::Recorder;
use oracles::random::{Shape, cases, counting, toys};
use oracles::toy::{Toy, pass, score};

/// Returns `true` if the exact number is within the bounds, compared as fractions without rounding.
fn holds(found: BoundedValue, exact: &BigRational) -> bool {
    let of = |number: f64| BigRational::from_float(number).expect("finite");
    let off = of(found.value) - exact;
    off <= of(found.error) && -off <= of(found.error)
}

fn assert_bounds(memory: &Memory, scores: &[Points], most: Points, threshold: f64) -> ApproximateOdds {
    let found = approximate(memory, scores, most, threshold, &Job::default()).expect("an answer");
    let distribution = forward(memory, scores, &Job::default()).expect("an answer").distribution;
    for (&found, exact) in found.outcomes.iter().zip(&distribution.outcomes()) {
        assert!(holds(found, exact), "{found:?} for {exact}");
    }
    for (&found, exact) in found.expected.iter().zip(&distribution.expected()) {
        assert!(holds(found, exact), "{found:?} for {exact}");
    }
    found
}

#[test]
fn exact_values_are_within_the_bounds() {
    for (pairs, players) in [(1, 1), (2, 2), (9, 2), (40, 2), (81, 2), (20, 3), (9, 4), (6, 5), (5, 9)] {
        let memory = Memory::new(pairs, players).expect("a board");
        for threshold in [1e-6, 1e-12, 1e-24, 1e-200] {
            let found = assert_bounds(&memory, &vec![0; players.into()], pairs.into(), threshold);
            if threshold <= 1e-24 {
                assert!(found.outcomes.iter().all(|outcome| outcome.error < 1e-12), "{found:?}");
            }
        }
    }
    let table = PairCounts { known: 1, half: 4, unknown: 9 };
    let memory = Memory::from(table, 2).expect("a board");
    assert_bounds(&memory, &[5, 2], 21, 1e-24);
}

/// The bound includes the dropped probability; otherwise the exact value would be outside.
#[test]
fn bounds_include_the_dropped_probability() {
    let memory = Memory::new(60, 2).expect("a board");
    let found = assert_bounds(&memory, &[0, 0], 60, 1e-6);
    assert!(found.dropped > 1e-6, "{found:?}");
    let all: f64 = found.outcomes.iter().map(|outcome| outcome.value).sum();
    assert!(1.0 - all > 1e-7 && 1.0 - all <= found.dropped, "{all} and {}", found.dropped);
}

/// Eighteen rare events in a row have a probability below the least double. It is dropped before it underflows, and the
/// bound includes it.
#[test]
fn bounds_include_underflow() {
    let rare = |game: Toy, at: u32| {
        let next = if at == 18 { score(1, 'r', 19, 1) } else { pass(1, 'r', at as usize + 1) };
        game.chance(at, [next, pass(1 << 63, 'u', 19)])
    };
    let game = (1..=18).fold(Toy::new(2).chance(0, [pass(1, 's', 1)]), rare).end(19);
    let found = approximate(&game, &[], 1, 0.0, &Job::default()).expect("an answer");
    let exact = forward(&game, &[], &Job::default()).expect("an answer").distribution.outcomes();
    assert!(found.outcomes.iter().zip(&exact).all(|(&found, exact)| holds(found, exact)), "{found:?}");
    assert_eq!(exact.iter().filter(|exact| exact.to_f64() == Some(0.0)).count(), 2);
    assert!(found.dropped > 0.0 && found.dropped < 1e-280, "{found:?}");
}

#[test]
fn threads_do_not_change_a_bit() {
    let memory = Memory::new(120, 2).expect("a board");
    let alone = approximate(&memory, &[0, 0], 120, 1e-24, &Job::default()).expect("an answer");
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let job = Job { threads: 3, ..Job::default() };
    let shared = pool.install(|| approximate(&memory, &[0, 0], 120, 1e-24, &job)).expect("an answer");
    assert_eq!(alone, shared);
}

/// Two throws of a coin: heads (a quarter) scores and keeps the turn, tails passes it. All numbers are doubles, so the bounds
/// can be computed by hand: 5 roundings for the start; 5 more for each of two states after the first coin, with one step to each;
/// 6 after the second coin, with two steps to a state; and 6 where the two ends are added. Each sum has a rounding for each of its
/// terms, and one for the points.
#[test]
fn bounds_match_the_number_of_roundings() {
    let throw = |next| [score(1, 'h', next, 1), pass(3, 't', next)];
    let game = Toy::new(2).chance(0, throw(1)).chance(1, throw(2)).end(2);
    let unit = f64::EPSILON / 2.0;
    let within =
        |value: f64, terms: f64| BoundedValue { value, error: 2.0 * value * (terms + 22.0 + 1.0) * unit };
    let found = approximate(&game, &[0, 0], 2, 0.0, &Job::default()).expect("an answer");
    assert_eq!(found.outcomes, [within(4.0 / 16.0, 2.0), within(3.0 / 16.0, 1.0), within(9.0 / 16.0, 1.0)]);
    assert_eq!(found.expected, [within(5.0 / 16.0, 4.0), within(3.0 / 16.0, 4.0)]);
    assert_eq!((found.kept, found.dropped), (7, 0.0));
    // Two heads are dropped: one number, and the sums of five states.
    let found = approximate(&game, &[0, 0], 2, 0.1, &Job::default()).expect("an answer");
    let dropped = 1.0 / 16.0 * (1.0 + 2.0 * (6.0 + 22.0) * unit);
    let within =
        |value: f64, terms: f64, lost: f64| BoundedValue { value, error: within(value, terms).error + lost };
    assert_eq!(
        found.outcomes,
        [(3.0, 1.0), (3.0, 1.0), (9.0, 1.0)].map(|(value, terms)| within(value / 16.0, terms, dropped))
    );
    assert_eq!(found.expected, [within(3.0 / 16.0, 3.0, 2.0 * dropped); 2]);
    assert_eq!((found.kept, found.dropped), (6, dropped));
}

#[test]
fn the_states_so_far_are_reported() {
    let recorder = Recorder::default();
    let memory = Memory::new(60, 2).expect("a board");
    let job = Job { monitor: &recorder, ..Job::default() };
    let found = approximate(&memory, &[0, 0], 60, 0.0, &job).expect("an answer");
    let recorder = recorder.0.into_inner().expect("no panic");
    let last = recorder.last().expect("some");
    assert!(last.states < found.kept && last.states > found.kept * 99 / 100, "{last:?}");
}

const CHANCE: Shape = Shape { seats: 4, states: 8, decides: false, cycles: false, heavy: true, least: 0 };

const LOSSES: Shape = Shape { least: -3, ..CHANCE };

proptest! {
    #![proptest_config(cases(256))]

    /// Exact values of random games are within the bounds, or an event within a layer is reported.
    #[test]
    fn random_games(toy in prop_oneof![toys(CHANCE), counting(CHANCE), toys(LOSSES), counting(LOSSES)], scores in prop::collection::vec(-2 as Points..5, 4)) {
        let seats = usize::from(toy.seats as Seat);
        let scores = &scores[..seats];
        let most = scores.iter().map(|points| points.abs()).sum::<Points>() + 3 * 8;
        match approximate(&toy, scores, most, 1e-30, &Job::default()) {
            Err(error) => prop_assert!(matches!(error, Error::StaysInLayer(_)), "{error}"),
            Ok(found) => {
                let distribution = forward(&toy, scores, &Job::default()).expect("chance").distribution;
                for (&found, exact) in found.outcomes.iter().zip(&distribution.outcomes()) {
                    prop_assert!(holds(found, exact), "{found:?} for {}", exact.to_f64().unwrap_or(f64::NAN));
                }
                for (&found, exact) in found.expected.iter().zip(&distribution.expected()) {
                    prop_assert!(holds(found, exact), "{found:?} for {}", exact.to_f64().unwrap_or(f64::NAN));
                }
            }
        }
    }
}
