//! The states in which properties are decided: exploration need not go beyond them.

use crate::check::is_plain;
use crate::code::BoolCode;
use crate::compile::SourceContext;
use crate::model::PrismModel;
use crate::named_properties::named_property;
use crate::property::Property;
use crate::property_parser::PropertySyntax;
use crate::scope::Scope;
use crate::syntax::{
    Expression, ExpressionKind, FilterSyntax, PathOperator, PathSyntax, QuantitySyntax, QuerySyntax,
    RewardPathSyntax,
};

/// Returns a condition on a state. If it holds, the values of all properties in the initial states do not depend on the states that
/// follow: for example, the state is a goal of `F` or `U`, or `U` or `G` fails there. Returns `None` if there may be no such state,
/// or a property is wrong.
pub(crate) fn decided_condition(model: &PrismModel, properties: &[Property]) -> Option<BoolCode> {
    let mut parts = Vec::new();
    for property in properties {
        let scope = model.property_scope(property).ok()?;
        let (source, properties) = (&property.file.source, &property.file.syntax.properties);
        let mut finder = DecisionFinder { scope: &scope, source, properties, parts: &mut parts };
        finder.add(&property.syntax().body, property.number, 0)?;
    }
    // Without an operator the properties depend on the initial states only.
    (!parts.is_empty()).then(|| BoolCode::All(parts.into()))
}

/// Finds the conditions of the operators of one property.
struct DecisionFinder<'f> {
    scope: &'f Scope<'f>,
    source: &'f str,
    properties: &'f [PropertySyntax],
    parts: &'f mut Vec<BoolCode>,
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
        let (decided, stay) = match &query.quantity {
            QuantitySyntax::Reward(_, RewardPathSyntax::Reach(goal) | RewardPathSyntax::Before(goal)) => {
                self.parts.push(self.code(goal)?);
                return Some(());
            }
            QuantitySyntax::Probability(PathSyntax::Until(operator, left, bound, right))
                if bound.least.is_none() =>
            {
                if *operator == PathOperator::Release {
                    (left, right)
                } else {
                    (right, left)
                }
            }
            _ => return None,
        };
        let left = BoolCode::Not(Box::new(self.code(stay)?));
        self.parts.push(BoolCode::Any([self.code(decided)?, left].into()));
        Some(())
    }

    /// Compiles a state formula that depends on the variables of a state only.
    fn code(&self, formula: &Expression) -> Option<BoolCode> {
        let code = || self.scope.bool_code(formula, SourceContext::new(self.source)).ok();
        is_plain(formula, self.scope).then(code).flatten()
    }
}
