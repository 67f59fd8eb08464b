//! Simulated games beside the exact value: the games are those of `simulate solitaire`, the value that of `odds`.

use super::super::fail::{Fail, Status};
use super::super::recall::{self, Player};
use super::super::watch::Watch;
use super::Figure;
use crate::exact::{self, double};
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::{Datum, Given, Table};
use crate::statistics::Mean;

/// The most turns of a game.
const MOST_TURNS: u64 = 100_000;

/// Numbers of games at which one looks, to a power of ten.
const LOOKS: f64 = 20.0;

/// Standard errors of 95 % of a normal distribution.
const NORMAL: f64 = 1.959_964;

/// The numbers of games at which one looks: evenly by powers of ten.
fn looks(games: u64) -> Vec<u64> {
    let last = (games as f64).log10() * LOOKS;
    let mut looks: Vec<u64> =
        (LOOKS as u64..=last as u64).map(|step| 10f64.powf(step as f64 / LOOKS).round() as u64).collect();
    looks.push(games);
    looks.dedup();
    looks
}

pub(super) fn convergence(games: &[Given], digits: u32, watch: &Watch) -> Result<Figure, Fail> {
    let given = &games[0];
    let (games, seed): (u64, u64) = (given.whole("games"), given.whole("seed"));
    let player = Player::of(given)?;
    let game = recall::game(given.whole("pairs"), player.model, player.forgetful()?)?;
    let run = watch.run();
    let expected = game.tables(&run).and_then(|tables| tables.expected_but_remembered(&run));
    let expected = expected.map_err(|error| watch.explain_at(error, "before the expectation"))?;
    let expected = expected.turns;
    let (mut mean, mut played) = (Mean::default(), 0);
    let look = |looked: u64| {
        let play = |number: u64| {
            if watch.stopped() { None } else { game.play(seed, number, MOST_TURNS) }
        };
        for log in watch.each(played + 1..=looked, play) {
            let Some(log) = log else {
                return Err(match watch.stopped() {
                    true => watch.ended(&format!("after {played} of {games} games")),
                    false => Fail::new(Status::Limit, format!("a game is not over after {MOST_TURNS} turns"))
                        .help("--recall 3/4,1/8,4/5"),
                });
            };
            mean.add(log.len() as u64);
        }
        played = looked;
        Ok((played, mean.value().zip(mean.error())))
    };
    let (looks, whole) = watch.several("look", looks(games), look)?.apart();
    let (mut rows, mut means, mut around) = (Vec::new(), Vec::new(), Vec::new());
    let [decimal, fraction] = [exact::decimal(&expected, digits as usize), exact::fraction(&expected)];
    for (played, found) in looks {
        let Some((value, error)) = found else { continue };
        let (low, high) = (value - NORMAL * error, value + NORMAL * error);
        let all = [value, error, low, high].map(Datum::Double);
        let exact = [&decimal, &fraction].map(|text| text.as_str().into());
        rows.push([played.into()].into_iter().chain(all).chain(exact).collect::<Vec<_>>());
        means.push((played as f64, value));
        around.push((played as f64, low, high));
    }
    let ends = [means[0].0, means[means.len() - 1].0].map(|games| (games, double(&expected)));
    let plot = Plot {
        title: format!("{}: simulated and exact", game.title()),
        note: format!("Mean of {games} games of seed {seed}, simulated, beside the exact expectation."),
        across: Axis::new("games (powers of ten)", Scale::Powers),
        up: Axis::new("mean number of turns", Scale::Even),
        series: vec![
            Series { name: "95 % interval".to_owned(), form: Form::Error, points: around },
            Series::new("mean so far", Form::Line, means),
            Series::new("exact", Form::Level, ends),
        ],
    };
    let columns = ["games", "mean", "error", "low", "high", "exact", "exact_fraction"];
    Ok(Figure { plot, numbers: Table::new("", columns.map(|key| (key, None)), rows), whole })
}
