//! The parameters of the family `solitaire`, and the game that follows from them.

use super::described::Question;
use super::fail::Fail;
use super::range::Numbers;
use crate::exact::{Rational, ratio};
pub(crate) use crate::games::solitaire::Solitaire as Asked;
use crate::games::solitaire::decisions::{self, Rule};
use crate::games::solitaire::imperfect::visits::Expected;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// The boards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solitaire {
    pub(crate) pairs: Numbers,
}

impl Solitaire {
    /// The boards that a question is about.
    pub(crate) fn of(question: &Question) -> Result<Self, Fail> {
        Ok(Self { pairs: Numbers::of(question, "pairs")?.unwrap_or_default() })
    }

    /// Returns `true` if several boards are asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.pairs.is_range()
    }

    /// The boards that were asked for.
    pub(crate) fn games(&self) -> Result<Vec<Asked>, Fail> {
        let game = |pairs| Asked::new(pairs).map_err(|error| Fail::usage(error.to_string()));
        self.pairs.iter().map(game).collect()
    }
}

/// The parameters of a board as JSON repeats them.
pub(crate) fn parameters(asked: Asked) -> Value {
    json!({ "pairs": asked.pairs() })
}

/// How a game is scored.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Score")]
pub(crate) struct Score {
    /// Points for a pair with a card that was turned before, for a lucky
    /// turn, for a failed turn (Kellner 2023) [default: 3,1,-2]
    #[arg(long = "score", value_name = "A,B,C", allow_hyphen_values = true, value_parser = points)]
    points: Option<Points>,
    /// Which turns without a pair have failed [default: C]
    #[arg(long, value_enum, ignore_case = true)]
    failed: Option<Failed>,
}

/// Points for a pair with a turned card, for a lucky turn, for a failed turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Points {
    pub(crate) pair: i64,
    pub(crate) lucky: i64,
    pub(crate) failed: i64,
}

/// Kellner's example.
const KELLNER: Points = Points { pair: 3, lucky: 1, failed: -2 };

/// The most that is scored at once, up or down.
const MOST_POINTS: i64 = 1_000_000;

/// Reads three whole numbers.
fn points(text: &str) -> Result<Points, String> {
    let read = |text: &str| text.trim().parse().ok().filter(|points: &i64| points.abs() <= MOST_POINTS);
    let numbers: Option<Vec<i64>> = text.split(',').map(read).collect();
    match numbers.as_deref() {
        Some(&[pair, lucky, failed]) => Ok(Points { pair, lucky, failed }),
        _ => Err("three whole numbers up to a million are needed, such as 3,1,-2".to_owned()),
    }
}

/// What a failed turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "UPPER")]
pub(crate) enum Failed {
    /// No pair, though one of the two cards was turned before
    C,
    /// No pair, though the second card was turned before
    A,
    /// Every turn without a pair
    B,
}

impl Failed {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }
}

impl Score {
    /// Returns `true` if a rule is asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.points.is_some() || self.failed.is_some()
    }

    pub(crate) fn points(&self) -> Points {
        self.points.unwrap_or(KELLNER)
    }

    pub(crate) fn failed(&self) -> Failed {
        self.failed.unwrap_or(Failed::C)
    }

    /// The rule for players who decide.
    pub(crate) fn rule(&self) -> Rule {
        let Points { pair, lucky, failed } = self.points();
        let reading = match self.failed() {
            Failed::A => decisions::Failed::Second,
            Failed::B => decisions::Failed::Every,
            Failed::C => decisions::Failed::Either,
        };
        Rule { pair, lucky, miss: failed, failed: reading }
    }

    /// The points of a game in which the player ends as soon as he can, by its lucky turns and turns.
    pub(crate) fn of(&self, pairs: u16, lucky: &Rational, turns: &Rational) -> Rational {
        let Points { pair, lucky: luck, failed } = self.points();
        let pairs = ratio(pairs, 1);
        let score = &pairs * ratio(pair, 1) + lucky * ratio(luck - pair, 1);
        match self.failed() {
            // His turns without a pair are of two fresh cards, and fail by this reading only.
            Failed::B => score + (turns - pairs) * ratio(failed, 1),
            Failed::A | Failed::C => score,
        }
    }

    /// The expected points of a player who forgets.
    pub(crate) fn of_player(&self, pairs: u16, expected: &Expected<Rational>) -> Rational {
        let Points { pair, lucky: luck, failed } = self.points();
        let pairs = ratio(pairs, 1);
        let misses = match self.failed() {
            Failed::A => expected.failed_second.clone(),
            Failed::B => &expected.turns - &pairs,
            Failed::C => expected.failed_either.clone(),
        };
        pairs * ratio(pair, 1) + &expected.lucky * ratio(luck - pair, 1) + misses * ratio(failed, 1)
    }

    /// The rule as JSON repeats it.
    pub(crate) fn parameters(&self) -> Value {
        let Points { pair, lucky, failed } = self.points();
        json!({ "pair": pair, "lucky": lucky, "failed": failed, "rule": self.failed().name() })
    }
}
