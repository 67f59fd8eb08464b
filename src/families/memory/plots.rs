//! Plots of Memory for several players: their pages, and the charts of the results of `odds`.

use super::MAX_PAIRS;
use super::odds::BoardOdds;
use crate::exact::{Rational, double};
use crate::family::favoured::{SPREAD, spread};
use crate::family::seat_chart::{SeatChances, SeatChartStyle, stacked};
use crate::family::{Figure, Page, Parameter, PlayerNames, ReportValue};
use crate::game::{MAX_SEATS, Seat};
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};

/// The page of [`first_mover`].
pub(crate) const FIRST_MOVER: Page = Page::new(
    "first-mover",
    "The lead of the first player at Memory over the best other seat",
    &["--pairs 2..=40 -o first-mover.svg", "--pairs 2..=20 --players 2,3 -o first-mover.svg"],
)
.details(
    "P(player 1 wins) minus P(win) of the best other seat, between robots with perfect memory (Bondarenko \
     2021). The table also has the spread of each board, as in fair: P(win) of the best seat minus P(win) of \
     the worst seat.",
)
.with(&[
    Parameter::whole("pairs", "Numbers of pairs", 1, MAX_PAIRS as u64)
        .short('n')
        .default_value("2..=40")
        .with_placeholder("A..B"),
    Parameter::whole("players", "Numbers of players, a line for each", 2, MAX_SEATS as u64)
        .short('p')
        .default_value("2,3,4")
        .with_placeholder("P,..."),
]);

/// The page of [`outcomes`].
pub(crate) const OUTCOMES: Page = Page::new(
    "outcomes",
    "The probability that each player of Memory wins, and of a draw",
    &["--pairs 1..=40 -o outcomes.svg", "--pairs 1..=30 --players 3 -o outcomes.svg"],
)
.with(&[
    Parameter::whole("pairs", "Numbers of pairs", 1, MAX_PAIRS as u64)
        .short('n')
        .default_value("1..=40")
        .with_placeholder("A..B"),
    Parameter::number("players", "Players", 2, MAX_SEATS as u64)
        .short('p')
        .default_value("2")
        .with_placeholder("P"),
]);

/// The page of [`card_of_memory`].
pub(crate) const CARD_OF_MEMORY: Page = Page::new(
    "card-of-memory",
    "The value of remembering one more card at Memory, in pairs",
    &["--pairs 6 -o card-of-memory.svg", "--pairs 8 --most 5 --play best -o card-of-memory.svg"],
)
.details(
    "E(pairs of player 1) minus E(pairs of player 2), by the number of cards that each player can remember \
     (Sjölund & Åstrand 2013).",
)
.with(&[
    Parameter::number("pairs", "Number of pairs", 1, 30).short('n').default_value("6"),
    Parameter::number("most", "The greatest number of remembered cards", 0, 30)
        .default_value("6")
        .with_placeholder("M"),
    Parameter::words(
        "play",
        "How both players play",
        &[
            ("bold", "Always another new card"),
            ("safe", "A known card, if there is one"),
            ("best", "As well as possible"),
        ],
    )
    .default_value("bold"),
]);

/// The numbers of cards that the second player remembers, one line each.
pub(crate) const OTHERS: [u16; 4] = [0, 2, 4, 6];

/// Returns P(player 1 wins) minus P(win) of the best other seat.
fn first_mover_lead(answer: &BoardOdds) -> Rational {
    let wins = answer.wins();
    &wins[0] - wins[1..].iter().max().expect("two players")
}

/// Draws how much more often the first player wins than the best other seat, with one line for each number of players.
/// `boards` must be grouped by the number of players.
///
/// # Panics
/// If a board has a single player, or its outcomes are unknown.
pub(crate) fn first_mover(boards: &[BoardOdds]) -> Figure {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for boards in boards.chunk_by(|a, b| a.wins().len() == b.wins().len()) {
        let players = boards[0].wins().len();
        let mut points = Vec::new();
        for board in boards {
            let (pairs, lead) = (board.position.pairs, first_mover_lead(board));
            rows.push([pairs.into(), players.into(), (&lead).into(), spread(board.wins()).into()]);
            points.push((f64::from(pairs), double(&lead)));
        }
        series.push(Series::new(format!("{players} players"), Form::Line, points));
    }
    let plot = Plot {
        title: "Memory: the lead of the first player over the best other seat".to_owned(),
        note: "Exact: P(player 1 wins) minus P(win) of the best other seat; robots with perfect memory."
            .to_owned(),
        across: Axis::new("pairs of the board", AxisScale::Whole),
        up: Axis::new("P(player 1 wins) minus the best other seat", AxisScale::Linear),
        series,
    };
    Figure::new(plot, ["pairs", "players", "lead", SPREAD], rows)
}

/// Draws the probability that each player wins, and of a draw, by pairs.
pub(crate) fn outcomes(players: Seat, boards: &[BoardOdds]) -> Figure {
    let outcomes = |board: &BoardOdds| board.outcomes.clone().unwrap_or_default();
    let row = |board: &BoardOdds| {
        let mut wins = outcomes(board);
        let draw = wins.pop();
        [board.position.pairs.into(), u16::from(players).into(), ReportValue::Seats(wins), draw.into()]
    };
    let rows: Vec<_> = boards.iter().map(row).collect();
    let chances = |board: &BoardOdds| {
        SeatChances::new(f64::from(board.position.pairs), PlayerNames::default(), outcomes(board))
    };
    let style = SeatChartStyle {
        title: format!("Memory for {players} players: who wins"),
        sizes: "pairs of the board".to_owned(),
        no_winner: "a draw",
        share_means: "",
        in_percent: false,
    };
    let plot = Plot {
        note: "Exact, stacked probabilities; robots with perfect memory, player 1 begins.".to_owned(),
        ..stacked(&boards.iter().map(chances).collect::<Vec<_>>(), &style)
    };
    Figure::new(plot, ["pairs", "players", "win", "draw"], rows)
}

/// Draws the value of one more remembered card on a board of `pairs` pairs, for two players who both play `play`. Each
/// entry of `found` has the cards that players 1 and 2 remember and their expected pairs; the entries are sorted by
/// player 2.
pub(crate) fn card_of_memory(pairs: u16, play: &str, found: &[(u16, u16, Vec<Rational>)]) -> Figure {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
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
        title: format!("Memory with {pairs} pairs: the value of remembering one more card"),
        note: format!(
            "Exact: E(pairs of player 1) minus E(pairs of player 2), who moves second; {play} play."
        ),
        across: Axis::new("cards that player 1 remembers", AxisScale::Whole),
        up: Axis::new("lead of player 1 (pairs)", AxisScale::Linear),
        series,
    };
    Figure::new(plot, ["memory_1", "memory_2", "expected_pairs_1", "lead"], rows)
}
