//! Estimates of recall from a log: their errors, tests of fit, and the information of a game about recall.
//!
//! The estimates are exact fractions; errors and tests of fit are floats.

mod answer;

pub(in crate::solitaire) use answer::answer;

use super::expectations::Expected;
use super::log::{AnswerCounts, ReplayedLog, TurnData};
use super::{ImperfectSolitaire, NAMES, Recall, Tables, Variant, recall_note};
use crate::exact::{self, Rational};
use crate::family::{Column, ColumnOf, FormatScope, Report, ReportValue, Table, counted};
use crate::model::{Error, Job};
use crate::statistics::{chi_squared, deviation};
use std::array;
use std::ops::Range;

/// An estimate of one of p, p', p''.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The name of the parameter.
    pub name: &'static str,
    /// The exact maximum of the likelihood. `None` if the log has no trials for the parameter.
    pub value: Option<Rational>,
    /// The number of trials of the parameter.
    pub trials: u64,
    /// The standard error, from the Fisher information of the observed trials.
    pub error: f64,
}

impl Estimate {
    /// Returns the score interval (Wilson 1927) for a deviation of `z`. It is the interval of a proportion with the
    /// number of trials that gives the same standard error.
    pub fn interval(&self, z: f64) -> Option<(f64, f64)> {
        let value = exact::double(self.value.as_ref()?);
        let spread = value * (1.0 - value);
        let trials = if self.error > 0.0 { spread / self.error.powi(2) } else { self.trials as f64 };
        let z2 = z * z / trials;
        let middle = (value + z2 / 2.0) / (1.0 + z2);
        let half = (z2 * (spread + z2 / 4.0)).sqrt() / (1.0 + z2);
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

/// Returns the variances of the estimates of p, p' and p'' from F, R and S trials: the inverse of the Fisher
/// information
///
/// I_pp = F (1/p + 1/q) + R/(p (1 - p)), I_pp' = F/q, I_p'p' = F (1/p' + 1/q), I_p''p'' = S/(p'' (1 - p'')),
///
/// with q = 1 - p - p'. With p' = (1 - p) f, no division by q or p' is needed, and the result holds at the edges. The
/// variance is `None` without trials.
pub fn variances(values: &[Rational; 3], [both, one, search]: &[Rational; 3]) -> [Option<Rational>; 3] {
    let [p, other, fresh] = values;
    let rest = exact::one() - p;
    let over = |top: Rational, bottom: &Rational| (*bottom != exact::zero()).then(|| top / bottom);
    let mate = over(p * &rest, &(both + one));
    let share = over(other.clone(), &rest).unwrap_or_else(exact::zero);
    // Given p, f is the share of turned cards among F (1 - p) wrong answers.
    let wrong = over(&rest * &share * (exact::one() - &share), both);
    let mistake = mate.as_ref().zip(wrong).map(|(mate, wrong)| &share * &share * mate + wrong);
    [mate, mistake, over(fresh * (exact::one() - fresh), search)]
}

/// Returns the maximum likelihood estimates:
///
/// p = (A + R1)/(A + B + C + R1 + R0), p' = (1 - p) B/(B + C), p'' = E1/(E1 + E0).
pub fn estimates(answers: &AnswerCounts) -> [Estimate; 3] {
    let [mates, others, new] = answers.both;
    let whole = |number: u64| exact::ratio(number, 1);
    let share = |part: u64, all: u64| (all > 0).then(|| exact::ratio(part, all));
    let (both, one, search) = (mates + others + new, answers.one.iter().sum(), answers.search.iter().sum());
    let p = share(mates + answers.one[0], both + one);
    // With p = 1 there are no wrong answers, and no card is mistaken.
    let wrong = if others + new == 0 { (both > 0).then(exact::zero) } else { share(others, others + new) };
    let other = p.as_ref().zip(wrong).map(|(p, wrong)| (exact::one() - p) * wrong);
    let values = [p, other, share(answers.search[0], search)];
    let points = values.clone().map(|value| value.unwrap_or_else(exact::zero));
    let variances = variances(&points, &[whole(both), whole(one), whole(search)]);
    let error = |variance: &Rational| exact::double(variance).sqrt();
    array::from_fn(|at| Estimate {
        name: NAMES[at],
        value: values[at].clone(),
        trials: [both + one, both, search][at],
        error: variances[at].as_ref().map_or(f64::NAN, error),
    })
}

/// The exact information of a game about a player. Variances are in the order p, p', p''.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Information {
    /// The expected numbers of trials F, R and S.
    pub trials: [Rational; 3],
    /// The variance of each estimate, times the number of games. `None` without trials.
    pub a_game: [Option<Rational>; 3],
    /// The variance of each estimate, times the number of turns.
    pub a_turn: [Option<Rational>; 3],
}

/// Returns the information of a game about a player with the expectations `expected`.
pub fn information(recall: &Recall, expected: &Expected<Rational>) -> Information {
    let trials = [&expected.both, &expected.one, &expected.search].map(Clone::clone);
    let a_game = variances(recall.values(), &trials);
    let a_turn = a_game.clone().map(|variance| variance.map(|variance| variance * &expected.turns));
    Information { trials, a_game, a_turn }
}

/// A test of fit: the distance between counts and the model.
#[derive(Clone, Debug, PartialEq)]
pub struct FitTest {
    /// The tested hypothesis.
    pub what: &'static str,
    /// The likelihood ratio statistic G.
    pub g: f64,
    /// Degrees of freedom.
    pub freedom: u32,
    /// The probability of a G at least as large, if the model holds and there are many trials.
    pub p_value: f64,
}

/// Tests whether p, p' and p'' are constants, as the model assumes: with one wrong kind of card and with two, and with
/// few and with many cards to remember (half of the turns each). The last entry is the combined test.
pub fn fits(data: &TurnData) -> Vec<FitTest> {
    let all = data.answers();
    let [mates, others, new] = all.both;
    let mut fits = vec![fit("p with one or two wrong kinds", &[&[mates, others + new], &all.one])];
    let (few, many) = halves(data);
    fits.push(fit("p, p' with few or many cards", &[&few.both, &many.both]));
    fits.push(fit("p with few or many cards, one wrong kind", &[&few.one, &many.one]));
    fits.push(fit("p'' with few or many cards", &[&few.search, &many.search]));
    let (g, freedom) = fits.iter().fold((0.0, 0), |(g, freedom), fit| (g + fit.g, freedom + fit.freedom));
    fits.push(FitTest { what: "together", g, freedom, p_value: chi_squared(g, freedom) });
    fits
}

/// Splits the answers into halves with few and with many cards to remember, as evenly as possible.
fn halves(data: &TurnData) -> (AnswerCounts, AnswerCounts) {
    let count =
        |answers: &AnswerCounts| answers.both.iter().chain(&answers.one).chain(&answers.search).sum::<u64>();
    let whole: u64 = data.by_load.values().map(count).sum();
    let (mut few, mut many) = (TurnData::default(), TurnData::default());
    let mut seen = 0;
    for (load, answers) in &data.by_load {
        let half = if 2 * seen < whole { &mut few } else { &mut many };
        half.by_load.insert(*load, *answers);
        seen += count(answers);
    }
    (few.answers(), many.answers())
}

/// Returns the G test of the hypothesis that all rows of counts have the same distribution.
fn fit(what: &'static str, rows: &[&[u64]]) -> FitTest {
    let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
    let width = rows[0].len();
    let columns: Vec<f64> =
        (0..width).map(|column| rows.iter().map(|row| row[column]).sum::<u64>() as f64).collect();
    let whole: f64 = sums.iter().sum();
    let mut g = 0.0;
    for (row, sum) in rows.iter().zip(&sums) {
        for (&count, column) in row.iter().zip(&columns) {
            if count > 0 {
                let count = count as f64;
                g += 2.0 * count * (count * whole / (sum * column)).ln();
            }
        }
    }
    let full = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count().saturating_sub(1) as u32;
    let freedom = full(&sums) * full(&columns);
    let g = g.max(0.0);
    FitTest { what, g, freedom, p_value: chi_squared(g, freedom) }
}

/// The title of the report on all players together.
const TITLE: &str = "Solitaire Memory";

/// The note at the end of the report.
const NOTE: &str = "Estimates are exact; errors, intervals and tests are floats, good for many trials.";

impl ReplayedLog {
    /// Returns the report on all players together. Intervals have probability `level`, which must be below 1.
    pub fn report(&self, level: f64) -> Report {
        Report { note: NOTE.to_owned(), ..self.all.report(TITLE, level) }
    }

    /// Returns the JSON table of the players at `places`, with a row for each player. `names` has the names of all
    /// players. Intervals have probability `level`, which must be below 1.
    pub fn players(&self, names: &[String], places: Range<usize>, level: f64) -> Table {
        let player = |place: usize| -> Vec<_> {
            let name = [("player", names[place].as_str().into())];
            name.into_iter().chain(self.players[place].data(level)).collect()
        };
        let mut table = Table::new("players", [], [[]; 0]);
        for player in places.map(player) {
            if table.columns.is_empty() {
                table.columns = player.iter().map(|(key, _)| Column::new(key, None)).collect();
            }
            table.rows.push(player.into_iter().map(|(_, value)| value).collect());
        }
        table
    }

    /// Returns the report on the player at `place`. The report on the first player begins with the turns of all
    /// players, and the one on the last player ends with the note. `names` has the names of all players. Intervals have
    /// probability `level`, which must be below 1.
    pub fn player(&self, names: &[String], place: usize, level: f64) -> Report {
        let mut report = self.players[place].report(&names[place], level);
        if place == 0 {
            report.title.insert_str(0, &format!("Memory, {}\n\n", self.all.words()));
        }
        if place + 1 == self.players.len() {
            report.note = NOTE.to_owned();
        }
        report
    }
}

impl TurnData {
    /// Describes the number of turns and games.
    pub fn words(&self) -> String {
        format!("{} of {}", counted(self.turns, "turn"), counted(self.games, "game"))
    }

    /// Returns the report on the turns, under a title. Intervals have probability `level`, which must be below 1.
    pub fn report(&self, title: &str, level: f64) -> Report {
        let mut report = Report::new(format!("{title}, {}", self.words()));
        for (key, value) in self.counts() {
            report.add_json(key, value);
        }
        report.tables.extend(self.tables(level));
        report
    }

    /// Returns the values of the report for JSON.
    fn data(&self, level: f64) -> impl Iterator<Item = (&'static str, ReportValue)> {
        self.counts().into_iter().chain(self.tables(level).map(|table| (table.key, table.report_value())))
    }

    /// Returns the counts of answers.
    fn counts(&self) -> [(&'static str, ReportValue); 3] {
        let AnswerCounts { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = self.answers();
        let answers = [("A", a), ("B", b), ("C", c), ("R1", r1), ("R0", r0), ("E1", e1), ("E0", e0)]
            .map(|(key, number)| (key, number.into()));
        [
            ("games", self.games.into()),
            ("turns", self.turns.into()),
            ("answers", ReportValue::Parts(answers.into())),
        ]
    }

    /// Returns the tables of the estimates and of the tests of fit.
    fn tables(&self, level: f64) -> [Table; 2] {
        let deviation = deviation(level);
        let interval = |one: &Estimate| one.interval(deviation);
        let end = |one: &Estimate, end: fn((f64, f64)) -> f64| interval(one).map(end);
        let value = |one: &Estimate| one.value.clone().map(ReportValue::Decimal);
        let error = |one: &Estimate| Some(one.error).filter(|error| error.is_finite());
        let shown = |number: f64| ReportValue::Double(number, 6);
        let none = || ReportValue::from("");
        let head = format!("{} % interval", (level * 1e9).round() / 1e7);
        let fields: [ColumnOf<'_, Estimate>; 11] = [
            ("name", Some(""), &|one| one.name.into()),
            ("", Some("estimate"), &|one| value(one).unwrap_or_else(|| "the log has no trials".into())),
            ("estimate", None, &|one| value(one).into()),
            ("estimate_exact", Some(""), &|one| {
                one.value.as_ref().map_or_else(String::new, exact::fraction).into()
            }),
            ("trials", Some("trials"), &|one| one.trials.into()),
            ("standard_error", None, &|one| error(one).into()),
            ("error", Some("standard error"), &|one| error(one).map_or_else(none, shown)),
            ("interval", None, &|one| interval(one).map(|(low, high)| ReportValue::each([low, high])).into()),
            ("low", None, &|one| end(one, |(low, _)| low).into()),
            ("high", None, &|one| end(one, |(_, high)| high).into()),
            ("", Some(&head), &|one| {
                let words = |(low, high)| ReportValue::Parts(vec![("", shown(low)), ("to", shown(high))]);
                interval(one).map_or_else(none, words)
            }),
        ];
        let estimates = Table::of("estimates", estimates(&self.answers()), &fields).main();
        let estimates = estimates.probabilities(&["estimate", "standard error", &head]);
        // Without degrees of freedom there is nothing to test: only one side has trials, or all trials have the same result.
        let tested = |fit: &FitTest, value: f64| Some(value).filter(|_| fit.freedom > 0);
        let fields: [ColumnOf<'_, FitTest>; 6] = [
            ("what", Some("is it constant?"), &|fit| fit.what.into()),
            ("g", None, &|fit| tested(fit, fit.g).into()),
            ("", Some("G"), &|fit| {
                tested(fit, fit.g).map_or_else(|| "nothing to compare".into(), |g| ReportValue::Double(g, 4))
            }),
            ("degrees_of_freedom", Some("degrees of freedom"), &|fit| fit.freedom.into()),
            ("p_value", None, &|fit| tested(fit, fit.p_value).into()),
            ("", Some("p-value (float)"), &|fit| {
                tested(fit, fit.p_value).map_or_else(none, |value| ReportValue::Double(value, 4))
            }),
        ];
        [
            estimates
                .only(FormatScope::Json, &["standard_error", "interval"])
                .only(FormatScope::Tables, &["estimate_exact", "error", "low", "high"]),
            Table::of("fit", fits(self), &fields),
        ]
    }
}

/// The information of a game on a board about a player.
pub struct GameInformation {
    pairs: u16,
    expected: Expected<Rational>,
    information: Information,
}

/// The number of turns for the reported errors.
const TURNS: f64 = 1000.0;

impl GameInformation {
    /// Computes the information of a game.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn of(game: &ImperfectSolitaire, job: &Job<'_>) -> Result<Self, Error> {
        let expected = Tables::of(game, job)?.expected(job)?;
        Ok(Self { pairs: game.pairs(), information: information(game.recall(), &expected), expected })
    }

    /// Returns the report on several boards, the smallest first.
    pub fn report(rows: &[Self], model: Variant, recall: &Recall) -> Report {
        let mut report = Report::new(format!(
            "Solitaire Memory, model {model}, {recall}\nF, R, S: expected observations in one game about p \
             and p', p, p''\nerror: standard error after {TURNS} turns (float)",
        ));
        // For each of p, p', p'': the board with the most information in a turn, the smallest of several equal boards.
        let best = [0, 1, 2].map(|at| {
            let variances =
                rows.iter().filter_map(|row| Some((row.information.a_turn[at].as_ref()?, row.pairs)));
            variances.min().map(|(_, pairs)| pairs)
        });
        let boards = ["p", "p_other", "p_fresh"].into_iter().zip(best.map(ReportValue::from)).collect();
        report.add_json("most_a_turn", ReportValue::Parts(boards));
        let chosen =
            NAMES.iter().zip(best).filter_map(|(name, pairs)| Some(format!("{name}: {} pairs", pairs?)));
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        let chosen = if chosen.is_empty() { "none" } else { &chosen };
        report.note = format!("A turn gives the most information about {chosen}.\n{}", recall_note(model));
        let brief = |mean: &Rational| ReportValue::Parts(vec![("", mean.into())]);
        let error = |row: &Self, at: usize| {
            let error = |variance: &Rational| (exact::double(variance) / TURNS).sqrt();
            let variance = row.information.a_turn[at].as_ref();
            variance.map_or(ReportValue::Nothing, |variance| ReportValue::Double(error(variance), 4))
        };
        let trials = |row: &Self, at: usize| row.information.trials[at].clone();
        let (a_game, a_turn) = (
            |row: &Self, at: usize| row.information.a_game[at].clone().into(),
            |row: &Self, at: usize| row.information.a_turn[at].clone().into(),
        );
        let fields: [ColumnOf<'_, &Self>; 20] = [
            ("pairs", Some("pairs"), &|row| row.pairs.into()),
            ("", Some("turns"), &|row| brief(&row.expected.turns)),
            ("", Some("remembered"), &|row| brief(&row.expected.remembered)),
            ("", Some("F"), &|row| brief(&trials(row, 0))),
            ("", Some("R"), &|row| brief(&trials(row, 1))),
            ("", Some("S"), &|row| brief(&trials(row, 2))),
            ("", Some("error p"), &|row| error(row, 0)),
            ("", Some("error p'"), &|row| error(row, 1)),
            ("", Some("error p''"), &|row| error(row, 2)),
            ("turns", None, &|row| (&row.expected.turns).into()),
            ("remembered", None, &|row| (&row.expected.remembered).into()),
            ("F", None, &|row| trials(row, 0).into()),
            ("R", None, &|row| trials(row, 1).into()),
            ("S", None, &|row| trials(row, 2).into()),
            ("variance_p_a_game", None, &|row| a_game(row, 0)),
            ("variance_p_other_a_game", None, &|row| a_game(row, 1)),
            ("variance_p_fresh_a_game", None, &|row| a_game(row, 2)),
            ("variance_p_a_turn", None, &|row| a_turn(row, 0)),
            ("variance_p_other_a_turn", None, &|row| a_turn(row, 1)),
            ("variance_p_fresh_a_turn", None, &|row| a_turn(row, 2)),
        ];
        let table = Table::of("boards", rows, &fields).main();
        report.tables.push(table.probabilities(&["error p", "error p'", "error p''"]));
        report
    }
}
