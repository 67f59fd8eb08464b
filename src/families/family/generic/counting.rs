//! The command `count`: states, transitions and ends, and the size of the tree without merging, if it is finite.

use super::{DescribedGame, check_nameless};
use crate::evaluate::{self, Counts, Tree};
use crate::family::{
    AnswerPlan, CommandError, GameAnswer, Partial, PayoffKind, Query, Refusal, Report, SavedParts, range,
    run_blocks, run_each, sized,
};
use crate::model::{Job, Model, Progress};

/// Plans the counts of games. Nested games are counted together.
pub(super) fn count(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let games = DescribedGame::all(query)?;
    check_nameless("count", &games)?;
    let titled = games.iter().map(|game| (game.title(), game.parameters())).collect();
    let cost = games.last().and_then(|game| game.game.cost.clone());
    let plan = AnswerPlan::new("States, transitions and ends", titled, move |job, sink| {
        let emit = |game: &DescribedGame, report: Report| {
            let answer = GameAnswer::new(game.parameters(), report);
            sink.answer(&answer).map(|()| answer)
        };
        range(job, "part", nested(games), |games, job| {
            if games.len() == 1 {
                return run_each(job, "game", games, |game| emit(&game, one(&game, job)?));
            }
            let done = SavedParts::open(job, "game", Some(games.len()))?;
            done.end(run_blocks(job, "game", (games, 2), size, |block| together(block, &done, job, emit)))
        })
    });
    Ok(AnswerPlan { cost, ..plan })
}

/// Counts one game.
fn one(game: &DescribedGame, job: &Job<'_>) -> Result<Report, CommandError> {
    let explored = job.phase("count", || game.game.explore(job))?;
    let model = explored.model();
    if !model.is_acyclic() {
        return Ok(sized::cyclic(game.title(), model));
    }
    let unscored = is_sum(game).then(|| model.scoring(&|_| 0));
    let model = unscored.as_ref().unwrap_or(model);
    let found = evaluate::count(model, game.game.scores.as_deref().unwrap_or_default(), job)?;
    Ok(report(game, found))
}

/// Counts nested games, ascending by size. The largest game is explored, and the trees below all starts are counted
/// together. Games that are `done` are not counted again. `emit` receives the report on each game. A stop keeps the finished
/// games.
fn together(
    games: Vec<DescribedGame>,
    done: &SavedParts<'_>,
    job: &Job<'_>,
    emit: impl Fn(&DescribedGame, Report) -> Result<GameAnswer, CommandError>,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let number = |game: &DescribedGame| u64::from(size(game));
    let alone = |game: DescribedGame| done.part(number(&game), |job| emit(&game, one(&game, job)?));
    let largest = &games[games.len() - 1];
    if games.len() == 1 || done.has_all(games.iter().map(number)) {
        return run_each(job, "game", games, alone);
    }
    let name = number(largest).to_string();
    let own_job = job.section(&name);
    let explored = job.phase("count", || job.pass(0.0, 0.3, || largest.game.explore(&own_job)));
    let (states, layers): (Vec<_>, Vec<u32>) = games.iter().map(|game| game.game.start()).unzip();
    let found = match &explored {
        Ok(explored) => {
            explored.nodes(&states).filter(|_| explored.model().is_acyclic()).map(|nodes| (explored, nodes))
        }
        // A smaller game may fit into a limit that the largest game exceeds.
        Err(_) => None,
    };
    let Some((explored, nodes)) = found else {
        drop(explored);
        return run_each(job, "game", games, alone);
    };
    let unscored = is_sum(largest).then(|| explored.model().scoring(&|_| 0));
    let model: &Model = unscored.as_ref().unwrap_or(explored.model());
    let scores = largest.game.scores.as_deref().unwrap_or_default();
    let tree_job = own_job.section("trees");
    let trees = job.phase("count", || job.pass(0.3, 0.6, || evaluate::trees(model, &nodes, &tree_job)))?;
    let counts_job = own_job.section("counts");
    let counts = || evaluate::counts(model, &nodes, scores, &counts_job);
    let counts = job.phase("count", || job.pass(0.6, 1.0, counts))?;
    let found = games.iter().zip(nodes.iter().zip(layers)).zip(counts.into_iter().zip(trees));
    let found: Vec<_> = found.collect();
    run_each(job, "game", found, |((game, (&node, first_layer)), (mut counts, tree))| {
        done.part(number(game), |_| {
            // Layers of a game are numbered from its own start.
            let before = model.layer(node) - first_layer;
            counts.layers.iter_mut().for_each(|(layer, _)| *layer -= before);
            let mut states = 0;
            let is_beyond = |&&(_, more): &&(u32, u64)| {
                states += more;
                states > job.most_states
            };
            if let Some(&(layer, _)) = counts.layers.iter().find(is_beyond) {
                job.tick(Progress { layer, states })?;
            }
            emit(game, report(game, (counts, tree)))
        })
    })
}

/// Reports on the size of a game.
fn report(game: &DescribedGame, found: (Counts, Tree)) -> Report {
    let layers = game.game.appearance.layers;
    sized::report(game.title(), found, (!layers.is_empty()).then_some(layers))
}

/// Returns whether states are counted without points: the game excludes them, or a single player only adds them up.
fn is_sum(game: &DescribedGame) -> bool {
    game.game.scores.is_none()
        || game.game.seats == 1 && matches!(game.game.payoffs[0], PayoffKind::Expected(_))
}

/// Returns the size of a game among nested games.
fn size(game: &DescribedGame) -> u16 {
    game.game.nested.as_ref().map_or(1, |nested| nested.size)
}

/// Splits games into parts. A part is one game, or several nested games, ascending by size.
fn nested(games: Vec<DescribedGame>) -> Vec<Vec<DescribedGame>> {
    let mut parts: Vec<Vec<DescribedGame>> = Vec::new();
    for game in games {
        let follows = |last: &DescribedGame| match (&last.game.nested, &game.game.nested) {
            (Some(last_one), Some(own)) => {
                last_one.rules == own.rules
                    && last_one.size < own.size
                    && last.game.scores == game.game.scores
            }
            _ => false,
        };
        match parts.last_mut() {
            Some(part) if part.last().is_some_and(follows) => part.push(game),
            _ => parts.push(vec![game]),
        }
    }
    parts
}
