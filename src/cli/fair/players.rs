//! Knows who plays on a board and for what, and finds what becomes of it.

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::odds::{self, Deciders};
use crate::evaluate::Distribution;
use crate::exact::Rational;
use crate::family::{Partial, SavedParts, several};
use crate::game::Points;
use crate::games::memory::decisions::Objective;
use crate::games::memory::fair::{People, SavedOdds};
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::odds::BoardOdds;
use crate::model::Job;
use std::cell::Cell;

/// The boards that are worked out, in their order, as parts of one work.
pub(super) struct Works<'a> {
    pub(super) parts: SavedParts<'a, SavedOdds>,
    is_saved: bool,
    /// The number that were asked for by now.
    asked: Cell<u64>,
}

impl<'a> Works<'a> {
    /// Returns the work on all boards, with the parts that were saved.
    pub(super) fn new(job: &'a Job<'a>) -> Result<Self, Fail> {
        Ok(Self {
            parts: SavedParts::open(job, "solution", None)?,
            is_saved: job.store.is_some(),
            asked: Cell::new(0),
        })
    }

    /// The next board, by `work` that may save what is unfinished.
    fn next(&self, work: impl FnOnce(&Job<'_>) -> Result<BoardOdds, Fail>) -> Result<SavedOdds, Fail> {
        let place = self.asked.replace(self.asked.get() + 1);
        self.parts.part(place, |job| {
            let BoardOdds { outcomes, distribution, .. } = work(job)?;
            Ok((outcomes.expect("asked for with the distribution"), distribution))
        })
    }
}

/// The players of a board, whose play is worked out under a context.
pub(super) struct Players<'a> {
    pub(super) people: People<'a>,
    works: &'a Works<'a>,
    context: &'a Context,
}

/// The outcome of a board.
pub(super) struct BoardOutcome {
    pub(super) position: ScoredBoard,
    /// P(each seat wins) and P(draw).
    pub(super) outcomes: Vec<Rational>,
    /// The distribution of the scores, where play does not depend on the score.
    pub(super) distribution: Option<Distribution>,
}

impl BoardOutcome {
    /// P(each seat wins).
    pub(super) fn wins(&self) -> &[Rational] {
        &self.outcomes[..self.outcomes.len() - 1]
    }
}

impl<'a> Players<'a> {
    /// Nothing is worked out yet.
    pub(super) fn new(people: People<'a>, works: &'a Works<'a>, context: &'a Context) -> Self {
        Self { people, works, context }
    }

    /// Returns the same people, all playing like this.
    pub(super) fn playing(&self, name: &str) -> Self {
        Self { people: self.people.playing(name), ..*self }
    }

    /// Returns `true` if everybody plays like this.
    pub(super) fn all_play(&self, name: &str) -> bool {
        self.people.decide.all_play(name)
    }

    /// Does one of `all` parts of the work on a board, each of which takes about as long.
    pub(super) fn part<T>(&self, at: usize, all: usize, work: impl FnOnce() -> T) -> T {
        let share = |parts: usize| parts as f64 / all as f64;
        self.context.pace().pass(share(at), share(at + 1), work)
    }

    /// Finds what becomes of boards, which may be a range, and what follows from it for each, which takes the work on so many
    /// `ways` to play.
    pub(super) fn boards<R>(
        &self,
        boards: Vec<ScoredBoard>,
        are_range: bool,
        ways: usize,
        mut verdict: impl FnMut(BoardOutcome) -> Result<R, Fail>,
    ) -> Result<Partial<R, Fail>, Fail> {
        if !self.people.are_robots() {
            let one = |position| verdict(self.part(0, ways + 1, || self.found(&position))?);
            return several(&self.context.job(), "board", boards, one);
        }
        if self.works.is_saved || !are_range {
            // What is saved is one board after the other, not several in one pass.
            let one = |position: ScoredBoard| {
                let work = |job: &Job<'_>| odds::robots::one(position.clone(), true, job, self.context);
                verdict(self.of_work(&position, work)?)
            };
            return several(&self.context.job(), "board", boards, one);
        }
        let found = |answer: BoardOdds| BoardOutcome {
            position: answer.position,
            outcomes: answer.outcomes.expect("known of robots"),
            distribution: answer.distribution,
        };
        odds::boards(boards, &self.context.job(), self.context, |answers| {
            several(&self.context.job(), "board", answers, |answer| verdict(found(answer)))
        })
    }

    /// Finds what becomes of one board; whoever plays, it starts with the scores of `position`.
    pub(super) fn found(&self, position: &ScoredBoard) -> Result<BoardOutcome, Fail> {
        let decide = self.people.decide.where_decided();
        let mut found = self.of_work(position, |job| {
            let (limited, context) = (self.people.limited, self.context);
            Deciders { decide: &decide, limited, distribution: true, job, context }.outcomes(position.clone())
        })?;
        let for_pairs = decide.objective() == Objective::Pairs;
        found.distribution = found.distribution.filter(|_| for_pairs);
        Ok(found)
    }

    /// Finds what becomes of a board by `work`, unless that was saved.
    fn of_work(
        &self,
        position: &ScoredBoard,
        work: impl FnOnce(&Job<'_>) -> Result<BoardOdds, Fail>,
    ) -> Result<BoardOutcome, Fail> {
        let (outcomes, distribution) = self.works.next(work)?;
        Ok(BoardOutcome { position: position.clone(), outcomes, distribution })
    }

    /// Finds what becomes of the same board if player `seat` has some points more at the start, all pairs on the table.
    pub(super) fn ahead(
        &self,
        found: &BoardOutcome,
        seat: usize,
        points: Points,
    ) -> Result<Vec<Rational>, Fail> {
        if let Some(distribution) = &found.distribution {
            let mut scores = vec![0; found.wins().len()];
            scores[seat] = points;
            return Ok(distribution
                .clone()
                .plus(&scores)
                .map_err(|error| self.context.explain(error))?
                .outcomes());
        }
        let mut position = found.position.clone();
        // A head start is at most one point more than the pairs of a fresh board.
        let more =
            |own: Points| own.checked_add(points).expect("twice as many pairs as a board has, and one");
        position.pairs = more(position.pairs);
        position.scores[seat] = more(position.scores[seat]);
        Ok(self.found(&position)?.outcomes)
    }
}
