//! State spaces with fewer choices.

use crate::exact::{Rational, one};
use crate::{RewardStructure, StateSet, StateSpace};

/// A copy of a state space that has fewer choices, and may have absorbing states. The states are the same.
pub(crate) struct ReducedSpace {
    pub(crate) space: StateSpace,
    pub(crate) reward: RewardStructure,
}

impl ReducedSpace {
    /// Keeps some choices of each state. A state of `absorbing` gets a self-loop without a reward instead.
    pub(crate) fn new(
        whole: &StateSpace,
        reward: &RewardStructure,
        absorbing: &StateSet,
        is_kept: &dyn Fn(u32, usize) -> bool,
    ) -> Self {
        let mut space = StateSpace {
            kind: whole.kind,
            initial: whole.initial.clone(),
            choice_offsets: vec![0],
            branch_offsets: vec![0],
            action_names: whole.action_names.clone(),
            fractions: whole.fractions.clone(),
            ..StateSpace::default()
        };
        let certain = space.fractions.len() as u32;
        space.fractions.push(one());
        let mut rewards: Vec<Rational> = Vec::new();
        for state in 0..whole.state_count() as u32 {
            if absorbing.contains(state) {
                space.targets.push(state);
                space.probabilities.push(certain);
                space.actions.push(0);
                space.branch_offsets.push(space.targets.len() as u32);
                rewards.push(Rational::default());
            }
            for choice in whole.choices(state) {
                if absorbing.contains(state) || !is_kept(state, choice) {
                    continue;
                }
                space.targets.extend_from_slice(whole.targets(choice));
                space.probabilities.extend_from_slice(&whole.probabilities[whole.branches(choice)]);
                space.actions.push(whole.actions[choice]);
                space.branch_offsets.push(space.targets.len() as u32);
                rewards.push(reward.of_choice(state, choice));
            }
            space.choice_offsets.push(space.actions.len() as u32);
        }
        let reward = RewardStructure { choices: rewards, ..RewardStructure::default() };
        Self { space, reward }
    }
}
