//! The values of properties in the states of a space.

use crate::equations::{Equations, KNOWN};
use crate::exact::{Rational, one, zero};
use crate::model::{Error, Job};
use crate::qualitative::BackwardGraph;
use crate::strategies::StrategySearch;
use crate::{ExactValue, RewardStructure, StateSet, StateSpace, ValueBounds};
use num_traits::Signed as _;
use thiserror::Error;

/// The reason for which a property has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A limit of the job is passed, or its monitor stops the work.
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

/// Returns the value of a known state. All states are known except those that strategy iteration solves.
pub(crate) type KnownValues<'a> = &'a dyn Fn(u32) -> ExactValue;

/// Computes values of properties in a state space: exactly, or doubles between which the exact value lies.
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
#[derive(Clone)]
pub struct Checker<'a> {
    pub(crate) space: &'a StateSpace,
    pub(crate) maximizers: StateSet,
    pub(crate) wanted: Vec<u32>,
    pub(crate) job: Job<'a>,
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
        Self { space, maximizers: maximizers.clone(), wanted: wanted.to_vec(), job }
    }

    /// Returns the probabilities of reaching a state of `goal` along states of `stay`. A state of `goal` has probability 1.
    ///
    /// # Errors
    /// If a limit of the job is passed. This holds for all functions of a checker.
    pub fn until(&self, stay: &StateSet, goal: &StateSet) -> Result<Vec<ExactValue>, CheckError> {
        self.with_until(stay, goal, |decisions, known| self.values(decisions, known))
    }

    /// Returns bounds on the probabilities of [`Self::until`], at most `width` apart if doubles allow it. If a limit stops the work
    /// and the job [records](Job::recording) the stop, returns wider bounds. This holds for all functions that return bounds.
    ///
    /// # Errors
    /// As [`Self::until`].
    pub fn until_bounds(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let bounds = self.with_until(stay, goal, |decisions, known| self.bounds(decisions, known, width));
        let bounds = self.or_widest(bounds, PROBABILITIES)?;
        Ok(bounds.into_iter().map(|bounds| bounds.clamped(0.0, 1.0)).collect())
    }

    /// Returns the expected reward that is collected before a state of `goal` is reached. A play that does not reach the goal has
    /// an infinite reward. The value is therefore infinite where the minimising players cannot ensure that the goal is reached
    /// almost surely.
    ///
    /// # Errors
    /// As [`Self::until`], and if a reward is negative and players may be able to collect rewards for ever.
    pub fn reach_reward(
        &self,
        reward: &RewardStructure,
        goal: &StateSet,
    ) -> Result<Vec<ExactValue>, CheckError> {
        self.with_reach_reward(reward, goal, |decisions, known| self.values(decisions, known))
    }

    /// Returns bounds on the expected rewards of [`Self::reach_reward`], at most `width` apart if doubles allow it.
    ///
    /// # Errors
    /// As [`Self::reach_reward`].
    pub fn reach_reward_bounds(
        &self,
        reward: &RewardStructure,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let bounds =
            self.with_reach_reward(reward, goal, |decisions, known| self.bounds(decisions, known, width));
        self.or_widest(bounds, totals(reward))
    }

    /// Calls `solve` with the strategy search of [`Self::until`] and the values of the known states.
    fn with_until<T>(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        solve: impl FnOnce(&StrategySearch<'_>, KnownValues<'_>) -> Result<T, CheckError>,
    ) -> Result<T, CheckError> {
        let graph = BackwardGraph::new(self.space);
        let positive = graph.attractor(stay, goal, &self.maximizers, None);
        let ones = graph.almost_sure(stay, goal, &self.maximizers).states;
        let unknown = positive.states.minus(&ones);
        let decisions = StrategySearch {
            equations: Equations::new(self.space, &unknown, &ones, None),
            graph: &graph,
            reaching: &self.maximizers,
            proper: positive.choices,
            inside: None,
            maximizes: true,
        };
        solve(&decisions, &|state| ExactValue::Finite(if ones.contains(state) { one() } else { zero() }))
    }

    /// Calls `solve` with the strategy search of [`Self::reach_reward`] and the values of the known states.
    fn with_reach_reward<T>(
        &self,
        reward: &RewardStructure,
        goal: &StateSet,
        solve: impl FnOnce(&StrategySearch<'_>, KnownValues<'_>) -> Result<T, CheckError>,
    ) -> Result<T, CheckError> {
        let graph = BackwardGraph::new(self.space);
        let minimizers = self.maximizers.complement();
        let all = StateSet::all(self.space.state_count());
        let finite = graph.almost_sure(&all, goal, &minimizers);
        let (mut unknown, ones) = (finite.states.minus(goal), StateSet::none(self.space.state_count()));
        let negative = unknown.iter().find(|&state| {
            self.space.choices(state).any(|choice| reward.of_choice(state, choice).is_negative())
        });
        if negative.is_none() {
            let is_free = |state, choice| reward.of_choice(state, choice) == zero();
            let free = BackwardGraph::of_choices(self.space, is_free).almost_sure(&all, goal, &minimizers);
            unknown = unknown.minus(&free.states);
        }
        let decisions = StrategySearch {
            equations: Equations::new(self.space, &unknown, &ones, Some(reward)),
            graph: &graph,
            reaching: &minimizers,
            proper: finite.choices,
            inside: Some(&finite.states),
            maximizes: false,
        };
        if let Some(state) = negative
            && !decisions.is_always_left()
        {
            return Err(CheckError::NegativeReward(state));
        }
        solve(&decisions, &|state| match finite.states.contains(state) {
            true => ExactValue::Finite(zero()),
            false => ExactValue::Infinite,
        })
    }

    /// Returns the bounds, or the bounds `widest` on all values if a limit stopped the work and the stop is recorded.
    pub(crate) fn or_widest(
        &self,
        found: Result<Vec<ValueBounds>, CheckError>,
        widest: ValueBounds,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        match found {
            Err(CheckError::Limit(error)) if self.job.records(&error) => Ok(vec![widest; self.wanted.len()]),
            found => found,
        }
    }

    /// Returns the states from which the maximising side reaches a state of `goal` along states of `stay` with a positive
    /// probability.
    pub fn possible(&self, stay: &StateSet, goal: &StateSet) -> StateSet {
        BackwardGraph::new(self.space).attractor(stay, goal, &self.maximizers, None).states
    }

    /// Returns for each state in which the maximising side decides a choice that leads closer to `goal` along states of `stay`, if
    /// there is one among the choices for which `is_allowed` returns `true`. The other side may take any choice; `is_allowed` must
    /// return `true` for all of its choices.
    pub fn choices_towards(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        is_allowed: impl Fn(u32, usize) -> bool,
    ) -> Vec<Option<usize>> {
        let graph = BackwardGraph::of_choices(self.space, is_allowed);
        let choices = graph.attractor(stay, goal, &self.maximizers, None).choices;
        choices.into_iter().map(|choice| (choice != u32::MAX).then_some(choice as usize)).collect()
    }

    /// Returns the probabilities that the next state is in `goal`.
    ///
    /// # Errors
    /// As [`Self::until`].
    pub fn next(&self, goal: &StateSet) -> Result<Vec<ExactValue>, CheckError> {
        let value = |&state: &u32| {
            self.job.check()?;
            let choices = self.space.choices(state).map(|choice| -> Rational {
                let branches = self.space.branches(choice);
                let reached = branches.filter(|&branch| goal.contains(self.space.targets[branch]));
                reached.map(|branch| self.space.probability(branch)).sum()
            });
            let best = if self.maximizers.contains(state) { choices.max() } else { choices.min() };
            Ok(ExactValue::Finite(best.expect("a state has a choice")))
        };
        self.wanted.iter().map(value).collect()
    }

    /// Returns the values of the wanted states. `known` returns the value of a known state.
    pub(crate) fn values(
        &self,
        decisions: &StrategySearch<'_>,
        known: KnownValues<'_>,
    ) -> Result<Vec<ExactValue>, CheckError> {
        self.wanted_values(decisions, known, || {
            let values = decisions.solve(&self.job)?;
            Ok(move |place| ExactValue::Finite(values.value(place)))
        })
    }

    /// Returns bounds on the values of the wanted states. `known` returns the value of a known state.
    pub(crate) fn bounds(
        &self,
        decisions: &StrategySearch<'_>,
        known: KnownValues<'_>,
        width: f64,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let known = |state| known(state).bounds();
        self.wanted_values(decisions, known, || {
            let bounds = decisions.bounds(width, &self.job)?;
            Ok(move |place| bounds[place as usize])
        })
    }

    /// Returns the values of the wanted states. `solve` is called if one is unknown, and returns the values of unknown states.
    fn wanted_values<T, F: Fn(u32) -> T>(
        &self,
        decisions: &StrategySearch<'_>,
        known: impl Fn(u32) -> T,
        solve: impl FnOnce() -> Result<F, CheckError>,
    ) -> Result<Vec<T>, CheckError> {
        let places = &decisions.equations.places;
        let is_known = |state: &u32| places[*state as usize] == KNOWN;
        if self.wanted.iter().all(is_known) {
            return Ok(self.wanted.iter().map(|&state| known(state)).collect());
        }
        let unknown = solve()?;
        let value = |state: &u32| match is_known(state) {
            true => known(*state),
            false => unknown(places[*state as usize]),
        };
        Ok(self.wanted.iter().map(value).collect())
    }
}
