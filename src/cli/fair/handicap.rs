//! A head start: points for one of two players before the first turn, with all pairs on the table.

use super::super::fail::Fail;
use super::super::print::{self, Print};
use super::players::{Found, Players};
use super::size;
use crate::exact::Rational;
use crate::game::Points;
use serde_json::{Value, json};

/// The head start that makes a board of two fairest.
pub(super) struct Handicap {
    pub(super) seat: usize,
    pub(super) points: Points,
    /// P(each seat wins) with it.
    pub(super) wins: Vec<Rational>,
}

impl Handicap {
    /// The fewest points that bring the two nearest to each other.
    pub(super) fn of(found: &Found, players: &Players<'_>) -> Result<Option<Self>, Fail> {
        let [first, second] = found.wins() else { return Ok(None) };
        let seat = usize::from(first > second);
        let mut best = Self { seat, points: 0, wins: found.wins().to_vec() };
        // More points only help whom they are given to: once they are ahead, the nearest is found.
        for points in 1..=found.position.pairs + 1 {
            let mut wins = players.ahead(found, seat, points)?;
            wins.truncate(2);
            if size(&wins) >= size(&best.wins) {
                break;
            }
            best = Self { seat, points, wins };
        }
        Ok(Some(best))
    }

    /// It in words.
    pub(super) fn words(&self, players: &Players<'_>) -> String {
        match self.points {
            0 => "none".to_owned(),
            points => format!("{} for {}", print::count(points, "point"), players.name(self.seat)),
        }
    }

    pub(super) fn json(&self, print: Print) -> Value {
        json!({
            "player": self.seat + 1,
            "pairs": self.points,
            "lead_of_player_1": print.number(&(&self.wins[0] - &self.wins[1])),
        })
    }

    /// The player and the points as cells.
    pub(super) fn cells(&self) -> (String, String) {
        ((self.seat + 1).to_string(), self.points.to_string())
    }
}
