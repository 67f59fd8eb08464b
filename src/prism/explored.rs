//! Explored models: a state space with the values of the variables.

use crate::compile::SourceContext;
use crate::compiled_expression::BoolCode;
use crate::compiled_model::CompiledModel;
use crate::error::PrismError;
use crate::expand::Expander;
use crate::model::PrismModel;
use crate::model_syntax::Definition;
use crate::named_states::NamedStates;
use crate::saved::{SavedModel, save_explored};
use crate::scope::Scope;
use chancetree_checker::{RewardStructure, SpaceKind, StateSet, StateSpace};
use chancetree_exact::{Rational, ratio, zero};
use chancetree_model::{Job, Progress};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An explored model: its state space, and the variables of each state.
///
/// ```
/// use chancetree_prism::{Job, PrismModel};
///
/// let model = PrismModel::parse("dtmc module m x : [0..2]; [] x<2 -> 1/2:(x'=x+1) + 1/2:true; endmodule")?;
/// let explored = model.explore(&Job::default())?;
/// assert_eq!(explored.state_name(1), "(x=1)");
/// assert_eq!(explored.deadlocks().count(), 1);
/// # Ok::<(), chancetree_prism::PrismError>(())
/// ```
#[derive(Debug)]
pub struct ExploredModel {
    pub(crate) model: PrismModel,
    compiled: CompiledModel,
    space: StateSpace,
    /// The packed states.
    words: Vec<u64>,
    deadlocks: StateSet,
    /// The states whose commands were not followed, because the properties are decided there.
    cut: StateSet,
    /// The number of commands whose probabilities were divided by their sum.
    pub(crate) scaled_commands: usize,
    /// The fingerprint of the exploration, or `None` if its result is saved or cannot be saved.
    pub(crate) unsaved: Option<u64>,
}

/// The states that have a self-loop instead of choices.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct UnexpandedStates {
    pub(crate) deadlocks: Vec<u32>,
    /// The states in which all properties are decided.
    pub(crate) cut: Vec<u32>,
}

impl ExploredModel {
    pub(crate) fn new(
        model: PrismModel,
        compiled: CompiledModel,
        space: StateSpace,
        words: Vec<u64>,
        unexpanded: &UnexpandedStates,
        job: &Job<'_>,
    ) -> Result<Self, PrismError> {
        let states = space.state_count();
        let set = |numbers: &[u32]| StateSet::of(states, numbers.iter().copied());
        let (deadlocks, cut) = (set(&unexpanded.deadlocks), set(&unexpanded.cut));
        let mut explored =
            Self { model, compiled, space, words, deadlocks, cut, scaled_commands: 0, unsaved: None };
        // A property that uses a label without a value reports the error.
        explored.add_labels(job)?;
        let initial = StateSet::of(states, explored.space.initial.iter().copied());
        explored.space.set_label("init", initial);
        explored.space.set_label("deadlock", explored.deadlocks.clone());
        Ok(explored)
    }

    /// Returns a model that was explored by another compiled. Properties can use its labels and rewards.
    ///
    /// If the state names list values of the same variables, as in `(x=1,done=false)`, properties can use these variables, too.
    ///
    /// ```
    /// use chancetree_checker::read_drn;
    /// use chancetree_prism::{ExploredModel, Job, Property};
    ///
    /// let text = "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n\taction 0\n\t\t0 : 1/3\n\t\t1 : 2/3\n\
    ///             state 1 done\n\taction 0\n\t\t1 : 1\n";
    /// let explored = ExploredModel::of_space(read_drn(text)?);
    /// let value = explored.check(&Property::parse("P=? [ X \"done\" ]")?, &Job::default())?;
    /// assert_eq!(value.to_string(), "2/3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_space(mut space: StateSpace) -> Self {
        let states = space.state_count();
        let initial = StateSet::of(states, space.initial.iter().copied());
        space.set_label("init", initial);
        let deadlocks = space.labels.get("deadlock").cloned().unwrap_or_else(|| StateSet::none(states));
        space.set_label("deadlock", deadlocks.clone());
        let NamedStates { variables, layout, words } = match NamedStates::read(&space.state_names) {
            Some(named) => {
                space.state_names.clear();
                named
            }
            None => NamedStates { words: vec![0; states], ..NamedStates::default() },
        };
        let compiled = CompiledModel::without_commands(space.kind, space.players.clone(), layout);
        let model = PrismModel::without_modules(space.kind, variables);
        Self {
            model,
            compiled,
            space,
            words,
            deadlocks,
            cut: StateSet::none(states),
            scaled_commands: 0,
            unsaved: None,
        }
    }

    /// Creates a model from saved parts.
    pub(crate) fn of_saved(model: PrismModel, compiled: CompiledModel, saved: SavedModel<'_>) -> Self {
        let SavedModel { space, words, deadlocks, cut } = saved;
        let (space, words) = (space.into_owned(), words.into_owned());
        let (deadlocks, cut) = (deadlocks.into_owned(), cut.into_owned());
        Self { model, compiled, space, words, deadlocks, cut, scaled_commands: 0, unsaved: None }
    }

    /// Saves the explored states if the `error` of later work is a stop, unless they are already saved. `job` must be the job of the
    /// exploration. Returns `error`, or the reason why the states cannot be saved.
    pub fn save_if_stopped(&self, error: PrismError, job: &Job<'_>) -> PrismError {
        let Some(fingerprint) = self.unsaved.filter(|_| error.is_stop()) else { return error };
        save_explored(self.saved(), fingerprint, job).map_or_else(PrismError::from, |()| error)
    }

    fn saved(&self) -> SavedModel<'_> {
        let Self { space, words, deadlocks, cut, .. } = self;
        SavedModel {
            space: Cow::Borrowed(space),
            words: Cow::Borrowed(words),
            deadlocks: Cow::Borrowed(deadlocks),
            cut: Cow::Borrowed(cut),
        }
    }

    /// Returns the state space, with the labels of the model. The rewards of a model in the PRISM language are left out.
    pub fn space(&self) -> &StateSpace {
        &self.space
    }

    /// Returns the states in which no command is enabled. They have a self-loop.
    pub fn deadlocks(&self) -> &StateSet {
        &self.deadlocks
    }

    /// Returns the number of commands whose probabilities were divided by their sum, which differs from 1 by rounding only. Returns
    /// 0 if the states were loaded from a store.
    pub fn scaled_commands(&self) -> usize {
        self.scaled_commands
    }

    /// Returns whether the exploration stopped at states in which all properties are decided, so that states after them may be
    /// missing; see [`PrismModel::explore_for`].
    pub fn is_partial(&self) -> bool {
        !self.cut.is_empty()
    }

    /// Returns the values of the variables in a state: `(x=1,done=false)`.
    ///
    /// # Panics
    /// Panics if there is no such state.
    pub fn state_name(&self, state: u32) -> String {
        match self.space.state_names.get(state as usize) {
            Some(name) => name.clone(),
            None => self.compiled.layout.describe(&self.state(state)),
        }
    }

    /// Adds the labels of the model to the state space. Returns the error of the first label without a value, if there is one.
    fn add_labels(&mut self, job: &Job<'_>) -> Result<Option<PrismError>, PrismError> {
        let (mut labels, mut first) = (Vec::new(), None);
        let scope = self.model.scope()?;
        for label in &self.model.syntax.labels {
            let code = scope.bool_code(&label.body, SourceContext::new(&self.model.source));
            match code.and_then(|code| self.satisfying(&code, &format!("label \"{}\"", label.name), job)) {
                Ok(set) => labels.push((label.name.clone(), set)),
                Err(error) if error.is_stop() => return Err(error),
                Err(error) => first = first.or(Some(error)),
            }
        }
        drop(scope);
        self.space.labels.extend(labels);
        Ok(first)
    }

    /// Returns the state space with the rewards of the model and the names of the states, for files and other checkers.
    ///
    /// # Errors
    /// If a label or a reward has no value in a state, or a limit of the job is exceeded.
    pub fn into_space(mut self, job: &Job<'_>) -> Result<StateSpace, PrismError> {
        let is_known = |label: &Definition| self.space.labels.contains_key(&label.name);
        if !self.model.syntax.labels.iter().all(is_known)
            && let Some(error) = self.add_labels(job)?
        {
            return Err(error);
        }
        let structures = 0..self.reward_names().len();
        self.space.rewards = structures.map(|number| self.rewards(number, job)).collect::<Result<_, _>>()?;
        self.space.state_names = self.state_names();
        Ok(self.space)
    }

    /// Returns the state space with the names of the states. The rewards of a model in the PRISM language are left out.
    pub fn space_with_names(&self) -> StateSpace {
        StateSpace { state_names: self.state_names(), ..self.space.clone() }
    }

    fn state_names(&self) -> Vec<String> {
        // Without variables a state has no name but its number.
        match self.compiled.layout.slots.is_empty() {
            true => self.space.state_names.clone(),
            false => (0..self.space.state_count() as u32).map(|state| self.state_name(state)).collect(),
        }
    }

    pub(crate) fn state(&self, state: u32) -> Vec<i64> {
        let mut values = vec![0; self.compiled.layout.slots.len()];
        self.unpack(state, &mut values);
        values
    }

    fn unpack(&self, state: u32, values: &mut [i64]) {
        let width = self.compiled.layout.words;
        self.compiled.layout.unpack(&self.words[state as usize * width..][..width], values);
    }

    /// Calls `visit` with the values of the variables in each state.
    fn for_each_state(
        &self,
        job: &Job<'_>,
        mut visit: impl FnMut(u32, &[i64]) -> Result<(), PrismError>,
    ) -> Result<(), PrismError> {
        let mut values = vec![0; self.compiled.layout.slots.len()];
        for state in 0..self.space.state_count() as u32 {
            job.tick_at(state as usize, Progress { layer: 0, states: state.into() })?;
            self.unpack(state, &mut values);
            visit(state, &values)?;
        }
        Ok(())
    }

    /// Returns the states that satisfy a condition. `place` names the condition in errors.
    pub(crate) fn satisfying(
        &self,
        code: &BoolCode,
        place: &str,
        job: &Job<'_>,
    ) -> Result<StateSet, PrismError> {
        let mut set = StateSet::none(self.space.state_count());
        if let BoolCode::Constant(holds) = code {
            return Ok(if *holds { set.complement() } else { set });
        }
        self.for_each_state(job, |state, values| {
            if code.holds(values).map_err(|fault| self.state_error(place, values, fault.to_string()))? {
                set.insert(state);
            }
            Ok(())
        })?;
        Ok(set)
    }

    pub(crate) fn state_error(&self, place: &str, values: &[i64], what: String) -> PrismError {
        PrismError::State { place: place.to_owned(), state: self.compiled.layout.describe(values), what }
    }

    /// Returns the names of the reward structures.
    pub(crate) fn reward_names(&self) -> Vec<&str> {
        let of_space = self.space.rewards.iter().map(|rewards| &*rewards.name);
        of_space.chain(self.model.syntax.rewards.iter().map(|rewards| &*rewards.name)).collect()
    }

    /// Returns a reward structure of the model.
    pub(crate) fn rewards(&self, number: usize, job: &Job<'_>) -> Result<RewardStructure, PrismError> {
        if let Some(rewards) = self.space.rewards.get(number) {
            return Ok(rewards.clone());
        }
        let scope = self.model.scope()?;
        let syntax = &self.model.syntax.rewards[number];
        let mut rewards = RewardStructure { name: syntax.name.clone(), ..RewardStructure::default() };
        let items = self.reward_codes(number, &scope)?;
        let has_states = items.iter().any(|item| item.action.is_none());
        let has_choices = items.iter().any(|item| item.action.is_some());
        let expander = Expander::new(&self.compiled, job);
        self.for_each_state(job, |state, values| {
            if self.cut.contains(state) {
                // No property depends on a reward of this state.
                rewards.states.extend(has_states.then(zero));
                rewards.choices.extend(has_choices.then(zero));
                return Ok(());
            }
            let reward_of = |action: Option<&str>| -> Result<Rational, PrismError> {
                // A single value, the usual case, is not reduced again.
                let mut sum: Option<Rational> = None;
                for item in items.iter().filter(|item| item.action == action) {
                    let value = || {
                        if item.guard.holds(values)? {
                            item.value.fraction(values).map(Some)
                        } else {
                            Ok(None)
                        }
                    };
                    let value =
                        value().map_err(|fault| self.state_error(&item.place, values, fault.to_string()))?;
                    sum = match (sum, value) {
                        (Some(sum), Some(value)) => Some(sum + value),
                        (sum, value) => sum.or(value),
                    };
                }
                Ok(sum.unwrap_or_default())
            };
            if has_states {
                rewards.states.push(reward_of(None)?);
            }
            if !has_choices {
                return Ok(());
            }
            if self.deadlocks.contains(state) {
                rewards.choices.push(zero());
                return Ok(());
            }
            if self.space.kind == SpaceKind::Chain {
                // A Markov chain takes each of its enabled commands with the same probability.
                let (mut sum, mut total) = (zero(), 0u64);
                let mut groups = Vec::new();
                expander.enabled_groups(values, |group, count| groups.push((group, count)))?;
                for (group, count) in groups {
                    sum += reward_of(Some(&self.compiled.groups[group].action))? * ratio(count, 1);
                    total += count;
                }
                rewards.choices.push(sum / ratio(total.max(1), 1));
                return Ok(());
            }
            for choice in self.space.choices(state) {
                let action = &self.space.action_names[self.space.actions[choice] as usize];
                rewards.choices.push(reward_of(Some(action))?);
            }
            Ok(())
        })?;
        Ok(rewards)
    }

    fn reward_codes(&self, number: usize, scope: &Scope<'_>) -> Result<Vec<RewardCode<'_>>, PrismError> {
        let context = SourceContext::new(&self.model.source);
        let syntax = &self.model.syntax.rewards[number];
        let name = if syntax.name.is_empty() { String::new() } else { format!(" \"{}\"", syntax.name) };
        let items = syntax.items.iter().map(|item| {
            Ok(RewardCode {
                place: format!("reward{name} in line {}", self.model.line(item.guard.at)),
                action: item.action.as_deref(),
                guard: scope.bool_code(&item.guard, context)?,
                value: scope.fraction_code(&item.value, context)?,
            })
        });
        items.collect()
    }
}

/// A compiled line of a reward structure.
struct RewardCode<'m> {
    place: String,
    action: Option<&'m str>,
    guard: BoolCode,
    value: crate::compiled_expression::NumberCode,
}
