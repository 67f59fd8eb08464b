//! Solved games, for queries about positions.

use crate::evaluate::{reduced_first, solve};
use crate::exact::Rational;
use crate::game::{Game, Seat};
use crate::games::family;
use crate::games::memory::decisions::{Decisions, Position};
use crate::games::memory::solved::takes_known;
use crate::games::memory::tactic::Tactic;
use crate::games::memory::{Memory, PairCounts};
use crate::model::{Error, Job};
use crate::payoff::Payoff;
use std::ops::Deref;

/// A game and its solution.
pub(super) struct StudySolution<G: Game>(family::Solved<G>);

impl<G: Game> Deref for StudySolution<G> {
    type Target = family::Solved<G>;

    fn deref(&self) -> &family::Solved<G> {
        &self.0
    }
}

impl<G: Game> StudySolution<G> {
    /// Explores and solves a game in which every player maximizes `payoff`.
    pub(super) fn by(payoff: &impl Payoff<G>, game: &G, job: &Job<'_>) -> Result<Self, Error> {
        Ok(Self(family::Solved(solve(&game.graph(job)?, payoff, job)?)))
    }

    /// Returns the positions in which play continues.
    pub(super) fn positions(&self) -> impl Iterator<Item = &G::State> {
        self.states(false)
    }

    /// Returns the end positions if `ends`, otherwise all others.
    pub(super) fn states(&self, ends: bool) -> impl Iterator<Item = &G::State> {
        let nodes = (0..self.graph().node_count()).filter(move |&node| self.graph().is_end(node) == ends);
        nodes.map(|node| self.graph().state(node))
    }
}

/// A solved game of players with perfect memory.
pub(super) type SolvedDecisions = StudySolution<Decisions>;

impl SolvedDecisions {
    pub(super) fn new(game: &Decisions, job: &Job<'_>) -> Result<Self, Error> {
        Self::by(&game.objective(), game, job)
    }

    /// Solves a game in which players who know two or more pairs take one, if that is proved not to change
    /// any value. Otherwise solves the game itself.
    pub(super) fn taking(game: &Decisions, job: &Job<'_>) -> Result<Self, Error> {
        let taking = game.may_take_first().then_some(|| Self::new(&game.clone().take_first(), job));
        let takes = |solved: &Self| takes_known(solved.graph(), solved.solution());
        reduced_first(taking, takes, || Self::new(game, job))
    }

    /// Returns the node of a position, which must be reachable.
    fn at(&self, position: &Position) -> usize {
        self.node(position).expect("the position is reachable")
    }

    /// Returns what the mover and the other player may still expect at a position: pairs, or P(win) -
    /// P(loss).
    pub(super) fn worth_at(&self, position: &Position) -> Vec<Rational> {
        self.payoffs(self.at(position))
    }

    /// Returns the mover's expected pairs minus the other player's.
    pub(super) fn lead(&self, position: &Position) -> Rational {
        let worth = self.worth_at(position);
        &worth[0] - &worth[1]
    }

    /// Returns the best tactic at a position in which play continues, the first one in case of a tie.
    pub(super) fn best(&self, position: &Position) -> Tactic {
        self.action(self.at(position)).expect("play continues at this position")
    }

    /// Returns all best tactics at a position.
    pub(super) fn all_best(&self, position: &Position) -> Vec<Tactic> {
        self.optimal(self.at(position))
    }
}

/// Returns a fresh board of robots.
pub(super) fn board(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("the boards of the studies are possible")
}

/// Returns the game of two players who decide, on a fresh board.
pub(super) fn fresh(pairs: u16) -> Decisions {
    Decisions::new(board(pairs, 2))
}

/// Returns the position without a known pair that has `pairs` pairs left, of which `singles` have one known
/// card.
pub(super) fn at(pairs: u16, singles: u16) -> Position {
    Position {
        table: PairCounts { known: 0, half: singles, unknown: pairs - singles },
        ..Position::default()
    }
}
