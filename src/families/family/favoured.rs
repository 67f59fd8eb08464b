//! The favoured seat, by the probability that each seat wins, and the seat that should begin the next game.
//!
//! The lead is the distance from the best seat to the second best one. The spread is the distance from the best seat to
//! the worst one; it orders games by fairness. Both are equal between two players.

use super::answers::sum_of_errors;
use super::{FormatScope, Report, ReportValue, TextVisibility};
use crate::exact::{Rational, zero};
use crate::model::order::sort;

/// Returns the distance from the greatest probability to the second greatest. A single player has no rival, which
/// counts as 0.
pub fn lead(wins: &[Rational]) -> Rational {
    let mut wins: Vec<&Rational> = wins.iter().collect();
    sort(&mut wins, |a, b| b.cmp(a));
    wins[0] - wins.get(1).copied().unwrap_or(&zero())
}

/// Returns the distance from the greatest probability to the least. It is 0 in a fair game.
pub fn spread(wins: &[Rational]) -> Rational {
    let (least, most) = (wins.iter().min(), wins.iter().max());
    most.zip(least).map_or_else(zero, |(most, least)| most - least)
}

/// Returns the seat with the strictly greatest value, such as its probability of winning. Returns `None` for a tie.
pub fn most<T: Ord>(wins: &[T]) -> Option<usize> {
    let best = wins.iter().max()?;
    let mut seats = (0..wins.len()).filter(|&seat| wins[seat] == *best);
    seats.next().filter(|_| seats.next().is_none())
}

/// Returns the seat that wins least often, the last of several equal seats. The winner of the previous game should sit there.
pub fn least(wins: &[Rational]) -> usize {
    let seats = wins.iter().enumerate();
    seats.min_by(|(a, x), (b, y)| x.cmp(y).then(b.cmp(a))).map_or(0, |(seat, _)| seat)
}

/// Returns the seat of the last winner in the next game; nothing if all seats are equal.
pub fn winner_seat(wins: &[Rational]) -> ReportValue {
    if spread(wins) == zero() { ReportValue::Nothing } else { number(least(wins)) }
}

/// Returns the favoured player and the lead, for machine-readable formats.
pub fn favourite(wins: &[Rational]) -> ReportValue {
    most(wins).map_or(ReportValue::Nothing, |seat| favourite_by(seat, ReportValue::Exact(lead(wins))))
}

/// Returns a favoured seat and its lead, for machine-readable formats.
pub fn favourite_by(seat: usize, lead: ReportValue) -> ReportValue {
    ReportValue::Parts(vec![("player", number(seat)), ("by", lead)])
}

/// Returns the number of a seat, from 1.
pub fn number(seat: usize) -> ReportValue {
    ReportValue::Whole(seat as u64 + 1)
}

/// Returns the favoured player and the lead.
pub fn favoured(wins: &[Rational], name: impl Fn(usize) -> String) -> ReportValue {
    favoured_by(wins, &name, ReportValue::Exact(lead(wins)))
}

/// Returns the names of the favoured players, and the lead if there is a single one.
fn favoured_by(wins: &[Rational], name: &dyn Fn(usize) -> String, lead: ReportValue) -> ReportValue {
    let who = ReportValue::Words(favourites(wins, name));
    match most(wins) {
        None => who,
        Some(_) => ReportValue::Parts(vec![("", who), ("by", lead)]),
    }
}

/// Returns the names of the seats that win most often, or `no one` if all seats are equal.
pub fn favourites(wins: &[Rational], name: &dyn Fn(usize) -> String) -> String {
    let best = wins.iter().max();
    let seats: Vec<usize> = (0..wins.len()).filter(|&seat| Some(&wins[seat]) == best).collect();
    match seats.len() == wins.len() && wins.len() > 1 {
        true => "no one".to_owned(),
        false => joined(&seats.into_iter().map(name).collect::<Vec<_>>()),
    }
}

/// Joins names by commas and a last `and`.
pub fn joined(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

/// Returns the rule for who begins the next game. The winner moves to the seat that wins least often, if seats differ.
pub fn next_game(wins: &[Rational]) -> String {
    match (wins.len(), least(wins)) {
        (2, _) if spread(wins) == zero() => "either player begins".to_owned(),
        _ if spread(wins) == zero() => "any player begins".to_owned(),
        (_, 0) => "the winner begins".to_owned(),
        (2, _) => "the loser begins".to_owned(),
        (_, seat) => format!("the winner moves to seat {}", seat + 1),
    }
}

/// The key of the probability that each seat wins.
pub const WIN: &str = "win";
/// The key of the favoured player.
pub const FAVOURED: &str = "favoured";
/// The key of the lead.
const LEAD: &str = "lead";
/// The key of the spread, and its name in text.
pub const SPREAD: &str = "spread";
/// The meaning of the lead and of the spread, for people.
pub const SPREAD_MEANS: &str =
    "By: the lead over the next best seat. Spread: P(win) of the best seat minus P(win) of the worst seat.";

/// Adds the favoured seat and the seat for the winner to a report. People see the spread if `shows_spread`. In doubles, `error`
/// bounds the error of each probability, and seats are equal if the bounds leave open which is better.
pub fn add_favoured(
    report: &mut Report,
    wins: &[Rational],
    draw: &Rational,
    error: Option<f64>,
    name: impl Fn(usize) -> String,
    shows_spread: bool,
) {
    report.add(WIN, ReportValue::seats_within(wins, error));
    report.add("draw", ReportValue::within(draw, error.map(|error| sum_of_errors(error, wins.len()))));
    let difference = error.map(|error| sum_of_errors(error, 2));
    let spread = ReportValue::within(&spread(wins), difference);
    let by = ReportValue::within(&lead(wins), difference);
    let levelled = levelled(wins, difference);
    let wins = &*levelled;
    let first = most(wins);
    report.add_json(FAVOURED, first.map_or(ReportValue::Nothing, |seat| favourite_by(seat, by.clone())));
    report.put(FAVOURED, Vec::new(), first.map_or(ReportValue::Nothing, number), FormatScope::Tables);
    report
        .add_text(FAVOURED, favoured_by(wins, &name, by.clone()))
        .probability()
        .only(TextVisibility::Listed);
    report.add_text(FAVOURED, favourites(wins, &name)).only(TextVisibility::Alone);
    report
        .put(LEAD, first.map(|_| "by".to_owned()).into_iter().collect(), by, FormatScope::Tables)
        .probability()
        .only(TextVisibility::Alone);
    let words = shows_spread.then(|| SPREAD.to_owned());
    report.put(SPREAD, words.into_iter().collect(), spread, FormatScope::All).probability();
    report.add("winner_sits", winner_seat(wins));
    report.add_text("next game", next_game(wins));
}

/// Makes nearly equal probabilities equal: in ascending order, a probability that exceeds the previous one by at most `margin` takes over
/// its value.
pub(super) fn levelled(wins: &[Rational], margin: Option<f64>) -> Vec<Rational> {
    let margin = margin.and_then(Rational::from_float).unwrap_or_default();
    let mut order: Vec<usize> = (0..wins.len()).collect();
    sort(&mut order, |&one, &other| wins[one].cmp(&wins[other]));
    let mut levelled = wins.to_vec();
    for pair in order.windows(2) {
        if &wins[pair[1]] - &wins[pair[0]] <= margin {
            levelled[pair[1]] = levelled[pair[0]].clone();
        }
    }
    levelled
}

/// The number of fairest games that a list names. Ties with the last named game are added.
const NAMED: usize = 5;

/// Returns the list of the fairest of `all` games. A shortened list shows how many games it names.
pub fn fairest_first(named: &[String], all: usize) -> String {
    let cut = if named.len() < all { format!(" ({} of {all})", named.len()) } else { String::new() };
    format!("Fairest{cut}: {}.\n", named.join(", "))
}

/// Returns the value of a double as a fraction. Returns `None` for values of other kinds.
pub(super) fn double_as_fraction(value: &ReportValue) -> Option<Rational> {
    match value {
        ReportValue::Bounded(number) => Rational::from_float(number.value),
        _ => None,
    }
}

/// Returns the fairest of several games, and the games that favour a player other than the first. Each game has its
/// name and its report.
pub fn fairest(games: &[(String, &Report)]) -> String {
    let found = |report: &Report, key| {
        let number = report.numbers.iter().rfind(|number| number.key == key);
        number.map_or(ReportValue::Nothing, |number| number.value.clone())
    };
    let wins = |report: &Report| match found(report, WIN) {
        ReportValue::Seats(wins) => wins,
        ReportValue::Each(wins) => wins.iter().filter_map(double_as_fraction).collect(),
        _ => Vec::new(),
    };
    let other = games.iter().filter(|(_, report)| matches!(found(report, FAVOURED), ReportValue::Whole(2..)));
    let other: Vec<&str> = other.map(|(name, _)| name.as_str()).collect();
    let mut order: Vec<_> =
        games.iter().map(|(name, report)| (spread(&wins(report)), name.as_str())).collect();
    sort(&mut order, |(one, _), (other, _)| one.cmp(other));
    let named: Vec<String> =
        tied(&order, |(spread, _)| spread).iter().map(|(_, name)| (*name).to_owned()).collect();
    let means = match games.iter().any(|(_, report)| wins(report).len() > 2) {
        true => format!("{SPREAD_MEANS}\nThe fairest game has the smallest spread.\n"),
        false => String::new(),
    };
    let none = if other.is_empty() { "none" } else { "" };
    format!(
        "\n{}{means}A player other than the first is favoured on: {none}{}.\n",
        fairest_first(&named, games.len()),
        other.join(", ")
    )
}

/// Returns the first [`NAMED`] items of a sorted list, and all further items that tie with the last one.
pub(crate) fn tied<T, K: PartialEq>(order: &[T], key: impl Fn(&T) -> &K) -> &[T] {
    let last = order.get(NAMED - 1).map(&key);
    let few = order.iter().enumerate().take_while(|(place, it)| *place < NAMED || Some(key(it)) == last);
    &order[..few.count()]
}
