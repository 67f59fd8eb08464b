//! The values that the expectations tend to: floating point, to be held beside exact values.

use crate::exact::{self, Integer, Rational, ratio};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// The value that an expectation is close to on a large board.
pub struct Asymptotic {
    /// The quantity.
    pub name: &'static str,
    /// The formula, in words of mathematics.
    pub formula: &'static str,
    /// The source of the formula; a fit is nobody's theorem.
    pub source: &'static str,
    value: Limit,
}

/// The value of a formula: where the exact one is nearly the same, it must be known to more digits than a double has.
enum Limit {
    /// To some forty digits.
    Precise(Rational),
    Rounded(f64),
}

impl Asymptotic {
    /// Returns the value.
    pub fn double(&self) -> f64 {
        match &self.value {
            Limit::Precise(value) => exact::double(value),
            Limit::Rounded(value) => *value,
        }
    }

    /// Returns how far it is below an exact value.
    pub fn below(&self, value: &Rational) -> f64 {
        match &self.value {
            Limit::Precise(limit) => {
                // Lowest terms take the time of many divisions, and make the same double.
                let above = value.numer() * limit.denom() - limit.numer() * value.denom();
                exact::double(&Rational::new_raw(above, value.denom() * limit.denom()))
            }
            Limit::Rounded(limit) => exact::double(value) - limit,
        }
    }
}

/// ln 2 to some forty digits: the sum of 1/(k 2^k), each cut off after sixty bits more.
static LN_2: LazyLock<Rational> = LazyLock::new(|| {
    let one = Integer::from(1) << 192;
    ratio((1..=128u32).map(|k| (&one >> k) / k).sum::<Integer>(), one)
});

/// Returns those of a board of `pairs` pairs. The limits of turns and lucky turns come first.
pub fn asymptotics(pairs: u16) -> Vec<Asymptotic> {
    let n = f64::from(pairs);
    let (whole, ln_2) = (|number: u16| ratio(number, 1), &*LN_2);
    let turns = whole(3) * whole(pairs) + ratio(7, 8) - ln_2 * whole(2) * (whole(pairs) + whole(1));
    let entry = |name, formula, source, value| Asymptotic { name, formula, source, value };
    use Limit::{Precise, Rounded};
    const THEOREM: &str = "Velleman and Warrington 2013";
    vec![
        entry("turns", "(3 - 2 ln 2) N + 7/8 - 2 ln 2", THEOREM, Precise(turns.clone())),
        entry("lucky", "ln 2", THEOREM, Precise(ln_2.clone())),
        entry("turns", "the same - 5/(128 N)", "fit", Precise(turns - ratio(5, 128) / whole(pairs))),
        entry("lucky", "ln 2 + 1/(16 N)", "fit", Precise(ln_2 + ratio(1, 16) / whole(pairs))),
        entry(
            "first_turn",
            "sqrt(pi N)/2 + 3/4",
            "expansion of the sum",
            Rounded((PI * n).sqrt() / 2.0 + 0.75),
        ),
        entry("remembered", "N/2 + 0.9962 N^(1/3)", "fit", Rounded(n / 2.0 + 0.9962 * n.cbrt())),
    ]
}
