//! Random games played with actual cards, and the lines of their logs.

use super::{Chance, ImperfectSolitaire, Variant};
use crate::random::Random;
use std::fmt::{self, Display};

/// The largest number of turns of a random game. Players with poor recall take very many turns.
pub const MAX_PLAYED: u64 = 100_000;

/// A card: its symbol and which of the two cards it is.
///
/// ```
/// use chancetree::games::solitaire::imperfect::Card;
///
/// let card = Card { symbol: 3, second: false };
/// assert_eq!((Card::read("3a"), Card::read("3c")), (Some(card), None));
/// assert_eq!(card.mate().to_string(), "3b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The symbol, from 1.
    pub symbol: u16,
    /// Whether the card is `b` of its pair instead of `a`.
    pub second: bool,
}

impl Display for Card {
    /// Writes the symbol and `a` or `b`: `3a` and `3b` are a pair.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.symbol, if self.second { 'b' } else { 'a' })
    }
}

impl Card {
    /// Parses a card such as `3a`.
    pub fn read(text: &str) -> Option<Self> {
        let (symbol, second) = text
            .strip_suffix('a')
            .map(|symbol| (symbol, false))
            .or(text.strip_suffix('b').map(|s| (s, true)))?;
        let digits = symbol.bytes().all(|byte| byte.is_ascii_digit());
        let symbol = symbol.parse().ok().filter(|symbol| digits && *symbol > 0)?;
        Some(Self { symbol, second })
    }

    /// Returns the other card of the pair.
    pub fn mate(self) -> Self {
        Self { second: !self.second, ..self }
    }
}

/// A line of a log: the two cards of a turn.
///
/// ```
/// use chancetree::games::solitaire::imperfect::{Card, LoggedTurn};
///
/// let [first, second] = [Card { symbol: 1, second: false }, Card { symbol: 1, second: true }];
/// let turn = LoggedTurn { game: 1, turn: 1, player: 0, first, second };
/// assert_eq!(turn.first.mate(), turn.second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedTurn {
    /// The game, from 1.
    pub game: u64,
    /// The number of the turn in the game, from 1, counted over all players.
    pub turn: u64,
    /// The player who moved: 0 for a single player, otherwise an index into the list of players.
    pub player: u16,
    /// The first card.
    pub first: Card,
    /// The second card.
    pub second: Card,
}

impl ImperfectSolitaire {
    /// Plays random game number `game` of a seed and returns its log, or `None` if it takes more than `most`
    /// turns.
    ///
    /// This simulation handles the cards themselves. It does not use [`turn_outcomes`](super::turn_outcomes), so that tests
    /// can compare both.
    ///
    /// ```
    /// use chancetree::exact::{one, ratio, zero};
    /// use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
    ///
    /// let recall = Recall::new(ratio(1, 2), zero(), one())?;
    /// let game = ImperfectSolitaire::new(2, Variant::KnownFirst, recall)?;
    /// let log = game.play(1, 0, 100).expect("a game of at most 100 turns");
    /// assert_eq!(log.last().map(|turn| turn.turn), Some(log.len() as u64));
    /// // Two pairs take two turns at least.
    /// assert_eq!(game.play(1, 0, 1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, seed: u64, game: u64, most: u64) -> Option<Vec<LoggedTurn>> {
        let mut random = Random::new(seed, game);
        let mut fresh: Vec<Card> = (1..=self.pairs())
            .flat_map(|symbol| [false, true].map(|second| Card { symbol, second }))
            .collect();
        // The labels a and b and the order of the cards must not depend on the symbols.
        for last in (1..fresh.len()).rev() {
            fresh.swap(last, random.below(last as u64 + 1) as usize);
        }
        let mut turned: Vec<Card> = Vec::new();
        let place = |card: Card| 2 * usize::from(card.symbol) + usize::from(card.second);
        let mut is_turned = vec![false; 2 * usize::from(self.pairs()) + 2];
        let mut log = Vec::new();
        for turn in 1..=most {
            let known: Vec<Card> =
                turned.iter().copied().filter(|card| is_turned[place(card.mate())]).collect();
            let first = match self.model() {
                Variant::KnownFirst if !known.is_empty() => random.one_of(&known),
                Variant::FreshFirst if fresh.is_empty() => random.one_of(&turned),
                _ => *fresh.last().expect("a fresh card is left"),
            };
            let without = |cards: &[Card]| -> Vec<Card> {
                cards.iter().copied().filter(|&card| card != first && card != first.mate()).collect()
            };
            let (old, mut new) = (without(&turned), without(&fresh));
            let second = if is_turned[place(first.mate())] {
                let [mate, other, _] =
                    [Chance::Mate, Chance::Other, Chance::New].map(|c| self.recall().weight(c));
                let drawn = random.below(self.recall().denominator());
                match (old.is_empty(), new.is_empty()) {
                    (true, true) => first.mate(),
                    _ if drawn < mate => first.mate(),
                    (false, true) => random.one_of(&old),
                    (false, false) if drawn < mate + other => random.one_of(&old),
                    _ => *new.last().expect("a fresh card is left"),
                }
            } else {
                new = fresh.iter().copied().filter(|&card| card != first).collect();
                let knows = random.below(self.recall().denominator()) < self.recall().weight(Chance::Fresh);
                if old.is_empty() || knows {
                    *new.last().expect("the mate is fresh")
                } else {
                    random.one_of(&old)
                }
            };
            log.push(LoggedTurn { game, turn, player: 0, first, second });
            fresh.retain(|&card| card != first && card != second);
            turned.retain(|&card| card != first && card != second);
            for card in [first, second] {
                is_turned[place(card)] = first.mate() != second;
            }
            if first.mate() != second {
                turned.extend([first, second]);
            } else if fresh.is_empty() && turned.is_empty() {
                return Some(log);
            }
        }
        None
    }
}
