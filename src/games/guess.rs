//! Guess a number: the player who names the secret number wins (interval halving; Sjölund & Åstrand).

mod depict;
mod uniform;

pub use uniform::{UniformGuesses, UniformOdds};

use crate::game::{Choices, Game, MAX_SEATS, Points, Rank, Seat, Weight};
use crate::payoff::Payoff;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use thiserror::Error;

/// The largest range of numbers that a game supports.
pub const MAX_NUMBERS: u16 = 10_000;

/// The state of the game: the interval of numbers that are still possible, and the remaining guesses.
///
/// ```
/// use chancetree::games::guess::Interval;
///
/// assert_eq!(Interval { low: 3, high: 7, left: None }.length(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// The least possible number. Always 1 if all numbers are equally likely, because then only the length
    /// matters.
    pub low: u16,
    /// The greatest possible number; 0 when the game is over.
    pub high: u16,
    /// The remaining guesses; `None` if the players cannot run out of guesses.
    pub left: Option<u16>,
}

impl Interval {
    const OVER: Self = Self { low: 1, high: 0, left: None };

    /// Returns the number of values that are still possible.
    pub fn length(self) -> u16 {
        self.high + 1 - self.low
    }
}

/// A guess, which names this number.
///
/// ```
/// use chancetree::games::guess::{Guess, Number};
/// use chancetree::prelude::*;
///
/// // Ties go to the lowest guess.
/// let best = Guess::new(4, 2)?.explore().run()?.maximize(&Gain)?;
/// assert_eq!(best.action(best.graph().start()), Some(Number(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u16);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

named_enum! {
    /// The answer to a guess.
    ///
    /// ```
    /// use chancetree::games::guess::Answer;
    ///
    /// assert_eq!(Answer::named("lower").map(Answer::meaning), Some("the secret number is lower than the guess"));
    /// ```
    pub enum Answer {
        Hit: "hit", "the guess is the secret number: the player wins";
        Lower: "lower", "the secret number is lower than the guess";
        Higher: "higher", "the secret number is higher than the guess";
        Missed: "missed", "that was the last guess: no one wins";
    }
}

/// A secret number from 1 up, guessed in turn; each guess is answered with lower or higher.
///
/// A guess must be a number that the answers so far allow, even if its weight is 0. If all numbers are
/// equally likely, two guesses at the same distance from opposite ends are one action, which is named after
/// the lower guess.
///
/// ```
/// use chancetree::games::guess::Guess;
/// use chancetree::prelude::*;
///
/// let game = Guess::new(9, 2)?;
/// assert!(game.is_uniform());
/// assert_eq!((game.numbers(), game.most_guesses(), game.weight(2, 4)), (9, None, 3));
///
/// let best = game.explore().run()?.maximize(&Gain)?;
/// assert_eq!(best.value(best.graph().start()), [ratio(5, 9), ratio(4, 9)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    numbers: u16,
    seats: Seat,
    /// The cumulative weights, from 0 to the total; `None` if all weights are equal.
    sums: Option<Vec<Weight>>,
    guesses: Option<u16>,
}

/// The payoff of a single player who wants few guesses: -1 for each guess.
///
/// ```
/// use chancetree::games::guess::{FewGuesses, Guess, Number};
/// use chancetree::prelude::*;
///
/// // Three numbers: the middle one first, and 1 + 2 + 2 guesses for the three secret numbers.
/// let best = Guess::new(3, 1)?.explore().run()?.maximize(&FewGuesses)?;
/// assert_eq!(best.action(best.graph().start()), Some(Number(2)));
/// assert_eq!(best.value(best.graph().start()), [ratio(-5, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FewGuesses;

impl Payoff<Guess> for FewGuesses {
    fn event(&self, _: &Guess, _: Answer, _: Points) -> i64 {
        -1
    }
}

/// The reason a game of guessing cannot be set up.
///
/// ```
/// use chancetree::games::guess::Guess;
///
/// let refused = Guess::new(0, 2).unwrap_err();
/// assert_eq!(refused.to_string(), "0 numbers, but there are 1 to 10000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleGuess {
    /// The range of numbers is empty or too large.
    #[error("{0} numbers, but there are 1 to {MAX_NUMBERS}")]
    Numbers(u64),
    /// There are no players, or too many.
    #[error("{0} players, but a game has 1 to {MAX_SEATS}")]
    Players(u64),
    /// The number of weights differs from the number of numbers.
    #[error("{weights} weights, but one for each of the numbers 1 to {numbers} is needed")]
    Weights {
        /// The number of weights.
        weights: usize,
        /// The number of numbers.
        numbers: u16,
    },
    /// All weights are 0.
    #[error("all weights are 0; at least one must be positive")]
    NoWeight,
    /// The sum of the weights does not fit a [`Weight`].
    #[error("the weights add up to more than {}", Weight::MAX)]
    TooHeavy,
    /// The limit of guesses is 0.
    #[error("0 guesses; at least 1 is needed")]
    NoGuess,
}

impl Guess {
    /// Creates a game with a secret number from 1 to `numbers`, all equally likely, without a limit of
    /// guesses.
    ///
    /// # Errors
    /// Returns an error if `numbers` or `players` is 0 or above its limit.
    pub fn new(numbers: u16, players: Seat) -> Result<Self, ImpossibleGuess> {
        if numbers == 0 || numbers > MAX_NUMBERS {
            return Err(ImpossibleGuess::Numbers(u64::from(numbers)));
        }
        if players == 0 || players > MAX_SEATS {
            return Err(ImpossibleGuess::Players(u64::from(players)));
        }
        Ok(Self { numbers, seats: players, sums: None, guesses: None })
    }

    /// Sets the weight of each number. The probability of a number is proportional to its weight.
    ///
    /// # Errors
    /// Returns an error if the number of weights is wrong, all weights are 0, or their sum does not fit a
    /// [`Weight`].
    ///
    /// ```
    /// use chancetree::games::guess::Guess;
    /// use chancetree::prelude::*;
    ///
    /// // The secret number is almost always 3.
    /// let game = Guess::new(3, 2)?.weights(&[1, 1, 98])?;
    /// assert_eq!(game.weight(2, 3), 99);
    /// let best = game.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(fraction(&best.value(best.graph().start())[0]), "99/100");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights(mut self, weights: &[Weight]) -> Result<Self, ImpossibleGuess> {
        if weights.len() != usize::from(self.numbers) {
            return Err(ImpossibleGuess::Weights { weights: weights.len(), numbers: self.numbers });
        }
        let mut sums = vec![0];
        for &weight in weights {
            let sum: Weight = sums[sums.len() - 1];
            sums.push(sum.checked_add(weight).ok_or(ImpossibleGuess::TooHeavy)?);
        }
        if sums[weights.len()] == 0 {
            return Err(ImpossibleGuess::NoWeight);
        }
        let equal = weights.iter().all(|weight| *weight == weights[0]);
        self.sums = (!equal).then_some(sums);
        Ok(self)
    }

    /// Limits the game to `guesses` guesses by all players together. After the last one, no one wins.
    ///
    /// # Errors
    /// Returns an error if `guesses` is 0.
    ///
    /// ```
    /// use chancetree::games::guess::Guess;
    /// use chancetree::prelude::*;
    ///
    /// // With two guesses at four numbers, the game is a draw in half of the cases.
    /// let best = Guess::new(4, 2)?.guesses(2)?.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.value(best.graph().start()), [ratio(1, 4), ratio(1, 4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guesses(mut self, guesses: u16) -> Result<Self, ImpossibleGuess> {
        if guesses == 0 {
            return Err(ImpossibleGuess::NoGuess);
        }
        self.guesses = Some(guesses);
        Ok(self)
    }

    /// Creates a game from all its parameters; `weights` and `guesses` are optional.
    ///
    /// # Errors
    /// See [`new`](Self::new), [`weights`](Self::weights) and [`guesses`](Self::guesses).
    ///
    /// ```
    /// use chancetree::games::guess::Guess;
    ///
    /// assert_eq!(Guess::of(9, 2, None, Some(4))?, Guess::new(9, 2)?.guesses(4)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        numbers: u16,
        players: usize,
        weights: Option<&[Weight]>,
        guesses: Option<u16>,
    ) -> Result<Self, ImpossibleGuess> {
        let seats = Seat::try_from(players).map_err(|_| ImpossibleGuess::Players(players as u64))?;
        let mut game = Self::new(numbers, seats)?;
        if let Some(weights) = weights {
            game = game.weights(weights)?;
        }
        match guesses {
            Some(guesses) => game.guesses(guesses),
            None => Ok(game),
        }
    }

    /// Returns `true` if all numbers are equally likely.
    pub fn is_uniform(&self) -> bool {
        self.sums.is_none()
    }

    /// Returns the greatest secret number that the game allows.
    pub fn numbers(&self) -> u16 {
        self.numbers
    }

    /// Returns the total number of guesses after which no one wins, or `None` if there is no such limit.
    pub fn most_guesses(&self) -> Option<u16> {
        self.guesses
    }

    /// Returns the sum of the weights of the numbers from `low` to `high`. Each weight is 1 if all numbers
    /// are equally likely.
    ///
    /// # Panics
    /// May panic if `low..=high` is not a range of the game's numbers.
    pub fn weight(&self, low: u16, high: u16) -> Weight {
        match &self.sums {
            None => Weight::from(high + 1 - low),
            Some(sums) => sums[usize::from(high)] - sums[usize::from(low) - 1],
        }
    }
}

impl Game for Guess {
    type State = Interval;
    type Action = Number;
    type Event = Answer;

    fn start(&self) -> Interval {
        Interval { low: 1, high: self.numbers, left: self.guesses }
    }

    fn expand(&self, interval: &Interval, choices: &mut Choices<Self>) {
        let &Interval { low, high, left } = interval;
        let last = if self.is_uniform() { high.div_ceil(2) } else { high };
        for number in low..=last {
            let (below, above) = (self.weight(low, number - 1), self.weight(number + 1, high));
            let guess = choices.action(Number(number));
            let guess = guess.event(self.weight(number, number), Answer::Hit, || Interval::OVER).points(1);
            if left == Some(1) {
                guess.event(below + above, Answer::Missed, || Interval::OVER).pass();
                continue;
            }
            let left = left.map(|left| left - 1);
            guess
                .event(below, Answer::Lower, || Interval { low, high: number - 1, left })
                .pass()
                .event(above, Answer::Higher, || Interval { low: number + 1, high, left })
                .pass();
        }
    }

    /// The number of values that are already excluded.
    fn layer(&self, interval: &Interval) -> u32 {
        u32::from(self.numbers - interval.length())
    }

    fn rank(&self, interval: &Interval) -> Option<Rank> {
        let length = interval.length();
        let lows = if self.is_uniform() { 1 } else { self.numbers - length + 1 };
        let most = self.guesses.unwrap_or(0).min(length.saturating_sub(1));
        Some(Rank::of([
            (u64::from(interval.low) - 1, lows.into()),
            (interval.left.unwrap_or(0).into(), u64::from(most) + 1),
        ]))
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    /// Drops a limit of guesses that cannot be reached, and shifts an interval of equally likely numbers to
    /// begin at 1.
    fn canonical(&self, interval: Interval) -> Interval {
        let length = interval.length();
        let left = interval.left.filter(|&left| left < length);
        match self.is_uniform() {
            true => Interval { low: 1, high: length, left },
            false => Interval { left, ..interval },
        }
    }

    /// Counts the possible numbers as arrangements if all are equally likely. A hit or an answer keeps each arrangement of
    /// the next state once. A miss ends the game, and any number but the guessed one may have been the secret.
    fn multiplicity(&self, interval: &Interval, answer: Answer) -> Option<u64> {
        self.is_uniform().then(|| match answer {
            Answer::Missed => u64::from(interval.length()) - 1,
            Answer::Hit | Answer::Lower | Answer::Higher => 1,
        })
    }

    explored_here!(saved);
}
