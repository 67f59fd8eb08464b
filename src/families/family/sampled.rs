//! Random games on an explored game, compared with exact values.

use super::answers::{no_winner, sum_of_errors};
use super::favoured::most;
use super::generic::PayoffValues;
use super::{ColumnOf, Explored, PayoffKind, PlayerNames, Report, ReportValue, Table, add_method, counted};
use crate::evaluate::{
    RandomGame,
    checkpoint::{ensure_end, invalid_data, read_value, save_value},
    play,
};
use crate::exact::Rational;
use crate::game::Seat;
use crate::model::{Error, Graph, Job, Model, StoreSection};
use crate::payoff::PayoffTable;
use crate::random::Random;
use crate::statistics::{Mean, NORMAL_95, Share};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, Write};
use std::iter;

/// A sampler of random games, with the exact values for comparison.
pub struct Sample<'a> {
    /// The lines above the numbers.
    pub heading: String,
    /// The parameters that JSON repeats.
    pub parameters: Value,
    /// The number of seats.
    pub seats: Seat,
    /// Plays a random game.
    pub player: GameSampler<'a>,
    /// The probability that each seat wins, and the probability that no one wins.
    pub outcomes: Vec<Rational>,
    /// The name of the outcome in which no one wins.
    pub no_winner: String,
    /// The property whose value is the only number, or `None` in other games. Its value is a probability if there is an
    /// outcome, and a game in which the property holds counts as a win of seat 0.
    pub property: Option<String>,
    /// The expected payoffs of each seat, with their names. Empty if `outcomes` contains them.
    pub expected: Vec<(&'static str, Vec<Rational>)>,
    /// The number of units in each expected payoff; see [`PayoffTable::unit`]. Missing units are 1.
    pub units: Vec<u64>,
    /// The names of the players.
    pub names: PlayerNames,
    /// A bound on the error of each probability and expected payoff, or `None` if they are exact.
    pub error: Option<f64>,
}

/// Plays a random game.
pub type GameSampler<'a> = Box<dyn Fn(&mut Random, &Job<'_>) -> Result<EndedGame, Error> + Sync + 'a>;

/// Returns a function that plays random games on a model in which only chance decides. `end` returns the end of a played game, which has
/// the payoffs by each of `payoff_tables`.
pub fn model_player<'a>(
    model: &'a Model,
    payoff_tables: Vec<PayoffTable>,
    end: impl Fn(&RandomGame) -> EndedGame + Sync + 'a,
) -> GameSampler<'a> {
    Box::new(move |random, job| Ok(end(&play(model, &payoff_tables, random, job)?)))
}

/// The values of a game, for the comparison with random games.
#[derive(Clone, Copy, Debug)]
pub struct SampleValues<'a> {
    /// The expected value of the first payoff for each seat. Empty in a game without decisions.
    pub values: &'a [Rational],
    /// The wanted distance of the bounds on values in doubles, or `None` for fractions.
    pub width: Option<f64>,
}

/// Creates the sampler of a game from its graph, in which all players follow a policy.
pub type Sampler<G> =
    dyn for<'a> Fn(&'a Graph<G>, SampleValues<'_>, &Job<'_>) -> Result<Sample<'a>, Error> + Send + Sync;

/// The end of a game.
pub struct EndedGame {
    /// The seat that won, if one did.
    pub winner: Option<Seat>,
    /// Twice the payoff of each seat in units, for every expected payoff. Doubled, a payoff that two seats share is whole.
    pub halves: Vec<Vec<i64>>,
}

impl EndedGame {
    /// Returns the end of a game with these scores. A seat with strictly more points than all others wins.
    pub fn by_score(scores: &[i64]) -> Self {
        let winner = most(scores).map(|seat| seat as Seat);
        Self { winner, halves: vec![scores.iter().map(|&score| 2 * score).collect()] }
    }
}

/// Counts of played games, which can be saved so that counting can be resumed.
pub trait Ledger<T> {
    /// The saved form of the counts.
    type Counts: Serialize + DeserializeOwned;

    /// Adds a game.
    fn add(&mut self, ended: &T);

    /// Returns the counts.
    fn counts(&self) -> &Self::Counts;

    /// Continues from saved counts.
    fn resume(&mut self, counts: Self::Counts);

    /// Takes the log of the games that were added since the last call. Defaults to an empty text.
    fn take_log(&mut self) -> String {
        String::new()
    }

    /// Returns the size of the current log in bytes. Defaults to 0.
    fn log_bytes(&self) -> usize {
        0
    }
}

/// Restores saved counts of at most `most` games, if there are any. Returns the number of games.
///
/// # Errors
/// If the counts cannot be read, or are counts of more games.
pub fn resumed<T, L: Ledger<T>>(store: &StoreSection<'_>, ledger: &mut L, most: u64) -> io::Result<u64> {
    let Some(mut input) = store.load()? else { return Ok(0) };
    let (games, counts): (u64, L::Counts) = read_value(&mut *input)?;
    ensure_end(&mut *input)?;
    if games > most {
        return Err(invalid_data());
    }
    ledger.resume(counts);
    Ok(games)
}

/// Writes the counts of `games` games.
///
/// # Errors
/// If the counts cannot be written.
pub fn write<T>(out: &mut dyn Write, games: u64, ledger: &impl Ledger<T>) -> io::Result<()> {
    save_value(out, &(games, ledger.counts()))
}

/// Returns a report with a title for `games` games of a seed, without their counts.
pub fn simulated(heading: &str, games: u64, seed: u64) -> Report {
    let mut report = Report::new(format!("{heading}\nsimulated: {}, seed {seed}", counted(games, "game")));
    report.add_json("simulated", true);
    report.add_json("games", games);
    report
}

impl<'a> Sample<'a> {
    /// Creates the sampler of a game in which all players follow a policy. `payoffs` are the payoffs of the game. `values` has
    /// the value of each payoff for each seat.
    pub fn of(
        induced: &'a dyn Explored,
        payoffs: &[PayoffKind],
        PayoffValues { values, error }: &PayoffValues,
        heading: String,
        parameters: Value,
    ) -> Self {
        let wins = payoffs.iter().position(|kind| matches!(kind, PayoffKind::Wins { .. }));
        let units = payoffs.iter().enumerate().filter_map(|(at, kind)| match kind {
            PayoffKind::Expected(unit) => Some((at, *unit)),
            PayoffKind::Wins { .. } | PayoffKind::Edge | PayoffKind::Property { .. } => None,
        });
        let units: Vec<(usize, &str)> = units.collect();
        let tables: Vec<PayoffTable> = (0..payoffs.len()).map(|index| induced.payoff(index)).collect();
        let mut outcomes = wins.map(|at| values[at].clone()).unwrap_or_default();
        let mut called = String::new();
        if let Some(&PayoffKind::Wins { no_winner: Some(name) }) = wins.map(|at| &payoffs[at]) {
            called = format!("P({name})");
            outcomes.push(no_winner(&outcomes));
        }
        let expected = units.iter().map(|&(at, unit)| (unit, values[at].clone())).collect();
        let in_one = units.iter().map(|&(at, _)| tables[at].unit()).collect();
        let twice_a_unit = if induced.is_cost() { -2 } else { 2 };
        let end = move |played: &RandomGame| {
            let twice = |&(at, _): &(usize, &str)| {
                played.payoffs[at].iter().map(|payoff| twice_a_unit * payoff).collect()
            };
            let winner = wins.and_then(|at| played.payoffs[at].iter().position(|&won| won != 0));
            EndedGame { winner: winner.map(|seat| seat as Seat), halves: units.iter().map(twice).collect() }
        };
        Self {
            heading,
            parameters,
            seats: induced.model().seats(),
            player: model_player(induced.model(), tables, end),
            outcomes,
            no_winner: called,
            property: None,
            expected,
            units: in_one,
            names: PlayerNames::default(),
            error: *error,
        }
    }

    /// Plays one game. The seed and the number of the game determine it.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or a payoff is too large.
    pub fn play(&self, seed: u64, number: u64, job: &Job<'_>) -> Result<EndedGame, Error> {
        (self.player)(&mut Random::new(seed, number), job)
    }

    /// Returns empty counts.
    pub fn counted(&self) -> Record {
        let seats = usize::from(self.seats);
        let points = vec![vec![Mean::default(); seats]; self.expected.len()];
        Record { wins: vec![0; seats + 1], points, games: 0 }
    }

    /// Returns the report on the counts of at least one game of a seed, compared with exact values.
    pub fn report(&self, counted: &Record, seed: u64) -> Report {
        let mut report = simulated(&self.heading, counted.games, seed);
        if self.error.is_some() {
            add_method(&mut report);
        }
        let computed = if self.error.is_some() { "computed" } else { "exact" };
        let fields: [ColumnOf<'_, &EstimatedNumber>; 8] = [
            ("played", None, &|_| counted.games.into()),
            ("quantity", None, &|it| it.key.as_str().into()),
            ("", Some(""), &|it| it.name.as_str().into()),
            ("value", Some("simulated"), &|it| it.value.into()),
            ("error", Some("error"), &|it| it.error.into()),
            ("low", Some("95 % from"), &|it| it.interval.map(|(low, _)| low).into()),
            ("high", Some("to"), &|it| it.interval.map(|(_, high)| high).into()),
            ("exact", Some(computed), &|it| it.exact.clone()),
        ];
        let estimates = counted.estimates(self);
        let table = Table::of("estimates", &estimates, &fields);
        report.tables.push(table.probabilities_in_rows(|row| estimates[row].is_probability).main());
        report
    }
}

/// An estimate of a number.
struct EstimatedNumber {
    name: String,
    key: String,
    value: f64,
    error: Option<f64>,
    interval: Option<(f64, f64)>,
    exact: ReportValue,
    /// `true` for the probability of an outcome, `false` for an expected payoff.
    is_probability: bool,
}

/// Counts of played games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The wins of each seat, and the games that no one won.
    wins: Vec<u64>,
    /// Twice the mean payoff of each seat, for every expected payoff.
    points: Vec<Vec<Mean>>,
    games: u64,
}

impl Record {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    fn estimates(&self, sample: &Sample<'_>) -> Vec<EstimatedNumber> {
        let seats = self.wins.len() - 1;
        let won = self.wins.iter().zip(&sample.outcomes).enumerate().map(|(seat, (&hits, exact))| {
            let share = Share { hits, tries: self.games };
            let (name, key) = match (&sample.property, seat) {
                (Some(property), _) => (property.clone(), "value".to_owned()),
                (None, seat) if seat == seats => (sample.no_winner.clone(), "draw".to_owned()),
                (None, _) if seats == 1 => ("P(win)".to_owned(), "win_1".to_owned()),
                (None, seat) => (format!("P({} wins)", sample.names.of(seat)), format!("win_{}", seat + 1)),
            };
            let (value, error, interval) = (share.value(), Some(share.error()), Some(share.wilson()));
            let numbers = if seat == seats { seats } else { 1 };
            let exact = ReportValue::within(exact, sample.error.map(|error| sum_of_errors(error, numbers)));
            EstimatedNumber { name, key, value, error, interval, exact, is_probability: true }
        });
        let halves = sample.units.iter().copied().chain(iter::repeat(1)).map(|unit| 2.0 * unit as f64);
        let expected = sample.expected.iter().zip(&self.points).zip(halves);
        let expected = expected.flat_map(|(((unit, expected), means), halves)| {
            means.iter().zip(expected).enumerate().map(move |(seat, (mean, exact))| {
                let value = mean.value().expect("games were played") / halves;
                let error = mean.error().map(|error| error / halves);
                let interval = error.map(|error| (value - NORMAL_95 * error, value + NORMAL_95 * error));
                let (name, key) = match &sample.property {
                    Some(property) => (property.clone(), "value".to_owned()),
                    None => {
                        let name = PayoffKind::Expected(unit).label(&sample.names, seat, seats);
                        (name, format!("expected_{unit}_{}", seat + 1))
                    }
                };
                EstimatedNumber {
                    name,
                    key,
                    value,
                    error,
                    interval,
                    exact: ReportValue::within(exact, sample.error),
                    is_probability: false,
                }
            })
        });
        won.chain(expected).collect()
    }
}

impl Ledger<EndedGame> for Record {
    type Counts = Self;

    fn add(&mut self, ended: &EndedGame) {
        self.games += 1;
        let no_winner = self.wins.len() - 1;
        self.wins[ended.winner.map_or(no_winner, usize::from)] += 1;
        for (means, halves) in self.points.iter_mut().zip(&ended.halves) {
            means.iter_mut().zip(halves).for_each(|(mean, &halves)| mean.add(halves));
        }
    }

    fn counts(&self) -> &Self {
        self
    }

    fn resume(&mut self, counts: Self) {
        *self = counts;
    }
}
