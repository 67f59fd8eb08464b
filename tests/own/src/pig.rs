//! Pig (Scarne 1945): a player throws as often as they like, and banks the points of the turn or loses them.

use chancetree::family::{Family, GameArguments, Instance, Parameter, PayoffKind, Playable, Refusal};
use chancetree::prelude::*;
use serde::Deserialize;
use std::fmt;

/// Pig for two players who play to win.
#[derive(Clone)]
pub(crate) struct Pig {
    target: u16,
    is_coin: bool,
}

/// The banked points of the mover and of the opponent, and the points of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Scores {
    own: u16,
    other: u16,
    turn: u16,
}

/// The points of a throw; 0 loses the turn, and `None` means that the turn was banked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Thrown(Option<u16>);

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("banked"),
            Some(0) => f.write_str("lost"),
            Some(points) => write!(f, "+{points}"),
        }
    }
}

impl Game for Pig {
    type State = Scores;
    type Action = &'static str;
    type Event = Thrown;

    fn start(&self) -> Scores {
        Scores { own: 0, other: 0, turn: 0 }
    }

    fn expand(&self, &Scores { own, other, turn }: &Scores, choices: &mut Choices<Self>) {
        if other >= self.target {
            return; // The last mover has won.
        }
        let lost = Scores { own: other, other: own, turn: 0 };
        let won = if self.is_coin { 1..=1 } else { 2..=6 };
        let throw = choices.action("throw").event(1, Thrown(Some(0)), || lost).pass();
        won.fold(throw, |throw, points| {
            let turn = (turn + points).min(self.target - own);
            throw.event(1, Thrown(Some(points)), || Scores { own, other, turn })
        });
        if turn > 0 {
            let banked = Scores { own: other, other: own + turn, turn: 0 };
            choices.action("bank").event(1, Thrown(None), || banked).pass();
        }
    }

    fn layer(&self, scores: &Scores) -> u32 {
        u32::from(scores.own + scores.other)
    }

    fn seats(&self) -> Seat {
        2
    }
}

impl Depict for Pig {
    fn words(&self, &Scores { own, other, turn }: &Scores, text: &mut String) {
        text.push_str(&format!("{own}:{other}+{turn}"));
    }

    fn codes(&self) -> Vec<Code> {
        vec![Code::new("3:4+2", "3 banked by whoever moves, 4 by the other, 2 in this turn")]
    }

    fn ending(&self, _: &Scores, _: Option<Thrown>) -> Option<Ending> {
        Some(Ending::Won(1)) // The last mover.
    }
}

/// Pays 1 to the last mover, who has won.
struct Win;

impl Payoff<Pig> for Win {
    fn end(&self, _: &Pig, _: &Scores, seat: Seat) -> i64 {
        i64::from(seat == 1)
    }
}

/// Counts the throws of each player.
struct Throws;

impl Payoff<Pig> for Throws {
    fn event(&self, _: &Pig, thrown: Thrown, _: Points) -> i64 {
        i64::from(thrown.0.is_some())
    }
}

/// The parameters of the game.
#[derive(Deserialize)]
struct PigArgs {
    target: u16,
    throw: Throw,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Throw {
    Die,
    Coin,
}

/// The description of Pig.
pub(crate) struct Pigs;

impl Family for Pigs {
    fn name(&self) -> &'static str {
        "pig"
    }

    fn about(&self) -> &'static str {
        "Pig: throw on or bank, but what loses takes the whole turn"
    }

    fn source(&self) -> &'static str {
        "Scarne 1945; Neller and Presser 2004"
    }

    fn parameters(&self) -> Vec<Parameter> {
        const THROWS: &[(&str, &str)] =
            &[("die", "2 to 6 count, 1 loses the turn"), ("coin", "heads count 1, tails lose the turn")];
        vec![
            Parameter::whole("target", "Points that win", 1, 100).default_value("10"),
            Parameter::words("throw", "What is thrown", THROWS).default_value("die"),
        ]
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--target 20", "--target 2 --throw coin"]
    }

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let PigArgs { target, throw } = given.read();
        let pig = Pig { target, is_coin: throw == Throw::Coin };
        let game = Instance::new(pig, PayoffKind::Wins { no_winner: None }, Win)
            .and(PayoffKind::Expected("throws"), Throws);
        Ok(game.titled(format!("Pig to {target}, 2 players")).boxed())
    }
}
