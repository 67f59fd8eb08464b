//! The odds of players who decide, and of players who forget or play with singles.

use super::BoardOdds;
use crate::evaluate;
use crate::family::{CommandError, Refusal, SharedPlan, explored};
#[cfg(feature = "distributed")]
use crate::family::{GameAnswer, SharedAnswer};
use crate::memory::decisions::Objective;
use crate::memory::family::{ForgetfulFamilyGame, ScoredBoard};
use crate::memory::limited::SharedMemory;
use crate::memory::lineup::Lineup;
use crate::memory::separate::SeparateMemory;
use crate::memory::solved;
use crate::model::Job;

/// The players who decide or forget, and the wanted odds.
#[derive(Clone, Copy)]
pub(in crate::memory) struct OddsQuery<'a> {
    pub(in crate::memory) lineup: &'a Lineup,
    /// `true` if the distribution of the scores is requested.
    pub(in crate::memory) distribution: bool,
    /// `true` if the probabilities of winning of players who forget are requested.
    pub(in crate::memory) wins: bool,
    /// The wanted distance of the bounds on values in doubles, or `None` for fractions.
    pub(in crate::memory) width: Option<f64>,
}

impl OddsQuery<'_> {
    /// Returns the odds of one board.
    pub(super) fn one(&self, position: ScoredBoard, job: &Job<'_>) -> Result<BoardOdds, CommandError> {
        match (self.lineup.limited.is_limited(), self.lineup.limited.is_separate()) {
            (false, _) => {
                let odds = self.decided(position, job)?;
                Ok(BoardOdds { error: self.width.map(|_| 0.0), ..odds })
            }
            (true, true) => self.forgetful::<SeparateMemory>(position, job),
            (true, false) => self.forgetful::<SharedMemory>(position, job),
        }
    }

    /// Returns the odds of players who forget.
    fn forgetful<G: ForgetfulFamilyGame>(
        &self,
        position: ScoredBoard,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        match self.width {
            None => self.settled::<G>(position, job),
            Some(width) => self.rounded::<G>(position, width, job),
        }
    }

    /// Returns the odds of one board if only the outcomes are needed. Players who forget but decide nothing need no
    /// solution.
    pub(in crate::memory) fn outcomes(
        &self,
        position: ScoredBoard,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        let Lineup { decide, limited } = self.lineup;
        match (limited.is_limited() && !decide.has_best(), limited.is_separate()) {
            (false, _) => self.one(position, job),
            (true, true) => self.followed::<SeparateMemory>(position, job),
            (true, false) => self.followed::<SharedMemory>(position, job),
        }
    }

    /// Returns the odds of players who forget nothing.
    fn decided(&self, position: ScoredBoard, job: &Job<'_>) -> Result<BoardOdds, CommandError> {
        let distribution = self.distribution;
        let game = self.lineup.decide.game(&position)?;
        let mut odds = BoardOdds::of_deciders(position, self.lineup);
        let solve = || solved::solve_deciders(&game, job);
        let solved = if distribution { job.pass(0.0, 0.5, solve)? } else { solve()? };
        let induced = match distribution || solved.graph().game().objective() == Objective::Win {
            false => None,
            true => Some(job.phase("policy", || solved.induced(&job.unsaved()))?),
        };
        odds.set_solved(&solved, induced.as_ref(), &job.unsaved())?;
        if let Some(induced) = induced.filter(|_| distribution) {
            let scores = &odds.position.scores;
            let follow = || evaluate::distribution(&induced, scores, &job.section("distribution"));
            let found = job.phase("distribution", || job.pass(0.5, 1.0, follow))?.distribution;
            // A stalemate may be a draw although one player leads, so outcomes that the game determined are kept.
            if odds.outcomes.is_none() {
                odds.outcomes = Some(found.outcomes());
            }
            odds.distribution = Some(found);
        }
        Ok(odds)
    }

    /// Returns the outcomes of players who forget but decide nothing. The game is explored and followed, not solved.
    fn followed<G: ForgetfulFamilyGame>(
        &self,
        position: ScoredBoard,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        let game = self.lineup.game::<G>(&position)?;
        let mut odds = BoardOdds::of_deciders(position, self.lineup);
        let explore = || explored(&game, None, job);
        let graph = job.pass(0.0, 0.3, || job.phase("discover", explore))?;
        let mut settle = || odds.set_outcomes(&graph, Objective::Pairs, true, &job.section("distribution"));
        job.phase("distribution", || job.pass(0.3, 1.0, &mut settle))?;
        Ok(odds)
    }

    /// Returns the odds of players who forget. If two players play to win, the score is part of the state.
    fn settled<G: ForgetfulFamilyGame>(
        &self,
        position: ScoredBoard,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        let Self { lineup, distribution, wins, .. } = *self;
        let objective = lineup.decide.objective();
        let game = lineup.game::<G>(&position)?;
        let mut odds = BoardOdds::of_deciders(position, lineup);
        let solve = || solved::solve_forgetful(&game, &odds.position, (objective, None), job);
        let follows = wins || distribution || objective == Objective::Win;
        let settled = if follows { job.pass(0.0, 0.3, solve)? } else { solve()? };
        odds.set_solved_size(&settled);
        match objective {
            Objective::Win => odds.value = Some(settled.values().swap_remove(0)),
            Objective::Pairs => odds.set_expected(settled.values().into_iter()),
        }
        if follows {
            let induced = job.phase("policy", || settled.induced(&job.unsaved()))?;
            let mut settle =
                || odds.set_outcomes(&induced, objective, distribution, &job.section("distribution"));
            job.phase("distribution", || job.pass(0.3, 1.0, &mut settle))?;
        }
        Ok(odds)
    }
}

/// Plans the odds of players who forget nothing on one board, by several processes.
#[cfg(not(feature = "distributed"))]
pub(super) fn shared(_: ScoredBoard, _: &Lineup) -> Result<SharedPlan, Refusal> {
    Ok(SharedPlan { identity: serde_json::Value::Null })
}

/// Plans the odds of players who forget nothing on one board, by several processes.
#[cfg(feature = "distributed")]
pub(super) fn shared(position: ScoredBoard, lineup: &Lineup) -> Result<SharedPlan, Refusal> {
    use crate::distributed::cluster::Cluster;
    use crate::distributed::{SolveQuery, StoreSections, solved};
    use crate::evaluate::checkpoint::fingerprint;
    use crate::memory::decisions::{Decisions, Position as Place, WinPayoff};
    use crate::memory::solved::in_pairs;
    use crate::memory::tactic::Tactic;
    use crate::payoff::Payoff;
    use serde_json::json;

    let game = lineup.decide.game(&position)?.take_first();
    let mut odds = BoardOdds::of_deciders(position, lineup);
    // A policy may come from a file, and a file name does not identify its contents.
    let rules = fingerprint(&format!("{game:?}"));
    let identity = json!({ "odds": "memory", "game": odds.parameters, "rules": rules });
    let work = move |cluster: Cluster, sections: &StoreSections<'_>, job: &Job<'_>| {
        let payoffs: &[&dyn Payoff<Decisions>] = match game.objective() {
            Objective::Pairs => &[&Objective::Pairs],
            Objective::Win => &[&Objective::Win, &WinPayoff, &Objective::Pairs],
        };
        let reduced = game.may_take_first();
        let is_unanswerable = |place: &Place, played: Option<Option<Tactic>>| match played {
            None => game.is_stuck(place),
            Some(tactic) => reduced && place.table.known == 1 && tactic.is_some_and(|it| it != Tactic::T1),
        };
        let query = SolveQuery { payoffs, counts: &is_unanswerable };
        let Some((found, exchanged)) = solved(&game, &query, cluster, sections, job)? else {
            return Ok(None);
        };
        let states = found.states;
        if found.counted > 0 {
            let what = "several processes cannot answer this game: in some state no tactic is possible, or \
                        taking a known pair is not best";
            let answer = Err(Refusal::new(what).help("leave out --processes and --hosts"));
            return Ok(Some(SharedAnswer { answer, states, exchanged }));
        }
        odds.set_size(found.states, found.transitions, found.ties);
        let gains = match (game.objective(), &found.values[..]) {
            (Objective::Win, [value, wins, cards]) => {
                odds.set_wins(value[0].clone(), wins.clone());
                cards
            }
            (_, values) => &values[0],
        };
        odds.set_expected(gains.iter().map(in_pairs));
        let report = odds.report(false);
        let answer = Ok(GameAnswer::new(odds.parameters, report));
        Ok(Some(SharedAnswer { answer, states, exchanged }))
    };
    Ok(SharedPlan { identity, work: Box::new(work) })
}
