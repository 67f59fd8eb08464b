//! Games at random on an explored game, counted beside what is exact.

use super::answers::nobody;
use super::favoured::most;
use super::{ColumnOf, Explored, Report, Table, Worth, counted};
use crate::evaluate::{
    RandomGame,
    checkpoint::{nonsense, over, read_value, save_value},
    play,
};
use crate::exact::Rational;
use crate::game::Seat;
use crate::model::{Error, Graph, Job, Model, StoreSection};
use crate::payoff::Worths;
use crate::random::Random;
use crate::statistics::{Mean, NORMAL_95, Share};
use serde_json::Value;
use std::io::{self, Write};

/// Games that are played at random, and what is exact of them.
pub struct Sample<'a> {
    /// The lines above the numbers.
    pub heading: String,
    /// The parameters as JSON repeats them.
    pub parameters: Value,
    /// The game with only chance left in it.
    pub model: &'a Model,
    /// Returns the end of a game that was played.
    pub end: Box<dyn Fn(&RandomGame) -> Ended + Sync + 'a>,
    /// The probability that each seat wins, and that nobody does.
    pub outcomes: Vec<Rational>,
    /// The name of the outcome in which nobody wins.
    pub nobody: String,
    /// The expectations of each seat, with their names; none where they are what `outcomes` say.
    pub expected: Vec<(&'static str, Vec<Rational>)>,
    /// The worths of games by each payoff that `end` looks at.
    pub worths: Vec<Worths>,
}

/// Makes the sample of a game, given with its graph, in which everybody plays by a policy; also given is what each seat may
/// expect of the first worth from the start, unless nobody ever decides anything.
pub type Sampler<G> =
    dyn for<'a> Fn(&'a Graph<G>, &[Rational], &Job<'_>) -> Result<Sample<'a>, Error> + Send + Sync;

/// The end of a game.
pub struct Ended {
    /// The seat that has won, if one has.
    pub winner: Option<Seat>,
    /// Twice what each seat has of everything expected, since what is left may be shared.
    pub halves: Vec<Vec<i64>>,
}

impl Ended {
    /// Returns the end of a game with these scores: whoever alone has most has won.
    pub fn by_score(scores: &[u64]) -> Self {
        let winner = most(scores).map(|seat| seat as Seat);
        Self { winner, halves: vec![scores.iter().map(|&score| 2 * score as i64).collect()] }
    }
}

/// A ledger of games that were played: their counts, as words that are saved, so that counting goes on.
pub trait Ledger<T> {
    /// Adds a game.
    fn add(&mut self, ended: &T);

    /// Returns the counts as words, as many whatever was counted.
    fn words(&self) -> Vec<u64>;

    /// Takes the counts of so many games from their words; `None` if they cannot be those.
    fn resume(&mut self, games: u64, words: &[u64]) -> Option<()>;

    /// Takes what is told of games as they are played, of those that were added since. Defaults to nothing.
    fn told(&mut self) -> String {
        String::new()
    }

    /// Returns the bytes of what is told that nobody has taken. Defaults to none.
    fn held(&self) -> usize {
        0
    }
}

/// Takes the counts that were saved, if any were, of no more than so many games, and returns of how many.
///
/// # Errors
/// If they cannot be read, or cannot be those.
pub fn resumed<T>(store: &StoreSection<'_>, counts: &mut impl Ledger<T>, most: u64) -> io::Result<u64> {
    let Some(mut input) = store.load()? else { return Ok(0) };
    let (games, words): (u64, Vec<u64>) = read_value(&mut *input)?;
    over(&mut *input)?;
    let fits = games <= most && words.len() == counts.words().len() && counts.resume(games, &words).is_some();
    if fits { Ok(games) } else { Err(nonsense()) }
}

/// Writes the counts of so many games.
///
/// # Errors
/// If they cannot be written.
pub fn write<T>(out: &mut dyn Write, games: u64, counts: &impl Ledger<T>) -> io::Result<()> {
    save_value(out, &(games, &counts.words()))
}

/// Returns a report on so many games of a seed, without what was counted of them.
pub fn simulated(heading: &str, games: u64, seed: u64) -> Report {
    let mut report = Report::new(format!("{heading}\nsimulated: {}, seed {seed}", counted(games, "game")));
    report.add_json("simulated", true);
    report.add_json("games", games);
    report
}

impl<'a> Sample<'a> {
    /// Creates the sample of a game in which everybody plays by a policy, so that only chance is left, of its worths and the
    /// exact value of each to each seat.
    pub fn of(
        induced: &'a dyn Explored,
        worths: &[Worth],
        values: &[Vec<Rational>],
        heading: String,
        parameters: Value,
    ) -> Self {
        let wins = worths.iter().position(|worth| matches!(worth, Worth::Wins { .. }));
        let units = worths.iter().enumerate().filter_map(|(at, worth)| match worth {
            Worth::Expected(unit) => Some((at, *unit)),
            Worth::Wins { .. } | Worth::Edge => None,
        });
        let units: Vec<(usize, &str)> = units.collect();
        let mut outcomes = wins.map(|at| values[at].clone()).unwrap_or_default();
        let mut called = String::new();
        if let Some(&Worth::Wins { nobody: Some(name) }) = wins.map(|at| &worths[at]) {
            called = format!("P({name})");
            outcomes.push(nobody(&outcomes));
        }
        let expected = units.iter().map(|&(at, unit)| (unit, values[at].clone())).collect();
        let end = move |played: &RandomGame| {
            let twice = |&(at, _): &(usize, &str)| played.worths[at].iter().map(|worth| 2 * worth).collect();
            let winner = wins.and_then(|at| played.worths[at].iter().position(|&won| won != 0));
            Ended { winner: winner.map(|seat| seat as Seat), halves: units.iter().map(twice).collect() }
        };
        Self {
            heading,
            parameters,
            model: induced.model(),
            end: Box::new(end),
            outcomes,
            nobody: called,
            expected,
            worths: (0..worths.len()).map(|worth| induced.payoff(worth)).collect(),
        }
    }

    /// Plays a game, which a seed and its number alone tell.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or a worth is too large.
    pub fn play(&self, seed: u64, number: u64, job: &Job<'_>) -> Result<Ended, Error> {
        let played = play(self.model, &self.worths, &mut Random::new(seed, number), job)?;
        Ok((self.end)(&played))
    }

    /// Returns the counts of no games.
    pub fn counted(&self) -> Record {
        let seats = usize::from(self.model.seats());
        let points = vec![vec![Mean::default(); seats]; self.expected.len()];
        Record { wins: vec![0; seats + 1], points, games: 0 }
    }

    /// Returns what was counted of at least one game of a seed, beside what is exact.
    pub fn report(&self, counted: &Record, seed: u64) -> Report {
        let mut report = simulated(&self.heading, counted.games, seed);
        let fields: [ColumnOf<'_, EstimatedNumber>; 8] = [
            ("played", None, &|_| counted.games.into()),
            ("quantity", None, &|it| it.key.as_str().into()),
            ("", Some(""), &|it| it.name.as_str().into()),
            ("value", Some("simulated"), &|it| it.value.into()),
            ("error", Some("error"), &|it| it.error.into()),
            ("low", Some("95 % from"), &|it| it.interval.map(|(low, _)| low).into()),
            ("high", Some("to"), &|it| it.interval.map(|(_, high)| high).into()),
            ("exact", Some("exact"), &|it| (&it.exact).into()),
        ];
        report.tables.push(Table::of("estimates", counted.estimates(self), &fields).main());
        report
    }
}

/// A number that was estimated.
struct EstimatedNumber {
    name: String,
    key: String,
    value: f64,
    error: Option<f64>,
    interval: Option<(f64, f64)>,
    exact: Rational,
}

/// The record of games that were played, in counts.
pub struct Record {
    /// Of each seat, and of nobody.
    wins: Vec<u64>,
    /// Twice what each seat had of everything expected.
    points: Vec<Vec<Mean>>,
    games: u64,
}

impl Record {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    fn estimates(&self, asked: &Sample<'_>) -> Vec<EstimatedNumber> {
        let seats = self.wins.len() - 1;
        let won = self.wins.iter().zip(&asked.outcomes).enumerate().map(|(seat, (&hits, exact))| {
            let share = Share { hits, tries: self.games };
            let (name, key) = match seat {
                nobody if nobody == seats => (asked.nobody.clone(), "draw".to_owned()),
                _ if seats == 1 => ("P(win)".to_owned(), "win_1".to_owned()),
                seat => (format!("P(player {} wins)", seat + 1), format!("win_{}", seat + 1)),
            };
            let (value, error, interval) = (share.value(), Some(share.error()), Some(share.wilson()));
            EstimatedNumber { name, key, value, error, interval, exact: exact.clone() }
        });
        let expected = asked.expected.iter().zip(&self.points).flat_map(|((unit, expected), means)| {
            means.iter().zip(expected).enumerate().map(move |(seat, (mean, exact))| {
                let value = mean.value().expect("games were played") / 2.0;
                let error = mean.error().map(|error| error / 2.0);
                let interval = error.map(|error| (value - NORMAL_95 * error, value + NORMAL_95 * error));
                EstimatedNumber {
                    name: match seats {
                        1 => format!("E({unit})"),
                        _ => format!("E({unit} of player {})", seat + 1),
                    },
                    key: format!("expected_{unit}_{}", seat + 1),
                    value,
                    error,
                    interval,
                    exact: exact.clone(),
                }
            })
        });
        won.chain(expected).collect()
    }
}

impl Ledger<Ended> for Record {
    fn add(&mut self, ended: &Ended) {
        self.games += 1;
        let nobody = self.wins.len() - 1;
        self.wins[ended.winner.map_or(nobody, usize::from)] += 1;
        for (means, halves) in self.points.iter_mut().zip(&ended.halves) {
            means.iter_mut().zip(halves).for_each(|(mean, &halves)| mean.add(halves));
        }
    }

    fn words(&self) -> Vec<u64> {
        let means = self.points.iter().flatten().flat_map(|mean| mean.words());
        self.wins.iter().copied().chain(means).collect()
    }

    fn resume(&mut self, games: u64, words: &[u64]) -> Option<()> {
        let (wins, means) = words.split_at(self.wins.len());
        let all = wins.iter().try_fold(0, |all: u64, &wins| all.checked_add(wins));
        all.filter(|&all| all == games)?;
        self.wins.copy_from_slice(wins);
        for (mean, words) in self.points.iter_mut().flatten().zip(means.chunks_exact(Mean::WORDS)) {
            *mean = Mean::of_words(games, words)?;
        }
        self.games = games;
        Some(())
    }
}
