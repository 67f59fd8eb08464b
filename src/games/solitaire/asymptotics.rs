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
    pairs: u16,
    value: fn(u16) -> Limit,
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
        match (self.value)(self.pairs) {
            Limit::Precise(value) => exact::double(&value),
            Limit::Rounded(value) => value,
        }
    }

    /// Returns how far it is below an exact value.
    pub fn below(&self, value: &Rational) -> f64 {
        match (self.value)(self.pairs) {
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

/// (3 - 2 ln 2) N + 7/8 - 2 ln 2.
fn turns(pairs: u16) -> Rational {
    whole(3 * u32::from(pairs)) + ratio(7, 8) - &*LN_2 * whole(2 * (u32::from(pairs) + 1))
}

fn whole(number: u32) -> Rational {
    ratio(number, 1)
}

/// Returns those of a board of `pairs` pairs, each worked out when it is asked for its value. The limits of turns and lucky
/// turns come first.
pub fn asymptotics(pairs: u16) -> [Asymptotic; 6] {
    let entry = |name, formula, source, value| Asymptotic { name, formula, source, pairs, value };
    use Limit::{Precise, Rounded};
    const THEOREM: &str = "Velleman and Warrington 2013";
    [
        entry("turns", "(3 - 2 ln 2) N + 7/8 - 2 ln 2", THEOREM, |pairs| Precise(turns(pairs))),
        entry("lucky", "ln 2", THEOREM, |_| Precise(LN_2.clone())),
        entry("turns", "the same - 5/(128 N)", "fit", |pairs| {
            Precise(turns(pairs) - ratio(5, 128 * u32::from(pairs)))
        }),
        entry("lucky", "ln 2 + 1/(16 N)", "fit", |pairs| Precise(&*LN_2 + ratio(1, 16 * u32::from(pairs)))),
        entry("first_turn", "sqrt(pi N)/2 + 3/4", "expansion of the sum", |pairs| {
            Rounded((PI * f64::from(pairs)).sqrt() / 2.0 + 0.75)
        }),
        entry("remembered", "N/2 + 0.9962 N^(1/3)", "fit", |pairs| {
            Rounded(f64::from(pairs) / 2.0 + 0.9962 * f64::from(pairs).cbrt())
        }),
    ]
}
