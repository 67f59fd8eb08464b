//! The seat that is favoured, by how often each wins, and the one that should begin the next game.

use super::{Datum, Report, Whereabouts, Within};
use crate::exact::{Rational, one, zero};
use crate::model::order::sort;

/// Returns by how much the greatest of the wins is above the next, of which a player alone has none.
pub fn lead(wins: &[Rational]) -> Rational {
    let mut wins: Vec<&Rational> = wins.iter().collect();
    wins.sort_unstable_by(|a, b| b.cmp(a));
    wins[0] - wins.get(1).copied().unwrap_or(&zero())
}

/// Returns by how much the greatest of the wins is above the least: nothing where it is fair.
pub fn spread(wins: &[Rational]) -> Rational {
    let (least, most) = (wins.iter().min(), wins.iter().max());
    most.zip(least).map_or_else(zero, |(most, least)| most - least)
}

/// Returns the seat that wins more often than every other, or has more of anything else.
pub fn most<T: Ord>(wins: &[T]) -> Option<usize> {
    let best = wins.iter().max()?;
    let mut seats = (0..wins.len()).filter(|&seat| wins[seat] == *best);
    seats.next().filter(|_| seats.next().is_none())
}

/// Returns the seat that wins least often, the last of equals: there the last winner should sit.
pub fn least(wins: &[Rational]) -> usize {
    let seats = wins.iter().enumerate();
    seats.min_by(|(a, x), (b, y)| x.cmp(y).then(b.cmp(a))).map_or(0, |(seat, _)| seat)
}

/// Returns who is favoured, and by how much, for programs.
pub fn favourite(wins: &[Rational]) -> Datum {
    let both = |seat: usize| vec![("player", number(seat)), ("by", Datum::Exact(lead(wins)))];
    most(wins).map_or(Datum::Nothing, |seat| Datum::Parts(both(seat)))
}

/// Returns the number of a seat.
pub fn number(seat: usize) -> Datum {
    Datum::Whole(seat as u64 + 1)
}

/// Returns who is favoured, and by how much.
pub fn favoured(wins: &[Rational], name: impl Fn(usize) -> String) -> Datum {
    match most(wins) {
        None => Datum::Words("nobody".to_owned()),
        Some(seat) => Datum::Parts(vec![("", Datum::Words(name(seat))), ("by", Datum::Exact(lead(wins)))]),
    }
}

/// Returns who begins the next game.
pub fn next(wins: &[Rational], name: impl Fn(usize) -> String) -> String {
    match (wins.len(), least(wins)) {
        (_, 0) => "winner begins".to_owned(),
        (2, _) => "loser begins".to_owned(),
        (_, seat) => format!("winner takes the seat of {}", name(seat)),
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
    report.tell(FAVOURED, favoured(wins, &name)).only(Whereabouts::Listed);
    let who = first.map_or_else(|| "nobody".to_owned(), &name);
    report.tell(FAVOURED, who).only(Whereabouts::Alone);
    report
        .put(LEAD, first.map(|_| "by".to_owned()).into_iter().collect(), by, Within::Tables)
        .only(Whereabouts::Alone);
    report.add("winner_sits", number(least(wins)));
    let next = format!("the {}", next(wins, name));
    report.tell("next game", next);
}

/// The meaning of fairest among more than two players.
const FAIREST: &str =
    "Fairest is the smallest difference between who wins most often and who wins least often.\n";

/// The fairest boards that are named, and those that are as fair as the last of them.
const NAMED: usize = 5;

/// Returns which of several games are fairest, and which favour another player than the one who begins; each has its name and
/// its report.
pub fn fairest(games: &[(String, &Report)]) -> String {
    let found = |report: &Report, key| {
        let number = report.numbers.iter().rfind(|number| number.key == key);
        number.map_or(Datum::Nothing, |number| number.datum.clone())
    };
    let by = |report: &Report| match found(report, WIN) {
        Datum::Seats(wins) => spread(&wins),
        _ => one(),
    };
    let other = games.iter().filter(|(_, report)| matches!(found(report, FAVOURED), Datum::Whole(2..)));
    let other: Vec<&str> = other.map(|(name, _)| name.as_str()).collect();
    let mut order: Vec<_> = games.iter().map(|(name, report)| (by(report), name.as_str())).collect();
    sort(&mut order, |(one, _), (other, _)| one.cmp(other));
    let fairest: Vec<&str> = tied(&order, |(lead, _)| lead).iter().map(|(_, name)| *name).collect();
    let none = if other.is_empty() { "none" } else { "" };
    let seats = |report| if let Datum::Seats(wins) = found(report, WIN) { wins.len() } else { 0 };
    let how = if games.iter().any(|(_, report)| seats(report) > 2) { FAIREST } else { "" };
    format!(
        "\nFairest: {}.\n{how}A player other than the first is favoured on: {none}{}.\n",
        fairest.join(", "),
        other.join(", ")
    )
}

/// The first few of what is in order, and those that are as good as the last of them.
pub(crate) fn tied<T, K: PartialEq>(order: &[T], key: impl Fn(&T) -> &K) -> &[T] {
    let last = order.get(NAMED - 1).map(&key);
    let few = order.iter().enumerate().take_while(|(place, it)| *place < NAMED || Some(key(it)) == last);
    &order[..few.count()]
}
