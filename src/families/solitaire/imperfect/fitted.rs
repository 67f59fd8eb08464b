//! What turns tell of those who played them, as reports.

use super::fit::{Estimate, Fit, estimates, fits};
use super::log::{Answers, Replayed, Told};
use crate::exact;
use crate::family::{ColumnOf, Datum, Report, Table, Within, counted};
use crate::statistics::deviation;

/// The title of what a log tells of one who plays alone, and of all players together.
const TITLE: &str = "Solitaire Memory";

/// The note below everything.
const NOTE: &str = "Estimates are exact; errors, intervals and tests are floats, good for many trials.";

impl Replayed {
    /// Returns what a log tells of all players together, with intervals of probability `level`, which is below 1. JSON has
    /// what it tells of each of them, too, if they have `names`.
    pub fn report(&self, names: &[String], level: f64) -> Report {
        let mut report = self.all.report(TITLE, level);
        let player = |(name, told): (&String, &Told)| -> Vec<_> {
            [("player", name.as_str().into())].into_iter().chain(told.data(level)).collect()
        };
        let players: Vec<_> = names.iter().zip(&self.players).map(player).collect();
        if let Some(first) = players.first() {
            let columns: Vec<_> = first.iter().map(|(key, _)| (*key, None)).collect();
            let row =
                |player: Vec<(_, Datum)>| player.into_iter().map(|(_, datum)| datum).collect::<Vec<_>>();
            report.tables.push(Table::new("players", columns, players.into_iter().map(row)));
        }
        report.note = NOTE.to_owned();
        report
    }

    /// Returns what a log tells of each player, one report after the other, with intervals of probability `level`, which is
    /// below 1; of all players together, if they have no `names`.
    pub fn reports(&self, names: &[String], level: f64) -> Vec<Report> {
        if names.is_empty() {
            return vec![self.report(names, level)];
        }
        let player = |(name, told): (&String, &Told)| told.report(name, level);
        let mut reports: Vec<Report> = names.iter().zip(&self.players).map(player).collect();
        if let [first, ..] = &mut reports[..] {
            first.title.insert_str(0, &format!("Memory, {}\n\n", self.all.words()));
        }
        if let [.., last] = &mut reports[..] {
            last.note = NOTE.to_owned();
        }
        reports
    }
}

impl Told {
    /// Returns how much was played, in words.
    pub fn words(&self) -> String {
        format!("{} of {}", counted(self.turns, "turn"), counted(self.games, "game"))
    }

    /// Returns what turns tell under a title, with intervals of probability `level`, which is below 1.
    pub fn report(&self, title: &str, level: f64) -> Report {
        let mut report = Report::new(format!("{title}, {}", self.words()));
        for (key, datum) in self.counts() {
            report.add_json(key, datum);
        }
        report.tables.extend(self.tables(level));
        report
    }

    /// Returns what JSON has of such a report.
    fn data(&self, level: f64) -> impl Iterator<Item = (&'static str, Datum)> {
        self.counts().into_iter().chain(self.tables(level).map(|table| (table.key, table.datum())))
    }

    /// Returns what was counted.
    fn counts(&self) -> [(&'static str, Datum); 3] {
        let Answers { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = self.answers();
        let answers = [("A", a), ("B", b), ("C", c), ("R1", r1), ("R0", r0), ("E1", e1), ("E0", e0)]
            .map(|(key, number)| (key, number.into()));
        [
            ("games", self.games.into()),
            ("turns", self.turns.into()),
            ("answers", Datum::Parts(answers.into())),
        ]
    }

    /// Returns the estimates, and the tests whether the model fits.
    fn tables(&self, level: f64) -> [Table; 2] {
        let interval = |one: &Estimate| one.interval(deviation(level));
        let end = |one: &Estimate, end: fn((f64, f64)) -> f64| interval(one).map(end).map(rounded);
        let value = |one: &Estimate| one.value.clone().map(Datum::Decimal);
        let error = |one: &Estimate| Some(one.error).filter(|error| error.is_finite());
        let head = format!("{} % interval", (level * 1e9).round() / 1e7);
        let fields: [ColumnOf<'_, Estimate>; 11] = [
            ("name", Some(""), &|one| one.name.into()),
            ("", Some("estimate"), &|one| value(one).unwrap_or_else(|| "the log tells nothing".into())),
            ("estimate", None, &|one| value(one).into()),
            ("estimate_exact", Some(""), &|one| {
                one.value.as_ref().map_or_else(String::new, exact::fraction).into()
            }),
            ("trials", Some("trials"), &|one| one.trials.into()),
            ("standard_error", None, &|one| error(one).into()),
            ("error", Some("standard error"), &|one| error(one).map_or_else(String::new, rounded).into()),
            ("interval", None, &|one| interval(one).map(|(low, high)| Datum::each([low, high])).into()),
            ("low", None, &|one| end(one, |(low, _)| low).into()),
            ("high", None, &|one| end(one, |(_, high)| high).into()),
            ("", Some(&head), &|one| {
                let words = |(low, high)| format!("{} to {}", rounded(low), rounded(high));
                interval(one).map_or_else(String::new, words).into()
            }),
        ];
        let estimates = Table::of("estimates", estimates(&self.answers()), &fields).main();
        let fields: [ColumnOf<'_, Fit>; 6] = [
            ("what", Some("is it constant?"), &|fit| fit.what.into()),
            ("g", None, &|fit| fit.g.into()),
            ("", Some("G"), &|fit| format!("{:.4}", fit.g).into()),
            ("degrees_of_freedom", Some("degrees of freedom"), &|fit| fit.freedom.into()),
            ("p_value", None, &|fit| fit.p_value.into()),
            ("", Some("p-value (float)"), &|fit| format!("{:.4}", fit.p_value).into()),
        ];
        [
            estimates
                .only(Within::Json, &["standard_error", "interval"])
                .only(Within::Tables, &["estimate_exact", "error", "low", "high"]),
            Table::of("fit", fits(self), &fields),
        ]
    }
}

/// Returns a float as people and tables have it.
fn rounded(number: f64) -> String {
    format!("{number:.6}")
}
