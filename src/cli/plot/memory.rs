//! Plots of Memory for several players: the numbers are those of `odds memory`.

use super::super::checkpoint::{NOWHERE, UNSAVED};
use super::super::fail::Fail;
use super::super::memory::Board;
use super::super::odds::boards;
use super::super::range::Numbers;
use super::super::solved::Solved;
use super::super::watch::{Several, Watch};
use super::{Figure, values};
use crate::exact::{Rational, double};
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::{Datum, Given, Table};
use crate::game::Seat;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, LimitedMemory};
use crate::games::memory::odds::Odds;
use crate::games::memory::separate::Separate;

/// The cards that player 2 remembers.
const OTHERS: [u16; 4] = [0, 2, 4, 6];

/// Returns how much more often player 1 wins than whoever of the others wins most.
fn lead(answer: &Odds) -> Rational {
    let wins = answer.wins();
    &wins[0] - wins[1..].iter().max().expect("two players")
}

fn table<const N: usize>(keys: [&'static str; N], rows: Vec<[Datum; N]>) -> Table {
    Table::new("", keys.map(|key| (key, None)), rows)
}

pub(super) fn first_mover(games: &[Given], _: u32, watch: &Watch) -> Result<Figure, Fail> {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    let boards = |players| {
        let board = Board::fresh(Numbers::several(values(games, "pairs")), players as Seat);
        boards(&board, true, NOWHERE, watch, |answers| Ok(Several::whole(answers)))
    };
    let (answers, whole) = watch.parts("line", values(games, "players"), boards)?.apart();
    for answers in answers.chunk_by(|a, b| a.wins().len() == b.wins().len()) {
        let players = answers[0].wins().len();
        let leads: Vec<Rational> = answers.iter().map(lead).collect();
        for (answer, lead) in answers.iter().zip(&leads) {
            rows.push([answer.position.pairs.into(), players.into(), lead.into()]);
        }
        let points =
            answers.iter().zip(&leads).map(|(answer, lead)| (answer.position.pairs.into(), double(lead)));
        series.push(Series::new(format!("{players} players"), Form::Line, points));
    }
    let plot = Plot {
        title: "Memory: how much more often the first player wins".to_owned(),
        note: "Exact: P(player 1 wins) less the greatest chance of another; robots with perfect memory."
            .to_owned(),
        across: Axis::new("pairs of the board", Scale::Whole),
        up: Axis::new("lead of player 1 (probability)", Scale::Even),
        series,
    };
    Ok(Figure { plot, numbers: table(["pairs", "players", "lead"], rows), whole })
}

pub(super) fn outcomes(games: &[Given], _: u32, watch: &Watch) -> Result<Figure, Fail> {
    let players: Seat = games[0].whole("players");
    let board = Board::fresh(Numbers::several(values(games, "pairs")), players);
    let (answers, whole) =
        boards(&board, true, NOWHERE, watch, |answers| Ok(Several::whole(answers)))?.apart();
    let outcomes = |answer: &Odds| answer.outcomes.clone().unwrap_or_default();
    let row = |answer: &Odds| {
        let mut wins = outcomes(answer);
        let draw = wins.pop();
        [answer.position.pairs.into(), u16::from(players).into(), Datum::Seats(wins), draw.into()]
    };
    let rows: Vec<_> = answers.iter().map(row).collect();
    let mut below = vec![0.0; answers.len()];
    let mut series = Vec::new();
    for place in 0..=usize::from(players) {
        let band = |(answer, below): (&Odds, &mut f64)| {
            let low = *below;
            *below += double(&outcomes(answer)[place]);
            (f64::from(answer.position.pairs), low, *below)
        };
        let (name, form) = match place == usize::from(players) {
            true => ("nobody wins".to_owned(), Form::Rest),
            false => (format!("player {} wins", place + 1), Form::Band),
        };
        let points = answers.iter().zip(&mut below).map(band).collect();
        series.push(Series { name, form, points });
    }
    let plot = Plot {
        title: format!("Memory for {players} players: who wins"),
        note: "Exact: probabilities one upon the other; robots with perfect memory, player 1 begins."
            .to_owned(),
        across: Axis::new("pairs of the board", Scale::Whole),
        up: Axis::new("probability", Scale::Share),
        series,
    };
    Ok(Figure { plot, numbers: table(["pairs", "players", "win", "draw"], rows), whole })
}

pub(super) fn card_of_memory(games: &[Given], _: u32, watch: &Watch) -> Result<Figure, Fail> {
    let (pairs, most): (u16, u16) = (games[0].whole("pairs"), games[0].whole("most"));
    let name = games[0].word("play").unwrap_or_default();
    let position = Board::fresh(Numbers::one(pairs), 2).only()?;
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    let others = OTHERS.into_iter().filter(|&other| other <= most);
    let all: Vec<(u16, u16)> = others.flat_map(|other| (0..=most).map(move |own| (own, other))).collect();
    let one = |(own, other): (u16, u16)| {
        let limited = LimitedMemory::own(&[own, other]);
        let game = limited.game::<Separate>(&position, &Decide::playing(name), name)?;
        let settled = Solved::settled(game, &position, Objective::Pairs, UNSAVED, watch)?;
        Ok((own, other, settled.values()))
    };
    let (found, whole) = watch.several("memory", all, one)?.apart();
    for line in found.chunk_by(|(_, a, _), (_, b, _)| a == b) {
        let other = line[0].1;
        let mut points = Vec::new();
        for (own, _, worth) in line {
            let lead = &worth[0] - &worth[1];
            rows.push([(*own).into(), other.into(), (&worth[0]).into(), (&lead).into()]);
            points.push((f64::from(*own), double(&lead)));
        }
        series.push(Series::new(format!("player 2 remembers {other} cards"), Form::Line, points));
    }
    let plot = Plot {
        title: format!("Memory with {pairs} pairs: what a card of memory is worth"),
        note: format!(
            "Exact: E(pairs of player 1) less E(pairs of player 2), who moves second; {name} play."
        ),
        across: Axis::new("cards that player 1 remembers", Scale::Whole),
        up: Axis::new("lead of player 1 (pairs)", Scale::Even),
        series,
    };
    Ok(Figure { plot, numbers: table(["memory_1", "memory_2", "expected_pairs_1", "lead"], rows), whole })
}
