//! Reads a formula as it is printed.

use chancetree::exact::{Rational, ratio};

/// What stands for the letters and for E.
pub(super) struct Place<'a> {
    pub(super) n: i64,
    pub(super) j: i64,
    pub(super) f: i64,
    /// What a table is worth: E, with n below, j above, and f.
    pub(super) worth: &'a dyn Fn(i64, i64, i64) -> Rational,
}

/// The value of `formula`: sums, products (a sign between factors may be missing), whole powers and
/// E_(n)^(j)\[f\]; without the last, f is that of the place.
pub(super) fn value(formula: &str, place: &Place<'_>) -> Rational {
    let mut reader = Reader { rest: formula, place };
    let value = reader.sum();
    assert!(reader.rest.is_empty(), "a stored formula is whole, but {} is left", reader.rest);
    value
}

struct Reader<'t, 'p> {
    rest: &'t str,
    place: &'p Place<'p>,
}

impl Reader<'_, '_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Rational {
        let mut sum = self.product();
        loop {
            if self.takes("+") {
                sum += self.product();
            } else if self.takes("-") {
                sum -= self.product();
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> Rational {
        let mut product = self.power();
        loop {
            if self.takes("/") {
                product /= self.power();
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
                ratio(self.place.f, 1)
            };
            let [n, j, f] = [n, j, f]
                .map(|index| i64::try_from(index.to_integer()).expect("an index is no larger than a table"));
            return (self.place.worth)(n, j, f);
        }
        self.index()
    }

    /// A letter, a number or what is in brackets.
    fn index(&mut self) -> Rational {
        if self.takes("(") {
            let value = self.sum();
            assert!(self.takes(")"), "a bracket is closed");
            return value;
        }
        for (letter, value) in [("n", self.place.n), ("j", self.place.j), ("f", self.place.f)] {
            if self.takes(letter) {
                return ratio(value, 1);
            }
        }
        ratio(self.number(), 1)
    }

    fn number(&mut self) -> i64 {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().expect("a stored formula has a number here")
    }
}
