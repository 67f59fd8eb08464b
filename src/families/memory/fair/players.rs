//! The outcomes of boards.

use super::compensation::BoardCompensation;
use super::{HeadStart, SavedOdds};
use crate::evaluate::Distribution;
use crate::exact::Rational;
use crate::family::{CommandError, Partial, SavedParts, run_each};
use crate::game::Points;
use crate::memory::decisions::Objective;
use crate::memory::family::ScoredBoard;
use crate::memory::lineup::Lineup;
use crate::memory::odds::{BoardOdds, OddsQuery, robots};
use crate::model::{Error, Job};
use std::cell::Cell;

/// The evaluations of boards, in order, as parts of one work.
pub(super) struct Evaluations<'a> {
    pub(super) parts: SavedParts<'a>,
    job: &'a Job<'a>,
    /// The number of evaluations so far.
    count: Cell<u64>,
}

impl<'a> Evaluations<'a> {
    /// Reads saved evaluations.
    pub(super) fn open(job: &'a Job<'a>) -> Result<Self, Error> {
        Ok(Self { parts: SavedParts::open(job, "solution", None)?, job, count: Cell::new(0) })
    }

    /// Returns the next evaluation. `work` computes it unless it was saved.
    fn next(
        &self,
        work: impl FnOnce(&Job<'_>) -> Result<BoardOdds, CommandError>,
    ) -> Result<SavedOdds, CommandError> {
        let number = self.count.replace(self.count.get() + 1);
        self.parts.part(number, |job| {
            let BoardOdds { outcomes, distribution, .. } = work(job)?;
            Ok((outcomes.expect("computed with the distribution"), distribution))
        })
    }
}

/// Evaluates boards of the same players.
pub(super) struct BoardEvaluator<'a> {
    pub(super) lineup: Lineup,
    evaluations: &'a Evaluations<'a>,
}

/// The outcome of a board.
pub(super) struct BoardOutcome {
    pub(super) position: ScoredBoard,
    /// P(each seat wins) and P(draw).
    pub(super) outcomes: Vec<Rational>,
    /// The distribution of the scores, if play does not depend on the score.
    pub(super) distribution: Option<Distribution>,
}

impl BoardOutcome {
    /// Returns P(each seat wins).
    pub(super) fn wins(&self) -> &[Rational] {
        &self.outcomes[..self.outcomes.len() - 1]
    }
}

impl<'a> BoardEvaluator<'a> {
    /// Creates an evaluator of boards of `lineup`.
    pub(super) fn new(lineup: Lineup, evaluations: &'a Evaluations<'a>) -> Self {
        Self { lineup, evaluations }
    }

    /// Returns an evaluator of players who all play `name`.
    pub(super) fn playing(&self, name: &str) -> Self {
        Self { lineup: self.lineup.playing(name), ..*self }
    }

    /// Returns whether all players play `name`.
    pub(super) fn all_play(&self, name: &str) -> bool {
        self.lineup.decide.all_play(name)
    }

    /// Does one of `all` parts of the work on a board. All parts are assumed to take equally long.
    pub(super) fn part<T>(
        &self,
        number: usize,
        all: usize,
        work: impl FnOnce() -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let share = |parts: usize| parts as f64 / all as f64;
        self.evaluations.job.pass(share(number), share(number + 1), work)
    }

    /// Calls `report` with the outcome of each board and returns its results. A range of boards of robots is evaluated in one
    /// pass. `report` evaluates `ways` more ways to play.
    pub(super) fn boards<R>(
        &self,
        boards: Vec<ScoredBoard>,
        are_range: bool,
        ways: usize,
        mut report: impl FnMut(BoardOutcome) -> Result<R, CommandError>,
    ) -> Result<Partial<R, CommandError>, CommandError> {
        let job = self.evaluations.job;
        if !self.lineup.are_robots() {
            let one = |position| report(self.part(0, ways + 1, || self.outcome(&position))?);
            return run_each(job, "board", boards, one);
        }
        if !are_range {
            let one = |position: ScoredBoard| {
                let work = |job: &Job<'_>| Ok(robots::one(position.clone(), true, job)?);
                report(self.evaluate(&position, work)?)
            };
            return run_each(job, "board", boards, one);
        }
        let outcome = |odds: BoardOdds| BoardOutcome {
            position: odds.position,
            outcomes: odds.outcomes.expect("robots have outcomes"),
            distribution: odds.distribution,
        };
        // Boards of another number of players have a section of their own.
        let name = format!("range{}", boards[0].scores.len());
        let range = job.section(&name);
        robots::boards(boards, &range, |found| run_each(job, "board", found, |odds| report(outcome(odds))))
    }

    /// Returns the outcome of one board that starts with the scores of `position`.
    pub(super) fn outcome(&self, position: &ScoredBoard) -> Result<BoardOutcome, CommandError> {
        let Lineup { decide, limited } = &self.lineup;
        let lineup = Lineup::new(decide.without_unused_options(), limited.clone());
        let mut outcome = self.evaluate(position, |job| {
            let query = OddsQuery { lineup: &lineup, distribution: true, wins: true, width: None };
            query.outcomes(position.clone(), job)
        })?;
        let for_pairs = lineup.decide.objective() == Objective::Pairs;
        outcome.distribution = outcome.distribution.filter(|_| for_pairs);
        Ok(outcome)
    }

    /// Returns the outcome of a board. `work` computes it unless it was saved.
    fn evaluate(
        &self,
        position: &ScoredBoard,
        work: impl FnOnce(&Job<'_>) -> Result<BoardOdds, CommandError>,
    ) -> Result<BoardOutcome, CommandError> {
        let (outcomes, distribution) = self.evaluations.next(work)?;
        Ok(BoardOutcome { position: position.clone(), outcomes, distribution })
    }

    /// Returns the outcomes of the same board if one player starts with `points` more points. All pairs stay on the
    /// table.
    pub(super) fn ahead(
        &self,
        outcome: &BoardOutcome,
        seat: usize,
        points: Points,
    ) -> Result<Vec<Rational>, CommandError> {
        if let Some(distribution) = &outcome.distribution {
            let mut scores = vec![0; outcome.wins().len()];
            scores[seat] = points;
            return Ok(distribution.clone().plus(&scores)?.outcomes());
        }
        let mut position = outcome.position.clone();
        // A head start is at most one point more than the pairs of a fresh board.
        let more = u16::try_from(points).ok().and_then(|points| position.pairs.checked_add(points));
        position.pairs = more.expect("at most twice the pairs of a board, and one more");
        position.scores[seat] += points;
        Ok(self.outcome(&position)?.outcomes)
    }

    /// Returns the points before the first turn that make a board fairest. Returns `None` for too many scores.
    pub(super) fn compensation(
        &self,
        outcome: &BoardOutcome,
        head_start: Option<&HeadStart>,
    ) -> Result<Option<BoardCompensation>, CommandError> {
        let wins = outcome.wins();
        match (head_start, &outcome.distribution) {
            (Some(head_start), _) => Ok(Some(BoardCompensation::of_two(wins, head_start))),
            (None, Some(distribution)) => {
                let job = self.evaluations.job.unsaved();
                Ok(BoardCompensation::of(wins, outcome.position.pairs, distribution, &job)?)
            }
            (None, None) => Ok(None),
        }
    }
}
