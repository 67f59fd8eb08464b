//! Guess a number in turn, with the odds of everybody if all guess best from now on.

use super::meter::{Meter, mixture};
use super::{Named, Session, Sight, Wrong};
use crate::evaluate::solve::solve;
use crate::exact::{Rational, ratio};
use crate::game::{MOST_SEATS, Seat};
use crate::games::guess::{Guess as Rules, Impossible};
use crate::model::{Graph, Run};
use crate::payoff::Gain;
use crate::random::Random;
use serde_json::{Value, json};
use std::mem::take;
use std::sync::Arc;

pub use super::memory::HUMAN;

/// The name of a seat at which the program guesses.
pub const BEST: &str = "best";

/// The most numbers: every guess of every interval is valued.
pub const MOST_NUMBERS: u16 = 100;

/// What the length of the interval alone decides.
#[derive(Debug)]
struct Solved {
    /// For each length the probability that each seat wins, the mover first.
    values: Vec<Vec<Rational>>,
    /// For each length the best guess, counted from the lower end.
    best: Vec<u16>,
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Guess {
    numbers: u16,
    names: Vec<String>,
    seed: Option<u64>,
    secret: u16,
    low: u16,
    high: u16,
    mover: Seat,
    winner: Option<Seat>,
    solved: Arc<Solved>,
    odds: Vec<Rational>,
    meter: Meter,
    steps: Vec<Value>,
    told: String,
}

impl Guess {
    /// A game about a number that is drawn by a seed.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn seeded(numbers: u16, names: Vec<String>, seed: u64, run: &Run<'_>) -> Result<Self, Wrong> {
        let secret = Random::new(seed, 0).below(u64::from(numbers.max(1))) as u16 + 1;
        Ok(Self { seed: Some(seed), ..Self::new(numbers, names, secret, run)? })
    }

    /// A game about `secret`; seats are called [`HUMAN`] or [`BEST`].
    ///
    /// # Errors
    /// If there are no numbers or seats, or too many, the secret is none of them, a seat is called otherwise, or a
    /// limit is met.
    pub fn new(numbers: u16, names: Vec<String>, secret: u16, run: &Run<'_>) -> Result<Self, Wrong> {
        let impossible = |error: Impossible| Wrong::refused(error.to_string());
        if numbers > MOST_NUMBERS {
            return Err(Wrong::refused(format!("{numbers} numbers, but at most {MOST_NUMBERS} are played")));
        }
        let seats = Seat::try_from(names.len()).unwrap_or(MOST_SEATS + 1);
        if !(1..=numbers).contains(&secret) {
            return Err(Wrong::refused(format!("the secret {secret} is none of 1 to {numbers}")));
        }
        if let Some(name) = names.iter().find(|name| *name != HUMAN && *name != BEST) {
            return Err(Wrong::refused(format!("{name:?} guesses no numbers; {HUMAN} and {BEST} do")));
        }
        let rules = Rules::new(numbers, seats).map_err(impossible)?;
        let graph = Graph::of(&rules, run)?;
        let solution = solve(&rules, &graph, &Gain, run)?;
        let mut solved = Solved {
            values: vec![vec![ratio(0, 1); names.len()]; usize::from(numbers) + 1],
            best: vec![1; usize::from(numbers) + 1],
        };
        for node in 0..graph.node_count() {
            let length = usize::from(graph.state(node).length());
            solved.values[length] = solution.value(node);
            solved.best[length] = solution.action(&graph, node).map_or(1, |number| number.0);
        }
        let odds = solved.values[usize::from(numbers)].clone();
        Ok(Self {
            numbers,
            meter: Meter::new(names.len()),
            names,
            seed: None,
            secret,
            low: 1,
            high: numbers,
            mover: 0,
            winner: None,
            solved: Arc::new(solved),
            odds,
            steps: Vec::new(),
            told: String::new(),
        })
    }

    /// The game that these parameters begin.
    ///
    /// # Errors
    /// If something is missing or cannot be, or a limit is met.
    pub fn begin(parameters: &Value, run: &Run<'_>) -> Result<Self, Wrong> {
        let number = |name: &str| {
            let number = parameters[name].as_u64().and_then(|number| u16::try_from(number).ok());
            number.ok_or_else(|| Wrong::refused(format!("{name} is missing, or no whole number")))
        };
        let names = parameters["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        let names = names.ok_or_else(|| Wrong::refused("seats are no list of names"))?;
        let game = Self::new(number("numbers")?, names, number("secret")?, run)?;
        Ok(Self { seed: parameters["seed"].as_u64(), ..game })
    }

    /// The numbers that it can still be.
    #[must_use]
    pub fn interval(&self) -> (u16, u16) {
        (self.low, self.high)
    }

    /// The greatest number it could be at the beginning.
    #[must_use]
    pub fn numbers(&self) -> u16 {
        self.numbers
    }

    /// The number.
    #[must_use]
    pub fn secret(&self) -> u16 {
        self.secret
    }

    /// The names of the seats.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The seed from which the number was drawn, if it was.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The seat to move.
    #[must_use]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that named the number, if any has.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// P(win) of every seat.
    #[must_use]
    pub fn values(&self) -> &[Rational] {
        &self.odds
    }

    /// The amounts by which chance and choices moved the odds.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// P(win) of every seat with so many numbers left and this seat to guess.
    fn left(&self, length: u16, mover: Seat) -> Vec<Rational> {
        let mut values = self.solved.values[usize::from(length)].clone();
        let seats = values.len();
        values.rotate_right(usize::from(mover) % seats);
        values
    }

    fn won(&self, seat: Seat) -> Vec<Rational> {
        (0..self.names.len()).map(|other| ratio(u8::from(other == usize::from(seat)), 1)).collect()
    }

    fn next(&self) -> Seat {
        (self.mover + 1) % self.names.len() as Seat
    }

    /// P(win) of every seat if `number` is guessed, before it is answered.
    ///
    /// # Panics
    /// If it cannot be this number.
    #[must_use]
    pub fn guessed(&self, number: u16) -> Vec<Rational> {
        assert!((self.low..=self.high).contains(&number), "only numbers that are possible are guessed");
        let (below, above) = (number - self.low, self.high - number);
        let parts = [
            (1, self.won(self.mover)),
            (below.into(), self.left(below, self.next())),
            (above.into(), self.left(above, self.next())),
        ];
        mixture(&parts)
    }

    /// By the numbers that are left: the probability that each seat wins, the mover first, and the best guess, counted
    /// from the lower end.
    pub(super) fn solved(&self) -> (&[Vec<Rational>], &[u16]) {
        (&self.solved.values, &self.solved.best)
    }

    /// The best guess; the lowest of equals.
    #[must_use]
    pub fn best(&self) -> u16 {
        self.low + self.solved.best[usize::from(self.high + 1 - self.low)] - 1
    }

    /// Guesses `number`.
    ///
    /// # Errors
    /// If it cannot be this number.
    pub fn guess(&mut self, number: u16) -> Result<(), Wrong> {
        if self.winner.is_some() {
            return Err(Wrong::refused("the number is named already"));
        }
        let (low, high) = (self.low, self.high);
        if !(low..=high).contains(&number) {
            return Err(Wrong::refused(format!(
                "{number} is not possible any more; it is from {low} to {high}"
            )));
        }
        let (chosen, mover) = (self.guessed(number), self.mover);
        let (answer, after) = match number.cmp(&self.secret) {
            std::cmp::Ordering::Equal => {
                self.winner = Some(mover);
                ("hit", self.won(mover))
            }
            std::cmp::Ordering::Greater => {
                self.high = number - 1;
                ("lower", self.left(self.high + 1 - low, self.next()))
            }
            std::cmp::Ordering::Less => {
                self.low = number + 1;
                ("higher", self.left(high + 1 - self.low, self.next()))
            }
        };
        self.meter.step(&self.odds, &chosen, &after);
        self.odds = after;
        if self.winner.is_none() {
            self.mover = self.next();
        }
        self.steps.push(json!({ "seat": mover + 1, "number": number, "answer": answer }));
        self.told = match answer {
            "hit" => format!("player {} names {number}: that is it", mover + 1),
            _ => format!("player {} names {number}: {answer}", mover + 1),
        };
        Ok(())
    }

    /// Returns a copy of the game as it stands, without its steps: enough for a replay to show the moment.
    #[must_use]
    pub fn snapshot(&mut self) -> Self {
        let steps = take(&mut self.steps);
        let snapshot = self.clone();
        self.steps = steps;
        snapshot
    }
}

impl Session for Guess {
    fn family(&self) -> &'static str {
        "guess"
    }

    fn parameters(&self) -> Value {
        json!({ "numbers": self.numbers, "seats": self.names, "seed": self.seed, "secret": self.secret })
    }

    fn again(&mut self, step: &Value, _: &Run<'_>) -> Result<(), Wrong> {
        let number = |name: &str| {
            step[name]
                .as_u64()
                .ok_or_else(|| Wrong::refused(format!("{name} is missing, or no whole number")))
        };
        let (seat, guess) = (number("seat")?, number("number")?);
        let mover = u64::from(self.mover) + 1;
        if seat != mover {
            return Err(Wrong::refused(format!("seat {seat} guesses, but it is the turn of player {mover}")));
        }
        let mut game = self.clone();
        game.guess(u16::try_from(guess).unwrap_or(u16::MAX))?;
        let answer = &game.steps[game.steps.len() - 1]["answer"];
        if step["answer"] != *answer {
            return Err(Wrong::refused(format!("{guess} is answered with {answer} in this game")));
        }
        *self = game;
        Ok(())
    }

    fn steps(&self) -> &[Value] {
        &self.steps
    }

    fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    fn told(&self) -> String {
        self.told.clone()
    }

    fn position(&self) -> String {
        match self.winner {
            Some(seat) => format!("over, player {} wins", seat + 1),
            None => format!("{} to {}, player {} guesses", self.low, self.high, self.mover + 1),
        }
    }

    fn sight(&self) -> Sight {
        let mover = self.winner.is_none().then_some(self.mover);
        Sight { board: None, seats: self.names.len() as Seat, mover, winner: self.winner }
    }

    fn moved(&self) -> &Meter {
        &self.meter
    }

    fn odds(&self) -> Vec<Named> {
        let names = (1..=self.odds.len()).map(|seat| format!("P(player {seat} wins)"));
        names.zip(self.odds.iter().cloned()).collect()
    }
}
