//! Who plays on a board that is to be fair, and what is saved of what becomes of it.

use super::super::decisions::Objective;
use super::super::family::{Decide, LimitedMemory, Position};
use super::Names;
use crate::evaluate::distribution::Distribution;
use crate::exact::{Rational, one, zero};
use crate::family::{Refusal, counted};
use crate::game::{Points, Seat};
use serde_json::Value;

/// What becomes of a board, as it is saved: P(each seat wins) and P(draw), and the distribution of the scores.
pub type Kept = (Vec<Rational>, Option<Scores>);

/// A distribution of scores, as it is saved.
pub type Scores = Vec<(Vec<u64>, Rational)>;

/// No seat has more points.
const MOST: u64 = Points::MAX as u64;

/// Returns `true` if it can be what becomes of a board of so many seats.
pub fn is_of((outcomes, distribution): &Kept, seats: usize) -> bool {
    let mut shares = distribution.iter().flatten();
    outcomes.len() == seats + 1
        && are_whole(outcomes.iter())
        && shares.all(|(points, _)| points.len() == seats && points.iter().all(|&it| it <= MOST))
        && distribution.as_ref().is_none_or(|all| are_whole(all.iter().map(|(_, share)| share)))
}

/// Returns `true` if these are the probabilities of all there is.
fn are_whole<'a>(mut shares: impl Iterator<Item = &'a Rational> + Clone) -> bool {
    shares.clone().sum::<Rational>() == one() && shares.all(|share| *share >= zero())
}

/// Returns a distribution of scores as it is saved.
pub fn kept(found: &Distribution) -> Scores {
    let points = |points: &[Points]| points.iter().map(|&points| points.into()).collect();
    found.iter().map(|(own, share)| (points(own), share)).collect()
}

/// Returns the distribution that was saved, of so many seats.
pub fn regained(scores: Scores, seats: usize) -> Distribution {
    let points = |points: Vec<u64>| points.into_iter().map(|points| points as Points).collect();
    Distribution::of(seats as Seat, scores.into_iter().map(|(own, share)| (points(own), share)))
}

/// Returns the ways to play that are compared where none are named, of so many players, who may forget.
pub fn usual(forget: bool, players: u8) -> &'static [&'static str] {
    match (forget, players) {
        (true, _) => &["bold", "safe", "best"],
        (false, ..=2) => &["robots", "safe", "best", "parity"],
        // The rule by parity is one for two.
        (false, _) => &["robots", "safe", "best"],
    }
}

/// Returns one way to play the boards of so many players each, with one objective: robots want nothing, and others are asked
/// what they want, unless nobody `wants` anything.
///
/// # Errors
/// If some would want to win, and others pairs.
pub fn alike(decide: Decide, wants: bool, players: &[u8]) -> Result<Decide, Refusal> {
    let is_mixed = players.contains(&2) && players.iter().any(|&players| players != 2);
    match is_mixed && !decide.has_objective() {
        false => Ok(decide),
        true if !wants => Ok(decide.wanting(Objective::Pairs)),
        true => Err(Refusal::new("two want to win and more want pairs, which is not the same question")
            .help("--objective pairs")),
    }
}

/// The players of a board: how they play, what they want, what they remember, and their names.
pub struct People<'a> {
    /// How they play, and what they want.
    pub decide: Decide,
    /// What they remember.
    pub limited: &'a LimitedMemory,
    /// What they are called.
    pub names: Names,
}

impl<'a> People<'a> {
    /// So many players. Two who decide want to win, unless they want something else; of more, each wants pairs.
    pub fn new(decide: &Decide, limited: &'a LimitedMemory, names: Names, players: u8) -> Self {
        let objective = if players == 2 { Objective::Win } else { Objective::Pairs };
        Self { decide: decide.wanting(objective), limited, names }
    }

    /// Returns the same people, all playing like this.
    pub fn playing(&self, name: &str) -> Self {
        Self { decide: self.decide.with_play(name), names: self.names.clone(), ..*self }
    }

    /// Returns `true` if robots that forget nothing play.
    pub fn are_robots(&self) -> bool {
        self.decide.is_robots() && !self.limited.is_given()
    }

    /// Returns the play of those who are not told otherwise.
    fn usual(&self) -> &'static str {
        if self.limited.is_given() { "bold" } else { "robots" }
    }

    /// Describes how many they are, and of which kind.
    pub fn kind(&self, seats: usize) -> String {
        match self.are_robots() {
            true => format!("{seats} robots with perfect memory"),
            false => counted(seats, "player"),
        }
    }

    /// A board and, where it is not that of robots, how it is played.
    pub fn heading(&self, board: &str) -> String {
        match self.are_robots() {
            true => board.to_owned(),
            false => format!("{board}{}\n{}", self.limited.remembered(), self.decide.title(self.usual())),
        }
    }

    /// Describes what those want who decide.
    pub fn want(&self) -> &'static str {
        match self.decide.objective() {
            Objective::Win => "to win (--objective pairs: as many pairs as possible)",
            Objective::Pairs => "as many pairs as possible",
        }
    }

    /// Returns all that was asked of a board, as JSON repeats it.
    pub fn parameters(&self, position: &Position) -> Value {
        let mut parameters = self.limited.parameters_of(position, &self.decide, self.usual());
        if let Some(names) = &self.names.0 {
            parameters["names"] = names.clone().into();
        }
        parameters
    }
}
