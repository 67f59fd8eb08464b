//! Guess a number: the player who names the secret number wins (interval halving; Sjölund & Åstrand).

use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
use crate::game::{Choices, Game, MOST_SEATS, Points, Rank, Seat, Weight};
use crate::{pack, unpack};
use std::fmt::{self, Display};
use thiserror::Error;

/// The largest range of numbers that a game supports.
pub const MOST_NUMBERS: u16 = 10_000;

/// The state of the game: the interval of numbers that are still possible, and the remaining guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u16);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

worded! {
    /// The answer to a guess.
    pub enum Answer {
        Hit: "hit", "the guess is the secret number: the player wins";
        Lower: "lower", "the secret number is lower than the guess";
        Higher: "higher", "the secret number is higher than the guess";
        Missed: "missed", "that was the last guess, and not the number: nobody wins";
    }
}

/// A secret number from 1 up, guessed in turn; each guess is answered with lower or higher.
///
/// A guess must be a number that the answers so far allow, even if its weight is 0. If all numbers are
/// equally likely, two guesses at the same distance from opposite ends are one action, which is named after
/// the lower guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    numbers: u16,
    seats: Seat,
    /// The cumulative weights, from 0 to the total; `None` if all weights are equal.
    sums: Option<Vec<Weight>>,
    guesses: Option<u16>,
}

/// The reason a game of guessing cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleGuess {
    /// The range of numbers is empty or too large.
    #[error("{0} numbers, but there are 1 to {MOST_NUMBERS}")]
    Numbers(u64),
    /// There are no players, or too many.
    #[error("{0} players, but 1 to {MOST_SEATS} can sit")]
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
    #[error("all weights are 0; one number at least can be drawn")]
    NoWeight,
    /// The sum of the weights does not fit a [`Weight`].
    #[error("the weights add up to more than {}", Weight::MAX)]
    TooHeavy,
    /// The limit of guesses is 0.
    #[error("0 guesses, but the first player has one at least")]
    NoGuess,
}

impl Guess {
    /// Creates a game with a secret number from 1 to `numbers`, all equally likely, without a limit of
    /// guesses.
    ///
    /// # Errors
    /// Returns an error if `numbers` or `players` is 0 or above its limit.
    pub fn new(numbers: u16, players: Seat) -> Result<Self, ImpossibleGuess> {
        if numbers == 0 || numbers > MOST_NUMBERS {
            return Err(ImpossibleGuess::Numbers(u64::from(numbers)));
        }
        if players == 0 || players > MOST_SEATS {
            return Err(ImpossibleGuess::Players(u64::from(players)));
        }
        Ok(Self { numbers, seats: players, sums: None, guesses: None })
    }

    /// Sets the weight of each number. The probability of a number is proportional to its weight.
    ///
    /// # Errors
    /// Returns an error if the number of weights is wrong, all weights are 0, or their sum does not fit a
    /// [`Weight`].
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

impl crate::game::Travel for Guess {
    fn pack(&self, interval: &Interval, bytes: &mut Vec<u8>) {
        let Interval { low, high, left } = interval;
        pack([Some(*low), Some(*high), *left].into_iter().flatten(), bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Interval> {
        let (low, high, left) = match unpack(bytes)?[..] {
            [low, high] => (low, high, None),
            [low, high, left] => (low, high, Some(left)),
            _ => return None,
        };
        let fits = high <= self.numbers && (1..=high + 1).contains(&low);
        fits.then_some(Interval { low, high, left })
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
            let guess = guess.event(self.weight(number, number), Answer::Hit, || Interval::OVER);
            if left == Some(1) {
                guess.event(below + above, Answer::Missed, || Interval::OVER);
                continue;
            }
            let left = left.map(|left| left - 1);
            guess.event(below, Answer::Lower, || Interval { low, high: number - 1, left }).event(
                above,
                Answer::Higher,
                || Interval { low: number + 1, high, left },
            );
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

    fn passes(&self, answer: Answer) -> Seat {
        Seat::from(answer != Answer::Hit)
    }

    fn points(&self, answer: Answer) -> Points {
        Points::from(answer == Answer::Hit)
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

    /// Counts the numbers that are still possible as arrangements, if all are equally likely. An event keeps
    /// each arrangement of the next state once; a miss keeps all but one of them.
    fn ways(&self, interval: &Interval, answer: Answer) -> Option<u64> {
        self.is_uniform().then(|| match answer {
            Answer::Missed => u64::from(interval.length()) - 1,
            Answer::Hit | Answer::Lower | Answer::Higher => 1,
        })
    }

    explored_here!(saved);
}

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
        let look = if answer == Answer::Missed { 4 } else { answer as usize };
        EventKind::new(answer.name(), answer.meaning(), look)
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

    fn alike(&self, interval: &Interval, number: Number) -> Vec<Number> {
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

/// The exact odds of all games with up to a given number of equally likely numbers and no limit of guesses.
///
/// This evaluator builds no graph. Only the length of the interval matters, so the length is the state. A
/// player who guesses the g-th of n numbers hits g itself. Of the g - 1 numbers below and the n - g numbers
/// above, the player hits those that the last player of the new turn order hits. A guess costs one addition;
/// n numbers cost about n²/4 additions and four bytes per number and seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformOdds {
    seats: usize,
    /// Row `n` has, for each seat in turn order, the number of secret numbers out of `n` that the seat hits.
    hits: Vec<u32>,
    /// Entry `n` is the number of lengths up to `n` at which several guesses are best.
    ties: Vec<u64>,
}

impl UniformOdds {
    /// Computes the odds of all games of up to `numbers` numbers. Every player makes the lowest guess that is
    /// best for that player. Calls `check` with each length before computing it.
    ///
    /// # Errors
    /// Returns the first error of `check`.
    ///
    /// # Panics
    /// Panics if `players` is 0.
    pub fn up_to<E>(
        numbers: u16,
        players: Seat,
        mut check: impl FnMut(u16) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (seats, last) = (usize::from(players), usize::from(players) - 1);
        let (mut hits, mut ties) = (vec![0; seats], vec![0]);
        // Entry `n`: the numbers that the player who has just guessed still hits in an interval of length
        // `n`.
        let mut left: Vec<u32> = vec![0];
        for n in 1..=usize::from(numbers) {
            check(n as u16)?;
            let worths = || {
                let (below, above) = (&left[..n.div_ceil(2)], &left[n / 2..n]);
                below.iter().zip(above.iter().rev()).map(|(below, above)| below + above)
            };
            let most = worths().max().expect("one guess at least");
            let mut best = worths().enumerate().filter(|(_, worth)| *worth == most).map(|(place, _)| place);
            let below = best.next().expect("one of them is the most");
            ties.push(ties[n - 1] + u64::from(best.next().is_some()));
            let above = n - 1 - below;
            for seat in 0..seats {
                // A seat of the new turn order is one place later in the old order.
                let before = (seat + last) % seats;
                let own = u32::from(seat == 0);
                hits.push(own + hits[below * seats + before] + hits[above * seats + before]);
            }
            left.push(hits[n * seats + last]);
        }
        Ok(Self { seats, hits, ties })
    }

    /// Returns, for each seat in turn order, how many of `numbers` secret numbers it hits.
    ///
    /// # Panics
    /// Panics if `numbers` is above the argument of [`up_to`](Self::up_to).
    pub fn hits(&self, numbers: u16) -> &[u32] {
        &self.hits[usize::from(numbers) * self.seats..][..self.seats]
    }

    /// Returns the number of states with several best guesses in a game of `numbers` numbers.
    ///
    /// # Panics
    /// Panics if `numbers` is above the argument of [`up_to`](Self::up_to).
    pub fn ties(&self, numbers: u16) -> u64 {
        self.ties[usize::from(numbers)]
    }

    /// Returns the number of states of a game of `numbers` numbers: one per interval length, and the end.
    pub fn states(numbers: u16) -> u64 {
        u64::from(numbers) + 1
    }

    /// Returns the number of transitions of a game of `numbers` numbers. A guess has three, a guess at an end
    /// of the interval has two, and a guess at the only number has one.
    pub fn transitions(numbers: u16) -> u64 {
        let of = |n: u64| 3 * n.div_ceil(2) - if n > 1 { 1 } else { 2 };
        (1..=u64::from(numbers)).map(of).sum()
    }
}
