//! Compiled expressions, and their values in a state.

use crate::fraction::{ConstantFraction, ExpressionArithmetic, SmallFraction, floor_log, power};
use crate::syntax::Operator;
use chancetree_exact::{Integer, Rational};
use num_traits::ToPrimitive as _;
use std::cmp::Ordering;
use thiserror::Error;

/// A compiled expression of one of the three types.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCode {
    Bool(BoolCode),
    Int(IntCode),
    Fraction(FractionCode),
}

/// An expression with a truth value. Variables are slots of a state.
#[derive(Clone, Debug)]
pub(crate) enum BoolCode {
    Constant(bool),
    Variable(usize),
    /// A comparison of a variable with a constant.
    Compare(usize, Operator, i64),
    CompareInts(Operator, Box<(IntCode, IntCode)>),
    CompareFractions(Operator, Box<(FractionCode, FractionCode)>),
    Not(Box<BoolCode>),
    All(Box<[BoolCode]>),
    Any(Box<[BoolCode]>),
    Iff(Box<(BoolCode, BoolCode)>),
    If(Cases<BoolCode>),
}

/// An expression with a whole value.
#[derive(Clone, Debug)]
pub(crate) enum IntCode {
    Constant(i64),
    Variable(usize),
    /// A sum; the flag marks operands that are subtracted.
    Sum(Box<[(bool, IntCode)]>),
    Product(Box<[IntCode]>),
    /// The minimum of the operands for `Ordering::Less`, the maximum for `Ordering::Greater`.
    Extreme(Ordering, Box<[IntCode]>),
    Power(Box<(IntCode, IntCode)>),
    Modulo(Box<(IntCode, IntCode)>),
    Round(Rounding, Box<FractionCode>),
    /// The logarithm of the first operand to the base of the second.
    RoundLog(Rounding, Box<(FractionCode, FractionCode)>),
    If(Cases<IntCode>),
}

/// An expression whose value is a fraction.
#[derive(Clone, Debug)]
pub(crate) enum FractionCode {
    Constant(Box<ConstantFraction>),
    Int(IntCode),
    /// A sum; the flag marks operands that are subtracted.
    Sum(Box<[(bool, FractionCode)]>),
    /// A product; the flag marks operands that divide.
    Product(Box<[(bool, FractionCode)]>),
    /// The minimum of the operands for `Ordering::Less`, the maximum for `Ordering::Greater`.
    Extreme(Ordering, Box<[FractionCode]>),
    Power(Box<(FractionCode, FractionCode)>),
    Log(Box<(FractionCode, FractionCode)>),
    If(Cases<FractionCode>),
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
    #[error("a negative power of an integer; write 1.0 for 1 to get a fraction")]
    NegativePower,
    #[error("a power or logarithm that is not a fraction; PRISM computes it in doubles")]
    Irrational,
    #[error("log needs a positive number, and a positive base other than 1")]
    Logarithm,
    #[error("a number of more than 65536 bits")]
    TooLarge,
    /// A fraction does not fit machine words; fractions of any size are used instead.
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
                Ok(satisfies(*operator, operands.0.value(state)?.cmp(&operands.1.value(state)?)))
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

impl IntCode {
    pub(crate) fn value(&self, state: &[i64]) -> Result<i64, Fault> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Variable(slot) => Ok(state[*slot]),
            Self::Sum(operands) => {
                let mut sum = 0i64;
                for (is_subtracted, operand) in operands {
                    let value = operand.value(state)?;
                    let next = if *is_subtracted { sum.checked_sub(value) } else { sum.checked_add(value) };
                    sum = next.ok_or(Fault::Overflow)?;
                }
                Ok(sum)
            }
            Self::Product(operands) => {
                let mut product = 1i64;
                for operand in operands {
                    product = product.checked_mul(operand.value(state)?).ok_or(Fault::Overflow)?;
                }
                Ok(product)
            }
            Self::Extreme(side, operands) => {
                let mut extreme = None;
                for operand in operands {
                    let value = operand.value(state)?;
                    if extreme.is_none_or(|best| value.cmp(&best) == *side) {
                        extreme = Some(value);
                    }
                }
                Ok(extreme.unwrap_or_default())
            }
            Self::Power(operands) => {
                let (base, exponent) = (operands.0.value(state)?, operands.1.value(state)?);
                match (base, u32::try_from(exponent)) {
                    (_, Err(_)) if exponent < 0 => Err(Fault::NegativePower),
                    (0 | 1, _) => Ok(if exponent == 0 { 1 } else { base }),
                    (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
                    (_, Ok(exponent)) => base.checked_pow(exponent).ok_or(Fault::Overflow),
                    (_, Err(_)) => Err(Fault::Overflow),
                }
            }
            Self::Modulo(operands) => {
                let (value, modulus) = (operands.0.value(state)?, operands.1.value(state)?);
                if modulus > 0 { Ok(value.rem_euclid(modulus)) } else { Err(Fault::Modulo) }
            }
            Self::Round(rounding, operand) => {
                let value = operand.value(state)?;
                let rounded: Integer = match rounding {
                    Rounding::Down => value.floor().to_integer(),
                    Rounding::Up => value.ceil().to_integer(),
                    Rounding::Nearest => (value + chancetree_exact::ratio(1, 2)).floor().to_integer(),
                };
                rounded.to_i64().ok_or(Fault::Overflow)
            }
            Self::RoundLog(rounding, operands) => {
                let (floor, is_whole) = floor_log(&operands.0.value(state)?, &operands.1.value(state)?)?;
                Ok(if *rounding == Rounding::Down || is_whole { floor } else { floor + 1 })
            }
            Self::If(cases) => cases.chosen(state)?.value(state),
        }
    }
}

impl FractionCode {
    pub(crate) fn value(&self, state: &[i64]) -> Result<Rational, Fault> {
        match self.value_in::<SmallFraction>(state) {
            Err(Fault::TooWide) => self.value_in(state),
            value => Ok(value?.rational()),
        }
    }

    /// Returns the value in the arithmetic `A`: fractions of machine words, or fractions of any size.
    pub(crate) fn value_in<A: ExpressionArithmetic>(&self, state: &[i64]) -> Result<A, Fault> {
        match self {
            Self::Constant(value) => A::constant(value),
            Self::Int(operand) => Ok(A::whole(operand.value(state)?)),
            Self::Sum(operands) => {
                let mut sum = A::whole(0);
                for (is_subtracted, operand) in operands {
                    let value = operand.value_in::<A>(state)?;
                    sum = sum.plus(&if *is_subtracted { value.negative()? } else { value })?;
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
            Self::Power(operands) => {
                A::of_rational(power(&operands.0.value(state)?, &operands.1.value(state)?)?)
            }
            Self::Log(operands) => {
                let (floor, is_whole) = floor_log(&operands.0.value(state)?, &operands.1.value(state)?)?;
                if is_whole { Ok(A::whole(floor)) } else { Err(Fault::Irrational) }
            }
            Self::If(cases) => cases.chosen(state)?.value_in(state),
        }
    }
}
