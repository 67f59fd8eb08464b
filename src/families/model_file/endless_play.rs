//! Best play without bounds on steps.

use super::play_rules::PlayRules;
use crate::exact::{self, zero};
use crate::model::{Error, Job};
use chancetree_checker::{ExactValue, StateSet};
use chancetree_prism::{Horizon, PlayAim};

/// Best play without bounds on steps.
pub(super) struct EndlessPlay {
    /// The expected quantity in each state: exact values, or empty if only doubles were computed.
    pub(super) values: Vec<ExactValue>,
    /// The same numbers as doubles; infinity where they are infinite.
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
    /// One side must lead play to an end: it takes the best choices on the shortest paths to an end or to a reward. Any best
    /// choice serves the other side. Where the value is 0, both sides lead play to an end.
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
        let (mut policy, mut counts) = (vec![u32::MAX; states], vec![0; states]);
        // The choices that lead to each state.
        let mut sources = vec![0; space.choice_count()];
        let mut incoming: Vec<Vec<u32>> = vec![Vec::new(); states];
        let (mut is_reached, mut queue) = (StateSet::none(states), Vec::new());
        for state in 0..states as u32 {
            job.tick_at(state as usize, Default::default())?;
            let end = self.last_counted_step();
            if self.end(state, end).is_some() || self.is_infinite(state) {
                policy[state as usize] = space.choices(state).start as u32;
                is_reached.insert(state);
                queue.push(state);
                continue;
            }
            let only = self.choices(state).nth(1).is_none();
            let is_zero = zeros.contains(state);
            let best = self.choices(state).filter(|&choice| match is_zero {
                true => self.keeps_zero(state, choice),
                false => only || self.is_best(state, choice),
            });
            let mut first = None;
            for choice in best {
                counts[state as usize] += 1;
                if first.is_some() && !leading.contains(state) {
                    continue;
                }
                first = first.or(Some(choice));
                sources[choice] = state;
                for &target in space.targets(choice) {
                    incoming[target as usize].push(choice as u32);
                }
                if collects && self.step_units(choice) != 0 && is_reached.insert(state) {
                    policy[state as usize] = choice as u32;
                    queue.push(state);
                }
            }
            if !leading.contains(state) {
                policy[state as usize] = first.unwrap_or(space.choices(state).start) as u32;
            }
        }
        let mut next = 0;
        while next < queue.len() {
            for &choice in &incoming[queue[next] as usize] {
                let source = sources[choice as usize];
                if is_reached.insert(source) {
                    if leading.contains(source) {
                        policy[source as usize] = choice;
                    }
                    queue.push(source);
                }
            }
            next += 1;
        }
        for state in 0..states as u32 {
            if policy[state as usize] == u32::MAX {
                policy[state as usize] = space.choices(state).start as u32;
            }
        }
        Ok((policy, counts))
    }

    /// Returns the states in which play goes on and the value is 0, if no quantity is negative. Best play stays in such states.
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
        let last = self.last_counted_step();
        StateSet::from_fn(states, |state| play.double(state) == 0.0 && self.end(state, last).is_none())
    }

    /// Returns whether the value stays 0 after a choice of a state with the value 0.
    fn keeps_zero(&self, state: u32, choice: usize) -> bool {
        let has_reward = match &self.objective.aim {
            PlayAim::Reward { rewards, .. } => rewards.of_choice(state, choice) != zero(),
            PlayAim::Until { .. } => false,
        };
        let Some(play) = self.endless.as_ref().filter(|_| !has_reward) else { return false };
        self.space.targets(choice).iter().all(|&target| play.double(target) == 0.0)
    }

    /// Returns the states with the value 0 from which best play never ends: no path of best choices leads to an end.
    pub(super) fn endless_zeros(&self, job: &Job<'_>) -> Result<StateSet, Error> {
        let zeros = self.zeros();
        let mut incoming: Vec<Vec<u32>> = vec![Vec::new(); self.space.state_count()];
        let (mut endless, mut queue) = (zeros.clone(), Vec::new());
        for state in zeros.iter() {
            job.tick_at(state as usize, Default::default())?;
            for choice in self.space.choices(state).filter(|&choice| self.keeps_zero(state, choice)) {
                for &target in self.space.targets(choice) {
                    match zeros.contains(target) {
                        true => incoming[target as usize].push(state),
                        false if endless.contains(state) => {
                            endless.remove(state);
                            queue.push(state);
                        }
                        false => {}
                    }
                }
            }
        }
        while let Some(state) = queue.pop() {
            for &source in &incoming[state as usize] {
                if endless.contains(source) {
                    endless.remove(source);
                    queue.push(source);
                }
            }
        }
        Ok(endless)
    }

    /// Returns whether a choice has the value of its state. Doubles decide if there are no exact values, and where they are far
    /// apart.
    fn is_best(&self, state: u32, choice: usize) -> bool {
        let Some(play) = &self.endless else { return true };
        let space = &self.space;
        let reward = match &self.objective.aim {
            PlayAim::Reward { rewards, .. } => rewards.of_choice(state, choice),
            PlayAim::Until { .. } => zero(),
        };
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
        let mut sum = reward;
        for branch in space.branches(choice) {
            let Some(value) = play.values[space.targets[branch] as usize].finite() else { return false };
            sum += space.probability(branch) * value;
        }
        play.values[state as usize].finite() == Some(&sum)
    }
}
