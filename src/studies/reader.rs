//! A parser and evaluator of printed formulas.

use crate::exact::{Rational, ratio};

/// Evaluates `formula`: sums, products (the sign between factors may be missing), whole powers and
/// E_(n)^(j)\[f\]; without brackets, f is the letter. Letters have the values of `numbers`. E is the `worth`
/// of a table with the indices n, j and f.
pub(super) fn value_with(
    formula: &str,
    numbers: &[(&str, i64)],
    worth: &dyn Fn(i64, i64, i64) -> Rational,
) -> Rational {
    let formula: String = formula.split(' ').collect();
    let mut reader = FormulaReader { rest: &formula, numbers, worth };
    let value = reader.sum();
    assert!(reader.rest.is_empty(), "cannot parse the end of a stored formula: {}", reader.rest);
    value
}

/// Evaluates a formula without E.
pub(super) fn value(formula: &str, numbers: &[(&str, i64)]) -> Rational {
    value_with(formula, numbers, &|_, _, _| ratio(0, 1))
}

struct FormulaReader<'a> {
    rest: &'a str,
    numbers: &'a [(&'a str, i64)],
    worth: &'a dyn Fn(i64, i64, i64) -> Rational,
}

impl FormulaReader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Rational {
        let mut sum = if self.takes("-") { -self.product() } else { self.product() };
        loop {
            if self.takes("+") {
                sum += self.product();
            } else if self.takes("-") {
                sum += -self.product();
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> Rational {
        let mut product = self.power();
        loop {
            if self.takes("/") {
                product *= self.power().recip();
            } else if self.takes("*") || self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '(') {
                product *= self.power();
            } else {
                return product;
            }
        }
    }

    fn power(&mut self) -> Rational {
        let base = self.atom();
        if self.takes("^") { base.pow(self.number() as i32) } else { base }
    }

    fn atom(&mut self) -> Rational {
        if self.takes("E_") {
            let n = self.index();
            assert!(self.takes("^"), "E has an index above");
            let j = self.index();
            let f = if self.takes("[") {
                let f = self.sum();
                assert!(self.takes("]"), "a bracket is closed");
                f
            } else {
                self.letter("f").expect("E depends on f, too")
            };
            let [n, j, f] = [n, j, f]
                .map(|index| i64::try_from(index.to_integer()).expect("an index is no larger than a table"));
            return (self.worth)(n, j, f);
        }
        self.index()
    }

    /// Parses a letter, a number or an expression in brackets.
    fn index(&mut self) -> Rational {
        if self.takes("(") {
            let value = self.sum();
            assert!(self.takes(")"), "a bracket is closed");
            return value;
        }
        let letter = self.numbers.iter().find(|(letter, _)| self.rest.starts_with(letter));
        if let Some((letter, value)) = letter {
            self.rest = &self.rest[letter.len()..];
            return ratio(*value, 1);
        }
        ratio(self.number(), 1)
    }

    fn letter(&self, name: &str) -> Option<Rational> {
        self.numbers.iter().find(|(letter, _)| *letter == name).map(|(_, value)| ratio(*value, 1))
    }

    fn number(&mut self) -> i64 {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().expect("a stored formula has a number here")
    }
}
