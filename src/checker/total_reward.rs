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
use crate::number::CheckedNumber;
use crate::qualitative::BackwardGraph;
use crate::reduced_space::ReducedSpace;
use crate::strategies::StrategySearch;
use crate::{CheckError, Checker, ExactValue, Extremum, RewardStructure, StateSet, StateSpace};
use chancetree_bounds::end_components;
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
                    N::or_widest(self, found, self.wanted.len(), totals(reward))
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
        let staying = staying_choices(space, |_, _| true);
        let endless = StateSet::from_fn(states, |state| {
            let mut choices = staying[state as usize].iter();
            choices.any(|&choice| reward.of_choice(state, choice as usize) != zero())
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
    let staying = staying_choices(space, |state, choice| reward.of_choice(state, choice) == zero());
    StateSet::from_fn(space.state_count(), |state| !staying[state as usize].is_empty())
}

/// Returns the allowed choices of each state that stay in a maximal end component.
fn staying_choices(space: &StateSpace, is_allowed: impl Fn(u32, usize) -> bool) -> Vec<Vec<u32>> {
    let allowed = |state: u32| {
        let choices = space.choices(state).filter(|&choice| is_allowed(state, choice));
        choices.map(|choice| choice as u32).collect()
    };
    let mut staying: Vec<Vec<u32>> = (0..space.state_count() as u32).map(allowed).collect();
    end_components(&mut staying, |choice| {
        space.targets(choice as usize).iter().map(|&target| Some(target as usize))
    });
    staying
}
