//! Random games of Memory, and what they come to.

use super::Memory;
use super::decisions::{Decisions, Objective};
use super::family::{Remembering, ScoredBoard};
use super::odds::BoardOdds;
use crate::evaluate::{self, RandomGame};
use crate::exact::Rational;
use crate::family::sampled::{Ended, Sample};
use crate::model::{Error, Graph, Job, Model};

/// Returns the sample of games between robots on a board.
pub(super) fn of_robots<'a>(
    position: &ScoredBoard,
    graph: &'a Graph<Memory>,
    job: &Job<'_>,
) -> Result<Sample<'a>, Error> {
    let odds = evaluate::odds(graph, &position.scores, job)?;
    Ok(BoardOdds::of_robots(position.clone(), odds).sampled(graph, |_, _| {}))
}

impl BoardOdds {
    /// Returns the sample of games between players who forget nothing, of whom nothing but this was told; all play by the
    /// policy that is `induced`, from which each may expect so much.
    pub(super) fn of_decided<'a>(
        mut self,
        induced: &'a Graph<Decisions>,
        values: &[Rational],
        job: &Job<'_>,
    ) -> Result<Sample<'a>, Error> {
        self.follow(values.to_vec(), Some(induced), job)?;
        if self.outcomes.is_none() {
            self.outcomes = Some(evaluate::odds(induced, &self.position.scores, job)?.outcomes);
        }
        // Cards that nobody wants to turn are shared, and where players want to win the game knows who does.
        let game = induced.game();
        Ok(self.sampled(induced, move |played, ended| {
            let place = induced.state(played.end);
            ended.halves.iter_mut().flatten().for_each(|cards| *cards += i64::from(place.table.pairs()));
            if game.wanted() == Objective::Win {
                ended.winner = game.winner(place).map(|seat| (played.mover + seat) % induced.seats());
            }
        }))
    }

    /// Returns the same of players who forget, everybody of whom wants this.
    pub(super) fn of_forgetful<'a, G: Remembering>(
        mut self,
        objective: Objective,
        induced: &'a Graph<G>,
        values: &[Rational],
        job: &Job<'_>,
    ) -> Result<Sample<'a>, Error> {
        if objective == Objective::Pairs {
            self.expect(values.iter().cloned());
        }
        self.settle(induced, objective, true, job)?;
        Ok(self.sampled(induced, |_, _| {}))
    }

    /// Returns the sample of games of which these are the odds, only chance left in `model`: whoever has most pairs wins, unless
    /// `amend` knows better.
    ///
    /// # Panics
    /// If it is not known who wins.
    fn sampled<'a>(
        self,
        model: &'a Model,
        amend: impl Fn(&RandomGame, &mut Ended) + Sync + 'a,
    ) -> Sample<'a> {
        let end = move |played: &RandomGame| {
            let all = played.points.iter().zip(&self.position.scores);
            let scores: Vec<u64> = all.map(|(points, &start)| points + u64::from(start)).collect();
            let mut ended = Ended::by_score(&scores);
            amend(played, &mut ended);
            ended
        };
        Sample {
            heading: self.heading,
            parameters: self.parameters,
            model,
            end: Box::new(end),
            outcomes: self.outcomes.expect("it was asked for"),
            nobody: "P(draw)".to_owned(),
            expected: vec![("pairs", self.expected)],
            worths: Vec::new(),
        }
    }
}
