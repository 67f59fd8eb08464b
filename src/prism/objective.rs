//! Properties as rules of play: where play begins, what it counts, and when it ends. Graphs, simulations and play use them.

use crate::check::{PropertyChecker, StateValues};
use crate::error::PrismError;
use crate::explored::ExploredModel;
use crate::number::{Combination, PropertyNumber};
use crate::property::{Property, PropertyValue};
use crate::query::QueryChecker;
use crate::syntax::{
    Expression, ExpressionKind, FilterOperation, FilterSyntax, GoalSyntax, PathSyntax, QuerySyntax, StepBound,
};
use chancetree_checker::{
    CheckError, Checker, ExactValue, RewardStructure, StateSet, StateSpace, StepWindow, ValueBounds,
};
use chancetree_exact::ratio;
use chancetree_model::Job;

/// The rules of play that a property defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayObjective {
    /// The states in which play begins, each with the same chance.
    pub starts: Vec<u32>,
    /// The states in which the value is maximised. In the other states it is minimised.
    pub maximizers: StateSet,
    /// The quantity whose expected value is the value of the property.
    pub aim: PlayAim,
}

/// The quantity whose expected value is the value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAim {
    /// 1 if a state of `goal` is reached along states of `stay` after a number of steps in the window, otherwise 0.
    Until {
        /// The states in which play may continue.
        stay: StateSet,
        /// The states that play should reach.
        goal: StateSet,
        /// The numbers of steps after which a state of `goal` counts.
        window: StepWindow,
        /// Whether the quantity is 1 minus this number.
        is_negated: bool,
    },
    /// The sum of rewards.
    Reward {
        /// The rewards.
        rewards: RewardStructure,
        /// The end of the sum.
        horizon: Horizon,
    },
}

/// The end of a sum of rewards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// A state of this set. A play without such a state has an infinite sum.
    Goal(StateSet),
    /// A state of this set, or none.
    Before(StateSet),
    /// A number of steps.
    Steps(u64),
    /// The sum is the reward of the state after a number of steps.
    Instant(u64),
    /// None.
    Endless,
}

impl ExploredModel {
    /// Returns the rules of play of a property `P=? [ ... ]` or `R=? [ ... ]`, possibly in a filter of states.
    ///
    /// Without a filter, play begins in the initial states. A filter `min`, `max`, `first` or `state` selects one state, and `avg`
    /// all states of the filter.
    ///
    /// # Errors
    /// If the property has another form, a name or type is wrong, a constant has no value, or a limit of the job is passed.
    ///
    /// ```
    /// use chancetree_prism::{PlayAim, Job, PrismModel, Property};
    ///
    /// let model = PrismModel::parse("dtmc module m x : [0..2]; [] x=0 -> 1/3:(x'=1) + 2/3:(x'=2); endmodule")?;
    /// let explored = model.explore(&Job::default())?;
    /// let objective = explored.objective(&Property::parse("P=? [ F x=2 ]")?, &Job::default())?;
    /// let PlayAim::Until { goal, .. } = &objective.aim else { panic!("a probability") };
    /// assert_eq!((objective.starts, goal.iter().collect::<Vec<_>>()), (vec![0], vec![2]));
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    pub fn objective(&self, property: &Property, job: &Job<'_>) -> Result<PlayObjective, PrismError> {
        self.with_checker(property, None, job, |checker| checker.objective(&property.syntax().body))
    }
}

impl ExploredModel {
    /// Returns the expected value of a property whose play begins as its [objective](Self::objective) says: the mean of the values
    /// of the initial states, or the value of a filter.
    ///
    /// # Errors
    /// As [`Self::check`], and if the value is no number.
    pub fn check_mean(&self, property: &Property, job: &Job<'_>) -> Result<ExactValue, PrismError> {
        self.with_checker(property, None, job, |checker| checker.mean(&property.syntax().body))
    }

    /// Returns bounds on the value of [`Self::check_mean`], at most `width` apart if doubles allow it.
    ///
    /// # Errors
    /// As [`Self::check_mean`].
    pub fn check_mean_bounds(
        &self,
        property: &Property,
        width: f64,
        job: &Job<'_>,
    ) -> Result<ValueBounds, PrismError> {
        self.with_checker(property, Some(width), job, |checker| checker.mean(&property.syntax().body))
    }
}

impl PlayObjective {
    /// Returns the expected quantity in each state without its bounds on steps: the probability of [`PlayAim::Until`] before it is
    /// negated, or the sum of all rewards before the end.
    ///
    /// # Errors
    /// If a limit of the job is passed, or a reward is negative where players can collect rewards for ever.
    pub fn endless_values(&self, space: &StateSpace, job: &Job<'_>) -> Result<Vec<ExactValue>, CheckError> {
        let checker = self.checker(space, job);
        match &self.aim {
            PlayAim::Until { stay, goal, .. } => checker.until(stay, goal),
            PlayAim::Reward { rewards, horizon: Horizon::Goal(goal) } => checker.reach_reward(rewards, goal),
            PlayAim::Reward { rewards, horizon: Horizon::Before(goal) } => {
                checker.total_reward_before(rewards, goal)
            }
            PlayAim::Reward { rewards, .. } => checker.total_reward(rewards),
        }
    }

    /// Returns bounds on the numbers of [`Self::endless_values`], at most `width` apart if doubles allow it.
    ///
    /// # Errors
    /// As [`Self::endless_values`].
    pub fn endless_bounds(
        &self,
        space: &StateSpace,
        width: f64,
        job: &Job<'_>,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let checker = self.checker(space, job);
        match &self.aim {
            PlayAim::Until { stay, goal, .. } => checker.until_bounds(stay, goal, width),
            PlayAim::Reward { rewards, horizon: Horizon::Goal(goal) } => {
                checker.reach_reward_bounds(rewards, goal, width)
            }
            PlayAim::Reward { rewards, horizon: Horizon::Before(goal) } => {
                checker.total_reward_before_bounds(rewards, goal, width)
            }
            PlayAim::Reward { rewards, .. } => checker.total_reward_bounds(rewards, width),
        }
    }

    /// Returns the states in which the quantity of [`Self::endless_values`] is maximised.
    pub fn endless_maximizers(&self) -> StateSet {
        match self.aim {
            PlayAim::Until { is_negated: true, .. } => self.maximizers.complement(),
            _ => self.maximizers.clone(),
        }
    }

    fn checker<'a>(&self, space: &'a StateSpace, job: &Job<'a>) -> Checker<'a> {
        let all: Vec<u32> = (0..space.state_count() as u32).collect();
        Checker::new(space, &self.endless_maximizers(), &all, *job)
    }
}

impl PropertyChecker<'_> {
    fn objective(&self, body: &Expression) -> Result<PlayObjective, PrismError> {
        let (query, at, starts) = match &body.kind {
            ExpressionKind::Query(query) => (&**query, body.at, self.explored.space().initial.clone()),
            ExpressionKind::Filter(filter) => {
                let ExpressionKind::Query(query) = &filter.property.kind else {
                    return Err(self.no_objective(body.at));
                };
                (&**query, filter.property.at, self.filtered_starts(filter, body.at)?)
            }
            ExpressionKind::Unsupported(error) => return Err((**error).clone()),
            _ => return Err(self.no_objective(body.at)),
        };
        if !matches!(query.goal, GoalSyntax::Value(_)) {
            return Err(self.no_objective(at));
        }
        let checker = QueryChecker { checker: self, query, at, wanted: &[] };
        let maximizers = checker.maximizers(checker.extremum()?)?;
        Ok(PlayObjective { starts, maximizers, aim: self.aim(query, &checker)? })
    }

    fn mean<N: PropertyNumber>(&self, body: &Expression) -> Result<N, PrismError> {
        if let ExpressionKind::Filter(filter) = &body.kind {
            return match self.filtered(filter, body.at)? {
                PropertyValue::Number(value) => Ok(value),
                _ => Err(self.no_objective(body.at)),
            };
        }
        let StateValues::Numbers(values) = self.values::<N>(body, &self.explored.space().initial)? else {
            return Err(self.no_objective(body.at));
        };
        let count = N::of(ExactValue::Finite(ratio(values.len(), 1)));
        let sum = values.into_iter().reduce(|a, b| a.combined(Combination::Plus, b));
        Ok(sum.expect("a space has an initial state").combined(Combination::Over, count))
    }

    fn no_objective(&self, at: usize) -> PrismError {
        let help = "P=? [ F x=1 ] or R=? [ F x=1 ], with Pmax, Pmin or <<p1>> Pmax where players decide";
        self.context().unsupported(at, "graphs and random runs of this property are", help)
    }

    /// Returns the states that a filter selects.
    fn filtered_starts(&self, filter: &FilterSyntax, at: usize) -> Result<Vec<u32>, PrismError> {
        let states: Vec<u32> = match &filter.states {
            Some(states) => self.set(states)?.iter().collect(),
            None => (0..self.explored.space().state_count() as u32).collect(),
        };
        let error = |what: &str| Err(self.context().error(at, what));
        if states.is_empty() {
            return error("no state satisfies the condition of the filter");
        }
        let best = |is_better: fn(&ExactValue, &ExactValue) -> bool| {
            let StateValues::Numbers(values) = self.values::<ExactValue>(&filter.property, &states)? else {
                return Err(self.no_objective(at));
            };
            let mut best = 0;
            for place in 1..values.len() {
                if is_better(&values[place], &values[best]) {
                    best = place;
                }
            }
            Ok(vec![states[best]])
        };
        match filter.operation {
            FilterOperation::First => Ok(vec![states[0]]),
            FilterOperation::State if states.len() > 1 => {
                error("several states satisfy the condition of the filter; `state` needs one")
            }
            FilterOperation::State | FilterOperation::Average => Ok(states),
            FilterOperation::Min => best(|a, b| a < b),
            FilterOperation::Max => best(|a, b| a > b),
            _ => error("a filter without a state in which play begins; use min, max, avg, first or state"),
        }
    }

    pub(crate) fn aim(&self, query: &QuerySyntax, checker: &QueryChecker<'_>) -> Result<PlayAim, PrismError> {
        if let Some(choice) = &query.reward {
            let horizon = match &query.path {
                PathSyntax::Reach(goal) => Horizon::Goal(self.set(goal)?),
                PathSyntax::Before(goal) => Horizon::Before(self.set(goal)?),
                PathSyntax::Cumulative(Some(steps)) => Horizon::Steps(checker.steps(steps)?),
                PathSyntax::Cumulative(None) => Horizon::Endless,
                PathSyntax::Instant(steps) => Horizon::Instant(checker.steps(steps)?),
                _ => return Err(self.no_objective(checker.at)),
            };
            return Ok(PlayAim::Reward { rewards: checker.rewards(choice)?, horizon });
        }
        let all = || StateSet::all(self.explored.space().state_count());
        let set = |expression: &Expression| self.set(expression);
        let until = |stay: StateSet, goal: StateSet, bound: &StepBound, is_negated: bool| {
            let (goal, window) = match StepWindow::of(&checker.range(bound)?) {
                Some(window) => (goal, window),
                // No number of steps counts.
                None => (StateSet::none(goal.states()), StepWindow { before: 0, within: Some(0) }),
            };
            Ok(PlayAim::Until { stay, goal, window, is_negated })
        };
        match &query.path {
            PathSyntax::Next(goal) => {
                let window = StepWindow { before: 1, within: Some(0) };
                Ok(PlayAim::Until { stay: all(), goal: set(goal)?, window, is_negated: false })
            }
            PathSyntax::Finally(bound, goal) => until(all(), set(goal)?, bound, false),
            PathSyntax::Until(left, bound, right) => until(set(left)?, set(right)?, bound, false),
            PathSyntax::Globally(bound, goal) => until(all(), set(goal)?.complement(), bound, true),
            PathSyntax::WeakUntil(left, bound, right) => {
                let (left, right) = (set(left)?, set(right)?);
                until(left.minus(&right), left.or(&right).complement(), bound, true)
            }
            PathSyntax::Release(left, bound, right) => {
                until(set(left)?.complement(), set(right)?.complement(), bound, true)
            }
            _ => Err(self.no_objective(checker.at)),
        }
    }
}
