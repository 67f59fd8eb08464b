//! Guess a number in turn, with every player's odds if all guess optimally from now on.

use super::log::{names, number};
use super::memory::named_seats;
use super::{NamedNumber, PlayError, PlayedGame, Session, StepOutcome, wins};
use super::{mixture, session};
use crate::evaluate::solve;
use crate::exact::{self, Rational, ratio};
use crate::export::path::Scene;
use crate::family::{PlayerNames, did_you_mean, nearest};
use crate::game::Game as _;
use crate::game::{Seat, Weight};
use crate::games::guess::{Answer, Guess as Rules, Interval, MAX_PLAYED};
use crate::model::Job;
use crate::model::order::inserted;
use crate::payoff::Gain;
use crate::random::Random;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::mem::replace;
use std::sync::Arc;

pub use super::memory::HUMAN;

/// The name of a seat at which the program guesses.
pub const BEST: &str = "best";

/// The probability that each seat wins, the mover first, and the best guess, for one state of the rules.
pub(super) type GuessValue = (Vec<Rational>, u16);

/// A session of guessing.
pub type GuessSession = Session<GuessGame>;

/// A game of guessing with a secret number.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::guess::GuessSession;
///
/// let (seats, job) = (vec!["human".to_owned(); 2], Job::default());
/// let mut game = GuessSession::new(Guess::new(9, 2)?, seats, 4, &job)?;
/// assert_eq!((game.interval(), game.best(), game.no_winner()), ((1, 9), 1, None));
/// assert_eq!(game.chance(4), ratio(1, 9));
/// assert_eq!(game.guessed(5), [ratio(5, 9), ratio(4, 9)]);
///
/// game.play(5, &job)?;
/// assert_eq!((game.interval(), game.mover), ((1, 4), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GuessGame {
    /// The rules, with the weights of the numbers and the limit of guesses.
    pub rules: Rules,
    /// The names of the seats, each [`HUMAN`] or [`BEST`].
    pub names: Vec<String>,
    /// The names of the players, of all seats or of none.
    pub players: PlayerNames,
    /// The seed from which the number was drawn, if any.
    pub seed: Option<u64>,
    /// The secret number.
    pub secret: u16,
    low: u16,
    high: u16,
    /// The number of guesses that all players together have left, or `None` without a limit.
    pub left: Option<u16>,
    /// The seat to move.
    pub mover: Seat,
    /// The seat that guessed the number, if any.
    pub winner: Option<Seat>,
    solved: Arc<BTreeMap<Interval, GuessValue>>,
    /// P(win) of every seat.
    pub values: Vec<Rational>,
}

impl GuessSession {
    /// Creates a game with a number drawn from a seed.
    ///
    /// # Errors
    /// Returns an error as [`new`](Self::new) does.
    ///
    /// ```
    /// use chancetree::games::guess::Guess;
    /// use chancetree::model::Job;
    /// use chancetree::play::guess::GuessSession;
    ///
    /// let seats = vec!["human".to_owned(); 2];
    /// let game = GuessSession::seeded(Guess::new(9, 2)?, seats, 1, &Job::default())?;
    /// assert_eq!((game.seed, game.secret), (Some(1), 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seeded(rules: Rules, names: Vec<String>, seed: u64, job: &Job<'_>) -> Result<Self, PlayError> {
        let mut drawn = Random::new(seed, 0).below(rules.weight(1, rules.numbers()));
        let mut secret = 1;
        while drawn >= rules.weight(secret, secret) {
            drawn -= rules.weight(secret, secret);
            secret += 1;
        }
        let mut session = Self::new(rules, names, secret, job)?;
        session.game.seed = Some(seed);
        Ok(session)
    }

    /// Creates a game about `secret`, with seats named [`HUMAN`] or [`BEST`].
    ///
    /// # Errors
    /// Returns an error if there are too many numbers, the secret is out of range or has weight 0, the number
    /// of names is wrong, a name is unknown, or a limit is exceeded.
    pub fn new(rules: Rules, names: Vec<String>, secret: u16, job: &Job<'_>) -> Result<Self, PlayError> {
        let numbers = rules.numbers();
        // All guesses in all intervals are evaluated.
        ensure!(numbers <= MAX_PLAYED, "{numbers} numbers, but at most {MAX_PLAYED} are played");
        ensure!((1..=numbers).contains(&secret), "the secret {secret} is not from 1 to {numbers}");
        let weight = rules.weight(secret, secret);
        ensure!(weight > 0, "the secret {secret} has weight 0: it is never drawn");
        let (count, seats) = (names.len(), rules.seats());
        ensure!(count == usize::from(seats), "{count} names for {seats} seats");
        if let Some(name) = names.iter().find(|name| *name != HUMAN && *name != BEST) {
            let what = format!("unknown seat {name:?}; use {HUMAN} or {BEST}");
            return Err(PlayError::refused(did_you_mean(&what, nearest(name, [HUMAN, BEST]))));
        }
        let graph = rules.graph(job)?;
        let solution = solve(&graph, &Gain, job)?;
        let valued = |node| {
            let best = solution.action(node).map_or(1, |number| number.0);
            (*graph.state(node), (solution.value(node), best))
        };
        let solved: BTreeMap<_, _> = inserted((0..graph.node_count()).map(valued));
        let mut game = GuessGame {
            names,
            players: PlayerNames::default(),
            seed: None,
            secret,
            low: 1,
            high: numbers,
            left: rules.most_guesses(),
            mover: 0,
            winner: None,
            solved: Arc::new(solved),
            values: Vec::new(),
            rules,
        };
        game.values = game.after((1, numbers), game.left, 0);
        Ok(Self::of(game))
    }

    /// Sets the names of the players.
    ///
    /// ```
    /// use chancetree::family::PlayerNames;
    /// use chancetree::games::guess::Guess;
    /// use chancetree::model::Job;
    /// use chancetree::play::{PlayedGame as _, guess::GuessSession};
    ///
    /// let (seats, job) = (vec!["human".to_owned(); 2], Job::default());
    /// let names = PlayerNames(Some(vec!["Ann".to_owned(), "Bob".to_owned()]));
    /// let game = GuessSession::new(Guess::new(9, 2)?, seats, 4, &job)?.named(names);
    /// assert_eq!(game.odds()[0].words, "P(Ann wins)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn named(mut self, players: PlayerNames) -> Self {
        self.game.players = players;
        self
    }

    /// Creates a game from the parameters of a log.
    ///
    /// # Errors
    /// Returns an error if a parameter is missing or invalid, or a limit is exceeded.
    pub fn begin(parameters: &Value, job: &Job<'_>) -> Result<Self, PlayError> {
        let names =
            names(&parameters["seats"]).ok_or_else(|| PlayError::refused("seats are not a list of names"))?;
        let weights: Option<Vec<Weight>> = match &parameters["weights"] {
            Value::Null => None,
            list => {
                let list = list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
                Some(list.ok_or_else(|| PlayError::refused("weights are not a list of whole numbers"))?)
            }
        };
        let guesses =
            (!parameters["guesses"].is_null()).then(|| number(parameters, "guesses")).transpose()?;
        let rules = Rules::of(number(parameters, "numbers")?, names.len(), weights.as_deref(), guesses);
        let rules = rules.map_err(PlayError::refused)?;
        let mut session = Self::new(rules, names, number(parameters, "secret")?, job)?;
        session.game.seed = parameters["seed"].as_u64();
        let players = match &parameters["names"] {
            Value::Null => None,
            list => {
                Some(self::names(list).ok_or_else(|| PlayError::refused("names are not a list of names"))?)
            }
        };
        let players =
            named_seats(&session.names, &PlayerNames(players)).map_err(|why| PlayError::refused(why.what))?;
        Ok(session.named(players))
    }
}

impl GuessGame {
    /// Returns the least and the greatest number that are still possible.
    pub fn interval(&self) -> (u16, u16) {
        (self.low, self.high)
    }

    /// Returns P(no one wins) if guesses are limited.
    pub fn no_winner(&self) -> Option<Rational> {
        let won: Rational = self.values.iter().sum();
        self.rules.most_guesses().map(|_| exact::one() - won)
    }

    /// Returns the evaluation of an interval with a number of guesses left.
    fn evaluation(&self, (low, high): (u16, u16), left: Option<u16>) -> &GuessValue {
        &self.solved[&self.rules.canonical(Interval { low, high, left })]
    }

    /// Returns P(win) of every seat for an interval, a number of guesses left, and the seat to guess.
    fn after(&self, (low, high): (u16, u16), left: Option<u16>, mover: Seat) -> Vec<Rational> {
        // An impossible case, such as an interval of numbers with weight 0, has no state.
        if self.rules.weight(low, high) == 0 || left == Some(0) {
            return vec![exact::zero(); self.names.len()];
        }
        let mut values = self.evaluation((low, high), left).0.clone();
        values.rotate_right(usize::from(mover));
        values
    }

    fn won(&self, seat: Seat) -> Vec<Rational> {
        (0..self.names.len()).map(|other| ratio(u8::from(other == usize::from(seat)), 1)).collect()
    }

    fn next(&self) -> Seat {
        (self.mover + 1) % self.names.len() as Seat
    }

    /// Returns P(win) of every seat after the guess `number`, before its answer is known.
    ///
    /// # Panics
    /// Panics if `number` is not possible.
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

    /// Returns the probability that the secret is `number`, given the answers so far.
    pub fn chance(&self, number: u16) -> Rational {
        match (self.low..=self.high).contains(&number) {
            true => ratio(self.rules.weight(number, number), self.rules.weight(self.low, self.high)),
            false => exact::zero(),
        }
    }

    /// Returns the evaluation of every state: the probability that each seat wins, the mover first, and the
    /// best guess.
    pub(super) fn solved(&self) -> &BTreeMap<Interval, GuessValue> {
        &self.solved
    }

    /// Returns the best guess, the lowest one in case of a tie.
    pub fn best(&self) -> u16 {
        let best = self.evaluation((self.low, self.high), self.left).1;
        // Equally likely numbers are counted from 1 within the interval.
        if self.rules.is_uniform() { self.low + best - 1 } else { best }
    }

    /// Returns the answer to the guess `number`.
    ///
    /// # Errors
    /// Returns an error if `number` is not possible any more, or the game is over.
    fn answer(&self, number: u16) -> Result<Answer, PlayError> {
        ensure!(self.winner.is_none(), "this number has already been guessed");
        ensure!(self.left != Some(0), "no guess is left");
        let (low, high) = (self.low, self.high);
        let is_possible = (low..=high).contains(&number);
        ensure!(is_possible, "{number} is no longer possible; the secret number is from {low} to {high}");
        Ok(match number.cmp(&self.secret) {
            Ordering::Equal => Answer::Hit,
            _ if self.left == Some(1) => Answer::Missed,
            Ordering::Greater => Answer::Lower,
            Ordering::Less => Answer::Higher,
        })
    }
}

impl PlayedGame for GuessGame {
    /// The guessed number.
    type Entry = u16;

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
        if let Some(names) = &self.players.0 {
            parameters["names"] = json!(names);
        }
        parameters
    }

    fn parse(&self, step: &Value) -> Result<Vec<u16>, PlayError> {
        let (seat, guess): (u64, u64) = (number(step, "seat")?, number(step, "number")?);
        let mover = u64::from(self.mover) + 1;
        ensure!(seat == mover, "seat {seat} guesses, but it is the turn of player {mover}");
        let guess = u16::try_from(guess).unwrap_or(u16::MAX);
        let answer = self.answer(guess)?;
        ensure!(step["answer"] == answer.name(), "{guess} is answered with \"{answer}\" in this game");
        Ok(vec![guess])
    }

    fn apply(&mut self, number: u16, _: &Job<'_>) -> Result<StepOutcome, PlayError> {
        let answer = self.answer(number)?;
        let (chosen, mover) = (self.guessed(number), self.mover);
        self.left = self.left.map(|left| left - 1);
        match answer {
            Answer::Hit => self.winner = Some(mover),
            Answer::Lower => self.high = number - 1,
            Answer::Higher => self.low = number + 1,
            Answer::Missed => {}
        }
        let after = match self.winner {
            Some(winner) => self.won(winner),
            None => self.after((self.low, self.high), self.left, self.next()),
        };
        let before = replace(&mut self.values, after.clone());
        if !self.is_over() {
            self.mover = self.next();
        }
        let what = match answer {
            Answer::Hit => "that is it",
            Answer::Missed => "no, and that was the last guess",
            Answer::Lower | Answer::Higher => answer.name(),
        };
        Ok(StepOutcome {
            seat: Some(mover),
            measured: Some([before, chosen, after]),
            logged: Some(json!({ "seat": mover + 1, "number": number, "answer": answer.name() })),
            text: format!("{} names {number}: {what}", self.players.of(mover.into())),
        })
    }

    fn is_over(&self) -> bool {
        self.winner.is_some() || self.left == Some(0)
    }

    fn is_robots_turn(&self) -> bool {
        !self.is_over() && self.names[usize::from(self.mover)] != HUMAN
    }

    fn position(&self) -> String {
        match (self.winner, self.left) {
            (Some(seat), _) => format!("over, {} wins", self.players.of(seat.into())),
            (None, Some(0)) => "over, no one wins".to_owned(),
            (None, left) => {
                let left = left.map_or_else(String::new, |left| format!(", guesses left {left}"));
                let mover = self.players.of(self.mover.into());
                format!("{} to {}, {mover} guesses{left}", self.low, self.high)
            }
        }
    }

    fn scene(&self) -> Scene {
        let mover = (!self.is_over()).then_some(self.mover);
        Scene { seats: self.names.len() as Seat, mover, winner: self.winner, ..Scene::default() }
    }

    fn odds(&self) -> Vec<NamedNumber> {
        let no_winner = self.no_winner().map(|value| NamedNumber::new("draw", "P(no one wins)", value));
        wins(&self.values, &self.players).chain(no_winner).collect()
    }

    fn players(&self) -> Vec<(String, bool)> {
        let player = |(seat, name): (usize, &String)| (self.players.of(seat), name == HUMAN);
        self.names.iter().enumerate().map(player).collect()
    }

    /// Measures the probability that each seat wins.
    fn measured(&self) -> Vec<[String; 2]> {
        session::labels(wins(&self.values, &self.players))
    }
}
