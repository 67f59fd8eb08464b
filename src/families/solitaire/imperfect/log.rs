//! Logs of games: writing, validation, and the answers of each player.

pub use super::{Card, LoggedTurn};

use super::Trial;
use crate::family::sampled::Ledger;
use crate::model::order;
use serde_json::json;
use std::collections::BTreeMap;
use thiserror::Error;

/// The columns of a log, and the keys of its lines in JSON.
pub const COLUMNS: [&str; 4] = ["game", "turn", "first", "second"];

/// A log of games of a single player in progress: the lines that were not taken yet.
pub struct LogWriter {
    text: String,
    is_csv: bool,
}

impl LogWriter {
    /// Creates an empty log: CSV, or JSON with one object for each turn.
    pub fn new(is_csv: bool) -> Self {
        let text = if is_csv { COLUMNS.join(",") + "\n" } else { String::new() };
        Self { text, is_csv }
    }
}

impl Ledger<Vec<LoggedTurn>> for LogWriter {
    /// The number of games, which is saved with the counts, suffices.
    type Counts = ();

    fn add(&mut self, turns: &Vec<LoggedTurn>) {
        for LoggedTurn { game, turn, first, second, .. } in turns {
            let (first, second) = (first.to_string(), second.to_string());
            self.text += &match self.is_csv {
                true => format!("{game},{turn},{first},{second}\n"),
                false => {
                    let line = json!({ "game": game, "turn": turn, "first": first, "second": second });
                    format!("{line}\n")
                }
            };
        }
    }

    fn counts(&self) -> &() {
        &()
    }

    fn resume(&mut self, (): ()) {
        self.text.clear();
    }

    fn take_log(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn log_bytes(&self) -> usize {
        self.text.len()
    }
}

/// The reason a text is not a valid log of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The numbers of games are not consecutive.
    #[error("game {found} where game {expected} is expected")]
    Game {
        /// The number of the game.
        found: u64,
        /// The expected number.
        expected: u64,
    },
    /// The numbers of turns of a game are not consecutive.
    #[error(
        "turn {found} of game {game} where turn {expected} is expected{}",
        if *found == 1 { "; a game that begins before this one ends needs another number" } else { "" }
    )]
    Turn {
        /// The game.
        game: u64,
        /// The number of the turn.
        found: u64,
        /// The expected number.
        expected: u64,
    },
    /// A turn with the same card twice.
    #[error("card {0} is turned twice in one turn")]
    Same(Card),
    /// A card that was collected before.
    #[error("card {0} is already collected")]
    Collected(Card),
    /// More symbols than pairs.
    #[error("card {card} would be symbol {symbols}, but the pairs of the board are {pairs}")]
    Symbols {
        /// The card.
        card: Card,
        /// The number of symbols of the game, including this card.
        symbols: usize,
        /// The pairs of the board.
        pairs: u32,
    },
    /// An unfinished game on a board of unknown size.
    #[error(
        "game {0} ends before all its cards are collected, and only a whole game shows how many pairs there are"
    )]
    Unfinished(u64),
    /// A turn after the end of the game.
    #[error("game {0} goes on after all its pairs are collected (there are {1})")]
    Over(u64, u32),
}

impl LogError {
    /// Returns the card that the message names.
    pub(super) fn card(&self) -> Option<Card> {
        match *self {
            Self::Same(card) | Self::Collected(card) | Self::Symbols { card, .. } => Some(card),
            _ => None,
        }
    }

    /// Returns the game that the message names.
    pub(super) fn game(&self) -> Option<u64> {
        match *self {
            Self::Turn { game, .. } | Self::Unfinished(game) | Self::Over(game, _) => Some(game),
            _ => None,
        }
    }
}

/// The number of answers of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Both wrong kinds on the table: the mate (A), another turned card (B), a fresh card (C).
    pub both: [u64; 3],
    /// One wrong kind on the table: the mate (R1), not (R0).
    pub one: [u64; 2],
    /// The mate is fresh and other cards were turned: a fresh card (E1), a turned one (E0).
    pub search: [u64; 2],
}

impl AnswerCounts {
    fn add(&mut self, other: &Self) {
        let pairs = self.both.iter_mut().zip(other.both);
        let pairs = pairs.chain(self.one.iter_mut().zip(other.one));
        for (sum, add) in pairs.chain(self.search.iter_mut().zip(other.search)) {
            *sum += add;
        }
    }
}

/// The data of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayedLog {
    /// The data of all players together.
    pub all: TurnData,
    /// The data of each player, by number.
    pub players: Vec<TurnData>,
}

/// The data of some turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnData {
    /// The number of games to which these turns belong.
    pub games: u64,
    /// The number of turns.
    pub turns: u64,
    /// The answers by the number of turned cards that lay face down when the first card was open.
    pub by_load: BTreeMap<u32, AnswerCounts>,
}

impl TurnData {
    fn add(&mut self, load: u32, answers: &AnswerCounts) {
        self.turns += 1;
        self.by_load.entry(load).or_default().add(answers);
    }

    /// Returns the sum of all answers.
    pub fn answers(&self) -> AnswerCounts {
        let mut all = AnswerCounts::default();
        self.by_load.values().for_each(|answers| all.add(answers));
        all
    }
}

/// Replays a log turn by turn. Turns are numbered from 1 in every game, and games from 1. `pairs` is the number of
/// pairs of the board; it is `None` if every game shows it by collecting all cards. All players see all turned cards,
/// so a turn has the same information about its player with or without other players.
///
/// # Errors
/// The index in `log`, and the problem there.
pub fn replay(log: &[LoggedTurn], pairs: Option<u16>) -> Result<ReplayedLog, (usize, LogError)> {
    let players = log.iter().map(|logged| usize::from(logged.player) + 1).max().unwrap_or(0);
    let mut replayed = ReplayedLog { all: TurnData::default(), players: vec![TurnData::default(); players] };
    // The last game in which each player moved.
    let mut last = vec![0; players];
    let mut begin = 0;
    while begin < log.len() {
        let game = replayed.all.games + 1;
        let length = log[begin..].iter().take_while(|logged| logged.game == game).count();
        if length == 0 {
            let found = log[begin].game;
            return Err((begin, LogError::Game { found, expected: game }));
        }
        let turns = &log[begin..begin + length];
        replayed.all.games += 1;
        for player in turns.iter().map(|turn| usize::from(turn.player)) {
            if last[player] < game {
                last[player] = game;
                replayed.players[player].games += 1;
            }
        }
        LoggedTable::new(turns, pairs, begin)?.play(turns, begin, &mut replayed)?;
        begin += length;
    }
    Ok(replayed)
}

/// Refuses a turn, at an index of the log, without the expected number.
fn in_order((place, (expected, logged)): (usize, (u64, &LoggedTurn))) -> Result<(), (usize, LogError)> {
    let (game, found) = (logged.game, logged.turn);
    if found == expected { Ok(()) } else { Err((place, LogError::Turn { game, found, expected })) }
}

/// The state of a card, if it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownCard {
    Turned,
    Collected,
}

/// The cards of a game that is replayed.
struct LoggedTable {
    // 32 bits, because there are twice as many cards as symbols of 16 bits.
    pairs: u32,
    cards: BTreeMap<Card, KnownCard>,
    symbols: u32,
    turned: u32,
    collected: u32,
}

impl LoggedTable {
    /// Creates an untouched board. If `pairs` is `None`, the turns of the game show the number of pairs.
    fn new(turns: &[LoggedTurn], pairs: Option<u16>, begin: usize) -> Result<Self, (usize, LogError)> {
        let shown = || {
            let mut symbols: Vec<u16> =
                turns.iter().flat_map(|turn| [turn.first.symbol, turn.second.symbol]).collect();
            order::sort_unique(&mut symbols);
            let collected = turns.iter().filter(|turn| turn.first.mate() == turn.second).count();
            if collected < symbols.len() {
                // The reason may be a card that is turned twice, or a missing turn.
                if let Some(same) = turns.iter().position(|turn| turn.first == turn.second) {
                    return Err((begin + same, LogError::Same(turns[same].first)));
                }
                (begin..).zip((1..).zip(turns)).try_for_each(in_order)?;
                return Err((begin + turns.len() - 1, LogError::Unfinished(turns[0].game)));
            }
            Ok(symbols.len() as u32)
        };
        let pairs = pairs.map_or_else(shown, |pairs| Ok(u32::from(pairs)))?;
        Ok(Self { pairs, cards: BTreeMap::new(), symbols: 0, turned: 0, collected: 0 })
    }

    fn fresh(&self) -> u32 {
        2 * self.pairs - 2 * self.collected - self.turned
    }

    fn play(
        mut self,
        turns: &[LoggedTurn],
        begin: usize,
        replayed: &mut ReplayedLog,
    ) -> Result<(), (usize, LogError)> {
        for (place, (expected, logged)) in (begin..).zip((1..).zip(turns)) {
            in_order((place, (expected, logged)))?;
            let (load, answers) = self.turn(logged).map_err(|broken| (place, broken))?;
            replayed.all.add(load, &answers);
            replayed.players[usize::from(logged.player)].add(load, &answers);
        }
        Ok(())
    }

    /// Plays a turn. Returns the number of turned cards that lay face down, and the answer.
    fn turn(&mut self, logged: &LoggedTurn) -> Result<(u32, AnswerCounts), LogError> {
        let LoggedTurn { game, first, second, .. } = *logged;
        if self.collected == self.pairs {
            return Err(LogError::Over(game, self.pairs));
        }
        if first == second {
            return Err(LogError::Same(first));
        }
        let known = self.cards.get(&first.mate()) == Some(&KnownCard::Turned);
        self.open(first)?;
        let load = self.turned - 1;
        let fresh = !self.cards.contains_key(&second);
        // The first card and, if it was turned, its mate are not wrong cards.
        let (others, new) = (self.turned > 1 + u32::from(known), self.fresh() > 0);
        let trial = match (known, others, new) {
            (true, true, true) => Trial::Both,
            (true, true, false) | (true, false, true) => Trial::One,
            (false, true, _) => Trial::Search,
            _ => Trial::Nothing,
        };
        let pair = first.mate() == second;
        let mut answers = AnswerCounts::default();
        match trial {
            Trial::Nothing => {}
            Trial::Both => answers.both[if pair { 0 } else { 1 + usize::from(fresh) }] += 1,
            Trial::One => answers.one[usize::from(!pair)] += 1,
            Trial::Search => answers.search[usize::from(!fresh)] += 1,
        }
        self.open(second)?;
        if pair {
            self.collected += 1;
            self.turned -= 2;
            self.cards.extend([(first, KnownCard::Collected), (second, KnownCard::Collected)]);
        }
        Ok((load, answers))
    }

    fn open(&mut self, card: Card) -> Result<(), LogError> {
        match self.cards.get(&card) {
            Some(KnownCard::Collected) => return Err(LogError::Collected(card)),
            Some(KnownCard::Turned) => return Ok(()),
            None => {}
        }
        if !self.cards.contains_key(&card.mate()) {
            self.symbols += 1;
        }
        if self.symbols > self.pairs {
            let symbols = self.symbols as usize;
            return Err(LogError::Symbols { card, symbols, pairs: self.pairs });
        }
        self.cards.insert(card, KnownCard::Turned);
        self.turned += 1;
        Ok(())
    }
}
