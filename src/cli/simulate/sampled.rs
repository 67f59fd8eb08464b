//! Games at random on an explored game, counted beside what is exact.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::whole;
use super::super::watch::Watch;
use super::{CHUNK, MOST_GAMES, Silent};
use crate::evaluate::sample::{Played, play};
use crate::exact::{Rational, fraction};
use crate::game::Seat;
use crate::model::{Error, Model, Run};
use crate::payoff::Worths;
use crate::random::Random;
use crate::statistics::{Mean, NORMAL_95, Share};
use clap::Args;
use serde_json::{Value, json};

/// How many games, and how they are told.
#[derive(Debug, Args)]
pub(in crate::cli) struct Sampling {
    /// Games
    #[arg(long, value_name = "G", default_value_t = 1000, allow_negative_numbers = true,
        value_parser = whole(1, MOST_GAMES), help_heading = "Games")]
    games: u64,
    /// The seed of the random numbers: the same games each time
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole(0, u64::MAX), help_heading = "Games")]
    seed: u64,
    #[command(flatten)]
    print: Print,
}

/// Games that are to be played, and what is exact of them.
pub(in crate::cli) struct Asked<'a> {
    pub(in crate::cli) family: &'a str,
    pub(in crate::cli) heading: String,
    pub(in crate::cli) parameters: Value,
    /// The game with only chance left in it.
    pub(in crate::cli) model: &'a Model,
    pub(in crate::cli) end: &'a (dyn Fn(&Played) -> Ended + Sync),
    /// The probability that each seat wins, and that nobody does.
    pub(in crate::cli) outcomes: Vec<Rational>,
    /// What it is called that nobody wins.
    pub(in crate::cli) nobody: &'a str,
    /// What each seat may expect, with what that is called; none where it is what `outcomes` say.
    pub(in crate::cli) expected: Vec<(&'a str, Vec<Rational>)>,
    /// What games are worth by each payoff that `end` looks at.
    pub(in crate::cli) worths: Vec<Worths>,
}

/// How a game ended.
pub(in crate::cli) struct Ended {
    pub(in crate::cli) winner: Option<Seat>,
    /// Twice what each seat has of everything expected, since what is left may be shared.
    pub(in crate::cli) halves: Vec<Vec<i64>>,
}

/// A number that was estimated.
struct Estimate {
    name: String,
    key: String,
    value: f64,
    error: Option<f64>,
    interval: Option<(f64, f64)>,
    exact: Rational,
}

/// What was counted.
struct Counted {
    /// Of each seat, and of nobody.
    wins: Vec<u64>,
    /// Twice what each seat had of everything expected.
    points: Vec<Vec<Mean>>,
    games: u64,
}

impl Sampling {
    /// Plays the games and prints what was counted; if it is stopped, of those that were played.
    pub(in crate::cli) fn run(&self, asked: &Asked<'_>, watch: &Watch) -> Result<(), Fail> {
        let (counted, stop) = self.played(asked, watch);
        watch.clear();
        if counted.games > 0 {
            let estimates = counted.estimates(asked);
            let print = self.print;
            match print.format {
                Format::Text => print::print(&self.text(asked, &counted, &estimates))?,
                Format::Json => print::json(&self.json(asked, &counted, &estimates))?,
                Format::Table(style) => print::table(style, &self.csv(asked, &counted, &estimates))?,
            }
        }
        stop.map_or(Ok(()), Err)
    }

    fn played(&self, asked: &Asked<'_>, watch: &Watch) -> (Counted, Option<Fail>) {
        let silent = Silent(watch);
        let run = Run { threads: 1, observer: &silent, ..watch.run() };
        let one = |number: u64| -> Result<_, Error> {
            let played = play(asked.model, &asked.worths, &mut Random::new(self.seed, number), &run)?;
            Ok((asked.end)(&played))
        };
        let seats = usize::from(asked.model.seats());
        let mut counted = Counted {
            wins: vec![0; seats + 1],
            points: vec![vec![Mean::default(); seats]; asked.expected.len()],
            games: 0,
        };
        while counted.games < self.games {
            let so_far = format!("after {} of {} games", counted.games, self.games);
            if watch.stopped() {
                return (counted, Some(watch.ended(&so_far)));
            }
            watch.done(counted.games, self.games);
            watch.tell(|| format!("{} of {} games", counted.games, self.games));
            let numbers = counted.games + 1..=(counted.games + CHUNK).min(self.games);
            for result in watch.each(numbers, one) {
                match result {
                    Ok(ended) => counted.add(&ended),
                    Err(Error::Stopped(_)) => return (counted, Some(watch.ended(&so_far))),
                    Err(error) => return (counted, Some(watch.explain(error))),
                }
            }
        }
        (counted, None)
    }

    fn parameters(&self, asked: &Asked<'_>) -> Value {
        let mut parameters = asked.parameters.clone();
        (parameters["games"], parameters["seed"]) = (json!(self.games), json!(self.seed));
        parameters
    }

    fn text(&self, asked: &Asked<'_>, counted: &Counted, estimates: &[Estimate]) -> String {
        let print = self.print.usually(6);
        // Unless others are asked for, more digits than the error allows, but not many more.
        let float = |value: f64| self.print.float(value, 5);
        let header = ["", "simulated", "error", "95 %", "exact"].map(str::to_owned);
        let mut rows = vec![header.to_vec()];
        for estimate in estimates {
            rows.push(vec![
                format!("  {}", estimate.name),
                float(estimate.value),
                estimate.error.map_or_else(|| "-".to_owned(), float),
                estimate.interval.map_or_else(
                    || "-".to_owned(),
                    |(low, high)| format!("{} to {}", float(low), float(high)),
                ),
                print.decimal(&estimate.exact),
            ]);
        }
        let games = print::count(counted.games, "game");
        format!("{}\nsimulated: {games}, seed {}\n\n{}", asked.heading, self.seed, print::aligned(&rows))
    }

    fn json(&self, asked: &Asked<'_>, counted: &Counted, estimates: &[Estimate]) -> Value {
        let one = |estimate: &Estimate| {
            json!({
                "quantity": estimate.key,
                "value": estimate.value,
                "error": estimate.error,
                "low": estimate.interval.map(|interval| interval.0),
                "high": estimate.interval.map(|interval| interval.1),
                "exact": self.print.number(&estimate.exact),
            })
        };
        json!({
            "schema": SCHEMA,
            "family": asked.family,
            "parameters": self.parameters(asked),
            "simulated": true,
            "games": counted.games,
            "estimates": estimates.iter().map(one).collect::<Value>(),
        })
    }

    fn csv(&self, asked: &Asked<'_>, counted: &Counted, estimates: &[Estimate]) -> String {
        let header = ["played", "quantity", "simulated", "error", "low", "high", "exact", "exact_fraction"];
        let row = |estimate: &Estimate| {
            let optional = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            vec![
                counted.games.to_string(),
                estimate.key.clone(),
                estimate.value.to_string(),
                optional(estimate.error),
                optional(estimate.interval.map(|interval| interval.0)),
                optional(estimate.interval.map(|interval| interval.1)),
                self.print.decimal(&estimate.exact),
                fraction(&estimate.exact),
            ]
        };
        print::answer(&self.parameters(asked), &header, estimates.iter().map(row))
    }
}

impl Counted {
    fn add(&mut self, ended: &Ended) {
        self.games += 1;
        let nobody = self.wins.len() - 1;
        self.wins[ended.winner.map_or(nobody, usize::from)] += 1;
        for (means, halves) in self.points.iter_mut().zip(&ended.halves) {
            means.iter_mut().zip(halves).for_each(|(mean, &halves)| mean.add(halves));
        }
    }

    fn estimates(&self, asked: &Asked<'_>) -> Vec<Estimate> {
        let seats = self.wins.len() - 1;
        let won = self.wins.iter().zip(&asked.outcomes).enumerate().map(|(seat, (&hits, exact))| {
            let share = Share { hits, tries: self.games };
            let (name, key) = match seat {
                nobody if nobody == seats => (asked.nobody.to_owned(), "draw".to_owned()),
                _ if seats == 1 => ("P(win)".to_owned(), "win_1".to_owned()),
                seat => (format!("P(player {} wins)", seat + 1), format!("win_{}", seat + 1)),
            };
            let (value, error, interval) = (share.value(), Some(share.error()), Some(share.wilson()));
            Estimate { name, key, value, error, interval, exact: exact.clone() }
        });
        let expected = asked.expected.iter().zip(&self.points).flat_map(|((unit, expected), means)| {
            means.iter().zip(expected).enumerate().map(move |(seat, (mean, exact))| {
                let value = mean.value().expect("games were played") / 2.0;
                let error = mean.error().map(|error| error / 2.0);
                let interval = error.map(|error| (value - NORMAL_95 * error, value + NORMAL_95 * error));
                Estimate {
                    name: match seats {
                        1 => format!("E({unit})"),
                        _ => format!("E({unit} of player {})", seat + 1),
                    },
                    key: format!("{unit}_{}", seat + 1),
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

/// Whoever alone has most has won.
pub(super) fn by_score(scores: &[u64]) -> Ended {
    let most = scores.iter().max().copied().unwrap_or(0);
    let mut first = scores.iter().enumerate().filter(|(_, score)| **score == most);
    let winner = match (first.next(), first.next()) {
        (Some((seat, _)), None) => Some(seat as Seat),
        _ => None,
    };
    Ended { winner, halves: vec![scores.iter().map(|&score| 2 * score as i64).collect()] }
}
