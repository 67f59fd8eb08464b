//! Parses expressions.
//!
//! The operators, from the lowest precedence to the highest: `? :`, `=>`, `<=>`, `|`, `&`, `!`, `= !=`, `< <= >= >`, `+ -`, `* /`,
//! `^`, unary `-`. All but `? :` are left-associative. A second `^` in a row is an error.

use crate::cursor::Cursor;
use crate::error::PrismError;
use crate::syntax::{Expression, ExpressionKind, Function, Operator};
use crate::token::TokenKind;
use chancetree_exact as exact;

/// The binary operators of each level, from the lowest precedence to the highest.
const LEVELS: [&[(&str, Operator)]; 8] = [
    &[("=>", Operator::Implies)],
    &[("<=>", Operator::Iff)],
    &[("|", Operator::Or)],
    &[("&", Operator::And)],
    &[("=", Operator::Equal), ("!=", Operator::Unequal)],
    &[("<", Operator::Less), ("<=", Operator::AtMost), (">=", Operator::AtLeast), (">", Operator::Greater)],
    &[("+", Operator::Plus), ("-", Operator::Minus)],
    &[("*", Operator::Times), ("/", Operator::Divide)],
];

/// The levels of `|` and `&`.
const OR_AND: [usize; 2] = [2, 3];
/// The maximum number of implications, equivalences or comparisons in a row.
const MAX_CHAINED_OPERATORS: usize = 32;
/// The level of the operands of `!`.
const BELOW_NOT: usize = 4;
/// The level of sums.
const SUMS: usize = 6;

/// The kind of text that contains an expression. Only properties allow P and R operators and filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Model,
    Property,
}

impl Cursor<'_> {
    pub(crate) fn expression(&mut self, dialect: Dialect) -> Result<Expression, PrismError> {
        self.nested(|cursor| {
            let at = cursor.place();
            let mut first = cursor.level(0, dialect)?;
            let mut cases = Vec::new();
            while cursor.skip("?") {
                let value = cursor.level(0, dialect)?;
                cursor.expect(":")?;
                cases.push((first, value));
                first = cursor.level(0, dialect)?;
            }
            if cases.is_empty() {
                return Ok(first);
            }
            Ok(Expression { at, kind: ExpressionKind::If(cases, Box::new(first)) })
        })
    }

    /// Parses a sum, such as the bound of a path.
    pub(crate) fn sum(&mut self) -> Result<Expression, PrismError> {
        self.nested(|cursor| cursor.level(SUMS, Dialect::Model))
    }

    fn level(&mut self, level: usize, dialect: Dialect) -> Result<Expression, PrismError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.power(dialect);
        };
        if level == BELOW_NOT && self.sees("!") {
            return self.not(dialect);
        }
        let at = self.place();
        let first = self.level(level + 1, dialect)?;
        let mut rest = Vec::new();
        while let Some(&(symbol, operator)) = operators.iter().find(|(symbol, _)| self.sees(symbol)) {
            self.expect(symbol)?;
            if OR_AND.contains(&level) && self.sees(symbol) {
                let what = format!("`{symbol}{symbol}` is not part of the language; write `{symbol}`");
                return Err(self.error(self.place(), what));
            }
            rest.push((operator, self.level(level + 1, dialect)?));
            // Long chains of these operators would nest deeply.
            if rest.len() > MAX_CHAINED_OPERATORS && !(OR_AND.contains(&level) || level >= SUMS) {
                return Err(
                    self.error(at, format!("more than {MAX_CHAINED_OPERATORS} operators {symbol} in a row"))
                );
            }
        }
        self.allow("an operator");
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expression { at, kind: ExpressionKind::Chain(Box::new(first), rest) })
    }

    fn not(&mut self, dialect: Dialect) -> Result<Expression, PrismError> {
        let at = self.place();
        let mut count = 0;
        while self.skip("!") {
            count += 1;
        }
        let operand = self.level(BELOW_NOT, dialect)?;
        // An even number of negations becomes two instead of none, so that the type of the operand is still checked.
        let once = Expression { at, kind: ExpressionKind::Not(Box::new(operand)) };
        Ok(if count % 2 == 1 { once } else { Expression { at, kind: ExpressionKind::Not(Box::new(once)) } })
    }

    /// Parses `base ^ exponent`. A sign belongs to the base, as in Storm.
    fn power(&mut self, dialect: Dialect) -> Result<Expression, PrismError> {
        let at = self.place();
        let base = self.unary_minus(dialect)?;
        if !self.sees("^") {
            return Ok(base);
        }
        self.advance();
        let exponent = self.unary_minus(dialect)?;
        if self.sees("^") {
            return Err(self.error(self.place(), "a second `^`; write brackets, as in (2^3)^2"));
        }
        Ok(Expression { at, kind: ExpressionKind::Call(Function::Pow, vec![base, exponent]) })
    }

    fn unary_minus(&mut self, dialect: Dialect) -> Result<Expression, PrismError> {
        let at = self.place();
        if !self.sees("-") {
            return self.basic(dialect);
        }
        self.advance();
        let operand = self.nested(|cursor| cursor.unary_minus(dialect))?;
        Ok(Expression { at, kind: ExpressionKind::Negative(Box::new(operand)) })
    }

    fn basic(&mut self, dialect: Dialect) -> Result<Expression, PrismError> {
        let at = self.place();
        let kind = match self.kind() {
            TokenKind::Whole(text) => {
                self.advance();
                let whole = text.parse().map(ExpressionKind::Int).ok();
                whole
                    .or_else(|| exact::parse_fraction(text).map(ExpressionKind::Fraction))
                    .ok_or_else(|| self.error(at, "a number of more than 1000 digits"))?
            }
            TokenKind::Decimal(text) => {
                self.advance();
                let value = exact::parse_fraction(text);
                ExpressionKind::Fraction(value.ok_or_else(|| self.error(at, "a number beyond 1000 digits"))?)
            }
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = self.expression(dialect)?;
                self.refuse_path_operator(dialect)?;
                self.expect(")")?;
                return Ok(inner);
            }
            TokenKind::Symbol("!") => {
                self.advance();
                let operand = self.nested(|cursor| cursor.unary_minus(dialect))?;
                ExpressionKind::Not(Box::new(operand))
            }
            TokenKind::Quoted(_) => ExpressionKind::Label(self.quoted("a label in quotes")?),
            TokenKind::Name("true") => {
                self.advance();
                ExpressionKind::Bool(true)
            }
            TokenKind::Name("false") => {
                self.advance();
                ExpressionKind::Bool(false)
            }
            TokenKind::Name("func") => {
                self.advance();
                self.expect("(")?;
                let function = self.function()?;
                self.expect(",")?;
                return self.arguments(at, function, dialect);
            }
            TokenKind::Name(name) => {
                if let Some(kind) = self.query_start(name, dialect)? {
                    kind
                } else if function_of(name).is_some() && self.second() == TokenKind::Symbol("(") {
                    let function = self.function()?;
                    self.expect("(")?;
                    return self.arguments(at, function, dialect);
                } else {
                    ExpressionKind::Name(self.name("a name")?)
                }
            }
            TokenKind::Symbol("<<" | "[") if dialect == Dialect::Property && self.sees_coalition() => {
                self.coalition()?
            }
            _ => {
                self.allow("a number");
                self.allow("a name");
                for word in ["(", "-", "!", "true", "false"] {
                    self.allow(word);
                }
                return Err(self.unexpected());
            }
        };
        Ok(Expression { at, kind })
    }

    fn function(&mut self) -> Result<Function, PrismError> {
        if let TokenKind::Name(name) = self.kind()
            && let Some(function) = function_of(name)
        {
            self.advance();
            return Ok(function);
        }
        for name in FUNCTIONS {
            self.allow(name.0);
        }
        Err(self.unexpected())
    }

    /// Parses the arguments of a function after the opening parenthesis.
    fn arguments(
        &mut self,
        at: usize,
        function: Function,
        dialect: Dialect,
    ) -> Result<Expression, PrismError> {
        let arguments = self.separated(",", |cursor| cursor.expression(dialect))?;
        self.expect(")")?;
        let allowed = match function {
            Function::Min | Function::Max => 1..=usize::MAX,
            Function::Floor | Function::Ceil | Function::Round => 1..=1,
            Function::Pow | Function::Mod | Function::Log => 2..=2,
        };
        if !allowed.contains(&arguments.len()) {
            let name =
                FUNCTIONS.iter().find(|entry| entry.1 == function).map_or("a function", |entry| entry.0);
            let count = arguments.len();
            let plural = if count == 1 { "" } else { "s" };
            let what = format!("{name} with {count} argument{plural}; it takes {}", allowed.start());
            return Err(self.error(at, what));
        }
        Ok(Expression { at, kind: ExpressionKind::Call(function, arguments) })
    }
}

const FUNCTIONS: [(&str, Function); 8] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("round", Function::Round),
    ("pow", Function::Pow),
    ("mod", Function::Mod),
    ("log", Function::Log),
];

fn function_of(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}
