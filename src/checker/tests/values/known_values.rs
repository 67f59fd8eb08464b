//! Numbers with a closed form.

use chancetree_checker::exact::{Rational, one, ratio, zero};
use chancetree_checker::model::Job;
use chancetree_checker::{
    Checker, ExactValue, Extremum, RewardStructure, SpaceBuilder, SpaceKind, StateSet, StateSpace,
};

/// Builds a chain from the branches of each state.
fn chain(states: impl Iterator<Item = Vec<(u32, Rational)>>) -> StateSpace {
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    for branches in states {
        builder.state(0);
        builder.choice("");
        for (target, probability) in branches {
            builder.branch(target, &probability);
        }
    }
    builder.initial(0);
    builder.finish().expect("a chain")
}

fn checker<'a>(space: &'a StateSpace, wanted: &[u32]) -> Checker<'a> {
    Checker::new(space, &space.maximizers(Extremum::Maximum), wanted, Job::default())
}

fn finite(values: &[ExactValue]) -> Vec<Rational> {
    values.iter().map(|value| value.finite().expect("a finite value").clone()).collect()
}

fn power(base: &Rational, exponent: u32) -> Rational {
    (0..exponent).map(|_| base).product()
}

/// A gambler with i of n coins wins all with probability (1 - r^i) / (1 - r^n), with r = q / p (Feller 1968, XIV.2).
#[test]
fn gambler_wins_all_coins_with_the_probability_of_feller() {
    for (last, win) in [(5, ratio(1, 3)), (60, ratio(18, 37)), (400, ratio(2, 5))] {
        let lose = one() - &win;
        let space = chain((0..=last).map(|state| match state {
            0 => vec![(0, one())],
            _ if state == last => vec![(last, one())],
            _ => vec![(state + 1, win.clone()), (state - 1, lose.clone())],
        }));
        let wanted: Vec<u32> = (0..=last).collect();
        let states = space.state_count();
        let fortune = checker(&space, &wanted).until(&StateSet::all(states), &StateSet::of(states, [last]));
        let odds = &lose / &win;
        let below = one() - power(&odds, last);
        let expected: Vec<Rational> =
            (0..=last).map(|state| (one() - power(&odds, state)) / &below).collect();
        assert_eq!(finite(&fortune.expect("values")), expected);
    }
}

/// A die from a fair coin (Knuth and Yao 1976): each number has the probability 1/6, after 11/3 flips on average.
#[test]
fn die_of_knuth_and_yao_is_fair() {
    let half = ratio(1, 2);
    let next = [[1, 2], [3, 4], [5, 6], [1, 7], [8, 9], [10, 11], [2, 12]];
    let space = chain((0..13u32).map(|state| match next.get(state as usize) {
        Some(&[head, tail]) => vec![(head, half.clone()), (tail, half.clone())],
        None => vec![(state, one())],
    }));
    let all = StateSet::all(13);
    for face in 7..13 {
        let values = checker(&space, &[0]).until(&all, &StateSet::of(13, [face])).expect("values");
        assert_eq!(finite(&values), [ratio(1, 6)]);
    }
    let flips = RewardStructure { states: vec![one(); 13], ..RewardStructure::default() };
    let values = checker(&space, &[0]).reach_reward(&flips, &StateSet::of(13, 7..13)).expect("values");
    assert_eq!(finite(&values), [ratio(11, 3)]);
}

/// A collector of n coupons needs n (1 + 1/2 + ... + 1/n) on average.
#[test]
fn collector_needs_a_harmonic_number_of_coupons() {
    let coupons = 300u32;
    let space = chain((0..=coupons).map(|held| {
        vec![(held, ratio(held, coupons)), ((held + 1).min(coupons), ratio(coupons - held, coupons))]
    }));
    let states = space.state_count();
    let bought = RewardStructure { choices: vec![one(); states], ..RewardStructure::default() };
    let values = checker(&space, &[0]).reach_reward(&bought, &StateSet::of(states, [coupons]));
    let harmonic: Rational = (1..=coupons).map(|number| ratio(1, number)).sum();
    assert_eq!(finite(&values.expect("values")), [harmonic * ratio(coupons, 1)]);
}

/// A symmetric walk on a ring of n states reaches the opposite state after n^2 / 4 steps on average.
#[test]
fn walk_on_a_ring_takes_a_square_of_steps() {
    let size = 1000u32;
    let half = ratio(1, 2);
    let ring =
        |state: u32| vec![((state + 1) % size, half.clone()), ((state + size - 1) % size, half.clone())];
    let space = chain((0..size).map(ring));
    let steps = RewardStructure { states: vec![one(); size as usize], ..RewardStructure::default() };
    let opposite = StateSet::of(size as usize, [size / 2]);
    let values = checker(&space, &[0, size / 2]).reach_reward(&steps, &opposite).expect("values");
    assert_eq!(finite(&values), [ratio(size * size / 4, 1), zero()]);
}

/// Two choices that differ by one part in 10^40 are distinguished, although their doubles are equal.
#[test]
fn choices_are_compared_exactly() {
    let tiny = ratio(1, 10u128.pow(38)) * ratio(1, 100);
    for better in [0, 1] {
        let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
        builder.state(0);
        for choice in 0..2 {
            let win = if choice == better { ratio(1, 2) + &tiny } else { ratio(1, 2) };
            builder.choice("");
            builder.branch(0, &ratio(1, 3));
            builder.branch(1, &(&win * ratio(2, 3)));
            builder.branch(2, &((one() - win) * ratio(2, 3)));
        }
        for state in 1..3 {
            builder.state(0);
            builder.choice("");
            builder.branch(state, &one());
        }
        builder.initial(0);
        let space = builder.finish().expect("a space");
        for (extremum, expected) in
            [(Extremum::Maximum, ratio(1, 2) + &tiny), (Extremum::Minimum, ratio(1, 2))]
        {
            let checker = Checker::new(&space, &space.maximizers(extremum), &[0], Job::default());
            let values = checker.until(&StateSet::all(3), &StateSet::of(3, [1])).expect("values");
            assert_eq!(finite(&values), [expected]);
        }
    }
}

/// Probabilities and rewards may need more than 64 bits.
#[test]
fn long_fractions_are_summed_exactly() {
    for (bits, reward) in [(20, ratio(u64::MAX, 3)), (63, ratio(1, u64::MAX)), (300, ratio(7, 1i128 << 100))]
    {
        let stay = one() - power(&ratio(1, 2), bits);
        let leave = one() - &stay;
        let space = chain([vec![(0, stay), (1, leave.clone())], vec![(1, one())]].into_iter());
        let rewards = RewardStructure {
            states: vec![reward.clone(), zero()],
            choices: vec![ratio(1, u64::MAX - 1), zero()],
            ..RewardStructure::default()
        };
        let values = checker(&space, &[0]).reach_reward(&rewards, &StateSet::of(2, [1])).expect("values");
        assert_eq!(finite(&values), [(reward + ratio(1, u64::MAX - 1)) / leave]);
    }
}
