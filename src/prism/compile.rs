//! Compiles expressions: names become slots and constants, and constant operations are computed.

use crate::compiled_expression::{BoolCode, CompiledCode, Fault, NumberCode};
use crate::error::{PrismError, SourceError, unsupported};
use crate::fraction::ConstantFraction;
use crate::scope::Scope;
use crate::syntax::{Expression, ExpressionKind};
use chancetree_checker::{did_you_mean, nearest};
use chancetree_exact::Rational;
use chancetree_model::order;
use num_traits::ToPrimitive as _;
use std::collections::HashMap;

/// The maximum number of operations of a model, with its formulas expanded.
const MAX_OPERATIONS: usize = 4_000_000;
/// The maximum depth of nested operations, with formulas expanded.
const MAX_DEPTH: usize = 400;

/// The context of an expression: the text that contains it, the renaming of its module, and the depth of nesting.
#[derive(Clone, Copy)]
pub(crate) struct SourceContext<'c> {
    pub(crate) source: &'c str,
    pub(crate) renaming: Option<&'c HashMap<String, String>>,
    /// The number of operations around the expression.
    depth: usize,
}

impl<'c> SourceContext<'c> {
    pub(crate) fn new(source: &'c str) -> Self {
        Self { source, renaming: None, depth: 0 }
    }

    pub(crate) fn renamed(source: &'c str, renaming: &'c HashMap<String, String>) -> Self {
        Self { source, renaming: Some(renaming), depth: 0 }
    }

    pub(crate) fn error(&self, at: usize, what: impl Into<String>) -> PrismError {
        SourceError::new(self.source, at, what).into()
    }

    /// Returns the error about a construct that only other programs support. `what` ends with a verb: "long-run averages are".
    pub(crate) fn unsupported(&self, at: usize, what: &str, help: &'static str) -> PrismError {
        unsupported(self.source, at, what, help)
    }

    /// Returns a name after renaming.
    pub(crate) fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.renaming.and_then(|renaming| renaming.get(name)).map_or(name, |name| name)
    }
}

impl CompiledCode {
    fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "an integer",
            Self::Fraction(_) => "a fraction",
        }
    }

    /// Returns the code of a number as an operand of fractions.
    pub(crate) fn fraction(self) -> Option<NumberCode> {
        match self {
            Self::Bool(_) => None,
            Self::Int(NumberCode::Whole(value)) => Some(constant(chancetree_exact::ratio(value, 1))),
            Self::Int(code @ NumberCode::Variable(_)) | Self::Fraction(code) => Some(code),
            Self::Int(code) => Some(NumberCode::Int(Box::new(code))),
        }
    }

    /// Replaces the code with its value if `is_constant` is `true` and the value can be computed.
    pub(crate) fn folded(self, is_constant: bool) -> Self {
        if is_constant { self.value().unwrap_or(self) } else { self }
    }

    /// Returns the value of an expression without variables.
    pub(crate) fn value(&self) -> Result<Self, Fault> {
        Ok(match self {
            Self::Bool(code) => Self::Bool(BoolCode::Constant(code.holds(&[])?)),
            Self::Int(code) => Self::Int(NumberCode::Whole(code.whole(&[])?)),
            Self::Fraction(code) => Self::Fraction(constant(code.fraction(&[])?)),
        })
    }

    pub(crate) fn is_constant(&self) -> bool {
        matches!(
            self,
            Self::Bool(BoolCode::Constant(_))
                | Self::Int(NumberCode::Whole(_))
                | Self::Fraction(NumberCode::Constant(_))
        )
    }
}

pub(crate) fn constant(value: Rational) -> NumberCode {
    NumberCode::Constant(Box::new(ConstantFraction::new(value)))
}

/// Returns whether a literal is an integer of more than 64 bits.
fn is_long_integer(value: &Rational) -> bool {
    value.is_integer() && value.numer().to_i64().is_none()
}

impl Scope<'_> {
    pub(crate) fn bool_code(
        &self,
        expression: &Expression,
        context: SourceContext<'_>,
    ) -> Result<BoolCode, PrismError> {
        match self.code(expression, context)? {
            CompiledCode::Bool(code) => Ok(code),
            other => {
                Err(context.error(expression.at, format!("{} where a truth value is needed", other.kind())))
            }
        }
    }

    pub(crate) fn int_code(
        &self,
        expression: &Expression,
        context: SourceContext<'_>,
    ) -> Result<NumberCode, PrismError> {
        match self.code(expression, context)? {
            CompiledCode::Int(code) => Ok(code),
            _ if matches!(&expression.kind, ExpressionKind::Fraction(value) if is_long_integer(value)) => {
                Err(context.error(expression.at, Fault::Overflow.to_string()))
            }
            other => {
                let help = if matches!(other, CompiledCode::Fraction(_)) {
                    "; use floor, ceil or round"
                } else {
                    ""
                };
                let what = format!("{} where an integer is needed{help}", other.kind());
                Err(context.error(expression.at, what))
            }
        }
    }

    pub(crate) fn fraction_code(
        &self,
        expression: &Expression,
        context: SourceContext<'_>,
    ) -> Result<NumberCode, PrismError> {
        let code = self.code(expression, context)?;
        code.fraction().ok_or_else(|| context.error(expression.at, "a truth value where a number is needed"))
    }

    /// Compiles an expression of any type.
    pub(crate) fn code(
        &self,
        expression: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        self.operations.set(self.operations.get() + 1);
        if self.operations.get() > MAX_OPERATIONS {
            let what = format!("the formulas expand to more than {MAX_OPERATIONS} operations");
            return Err(context.error(expression.at, what));
        }
        if context.depth == MAX_DEPTH {
            let what =
                format!("a formula that uses itself, or more than {MAX_DEPTH} operations inside each other");
            return Err(context.error(expression.at, what));
        }
        let context = SourceContext { depth: context.depth + 1, ..context };
        match &expression.kind {
            ExpressionKind::Int(value) => Ok(CompiledCode::Int(NumberCode::Whole(*value))),
            ExpressionKind::Fraction(value) => Ok(CompiledCode::Fraction(constant(value.clone()))),
            ExpressionKind::Bool(value) => Ok(CompiledCode::Bool(BoolCode::Constant(*value))),
            ExpressionKind::Name(name) => self.name_code(expression.at, name, context),
            ExpressionKind::Label(name) => match self.labels.get(&**name) {
                Some((label, source)) => self.expanded(&label.body, source, context, false),
                None if ["init", "deadlock"].contains(&&**name) => {
                    let what = format!("label \"{name}\" has no value here; only properties can use it");
                    Err(context.error(expression.at, what))
                }
                None => Err(context.error(expression.at, self.no_label(name, [].into_iter()))),
            },
            ExpressionKind::Negative(operand) => self.negative_code(operand, context),
            ExpressionKind::Not(operand) => Ok(match self.bool_code(operand, context)? {
                BoolCode::Constant(value) => CompiledCode::Bool(BoolCode::Constant(!value)),
                BoolCode::Not(inner) => CompiledCode::Bool(*inner),
                code => CompiledCode::Bool(BoolCode::Not(Box::new(code))),
            }),
            ExpressionKind::Chain(first, rest) => self.chain_code(first, rest, context),
            ExpressionKind::If(cases, otherwise) => self.cases_code(cases, otherwise, context),
            ExpressionKind::Call(function, operands) => self.call_code(*function, operands, context),
            ExpressionKind::Unsupported(error) => Err((**error).clone()),
            ExpressionKind::Query(_) | ExpressionKind::Filter(_) | ExpressionKind::SomePath(_) => {
                Err(context.error(expression.at, "a P or R operator where a number of the model is needed"))
            }
        }
    }

    /// Returns the message about an unknown label. `others` are labels that the scope does not have.
    pub(crate) fn no_label<'l>(&'l self, name: &str, others: impl Iterator<Item = &'l String>) -> String {
        let mut known: Vec<&str> = self.labels.keys().copied().chain(others.map(|label| &**label)).collect();
        order::sort_unique(&mut known);
        // The labels that each model has come last.
        let (built_in, mut labels): (Vec<&str>, Vec<&str>) =
            known.into_iter().rev().partition(|label| ["init", "deadlock"].contains(label));
        labels.reverse();
        labels.extend(built_in);
        let names: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
        let what = match names.is_empty() {
            true => format!("no label \"{name}\""),
            false => format!("no label \"{name}\"; labels: {}", names.join(", ")),
        };
        let meant = nearest(name, labels).map(|label| format!("\"{label}\""));
        did_you_mean(&what, meant.as_deref())
    }

    fn name_code(
        &self,
        at: usize,
        name: &str,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        if let Some(formula) = self.formulas.get(name) {
            return self.expanded(&formula.body, self.source, context, true);
        }
        let renamed = context.name(name);
        if let Some(variable) = self.variables.get(renamed) {
            return Ok(match variable.is_bool {
                true => CompiledCode::Bool(BoolCode::Variable(variable.slot)),
                false => CompiledCode::Int(NumberCode::Variable(variable.slot)),
            });
        }
        if let Some(code) = self.constant(renamed)? {
            return Ok(code);
        }
        match self.formulas.get(renamed) {
            Some(formula) => self.expanded(&formula.body, self.source, context, false),
            None => {
                let what = format!("no variable, constant or formula {renamed}");
                Err(context.error(at, did_you_mean(&what, nearest(renamed, self.known_names()))))
            }
        }
    }

    /// Compiles the body of a formula or label in the place of its name.
    fn expanded(
        &self,
        body: &Expression,
        source: &str,
        context: SourceContext<'_>,
        is_renamed: bool,
    ) -> Result<CompiledCode, PrismError> {
        let renaming = if is_renamed { context.renaming } else { None };
        self.code(body, SourceContext { source, renaming, ..context })
    }
}
