//! Who is favoured, by how often each seat wins, and who should begin the next game.

use super::{Datum, Report, Shown, Within};
use crate::exact::{Rational, zero};

/// Returns by how much the greatest of the wins is above the next, of which a player alone has none.
#[must_use]
pub fn lead(wins: &[Rational]) -> Rational {
    let mut wins: Vec<&Rational> = wins.iter().collect();
    wins.sort_unstable_by(|a, b| b.cmp(a));
    wins[0] - wins.get(1).copied().unwrap_or(&zero())
}

/// Returns by how much the greatest of the wins is above the least: nothing where it is fair.
#[must_use]
pub fn spread(wins: &[Rational]) -> Rational {
    let (least, most) = (wins.iter().min(), wins.iter().max());
    most.zip(least).map_or_else(zero, |(most, least)| most - least)
}

/// Returns the seat that wins more often than every other.
#[must_use]
pub fn most(wins: &[Rational]) -> Option<usize> {
    let best = wins.iter().max()?;
    let mut seats = (0..wins.len()).filter(|&seat| wins[seat] == *best);
    seats.next().filter(|_| seats.next().is_none())
}

/// Returns the seat that wins least often, the last of equals: there the last winner should sit.
#[must_use]
pub fn least(wins: &[Rational]) -> usize {
    let seats = wins.iter().enumerate();
    seats.min_by(|(a, x), (b, y)| x.cmp(y).then(b.cmp(a))).map_or(0, |(seat, _)| seat)
}

/// Returns who is favoured, and by how much, for programs.
#[must_use]
pub fn favourite(wins: &[Rational]) -> Datum {
    let both = |seat: usize| vec![("player", number(seat)), ("by", Datum::Exact(lead(wins)))];
    most(wins).map_or(Datum::Nothing, |seat| Datum::Parts(both(seat)))
}

/// Returns the number of a seat.
#[must_use]
pub fn number(seat: usize) -> Datum {
    Datum::Whole(seat as u64 + 1)
}

/// Returns who is favoured, and by how much.
#[must_use]
pub fn favoured(wins: &[Rational], name: impl Fn(usize) -> String) -> Datum {
    match most(wins) {
        None => Datum::Words("nobody".to_owned()),
        Some(seat) => Datum::Parts(vec![("", Datum::Words(name(seat))), ("by", Datum::Exact(lead(wins)))]),
    }
}

/// Returns who begins the next game.
#[must_use]
pub fn next(wins: &[Rational], name: impl Fn(usize) -> String) -> String {
    match (wins.len(), least(wins)) {
        (_, 0) => "winner begins".to_owned(),
        (2, _) => "loser begins".to_owned(),
        (_, seat) => format!("winner sits as {}", name(seat)),
    }
}

/// The key of how often each wins.
pub const WIN: &str = "win";
/// The key of who is favoured.
pub const FAVOURED: &str = "favoured";
/// The key of the lead.
const LEAD: &str = "lead";

/// Tells who is favoured, and who should begin the next game.
pub fn tell(report: &mut Report, wins: &[Rational], draw: &Rational, name: impl Fn(usize) -> String) {
    let (first, by) = (most(wins), Datum::Exact(lead(wins)));
    report.add(WIN, Datum::Seats(wins.to_vec()));
    report.add("draw", draw.clone());
    report.add_json(FAVOURED, favourite(wins));
    report.put(FAVOURED, Vec::new(), first.map_or(Datum::Nothing, number), Within::Tables);
    report.tell(FAVOURED, favoured(wins, &name)).only(Shown::Listed);
    let who = first.map_or_else(|| "nobody".to_owned(), &name);
    report.tell(FAVOURED, who).only(Shown::Alone);
    report
        .put(LEAD, first.map(|_| "by".to_owned()).into_iter().collect(), by, Within::Tables)
        .only(Shown::Alone);
    report.add("winner_sits", number(least(wins)));
    let next = format!("the {}", next(wins, name));
    report.tell("next game", next);
}
