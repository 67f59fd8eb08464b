//! A deal of solitaire Memory: the cards in the order of the table, and the play of its turns.

use super::{SolitaireTurn, Tableau, means};
use crate::exact::{Integer, ratio};
use crate::random::Random;
use thiserror::Error;

/// A deal: the symbols in the order of the table. Symbols are numbered from 0 in the order in which their
/// pairs are completed, so that equivalent deals are equal (standard deals, after Lardjane 2024).
///
/// ```
/// use chancetree::games::solitaire::deal::Deal;
///
/// let deal = Deal::new(&["king", "ace", "ace", "king"])?;
/// // The aces are the first pair that is complete.
/// assert_eq!(deal.cards(), [1, 0, 0, 1]);
/// assert_eq!((deal.pairs(), deal.mate(0)), (2, 3));
/// assert_eq!(deal.play().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    cards: Vec<usize>,
    /// The place of the mate of each card.
    mates: Vec<usize>,
}

/// The reason a list of cards is not a valid deal.
///
/// ```
/// use chancetree::games::solitaire::deal::{Deal, DealError};
///
/// let refused = Deal::new(&["king", "ace", "ace"]).unwrap_err();
/// assert_eq!(refused, DealError::Once("king".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// There are no cards.
    #[error("there are no cards")]
    Empty,
    /// A symbol has only one card.
    #[error("{0:?} occurs only once, but every symbol has two cards")]
    Once(String),
    /// A symbol has more than two cards.
    #[error("{0:?} occurs {1} times, but every symbol has two cards")]
    Often(String, usize),
}

/// A turn that was played.
///
/// ```
/// use chancetree::games::solitaire::deal::{Deal, PlayedTurn};
/// use chancetree::games::solitaire::{SolitaireTurn, Tableau};
///
/// let turns = Deal::shortest(2).play();
/// let after = Tableau { pairs: 1, turned: 0, known: 0 };
/// assert_eq!(turns[0], PlayedTurn { turn: SolitaireTurn::Lucky, places: [0, 1], after });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The event of the turn.
    pub turn: SolitaireTurn,
    /// The places of the two cards, the first card first.
    pub places: [usize; 2],
    /// The tableau after the turn.
    pub after: Tableau,
}

/// The cards after a completed pair, up to and including the next card that completes a pair.
///
/// ```
/// use chancetree::games::solitaire::deal::{Block, Deal};
///
/// // The second pair takes two cards more, which are a pair.
/// let deal = Deal::new(&["ace", "ace", "king", "king"])?;
/// let block = deal.blocks()[1];
/// assert_eq!(block, Block { from: 2, length: 2, paired: true });
/// assert!(block.is_lucky());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The place of the first card.
    pub from: usize,
    /// The number of cards.
    pub length: usize,
    /// Whether the last two cards are a pair.
    pub paired: bool,
}

impl Block {
    /// Returns `true` if the block ends in a lucky turn.
    pub fn is_lucky(self) -> bool {
        self.paired && self.length.is_multiple_of(2)
    }
}

impl Deal {
    /// Creates a deal from symbols in the order of the table.
    ///
    /// # Errors
    /// Returns an error if there are no symbols, or a symbol does not occur exactly twice.
    pub fn new<S: AsRef<str>>(symbols: &[S]) -> Result<Self, DealError> {
        if symbols.is_empty() {
            return Err(DealError::Empty);
        }
        let mut places: std::collections::HashMap<&str, Vec<usize>> = std::collections::HashMap::new();
        for (place, symbol) in symbols.iter().enumerate() {
            places.entry(symbol.as_ref()).or_default().push(place);
        }
        let mut mates = vec![0; symbols.len()];
        for symbol in symbols.iter().map(AsRef::as_ref) {
            match places[symbol][..] {
                [first, second] => (mates[first], mates[second]) = (second, first),
                [_] => return Err(DealError::Once(symbol.to_owned())),
                ref all => return Err(DealError::Often(symbol.to_owned(), all.len())),
            }
        }
        Ok(Self::of(mates))
    }

    fn of(mates: Vec<usize>) -> Self {
        let mut cards = vec![0; mates.len()];
        let closing = (0..mates.len()).filter(|&place| mates[place] < place);
        for (symbol, place) in closing.enumerate() {
            cards[place] = symbol;
            cards[mates[place]] = symbol;
        }
        Self { cards, mates }
    }

    /// Creates the deal with the fewest turns: the two cards of every pair are adjacent.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// assert_eq!(Deal::shortest(3).cards(), [0, 0, 1, 1, 2, 2]);
    /// ```
    pub fn shortest(pairs: u16) -> Self {
        Self::of((0..2 * usize::from(pairs)).map(|place| place ^ 1).collect())
    }

    /// Creates a deal with the most turns, 1 2 3 1 4 2 5 3 ...: every second card is the mate of a card from
    /// two turns before.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// assert_eq!(Deal::longest(4).play().len(), 7);
    /// assert_eq!(Deal::shortest(4).play().len(), 4);
    /// ```
    pub fn longest(pairs: u16) -> Self {
        let pairs = usize::from(pairs);
        let mut cards = vec![0, 1];
        cards.extend((2..pairs).flat_map(|symbol| [symbol, symbol - 2]));
        cards.extend([pairs - 1, pairs.saturating_sub(2)]);
        if pairs == 1 {
            cards = vec![0, 0];
        }
        let symbols: Vec<String> = cards.iter().map(ToString::to_string).collect();
        Self::new(&symbols).expect("every symbol occurs twice")
    }

    /// Creates a random deal. `draw(n)` must return a number from 0 to below n. If all numbers are equally
    /// likely, so are all matchings of the places.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// // Not random: every draw is 0.
    /// assert_eq!(Deal::random(2, |_| 0).cards(), [1, 0, 0, 1]);
    /// ```
    pub fn random(pairs: u16, mut draw: impl FnMut(usize) -> usize) -> Self {
        let size = 2 * usize::from(pairs);
        let mut free: Vec<usize> = (0..size).rev().collect();
        let mut mates = vec![0; size];
        while let Some(first) = free.pop() {
            let second = free.remove(draw(free.len()));
            (mates[first], mates[second]) = (second, first);
        }
        Self::of(mates)
    }

    /// Returns the random deal of `pairs` pairs that belongs to a seed.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// assert_eq!(Deal::shuffled(3, 1).cards(), [0, 1, 0, 2, 1, 2]);
    /// ```
    pub fn shuffled(pairs: u16, seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        Self::random(pairs, |below| random.below(below as u64) as usize)
    }

    /// Returns the first shuffled deal with the rounded expected number of turns, or `None` if `stop` returns
    /// `true` first.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// // Eight pairs take 12.4 turns on average.
    /// let typical = Deal::typical(8, || false);
    /// assert_eq!(typical.map(|deal| deal.play().len()), Some(12));
    /// ```
    pub fn typical(pairs: u16, mut stop: impl FnMut() -> bool) -> Option<Self> {
        let expected: Integer = (means::turns(pairs) + ratio(1, 2)).floor().to_integer();
        for seed in 1.. {
            if stop() {
                return None;
            }
            let deal = Self::shuffled(pairs, seed);
            if Integer::from(deal.play().len()) == expected {
                return Some(deal);
            }
        }
        None
    }

    /// Returns all (2N - 1)!! deals that are not equivalent, each once.
    ///
    /// # Panics
    /// Panics with more than 17 pairs, whose deals are too many to enumerate.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// // The 1 · 3 · 5 deals of three pairs.
    /// assert_eq!(Deal::all(3).count(), 15);
    /// ```
    pub fn all(pairs: u16) -> impl Iterator<Item = Self> {
        // Deal number `number`, with digits in the bases 2N - 1, 2N - 3, ..., 1.
        let count: u64 = (1..=u64::from(pairs))
            .try_fold(1, |all: u64, k| all.checked_mul(2 * k - 1))
            .expect("at most 17 pairs");
        (0..count).map(move |mut number| {
            Self::random(pairs, |below| {
                let digit = number % below as u64;
                number /= below as u64;
                digit as usize
            })
        })
    }

    /// Returns the symbols, from 0, in the order of the table.
    pub fn cards(&self) -> &[usize] {
        &self.cards
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u16 {
        (self.cards.len() / 2) as u16
    }

    /// Returns the place of the mate of the card at `place`.
    pub fn mate(&self, place: usize) -> usize {
        self.mates[place]
    }

    /// Returns the turns of the strategy with the fewest expected turns.
    pub fn play(&self) -> Vec<PlayedTurn> {
        let mut table = Tableau { pairs: self.pairs(), turned: 0, known: 0 };
        let (mut next, mut steps) = (0, Vec::new());
        let mut known = None;
        while table.pairs > 0 {
            let (turn, places) = match known.take() {
                Some(places) => (SolitaireTurn::Known, places),
                None if self.mates[next] < next => {
                    next += 1;
                    (SolitaireTurn::Mate, [next - 1, self.mates[next - 1]])
                }
                None => {
                    let places = [next, next + 1];
                    next += 2;
                    match self.mates[places[1]] {
                        mate if mate == places[0] => (SolitaireTurn::Lucky, places),
                        mate if mate < places[0] => {
                            known = Some([mate, places[1]]);
                            (SolitaireTurn::Found, places)
                        }
                        _ => (SolitaireTurn::New, places),
                    }
                }
            };
            table = super::Solitaire::after(table, turn);
            steps.push(PlayedTurn { turn, places, after: table });
        }
        steps
    }

    /// Returns the quantities of a game with that strategy, with their names.
    ///
    /// ```
    /// use chancetree::games::solitaire::deal::Deal;
    ///
    /// let quantities = Deal::shortest(3).quantities();
    /// assert_eq!(quantities[..2], [("turns", 3), ("lucky", 3)]);
    /// ```
    pub fn quantities(&self) -> [(&'static str, usize); 5] {
        let steps = self.play();
        let first = steps.iter().position(|step| step.turn.collects()).expect("all pairs are collected");
        let place = steps[first].places.into_iter().max().expect("two cards");
        let remembered = steps.iter().map(|step| usize::from(step.after.turned)).max().unwrap_or(0);
        [
            ("turns", steps.len()),
            ("lucky", steps.iter().filter(|step| step.turn == SolitaireTurn::Lucky).count()),
            ("first_position", place + 1),
            ("first_turn", first + 1),
            ("remembered", remembered),
        ]
    }

    /// Returns the blocks, each of which ends with the second card of a pair.
    pub fn blocks(&self) -> Vec<Block> {
        let mut from = 0;
        let closing = (0..self.mates.len()).filter(|&place| self.mates[place] < place);
        closing
            .map(|place| {
                let block = Block { from, length: place + 1 - from, paired: self.mates[place] + 1 == place };
                from = place + 1;
                block
            })
            .collect()
    }
}
