//! All functions of the checker on thousands of small random chains, decision processes and games.

use crate::naive;
use chancetree_checker::exact::{Rational, ratio, zero};
use chancetree_checker::model::Job;
use chancetree_checker::model::random::Random;
use chancetree_checker::{
    CheckError, Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet, StateSpace,
};

/// Returns a space with up to six states. Probabilities, self-loops and actions are random.
pub(crate) fn space(random: &mut Random) -> StateSpace {
    let kind = random.one_of(&[SpaceKind::Chain, SpaceKind::Decisions, SpaceKind::Game]);
    let mut builder = SpaceBuilder::new(kind);
    builder.players(vec!["first".into(), "second".into(), "third".into()]);
    let states = 2 + random.below(5) as u32;
    for _ in 0..states {
        builder.state(random.below(3) as u32);
        let choices = if kind == SpaceKind::Chain { 1 } else { 1 + random.below(3) };
        for _ in 0..choices {
            builder.choice(random.one_of(&["", "a", "b"]));
            let branches = 1 + random.below(3);
            let weights: Vec<u64> = (0..branches).map(|_| random.below(4)).collect();
            let total: u64 = weights.iter().sum();
            if total == 0 {
                builder.branch(random.below(states.into()) as u32, &ratio(1, 1));
            } else {
                for weight in weights {
                    builder.branch(random.below(states.into()) as u32, &ratio(weight, total));
                }
            }
        }
    }
    builder.initial(0);
    builder.finish().expect("a space")
}

/// Returns a random set that contains each state with probability 1/`of`.
pub(crate) fn set(random: &mut Random, states: usize, of: u64) -> StateSet {
    StateSet::from_fn(states, |_| random.below(of) == 0)
}

/// Returns random rewards from `least` to `least + 5`, divided by 1 to 3. Most are 0.
pub(crate) fn reward(random: &mut Random, space: &StateSpace, least: i64) -> RewardStructure {
    let mut some = |count: usize| -> Vec<Rational> {
        if random.below(4) == 0 {
            return Vec::new();
        }
        (0..count)
            .map(|_| match random.below(3) {
                0 => ratio(least + random.below(6) as i64, 1 + random.below(3)),
                _ => zero(),
            })
            .collect()
    };
    RewardStructure {
        name: String::new(),
        states: some(space.state_count()),
        choices: some(space.choice_count()),
    }
}

pub(crate) fn maximizers(random: &mut Random, space: &StateSpace) -> StateSet {
    match (space.kind, random.below(2)) {
        (SpaceKind::Game, 0) => space.coalition(&[random.below(3) as u32], Extremum::Maximum),
        (SpaceKind::Game, _) => space.coalition(&[0, random.below(3) as u32], Extremum::Minimum),
        (_, 0) => space.maximizers(Extremum::Maximum),
        _ => space.maximizers(Extremum::Minimum),
    }
}

/// Returns a checker whose functions return the values of all states.
pub(crate) fn checker<'a>(space: &'a StateSpace, maximizers: &StateSet) -> Checker<'a> {
    let everywhere: Vec<u32> = (0..space.state_count() as u32).collect();
    Checker::new(space, maximizers, &everywhere, Job::default())
}

/// Returns the set of all states with probability 1/`of`, and otherwise a random set of about three quarters of the states.
pub(crate) fn stay(random: &mut Random, states: usize, of: u64) -> StateSet {
    if random.below(of) == 0 { StateSet::all(states) } else { set(random, states, 4).complement() }
}

#[test]
fn all_functions_agree_with_an_enumeration_of_strategies() {
    let mut infinite = 0;
    for seed in 0..4000 {
        let random = &mut Random::seeded(seed);
        let space = space(random);
        let states = space.state_count();
        let maximizers = maximizers(random, &space);
        let checker = checker(&space, &maximizers);
        let goal = set(random, states, 3);
        let stay = stay(random, states, 2);
        let naive_until =
            naive::optimal(&space, &maximizers, |chain| naive::until(&space, chain, &stay, &goal));
        assert_eq!(checker.until(&stay, &goal), Ok(naive_until), "until, {seed}");
        let reward = reward(random, &space, 0);
        let naive_reward =
            naive::optimal(&space, &maximizers, |chain| naive::reach_reward(&space, chain, &reward, &goal));
        infinite += naive_reward.iter().filter(|value| **value == ExactValue::Infinite).count();
        assert_eq!(checker.reach_reward(&reward, &goal), Ok(naive_reward), "reach_reward, {seed}");
        let steps = random.below(6);
        let is_goal = |state: u32| ratio(u32::from(goal.contains(state)), 1);
        let reached: Vec<Rational> = (0..states as u32).map(is_goal).collect();
        let (all, moving) = (StateSet::all(states), stay.minus(&goal));
        let induction = |first: &[Rational], steps, moving: &StateSet, reward| {
            Ok(naive::induction(&space, &maximizers, first.to_vec(), steps, moving, reward))
        };
        assert_eq!(
            checker.bounded_until(&stay, &goal, ..=steps),
            induction(&reached, steps, &moving, None),
            "bounded_until, {seed}"
        );
        assert_eq!(checker.next(&goal), induction(&reached, 1, &all, None), "next, {seed}");
        assert_eq!(
            checker.cumulative_reward(&reward, steps),
            induction(&vec![zero(); states], steps, &all, Some(&reward)),
            "cumulative_reward, {seed}"
        );
        let of_states: Vec<Rational> =
            (0..states).map(|state| reward.states.get(state).cloned().unwrap_or_default()).collect();
        assert_eq!(
            checker.instantaneous_reward(&reward, steps),
            induction(&of_states, steps, &all, None),
            "instantaneous_reward, {seed}"
        );
    }
    assert!(infinite > 4000, "{infinite} infinite values");
}

/// Negative rewards have values, unless a player may get one again and again.
#[test]
fn negative_rewards_are_summed_or_refused() {
    let mut refused = 0;
    for seed in 0..1000 {
        let random = &mut Random::new(seed, 1);
        let space = space(random);
        let maximizers = maximizers(random, &space);
        let goal = set(random, space.state_count(), 2);
        let reward = reward(random, &space, -3);
        let checker = checker(&space, &maximizers);
        match checker.reach_reward(&reward, &goal) {
            Err(CheckError::NegativeReward(_)) => {
                let loses = |chain: &Vec<usize>| naive::loses_for_ever(&space, chain, &reward, &goal);
                let all = StateSet::all(space.state_count());
                assert!(naive::strategies(&space, &all).iter().any(loses), "{seed}");
                refused += 1;
            }
            values => {
                let expected = naive::optimal(&space, &maximizers, |chain| {
                    naive::reach_reward(&space, chain, &reward, &goal)
                });
                assert_eq!(values, Ok(expected), "{seed}");
            }
        }
    }
    assert!((1..500).contains(&refused), "{refused} refused");
}
