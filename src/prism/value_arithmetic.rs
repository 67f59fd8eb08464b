//! Arithmetic on the values of properties: sums, products, functions and conditions.

use crate::check::{PropertyChecker, StateValues};
use crate::error::PrismError;
use crate::syntax::{Expression, ExpressionKind, Function, Operator};
use chancetree_checker::{CheckedNumber, Combination, ExactValue, StateSet};
use chancetree_exact::{Rational, zero};
use num_traits::ToPrimitive as _;

impl PropertyChecker<'_> {
    /// Returns the values of a sum or product with P or R operators.
    pub(crate) fn combined<N: CheckedNumber>(
        &self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        wanted: &[u32],
    ) -> Result<Vec<N>, PrismError> {
        let mut values = self.operand(first, wanted)?;
        for (operator, operand) in rest {
            values = self.computed(values, *operator, self.operand(operand, wanted)?, operand.at)?;
        }
        Ok(values)
    }

    pub(crate) fn negated<N: CheckedNumber>(
        &self,
        operand: &Expression,
        wanted: &[u32],
    ) -> Result<Vec<N>, PrismError> {
        let zeros = vec![N::of(ExactValue::Finite(zero())); wanted.len()];
        self.computed(zeros, Operator::Minus, self.operand(operand, wanted)?, operand.at)
    }

    /// Returns the values of a function of P or R operators. Functions other than min and max need exact operands.
    pub(crate) fn called<N: CheckedNumber>(
        &self,
        at: usize,
        function: Function,
        operands: &[Expression],
        wanted: &[u32],
    ) -> Result<Vec<N>, PrismError> {
        let side = match function {
            Function::Min => Combination::Least,
            Function::Max => Combination::Greatest,
            _ => {
                let columns: Result<Vec<Vec<ExactValue>>, PrismError> =
                    operands.iter().map(|operand| self.operand(operand, wanted)).collect();
                let columns = columns?;
                let value = |row: usize| {
                    let finite = columns.iter().map(|column| column[row].finite());
                    let Some(finite) = finite.collect::<Option<Vec<_>>>() else {
                        return Err(self.no_value(at, "an infinite value as an operand"));
                    };
                    Ok(N::of(ExactValue::Finite(self.function_value(at, function, &finite)?)))
                };
                return (0..wanted.len()).map(value).collect();
            }
        };
        let mut best: Vec<N> = self.operand(&operands[0], wanted)?;
        for operand in &operands[1..] {
            let others = self.operand(operand, wanted)?;
            best = best.into_iter().zip(others).map(|(a, b)| a.combined(side, b)).collect();
        }
        Ok(best)
    }

    /// Returns the value of a function, as models compute it.
    fn function_value(
        &self,
        at: usize,
        function: Function,
        operands: &[&Rational],
    ) -> Result<Rational, PrismError> {
        let literal = |value: &&Rational| {
            let whole = value.numer().to_i64().filter(|_| function == Function::Mod && value.is_integer());
            let kind = whole.map_or_else(|| ExpressionKind::Fraction((*value).clone()), ExpressionKind::Int);
            Expression { at, kind }
        };
        let operands: Vec<Expression> = operands.iter().map(literal).collect();
        let code = self.scope.call_code(function, &operands, self.context())?.fraction();
        let value = code.expect("the value of a function is a number").fraction(&[]);
        value.map_err(|fault| self.no_value(at, fault.to_string()))
    }

    /// Returns the values of `condition ? value : otherwise`. A value is computed in the states that need it.
    pub(crate) fn chosen<N: CheckedNumber>(
        &self,
        cases: &[(Expression, Expression)],
        otherwise: &Expression,
        wanted: &[u32],
    ) -> Result<StateValues<N>, PrismError> {
        let Some(((condition, value), others)) = cases.split_first() else {
            return self.values(otherwise, wanted);
        };
        let holds = self.set(condition)?;
        let (first, second): (Vec<u32>, Vec<u32>) = wanted.iter().partition(|&&state| holds.contains(state));
        match (self.values(value, &first)?, self.chosen(others, otherwise, &second)?) {
            (StateValues::Numbers(first), StateValues::Numbers(second)) => {
                Ok(StateValues::Numbers(interleaved(first, second, &holds, wanted)))
            }
            (StateValues::Truths(first), StateValues::Truths(second)) => {
                Ok(StateValues::Truths(interleaved(first, second, &holds, wanted)))
            }
            _ => {
                let what = "`? :` with a truth value on one side and a number on the other";
                Err(self.context().error(condition.at, what))
            }
        }
    }

    pub(crate) fn operand<N: CheckedNumber>(
        &self,
        operand: &Expression,
        wanted: &[u32],
    ) -> Result<Vec<N>, PrismError> {
        match self.values(operand, wanted)? {
            StateValues::Numbers(values) => Ok(values),
            StateValues::Truths(_) => {
                Err(self.context().error(operand.at, "a truth value where a number is needed"))
            }
        }
    }

    /// Applies an arithmetic operator to the values in each state.
    fn computed<N: CheckedNumber>(
        &self,
        left: Vec<N>,
        operator: Operator,
        right: Vec<N>,
        at: usize,
    ) -> Result<Vec<N>, PrismError> {
        let error = |what: &str| Err(self.no_value(at, what));
        let operation = match operator {
            Operator::Plus => Combination::Plus,
            Operator::Minus => Combination::Minus,
            Operator::Times => Combination::Times,
            _ => Combination::Over,
        };
        let value = |(left, right): (N, N)| match operation {
            Combination::Plus => Ok(left.combined(operation, right)),
            _ if left.is_infinite() || right.is_infinite() => error("an infinite value as an operand"),
            Combination::Over if right.is_zero() => error("a division by 0"),
            _ => Ok(left.combined(operation, right)),
        };
        left.into_iter().zip(right).map(value).collect()
    }
}

/// Joins the values of the `wanted` states in a set and of the others, in the order of the states.
fn interleaved<T>(inside: Vec<T>, outside: Vec<T>, set: &StateSet, wanted: &[u32]) -> Vec<T> {
    let (mut inside, mut outside) = (inside.into_iter(), outside.into_iter());
    let next = |&state: &u32| if set.contains(state) { inside.next() } else { outside.next() };
    wanted.iter().filter_map(next).collect()
}
