//! Bounds contain the exact value, on thousands of random spaces, and are narrow.

use crate::random_spaces::{checker, maximizers, reward, set, space, stay};
use chancetree_checker::exact::{Rational, one, ratio, zero};
use chancetree_checker::model::Job;
use chancetree_checker::model::random::Random;
use chancetree_checker::{
    CheckError, Checker, ExactValue, RewardStructure, SpaceBuilder, SpaceKind, StateSpace, ValueBounds,
};

/// The name of a function, its values, and its bounds on them.
type Compared = (&'static str, Result<Vec<ExactValue>, CheckError>, Result<Vec<ValueBounds>, CheckError>);

/// The requested width.
pub(crate) const WIDTH: f64 = 1e-9;

/// Panics unless each value is between its bounds. Returns the greatest width, relative to the value if it exceeds 1.
pub(crate) fn widest(values: &[ExactValue], bounds: &[ValueBounds], name: &str) -> f64 {
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
