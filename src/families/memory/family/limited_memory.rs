//! Limited memory of the players of Memory, and singles among the pairs (Sjölund & Åstrand).

use super::board::{ScoredBoard, refused};
use crate::depict::Depict;
use crate::family::{GameArguments, Refusal, parsed};
use crate::memory::MAX_PAIRS;
use crate::memory::forgetting::{ForgetfulGame, SeatStrategy};
use crate::memory::limited::{RecalledTable, SharedMemory};
use crate::memory::separate::SeparateMemory;
use serde::Deserialize;
use serde_json::{Value, json};
use std::str::FromStr;

/// The memory of the players, and the singles of the board.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct LimitedMemory {
    #[serde(deserialize_with = "parsed")]
    memory: Option<Remembered>,
    singles: Option<u16>,
    unknown_singles: Option<u16>,
}

/// The kind of game, which determines the words for the players' choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryVariant {
    /// The players remember every card, and choose between tactics.
    Perfect,
    /// The players choose between bold and safe play.
    Limited,
    /// As `Limited`, with singles among the pairs.
    Singles,
}

/// The maximum number of remembered cards. `None` means no limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remembered {
    /// One limit that all players share.
    Shared(Option<u16>),
    /// One limit for each player.
    Own(Vec<Option<u16>>),
}

/// Reads the limits of memory: `5`, `unlimited`, or one limit for each player, as in `2,5`.
impl FromStr for Remembered {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let limit = |text: &str| match text {
            text if text.eq_ignore_ascii_case("unlimited") => Ok(None),
            _ => text.parse().ok().filter(|&cards| cards <= 2 * MAX_PAIRS).map(Some).ok_or_else(|| {
                let most = 2 * MAX_PAIRS;
                format!(
                    "a number of cards from 0 to {most} or unlimited is needed, or one such limit for each \
                     player"
                )
            }),
        };
        match text.contains(',') {
            true => text.split(',').map(limit).collect::<Result<_, _>>().map(Self::Own),
            false => limit(text).map(Self::Shared),
        }
    }
}

/// Describes a limit.
fn words(limit: Option<u16>) -> String {
    limit.map_or_else(|| "unlimited".to_owned(), |limit| limit.to_string())
}

impl LimitedMemory {
    /// Reads limits and singles from parameters.
    ///
    /// # Errors
    /// If there are unknown singles but no singles.
    pub fn read(given: &GameArguments) -> Result<Self, Refusal> {
        let limited: Self = given.read();
        if let (None, Some(unseen @ 1..)) = (limited.singles, limited.unknown_singles) {
            return Err(
                Refusal::unfit("unknown-singles", "needs --singles").help(format!("--singles {unseen}"))
            );
        }
        Ok(limited)
    }

    /// Creates one limit for each player.
    pub fn own(cards: &[u16]) -> Self {
        let own = cards.iter().copied().map(Some).collect();
        Self { memory: Some(Remembered::Own(own)), ..Self::default() }
    }

    /// Returns the kind of game, which determines the words for the players' choices.
    pub fn variant(&self) -> MemoryVariant {
        match (self.is_limited(), self.singles) {
            (false, _) => MemoryVariant::Perfect,
            (true, None | Some(0)) => MemoryVariant::Limited,
            (true, Some(_)) => MemoryVariant::Singles,
        }
    }

    /// Returns `true` if memory is limited or there are singles. The players are then bold or safe.
    pub fn is_limited(&self) -> bool {
        self.memory.is_some() || self.singles.is_some_and(|singles| singles > 0)
    }

    /// Sets an unlimited shared memory unless memory is limited, so that the players are bold or safe.
    pub fn require_limit(&mut self) {
        self.memory.get_or_insert(Remembered::Shared(None));
    }

    /// Returns `true` if each player has their own memory.
    pub fn is_separate(&self) -> bool {
        matches!(self.memory, Some(Remembered::Own(_)))
    }

    /// Returns the number of cards that every player can remember. `None` means no limit.
    pub fn limit(&self) -> Option<u16> {
        match &self.memory {
            None => None,
            Some(Remembered::Shared(limit)) => *limit,
            Some(Remembered::Own(limits)) => limits.iter().flatten().min().copied(),
        }
    }

    /// Returns the number of singles, and the number of unknown singles.
    fn all_singles(&self) -> [u16; 2] {
        let singles = self.singles.unwrap_or(0);
        [singles, self.unknown_singles.unwrap_or(singles)]
    }

    /// Returns the table of a board at the start.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn start(&self, position: &ScoredBoard) -> Result<RecalledTable, Refusal> {
        let [singles, unseen] = self.all_singles();
        if unseen > singles {
            return Err(Refusal::new(format!("{unseen} unknown singles, but --singles is only {singles}")));
        }
        let table = position.table;
        if table.known > 0 {
            return Err(Refusal::new(
                "--known-pairs must be 0 with --memory or --singles, because known pairs are taken before \
                 play begins",
            ));
        }
        Ok(RecalledTable {
            known: 0,
            half: table.half,
            unknown: table.unknown,
            singles: singles - unseen,
            unseen_singles: unseen,
            mover: 0,
        })
    }

    /// Returns the limits and singles that JSON repeats.
    pub fn parameters(&self) -> Value {
        let [singles, unseen] = self.all_singles();
        let number = |limit: Option<u16>| limit.map_or_else(|| json!("unlimited"), |limit| json!(limit));
        json!({
            "memory": match &self.memory {
                Some(Remembered::Own(limits)) => limits.iter().copied().map(number).collect(),
                _ => number(self.limit()),
            },
            "singles": singles,
            "unknown_singles": unseen,
        })
    }

    /// Returns the limits and singles as part of a file name.
    pub fn file_stem(&self) -> String {
        let memory = self.limits("-");
        format!("memory{memory}-singles{}", self.singles.unwrap_or(0))
    }

    /// Returns the limits and singles as the end of a title. Empty if memory is not limited.
    pub fn remembered(&self) -> String {
        if self.is_limited() { format!("; {}", self.title()) } else { String::new() }
    }

    /// Describes the limits and singles.
    pub fn title(&self) -> String {
        let memory = self.limits(", ");
        let [singles, unseen] = self.all_singles();
        match singles {
            0 => format!("memory: {memory}"),
            _ => format!("memory: {memory}; singles: {singles}, {unseen} of them unknown"),
        }
    }

    /// Returns the limits in words, separated by `between`.
    fn limits(&self, between: &str) -> String {
        match &self.memory {
            Some(Remembered::Own(limits)) => {
                limits.iter().map(|&limit| words(limit)).collect::<Vec<_>>().join(between)
            }
            _ => words(self.limit()),
        }
    }
}

/// A game of players who forget, on a board.
pub trait ForgetfulFamilyGame: ForgetfulGame + Depict + Clone {
    /// Creates the game on a board with these players.
    ///
    /// # Errors
    /// If there is no such game.
    fn build(
        limited: &LimitedMemory,
        position: &ScoredBoard,
        plays: Vec<SeatStrategy>,
    ) -> Result<Self, Refusal>;
}

impl ForgetfulFamilyGame for SharedMemory {
    fn build(
        limited: &LimitedMemory,
        position: &ScoredBoard,
        plays: Vec<SeatStrategy>,
    ) -> Result<Self, Refusal> {
        let players = position.scores.len() as u8;
        Self::new(limited.start(position)?, players, limited.limit())
            .and_then(|game| game.plays(plays))
            .map_err(|error| refused(&error))
    }
}

impl ForgetfulFamilyGame for SeparateMemory {
    fn build(
        limited: &LimitedMemory,
        position: &ScoredBoard,
        plays: Vec<SeatStrategy>,
    ) -> Result<Self, Refusal> {
        let Some(Remembered::Own(memories)) = &limited.memory else {
            return Err(Refusal::new("give one memory limit for each player").help("--memory 2,5"));
        };
        let (players, limits) = (position.scores.len(), memories.len());
        if players != limits {
            return Err(Refusal::new(format!("{limits} memory limits for {players} players"))
                .help(format!("--players {limits}")));
        }
        let start = limited.start(position)?;
        Self::new(start.half, start.unknown, start.singles, start.unseen_singles, memories.clone())
            .and_then(|game| game.plays(plays))
            .map_err(|error| refused(&error))
    }
}
