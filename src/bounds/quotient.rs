//! The nodes of a component: single states, or end components that are collapsed (de Alfaro 1997).
//!
//! In an end component, the leaving side can go to any state before it leaves, at no cost. Therefore all states of an end component
//! have the value of its best exit.

use crate::attractor::ExitSide;
use crate::end_components;
use crate::solver::{BoundsSolver, NONE};
use chancetree_model::Error;
use chancetree_model::csr::Csr;

/// The nodes of a component, and the choices among which the free side decides in each node.
pub(crate) struct QuotientNodes {
    pub(crate) members: Csr,
    pub(crate) choices: Csr,
}

impl BoundsSolver<'_> {
    /// Returns one node for each state. The states of the fixed side have the choice of the policy.
    pub(crate) fn single_nodes(&self, component: &[u32], free: ExitSide) -> QuotientNodes {
        let (mut members, mut choices) = (Csr::default(), Csr::default());
        for &state in component {
            members.push([state as usize].into_iter());
            choices.push(self.free_choices(state, free).map(|choice| choice as usize));
        }
        QuotientNodes { members, choices }
    }

    /// Returns the nodes of a component in which the leaving side is free and the opponent follows the policy. Sets `places` to the
    /// node of each state.
    pub(crate) fn leaver_nodes(&mut self, component: &[u32]) -> Result<QuotientNodes, Error> {
        let is_played = |solver: &Self, choice: u32| {
            let state = solver.game.sources[choice as usize];
            solver.game.is_leaver[state as usize] || solver.policy[state as usize] == choice
        };
        if self.can_force_exit(component, ExitSide::Opponent, &is_played, &mut |_, _| {}) {
            return Ok(self.single_nodes(component, ExitSide::Leaver));
        }
        self.is_ended_by_opponent = false;
        let blocks = self.end_components(component)?;
        let (mut members, mut choices) = (Csr::default(), Csr::default());
        for (node, block) in blocks.iter().enumerate() {
            for &index in block {
                self.places[component[index as usize] as usize] = node as u32;
            }
        }
        for (node, block) in blocks.iter().enumerate() {
            let states = || block.iter().map(|&index| component[index as usize]);
            members.push(states().map(|state| state as usize));
            // A choice that stays in its node and has no positive reward cannot raise the upper bound.
            let matters = |&choice: &u32| {
                let mut targets = self.game.targets(choice).iter();
                self.game.reward(choice).high > 0.0
                    || targets.any(|&target| self.places[target as usize] != node as u32)
            };
            let exits = states().flat_map(|state| self.free_choices(state, ExitSide::Leaver)).filter(matters);
            choices.push(exits.map(|choice| choice as usize).collect::<Vec<_>>().into_iter());
        }
        Ok(QuotientNodes { members, choices })
    }

    /// Returns all choices of a state of the `free` side, or the choice of the policy for a state of the other side.
    pub(crate) fn free_choices(&self, state: u32, free: ExitSide) -> std::ops::Range<u32> {
        if self.game.is_leaver[state as usize] == (free == ExitSide::Leaver) {
            self.game.choices(state)
        } else {
            let choice = self.policy[state as usize];
            choice..choice + 1
        }
    }

    /// Returns the maximal end components of choices without a reward. Each other state is a list of its own. The lists have
    /// indices into the component.
    fn end_components(&self, component: &[u32]) -> Result<Csr, Error> {
        let game = self.game;
        let is_free = |&choice: &u32| game.reward(choice).high == 0.0;
        let free = |&state: &u32| self.free_choices(state, ExitSide::Leaver).filter(is_free).collect();
        let mut staying: Vec<Vec<u32>> = component.iter().map(free).collect();
        let place = |&target: &u32| self.places[target as usize];
        let inside = |place: u32| (place != NONE).then_some(place as usize);
        let targets = |choice| game.targets(choice).iter().map(place).map(inside);
        end_components(&mut staying, targets, self.job)
    }
}
