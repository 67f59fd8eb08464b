//! Random games of Memory, and the outcomes of games.

use super::Memory;
use super::decisions::{Decisions, Objective};
use super::family::{ForgetfulFamilyGame, ScoredBoard};
use super::odds::BoardOdds;
use super::solved::in_pairs;
use crate::evaluate::{self, RandomGame, solve};
use crate::family::sampled::{EndedGame, Sample, SampleValues, model_player};
use crate::model::{Error, Graph, Job, Model};
use std::iter;

/// Returns the sampler of games between robots on a board.
pub(super) fn of_robots<'a>(
    position: &ScoredBoard,
    graph: &'a Graph<Memory>,
    with: SampleValues<'_>,
    job: &Job<'_>,
) -> Result<Sample<'a>, Error> {
    let odds = BoardOdds::of_robots(position.clone(), evaluate::odds(graph, &position.scores, job)?);
    Ok(odds.within(with).sampled(graph, |_, _| {}))
}

impl BoardOdds {
    /// Returns the sampler of games between players who forget nothing. `induced` is the game in which all players follow
    /// a policy, and `with` has their expected payoffs under it.
    pub(super) fn of_decided<'a>(
        mut self,
        induced: &'a Graph<Decisions>,
        with: SampleValues<'_>,
        job: &Job<'_>,
    ) -> Result<Sample<'a>, Error> {
        let values = match with.width {
            None => with.values.to_vec(),
            // The exact values of the policy are quick to compute.
            Some(_) => {
                let values = solve(induced, &Objective::Pairs, job)?.value(induced.start());
                values.iter().map(in_pairs).collect()
            }
        };
        self.set_values(values, Some(induced), job)?;
        if self.outcomes.is_none() {
            self.outcomes = Some(evaluate::odds(induced, &self.position.scores, job)?.outcomes);
        }
        // Cards that no player wants to turn are shared. If players play to win, the game determines the winner.
        let game = induced.game();
        Ok(self.within(with).sampled(induced, move |played, ended| {
            let place = induced.state(played.end);
            ended.halves.iter_mut().flatten().for_each(|cards| *cards += i64::from(place.table.pairs()));
            if game.objective() == Objective::Win {
                ended.winner = game.winner(place).map(|seat| (played.mover + seat) % induced.seats());
            }
        }))
    }

    /// Returns the sampler of games between players who forget. All players have the same objective.
    pub(super) fn of_forgetful<'a, G: ForgetfulFamilyGame>(
        mut self,
        objective: Objective,
        induced: &'a Graph<G>,
        SampleValues { values, width }: SampleValues<'_>,
        job: &Job<'_>,
    ) -> Result<Sample<'a>, Error> {
        if let Some(width) = width {
            self.round(induced, width, job)?;
            return Ok(self.sampled(induced, |_, _| {}));
        }
        if objective == Objective::Pairs {
            self.set_expected(values.iter().cloned());
        }
        self.set_outcomes(induced, objective, true, job)?;
        Ok(self.sampled(induced, |_, _| {}))
    }

    /// Shows the exact odds as doubles if `with` asks for doubles.
    fn within(mut self, with: SampleValues<'_>) -> Self {
        self.error = with.width.map(|_| 0.0);
        self
    }

    /// Returns the sampler of games with these odds. In `model`, only chance decides. The seat with the most pairs wins,
    /// unless `amend` changes the winner.
    ///
    /// # Panics
    /// If the outcomes are unknown.
    fn sampled<'a>(
        self,
        model: &'a Model,
        amend: impl Fn(&RandomGame, &mut EndedGame) + Sync + 'a,
    ) -> Sample<'a> {
        let names = self.position.names.clone();
        let end = move |played: &RandomGame| {
            let all = played.points.iter().zip(&self.position.scores);
            let scores: Vec<i64> = all.map(|(points, &start)| points + i64::from(start)).collect();
            let mut ended = EndedGame::by_score(&scores);
            amend(played, &mut ended);
            ended
        };
        let heading = iter::once(self.heading).chain(self.legend).collect::<Vec<_>>().join("\n");
        Sample {
            heading,
            parameters: self.parameters,
            seats: model.seats(),
            player: model_player(model, Vec::new(), end),
            outcomes: self.outcomes.expect("outcomes were computed"),
            no_winner: "P(draw)".to_owned(),
            property: None,
            expected: vec![("pairs", self.expected)],
            units: Vec::new(),
            names,
            error: self.error,
        }
    }
}
