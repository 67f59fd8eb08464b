//! What turns tell of those who played them, as a report.

use super::fit::{Estimate, Fit, estimates, fits};
use super::log::{Answers, Told};
use crate::exact;
use crate::family::{Datum, Report, Table, counted};
use crate::statistics::deviation;

impl Told {
    /// Returns how much was played, in words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} of {}", counted(self.turns, "turn"), counted(self.games, "game"))
    }

    /// Returns what turns tell under a title, with intervals of probability `level`.
    #[must_use]
    pub fn report(&self, title: &str, level: f64) -> Report {
        let mut report = Report::new(format!("{title}, {}", self.words()));
        for (key, datum) in self.data(level) {
            report.add_json(key, datum);
        }
        let columns = [
            ("name", Some("")),
            ("", Some("estimate")),
            ("estimate", None),
            ("estimate_exact", Some("")),
            ("trials", Some("trials")),
            ("error", Some("standard error")),
            ("low", None),
            ("high", None),
            ("", Some("interval")),
        ];
        let rows = estimates(&self.answers());
        let rows = rows.iter().map(|estimate| cells(estimate, level));
        let mut table = Table::new("", columns, rows).main();
        let interval = format!("{} % interval", (level * 1e9).round() / 1e7);
        table.columns[8].1 = Some(interval.into());
        report.tables.push(table);
        let row = |fit: Fit| {
            let [g, p_value] = [fit.g, fit.p_value].map(|number| format!("{number:.4}"));
            [fit.what.to_owned(), g, fit.freedom.to_string(), p_value].map(Datum::Words)
        };
        let heads = ["is it constant?", "G", "degrees of freedom", "p-value (float)"];
        report.tables.push(Table::shown(heads, fits(self).into_iter().map(row)));
        report
    }

    /// Returns what turns tell, as JSON has it.
    #[must_use]
    pub fn data(&self, level: f64) -> Vec<(&'static str, Datum)> {
        let estimate = |estimate: &Estimate| {
            let interval = estimate.interval(deviation(level));
            let error = Some(estimate.error).filter(|error| error.is_finite());
            Datum::Parts(vec![
                ("name", estimate.name.into()),
                ("estimate", estimate.value.clone().into()),
                ("trials", estimate.trials.into()),
                ("standard_error", error.into()),
                ("interval", interval.map(|(low, high)| Datum::each([low, high])).into()),
            ])
        };
        let fit = |fit: Fit| {
            Datum::Parts(vec![
                ("what", fit.what.into()),
                ("g", fit.g.into()),
                ("degrees_of_freedom", u64::from(fit.freedom).into()),
                ("p_value", fit.p_value.into()),
            ])
        };
        let Answers { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = self.answers();
        let answers = [("A", a), ("B", b), ("C", c), ("R1", r1), ("R0", r0), ("E1", e1), ("E0", e0)]
            .map(|(key, number)| (key, number.into()));
        vec![
            ("games", self.games.into()),
            ("turns", self.turns.into()),
            ("answers", Datum::Parts(answers.into())),
            ("estimates", Datum::each(estimates(&self.answers()).iter().map(estimate))),
            ("fit", Datum::each(fits(self).into_iter().map(fit))),
        ]
    }
}

/// The cells of an estimate, for people and in tables.
fn cells(estimate: &Estimate, level: f64) -> [Datum; 9] {
    let Estimate { name, value, trials, error } = estimate;
    let float = |number: f64| if number.is_finite() { format!("{number:.6}") } else { String::new() };
    let (low, high) = estimate.interval(deviation(level)).unwrap_or((f64::NAN, f64::NAN));
    let (low, high) = (float(low), float(high));
    let estimate = |other: &str| value.clone().map_or_else(|| other.into(), Datum::Decimal);
    let interval = if low.is_empty() { String::new() } else { format!("{low} to {high}") };
    let fraction = value.as_ref().map_or_else(String::new, exact::fraction);
    let [fraction, error, low, high, interval] =
        [fraction, float(*error), low, high, interval].map(Datum::Words);
    let shown = estimate("the log tells nothing");
    [(*name).into(), shown, estimate(""), fraction, (*trials).into(), error, low, high, interval]
}
