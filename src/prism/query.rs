//! The values of P and R operators.

use crate::check::PropertyChecker;
use crate::error::PrismError;
use crate::number::{Combination, PropertyNumber, StepRange, ValueQuery};
use crate::syntax::{
    CoalitionSyntax, Expression, GoalSyntax, Operator, PathSyntax, QuerySyntax, RewardChoice, StepBound,
    StepLimit,
};
use chancetree_checker::{Checker, ExactValue, Extremum, RewardStructure, SpaceKind, StateSet};
use chancetree_exact::one;
use std::ops::Bound;

/// Computes the values of one operator in some states.
pub(crate) struct QueryChecker<'q> {
    pub(crate) checker: &'q PropertyChecker<'q>,
    pub(crate) query: &'q QuerySyntax,
    pub(crate) at: usize,
    pub(crate) wanted: &'q [u32],
}

impl QueryChecker<'_> {
    pub(crate) fn values<N: PropertyNumber>(&self) -> Result<Vec<N>, PrismError> {
        let extremum = self.extremum()?;
        match &self.query.reward {
            None => self.probabilities(extremum),
            Some(choice) => {
                let rewards = self.rewards(choice)?;
                self.expected_rewards(&rewards, extremum)
            }
        }
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, PrismError> {
        Err(self.checker.context().error(self.at, what))
    }

    /// Returns whether the players of the query maximise or minimise the value.
    pub(crate) fn extremum(&self) -> Result<Extremum, PrismError> {
        let is_reward = self.query.reward.is_some();
        let letter = if is_reward { 'R' } else { 'P' };
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
            _ => return self.error("players of a model that is not a game"),
        };
        match (&self.query.goal, kind) {
            (GoalSyntax::Value(Some(extremum)), _) => Ok(*extremum),
            (GoalSyntax::Value(None), SpaceKind::Chain) => Ok(Extremum::Maximum),
            (GoalSyntax::Value(None), _) => self
                .error(format!("{letter}=? in a model with decisions; write {letter}min=? or {letter}max=?")),
            (GoalSyntax::Bound(operator, _), _) => {
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

    fn checker(&self, extremum: Extremum) -> Result<Checker<'_>, PrismError> {
        let maximizers = self.maximizers(extremum)?;
        Ok(Checker::new(self.checker.explored.space(), &maximizers, self.wanted, *self.checker.job))
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

    fn probabilities<N: PropertyNumber>(&self, extremum: Extremum) -> Result<Vec<N>, PrismError> {
        let set = |expression: &Expression| self.checker.set(expression);
        let all = || StateSet::all(self.checker.explored.space().state_count());
        match &self.query.path {
            PathSyntax::Next(goal) => self.computed(extremum, &ValueQuery::Next(&set(goal)?)),
            PathSyntax::Finally(bound, goal) => self.until(extremum, &all(), &set(goal)?, bound),
            PathSyntax::Until(left, bound, right) => self.until(extremum, &set(left)?, &set(right)?, bound),
            // A path satisfies each of these formulas exactly if it does not satisfy an until formula.
            PathSyntax::Globally(bound, goal) => {
                self.not_until(extremum, &all(), &set(goal)?.complement(), bound)
            }
            PathSyntax::WeakUntil(left, bound, right) => {
                let (left, right) = (set(left)?, set(right)?);
                let fails = left.or(&right).complement();
                self.not_until(extremum, &left.minus(&right), &fails, bound)
            }
            PathSyntax::Release(left, bound, right) => {
                self.not_until(extremum, &set(left)?.complement(), &set(right)?.complement(), bound)
            }
            PathSyntax::Reach(_)
            | PathSyntax::Before(_)
            | PathSyntax::Cumulative(_)
            | PathSyntax::Instant(_) => self.error("a path of rewards in a P operator"),
        }
    }

    fn until<N: PropertyNumber>(
        &self,
        extremum: Extremum,
        stay: &StateSet,
        goal: &StateSet,
        bound: &StepBound,
    ) -> Result<Vec<N>, PrismError> {
        let steps = self.range(bound)?;
        self.computed(extremum, &ValueQuery::Until { stay, goal, steps })
    }

    fn computed<N: PropertyNumber>(
        &self,
        extremum: Extremum,
        query: &ValueQuery<'_>,
    ) -> Result<Vec<N>, PrismError> {
        let width = self.checker.width.unwrap_or(0.0);
        let found = N::computed(&self.checker(extremum)?, query, width);
        found.map_err(|error| self.checker.explained(error, query, self.at))
    }

    /// Returns the range of the numbers of steps of a path.
    pub(crate) fn range(&self, bound: &StepBound) -> Result<StepRange, PrismError> {
        let number = |limit: &StepLimit| {
            let steps = self.steps(&limit.steps)?;
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

    /// Returns the probabilities that a path does not satisfy an until formula.
    fn not_until<N: PropertyNumber>(
        &self,
        extremum: Extremum,
        stay: &StateSet,
        goal: &StateSet,
        bound: &StepBound,
    ) -> Result<Vec<N>, PrismError> {
        let opposite = match extremum {
            Extremum::Maximum => Extremum::Minimum,
            Extremum::Minimum => Extremum::Maximum,
        };
        let fails: Vec<N> = self.until(opposite, stay, goal, bound)?;
        let one = || N::of(ExactValue::Finite(one()));
        Ok(fails.into_iter().map(|value| one().combined(Combination::Minus, value)).collect())
    }

    pub(crate) fn steps(&self, steps: &Expression) -> Result<u64, PrismError> {
        self.checker.steps(steps)
    }

    pub(crate) fn rewards(&self, choice: &RewardChoice) -> Result<RewardStructure, PrismError> {
        let explored = self.checker.explored;
        let names = explored.reward_names();
        let number = match choice {
            RewardChoice::First => Some(0),
            RewardChoice::Named(name) => names.iter().position(|known| known == name),
            RewardChoice::Numbered(number) => (self.steps(number)? as usize).checked_sub(1),
        };
        match number.filter(|&number| number < names.len()) {
            Some(number) => explored.rewards(number, self.checker.job),
            None if names.is_empty() => self.error("the model has no rewards"),
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                self.error(format!("no such rewards; rewards: {}", names.join(", ")))
            }
        }
    }

    fn expected_rewards<N: PropertyNumber>(
        &self,
        rewards: &RewardStructure,
        extremum: Extremum,
    ) -> Result<Vec<N>, PrismError> {
        let computed = |query: ValueQuery<'_>| self.computed(extremum, &query);
        match &self.query.path {
            PathSyntax::Reach(goal) => computed(ValueQuery::Reach(rewards, &self.checker.set(goal)?)),
            PathSyntax::Before(goal) => computed(ValueQuery::TotalBefore(rewards, &self.checker.set(goal)?)),
            PathSyntax::Cumulative(Some(steps)) => {
                computed(ValueQuery::Cumulative(rewards, self.steps(steps)?))
            }
            PathSyntax::Cumulative(None) => computed(ValueQuery::Total(rewards)),
            PathSyntax::Instant(steps) => computed(ValueQuery::Instant(rewards, self.steps(steps)?)),
            _ => self.error("a path of probabilities in an R operator"),
        }
    }
}
