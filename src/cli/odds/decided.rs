//! The odds of players who decide; and of those who forget, or who meet singles.

use super::Deciders;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::evaluate;
use crate::family::explored;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Remembering;
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::limited::Limited;
use crate::games::memory::odds::BoardOdds;
use crate::games::memory::separate::Separate;
use crate::games::memory::solved;
use crate::model::Job;

impl Deciders<'_> {
    /// The answer of several processes for one board of players who forget nothing; `None` where another has it.
    #[cfg(feature = "distributed")]
    pub(super) fn shared(
        &self,
        position: ScoredBoard,
        machines: &Machines,
        checkpoints: &Checkpoints,
    ) -> Result<Option<BoardOdds>, Fail> {
        use crate::distributed::{SolveQuery, solved};
        use crate::export::save::digest;
        use crate::games::memory::decisions::{Decisions, Position as Place, Wins};
        use crate::games::memory::solved::in_pairs;
        use crate::games::memory::tactic::Tactic;
        use crate::payoff::Payoff;
        use serde_json::json;

        let game = self.decide.game(&position)?.take_first();
        let mut answer = self.blank(position);
        let payoffs: &[&dyn Payoff<Decisions>] = match game.wanted() {
            Objective::Pairs => &[&Objective::Pairs],
            Objective::Win => &[&Objective::Win, &Wins, &Objective::Pairs],
        };
        let reduced = game.may_take_first();
        let odd = |place: &Place, played: Option<Option<Tactic>>| match played {
            None => game.is_stuck(place),
            Some(tactic) => reduced && place.table.known == 1 && tactic.is_some_and(|it| it != Tactic::T1),
        };
        let question = SolveQuery { payoffs, counts: &odd };
        // A policy may come from a file, and the name of the file does not say what is in it.
        let rules = digest(&format!("{game:?}"));
        let work = json!({ "odds": "memory", "game": answer.parameters, "rules": rules });
        let context = self.context;
        let solve = || {
            machines.solve(&work, checkpoints, context, |cluster, sections| {
                solved(&game, &question, cluster, sections, &context.job())
            })
        };
        let found = context.phase("evaluate", solve)?;
        let Some(found) = found else { return Ok(None) };
        if found.counted > 0 {
            let what = "a position has nothing to play, or taking a known pair is not best there: that is for one process";
            return Err(Fail::usage(what).help("leave out --processes and --hosts"));
        }
        answer.measure(found.states, found.transitions, found.ties);
        let gains = match (game.wanted(), &found.values[..]) {
            (Objective::Win, [value, wins, cards]) => {
                answer.win(value[0].clone(), wins.clone());
                cards
            }
            (_, values) => &values[0],
        };
        answer.expect(gains.iter().map(in_pairs));
        Ok(Some(answer))
    }

    /// Refused: this program works alone.
    #[cfg(not(feature = "distributed"))]
    pub(super) fn shared(
        &self,
        _: ScoredBoard,
        machines: &Machines,
        _: &Checkpoints,
    ) -> Result<Option<BoardOdds>, Fail> {
        machines.check(None, self.context).map(|()| None)
    }

    /// The answer for one board of players who forget nothing.
    pub(super) fn decided(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        let Self { decide, distribution, job, context, .. } = *self;
        let game = decide.game(&position)?;
        let mut answer = self.blank(position);
        let solving = || solved::decided(&game, job).map_err(|error| context.failure(error));
        let solved = if distribution { context.pace().pass(0.0, 0.5, solving)? } else { solving()? };
        let induced = match distribution || solved.graph().game().wanted() == Objective::Win {
            false => None,
            true => Some(context.tried("policy", || solved.induced(&job.unsaved()))?),
        };
        let found = answer.solve(&solved, induced.as_ref(), &context.job());
        found.map_err(|error| context.explain(error))?;
        if let Some(induced) = induced.filter(|_| distribution) {
            let scores = &answer.position.scores;
            let following = job.section("distribution");
            let follow = || context.run(&following, |job| evaluate::distribution(&induced, scores, job));
            let distribution =
                context.phase("distribution", || context.pace().pass(0.5, 1.0, follow))?.distribution;
            // A stalemate that is a draw although one leads is known to the game alone.
            if answer.outcomes.is_none() {
                answer.outcomes = Some(distribution.outcomes());
            }
            answer.distribution = Some(distribution);
        }
        Ok(answer)
    }

    /// The answer for one board of players who forget. If both play to win, the score is a part of the state, for it decides
    /// what is best.
    pub(super) fn settled(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        match self.limited.is_own() {
            true => self.settled_by::<Separate>(position),
            false => self.settled_by::<Limited>(position),
        }
    }

    /// The outcomes of one board of players who forget and decide nothing: the game is explored and followed, not solved.
    pub(super) fn followed(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        match self.limited.is_own() {
            true => self.followed_by::<Separate>(position),
            false => self.followed_by::<Limited>(position),
        }
    }

    fn followed_by<G: Remembering>(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        let Self { decide, limited, job, context, .. } = *self;
        let game = limited.game::<G>(&position, decide)?;
        let mut answer = self.blank(position);
        let explore = |job: &Job<'_>| context.phase("discover", || explored(&game, None, job));
        let graph = context.run(job, |job| context.pace().pass(0.0, 0.3, || explore(job)))?;
        let mut settle = |job: &Job<'_>| answer.settle(&graph, Objective::Pairs, true, job);
        let mut settle = |job: &Job<'_>| context.pace().pass(0.3, 1.0, || settle(job));
        context.phase("distribution", || context.run(&job.section("distribution"), &mut settle))?;
        Ok(answer)
    }

    fn settled_by<G: Remembering>(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        let Self { decide, limited, distribution, job, context, .. } = *self;
        let objective = decide.objective();
        let game = limited.game::<G>(&position, decide)?;
        let mut answer = self.blank(position);
        let follows = distribution || objective == Objective::Win;
        let solve = || {
            let settled = solved::settled(&game, &answer.position, objective, job);
            settled.map_err(|error| context.failure(error))
        };
        let settled = if follows { context.pace().pass(0.0, 0.3, solve)? } else { solve()? };
        answer.measure_solved(&settled);
        match objective {
            Objective::Win => answer.value = Some(settled.values().swap_remove(0)),
            Objective::Pairs => answer.expect(settled.values().into_iter()),
        }
        if follows {
            let induced = context.tried("policy", || settled.induced(&job.unsaved()))?;
            let mut settle = |job: &Job<'_>| answer.settle(&induced, objective, distribution, job);
            let mut settle = |job: &Job<'_>| context.pace().pass(0.3, 1.0, || settle(job));
            context.phase("distribution", || context.run(&job.section("distribution"), &mut settle))?;
        }
        Ok(answer)
    }
}
