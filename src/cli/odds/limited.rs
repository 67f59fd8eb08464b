//! The odds of players who forget, or who meet singles.

use super::super::checkpoint::Saved;
use super::super::fail::Fail;
use super::super::limited_memory::strategies;
use super::super::memory::Position;
use super::super::solved::Solved;
use super::super::watch::Watch;
use super::answer::Answer;
use super::{DEFAULT, Deciders};
use crate::evaluate::absorb::absorption_probabilities;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::solve::{Solution, solve_model};
use crate::exact::Rational;
use crate::game::Game;
use crate::games::Explore;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::forgetting::Strategy;
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::model::{self, Error, Run, Situations};
use crate::payoff::Worths;
use serde_json::{Value, json};
use std::sync::Arc;

/// The answer for one board, and the game in which only chance is left.
type Settled = (Answer, Option<Arc<model::Model>>);

impl Deciders<'_> {
    /// The answer for one board of players who forget, and the game in which only chance is left, if the distribution is
    /// asked for or both play to win: then the score is a part of the state, for it decides what is best.
    pub(in crate::cli) fn settled(&self, position: Position) -> Result<Settled, Fail> {
        match self.limited.is_own() {
            true => self.settled_by::<Separate>(position),
            false => self.settled_by::<Limited>(position),
        }
    }

    fn settled_by<G: Model>(&self, position: Position) -> Result<Settled, Fail> {
        let Self { decide, limited, distribution, checkpoints, watch } = *self;
        let game = limited.game::<G>(&position, decide, DEFAULT)?;
        let mut answer = self.blank(position);
        let saved = (checkpoints, &work("odds", &answer.parameters));
        if decide.objective() == Objective::Win {
            let won = Won::of(&game, &answer.position, saved, watch)?;
            let induced = won.induced(watch)?;
            let found = distribution_of(&induced, |end| induced.scores(end).to_vec(), watch)?;
            let Won { graph, solution } = won;
            answer.measure_solved(&graph, &solution);
            answer.value = Some(solution.value(graph.start()).swap_remove(0));
            answer.expected = found.expected();
            answer.outcomes = Some(found.outcomes());
            answer.distribution = distribution.then_some(found);
            return Ok((answer, Some(Arc::clone(induced.model()))));
        }
        let solved = Solved::for_pairs(game, saved, watch)?;
        answer.measure_solved(&solved.graph, &solved.solution);
        answer.expect(solved.solution.value(solved.graph.start()).into_iter());
        if !distribution {
            return Ok((answer, None));
        }
        let induced = solved.induced(watch)?;
        let scored = induced.with_scores(&answer.position.scores, None, &watch.run());
        let scored = scored.map_err(|error| watch.explain(error))?;
        let distribution = distribution_of(&scored, |end| scored.scores(end).to_vec(), watch)?;
        answer.outcomes = Some(distribution.outcomes());
        answer.distribution = Some(distribution);
        Ok((answer, Some(Arc::clone(induced.model()))))
    }
}

/// A game between two who play to win, solved: nodes know the score, which decides what is best.
pub(in crate::cli) struct Won<G: Game> {
    pub(in crate::cli) graph: Situations<G>,
    pub(in crate::cli) solution: Solution,
}

impl<G: Explore + Game<Action = Strategy>> Won<G> {
    pub(in crate::cli) fn of(
        game: &G,
        position: &Position,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        if position.scores.len() != 2 {
            return Err(Fail::usage(format!(
                "--objective win is of 2 players, not of {}: more have no common measure of winning",
                position.scores.len()
            ))
            .help("--players 2"));
        }
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let graph = || game.graph(&run)?.with_scores(&position.scores, None, &run);
        let graph = watch.phase("discover", graph).map_err(explain)?;
        let solve = |checkpointer: Option<&dyn Checkpointer>| won(&graph, checkpointer, &run);
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { graph, solution })
    }

    /// The game in which both play so.
    pub(in crate::cli) fn induced(&self, watch: &Watch) -> Result<Situations<G>, Fail> {
        let taken = |node| self.solution.taken(node);
        let induced = watch.phase("policy", || self.graph.restricted(&taken, &watch.run()));
        induced.map_err(|error| watch.explain(error))
    }

    /// P(win) - P(loss) of the mover at the start after each strategy, played once, both playing to win afterwards.
    pub(in crate::cli) fn strategies(&self) -> Vec<(Strategy, Rational)> {
        strategies(&self.solution, &self.graph, self.graph.start())
    }
}

/// The name of work on players who forget, for checkpoints.
pub(in crate::cli) fn work(verb: &str, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters })
}

/// The distribution of the scores in which a game without decisions ends.
fn distribution_of(
    model: &model::Model,
    scores: impl Fn(usize) -> Vec<u16>,
    watch: &Watch,
) -> Result<Distribution, Fail> {
    let ends = watch
        .phase("distribution", || absorption_probabilities(model, &watch.run()))
        .map_err(|error| watch.explain(error))?;
    Ok(Distribution::of(model.seats(), ends.into_iter().map(|(node, share)| (scores(node), share))))
}

/// Solves a game in which everybody plays to win.
pub(in crate::cli) fn won<G: Game>(
    graph: &Situations<G>,
    checkpointer: Option<&dyn Checkpointer>,
    run: &Run<'_>,
) -> Result<Solution, Error> {
    solve_model(graph.model(), Worths::of_winning(graph), checkpointer, run)
}
