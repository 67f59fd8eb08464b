//! Compiles operators and functions.

use crate::compile::SourceContext;
use crate::compiled_expression::{BoolCode, Cases, CompiledCode, NumberCode, Rounding};
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
        let code = self.number(operand, context)?;
        let is_constant = code.is_constant();
        let (is_int, code) = numbers(vec![(true, code)]);
        Ok(number(is_int, NumberCode::Sum(code.into())).folded(is_constant))
    }

    /// Compiles a chain of operators of equal precedence.
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
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Divide => {
                self.sum_or_product(first, rest, context)
            }
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

    /// Compiles a number.
    fn number(&self, operand: &Expression, context: SourceContext<'_>) -> Result<CompiledCode, PrismError> {
        match self.code(operand, context)? {
            CompiledCode::Bool(_) => Err(context.error(operand.at, "a truth value where a number is needed")),
            code => Ok(code),
        }
    }

    /// Compiles a sum (`+` and `-`) or a product (`*` and `/`). Operands that are subtracted or that divide are flagged.
    fn sum_or_product(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let mut operands = vec![(false, self.number(first, context)?)];
        for (operator, operand) in rest {
            let is_inverse = matches!(operator, Operator::Minus | Operator::Divide);
            operands.push((is_inverse, self.number(operand, context)?));
        }
        let is_constant = operands.iter().all(|(_, code)| code.is_constant());
        let divides = rest.iter().any(|(operator, _)| *operator == Operator::Divide);
        if divides {
            // A quotient of integers is a fraction.
            let first = operands.remove(0).1.fraction().expect("a number");
            operands.insert(0, (false, CompiledCode::Fraction(first)));
        }
        let (is_int, operands) = numbers(operands);
        let code = match rest[0].0 {
            Operator::Plus | Operator::Minus => NumberCode::Sum(operands.into()),
            _ => NumberCode::Product(operands.into()),
        };
        Ok(number(is_int, code).folded(is_constant))
    }

    pub(crate) fn cases_code(
        &self,
        cases: &[(Expression, Expression)],
        otherwise: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        let (mut conditions, mut values) = (Vec::new(), Vec::new());
        for (condition, value) in cases {
            conditions.push(self.bool_code(condition, context)?);
            values.push((false, self.code(value, context)?));
        }
        values.push((false, self.code(otherwise, context)?));
        let is_bool = |(_, code): &(bool, CompiledCode)| matches!(code, CompiledCode::Bool(_));
        if values.iter().all(is_bool) {
            let values = values.into_iter().filter_map(|(_, code)| match code {
                CompiledCode::Bool(code) => Some(code),
                _ => None,
            });
            return Ok(CompiledCode::Bool(joined(conditions, values.collect(), BoolCode::If)));
        }
        if values.iter().any(is_bool) {
            let what = "`? :` with a truth value on one side and a number on the other";
            return Err(context.error(otherwise.at, what));
        }
        let (is_int, values) = numbers(values);
        let values = values.into_iter().map(|(_, code)| code).collect();
        Ok(number(is_int, joined(conditions, values, NumberCode::If)))
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
            codes.push((false, self.number(operand, context)?));
        }
        let is_constant = codes.iter().all(|(_, code)| code.is_constant());
        if function == Function::Log {
            let log = NumberCode::Log(None, pair(codes.into_iter().filter_map(|(_, code)| code.fraction())));
            return Ok(CompiledCode::Fraction(log).folded(is_constant));
        }
        let (is_int, codes) = numbers(codes);
        let mut codes = codes.into_iter().map(|(_, code)| code);
        let code = match function {
            Function::Min => NumberCode::Extreme(Ordering::Less, codes.collect()),
            Function::Max => NumberCode::Extreme(Ordering::Greater, codes.collect()),
            Function::Mod if is_int => NumberCode::Modulo(pair(&mut codes)),
            Function::Mod => {
                return Err(
                    context.error(operands[0].at, "mod of a fraction; both operands must be integers")
                );
            }
            _ => NumberCode::Power(pair(&mut codes)),
        };
        Ok(number(is_int, code).folded(is_constant))
    }

    fn rounded_code(
        &self,
        rounding: Rounding,
        operand: &Expression,
        context: SourceContext<'_>,
    ) -> Result<CompiledCode, PrismError> {
        // A rounded logarithm is exact although the logarithm is not.
        let code = match self.fraction_code(operand, context)? {
            NumberCode::Log(None, operands) if rounding != Rounding::Nearest => {
                let is_constant = matches!(*operands, (NumberCode::Constant(_), NumberCode::Constant(_)));
                return Ok(CompiledCode::Int(NumberCode::Log(Some(rounding), operands)).folded(is_constant));
            }
            NumberCode::Int(code) => return Ok(CompiledCode::Int(*code)),
            code @ NumberCode::Variable(_) => return Ok(CompiledCode::Int(code)),
            code => code,
        };
        let is_constant = matches!(code, NumberCode::Constant(_));
        Ok(CompiledCode::Int(NumberCode::Round(rounding, Box::new(code))).folded(is_constant))
    }
}

/// Returns flagged numbers as operands of one type, and whether they are integers. If one is a fraction, all become fractions.
fn numbers(codes: Vec<(bool, CompiledCode)>) -> (bool, Vec<(bool, NumberCode)>) {
    let is_int = codes.iter().all(|(_, code)| matches!(code, CompiledCode::Int(_)));
    let operand = |(flag, code)| match code {
        CompiledCode::Int(code) if is_int => Some((flag, code)),
        code => Some((flag, code.fraction()?)),
    };
    (is_int, codes.into_iter().filter_map(operand).collect())
}

fn number(is_int: bool, code: NumberCode) -> CompiledCode {
    if is_int { CompiledCode::Int(code) } else { CompiledCode::Fraction(code) }
}

/// Returns the two operands of an operator.
fn pair(mut codes: impl Iterator<Item = NumberCode>) -> Box<(NumberCode, NumberCode)> {
    let (first, second) = (codes.next(), codes.next());
    Box::new(first.zip(second).expect("the parser counts the operands"))
}

/// Joins the values of several cases. `values` has one more entry than `conditions`: the value if no condition holds. Drops constant
/// conditions.
fn joined<T>(conditions: Vec<BoolCode>, mut values: Vec<T>, join: impl FnOnce(Cases<T>) -> T) -> T {
    let mut otherwise = values.pop().expect("a value without a condition");
    let mut cases = Vec::new();
    for (condition, value) in conditions.into_iter().zip(values) {
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
        (CompiledCode::Int(NumberCode::Variable(slot)), CompiledCode::Int(NumberCode::Whole(value))) => {
            BoolCode::Compare(slot, operator, value)
        }
        (CompiledCode::Int(NumberCode::Whole(value)), CompiledCode::Int(NumberCode::Variable(slot))) => {
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
            _ => return Err(context.error(at, "truth values have no order; compare them by = or !=")),
        },
        (left, right) => match (left.fraction(), right.fraction()) {
            (Some(left), Some(right)) => BoolCode::CompareFractions(operator, Box::new((left, right))),
            _ => return Err(context.error(at, "a truth value compared with a number")),
        },
    })
}
