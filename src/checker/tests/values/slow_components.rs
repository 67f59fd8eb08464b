//! Bounds on components in which play stays long, and the number of steps that find them.

use crate::bounds::{WIDTH, widest};
use chancetree_checker::exact::{Rational, one, ratio};
use chancetree_checker::model::{Job, Monitor, Progress};
use chancetree_checker::{Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

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

/// Returns the state of a cell of a square, which follows four other states.
fn square_state(side: u32, x: u32, y: u32) -> u32 {
    4 + side * y + x
}

/// Adds the cells of a square. Play moves to one of the four neighbours with the same probability, and to the states of `others` with
/// theirs. `outside` has the states beyond the left, the right, the upper and the lower side.
fn add_square_walk(builder: &mut SpaceBuilder, side: u32, outside: [u32; 4], others: &[(u32, &Rational)]) {
    let share = (one() - others.iter().map(|&(_, weight)| weight).sum::<Rational>()) / ratio(4, 1);
    let last = side - 1;
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        builder.state(0);
        builder.choice("");
        let next = [
            if x == 0 { outside[0] } else { square_state(side, x - 1, y) },
            if x == last { outside[1] } else { square_state(side, x + 1, y) },
            if y == 0 { outside[2] } else { square_state(side, x, y - 1) },
            if y == last { outside[3] } else { square_state(side, x, y + 1) },
        ];
        next.into_iter().for_each(|target| builder.branch(target, &share));
        others.iter().for_each(|&(target, weight)| builder.branch(target, weight));
    }
}

/// A fair walk on a square leaves it on each of the four sides with the same probability, if it begins in the middle.
#[test]
fn limits_are_checked_in_each_step_of_a_large_component() {
    const SIDE: u32 = 41;
    let number = |x: u32, y: u32| square_state(SIDE, x, y);
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    for end in 0..4 {
        builder.state(0);
        builder.choice("");
        builder.branch(end, &one());
    }
    add_square_walk(&mut builder, SIDE, [0, 1, 2, 3], &[]);
    let start = number(SIDE / 2, SIDE / 2);
    builder.initial(start);
    let walk = builder.finish().expect("a space");
    let states = walk.state_count();
    let checks = Checks::default();
    let job = Job { monitor: &checks, ..Job::default() };
    let checker = Checker::new(&walk, &StateSet::none(states), &[start], job);
    let bounds = checker.bounds(WIDTH).until(&StateSet::all(states), &StateSet::of(states, [1]));
    let bounds = bounds.expect("bounds")[0];
    assert!(bounds.lower <= 0.25 && 0.25 <= bounds.upper && bounds.width() < 1e-15, "{bounds}");
    assert!(checks.0.load(Relaxed) > 50);
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

/// Play rarely enters two states of a large component, and hardly ever leaves them. The bounds on the start are close.
#[test]
fn states_that_are_hardly_reached_need_no_close_bounds() {
    const SIDE: u32 = 46;
    let number = |x: u32, y: u32| square_state(SIDE, x, y);
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    for end in 0..2 {
        builder.state(0);
        builder.choice("");
        builder.branch(end, &one());
    }
    let (entered, left) = (ratio(1, 1i128 << 60), one() / ratio(1i128 << 100, 1));
    for trap in 2..4 {
        builder.state(0);
        builder.choice("");
        builder.branch(5 - trap, &(one() - &left));
        builder.branch(number(SIDE / 2, SIDE / 2), &left);
    }
    add_square_walk(&mut builder, SIDE, [0, 1, 0, 0], &[(2, &entered)]);
    let start = number(3, 5);
    builder.initial(start);
    let walk = builder.finish().expect("a space");
    let states = walk.state_count();
    let checker = Checker::new(&walk, &StateSet::none(states), &[start], Job::default());
    let (stay, goal) = (StateSet::all(states), StateSet::of(states, [1]));
    let exact = checker.until(&stay, &goal).expect("a value").remove(0);
    let bounds = checker.bounds(WIDTH).until(&stay, &goal).expect("bounds");
    let width = widest(&[exact], &bounds, "start");
    assert!(width <= WIDTH, "{width}");
}
