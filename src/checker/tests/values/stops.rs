//! If a limit stops the computation of bounds, the bounds found so far contain the exact value.

use crate::random_spaces::{maximizers, reward, set, space, stay};
use chancetree_checker::exact::{Rational, one, ratio};
use chancetree_checker::model::random::Random;
use chancetree_checker::model::{Job, Monitor, Progress, StopRecord};
use chancetree_checker::{
    CheckError, Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet,
    StateSpace, ValueBounds,
};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The requested width.
const WIDTH: f64 = 1e-9;

type Bounds<'a> = &'a dyn Fn(&Checker<'_>) -> Result<Vec<ValueBounds>, CheckError>;

/// Stops the work after a number of checks.
struct Stopper {
    checks: AtomicUsize,
    most: usize,
}

impl Monitor for Stopper {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        let is_last = self.checks.fetch_add(1, Relaxed) >= self.most;
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Computes bounds with at most `most` checks of the limits. Also returns whether the work was stopped.
fn stopped(
    space: &StateSpace,
    maximizers: &StateSet,
    most: usize,
    bounds: Bounds<'_>,
) -> (Vec<ValueBounds>, bool) {
    let everywhere: Vec<u32> = (0..space.state_count() as u32).collect();
    let (monitor, record) = (Stopper { checks: AtomicUsize::new(0), most }, StopRecord::default());
    let job = Job { monitor: &monitor, ..Job::default() }.recording(&record);
    let found = bounds(&Checker::new(space, maximizers, &everywhere, job)).expect("bounds");
    (found, record.stop().is_some())
}

fn assert_contained(values: &[ExactValue], bounds: &[ValueBounds], name: &str) {
    assert_eq!(values.len(), bounds.len(), "{name}");
    for (value, bounds) in values.iter().zip(bounds) {
        let is_contained = match value {
            ExactValue::Infinite => bounds.upper == f64::INFINITY,
            ExactValue::Finite(value) => {
                let of = |bound| Rational::from_float(bound);
                of(bounds.lower).map_or(bounds.lower < 0.0, |lower| lower <= *value)
                    && of(bounds.upper).map_or(bounds.upper > 0.0, |upper| *value <= upper)
            }
        };
        assert!(is_contained, "{name}: {value} in {bounds}");
    }
}

#[test]
fn bounds_of_stopped_work_contain_the_values() {
    let (mut stops, mut narrow) = (0, 0);
    for seed in 0..400 {
        let random = &mut Random::new(seed, 5);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let everywhere: Vec<u32> = (0..states as u32).collect();
        let whole = Checker::new(&space, &maximizers, &everywhere, Job::default());
        let (goal, stay, reward) =
            (set(random, states, 3), stay(random, states, 2), reward(random, &space, 0));
        let steps = random.below(6);
        let all: [(&str, _, Bounds<'_>); 6] = [
            ("until", whole.until(&stay, &goal), &|it| it.bounds(WIDTH).until(&stay, &goal)),
            ("reach_reward", whole.reach_reward(&reward, &goal), &|it| {
                it.bounds(WIDTH).reach_reward(&reward, &goal)
            }),
            ("total_reward", whole.total_reward(&reward), &|it| it.bounds(WIDTH).total_reward(&reward)),
            ("bounded_until", whole.bounded_until(&stay, &goal, 1..=steps + 1), &|it| {
                it.bounds(WIDTH).bounded_until(&stay, &goal, 1..=steps + 1)
            }),
            ("cumulative_reward", whole.cumulative_reward(&reward, steps), &|it| {
                it.bounds(WIDTH).cumulative_reward(&reward, steps)
            }),
            ("instantaneous_reward", whole.instantaneous_reward(&reward, steps), &|it| {
                it.bounds(WIDTH).instantaneous_reward(&reward, steps)
            }),
        ];
        for (name, values, bounds) in all {
            let values = values.expect("values");
            for most in 0.. {
                let (found, is_stopped) = stopped(&space, &maximizers, most, bounds);
                assert_contained(&values, &found, &format!("{name}, {seed}, {most} checks"));
                if !is_stopped {
                    break;
                }
                stops += 1;
                narrow += found.iter().filter(|bounds| bounds.width() < 0.5).count();
            }
        }
    }
    assert!(stops > 2_000 && narrow > 2_000, "{stops} stops, {narrow} narrow bounds");
}

/// A walk up and down between two ends, in one component. The probability of reaching the upper end from a place is the place over
/// the number of steps (Huygens 1657).
#[test]
fn bounds_of_a_stopped_walk_are_narrower_than_0_and_1() {
    let top = 60u32;
    let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
    for place in 0..=top {
        builder.state(0);
        for _ in 0..1 + u32::from(place % 2 == 1) {
            builder.choice("");
            match place {
                0 => builder.branch(0, &one()),
                _ if place == top => builder.branch(top, &one()),
                _ => {
                    builder.branch(place - 1, &ratio(1, 2));
                    builder.branch(place + 1, &ratio(1, 2));
                }
            }
        }
    }
    builder.initial(1);
    let space = builder.finish().expect("a space");
    let (all, goal) = (StateSet::all(top as usize + 1), StateSet::of(top as usize + 1, [top]));
    let maximizers = space.maximizers(Extremum::Maximum);
    let values: Vec<ExactValue> = (0..=top).map(|place| ExactValue::Finite(ratio(place, top))).collect();
    for most in [0, 1, 2, 5, 8] {
        let (found, is_stopped) =
            stopped(&space, &maximizers, most, &|it| it.bounds(WIDTH).until(&all, &goal));
        assert!(is_stopped, "{most}");
        assert_contained(&values, &found, &format!("{most} checks"));
        if most > 2 {
            assert!(found[30].width() < 0.01, "{most}: {}", found[30]);
        }
    }
}

/// A walk up and down, in which a player can also step aside and back for ever. The searches in the graph for states with
/// probability 1, an infinite reward or endless play find few of them in each round. A limit stops them, too.
#[test]
fn limits_stop_searches_in_the_graph() {
    let top = 100u32;
    let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
    for place in 0..=top {
        builder.state(0);
        builder.choice("");
        if place == 0 || place == top {
            builder.branch(place, &one());
            continue;
        }
        builder.branch(place - 1, &ratio(1, 2));
        builder.branch(place + 1, &ratio(1, 2));
        builder.choice("");
        builder.branch(top + place, &one());
    }
    for place in 1..top {
        builder.state(0);
        builder.choice("");
        builder.branch(place, &one());
    }
    builder.initial(1);
    let space = builder.finish().expect("a space");
    let states = space.state_count();
    let (all, goal) = (StateSet::all(states), StateSet::of(states, [top]));
    let is_walking = |state: u32| (1..top).contains(&state);
    let moves = (0..states as u32).flat_map(|state| {
        let first = space.choices(state).start;
        space.choices(state).map(move |choice| is_walking(state) && choice == first)
    });
    let choices = moves.map(|is_move| ratio(i64::from(is_move), 1)).collect();
    let reward = RewardStructure { name: String::new(), states: Vec::new(), choices };
    let maximizers = space.maximizers(Extremum::Maximum);
    let place_of = |state: u32| if state > top { state - top } else { state };
    let values = |value: &dyn Fn(u32) -> ExactValue| -> Vec<ExactValue> {
        (0..states as u32).map(|state| value(place_of(state))).collect()
    };
    let chances = values(&|place| ExactValue::Finite(ratio(place, top)));
    let steps = values(&|place| ExactValue::Finite(ratio(place * (top - place), 1)));
    let endless = values(&|place| match place {
        _ if place == top => ExactValue::Finite(ratio(0, 1)),
        _ => ExactValue::Infinite,
    });
    for most in [0, 10, 40] {
        let until: Bounds<'_> = &|it| it.bounds(WIDTH).until(&all, &goal);
        let total: Bounds<'_> = &|it| it.bounds(WIDTH).total_reward(&reward);
        let reach: Bounds<'_> = &|it| it.bounds(WIDTH).reach_reward(&reward, &goal);
        let minimizing = StateSet::none(states);
        let all =
            [(&maximizers, &chances, until), (&maximizers, &steps, total), (&minimizing, &endless, reach)];
        for (maximizers, values, bounds) in all {
            let (found, is_stopped) = stopped(&space, maximizers, most, bounds);
            assert!(is_stopped, "{most}");
            assert_contained(values, &found, &format!("{most} checks"));
        }
    }
}
