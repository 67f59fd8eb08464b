//! Expected rewards of all steps of a play, which may never end.
//!
//! An end component is a set of states with choices in which play can stay for ever. Almost every play enters an end component that
//! it never leaves (de Alfaro 1997).
//!
//! Rewards must be at least 0, unless play always reaches a state from which no reward can be reached. If they are at least 0:
//!
//! - A player who maximises has an infinite value where an end component with a reward can be reached. In the other states, a
//!   strategy that always goes towards the next reward almost surely reaches a state from which no reward can be reached.
//! - A player who minimises goes to an end component without rewards: the value is the expected reward before it is reached.
//! - If both sides decide, and play always reaches a state from which no reward can be reached, the value is the expected reward
//!   before such a state. Otherwise, `two_sided_total.rs` improves a strategy of one side.

use crate::checker::totals;
use crate::equations::Equations;
use crate::exact::zero;
use crate::model::{Error, Job};
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
    /// If a limit of the job is exceeded, or if a reward is negative and play may collect rewards for ever. In a Markov chain, only
    /// a negative reward that is collected for ever is an error.
    pub fn total_reward(&self, reward: &RewardStructure) -> Result<Vec<N>, CheckError> {
        N::or_widest(self, self.found_total(reward), self.wanted.len(), totals(reward))
    }

    /// Returns [`Self::total_reward`], or an error if a limit stops the search for end components.
    fn found_total(&self, reward: &RewardStructure) -> Result<Vec<N>, CheckError> {
        let negative = negative_state(self.space, reward);
        let is_minimum = match negative {
            None => self.single_side() == Some(Extremum::Minimum),
            Some(_) => self.deciding().is_empty() && !self.loses_for_ever(reward)?,
        };
        if is_minimum {
            return self.minimizing().reach_reward(reward, &self.without_rewards(reward)?);
        }
        if negative.is_none() && self.single_side() == Some(Extremum::Maximum) {
            return self.most_reward(reward);
        }
        match (self.settled(reward)?, negative) {
            (Some(settled), _) => self.reach_reward(reward, &settled),
            (None, Some(state)) => Err(CheckError::NegativeReward(state)),
            (None, None) => N::two_sided_total(self, reward),
        }
    }

    /// Returns the expected reward of all steps before a state of `goal`. A play that never reaches the goal counts with the reward
    /// of all its steps, unlike in [`Self::reach_reward`].
    ///
    /// # Errors
    /// As [`Self::total_reward`].
    pub fn total_reward_before(
        &self,
        reward: &RewardStructure,
        goal: &StateSet,
    ) -> Result<Vec<N>, CheckError> {
        let before = ReducedSpace::new(self.space, reward, goal, &|_, _| true);
        Checker { space: &before.space, ..self.clone() }.total_reward(&before.reward)
    }

    /// Returns the states with several choices.
    fn deciding(&self) -> StateSet {
        StateSet::from_fn(self.space.state_count(), |state| self.space.choices(state).len() > 1)
    }

    /// Returns the extremum that all players with a choice aim for, or `None` if both sides decide. Returns the minimum if no
    /// player has a choice.
    fn single_side(&self) -> Option<Extremum> {
        let deciding = self.deciding();
        let maximizing = deciding.and(&self.maximizers);
        match maximizing.is_empty() {
            true => Some(Extremum::Minimum),
            false => (maximizing == deciding).then_some(Extremum::Maximum),
        }
    }

    /// Returns whether play can collect a negative reward for ever.
    fn loses_for_ever(&self, reward: &RewardStructure) -> Result<bool, Error> {
        let staying = staying_choices(self.space, &|_, _| true, &self.job)?;
        let mut choices =
            (0..).zip(&staying).flat_map(|(state, choices)| choices.iter().map(move |it| (state, *it)));
        Ok(choices.any(|(state, choice)| reward.of_choice(state, choice as usize).is_negative()))
    }

    /// Returns the states from which no reward can be reached, if play reaches them almost surely whatever the players do.
    fn settled(&self, reward: &RewardStructure) -> Result<Option<StateSet>, Error> {
        let graph = BackwardGraph::new(self.space);
        let all = StateSet::all(self.space.state_count());
        let open = graph.attractor(&all, &rewarded(self.space, reward), &all, None).states;
        let is_open = |state: u32| open.contains(state);
        let stays = |state, choice| is_open(state) && self.space.targets(choice).iter().copied().all(is_open);
        let staying = staying_choices(self.space, &stays, &self.job)?;
        Ok(staying.iter().all(Vec::is_empty).then(|| open.complement()))
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
        let rewarded = rewarded(space, reward);
        let rewarded_choice = |state: u32| {
            let mut choices = space.choices(state).rev();
            choices.find(|&choice| reward.of_choice(state, choice) != zero()).map_or(u32::MAX, |it| it as u32)
        };
        let graph = BackwardGraph::new(space);
        let staying = staying_choices(space, &|_, _| true, &self.job)?;
        let endless = StateSet::from_fn(states, |state| {
            let mut choices = staying[state as usize].iter();
            choices.any(|&choice| reward.of_choice(state, choice as usize) != zero())
        });
        let infinite = graph.attractor(&all, &endless, &all, None).states;
        let positive = graph.attractor(&all, &rewarded, &all, None);
        let mut proper = positive.choices;
        rewarded.iter().for_each(|state| proper[state as usize] = rewarded_choice(state));
        let search = StrategySearch {
            equations: Equations::new(space, &positive.states.minus(&infinite), &none, Some(reward)),
            reaching: &all,
            proper,
            inside: None,
            maximizes: true,
        };
        let known = |state| match infinite.contains(state) {
            true => ExactValue::Infinite,
            false => ExactValue::Finite(zero()),
        };
        self.solved(&search, &known, totals(reward))
    }

    /// Returns the states in which play can stay for ever without a reward.
    fn without_rewards(&self, reward: &RewardStructure) -> Result<StateSet, Error> {
        let is_free = |state, choice| reward.of_choice(state, choice) == zero();
        let staying = staying_choices(self.space, &is_free, &self.job)?;
        Ok(StateSet::from_fn(self.space.state_count(), |state| !staying[state as usize].is_empty()))
    }
}

/// Returns the states with a choice that has a reward.
fn rewarded(space: &StateSpace, reward: &RewardStructure) -> StateSet {
    let has_reward = |state, choice| reward.of_choice(state, choice) != zero();
    StateSet::from_fn(space.state_count(), |state| {
        space.choices(state).any(|choice| has_reward(state, choice))
    })
}

/// Returns a state with a choice that has a negative reward.
fn negative_state(space: &StateSpace, reward: &RewardStructure) -> Option<u32> {
    let is_negative = |state, choice| reward.of_choice(state, choice).is_negative();
    let mut states = 0..space.state_count() as u32;
    states.find(|&state| space.choices(state).any(|choice| is_negative(state, choice)))
}

/// Returns the allowed choices of each state that stay in a maximal end component.
pub(crate) fn staying_choices(
    space: &StateSpace,
    is_allowed: &dyn Fn(u32, usize) -> bool,
    job: &Job<'_>,
) -> Result<Vec<Vec<u32>>, Error> {
    let allowed = |state: u32| {
        let choices = space.choices(state).filter(|&choice| is_allowed(state, choice));
        choices.map(|choice| choice as u32).collect()
    };
    let mut staying: Vec<Vec<u32>> = (0..space.state_count() as u32).map(allowed).collect();
    let targets = |choice| space.targets(choice as usize).iter().map(|&target| Some(target as usize));
    end_components(&mut staying, targets, job)?;
    Ok(staying)
}
