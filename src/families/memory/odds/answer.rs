//! The command `odds` of Memory.

use super::deciders::{OddsQuery, shared};
use super::robots::{approximate, approximate_parameters, boards, one};
use super::{BoardOdds, THRESHOLD};
use crate::exact::binomial;
use crate::family::{
    AnswerLayout, AnswerPlan, Approximation, CommandError, GameAnswer, OrBare, Partial, Query, Refusal,
    SharedPlan, Sink, Task, enter_width, parsed, range,
};
use crate::memory::family::{DEFAULT, MemoryVariant, ScoredBoard};
use crate::memory::lineup::Lineup;
use crate::memory::plan::RobotCostModel;
use crate::memory::query::{self, BoardSetup, SIZES, by_players};
use crate::model::Job;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The options of the odds.
#[derive(Deserialize)]
struct MemoryOddsArgs {
    #[serde(default)]
    distribution: bool,
    approximate: Option<OrBare<String>>,
    #[serde(default, deserialize_with = "parsed")]
    precision: Option<f64>,
}

/// Plans the odds of robots, or of players who decide or forget.
pub(in crate::memory) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let games = query::boards(query, DEFAULT)?;
    let MemoryOddsArgs { distribution, approximate, precision } = query.options();
    let largest = &games[games.len() - 1].0;
    if distribution && query.is_range() && (query.format == "csv" || query.has_columns) {
        let (pairs, players) = (largest.pairs, largest.scores.len());
        return Err(Refusal::new("a table of distributions shows one board, not a range")
            .help(format!("--pairs {pairs} --players {players}, or --format json")));
    }
    let (position, lineup) = games[0].clone();
    let forgets = lineup.limited.is_limited();
    let not_robots = !lineup.are_robots();
    if precision.is_some() && !not_robots {
        let what =
            "the bounds on the odds of robots follow from the play that is dropped, not from --precision";
        return Err(Refusal::new(what).help("--approximate=1e-30 instead of --precision"));
    }
    let width = Approximation::width_of(approximate.is_some(), precision)?;
    let (threshold, width) = match &approximate {
        None => (None, None),
        Some(OrBare::Bare(_)) if not_robots => (None, width),
        Some(OrBare::Value(_)) if not_robots => {
            let what =
                "only games between robots with perfect memory are pruned: --approximate has no value here";
            return Err(Refusal::new(what).help("--approximate"));
        }
        Some(OrBare::Bare(_)) => (Some(THRESHOLD), None),
        Some(OrBare::Value(text)) => (Some(text.parse().expect("the parameter is a number")), None),
    };
    let not_shared = if approximate.is_some() {
        Some("several processes can answer exact odds, not --approximate")
    } else if forgets {
        Some(
            "several processes cannot answer a game with cycles: a player with limited memory may see the same cards again",
        )
    } else if games.len() > 1 {
        Some("several processes can answer one board, not a range")
    } else if distribution && !lineup.decide.is_robots() {
        Some(
            "several processes cannot answer the distribution of scores of players who decide: each process has only a part of the policy",
        )
    } else {
        None
    };
    let shared = match not_shared {
        Some(why) => Err(why),
        None if !query.is_shared => Err("one process answers"),
        None if not_robots => Ok(shared(position, &lineup)?),
        None => Ok(shared_robots(position, distribution)),
    };
    let plan = match not_robots {
        true => deciders(games, distribution, width),
        false => {
            games.iter().try_for_each(|(board, lineup)| lineup.decide.check_robots(board.scores.len()))?;
            robots(query, games, distribution, threshold)?
        }
    };
    let layout = AnswerLayout { is_whole: distribution, ..AnswerLayout::default() };
    let identity = json!({ "distribution": distribution, "approximate": threshold.or(width) });
    Ok(plan.laid_out(layout).identified(identity).shared(shared))
}

/// Plans the odds of players who decide or forget, one board after the other.
fn deciders(games: Vec<BoardSetup>, distribution: bool, width: Option<f64>) -> AnswerPlan {
    let Lineup { decide, limited } = games[0].1.clone();
    let mut remembered = limited.remembered();
    if games.iter().any(|(_, lineup)| lineup.limited.remembered() != remembered) {
        remembered.clear();
    }
    let variation = games[0].0.variation();
    // The number of games follows after a colon.
    let remembered = remembered.replace(": ", " ");
    let about = format!("Memory, {}{variation}{remembered}", query::players(&games, "player"));
    let wins = games.iter().all(|(position, _)| has_few_scores(position));
    let task = |(position, lineup): BoardSetup| {
        let remembered = lineup.limited.remembered();
        let title = format!("{}\n{}", position.title_with("player", &remembered), lineup.decide.title());
        let mut parameters = lineup.parameters(&position);
        enter_width(width, &mut parameters);
        Task::new(title, parameters, move |job| {
            let query = OddsQuery { lineup: &lineup, distribution, wins, width };
            Ok(query.one(position.clone(), job)?.report(distribution))
        })
    };
    let variants = games.iter().map(|(_, lineup)| lineup.limited.variant());
    let legend = decide.legend(variants.max().unwrap_or(MemoryVariant::Perfect)).join("\n");
    let plan = AnswerPlan::of(about, "board", games.into_iter().map(task).collect());
    AnswerPlan { summary: Some(Box::new(move |_: &[GameAnswer]| format!("\n{legend}\n"))), ..plan }
}

/// Returns whether the probabilities of winning of players who forget take less than a second. The work is roughly proportional
/// to the number of pairs times the number of score vectors at the end.
fn has_few_scores(position: &ScoredBoard) -> bool {
    let (pairs, others) = (u64::from(position.pairs), position.scores.len() as u64 - 1);
    binomial(pairs + others, others) * pairs <= 5_000u32.into()
}

/// Plans the odds of robots.
fn robots(
    query: &Query<'_>,
    games: Vec<BoardSetup>,
    distribution: bool,
    threshold: Option<f64>,
) -> Result<AnswerPlan, Refusal> {
    let largest = &games[games.len() - 1].0;
    let players = query::players(&games, "robot");
    let about = format!("Memory, {players} with perfect memory{}", largest.variation());
    let cost = RobotCostModel(largest.clone());
    let are_sweeps = threshold.is_none() && query::are_fresh(query.games)?;
    let is_range = query.varies(SIZES);
    let positions: Vec<ScoredBoard> = games.into_iter().map(|(position, _)| position).collect();
    let parameters = move |position: &ScoredBoard| match threshold {
        None => position.parameters(),
        Some(threshold) => approximate_parameters(position, threshold),
    };
    let titled = positions.iter().map(|position| (position.title(), parameters(position))).collect();
    let plan = AnswerPlan::new(about, titled, move |job, sink| {
        let one = |position: ScoredBoard, job: &Job<'_>| {
            let answer = match threshold {
                Some(threshold) => {
                    GameAnswer::new(parameters(&position), approximate(&position, threshold, job)?)
                }
                None => of_odds(one(position, distribution, job)?, distribution),
            };
            emit(vec![answer], sink)
        };
        job.phase("evaluate", || match are_sweeps {
            false => range(job, "board", positions, one),
            true => {
                range(job, "number of players", by_players(&positions), |mut positions, job| match is_range {
                    true => boards(positions, job, |found| {
                        emit(found.into_iter().map(|odds| of_odds(odds, distribution)).collect(), sink)
                    }),
                    false => one(positions.remove(0), job),
                })
            }
        })
    });
    // The estimate applies to fractions.
    let cost = are_sweeps.then(|| Arc::new(cost) as Arc<_>);
    Ok(AnswerPlan { cost, ..plan })
}

/// Plans the odds of robots on one board, by several processes.
fn shared_robots(position: ScoredBoard, distribution: bool) -> SharedPlan {
    let work: Value = json!({ "odds": "memory", "board": position.parameters() });
    let (game, scores) = (position.game.clone(), position.scores.clone());
    SharedPlan::follow(work, game, scores, move |found| {
        let odds = BoardOdds::distributed(position, found.distribution, found.states, found.transitions);
        Ok(of_odds(odds, distribution))
    })
}

/// Creates the answer from odds.
fn of_odds(odds: BoardOdds, distribution: bool) -> GameAnswer {
    let report = odds.report(distribution);
    GameAnswer::new(odds.parameters, report)
}

/// Passes answers to the sink.
fn emit(
    answers: Vec<GameAnswer>,
    sink: &dyn Sink,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    answers.iter().try_for_each(|answer| sink.answer(answer))?;
    Ok(Partial::whole(answers))
}
