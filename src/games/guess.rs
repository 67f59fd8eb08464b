//! Guess a number: whoever names the secret number wins (interval halving; Sjölund & Åstrand).

use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
use crate::game::{Choices, Game, MOST_SEATS, Points, Rank, Seat, Weight};
use crate::{pack, unpack};
use std::fmt::{self, Display};
use thiserror::Error;

/// The most numbers there may be.
pub const MOST_NUMBERS: u16 = 10_000;

/// The state of the game: the interval of numbers that are still possible, and the guesses left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    /// The least number it can be; 1 where all numbers are equally likely, since only the length matters then.
    pub low: u16,
    /// The greatest number it can be; 0 when the game is over.
    pub high: u16,
    /// The guesses left; `None` where they are enough for every number.
    pub left: Option<u16>,
}

impl Interval {
    const OVER: Self = Self { low: 1, high: 0, left: None };

    /// The number of numbers that are still possible.
    pub fn length(self) -> u16 {
        self.high + 1 - self.low
    }
}

/// The number that is named.
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
/// A guess is a number that is still possible by what was heard, even if its weight is 0. Where all numbers are
/// equally likely, guesses at one distance from the two edges are one action, named by the lower of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    numbers: u16,
    seats: Seat,
    /// The weights added up, from 0 to the total; `None` where they are all equal.
    sums: Option<Vec<Weight>>,
    guesses: Option<u16>,
}

/// The reason a game of guessing cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleGuess {
    /// No number, or too many.
    #[error("{0} numbers, but there are 1 to {MOST_NUMBERS}")]
    Numbers(u64),
    /// Nobody plays, or too many.
    #[error("{0} players, but 1 to {MOST_SEATS} can sit")]
    Players(u64),
    /// Weights, but not as many as numbers.
    #[error("{weights} weights, but one for each of the numbers 1 to {numbers} is needed")]
    Weights {
        /// The weights.
        weights: usize,
        /// The numbers.
        numbers: u16,
    },
    /// Nothing can be drawn.
    #[error("all weights are 0; one number at least can be drawn")]
    NoWeight,
    /// Too heavy.
    #[error("the weights add up to more than {}", Weight::MAX)]
    TooHeavy,
    /// Nobody may guess.
    #[error("0 guesses, but the first player has one at least")]
    NoGuess,
}

impl Guess {
    /// A number from 1 to `numbers`, each as likely as any other; the players guess until it is named.
    ///
    /// # Errors
    /// If there are no numbers or no players, or more than fit.
    pub fn new(numbers: u16, players: Seat) -> Result<Self, ImpossibleGuess> {
        if numbers == 0 || numbers > MOST_NUMBERS {
            return Err(ImpossibleGuess::Numbers(u64::from(numbers)));
        }
        if players == 0 || players > MOST_SEATS {
            return Err(ImpossibleGuess::Players(u64::from(players)));
        }
        Ok(Self { numbers, seats: players, sums: None, guesses: None })
    }

    /// Draws the number with a probability in proportion to its weight.
    ///
    /// # Errors
    /// If there is not one weight for each number, all are 0, or their sum does not fit.
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

    /// Limits the game to `guesses` guesses by all players together, after which nobody wins.
    ///
    /// # Errors
    /// If `guesses` is 0.
    pub fn guesses(mut self, guesses: u16) -> Result<Self, ImpossibleGuess> {
        if guesses == 0 {
            return Err(ImpossibleGuess::NoGuess);
        }
        self.guesses = Some(guesses);
        Ok(self)
    }

    /// Creates a game from all its parameters, of which the last two may be missing.
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

    /// Returns the greatest number it can be.
    pub fn numbers(&self) -> u16 {
        self.numbers
    }

    /// Returns the guesses of all players together after which nobody wins, or `None` if there is no such limit.
    pub fn most_guesses(&self) -> Option<u16> {
        self.guesses
    }

    /// Returns the sum of the weights of the numbers from `low` to `high`. Each weighs 1 if all are equally likely.
    ///
    /// # Panics
    /// If these are no numbers of the game.
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

    /// The numbers that it cannot be any more.
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

    /// A limit that cannot be reached is none; of equally likely numbers only how many they are matters.
    fn canonical(&self, interval: Interval) -> Interval {
        let length = interval.length();
        let left = interval.left.filter(|&left| left < length);
        match self.is_uniform() {
            true => Interval { low: 1, high: length, left },
            false => Interval { left, ..interval },
        }
    }

    /// Of equally likely numbers: each number left is a way, and a way to each of what follows.
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

    /// Without a limit that can be reached, the guesses left are as many as numbers.
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

    /// The numbers that it can still be, side by side.
    fn board(&self, interval: &Interval, _: &[Points]) -> Board {
        let row = (interval.low..=interval.high).map(|number| Tile::Open(number.to_string()));
        Board { rows: vec![row.collect()] }
    }

    fn kind(&self, answer: Answer) -> EventKind {
        let look = if answer == Answer::Missed { 4 } else { answer as usize };
        EventKind::new(answer.name(), answer.meaning(), look)
    }

    /// Numbers are counted anew from 1 where only how many they are matters.
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

/// The odds of all games of up to some number of equally likely numbers, with as many guesses as it takes.
///
/// A second evaluator, which builds no graph. Only the length of an interval matters, so that the length is the state. A
/// player who names the g-th of n numbers hits g itself, and wins those of the g - 1 numbers below and of the n - g numbers
/// above that the last player of the new turn order wins there. A guess costs one addition; n numbers cost about n²/4
/// additions in all, and four bytes for each number and seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformOdds {
    seats: usize,
    /// For each length and seat, the mover first, how many of the numbers the seat hits.
    hits: Vec<u32>,
    /// For each length, the lengths up to it in which several guesses are best.
    ties: Vec<u64>,
}

impl UniformOdds {
    /// Returns the odds of all games of up to `numbers` numbers. Everybody makes the lowest of the guesses that are best for
    /// themselves. `check` is called with each length before the work on it.
    ///
    /// # Errors
    /// Those of `check`.
    ///
    /// # Panics
    /// If there are no players.
    pub fn up_to<E>(
        numbers: u16,
        players: Seat,
        mut check: impl FnMut(u16) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (seats, last) = (usize::from(players), usize::from(players) - 1);
        let (mut hits, mut ties) = (vec![0; seats], vec![0]);
        // What is left to the player who has just guessed, by the length of the interval.
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
                // A player of the new turn order sits one seat farther on in the old one.
                let before = (seat + last) % seats;
                let own = u32::from(seat == 0);
                hits.push(own + hits[below * seats + before] + hits[above * seats + before]);
            }
            left.push(hits[n * seats + last]);
        }
        Ok(Self { seats, hits, ties })
    }

    /// Returns how many of `numbers` numbers each seat hits, the mover first.
    ///
    /// # Panics
    /// If there are more numbers than were worked out.
    pub fn hits(&self, numbers: u16) -> &[u32] {
        &self.hits[usize::from(numbers) * self.seats..][..self.seats]
    }

    /// Returns in how many states of a game of `numbers` numbers several guesses are best.
    ///
    /// # Panics
    /// If there are more numbers than were worked out.
    pub fn ties(&self, numbers: u16) -> u64 {
        self.ties[usize::from(numbers)]
    }

    /// Returns the states of a game of `numbers` numbers: the lengths of intervals, and the end.
    pub fn states(numbers: u16) -> u64 {
        u64::from(numbers) + 1
    }

    /// Returns the transitions of a game of `numbers` numbers: three for each guess, but two for a guess at an edge and one
    /// for the guess at the only number.
    pub fn transitions(numbers: u16) -> u64 {
        let of = |n: u64| 3 * n.div_ceil(2) - if n > 1 { 1 } else { 2 };
        (1..=u64::from(numbers)).map(of).sum()
    }
}
