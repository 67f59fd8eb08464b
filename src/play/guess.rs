//! Guess a number in turn, with the odds of everybody if all guess best from now on.

use super::log::{names, number};
use super::mixture;
use super::{Course, Named, Session, Wrong, wins};
use crate::evaluate::solve;
use crate::exact::{self, Rational, ratio};
use crate::export::path::Scene;
use crate::game::Game as _;
use crate::game::{Seat, Weight};
use crate::games::guess::{Guess as Rules, ImpossibleGuess, Interval, MOST_PLAYED};
use crate::model::Job;
use crate::payoff::Gain;
use crate::random::Random;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;

pub use super::memory::HUMAN;

/// The name of a seat at which the program guesses.
pub const BEST: &str = "best";

/// The chances of each seat, the mover first, and the best guess, in a situation of the rules.
pub(super) type Valued = (Vec<Rational>, u16);

/// A session of guessing: a game in play.
#[derive(Clone, Debug)]
pub struct GuessSession {
    rules: Rules,
    names: Vec<String>,
    seed: Option<u64>,
    secret: u16,
    low: u16,
    high: u16,
    /// The guesses left, if they are limited.
    left: Option<u16>,
    mover: Seat,
    winner: Option<Seat>,
    solved: Arc<BTreeMap<Interval, Valued>>,
    odds: Vec<Rational>,
    course: Course,
}

impl GuessSession {
    /// A game about a number that is drawn by a seed.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn seeded(rules: Rules, names: Vec<String>, seed: u64, job: &Job<'_>) -> Result<Self, Wrong> {
        let mut drawn = Random::new(seed, 0).below(rules.weight(1, rules.numbers()));
        let mut secret = 1;
        while drawn >= rules.weight(secret, secret) {
            drawn -= rules.weight(secret, secret);
            secret += 1;
        }
        Ok(Self { seed: Some(seed), ..Self::new(rules, names, secret, job)? })
    }

    /// A game about `secret`; seats are called [`HUMAN`] or [`BEST`].
    ///
    /// # Errors
    /// If there are too many numbers, the secret is none of them or never drawn, there are not as many names as
    /// players, a seat is called otherwise, or a limit is met.
    pub fn new(rules: Rules, names: Vec<String>, secret: u16, job: &Job<'_>) -> Result<Self, Wrong> {
        let numbers = rules.numbers();
        // Every guess of every interval is valued.
        if numbers > MOST_PLAYED {
            return Err(Wrong::refused(format!("{numbers} numbers, but at most {MOST_PLAYED} are played")));
        }
        if !(1..=numbers).contains(&secret) {
            return Err(Wrong::refused(format!("the secret {secret} is none of 1 to {numbers}")));
        }
        if rules.weight(secret, secret) == 0 {
            return Err(Wrong::refused(format!("the secret {secret} has weight 0: it is never drawn")));
        }
        if names.len() != usize::from(rules.seats()) {
            let (names, players) = (names.len(), rules.seats());
            return Err(Wrong::refused(format!("{names} names for {players} seats")));
        }
        if let Some(name) = names.iter().find(|name| *name != HUMAN && *name != BEST) {
            return Err(Wrong::refused(format!("{name:?} guesses no numbers; {HUMAN} and {BEST} do")));
        }
        let graph = rules.graph(job)?;
        let solution = solve(&graph, &Gain, job)?;
        let valued = |node| {
            let best = solution.action(node).map_or(1, |number| number.0);
            (*graph.state(node), (solution.value(node), best))
        };
        let solved: BTreeMap<Interval, Valued> = (0..graph.node_count()).map(valued).collect();
        let mut game = Self {
            course: Course::new(names.len()),
            names,
            seed: None,
            secret,
            low: 1,
            high: numbers,
            left: rules.most_guesses(),
            mover: 0,
            winner: None,
            solved: Arc::new(solved),
            odds: Vec::new(),
            rules,
        };
        game.odds = game.after((1, numbers), game.left, 0);
        Ok(game)
    }

    /// The game that these parameters begin.
    ///
    /// # Errors
    /// If something is missing or cannot be, or a limit is met.
    pub fn begin(parameters: &Value, job: &Job<'_>) -> Result<Self, Wrong> {
        let number = |name: &str| {
            let number = parameters[name].as_u64().and_then(|number| u16::try_from(number).ok());
            number.ok_or_else(|| Wrong::refused(format!("{name} is missing, or no whole number")))
        };
        let names =
            names(&parameters["seats"]).ok_or_else(|| Wrong::refused("seats are no list of names"))?;
        let weights: Option<Vec<Weight>> = match &parameters["weights"] {
            Value::Null => None,
            list => {
                let list = list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
                Some(list.ok_or_else(|| Wrong::refused("weights are no list of whole numbers"))?)
            }
        };
        let guesses = (!parameters["guesses"].is_null()).then(|| number("guesses")).transpose()?;
        let rules = Rules::of(number("numbers")?, names.len(), weights.as_deref(), guesses);
        let rules = rules.map_err(|why: ImpossibleGuess| Wrong::refused(why.to_string()))?;
        let game = Self::new(rules, names, number("secret")?, job)?;
        Ok(Self { seed: parameters["seed"].as_u64(), ..game })
    }

    /// The numbers that it can still be.
    pub fn interval(&self) -> (u16, u16) {
        (self.low, self.high)
    }

    /// The rules: how the number was drawn, and how many guesses there may be.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The guesses that are left to all together, if they are limited.
    pub fn left(&self) -> Option<u16> {
        self.left
    }

    /// The number.
    pub fn secret(&self) -> u16 {
        self.secret
    }

    /// The names of the seats.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The seed from which the number was drawn, if it was.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The seat to move.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that named the number, if any has.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// P(win) of every seat.
    pub fn values(&self) -> &[Rational] {
        &self.odds
    }

    /// P(nobody wins), where guesses are limited.
    pub fn nobody(&self) -> Option<Rational> {
        let won: Rational = self.odds.iter().sum();
        self.rules.most_guesses().map(|_| exact::one() - won)
    }

    /// The situation of the rules in which it can be these numbers, with so many guesses left.
    fn situation(&self, (low, high): (u16, u16), left: Option<u16>) -> &Valued {
        &self.solved[&self.rules.canonical(Interval { low, high, left })]
    }

    /// P(win) of every seat if it can be these numbers, with so many guesses left and this seat to guess.
    fn after(&self, (low, high): (u16, u16), left: Option<u16>, mover: Seat) -> Vec<Rational> {
        // A case that never happens, such as that it is one of numbers of weight 0, is in no situation.
        if self.rules.weight(low, high) == 0 || left == Some(0) {
            return vec![exact::zero(); self.names.len()];
        }
        let mut values = self.situation((low, high), left).0.clone();
        values.rotate_right(usize::from(mover));
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
    pub fn guessed(&self, number: u16) -> Vec<Rational> {
        let (low, high) = (self.low, self.high);
        assert!((low..=high).contains(&number), "only numbers that are possible are guessed");
        let left = self.left.map(|left| left.saturating_sub(1));
        let parts = [
            (self.rules.weight(number, number), self.won(self.mover)),
            (self.rules.weight(low, number - 1), self.after((low, number - 1), left, self.next())),
            (self.rules.weight(number + 1, high), self.after((number + 1, high), left, self.next())),
        ];
        mixture(&parts)
    }

    /// The probability that it is `number`, by all that is known.
    pub fn chance(&self, number: u16) -> Rational {
        match (self.low..=self.high).contains(&number) {
            true => ratio(self.rules.weight(number, number), self.rules.weight(self.low, self.high)),
            false => exact::zero(),
        }
    }

    /// By situation: the probability that each seat wins, the mover first, and the best guess.
    pub(super) fn solved(&self) -> &BTreeMap<Interval, Valued> {
        &self.solved
    }

    /// The best guess; the lowest of equals.
    pub fn best(&self) -> u16 {
        let best = self.situation((self.low, self.high), self.left).1;
        // Of equally likely numbers, those that are left are counted from 1.
        if self.rules.is_uniform() { self.low + best - 1 } else { best }
    }

    /// Returns the answer to the guess `number`: `hit`, `missed`, `lower` or `higher`.
    ///
    /// # Errors
    /// If `number` is not possible any more, or the game is over.
    fn answer(&self, number: u16) -> Result<&'static str, Wrong> {
        if self.is_over() {
            return Err(Wrong::refused(match self.winner {
                Some(_) => "the number is named already",
                None => "no guess is left",
            }));
        }
        let (low, high) = (self.low, self.high);
        if !(low..=high).contains(&number) {
            return Err(Wrong::refused(format!(
                "{number} is not possible any more; it is from {low} to {high}"
            )));
        }
        Ok(match number.cmp(&self.secret) {
            Ordering::Equal => "hit",
            _ if self.left == Some(1) => "missed",
            Ordering::Greater => "lower",
            Ordering::Less => "higher",
        })
    }

    /// Guesses `number`.
    ///
    /// # Errors
    /// If it cannot be this number.
    pub fn guess(&mut self, number: u16) -> Result<(), Wrong> {
        let answer = self.answer(number)?;
        let (chosen, mover) = (self.guessed(number), self.mover);
        self.left = self.left.map(|left| left - 1);
        match answer {
            "hit" => self.winner = Some(mover),
            "lower" => self.high = number - 1,
            "higher" => self.low = number + 1,
            _ => {}
        }
        let after = match self.winner {
            Some(winner) => self.won(winner),
            None => self.after((self.low, self.high), self.left, self.next()),
        };
        self.course.meter.step(&self.odds, &chosen, &after);
        self.odds = after;
        if !self.is_over() {
            self.mover = self.next();
        }
        self.course.steps.push(json!({ "seat": mover + 1, "number": number, "answer": answer }));
        self.course.told = match answer {
            "hit" => format!("player {} names {number}: that is it", mover + 1),
            "missed" => format!("player {} names {number}: no, and that was the last guess", mover + 1),
            _ => format!("player {} names {number}: {answer}", mover + 1),
        };
        Ok(())
    }

    /// Returns a copy of the game as it stands, without its steps: enough for a replay to show the moment.
    pub fn snapshot(&mut self) -> Self {
        let steps = take(&mut self.course.steps);
        let snapshot = self.clone();
        self.course.steps = steps;
        snapshot
    }
}

impl Session for GuessSession {
    fn family(&self) -> &'static str {
        "guess"
    }

    fn parameters(&self) -> Value {
        let mut parameters = json!({
            "numbers": self.rules.numbers(), "seats": self.names, "seed": self.seed, "secret": self.secret,
        });
        if !self.rules.is_uniform() {
            let weight = |number| self.rules.weight(number, number);
            parameters["weights"] = (1..=self.rules.numbers()).map(weight).collect();
        }
        if let Some(guesses) = self.rules.most_guesses() {
            parameters["guesses"] = json!(guesses);
        }
        parameters
    }

    fn again(&mut self, step: &Value, _: &Job<'_>) -> Result<(), Wrong> {
        let (seat, guess) = (number(step, "seat")?, number(step, "number")?);
        let mover = u64::from(self.mover) + 1;
        if seat != mover {
            return Err(Wrong::refused(format!("seat {seat} guesses, but it is the turn of player {mover}")));
        }
        let guess = u16::try_from(guess).unwrap_or(u16::MAX);
        let answer = self.answer(guess)?;
        if step["answer"] != answer {
            return Err(Wrong::refused(format!("{guess} is answered with {answer:?} in this game")));
        }
        self.guess(guess)
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn is_over(&self) -> bool {
        self.winner.is_some() || self.left == Some(0)
    }

    fn position(&self) -> String {
        match (self.winner, self.left) {
            (Some(seat), _) => format!("over, player {} wins", seat + 1),
            (None, Some(0)) => "over, nobody wins".to_owned(),
            (None, left) => {
                let left = left.map_or_else(String::new, |left| format!(", guesses left {left}"));
                format!("{} to {}, player {} guesses{left}", self.low, self.high, self.mover + 1)
            }
        }
    }

    fn sight(&self) -> Scene {
        let mover = (!self.is_over()).then_some(self.mover);
        Scene { seats: self.names.len() as Seat, mover, winner: self.winner, ..Scene::default() }
    }

    fn odds(&self) -> Vec<Named> {
        let nobody = self.nobody().map(|nobody| Named::new("draw", "P(nobody wins)", nobody));
        wins(&self.odds).chain(nobody).collect()
    }
}
