//! Best play without bounds on steps.

use super::play_rules::PlayRules;
use crate::exact::{self, zero};
use crate::model::{Error, Job};
use chancetree_checker::{Checker, ExactValue, StateSet};
use chancetree_prism::{Horizon, PlayAim};

/// Best play without bounds on steps.
pub(super) struct EndlessPlay {
    /// The exact expected quantity in each state; empty if only doubles were computed.
    pub(super) values: Vec<ExactValue>,
    /// The expected quantity in each state as a double, which may be infinite.
    pub(super) doubles: Vec<f64>,
    /// A best choice of each state. Play by best choices ends almost surely.
    pub(super) policy: Vec<u32>,
    /// The number of best choices of each state.
    pub(super) best_counts: Vec<u32>,
}

impl EndlessPlay {
    /// Returns the expected quantity in a state as a double.
    pub(super) fn double(&self, state: u32) -> f64 {
        self.doubles[state as usize]
    }
}

impl PlayRules {
    /// Returns a best choice of each state, with which play ends almost surely, and the number of best choices.
    ///
    /// One side must lead play to an end: it takes the best choices on the shortest paths to an end or to a reward. The other side
    /// can take any best choice. In a state with the value 0, both sides lead play to an end.
    pub(super) fn best_choices(&self, job: &Job<'_>) -> Result<(Vec<u32>, Vec<u32>), Error> {
        let space = &self.space;
        let states = space.state_count();
        let maximizers = self.objective.endless_maximizers();
        let leading = match &self.objective.aim {
            PlayAim::Reward { horizon: Horizon::Goal(_), .. } => maximizers.complement(),
            _ => maximizers,
        };
        let zeros = self.zeros();
        let leading = leading.or(&zeros);
        let collects = matches!(&self.objective.aim, PlayAim::Reward { horizon, .. }
            if !matches!(horizon, Horizon::Goal(_)));
        let (mut policy, mut counts) = (vec![None; states], vec![0; states]);
        let (mut is_kept, mut goal) = (StateSet::none(space.choice_count()), StateSet::none(states));
        for state in 0..states as u32 {
            job.tick_at(state as usize, Default::default())?;
            let end = self.aim().counted_steps();
            if self.end(state, end).is_some() || self.is_infinite(state) {
                goal.insert(state);
                continue;
            }
            let only = self.choices(state).nth(1).is_none();
            let is_zero = zeros.contains(state);
            let is_best = |&choice: &usize| match is_zero {
                true => self.keeps_zero(state, choice),
                false => only || self.is_best(state, choice),
            };
            let best: Vec<usize> = self.choices(state).filter(is_best).collect();
            counts[state as usize] = best.len() as u32;
            let kept = if leading.contains(state) { &best[..] } else { &best[..best.len().min(1)] };
            for &choice in kept {
                is_kept.insert(choice as u32);
            }
            let collecting = kept.iter().copied().find(|&choice| collects && self.step_units(choice) != 0);
            if collecting.is_some() {
                goal.insert(state);
            }
            policy[state as usize] =
                collecting.or_else(|| best.first().copied().filter(|_| !leading.contains(state)));
        }
        let all = StateSet::all(states);
        let closer = Checker::new(space, &all, &[], *job)
            .choices_towards(&all, &goal, |_, choice| is_kept.contains(choice as u32));
        let chosen = (0..states as u32)
            .zip(policy.into_iter().zip(closer))
            .map(|(state, (own, closer))| own.or(closer).unwrap_or(space.choices(state).start) as u32);
        Ok((chosen.collect(), counts))
    }

    /// Returns the states in which play goes on and the value is 0. Best play stays in such states. Returns no states if the quantity
    /// may be negative, or is a reward up to a goal or a number of steps.
    fn zeros(&self) -> StateSet {
        let states = self.space.state_count();
        let is_positive = match &self.objective.aim {
            PlayAim::Until { .. } => true,
            PlayAim::Reward { horizon: Horizon::Endless | Horizon::Before(_), rewards } => {
                !rewards.states.iter().chain(&rewards.choices).any(|reward| *reward < zero())
            }
            PlayAim::Reward { .. } => false,
        };
        let Some(play) = self.endless.as_ref().filter(|_| is_positive) else { return StateSet::none(states) };
        let last = self.aim().counted_steps();
        StateSet::from_fn(states, |state| play.double(state) == 0.0 && self.end(state, last).is_none())
    }

    /// Returns whether the value stays 0 after a choice of a state with the value 0.
    fn keeps_zero(&self, state: u32, choice: usize) -> bool {
        let rewards = self.aim().step_rewards();
        let has_reward = rewards.is_some_and(|rewards| rewards.of_choice(state, choice) != zero());
        let Some(play) = self.endless.as_ref().filter(|_| !has_reward) else { return false };
        self.space.targets(choice).iter().all(|&target| play.double(target) == 0.0)
    }

    /// Returns the states with the value 0 from which best play never ends: no path of best choices leads to an end.
    pub(super) fn endless_zeros(&self, job: &Job<'_>) -> StateSet {
        let (zeros, all) = (self.zeros(), StateSet::all(self.space.state_count()));
        let closer = Checker::new(&self.space, &all, &[], *job).choices_towards(
            &zeros,
            &zeros.complement(),
            |state, choice| self.keeps_zero(state, choice),
        );
        StateSet::from_fn(closer.len(), |state| zeros.contains(state) && closer[state as usize].is_none())
    }

    /// Returns whether a choice has the value of its state. Doubles decide if there are no exact values, or if the doubles are far
    /// apart.
    fn is_best(&self, state: u32, choice: usize) -> bool {
        let Some(play) = &self.endless else { return true };
        let space = &self.space;
        let rewards = self.aim().step_rewards();
        let reward = rewards.map_or_else(zero, |rewards| rewards.of_choice(state, choice));
        let double: f64 = space
            .branches(choice)
            .map(|branch| {
                exact::double(space.probability(branch)) * play.doubles[space.targets[branch] as usize]
            })
            .sum::<f64>()
            + exact::double(&reward);
        let own = play.doubles[state as usize];
        let distance = (double - own).abs() / (1.0 + own.abs());
        if play.values.is_empty() || distance > 1e-6 {
            return distance < 1e-9;
        }
        let next = |state: u32| play.values[state as usize].clone();
        play.values[state as usize] == space.choice_value(rewards, (state, choice), next)
    }
}
