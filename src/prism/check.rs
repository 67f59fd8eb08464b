//! Checks properties of explored models.

use crate::compile::SourceContext;
use crate::compiled_expression::{CompiledCode, satisfies};
use crate::error::{PrismError, SourceError};
use crate::explored::ExploredModel;
use crate::filters::range;
use crate::named_properties::named_property;
use crate::objective::{PlayAim, PlayObjective};
use crate::property::{Property, PropertyFile, PropertyValue};
use crate::property_number::PropertyNumber;
use crate::property_parser::PropertySyntax;
use crate::query::QueryChecker;
use crate::scope::Scope;
use crate::syntax::{Expression, ExpressionKind, GoalSyntax, Operator, QuantitySyntax, QuerySyntax};
use chancetree_checker::{CheckError, CheckedNumber, ExactValue, StateSet, ValueBounds};
use chancetree_exact::{one, ratio, zero};
use chancetree_model::Job;
use std::cmp::Ordering;

/// The values of an expression in some states.
pub(crate) enum StateValues<N> {
    Truths(Vec<bool>),
    Numbers(Vec<N>),
}

impl ExploredModel {
    /// Returns the value of a property in the initial states.
    ///
    /// A number that differs between initial states becomes a range. A truth value is true if it is true in all initial states.
    ///
    /// # Errors
    /// If a name or type of the property is wrong, a constant has no value, or a limit of the job is exceeded.
    pub fn check(&self, property: &Property, job: &Job<'_>) -> Result<PropertyValue, PrismError> {
        self.check_in(property, None, job)
    }

    /// Returns the value of a property as [`Self::check`] for `ExactValue` and no `width`. For `ValueBounds`, returns bounds on the
    /// value, at most `width` apart if doubles allow it.
    ///
    /// A truth value is always exact: exact values decide it if the bounds cannot.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn check_in<N: PropertyNumber>(
        &self,
        property: &Property,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<PropertyValue<N>, PrismError> {
        N::check(self, property, width, job)
    }

    /// Converts an error about the values of an [objective](Self::objective) of a property. The error about a negative reward then
    /// has the place of the property, and the names of the state and the action.
    pub fn explain(&self, error: CheckError, property: &Property, objective: &PlayObjective) -> PrismError {
        self.explained(error, &objective.aim, &property.file.source, property.syntax().body.at)
    }

    /// Converts the error of a query as [`Self::explain`] does. `at` is the place of the query in `source`.
    fn explained(&self, error: CheckError, aim: &PlayAim, source: &str, at: usize) -> PrismError {
        let (CheckError::NegativeReward(state), PlayAim::Reward { rewards, .. }) = (&error, aim) else {
            return error.into();
        };
        let space = self.space();
        let is_of_state = rewards.states.get(*state as usize).is_some_and(|reward| *reward < zero());
        let choice = space.choices(*state).find(|&choice| rewards.of_choice(*state, choice) < zero());
        let action = choice.map(|choice| &*space.action_names[space.actions[choice] as usize]);
        let owner = match action.filter(|_| !is_of_state) {
            None => String::new(),
            Some("") => "a choice in ".to_owned(),
            Some(action) => format!("action {action} in "),
        };
        let state = self.state_name(*state);
        let what = format!(
            "the reward of {owner}state {state} is negative; where players can stay for ever, rewards must be at least 0"
        );
        PrismError::NoValue(SourceError::new(source, at, what))
    }

    /// Calls `check` with the checker of a property.
    pub(crate) fn with_checker<T>(
        &self,
        property: &Property,
        width: Option<f64>,
        job: &Job<'_>,
        check: impl FnOnce(&PropertyChecker<'_>) -> Result<T, PrismError>,
    ) -> Result<T, PrismError> {
        let scope = self.model.property_scope(property)?;
        let PropertyFile { source, syntax, .. } = &property.file;
        let (properties, number) = (&*syntax.properties, property.number);
        let explored = self;
        check(&PropertyChecker { explored, scope: &scope, source, properties, number, depth: 0, width, job })
    }
}

/// Checks the state formulas of one property.
#[derive(Clone, Copy)]
pub(crate) struct PropertyChecker<'e> {
    pub(crate) explored: &'e ExploredModel,
    pub(crate) scope: &'e Scope<'e>,
    pub(crate) source: &'e str,
    /// The properties that a formula may name.
    properties: &'e [PropertySyntax],
    /// The index of the checked property in `properties`.
    number: usize,
    /// The number of references from property to property that led to it.
    depth: usize,
    /// The width of bounds, or `None` for exact values.
    pub(crate) width: Option<f64>,
    pub(crate) job: &'e Job<'e>,
}

impl PropertyChecker<'_> {
    pub(crate) fn context(&self) -> SourceContext<'_> {
        SourceContext::new(self.source)
    }

    /// Returns the error about a property or a part of it that has no value.
    pub(crate) fn no_value(&self, at: usize, what: impl Into<String>) -> PrismError {
        PrismError::NoValue(SourceError::new(self.source, at, what))
    }

    /// Adds the place of an expression to its error in a state.
    fn located(&self, error: PrismError, at: usize) -> PrismError {
        match error {
            PrismError::State { state, what, .. } => self.no_value(at, format!("in state {state}: {what}")),
            error => error,
        }
    }

    /// Converts the error of the query at the place `at`, as [`ExploredModel::explain`] does.
    pub(crate) fn explained(&self, error: CheckError, aim: &PlayAim, at: usize) -> PrismError {
        self.explored.explained(error, aim, self.source, at)
    }

    /// Returns the value in the initial states.
    pub(crate) fn value<N: CheckedNumber>(&self, body: &Expression) -> Result<PropertyValue<N>, PrismError> {
        if let ExpressionKind::Filter(filter) = &body.kind {
            return self.filtered(filter, body.at);
        }
        let values = self.values(body, &self.explored.space().initial)?;
        Ok(match values {
            StateValues::Truths(truths) => PropertyValue::Truth(truths.into_iter().all(|truth| truth)),
            StateValues::Numbers(values) => range(values),
        })
    }

    /// Returns the values of an expression in the `wanted` states.
    pub(crate) fn values<N: CheckedNumber>(
        &self,
        expression: &Expression,
        wanted: &[u32],
    ) -> Result<StateValues<N>, PrismError> {
        if let ExpressionKind::Query(query) = &expression.kind
            && let GoalSyntax::Value(_) = query.goal
        {
            return Ok(StateValues::Numbers(self.numbers(query, expression.at, wanted)?));
        }
        if is_plain(expression, self.scope) {
            match self.scope.code(expression, self.context())? {
                CompiledCode::Bool(_) => {}
                CompiledCode::Int(code) => {
                    return self
                        .plain_numbers(wanted, expression.at, |values| Ok(ratio(code.whole(values)?, 1)));
                }
                CompiledCode::Fraction(code) => {
                    return self.plain_numbers(wanted, expression.at, |values| code.fraction(values));
                }
            }
        }
        match &expression.kind {
            ExpressionKind::Label(name) => {
                if let Some((checker, body)) = self.named(name, expression.at)? {
                    return checker.values(body, wanted);
                }
            }
            ExpressionKind::Chain(first, rest) if is_arithmetic(rest[0].0) => {
                return self.combined(first, rest, wanted).map(StateValues::Numbers);
            }
            ExpressionKind::Negative(operand) => {
                return self.negated(operand, wanted).map(StateValues::Numbers);
            }
            ExpressionKind::Call(function, operands) => {
                return self.called(expression.at, *function, operands, wanted).map(StateValues::Numbers);
            }
            ExpressionKind::If(cases, otherwise) => return self.chosen(cases, otherwise, wanted),
            ExpressionKind::Filter(filter) => {
                if let PropertyValue::Number(value) = self.filtered(filter, expression.at)? {
                    return Ok(StateValues::Numbers(vec![value; wanted.len()]));
                }
            }
            _ => {}
        }
        let set = self.set(expression)?;
        Ok(StateValues::Truths(wanted.iter().map(|&state| set.contains(state)).collect()))
    }

    /// Returns the formula of the property that `name` refers to, and a checker for it. Returns `None` if a label has this name, or
    /// no property has it.
    fn named(&self, name: &str, at: usize) -> Result<Option<(Self, &Expression)>, PrismError> {
        let is_label =
            self.explored.space().labels.contains_key(name) || self.scope.labels.contains_key(name);
        let number = named_property(self.properties, self.number, name).filter(|_| !is_label);
        let Some(number) = number else { return Ok(None) };
        if self.depth == self.properties.len() {
            return Err(self.context().error(at, format!("property \"{name}\" names itself")));
        }
        let checker = Self { number, depth: self.depth + 1, ..*self };
        Ok(Some((checker, &self.properties[number].body)))
    }

    fn plain_numbers<N: CheckedNumber>(
        &self,
        wanted: &[u32],
        at: usize,
        value: impl Fn(&[i64]) -> Result<chancetree_exact::Rational, crate::compiled_expression::Fault>,
    ) -> Result<StateValues<N>, PrismError> {
        let number = |&state: &u32| {
            let values = self.explored.state(state);
            let number = value(&values);
            let number = number
                .map_err(|fault| self.located(self.explored.state_error("", &values, fault.to_string()), at));
            Ok(N::of(ExactValue::Finite(number?)))
        };
        Ok(StateValues::Numbers(wanted.iter().map(number).collect::<Result<_, PrismError>>()?))
    }

    fn numbers<N: CheckedNumber>(
        &self,
        query: &QuerySyntax,
        at: usize,
        wanted: &[u32],
    ) -> Result<Vec<N>, PrismError> {
        QueryChecker { checker: self, query, at, wanted }.values()
    }

    /// Returns the states in which the value of a query satisfies a bound. Exact values decide if the bounds in doubles cannot.
    fn satisfying(
        &self,
        query: &QuerySyntax,
        at: usize,
        operator: Operator,
        bound: &ExactValue,
    ) -> Result<StateSet, PrismError> {
        let states = self.explored.space().state_count();
        let all: Vec<u32> = (0..states as u32).collect();
        if self.width.is_some() {
            let doubles: Vec<ValueBounds> = self.numbers(query, at, &all)?;
            let orders: Option<Vec<_>> = doubles.iter().map(|value| value.order(&bound.bounds())).collect();
            if let Some(orders) = orders {
                return Ok(StateSet::from_fn(states, |state| satisfies(operator, orders[state as usize])));
            }
        }
        let values: Vec<ExactValue> = self.numbers(query, at, &all)?;
        Ok(StateSet::from_fn(states, |state| satisfies(operator, values[state as usize].cmp(bound))))
    }

    /// Returns the states that satisfy a state formula.
    pub(crate) fn set(&self, expression: &Expression) -> Result<StateSet, PrismError> {
        let states = self.explored.space().state_count();
        if is_plain(expression, self.scope) {
            let code = self.scope.bool_code(expression, self.context())?;
            let set = self.explored.satisfying(&code, "", self.job);
            return set.map_err(|error| self.located(error, expression.at));
        }
        match &expression.kind {
            ExpressionKind::Unsupported(error) => Err((**error).clone()),
            ExpressionKind::Not(operand) => Ok(self.set(operand)?.complement()),
            ExpressionKind::Label(name) => {
                match (self.explored.space().labels.get(name), self.named(name, expression.at)?) {
                    (Some(set), _) => Ok(set.clone()),
                    (None, Some((checker, body))) => checker.set(body),
                    (None, None) => {
                        let labels = self.explored.space().labels.keys();
                        Err(self.context().error(expression.at, self.scope.no_label(name, labels)))
                    }
                }
            }
            ExpressionKind::Chain(first, rest) if !is_logical(rest[0].0) => match &rest[..] {
                [(operator, second)] if !is_arithmetic(*operator) => self.compared(first, *operator, second),
                [(operator, _), ..] if !is_arithmetic(*operator) => {
                    let what = "several comparisons in a row; write brackets";
                    Err(self.context().error(expression.at, what))
                }
                _ => Err(self.no_truth(expression)),
            },
            ExpressionKind::Chain(first, rest) => {
                let mut set = self.set(first)?;
                for (operator, operand) in rest {
                    let right = || self.set(operand);
                    set = match operator {
                        Operator::And => set.and(&right()?),
                        Operator::Or => set.or(&right()?),
                        Operator::Implies => set.complement().or(&right()?),
                        Operator::Iff => equal(&set, &right()?),
                        _ => return Err(self.no_truth(operand)),
                    };
                }
                Ok(set)
            }
            ExpressionKind::If(cases, otherwise) => {
                let (mut set, mut open) = (StateSet::none(states), StateSet::all(states));
                for (condition, value) in cases {
                    let holds = self.set(condition)?.and(&open);
                    set = set.or(&holds.and(&self.set(value)?));
                    open = open.minus(&holds);
                }
                Ok(set.or(&open.and(&self.set(otherwise)?)))
            }
            ExpressionKind::Query(query) => {
                let GoalSyntax::Bound(_, operator, bound) = &query.goal else {
                    let what = "a number where a truth value is needed; write a bound such as P>=0.5";
                    return Err(self.context().error(expression.at, what));
                };
                let code = self.scope.fraction_code(bound, self.context())?.fraction(&[]);
                let value = code.map_err(|fault| self.no_value(bound.at, fault.to_string()))?;
                if matches!(query.quantity, QuantitySyntax::Probability(_))
                    && !(zero()..=one()).contains(&value)
                {
                    let what = format!("the bound {value} of a probability; it must be from 0 to 1");
                    return Err(self.context().error(bound.at, what));
                }
                let bound = value;
                self.satisfying(query, expression.at, *operator, &ExactValue::Finite(bound))
            }
            ExpressionKind::SomePath(path) => self.some_path(path),
            ExpressionKind::Filter(filter) => match self.filtered::<ExactValue>(filter, expression.at)? {
                PropertyValue::Truth(true) => Ok(StateSet::all(states)),
                PropertyValue::Truth(false) => Ok(StateSet::none(states)),
                _ => Err(self.no_truth(expression)),
            },
            _ => Err(self.no_truth(expression)),
        }
    }

    /// Returns the states in which a comparison of two values holds. Exact values decide if the bounds in doubles cannot.
    fn compared(
        &self,
        first: &Expression,
        operator: Operator,
        second: &Expression,
    ) -> Result<StateSet, PrismError> {
        let states = self.explored.space().state_count();
        let all: Vec<u32> = (0..states as u32).collect();
        let of_orders = |orders: Vec<Ordering>| {
            StateSet::from_fn(states, |state| satisfies(operator, orders[state as usize]))
        };
        if self.width.is_some()
            && let StateValues::Numbers(left) = self.values::<ValueBounds>(first, &all)?
        {
            let right = self.operand::<ValueBounds>(second, &all)?;
            let orders = left.iter().zip(&right).map(|(left, right)| left.order(right));
            if let Some(orders) = orders.collect() {
                return Ok(of_orders(orders));
            }
        }
        match (self.values::<ExactValue>(first, &all)?, operator) {
            (StateValues::Numbers(left), _) => {
                let right = self.operand::<ExactValue>(second, &all)?;
                Ok(of_orders(left.iter().zip(&right).map(|(left, right)| left.cmp(right)).collect()))
            }
            (StateValues::Truths(_), Operator::Equal) => Ok(equal(&self.set(first)?, &self.set(second)?)),
            (StateValues::Truths(_), Operator::Unequal) => {
                Ok(equal(&self.set(first)?, &self.set(second)?).complement())
            }
            (StateValues::Truths(_), _) => {
                Err(self.context().error(first.at, "a truth value where a number is needed"))
            }
        }
    }

    /// Returns the error about a number where a truth value is needed.
    fn no_truth(&self, expression: &Expression) -> PrismError {
        self.context().error(expression.at, "a number where a truth value is needed")
    }
}

fn is_arithmetic(operator: Operator) -> bool {
    matches!(operator, Operator::Plus | Operator::Minus | Operator::Times | Operator::Divide)
}

fn is_logical(operator: Operator) -> bool {
    matches!(operator, Operator::And | Operator::Or | Operator::Implies | Operator::Iff)
}

/// Returns the states that are in both sets or in neither.
fn equal(a: &StateSet, b: &StateSet) -> StateSet {
    a.and(b).or(&a.or(b).complement())
}

/// Returns whether the variables of a state determine the value of an expression, without any query.
pub(crate) fn is_plain(expression: &Expression, scope: &Scope<'_>) -> bool {
    let mut open = vec![expression];
    while let Some(next) = open.pop() {
        match &next.kind {
            ExpressionKind::Query(_)
            | ExpressionKind::Filter(_)
            | ExpressionKind::SomePath(_)
            | ExpressionKind::Unsupported(_) => return false,
            ExpressionKind::Label(name) if !scope.labels.contains_key(&**name) => return false,
            _ => next.for_each_part(|part| open.push(part)),
        }
    }
    true
}
