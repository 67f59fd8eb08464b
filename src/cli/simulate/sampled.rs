//! Games at random on an explored game, counted beside what is exact.

use super::super::checkpoint::{Checkpoints, Saved};
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::print::{self, Answer, Answers, Format, Print};
use super::super::range::whole;
use super::super::watch::{Several, Watch};
use super::MOST_GAMES;
use super::counts::{Counts, Rounds};
use crate::evaluate::sample::{Played, play};
use crate::exact::Rational;
use crate::family::{ColumnOf, Report, Table};
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
    pub(super) games: u64,
    /// The seed of the random numbers: the same games each time
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole(0, u64::MAX), help_heading = "Games")]
    pub(super) seed: u64,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    print: Print,
}

/// Games that are to be played, and what is exact of them.
pub(in crate::cli) struct Asked<'a> {
    pub(in crate::cli) heading: String,
    pub(in crate::cli) parameters: Value,
    /// The game with only chance left in it.
    pub(in crate::cli) model: &'a Model,
    pub(in crate::cli) end: &'a (dyn Fn(&Played) -> Ended + Sync),
    /// The probability that each seat wins, and that nobody does.
    pub(in crate::cli) outcomes: Vec<Rational>,
    /// The name of the outcome in which nobody wins.
    pub(in crate::cli) nobody: &'a str,
    /// The expectations of each seat, with their names; none where they are what `outcomes` say.
    pub(in crate::cli) expected: Vec<(&'a str, Vec<Rational>)>,
    /// The worths of games by each payoff that `end` looks at.
    pub(in crate::cli) worths: Vec<Worths>,
}

/// The end of a game.
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

/// The counts of the games that were played.
struct Counted {
    /// Of each seat, and of nobody.
    wins: Vec<u64>,
    /// Twice what each seat had of everything expected.
    points: Vec<Vec<Mean>>,
    games: u64,
}

impl Sampling {
    /// Plays the games of each of `games` by `one`, which has them played [`Sampling::of`] it, and prints what was counted; if
    /// it is stopped, of those that were played. `one` is told the name of the work.
    pub(in crate::cli) fn run<G>(
        &self,
        question: &Question,
        games: Vec<G>,
        watch: &Watch,
        mut one: impl FnMut(G, Saved<'_>) -> Result<Several<Answer>, Fail>,
    ) -> Result<(), Fail> {
        let (family, is_range) = (question.family(), question.is_range());
        let mut work = question.named(json!({ "simulate": family }))?;
        self.enter(&mut work);
        let one = |game, checkpoints: &Checkpoints| one(game, (checkpoints, &work));
        self.checkpoints.range((question, &work), "board", games, watch, one)?.show(watch, |all| {
            // More digits than the error allows, but not many more.
            let print = if self.print.format == Format::Text { self.print.usually(5) } else { self.print };
            Answers::new(family, "", is_range, all).whole(true).print(print)
        })
    }

    /// Returns what was counted of one game; if it is stopped, of the rounds that were played.
    pub(in crate::cli) fn of(
        &self,
        asked: &Asked<'_>,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let mut work = work.clone();
        work["game"] = asked.parameters.clone();
        let seats = usize::from(asked.model.seats());
        let mut counted = Counted {
            wins: vec![0; seats + 1],
            points: vec![vec![Mean::default(); seats]; asked.expected.len()],
            games: 0,
        };
        let one = |number: u64, run: &Run<'_>| -> Result<_, Error> {
            let played = play(asked.model, &asked.worths, &mut Random::new(self.seed, number), run)?;
            Ok((asked.end)(&played))
        };
        let stop = Rounds(self.games)
            .play((checkpoints, &work), watch, one, |_, error| watch.explain(error), &mut counted)?
            .1;
        let answer = (counted.games > 0).then(|| self.answer(asked, &counted));
        Ok(Several::until(answer.into_iter().collect(), stop))
    }

    /// Enters which games were asked for.
    pub(super) fn enter(&self, parameters: &mut Value) {
        (parameters["games"], parameters["seed"]) = (json!(self.games), json!(self.seed));
    }

    /// Returns a report on so many games that were played, without what was counted.
    pub(super) fn blank(&self, heading: &str, games: u64) -> Report {
        let played = print::count(games, "game");
        let mut report = Report::new(format!("{heading}\nsimulated: {played}, seed {}", self.seed));
        report.add_json("simulated", true);
        report.add_json("games", games);
        report
    }

    fn answer(&self, asked: &Asked<'_>, counted: &Counted) -> Answer {
        let mut parameters = asked.parameters.clone();
        self.enter(&mut parameters);
        let mut report = self.blank(&asked.heading, counted.games);
        let fields: [ColumnOf<'_, Estimate>; 8] = [
            ("played", None, &|_| counted.games.into()),
            ("quantity", None, &|it| it.key.as_str().into()),
            ("", Some(""), &|it| it.name.as_str().into()),
            ("value", Some("simulated"), &|it| it.value.into()),
            ("error", Some("error"), &|it| it.error.into()),
            ("low", Some("95 % from"), &|it| it.interval.map(|(low, _)| low).into()),
            ("high", Some("to"), &|it| it.interval.map(|(_, high)| high).into()),
            ("exact", Some("exact"), &|it| (&it.exact).into()),
        ];
        report.tables.push(Table::of("estimates", counted.estimates(asked), &fields).main());
        Answer { parameters, report }
    }
}

impl Counts<Ended> for Counted {
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

impl Counted {
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
