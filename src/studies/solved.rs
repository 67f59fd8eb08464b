//! Games, solved, of whose positions studies ask.

use crate::evaluate::{reduced_first, solve};
use crate::exact::Rational;
use crate::game::{Game, Seat};
use crate::games::family;
use crate::games::memory::decisions::{Decisions, Position, Wins};
use crate::games::memory::solved::takes_known;
use crate::games::memory::tactic::Tactic;
use crate::games::memory::{Memory, PairCounts};
use crate::model::{Error, Job};
use crate::payoff::Payoff;
use std::ops::Deref;

/// A game, solved.
pub(super) struct Placed<G: Game>(family::Solved<G>);

impl<G: Game> Deref for Placed<G> {
    type Target = family::Solved<G>;

    fn deref(&self) -> &family::Solved<G> {
        &self.0
    }
}

impl<G: Game> Placed<G> {
    /// Explores and solves a game, of which everybody wants the most by `payoff`.
    pub(super) fn by(payoff: &impl Payoff<G>, game: &G, job: &Job<'_>) -> Result<Self, Error> {
        Ok(Self(family::Solved(solve(&game.graph(job)?, payoff, job)?)))
    }

    /// The positions in which something is to be done.
    pub(super) fn positions(&self) -> impl Iterator<Item = &G::State> {
        self.states(false)
    }

    /// The positions in which play ends, or the others.
    pub(super) fn states(&self, ends: bool) -> impl Iterator<Item = &G::State> {
        let nodes = (0..self.graph().node_count()).filter(move |&node| self.graph().is_end(node) == ends);
        nodes.map(|node| self.graph().state(node))
    }
}

/// A game of players who forget nothing, solved.
pub(super) type SolvedDecisions = Placed<Decisions>;

impl SolvedDecisions {
    pub(super) fn new(game: &Decisions, job: &Job<'_>) -> Result<Self, Error> {
        Self::by(&game.wanted(), game, job)
    }

    /// The same of a game in which those who know two pairs or more take one, if nothing is lost by it.
    pub(super) fn taking(game: &Decisions, job: &Job<'_>) -> Result<Self, Error> {
        let taking = game.may_take_first().then_some(|| Self::new(&game.clone().take_first(), job));
        let takes = |solved: &Self| takes_known(solved.graph(), solved.solution());
        reduced_first(taking, takes, || Self::new(game, job))
    }

    /// The node of a position that can come about.
    fn at(&self, position: &Position) -> usize {
        self.node(position).expect("play comes to it")
    }

    /// Returns what the mover and the other may still expect at a position: pairs, or P(win) - P(loss).
    pub(super) fn worth_at(&self, position: &Position) -> Vec<Rational> {
        self.worth(self.at(position))
    }

    /// The mover's pairs minus the other's.
    pub(super) fn lead(&self, position: &Position) -> Rational {
        let worth = self.worth_at(position);
        &worth[0] - &worth[1]
    }

    /// The probability that each wins from the start, ties to the first tactic.
    pub(super) fn wins(&self, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
        let induced = self.induced(job)?;
        Ok(solve(&induced, &Wins, job)?.value(induced.start()))
    }

    /// The tactic that is worth most at a position in which something is to be done; the first of equals.
    pub(super) fn best(&self, position: &Position) -> Tactic {
        self.action(self.at(position)).expect("something is to be done")
    }

    /// All tactics that are worth most at a position.
    pub(super) fn all_best(&self, position: &Position) -> Vec<Tactic> {
        self.optimal(self.at(position))
    }
}

/// A fresh board of robots.
pub(super) fn board(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("the boards of the studies are possible")
}

/// The game between two who decide on a fresh board.
pub(super) fn fresh(pairs: u16) -> Decisions {
    Decisions::new(board(pairs, 2))
}

/// Returns the position without a known pair that has these pairs left, and these known singles among them.
pub(super) fn at(pairs: u16, singles: u16) -> Position {
    Position {
        table: PairCounts { known: 0, half: singles, unknown: pairs - singles },
        ..Position::default()
    }
}
