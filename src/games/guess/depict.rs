//! Text, measures and pictures of the states of a guessing game.

use super::{Answer, Guess, Interval, Number};
use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
use crate::game::Points;

impl Depict for Guess {
    fn measures(&self) -> &'static [&'static str] {
        &["low", "high", "guesses_left"]
    }

    /// Writes the length of the interval as the remaining guesses if the players cannot run out of guesses.
    fn measure(&self, interval: &Interval, numbers: &mut Vec<i32>) {
        let left = interval.left.unwrap_or(interval.length());
        numbers.extend([interval.low, interval.high, left].map(i32::from));
    }

    fn words(&self, interval: &Interval, text: &mut String) {
        let &Interval { low, high, left } = interval;
        if interval.length() == 0 {
            text.push_str("over");
            return;
        }
        text.push_str(&match self.is_uniform() {
            true if high == 1 => "1 number".to_owned(),
            true => format!("{high} numbers"),
            false => format!("{low} to {high}"),
        });
        if let Some(left) = left {
            text.push_str(&format!(" guesses={left}"));
        }
    }

    /// Shows the numbers that are still possible, side by side.
    fn board(&self, interval: &Interval, _: &[Points]) -> Board {
        let row = (interval.low..=interval.high).map(|number| Tile::Open(number.to_string()));
        Board { rows: vec![row.collect()] }
    }

    fn kind(&self, answer: Answer) -> EventKind {
        let style = if answer == Answer::Missed { 4 } else { answer as usize };
        EventKind::new(answer.name(), answer.meaning(), style)
    }

    /// Describes numbers relative to the interval if all numbers are equally likely.
    fn codes(&self) -> Vec<Code> {
        let mut codes = match self.is_uniform() {
            true => vec![
                Code::new("5 numbers", "5 numbers are still possible"),
                Code::new("3", "guesses the third of the numbers that are still possible"),
            ],
            false => vec![
                Code::new("2 to 6", "the numbers that are still possible"),
                Code::new("3", "guesses the number 3"),
            ],
        };
        if self.guesses.is_some() {
            codes.push(Code::new("guesses", "guesses that are left, all players together"));
        }
        codes
    }

    fn equivalent_actions(&self, interval: &Interval, number: Number) -> Vec<Number> {
        if !self.is_uniform() {
            return vec![number];
        }
        let mirrored = Number(interval.length() + 1 - number.0);
        if mirrored == number { vec![number] } else { vec![number, mirrored] }
    }

    fn unit(&self) -> Option<&'static str> {
        Some("hits")
    }

    fn ending(&self, _: &Interval, last: Option<Answer>) -> Option<Ending> {
        Some(match (last, self.seats) {
            (Some(Answer::Missed), 1) => Ending::Lost,
            (Some(Answer::Missed), _) => Ending::Drawn,
            _ => Ending::Won(0),
        })
    }
}
