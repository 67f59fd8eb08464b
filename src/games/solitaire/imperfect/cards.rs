//! Cards as a log of games names them, and its lines.

use std::fmt::{self, Display};

/// A card: its symbol, from 1, and which of the two it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The symbol, from 1.
    pub symbol: u16,
    /// True if the card is `b` of its pair, false if it is `a`.
    pub second: bool,
}

impl Display for Card {
    /// `3a` and `3b` are a pair.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.symbol, if self.second { 'b' } else { 'a' })
    }
}

impl Card {
    /// Reads `3a`.
    pub fn read(text: &str) -> Option<Self> {
        let (symbol, second) = text
            .strip_suffix('a')
            .map(|symbol| (symbol, false))
            .or(text.strip_suffix('b').map(|s| (s, true)))?;
        let digits = symbol.bytes().all(|byte| byte.is_ascii_digit());
        let symbol = symbol.parse().ok().filter(|symbol| digits && *symbol > 0)?;
        Some(Self { symbol, second })
    }

    /// The other card of the pair.
    pub fn mate(self) -> Self {
        Self { second: !self.second, ..self }
    }
}

/// A line of a log: the two cards of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The game, from 1.
    pub game: u64,
    /// The turn of the game, from 1, counted over all players.
    pub turn: u64,
    /// The player who moved: 0 for a single player, otherwise a place in the list of those who play in turn.
    pub player: u16,
    /// The first card.
    pub first: Card,
    /// The second card.
    pub second: Card,
}
