//! An independent method: enumerate all strategies without memory, and solve each chain by Gaussian elimination in fractions.

use chancetree_checker::exact::{Rational, one, zero};
use chancetree_checker::{ExactValue, RewardStructure, StateSet, StateSpace};

/// A strategy of all players: the choice of each state. Under a strategy the space is a Markov chain.
type ChainChoices = Vec<usize>;

/// Returns all strategies of the states in `own`. Other states have their first choice.
pub(crate) fn strategies(space: &StateSpace, own: &StateSet) -> Vec<ChainChoices> {
    let mut all = vec![Vec::new()];
    for state in 0..space.state_count() as u32 {
        let choices: Vec<usize> = if own.contains(state) {
            space.choices(state).collect()
        } else {
            vec![space.choices(state).start]
        };
        all = all
            .into_iter()
            .flat_map(|strategy: ChainChoices| {
                choices.iter().map(move |&choice| [&strategy[..], &[choice]].concat())
            })
            .collect();
    }
    all
}

/// Returns the greatest value over the strategies in `maximizers` of the least value over the other strategies.
pub(crate) fn optimal(
    space: &StateSpace,
    maximizers: &StateSet,
    value: impl Fn(&ChainChoices) -> Vec<ExactValue>,
) -> Vec<ExactValue> {
    let states = space.state_count();
    let pick = |all: Vec<Vec<ExactValue>>, is_max: bool| -> Vec<ExactValue> {
        let column = |state: usize| all.iter().map(move |values| values[state].clone());
        (0..states)
            .map(|state| if is_max { column(state).max() } else { column(state).min() }.expect("a strategy"))
            .collect()
    };
    let others = strategies(space, &maximizers.complement());
    let against = |own: &ChainChoices| {
        let joint = |other: &ChainChoices| -> ChainChoices {
            (0..states)
                .map(|state| if maximizers.contains(state as u32) { own[state] } else { other[state] })
                .collect()
        };
        pick(others.iter().map(|other| value(&joint(other))).collect(), false)
    };
    pick(strategies(space, maximizers).iter().map(against).collect(), true)
}

/// Solves the equations by Gaussian elimination. There must be one solution.
fn solve(mut rows: Vec<Vec<Rational>>) -> Vec<Rational> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| rows[row][column] != zero()).expect("one solution");
        rows.swap(column, pivot);
        let top = rows[column].clone();
        for (row, entries) in rows.iter_mut().enumerate() {
            if row != column {
                let factor = &entries[column] / &top[column];
                for (entry, above) in entries.iter_mut().zip(&top) {
                    *entry -= &factor * above;
                }
            }
        }
    }
    (0..size).map(|row| &rows[row][size] / &rows[row][row]).collect()
}

/// Returns the states from which the chain reaches `goal` along `stay` with a positive probability.
fn reaching(space: &StateSpace, chain: &ChainChoices, stay: &StateSet, goal: &StateSet) -> StateSet {
    let mut found = goal.clone();
    for _ in 0..space.state_count() {
        for state in 0..space.state_count() as u32 {
            let leads = |choice| space.targets(choice).iter().any(|&target| found.contains(target));
            if stay.contains(state) && leads(chain[state as usize]) {
                found.insert(state);
            }
        }
    }
    found
}

/// Returns the equation `value = constant + sum of probabilities * values` of a state, over all states.
fn equation(space: &StateSpace, state: u32, choice: usize, constant: Rational) -> Vec<Rational> {
    let mut row = vec![zero(); space.state_count() + 1];
    row[state as usize] += one();
    for branch in space.branches(choice) {
        row[space.targets[branch] as usize] -= space.probability(branch);
    }
    row[space.state_count()] = constant;
    row
}

/// Returns the equation of a known value.
fn known(space: &StateSpace, state: u32, value: Rational) -> Vec<Rational> {
    let mut row = vec![zero(); space.state_count() + 1];
    row[state as usize] = one();
    row[space.state_count()] = value;
    row
}

/// Returns the probabilities of reaching `goal` along `stay` in a chain.
pub(crate) fn until(
    space: &StateSpace,
    chain: &ChainChoices,
    stay: &StateSet,
    goal: &StateSet,
) -> Vec<ExactValue> {
    let positive = reaching(space, chain, stay, goal);
    let row = |state| match (goal.contains(state), positive.contains(state)) {
        (true, _) => known(space, state, one()),
        (_, false) => known(space, state, zero()),
        _ => equation(space, state, chain[state as usize], zero()),
    };
    solve((0..space.state_count() as u32).map(row).collect()).into_iter().map(ExactValue::Finite).collect()
}

/// Returns the reward of a choice.
pub(crate) fn reward_of(reward: &RewardStructure, state: u32, choice: usize) -> Rational {
    let own = reward.states.get(state as usize).cloned().unwrap_or_default();
    own + reward.choices.get(choice).cloned().unwrap_or_default()
}

/// Returns the expected rewards before `goal` in a chain.
pub(crate) fn reach_reward(
    space: &StateSpace,
    chain: &ChainChoices,
    reward: &RewardStructure,
    goal: &StateSet,
) -> Vec<ExactValue> {
    let all = StateSet::all(space.state_count());
    let chances = until(space, chain, &all, goal);
    let is_sure = |state: u32| chances[state as usize] == ExactValue::Finite(one());
    let row = |state: u32| match is_sure(state) && !goal.contains(state) {
        true => {
            let choice = chain[state as usize];
            equation(space, state, choice, reward_of(reward, state, choice))
        }
        false => known(space, state, zero()),
    };
    let values = solve((0..space.state_count() as u32).map(row).collect());
    let value =
        |(value, state)| if is_sure(state) { ExactValue::Finite(value) } else { ExactValue::Infinite };
    values.into_iter().zip(0..).map(value).collect()
}

/// Returns whether a recurrent class of the chain has a state with a negative reward and no state of `goal`.
pub(crate) fn loses_for_ever(
    space: &StateSpace,
    chain: &ChainChoices,
    reward: &RewardStructure,
    goal: &StateSet,
) -> bool {
    let states = space.state_count();
    let all = StateSet::all(states);
    let reaches = |target: u32| reaching(space, chain, &all, &StateSet::of(states, [target]));
    let after = |state: u32| (0..states as u32).filter(move |&later| reaches(later).contains(state));
    (0..states as u32).any(|state| {
        reward_of(reward, state, chain[state as usize]) < zero()
            && after(state).all(|later| reaches(state).contains(later) && !goal.contains(later))
    })
}

/// Returns the values after `steps` steps of backward induction from `first`.
pub(crate) fn induction(
    space: &StateSpace,
    maximizers: &StateSet,
    first: Vec<Rational>,
    steps: u64,
    moving: &StateSet,
    reward: Option<&RewardStructure>,
) -> Vec<ExactValue> {
    let mut values = first;
    for _ in 0..steps {
        let best = |state: u32| {
            let value = |choice: usize| {
                let next = space.branches(choice);
                let next = next.map(|at| space.probability(at) * &values[space.targets[at] as usize]);
                next.sum::<Rational>() + reward.map_or(zero(), |reward| reward_of(reward, state, choice))
            };
            let choices = space.choices(state).map(value);
            let best = if maximizers.contains(state) { choices.max() } else { choices.min() };
            if moving.contains(state) { best.expect("a choice") } else { values[state as usize].clone() }
        };
        values = (0..space.state_count() as u32).map(best).collect();
    }
    values.into_iter().map(ExactValue::Finite).collect()
}
