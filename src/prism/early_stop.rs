//! The states in which properties are decided: exploration need not go beyond them.

use crate::check::is_plain;
use crate::compile::SourceContext;
use crate::compiled_expression::{BoolCode, CompiledCode};
use crate::model::PrismModel;
use crate::named_properties::named_property;
use crate::property::Property;
use crate::property_parser::PropertySyntax;
use crate::scope::Scope;
use crate::syntax::{
    Expression, ExpressionKind, FilterSyntax, PathOperator, PathSyntax, QuantitySyntax, QuerySyntax,
    RewardPathSyntax,
};

/// A condition under which the value of an operator in the initial states does not depend on what follows a state.
pub(crate) struct DecidedStates {
    /// Holds in the goals of `F` and `U`, and where `U` or `G` fails.
    condition: BoolCode,
    /// The number of steps that the value depends on.
    steps: u64,
}

impl DecidedStates {
    /// Returns whether the value does not depend on what follows a state, which is `depth` steps from the initial states.
    pub(crate) fn contains(&self, state: &[i64], depth: u64) -> bool {
        // A fault of the condition is an error of the property, which the checker reports.
        depth >= self.steps || self.condition.holds(state).unwrap_or(false)
    }
}

/// Returns the conditions of all operators of the properties. States in which all conditions hold need not be left.
/// Returns `None` if there may be no such state, or a property is wrong.
pub(crate) fn decided_states(model: &PrismModel, properties: &[Property]) -> Option<Vec<DecidedStates>> {
    let mut parts = Vec::new();
    for property in properties {
        let scope = model.property_scope(property).ok()?;
        let (source, properties) = (&property.file.source, &property.file.syntax.properties);
        let mut finder = DecisionFinder { scope: &scope, source, properties, parts: &mut parts };
        finder.add(&property.syntax().body, property.number, 0)?;
    }
    // Without an operator the properties depend on the initial states only.
    (!parts.is_empty()).then_some(parts)
}

/// Finds the conditions of the operators of one property.
struct DecisionFinder<'f> {
    scope: &'f Scope<'f>,
    source: &'f str,
    properties: &'f [PropertySyntax],
    parts: &'f mut Vec<DecidedStates>,
}

impl DecisionFinder<'_> {
    /// Adds the conditions of an expression whose values in the initial states are wanted. It is part of the property with this
    /// `number`, to which `depth` other properties lead.
    fn add(&mut self, expression: &Expression, number: usize, depth: usize) -> Option<()> {
        match &expression.kind {
            ExpressionKind::Query(query) => self.add_query(query),
            ExpressionKind::Filter(filter) => self.add_filter(filter, number, depth),
            ExpressionKind::Unsupported(_) | ExpressionKind::SomePath(_) => None,
            ExpressionKind::Label(name) if !self.scope.labels.contains_key(&**name) => {
                match named_property(self.properties, number, name) {
                    // The checker reports a property that names itself.
                    Some(_) if depth > self.properties.len() => None,
                    Some(other) => self.add(&self.properties[other].body, other, depth + 1),
                    // The label `deadlock` is known only after the commands of a state are evaluated.
                    None => (name == "init").then_some(()),
                }
            }
            _ => {
                let mut parts = Vec::new();
                expression.for_each_part(|part| parts.push(part));
                parts.into_iter().try_for_each(|part| self.add(part, number, depth))
            }
        }
    }

    /// Adds the conditions of a filter of the initial states.
    fn add_filter(&mut self, filter: &FilterSyntax, number: usize, depth: usize) -> Option<()> {
        let states = filter.states.as_ref()?;
        let is_initial = matches!(&states.kind, ExpressionKind::Label(name) if name == "init")
            && !self.scope.labels.contains_key("init")
            && named_property(self.properties, number, "init").is_none();
        if is_initial { self.add(&filter.property, number, depth) } else { None }
    }

    fn add_query(&mut self, query: &QuerySyntax) -> Option<()> {
        let (condition, steps) = match &query.quantity {
            QuantitySyntax::Reward(_, RewardPathSyntax::Reach(goal) | RewardPathSyntax::Before(goal)) => {
                (self.code(goal)?, u64::MAX)
            }
            QuantitySyntax::Reward(_, RewardPathSyntax::Cumulative(Some(steps))) => {
                (BoolCode::Constant(false), self.steps(steps)?)
            }
            // The reward of the last state counts.
            QuantitySyntax::Reward(_, RewardPathSyntax::Instant(steps)) => {
                (BoolCode::Constant(false), self.steps(steps)?.checked_add(1)?)
            }
            QuantitySyntax::Probability(PathSyntax::Next(goal)) => {
                self.code(goal)?;
                (BoolCode::Constant(false), 1)
            }
            QuantitySyntax::Probability(PathSyntax::Until(operator, left, bound, right)) => {
                let is_release = *operator == PathOperator::Release;
                let (decided, stay) = if is_release { (left, right) } else { (right, left) };
                let left = BoolCode::Not(Box::new(self.code(stay)?));
                let condition = BoolCode::Any([self.code(decided)?, left].into());
                let steps = match &bound.greatest {
                    Some(limit) => self.steps(&limit.steps)?,
                    None => u64::MAX,
                };
                // Before the least number of steps, nothing is decided.
                let is_open = bound.least.is_some();
                (if is_open { BoolCode::Constant(false) } else { condition }, steps)
            }
            QuantitySyntax::Reward(_, RewardPathSyntax::Cumulative(None)) => return None,
        };
        self.parts.push(DecidedStates { condition, steps });
        Some(())
    }

    /// Returns a number of steps.
    fn steps(&self, steps: &Expression) -> Option<u64> {
        match self.scope.code(steps, SourceContext::new(self.source)).ok()? {
            CompiledCode::Int(code) => u64::try_from(code.whole(&[]).ok()?).ok(),
            _ => None,
        }
    }

    /// Compiles a state formula that depends on the variables of a state only.
    fn code(&self, formula: &Expression) -> Option<BoolCode> {
        let code = || self.scope.bool_code(formula, SourceContext::new(self.source)).ok();
        is_plain(formula, self.scope).then(code).flatten()
    }
}
