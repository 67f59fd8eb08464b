//! What the expectations tend to: floating point, to be held beside exact values.

use super::quantity::words;
use crate::exact::{self, Rational};
use crate::family::{Datum, Report, Shown, Table, Within};
use std::f64::consts::{LN_2, PI};

/// What an expectation is close to on a large board.
pub(super) struct Asymptotic {
    /// The quantity.
    name: &'static str,
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

/// Tells what is known exactly beside what it tends to.
pub(super) fn table<'a>(
    all: &[Asymptotic],
    exact: impl Fn(&str) -> Option<&'a Rational>,
    report: &mut Report,
) {
    let known = all.iter().filter_map(|limit| Some((limit, exact::double(exact(limit.name)?) - limit.value)));
    for (limit, residual) in known.clone().take(2) {
        let words = vec![format!("{}-lim", limit.name)];
        report.put("", words, Datum::Words(format!("{residual:+.2e}")), Within::None);
        report.only(Shown::Listed);
    }
    let row = |(limit, residual): (&Asymptotic, f64)| {
        let said = [limit.name, words(limit.name), limit.formula].map(|text| Datum::Words(text.to_owned()));
        let shown = [format!("{residual:+.3e}"), limit.source.to_owned()].map(Datum::Words);
        let numbers = [limit.value, residual].map(Datum::Double);
        said.into_iter().chain(shown).chain(numbers).collect()
    };
    report.tables.push(Table {
        key: "asymptotics".to_owned(),
        columns: vec![
            ("quantity", None),
            ("", Some("asymptotics")),
            ("formula", Some("")),
            ("", Some("exact less this")),
            ("source", Some("")),
            ("approximately", None),
            ("residual", None),
        ],
        rows: known.map(row).collect(),
        is_main: false,
    });
}
