//! Compiles operators and functions.

use crate::code::{BoolCode, Cases, Code, FractionCode, IntCode, Rounding};
use crate::compile::Context;
use crate::error::PrismError;
use crate::scope::Scope;
use crate::syntax::{Expression, Function, Operator};
use std::cmp::Ordering;

impl Scope<'_> {
    pub(crate) fn negative_code(
        &self,
        operand: &Expression,
        context: Context<'_>,
    ) -> Result<Code, PrismError> {
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
    pub(crate) fn chain_code(
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

    pub(crate) fn cases_code(
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

    pub(crate) fn call_code(
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
