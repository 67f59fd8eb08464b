//! A state space with an objective, as rules of play: the quantity that play counts, and the end of play.

use super::endless_play::EndlessPlay;
use crate::exact::{self, Natural, Rational, gcd, lcm, one, ratio, zero};
use crate::family::Refusal;
use crate::game::Weight;
use crate::model::{Error, Job};
use chancetree_checker::{
    CheckError, Checker, ExactValue, RewardStructure, StateSet, StateSpace, ValueBounds,
};
use chancetree_prism::{Horizon, PlayAim, PlayEnd, PlayObjective};

/// A state space with an objective.
///
/// Play ends where its quantity is decided whatever the players choose: in a state of a goal, where no path leads to the goal,
/// where no reward follows, and after the last step that counts. It also ends where its value is 0 and best play never ends.
pub(super) struct PlayRules {
    pub(super) space: StateSpace,
    pub(super) objective: PlayObjective,
    /// The states, other than goals, in which play ends whatever the number of steps.
    decided: StateSet,
    /// The weight of each branch: its probability times the common denominator of its choice.
    pub(super) weights: Vec<Weight>,
    rewards: RewardUnits,
    pub(super) endless: Option<EndlessPlay>,
    /// `true` if play goes on where the goal cannot be reached.
    is_unending: bool,
}

/// Rewards as whole numbers of units.
#[derive(Default)]
struct RewardUnits {
    /// The number of units in a reward of 1.
    unit: u32,
    /// The units of each choice, with the reward of its state; empty if steps have no reward.
    choices: Vec<i64>,
    /// The units of each state at the end of play; empty if ends have no reward.
    ends: Vec<i64>,
}

impl PlayRules {
    /// Creates the rules of an objective.
    ///
    /// # Errors
    /// If the common denominator of the probabilities of a choice needs more than 64 bits, that of the rewards needs more than 32
    /// bits, or a reward is too large.
    pub(super) fn new(space: StateSpace, objective: PlayObjective, job: &Job<'_>) -> Result<Self, Refusal> {
        let all = StateSet::all(space.state_count());
        let decided = match &objective.aim {
            PlayAim::Until { stay, goal, .. } => {
                Checker::new(&space, &all, &[], *job).possible(stay, goal).complement()
            }
            PlayAim::Reward { horizon: Horizon::Goal(_) | Horizon::Instant(_), .. } => all.complement(),
            PlayAim::Reward { rewards, horizon } => {
                let rewarded = StateSet::from_fn(space.state_count(), |state| {
                    space.choices(state).any(|choice| rewards.of_choice(state, choice) != zero())
                });
                let open = match horizon {
                    Horizon::Before(goal) => goal.complement(),
                    _ => all.clone(),
                };
                Checker::new(&space, &all, &[], *job).possible(&open, &rewarded.and(&open)).complement()
            }
        };
        let weights = weights(&space).map_err(|state| {
            let name = space.state_name(state);
            let what =
                format!("the probabilities in state {name} need a common denominator of more than 64 bits");
            Refusal::new(what).help("write probabilities with fewer digits")
        })?;
        let rewards = match &objective.aim {
            PlayAim::Until { .. } => RewardUnits { unit: 1, ..RewardUnits::default() },
            PlayAim::Reward { rewards, horizon } => {
                RewardUnits::new(&space, rewards, horizon).ok_or_else(|| {
                    let what = "the rewards have a common denominator of more than 32 bits, or are too large";
                    Refusal::new(what).help("write rewards with fewer digits")
                })?
            }
        };
        Ok(Self { space, objective, decided, weights, rewards, endless: None, is_unending: false })
    }

    /// Lets play go on where the goal cannot be reached, so that a graph has all states.
    pub(super) fn unending(self) -> Self {
        Self { decided: StateSet::none(self.space.state_count()), is_unending: true, ..self }
    }

    /// Returns whether play ends at once in the first initial state, because it cannot reach the goal from there.
    pub(super) fn misses_goal(&self) -> bool {
        self.end(self.objective.starts[0], 0) == Some(PlayEnd::Other)
    }

    /// Solves play without bounds on steps, in doubles if there is a `width`.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or rewards are negative where players can stay for ever.
    pub(super) fn solve(&mut self, width: Option<f64>, job: &Job<'_>) -> Result<(), CheckError> {
        let (values, doubles) = match width {
            None => {
                let values: Vec<ExactValue> = self.objective.endless_values(&self.space, None, job)?;
                let double = |value: &ExactValue| value.finite().map_or(f64::INFINITY, exact::double);
                let doubles = values.iter().map(double).collect();
                (values, doubles)
            }
            Some(_) => {
                let bounds: Vec<ValueBounds> = self.objective.endless_values(&self.space, width, job)?;
                (Vec::new(), bounds.iter().map(ValueBounds::middle).collect::<Vec<f64>>())
            }
        };
        let states = self.space.state_count();
        self.endless =
            Some(EndlessPlay { values, doubles, policy: vec![0; states], best_counts: vec![0; states] });
        if !self.is_unending {
            self.decided = self.decided.or(&self.endless_zeros(job));
        }
        let (policy, best_counts) = self.best_choices(job)?;
        if let Some(play) = &mut self.endless {
            (play.policy, play.best_counts) = (policy, best_counts);
        }
        Ok(())
    }

    /// Returns the exact values of play without bounds on steps, which was solved before.
    pub(super) fn exact_values(&self, job: &Job<'_>) -> Result<Vec<ExactValue>, Error> {
        self.objective.endless_values(&self.space, None, job).map_err(|error| match error {
            CheckError::Limit(error) => error,
            error => Error::NeverEnds(error.to_string()),
        })
    }

    /// Returns the mean of the exact values of the initial states. Returns `None` if play without bounds on steps is not solved in
    /// fractions, or steps are counted.
    pub(super) fn endless_mean(&self) -> Option<ExactValue> {
        let play = self
            .endless
            .as_ref()
            .filter(|play| !play.values.is_empty() && self.aim().counted_steps() == 0)?;
        let starts = &self.objective.starts;
        let mut sum = zero();
        for &start in starts {
            let Some(value) = play.values[start as usize].finite() else { return Some(ExactValue::Infinite) };
            sum += value;
        }
        let mean = sum / ratio(starts.len(), 1);
        Some(ExactValue::Finite(if self.aim().is_negated() { one() - mean } else { mean }))
    }

    /// Returns the quantity of the objective.
    pub(super) fn aim(&self) -> &PlayAim {
        &self.objective.aim
    }

    /// Returns the number of counted steps one step later.
    pub(super) fn counted_after(&self, steps: u64) -> u64 {
        (steps + 1).min(self.aim().counted_steps())
    }

    /// Returns the end of play in a state after a number of counted steps, or `None` if play goes on.
    pub(super) fn end(&self, state: u32, steps: u64) -> Option<PlayEnd> {
        let is_decided = self.decided.contains(state);
        self.aim().end(state, steps).or_else(|| is_decided.then_some(PlayEnd::Other))
    }

    /// Returns the choices of a state. If the value of the state is finite, leaves out choices with an infinite value.
    pub(super) fn choices(&self, state: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        let is_open = move |&choice: &usize| match &self.endless {
            Some(play) if play.double(state) < f64::INFINITY => {
                let mut targets = self.space.targets(choice).iter();
                targets.all(|&target| play.double(target) < f64::INFINITY)
            }
            _ => true,
        };
        self.space.choices(state).filter(is_open)
    }

    /// Returns whether the value of a state is infinite.
    pub(super) fn is_infinite(&self, state: u32) -> bool {
        self.endless.as_ref().is_some_and(|play| play.double(state) == f64::INFINITY)
    }

    /// Returns the states in which play may go on and a player decides.
    pub(super) fn deciding(&self) -> StateSet {
        StateSet::from_fn(self.space.state_count(), |state| {
            !self.decided.contains(state)
                && !self.aim().is_goal(state, 0)
                && self.space.choices(state).len() > 1
        })
    }

    /// Returns the number of units in a reward of 1.
    pub(super) fn unit(&self) -> u32 {
        self.rewards.unit
    }

    /// Returns the reward of a step, in units.
    pub(super) fn step_units(&self, choice: usize) -> i64 {
        self.rewards.choices.get(choice).copied().unwrap_or(0)
    }

    /// Returns the reward at the end of play in a state, in units.
    pub(super) fn end_units(&self, state: u32) -> i64 {
        self.rewards.ends.get(state as usize).copied().unwrap_or(0)
    }
}

impl RewardUnits {
    /// Returns the rewards in units, or `None` if they are too large.
    fn new(space: &StateSpace, rewards: &RewardStructure, horizon: &Horizon) -> Option<Self> {
        let is_instant = matches!(horizon, Horizon::Instant(_));
        let states = 0..space.state_count() as u32;
        let all: Vec<Rational> = match is_instant {
            true => rewards.states.clone(),
            false => {
                let of_state = |state: u32| space.choices(state).map(move |choice| (state, choice));
                states.flat_map(of_state).map(|(state, choice)| rewards.of_choice(state, choice)).collect()
            }
        };
        let unit = all.iter().fold(Natural::from(1u32), |unit, reward| {
            let denominator = reward.denom().magnitude();
            if unit == *denominator { unit } else { lcm(&unit, denominator) }
        });
        let unit = u32::try_from(unit).ok()?;
        let whole = |reward: &Rational| {
            i64::try_from((reward * Rational::from_integer(unit.into())).to_integer()).ok()
        };
        let units = all.iter().map(whole).collect::<Option<Vec<i64>>>()?;
        let (choices, ends) = if is_instant { (Vec::new(), units) } else { (units, Vec::new()) };
        Some(Self { unit, choices, ends })
    }
}

/// Returns the weight of each branch, or a state with a choice whose denominators are too large.
fn weights(space: &StateSpace) -> Result<Vec<Weight>, u32> {
    let mut weights = Vec::with_capacity(space.branch_count());
    for state in 0..space.state_count() as u32 {
        for choice in space.choices(state) {
            let all = space.branches(choice).map(|branch| space.probability(branch));
            let common = all.clone().try_fold(1, |common: Weight, probability| {
                let denominator = Weight::try_from(probability.denom()).ok()?;
                (common / gcd(common, denominator)).checked_mul(denominator)
            });
            for probability in all {
                let weight = common.and_then(|common| {
                    let denominator = Weight::try_from(probability.denom()).ok()?;
                    Weight::try_from(probability.numer()).ok()?.checked_mul(common / denominator)
                });
                weights.push(weight.ok_or(state)?);
            }
        }
    }
    Ok(weights)
}
