//! The seats of a game in a table: the chance of each seat, and who should sit there in the next game.

use super::answers::sum_of_errors;
use super::favoured::{levelled, spread};
use super::{ColumnOf, PlayerNames, Report, ReportValue, Table};
use crate::exact::{Rational, ratio};

/// The meaning of the last column, for people.
pub(crate) const NEXT_MEANS: &str = "Next game: the player of the last game who sits here.";

/// Returns, for each seat, the place in the last game of the player who should sit there: the winner takes the seat that wins
/// least often, and so on. Equal seats share the best of their places.
pub(crate) fn next_places(wins: &[Rational]) -> Vec<usize> {
    wins.iter().map(|win| wins.iter().filter(|other| *other < win).count()).collect()
}

/// Returns the places of [`next_places`] as a value, from 1.
pub(crate) fn places_value(places: &[usize]) -> ReportValue {
    ReportValue::Scores(places.iter().map(|&place| place as u64 + 1).collect())
}

/// Describes the player of the last game who should sit at a seat: by its place among the `places` of [`next_places`], such as `2nd`,
/// `2nd to 4th` for one of equal seats, or `any` if all seats are equal.
pub(crate) fn placed(seat: usize, places: &[usize]) -> String {
    let first = places[seat];
    let equal = places.iter().filter(|&&place| place == first).count();
    let name = |place: usize| match place + 1 {
        1 => "winner".to_owned(),
        2 if places.len() == 2 => "loser".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        place => format!("{place}th"),
    };
    match equal {
        1 => name(first),
        _ if equal == places.len() => "any".to_owned(),
        2 => format!("{} or {}", name(first), name(first + 1)),
        _ => format!("{} to {}", name(first), name(first + equal - 1)),
    }
}

/// Returns P(each seat wins) plus an equal part of `draw`, the probability that no seat wins.
pub(crate) fn equal_shares(wins: &[Rational], draw: &Rational) -> Vec<Rational> {
    wins.iter().map(|win| win + draw / ratio(wins.len(), 1)).collect()
}

/// Adds the chances and the next game of each seat to a report on a game without points before the first turn. In doubles,
/// `error` bounds the error of each probability.
pub(crate) fn add_seats(
    report: &mut Report,
    (wins, draw): (&[Rational], &Rational),
    error: Option<f64>,
    names: &PlayerNames,
) {
    // The draw is computed from all probabilities.
    let share_error = error.map(|error| sum_of_errors(error, 2));
    let difference_error = share_error.map(|error| sum_of_errors(error, 2));
    let shares = equal_shares(wins, draw);
    let levelled = levelled(wins, error.map(|error| sum_of_errors(error, 2)));
    let places = next_places(&levelled);
    report.add("share", ReportValue::seats_within(&shares, share_error));
    report.add("share_spread", ReportValue::within(&spread(&shares), difference_error));
    report.add("next_places", places_value(&places));
    let fields: [ColumnOf<'_, usize>; 4] = [
        ("", Some("seat"), &|&seat| names.of(seat).into()),
        ("", Some("P(wins)"), &|&seat| ReportValue::within(&wins[seat], error)),
        ("", Some("share"), &|&seat| ReportValue::within(&shares[seat], share_error)),
        ("", Some("next game"), &|&seat| placed(seat, &places).into()),
    ];
    report.tables.push(Table::of("", 0..wins.len(), &fields).probabilities(&["P(wins)", "share"]));
    let means = "Share: P(win) plus an equal part of P(no one wins). ";
    report.remarks.push(vec![means.into(), NEXT_MEANS.into()]);
}
