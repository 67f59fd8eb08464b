//! Compiles expressions: names become slots and constants, and constant operations are computed.

use crate::code::{BoolCode, Cases, Code, FractionCode, IntCode, Rounding};
use crate::error::{PrismError, SourceError};
use crate::fraction::ConstantFraction;
use crate::scope::Scope;
use crate::syntax::{Expression, ExpressionKind, Function, Operator};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The greatest number of operations of a model, with its formulas expanded.
const MOST_OPERATIONS: usize = 4_000_000;
/// The greatest depth of nested operations, with formulas expanded.
const MOST_DEPTH: usize = 400;

/// The text that an expression comes from.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) source: &'c str,
    pub(crate) renaming: Option<&'c HashMap<String, String>>,
    /// The number of operations around the expression.
    depth: usize,
}

impl<'c> Context<'c> {
    pub(crate) fn new(source: &'c str) -> Self {
        Self { source, renaming: None, depth: 0 }
    }

    pub(crate) fn renamed(source: &'c str, renaming: &'c HashMap<String, String>) -> Self {
        Self { source, renaming: Some(renaming), depth: 0 }
    }

    pub(crate) fn error(&self, at: usize, what: impl Into<String>) -> PrismError {
        SourceError::new(self.source, at, what).into()
    }

    /// Returns a name after renaming.
    pub(crate) fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.renaming.and_then(|renaming| renaming.get(name)).map_or(name, |name| name)
    }
}

impl Code {
    fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "an integer",
            Self::Fraction(_) => "a fraction",
        }
    }

    fn fraction(self) -> Option<FractionCode> {
        match self {
            Self::Bool(_) => None,
            Self::Int(IntCode::Constant(value)) => Some(constant(chancetree_exact::ratio(value, 1))),
            Self::Int(code) => Some(FractionCode::Int(code)),
            Self::Fraction(code) => Some(code),
        }
    }

    /// Computes the value if all operands are constant and have a value.
    fn folded(self, is_constant: bool) -> Self {
        if !is_constant {
            return self;
        }
        let value = match &self {
            Self::Bool(code) => code.holds(&[]).map(|value| Self::Bool(BoolCode::Constant(value))),
            Self::Int(code) => code.value(&[]).map(|value| Self::Int(IntCode::Constant(value))),
            Self::Fraction(code) => code.value(&[]).map(|value| Self::Fraction(constant(value))),
        };
        value.unwrap_or(self)
    }

    fn is_constant(&self) -> bool {
        matches!(
            self,
            Self::Bool(BoolCode::Constant(_))
                | Self::Int(IntCode::Constant(_))
                | Self::Fraction(FractionCode::Constant(_))
        )
    }
}

fn constant(value: chancetree_exact::Rational) -> FractionCode {
    FractionCode::Constant(Box::new(ConstantFraction::new(value)))
}

impl Scope<'_> {
    pub(crate) fn bool_code(
        &self,
        expression: &Expression,
        context: Context<'_>,
    ) -> Result<BoolCode, PrismError> {
        match self.code(expression, context)? {
            Code::Bool(code) => Ok(code),
            other => {
                Err(context.error(expression.at, format!("{} where a truth value is needed", other.kind())))
            }
        }
    }

    pub(crate) fn int_code(
        &self,
        expression: &Expression,
        context: Context<'_>,
    ) -> Result<IntCode, PrismError> {
        match self.code(expression, context)? {
            Code::Int(code) => Ok(code),
            other => {
                let help = if matches!(other, Code::Fraction(_)) { "; use floor, ceil or round" } else { "" };
                let what = format!("{} where an integer is needed{help}", other.kind());
                Err(context.error(expression.at, what))
            }
        }
    }

    pub(crate) fn fraction_code(
        &self,
        expression: &Expression,
        context: Context<'_>,
    ) -> Result<FractionCode, PrismError> {
        let code = self.code(expression, context)?;
        code.fraction().ok_or_else(|| context.error(expression.at, "a truth value where a number is needed"))
    }

    /// Compiles an expression of any type.
    pub(crate) fn code(&self, expression: &Expression, context: Context<'_>) -> Result<Code, PrismError> {
        self.operations.set(self.operations.get() + 1);
        if self.operations.get() > MOST_OPERATIONS {
            let what = format!("the formulas expand to more than {MOST_OPERATIONS} operations");
            return Err(context.error(expression.at, what));
        }
        if context.depth == MOST_DEPTH {
            let what =
                format!("a formula that uses itself, or more than {MOST_DEPTH} operations inside each other");
            return Err(context.error(expression.at, what));
        }
        let context = Context { depth: context.depth + 1, ..context };
        match &expression.kind {
            ExpressionKind::Int(value) => Ok(Code::Int(IntCode::Constant(*value))),
            ExpressionKind::Fraction(value) => Ok(Code::Fraction(constant(value.clone()))),
            ExpressionKind::Bool(value) => Ok(Code::Bool(BoolCode::Constant(*value))),
            ExpressionKind::Name(name) => self.name_code(expression.at, name, context),
            ExpressionKind::Label(name) => match self.labels.get(&**name) {
                Some((label, source)) => self.expanded(&label.body, source, context, false),
                None => Err(context.error(expression.at, self.no_label(name))),
            },
            ExpressionKind::Negative(operand) => self.negative_code(operand, context),
            ExpressionKind::Not(operand) => Ok(match self.bool_code(operand, context)? {
                BoolCode::Constant(value) => Code::Bool(BoolCode::Constant(!value)),
                BoolCode::Not(inner) => Code::Bool(*inner),
                code => Code::Bool(BoolCode::Not(Box::new(code))),
            }),
            ExpressionKind::Chain(first, rest) => self.chain_code(first, rest, context),
            ExpressionKind::If(cases, otherwise) => self.cases_code(cases, otherwise, context),
            ExpressionKind::Call(function, operands) => self.call_code(*function, operands, context),
            ExpressionKind::Query(_) | ExpressionKind::Filter(_) => Err(PrismError::Unsupported {
                what: "P and R operators as operands of arithmetic or of `? :` are".to_owned(),
                help: "PRISM supports them",
            }),
        }
    }

    pub(crate) fn no_label(&self, name: &str) -> String {
        let mut names: Vec<String> = self.labels.keys().map(|label| format!("\"{label}\"")).collect();
        names.sort_unstable();
        names.extend(["\"init\"".to_owned(), "\"deadlock\"".to_owned()]);
        format!("no label \"{name}\"; labels: {}", names.join(", "))
    }

    fn name_code(&self, at: usize, name: &str, context: Context<'_>) -> Result<Code, PrismError> {
        if let Some(formula) = self.formulas.get(name) {
            return self.expanded(&formula.body, self.source, context, true);
        }
        let renamed = context.name(name);
        if let Some(variable) = self.variables.get(renamed) {
            return Ok(match variable.is_bool {
                true => Code::Bool(BoolCode::Variable(variable.slot)),
                false => Code::Int(IntCode::Variable(variable.slot)),
            });
        }
        if let Some(code) = self.constant(renamed) {
            return Ok(code);
        }
        match self.formulas.get(renamed) {
            Some(formula) => self.expanded(&formula.body, self.source, context, false),
            None => Err(context.error(at, format!("no variable, constant or formula {renamed}"))),
        }
    }

    /// Compiles the body of a formula or label in the place of its name.
    fn expanded(
        &self,
        body: &Expression,
        source: &str,
        context: Context<'_>,
        is_renamed: bool,
    ) -> Result<Code, PrismError> {
        let renaming = if is_renamed { context.renaming } else { None };
        self.code(body, Context { source, renaming, ..context })
    }

    fn negative_code(&self, operand: &Expression, context: Context<'_>) -> Result<Code, PrismError> {
        let code = self.code(operand, context)?;
        let is_constant = code.is_constant();
        let negative = match code {
            Code::Bool(_) => return Err(context.error(operand.at, "a truth value where a number is needed")),
            Code::Int(code) => Code::Int(IntCode::Sum(Box::new([(true, code)]))),
            Code::Fraction(code) => Code::Fraction(FractionCode::Sum(Box::new([(true, code)]))),
        };
        Ok(negative.folded(is_constant))
    }

    /// Compiles operands of one level of precedence.
    fn chain_code(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        match rest[0].0 {
            Operator::And | Operator::Or => {
                let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand));
                let operands = operands.map(|operand| self.bool_code(operand, context));
                Ok(Code::Bool(junction(operands.collect::<Result<_, _>>()?, rest[0].0 == Operator::And)))
            }
            Operator::Plus | Operator::Minus => self.sum_code(first, rest, context),
            Operator::Times | Operator::Divide => self.product_code(first, rest, context),
            Operator::Implies | Operator::Iff => {
                let mut left = self.bool_code(first, context)?;
                for (operator, operand) in rest {
                    let right = self.bool_code(operand, context)?;
                    left = match operator {
                        Operator::Implies => junction(vec![BoolCode::Not(Box::new(left)), right], false),
                        _ => BoolCode::Iff(Box::new((left, right))),
                    };
                }
                Ok(Code::Bool(left))
            }
            _ => {
                let mut left = self.code(first, context)?;
                for (operator, operand) in rest {
                    let right = self.code(operand, context)?;
                    let is_constant = left.is_constant() && right.is_constant();
                    left = Code::Bool(comparison(*operator, left, right, context, operand.at)?)
                        .folded(is_constant);
                }
                Ok(left)
            }
        }
    }

    /// Compiles operands with a flag each: whether the operand is subtracted or divides.
    fn flagged(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        inverse: Operator,
        context: Context<'_>,
    ) -> Result<Vec<(bool, Code)>, PrismError> {
        let mut operands = Vec::with_capacity(rest.len() + 1);
        let all =
            std::iter::once((false, first)).chain(rest.iter().map(|(op, operand)| (*op == inverse, operand)));
        for (flag, operand) in all {
            let code = self.code(operand, context)?;
            if matches!(code, Code::Bool(_)) {
                return Err(context.error(operand.at, "a truth value where a number is needed"));
            }
            operands.push((flag, code));
        }
        Ok(operands)
    }

    fn sum_code(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        let operands = self.flagged(first, rest, Operator::Minus, context)?;
        let is_constant = operands.iter().all(|(_, code)| code.is_constant());
        let is_whole = operands.iter().all(|(_, code)| matches!(code, Code::Int(_)));
        let sum = if is_whole {
            Code::Int(IntCode::Sum(
                operands.into_iter().filter_map(|(flag, code)| int(code).map(|code| (flag, code))).collect(),
            ))
        } else {
            Code::Fraction(FractionCode::Sum(fractions(operands)))
        };
        Ok(sum.folded(is_constant))
    }

    fn product_code(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        let operands = self.flagged(first, rest, Operator::Divide, context)?;
        let is_constant = operands.iter().all(|(_, code)| code.is_constant());
        let is_whole = operands.iter().all(|(flag, code)| !flag && matches!(code, Code::Int(_)));
        let product = if is_whole {
            Code::Int(IntCode::Product(operands.into_iter().filter_map(|(_, code)| int(code)).collect()))
        } else {
            Code::Fraction(FractionCode::Product(fractions(operands)))
        };
        Ok(product.folded(is_constant))
    }

    fn cases_code(
        &self,
        cases: &[(Expression, Expression)],
        otherwise: &Expression,
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        for (condition, value) in cases {
            conditions.push(self.bool_code(condition, context)?);
            values.push(self.code(value, context)?);
        }
        let last = self.code(otherwise, context)?;
        let at = otherwise.at;
        let all = || values.iter().chain([&last]);
        if all().all(|code| matches!(code, Code::Bool(_))) {
            return Ok(Code::Bool(joined(conditions, values, last, boolean, BoolCode::If)));
        }
        if all().all(|code| matches!(code, Code::Int(_))) {
            return Ok(Code::Int(joined(conditions, values, last, int, IntCode::If)));
        }
        if all().any(|code| matches!(code, Code::Bool(_))) {
            return Err(context.error(at, "`? :` with a truth value on one side and a number on the other"));
        }
        Ok(Code::Fraction(joined(conditions, values, last, Code::fraction, FractionCode::If)))
    }

    fn call_code(
        &self,
        function: Function,
        operands: &[Expression],
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        let rounding = match function {
            Function::Floor => Some(Rounding::Down),
            Function::Ceil => Some(Rounding::Up),
            Function::Round => Some(Rounding::Nearest),
            _ => None,
        };
        if let Some(rounding) = rounding {
            return self.rounded_code(rounding, &operands[0], context);
        }
        let mut codes = Vec::with_capacity(operands.len());
        for operand in operands {
            let code = self.code(operand, context)?;
            if matches!(code, Code::Bool(_)) {
                return Err(context.error(operand.at, "a truth value where a number is needed"));
            }
            codes.push(code);
        }
        let is_constant = codes.iter().all(Code::is_constant);
        let is_whole = codes.iter().all(|code| matches!(code, Code::Int(_)));
        let code = match function {
            Function::Min | Function::Max => {
                let side = if function == Function::Min { Ordering::Less } else { Ordering::Greater };
                if is_whole {
                    Code::Int(IntCode::Extreme(side, codes.into_iter().filter_map(int).collect()))
                } else {
                    let operands = codes.into_iter().filter_map(Code::fraction).collect();
                    Code::Fraction(FractionCode::Extreme(side, operands))
                }
            }
            Function::Pow if is_whole => Code::Int(IntCode::Power(pair(codes, int))),
            Function::Mod if is_whole => Code::Int(IntCode::Modulo(pair(codes, int))),
            Function::Mod => {
                return Err(
                    context.error(operands[0].at, "mod of a fraction; both operands must be integers")
                );
            }
            Function::Pow => Code::Fraction(FractionCode::Power(pair(codes, Code::fraction))),
            _ => Code::Fraction(FractionCode::Log(pair(codes, Code::fraction))),
        };
        Ok(code.folded(is_constant))
    }

    fn rounded_code(
        &self,
        rounding: Rounding,
        operand: &Expression,
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
        // A rounded logarithm is exact although the logarithm is not.
        let code = match self.fraction_code(operand, context)? {
            FractionCode::Log(operands) if rounding != Rounding::Nearest => {
                let is_constant = matches!(*operands, (FractionCode::Constant(_), FractionCode::Constant(_)));
                return Ok(Code::Int(IntCode::RoundLog(rounding, operands)).folded(is_constant));
            }
            FractionCode::Int(code) => return Ok(Code::Int(code)),
            code => code,
        };
        let is_constant = matches!(code, FractionCode::Constant(_));
        Ok(Code::Int(IntCode::Round(rounding, Box::new(code))).folded(is_constant))
    }
}

fn boolean(code: Code) -> Option<BoolCode> {
    if let Code::Bool(code) = code { Some(code) } else { None }
}

fn int(code: Code) -> Option<IntCode> {
    if let Code::Int(code) = code { Some(code) } else { None }
}

fn fractions(operands: Vec<(bool, Code)>) -> Box<[(bool, FractionCode)]> {
    operands.into_iter().filter_map(|(flag, code)| code.fraction().map(|code| (flag, code))).collect()
}

/// Returns two operands, which have been checked to be of the type of `convert`.
fn pair<T>(codes: Vec<Code>, convert: impl Fn(Code) -> Option<T>) -> Box<(T, T)> {
    let mut operands = codes.into_iter().filter_map(convert);
    let (first, second) = (operands.next(), operands.next());
    Box::new(first.zip(second).expect("the parser counts the operands"))
}

/// Joins conditions and values, without the conditions that never hold.
fn joined<T>(
    conditions: Vec<BoolCode>,
    values: Vec<Code>,
    otherwise: Code,
    convert: impl Fn(Code) -> Option<T>,
    join: impl FnOnce(Cases<T>) -> T,
) -> T {
    let mut otherwise = convert(otherwise).expect("the type is checked");
    let mut cases = Vec::new();
    for (condition, value) in conditions.into_iter().zip(values) {
        let value = convert(value).expect("the type is checked");
        match condition {
            BoolCode::Constant(false) => {}
            BoolCode::Constant(true) => {
                otherwise = value;
                break;
            }
            condition => cases.push((condition, value)),
        }
    }
    if cases.is_empty() {
        return otherwise;
    }
    join(Cases { cases: cases.into(), otherwise: Box::new(otherwise) })
}

/// Joins operands by `&` or `|`, without constant operands.
pub(crate) fn junction(operands: Vec<BoolCode>, is_and: bool) -> BoolCode {
    let mut kept = Vec::with_capacity(operands.len());
    for operand in operands {
        match operand {
            BoolCode::Constant(value) if value == is_and => {}
            BoolCode::Constant(value) => {
                kept.push(BoolCode::Constant(value));
                break;
            }
            BoolCode::All(inner) if is_and => kept.extend(inner),
            BoolCode::Any(inner) if !is_and => kept.extend(inner),
            operand => kept.push(operand),
        }
    }
    match kept.len() {
        0 => BoolCode::Constant(is_and),
        1 => kept.swap_remove(0),
        _ if is_and => BoolCode::All(kept.into()),
        _ => BoolCode::Any(kept.into()),
    }
}

fn comparison(
    operator: Operator,
    left: Code,
    right: Code,
    context: Context<'_>,
    at: usize,
) -> Result<BoolCode, PrismError> {
    Ok(match (left, right) {
        (Code::Int(IntCode::Variable(slot)), Code::Int(IntCode::Constant(value))) => {
            BoolCode::Compare(slot, operator, value)
        }
        (Code::Int(IntCode::Constant(value)), Code::Int(IntCode::Variable(slot))) => {
            let mirrored = match operator {
                Operator::Less => Operator::Greater,
                Operator::AtMost => Operator::AtLeast,
                Operator::AtLeast => Operator::AtMost,
                Operator::Greater => Operator::Less,
                symmetric => symmetric,
            };
            BoolCode::Compare(slot, mirrored, value)
        }
        (Code::Int(left), Code::Int(right)) => BoolCode::CompareInts(operator, Box::new((left, right))),
        (Code::Bool(left), Code::Bool(right)) => match operator {
            Operator::Equal => BoolCode::Iff(Box::new((left, right))),
            Operator::Unequal => BoolCode::Not(Box::new(BoolCode::Iff(Box::new((left, right))))),
            _ => return Err(context.error(at, "an order of truth values; compare them by = or !=")),
        },
        (left, right) => match (left.fraction(), right.fraction()) {
            (Some(left), Some(right)) => BoolCode::CompareFractions(operator, Box::new((left, right))),
            _ => return Err(context.error(at, "a truth value compared with a number")),
        },
    })
}
