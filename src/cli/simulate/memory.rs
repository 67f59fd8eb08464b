//! Random games of Memory between players of all kinds.

use super::super::decide;
use super::super::described::{Page, Question, Tailored, Takes};
use super::super::fail::Fail;
use super::super::limited_memory;
use super::super::memory::{self, Board, Position};
use super::super::odds::decided::{Under, with_draw};
use super::super::odds::limited::{Won, distribution_of};
use super::super::print::Answer;
use super::super::watch::{Several, Watch};
use super::sampled::{Asked, Ended, Sampling, by_score};
use crate::evaluate::bidirectional::odds;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::sample::Played;
use crate::evaluate::solve::solve;
use crate::games::Explore as _;
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::Decide;
use crate::games::memory::family::{self, LimitedMemory};
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::model::{Graph, Model};
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct SimulateMemory {
    #[arg(skip)]
    board: Board,
    #[arg(skip)]
    decide: Decide,
    #[arg(skip)]
    limited: LimitedMemory,
    #[command(flatten)]
    sampling: Sampling,
}

/// The play of players who are not told otherwise.
const DEFAULT: &str = "robots";

impl Tailored for SimulateMemory {
    const PAGE: Page = Page {
        verb: "simulate",
        family: "memory",
        about: "Memory between players of any kind that odds knows",
        details: "How often each player wins and what he takes, with the errors and the exact values beside. Games are \
                  ways through the explored game, at random; the same seed gives the same games whatever the threads. \
                  If it is stopped early, it prints what was played.",
        examples: &[
            "--pairs 8 --games 10000 --seed 1",
            "--pairs 8 --play best --objective win",
            "--pairs 4..8 --players 2..3 --format csv",
            "--pairs 8 --memory 3,5 --format json",
        ],
        takes: Takes::All,
    };

    fn answer(mut self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        (self.board, self.decide, self.limited) = memory::asked(question)?;
        let sampled = |position| self.one(&position, watch);
        self.sampling.run("memory", self.board.is_range(), self.board.positions()?, watch, sampled)
    }
}

impl SimulateMemory {
    /// The games on one board.
    fn one(&self, position: &Position, watch: &Watch) -> Result<Several<Answer>, Fail> {
        match (self.limited.is_given(), self.decide.objective()) {
            (false, _) if self.decide.is_robots() => self.robots(position, watch),
            (false, _) => self.decided(position, watch),
            (true, objective) => match (self.limited.is_own(), objective) {
                (false, Objective::Pairs) => self.limited::<Limited>(position, watch),
                (true, Objective::Pairs) => self.limited::<Separate>(position, watch),
                (false, Objective::Win) => self.won::<Limited>(position, watch),
                (true, Objective::Win) => self.won::<Separate>(position, watch),
            },
        }
    }

    /// Robots that forget nothing.
    fn robots(&self, position: &Position, watch: &Watch) -> Result<Several<Answer>, Fail> {
        self.decide.check_robots()?;
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let graph = watch.phase("discover", || position.game.graph(&run)).map_err(explain)?;
        let odds = watch.phase("evaluate", || odds(&graph, &position.scores, &run)).map_err(explain)?;
        let asked = Asked {
            heading: position.title(),
            parameters: position.parameters(),
            end: &|played| by_score(&scores(position, played)),
            outcomes: odds.outcomes,
            expected: vec![("pairs", odds.expected)],
            ..blank(&graph)
        };
        Ok(self.sampling.of(&asked, watch))
    }

    /// Players who decide and forget nothing.
    fn decided(&self, position: &Position, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let decide::Solved { game, graph, solution } =
            decide::Solved::of(self.decide.game(position, DEFAULT)?, watch)?;
        let induced = watch.phase("policy", || solution.induced(&graph, &run)).map_err(explain)?;
        let value = |payoff: Under| {
            let solution = solve(&game, &induced, &payoff, &run).map_err(explain)?;
            Ok::<_, Fail>(solution.value(induced.start()))
        };
        let outcomes = match game.wanted() {
            Objective::Win => with_draw(value(Under::Wins)?),
            Objective::Pairs => odds(&induced, &position.scores, &run).map_err(explain)?.outcomes,
        };
        let mut expected: Vec<_> = value(Under::Cards)?.iter().map(decide::in_pairs).collect();
        expected.iter_mut().zip(&position.scores).for_each(|(value, &points)| {
            *value += crate::exact::ratio(i64::from(points), 1);
        });
        let mut parameters = position.parameters();
        if let (Some(all), serde_json::Value::Object(more)) =
            (parameters.as_object_mut(), self.decide.parameters(DEFAULT))
        {
            all.extend(more);
        }
        let asked = Asked {
            heading: format!("{}\n{}", position.title_with("player", ""), self.decide.title(DEFAULT)),
            parameters,
            end: &|played| end_of(&game, &induced, position, played),
            outcomes,
            expected: vec![("pairs", expected)],
            ..blank(&induced)
        };
        Ok(self.sampling.of(&asked, watch))
    }

    /// Players who forget, for pairs.
    fn limited<G: family::Model>(&self, position: &Position, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let game = self.limited.game::<G>(position, &self.decide, DEFAULT)?;
        let solved = limited_memory::Solved::of(game, watch)?;
        let induced =
            watch.phase("policy", || solved.solution.induced(&solved.graph, &run)).map_err(explain)?;
        let scored = induced.with_scores(&position.scores, None, &run).map_err(explain)?;
        let distribution = distribution_of(&scored, |end| scored.scores(end).to_vec(), watch)?;
        self.sample(position, &induced, &distribution, watch)
    }

    /// Players who forget, each to win.
    fn won<G: family::Model>(&self, position: &Position, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let game = self.limited.game::<G>(position, &self.decide, DEFAULT)?;
        let induced = Won::of(&game, position, watch)?.induced(watch)?;
        let distribution = distribution_of(&induced, |end| induced.scores(end).to_vec(), watch)?;
        self.sample(position, &induced, &distribution, watch)
    }

    fn sample(
        &self,
        position: &Position,
        model: &Model,
        distribution: &Distribution,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let title = position.title_with("player", &format!("; {}", self.limited.title()));
        let asked = Asked {
            heading: format!("{title}\n{}", self.decide.title(DEFAULT)),
            parameters: self.limited.parameters_of(position, &self.decide, DEFAULT),
            end: &|played| by_score(&scores(position, played)),
            outcomes: distribution.outcomes(),
            expected: vec![("pairs", distribution.expected())],
            ..blank(model)
        };
        Ok(self.sampling.of(&asked, watch))
    }
}

/// Returns what all games of Memory have in common.
fn blank(model: &Model) -> Asked<'_> {
    Asked {
        heading: String::new(),
        parameters: serde_json::Value::Null,
        model,
        end: &|played| by_score(&played.points),
        outcomes: Vec::new(),
        nobody: "P(draw)",
        expected: Vec::new(),
        worths: Vec::new(),
    }
}

/// The pairs that each seat has in the end.
fn scores(position: &Position, played: &Played) -> Vec<u64> {
    played.points.iter().zip(&position.scores).map(|(points, &start)| points + u64::from(start)).collect()
}

/// Returns who wins, and the cards of each seat: what is left on the table when nobody wants to turn it is shared.
fn end_of(game: &Decisions, induced: &Graph<Decisions>, position: &Position, played: &Played) -> Ended {
    let place = induced.state(played.end);
    let mut ended = by_score(&scores(position, played));
    ended.halves.iter_mut().flatten().for_each(|cards| *cards += i64::from(place.table.pairs()));
    if game.wanted() == Objective::Win {
        ended.winner = game.winner(place).map(|seat| (played.mover + seat) % induced.seats());
    }
    ended
}
