//! The chances of the seats as a picture: of one board with its compensation, or of several boards side by side.

use super::compensation::{BoardCompensation, SHARE_MEANS};
use crate::exact::{Rational, double};
use crate::family::{AnswerDocument, GameAnswer, PlayerNames, Query, Refusal, counted};
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};
use serde_json::Value;

/// A board in a picture.
pub(super) struct SeatChances {
    pub(super) title: String,
    pub(super) pairs: u16,
    pub(super) names: PlayerNames,
    /// P(each seat wins) and P(draw).
    pub(super) outcomes: Vec<Rational>,
    pub(super) compensation: Option<BoardCompensation>,
}

impl SeatChances {
    fn players(&self) -> usize {
        self.outcomes.len() - 1
    }
}

/// Returns a refusal of a picture of boards that differ in both pairs and players.
///
/// # Errors
/// If the query is for a picture, and both vary.
pub(super) fn check(query: &Query<'_>) -> Result<(), Refusal> {
    if !query.is_picture() || !query.varies(&["players"]) || !query.varies(&["pairs", "cards"]) {
        return Ok(());
    }
    let what = "a picture needs one number of players or one number of pairs";
    Err(Refusal::new(what).help("--players 3"))
}

/// Draws the boards of a query, at least one.
pub(super) fn picture(boards: &[SeatChances]) -> GameAnswer {
    let plot = match boards {
        [board] => one(board),
        boards => several(boards),
    };
    GameAnswer::document(Value::Null, AnswerDocument::Picture { svg: plot.svg(), title: plot.title })
}

/// Draws the shares of the seats of one board, with and without the compensation.
fn one(board: &SeatChances) -> Plot {
    let players = board.players();
    let points =
        |shares: &[Rational]| (1..).map(f64::from).zip(shares.iter().map(double)).collect::<Vec<_>>();
    let equal = 1.0 / players as f64;
    let level = [(1.0, equal), (players as f64, equal)];
    let mut series = match &board.compensation {
        None => vec![Series::new("P(wins)", Form::Line, points(&board.outcomes[..players]))],
        Some(compensation) => {
            let given: Vec<String> = compensation.whole.points.iter().map(ToString::to_string).collect();
            let name = format!("with {} points", given.join(", "));
            vec![
                Series::new("without points", Form::Line, points(&compensation.shares)),
                Series::new(name, Form::Line, points(&compensation.whole.shares)),
            ]
        }
    };
    series.push(Series::new("equal shares", Form::Level, level));
    let seats = match board.names.0 {
        None => "seat".to_owned(),
        Some(_) => {
            let seat = |seat: usize| format!("{} {}", seat + 1, board.names.of(seat));
            format!("seat ({})", (0..players).map(seat).collect::<Vec<_>>().join(", "))
        }
    };
    Plot {
        title: format!("{}: the share of each seat", board.title.lines().next().unwrap_or_default()),
        note: format!("Exact. {SHARE_MEANS} Points: before the first turn, seat by seat."),
        across: Axis::new(seats, AxisScale::Whole),
        up: Axis::new("share of the win", AxisScale::Even),
        series,
    }
}

/// Draws the probability that each seat wins, by the number of pairs or, if that is the same, of players.
fn several(boards: &[SeatChances]) -> Plot {
    let by_players = boards.iter().any(|board| board.players() != boards[0].players());
    let across = |board: &SeatChances| match by_players {
        true => board.players() as f64,
        false => f64::from(board.pairs),
    };
    let most = boards.iter().map(SeatChances::players).max().unwrap_or(0);
    let mut below = vec![0.0; boards.len()];
    let mut band = |chance: &dyn Fn(&SeatChances) -> Option<f64>| {
        let mut points = Vec::new();
        for (board, below) in boards.iter().zip(&mut below) {
            if let Some(chance) = chance(board) {
                points.push((across(board), *below, *below + chance));
                *below += chance;
            }
        }
        points
    };
    let mut series: Vec<Series> = (0..most)
        .map(|seat| {
            let chance = |board: &SeatChances| board.outcomes[..board.players()].get(seat).map(double);
            let name = format!("{} wins", boards[0].names.of(seat));
            Series { name, form: Form::Band, points: band(&chance) }
        })
        .collect();
    let draw = |board: &SeatChances| board.outcomes.last().map(double);
    series.push(Series { name: "a draw".to_owned(), form: Form::Rest, points: band(&draw) });
    Plot {
        title: match by_players {
            true => format!("Memory, {}: who wins", counted(boards[0].pairs, "pair")),
            false => format!("Memory, {}: who wins", counted(most, "player")),
        },
        note: "Exact, stacked probabilities; player 1 begins.".to_owned(),
        across: Axis::new(if by_players { "players" } else { "pairs of the board" }, AxisScale::Whole),
        up: Axis::new("probability", AxisScale::Share),
        series,
    }
}
