//! Plots of Memory for several players: the numbers are those of `odds memory`.

use super::super::checkpoint::UNSAVED;
use super::super::fail::Fail;
use super::super::memory::Board;
use super::super::odds::boards;
use super::super::range::{Numbers, numbers, numbers_from, whole};
use super::super::solved::Solved;
use super::super::watch::{Several, Watch};
use super::{Figure, Output};
use crate::exact::{Rational, double};
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::{Datum, Table};
use crate::game::{MOST_SEATS, Seat};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, LimitedMemory};
use crate::games::memory::odds::Odds;
use crate::games::memory::separate::Separate;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(super) struct FirstMover {
    /// Pairs of the boards
    #[arg(long, value_name = "A..B", default_value = "2..=40", value_parser = numbers)]
    pairs: Numbers,
    /// Players, a line for each number
    #[arg(long, value_name = "P,...", default_value = "2,3,4", allow_negative_numbers = true,
        value_parser = numbers_from(2, u16::from(MOST_SEATS), "2 to 16 players sit at a board here"))]
    players: Numbers,
    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Debug, Args)]
pub(super) struct Outcomes {
    /// Pairs of the boards
    #[arg(long, value_name = "A..B", default_value = "1..=40", value_parser = numbers)]
    pairs: Numbers,
    /// Players
    #[arg(long, value_name = "P", default_value_t = 2, allow_negative_numbers = true,
        value_parser = whole(2, MOST_SEATS))]
    players: Seat,
    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Debug, Args)]
pub(super) struct CardOfMemory {
    /// Pairs of the board
    #[arg(long, value_name = "N", default_value_t = 6, allow_negative_numbers = true,
        value_parser = whole(1u16, 30))]
    pairs: u16,
    /// The most cards that are remembered
    #[arg(long, value_name = "M", default_value_t = 6, allow_negative_numbers = true,
        value_parser = whole(0u16, 30))]
    most: u16,
    /// How both play
    #[arg(long, value_enum, default_value_t = Playing::Bold)]
    play: Playing,
    #[command(flatten)]
    pub(super) output: Output,
}

/// How both play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Playing {
    /// Always another new card
    Bold,
    /// A card that is known, if there is one
    Safe,
    /// As well as possible
    Best,
}

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

impl FirstMover {
    pub(super) fn figure(&self, watch: &Watch) -> Result<Figure, Fail> {
        let (mut rows, mut series) = (Vec::new(), Vec::new());
        let players: Vec<u16> = self.players.iter().collect();
        let boards = |players| {
            let board = Board::fresh(self.pairs.clone(), players as Seat);
            boards(&board, watch, |answers| Ok(Several::whole(answers)))
        };
        let (answers, whole) = watch.parts("line", players, boards)?.apart();
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
}

impl Outcomes {
    pub(super) fn figure(&self, watch: &Watch) -> Result<Figure, Fail> {
        let board = Board::fresh(self.pairs.clone(), self.players);
        let (answers, whole) = boards(&board, watch, |answers| Ok(Several::whole(answers)))?.apart();
        let outcomes = |answer: &Odds| answer.outcomes.clone().unwrap_or_default();
        let row = |answer: &Odds| {
            let mut wins = outcomes(answer);
            let draw = wins.pop();
            [answer.position.pairs.into(), u16::from(self.players).into(), Datum::Seats(wins), draw.into()]
        };
        let rows: Vec<_> = answers.iter().map(row).collect();
        let mut below = vec![0.0; answers.len()];
        let mut series = Vec::new();
        for place in 0..=usize::from(self.players) {
            let band = |(answer, below): (&Odds, &mut f64)| {
                let low = *below;
                *below += double(&outcomes(answer)[place]);
                (f64::from(answer.position.pairs), low, *below)
            };
            let (name, form) = match place == usize::from(self.players) {
                true => ("nobody wins".to_owned(), Form::Rest),
                false => (format!("player {} wins", place + 1), Form::Band),
            };
            let points = answers.iter().zip(&mut below).map(band).collect();
            series.push(Series { name, form, points });
        }
        let plot = Plot {
            title: format!("Memory for {} players: who wins", self.players),
            note: "Exact: probabilities one upon the other; robots with perfect memory, player 1 begins."
                .to_owned(),
            across: Axis::new("pairs of the board", Scale::Whole),
            up: Axis::new("probability", Scale::Share),
            series,
        };
        Ok(Figure { plot, numbers: table(["pairs", "players", "win", "draw"], rows), whole })
    }
}

impl CardOfMemory {
    pub(super) fn figure(&self, watch: &Watch) -> Result<Figure, Fail> {
        let name = match self.play {
            Playing::Bold => "bold",
            Playing::Safe => "safe",
            Playing::Best => "best",
        };
        let position = Board::fresh(Numbers::One(self.pairs), 2).only()?;
        let (mut rows, mut series) = (Vec::new(), Vec::new());
        let others = OTHERS.into_iter().filter(|&other| other <= self.most);
        let all: Vec<(u16, u16)> =
            others.flat_map(|other| (0..=self.most).map(move |own| (own, other))).collect();
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
            title: format!("Memory with {} pairs: what a card of memory is worth", self.pairs),
            note: format!(
                "Exact: E(pairs of player 1) less E(pairs of player 2), who moves second; {name} play."
            ),
            across: Axis::new("cards that player 1 remembers", Scale::Whole),
            up: Axis::new("lead of player 1 (pairs)", Scale::Even),
            series,
        };
        Ok(Figure { plot, numbers: table(["memory_1", "memory_2", "expected_pairs_1", "lead"], rows), whole })
    }
}
