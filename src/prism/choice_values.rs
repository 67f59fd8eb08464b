//! The values of the choices of states in which a player decides.

use crate::check::PropertyChecker;
use crate::error::PrismError;
use crate::explored::ExploredModel;
use crate::objective::{Horizon, PlayAim};
use crate::property::Property;
use crate::property_number::PropertyNumber;
use crate::query::QueryChecker;
use crate::syntax::{Expression, ExpressionKind, GoalSyntax};
use chancetree_checker::{CheckedNumber, Checker, Combination, ExactValue, SpaceKind, StateSet, StateSpace};
use chancetree_exact::zero;
use chancetree_model::Job;
use chancetree_model::order;

/// A choice of a state, with the value of a property if it is taken and all later choices are best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceValue<N = ExactValue> {
    /// The state.
    pub state: u32,
    /// The choice, as a number in the state space.
    pub choice: usize,
    /// The value.
    pub value: N,
    /// Whether no other choice of the state is certainly better.
    pub is_best: bool,
    /// Whether a best strategy takes this choice. Only [`ChoiceStates::Every`] sets it, for at most one choice of each state.
    pub is_taken: bool,
}

/// The states whose choices are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceStates {
    /// The initial states in which a player decides. If there are none and the property counts no steps, the first such states that
    /// play reaches.
    First,
    /// All states in which a player decides. If best choices depend on the number of steps so far, only the initial states.
    Every,
}

impl ExploredModel {
    /// Returns the values of the choices of some states in which a player decides, if the property is `P=? [ ... ]` or
    /// `R=? [ ... ]`. Returns an empty list if there are no such states, or the property has another form. Bounds follow from the
    /// bounds of the next states, which are at most `width` apart if doubles allow it.
    ///
    /// ```
    /// use chancetree_prism::{ChoiceStates, ExactValue, Job, PrismModel, Property};
    ///
    /// let model = PrismModel::parse(
    ///     "mdp module m x : [0..2]; [a] x=0 -> 1/3:(x'=1) + 2/3:(x'=2); [b] x=0 -> 1/2:(x'=1) + 1/2:(x'=2); endmodule",
    /// )?;
    /// let explored = model.explore(&Job::default())?;
    /// let property = Property::parse("Pmax=? [ F x=2 ]")?;
    /// let choices = explored.choice_values::<ExactValue>(&property, ChoiceStates::First, None, &Job::default())?;
    /// let values: Vec<_> = choices.iter().map(|choice| (choice.value.to_string(), choice.is_best)).collect();
    /// assert_eq!(values, [("2/3".to_owned(), true), ("1/2".to_owned(), false)]);
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn choice_values<N: PropertyNumber>(
        &self,
        property: &Property,
        decisions: ChoiceStates,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Vec<ChoiceValue<N>>, PrismError> {
        N::choice_values(self, property, decisions, width, job)
    }
}

impl PropertyChecker<'_> {
    pub(crate) fn choice_values<N: CheckedNumber>(
        &self,
        body: &Expression,
        decisions: ChoiceStates,
    ) -> Result<Vec<ChoiceValue<N>>, PrismError> {
        let space = self.explored.space();
        let ExpressionKind::Query(query) = &body.kind else { return Ok(Vec::new()) };
        if !matches!(query.goal, GoalSyntax::Value(_)) || space.kind == SpaceKind::Chain {
            return Ok(Vec::new());
        }
        let checker = QueryChecker { checker: self, query, at: body.at, wanted: &[] };
        let maximizers = checker.maximizers(checker.extremum()?)?;
        let aim = checker.aim()?;
        let states = match decisions {
            ChoiceStates::Every if !counts_steps(&aim) => {
                let states = 0..space.state_count() as u32;
                states
                    .filter(|&state| space.choices(state).len() > 1 && aim.end(state, 0).is_none())
                    .collect()
            }
            _ => first_decisions(space, &aim),
        };
        if states.is_empty() {
            return Ok(Vec::new());
        }
        let choices =
            || states.iter().flat_map(|&state| space.choices(state).map(move |choice| (state, choice)));
        let mut targets: Vec<u32> =
            choices().flat_map(|(_, choice)| space.targets(choice)).copied().collect();
        order::sort_unique(&mut targets);
        let solver = Checker::new(space, &aim.counted_maximizers(&maximizers), &targets, *self.job);
        let known = aim
            .counted_later(&solver.numbers::<N>(self.width))
            .map_err(|error| self.explained(error, &aim, body.at))?;
        let next = |state: u32| known[targets.binary_search(&state).expect("each target is listed")].clone();
        let value = |choice| aim.of_counted(space.choice_value(aim.step_rewards(), choice, next));
        let mut found = Vec::new();
        for &state in &states {
            let all: Vec<N> = space.choices(state).map(|choice| value((state, choice))).collect();
            let better = if maximizers.contains(state) { Combination::Greatest } else { Combination::Least };
            let best =
                all.iter().cloned().reduce(|a, b| a.combined(better, b)).expect("a state has a choice");
            found.extend(space.choices(state).zip(all).map(|(choice, value)| {
                let is_best = value.may_equal(&best);
                ChoiceValue { state, choice, value, is_best, is_taken: false }
            }));
        }
        if decisions == ChoiceStates::Every {
            self.mark_taken(&mut found, &aim, &maximizers);
        }
        Ok(found)
    }

    /// Marks a best choice of each state as taken. One side must lead play to a goal or to a reward, so it takes best choices that
    /// lead closer. The other side can take any best choice. If a state of the maximisers has an infinite value, no choice is
    /// marked: taking best choices need not give an infinite reward.
    fn mark_taken<N: CheckedNumber>(
        &self,
        choices: &mut [ChoiceValue<N>],
        aim: &PlayAim,
        maximizers: &StateSet,
    ) {
        let space = self.explored.space();
        let mut is_good = StateSet::all(space.choice_count());
        choices
            .iter()
            .filter(|choice| !choice.is_best)
            .for_each(|choice| is_good.remove(choice.choice as u32));
        let all = StateSet::all(space.state_count());
        let mut rewarded = vec![None; space.state_count()];
        let (leading, stay, goal) = match aim {
            // Play ends after a number of steps, so no side must lead it to an end.
            _ if counts_steps(aim) => (all.complement(), &all, all.complement()),
            PlayAim::Until { stay, goal, is_negated: false, .. } => (maximizers.clone(), stay, goal.clone()),
            PlayAim::Until { stay, goal, is_negated: true, .. } => {
                (maximizers.complement(), stay, goal.clone())
            }
            PlayAim::Reward { horizon: Horizon::Goal(goal), .. } => {
                (maximizers.complement(), &all, goal.clone())
            }
            PlayAim::Reward { rewards, .. } => {
                let mut goal = StateSet::none(space.state_count());
                for state in 0..space.state_count() as u32 {
                    let has_reward = |choice: usize| rewards.of_choice(state, choice) != zero();
                    let mut good = space.choices(state).filter(|&choice| is_good.contains(choice as u32));
                    rewarded[state as usize] = good.find(|&choice| has_reward(choice));
                    let is_rewarded = match maximizers.contains(state) {
                        true => rewarded[state as usize].is_some(),
                        false => space.choices(state).all(has_reward),
                    };
                    if is_rewarded {
                        goal.insert(state);
                    }
                }
                (maximizers.clone(), &all, goal)
            }
        };
        let checker = Checker::new(space, &leading, &[], *self.job);
        let closer = checker.choices_towards(stay, &goal, |state, choice| {
            !leading.contains(state) || is_good.contains(choice as u32)
        });
        let mut of_state = None;
        for choice in choices.iter_mut() {
            let state = choice.state as usize;
            let towards =
                if leading.contains(choice.state) { closer[state].or(rewarded[state]) } else { None };
            let is_first = of_state != Some(choice.state);
            let is_endless =
                choice.is_best && choice.value.is_infinite() && maximizers.contains(choice.state);
            choice.is_taken = match towards {
                _ if is_endless => false,
                Some(towards) => towards == choice.choice,
                None => choice.is_best && is_first,
            };
            if choice.is_taken {
                of_state = Some(choice.state);
            }
        }
    }
}

/// Returns the initial states in which a player decides. If there are none and no steps are counted, returns the first such states
/// that play reaches.
fn first_decisions(space: &StateSpace, aim: &PlayAim) -> Vec<u32> {
    let decides = |state: u32| space.choices(state).len() > 1 && aim.end(state, 0).is_none();
    let states: Vec<u32> = space.initial.iter().copied().filter(|&state| decides(state)).collect();
    if !states.is_empty() || counts_steps(aim) {
        return states;
    }
    let (mut is_reached, mut reached) = (StateSet::none(space.state_count()), space.initial.clone());
    reached.retain(|&state| is_reached.insert(state));
    let (mut next, mut found) = (0, Vec::new());
    while let Some(&state) = reached.get(next) {
        next += 1;
        if decides(state) {
            found.push(state);
        } else if aim.end(state, 0).is_none() {
            let targets = space.choices(state).flat_map(|choice| space.targets(choice)).copied();
            reached.extend(targets.filter(|&target| is_reached.insert(target)));
        }
    }
    found
}

/// Returns whether the value in a state depends on the number of steps before it.
fn counts_steps(aim: &PlayAim) -> bool {
    !aim.is_endless() || aim.counted_steps() > 0
}
