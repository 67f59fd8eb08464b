//! The names in a log: games with any identifier, symbols that are words, and cards that are places.

use super::log::{Card, LoggedTurn};
use std::collections::{HashMap, HashSet};

/// Returns `true` if the last game of some turns has collected all cards that it turned.
fn is_complete(turns: &[LoggedTurn]) -> bool {
    let game = turns.last().map(|turn| turn.game);
    let last = || turns.iter().rev().take_while(|turn| Some(turn.game) == game);
    let symbols: HashSet<u16> = last().flat_map(|turn| [turn.first.symbol, turn.second.symbol]).collect();
    last().filter(|turn| turn.first.mate() == turn.second).count() == symbols.len()
}

/// The names of a log, each with its number.
#[derive(Default)]
pub(super) struct LogNames {
    /// The identifier of each game, in order.
    games: Vec<String>,
    /// The identifiers since the last header.
    known: HashSet<String>,
    /// The symbols that are words, in order. Their numbers descend from the greatest 16-bit number.
    words: Vec<String>,
    numbers: HashMap<String, u16>,
    /// The symbol at each place of the current game, and the place of the first card of each symbol.
    shown: HashMap<String, u16>,
    first_places: HashMap<u16, String>,
}

impl LogNames {
    /// Begins another log in the same file, whose identifiers of games may occur in an earlier log.
    pub(super) fn begin_log(&mut self) {
        self.known.clear();
    }

    /// Returns the number of the game with this identifier to which a turn belongs. `turns` are the earlier turns. Turn 1 of
    /// a game after its end, or after another game, is a new game: each player may count the games from 1.
    ///
    /// # Errors
    /// Returns an error if other games are between the turns of a game.
    pub(super) fn game(
        &mut self,
        name: &str,
        turn: Option<u64>,
        turns: &[LoggedTurn],
    ) -> Result<u64, String> {
        let is_last = !self.known.is_empty() && self.games.last().is_some_and(|last| last == name);
        if !is_last || turn == Some(1) && is_complete(turns) {
            if !self.known.insert(name.to_owned()) && turn != Some(1) {
                return Err(format!(
                    "game {name} goes on after another game; the turns of a game must be consecutive"
                ));
            }
            self.games.push(name.to_owned());
            self.shown.clear();
            self.first_places.clear();
        }
        Ok(self.games.len() as u64)
    }

    /// Returns the identifier of the last game.
    pub(super) fn last_game(&self) -> Option<&str> {
        self.games.last().map(String::as_str)
    }

    /// Returns a card: a symbol, which is a number or a word, and `a` or `b`.
    ///
    /// # Errors
    /// Returns an error if the text is not a card.
    pub(super) fn card(&mut self, typed: &str) -> Result<Card, String> {
        let mut text = typed.to_owned();
        if let Some(side) = text.pop() {
            text.push(side.to_ascii_lowercase());
        }
        let text = &*text;
        if let Some(card) = Card::read(text).filter(|card| self.is_number(card.symbol)) {
            return Ok(card);
        }
        let wrong = || format!("{typed:?} is not a card; 3a and 3b, or \"dog a\" and \"dog b\", are a pair");
        let side = text.chars().next_back().filter(|side| matches!(side, 'a' | 'b')).ok_or_else(wrong)?;
        let symbol = text[..text.len() - 1].trim_end_matches([' ', '-', '_', '.', ':', '/']);
        let is_number = !symbol.is_empty() && symbol.bytes().all(|byte| byte.is_ascii_digit());
        if symbol.is_empty() || is_number && text.len() == symbol.len() + 1 {
            return Err(wrong());
        }
        Ok(Card { symbol: self.symbol(symbol)?, second: side == 'b' })
    }

    /// Returns the card at a place that shows a symbol. The first place of a symbol is card `a`.
    ///
    /// # Errors
    /// Returns an error if the place showed another symbol before, or the symbol lies at a third place.
    pub(super) fn card_at(&mut self, place: &str, symbol: &str) -> Result<Card, String> {
        let number = self.symbol(symbol)?;
        let first = self.first_places.entry(number).or_insert_with(|| place.to_owned());
        let second = first != place;
        match self.shown.get(place) {
            Some(&before) if before == number => {}
            Some(&before) => {
                let before = self.word(before);
                return Err(format!("place {place} shows {symbol}, but it showed {before} before"));
            }
            None => {
                if self.shown.values().filter(|shown| **shown == number).count() == 2 {
                    return Err(format!("{symbol} lies at three places, of which {place} is the third"));
                }
                self.shown.insert(place.to_owned(), number);
            }
        }
        Ok(Card { symbol: number, second })
    }

    /// Returns the number of a symbol.
    fn symbol(&mut self, symbol: &str) -> Result<u16, String> {
        if let Some(number) = symbol.parse().ok().filter(|&number| number > 0 && self.is_number(number)) {
            return Ok(number);
        }
        if let Some(&number) = self.numbers.get(symbol) {
            return Ok(number);
        }
        let number = u16::MAX - u16::try_from(self.words.len()).map_err(|_| "there are too many symbols")?;
        self.words.push(symbol.to_owned());
        self.numbers.insert(symbol.to_owned(), number);
        Ok(number)
    }

    /// Returns the text of a symbol in the log.
    fn word(&self, symbol: u16) -> String {
        self.words.get(usize::from(u16::MAX - symbol)).cloned().unwrap_or_else(|| symbol.to_string())
    }

    /// Returns `true` if a symbol is not a word.
    fn is_number(&self, symbol: u16) -> bool {
        usize::from(u16::MAX - symbol) >= self.words.len()
    }

    /// Replaces the numbers of a card and of a game in a message by their names.
    pub(super) fn named(&self, message: &str, card: Option<Card>, game: Option<u64>) -> String {
        let mut message = message.to_owned();
        if let Some(card) = card.filter(|card| !self.is_number(card.symbol)) {
            let side = if card.second { "b" } else { "a" };
            message =
                message.replace(&format!("card {card}"), &format!("card {} {side}", self.word(card.symbol)));
        }
        if let Some((game, name)) = game.and_then(|game| Some((game, self.games.get(game as usize - 1)?))) {
            message = message.replace(&format!("game {game} "), &format!("game {name} "));
        }
        message
    }
}
