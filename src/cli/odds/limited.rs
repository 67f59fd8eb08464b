//! The odds of players who forget, or who meet singles.

use super::super::checkpoint::{Checkpoints, Saved};
use super::super::fail::Fail;
use super::super::limited_memory::strategies;
use super::super::memory::Position;
use super::super::solved::Solved;
use super::super::watch::{Several, Watch};
use super::answer::{Answer, Decided};
use crate::evaluate::absorb::absorption_probabilities;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::solve::{Solution, solve_model};
use crate::exact::Rational;
use crate::game::Game;
use crate::games::Explore;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Decide;
use crate::games::memory::family::{LimitedMemory, Model};
use crate::games::memory::forgetting::Strategy;
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::model::{self, Error, Graph, Run, Situations};
use crate::payoff::Worths;
use serde_json::{Value, json};
use std::sync::Arc;

/// The play of players who are not told otherwise: bold.
const DEFAULT: &str = "robots";

/// The odds of some boards.
pub(super) fn answers(
    positions: Vec<Position>,
    decide: &Decide,
    limited: &LimitedMemory,
    asked: Asked<'_>,
    watch: &Watch,
) -> Result<Several<Answer>, Fail> {
    watch.several("board", positions, |position| one(position, decide, limited, asked, watch))
}

/// Whether the distribution is asked for, too, and where unfinished work is saved.
type Asked<'a> = (bool, &'a Checkpoints);

/// The answer for one board.
pub(in crate::cli) fn one(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    asked: Asked<'_>,
    watch: &Watch,
) -> Result<Answer, Fail> {
    settled(position, decide, limited, asked, watch).map(|(answer, _)| answer)
}

/// The answer for one board, and the game in which only chance is left, if the distribution is asked for or both play to
/// win: then the score is a part of the state, for it decides what is best.
pub(in crate::cli) fn settled(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    asked: Asked<'_>,
    watch: &Watch,
) -> Result<Settled, Fail> {
    let settled = if limited.is_own() { settled_by::<Separate> } else { settled_by::<Limited> };
    settled(position, decide, limited, asked, watch)
}

/// The answer for one board, and the game in which only chance is left.
type Settled = (Answer, Option<Arc<model::Model>>);

fn settled_by<G: Model>(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    (distribution, checkpoints): Asked<'_>,
    watch: &Watch,
) -> Result<Settled, Fail> {
    let game = limited.game::<G>(&position, decide, DEFAULT)?;
    let parameters = limited.parameters_of(&position, decide, DEFAULT);
    let (work, run) = (work("odds", &parameters), watch.run());
    let explain = |error| watch.explain(error);
    if decide.objective() == Objective::Win {
        let won = Won::of(&game, &position, (checkpoints, &work), watch)?;
        let induced = won.induced(watch)?;
        let found = distribution_of(&induced, |end| induced.scores(end).to_vec(), watch)?;
        let Won { graph, solution } = won;
        let mut answer = answer(position, decide, limited, &graph);
        answer.tied(solution.ties);
        answer.value = Some(solution.value(graph.start()).swap_remove(0));
        answer.expected = found.expected();
        answer.outcomes = Some(found.outcomes());
        answer.distribution = distribution.then_some(found);
        return Ok((answer, Some(Arc::clone(induced.model()))));
    }
    let solved = Solved::for_pairs(game, (checkpoints, &work), watch)?;
    let gains = solved.solution.value(solved.graph.start());
    let mut answer = answer(position, decide, limited, &solved.graph);
    answer.tied(solved.solution.ties);
    answer.expect(gains.into_iter());
    if !distribution {
        return Ok((answer, None));
    }
    let induced = solved.induced(watch)?;
    let scored = induced.with_scores(&answer.position.scores, None, &run).map_err(explain)?;
    let distribution = distribution_of(&scored, |end| scored.scores(end).to_vec(), watch)?;
    answer.outcomes = Some(distribution.outcomes());
    answer.distribution = Some(distribution);
    Ok((answer, Some(Arc::clone(induced.model()))))
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

/// The answer without its numbers.
fn answer<G: Game>(position: Position, decide: &Decide, limited: &LimitedMemory, graph: &Graph<G>) -> Answer {
    let title = position.title_with("player", &format!("; {}", limited.title()));
    let heading = format!("{title}\n{}", decide.title(DEFAULT));
    let parameters = limited.parameters_of(&position, decide, DEFAULT);
    let cycles = Some(!graph.is_acyclic());
    Answer {
        states: graph.node_count() as u64,
        transitions: graph.edge_count() as u64,
        decided: Some(Decided { tie_rule: "bold safe".to_owned(), ties: 0, cycles }),
        ..Answer::blank(position, heading, parameters)
    }
}

/// The distribution of the scores in which a game without decisions ends.
pub(in crate::cli) fn distribution_of(
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
