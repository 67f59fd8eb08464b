//! Estimates what the exact odds of a game take, from smaller games of its family.

use super::Invocation;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::print::{Answers, Print, Stream, count};
use crate::family::generic::DescribedGame;
use crate::family::{Domain, GameAnswer, Partial, Playable, Report, parts};
use crate::games::plan::Ladder;
use crate::model::Job;
use serde_json::Value;

/// Estimates what the odds of all games of a question take.
pub(super) fn plan(question: &Invocation<'_>, (print,): (Print,), context: &Context) -> Result<(), Fail> {
    let threads = context.threads();
    let about = format!("What exact odds take on {}", count(threads, "thread"));
    let games = question.games_within(context)?.iter().map(|given| DescribedGame::of(question.family, given));
    let games: Vec<DescribedGame> =
        games.collect::<Result<_, _>>().map_err(|refusal| question.refused(refusal))?;
    if let Some(refusal) = games.iter().find_map(|game| game.game.beyond.clone()) {
        return Err(question.refused(refusal));
    }
    let parameters = |game: &DescribedGame| {
        let foreseen = game.game.foreseen.as_ref();
        let mut parameters: Value =
            foreseen.map_or_else(|| game.parameters(), |foreseen| foreseen.parameters());
        parameters["threads"] = threads.into();
        parameters
    };
    let answers = Answers::new(question.family(), &about, question.is_range(), &[]);
    let titled = games.iter().map(|game| (game.title(), parameters(game)));
    // A table with columns of words is laid out as a whole.
    let stream = Stream::new(answers, titled, print, context).whole_text(true);
    let one = |game: DescribedGame| {
        let answer = GameAnswer::new(parameters(&game), estimate(&game, context)?);
        stream.push_all(Partial::whole([answer]))
    };
    stream.finish(parts(&context.job(), "game", games, one), |_| String::new())
}

/// Estimates what the odds of a game take: from the game itself, if that is quick, else from smaller games.
fn estimate(asked: &DescribedGame, context: &Context) -> Result<Report, Fail> {
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

/// Returns the name of the parameter by which games grow and its word, and all its values up to that of the game.
fn sizes(asked: &DescribedGame) -> ([&'static str; 2], Vec<u64>) {
    let size = asked.family.size(&asked.given);
    let parameter =
        asked.family.parameters().into_iter().find(|one| size.is_some_and(|size| size[0] == one.name));
    let ladder = parameter.and_then(|one| match (one.domain, asked.given.optional(one.name)) {
        (Domain::Whole(least, _), Some(number)) => Some((size?, (least..=number).collect())),
        _ => None,
    });
    ladder.unwrap_or((["games"; 2], vec![1]))
}
