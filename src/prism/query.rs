//! The values of P and R operators.

use crate::check::PropertyChecker;
use crate::error::PrismError;
use crate::objective::{Horizon, PlayAim};
use crate::syntax::{
    CoalitionSyntax, Expression, GoalSyntax, Operator, PathOperator, PathSyntax, QuantitySyntax, QuerySyntax,
    RewardChoice, RewardPathSyntax, StepBound, StepLimit,
};
use chancetree_checker::{
    CheckedNumber, Checker, Extremum, RewardStructure, SpaceKind, StateSet, StepWindow, did_you_mean, nearest,
};
use std::ops::Bound;

/// Computes the values of one operator in some states.
pub(crate) struct QueryChecker<'q> {
    pub(crate) checker: &'q PropertyChecker<'q>,
    pub(crate) query: &'q QuerySyntax,
    pub(crate) at: usize,
    pub(crate) wanted: &'q [u32],
}

impl QueryChecker<'_> {
    pub(crate) fn values<N: CheckedNumber>(&self) -> Result<Vec<N>, PrismError> {
        let maximizers = self.maximizers(self.extremum()?)?;
        let aim = self.aim()?;
        let space = self.checker.explored.space();
        let checker =
            Checker::new(space, &aim.counted_maximizers(&maximizers), self.wanted, *self.checker.job);
        let found = aim.counted(&checker.numbers::<N>(self.checker.width));
        let found = found.map_err(|error| self.checker.explained(error, &aim, self.at))?;
        Ok(found.into_iter().map(|value| aim.of_counted(value)).collect())
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, PrismError> {
        Err(self.checker.context().error(self.at, what))
    }

    /// Returns whether the players of the query maximise or minimise the value.
    pub(crate) fn extremum(&self) -> Result<Extremum, PrismError> {
        let letter = if matches!(self.query.quantity, QuantitySyntax::Reward(..)) { 'R' } else { 'P' };
        let kind = self.checker.explored.space().kind;
        // Without a coalition, a bound holds if all strategies satisfy it. With a coalition, one strategy is enough.
        let needs_one = match (kind, &self.query.coalition) {
            (_, None) => false,
            (SpaceKind::Game, Some(_)) => true,
            (SpaceKind::Decisions, Some(coalition))
                if coalition.lists_everyone() || coalition.players.is_empty() =>
            {
                coalition.lists_everyone() != coalition.is_complement
            }
            _ => return self.error("a coalition of players in a model that is not a game"),
        };
        match (&self.query.goal, kind) {
            (GoalSyntax::Value(Some(extremum)) | GoalSyntax::Bound(Some(extremum), ..), _) => Ok(*extremum),
            (GoalSyntax::Value(None), SpaceKind::Chain) => Ok(Extremum::Maximum),
            (GoalSyntax::Value(None), _) => self
                .error(format!("{letter}=? in a model with decisions; write {letter}min=? or {letter}max=?")),
            (GoalSyntax::Bound(None, operator, _), _) => {
                let is_lower = matches!(operator, Operator::AtLeast | Operator::Greater);
                let is_maximum = is_lower == needs_one;
                Ok(if is_maximum { Extremum::Maximum } else { Extremum::Minimum })
            }
        }
    }

    /// Returns the states in which the value is maximised.
    pub(crate) fn maximizers(&self, extremum: Extremum) -> Result<StateSet, PrismError> {
        let space = self.checker.explored.space();
        Ok(match &self.query.coalition {
            Some(coalition) if space.kind == SpaceKind::Game => {
                space.coalition(&self.players(coalition)?, extremum)
            }
            _ => space.maximizers(extremum),
        })
    }

    /// Returns the numbers of the players of a coalition.
    fn players(&self, coalition: &CoalitionSyntax) -> Result<Vec<u32>, PrismError> {
        let players = &self.checker.explored.space().players;
        let all = 0..players.len() as u32;
        let number = |name: &String| {
            let by_name = players.iter().position(|player| player == name);
            let counted =
                || name.parse::<usize>().ok()?.checked_sub(1).filter(|&number| number < players.len());
            match by_name.or_else(counted) {
                Some(number) => Ok(number as u32),
                None => self.error(format!("no player {name}; players: {}", players.join(", "))),
            }
        };
        let listed: Vec<u32> = match coalition.lists_everyone() {
            true => all.clone().collect(),
            false => coalition.players.iter().map(number).collect::<Result<_, PrismError>>()?,
        };
        Ok(all.filter(|player| listed.contains(player) != coalition.is_complement).collect())
    }

    /// Returns the quantity of the query.
    pub(crate) fn aim(&self) -> Result<PlayAim, PrismError> {
        let set = |expression: &Expression| self.checker.set(expression);
        let steps = |steps: &Expression| self.checker.steps(steps);
        match &self.query.quantity {
            QuantitySyntax::Reward(choice, path) => {
                let rewards = self.rewards(choice)?;
                let horizon = match path {
                    RewardPathSyntax::Reach(goal) => Horizon::Goal(set(goal)?),
                    RewardPathSyntax::Before(goal) => Horizon::Before(set(goal)?),
                    RewardPathSyntax::Cumulative(Some(count)) => Horizon::Steps(steps(count)?),
                    RewardPathSyntax::Cumulative(None) => Horizon::Endless,
                    RewardPathSyntax::Instant(count) => Horizon::Instant(steps(count)?),
                };
                Ok(PlayAim::Reward { rewards, horizon })
            }
            QuantitySyntax::Probability(PathSyntax::Next(goal)) => {
                let stay = StateSet::all(self.checker.explored.space().state_count());
                let window = StepWindow { start: 1, length: Some(0) };
                Ok(PlayAim::Until { stay, goal: set(goal)?, window, is_negated: false })
            }
            QuantitySyntax::Probability(PathSyntax::Until(operator, left, bound, right)) => {
                let (left, right) = (set(left)?, set(right)?);
                // A path satisfies W or R exactly if it does not satisfy an until formula.
                let (stay, goal) = match operator {
                    PathOperator::Until => (left, right),
                    PathOperator::WeakUntil => (left.minus(&right), left.or(&right).complement()),
                    PathOperator::Release => (left.complement(), right.complement()),
                };
                let (goal, window) = match StepWindow::of(&self.range(bound)?) {
                    Some(window) => (goal, window),
                    // The range of steps is empty, so no goal is reached.
                    None => (StateSet::none(goal.states()), StepWindow { start: 0, length: Some(0) }),
                };
                let is_negated = *operator != PathOperator::Until;
                Ok(PlayAim::Until { stay, goal, window, is_negated })
            }
        }
    }

    /// Returns the range of the numbers of steps of a path.
    fn range(&self, bound: &StepBound) -> Result<(Bound<u64>, Bound<u64>), PrismError> {
        let number = |limit: &StepLimit| {
            let steps = self.checker.steps(&limit.steps)?;
            Ok::<_, PrismError>(if limit.is_strict { Bound::Excluded(steps) } else { Bound::Included(steps) })
        };
        let end = bound.greatest.as_ref().map_or(Ok(Bound::Unbounded), number)?;
        let start = bound.least.as_ref().map_or(Ok(Bound::Unbounded), number)?;
        let error = |limit: &StepLimit, what: &str| Err(self.checker.context().error(limit.steps.at, what));
        match (&bound.greatest, start, end) {
            (Some(limit), _, Bound::Excluded(0)) => error(limit, "a bound <0; the least bound is <1"),
            (Some(limit), Bound::Included(least), Bound::Included(greatest)) if least > greatest => error(
                limit,
                &format!("the bound [{least},{greatest}]; the first number must not be the greater one"),
            ),
            _ => Ok((start, end)),
        }
    }

    fn rewards(&self, choice: &RewardChoice) -> Result<RewardStructure, PrismError> {
        let explored = self.checker.explored;
        let names = explored.reward_names();
        let number = match choice {
            RewardChoice::First => Some(0),
            RewardChoice::Named(name) => names.iter().position(|known| known == name),
            RewardChoice::Numbered(number) => {
                let index = self.checker.constant(number, "an index of a reward structure")?;
                if index < 1 {
                    let what = format!("the index {index} of a reward structure; the least index is 1");
                    return Err(self.checker.context().error(number.at, what));
                }
                usize::try_from(index - 1).ok()
            }
        };
        match number.filter(|&number| number < names.len()) {
            Some(number) => explored.rewards(number, self.checker.job),
            None if names.is_empty() => self.error("the model has no rewards"),
            None => {
                let shown: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                let what = format!("no such rewards; rewards: {}", shown.join(", "));
                let meant = match choice {
                    RewardChoice::Named(name) => nearest(name, names.iter().map(|known| &**known)),
                    _ => None,
                };
                let meant = meant.map(|name| format!("\"{name}\""));
                self.error(did_you_mean(&what, meant.as_deref()))
            }
        }
    }
}
