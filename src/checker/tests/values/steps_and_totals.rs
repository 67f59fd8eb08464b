//! Until formulas with a window of steps, and rewards of all steps, compared with independent methods on random spaces.

use crate::naive;
use crate::random_spaces::{checker, maximizers, reward, set, space, stay};
use crate::slow_components::Ticks;
use chancetree_checker::exact::{Rational, one, ratio, zero};
use chancetree_checker::model::Job;
use chancetree_checker::model::random::Random;
use chancetree_checker::{
    Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet, StateSpace,
    ValueBounds,
};
use std::sync::atomic::Ordering::Relaxed;

/// Panics unless the bounds contain the values and are close. A value of 0 must have the upper bound 0, because without negative
/// rewards it follows from the graph.
fn assert_close(values: &[ExactValue], bounds: &[ValueBounds], name: &str) {
    assert_contained(values, bounds, name);
    let is_zero = |value: &ExactValue| value.finite() == Some(&zero());
    let mut zeros = values.iter().zip(bounds).filter(|(value, _)| is_zero(value));
    assert!(zeros.all(|(_, bounds)| bounds.upper == 0.0), "{name}");
}

/// Panics unless the bounds contain the values and are close.
fn assert_contained(values: &[ExactValue], bounds: &[ValueBounds], name: &str) {
    assert_eq!(values.len(), bounds.len(), "{name}");
    for (value, bounds) in values.iter().zip(bounds) {
        let Some(finite) = value.finite() else {
            assert_eq!(*bounds, ValueBounds::INFINITE, "{name}");
            continue;
        };
        let of = |bound| Rational::from_float(bound).expect("a finite bound");
        assert!(of(bounds.lower) <= *finite && *finite <= of(bounds.upper), "{name}: {value} in {bounds}");
        assert!(bounds.width() <= 1e-13 * bounds.middle().abs().max(1.0), "{name}: {value} in {bounds}");
    }
}

/// Returns the probabilities of an until formula whose goal counts from the step `first` to the step `last`, by induction over
/// the steps.
fn unfolded(
    space: &StateSpace,
    maximizers: &StateSet,
    (stay, goal): (&StateSet, &StateSet),
    first: u64,
    last: u64,
) -> Vec<ExactValue> {
    let states = space.state_count() as u32;
    let mut later = vec![zero(); states as usize];
    for step in (0..=last).rev() {
        let value = |state: u32| {
            if step >= first && goal.contains(state) {
                return one();
            }
            if step == last || !stay.contains(state) {
                return zero();
            }
            let choices = space.choices(state).map(|choice| -> Rational {
                let next = space.branches(choice);
                next.map(|at| space.probability(at) * &later[space.targets[at] as usize]).sum()
            });
            let best = if maximizers.contains(state) { choices.max() } else { choices.min() };
            best.expect("a choice")
        };
        later = (0..states).map(value).collect();
    }
    later.into_iter().map(ExactValue::Finite).collect()
}

#[test]
fn goals_count_in_a_window_of_steps() {
    for seed in 0..3000 {
        let random = &mut Random::new(seed, 5);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let checker = checker(&space, &maximizers);
        let goal = set(random, states, 3);
        let stay = stay(random, states, 3);
        let (first, more) = (random.below(5), random.below(4));
        let last = first + more;
        let values = checker.bounded_until(&stay, &goal, first..=last).expect("values");
        let expected = unfolded(&space, &maximizers, (&stay, &goal), first, last);
        assert_eq!(values, expected, "{first} to {last}, {seed}");
        assert_eq!(checker.bounded_until(&stay, &goal, first..last + 1), Ok(values.clone()));
        let bounds = checker.bounds(1e-9).bounded_until(&stay, &goal, first..=last).expect("bounds");
        assert_close(&values, &bounds, &format!("{first} to {last}, {seed}"));

        // Without a last step, the formula is a plain until formula from the state of the first step on.
        let values = checker.bounded_until(&stay, &goal, first..).expect("values");
        let bounds = checker.bounds(1e-9).bounded_until(&stay, &goal, first..).expect("bounds");
        assert_close(&values, &bounds, &format!("from {first}, {seed}"));
        let chances = checker.until(&stay, &goal).expect("values");
        let chances: Vec<Rational> = chances.iter().filter_map(|value| value.finite().cloned()).collect();
        assert_eq!(values, delayed(&space, &maximizers, &stay, chances, first), "from {first}, {seed}");
    }
}

/// Returns the values `first` steps before the values `later`. A play that leaves `stay` has the value 0.
fn delayed(
    space: &StateSpace,
    maximizers: &StateSet,
    stay: &StateSet,
    mut later: Vec<Rational>,
    first: u64,
) -> Vec<ExactValue> {
    let all = StateSet::all(space.state_count());
    for _ in 0..first {
        let next = naive::induction(space, maximizers, later, 1, &all, None);
        let continued = |(state, value): (u32, &ExactValue)| match stay.contains(state) {
            true => value.finite().expect("finite").clone(),
            false => zero(),
        };
        later = (0..).zip(&next).map(continued).collect();
    }
    later.into_iter().map(ExactValue::Finite).collect()
}

/// A checker of one state finds the same value as a checker of all states, although it computes fewer values.
#[test]
fn one_state_has_the_value_that_it_has_among_all() {
    for seed in 0..1000 {
        let random = &mut Random::new(seed, 9);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let (goal, stay) = (set(random, states, 4), stay(random, states, 3));
        let reward = few_rewards(random, &space);
        let (first, last) = (random.below(4), 3 + random.below(6));
        let all = checker(&space, &maximizers);
        let values = [
            all.bounded_until(&stay, &goal, ..=last),
            all.bounded_until(&stay, &goal, first..=last),
            all.bounded_until(&stay, &goal, first..),
            all.cumulative_reward(&reward, last),
            all.instantaneous_reward(&reward, last),
        ];
        for state in 0..states {
            let one = Checker::new(&space, &maximizers, &[state as u32], Job::default());
            let bounds = one.bounds(1e-9);
            let found = [
                (one.bounded_until(&stay, &goal, ..=last), bounds.bounded_until(&stay, &goal, ..=last)),
                (
                    one.bounded_until(&stay, &goal, first..=last),
                    bounds.bounded_until(&stay, &goal, first..=last),
                ),
                (one.bounded_until(&stay, &goal, first..), bounds.bounded_until(&stay, &goal, first..)),
                (one.cumulative_reward(&reward, last), bounds.cumulative_reward(&reward, last)),
                (one.instantaneous_reward(&reward, last), bounds.instantaneous_reward(&reward, last)),
            ];
            for (values, (found, bounds)) in values.iter().zip(found) {
                let expected = [values.as_ref().expect("values")[state].clone()];
                assert_eq!(found.as_deref(), Ok(&expected[..]), "{seed}, state {state}");
                assert_close(&expected, &bounds.expect("bounds"), &format!("{seed}, state {state}"));
            }
        }
    }
}

#[test]
fn an_empty_range_of_steps_has_no_goal() {
    let space = space(&mut Random::new(1, 5));
    let all = StateSet::all(space.state_count());
    let checker = Checker::new(&space, &all, &[0], Job::default());
    let nothing = Ok(vec![ExactValue::Finite(zero())]);
    assert_eq!(checker.bounded_until(&all, &all, 0..0), nothing);
    assert_eq!(checker.bounded_until(&all, &all, 3..3), nothing);
    assert_eq!(checker.bounded_until(&all, &all, ..), Ok(vec![ExactValue::Finite(one())]));
}

/// Returns rewards of which most are 0.
fn few_rewards(random: &mut Random, space: &StateSpace) -> RewardStructure {
    let mut some = |count: usize| {
        let reward =
            |_| if random.below(4) == 0 { ratio(1 + random.below(5), 1 + random.below(3)) } else { zero() };
        (0..count).map(reward).collect()
    };
    RewardStructure {
        name: String::new(),
        states: some(space.state_count()),
        choices: some(space.choice_count()),
    }
}

/// Returns the expected rewards of all steps of a chain before `goal`: the rewards before a state of `goal`, or a state from which
/// no reward can be reached.
fn total(
    space: &StateSpace,
    chain: &Vec<usize>,
    reward: &RewardStructure,
    goal: &StateSet,
) -> Vec<ExactValue> {
    let states = space.state_count();
    let before = |set: StateSet| set.minus(goal);
    let mut open = before(StateSet::from_fn(states, |state| {
        naive::reward_of(reward, state, chain[state as usize]) != zero()
    }));
    for _ in 0..states {
        let leads =
            |state: u32| space.targets(chain[state as usize]).iter().any(|&target| open.contains(target));
        open = open.or(&before(StateSet::from_fn(states, leads)));
    }
    naive::reach_reward(space, chain, reward, &open.complement())
}

#[test]
fn total_rewards_agree_with_an_enumeration_of_strategies() {
    let (mut infinite, mut finite, mut two_sided) = (0, 0, 0);
    for seed in 0..3000 {
        let random = &mut Random::new(seed, 6);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let checker = checker(&space, &maximizers);
        let reward = few_rewards(random, &space);
        let goal = StateSet::from_fn(states, |_| random.below(5) == 0);
        let optimal = |goal: &StateSet| {
            naive::optimal(&space, &maximizers, |chain| total(&space, chain, &reward, goal))
        };
        let values = checker.total_reward(&reward).expect("values");
        assert_eq!(values, optimal(&StateSet::none(states)), "{seed}");
        let bounds = checker.bounds(1e-9).total_reward(&reward);
        assert_close(&values, &bounds.expect("bounds"), &format!("{seed}"));
        let before = checker.total_reward_before(&reward, &goal).expect("values");
        assert_eq!(before, optimal(&goal), "{seed}");
        let bounds = checker.bounds(1e-9).total_reward_before(&reward, &goal);
        assert_close(&before, &bounds.expect("bounds"), &format!("{seed}"));
        infinite += values.iter().filter(|value| value.finite().is_none()).count();
        finite += values.iter().filter(|value| value.finite().is_some_and(|value| *value != zero())).count();
        let mut sides = (0..states as u32)
            .filter(|&state| space.choices(state).len() > 1)
            .map(|state| maximizers.contains(state));
        let first = sides.next();
        two_sided += usize::from(sides.any(|side| Some(side) != first));
    }
    assert!(infinite > 1000 && finite > 1000 && two_sided > 500, "{infinite}, {finite}, {two_sided}");
}

/// Totals with negative rewards have values if play ends, and are refused if a chain collects a negative reward for ever.
#[test]
fn negative_totals_are_summed_or_refused() {
    let (mut refused, mut summed) = (0, 0);
    for seed in 0..2000 {
        let random = &mut Random::new(seed, 8);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let reward = reward(random, &space, -3);
        let has_losses = reward.states.iter().chain(&reward.choices).any(|reward| *reward < zero());
        let none = StateSet::none(states);
        let loses = |chain: &Vec<usize>| naive::loses_for_ever(&space, chain, &reward, &none);
        let checker = checker(&space, &maximizers);
        let bounds = checker.bounds(1e-9).total_reward(&reward);
        match checker.total_reward(&reward) {
            Err(error) => {
                assert_eq!(bounds, Err(error));
                let mut chains = naive::strategies(&space, &StateSet::all(states)).into_iter();
                assert!(space.kind != SpaceKind::Chain || chains.any(|chain| loses(&chain)), "{seed}");
                refused += 1;
            }
            Ok(values) => {
                let optimal = naive::optimal(&space, &maximizers, |chain| {
                    assert!(!loses(chain), "{seed}");
                    total(&space, chain, &reward, &none)
                });
                assert_eq!(values, optimal, "{seed}");
                assert_contained(&values, &bounds.expect("bounds"), &format!("{seed}"));
                summed +=
                    usize::from(has_losses && values.iter().any(|value| value.finite() != Some(&zero())));
            }
        }
    }
    assert!(refused > 300 && summed > 100, "{refused} refused, {summed} summed");
}

/// A gambler may wait for ever without a reward; each round that the gambler plays has the reward 1.
#[test]
fn waiting_has_no_reward() {
    let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
    builder.state(0);
    builder.choice("wait");
    builder.branch(0, &one());
    builder.choice("go");
    builder.branch(0, &ratio(2, 3));
    builder.branch(1, &ratio(1, 3));
    builder.state(0);
    builder.choice("");
    builder.branch(1, &one());
    builder.initial(0);
    let space = builder.finish().expect("a space");
    let reward = RewardStructure { choices: vec![zero(), one(), zero()], ..RewardStructure::default() };
    let value = |extremum| {
        let checker = Checker::new(&space, &space.maximizers(extremum), &[0], Job::default());
        checker.total_reward(&reward).expect("values")
    };
    assert_eq!(value(Extremum::Maximum), [ExactValue::Finite(ratio(3, 1))]);
    assert_eq!(value(Extremum::Minimum), [ExactValue::Finite(zero())]);
}

/// Two players move a walk in turn, with a reward for some moves. The walk always ends. The reward of all steps is therefore the
/// reward before the end, and takes as much work.
#[test]
fn total_rewards_of_games_that_end_take_no_more_steps() {
    let top = 60u32;
    let mut builder = SpaceBuilder::new(SpaceKind::Game);
    builder.players(vec!["first".into(), "second".into()]);
    let state = |place: u32, player: u32| 2 * place + player;
    let mut rewards = Vec::new();
    for place in 0..=top {
        for player in 0..2 {
            builder.state(player);
            for bold in 0..2 {
                builder.choice("");
                if place == 0 || place == top {
                    builder.branch(state(place, player), &one());
                    rewards.push(zero());
                    continue;
                }
                let up = (place + 1 + bold * (1 - player)).min(top);
                let down = place.saturating_sub(1 + bold * player);
                builder.branch(state(up, 1 - player), &ratio(37 + 3 * player + 2 * bold, 100));
                builder.branch(state(down, 1 - player), &ratio(40 - 5 * bold, 100));
                builder.branch(state(place, 1 - player), &ratio(23 - 3 * player + 3 * bold, 100));
                rewards.push(ratio((bold + player) % 2, 1 + 2 * player));
            }
        }
    }
    let start = state(top / 2, 0);
    builder.initial(start);
    let space = builder.finish().expect("a game");
    let states = space.state_count();
    let reward = RewardStructure { choices: rewards, ..RewardStructure::default() };
    let ends = StateSet::from_fn(states, |state| state / 2 == 0 || state / 2 == top);
    for extremum in [Extremum::Maximum, Extremum::Minimum] {
        let ticks = Ticks::default();
        let job = Job { monitor: &ticks, ..Job::default() };
        let checker = Checker::new(&space, &space.coalition(&[0], extremum), &[start], job);
        let before = checker.reach_reward(&reward, &ends).expect("values");
        let expected = ticks.0.swap(0, Relaxed);
        assert_eq!(checker.total_reward(&reward), Ok(before.clone()));
        assert_eq!(ticks.0.swap(0, Relaxed), expected, "{extremum:?}");
        let bounds = checker.bounds(1e-9).total_reward(&reward).expect("bounds");
        assert_close(&before, &bounds, "bounds");
        assert_ne!(bounds[0].width(), 0.0, "doubles");
    }
}
