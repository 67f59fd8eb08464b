//! Compiles operators and functions.

use crate::code::{BoolCode, Cases, CompiledCode, FractionCode, IntCode, Rounding};
use crate::compile::SourceContext;
use crate::error::PrismError;
use crate::scope::Scope;
use crate::syntax::{Expression, Function, Operator};
use std::cmp::Ordering;

impl Scope<'_> {
    pub(crate) fn negative_code(
        &self,
        operand: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let code = self.code(operand, context)?;
        let is_constant = code.is_constant();
        let negative = match code {
            CompiledCode::Bool(_) => {
                return Err(context.error(operand.at, "a truth value where a number is needed"));
            }
            CompiledCode::Int(code) => CompiledCode::Int(IntCode::Sum(Box::new([(true, code)]))),
            CompiledCode::Fraction(code) => {
                CompiledCode::Fraction(FractionCode::Sum(Box::new([(true, code)])))
            }
        };
        Ok(negative.folded(is_constant))
    }

    /// Compiles operands of one level of precedence.
    pub(crate) fn chain_code(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        match rest[0].0 {
            Operator::And | Operator::Or => {
                let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand));
                let operands = operands.map(|operand| self.bool_code(operand, context));
                Ok(CompiledCode::Bool(junction(
                    operands.collect::<Result<_, _>>()?,
                    rest[0].0 == Operator::And,
                )))
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
                Ok(CompiledCode::Bool(left))
            }
            _ => {
                let mut left = self.code(first, context)?;
                for (operator, operand) in rest {
                    let right = self.code(operand, context)?;
                    let is_constant = left.is_constant() && right.is_constant();
                    left = CompiledCode::Bool(comparison(*operator, left, right, context, operand.at)?)
                        .folded(is_constant);
                }
                Ok(left)
            }
        }
    }

    /// Compiles operands. The flag of an operand is `true` if the operator before it is `inverse`: it is subtracted, or it divides.
    fn flagged(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        inverse: Operator,
        context: SourceContext<'_>,
    ) -> Result<Vec<(bool, CompiledCode)>, PrismError> {
        let mut operands = Vec::with_capacity(rest.len() + 1);
        let all =
            std::iter::once((false, first)).chain(rest.iter().map(|(op, operand)| (*op == inverse, operand)));
        for (flag, operand) in all {
            let code = self.code(operand, context)?;
            if matches!(code, CompiledCode::Bool(_)) {
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
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let operands = self.flagged(first, rest, Operator::Minus, context)?;
        let is_constant = operands.iter().all(|(_, code)| code.is_constant());
        let is_whole = operands.iter().all(|(_, code)| matches!(code, CompiledCode::Int(_)));
        let sum = if is_whole {
            CompiledCode::Int(IntCode::Sum(
                operands.into_iter().filter_map(|(flag, code)| int(code).map(|code| (flag, code))).collect(),
            ))
        } else {
            CompiledCode::Fraction(FractionCode::Sum(fractions(operands)))
        };
        Ok(sum.folded(is_constant))
    }

    fn product_code(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let operands = self.flagged(first, rest, Operator::Divide, context)?;
        let is_constant = operands.iter().all(|(_, code)| code.is_constant());
        let is_whole = operands.iter().all(|(flag, code)| !flag && matches!(code, CompiledCode::Int(_)));
        let product = if is_whole {
            CompiledCode::Int(IntCode::Product(
                operands.into_iter().filter_map(|(_, code)| int(code)).collect(),
            ))
        } else {
            CompiledCode::Fraction(FractionCode::Product(fractions(operands)))
        };
        Ok(product.folded(is_constant))
    }

    pub(crate) fn cases_code(
        &self,
        cases: &[(Expression, Expression)],
        otherwise: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        for (condition, value) in cases {
            conditions.push(self.bool_code(condition, context)?);
            values.push(self.code(value, context)?);
        }
        let last = self.code(otherwise, context)?;
        let at = otherwise.at;
        let all = || values.iter().chain([&last]);
        if all().all(|code| matches!(code, CompiledCode::Bool(_))) {
            return Ok(CompiledCode::Bool(joined(conditions, values, last, boolean, BoolCode::If)));
        }
        if all().all(|code| matches!(code, CompiledCode::Int(_))) {
            return Ok(CompiledCode::Int(joined(conditions, values, last, int, IntCode::If)));
        }
        if all().any(|code| matches!(code, CompiledCode::Bool(_))) {
            return Err(context.error(at, "`? :` with a truth value on one side and a number on the other"));
        }
        Ok(CompiledCode::Fraction(joined(conditions, values, last, CompiledCode::fraction, FractionCode::If)))
    }

    pub(crate) fn call_code(
        &self,
        function: Function,
        operands: &[Expression],
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
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
            if matches!(code, CompiledCode::Bool(_)) {
                return Err(context.error(operand.at, "a truth value where a number is needed"));
            }
            codes.push(code);
        }
        let is_constant = codes.iter().all(CompiledCode::is_constant);
        let is_whole = codes.iter().all(|code| matches!(code, CompiledCode::Int(_)));
        let code = match function {
            Function::Min | Function::Max => {
                let side = if function == Function::Min { Ordering::Less } else { Ordering::Greater };
                if is_whole {
                    CompiledCode::Int(IntCode::Extreme(side, codes.into_iter().filter_map(int).collect()))
                } else {
                    let operands = codes.into_iter().filter_map(CompiledCode::fraction).collect();
                    CompiledCode::Fraction(FractionCode::Extreme(side, operands))
                }
            }
            Function::Pow if is_whole => CompiledCode::Int(IntCode::Power(pair(codes, int))),
            Function::Mod if is_whole => CompiledCode::Int(IntCode::Modulo(pair(codes, int))),
            Function::Mod => {
                return Err(
                    context.error(operands[0].at, "mod of a fraction; both operands must be integers")
                );
            }
            Function::Pow => CompiledCode::Fraction(FractionCode::Power(pair(codes, CompiledCode::fraction))),
            _ => CompiledCode::Fraction(FractionCode::Log(pair(codes, CompiledCode::fraction))),
        };
        Ok(code.folded(is_constant))
    }

    fn rounded_code(
        &self,
        rounding: Rounding,
        operand: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        // A rounded logarithm is exact although the logarithm is not.
        let code = match self.fraction_code(operand, context)? {
            FractionCode::Log(operands) if rounding != Rounding::Nearest => {
                let is_constant = matches!(*operands, (FractionCode::Constant(_), FractionCode::Constant(_)));
                return Ok(CompiledCode::Int(IntCode::RoundLog(rounding, operands)).folded(is_constant));
            }
            FractionCode::Int(code) => return Ok(CompiledCode::Int(code)),
            code => code,
        };
        let is_constant = matches!(code, FractionCode::Constant(_));
        Ok(CompiledCode::Int(IntCode::Round(rounding, Box::new(code))).folded(is_constant))
    }
}

fn boolean(code: CompiledCode) -> Option<BoolCode> {
    if let CompiledCode::Bool(code) = code { Some(code) } else { None }
}

fn int(code: CompiledCode) -> Option<IntCode> {
    if let CompiledCode::Int(code) = code { Some(code) } else { None }
}

fn fractions(operands: Vec<(bool, CompiledCode)>) -> Box<[(bool, FractionCode)]> {
    operands.into_iter().filter_map(|(flag, code)| code.fraction().map(|code| (flag, code))).collect()
}

/// Returns two operands, which have been checked to be of the type of `convert`.
fn pair<T>(codes: Vec<CompiledCode>, convert: impl Fn(CompiledCode) -> Option<T>) -> Box<(T, T)> {
    let mut operands = codes.into_iter().filter_map(convert);
    let (first, second) = (operands.next(), operands.next());
    Box::new(first.zip(second).expect("the parser counts the operands"))
}

/// Joins conditions and values, without the conditions that never hold.
fn joined<T>(
    conditions: Vec<BoolCode>,
    values: Vec<CompiledCode>,
    otherwise: CompiledCode,
    convert: impl Fn(CompiledCode) -> Option<T>,
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

/// Joins operands by `&` or `|`. Drops constants that change nothing, and all operands after a constant that decides the result.
fn junction(operands: Vec<BoolCode>, is_and: bool) -> BoolCode {
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
    left: CompiledCode,
    right: CompiledCode,
    context: SourceContext<'_>,
    at: usize,
) -> Result<BoolCode, PrismError> {
    Ok(match (left, right) {
        (CompiledCode::Int(IntCode::Variable(slot)), CompiledCode::Int(IntCode::Constant(value))) => {
            BoolCode::Compare(slot, operator, value)
        }
        (CompiledCode::Int(IntCode::Constant(value)), CompiledCode::Int(IntCode::Variable(slot))) => {
            let mirrored = match operator {
                Operator::Less => Operator::Greater,
                Operator::AtMost => Operator::AtLeast,
                Operator::AtLeast => Operator::AtMost,
                Operator::Greater => Operator::Less,
                symmetric => symmetric,
            };
            BoolCode::Compare(slot, mirrored, value)
        }
        (CompiledCode::Int(left), CompiledCode::Int(right)) => {
            BoolCode::CompareInts(operator, Box::new((left, right)))
        }
        (CompiledCode::Bool(left), CompiledCode::Bool(right)) => match operator {
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
