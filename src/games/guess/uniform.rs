//! The odds of games with equally likely numbers, without a graph.

use crate::game::Seat;

/// The exact odds of all games with up to a given number of equally likely numbers and no limit of guesses.
///
/// This evaluator builds no graph. Only the length of the interval matters, so the length is the state. A
/// player who guesses the g-th of n numbers hits g itself. Of the g - 1 numbers below and the n - g numbers
/// above, the player hits those that the last player of the new turn order hits. A guess costs one addition;
/// n numbers cost about n²/4 additions and four bytes per number and seat.
///
/// ```
/// use chancetree::games::guess::UniformOdds;
///
/// let odds = UniformOdds::up_to(9, 2, |_| Ok::<(), ()>(()))?;
/// // The first player wins with five of nine secret numbers.
/// assert_eq!(odds.hits(9), [5, 4]);
/// assert_eq!((odds.ties(9), UniformOdds::states(9), UniformOdds::transitions(9)), (6, 10, 65));
/// # Ok::<(), ()>(())
/// ```
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
        // Entry `n` is the number of secret numbers that the player who has just guessed still hits in an
        // interval of length `n`.
        let mut left: Vec<u32> = vec![0];
        for n in 1..=usize::from(numbers) {
            check(n as u16)?;
            let hit_counts = || {
                let (below, above) = (&left[..n.div_ceil(2)], &left[n / 2..n]);
                below.iter().zip(above.iter().rev()).map(|(below, above)| below + above)
            };
            let most = hit_counts().max().expect("one guess at least");
            let mut best = hit_counts().enumerate().filter(|(_, hits)| *hits == most).map(|(place, _)| place);
            let below = best.next().expect("the maximum is one of the counts");
            ties.push(ties[n - 1] + u64::from(best.next().is_some()));
            let above = n - 1 - below;
            for seat in 0..seats {
                // After the pass, a seat is one place earlier in the turn order.
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

/// The fewest expected guesses of a single player in all games with up to a given number of equally likely numbers and no limit of
/// guesses.
///
/// ```
/// use chancetree::games::guess::UniformGuesses;
///
/// let guesses = UniformGuesses::up_to(9, |_| Ok::<(), ()>(()))?;
/// // One number in the first guess, two in the second, four in the third and two in the fourth: 1 + 4 + 12 + 8.
/// assert_eq!(guesses.sum(9), 25);
/// # Ok::<(), ()>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformGuesses {
    /// Entry `n` is the number of guesses for all `n` secret numbers together.
    sums: Vec<u32>,
    /// Entry `n` is the number of lengths up to `n` at which several guesses are best.
    ties: Vec<u64>,
}

impl UniformGuesses {
    /// Computes the guesses of all games of up to `numbers` numbers. Calls `check` with each length before computing it.
    ///
    /// # Errors
    /// Returns the first error of `check`.
    pub fn up_to<E>(numbers: u16, mut check: impl FnMut(u16) -> Result<(), E>) -> Result<Self, E> {
        let (mut sums, mut ties) = (vec![0], vec![0]);
        for n in 1..=usize::from(numbers) {
            check(n as u16)?;
            let (below, above) = (&sums[..n.div_ceil(2)], &sums[n / 2..n]);
            let rest = || below.iter().zip(above.iter().rev()).map(|(below, above)| below + above);
            let least: u32 = rest().min().expect("one guess at least");
            let is_tie = rest().filter(|sum| *sum == least).count() > 1;
            ties.push(ties[n - 1] + u64::from(is_tie));
            sums.push(n as u32 + least);
        }
        Ok(Self { sums, ties })
    }

    /// Returns the number of guesses for all of `numbers` secret numbers together.
    ///
    /// # Panics
    /// Panics if `numbers` is above the argument of [`up_to`](Self::up_to).
    pub fn sum(&self, numbers: u16) -> u32 {
        self.sums[usize::from(numbers)]
    }

    /// Returns the number of states with several best guesses in a game of `numbers` numbers.
    ///
    /// # Panics
    /// Panics if `numbers` is above the argument of [`up_to`](Self::up_to).
    pub fn ties(&self, numbers: u16) -> u64 {
        self.ties[usize::from(numbers)]
    }
}
