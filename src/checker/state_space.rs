//! Explicit state spaces with exact probabilities.

use crate::exact::Rational;
use crate::{CheckedNumber, Combination, ExactValue, Extremum, StateSet};
use num_traits::Zero as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// The kind of a state space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpaceKind {
    /// A discrete-time Markov chain: one choice for each state.
    #[default]
    Chain,
    /// A Markov decision process: one player decides in all states.
    Decisions,
    /// A turn-based stochastic game: each state has an owner who decides.
    Game,
}

/// A state space in compressed rows: states have choices, choices have branches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateSpace {
    /// The kind of the space.
    pub kind: SpaceKind,
    /// The names of the players of a game.
    pub players: Vec<String>,
    /// The initial states.
    pub initial: Vec<u32>,
    /// The player who decides in each state of a game; empty for other kinds.
    pub owners: Vec<u32>,
    /// The first choice of each state, and the number of choices.
    pub choice_offsets: Vec<u32>,
    /// The first branch of each choice, and the number of branches.
    pub branch_offsets: Vec<u32>,
    /// The action of each choice, as an index into `action_names`.
    pub actions: Vec<u32>,
    /// The names of the actions; the first is empty, for choices without a name.
    pub action_names: Vec<String>,
    /// The next state of each branch.
    pub targets: Vec<u32>,
    /// The probability of each branch, as an index into `fractions`.
    pub probabilities: Vec<u32>,
    /// The distinct probabilities.
    pub fractions: Vec<Rational>,
    /// The states with each label.
    pub labels: BTreeMap<String, StateSet>,
    /// The reward structures.
    pub rewards: Vec<RewardStructure>,
    /// A description of each state, such as the values of variables; empty if there are none.
    pub state_names: Vec<String>,
}

/// Rewards of states and choices. Rewards of branches are part of the reward of the choice, as their expected value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RewardStructure {
    /// The name, which may be empty.
    pub name: String,
    /// The reward of each state; empty if all are 0.
    pub states: Vec<Rational>,
    /// The reward of each choice; empty if all are 0.
    pub choices: Vec<Rational>,
}

impl RewardStructure {
    /// Returns the reward of a state and a choice of this state.
    pub fn of_choice(&self, state: u32, choice: usize) -> Rational {
        sum_of_parts(self.parts(state, choice))
    }

    /// Returns the rewards of a state and of a choice of this state, without zeros.
    pub(crate) fn parts(&self, state: u32, choice: usize) -> impl Iterator<Item = &Rational> {
        let parts = [self.states.get(state as usize), self.choices.get(choice)];
        parts.into_iter().flatten().filter(|part| !part.is_zero())
    }
}

/// Returns the sum of the parts of a reward. A single part, the usual case, is not reduced again.
pub(crate) fn sum_of_parts<'a>(parts: impl Iterator<Item = &'a Rational>) -> Rational {
    parts.cloned().reduce(|sum, part| sum + part).unwrap_or_default()
}

impl StateSpace {
    /// Sets the states with a label.
    pub fn set_label(&mut self, name: &str, states: StateSet) {
        self.labels.insert(name.to_owned(), states);
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.choice_offsets.len() - 1
    }

    /// Returns the number of choices of all states.
    pub fn choice_count(&self) -> usize {
        self.branch_offsets.len() - 1
    }

    /// Returns the number of branches of all choices, which model checkers call transitions.
    pub fn branch_count(&self) -> usize {
        self.targets.len()
    }

    /// Returns the choices of a state.
    #[inline]
    pub fn choices(&self, state: u32) -> Range<usize> {
        self.choice_offsets[state as usize] as usize..self.choice_offsets[state as usize + 1] as usize
    }

    /// Returns the branches of a choice.
    #[inline]
    pub fn branches(&self, choice: usize) -> Range<usize> {
        self.branch_offsets[choice] as usize..self.branch_offsets[choice + 1] as usize
    }

    /// Returns the next states of a choice.
    #[inline]
    pub fn targets(&self, choice: usize) -> &[u32] {
        &self.targets[self.branches(choice)]
    }

    /// Returns the probability of a branch.
    #[inline]
    pub fn probability(&self, branch: usize) -> &Rational {
        &self.fractions[self.probabilities[branch] as usize]
    }

    /// Returns the value of a choice: the expected value of the next state, plus the reward of the choice if there are rewards.
    pub fn choice_value<N: CheckedNumber>(
        &self,
        reward: Option<&RewardStructure>,
        (state, choice): (u32, usize),
        next: impl Fn(u32) -> N,
    ) -> N {
        let finite = |value| N::of(ExactValue::Finite(value));
        let reward = finite(reward.map_or_else(Rational::zero, |reward| reward.of_choice(state, choice)));
        self.branches(choice).fold(reward, |sum, branch| {
            let share = finite(self.probability(branch).clone());
            sum.combined(Combination::Plus, share.combined(Combination::Times, next(self.targets[branch])))
        })
    }

    /// Returns the states in which the value is maximised if all players together aim for an extremum.
    pub fn maximizers(&self, extremum: Extremum) -> StateSet {
        match extremum {
            Extremum::Maximum => StateSet::all(self.state_count()),
            Extremum::Minimum => StateSet::none(self.state_count()),
        }
    }

    /// Returns the states in which the value is maximised if a coalition of players aims for an extremum and the other players
    /// aim for the opposite.
    ///
    /// # Panics
    /// Panics if the space is not a game.
    pub fn coalition(&self, players: &[u32], extremum: Extremum) -> StateSet {
        let members =
            StateSet::from_fn(self.state_count(), |state| players.contains(&self.owners[state as usize]));
        if extremum == Extremum::Maximum { members } else { members.complement() }
    }

    /// Returns the description of a state, or its number if there are no descriptions.
    pub fn state_name(&self, state: u32) -> String {
        self.state_names.get(state as usize).cloned().unwrap_or_else(|| state.to_string())
    }
}
