//! Compiled expressions, and their values in a state.

use crate::fraction::{ConstantFraction, ExpressionArithmetic, SmallFraction, floor_log, log};
use crate::syntax::Operator;
use chancetree_exact::{Integer, Rational};
use num_traits::ToPrimitive as _;
use std::cmp::Ordering;
use thiserror::Error;

/// A compiled expression of one of the three types.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCode {
    Bool(BoolCode),
    /// An integer of 64 bits.
    Int(NumberCode),
    Fraction(NumberCode),
}

/// An expression with a truth value. Variables are slots of a state.
#[derive(Clone, Debug)]
pub(crate) enum BoolCode {
    Constant(bool),
    Variable(usize),
    /// A comparison of a variable with a constant.
    Compare(usize, Operator, i64),
    CompareInts(Operator, Box<(NumberCode, NumberCode)>),
    CompareFractions(Operator, Box<(NumberCode, NumberCode)>),
    Not(Box<BoolCode>),
    All(Box<[BoolCode]>),
    Any(Box<[BoolCode]>),
    Iff(Box<(BoolCode, BoolCode)>),
    If(Cases<BoolCode>),
}

/// An expression whose value is a number: an integer of 64 bits, or a fraction.
#[derive(Clone, Debug)]
pub(crate) enum NumberCode {
    Whole(i64),
    /// A constant in an expression of fractions.
    Constant(Box<ConstantFraction>),
    Variable(usize),
    /// An expression of integers as an operand of fractions.
    Int(Box<NumberCode>),
    /// A sum; the flag marks operands that are subtracted.
    Sum(Box<[(bool, NumberCode)]>),
    /// A product; the flag marks operands that divide.
    Product(Box<[(bool, NumberCode)]>),
    /// The minimum of the operands for `Ordering::Less`, the maximum for `Ordering::Greater`.
    Extreme(Ordering, Box<[NumberCode]>),
    Power(Box<(NumberCode, NumberCode)>),
    Modulo(Box<(NumberCode, NumberCode)>),
    /// A fraction, rounded to an integer.
    Round(Rounding, Box<NumberCode>),
    /// The logarithm of the first operand to the base of the second, possibly rounded.
    Log(Option<Rounding>, Box<(NumberCode, NumberCode)>),
    If(Cases<NumberCode>),
}

/// Values under conditions: the value of the first condition that holds, or the last value.
#[derive(Clone, Debug)]
pub(crate) struct Cases<T> {
    pub(crate) cases: Box<[(BoolCode, T)]>,
    pub(crate) otherwise: Box<T>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Down,
    Up,
    Nearest,
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Fault {
    #[error("an integer of more than 64 bits")]
    Overflow,
    #[error("a division by 0")]
    DivisionByZero,
    #[error("mod by a number that is not positive")]
    Modulo,
    #[error("a negative power of an integer; write 1.0*x for a base x to get a fraction")]
    NegativePower,
    #[error("a power or logarithm that is not a fraction; PRISM computes it in doubles")]
    Irrational,
    #[error("log needs a positive number, and a positive base other than 1")]
    Logarithm,
    #[error("a number of more than 65536 bits")]
    TooLarge,
    /// The numerator or denominator does not fit 64 bits; the expression is computed again in fractions of any size.
    #[error("a fraction of more than 64 bits")]
    TooWide,
}

impl<T> Cases<T> {
    fn chosen(&self, state: &[i64]) -> Result<&T, Fault> {
        for (condition, value) in &self.cases {
            if condition.holds(state)? {
                return Ok(value);
            }
        }
        Ok(&self.otherwise)
    }
}

/// Returns whether a comparison holds between operands whose order is `order`.
pub(crate) fn satisfies(operator: Operator, order: Ordering) -> bool {
    match operator {
        Operator::Equal => order.is_eq(),
        Operator::Unequal => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::AtMost => order.is_le(),
        Operator::AtLeast => order.is_ge(),
        _ => order.is_gt(),
    }
}

impl BoolCode {
    pub(crate) fn holds(&self, state: &[i64]) -> Result<bool, Fault> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Variable(slot) => Ok(state[*slot] != 0),
            Self::Compare(slot, operator, value) => Ok(satisfies(*operator, state[*slot].cmp(value))),
            Self::CompareInts(operator, operands) => {
                Ok(satisfies(*operator, operands.0.whole(state)?.cmp(&operands.1.whole(state)?)))
            }
            Self::CompareFractions(operator, operands) => {
                let small =
                    || Ok(operands.0.value_in::<SmallFraction>(state)?.compare(&operands.1.value_in(state)?));
                let order = match small() {
                    Err(Fault::TooWide) => {
                        operands.0.value_in::<Rational>(state)?.cmp(&operands.1.value_in(state)?)
                    }
                    order => order?,
                };
                Ok(satisfies(*operator, order))
            }
            Self::Not(operand) => Ok(!operand.holds(state)?),
            Self::All(operands) => {
                for operand in operands {
                    if !operand.holds(state)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Any(operands) => {
                for operand in operands {
                    if operand.holds(state)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Iff(operands) => Ok(operands.0.holds(state)? == operands.1.holds(state)?),
            Self::If(cases) => cases.chosen(state)?.holds(state),
        }
    }
}

impl NumberCode {
    /// Returns the value of an integer.
    #[inline]
    pub(crate) fn whole(&self, state: &[i64]) -> Result<i64, Fault> {
        self.value_in(state)
    }

    /// Returns the value of a fraction.
    pub(crate) fn fraction(&self, state: &[i64]) -> Result<Rational, Fault> {
        match self.value_in::<SmallFraction>(state) {
            Err(Fault::TooWide) => self.value_in(state),
            value => Ok(value?.rational()),
        }
    }

    /// Returns the value in the arithmetic `A`: integers of 64 bits, fractions of 64-bit integers, or fractions of any size.
    pub(crate) fn value_in<A: ExpressionArithmetic>(&self, state: &[i64]) -> Result<A, Fault> {
        match self {
            Self::Whole(value) => Ok(A::whole(*value)),
            Self::Constant(value) => A::constant(value),
            Self::Variable(slot) => Ok(A::whole(state[*slot])),
            Self::Int(operand) => Ok(A::whole(operand.whole(state)?)),
            Self::Sum(operands) => {
                let mut sum = A::whole(0);
                for (is_subtracted, operand) in operands {
                    let value = operand.value_in::<A>(state)?;
                    sum = if *is_subtracted { sum.minus(&value)? } else { sum.plus(&value)? };
                }
                Ok(sum)
            }
            Self::Product(operands) => {
                let mut product = A::whole(1);
                for (is_divided, operand) in operands {
                    let value = operand.value_in::<A>(state)?;
                    product = product.times(&if *is_divided { value.inverse()? } else { value })?;
                }
                Ok(product)
            }
            Self::Extreme(side, operands) => {
                let mut extreme: Option<A> = None;
                for operand in operands {
                    let value = operand.value_in::<A>(state)?;
                    if extreme.as_ref().is_none_or(|best| value.compare(best) == *side) {
                        extreme = Some(value);
                    }
                }
                Ok(extreme.unwrap_or_else(|| A::whole(0)))
            }
            Self::Power(operands) => A::power(&operands.0, &operands.1, state),
            Self::Modulo(operands) => {
                let (value, modulus) = (operands.0.whole(state)?, operands.1.whole(state)?);
                if modulus > 0 { Ok(A::whole(value.rem_euclid(modulus))) } else { Err(Fault::Modulo) }
            }
            Self::Round(rounding, operand) => {
                let value = operand.fraction(state)?;
                let rounded: Integer = match rounding {
                    Rounding::Down => value.floor().to_integer(),
                    Rounding::Up => value.ceil().to_integer(),
                    Rounding::Nearest => (value + chancetree_exact::ratio(1, 2)).floor().to_integer(),
                };
                Ok(A::whole(rounded.to_i64().ok_or(Fault::Overflow)?))
            }
            Self::Log(rounding, operands) => {
                let (floor, is_whole) =
                    floor_log(&operands.0.fraction(state)?, &operands.1.fraction(state)?)?;
                match rounding {
                    _ if is_whole => Ok(A::whole(floor)),
                    Some(Rounding::Down) => Ok(A::whole(floor)),
                    Some(_) => Ok(A::whole(floor + 1)),
                    None => A::of_rational(log(&operands.0.fraction(state)?, &operands.1.fraction(state)?)?),
                }
            }
            Self::If(cases) => cases.chosen(state)?.value_in(state),
        }
    }
}
