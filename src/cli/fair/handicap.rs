//! A head start: points for one of two players before the first turn, with all pairs on the table.

use super::super::fail::Fail;
use super::super::print;
use super::players::{Found, Players};
use super::size;
use crate::exact::Rational;
use crate::family::favoured::{favoured, number};
use crate::family::{Datum, Report};
use crate::game::Points;

/// The head start that makes a board of two fairest.
pub(super) struct Handicap {
    seat: usize,
    points: Points,
    /// P(each seat wins) with it.
    wins: Vec<Rational>,
}

impl Handicap {
    /// The fewest points that bring the two nearest to each other.
    pub(super) fn of(found: &Found, players: &Players<'_>) -> Result<Option<Self>, Fail> {
        let [first, second] = found.wins() else { return Ok(None) };
        let seat = usize::from(first > second);
        let mut best = Self { seat, points: 0, wins: found.wins().to_vec() };
        // More points only help whom they are given to, though some change nothing: once they are not behind any more, the
        // nearest is found.
        for points in 1..=found.position.pairs + 1 {
            let mut wins = players.ahead(found, seat, points)?;
            wins.truncate(2);
            let is_behind = wins[seat] < wins[1 - seat];
            if size(&wins) < size(&best.wins) {
                best = Self { seat, points, wins };
            }
            if !is_behind {
                break;
            }
        }
        Ok(Some(best))
    }

    /// Tells it; it is of a board of so many pairs.
    pub(super) fn tell(&self, pairs: Points, players: &Players<'_>, report: &mut Report) {
        let Self { seat, points, wins } = self;
        let all = vec![
            ("player", number(*seat)),
            ("pairs", Datum::Whole((*points).into())),
            ("lead_of_player_1", Datum::Exact(&wins[0] - &wins[1])),
        ];
        report.add("handicap", Datum::Parts(all));
        let points = print::count(points, "point");
        let words = match self.points {
            0 => "none".to_owned(),
            _ => format!("{points} for {}", players.name(*seat)),
        };
        report.tell("best head start", words);
        if self.points > 0 {
            let left = favoured(wins, |seat| players.name(seat));
            report.tell("then favoured", left);
            let stay = match pairs {
                1 => "the pair stays".to_owned(),
                _ => format!("all {pairs} pairs stay"),
            };
            report.note = format!("The head start is {points} before the first turn; {stay} on the table.");
        }
    }
}
