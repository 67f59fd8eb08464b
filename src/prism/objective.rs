//! Properties as rules of play: where play begins, what it counts, and when it ends. Graphs, simulations and play use them.

use crate::check::{PropertyChecker, StateValues};
use crate::error::PrismError;
use crate::explored::ExploredModel;
use crate::property::{Property, PropertyValue};
use crate::property_number::PropertyNumber;
use crate::query::QueryChecker;
use crate::syntax::{Expression, ExpressionKind, FilterOperation, FilterSyntax, GoalSyntax};
use chancetree_checker::{
    CheckError, CheckedNumber, Checker, Combination, ExactValue, RewardStructure, StateSet, StateSpace,
    StepWindow,
};
use chancetree_exact::{one, ratio};
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

/// The end of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// A state of the goal was reached in time.
    Goal,
    /// The quantity is decided in another way.
    Other,
}

/// The end of a sum of rewards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// A state of this set. A play without such a state has an infinite sum.
    Goal(StateSet),
    /// A state of this set. A play without such a state counts all rewards.
    Before(StateSet),
    /// A number of steps.
    Steps(u64),
    /// The sum is the reward of the state after a number of steps.
    Instant(u64),
    /// The sum has no end.
    Endless,
}

impl ExploredModel {
    /// Returns the rules of play of a property `P=? [ ... ]` or `R=? [ ... ]`, possibly in a filter of states.
    ///
    /// Without a filter, play begins in the initial states. A filter `min`, `max`, `first` or `state` selects one state, and `avg`
    /// all states of the filter.
    ///
    /// # Errors
    /// If the property has another form, a name or type is wrong, a constant has no value, or a limit of the job is exceeded.
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

    /// Returns the expected value of a property if play begins in the start states of its [objective](Self::objective): the mean of
    /// the values of the initial states, or the value of a filter. Bounds are at most `width` apart if doubles allow it.
    ///
    /// # Errors
    /// As [`Self::check`], and if the value is not a number.
    pub fn check_mean<N: PropertyNumber>(
        &self,
        property: &Property,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<N, PrismError> {
        N::check_mean(self, property, width, job)
    }
}

impl PlayObjective {
    /// Returns the expected quantity in each state without its bounds on steps: the probability of [`PlayAim::Until`] before it is
    /// negated, or the sum of all rewards before the end. Bounds are at most `width` apart if doubles allow it.
    ///
    /// # Errors
    /// If a limit of the job is exceeded, or a reward is negative where players can collect rewards for ever.
    pub fn endless_values<N: PropertyNumber>(
        &self,
        space: &StateSpace,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Vec<N>, CheckError> {
        N::endless_values(self, space, width, job)
    }

    pub(crate) fn endless_numbers<N: CheckedNumber>(
        &self,
        space: &StateSpace,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Vec<N>, CheckError> {
        let all: Vec<u32> = (0..space.state_count() as u32).collect();
        let checker = Checker::new(space, &self.endless_maximizers(), &all, *job).numbers(width);
        match &self.aim {
            PlayAim::Until { stay, goal, .. } => until(&checker, stay, goal, StepWindow::ANY),
            PlayAim::Reward { rewards, horizon: Horizon::Steps(_) | Horizon::Instant(_) } => {
                Horizon::Endless.reward(&checker, rewards)
            }
            PlayAim::Reward { rewards, horizon } => horizon.reward(&checker, rewards),
        }
    }

    /// Returns the states in which the quantity of [`Self::endless_values`] is maximised.
    pub fn endless_maximizers(&self) -> StateSet {
        self.aim.counted_maximizers(&self.maximizers)
    }
}

impl PlayAim {
    /// Returns the number of steps that must be counted: after them, the number of steps no longer matters.
    pub fn counted_steps(&self) -> u64 {
        match self {
            Self::Until { window, .. } => window.start.saturating_add(window.length.unwrap_or(0)),
            Self::Reward { horizon: Horizon::Steps(steps) | Horizon::Instant(steps), .. } => *steps,
            Self::Reward { .. } => 0,
        }
    }

    /// Returns whether play may go on after the counted steps.
    pub fn is_endless(&self) -> bool {
        match self {
            Self::Until { window, .. } => window.length.is_none(),
            Self::Reward { horizon, .. } => !matches!(horizon, Horizon::Steps(_) | Horizon::Instant(_)),
        }
    }

    /// Returns whether the quantity is a sum of rewards.
    pub fn is_reward(&self) -> bool {
        matches!(self, Self::Reward { .. })
    }

    /// Returns whether the quantity is 1 minus the probability of reaching the goal.
    pub fn is_negated(&self) -> bool {
        matches!(self, Self::Until { is_negated: true, .. })
    }

    /// Returns the rewards of steps, or `None` if steps have no reward.
    pub fn step_rewards(&self) -> Option<&RewardStructure> {
        match self {
            Self::Until { .. } | Self::Reward { horizon: Horizon::Instant(_), .. } => None,
            Self::Reward { rewards, .. } => Some(rewards),
        }
    }

    /// Returns whether a state is a goal after a number of counted steps.
    pub fn is_goal(&self, state: u32, steps: u64) -> bool {
        match self {
            Self::Until { goal, window, .. } => steps >= window.start && goal.contains(state),
            Self::Reward { horizon: Horizon::Goal(goal) | Horizon::Before(goal), .. } => goal.contains(state),
            Self::Reward { .. } => false,
        }
    }

    /// Returns the end of play in a state after a number of counted steps, or `None` if play may go on.
    pub fn end(&self, state: u32, steps: u64) -> Option<PlayEnd> {
        if self.is_goal(state, steps) {
            return Some(if self.is_reward() { PlayEnd::Other } else { PlayEnd::Goal });
        }
        let is_last = !self.is_endless() && steps >= self.counted_steps();
        let is_left = matches!(self, Self::Until { stay, .. } if !stay.contains(state));
        (is_last || is_left).then_some(PlayEnd::Other)
    }

    /// Returns the states in which the quantity before its negation is maximised.
    pub(crate) fn counted_maximizers(&self, maximizers: &StateSet) -> StateSet {
        if self.is_negated() { maximizers.complement() } else { maximizers.clone() }
    }

    /// Returns the quantity from its value before the negation.
    pub(crate) fn of_counted<N: CheckedNumber>(&self, counted: N) -> N {
        match self.is_negated() {
            true => N::of(ExactValue::Finite(one())).combined(Combination::Minus, counted),
            false => counted,
        }
    }

    /// Returns the expected quantity before its negation, in the wanted states of a checker.
    pub(crate) fn counted<N: CheckedNumber>(&self, checker: &Checker<'_, N>) -> Result<Vec<N>, CheckError> {
        match self {
            Self::Until { stay, goal, window, .. } => until(checker, stay, goal, *window),
            Self::Reward { rewards, horizon } => horizon.reward(checker, rewards),
        }
    }

    /// Returns the expected quantity before its negation, in the wanted states of a checker after a first step. The first step must
    /// begin in a state in which the quantity is not decided.
    pub(crate) fn counted_later<N: CheckedNumber>(
        &self,
        checker: &Checker<'_, N>,
    ) -> Result<Vec<N>, CheckError> {
        match self {
            Self::Until { stay, goal, window: StepWindow { start: 0, length }, .. } => {
                let length = length.map(|length| length.saturating_sub(1));
                until(checker, stay, goal, StepWindow { start: 0, length })
            }
            Self::Until { stay, goal, window, .. } => {
                until(checker, stay, goal, StepWindow { start: window.start - 1, ..*window })
            }
            Self::Reward { rewards, horizon } => match horizon {
                Horizon::Steps(steps) => Horizon::Steps(steps.saturating_sub(1)).reward(checker, rewards),
                Horizon::Instant(steps) => Horizon::Instant(steps.saturating_sub(1)).reward(checker, rewards),
                horizon => horizon.reward(checker, rewards),
            },
        }
    }
}

impl Horizon {
    /// Returns the expected sum of rewards up to the horizon in the wanted states of a checker.
    fn reward<N: CheckedNumber>(
        &self,
        checker: &Checker<'_, N>,
        rewards: &RewardStructure,
    ) -> Result<Vec<N>, CheckError> {
        match self {
            Self::Goal(goal) => checker.reach_reward(rewards, goal),
            Self::Before(goal) => checker.total_reward_before(rewards, goal),
            Self::Steps(steps) => checker.cumulative_reward(rewards, *steps),
            Self::Instant(steps) => checker.instantaneous_reward(rewards, *steps),
            Self::Endless => checker.total_reward(rewards),
        }
    }
}

/// Returns the probabilities of reaching a state of `goal` along states of `stay` in a window of steps.
fn until<N: CheckedNumber>(
    checker: &Checker<'_, N>,
    stay: &StateSet,
    goal: &StateSet,
    window: StepWindow,
) -> Result<Vec<N>, CheckError> {
    match window {
        StepWindow::ANY => checker.until(stay, goal),
        // A single step needs no rounding.
        StepWindow { start: 1, length: Some(0) } if stay.count() == stay.states() => checker.next(goal),
        window => checker.bounded_until(stay, goal, window.steps()),
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
        Ok(PlayObjective { starts, maximizers, aim: checker.aim()? })
    }

    pub(crate) fn mean<N: CheckedNumber>(&self, body: &Expression) -> Result<N, PrismError> {
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
        let states = self.filter_states(filter, at)?;
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
            FilterOperation::First | FilterOperation::State | FilterOperation::Average => Ok(states),
            FilterOperation::Min => best(|a, b| a < b),
            FilterOperation::Max => best(|a, b| a > b),
            _ => {
                let what = "a filter without a state in which play begins; use min, max, avg, first or state";
                Err(self.context().error(at, what))
            }
        }
    }
}
