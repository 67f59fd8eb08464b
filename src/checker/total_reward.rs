//! Expected rewards of all steps of a play, which may never end.
//!
//! Rewards are at least 0 here. An end component is a set of states with choices in which play can stay for ever. Almost every
//! play ends up in one and never leaves it (de Alfaro 1997).
//!
//! - A player who maximises has an infinite value where an end component with a reward can be reached. In the other states, a
//!   strategy that always goes towards the next reward almost surely reaches a state from which no reward can be reached.
//! - A player who minimises goes to a component without rewards: the value is the expected reward before it is reached.
//! - If both sides decide, and play always reaches a state from which no reward can be reached, the value is the expected reward
//!   before such a state. Otherwise, `two_sided_total.rs` improves a strategy of one side.

use crate::checker::totals;
use crate::equations::Equations;
use crate::exact::zero;
use crate::model::components_of_steps;
use crate::number::CheckedNumber;
use crate::qualitative::BackwardGraph;
use crate::reduced_space::ReducedSpace;
use crate::strategies::StrategySearch;
use crate::{CheckError, Checker, ExactValue, Extremum, RewardStructure, StateSet, StateSpace};
use num_traits::Signed as _;

impl<N: CheckedNumber> Checker<'_, N> {
    /// Returns the expected reward of all steps.
    ///
    /// # Errors
    /// As [`Self::reach_reward`].
    pub fn total_reward(&self, reward: &RewardStructure) -> Result<Vec<N>, CheckError> {
        match self.single_side() {
            Some(Extremum::Maximum) => self.most_reward(reward),
            Some(Extremum::Minimum) => {
                self.minimizing().reach_reward(reward, &without_rewards(self.space, reward))
            }
            None => match self.settled(reward)? {
                Some(settled) => self.reach_reward(reward, &settled),
                None => {
                    let found = N::two_sided_total(self, reward);
                    N::completed(self, found, self.wanted.len(), totals(reward))
                }
            },
        }
    }

    /// Returns the expected reward of all steps before a state of `goal`. Unlike [`Self::reach_reward`], it counts the plays that
    /// never reach the goal.
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub fn total_reward_before(
        &self,
        reward: &RewardStructure,
        goal: &StateSet,
    ) -> Result<Vec<N>, CheckError> {
        let before = ReducedSpace::new(self.space, reward, goal, |_, _| true);
        Checker { space: &before.space, ..self.clone() }.total_reward(&before.reward)
    }

    /// Returns the extremum that all players with a choice aim for, or `None` if both sides decide. Returns the minimum if no
    /// player has a choice.
    fn single_side(&self) -> Option<Extremum> {
        let deciding =
            StateSet::from_fn(self.space.state_count(), |state| self.space.choices(state).len() > 1);
        let maximizing = deciding.and(&self.maximizers);
        match maximizing.is_empty() {
            true => Some(Extremum::Minimum),
            false => (maximizing == deciding).then_some(Extremum::Maximum),
        }
    }

    /// Returns the states from which no reward can be reached, if play reaches them almost surely whatever the players do.
    ///
    /// # Errors
    /// If a reward is negative.
    fn settled(&self, reward: &RewardStructure) -> Result<Option<StateSet>, CheckError> {
        let states = self.space.state_count();
        let choices =
            (0..states as u32).flat_map(|state| self.space.choices(state).map(move |choice| (state, choice)));
        let mut rewarded = StateSet::none(states);
        for (state, choice) in choices {
            let reward = reward.of_choice(state, choice);
            if reward.is_negative() {
                return Err(CheckError::NegativeReward(state));
            }
            if reward != zero() {
                rewarded.insert(state);
            }
        }
        let graph = BackwardGraph::new(self.space);
        let all = StateSet::all(states);
        let open = graph.attractor(&all, &rewarded, &all, None).states;
        let places = Equations::new(self.space, &open, &rewarded, None).places;
        Ok(graph.can_force_exit(&places, &|_, _| true).then(|| open.complement()))
    }

    /// Returns a checker that minimises in all states.
    fn minimizing(&self) -> Self {
        Self { maximizers: StateSet::none(self.space.state_count()), ..self.clone() }
    }

    /// Returns the greatest total reward.
    fn most_reward(&self, reward: &RewardStructure) -> Result<Vec<N>, CheckError> {
        let space = self.space;
        let states = space.state_count();
        let (all, none) = (StateSet::all(states), StateSet::none(states));
        let mut rewarded = none.clone();
        let mut rewarded_choices = vec![u32::MAX; states];
        let mut negative = None;
        for state in 0..states as u32 {
            for choice in space.choices(state) {
                let reward = reward.of_choice(state, choice);
                if reward.is_negative() {
                    negative = negative.or(Some(state));
                }
                if reward != zero() {
                    rewarded_choices[state as usize] = choice as u32;
                    rewarded.insert(state);
                }
            }
        }
        if let Some(state) = negative {
            return Err(CheckError::NegativeReward(state));
        }
        let graph = BackwardGraph::new(space);
        let components = EndComponents::new(space, |_, _| true);
        let endless = StateSet::from_fn(states, |state| {
            space
                .choices(state)
                .any(|choice| components.contains(choice) && reward.of_choice(state, choice) != zero())
        });
        let infinite = graph.attractor(&all, &endless, &all, None).states;
        let positive = graph.attractor(&all, &rewarded, &all, None);
        let mut proper = positive.choices;
        rewarded.iter().for_each(|state| proper[state as usize] = rewarded_choices[state as usize]);
        let search = StrategySearch {
            equations: Equations::new(space, &positive.states.minus(&infinite), &none, Some(reward)),
            graph: &graph,
            reaching: &all,
            proper,
            inside: None,
            maximizes: true,
        };
        let known = |state| match infinite.contains(state) {
            true => ExactValue::Infinite,
            false => ExactValue::Finite(zero()),
        };
        self.solved(&search, known, totals(reward))
    }
}

/// Returns the states in which play can stay for ever without a reward.
pub(crate) fn without_rewards(space: &StateSpace, reward: &RewardStructure) -> StateSet {
    let components = EndComponents::new(space, |state, choice| reward.of_choice(state, choice) == zero());
    StateSet::from_fn(space.state_count(), |state| {
        space.choices(state).any(|choice| components.contains(choice))
    })
}

/// The maximal end components, as the set of their choices.
struct EndComponents {
    is_inside: Vec<bool>,
}

impl EndComponents {
    /// Finds the maximal end components of the allowed choices: drops choices that may leave their strongly connected component,
    /// until there are no such choices.
    fn new(space: &StateSpace, is_allowed: impl Fn(u32, usize) -> bool) -> Self {
        let states = space.state_count();
        let mut is_inside = vec![false; space.choice_count()];
        for state in 0..states as u32 {
            space.choices(state).for_each(|choice| is_inside[choice] = is_allowed(state, choice));
        }
        loop {
            let steps = (0..states as u32).flat_map(|state| {
                let choices = space.choices(state).filter(|&choice| is_inside[choice]);
                let targets = choices.flat_map(|choice| space.targets(choice));
                targets.map(move |&target| (state as usize, target as usize))
            });
            let components = components_of_steps(states, steps).0;
            let mut component_of = vec![0u32; states];
            for (number, component) in components.iter().enumerate() {
                component.iter().for_each(|&state| component_of[state as usize] = number as u32);
            }
            let mut is_changed = false;
            for state in 0..states as u32 {
                let is_near = |&target: &u32| component_of[target as usize] == component_of[state as usize];
                for choice in space.choices(state) {
                    if is_inside[choice] && !space.targets(choice).iter().all(is_near) {
                        is_inside[choice] = false;
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                return Self { is_inside };
            }
        }
    }

    fn contains(&self, choice: usize) -> bool {
        self.is_inside[choice]
    }
}
