//! Estimates what the exact odds of a game take, from smaller games of its family.

use super::Asked;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::family::{Domain, Playable, Report};
use crate::games::plan::Ladder;
use crate::model::Job;

/// Estimates what the odds would take: from the game itself, if that is quick, else from smaller ones.
pub(super) fn plan(asked: &Asked, context: &Context) -> Result<Report, Fail> {
    if let Some(foreseen) = &asked.game.foreseen {
        return Ok(context.tried("plan", || foreseen.forecast(context))?.report(context));
    }
    let ([name, word], sizes) = sizes(asked);
    let most = sizes.last().copied().unwrap_or_default();
    let ladder = Ladder { game: asked.title(), size: word, sizes, planner: context };
    let of = |at: u64| asked.family.game(&asked.given.with(name, at)).ok();
    let numbers = |game: &dyn Playable, job: &Job<'_>| {
        let explored = game.explore(job)?;
        Ok([explored.model().node_count() as u64, explored.model().edge_count() as u64])
    };
    let forecast = ladder.forecast(
        |at, job| {
            context.phase("plan", || match at < most {
                true => of(at).map(|game| game.work(job)).transpose(),
                false => asked.game.work(job).map(Some),
            })
        },
        |at, job| match at < most {
            true => of(at).map(|game| numbers(&*game, job)).transpose(),
            false => numbers(&*asked.game, job).map(Some),
        },
    );
    let mut forecast = forecast.map_err(|error| context.explain(error))?;
    forecast.instead = match &*asked.game.instead {
        "" => String::new(),
        other => format!(" Expectations alone: {other}."),
    };
    Ok(forecast.report(context))
}

/// The name of the parameter by which games grow and its word, and all that it is up to what was asked for.
fn sizes(asked: &Asked) -> ([&'static str; 2], Vec<u64>) {
    let size = asked.family.size(&asked.given);
    let parameter =
        asked.family.parameters().into_iter().find(|one| size.is_some_and(|size| size[0] == one.name));
    let ladder = parameter.and_then(|one| match (one.domain, asked.given.optional(one.name)) {
        (Domain::Whole(least, _), Some(number)) => Some((size?, (least..=number).collect())),
        _ => None,
    });
    ladder.unwrap_or((["games"; 2], vec![1]))
}
