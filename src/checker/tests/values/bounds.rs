//! Bounds contain the exact value, on thousands of random spaces, and are narrow.

use crate::random_spaces::{checker, maximizers, reward, set, space, stay};
use chancetree_checker::exact::{Rational, one, ratio, zero};
use chancetree_checker::model::random::Random;
use chancetree_checker::model::{Job, Monitor, Progress};
use chancetree_checker::{
    CheckError, Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet,
    StateSpace, ValueBounds,
};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The name of a function, its values, and its bounds on them.
type Compared = (&'static str, Result<Vec<ExactValue>, CheckError>, Result<Vec<ValueBounds>, CheckError>);

/// The requested width.
const WIDTH: f64 = 1e-9;

/// Panics unless each value is between its bounds. Returns the greatest width, relative to the value if it exceeds 1.
fn widest(values: &[ExactValue], bounds: &[ValueBounds], name: &str) -> f64 {
    assert_eq!(values.len(), bounds.len());
    let mut widest = 0f64;
    for (value, bounds) in values.iter().zip(bounds) {
        match value {
            ExactValue::Infinite => assert_eq!(*bounds, ValueBounds::INFINITE, "{name}"),
            ExactValue::Finite(value) => {
                let of = |bound| Rational::from_float(bound);
                let is_contained = of(bounds.lower).is_none_or(|lower| lower <= *value)
                    && of(bounds.upper).is_none_or(|upper| *value <= upper)
                    && bounds.lower < f64::INFINITY
                    && bounds.upper > f64::NEG_INFINITY;
                assert!(is_contained, "{name}: {value} in {bounds}");
                widest = widest.max(bounds.width() / bounds.middle().abs().max(1.0));
            }
        }
    }
    widest
}

/// Returns the values and the bounds of the rewards within and after a number of steps, with the names of the functions.
fn step_rewards(checker: &Checker<'_>, reward: &RewardStructure, steps: u64) -> [Compared; 2] {
    [
        (
            "cumulative_reward",
            checker.cumulative_reward(reward, steps),
            checker.bounds(WIDTH).cumulative_reward(reward, steps),
        ),
        (
            "instantaneous_reward",
            checker.instantaneous_reward(reward, steps),
            checker.bounds(WIDTH).instantaneous_reward(reward, steps),
        ),
    ]
}

/// Returns a space whose probabilities are nearly 0, nearly 1, or below the least double.
fn extreme_space(random: &mut Random) -> StateSpace {
    let kind = random.one_of(&[SpaceKind::Chain, SpaceKind::Decisions, SpaceKind::Game]);
    let mut builder = SpaceBuilder::new(kind);
    builder.players(vec!["first".into(), "second".into(), "third".into()]);
    let states = 2 + random.below(7) as u32;
    for state in 0..states {
        builder.state(random.below(3) as u32);
        let choices = if kind == SpaceKind::Chain { 1 } else { 1 + random.below(3) };
        for _ in 0..choices {
            builder.choice("");
            let power = random.one_of(&[1, 3, 12, 40, 60, 320, 330, 700]);
            let tiny = ratio(1, chancetree_checker::exact::Integer::from(10).pow(power));
            let mut rest = one() - &tiny;
            builder.branch(random.below(states.into()) as u32, &tiny);
            if random.below(2) == 0 {
                let part = &rest * ratio(1 + random.below(5), 7);
                rest -= &part;
                builder.branch(random.below(states.into()) as u32, &part);
            }
            let last = if random.below(2) == 0 { state } else { random.below(states.into()) as u32 };
            builder.branch(last, &rest);
        }
    }
    builder.initial(0);
    builder.finish().expect("a space")
}

/// Compares all functions of bounds with the exact functions. Returns the greatest width.
fn compare(space: &StateSpace, random: &mut Random, name: &str) -> f64 {
    let states = space.state_count();
    let maximizers = maximizers(random, space);
    let checker = checker(space, &maximizers);
    let goal = set(random, states, 3);
    let stay = stay(random, states, 2);
    let exact = checker.until(&stay, &goal).expect("values");
    let bounds = checker.bounds(WIDTH).until(&stay, &goal).expect("bounds");
    let mut width = widest(&exact, &bounds, &format!("until, {name}"));
    let reward = reward(random, space, 0);
    let exact = checker.reach_reward(&reward, &goal).expect("values");
    let bounds = checker.bounds(WIDTH).reach_reward(&reward, &goal).expect("bounds");
    width = width.max(widest(&exact, &bounds, &format!("reach_reward, {name}")));
    let steps = random.below(6);
    let pairs = [(
        "bounded_until",
        checker.bounded_until(&stay, &goal, ..=steps),
        checker.bounds(WIDTH).bounded_until(&stay, &goal, ..=steps),
    )];
    for (function, exact, bounds) in pairs.into_iter().chain(step_rewards(&checker, &reward, steps)) {
        let bounds = bounds.expect("bounds");
        width = width.max(widest(&exact.expect("values"), &bounds, &format!("{function}, {name}")));
    }
    width
}

#[test]
fn bounds_contain_the_values_of_random_spaces() {
    let mut width = 0f64;
    for seed in 0..4000 {
        let random = &mut Random::new(seed, 2);
        let space = space(random);
        width = width.max(compare(&space, random, &format!("{seed}")));
    }
    assert!(width <= 1e-14, "{width}");
}

#[test]
fn bounds_contain_the_values_of_nearly_certain_and_impossible_steps() {
    let mut wide = 0;
    for seed in 0..4000 {
        let random = &mut Random::new(seed, 3);
        let space = extreme_space(random);
        wide += u32::from(compare(&space, random, &format!("{seed}")) > WIDTH);
    }
    assert_eq!(wide, 0);
}

/// Bounds on negative rewards exist exactly where values exist.
#[test]
fn bounds_contain_negative_rewards() {
    for seed in 0..1000 {
        let random = &mut Random::new(seed, 4);
        let space = space(random);
        let maximizers = maximizers(random, &space);
        let goal = set(random, space.state_count(), 2);
        let reward = reward(random, &space, -3);
        let checker = checker(&space, &maximizers);
        let bounds = checker.bounds(WIDTH).reach_reward(&reward, &goal);
        match checker.reach_reward(&reward, &goal) {
            Err(error) => assert_eq!(bounds, Err(error)),
            Ok(values) => {
                let width = widest(&values, &bounds.expect("bounds"), &format!("{seed}"));
                assert!(width <= 1e-14, "{seed}: {width}");
            }
        }
    }
}

/// Returns a space with more states, choices and branches than [`space`].
fn large_space(random: &mut Random) -> StateSpace {
    let kind = random.one_of(&[SpaceKind::Chain, SpaceKind::Decisions, SpaceKind::Game]);
    let mut builder = SpaceBuilder::new(kind);
    builder.players(vec!["first".into(), "second".into(), "third".into()]);
    let states = 20 + random.below(180) as u32;
    for _ in 0..states {
        builder.state(random.below(3) as u32);
        for _ in 0..if kind == SpaceKind::Chain { 1 } else { 1 + random.below(2) } {
            builder.choice("");
            let weights: Vec<u64> =
                (0..random.one_of(&[1, 2, 3, 4, 5, 9, 23])).map(|_| 1 + random.below(6)).collect();
            let total: u64 = weights.iter().sum();
            for weight in weights {
                builder.branch(random.below(states.into()) as u32, &ratio(weight, total));
            }
        }
    }
    builder.initial(0);
    builder.finish().expect("a space")
}

/// Many steps, in spaces with many states and branches, with rewards of both signs.
#[test]
fn bounds_contain_the_values_of_many_steps() {
    // The greatest widths without and with negative rewards.
    let mut widths = [0f64; 2];
    for seed in 0..40 {
        let random = &mut Random::new(seed, 8);
        let space = large_space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let wanted = [0, random.below(states as u64) as u32];
        let checker = Checker::new(&space, &maximizers, &wanted, Job::default());
        let (goal, stay) = (set(random, states, 12), stay(random, states, 2));
        let steps = random.one_of(&[1, 7, 20, 70]);
        let least = random.one_of(&[0, -3]);
        let reward = reward(random, &space, least);
        let has_losses = reward.states.iter().chain(&reward.choices).any(|value| *value < zero());
        let wide = &mut widths[usize::from(has_losses)];
        let bounds = checker.bounds(WIDTH);
        let windows = [(0, steps), (3, steps), (steps, steps)].map(|(first, last)| {
            let found = bounds.bounded_until(&stay, &goal, first..=last);
            ("bounded_until", checker.bounded_until(&stay, &goal, first..=last), found)
        });
        for (function, exact, bounds) in windows.into_iter().chain(step_rewards(&checker, &reward, steps)) {
            let (exact, bounds) = (exact.expect("values"), bounds.expect("bounds"));
            *wide = wide.max(widest(&exact, &bounds, &format!("{function}, {seed}")));
        }
    }
    let [without, with] = widths;
    assert!(without <= 1e-12 && 0.0 < with && with <= 1e-10, "{widths:?}");
}

/// Returns rewards near the least and the greatest double, and beyond them.
fn extreme_reward(random: &mut Random, space: &StateSpace) -> RewardStructure {
    let mut some = |count: usize| -> Vec<Rational> {
        let power = |random: &mut Random| random.one_of(&[-400, -320, -308, -302, -290, 0, 300, 308, 310]);
        (0..count)
            .map(|_| if random.below(2) == 0 { zero() } else { ratio(10, 1).pow(power(random)) })
            .collect()
    };
    RewardStructure {
        states: some(space.state_count()),
        choices: some(space.choice_count()),
        ..RewardStructure::default()
    }
}

/// A reward below the least double is not lost: a value that is not 0 is not bounded by 0.
#[test]
fn bounds_contain_tiny_and_huge_rewards() {
    let mut tiny = 0;
    for seed in 0..400 {
        let random = &mut Random::new(seed, 7);
        let space = space(random);
        let maximizers = maximizers(random, &space);
        let checker = checker(&space, &maximizers);
        let goal = set(random, space.state_count(), 3);
        let reward = extreme_reward(random, &space);
        let steps = random.below(6);
        for (name, values, bounds) in [
            (
                "reach_reward",
                checker.reach_reward(&reward, &goal),
                checker.bounds(WIDTH).reach_reward(&reward, &goal),
            ),
            ("total_reward", checker.total_reward(&reward), checker.bounds(WIDTH).total_reward(&reward)),
            (
                "total_reward_before",
                checker.total_reward_before(&reward, &goal),
                checker.bounds(WIDTH).total_reward_before(&reward, &goal),
            ),
        ]
        .into_iter()
        .chain(step_rewards(&checker, &reward, steps))
        {
            let values = values.expect("values");
            widest(&values, &bounds.expect("bounds"), &format!("{name}, {seed}"));
            let is_tiny = |value: &Rational| *value > zero() && *value < ratio(10, 1).pow(-300);
            tiny += values.iter().filter(|value| value.finite().is_some_and(is_tiny)).count();
        }
    }
    assert!(tiny > 200, "{tiny}");
}

/// A loop that is left with probability 10^-12, and a symmetric walk: the bounds are as close as doubles are.
#[test]
fn slow_chains_have_close_bounds() {
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    let last = 2000;
    for state in 0..=last {
        builder.state(0);
        builder.choice("");
        if state == 0 || state == last {
            builder.branch(state, &one());
        } else {
            let step = ratio(1, 1_000_000_000_000u64);
            builder.branch(state - 1, &step);
            builder.branch(state + 1, &step);
            builder.branch(state, &(one() - &step - &step));
        }
    }
    builder.initial(1);
    let space = builder.finish().expect("a space");
    let checker = Checker::new(&space, &space.maximizers(Extremum::Maximum), &[1, 1000], Job::default());
    let goal = StateSet::of(last as usize + 1, [last]);
    let bounds = checker.bounds(WIDTH).until(&StateSet::all(last as usize + 1), &goal).expect("bounds");
    let values = [1, 1000].map(|state| ExactValue::Finite(ratio(state, last)));
    assert!(widest(&values, &bounds, "the walk") <= 2.0 * f64::EPSILON);
    let ends = StateSet::of(last as usize + 1, [0, last]);
    let steps = RewardStructure {
        states: vec![one(); last as usize + 1],
        choices: Vec::new(),
        ..RewardStructure::default()
    };
    let bounds = checker.bounds(WIDTH).reach_reward(&steps, &ends).expect("bounds");
    let time = |state: u64| ExactValue::Finite(ratio(state * (u64::from(last) - state) * 500_000_000_000, 1));
    assert!(widest(&[time(1), time(1000)], &bounds, "the steps of the walk") <= 1e-15);
}

/// Play reaches a long cycle with probability 10^-12, and leaves it with probability 10^-40 in each round. Doubles prove no bounds on
/// the cycle, but interval iteration bounds the value of the start, which is 2/3.
#[test]
fn a_cycle_that_is_hardly_reached_does_not_widen_the_bounds() {
    let cycle = 2500;
    let (rare, leaves) = (ratio(1, 1_000_000_000_000u64), ratio(1, 1) / ratio(10, 1).pow(40));
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    for state in 0..cycle + 3 {
        builder.state(0);
        builder.choice("");
        let next = |own: u32| if own == cycle + 2 { 3 } else { own + 1 };
        match state {
            0 => {
                builder.branch(1, &((one() - &rare) * ratio(2, 3)));
                builder.branch(2, &((one() - &rare) * ratio(1, 3)));
                builder.branch(3, &rare);
            }
            1 | 2 => builder.branch(state, &one()),
            3 => {
                builder.branch(0, &leaves);
                builder.branch(next(state), &(one() - &leaves));
            }
            _ => builder.branch(next(state), &one()),
        }
    }
    builder.initial(0);
    let space = builder.finish().expect("a space");
    let states = space.state_count();
    let checker = Checker::new(&space, &StateSet::none(states), &[0], Job::default());
    let goal = StateSet::of(states, [1]);
    let bounds = checker.bounds(WIDTH).until(&StateSet::all(states), &goal).expect("bounds");
    assert!(widest(&[ExactValue::Finite(ratio(2, 3))], &bounds, "the start") <= WIDTH, "{bounds:?}");
}

/// Counts the checks of the limits.
#[derive(Default)]
struct Checks(AtomicUsize);

impl Monitor for Checks {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn check(&self) -> ControlFlow<()> {
        self.0.fetch_add(1, Relaxed);
        ControlFlow::Continue(())
    }
}

/// Counts the reports of progress, of which each exact solution makes several.
#[derive(Default)]
pub(crate) struct Ticks(pub(crate) AtomicUsize);

impl Monitor for Ticks {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        self.0.fetch_add(1, Relaxed);
        ControlFlow::Continue(())
    }

    fn check(&self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn limits_are_checked_in_each_sweep_of_a_large_component() {
    let steps = 1000;
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    for place in 0..=steps {
        builder.state(0);
        builder.choice("");
        if place == 0 || place == steps {
            builder.branch(place, &one());
        } else {
            builder.branch(place - 1, &ratio(1, 2));
            builder.branch(place + 1, &ratio(1, 2));
        }
    }
    builder.initial(1);
    let walk = builder.finish().expect("a space");
    let states = walk.state_count();
    let checks = Checks::default();
    let job = Job { monitor: &checks, ..Job::default() };
    let checker = Checker::new(&walk, &StateSet::none(states), &[1], job);
    let goal = StateSet::of(states, [steps]);
    let bounds = checker.bounds(WIDTH).until(&StateSet::all(states), &goal).expect("bounds");
    assert!(bounds[0].lower <= 1e-3 && 1e-3 <= bounds[0].upper, "{}", bounds[0]);
    // After about 100 sweeps the solver estimates that a factorisation is faster.
    assert!(checks.0.load(Relaxed) > 100);
}

/// Two walks, each won with a small probability. The player chooses which walk takes the next step. All choices are equally good,
/// but after rounding one may seem better than another.
#[test]
fn equal_choices_are_not_changed_repeatedly() {
    let top = 24u32;
    let size = top + 1;
    let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
    for state in 0..size * size {
        builder.state(0);
        let walks = [state / size, state % size];
        let is_lost = walks.contains(&0);
        for (walk, step) in walks.into_iter().zip([size, 1]) {
            if !is_lost && walk < top {
                builder.choice("");
                builder.branch(state + step, &ratio(1, 3));
                builder.branch(state - step, &ratio(2, 3));
            }
        }
        if is_lost || walks == [top, top] {
            builder.choice("");
            builder.branch(state, &one());
        }
    }
    builder.initial(0);
    let space = builder.finish().expect("a space");
    let states = space.state_count();
    let checks = Checks::default();
    let job = Job { monitor: &checks, ..Job::default() };
    let wanted = [size + 1, 5 * size + 3, 23 * size + 20];
    let checker = Checker::new(&space, &StateSet::all(states), &wanted, job);
    let (all, goal) = (StateSet::all(states), StateSet::of(states, [size * size - 1]));
    // The probability of winning a walk from a place (Huygens 1657).
    let won = |place: u32| ratio((1u32 << place) - 1, (1u32 << top) - 1);
    let values = wanted.map(|state| ExactValue::Finite(won(state / size) * won(state % size)));
    let bounds = checker.bounds(WIDTH).until(&all, &goal).expect("bounds");
    assert!(widest(&values, &bounds, "two walks") <= 1e-15);
    let rounded = checks.0.swap(0, Relaxed);
    assert_eq!(checker.until(&all, &goal).expect("values"), values);
    let exact = checks.0.load(Relaxed);
    assert!(rounded < 2000 && exact < 2000, "{rounded} and {exact} checks of the limits");
}

/// Two processes share a walk. A process draws a step, and takes it later; the player chooses which process is next. Far from the
/// ends, the values of the choices differ by less than the last digit of a double. Each exact solution must correct many choices.
#[test]
fn nearly_equal_choices_need_few_exact_solutions() {
    let top = 120u32;
    let state = |place: u32, steps: [u32; 2]| 9 * place + 3 * steps[0] + steps[1];
    let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
    for place in 0..=top {
        for steps in (0..3).flat_map(|first| (0..3).map(move |second| [first, second])) {
            builder.state(0);
            for process in 0..2 {
                let after = |step| {
                    let mut after = steps;
                    after[process] = step;
                    after
                };
                builder.choice("");
                match steps[process] {
                    _ if place == 0 || place == top => builder.branch(state(place, steps), &one()),
                    0 => {
                        for step in 1..3 {
                            builder.branch(state(place, after(step)), &ratio(1, 2));
                        }
                    }
                    step => builder.branch(state(place + 2 * step - 3, after(0)), &one()),
                }
            }
        }
    }
    let start = state(top / 2, [0, 0]);
    builder.initial(start);
    let space = builder.finish().expect("a space");
    let states = space.state_count();
    let lost = StateSet::of(states, 0..9);
    for extremum in [Extremum::Maximum, Extremum::Minimum] {
        let monitor = Ticks::default();
        let job = Job { monitor: &monitor, ..Job::default() };
        let checker = Checker::new(&space, &space.maximizers(extremum), &[start], job);
        let value = checker.until(&StateSet::all(states), &lost).expect("values");
        let ticks = monitor.0.load(Relaxed);
        assert!(ticks < 300, "{extremum:?}: {ticks} ticks");
        let bounds = checker.bounds(WIDTH).until(&StateSet::all(states), &lost).expect("bounds");
        assert!(widest(&value, &bounds, "two processes") <= WIDTH);
    }
}
