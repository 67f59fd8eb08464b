//! The command `plan`: an estimate of the cost of the exact odds of a game.

use super::{DescribedGame, check_nameless};
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, Domain, GameAnswer, Partial, Playable, Query, Refusal, Report,
    counted, run_parts,
};
use crate::model::Job;
use crate::plan::Extrapolation;
use serde_json::Value;

/// Plans estimates of the cost of all games.
pub(super) fn estimate(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let threads = query.threads;
    let games = DescribedGame::all(query)?;
    check_nameless("plan", &games)?;
    if let Some(refusal) = games.iter().find_map(|game| game.game.beyond.clone()) {
        return Err(refusal);
    }
    let parameters = move |game: &DescribedGame| {
        let mut parameters: Value =
            game.game.cost.as_ref().map_or_else(|| game.parameters(), |cost| cost.parameters());
        parameters["threads"] = threads.into();
        parameters
    };
    let titled = games.iter().map(|game| (game.title(), parameters(game))).collect();
    let about = format!("Cost of exact odds with {}", counted(threads, "thread"));
    let plan = AnswerPlan::new(about, titled, move |job, sink| {
        run_parts(job, "game", games, |game: DescribedGame| {
            let answer = GameAnswer::new(parameters(&game), report(&game, job)?);
            sink.answer(&answer)?;
            Ok(Partial::whole([answer]))
        })
    });
    // The widths of columns of words depend on all rows.
    Ok(plan.laid_out(AnswerLayout { is_aligned: true, ..AnswerLayout::default() }))
}

/// Estimates the cost of the odds of a game: from the game itself, if that is quick, else from smaller games.
fn report(game: &DescribedGame, job: &Job<'_>) -> Result<Report, CommandError> {
    if let Some(cost) = &game.game.cost {
        return Ok(job.phase("plan", || cost.forecast(job))?.report(job));
    }
    let ([name, word], sizes) = sizes(game);
    let most = sizes.last().copied().unwrap_or_default();
    let smaller = |size: u64| game.family.game(&game.given.with(name, size)).ok();
    let numbers = |game: &dyn Playable, job: &Job<'_>| {
        let explored = game.explore(job)?;
        Ok([explored.model().node_count() as u64, explored.model().edge_count() as u64])
    };
    let mut forecast = Extrapolation { game: game.title(), size: word, sizes, job }.forecast(
        |size, sample_job| {
            job.phase("plan", || match size < most {
                true => smaller(size).map(|game| game.work(sample_job)).transpose(),
                false => game.game.work(sample_job).map(Some),
            })
        },
        |size, sample_job| match size < most {
            true => smaller(size).map(|game| numbers(&*game, sample_job)).transpose(),
            false => numbers(&*game.game, sample_job).map(Some),
        },
    )?;
    forecast.instead = match &*game.game.instead {
        "" => String::new(),
        other => format!(" For expectations only: {other}."),
    };
    Ok(forecast.report(job))
}

/// Returns the name of the parameter by which games grow and its word, and all its values up to that of the game.
fn sizes(game: &DescribedGame) -> ([&'static str; 2], Vec<u64>) {
    let size = game.family.size(&game.given);
    let parameter =
        game.family.parameters().into_iter().find(|one| size.is_some_and(|size| size[0] == one.name));
    let sizes = parameter.and_then(|one| match (one.domain, game.given.value(one.name)?.as_u64()) {
        (Domain::Whole(least, _), Some(number)) => Some((size?, (least..=number).collect())),
        _ => None,
    });
    sizes.unwrap_or((["games"; 2], vec![1]))
}
