//! The odds of players who forget, or who meet singles.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::limited_memory::{LimitedMemory, Model, Solved};
use super::super::memory::Position;
use super::super::watch::{Several, Watch};
use super::answer::{Answer, Decided};
use crate::evaluate::absorb::absorption_probabilities;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::solve::{Solution, Valued, solve};
use crate::exact::Rational;
use crate::game::{Game, Seat};
use crate::games::memory::decisions::Objective;
use crate::games::memory::forgetting::Strategy;
use crate::model::ledger::{Ledger, Situation};
use crate::model::{self, Graph};
use crate::payoff::{Outcome, Payoff};

/// The play of players who are not told otherwise: bold.
const DEFAULT: &str = "robots";

/// The odds of some boards.
pub(super) fn answers<G: Model>(
    positions: Vec<Position>,
    decide: &Decide,
    limited: &LimitedMemory,
    distribution: bool,
    watch: &Watch,
) -> Result<Several<Answer>, Fail> {
    watch.several("board", positions, |position| one::<G>(position, decide, limited, distribution, watch))
}

/// The answer for one board.
pub(in crate::cli) fn one<G: Model>(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    distribution: bool,
    watch: &Watch,
) -> Result<Answer, Fail> {
    match decide.objective() {
        Objective::Pairs => pairs::<G>(position, decide, limited, distribution, watch),
        Objective::Win => win::<G>(position, decide, limited, distribution, watch),
    }
}

/// The answer where everybody plays for pairs.
fn pairs<G: Model>(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    distribution: bool,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let solved = Solved::of(limited.game::<G>(&position, decide, DEFAULT)?, watch)?;
    let gains = solved.worth(solved.graph.start());
    let mut answer = answer(position, decide, limited, &solved.graph);
    answer.tied(solved.solution.ties);
    answer.expect(gains.into_iter());
    if distribution {
        let run = watch.run();
        let scored = watch.phase("policy", || {
            solved.solution.induced(&solved.graph, &run)?.with_scores(&answer.position.scores, &run)
        });
        let scored = scored.map_err(|error| watch.explain(error))?;
        let distribution = distribution_of(&scored.derived.model, |end| scored.scores(end).to_vec(), watch)?;
        answer.outcomes = Some(distribution.outcomes());
        answer.distribution = Some(distribution);
    }
    Ok(answer)
}

/// The answer where both play to win: the score is part of the state, for it decides what is best.
fn win<G: Model>(
    position: Position,
    decide: &Decide,
    limited: &LimitedMemory,
    distribution: bool,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let Won { game, graph, solution } =
        Won::of(limited.game::<G>(&position, decide, DEFAULT)?, &position, watch)?;
    let induced = watch.phase("policy", || solution.induced(&graph, &watch.run()));
    let induced = induced.map_err(|error| watch.explain(error))?;
    let found = distribution_of(&induced, |end| game.scores(induced.state(end)).to_vec(), watch)?;
    let mut answer = answer(position, decide, limited, &graph);
    answer.tied(solution.ties);
    answer.value = Some(solution.value(graph.start()).swap_remove(0));
    answer.expected = found.expected();
    answer.outcomes = Some(found.outcomes());
    answer.distribution = distribution.then_some(found);
    Ok(answer)
}

/// A game between two who play to win, solved: the score is part of its states.
pub(in crate::cli) struct Won<G: Game> {
    pub(in crate::cli) game: Ledger<G>,
    pub(in crate::cli) graph: Graph<Ledger<G>>,
    pub(in crate::cli) solution: Solution,
}

impl<G: Game<Action = Strategy>> Won<G> {
    pub(in crate::cli) fn of(game: G, position: &Position, watch: &Watch) -> Result<Self, Fail> {
        if position.scores.len() != 2 {
            return Err(Fail::usage(format!(
                "--objective win is of 2 players, not of {}: more have no common measure of winning",
                position.scores.len()
            ))
            .help("--players 2"));
        }
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let game = Ledger::new(game, &position.scores);
        let graph = watch.phase("discover", || Graph::of(&game, &run)).map_err(explain)?;
        let solution = watch.phase("solve", || solve(&game, &graph, &Lead, &run)).map_err(explain)?;
        Ok(Self { game, graph, solution })
    }

    /// P(win) - P(loss) of the mover at the start after each strategy, played once, both playing to win afterwards.
    pub(in crate::cli) fn strategies(&self) -> Vec<(Strategy, Rational)> {
        let valued = self.solution.actions(&self.graph, self.graph.start());
        let worth =
            |valued: Valued<Strategy>| (valued.action.unwrap_or(Strategy::Bold), valued.values[0].clone());
        valued.into_iter().map(worth).collect()
    }
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

/// 1 to the seat that has won, -1 to the others; 0 in a draw.
pub(in crate::cli) struct Lead;

impl<G: Game> Payoff<Ledger<G>> for Lead {
    fn event(&self, _: &Ledger<G>, _: G::Event) -> i64 {
        0
    }

    fn end(&self, game: &Ledger<G>, end: &Situation<G::State>, seat: Seat) -> i64 {
        match game.outcome(end) {
            Outcome::Drawn => 0,
            Outcome::Won(winner) if winner == (end.mover + seat) % game.seats() => 1,
            Outcome::Won(_) => -1,
        }
    }
}
