//! The equations of optimal values, and their exact solution under a strategy.
//!
//! The value of an unknown state is the best value of its choices. The value of a choice is its reward, plus the expected value
//! of the next state. A next state that is not unknown has the value 0 or 1.

use crate::exact::{self, Integer, Natural, Rational, SparseSolution, SparseSystem};
use crate::model::{Job, components_of_steps, order};
use crate::state_space::sum_of_parts;
use crate::{CheckError, RewardStructure, StateSet, StateSpace};
use chancetree_bounds::DoubleDouble;
use num_traits::{One as _, Signed as _, ToPrimitive as _};
use std::hash::Hash;
use std::ops::Mul;

/// The index of a known state.
pub(crate) const KNOWN: u32 = u32::MAX;

/// The equations of the values of the unknown states.
pub(crate) struct Equations<'a> {
    pub(crate) space: &'a StateSpace,
    /// The unknown states in ascending order.
    pub(crate) states: Vec<u32>,
    /// The index of each state among the unknown states, or [`KNOWN`].
    pub(crate) places: Vec<u32>,
    /// The states whose value is known to be 1. All other known states have the value 0.
    ones: &'a StateSet,
    reward: Option<&'a RewardStructure>,
    /// The numerator and the denominator of each probability of the space, if both fit 64 bits.
    words: Vec<Option<(u64, u64)>>,
}

/// A solution under a strategy.
pub(crate) struct StrategyValues {
    solution: SparseSolution,
    /// The row of each unknown state.
    rows: Vec<u32>,
}

impl StrategyValues {
    pub(crate) fn value(&self, place: u32) -> Rational {
        self.solution.value(self.rows[place as usize] as usize)
    }

    pub(crate) fn numerator(&self, place: u32) -> Integer {
        self.solution.numerator(self.rows[place as usize] as usize)
    }

    pub(crate) fn denominator(&self) -> &Integer {
        &self.solution.denominator
    }

    /// Returns the values of the unknown states as double-doubles.
    pub(crate) fn double_doubles(&self) -> Vec<DoubleDouble> {
        let by_row = self.solution.pairs_of_doubles();
        let pair = |&row: &u32| {
            let (high, low) = by_row[row as usize];
            DoubleDouble::of_sum(high, low)
        };
        self.rows.iter().map(pair).collect()
    }
}

/// The numerators of the values of a strategy, each computed once.
pub(crate) struct StrategyNumerators<'v> {
    values: &'v StrategyValues,
    known: Vec<Option<Integer>>,
}

impl<'v> StrategyNumerators<'v> {
    pub(crate) fn new(values: &'v StrategyValues) -> Self {
        Self { values, known: vec![None; values.rows.len()] }
    }

    fn get(&mut self, place: u32) -> &Integer {
        self.known[place as usize].get_or_insert_with(|| self.values.numerator(place))
    }

    /// Returns the difference between both sides of an equation as a numerator and a denominator.
    fn difference<C>(&mut self, place: u32, row: WholeRow<C>) -> (Integer, Integer)
    where
        for<'a> &'a Integer: Mul<C, Output = Integer>,
    {
        let mut sum = self.values.denominator() * row.known - self.get(place) * row.diagonal;
        for (next, share) in row.entries {
            sum += self.get(next) * share;
        }
        (sum, self.values.denominator() * row.scale)
    }
}

/// The equation of a choice, multiplied by a factor that makes its numbers whole.
struct WholeRow<C> {
    /// The factor.
    scale: C,
    /// The factor times the probability of leaving the state.
    diagonal: C,
    /// The factor times the reward and the values of known next states.
    known: C,
    /// The unknown next states by index, with the factor times their probability.
    entries: Vec<(u32, C)>,
}

impl<'a> Equations<'a> {
    pub(crate) fn new(
        space: &'a StateSpace,
        unknown: &StateSet,
        ones: &'a StateSet,
        reward: Option<&'a RewardStructure>,
    ) -> Self {
        let states: Vec<u32> = unknown.iter().collect();
        let mut places = vec![KNOWN; space.state_count()];
        for (place, &state) in states.iter().enumerate() {
            places[state as usize] = place as u32;
        }
        let words = |value: &Rational| value.numer().to_u64().zip(value.denom().to_u64());
        let words = space.fractions.iter().map(words).collect();
        Self { space, states, places, ones, reward, words }
    }

    /// Returns the data that determines the equations, for a fingerprint.
    pub(crate) fn identity(&self) -> impl Hash + use<'_> {
        (self.space, &self.states, self.ones, self.reward)
    }

    /// Returns the rewards of a state and of its choice, without zeros. Their sum is the reward of the choice.
    pub(crate) fn rewards(&self, state: u32, choice: usize) -> impl Iterator<Item = &'a Rational> + use<'a> {
        self.reward.into_iter().flat_map(move |reward| reward.parts(state, choice))
    }

    /// Returns whether choices have rewards.
    pub(crate) fn has_rewards(&self) -> bool {
        self.reward.is_some()
    }

    /// Returns whether the value of a state is known to be 1.
    #[inline]
    pub(crate) fn is_one(&self, state: u32) -> bool {
        self.ones.contains(state)
    }

    /// Returns the solution under a strategy, which has a choice for each unknown state. From every unknown state, play must
    /// leave the unknown states almost surely.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn solve(&self, strategy: &[u32], job: &Job<'_>) -> Result<StrategyValues, CheckError> {
        job.check()?;
        let steps = strategy.iter().enumerate().flat_map(|(place, &choice)| {
            let targets = self.space.targets(choice as usize).iter();
            let next = targets.map(|&target| self.places[target as usize]);
            next.filter(|&next| next != KNOWN).map(move |next| (place, next as usize))
        });
        let components = components_of_steps(self.states.len(), steps).0;
        let mut rows = vec![0; self.states.len()];
        for (row, &place) in components.all().iter().enumerate() {
            rows[place as usize] = row as u32;
        }
        let order = components.all();
        let mut blocks = vec![0];
        blocks.extend((0..components.len()).map(|component| components.places(component).end as u32));
        let check = |bytes| job.reserve(bytes, crate::model::Progress::default());
        let solution = match self.system(&blocks, order, &rows, strategy, |row| self.short_row(row)) {
            Some(system) => system.solve(&check)?,
            None => {
                let system = self.system(&blocks, order, &rows, strategy, |row| Some(self.long_row(row)));
                system.expect("whole numbers of any length").solve(&check)?
            }
        };
        let solution = solution.ok_or(CheckError::Singular)?;
        Ok(StrategyValues { solution, rows })
    }

    /// Builds the linear system of a strategy, or returns `None` if `whole` returns `None` for a row.
    fn system<C>(
        &self,
        blocks: &[u32],
        order: &[u32],
        rows: &[u32],
        strategy: &[u32],
        whole: impl Fn((u32, usize)) -> Option<WholeRow<C>>,
    ) -> Option<SparseSystem<C>> {
        let mut system = SparseSystem {
            blocks: blocks.to_vec(),
            offsets: Vec::with_capacity(order.len() + 1),
            columns: Vec::new(),
            coefficients: Vec::new(),
            diagonal: Vec::with_capacity(order.len()),
            right_side: Vec::with_capacity(order.len()),
        };
        system.offsets.push(0);
        for &place in order {
            let row = whole((self.states[place as usize], strategy[place as usize] as usize))?;
            let mut entries: Vec<(u32, C)> =
                row.entries.into_iter().map(|(place, value)| (rows[place as usize], value)).collect();
            order::sort_by_number(&mut entries, |entry| entry.0);
            for (column, value) in entries {
                system.columns.push(column);
                system.coefficients.push(value);
            }
            system.offsets.push(system.columns.len());
            system.diagonal.push(row.diagonal);
            system.right_side.push(row.known);
        }
        Some(system)
    }

    /// Returns the equation of a choice in 64-bit integers, or `None` if a number is too large.
    fn short_row(&self, (state, choice): (u32, usize)) -> Option<WholeRow<i64>> {
        const LARGEST: u128 = 1 << 61;
        let branches = self.space.branches(choice);
        let lcm = |a: u64, b: u64| a.checked_mul(b / exact::gcd(a, b));
        let mut scale = 1u64;
        for branch in branches.clone() {
            scale = lcm(scale, self.words[self.space.probabilities[branch] as usize]?.1)?;
        }
        let mut reward = (0i128, 1u64);
        for part in self.rewards(state, choice) {
            let (above, below) = (part.numer().to_i64()?, part.denom().to_u64()?);
            let both = lcm(reward.1, below)?;
            let own = i128::from(above).checked_mul((both / below).into())?;
            reward = (reward.0.checked_mul((both / reward.1).into())?.checked_add(own)?, both);
            scale = lcm(scale, below)?;
        }
        let mut known = reward.0.checked_mul((scale / reward.1).into())?;
        if u128::from(scale) > LARGEST / 2 || known.unsigned_abs() > LARGEST / 2 {
            return None;
        }
        let factor = i64::try_from(scale).ok()?;
        let mut row = WholeRow { scale: factor, diagonal: factor, known: 0, entries: Vec::new() };
        for branch in branches {
            let (above, below) = self.words[self.space.probabilities[branch] as usize]?;
            let share = i64::try_from(above * (scale / below)).ok()?;
            let target = self.space.targets[branch];
            match self.places[target as usize] {
                KNOWN if self.is_one(target) => known += i128::from(share),
                KNOWN => {}
                _ if target == state => row.diagonal -= share,
                place => row.entries.push((place, share)),
            }
        }
        row.known = known as i64;
        Some(row)
    }

    /// Returns the equation of a choice in integers of any size.
    fn long_row(&self, (state, choice): (u32, usize)) -> WholeRow<Integer> {
        let branches = self.space.branches(choice);
        let probabilities = branches.clone().map(|branch| self.space.probability(branch));
        let reward = sum_of_parts(self.rewards(state, choice));
        let denominators = probabilities.chain([&reward]).map(|value| value.denom().magnitude().clone());
        let scale: Integer = denominators.fold(Natural::one(), |all, own| exact::lcm(&all, &own)).into();
        let whole = |value: &Rational| value.numer() * (&scale / value.denom());
        let mut row = WholeRow {
            scale: scale.clone(),
            diagonal: scale.clone(),
            known: whole(&reward),
            entries: Vec::new(),
        };
        for branch in branches {
            let share = whole(self.space.probability(branch));
            let target = self.space.targets[branch];
            match self.places[target as usize] {
                KNOWN if self.is_one(target) => row.known += share,
                KNOWN => {}
                _ if target == state => row.diagonal -= share,
                place => row.entries.push((place, share)),
            }
        }
        row
    }

    /// Returns the value of a choice minus the value of its state, as a numerator and a positive denominator.
    pub(crate) fn difference(
        &self,
        state: u32,
        choice: usize,
        numerators: &mut StrategyNumerators<'_>,
    ) -> (Integer, Integer) {
        let place = self.places[state as usize];
        match self.short_row((state, choice)) {
            Some(row) => numerators.difference(place, row),
            None => numerators.difference(place, self.long_row((state, choice))),
        }
    }

    /// Returns whether a choice has a negative reward.
    pub(crate) fn is_negative(&self, state: u32, choice: usize) -> bool {
        self.rewards(state, choice).any(Rational::is_negative)
            && sum_of_parts(self.rewards(state, choice)).is_negative()
    }
}
