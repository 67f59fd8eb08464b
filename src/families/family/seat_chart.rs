//! The chances of the seats as a picture: of one game, or of several games side by side.

use super::favoured::{WIN, double_as_fraction};
use super::percent::percent;
use super::seat_table::equal_shares;
use super::{AnswerDocument, GameAnswer, PlayerNames, Report, ReportValue};
use crate::exact::{Rational, double, one, ratio};
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};
use serde_json::Value;

/// More seats than this have numbers as names.
const MAX_WORDS: usize = 8;

/// A game in a picture.
pub(crate) struct SeatChances {
    /// The title of the game.
    pub(crate) title: String,
    /// The size of the game, such as its number of pairs.
    pub(crate) size: f64,
    pub(crate) names: PlayerNames,
    /// P(each seat wins), and the probability that no seat wins.
    pub(crate) outcomes: Vec<Rational>,
    /// The share of each seat, if it is not an equal part of the games that no seat wins.
    pub(crate) shares: Option<Vec<Rational>>,
    /// The points of each seat before the first turn that make the game fairest, and the shares with them.
    pub(crate) compensation: Option<(Vec<u64>, Vec<Rational>)>,
}

impl SeatChances {
    /// Creates the chances of the seats of a game without a title, from the probability that each seat wins and the probability
    /// that no seat wins.
    pub(crate) fn new(size: f64, names: PlayerNames, outcomes: Vec<Rational>) -> Self {
        Self { title: String::new(), size, names, outcomes, shares: None, compensation: None }
    }

    /// Returns the chances of a report that has the probability that each seat wins.
    pub(super) fn of_report(report: &Report, size: f64, names: PlayerNames) -> Option<Self> {
        let mut outcomes: Vec<Rational> = match report.value(WIN)? {
            ReportValue::Seats(wins) => wins.clone(),
            ReportValue::Each(wins) => wins.iter().filter_map(double_as_fraction).collect(),
            _ => return None,
        };
        outcomes.push(one() - outcomes.iter().sum::<Rational>());
        Some(Self { title: report.title.clone(), ..Self::new(size, names, outcomes) })
    }

    fn players(&self) -> usize {
        self.outcomes.len() - 1
    }

    fn shares(&self) -> Vec<Rational> {
        let (draw, wins) = self.outcomes.split_last().expect("the draw comes last");
        self.shares.clone().unwrap_or_else(|| equal_shares(wins, draw))
    }
}

/// The words of a picture of several games, and the format of its numbers.
pub(crate) struct SeatChartStyle {
    /// The title.
    pub(crate) title: String,
    /// The sizes of the games, in words.
    pub(crate) sizes: String,
    /// The name of the outcome that no seat wins.
    pub(crate) no_winner: &'static str,
    /// The meaning of a share.
    pub(crate) share_means: &'static str,
    /// `true` for percentages.
    pub(crate) in_percent: bool,
}

/// Draws games, at least one.
pub(crate) fn seat_chart(games: &[SeatChances], style: &SeatChartStyle) -> GameAnswer {
    let mut plot = match games {
        [game] => of_game(game, style),
        games => stacked(games, style),
    };
    plot.up.is_percent = style.in_percent;
    GameAnswer::document(Value::Null, AnswerDocument::Picture { svg: plot.svg(), title: plot.title })
}

/// Draws the shares of the seats of one game, with and without points before the first turn.
fn of_game(game: &SeatChances, style: &SeatChartStyle) -> Plot {
    let (players, shares) = (game.players(), game.shares());
    let bars = |shares: &[Rational]| (1..).map(f64::from).zip(shares.iter().map(double)).collect::<Vec<_>>();
    let given = game.compensation.as_ref().filter(|(points, _)| points.iter().any(|&points| points > 0));
    let mut series = match given {
        None => vec![Series::new("share", Form::Bars, bars(&shares))],
        Some((_, with)) => vec![
            Series::new("without points", Form::Bars, bars(&shares)),
            Series::new("with points", Form::Bars, bars(with)),
        ],
    };
    let equal = 1.0 / players as f64;
    let shown = match style.in_percent {
        true => percent(&ratio(1, players), None),
        false => format!("1/{players}"),
    };
    let ends = [(1.0, equal), (players as f64, equal)];
    series.push(Series::new(format!("equal ({shown})"), Form::Level, ends));
    let name = |seat: usize| match game.names.given(seat) {
        None if players > MAX_WORDS => (seat + 1).to_string(),
        _ => game.names.of(seat),
    };
    let name = |seat: usize| match given.map(|(points, _)| points[seat]) {
        None | Some(0) => name(seat),
        Some(points) => format!("{}\n+{points}", name(seat)),
    };
    let points = if given.is_some() { " +1: points before the first turn." } else { "" };
    Plot {
        title: format!("{}: the share of each seat", game.title.lines().next().unwrap_or_default()),
        note: format!("Exact. {}{points}", style.share_means),
        across: Axis::named("player, in the order of the seats", (0..players).map(name)),
        up: Axis::new("share of the win", AxisScale::Linear),
        series,
    }
}

/// Draws the probability that each seat wins: by the number of players if the games differ in it, else by the size of the game.
pub(crate) fn stacked(games: &[SeatChances], style: &SeatChartStyle) -> Plot {
    let by_players = games.iter().any(|game| game.players() != games[0].players());
    let across = |game: &SeatChances| if by_players { game.players() as f64 } else { game.size };
    let most = games.iter().map(SeatChances::players).max().unwrap_or(0);
    let mut below = vec![0.0; games.len()];
    let mut band = |chance: &dyn Fn(&SeatChances) -> Option<f64>| {
        let mut points = Vec::new();
        for (game, below) in games.iter().zip(&mut below) {
            if let Some(chance) = chance(game) {
                points.push((across(game), *below, *below + chance));
                *below += chance;
            }
        }
        points
    };
    let mut series: Vec<Series> = (0..most)
        .map(|seat| {
            let chance = |game: &SeatChances| game.outcomes[..game.players()].get(seat).map(double);
            let name = format!("{} wins", games[0].names.of(seat));
            Series { name, form: Form::Band, points: band(&chance) }
        })
        .collect();
    if games.iter().any(|game| *game.outcomes.last().expect("the draw comes last") != Rational::default()) {
        let draw = |game: &SeatChances| game.outcomes.last().map(double);
        series.push(Series { name: style.no_winner.to_owned(), form: Form::Rest, points: band(&draw) });
    }
    Plot {
        title: style.title.clone(),
        note: format!("Exact, stacked probabilities; {} begins.", games[0].names.of(0)),
        across: Axis::new(if by_players { "players" } else { style.sizes.as_str() }, AxisScale::Whole),
        up: Axis::new("probability", AxisScale::Fraction),
        series,
    }
}
