//! Asymptotic values of the expectations, as floating-point numbers for comparison with exact values.

use crate::exact::{self, Integer, Rational, ratio};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// The asymptotic value of an expectation on a large board.
///
/// ```
/// use chancetree::games::solitaire::{asymptotics::asymptotics, means};
///
/// // The formula for the turns differs from the exact number by less than 0.001.
/// let turns = &asymptotics(100)[0];
/// assert_eq!(turns.name, "turns");
/// assert!((turns.double() - 160.85).abs() < 0.01);
/// assert!(turns.excess_over(&means::turns(100)).abs() < 0.001);
/// ```
pub struct Asymptotic {
    /// The quantity.
    pub name: &'static str,
    /// The formula in mathematical notation.
    pub formula: &'static str,
    /// The formula in LaTeX.
    pub latex: &'static str,
    /// The source of the formula. A fit has no proof.
    pub source: &'static str,
    pairs: u16,
    value: fn(u16) -> AsymptoticLimit,
}

/// The value of a formula. If the exact value is very close, a double has too few digits for their
/// difference.
enum AsymptoticLimit {
    /// A value with about forty digits.
    Precise(Rational),
    Rounded(f64),
}

impl Asymptotic {
    /// Returns the value.
    pub fn double(&self) -> f64 {
        match (self.value)(self.pairs) {
            AsymptoticLimit::Precise(value) => exact::double(&value),
            AsymptoticLimit::Rounded(value) => value,
        }
    }

    /// Returns `value` minus the asymptotic value.
    pub fn excess_over(&self, value: &Rational) -> f64 {
        match (self.value)(self.pairs) {
            AsymptoticLimit::Precise(limit) => {
                // Skips the reduction to lowest terms, which takes many divisions and does not change the
                // double.
                let above = value.numer() * limit.denom() - limit.numer() * value.denom();
                exact::double(&Rational::new_raw(above, value.denom() * limit.denom()))
            }
            AsymptoticLimit::Rounded(limit) => exact::double(value) - limit,
        }
    }
}

/// ln 2 to about forty digits: the sum of 1/(k 2^k), with each term rounded down to a multiple of 2^-192.
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

/// Returns the asymptotic values for a board of `pairs` pairs, beginning with the limits of turns and lucky
/// turns. A value is computed when it is used.
///
/// ```
/// use chancetree::games::solitaire::asymptotics::asymptotics;
///
/// // The expected lucky turns tend to ln 2.
/// let lucky = &asymptotics(1000)[1];
/// assert_eq!((lucky.formula, lucky.double()), ("ln 2", std::f64::consts::LN_2));
/// ```
pub fn asymptotics(pairs: u16) -> [Asymptotic; 6] {
    let entry = |name, [formula, latex]: [&'static str; 2], source, value| Asymptotic {
        name,
        formula,
        latex,
        source,
        pairs,
        value,
    };
    use AsymptoticLimit::{Precise, Rounded};
    const THEOREM: &str = "Velleman and Warrington 2013";
    [
        entry(
            "turns",
            ["(3 - 2 ln 2) N + 7/8 - 2 ln 2", r"(3 - 2 \ln 2) N + \frac{7}{8} - 2 \ln 2"],
            THEOREM,
            |pairs| Precise(turns(pairs)),
        ),
        entry("lucky", ["ln 2", r"\ln 2"], THEOREM, |_| Precise(LN_2.clone())),
        entry(
            "turns",
            [
                "(3 - 2 ln 2) N + 7/8 - 2 ln 2 - 5/(128 N)",
                r"(3 - 2 \ln 2) N + \frac{7}{8} - 2 \ln 2 - \frac{5}{128 N}",
            ],
            "fit",
            |pairs| Precise(turns(pairs) - ratio(5, 128 * u32::from(pairs))),
        ),
        entry("lucky", ["ln 2 + 1/(16 N)", r"\ln 2 + \frac{1}{16 N}"], "fit", |pairs| {
            Precise(&*LN_2 + ratio(1, 16 * u32::from(pairs)))
        }),
        entry(
            "first_turn",
            ["sqrt(pi N)/2 + 3/4", r"\frac{\sqrt{\pi N}}{2} + \frac{3}{4}"],
            "expansion of the sum",
            |pairs| Rounded((PI * f64::from(pairs)).sqrt() / 2.0 + 0.75),
        ),
        entry("remembered", ["N/2 + 0.9962 N^(1/3)", r"\frac{N}{2} + 0.9962 N^{1/3}"], "fit", |pairs| {
            Rounded(f64::from(pairs) / 2.0 + 0.9962 * f64::from(pairs).cbrt())
        }),
    ]
}
