//! Knows who plays on a board and for what, and finds what becomes of it.

use super::super::checkpoint::NOWHERE;
use super::super::fail::Fail;
use super::super::memory::{self, Board, Position};
use super::super::odds::{self, Deciders};
use super::super::print;
use super::super::watch::{Several, Watch};
use crate::evaluate::distribution::Distribution;
use crate::exact::Rational;
use crate::game::Points;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, LimitedMemory};
use serde_json::Value;

/// The players of a board: how they play, what they want, and what they remember.
pub(super) struct Players<'a> {
    decide: Decide,
    limited: &'a LimitedMemory,
    names: Option<Vec<String>>,
    watch: &'a Watch,
}

/// The outcome of a board.
pub(super) struct Found {
    pub(super) position: Position,
    pub(super) parameters: Value,
    /// P(each seat wins) and P(draw).
    pub(super) outcomes: Vec<Rational>,
    /// The distribution of the scores, where play does not depend on the score.
    pub(super) distribution: Option<Distribution>,
}

impl Found {
    /// P(each seat wins).
    pub(super) fn wins(&self) -> &[Rational] {
        &self.outcomes[..self.outcomes.len() - 1]
    }
}

impl<'a> Players<'a> {
    /// Two players who decide want to win, unless they want something else; of more, each wants pairs.
    pub(super) fn new(
        decide: &Decide,
        limited: &'a LimitedMemory,
        names: Option<Vec<String>>,
        players: u8,
        watch: &'a Watch,
    ) -> Self {
        let objective = if players == 2 { Objective::Win } else { Objective::Pairs };
        Self { decide: decide.wanting(objective), limited, names, watch }
    }

    /// Returns the same people, all playing like this.
    pub(super) fn playing(&self, name: &str) -> Self {
        Self { decide: self.decide.with_play(name), names: self.names.clone(), ..*self }
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: usize) -> String {
        let name = self.names.as_ref().and_then(|names| names.get(seat)).cloned();
        name.unwrap_or_else(|| format!("player {}", seat + 1))
    }

    /// Returns the name of a seat for a narrow column.
    pub(super) fn short(&self, seat: usize) -> String {
        self.name(seat).trim_start_matches("player ").to_owned()
    }

    /// Returns `true` if robots that forget nothing play.
    pub(super) fn are_robots(&self) -> bool {
        self.decide.is_robots() && !self.limited.is_given()
    }

    /// Returns the play of those who are not told otherwise.
    fn usual(&self) -> &'static str {
        if self.limited.is_given() { "bold" } else { "robots" }
    }

    /// Describes how many they are, and of which kind.
    pub(super) fn kind(&self, seats: usize) -> String {
        match self.are_robots() {
            true => format!("{seats} robots with perfect memory"),
            false => print::count(seats, "player"),
        }
    }

    /// A board and, where it is not that of robots, how it is played.
    pub(super) fn heading(&self, board: &str) -> String {
        let memory =
            if self.limited.is_given() { format!("; {}", self.limited.title()) } else { String::new() };
        match self.are_robots() {
            true => board.to_owned(),
            false => format!("{board}{memory}\n{}", self.decide.title(self.usual())),
        }
    }

    /// Describes what those want who decide.
    pub(super) fn want(&self) -> &'static str {
        match self.decide.objective() {
            Objective::Win => "to win (--objective pairs: as many pairs as possible)",
            Objective::Pairs => "as many pairs as possible",
        }
    }

    /// Finds what becomes of the boards that were asked for, and what follows from it for each.
    pub(super) fn boards<R>(
        &self,
        board: &Board,
        mut verdict: impl FnMut(Found) -> Result<R, Fail>,
    ) -> Result<Several<R>, Fail> {
        if !self.are_robots() {
            let one = |position| verdict(self.found(position)?);
            return self.watch.several("board", board.positions()?, one);
        }
        let found = |answer: odds::Answer| Found {
            parameters: self.parameters(&answer.position),
            position: answer.position,
            outcomes: answer.outcomes.expect("known of robots"),
            distribution: answer.distribution,
        };
        odds::boards(board, self.watch, |answers| {
            self.watch.several("board", answers, |answer| verdict(found(answer)))
        })
    }

    /// Finds what becomes of one board; whoever plays, it starts with the scores of `position`.
    pub(super) fn found(&self, position: Position) -> Result<Found, Fail> {
        let decide = self.decide.unless_fixed();
        let deciders = Deciders {
            decide: &decide,
            limited: self.limited,
            distribution: true,
            checkpoints: NOWHERE,
            watch: self.watch,
        };
        let answer = deciders.one(position)?;
        let parameters = self.parameters(&answer.position);
        let fixed = decide.objective() == Objective::Pairs;
        Ok(Found {
            parameters,
            outcomes: answer.outcomes.expect("asked for with the distribution"),
            distribution: answer.distribution.filter(|_| fixed),
            position: answer.position,
        })
    }

    /// Finds what becomes of the same board if player `seat` has some points more at the start, all pairs on the table.
    pub(super) fn ahead(&self, found: &Found, seat: usize, points: Points) -> Result<Vec<Rational>, Fail> {
        if let Some(distribution) = &found.distribution {
            let mut scores = vec![0; found.wins().len()];
            scores[seat] = points;
            return Ok(distribution
                .clone()
                .plus(&scores)
                .map_err(|error| self.watch.explain(error))?
                .outcomes());
        }
        let mut position = found.position.clone();
        position.pairs += points;
        position.scores[seat] += points;
        Ok(self.found(position)?.outcomes)
    }

    /// All that was asked, as JSON repeats it.
    fn parameters(&self, position: &Position) -> Value {
        let mut parameters = memory::parameters(position, &self.decide, self.limited, self.usual());
        if let Some(names) = &self.names {
            parameters["names"] = names.clone().into();
        }
        parameters
    }
}
