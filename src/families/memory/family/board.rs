//! Boards of Memory, fresh or in the middle of a game.

use super::DEFAULT_PAIRS;
use crate::family::{GameArguments, Help, PlayerNames, Refusal, counted, parsed};
use crate::game::{Game as _, MAX_POINTS, MAX_SEATS, Points, Seat};
use crate::memory::{ImpossibleMemory, MAX_PAIRS, Memory, PairCounts};
use crate::model::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use std::str::FromStr;

/// The number of pairs by which player 1 leads.
pub(super) struct Lead(i32);

impl FromStr for Lead {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = i32::from(MAX_PAIRS);
        let lead = text.parse().ok().filter(|lead| (-most..=most).contains(lead));
        lead.map(Self).ok_or_else(|| format!("a whole number from -{most} to {most} is needed"))
    }
}

fn lead<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    Ok(parsed(deserializer)?.map(|Lead(lead)| lead))
}

/// Returns the refusal of an impossible game, with a suggestion.
pub fn refused(error: &ImpossibleMemory) -> Refusal {
    let refusal = Refusal::new(error.to_string());
    match error {
        ImpossibleMemory::Plays { plays, .. } if *plays <= usize::from(MAX_SEATS) => {
            refusal.help(format!("--players {plays}"))
        }
        ImpossibleMemory::Passing(_) => refusal.help("--rules no-pass"),
        ImpossibleMemory::Winning(_) => refusal.help("--objective pairs"),
        ImpossibleMemory::Memory { remembered, .. } => refusal.help(format!("--memory {remembered}")),
        _ => refusal,
    }
}

/// Describes the known cards on a table.
pub fn in_words(PairCounts { known, half, unknown }: PairCounts) -> String {
    format!("{known} known, {half} half known, {unknown} unknown")
}

/// The players at a board, and the known cards and taken pairs at the start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Start {
    /// The number of players.
    pub players: Seat,
    /// Pairs without a known card. `None` if all other pairs are unknown.
    pub unknown: Option<u16>,
    /// Pairs with two known cards. `None` if there are none.
    pub known_pairs: Option<u16>,
    /// The pairs that each player has taken. `None` if there are none.
    pub scores: Option<Vec<Points>>,
    /// The cards on the table, if the position was typed that way.
    #[serde(deserialize_with = "parsed")]
    pub position: Option<PairCounts>,
    /// The number of pairs by which player 1 leads, as an alternative to scores.
    #[serde(deserialize_with = "lead")]
    pub lead: Option<i32>,
    /// `true` if a player who takes a pair does not move again.
    pub one_flip: bool,
    /// The names of the players.
    pub names: PlayerNames,
}

impl Start {
    /// Returns the options to omit for a fresh board, as typed.
    pub fn leave_out(&self) -> String {
        let given = [
            ("--scores", self.scores.is_some()),
            ("--lead", self.lead.is_some()),
            ("--unknown", self.unknown.is_some()),
            ("--known-pairs", self.known_pairs.is_some()),
        ];
        let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
        match self.position {
            Some(table) => format!("--pairs {} instead of --position", table.pairs()),
            None => format!("leave out {}", given.join(" and ")),
        }
    }

    /// Returns the number of pairs of the board, if the cards on the table determine it.
    ///
    /// # Errors
    /// If there are more pairs than points can count.
    pub fn pairs(&self) -> Result<Option<u16>, Refusal> {
        let Some(table) = self.position else { return Ok(None) };
        let all = i64::from(table.pairs()) + self.start_scores().into_iter().map(i64::from).sum::<i64>();
        all.try_into().map(Some).map_err(|_| Refusal::new(Error::PointsOverflow.to_string()))
    }

    /// Returns the pairs that the players have taken.
    fn start_scores(&self) -> Vec<Points> {
        let points = |lead: i32| lead.clamp(0, MAX_POINTS);
        match (&self.scores, self.lead) {
            (_, Some(lead)) => vec![points(lead), points(-lead)],
            (Some(scores), None) => scores.clone(),
            (None, None) => vec![0; usize::from(self.players)],
        }
    }

    /// Returns the board with this number of pairs.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn position(&self, pairs: u16) -> Result<ScoredBoard, Refusal> {
        let players = usize::from(self.players);
        self.names.check(players)?;
        // Scores of 0 are the default, which excludes nothing.
        let is_default =
            |scores: &Vec<Points>| scores.len() == players && scores.iter().all(|&points| points == 0);
        if self.lead.is_some() && !self.scores.as_ref().is_none_or(is_default) {
            return Err(
                Refusal::all_unfit(&["lead", "scores"], "cannot be combined").help("leave out --lead")
            );
        }
        let scores = self.start_scores();
        if scores.len() != players {
            let refusal = Refusal::new(format!(
                "{} for {}; one for each player is needed",
                counted(scores.len(), "score"),
                counted(players, "player"),
            ));
            if self.lead.is_some() {
                return Err(refusal.help("leave out --lead"));
            }
            if (players..=usize::from(MAX_SEATS)).contains(&scores.len()) {
                let larger = larger_board(&scores, pairs).map_or(String::new(), |pairs| format!(" {pairs}"));
                return Err(refusal.help(format!("--players {}{larger}", scores.len())));
            }
            let all = scores.iter().copied().chain(std::iter::repeat(0)).take(players);
            let all: Vec<String> = all.map(|points| points.to_string()).collect();
            return Err(refusal.help(format!("--scores {}", all.join(","))));
        }
        let taken = taken_pairs(&scores);
        let left = u64::from(pairs).checked_sub(taken).filter(|&left| left > 0).ok_or_else(|| {
            let refusal = Refusal::new(format!(
                "the scores add up to {taken}, but at most {} is possible on a board of {pairs}: one pair \
                 must be left",
                pairs.saturating_sub(1)
            ));
            Refusal { help: larger_board(&scores, pairs).map(Help::Options), ..refusal }
        })? as u16;
        let known = self.position.map(|table| table.known).or(self.known_pairs).unwrap_or(0);
        let unknown = self.position.map(|table| table.unknown).or(self.unknown);
        let unknown = unknown.unwrap_or_else(|| left.saturating_sub(known));
        let half = u32::from(left).checked_sub(u32::from(known) + u32::from(unknown)).ok_or_else(|| {
            Refusal::new(format!(
                "{unknown} unknown and {known} known pairs are more than the {left} left; their sum is at most {left}"
            ))
        })? as u16;
        let table = PairCounts { known, half, unknown };
        let game = Memory::from(table, self.players).map_err(|error| refused(&error))?;
        let game = game.one_flip(self.one_flip);
        Ok(ScoredBoard { pairs, table, scores, game, names: self.names.clone() })
    }
}

/// Returns the number of pairs that the players have taken.
fn taken_pairs(scores: &[Points]) -> u64 {
    scores.iter().map(|&points| u64::from(points.unsigned_abs())).sum()
}

/// Returns the option for a board on which such scores are possible, if a board of `pairs` is too small.
fn larger_board(scores: &[Points], pairs: u16) -> Option<String> {
    let needed = taken_pairs(scores) + 1;
    (u64::from(pairs) < needed && needed <= u64::from(MAX_PAIRS)).then(|| format!("--pairs {needed}"))
}

/// The size of a board, as a number of pairs or of cards.
#[derive(Deserialize)]
struct BoardSize {
    pairs: Option<u16>,
    cards: Option<u16>,
}

/// A board, with the scores of the players at the start.
#[derive(Debug, Clone)]
pub struct ScoredBoard {
    /// The number of pairs, including taken ones.
    pub pairs: u16,
    /// The cards on the board.
    pub table: PairCounts,
    /// The pairs that each player has taken.
    pub scores: Vec<Points>,
    /// The game between robots.
    pub game: Memory,
    /// The names of the players.
    pub names: PlayerNames,
}

impl ScoredBoard {
    /// Reads the board from parameters.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn of(given: &GameArguments) -> Result<Self, Refusal> {
        let (start, BoardSize { pairs, cards }): (Start, _) = (given.read(), given.read());
        let pairs = start.pairs()?.or(pairs).or(cards.map(|cards| cards / 2));
        start.position(pairs.unwrap_or(DEFAULT_PAIRS))
    }

    /// Returns the same players at another table, without taken pairs.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn at(&self, table: PairCounts) -> Result<Self, Refusal> {
        let game = Memory::from(table, self.game.seats()).map_err(|error| refused(&error))?;
        let game = game.one_flip(self.game.is_one_flip());
        let (scores, names) = (vec![0; self.scores.len()], self.names.clone());
        Ok(Self { pairs: table.pairs(), table, scores, game, names })
    }

    /// Returns the parameters that JSON repeats.
    pub fn parameters(&self) -> Value {
        let PairCounts { known, half, unknown } = self.table;
        let mut parameters = json!({
            "pairs": self.pairs,
            "players": self.scores.len(),
            "unknown": unknown,
            "half_known": half,
            "known_pairs": known,
            "scores": self.scores,
        });
        if self.game.is_one_flip() {
            parameters["one_flip"] = true.into();
        }
        if let Some(names) = &self.names.0 {
            parameters["names"] = names.clone().into();
        }
        parameters
    }

    /// Returns `true` if no card is known and no pair is taken.
    pub fn is_fresh(&self) -> bool {
        self.table.unknown == self.pairs
    }

    /// Returns the variation of the rules as the end of a title. Empty for the usual rules.
    pub fn variation(&self) -> &'static str {
        if self.game.is_one_flip() { "; one flip" } else { "" }
    }

    /// Returns a description of the board with robots.
    pub fn title(&self) -> String {
        self.title_with("robot", " with perfect memory")
    }

    /// Returns a description of the board, with the players called `who` and described by `how`.
    pub fn title_with(&self, who: &str, how: &str) -> String {
        let mut title =
            format!("Memory, {}, {}{how}", counted(self.pairs, "pair"), counted(self.scores.len(), who));
        title.push_str(self.variation());
        if !self.is_fresh() {
            title.push_str(&format!("; {}", in_words(self.table)));
        }
        if self.scores.iter().any(|&points| points > 0) {
            let scores: Vec<_> = self.scores.iter().map(ToString::to_string).collect();
            title.push_str(&format!("; scores {}", scores.join(" : ")));
        }
        title
    }

    /// Returns the board as part of a file name.
    pub fn file_stem(&self) -> String {
        let mut stem = format!("memory-pairs{}-players{}", self.pairs, self.scores.len());
        if !self.is_fresh() {
            let PairCounts { known, half, unknown } = self.table;
            stem.push_str(&format!("-known{known}-half{half}-unknown{unknown}"));
        }
        if self.scores.iter().any(|&points| points > 0) {
            let scores: Vec<_> = self.scores.iter().map(ToString::to_string).collect();
            stem.push_str(&format!("-scores{}", scores.join("_")));
        }
        if self.game.is_one_flip() {
            stem.push_str("-one-flip");
        }
        stem
    }
}
