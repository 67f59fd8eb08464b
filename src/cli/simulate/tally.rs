//! What a number of games says of the ways they were played.

use super::super::print::Print;
use super::mines::Way;
use crate::games::mines::simulate::Ended;
use crate::statistics::{Mean, Paired, Share, two_sided};
use serde_json::{Value, json};

/// The games of one way to play.
pub(super) struct Tally {
    way: Way,
    won: u64,
    games: u64,
    left: Mean,
    guesses: Mean,
}

/// A simulated share; unless others are asked for, with more digits than its error allows, but not many more.
fn digits(value: f64, print: Print) -> String {
    print.float(value, 5)
}

fn interval((low, high): (f64, f64), print: Print) -> String {
    format!("{} to {}", print.float(low, 4), print.float(high, 4))
}

fn optional(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

impl Tally {
    pub(super) const HEAD: [&str; 7] =
        ["  play", "won", "share", "error", "95 % (Wilson)", "95 % (normal)", "mines left if lost"];

    pub(super) const COLUMNS: [&str; 11] = [
        "play",
        "won",
        "games",
        "share",
        "error",
        "wilson_low",
        "wilson_high",
        "normal_low",
        "normal_high",
        "mean_left_if_lost",
        "mean_guesses",
    ];

    pub(super) fn new(way: Way) -> Self {
        Self { way, won: 0, games: 0, left: Mean::default(), guesses: Mean::default() }
    }

    pub(super) fn add(&mut self, ended: Ended) {
        self.games += 1;
        self.won += u64::from(ended.won);
        self.guesses.add(ended.guesses as u64);
        if !ended.won {
            self.left.add(ended.left as u64);
        }
    }

    fn share(&self) -> Share {
        Share { hits: self.won, tries: self.games }
    }

    pub(super) fn row(&self, print: Print) -> Vec<String> {
        let share = self.share();
        vec![
            format!("  {}", self.way.words()),
            self.won.to_string(),
            digits(share.value(), print),
            digits(share.error(), print),
            interval(share.wilson(), print),
            interval(share.normal(), print),
            optional(self.left.value(), |left| print.float(left, 3)),
        ]
    }

    pub(super) fn cells(&self) -> Vec<String> {
        let share = self.share();
        let ((a, b), (c, d)) = (share.wilson(), share.normal());
        let number = |value: f64| value.to_string();
        let mut cells = vec![self.way.words(), self.won.to_string(), self.games.to_string()];
        cells.extend([share.value(), share.error(), a, b, c, d].map(number));
        cells.push(self.left.value().map_or_else(String::new, number));
        cells.push(self.guesses.value().map_or_else(String::new, number));
        cells
    }

    pub(super) fn json(&self) -> Value {
        let share = self.share();
        json!({
            "play": self.way.words(),
            "won": self.won,
            "games": self.games,
            "share": share.value(),
            "error": share.error(),
            "wilson": [share.wilson().0, share.wilson().1],
            "normal": [share.normal().0, share.normal().1],
            "mean_left_if_lost": self.left.value(),
            "mean_left_if_lost_error": self.left.error(),
            "mean_guesses": self.guesses.value(),
        })
    }
}

/// Two ways on the same boards.
pub(super) struct Versus {
    first: usize,
    second: usize,
    paired: Paired,
}

impl Versus {
    pub(super) const HEAD: [&str; 6] =
        ["  pair", "difference", "error", "only the first won", "only the second", "McNemar u (p)"];

    pub(super) fn new(first: usize, second: usize) -> Self {
        Self { first, second, paired: Paired::default() }
    }

    pub(super) fn places(&self) -> (usize, usize) {
        (self.first, self.second)
    }

    pub(super) fn add(&mut self, ended: &[Ended]) {
        let (first, second) = (ended[self.first].won, ended[self.second].won);
        self.paired.tries += 1;
        self.paired.first_only += u64::from(first && !second);
        self.paired.second_only += u64::from(second && !first);
    }

    fn short(way: Way) -> String {
        way.words().replace("lowest risk, ties ", "")
    }

    pub(super) fn row(&self, tallies: &[Tally], print: Print) -> Vec<String> {
        let paired = self.paired;
        let u = paired.statistic();
        vec![
            format!("  {} - {}", Self::short(tallies[self.first].way), Self::short(tallies[self.second].way)),
            digits(paired.difference(), print),
            digits(paired.error(), print),
            paired.first_only.to_string(),
            paired.second_only.to_string(),
            format!("{u:.2} ({:.1e})", two_sided(u)),
        ]
    }

    pub(super) fn json(&self, tallies: &[Tally]) -> Value {
        let paired = self.paired;
        json!({
            "first": tallies[self.first].way.words(),
            "second": tallies[self.second].way.words(),
            "difference": paired.difference(),
            "error": paired.error(),
            "first_only": paired.first_only,
            "second_only": paired.second_only,
            "mcnemar": paired.statistic(),
            "p": two_sided(paired.statistic()),
        })
    }
}
