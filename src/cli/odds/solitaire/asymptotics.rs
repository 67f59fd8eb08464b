//! What the expectations tend to: floating point, to be held beside exact values.

use crate::exact::{self, Rational};
use serde_json::{Value, json};
use std::f64::consts::{LN_2, PI};

/// What an expectation is close to on a large board.
pub(super) struct Asymptotic {
    /// The quantity.
    pub(super) name: &'static str,
    formula: &'static str,
    /// Who says so; a fit is nobody's theorem.
    source: &'static str,
    value: f64,
}

/// Of a board of `pairs` pairs. The limits of turns and lucky turns come first.
pub(super) fn asymptotics(pairs: u16) -> Vec<Asymptotic> {
    let n = f64::from(pairs);
    let turns = (3.0 - 2.0 * LN_2) * n + 0.875 - 2.0 * LN_2;
    let entry = |name, formula, source, value| Asymptotic { name, formula, source, value };
    const THEOREM: &str = "Velleman and Warrington 2013";
    vec![
        entry("turns", "(3 - 2 ln 2) N + 7/8 - 2 ln 2", THEOREM, turns),
        entry("lucky", "ln 2", THEOREM, LN_2),
        entry("turns", "the same - 5/(128 N)", "fit", turns - 5.0 / 128.0 / n),
        entry("lucky", "ln 2 + 1/(16 N)", "fit", LN_2 + 1.0 / 16.0 / n),
        entry("first_turn", "sqrt(pi N)/2 + 3/4", "expansion of the sum", (PI * n).sqrt() / 2.0 + 0.75),
        entry("remembered", "N/2 + 0.9962 N^(1/3)", "fit", n / 2.0 + 0.9962 * n.cbrt()),
    ]
}

impl Asymptotic {
    /// The exact value less this one.
    pub(super) fn residual(&self, exact: &Rational) -> f64 {
        exact::double(exact) - self.value
    }

    pub(super) fn json(&self, exact: &Rational) -> Value {
        json!({
            "quantity": self.name,
            "formula": self.formula,
            "source": self.source,
            "approximately": self.value,
            "residual": self.residual(exact),
        })
    }

    pub(super) fn row(&self, exact: &Rational) -> Vec<String> {
        vec![
            format!("  {}", self.name.replace('_', " ")),
            self.formula.to_owned(),
            format!("{:+.3e}", self.residual(exact)),
            self.source.to_owned(),
        ]
    }
}
