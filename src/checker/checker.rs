//! Computes the values of properties in the states of a space.

use crate::equations::{Equations, KNOWN};
use crate::exact::{Rational, one, zero};
use crate::model::{Error, Job};
use crate::number::CheckedNumber;
use crate::qualitative::BackwardGraph;
use crate::strategies::StrategySearch;
use crate::{ExactValue, RewardStructure, StateSet, StateSpace, ValueBounds};
use num_traits::Signed as _;
use std::marker::PhantomData;
use thiserror::Error;

/// The reason for which a property has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A limit of the job is exceeded, or its monitor stops the work.
    #[error(transparent)]
    Limit(#[from] Error),
    /// A reward is negative, and players may be able to collect rewards for ever.
    #[error(
        "the reward of state {0} is negative; where players can stay for ever, rewards must be at least 0"
    )]
    NegativeReward(u32),
    /// The pivots of a linear system are 0 modulo several primes.
    #[error("a linear system could not be solved")]
    Singular,
}

/// Computes values of properties in a state space: exact fractions, or two doubles between which the exact value lies.
///
/// ```
/// use chancetree_checker::{Checker, Extremum, SpaceBuilder, SpaceKind, StateSet, exact::{one, ratio}, model::Job};
///
/// let mut builder = SpaceBuilder::new(SpaceKind::Decisions);
/// builder.state(0);
/// builder.choice("safe");
/// builder.branch(1, &ratio(1, 2));
/// builder.branch(2, &ratio(1, 2));
/// builder.choice("bold");
/// builder.branch(0, &ratio(1, 2));
/// builder.branch(1, &ratio(1, 3));
/// builder.branch(2, &ratio(1, 6));
/// for _ in 0..2 {
///     let state = builder.state(0);
///     builder.choice("");
///     builder.branch(state, &one());
/// }
/// builder.initial(0);
/// let space = builder.finish()?;
///
/// let checker = Checker::new(&space, &space.maximizers(Extremum::Maximum), &[0], Job::default());
/// let value = checker.until(&StateSet::all(3), &StateSet::of(3, [1]))?;
/// assert_eq!(value[0].finite(), Some(&ratio(2, 3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `N` is the type of the values: [`ExactValue`], or [`ValueBounds`] after [`Checker::bounds`].
#[derive(Clone)]
pub struct Checker<'a, N = ExactValue> {
    pub(crate) space: &'a StateSpace,
    pub(crate) maximizers: StateSet,
    pub(crate) wanted: Vec<u32>,
    pub(crate) job: Job<'a>,
    /// The width of bounds, or `None` for exact values.
    pub(crate) width: Option<f64>,
    pub(crate) number: PhantomData<N>,
}

/// The widest bounds on a probability.
pub(crate) const PROBABILITIES: ValueBounds = ValueBounds { lower: 0.0, upper: 1.0 };

/// Returns the widest bounds on a sum of rewards.
pub(crate) fn totals(reward: &RewardStructure) -> ValueBounds {
    let lower = if has_losses(reward) { f64::NEG_INFINITY } else { 0.0 };
    ValueBounds { lower, upper: f64::INFINITY }
}

/// Returns whether a reward is negative.
pub(crate) fn has_losses(reward: &RewardStructure) -> bool {
    reward.states.iter().chain(&reward.choices).any(Rational::is_negative)
}

impl<'a> Checker<'a> {
    /// Creates a checker whose functions return the values of the states `wanted`, in this order.
    ///
    /// The value is maximised in the states of `maximizers` and minimised in the others. [`StateSpace::maximizers`] and
    /// [`StateSpace::coalition`] return such sets.
    pub fn new(space: &'a StateSpace, maximizers: &StateSet, wanted: &[u32], job: Job<'a>) -> Self {
        let (maximizers, wanted) = (maximizers.clone(), wanted.to_vec());
        Self { space, maximizers, wanted, job, width: None, number: PhantomData }
    }

    /// Returns a checker whose functions return bounds on the values, at most `width` apart if doubles allow it. If a limit stops
    /// the work and the job [records](Job::recording) the stop, the functions return wider bounds.
    pub fn bounds(&self, width: f64) -> Checker<'a, ValueBounds> {
        self.numbers(Some(width))
    }
}

impl<'a, N: CheckedNumber> Checker<'a, N> {
    /// Returns a checker of the same values in another type of number: exact values, or [bounds](Self::bounds) at most `width`
    /// apart.
    pub fn numbers<M: CheckedNumber>(&self, width: Option<f64>) -> Checker<'a, M> {
        let Self { space, maximizers, wanted, job, .. } = self.clone();
        Checker { space, maximizers, wanted, job, width, number: PhantomData }
    }

    /// Returns the probabilities of reaching a state of `goal` along states of `stay`. A state of `goal` has probability 1.
    ///
    /// # Errors
    /// If a limit of the job is exceeded. This holds for all functions of a checker.
    pub fn until(&self, stay: &StateSet, goal: &StateSet) -> Result<Vec<N>, CheckError> {
        N::or_widest(self, self.found_until(stay, goal), self.wanted.len(), PROBABILITIES)
    }

    /// Returns [`Self::until`], or an error if a limit stops the search for states with probability 1.
    fn found_until(&self, stay: &StateSet, goal: &StateSet) -> Result<Vec<N>, CheckError> {
        let graph = BackwardGraph::new(self.space);
        let positive = graph.attractor(stay, goal, &self.maximizers, None);
        let ones = graph.almost_sure(stay, goal, &self.maximizers, &self.job)?.states;
        let unknown = positive.states.minus(&ones);
        let search = StrategySearch {
            equations: Equations::new(self.space, &unknown, &ones, None),
            reaching: &self.maximizers,
            proper: positive.choices,
            inside: None,
            maximizes: true,
        };
        let known = |state| ExactValue::Finite(if ones.contains(state) { one() } else { zero() });
        self.solved(&search, &known, PROBABILITIES)
    }

    /// Returns the expected reward that is collected before a state of `goal` is reached. A play that does not reach the goal has
    /// an infinite reward. The value is therefore infinite where the minimising players cannot ensure that the goal is reached
    /// almost surely.
    ///
    /// # Errors
    /// As [`Self::until`], and if players may be able to collect a negative reward for ever before they reach the goal.
    pub fn reach_reward(&self, reward: &RewardStructure, goal: &StateSet) -> Result<Vec<N>, CheckError> {
        N::or_widest(self, self.found_reward(reward, goal), self.wanted.len(), totals(reward))
    }

    /// Returns [`Self::reach_reward`], or an error if a limit stops the search for states with an infinite reward.
    fn found_reward(&self, reward: &RewardStructure, goal: &StateSet) -> Result<Vec<N>, CheckError> {
        let graph = BackwardGraph::new(self.space);
        let minimizers = self.maximizers.complement();
        let all = StateSet::all(self.space.state_count());
        let finite = graph.almost_sure(&all, goal, &minimizers, &self.job)?;
        let (mut unknown, ones) = (finite.states.minus(goal), StateSet::none(self.space.state_count()));
        let has_losses = has_losses(reward);
        if !has_losses {
            let is_free = |state, choice| reward.of_choice(state, choice) == zero();
            let free = BackwardGraph::of_choices(self.space, &is_free);
            let free = free.almost_sure(&all, goal, &minimizers, &self.job)?;
            unknown = unknown.minus(&free.states);
        }
        let search = StrategySearch {
            equations: Equations::new(self.space, &unknown, &ones, Some(reward)),
            reaching: &minimizers,
            proper: finite.choices,
            inside: Some(&finite.states),
            maximizes: false,
        };
        if has_losses && let Some(state) = search.losing_state(&self.job)? {
            return Err(CheckError::NegativeReward(state));
        }
        let known = |state| match finite.states.contains(state) {
            true => ExactValue::Finite(zero()),
            false => ExactValue::Infinite,
        };
        self.solved(&search, &known, totals(reward))
    }

    /// Returns the states from which the maximising side reaches a state of `goal` along states of `stay` with a positive
    /// probability.
    pub fn possible(&self, stay: &StateSet, goal: &StateSet) -> StateSet {
        BackwardGraph::new(self.space).attractor(stay, goal, &self.maximizers, None).states
    }

    /// Returns, for each state in which the maximising side decides, an allowed choice that leads closer to `goal` along states of
    /// `stay`, or `None` if there is none. `is_allowed` must return `true` for all choices of the other side.
    pub fn choices_towards(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        is_allowed: impl Fn(u32, usize) -> bool,
    ) -> Vec<Option<usize>> {
        let graph = BackwardGraph::of_choices(self.space, &is_allowed);
        let choices = graph.attractor(stay, goal, &self.maximizers, None).choices;
        choices.into_iter().map(|choice| (choice != u32::MAX).then_some(choice as usize)).collect()
    }

    /// Returns the probabilities that the next state is in `goal`.
    ///
    /// # Errors
    /// As [`Self::until`].
    pub fn next(&self, goal: &StateSet) -> Result<Vec<N>, CheckError> {
        let value = |&state: &u32| {
            self.job.check()?;
            let reached = |next| ExactValue::Finite(if goal.contains(next) { one() } else { zero() });
            let value = |choice| self.space.choice_value(None, (state, choice), reached);
            let choices = self.space.choices(state).map(value);
            let best = if self.maximizers.contains(state) { choices.max() } else { choices.min() };
            Ok(N::of(best.expect("a state has a choice")))
        };
        self.wanted.iter().map(value).collect()
    }

    /// Solves the equations of `search` and returns the values of the wanted states. `known` returns the value of a state that is
    /// not in the equations. `widest` are bounds on all values.
    pub(crate) fn solved(
        &self,
        search: &StrategySearch<'_>,
        known: &dyn Fn(u32) -> ExactValue,
        widest: ValueBounds,
    ) -> Result<Vec<N>, CheckError> {
        let place = |state: &u32| search.equations.places[*state as usize];
        let unknown: Vec<u32> = self.wanted.iter().map(place).filter(|&place| place != KNOWN).collect();
        let found = if unknown.is_empty() { Ok(Vec::new()) } else { N::solved(self, search, &unknown) };
        let mut found = N::or_widest(self, found, unknown.len(), widest)?.into_iter();
        let value = |state: &u32| match place(state) {
            KNOWN => N::of(known(*state)),
            _ => found.next().expect("a value for each unknown state"),
        };
        Ok(self.wanted.iter().map(value).collect())
    }
}
